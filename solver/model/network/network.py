"""Runs and groups as a network: a few columns for each colour and number.

Groups of one number are counted together (`Groups`), and so are the runs that pass one
tile of a colour (`Runs`); how many copies and jokers there are changes bounds only.
Where a set could hold too many jokers or too few number tiles, the run flow counts how
many it has met (`CountedRuns`).

A set that plays a part in the rules must be told from all others: it has columns of its
own, a small network of the same kind beside the one of all other sets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from solver.deadline import Deadline, check_time
from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN
from solver.model.network.counted_runs import CountedRuns
from solver.model.network.groups import Groups
from solver.model.network.places import Place, Placed, Stock, track
from solver.model.network.runs import Runs
from solver.model.program import Program, Term

__all__ = ["Network", "OwnSets"]

OwnSets = Runs | CountedRuns | Groups
"""Runs of a colour or groups of a number that have columns of their own."""


def _sure_run(rules: Rules, jokers: int) -> int:
    """How many tiles in a row are a run of their own, whichever of them are jokers."""
    return max(rules.sets.min_run, rules.sets.min_natural + min(jokers, rules.max_jokers))


class Network:
    """The runs and groups that can be laid from a stock of tiles and some jokers.

    `stock` counts the number tiles and `jokers` the jokers that may come in at most. Sets
    that are not told apart are laid from the number tiles `untold`, all of the stock if
    that is not given. With `counts_jokers=False` sets may hold too many jokers: a smaller
    relaxation. After `deadline` nothing is added any more, but a `TimeoutError` raised.
    """

    def __init__(
        self,
        program: Program,
        rules: Rules,
        stock: Stock,
        jokers: int,
        *,
        untold: Stock | None = None,
        counts_jokers: bool = True,
        deadline: Deadline = None,
    ) -> None:
        self.program, self.rules, self.stock, self.most_jokers = program, rules, stock, jokers
        self.must_count = self.may_have_too_many(rules, jokers)
        self.counts = self.must_count and counts_jokers
        # A longer run falls into two.
        self.track = track(rules, 2 * _sure_run(rules, jokers) - 1)
        self._runs: list[list[Runs | CountedRuns]] = [[] for _ in range(rules.tiles.colours)]
        self._groups: list[list[Groups]] = [[] for _ in range(rules.tiles.numbers + 1)]
        self._committed: dict[int, list[int]] = {}
        """By number, the colours that jokers of groups are laid as."""
        self._is_closed = False
        self.deadline = deadline
        untold = stock if untold is None else untold
        for colour, runs in enumerate(self._runs):
            check_time(deadline)
            kind = CountedRuns if self.counts else Runs
            runs.append(kind(program, rules, self.track, untold[colour], jokers, colour))
        for number, groups in enumerate(self._groups[1:], 1):
            check_time(deadline)
            groups.append(Groups(program, rules, untold, jokers, number))

    @property
    def sure_run(self) -> int:
        """How many tiles in a row are a run of their own here, whichever of them are jokers."""
        return _sure_run(self.rules, self.most_jokers if self.counts else 0)

    @staticmethod
    def may_have_too_many(rules: Rules, jokers: int) -> bool:
        """Whether a set could hold too many of so many jokers or, which comes to the same, too few number tiles."""
        least = min(rules.sets.min_run, rules.sets.min_group)
        return jokers > rules.max_jokers or jokers > least - rules.sets.min_natural

    def add_runs(
        self,
        colour: int,
        span: range | None = None,
        *,
        least: int = 0,
        most: int | None = None,
        held: Collection[int] = (),
    ) -> Runs | CountedRuns:
        """Runs of one colour that are told from all others, up to `most`, before `close`.

        They have at least `least` tiles and, unless runs go round, lie within the places `span` of the track.
        All of them have the number tiles on the places `held`; where jokers are counted, who asks for that
        writes it as rows.
        """
        check_time(self.deadline)
        rules, jokers, tiles = self.rules, self.most_jokers, self.stock[colour]
        # One of these may be as long as the tiles and jokers reach.
        way = track(rules, sum(tiles) + jokers)
        if span is not None and not rules.sets.go_round:
            way = way._replace(numbers=way.numbers[span.start : span.stop])
            held = [place - span.start for place in held]
        runs: Runs | CountedRuns
        if self.counts:
            runs = CountedRuns(self.program, rules, way, tiles, jokers, colour, least=least, most=most)
        else:
            runs = Runs(self.program, rules, way, tiles, jokers, colour, least=least, most=most, held=held)
        self._runs[colour].append(runs)
        return runs

    def add_groups(self, number: int, most: int | None = None, held: Collection[int] = ()) -> Groups:
        """Groups of one number, up to `most`, that are told from all others, before `close`.

        All of them have a tile of each colour in `held`.
        """
        check_time(self.deadline)
        groups = Groups(self.program, self.rules, self.stock, self.most_jokers, number, most=most, held=held)
        # A joker that is kept as a certain tile may lie in any of them.
        for colour in self._committed.get(number, ()):
            groups.jokers_for(colour, number)
        self._groups[number].append(groups)
        return groups

    def tiles_at(self, colour: int, number: int) -> list[Term]:
        """Terms that count the number tiles laid at (colour, number)."""
        return [term for sets in self._sets_at(colour, number) for term in sets.naturals(colour, number)]

    def jokers(self) -> list[Term]:
        """Terms that count all jokers laid."""
        return [term for sets in self._all() for term in sets.jokers()]

    def jokers_for(self, kind: str, colour: int, number: int) -> list[Term]:
        """Terms that count the jokers laid in sets of a kind as just this tile; ask before `close`."""
        check_time(self.deadline)
        if kind == GROUP and colour not in (colours := self._committed.setdefault(number, [])):
            colours.append(colour)
        of_kind = self._runs[colour] if kind == RUN else self._groups[number]
        return [term for sets in of_kind for term in sets.jokers_for(colour, number)]

    def joker_value(self) -> list[Term]:
        """Terms that add up the numbers that jokers stand for."""
        terms: list[Term] = []
        for number, of_number in enumerate(self._groups):
            for groups in of_number:
                terms += [(column, number * count) for column, count in groups.jokers()]
            for colour, of_colour in enumerate(self._runs):
                for runs in of_colour:
                    terms += [(column, number * count) for column, count in runs.jokers_for(colour, number)]
        return terms

    def _sets_at(self, colour: int, number: int) -> Sequence[OwnSets]:
        return [*self._runs[colour], *self._groups[number]]

    def _all(self) -> Iterator[OwnSets]:
        """All runs by colour, then all groups by number."""
        for of_colour in self._runs:
            yield from of_colour
        for of_number in self._groups:
            yield from of_number

    def close(self) -> None:
        """Write the rows that had to wait for all columns; nothing is added afterwards."""
        for sets in () if self._is_closed else self._all():
            check_time(self.deadline)
            sets.close()
        self._is_closed = True

    def decode(self, solution: Sequence[int]) -> list[Placed]:
        """The sets of a whole-numbered solution: runs by colour, then groups by number."""
        placed = [placed for sets in self._all() for placed in sets.decode(solution)]
        return placed if self.counts or not self.must_count else _without_bare_jokers(placed, self.rules)


def _without_bare_jokers(placed: list[Placed], rules: Rules) -> list[Placed]:
    """The same tiles without sets of nothing but jokers, if these find room beside number tiles.

    Where jokers are not counted, nothing keeps them out of a set of their own, which no rule allows.
    """
    others = [one for one in placed if not all(place.is_joker for place in one.places)]
    left = sum(len(one.places) for one in placed) - sum(len(one.places) for one in others)
    for i, one in enumerate(others):
        held = sum(place.is_joker for place in one.places)
        room = _places_beside(one, rules)[: min(left, max(0, rules.max_jokers - held))]
        below = [place for place in room if one.kind == RUN and place.number < one.places[0].number]
        above = [place for place in room if place not in below]
        others[i] = Placed(one.kind, (*reversed(below), *one.places, *above))
        left -= len(room)
    return placed if left else others


def _places_beside(one: Placed, rules: Rules) -> list[Place]:
    """Where jokers may be added to a set: behind its last tile, then before its first, nearest first."""
    first, last = one.places[0], one.places[-1]
    if one.kind == GROUP:
        return [Place(-1, first.number, True)] * (rules.max_group - len(one.places))
    if rules.sets.go_round or rules.sets.end_with_one:
        return []
    numbers = [*range(last.number + 1, rules.tiles.numbers + 1), *range(first.number - 1, 0, -1)]
    return [Place(first.colour, number, True) for number in numbers]
