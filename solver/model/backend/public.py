"""GLOP through OR-Tools' public interface, which is the same in all versions.

Each solve copies the programme inside OR-Tools, each value is asked for by itself, and
nothing there makes GLOP forget its last basis, so that a reset loads the programme
anew. That makes it slower than the core; its answers are the same.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping

from ortools.linear_solver import pywraplp

from solver.deadline import Deadline
from solver.model.backend.linear_solver import load, set_objective
from solver.model.backend.relaxation import INFEASIBLE, OPTIMAL, UNKNOWN, Weights
from solver.model.program import Program

__all__ = ["PublicGlop"]

_PARAMETERS = "use_dual_simplex:true use_preprocessing:false initial_basis:NONE"
"""No presolve and the dual simplex, so that a changed bound takes a few pivots; first from the slack basis."""

_STATUSES = {pywraplp.Solver.OPTIMAL: OPTIMAL, pywraplp.Solver.INFEASIBLE: INFEASIBLE}

_MAX_MILLISECONDS = 2**31 - 1


class PublicGlop:
    """A relaxation that needs no particular version of OR-Tools."""

    def __init__(self, program: Program, deadline: Deadline = None) -> None:
        self._load(program, deadline)

    def reset(self, program: Program) -> None:
        self._load(program, None)

    def _load(self, program: Program, deadline: Deadline) -> None:
        self._solver, self._columns = load(program, "GLOP", whole=False, deadline=deadline)
        if not self._solver.SetSolverSpecificParametersAsString(_PARAMETERS):
            raise RuntimeError("GLOP does not know its parameters")
        self._weights = Weights(program)
        set_objective(self._solver, self._columns, self._weights)

    def set_bounds(self, bounds: Mapping[int, tuple[float, float]]) -> None:
        for column, (low, high) in bounds.items():
            self._columns[column].SetBounds(low, high)

    def solve(self, deadline: float | None) -> str:
        # No limit is 0 here, so that one that has passed is a millisecond.
        left = 0 if deadline is None else max(1, math.ceil(1000 * (deadline - time.perf_counter())))
        self._solver.SetTimeLimit(min(left, _MAX_MILLISECONDS))
        return _STATUSES.get(self._solver.Solve(), UNKNOWN)

    @property
    def bound(self) -> float:
        return self._weights.bound(self._solver.Objective().Value())

    @property
    def values(self) -> dict[int, float]:
        return {at: value for at, column in enumerate(self._columns) if (value := column.solution_value())}
