"""Solving a programme: linear relaxations first, whole numbers only where they must be forced.

Where the relaxation comes out fractional, columns are branched on, depth first; each node
changes a few bounds and goes on from the last basis, which takes a fraction of a fresh
solve. A tree that grows beyond `NODES` is handed to CP-SAT with the best solution so far.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.model.glop import INFEASIBLE, OPTIMAL, Glop
from solver.model.program import INFINITY, Program

__all__ = ["NODES", "Outcome", "maximise"]

NODES = 300
"""Nodes of the tree after which CP-SAT takes over."""

_TURN = 30
"""Where one way to branch leads nowhere for so many nodes, the other often ends soon."""

_WHOLE = 1e-6
_SAT = (
    "num_workers:1 cp_model_presolve:false use_lb_relax_lns:false add_lp_constraints_lazily:false"
    # Else CP-SAT takes Ctrl-C away from Python, and the next one ends the process at once.
    " catch_sigint_signal:false"
)


@dataclass(frozen=True)
class Outcome:
    """What is known of a programme.

    `values` are the whole-numbered columns of the best solution, None if none was found.
    `bound` is the best objective that was not excluded; `proved` says that `values` reach
    it, or that there is no solution better than what was asked for (`values` None).
    """

    values: list[int] | None
    objective: int
    bound: float
    proved: bool
    nodes: int
    relaxation_seconds: float
    seconds: float


def maximise(
    program: Program,
    *,
    deadline: float | None = None,
    enough: float = INFINITY,
    above: float = -INFINITY,
    nodes: int = NODES,
    glop: Glop | None = None,
) -> Outcome:
    """Solve a programme whose objective has whole-numbered weights.

    `deadline` is a `time.perf_counter` time. `enough` ends the search once a solution
    reaches it: a bound that is known from elsewhere. Solutions no better than `above` are
    not looked for. `glop` is the programme's relaxation
    if it is loaded already.
    """
    began = time.perf_counter()
    tree = _Tree(program, glop or Glop(program), deadline, above)
    tree.search(enough, nodes)
    if tree.stack and tree.best < enough and not tree.late():
        _by_cp_sat(program, tree)
    proved = not tree.stack or tree.best >= enough
    bound = tree.best if proved else tree.bound()
    return Outcome(
        values=tree.values,
        objective=int(tree.best) if tree.values is not None else 0,
        bound=bound,
        proved=proved,
        nodes=tree.nodes,
        relaxation_seconds=tree.root_seconds,
        seconds=time.perf_counter() - began,
    )


def _value(program: Program, values: Sequence[int]) -> int:
    return sum(int(weight) * values[column] for column, weight in program.objective.items())


Bounds = dict[int, tuple[float, float]]


class _Tree:
    """Depth-first branching; `stack` holds open nodes as (bound, column bounds that were changed)."""

    def __init__(self, program: Program, glop: Glop, deadline: float | None, above: float) -> None:
        self.program, self.glop, self.deadline = program, glop, deadline
        self.stack: list[tuple[float, Bounds]] = [(INFINITY, {})]
        self.best = above
        self.values: list[int] | None = None
        self.nodes = 0
        self.root_seconds = 0.0

    def late(self) -> bool:
        return self.deadline is not None and time.perf_counter() >= self.deadline

    def bound(self) -> float:
        """The best objective that no open node excludes."""
        return max([self.best, *(bound for bound, _ in self.stack)])

    def take(self, values: Mapping[int, float]) -> None:
        """A solution that is better than the best so far: its columns, but for those that are 0."""
        self.values = [0] * len(self.program.low)
        for column, value in values.items():
            self.values[column] = round(value)
        self.best = _value(self.program, self.values)
        self.stack = [node for node in self.stack if node[0] > self.best]

    def search(self, enough: float, most_nodes: int) -> None:
        applied: Bounds = {}
        began = time.perf_counter()
        while self.stack and self.nodes < most_nodes and self.best < enough and not self.late():
            bound, wanted = self.stack.pop()
            if bound <= self.best:
                continue
            if applied or wanted:
                self.glop.set_bounds(self._changes(applied, wanted))
                applied = wanted
            status = self.glop.solve(self.deadline)
            self.nodes += 1
            if self.nodes == 1:
                self.root_seconds = time.perf_counter() - began
            if status == INFEASIBLE:
                continue
            if status != OPTIMAL:
                # CP-SAT goes on from here, unless time has run out.
                self.stack.append((bound, wanted))
                break
            bound = min(bound, self.glop.bound)
            if bound <= self.best:
                continue
            values = self.glop.values
            column = self._fractional(values)
            if column < 0:
                self.take(values)
            else:
                self.stack += self._branches(bound, wanted, column, values[column])
        self.stack = [node for node in self.stack if node[0] > self.best]

    def _changes(self, applied: Bounds, wanted: Bounds) -> Bounds:
        changes = {column: bounds for column, bounds in wanted.items() if applied.get(column) != bounds}
        low, high = self.program.low, self.program.high
        return changes | {column: (low[column], high[column]) for column in applied.keys() - wanted.keys()}

    def _fractional(self, values: Mapping[int, float]) -> int:
        """The column to branch on: the most fractional of the first kind that has one; -1 if all are whole."""
        distances = {
            column: distance for column, value in values.items() if (distance := abs(value - round(value))) > _WHOLE
        }
        if not distances:
            return -1
        first = self.program.branch_first
        rewarded = self.program.objective if self._goes_up else {}
        return max(
            distances,
            key=lambda column: (distances[column] + first.get(column, 0) - (column in rewarded) / 2, -column),
        )

    @property
    def _goes_up(self) -> bool:
        """Whether sets are laid first; every `_TURN` nodes sets are left out first instead, and so on."""
        return self.nodes // _TURN % 2 == 0

    def _branches(self, bound: float, wanted: Bounds, column: int, value: float) -> list[tuple[float, Bounds]]:
        """Both sides of a fractional value, the one to go on with last so that it comes off the stack first."""
        below = math.floor(value)
        low, high = wanted.get(column, (self.program.low[column], self.program.high[column]))
        down = (bound, wanted | {column: (low, below)})
        up = (bound, wanted | {column: (below + 1, high)})
        return [down, up] if self._goes_up else [up, down]


def _by_cp_sat(program: Program, tree: _Tree) -> None:
    """Finish a tree with CP-SAT: a better solution if there is one, and an empty stack once that is proved."""
    from ortools.linear_solver import pywraplp

    solver = pywraplp.Solver.CreateSolver("SAT")
    if not solver.SetSolverSpecificParametersAsString(_SAT):
        raise RuntimeError("CP-SAT does not know its parameters")
    columns = [solver.Var(low, high, True, "") for low, high in zip(program.low, program.high, strict=True)]
    better = ([(c, w) for c, w in program.objective.items()], tree.best + 1, tree.bound())
    for terms, low, high in [*zip(program.rows, program.row_low, program.row_high, strict=True), better]:
        row = solver.RowConstraint(low, high, "")
        for column, weight in terms:
            row.SetCoefficient(columns[column], row.GetCoefficient(columns[column]) + weight)
    objective = solver.Objective()
    for column, weight in program.objective.items():
        objective.SetCoefficient(columns[column], weight)
    objective.SetMaximization()
    if tree.deadline is not None:
        solver.SetTimeLimit(max(1, int(1000 * (tree.deadline - time.perf_counter()))))
    status = solver.Solve()
    # A limit that ran out is no proof; neither is its bound, which may be 0.
    if status in (solver.OPTIMAL, solver.FEASIBLE):
        tree.take({at: column.solution_value() for at, column in enumerate(columns)})
    if status in (solver.OPTIMAL, solver.INFEASIBLE) and not tree.late():
        tree.stack = []
