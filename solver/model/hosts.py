"""Hosts: new sets that receive freed jokers, where these may not go everywhere.

Hosts are explicit columns or stretches, and where they are too many or too long for
that, runs and groups with networks of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from solver.game.sets import GROUP, RUN
from solver.game.tiles import Tile
from solver.model.columns import SetColumn, falls_apart, group_sets, run_sets, run_span, sure_run
from solver.model.network import Groups, Placed, PlainRuns, TrackedRuns, positions
from solver.model.problem import Problem
from solver.model.program import Term

__all__ = ["Hosts", "new_set_parts"]


class Host(NamedTuple):
    """A column of a new set, the freed jokers it takes, and what of it must come from the rack.

    Where the set has a network of its own, a column for each thing that it takes.
    """

    column: int
    freed: int
    rack_jokers: int = 0
    rack_tiles: tuple[Tile, ...] = ()


class HostPart(NamedTuple):
    """Some jokers of a new set with a network of its own: those that may stand for `tiles`.

    `freed` counts the freed ones; `jokers` are terms that count these and those that must come from the rack.
    """

    freed: int
    tiles: list[Tile]
    jokers: list[Term]


class Hosts:
    """The new sets that may receive up to `most_freed` freed jokers.

    `wanted` are the tiles that a kept joker may stand for; an explicit set is added with `add`.
    """

    def __init__(
        self, problem: Problem, most_freed: int, wanted: Collection[tuple[str, Tile]], add: Callable[[SetColumn], int]
    ) -> None:
        self.problem, self.most_freed, self.wanted, self.add = problem, most_freed, wanted, add
        self.two_rack = problem.rules.jokers.two_rack
        self.listed: list[Host] = []
        self.groups: list[tuple[int, list[Term], Groups]] = []
        """Groups that may receive freed jokers, with the column of how many they get and the terms of all theirs."""
        self.run_parts: list[HostPart] = []
        self.own_runs = False
        """Whether runs for freed jokers have networks of their own, and none is listed."""

    def claim(self, index: int, column: SetColumn) -> None:
        """An explicit set receives freed jokers."""
        places = column.placed.places
        tiles = tuple(Tile(*places[i][:2]) for i in column.rack_tiles)
        self.listed.append(Host(index, len(column.freed), len(column.rack_jokers), tiles))

    def kept_beside(self, tile: Tile) -> list[Term]:
        """Terms that count jokers of hosts, freed or from the rack, on places where a kept joker of a run may lie."""
        return [term for part in self.run_parts if tile in part.tiles for term in part.jokers]

    def rack_tiles(self) -> dict[Tile, list[Term]]:
        """By tile, terms that count those that hosts must get from the rack."""
        terms: dict[Tile, list[Term]] = {}
        for host in self.listed:
            for tile in host.rack_tiles:
                terms.setdefault(tile, []).append((host.column, 1))
        return terms

    def close(self, freed: Sequence[int]) -> None:
        """Write the rows: the jokers that these columns count go to hosts, with tiles and jokers from the rack."""
        problem, program = self.problem, self.problem.program
        hosted: list[Term] = [(host.column, -host.freed) for host in self.listed if host.freed]
        hosted += [(column, -1) for column, _, _ in self.groups]
        hosted += [(part.freed, -1) for part in self.run_parts]
        program.equal([*((column, 1) for column in freed), *hosted], 0)
        for _, jokers, groups in self.groups:
            program.row([*jokers, (groups.open_jokers, -1)], high=0)
        laid: list[Term] = [(host.column, host.rack_jokers) for host in self.listed if host.rack_jokers]
        if laid:
            program.row([*laid, (problem.played_jokers, -1)], high=0)
        if problem.rules.jokers.freed_by == "rearranging":
            for tile, terms in self.rack_tiles().items():
                program.row([*terms, (problem.played[tile.colour, tile.number], -1)], high=0)

    def add_all(self, told: bool) -> None:
        """Columns for the new sets that can receive freed jokers and the parts played in them, or networks."""
        problem = self.problem
        layout, network, rules = problem.layout, problem.layout.network, problem.rules
        plain, around = not network.tracked, rules.sets.wrap == "around"
        # There are too many ways to choose two tiles that come from the rack, to go round, or to say where jokers lie.
        self.own_runs = plain and (told or self.two_rack or around)
        # Else what a host's other places hold may stay open.
        lean = plain and not self.own_runs
        if lean:
            for colour in range(rules.tiles.colours):
                for first, pattern in _host_patterns(problem, colour, self.most_freed):
                    self._add_listed_run(colour, first, pattern)
                    problem.check_time()
        if self.own_runs:
            for colour in range(rules.tiles.colours):
                runs = [self.add_run(colour) for _ in range(self._most_hosts(colour))]
                problem.check_time()
                self._in_order([run.starts for run in runs if run is not None])
        if plain or not around:
            layout.run_with_part = self.add_run
        if network.apart:
            for number in range(1, rules.tiles.numbers + 1):
                for without in _makes_new(problem, number):
                    self._add_new_groups(number, without)
                    problem.check_time()
        group_places: dict[int, list[int]] = {}
        for kind, tile in sorted(self.wanted):
            if kind == GROUP:
                group_places.setdefault(tile.number, []).append(tile.colour)
        kinds = (RUN,) * (not plain) + (GROUP,) * (not network.apart)
        for host in _hosts(problem, self.most_freed, group_places, kinds):
            self.add(host)
            problem.check_time()

    def _most_hosts(self, colour: int) -> int:
        """How many runs of a colour can receive freed jokers, for lack of these and of tiles from the rack."""
        from_rack = sum(self.problem.rack[colour]) + self.problem.rack_jokers
        return min(self.most_freed, from_rack // 2) if self.two_rack else self.most_freed

    def _in_order(self, sets: list[list[Term]]) -> None:
        """Of networks that are alike the first ones are used."""
        for one, other in zip(sets, sets[1:], strict=False):
            self.problem.program.row([*one, *((column, -weight) for column, weight in other)], low=0)

    def _add_new_groups(self, number: int, without: frozenset[int]) -> None:
        """Groups that may receive freed jokers: in one network, or if two tiles come from the rack in one each."""
        problem, again = self.problem, self.problem.layout.groups_with_part.setdefault(number, [])
        if not self.two_rack:
            again.append(partial(self._add_groups, number, without))
            self._add_groups(number, without, self.most_freed)
            return
        at_hand = sum(problem.rack[colour][number] for colour in range(problem.rules.tiles.colours))
        groups = []
        for _ in range(min(self.most_freed, (at_hand + problem.rack_jokers) // 2)):
            again.append(partial(self._add_two_rack_group, number, without))
            groups.append(self._add_two_rack_group(number, without, 1))
        self._in_order([[(one.count, 1)] for one in groups if one is not None])

    def add_run(self, colour: int, span: range | None = None) -> PlainRuns | TrackedRuns | None:
        """One run of a colour in which freed jokers may lie, within these places, longer than those that are listed.

        If some are listed, only as an heir it may not be cut in two. None if there can't be one.
        """
        problem, program = self.problem, self.problem.program
        if not self._most_hosts(colour):
            return None
        least = 0 if self.own_runs else 2 * problem.rules.sets.min_run
        runs = problem.layout.network.add_runs(colour, span, least=least)
        if not runs.starts:
            return None
        program.row(runs.starts, high=1)
        for old in problem.position.table:
            if old.kind == RUN and old.tiles[0].colour == colour:
                # It does not hold all number tiles of an old run.
                numbers = Counter(tile.number for tile in old.naturals)
                held = [self._holds(runs, number, count) for number, count in numbers.items()]
                if all(held):
                    terms = [term for of_number in held for term in of_number]
                    program.row(terms + [(column, 1 - len(held)) for column, _ in runs.starts], high=0)
        # What a kept joker may stand for is counted by itself: a joker is kept, freed or from the rack.
        tiles = [Tile(colour, number) for number in range(1, problem.rules.tiles.numbers + 1)]
        wanted = {tile for kind, tile in self.wanted if kind == RUN}
        alone = [[tile] for tile in tiles if tile in wanted]
        parts = [self._host_part(some, runs) for some in [*alone, [t for t in tiles if t not in wanted]]]
        self.run_parts += parts
        # A run without a freed joker need not be one of these.
        freed: list[Term] = [(part.freed, 1) for part in parts]
        program.row(freed + [(column, -1) for column, _ in runs.starts], low=0)
        if self.two_rack:
            rack: list[Term] = [term for part in parts for term in part.jokers if term[0] != part.freed]
            rack += [term for tile in tiles for term in self._from_rack(tile, runs.naturals_at(tile.number), 2)]
            program.row(rack + [(column, -2) for column, _ in runs.starts], low=0)
        # A relaxation would make the smallest part of a run out of jokers.
        program.row(runs.all_jokers() + [(column, -problem.jokers) for column, _ in runs.starts], high=0)
        return runs

    def _holds(self, runs: PlainRuns | TrackedRuns, number: int, count: int) -> list[Term]:
        """Terms that are 1 if there are `count` number tiles of that number in one run; none if there can't be."""
        naturals, stock = runs.naturals_at(number), self.problem.stock[runs.colour][number]
        wrap = self.problem.rules.sets.wrap
        most = stock if wrap == "around" else min(stock, 1 + (wrap == "high_one" and number == 1))
        if most < count or most == 1:
            return naturals if most == count else []
        program = self.problem.program
        holds = program.column(1)
        program.row([*naturals, (holds, count - 1 - most)], high=count - 1)
        return [(holds, 1)]

    def _host_part(self, tiles: list[Tile], runs: PlainRuns | TrackedRuns) -> HostPart:
        """Which jokers of a run, of those that stand for these tiles, are freed ones and which are from the rack."""
        program = self.problem.program
        freed = program.column(self.most_freed)
        jokers: list[Term] = [(freed, 1)]
        if self.two_rack and self.problem.rack_jokers:
            rack = program.column(self.problem.rack_jokers)
            self.listed.append(Host(rack, 0, rack_jokers=1))
            jokers.append((rack, 1))
        laid = [term for tile in tiles for term in runs.open_jokers_at(tile.number)]
        program.row(jokers + [(column, -weight) for column, weight in laid], high=0)
        return HostPart(freed, tiles, jokers)

    def _from_rack(self, tile: Tile, laid: list[Term], most: int) -> list[Term]:
        """A term that counts up to `most` tiles of those `laid` that come from the rack, and are no tokens."""
        program, at_hand = self.problem.program, self.problem.rack[tile.colour][tile.number]
        if not at_hand or not laid:
            return []
        column = program.column(min(most, at_hand))
        self.listed.append(Host(column, 0, rack_tiles=(tile,)))
        program.row([(column, 1), *((other, -weight) for other, weight in laid)], high=0)
        return [(column, 1)]

    def _add_two_rack_group(self, number: int, without: frozenset[int], most: int) -> Groups | None:
        """One group, without number tiles of some colours, that holds freed jokers and two tiles from the rack."""
        program, rack_jokers = self.problem.program, self.problem.rack_jokers
        groups = self.problem.layout.network.add_groups(number, min(most, 1), without)
        if groups.open_jokers < 0:
            return None
        freed = program.column(self.most_freed)
        program.row([(freed, 1), (groups.count, -1)], low=0)
        rack: list[Term] = []
        if rack_jokers:
            rack.append((program.column(rack_jokers), 1))
            self.listed.append(Host(rack[0][0], 0, rack_jokers=1))
        self.groups.append((freed, [(freed, 1), *rack], groups))
        for colour in groups.tiles:
            rack += self._from_rack(Tile(colour, number), groups.naturals(colour), 1)
        program.row([*rack, (groups.count, -2)], low=0)
        return groups

    def _add_groups(self, number: int, without: frozenset[int], most: int) -> Groups:
        """Up to `most` groups, without number tiles of some colours, in which freed jokers may lie."""
        groups = self.problem.layout.network.add_groups(number, most, without)
        if groups.open_jokers >= 0:
            freed = self.problem.program.column(self.most_freed)
            self.groups.append((freed, [(freed, 1)], groups))
        return groups

    def _add_listed_run(self, colour: int, first: int, pattern: str) -> None:
        """A host by its pattern (see `_host_patterns`)."""
        problem, network = self.problem, self.problem.layout.network
        run = network.runs[colour]
        assert isinstance(run, PlainRuns)
        tile_at, joker_at = run.places
        told = pattern.replace("f", "c")

        def add() -> int:
            column = network.add_stretch(colour, first, told, self.most_freed, closed=True)
            self.listed.append(Host(column, pattern.count("f")))
            return column

        add()
        places = [
            joker_at[u] if what in "fj" or not run.tiles[u] else tile_at[u] for u, what in enumerate(pattern, first)
        ]
        either = frozenset(i for i, what in enumerate(pattern) if what == "?" and not places[i].is_joker)
        problem.layout.with_part.append((Placed(RUN, tuple(places)), either, add))


