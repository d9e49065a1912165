"""The best move in a position, refereed before anyone sees it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from solver.advice.answer import Answer
from solver.advice.conditions import NO_CONDITIONS, Conditions, GivenTiles, take_conditions
from solver.advice.question import check_question
from solver.advice.search import Search
from solver.advice.why_not import WhyNot, why_not
from solver.deadline import Deadline, deadline_after, time_left
from solver.game.move import Move
from solver.game.objective import OBJECTIVES
from solver.game.played import PlayedMove
from solver.game.position import Position, as_position
from solver.steps import Way, steps_in_time

__all__ = ["answer_of", "asked_of", "solve"]

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
    keep: GivenTiles = (),
    must: GivenTiles = (),
    max_moved: int | str | None = None,
    notation: str | None = None,
) -> Answer:
    """The best move in `position` (a value, or a position line): going out first, then the objective, then its ties.

    `objective` is `value`, `tiles` or `penalty`; `joker_worth` (0 to 1000) is what a
    joker counts under `value`. With `time_limit` (seconds, for all that is done) the answer
    may be the best so far: its status says so, and its notes if the steps were cut short.
    `notation` is how the position line is written, as in `Position.parse`, and the answer, too.
    Without `fewest_moved` any best arrangement will do, and without `steps` none are worked
    out, nor is it told what was closest to a move where there is none.

    The rack tiles `keep` stay on the rack and the rack tiles `must` are laid (texts such as
    `K9 J`, in the notation of the position, or lists); at most `max_moved` table tiles (0 or
    more) go to another set. A position line may say these as keys, and that goes first. Where
    the tiles that must be laid cannot be, nothing is laid, and the answer's `reason` says why.

    :raises RummikubError: if a position line or a tile cannot be read.
    :raises RulesError: for an unknown objective, a `joker_worth`, `time_limit` or `max_moved` out of range, tiles to
        keep or to lay that are not on the rack, or `max_moved` of loose tiles.
    :raises RefereeError: if the model's move is illegal (a defect; never shown as a move).
    """
    check_question(objective, joker_worth, time_limit)
    began = time.perf_counter()
    deadline = deadline_after(time_limit)
    position, conditions = asked_of(position, notation, keep, must, max_moved)
    left = time_left(deadline)
    if left is not None:
        # Whether or not steps are asked for: hints of all levels are about one move.
        left -= min(left * _FOR_STEPS, _FOR_STEPS)
    search = Search(position, OBJECTIVES[objective], joker_worth, left, fewest_moved, conditions=conditions)
    found = search.run()
    status = "feasible" if not found.proved else "optimal" if found.move.played else "no_move"
    answer = answer_of(
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
        conditions=conditions,
        too_large=found.too_large,
    )
    if status != "no_move" or not position.rack:
        return answer
    if conditions.must:
        why = _why_not(search, deadline)
        return replace(answer, reason=why.reason, most=why.most)
    if steps and conditions == NO_CONDITIONS:
        return replace(answer, tells_closest=True, seconds_left=time_left(deadline))
    return answer


def asked_of(
    position: Position | str,
    notation: str | None,
    keep: GivenTiles,
    must: GivenTiles,
    max_moved: int | str | None,
) -> tuple[Position, Conditions]:
    """The position, given as a value or as its line, and the conditions, of which those that the line says go first.

    :raises RummikubError: as `solve` does.
    """
    given: dict[str, Any] = {"keep": keep, "must": must, "max_moved": max_moved}
    if isinstance(position, str):
        position, said = take_conditions(position)
        given |= said
    position = as_position(position, notation)
    return position, Conditions.of(position, **given)


def _why_not(search: Search, deadline: Deadline) -> WhyNot:
    """Why the tiles that must be laid cannot be."""

    def best_move(conditions: Conditions) -> Move:
        left = time_left(deadline)
        if left is not None and left <= 0:
            raise TimeoutError
        found = Search(
            search.position, search.objective, search.joker_worth, left, search.fewest_moved, conditions=conditions
        ).run()
        if not found.proved:
            raise TimeoutError
        return found.move

    return why_not(search.position, search.conditions, best_move, deadline)


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
    conditions: Conditions = NO_CONDITIONS,
    too_large: bool = False,
) -> Answer:
    """A move with all that is told of it; `began` is when the question was asked (`time.perf_counter`).

    Steps that cannot be worked out until `deadline` are left out.
    """
    stages = dict(stages)
    steps_began = time.perf_counter()
    played = PlayedMove(position, move).in_places(deadline)
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
        conditions=conditions,
        too_large=too_large,
        seconds=time.perf_counter() - began,
        stages=stages,
    )
