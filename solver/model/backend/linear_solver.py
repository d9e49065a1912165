"""OR-Tools' linear solver interface, which is public: one way to load a programme for all of its back ends."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from solver.deadline import Deadline, check_time
from solver.model.program import Program, Term

__all__ = ["add_row", "load", "set_objective"]


_ROWS = 200
"""Rows that are loaded between two looks at the clock."""

_TAKES_OVER = 0.5
"""Time that a solver takes to take over what was loaded and begin with it, as a share of that for loading."""


def load(program: Program, back_end: str, *, whole: bool = True, deadline: Deadline = None) -> tuple[Any, list[Any]]:
    """A programme in a back end of OR-Tools (`SAT`, `GLOP`, ...), and its variables; the relaxation if not `whole`.

    :raises RuntimeError: if this OR-Tools does not have the back end.
    :raises TimeoutError: if it would not be loaded, and the solver begin, until `deadline`.
    """
    began = time.perf_counter()
    from ortools.linear_solver import pywraplp

    solver = pywraplp.Solver.CreateSolver(back_end)
    if solver is None:
        raise RuntimeError(f"this OR-Tools does not have {back_end}")
    columns = [solver.Var(low, high, whole, "") for low, high in zip(program.low, program.high, strict=True)]
    for row, (terms, low, high) in enumerate(zip(program.rows, program.row_low, program.row_high, strict=True)):
        if not row % _ROWS:
            check_time(deadline)
        add_row(solver, columns, terms, low, high)
    if deadline is not None:
        check_time(deadline - _TAKES_OVER * (time.perf_counter() - began))
    set_objective(solver, columns, program.objective)
    return solver, columns


def add_row(solver: Any, columns: list[Any], terms: Sequence[Term], low: float, high: float) -> Any:
    """Add the row `low <= terms <= high`, in which a column may stand more than once."""
    row = solver.RowConstraint(low, high, "")
    weights = dict(terms)
    if len(weights) < len(terms):
        weights = dict.fromkeys(weights, 0)
        for column, weight in terms:
            weights[column] += weight
    for column, weight in weights.items():
        row.SetCoefficient(columns[column], weight)
    return row


def set_objective(solver: Any, columns: list[Any], weights: Mapping[int, float]) -> None:
    """Maximise the columns with these weights."""
    objective = solver.Objective()
    for column, weight in weights.items():
        objective.SetCoefficient(columns[column], weight)
    objective.SetMaximization()
