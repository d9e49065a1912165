"""The best solution in whole numbers: linear relaxations first, whole numbers only where they must be forced.

Where the relaxation comes out fractional, columns are branched on, depth first; each node
changes a few bounds and goes on from the last basis, which takes a fraction of a fresh
solve. A tree that grows too large is handed to CP-SAT with the best solution so far.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass

from solver.model.backend.choice import relax
from solver.model.backend.cp_sat import MOST_ENTRIES, by_cp_sat
from solver.model.backend.relaxation import INFEASIBLE, OPTIMAL, Relaxation
from solver.model.program import INFINITY, Program

__all__ = ["Outcome", "maximise"]

_NODES = 600
"""Nodes of the tree after which CP-SAT takes over; fewer in a large programme, whose nodes take longer."""

_WORK, _LEAST_NODES = 200_000, 20
"""Nodes times columns, and nodes at least."""

_TURN = 30
"""Where one way to branch leads nowhere for so many nodes, the other often ends soon."""

_WHOLE = 1e-6


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
    hoped: float = -INFINITY,
    nodes: int | None = None,
    relaxation: Relaxation | None = None,
) -> Outcome:
    """Solve a programme whose objective has whole-numbered weights.

    `deadline` is a `time.perf_counter` time. `enough` ends the search once a solution
    reaches it: a bound that is known from elsewhere. Solutions no better than `above` are
    not looked for; those that reach what is `hoped` are looked for first. After so many
    `nodes` (by default as many as are worth the time) CP-SAT takes over, unless the programme
    is too large for it. `relaxation` is the programme's, if it is loaded already.
    """
    began = time.perf_counter()
    try:
        relaxation = relaxation or relax(program, deadline=deadline)
    except TimeoutError:
        return Outcome(None, 0, INFINITY, False, 0, 0.0, time.perf_counter() - began)
    tree = _Tree(program, relaxation, deadline, above, hoped)
    if nodes is None:
        nodes = max(_LEAST_NODES, min(_NODES, _WORK // max(1, len(program.low))))
    fits = program.entries <= MOST_ENTRIES
    tree.search(enough, nodes if fits else INFINITY)
    if fits and tree.stack and tree.best < enough and not tree.late():
        tree.finish()
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


Bounds = dict[int, tuple[float, float]]


class _Tree:
    """Depth-first branching; `stack` holds open nodes as (bound, column bounds that were changed).

    Nodes that cannot reach what is hoped for are put aside while others are left.
    """

    def __init__(
        self, program: Program, relaxation: Relaxation, deadline: float | None, above: float, hoped: float
    ) -> None:
        self.program, self.relaxation, self.deadline = program, relaxation, deadline
        self.stack: list[tuple[float, Bounds]] = [(INFINITY, {})]
        self.aside: list[tuple[float, Bounds]] = []
        self.best, self.hoped = above, hoped
        self.values: list[int] | None = None
        self.nodes = 0
        self.root_seconds = 0.0

    def late(self) -> bool:
        return self.deadline is not None and time.perf_counter() >= self.deadline

    def bound(self) -> float:
        """The best objective that no open node excludes."""
        return max([self.best, *(bound for bound, _ in self.stack)])

    def take(self, values: list[int]) -> None:
        """A solution that is better than the best so far."""
        self.values = values
        self.best = sum(int(weight) * values[column] for column, weight in self.program.objective.items())
        self.stack = [node for node in self.stack if node[0] > self.best]

    def search(self, enough: float, most_nodes: float) -> None:
        applied: Bounds = {}
        began = time.perf_counter()
        while (self.stack or self._give_up_hope()) and self.nodes < most_nodes and self.best < enough:
            if self.late():
                break
            bound, wanted = self.stack.pop()
            if bound <= self.best:
                continue
            if applied or wanted:
                self.relaxation.set_bounds(self._changes(applied, wanted))
                applied = wanted
            status = self.relaxation.solve(self.deadline)
            self.nodes += 1
            if self.nodes == 1:
                self.root_seconds = time.perf_counter() - began
            if status == INFEASIBLE:
                continue
            if status != OPTIMAL:
                # CP-SAT goes on from here, unless time has run out.
                self.stack.append((bound, wanted))
                break
            bound = min(bound, self.relaxation.bound)
            if bound <= self.best:
                continue
            if bound < self.hoped and self.values is None:
                self.aside.append((bound, wanted))
                continue
            values = self.relaxation.values
            column = self._fractional(values)
            if column < 0:
                self.take(self._whole(values))
            else:
                self.stack += self._branches(bound, wanted, column, values[column])
        self._give_up_hope()

    def _give_up_hope(self) -> bool:
        """Go on with the nodes that were put aside, behind all others; gives whether any node is open."""
        self.stack = [node for node in [*self.aside, *self.stack] if node[0] > self.best]
        self.aside, self.hoped = [], -INFINITY
        return bool(self.stack)

    def finish(self) -> None:
        """Have CP-SAT look for a better solution; no node is left open once it proves that there is no other."""
        finish = by_cp_sat(self.program, above=self.best, most=self.bound(), deadline=self.deadline)
        if finish.values is not None:
            self.take(finish.values)
        if finish.proved:
            self.stack = []

    def _whole(self, values: Mapping[int, float]) -> list[int]:
        """All columns of a whole solution; those that are 0 may be left out of `values`."""
        whole = [0] * len(self.program.low)
        for column, value in values.items():
            whole[column] = round(value)
        return whole

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
