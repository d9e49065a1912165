"""Sets that hold old ones: with all their number tiles, in columns of their own.

One set may hold several old ones: its *leader*, and any of the *followers*, each with a
column that says whether it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from solver.game.sets import GROUP, RUN, TileSet
from solver.game.tiles import Tile
from solver.model.network.network import OwnSets
from solver.model.problem import Problem
from solver.model.program import Term

__all__ = ["Holds", "add_holder", "may_follow", "may_hold", "may_lie_in", "shared_place"]


Holds = Mapping[int, list[Term]]
"""By the index of an old set, the terms that say whether one set holds it."""


def require_naturals(problem: Problem, sets: OwnSets, holds: Holds) -> None:
    """One set has all number tiles of the old sets that these terms say it holds."""
    needed: dict[Tile, list[Term]] = {}
    for i, terms in holds.items():
        for tile, count in Counter(problem.position.table[i].naturals).items():
            needed.setdefault(tile, []).extend((column, weight * count) for column, weight in terms)
    for tile, terms in needed.items():
        naturals = sets.naturals(tile.colour, tile.number)
        problem.program.row([*naturals, *((column, -count) for column, count in terms)], low=0)


def may_hold(problem: Problem, sets: OwnSets, olds: Iterable[int]) -> Holds:
    """Columns that say which of the old sets `olds` one set holds."""
    holds: dict[int, list[Term]] = {}
    for i in olds:
        if may_lie_in(problem, i, sets):
            holds[i] = [(problem.program.column(1), 1)]
            problem.program.row(holds[i] + [(column, -1) for column, _ in sets.count()], high=0)
    require_naturals(problem, sets, holds)
    return holds


def may_lie_in(problem: Problem, old: int, sets: OwnSets) -> bool:
    """Whether all number tiles of an old set may lie in one of these sets."""
    naturals = Counter(problem.position.table[old].naturals)
    return all(
        sets.naturals(tile.colour, tile.number)
        and (count == 1 or sets.kind == RUN and problem.rules.sets.may_hold_twice(tile.number))
        for tile, count in naturals.items()
    )


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


def add_holder(
    problem: Problem,
    leader: int,
    followers: Sequence[int],
    kind: str,
    span: range | None = None,
) -> tuple[OwnSets, Holds] | None:
    """A set that holds the old set `leader`, and any of the `followers`; None if no such set can be laid.

    A run lies within the places `span` of the track, if that is given.
    """
    program, network = problem.program, problem.network
    at = shared_place(problem, leader, kind)
    assert at is not None
    held = _places(problem, problem.position.table[leader], kind)
    sets = network.add_runs(at, span, most=1, held=held) if kind == RUN else network.add_groups(at, 1, held)
    if not sets.count():
        return None
    program.row(sets.count(), high=1)
    holds: dict[int, list[Term]] = {leader: sets.count()}
    for i in followers:
        holds[i] = [(program.column(1), 1)]
    if followers or not held or (kind == RUN and network.counts):
        require_naturals(problem, sets, holds)
    # A relaxation would make the smallest part of a set out of jokers.
    program.row(sets.jokers() + [(column, -problem.jokers) for column, _ in sets.count()], high=0)
    return sets, holds


def _places(problem: Problem, old: TileSet, kind: str) -> list[int]:
    """Where the number tiles of an old set lie in every set that holds it; empty if that is not certain.

    Colours of a group, places of the track of a run.
    """
    if kind == GROUP:
        return [tile.colour for tile in old.naturals]
    sets = problem.rules.sets
    # Beside a joker, a 1 at one end of the run may come to lie at the other.
    turns = sets.end_with_one and old.joker_count and any(tile.number == 1 for tile in old.naturals)
    if old.kind != RUN or sets.go_round or turns:
        return []
    first = old.tiles[0].number - 1
    return [first + i for i, tile in enumerate(old.tiles) if not tile.is_joker]
