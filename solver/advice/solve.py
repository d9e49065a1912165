"""The best move in a position, refereed before anyone sees it."""

from __future__ import annotations

import time
from collections.abc import Mapping

from solver.advice.answer import Answer
from solver.advice.question import check_question
from solver.advice.search import Search
from solver.deadline import Deadline, deadline_after, time_left
from solver.game.move import Move
from solver.game.objective import OBJECTIVES
from solver.game.played import PlayedMove
from solver.game.position import Position, as_position
from solver.steps import Way, steps_in_time

__all__ = ["answer_of", "solve"]

_FOR_STEPS = 0.1
"""The share of a time limit that is kept for the steps, and the seconds that it is at most."""


def solve(
    position: Position | str,
    *,
    objective: str = "value",
    joker_worth: int = 0,
    time_limit: float | None = None,
    fewest_moved: bool = True,
    steps: bool = True,
    notation: str | None = None,
) -> Answer:
    """The best move in `position` (a value, or a position line): going out first, then the objective, then its ties.

    `objective` is `value`, `tiles` or `penalty`; `joker_worth` (0 to 1000) is what a
    joker counts under `value`. With `time_limit` (seconds, for all that is done) the answer
    may be the best so far: its status says so, and its notes if the steps were cut short.
    `notation` is how the position line is written, as in `Position.parse`, and the answer, too.
    Without `fewest_moved` any best arrangement will do, and without `steps` none are worked
    out.

    :raises RummikubError: if a position line cannot be read.
    :raises RulesError: for an unknown objective, or a `joker_worth` or `time_limit` out of range.
    :raises RefereeError: if the model's move is illegal (a defect; never shown as a move).
    """
    check_question(objective, joker_worth, time_limit)
    began = time.perf_counter()
    deadline = deadline_after(time_limit)
    position = as_position(position, notation)
    left = time_left(deadline)
    if left is not None:
        # Whether or not steps are asked for: hints of all levels are about one move.
        left -= min(left * _FOR_STEPS, _FOR_STEPS)
    search = Search(position, OBJECTIVES[objective], joker_worth, left, fewest_moved)
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
        began=began,
        stages=search.stages,
        deadline=deadline,
        too_large=found.too_large,
    )


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
    deadline: Deadline = None,
    too_large: bool = False,
) -> Answer:
    """A move with all that is told of it; `began` is when the question was asked (`time.perf_counter`).

    Steps that cannot be worked out until `deadline` are left out.
    """
    stages = dict(stages)
    steps_began = time.perf_counter()
    played = PlayedMove(position, move)
    way = steps_in_time(played, deadline) if steps and move.played else Way((), False)
    stages["steps"] = time.perf_counter() - steps_began
    return Answer(
        objective=objective,
        joker_worth=joker_worth,
        status=status,
        as_played=played,
        bound=bound,
        steps=way.steps,
        steps_cut_short=way.cut_short,
        too_large=too_large,
        seconds=time.perf_counter() - began,
        stages=stages,
    )
