"""Programmes in whole numbers against trying every value of every column."""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import product
from random import Random

import pytest

from solver.model.backend import Outcome, maximise
from solver.model.program import INFINITY, Program, Term


def random_program(rng: Random) -> Program:
    """Up to six columns of up to four values, a few rows with small coefficients, now and then an equation."""
    program = Program()
    columns = [program.column(low + rng.randint(0, 3), low) for low in rng.choices((0, 0, 0, 1), k=rng.randint(1, 6))]
    for _ in range(rng.randint(0, 5)):
        terms: list[Term] = [(column, rng.choice((-3, -2, -1, 1, 1, 2, 3))) for column in columns if rng.random() < 0.7]
        if not terms:
            continue
        if rng.random() < 0.1:
            terms.append(terms[0])
        low = rng.randint(-6, 6)
        kind = rng.choice(("low", "high", "both", "equal"))
        program.row(
            terms,
            -INFINITY if kind == "high" else low,
            {"low": INFINITY, "high": low + 3, "both": low + rng.randint(0, 5), "equal": low}[kind],
        )
    program.objective = {column: rng.randint(-5, 9) for column in columns if rng.random() < 0.9}
    program.favoured = {column: rng.choice((-1, 1)) for column in columns if rng.random() < 0.2}
    program.branch_first = {column: 1 for column in columns if rng.random() < 0.2}
    return program


def solutions(program: Program) -> list[tuple[int, ...]]:
    ranges = [range(int(low), int(high) + 1) for low, high in zip(program.low, program.high, strict=True)]
    return [values for values in product(*ranges) if fits(program, values)]


def fits(program: Program, values: tuple[int, ...]) -> bool:
    return all(
        low <= sum(weight * values[column] for column, weight in terms) <= high
        for terms, low, high in zip(program.rows, program.row_low, program.row_high, strict=True)
    )


def worth(program: Program, values: tuple[int, ...]) -> int:
    return int(sum(weight * values[column] for column, weight in program.objective.items()))


def check(program: Program, outcome: Outcome, best: int | None) -> None:
    """Whatever an outcome claims is true."""
    if outcome.values is not None:
        values = tuple(outcome.values)
        assert fits(program, values)
        assert worth(program, values) == outcome.objective
        assert all(low <= v <= high for v, low, high in zip(values, program.low, program.high, strict=True))
        assert best is not None
        assert outcome.objective <= best <= outcome.bound
    elif outcome.proved:
        assert best is None
        assert outcome.bound == -INFINITY
    elif best is not None:
        assert outcome.bound >= best


@pytest.mark.parametrize("nodes", [300, 1, 0])
def test_best_of_all_solutions(nodes: int) -> None:
    """By branching, and handed to CP-SAT after one node or at once."""
    rng = Random(nodes)
    infeasible = fractional = 0
    for _ in range(200):
        program = random_program(rng)
        best = max((worth(program, values) for values in solutions(program)), default=None)
        outcome = maximise(program, nodes=nodes)
        check(program, outcome, best)
        assert outcome.proved
        assert (outcome.objective if outcome.values else None) == best
        assert outcome.bound == (-INFINITY if best is None else best)
        infeasible += best is None
        fractional += outcome.nodes > 1
    assert infeasible >= 20
    assert nodes <= 1 or fractional >= 10


def test_ctrl_c_is_still_python_s_after_cp_sat() -> None:
    """CP-SAT's own handler would leave none behind: the next Ctrl-C would end the process without a word."""
    code = """
import signal
from solver.model.backend import maximise
from solver.model.program import Program
program = Program()
program.objective = {program.column(3): 1}
assert maximise(program, nodes=0).objective == 3
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("caught")
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "caught\n"), ended


def test_enough_ends_the_search() -> None:
    """With a bound known from elsewhere, a solution that reaches it is the best."""
    rng = Random(5)
    for _ in range(100):
        program = random_program(rng)
        best = max((worth(program, values) for values in solutions(program)), default=None)
        if best is not None:
            outcome = maximise(program, enough=best)
            check(program, outcome, best)
            assert outcome.proved
            assert outcome.objective == best


def test_a_deadline_that_has_passed_claims_nothing() -> None:
    rng = Random(6)
    proved = 0
    for _ in range(100):
        program = random_program(rng)
        best = max((worth(program, values) for values in solutions(program)), default=None)
        outcome = maximise(program, deadline=time.perf_counter() - 1)
        check(program, outcome, best)
        proved += outcome.proved
    assert proved == 0
