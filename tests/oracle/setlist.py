"""A second formulation for large positions: the classic list of all sets, from which an integer programme chooses.

It holds for rules where jokers move like any tile and the table may be rearranged freely (`free`), and shares nothing
with the exhaustive search but the parameters. See den Hertog & Hulshof, The Computer Journal 49(6), 2006.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

from ortools.linear_solver import pywraplp
from rulebook import JOKER, Natural, Rules, Tile

Tiles = tuple[Tile, ...]


def runs(rules: Rules, max_tiles: int) -> Iterator[tuple[Natural, ...]]:
    """Every run without jokers of at most this many tiles."""
    for colour in range(rules.colours):
        for first in range(1, rules.numbers + 1):
            longest = {
                "none": rules.numbers - first + 1,
                "high_one": rules.numbers - first + 2,
                "around": max_tiles,
            }[rules.wrap]
            for length in range(rules.min_run, min(longest, max_tiles) + 1):
                yield tuple((colour, (first + step - 1) % rules.numbers + 1) for step in range(length))


def groups(rules: Rules, max_tiles: int) -> Iterator[tuple[Natural, ...]]:
    """Every group without jokers of at most this many tiles."""
    largest = min(rules.colours if rules.max_group is None else rules.max_group, rules.colours, max_tiles)
    for number in range(1, rules.numbers + 1):
        for size in range(rules.min_group, largest + 1):
            for colours in combinations(range(rules.colours), size):
                yield tuple((colour, number) for colour in colours)


def _with_jokers(natural_set: tuple[Natural, ...], rules: Rules) -> Iterator[Tiles]:
    """The set itself, and with jokers in place of some tiles."""
    most = rules.jokers if rules.max_jokers is None else min(rules.jokers, rules.max_jokers)
    for jokers in range(min(most, len(natural_set) - rules.min_natural) + 1):
        for kept in combinations(natural_set, len(natural_set) - jokers):
            if all(count <= rules.copies for count in Counter(kept).values()):
                yield (*sorted(kept), *[JOKER] * jokers)


def sets(rules: Rules, max_tiles: int) -> list[Tiles]:
    """Every legal set of at most this many tiles, as a multiset of tiles: naturals in order, then jokers.

    >>> len(sets(Rules(), 5))
    1173
    """
    found: set[Tiles] = set()
    for natural_set in (*runs(rules, max_tiles), *groups(rules, max_tiles)):
        found.update(_with_jokers(natural_set, rules))
    return sorted(found, key=lambda tiles: (len(tiles), tiles.count(JOKER), repr(tiles)))


def _needs_no_cut(has_natural: Sequence[bool], rules: Rules) -> bool:
    """Whether a run cannot be cut into two runs; places are told by whether a natural tile lies there."""
    for cut in range(rules.min_run, len(has_natural) - rules.min_run + 1):
        if min(sum(has_natural[:cut]), sum(has_natural[cut:])) >= rules.min_natural:
            return False
    return True


@cache
def enough_sets(rules: Rules) -> list[Tiles]:
    """The sets that suffice to arrange whatever can be arranged: all groups, and the runs that cannot be cut in two.

    Up to 2 * min_run - 1 tiles that is every run. Longer ones count only where every cut leaves one part with too few
    natural tiles. That bounds them: with m tiles and t naturals asked for, either an outermost cut has fewer than t
    naturals on its inner side, so fewer than t + m in all, or the side that is short changes between two neighbouring
    cuts, so fewer than 2 t in all; the rest are jokers.
    """
    listed = set(sets(rules, 2 * rules.min_run - 1))
    for group in groups(rules, rules.colours):
        listed.update(_with_jokers(group, rules))
    jokers = rules.jokers if rules.max_jokers is None else min(rules.jokers, rules.max_jokers)
    longest = jokers + rules.min_natural + max(rules.min_natural, rules.min_run) - 1
    for run in runs(rules, longest):
        if len(run) >= 2 * rules.min_run:
            for joker_count in range(1, min(jokers, len(run) - rules.min_natural) + 1):
                for places in combinations(range(len(run)), joker_count):
                    kept = [tile for place, tile in enumerate(run) if place not in places]
                    possible = max(Counter(kept).values()) <= rules.copies
                    if possible and _needs_no_cut([place not in places for place in range(len(run))], rules):
                        listed.add((*sorted(kept), *[JOKER] * joker_count))
    return sorted(listed, key=lambda tiles: (len(tiles), tiles.count(JOKER), repr(tiles)))


class _Programme:
    """How often each set is laid and how many of each rack tile are played: the sets use up table and played tiles."""

    def __init__(self, table_tiles: Iterable[Tile], rack: Iterable[Tile], rules: Rules, back_end: str) -> None:
        table, held = Counter(table_tiles), Counter(rack)
        both = table + held
        self.solver = pywraplp.Solver.CreateSolver(back_end)
        if self.solver is None:
            raise ValueError(f"no such back end: {back_end}")
        self.played = {tile: self.solver.IntVar(0, count, f"play {tile}") for tile, count in held.items()}
        rows = {tile: self.solver.Constraint(table[tile], table[tile]) for tile in both}
        for tile, variable in self.played.items():
            rows[tile].SetCoefficient(variable, -1)
        for number, tiles in enumerate(enough_sets(rules)):
            content = Counter(tiles)
            if all(both[tile] >= count for tile, count in content.items()):
                most = min(both[tile] // count for tile, count in content.items())
                times = self.solver.IntVar(0, most, f"set {number}")
                for tile, count in content.items():
                    rows[tile].SetCoefficient(times, count)

    def maximise(self, worth: Callable[[Tile], int]) -> int | None:
        """The most that the played tiles can be worth, kept to from now on; None if nothing can be arranged."""
        total = sum(worth(tile) * variable for tile, variable in self.played.items())
        self.solver.Maximize(total)
        exact = pywraplp.MPSolverParameters()
        exact.SetDoubleParam(exact.RELATIVE_MIP_GAP, 0.0)
        status = self.solver.Solve(exact)
        if status == pywraplp.Solver.INFEASIBLE:
            return None
        if status != pywraplp.Solver.OPTIMAL:
            raise RuntimeError(f"not solved: status {status}")
        most = int(round(self.solver.Objective().Value()))
        if self.played:
            self.solver.Add(total == most)
        return most


def _one(_: Tile) -> int:
    return 1


def _face_value(tile: Tile) -> int:
    return 0 if isinstance(tile, str) else tile[1]


def _minus_jokers(tile: Tile) -> int:
    return -1 if isinstance(tile, str) else 0


def _penalty(tile: Tile) -> int:
    return 30 if isinstance(tile, str) else tile[1]


def most_tiles(table_tiles: Iterable[Tile], rack: Iterable[Tile], rules: Rules, back_end: str = "CBC") -> int | None:
    """Most rack tiles that can be laid on a heap of table tiles. None if no choice of them makes it a table."""
    return _Programme(table_tiles, rack, rules, back_end).maximise(_one)


def most_value(
    table_tiles: Iterable[Tile], rack: Iterable[Tile], rules: Rules, joker_worth: int = 0, back_end: str = "CBC"
) -> int | None:
    """Most face value of the rack tiles that can be laid. None if the table cannot be arranged with any of them."""
    return _Programme(table_tiles, rack, rules, back_end).maximise(
        lambda tile: joker_worth if isinstance(tile, str) else tile[1]
    )


GOALS: dict[str, tuple[Callable[[Tile], int], ...]] = {
    "value": (_face_value, _minus_jokers, _one),
    "tiles": (_one, _face_value, _minus_jokers),
    "penalty": (_penalty, _one),
}
"""The objectives with their tie-breaks."""


def lexi(
    table_tiles: Sequence[Tile], rack: Sequence[Tile], rules: Rules, objective: str, back_end: str = "CBC"
) -> tuple[int, ...] | None:
    """The best that can be done, as in `exhaustive.best`: (goes out, objective, its tie-breaks).

    One goal is fixed before the next.
    """
    if not rack:
        return (False, *(0 for _ in GOALS[objective]))
    goes_out = most_tiles(table_tiles, rack, rules, back_end) == len(rack)
    if goes_out:
        return (True, *(sum(map(goal, rack)) for goal in GOALS[objective]))
    programme = _Programme(table_tiles, rack, rules, back_end)
    results = [programme.maximise(goal) for goal in GOALS[objective]]
    if any(result is None for result in results):
        return None
    return (False, *(result for result in results if result is not None))


def winning_hands(tiles: int, rules: Rules | None = None) -> int:
    """How many different hands of this many natural tiles can go out at once, without a table.

    >>> winning_hands(6)
    4656
    """
    return len(_winning_hands(tiles, rules or Rules()))


@cache
def _winning_hands(tiles: int, rules: Rules) -> frozenset[int]:
    """Each hand as a number whose digits, one for each kind of tile, count the tiles."""
    if tiles == 0:
        return frozenset({0})
    base = rules.copies + 2
    hands = set()
    short = max(2 * rules.min_run - 1, rules.colours)
    for natural_set in {tuple(sorted(found)) for found in (*runs(rules, short), *groups(rules, short))}:
        if len(natural_set) > tiles:
            continue
        digits = [base ** (colour * rules.numbers + number - 1) for colour, number in natural_set]
        added = sum(digits)
        for hand in _winning_hands(tiles - len(natural_set), rules):
            if all((hand + added) // digit % base <= rules.copies for digit in digits):
                hands.add(hand + added)
    return frozenset(hands)
