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
    jokers_stay: bool = False,
    apart: bool = False,
    close: bool = True,
    deadline: float | None = None,
) -> tuple[Problem, bool]:
    """The programme of a position, and whether it is exact.

    With less `effort` it is smaller and may be a relaxation; the second value says
    whether what is left out could matter. With `jokers_stay` no joker of the table
    comes free, and with `apart` no two old sets share a new one where sets are only
    added to: then the programme is no relaxation, but a part of the question. With
    `close=False` more may be added before `Problem.close`.

    :raises TimeoutError: if there are many sets to list and `deadline` (a
        `time.perf_counter` time) passes.
    """
    rules = position.rules
    opens = position.must_open
    with_table = not (opens and rules.opening.leaves_table)
    problem = Problem(position, with_table=with_table, plain=effort < 2, deadline=deadline)
    if opens and with_table:
        from solver.model.rules.opening import add_opening

        add_opening(problem)
    elif opens:
        from solver.model.rules.opening import require_opening

        require_opening(problem.network)
        if rules.opening.forbids_jokers and problem.rack_jokers:
            problem.program.high[problem.played_jokers] = 0
    is_exact = effort == 2 or not problem.network.must_count
    if with_table and position.loose is None:
        jokers = None
        if problem.table_jokers and not rules.jokers.are_free:
            from solver.model.rules.table_jokers import TableJokers

            jokers = TableJokers(problem, anywhere=effort == 0)
            is_exact &= effort > 0 or not rules.jokers.go_to_new_sets or not jokers.may_be_freed
            if jokers_stay:
                jokers.free_none()
        if rules.table.only_adds:
            from solver.model.rules.lay_off import add_lay_off

            add_lay_off(problem, jokers, apart=apart)
    if close:
        problem.close()
    return problem, is_exact
