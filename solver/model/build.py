"""A rule set as the list of families that it uses."""

from __future__ import annotations

from solver.game.position import Position
from solver.model.jokers import JokerHistory
from solver.model.layoff import add_lay_off
from solver.model.opening import add_opening, require_opening
from solver.model.problem import Problem

__all__ = ["build"]


def build(position: Position, *, hosts: bool = True) -> tuple[Problem, bool]:
    """The programme of a position, and whether it is exact.

    With `hosts=False` freed jokers may go anywhere; the programme is then a relaxation
    where the rules send them to new sets, and the second value is False.
    """
    rules = position.rules
    opens = position.must_open
    with_table = not (opens and rules.opening.table == "no")
    problem = Problem(position, with_table=with_table)
    if opens and with_table:
        add_opening(problem)
    elif opens:
        require_opening(problem.layout)
        if rules.opening.joker == "forbidden" and problem.rack_jokers:
            problem.program.high[problem.played_jokers] = 0
    exact = True
    if with_table and position.loose is None:
        history = None
        if problem.table_jokers and (rules.jokers.freed_by, rules.jokers.reuse) != ("rearranging", "any"):
            history = JokerHistory(problem, hosts=hosts)
            exact = hosts or rules.jokers.reuse == "any" or not history.may_be_freed
        if rules.table.rearrange == "lay_off":
            add_lay_off(problem, history)
        if history is not None:
            history.close()
    problem.close()
    return problem, exact
