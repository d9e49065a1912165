"""CP-SAT: a programme in whole numbers at once, for what branching does not end soon."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from solver.model.backend.linear_solver import add_row, load
from solver.model.program import Program, Term

__all__ = ["MOST_ENTRIES", "Finish", "by_cp_sat"]

MOST_ENTRIES = 400_000
"""Columns, rows and entries of rows of the largest programme for CP-SAT, which takes three times the memory of a
relaxation."""

_PARAMETERS = (
    "num_workers:1 cp_model_presolve:false use_lb_relax_lns:false add_lp_constraints_lazily:false"
    # Else CP-SAT takes Ctrl-C away from Python, and the next one ends the process at once.
    " catch_sigint_signal:false"
)


@dataclass(frozen=True)
class Finish:
    """A solution if one was found, and whether there is none better."""

    values: list[int] | None
    proved: bool


def by_cp_sat(program: Program, *, above: float, most: float, deadline: float | None) -> Finish:
    """Look for the best solution whose objective is more than `above` and at most `most`."""
    better: list[Term] = list(program.objective.items())
    rows = [*zip(program.rows, program.row_low, program.row_high, strict=True), (better, above + 1, most)]
    if any(_never_whole(program, *row) for row in rows):
        return Finish(None, True)
    try:
        solver, columns = load(program, "SAT", deadline=deadline)
    except TimeoutError:
        return Finish(None, False)
    if not solver.SetSolverSpecificParametersAsString(_PARAMETERS):
        raise RuntimeError("CP-SAT does not know its parameters")
    add_row(solver, columns, better, above + 1, most)
    if deadline is not None:
        solver.SetTimeLimit(max(1, int(1000 * (deadline - time.perf_counter()))))
    status = solver.Solve()
    # A limit that ran out is no proof; neither is its bound, which may be 0.
    in_time = deadline is None or time.perf_counter() < deadline
    proved = status in (solver.OPTIMAL, solver.INFEASIBLE) and in_time
    if status in (solver.OPTIMAL, solver.FEASIBLE):
        return Finish([round(column.solution_value()) for column in columns], proved)
    return Finish(None, proved)


def _never_whole(program: Program, terms: Sequence[Term], low: float, high: float) -> bool:
    """Whether no whole numbers fit a row, such as `2a + 4b = 3`.

    CP-SAT of older OR-Tools takes such a programme for one with an error in it.
    """
    free = [weight for column, weight in terms if program.low[column] != program.high[column]]
    if math.isinf(low) or math.isinf(high) or any(weight != int(weight) for weight in free):
        return False
    fixed = sum(weight * program.low[column] for column, weight in terms if program.low[column] == program.high[column])
    step = math.gcd(*map(int, free))
    return step > 0 and math.ceil((low - fixed) / step) * step > high - fixed
