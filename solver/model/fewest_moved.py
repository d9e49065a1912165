"""Fewest moved tiles: every old set keeps as many tiles as it can in one new set.

An old set becomes at most one new set, no two the same one, and what both have in
common has not moved. The sets that old ones become have columns of their own, rewarded
tile by tile. One that shares a single tile with its old set is at first counted without
telling which it is: almost any set will do. So the reward is an upper bound; where the
sets that are found keep fewer tiles, the old sets that this was about are told as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from solver.game.sets import GROUP, RUN, TileSet
from solver.game.tiles import JOKER, Tile
from solver.model.network.network import OwnSets
from solver.model.problem import Part, Problem
from solver.model.program import Term

__all__ = ["FewestMoved"]


@dataclass(frozen=True)
class _OldSets:
    """Old sets of the same tiles: nothing tells them apart."""

    one: TileSet
    tiles: Counter[Tile]
    indices: frozenset[int]

    @property
    def count(self) -> int:
        return len(self.indices)


class FewestMoved:
    """Adds to a problem the sets that its old ones become, and makes the tiles that stay its objective.

    Of the old sets `told` (by index) those that share one tile are told as well; with all of
    them the reward is exact.
    """

    def __init__(self, problem: Problem, told: Collection[int] = ()) -> None:
        self.problem = problem
        self._reward: dict[int, float] = {}
        self._untold: list[tuple[int, _OldSets]] = []
        for old in _alike(problem):
            problem.check_time()
            become: list[Term] = []
            jokers: list[Term] = []
            is_told = not old.indices.isdisjoint(told)
            for sets in self._near(old, 1 if is_told else 2):
                problem.check_time()
                become += sets.count()
                jokers += sets.jokers()
                self._earn_naturals(old, sets)
            self._earn_jokers(old, jokers)
            if not is_told:
                anything = problem.program.column(old.count)
                self._untold.append((anything, old))
                become.append((anything, 1))
                self._earn([(anything, 1)])
            problem.program.row(become, high=old.count)
        problem.program.objective = self._reward

    def to_tell(self, solution: Sequence[int]) -> frozenset[int]:
        """The old sets whose single shared tile was counted, but not placed in a set."""
        return frozenset().union(*(old.indices for column, old in self._untold if solution[column]))

    def _near(self, old: _OldSets, least: int) -> Iterator[OwnSets]:
        """The sets that share `least` tiles or more with an old one: runs of a colour, or groups of a number.

        A run that reaches further beyond what they share falls into one that keeps that and another, unless
        a joker that is shared lies there, or the part that it plays needs all of it.
        """
        problem, network = self.problem, self.problem.network
        rules = problem.rules
        shared = min(old.one.joker_count, problem.jokers)
        numbers: dict[int, set[int]] = {}
        for tile in old.one.naturals:
            numbers.setdefault(tile.colour, set()).add(tile.number)
        reach = 2 * network.sure_run - least - 1
        for colour in range(rules.tiles.colours):
            of_colour = numbers.get(colour, set())
            if shared + len(of_colour) >= least:
                places = [u for u, number in enumerate(network.track.numbers) if number in of_colour]
                whole = shared or rules.sets.go_round
                near = None if whole else range(max(0, min(places) - reach), max(places) + reach + 1)
                yield from self._with_parts(
                    old,
                    [part for part in problem.parts if part.is_for(RUN, colour)],
                    partial(network.add_runs, colour, near, most=old.count),
                    partial(network.add_runs, colour, None if problem.parts_need_long_sets else near, most=1),
                )
        of_number = Counter(tile.number for tile in set(old.one.naturals))
        for number in range(1, rules.tiles.numbers + 1):
            if shared + of_number[number] >= least:
                yield from self._with_parts(
                    old,
                    [part for part in problem.parts if part.is_for(GROUP, number)],
                    partial(network.add_groups, number, old.count),
                    partial(network.add_groups, number, 1),
                )

    def _with_parts(
        self, old: _OldSets, parts: Sequence[Part], plain: Callable[[], OwnSets], one: Callable[[], OwnSets]
    ) -> Iterator[OwnSets]:
        """Sets that play no part, as many as there are old ones, and single ones that may play any of the `parts`.

        If no part needs a longer set and there is one old set, one network is enough.
        """
        problem = self.problem
        both = parts and not problem.parts_need_long_sets and old.count == 1
        if not both:
            yield plain()
        for _ in range(old.count if parts else 0):
            sets = one()
            problem.program.row(sets.count(), high=1)
            plays = [term for part in parts for term in part.may_play(sets)]
            if not both:
                problem.program.row(plays + [(column, -1) for column, _ in sets.count()], low=0)
            yield sets

    def _earn_naturals(self, old: _OldSets, sets: OwnSets) -> None:
        """Reward sets for the number tiles of an old one."""
        program, rules = self.problem.program, self.problem.rules
        for tile, common in old.tiles.items():
            naturals = [] if tile == JOKER else sets.naturals(tile.colour, tile.number)
            if naturals and sets.kind == RUN and rules.sets.may_hold_twice(tile.number):
                kept = program.column(common)
                program.row([(kept, 1), *((column, -weight) for column, weight in naturals)], high=0)
                naturals = [(kept, 1)]
            self._earn(naturals)

    def _earn_jokers(self, old: _OldSets, jokers: list[Term]) -> None:
        """Reward jokers for being where jokers were."""
        if old.tiles[JOKER] and jokers:
            kept = self.problem.program.column(min(old.tiles[JOKER], self.problem.jokers))
            self.problem.program.row([(kept, 1), *((column, -weight) for column, weight in jokers)], high=0)
            self._earn([(kept, 1)])

    def _earn(self, terms: Iterable[Term]) -> None:
        for column, weight in terms:
            self._reward[column] = self._reward.get(column, 0) + weight


def _alike(problem: Problem) -> list[_OldSets]:
    """Old sets by their tiles; one by one those with jokers, or with a tile that a run may hold twice."""
    alike: dict[tuple[tuple[Tile, ...], int], list[int]] = {}
    for i, old in enumerate(problem.position.table):
        alone = (
            problem.parts
            or old.joker_count
            or any(problem.rules.sets.may_hold_twice(tile.number) for tile in old.tiles)
        )
        key = tuple(sorted(tile.bare for tile in old.tiles)), i if alone else -1
        alike.setdefault(key, []).append(i)
    table = problem.position.table
    return [_OldSets(table[olds[0]], Counter(tiles), frozenset(olds)) for (tiles, _), olds in alike.items()]
