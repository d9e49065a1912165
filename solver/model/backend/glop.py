"""GLOP through MathOpt's core: the fastest back end, and private to OR-Tools.

The Python layer of MathOpt imports pandas; its core takes the same models as protocol
buffers, filled a list at a time, and changes of them alone.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import timedelta

from google.protobuf import duration_pb2
from ortools.math_opt import (
    callback_pb2,
    model_parameters_pb2,
    model_pb2,
    model_update_pb2,
    parameters_pb2,
    result_pb2,
    solution_pb2,
    sparse_containers_pb2,
)
from ortools.math_opt.core.python import solver as core
from ortools.util.python import pybind_solve_interrupter

from solver.deadline import Deadline, check_time
from solver.model.backend.relaxation import INFEASIBLE, OPTIMAL, UNKNOWN, Weights
from solver.model.program import Program

__all__ = ["Glop"]

_GLOP = parameters_pb2.SOLVER_TYPE_GLOP
_NO_CALLBACK = callback_pb2.CallbackRegistrationProto()
_NOTHING = sparse_containers_pb2.SparseVectorFilterProto(filter_by_ids=True)
_LAST_BASIS = model_parameters_pb2.ModelSolveParametersProto(
    variable_values_filter=sparse_containers_pb2.SparseVectorFilterProto(skip_zero_values=True),
    dual_values_filter=_NOTHING,
    reduced_costs_filter=_NOTHING,
)
_REASONS = {
    result_pb2.TERMINATION_REASON_OPTIMAL: OPTIMAL,
    result_pb2.TERMINATION_REASON_INFEASIBLE: INFEASIBLE,
    # Every column has bounds, so a programme that is one or the other has no solution.
    result_pb2.TERMINATION_REASON_INFEASIBLE_OR_UNBOUNDED: INFEASIBLE,
}
assert pybind_solve_interrupter  # the core needs its types


def _parameters(seconds: float | None) -> parameters_pb2.SolveParametersProto:
    """No presolve and the dual simplex, so that a changed bound takes a few pivots."""
    limit = None
    if seconds is not None:
        limit = duration_pb2.Duration()
        limit.FromTimedelta(timedelta(seconds=max(0.001, seconds)))
    return parameters_pb2.SolveParametersProto(
        presolve=parameters_pb2.EMPHASIS_OFF,
        lp_algorithm=parameters_pb2.LP_ALGORITHM_DUAL_SIMPLEX,
        time_limit=limit,
    )


_WITHOUT_LIMIT = _parameters(None)

_ROWS = 500
"""Rows that are filled in between two looks at the clock."""

_TAKES_OVER = 0.7
"""Time that the core takes to take over a programme and begin with it, as a share of that for filling it in."""


class Glop:
    """A relaxation of which only changes are sent."""

    def __init__(self, program: Program, deadline: Deadline = None) -> None:
        began = time.perf_counter()
        model = model_pb2.ModelProto()
        columns, rows = len(program.low), len(program.rows)
        variables = model.variables
        variables.ids.extend(range(columns))
        variables.lower_bounds.extend(program.low)
        variables.upper_bounds.extend(program.high)
        variables.integers.extend([False] * columns)
        constraints = model.linear_constraints
        constraints.ids.extend(range(rows))
        constraints.lower_bounds.extend(program.row_low)
        constraints.upper_bounds.extend(program.row_high)
        row_ids: list[int] = []
        column_ids: list[int] = []
        coefficients: list[float] = []
        for row, terms in enumerate(program.rows):
            if not row % _ROWS:
                check_time(deadline)
            # Sorted by column, as the core wants them.
            weights = dict(sorted(terms))
            if len(weights) < len(terms):
                weights = dict.fromkeys(weights, 0)
                for column, weight in terms:
                    weights[column] += weight
            row_ids += [row] * len(weights)
            column_ids += weights.keys()
            coefficients += weights.values()
        matrix = model.linear_constraint_matrix
        matrix.row_ids.extend(row_ids)
        matrix.column_ids.extend(column_ids)
        matrix.coefficients.extend(coefficients)
        self._weights = Weights(program)
        ids = sorted(self._weights)
        model.objective.maximize = True
        model.objective.linear_coefficients.ids.extend(ids)
        model.objective.linear_coefficients.values.extend([self._weights[i] for i in ids])
        if deadline is not None:
            # The core takes over all of it in one go, and does not look at the clock before it solves.
            check_time(deadline - _TAKES_OVER * (time.perf_counter() - began))
        self._solver = core.new(_GLOP, model, parameters_pb2.SolverInitializerProto())
        self._low, self._high = list(program.low), list(program.high)
        self._row_low, self._row_high = list(program.row_low), list(program.row_high)
        self._slack = _slack_basis(columns, rows)
        self._fresh = True
        self._changed: set[int] = set()

    def reset(self, program: Program) -> None:
        update = model_update_pb2.ModelUpdateProto()
        changed = self._changed
        for old, new, change, may_differ in (
            (self._low, program.low, update.variable_updates.lower_bounds, changed),
            (self._high, program.high, update.variable_updates.upper_bounds, changed),
            (self._row_low, program.row_low, update.linear_constraint_updates.lower_bounds, set()),
            (self._row_high, program.row_high, update.linear_constraint_updates.upper_bounds, set()),
        ):
            if may_differ or old != new:
                at = [i for i, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]]
                if may_differ:
                    at = sorted(may_differ.union(at))
                change.ids.extend(at)
                change.values.extend([new[i] for i in at])
                old[:] = new
        if not self._weights.are_of(program):
            weights = Weights(program)
            at = [i for i in sorted(weights.keys() | self._weights.keys()) if weights.get(i) != self._weights.get(i)]
            update.objective_updates.linear_coefficients.ids.extend(at)
            update.objective_updates.linear_coefficients.values.extend([weights.get(i, 0.0) for i in at])
            self._weights = weights
        self._update(update)
        self._fresh, self._changed = True, set()

    def set_bounds(self, bounds: Mapping[int, tuple[float, float]]) -> None:
        at = sorted(bounds)
        self._changed.update(at)
        update = model_update_pb2.ModelUpdateProto()
        update.variable_updates.lower_bounds.ids.extend(at)
        update.variable_updates.lower_bounds.values.extend([bounds[i][0] for i in at])
        update.variable_updates.upper_bounds.ids.extend(at)
        update.variable_updates.upper_bounds.values.extend([bounds[i][1] for i in at])
        self._update(update)

    def _update(self, update: model_update_pb2.ModelUpdateProto) -> None:
        if not self._solver.update(update):
            raise RuntimeError("GLOP refuses changed bounds")

    def solve(self, deadline: float | None) -> str:
        parameters = _WITHOUT_LIMIT if deadline is None else _parameters(deadline - time.perf_counter())
        start = self._slack if self._fresh else _LAST_BASIS
        self._result = self._solver.solve(parameters, start, None, _NO_CALLBACK, None, None)
        self._fresh = False
        return _REASONS.get(self._result.termination.reason, UNKNOWN)

    @property
    def bound(self) -> float:
        value: float = self._result.solutions[0].primal_solution.objective_value
        return self._weights.bound(value)

    @property
    def values(self) -> dict[int, float]:
        values = self._result.solutions[0].primal_solution.variable_values
        return dict(zip(values.ids, values.values, strict=True))


def _slack_basis(columns: int, rows: int) -> model_parameters_pb2.ModelSolveParametersProto:
    """Every row basic, every column at its lower bound."""
    parameters = model_parameters_pb2.ModelSolveParametersProto()
    parameters.CopyFrom(_LAST_BASIS)
    basis = parameters.initial_basis
    basis.variable_status.ids.extend(range(columns))
    basis.variable_status.values.extend([solution_pb2.BASIS_STATUS_AT_LOWER_BOUND] * columns)
    basis.constraint_status.ids.extend(range(rows))
    basis.constraint_status.values.extend([solution_pb2.BASIS_STATUS_BASIC] * rows)
    return parameters
