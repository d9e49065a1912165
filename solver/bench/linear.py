"""The same programme by other means: its bare relaxation as a floor, and every back end."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from solver.bench.spread import Clock
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.tiles import JOKER, Tile
from solver.model.backend import RELAXATIONS, maximise, relax
from solver.model.backend.linear_solver import load
from solver.model.ladder import build
from solver.play.deal import box_of

__all__ = ["BACK_ENDS", "SOLVERS", "Floor", "most_tiles"]

SOLVERS = ("SAT", "CBC", "SCIP", "HIGHS")
"""What solves programmes in whole numbers and comes with OR-Tools' wheel."""

BACK_ENDS = (*RELAXATIONS, *SOLVERS)
"""Branching on each of our relaxations, and those solvers."""


def most_tiles(position: Position, back_end: str, clock: Clock = time.perf_counter) -> tuple[float, int | None]:
    """Seconds that a back end needs for the most tiles that can be laid, and how many they are.

    Building the programme is not timed, loading it is. None where it finds no table at all.
    """
    problem, _ = build(position)
    problem.program.objective = {column: 1 for column, _ in problem.tiles_played()}
    if back_end in RELAXATIONS:
        began = clock()
        outcome = maximise(problem.program, relaxation=relax(problem.program, back_end))
        return clock() - began, outcome.objective if outcome.values is not None else None
    with _quiet():
        began = clock()
        solver, _ = load(problem.program, back_end)
        if back_end == "SAT":
            solver.SetSolverSpecificParametersAsString("num_workers:1 cp_model_presolve:false")
        solved = solver.Solve() == solver.OPTIMAL
        seconds = clock() - began
    return seconds, round(solver.Objective().Value()) if solved else None


@contextmanager
def _quiet() -> Iterator[None]:
    """Nothing that is not Python writes to standard output: HiGHS greets each time, unasked."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


class Floor:
    """The bare linear relaxation of the network, for all positions of one box.

    The model is built once, with the whole box on the rack; a position only bounds how
    many of each tile are laid: at least those of the table, at most those of table and
    rack. GLOP starts from the last position's basis. Its time is the mark to measure
    against; only a programme that leaves out what a position cannot reach may be below.
    """

    def __init__(self, rules: Rules) -> None:
        problem, _ = build(Position((), tuple(box_of(rules)), rules))
        problem.program.objective = {column: 1 for column, _ in problem.tiles_played()}
        self.solver, variables = load(problem.program, "GLOP", whole=False)
        # Only bounds change, so the last basis stays dual feasible: the fastest of GLOP's ways here.
        self.solver.SetSolverSpecificParametersAsString("use_dual_simplex:true use_preprocessing:false")
        self.laid: dict[Tile, Any] = {Tile(c, v): variables[at] for (c, v), at in problem.played.items()}
        if problem.rack_jokers:
            self.laid[JOKER] = variables[problem.played_jokers]
        self._counts = {tile: (0.0, variable.ub()) for tile, variable in self.laid.items()}

    def solve(self, position: Position, clock: Clock = time.perf_counter) -> tuple[float, float]:
        """Seconds for changing bounds and solving, and the most tiles that the relaxation lays from the rack."""
        table, rack = position.table_tiles, Counter(position.rack)
        began = clock()
        for tile, variable in self.laid.items():
            low = table[tile]
            bounds = (low, low + rack[tile])
            if self._counts[tile] != bounds:
                variable.SetBounds(*bounds)
                self._counts[tile] = bounds
        solved = self.solver.Solve() == self.solver.OPTIMAL
        most = self.solver.Objective().Value() - table.total() if solved else 0.0
        return clock() - began, most
