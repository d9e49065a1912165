"""A rule set as the list of families that it uses; those that few rule sets use are imported when one does."""

from __future__ import annotations

from solver.game.position import Position
from solver.model.problem import Problem

__all__ = ["EFFORTS", "build"]


EFFORTS = (0, 1, 2)
"""0: freed jokers may go anywhere, and sets may hold any number of jokers. 1: freed jokers go
where they must. 2: everything counts."""


def build(
    position: Position,
    *,
    effort: int = EFFORTS[-1],
    told: bool = False,
    jokers_stay: bool = False,
    own_sets: bool = False,
    close: bool = True,
    deadline: float | None = None,
) -> tuple[Problem, bool]:
    """The programme of a position, and whether it is exact.

    With less `effort` it is smaller and may be a relaxation; the second value says
    whether what is left out could matter. With `told`, it is exact where in a new set for
    a freed joker the other jokers lie. With `jokers_stay` no joker of the table
    comes free, and with `own_sets` no two old sets share a new one where sets are only
    added to: then the programme is no relaxation, but a part of the question. With
    `close=False` more may be added before `Problem.close`.

    :raises TimeoutError: if there are many sets to list and `deadline` (a
        `time.perf_counter` time) passes.
    """
    rules = position.rules
    opens = position.must_open
    with_table = not (opens and rules.opening.table == "no")
    problem = Problem(position, with_table=with_table, plain=effort < 2, deadline=deadline)
    if opens and with_table:
        from solver.model.opening import add_opening

        add_opening(problem)
    elif opens:
        from solver.model.opening import require_opening

        require_opening(problem.layout)
        if rules.opening.joker == "forbidden" and problem.rack_jokers:
            problem.program.high[problem.played_jokers] = 0
    is_exact = effort == 2 or not problem.layout.may_track
    if with_table and position.loose is None:
        history = None
        if problem.table_jokers and (rules.jokers.freed_by, rules.jokers.reuse) != ("rearranging", "any"):
            from solver.model.jokers import JokerHistory

            history = JokerHistory(problem, hosts=effort > 0, told=told)
            is_exact &= effort > 0 or rules.jokers.reuse == "any" or not history.may_be_freed
            if jokers_stay:
                history.free_none()
        if rules.table.rearrange == "lay_off":
            from solver.model.layoff import add_lay_off

            add_lay_off(problem, history, own_sets=own_sets)
        if history is not None:
            problem.at_close.append(history.close)
    if close:
        problem.close()
    return problem, is_exact
