"""Runs and groups as a network: a few columns for each colour and number.

Groups of one number are counted together, and so are the runs that pass one tile of a
colour; how many copies and jokers there are changes bounds only. The formulation is a
flow along the numbers for runs and a dealing argument for groups:

* Groups. With `a` tiles of each colour, at most one of them a group, and between
  `min_group` and `max_group` tiles a group on average, dealing the colours round the
  groups gives sizes that differ by at most one and no colour twice. Jokers are dealt
  last; a joker takes any colour that its group lacks.
* Runs. A run of at least `m` tiles is a start, which stands for its first `m` tiles, and
  later tiles, each behind a start or a later tile.

Where a set could hold too many jokers or too few number tiles, the run flow remembers
how many it has met (`TrackedRuns`); otherwise it need not (`PlainRuns`). With
`plain=True` it does so only where runs wind round the circle before they are long
enough: a smaller relaxation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN
from solver.game.tiles import Tile
from solver.model.program import INFINITY, Program, Term

__all__ = [
    "Groups",
    "Network",
    "Place",
    "Placed",
    "PlainRuns",
    "Stock",
    "TrackedRuns",
    "most_sets",
    "positions",
]

_MOST_LISTED, _MOST_COLOURS = 2, 5
"""With more jokers or colours than this, the sets that play a part in the rules are too many to be listed."""

Stock = Sequence[Sequence[int]]
"""Tiles at hand: `stock[colour][number]`, number 0 unused."""


Place = Tile
"""One place of a set: the tile that belongs there, and whether a joker lies on it.

