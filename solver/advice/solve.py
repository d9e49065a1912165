"""The best move in a position, refereed before anyone sees it."""

from __future__ import annotations

import time

from solver.advice.answer import Answer
from solver.advice.steps import steps_of
from solver.errors import RefereeError, RulesError
from solver.game.heirs import find_heirs, moved_tiles
from solver.game.move import Move
from solver.game.position import Position
from solver.game.referee import judge, opening_sets, opening_value
from solver.game.sets import RUN, TileSet
from solver.game.tiles import Tile
from solver.model.backend import maximise
from solver.model.build import build
from solver.model.goals import OBJECTIVES, goal_of
from solver.model.network import Placed

__all__ = ["solve"]


def solve(
    position: Position,
    *,
    objective: str = "value",
    joker_worth: int = 0,
    time_limit: float | None = None,
) -> Answer:
    """The best move in `position`: going out first, then the objective, then its ties.

    `objective` is `value`, `tiles` or `penalty`; `joker_worth` (0 or more) is what a
    joker counts under `value`. With `time_limit` (seconds) the answer may be the best
    so far: its status says so.

    :raises RulesError: for an unknown objective.
    :raises RefereeError: if the model's move is illegal (a defect; never shown as a move).
    """
    if objective not in OBJECTIVES:
        raise RulesError(f"no objective {objective!r}: there are {', '.join(OBJECTIVES)}")
    began = time.perf_counter()
    problem, exact = build(position)
    goal = goal_of(problem, objective, joker_worth)
    problem.program.objective = dict(goal.weights)
    outcome = maximise(problem.program, time_limit)
    solved = problem.read(outcome.values) if outcome.values is not None else None
    if solved is None or not solved.played:
        return Answer(
            position, objective, joker_worth, "no_move", Move((), position.table), 0, None, None,
            0 if position.loose is None else None, (), time.perf_counter() - began,
        )
    new_table = [_tile_set(placed, position) for placed in solved.sets]
    if position.must_open and position.rules.opening.table == "no":
        new_table = [*position.table, *new_table]
    move = Move(tuple(sorted(solved.played, key=lambda t: (t.is_joker, t))), _arranged(position, new_table))
    reasons = judge(position, move)
    if reasons:
        raise RefereeError(str(position), reasons)
    opening = opening_sets(position, move)
    return Answer(
        position,
        objective,
        joker_worth,
        "optimal",
        move,
        goal.bound(outcome.bound),
        opening_value(position, move),
        None if opening is None else tuple(opening),
        moved_tiles(position.table, move.table) if position.loose is None else None,
        steps_of(position, move),
        time.perf_counter() - began,
    )


def _tile_set(placed: Placed, position: Position) -> TileSet:
    """A set of a solution; jokers of any colour take the missing ones in order."""
    if placed.kind == RUN:
        return TileSet(RUN, tuple(Tile(*place) for place in placed.places))
    taken = {place.colour for place in placed.places}
    missing = (c for c in range(position.rules.tiles.colours) if c not in taken)
    tiles = [Tile(p.colour if p.colour >= 0 else next(missing), p.number, p.is_joker) for p in placed.places]
    return TileSet(placed.kind, tuple(sorted(tiles)))


def _arranged(position: Position, table: list[TileSet]) -> tuple[TileSet, ...]:
    """Old sets' heirs in the places of the old sets, then the other sets in tile order."""
    heirs = [heir for heir in find_heirs(position.table, table) if heir is not None]
    rest = sorted((i for i in range(len(table)) if i not in heirs), key=lambda i: (table[i].kind, table[i].tiles))
    return tuple(table[i] for i in [*heirs, *rest])