def new_set_parts(problem: Problem, placed: Placed, most_freed: int) -> list[SetColumn]:
    """The parts that a given set may play as a host: none if it is an old set with something added."""
    if _adds_to_old_set(placed, _old_naturals(problem)):
        return []
    return list(_host_parts(problem, placed, most_freed))


def _host_patterns(problem: Problem, colour: int, most_freed: int) -> Iterator[tuple[int, str]]:
    """Runs of one colour that may receive freed jokers, as (first place, pattern).

    In a pattern `f` is a freed joker, `j` another joker, and `?` a tile or a joker.
    """
    rules = problem.rules
    m, n, size = rules.sets.min_run, rules.tiles.numbers, positions(rules)
    stock = problem.stock[colour]
    runs = [old for old in problem.position.table if old.kind == RUN and old.tiles[0].colour == colour]
    olds = [_bits(tile.number for tile in old.naturals) for old in runs if len(set(old.naturals)) == len(old.naturals)]
    # Only a run with a 1 at both ends can hold one with a 1 at both ends.
    whole = [_bits(tile.number for tile in old.naturals) for old in runs]
    for first in range(size):
        for length in range(m, min(2 * m - 1, size - first) + 1):
            numbers = [u % n + 1 for u in range(first, first + length)]
            missing = [i for i, v in enumerate(numbers) if not stock[v]]
            if len(missing) > problem.jokers:
                continue
            for freed in _sized(range(length), most_freed):
                problem.check_time()
                spare = problem.jokers - len(freed)
                if sum(i not in freed for i in missing) > spare:
                    continue
                held = whole if numbers.count(1) > 1 else olds
                told = dict.fromkeys(freed, "f")
                yield from ((first, p) for p in _new_runs(numbers, told, stock, held, spare))


