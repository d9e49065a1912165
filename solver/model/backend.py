from __future__ import annotations
from dataclasses import dataclass
from ortools.linear_solver import pywraplp
from solver.model.program import Program

@dataclass
class Outcome:
    status: str
    values: list[int] | None
    bound: float

def maximise(program: Program, seconds: float | None = None, back_end: str = "SAT") -> Outcome:
    solver = pywraplp.Solver.CreateSolver(back_end)
    inf = solver.infinity()
    xs = [solver.Var(lo, hi, True, "") for lo, hi in zip(program.low, program.high)]
    for terms, lo, hi in zip(program.rows, program.row_low, program.row_high):
        ct = solver.RowConstraint(max(lo, -inf), min(hi, inf), "")
        acc: dict[int, float] = {}
        for c, k in terms:
            acc[c] = acc.get(c, 0) + k
        for c, k in acc.items():
            ct.SetCoefficient(xs[c], k)
    obj = solver.Objective()
    for c, k in program.objective.items():
        obj.SetCoefficient(xs[c], k)
    obj.SetMaximization()
    if back_end == "SAT":
        solver.SetSolverSpecificParametersAsString("num_workers:1 cp_model_presolve:false")
    status = solver.Solve()
    if status == pywraplp.Solver.OPTIMAL:
        return Outcome("optimal", [round(x.solution_value()) for x in xs], obj.Value())
    return Outcome({pywraplp.Solver.INFEASIBLE: "infeasible"}.get(status, str(status)), None, 0)