A joker of a group that may take any colour its group lacks has colour -1.
"""


class Placed(NamedTuple):
    """A set that a solution lays."""

    kind: str
    places: tuple[Place, ...]


class Network:
    """The runs and groups that can be laid from a stock of tiles and some jokers.

    `stock` counts the number tiles and `jokers` the jokers that may come in at most.
    """

    def __init__(self, program: Program, rules: Rules, stock: Stock, jokers: int, *, plain: bool = False) -> None:
        box = rules.tiles
        self.may_track = self.may_have_too_many(rules, jokers)
        self.tracked = _is_winding(rules) or self.may_track and not plain
        runs: type[PlainRuns] | type[TrackedRuns] = TrackedRuns if self.tracked else PlainRuns
        self.runs = [runs(program, rules, stock[c], jokers, c) for c in range(box.colours)]
        self.groups = [None] + [Groups(program, rules, stock, jokers, v) for v in range(1, box.numbers + 1)]
        self._own_runs: dict[int, list[PlainRuns | TrackedRuns]] = {}
        self._own_groups: dict[int, list[Groups]] = {}
        self._parts = program, rules, stock, jokers
        # Where they would be too many to be listed, sets that play a part have networks of their own.
        many = jokers > _MOST_LISTED or rules.tiles.colours > _MOST_COLOURS
        self.apart = many and not self.tracked

    @staticmethod
    def may_have_too_many(rules: Rules, jokers: int) -> bool:
        """Whether a set could hold too many of so many jokers or, which comes to the same, too few number tiles."""
        least = min(rules.sets.min_run, rules.sets.min_group)
        return _is_winding(rules) or jokers > rules.max_jokers or jokers > least - rules.sets.min_natural

    def tiles_at(self, colour: int, number: int) -> list[Term]:
        """Terms that count the number tiles laid at (colour, number)."""
        terms: list[Term] = []
        for run in self._runs_of(colour):
            terms += run.naturals_at(number)
        for group in self._groups_of(number):
            terms += group.naturals(colour)
        return terms

    def jokers(self) -> list[Term]:
        """Terms that count all jokers laid."""
        return [term for _, terms in self._all_jokers() for term in terms]

    def run_jokers(self, colour: int, number: int) -> list[Term]:
        """Terms that count the jokers laid for (colour, number) in runs which nobody has claimed."""
        return [term for run in self._runs_of(colour) for term in run.open_jokers_at(number)]

    def group_jokers(self, colour: int, number: int) -> list[Term]:
        """Terms that count jokers laid in groups as just this tile.

        The column is made when it is first asked for, so ask before `close`.
        """
        return [term for group in self._groups_of(number) for term in group.committed_jokers(colour)]

    def joker_value(self) -> list[Term]:
        """Terms that add up what the jokers stand for."""
        return [(column, number * count) for number, terms in self._all_jokers() for column, count in terms]

    def _all_jokers(self) -> Iterator[tuple[int, list[Term]]]:
        """By number, terms that count jokers laid."""
        for number in range(1, len(self.groups)):
            for colour in range(len(self.runs)):
                for run in self._runs_of(colour):
                    yield number, run.jokers_at(number)
            for group in self._groups_of(number):
                yield number, group.all_jokers()

    def _runs_of(self, colour: int) -> list[PlainRuns | TrackedRuns]:
        return [self.runs[colour], *self._own_runs.get(colour, ())]

    def _groups_of(self, number: int) -> list[Groups]:
        group = self.groups[number]
        assert group is not None
        return [group, *self._own_groups.get(number, ())]

    def add_runs(self, colour: int, span: range | None = None, least: int = 0) -> PlainRuns | TrackedRuns:
        """Runs of one colour that are told from all others, before `close`.

        They have at least `least` tiles, and plain ones lie within `span`. Where runs go
        round the circle plain ones are unrolled (see `PlainRuns`); tracked ones may not be asked for there.
        """
        program, rules, stock, jokers = self._parts
        runs: PlainRuns | TrackedRuns
        if self.tracked:
            runs = TrackedRuns(program, rules, stock[colour], jokers, colour, least=least)
        elif rules.sets.wrap == "around":
            runs = PlainRuns(program, rules, stock[colour], jokers, colour, least=least, unrolled=True)
        else:
            runs = PlainRuns(program, rules, stock[colour], jokers, colour, span=span, least=least)
        self._own_runs.setdefault(colour, []).append(runs)
        return runs

    def add_groups(self, number: int, most: int, without: Collection[int] = ()) -> Groups:
        """Up to `most` groups of one number that are told from all others, before `close`.

        They hold no number tiles of the colours `without`.
        """
        program, rules, stock, jokers = self._parts
        if without:
            stock = [[0] * len(row) if colour in without else row for colour, row in enumerate(stock)]
        groups = Groups(program, rules, stock, jokers, number)
        if groups.count >= 0:
            program.high[groups.count] = min(program.high[groups.count], most)
        others = self.groups[number]
        assert others is not None
        for colour in others.committed:
            groups.committed_jokers(colour)
        self._own_groups.setdefault(number, []).append(groups)
        return groups

    def add_stretch(self, colour: int, first: int, pattern: str, most: int, *, closed: bool = False) -> int:
        """A column for runs of `colour` that hold a stretch (see `PlainRuns.add_stretch`).

        Only where runs are plain (`tracked` is false), and before `close`.
        """
        run = self.runs[colour]
        assert isinstance(run, PlainRuns)
        return run.add_stretch(first, pattern, most, closed)

    def close(self) -> None:
        """Write the rows that had to wait for all columns."""
        for colour in range(len(self.runs)):
            for run in self._runs_of(colour):
                run.close()
        for number in range(1, len(self.groups)):
            for group in self._groups_of(number):
                group.close()

    def decode(self, solution: Sequence[int]) -> list[Placed]:
        """The sets of a whole-numbered solution: runs by colour, then groups by number."""
        placed: list[Placed] = []
        for colour in range(len(self.runs)):
            for run in self._runs_of(colour):
                placed += run.decode(solution)
        for number in range(1, len(self.groups)):
            for group in self._groups_of(number):
                placed += group.decode(solution)
        return placed


def _is_winding(rules: Rules) -> bool:
    """Whether a run goes round the circle before it is long enough, so that its length must be told."""
    return rules.sets.wrap == "around" and rules.sets.min_run > rules.tiles.numbers


class Groups:
    """The groups of one number."""

    def __init__(self, program: Program, rules: Rules, stock: Stock, jokers: int, number: int) -> None:
        self.program, self.rules, self.number, self.most_jokers = program, rules, number, jokers
        self.count = -1
        self.tiles: dict[int, int] = {}
        self.committed: dict[int, int] = {}
        self.open_jokers = -1
        colours = [c for c in range(rules.tiles.colours) if stock[c][number]]
        most = self._most_groups(stock)
        if not most:
            return
        self.count = program.column(most)
        program.branch_first[self.count] = 1
        self.tiles = {c: program.column(min(stock[c][number], most)) for c in colours}
        program.favoured.update(dict.fromkeys(self.tiles.values(), -1))
        if jokers:
            self.open_jokers = program.column(min(jokers, most * min(rules.max_group, rules.max_jokers)))

    def _most_groups(self, stock: Stock) -> int:
        """As many groups as these tiles can be dealt to, with all jokers to help."""
        rules = self.rules
        tiles = [count for of_colour in stock if (count := of_colour[self.number])]
        need = rules.sets.min_group - min(self.most_jokers, rules.max_jokers)
        if len(tiles) < max(need, rules.sets.min_natural) or rules.sets.min_group > rules.max_group:
            return 0
        most = sum(tiles) // rules.sets.min_natural
        while most and sum(min(count, most) for count in tiles) + self.most_jokers < most * rules.sets.min_group:
            most -= 1
        return most

    def naturals(self, colour: int) -> list[Term]:
        return [(self.tiles[colour], 1)] if colour in self.tiles else []

    def all_jokers(self) -> list[Term]:
        if self.open_jokers < 0:
            return []
        return [(column, 1) for column in (self.open_jokers, *self.committed.values())]

    def committed_jokers(self, colour: int) -> list[Term]:
        if self.open_jokers < 0:
            return []
        if colour not in self.committed:
            self.committed[colour] = self.program.column(self.most_jokers)
        return [(self.committed[colour], 1)]

    def close(self) -> None:
        if self.count < 0:
            return
        program, rules, groups = self.program, self.rules, self.count
        for colour in self.tiles.keys() | self.committed.keys():
            of_colour = [part[colour] for part in (self.tiles, self.committed) if colour in part]
            program.row([*((column, 1) for column in of_colour), (groups, -1)], high=0)
        tiles: list[Term] = [(column, 1) for column in self.tiles.values()]
        jokers = self.all_jokers()
        program.row(tiles + jokers + [(groups, -rules.sets.min_group)], low=0)
        if jokers or rules.max_group < len(self.tiles):
            program.row(tiles + jokers + [(groups, -rules.max_group)], high=0)
        if self.most_jokers > rules.sets.min_group - rules.sets.min_natural:
            program.row(tiles + [(groups, -rules.sets.min_natural)], low=0)
        if self.most_jokers > rules.max_jokers:
            program.row(jokers + [(groups, -rules.max_jokers)], high=0)

    def decode(self, solution: Sequence[int]) -> list[Placed]:
        count = solution[self.count] if self.count >= 0 else 0
        if not count:
            return []
        tiles = Counter({colour: solution[column] for colour, column in self.tiles.items()})
        committed = Counter({colour: solution[column] for colour, column in self.committed.items()})
        wild = solution[self.open_jokers] if self.open_jokers >= 0 else 0
        if committed.total():
            return [Placed(GROUP, places) for places in _even_groups(self.number, count, tiles, committed, wild)]
        dealt = [Place(colour, self.number) for colour in sorted(tiles.elements())]
        # Jokers go last, so that they spread as evenly as the rest.
        dealt += [Place(-1, self.number, True)] * wild
        return [Placed(GROUP, tuple(dealt[i::count])) for i in range(count)]


def _even_groups(
    number: int, count: int, tiles: Counter[int], committed: Counter[int], wild: int
) -> Iterator[tuple[Place, ...]]:
    """Deal tiles and jokers to groups where some jokers have a colour, others are `wild`.

    Each group takes its even share, to within one, of the number tiles, of the jokers and
    of both, and each colour that must be in all groups left. There always is such a
    share: the colours are one laminar family of the tiles, the rest is another.
    """
    colours = sorted((tiles + committed).keys())
    for left in range(count, 0, -1):
        naturals, jokers = tiles.total(), committed.total() + wild
        choices: list[list[Place | None]] = []
        for colour in colours:
            must = tiles[colour] + committed[colour] == left
            choices.append([Place(colour, number)] if tiles[colour] else [])
            choices[-1] += [Place(colour, number, True)] if committed[colour] else []
            choices[-1] += [] if must else [None]
        for chosen, more in product(product(*choices), range(wild + 1)):
            share = [place for place in chosen if place is not None]
            held = sum(place.is_joker for place in share) + more
            if (
                _is_even(held, jokers, left)
                and _is_even(len(share) + more - held, naturals, left)
                and _is_even(len(share) + more, naturals + jokers, left)
            ):
                break
        else:
            raise AssertionError("unreachable: laminar families have even shares")
        for place in share:
            (committed if place.is_joker else tiles)[place.colour] -= 1
        wild -= more
        yield (*share, *[Place(-1, number, True)] * more)


def _is_even(part: int, whole: int, groups: int) -> bool:
    """Whether a part is one of `groups` even shares, to within one."""
    return whole // groups <= part <= -(-whole // groups)


def positions(rules: Rules) -> int:
    """How many places in a row the run flow of a colour has: one more where 1 ends a run."""
    return rules.tiles.numbers + (rules.sets.wrap == "high_one")


def most_sets(tiles: Sequence[int], jokers: int) -> int:
    """How many sets can hold one tile of each of these kinds, jokers filling the gaps.

    `tiles` counts the tiles at hand of each kind.
    """
    most = min(tiles) + jokers
    if jokers:
        while sum([most - count for count in tiles if count < most]) > jokers:
            most -= 1
    return most


class Stretch(NamedTuple):
    """Places in a row of which some are told.

    `pattern` has `n` for a number tile, `j` for a joker, `c` for a joker that somebody has
    claimed, and `?` for a tile or a joker. A whole run is `closed`; others reach beyond.
    """

    column: int
    first: int
    pattern: str
    closed: bool


class PlainRuns:
    """The runs of one colour, where no run can have too many jokers or too few tiles.

    Where jokers are `wild` they count as tiles here (see `WildNetwork`). With `span` runs
    lie within these places, with `least` they are longer than the rules ask for. With
    `unrolled` a run that goes round the circle passes a place for each of its tiles: it
    starts in the first round, and goes on as far as tiles and jokers of the colour reach,
    so that each run has a start.
    """

    def __init__(
        self,
        program: Program,
        rules: Rules,
        stock: Sequence[int],
        jokers: int,
        colour: int,
        *,
        wild: bool = False,
        span: range | None = None,
        least: int = 0,
        unrolled: bool = False,
    ) -> None:
        n, m = rules.tiles.numbers, max(rules.sets.min_run, least)
        self.program, self.colour, self.numbers, self.least = program, colour, n, m
        self.around = rules.sets.wrap == "around" and not unrolled
        self.length = n - 1 + sum(stock[1:]) + jokers if unrolled else positions(rules)
        self.tiles = [stock[u % n + 1] for u in range(self.length)]
        self.places = [[Place(colour, u % n + 1, is_joker) for u in range(self.length)] for is_joker in (False, True)]
        self.most_jokers, self.wild = jokers, wild
        self.span = range(self.length) if span is None else span
        self.start: list[int] = [-1] * self.length
        self.later: list[int] = [-1] * self.length
        self.joker: list[int] = [-1] * self.length
        # By place: columns that lay something there, a tile or a joker; by number: tiles and jokers only.
        self.cover: list[list[Term]] = [[] for _ in range(self.length)]
        self.solid: list[list[Term]] = [[] for _ in range(n + 1)]
        self.told_jokers: list[list[Term]] = [[] for _ in range(n + 1)]
        self.claimed: list[list[Term]] = [[] for _ in range(n + 1)]
        self.stretches: list[Stretch] = []
        self.prefixes: list[tuple[int, int, int]] = []
        # Where a run passes a place twice it may start in the first round only.
        self.last_start = n - 1 if unrolled else self.length - 1
        if m <= (self.length if unrolled else n + (rules.sets.wrap != "none")):
            self._columns()

    def _highs(self) -> tuple[list[int], list[int], list[int]]:
        """By place, how many starts, later tiles and jokers there can be."""
        tiles, length, m, jokers = self.tiles, self.length, self.least, self.most_jokers
        starts, later, joker = [0] * length, [0] * length, [0] * length
        within = [False] * length
        row = tiles + tiles[: m - 1] if self.around else tiles
        for u in range(len(row) - m + 1):
            if u not in self.span or u + m - 1 not in self.span and not self.around:
                continue
            starts[u] = most_sets(row[u : u + m], jokers)
            if starts[u]:
                for i in range(u, u + m):
                    within[i % length] = True
            if u > self.last_start:
                starts[u] = 0
        for u in range(length):
            if within[u]:
                if within[u - 1] and (self.around or u >= m):
                    later[u] = tiles[u] + jokers
                joker[u] = jokers
        return starts, later, joker

    def _columns(self) -> None:
        """A column only where a run can be: enough tiles and jokers for `least` in a row."""
        program, length, m = self.program, self.length, self.least
        starts, later, joker = self._highs()
        for u in range(length):
            if starts[u]:
                self.start[u] = program.column(starts[u])
                program.favoured[self.start[u]] = -1
                for i in range(m):
                    self.cover[(u + i) % length].append((self.start[u], 1))
        for u in range(length):
            if later[u]:
                self.later[u] = program.column(later[u])
                self.cover[u].append((self.later[u], 1))
            if joker[u] and self.tiles[u] and not self.wild:
                self.joker[u] = program.column(joker[u])

    @property
    def starts(self) -> list[Term]:
        """Terms that count the runs, where no stretches were added."""
        return [(column, 1) for column in self.start if column >= 0]

    def places_held(self) -> list[tuple[int, list[int]]]:
        """Each start and later tile, by column, and the numbers that a run with it holds for certain."""
        reach = ((self.start, 0, self.least), (self.later, -self.least, self.least + 1))
        return [
            (column, [(u + before + i) % self.numbers + 1 for i in range(count)])
            for columns, before, count in reach
            for u, column in enumerate(columns)
            if column >= 0
        ]

    def add_stretch(self, first: int, pattern: str, most: int, closed: bool) -> int:
        """A column for runs that hold this stretch, at least as long as a run, before `close`.

        Such a run may reach beyond the stretch on both sides unless it is closed.
        """
        column = self.program.column(most)
        self.stretches.append(Stretch(column, first % self.length, pattern, closed))
        told = {"n": self.solid, "j": self.told_jokers, "c": self.claimed}
        for i, what in enumerate(pattern):
            u = (first + i) % self.length
            if what == "?":
                self.cover[u].append((column, 1))
            else:
                told[what][u % self.numbers + 1].append((column, 1))
        return column

    def close(self) -> None:
        """A later tile comes behind a start, a stretch or a later tile; jokers lie on tiles' places."""
        program, length, m = self.program, self.length, self.least
        self._add_prefixes()
        ends: list[list[Term]] = [[] for _ in range(length)]
        for column, first, pattern, closed in self.stretches:
            if not closed:
                ends[(first + len(pattern) - 1) % length].append((column, -1))
        for u in range(length):
            if self.later[u] >= 0:
                behind: list[Term] = [(self.later[u], 1), *ends[u - 1]]
                if (self.around or u >= m) and self.start[u - m] >= 0:
                    behind.append((self.start[u - m], -1))
                if (self.around or u) and self.later[u - 1] >= 0:
                    behind.append((self.later[u - 1], -1))
                program.row(behind, high=0)
            if self.joker[u] >= 0:
                program.row([*self.cover[u], (self.joker[u], -1)], low=0)

    def _add_prefixes(self) -> None:
        """What may lie before a stretch: less than a run, since a run could stand alone."""
        at: dict[int, list[Term]] = {}
        for column, first, _, closed in self.stretches:
            if not closed:
                at.setdefault(first, []).append((column, -1))
        for first, stretches in sorted(at.items()):
            prefixes: list[Term] = []
            for size in range(1, self.least):
                u = (first - size) % self.length
                if (not self.around and first < size) or not (self.tiles[u] or self.most_jokers):
                    break
                column = self.program.column(sum(self.program.high[stretch] for stretch, _ in stretches))
                prefixes.append((column, 1))
                self.prefixes.append((column, first, size))
                for i in range(1, size + 1):
                    self.cover[(first - i) % self.length].append((column, 1))
            if prefixes:
                self.program.row(prefixes + stretches, high=0)

    def naturals_at(self, number: int) -> list[Term]:
        """Terms that count the number tiles laid at `number`."""
        terms = list(self.solid[number])
        for u in range(number - 1, self.length, self.numbers):
            if self.tiles[u] or self.wild:
                terms += self.cover[u]
                if self.joker[u] >= 0:
                    terms.append((self.joker[u], -1))
        return terms

    def jokers_at(self, number: int) -> list[Term]:
        """Terms that count the jokers laid for `number`."""
        return self.open_jokers_at(number) + self.claimed[number]

    def all_jokers(self) -> list[Term]:
        """Terms that count all jokers laid."""
        return [term for number in range(1, self.numbers + 1) for term in self.jokers_at(number)]

    def open_jokers_at(self, number: int) -> list[Term]:
        """Terms that count the jokers laid for `number` which nobody has claimed."""
        terms = list(self.told_jokers[number])
        for u in range(number - 1, self.length, self.numbers):
            if self.joker[u] >= 0:
                terms.append((self.joker[u], 1))
            elif not self.tiles[u]:
                # No such tile exists: all that lies there are jokers.
                terms += self.cover[u]
        return terms

    def decode(self, solution: Sequence[int]) -> list[Placed]:
        length, m = self.length, self.least
        runs = [(u, "?" * m) for u, column in enumerate(self.start) if column >= 0 for _ in range(solution[column])]
        if not (runs or self.stretches or self.around):
            return []
        prefixes = [(first, size) for column, first, size in self.prefixes for _ in range(solution[column])]
        whole = []
        for column, first, pattern, closed in self.stretches:
            if closed:
                whole += [(first, pattern)] * solution[column]
                continue
            for _ in range(solution[column]):
                size = next((size for at, size in prefixes if at == first), 0)
                if size:
                    prefixes.remove((first, size))
                runs.append((first - size, "?" * size + pattern))
        later = [solution[column] if column >= 0 else 0 for column in self.later]
        jokers = self._jokers_laid(solution)
        placed = []
        for first, pattern in _grow(runs, later) + whole:
            places = []
            for u, told in enumerate(pattern, first):
                u %= length
                is_joker = told in "jc" or told == "?" and jokers[u] > 0
                jokers[u] -= told == "?" and is_joker
                places.append(self.places[is_joker][u])
            placed.append(Placed(RUN, tuple(places)))
        return placed

    def _jokers_laid(self, solution: Sequence[int]) -> list[int]:
        """By place, the jokers of runs and stretches that do not tell where theirs lie."""
        if not self.most_jokers or self.wild:
            return [0] * self.length
        return [
            solution[column] if column >= 0 else sum(solution[c] for c, _ in self.cover[u]) * (not self.tiles[u])
            for u, column in enumerate(self.joker)
        ]