def _sized(items: range, most: int) -> Iterator[tuple[int, ...]]:
    for size in range(1, most + 1):
        yield from combinations(items, size)


def _bits(numbers: Iterable[int]) -> int:
    """Numbers as the bits of an integer; a 1 at both ends of a run is one bit."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def _new_runs(numbers: list[int], told: dict[int, str], stock: list[int], olds: list[int], spare: int) -> Iterator[str]:
    """Patterns of the run that hold no old run's number tiles, with more jokers told if need be."""
    naturals = _bits(v for i, v in enumerate(numbers) if told.get(i, "r") == "r" and stock[v])
    held = next((old for old in olds if not old & ~naturals), None)
    if held is None:
        yield "".join(told.get(i, "?") for i in range(len(numbers)))
    elif spare:
        # A joker in place of one of its tiles makes it a new run.
        for i, v in enumerate(numbers):
            if i not in told and held >> v & 1:
                yield from _new_runs(numbers, told | {i: "j"}, stock, olds, spare - 1)


def _hosts(
    problem: Problem, most_freed: int, group_places: dict[int, list[int]], kinds: tuple[str, ...]
) -> Iterator[SetColumn]:
    """Every set of these kinds that may receive freed jokers.

    A longer run falls into two sets, of which the one with the freed joker is a host
    again; only the two rack tiles of `new_set_two_rack` can hold it together.
    """
    rules = problem.rules
    two_rack = rules.jokers.two_rack
    olds, table = _old_naturals(problem), problem.position.table
    for placed in _host_sets(problem, group_places, kinds, long=two_rack):
        problem.check_time()
        if any(place.is_joker for place in placed.places) and not _adds_to_old_set(placed, olds):
            for host in _host_parts(problem, placed, most_freed):
                parts = host.freed + host.rack_jokers + host.rack_tiles
                if not (placed.kind == RUN and falls_apart(rules, placed, min(parts), max(parts), table)):
                    yield host


