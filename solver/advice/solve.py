"""The best move in a position, refereed before anyone sees it."""

from __future__ import annotations

import time
from collections.abc import Mapping

from solver.advice.answer import Answer
from solver.advice.search import Search
from solver.errors import RulesError, quote, wrong_type
from solver.game.move import Move
from solver.game.objective import OBJECTIVES
from solver.game.played import PlayedMove
from solver.game.position import Position, as_position
from solver.steps import steps_of

__all__ = ["answer_of", "check_question", "solve"]


def solve(
    position: Position | str,
    *,
    objective: str = "value",
    joker_worth: int = 0,
    time_limit: float | None = None,
    fewest_moved: bool = True,
    steps: bool = True,
) -> Answer:
    """The best move in `position` (a value, or a position line): going out first, then the objective, then its ties.

    `objective` is `value`, `tiles` or `penalty`; `joker_worth` (0 or more) is what a
    joker counts under `value`. With `time_limit` (seconds) the answer may be the best
    so far: its status says so. Without `fewest_moved` any best arrangement will do, and
    without `steps` none are worked out.

    :raises RummikubError: if a position line cannot be read.
    :raises RulesError: for an unknown objective, or a `joker_worth` or `time_limit` out of range.
    :raises RefereeError: if the model's move is illegal (a defect; never shown as a move).
    """
    check_question(objective, joker_worth, time_limit)
    position = as_position(position)
    search = Search(position, OBJECTIVES[objective], joker_worth, time_limit, fewest_moved)
    found = search.run()
    status = "feasible" if not found.proved else "optimal" if found.move.played else "no_move"
    return answer_of(
        position,
        found.move,
        objective=objective,
        joker_worth=joker_worth,
        status=status,
        bound=found.bound,
        steps=steps,
        began=search.began,
        stages=search.stages,
    )


def check_question(objective: str, joker_worth: int, time_limit: float | None) -> None:
    """Refuse what `solve` cannot be asked.

    :raises RulesError: for an unknown objective, a negative `joker_worth` or no time at all.
    :raises ArgumentError: for a value of another type.
    """
    if not isinstance(objective, str):
        raise wrong_type("objective", objective, f"one of {', '.join(OBJECTIVES)}")
    if not hasattr(joker_worth, "__index__"):
        raise wrong_type("joker_worth", joker_worth, "a whole number, 0 or more")
    if time_limit is not None and not hasattr(time_limit, "__float__"):
        raise wrong_type("time_limit", time_limit, "seconds, more than 0 and up to a million")
    if objective not in OBJECTIVES:
        raise RulesError(f"no objective {quote(str(objective))}: there are {', '.join(OBJECTIVES)}")
    if joker_worth < 0:
        raise RulesError(f"joker_worth = {joker_worth}: a joker is worth 0 or more")
    if time_limit is not None and not 0 < time_limit <= 1e6:
        raise RulesError(f"time_limit = {time_limit}: it takes seconds, more than 0 and up to a million")


def answer_of(
    position: Position,
    move: Move,
    *,
    objective: str,
    joker_worth: int,
    status: str,
    bound: int,
    steps: bool,
    began: float,
    stages: Mapping[str, float],
) -> Answer:
    """A move with all that is told of it; `began` is when the question was asked (`time.perf_counter`)."""
    stages = dict(stages)
    steps_began = time.perf_counter()
    played = PlayedMove(position, move).in_places()
    way = steps_of(played) if steps and move.played else ()
    stages["steps"] = time.perf_counter() - steps_began
    return Answer(
        objective=objective,
        joker_worth=joker_worth,
        status=status,
        as_played=played,
        bound=bound,
        steps=way,
        seconds=time.perf_counter() - began,
        stages=stages,
    )