def _grow(runs: list[tuple[int, str]], later: list[int]) -> list[tuple[int, str]]:
    """Let runs (first place, pattern) go on with the later tiles, side by side so that they stay short.

    A later tile always finds a run to continue: had every run that ends before it been
    continued, the flow rows would be broken, unless later tiles go all round the circle.
    """
    length, left = len(later), list(later)
    grown = True
    while grown and any(left):
        grown = False
        for i, (first, pattern) in enumerate(runs):
            following = (first + len(pattern)) % length
            if left[following] > 0:
                runs[i] = (first, pattern + "?")
                left[following] -= 1
                grown = True
    while any(left):
        # What is left closes circles: every place once, cut anywhere.
        runs.append((0, "?" * length))
        left = [count - 1 for count in left]
    return runs


State = tuple[int, int, int]
"""Tiles, number tiles and jokers met in a run, each counted no further than it matters."""


class TrackedRuns:
    """The runs of one colour, where a run can have too many jokers or too few number tiles.

    A flow from state to state: each column is the number of runs that go from a state at
    one place to the next place with a number tile or with a joker there.
    """

    def __init__(
        self, program: Program, rules: Rules, stock: Sequence[int], jokers: int, colour: int, *, least: int = 0
    ) -> None:
        n = rules.tiles.numbers
        self.colour, self.numbers, self.length = colour, n, positions(rules)
        self.around = rules.sets.wrap == "around"
        self.full = (max(rules.sets.min_run, least), rules.sets.min_natural)
        self.most_jokers = rules.max_jokers if rules.max_jokers < jokers else None
        self._naturals: list[list[Term]] = [[] for _ in range(n + 1)]
        self._jokers: list[list[Term]] = [[] for _ in range(n + 1)]
        self.steps: list[dict[State, list[tuple[int, State, bool]]]] = [{} for _ in range(self.length)]
        if not self.around and self.full[0] > self.length:
            return
        arrivals: list[dict[State, list[int]]] = [{} for _ in range(self.length)]
        for u in range(self.length):
            number = u % n + 1
            for state in self._states():
                first = state == (0, 0, 0)
                if not first and not self.around and state[0] > u:
                    continue
                for is_joker, most in ((False, stock[number]), (True, jokers)):
                    after = self._after(state, is_joker)
                    if not most or after is None:
                        continue
                    column = program.column(most)
                    self.steps[u].setdefault(state, []).append((column, after, is_joker))
                    arrivals[u].setdefault(after, []).append(column)
                    (self._jokers if is_joker else self._naturals)[number].append((column, 1))
        for u in range(self.length):
            following = self.steps[(u + 1) % self.length] if self.around or u + 1 < self.length else {}
            for state in self._states():
                if state == (0, 0, 0):
                    continue
                terms: list[Term] = [(column, 1) for column in arrivals[u].get(state, [])]
                terms += [(column, -1) for column, _, _ in following.get(state, [])]
                if terms:
                    program.row(terms, 0, INFINITY if state[:2] == self.full else 0)
        in_circle = 0 if self.most_jokers is not None else jokers
        if self.around and (n < rules.sets.min_run or n - in_circle < rules.sets.min_natural):
            self._tie_circles(program, stock, jokers)

    def _tie_circles(self, program: Program, stock: Sequence[int], jokers: int) -> None:
        """A circle that never starts may be no run, but the rest of one: then some run must start.

        All circles pass each place, so one place is enough: there they are no more than the tiles.
        """
        u = min(range(self.length), key=lambda place: stock[place + 1])
        most = stock[u + 1] + jokers
        starts: list[Term] = [(column, -most) for at in self.steps for column, _, _ in at.get((0, 0, 0), [])]
        passing: list[Term] = [
            (column, 1) for state, outs in self.steps[u].items() if state[0] == self.full[0] for column, _, _ in outs
        ]
        program.row(passing + starts, high=0)

    def _states(self) -> list[State]:
        most, natural = self.full
        jokers = range((self.most_jokers or 0) + 1)
        return [(0, 0, 0)] + [
            (length, met, j) for length in range(1, most + 1) for met in range(natural + 1) for j in jokers
        ]

    def _after(self, state: State, is_joker: bool) -> State | None:
        length, met, jokers = state
        if is_joker and self.most_jokers is not None:
            if jokers == self.most_jokers:
                return None
            jokers += 1
        return (min(length + 1, self.full[0]), min(met + (not is_joker), self.full[1]), jokers)

    @property
    def starts(self) -> list[Term]:
        """Terms that count the runs, but for circles."""
        return [(column, 1) for at in self.steps for column, _, _ in at.get((0, 0, 0), [])]

    def close(self) -> None:
        """Nothing had to wait."""

    def naturals_at(self, number: int) -> list[Term]:
        """Terms that count the number tiles laid at `number`."""
        return self._naturals[number]

    def jokers_at(self, number: int) -> list[Term]:
        """Terms that count the jokers laid for `number`."""
        return self._jokers[number]

    open_jokers_at = jokers_at

    def all_jokers(self) -> list[Term]:
        """Terms that count all jokers laid."""
        return [term for number in range(1, self.numbers + 1) for term in self.jokers_at(number)]

    def decode(self, solution: Sequence[int]) -> list[Placed]:
        left = {column: solution[column] for at in self.steps for outs in at.values() for column, _, _ in outs}
        placed = []
        for u in range(self.length):
            while (places := self._path(u, (0, 0, 0), left)) is not None:
                placed.append(Placed(RUN, places))
        for u in range(self.length):
            for state in self._states():
                while state[0] == self.full[0] and (places := self._path(u, state, left)) is not None:
                    if len(places) < self.full[0] or sum(not place.is_joker for place in places) < self.full[1]:
                        # A circle that is no run goes on from where a run ends.
                        run = placed.pop()
                        cut = run.places[-1].number % self.numbers - u
                        places = (*run.places, *places[cut:], *places[:cut])
                    placed.append(Placed(RUN, places))
        return placed

    def _path(self, u: int, state: State, left: dict[int, int]) -> tuple[Place, ...] | None:
        """Take one run out of the flow, from `state` before place `u` until it cannot go on."""
        places: list[Place] = []
        while self.around or u < self.length:
            at = u % self.length
            step = next((out for out in self.steps[at].get(state, []) if left[out[0]] > 0), None)
            if step is None:
                break
            left[step[0]] -= 1
            places.append(Place(self.colour, at % self.numbers + 1, step[2]))
            state = step[1]
            u += 1
        return tuple(places) or None
