"""Solving a programme: linear relaxations first, whole numbers only where they must be forced.

The relaxation is solved by GLOP. Where it comes out fractional, columns are branched on,
depth first; each node changes a few bounds and goes on from the last basis, which takes
a fraction of a fresh solve. A tree that grows beyond `NODES` is handed to CP-SAT with
the best solution so far. Every programme gets a solver of its own: what was solved
before never changes which of several equally good solutions is found.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from ortools.linear_solver import pywraplp

from solver.model.program import INFINITY, Program

__all__ = ["NODES", "Outcome", "maximise", "relaxation"]

NODES = 300
"""Nodes of the tree after which CP-SAT takes over."""

_WHOLE = 1e-6
_ROUND = 1e-5
_GLOP = "use_preprocessing:false use_dual_simplex:true"
_SAT = "num_workers:1 cp_model_presolve:false use_lb_relax_lns:false add_lp_constraints_lazily:false"
_INFEASIBLE = pywraplp.Solver.INFEASIBLE
_OPTIMAL = pywraplp.Solver.OPTIMAL


@dataclass(frozen=True)
class Outcome:
    """What is known of a programme.

    `values` are the whole-numbered columns of the best solution, None if none was found.
    `bound` is the best objective that was not excluded; `proved` says that `values` reach
    it, or that there is no solution (`values` None, `bound` minus infinity).
    """

    values: list[int] | None
    objective: int
    bound: float
    proved: bool
    nodes: int
    relaxation_seconds: float
    seconds: float


def maximise(
    program: Program, *, deadline: float | None = None, enough: float = INFINITY, nodes: int = NODES
) -> Outcome:
    """Solve a programme whose objective has whole-numbered weights.

    `deadline` is a `time.perf_counter` time. `enough` ends the search once a solution
    reaches it: a bound that is known from elsewhere.
    """
    began = time.perf_counter()
    tree = _Tree(program, deadline)
    tree.search(enough, nodes)
    done = time.perf_counter
    if tree.stack and not tree.late():
        values = _by_cp_sat(program, tree, deadline)
        if values is not None:
            tree.take(values, _value(program, values))
    proved = not tree.stack
    bound = float(tree.best) if proved or tree.best >= enough else tree.bound()
    if proved and tree.values is None:
        bound = -INFINITY
    return Outcome(
        tree.values,
        int(tree.best) if tree.values is not None else 0,
        min(bound, enough) if tree.values is not None else bound,
        proved or tree.best >= enough,
        tree.nodes,
        tree.root_seconds,
        done() - began,
    )


def relaxation(program: Program) -> float:
    """The best objective of the linear relaxation; minus infinity if there is no solution.

    :raises RuntimeError: if GLOP gives up.
    """
    glop = _Glop(program)
    status = glop.solve(None)
    if status == _INFEASIBLE:
        return -INFINITY
    if status != _OPTIMAL:
        raise RuntimeError(f"GLOP ended with status {status}")
    return glop.value()


def _value(program: Program, values: Sequence[int]) -> int:
    return sum(int(weight) * values[column] for column, weight in program.objective.items())


class _Glop:
    """The relaxation of a programme in GLOP, whose column bounds can be changed."""

    def __init__(self, program: Program) -> None:
        solver = self.solver = pywraplp.Solver.CreateSolver("GLOP")
        if not solver.SetSolverSpecificParametersAsString(_GLOP):
            raise RuntimeError("GLOP does not know its parameters")
        self.columns = _load(solver, program, integer=False)
        objective = self.objective = solver.Objective()
        weights = dict(program.objective)
        # Among equal optima the favoured columns make a vertex whole more often; together
        # they weigh less than one step of the objective.
        scale = 0.5 / max(1.0, sum(abs(w) * program.high[column] for column, w in program.favoured.items()))
        for column, weight in program.favoured.items():
            weights[column] = weights.get(column, 0) + min(0.001, scale) * weight
        for column, weight in weights.items():
            objective.SetCoefficient(self.columns[column], weight)
        objective.SetMaximization()
        self.parameters = pywraplp.MPSolverParameters()
        self.parameters.SetIntegerParam(self.parameters.PRESOLVE, self.parameters.PRESOLVE_OFF)
        self.parameters.SetIntegerParam(self.parameters.LP_ALGORITHM, self.parameters.DUAL)

    def solve(self, deadline: float | None) -> int:
        if deadline is not None:
            self.solver.SetTimeLimit(max(1, int(1000 * (deadline - time.perf_counter()))))
        return int(self.solver.Solve(self.parameters))

    def value(self) -> float:
        return float(self.objective.Value())

    def values(self) -> list[float]:
        return [column.solution_value() for column in self.columns]


def _load(solver: pywraplp.Solver, program: Program, *, integer: bool) -> list[pywraplp.Variable]:
    make = solver.Var
    columns = [make(low, high, integer, "") for low, high in zip(program.low, program.high, strict=True)]
    for terms, low, high in zip(program.rows, program.row_low, program.row_high, strict=True):
        put = solver.RowConstraint(low, high, "").SetCoefficient
        for column, weight in _summed(terms):
            put(columns[column], weight)
    return columns


def _summed(terms: list[tuple[int, float]]) -> Sequence[tuple[int, float]]:
    """Terms with each column once."""
    summed: dict[int, float] = {}
    for column, weight in terms:
        summed[column] = summed.get(column, 0) + weight
    return terms if len(summed) == len(terms) else list(summed.items())


Change = tuple[int, float, float]


class _Tree:
    """Depth-first branching; `stack` holds open nodes as (bound, changed column bounds)."""

    def __init__(self, program: Program, deadline: float | None) -> None:
        self.program, self.deadline = program, deadline
        self.glop = _Glop(program)
        self.stack: list[tuple[float, tuple[Change, ...]]] = [(INFINITY, ())]
        self.best: float = -INFINITY
        self.values: list[int] | None = None
        self.nodes = 0
        self.root_seconds = 0.0

    def late(self) -> bool:
        return self.deadline is not None and time.perf_counter() >= self.deadline

    def bound(self) -> float:
        """The best objective that no open node excludes."""
        return max([self.best, *(bound for bound, _ in self.stack)])

    def take(self, values: list[int], objective: float) -> None:
        if objective > self.best:
            self.values, self.best = values, objective
        self.stack = [node for node in self.stack if node[0] > self.best]

    def search(self, enough: float, most_nodes: int) -> None:
        program, glop, stack = self.program, self.glop, self.stack
        applied: dict[int, tuple[float, float]] = {}
        began = time.perf_counter()
        while stack and self.nodes < most_nodes and self.best < enough and not self.late():
            bound, changes = stack.pop()
            if bound <= self.best:
                continue
            wanted = {column: (low, high) for column, low, high in changes}
            for column in applied.keys() - wanted.keys():
                glop.columns[column].SetBounds(program.low[column], program.high[column])
            for column, bounds in wanted.items():
                if applied.get(column) != bounds:
                    glop.columns[column].SetBounds(*bounds)
            applied = wanted
            status = glop.solve(self.deadline)
            self.nodes += 1
            if self.nodes == 1:
                self.root_seconds = time.perf_counter() - began
            if status == _INFEASIBLE:
                continue
            if status != _OPTIMAL:
                stack.append((bound, changes))
                break
            bound = min(bound, math.floor(glop.value() + _ROUND))
            if bound <= self.best:
                continue
            values = glop.values()
            column = self._fractional(values)
            if column < 0:
                whole = [round(value) for value in values]
                self.values, self.best = whole, _value(program, whole)
                continue
            stack += self._branches(bound, wanted, column, values[column])
        self.stack = [node for node in self.stack if node[0] > self.best]

    def _fractional(self, values: list[float]) -> int:
        """The column to branch on: the most fractional of the first kind that has one."""
        chosen, most = -1, 0.0
        first = self.program.branch_first
        for column, value in enumerate(values):
            distance = abs(value - round(value))
            if distance > _WHOLE:
                distance += first.get(column, 0)
                if distance > most:
                    chosen, most = column, distance
        return chosen

    def _branches(
        self, bound: float, wanted: dict[int, tuple[float, float]], column: int, value: float
    ) -> list[tuple[float, tuple[Change, ...]]]:
        """Both sides of a fractional value, the nearer one last so that it comes off the stack first."""
        below = math.floor(value)
        low, high = wanted.get(column, (self.program.low[column], self.program.high[column]))
        others = tuple((c, *bounds) for c, bounds in wanted.items() if c != column)
        down = (bound, (*others, (column, low, below)))
        up = (bound, (*others, (column, below + 1, high)))
        return [down, up] if value - below >= 0.5 else [up, down]


def _by_cp_sat(program: Program, tree: _Tree, deadline: float | None) -> list[int] | None:
    """Finish the search with CP-SAT: a better solution, or None.

    Empties the tree's stack if nothing better is left to find; otherwise leaves it, so
    that its bound stands.
    """
    solver = pywraplp.Solver.CreateSolver("SAT")
    if not solver.SetSolverSpecificParametersAsString(_SAT):
        raise RuntimeError("CP-SAT does not know its parameters")
    columns = _load(solver, program, integer=True)
    objective = solver.Objective()
    for column, weight in program.objective.items():
        objective.SetCoefficient(columns[column], weight)
    objective.SetMaximization()
    bounds = solver.RowConstraint(tree.best + 1 if tree.values is not None else -INFINITY, tree.bound(), "")
    for column, weight in program.objective.items():
        bounds.SetCoefficient(columns[column], weight)
    if deadline is not None:
        solver.SetTimeLimit(max(1, int(1000 * (deadline - time.perf_counter()))))
    status = solver.Solve()
    values = None
    if status in (_OPTIMAL, pywraplp.Solver.FEASIBLE):
        values = [round(column.solution_value()) for column in columns]
    if status in (_OPTIMAL, _INFEASIBLE) and not tree.late():
        tree.stack = []
    return values
