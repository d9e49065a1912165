"""Fewest moved tiles: every old set keeps as many tiles as it can in one new set.

An old set has at most one heir among the new sets, heirs are distinct, and what an old
set and its heir have in common has not moved. Likely heirs are explicit columns with
the tiles in common as their reward. An heir that shares a single tile is counted
without saying which set it is: almost any set will do, so the reward is an upper bound,
and whoever uses it compares it with the matching of the sets that were found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from solver.game.sets import GROUP, RUN, TileSet
from solver.game.tiles import JOKER, Tile
from solver.model.columns import SetColumn, group_sets, run_sets
from solver.model.network import Place, Placed, positions
from solver.model.problem import Problem
from solver.model.program import Term

__all__ = ["Heirs"]


@dataclass(frozen=True)
class OldSets:
    """Old sets of the same tiles: nothing tells them apart."""

    one: TileSet
    tiles: Counter[Tile]
    count: int


class Heirs:
    """Adds the heirs of the old sets to a problem and makes them its objective.

    With `single=True` heirs that share one tile are explicit as well; the reward is then
    exact.
    """

    def __init__(self, problem: Problem, *, single: bool = False) -> None:
        self.problem = problem
        program, layout = problem.program, problem.layout
        least = 1 if single else 2
        self.most = sum(len(old.tiles) for old in problem.position.table)
        reward: dict[int, float] = {}
        # A set with a part of its own is the heir of one old set at most.
        claims: dict[int, list[Term]] = {index: [] for index, _ in layout.sets}
        with_part = list(layout.sets)
        for old in _classes(problem.position.table):
            taken: list[Term] = []
            for column, common in _candidates(problem, old, least):
                index = layout.add_set(column, old.count)
                taken.append((index, 1))
                reward[index] = common
            for index, column in with_part:
                common = _in_common(old.tiles, column.placed)
                if common >= least:
                    heir = program.column(old.count)
                    claims[index].append((heir, 1))
                    taken.append((heir, 1))
                    reward[heir] = common
            if not single:
                anyone = program.column(old.count)
                taken.append((anyone, 1))
                reward[anyone] = 1
            program.row(taken, high=old.count)
        for index, heirs in claims.items():
            if heirs:
                program.row([*heirs, (index, -1)], high=0)
        program.objective = reward


def _classes(table: tuple[TileSet, ...]) -> list[OldSets]:
    counts: Counter[tuple[Tile, ...]] = Counter()
    first: dict[tuple[Tile, ...], TileSet] = {}
    for old in table:
        key = tuple(sorted(tile.bare for tile in old.tiles))
        counts[key] += 1
        first.setdefault(key, old)
    return [OldSets(first[key], Counter(key), count) for key, count in counts.items()]


def _in_common(tiles: Counter[Tile], placed: Placed) -> int:
    """Physical tiles that an old set shares with a set; any joker equals any other."""
    new = Counter(JOKER if p.is_joker else Tile(p.colour, p.number) for p in placed.places)
    return (tiles & new).total()


def _candidates(problem: Problem, old: OldSets, least: int) -> Iterator[tuple[SetColumn, int]]:
    """Possible heirs and how many tiles they share with the old set, at least `least`."""
    simple = not old.one.joker_count and not problem.layout.network.tracked and least == 2
    if simple and old.one.kind == RUN:
        yield from _heirs_of_run(problem, old.one)
        return
    seen = set()
    kinds = [_runs_near(problem, old.one), _groups_near(problem, old.one)]
    for placed in (placed for kind in (kinds if not simple else kinds[1:]) for placed in kind):
        common = _in_common(old.tiles, placed)
        if common >= least and placed not in seen and not _shorter_will_do(problem, old.tiles, placed, common):
            seen.add(placed)
            yield SetColumn(placed), common


def _heirs_of_run(problem: Problem, old: TileSet) -> Iterator[tuple[SetColumn, int]]:
    """Runs that keep a stretch of a run without jokers, and more at its ends.

    What is added at an end is a number tile or a joker, as the solution likes, and at
    most one tile less than a run: more would be a run of its own. A stretch of a run
    that is broken off there goes on with a joker only.
    """
    rules, stock = problem.rules, problem.stock
    m, size, n = rules.sets.min_run, positions(rules), rules.tiles.numbers
    around = rules.sets.wrap == "around"
    colour, first, last = old.tiles[0].colour, old.tiles[0].number - 1, len(old.tiles) - 1
    kept_jokers = range(min(problem.jokers, rules.max_jokers) + 1)

    def place(i: int) -> Place | None:
        u = first + i
        if not around and not 0 <= u < size:
            return None
        number = u % size % n + 1
        count = stock[colour][number]
        return Place(colour, number, not count) if count or problem.jokers else None

    for a in range(last + 1):
        for b in range(a, last + 1):
            for holes in kept_jokers:
                inner = range(a + 1, b)
                for gone in combinations(inner, holes):
                    common = b - a + 1 - holes
                    if common < 2:
                        continue
                    block = [place(i) for i in range(a, b + 1)]
                    middle = [p._replace(is_joker=i + a in gone) for i, p in enumerate(block) if p is not None]
                    before = range(m if a == 0 or problem.jokers else 1)
                    after = range(m if b == last or problem.jokers else 1)
                    for e in before:
                        left = [place(i) for i in range(a - e, a)]
                        for r in after:
                            right = [place(i) for i in range(b + 1, b + 1 + r)]
                            if e + len(middle) + r < m or None in left or None in right:
                                continue
                            places = tuple(p for p in [*left, *middle, *right] if p is not None)
                            ends = [*range(e), *range(e + len(middle), len(places))]
                            either = tuple(i for i in ends if not places[i].is_joker)
                            if sum(p.is_joker for p in places) > problem.jokers:
                                continue
                            yield SetColumn(Placed(RUN, places), either=either), common


def _runs_near(problem: Problem, old: TileSet) -> Iterator[Placed]:
    """Runs that share a number tile with an old set and reach little beyond it."""
    rules = problem.rules
    m, size = rules.sets.min_run, positions(rules)
    around = rules.sets.wrap == "around"
    by_colour: dict[int, list[int]] = {}
    for tile in old.naturals:
        by_colour.setdefault(tile.colour, []).append(tile.number - 1)
    for colour, at in by_colour.items():
        reach = m - 1 + problem.jokers
        starts = range(size) if around else range(max(0, min(at) - reach), max(at) + reach + 1)
        if rules.sets.wrap == "high_one" and 0 in at:
            starts = range(size)
        longest = max(len(old.tiles), m) + 2 * reach
        for first in starts:
            for length in range(m, longest + 1):
                yield from run_sets(rules, problem.stock, problem.jokers, colour, first, length)


def _groups_near(problem: Problem, old: TileSet) -> Iterator[Placed]:
    """Groups that share a number with an old set."""
    rules = problem.rules
    sizes = range(rules.sets.min_group, rules.max_group + 1)
    for number in sorted({tile.number for tile in old.naturals}):
        yield from group_sets(rules, problem.stock, problem.jokers, number, sizes, _kept_colours(problem, number))


def _kept_colours(problem: Problem, number: int) -> list[int]:
    """Colours that a kept joker of an old group of that number may stand for."""
    rules = problem.rules
    if rules.jokers.freed_by == "rearranging" and rules.jokers.reuse == "any":
        return []
    colours = set()
    for old in problem.position.table:
        if old.kind == GROUP and old.tiles[0].number == number:
            for tile in old.tiles:
                if tile.is_joker:
                    colours |= {t.colour for t in old.may_stand_for(tile, rules)}
    return sorted(colours)


def _shorter_will_do(problem: Problem, tiles: Counter[Tile], placed: Placed, common: int) -> bool:
    """Whether some of the places form a set of their own and the rest still shares as much."""
    rules = problem.rules
    if placed.kind == RUN:
        m = rules.sets.min_run
        cuts = [placed.places[m:], placed.places[:-m]]
        if len(placed.places) < 2 * m:
            return False
        return any(_in_common(tiles, Placed(RUN, cut)) == common for cut in cuts)
    others = [p for p in placed.places if not p.is_joker and not tiles[Tile(p.colour, p.number)]]
    return len(others) >= rules.sets.min_group and len(placed.places) - rules.sets.min_group >= rules.sets.min_group