def _makes_new(problem: Problem, number: int) -> list[frozenset[int]]:
    """Colours without whose number tiles a group of that number is new: one of each old group's; all least choices."""
    olds = {
        frozenset(tile.colour for tile in old.naturals)
        for old in problem.position.table
        if old.kind == GROUP and old.tiles[0].number == number
    }
    choices: set[frozenset[int]] = {frozenset()}
    for old in sorted(olds, key=sorted):
        choices = {chosen if chosen & old else chosen | {colour} for chosen in choices for colour in old}
        choices = {chosen for chosen in choices if not any(other < chosen for other in choices)}
    return sorted(choices, key=sorted)


def _old_naturals(problem: Problem) -> list[tuple[str, tuple[Tile, ...]]]:
    """Kind and number tiles of each old set."""
    return [(old.kind, old.naturals) for old in problem.position.table]


def _adds_to_old_set(placed: Placed, olds: list[tuple[str, tuple[Tile, ...]]]) -> bool:
    """Whether a set holds all number tiles of an old set of its kind: then it is not new."""
    naturals = [place for place in placed.places if not place.is_joker]
    held = set(naturals)
    near = [old for kind, old in olds if kind == placed.kind and held.issuperset(old)]
    # A run round a circle can hold a tile twice.
    return any(len(set(old)) == len(old) or Counter(old) <= Counter(naturals) for old in near)


