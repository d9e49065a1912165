"""Sets that hold old ones: with all their number tiles, in columns of their own.

One set may hold several old ones: its *leader*, and any of the *followers*, each with a
column that says whether it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.game.sets import RUN
from solver.game.tiles import Tile
from solver.model.network.network import OwnSets
from solver.model.problem import Problem
from solver.model.program import Term

__all__ = ["Holder", "add_holder", "may_follow", "shared_place"]


@dataclass(frozen=True)
class Holder:
    """One set that holds old ones; `holds` has, by the index of an old set, the terms that say so."""

    sets: OwnSets
    holds: Mapping[int, list[Term]]

    def require_naturals(self, problem: Problem, holds: Mapping[int, list[Term]]) -> None:
        """It has all number tiles of the old sets that these terms say it holds."""
        needed: dict[Tile, list[Term]] = {}
        for i, terms in holds.items():
            for tile, count in Counter(problem.position.table[i].naturals).items():
                needed.setdefault(tile, []).extend((column, weight * count) for column, weight in terms)
        for tile, terms in needed.items():
            naturals = self.sets.naturals(tile.colour, tile.number)
            problem.program.row([*naturals, *((column, -count) for column, count in terms)], low=0)


def shared_place(problem: Problem, old: int, kind: str) -> int | None:
    """The colour (of a run) or number (of a group) that all number tiles of an old set have; None if they differ."""
    places = {tile.colour if kind == RUN else tile.number for tile in problem.position.table[old].naturals}
    return places.pop() if len(places) == 1 else None


def may_follow(problem: Problem, leader: int, olds: Sequence[int], kind: str) -> list[int]:
    """Those of the old sets `olds` whose number tiles may lie in one set of a kind with those of the leader."""
    table, sets = problem.position.table, problem.rules.sets
    at = shared_place(problem, leader, kind)

    def fits(other: int) -> bool:
        both = Counter(tile for old in (leader, other) for tile in table[old].naturals)
        return shared_place(problem, other, kind) == at and all(
            count == 1 or kind == RUN and sets.may_hold_twice(tile.number) for tile, count in both.items()
        )

    return [other for other in olds if other != leader and fits(other)]


def add_holder(problem: Problem, leader: int, followers: Sequence[int], kind: str) -> Holder | None:
    """A set that holds the old set `leader`, and any of the `followers`; None if no such set can be laid."""
    program, network = problem.program, problem.network
    at = shared_place(problem, leader, kind)
    assert at is not None
    sets = network.add_runs(at) if kind == RUN else network.add_groups(at, 1)
    if not sets.count():
        return None
    program.row(sets.count(), high=1)
    holds: dict[int, list[Term]] = {leader: sets.count()}
    for i in followers:
        holds[i] = [(program.column(1), 1)]
    holder = Holder(sets, holds)
    holder.require_naturals(problem, holds)
    # A relaxation would make the smallest part of a set out of jokers.
    program.row(sets.jokers() + [(column, -problem.jokers) for column, _ in sets.count()], high=0)
    return holder