def _host_parts(problem: Problem, placed: Placed, most_freed: int) -> Iterator[SetColumn]:
    """Which of a new set's jokers are freed ones, and which two of its tiles come from the rack."""
    jokers = [i for i, place in enumerate(placed.places) if place.is_joker]
    for freed in _choices(placed, jokers, range(1, min(len(jokers), most_freed) + 1)):
        if not problem.rules.jokers.two_rack:
            yield SetColumn(placed, freed)
            continue
        for rack in _rack_pairs(problem, placed, freed):
            rack_jokers = tuple(i for i in rack if placed.places[i].is_joker)
            rack_tiles = tuple(i for i in rack if not placed.places[i].is_joker)
            yield SetColumn(placed, freed, rack_jokers, rack_tiles)


def _host_sets(
    problem: Problem, group_places: dict[int, list[int]], kinds: tuple[str, ...], *, long: bool
) -> Iterator[Placed]:
    rules = problem.rules
    least, box = rules.sets.min_run, rules.tiles
    sure = sure_run(rules, problem.jokers)
    longest = box.numbers + least if long else 2 * sure - 1
    if rules.sets.wrap == "around" and problem.position.table:
        # Longer ones, which may be heirs, have no networks of their own there.
        longest = max(longest, max(len(old.tiles) for old in problem.position.table) + 2 * sure)
    for colour in range(box.colours if RUN in kinds else 0):
        for length in range(least, longest + 1):
            for first in run_span(rules):
                yield from run_sets(rules, problem.stock, problem.jokers, colour, first, length)
    # As an heir a large one may not be cut in two.
    sizes = range(rules.sets.min_group, rules.max_group + 1)
    for number in range(1, box.numbers + 1 if GROUP in kinds else 1):
        yield from group_sets(rules, problem.stock, problem.jokers, number, sizes, group_places.get(number))


def _choices(placed: Placed, indices: list[int], sizes: range) -> Iterator[tuple[int, ...]]:
    """Different ways to choose some of the places: equal places are chosen in order."""
    seen = set()
    for size in sizes:
        for chosen in combinations(indices, size):
            key = tuple(placed.places[i] for i in chosen)
            if key not in seen:
                seen.add(key)
                yield chosen


def _rack_pairs(problem: Problem, placed: Placed, freed: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The two places of a host that are filled from the rack."""
    may = []
    for i, place in enumerate(placed.places):
        if i not in freed:
            at_hand = problem.rack_jokers if place.is_joker else problem.rack[place.colour][place.number]
            if at_hand:
                may.append(i)
    for pair in _choices(placed, may, range(2, 3)):
        if sum(placed.places[i].is_joker for i in pair) <= problem.rack_jokers:
            yield pair
