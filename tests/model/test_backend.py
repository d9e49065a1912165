"""Programmes in whole numbers against trying every value of every column."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

import pytest

from solver.model.backend import RELAXATIONS, VARIABLE, Outcome, Relaxation, branch, chosen, maximise, relax
from solver.model.backend.choice import _first_that_works, _works
from solver.model.backend.cp_sat import Finish, by_cp_sat
from solver.model.backend.relaxation import INFEASIBLE, OPTIMAL
from solver.model.program import INFINITY, Program, Term

WORKING = [name for name in RELAXATIONS if _works(name)]


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


def test_the_public_one_works_everywhere() -> None:
    assert "public" in WORKING
    assert chosen() == os.environ.get(VARIABLE, WORKING[0])


@pytest.mark.parametrize("name", WORKING)
@pytest.mark.parametrize("nodes", [300, 1, 0])
def test_best_of_all_solutions(nodes: int, name: str) -> None:
    """By branching, and handed to CP-SAT after one node or at once."""
    rng = Random(nodes)
    infeasible = fractional = 0
    for _ in range(200):
        program = random_program(rng)
        best = max((worth(program, values) for values in solutions(program)), default=None)
        outcome = maximise(program, nodes=nodes, relaxation=relax(program, name))
        check(program, outcome, best)
        assert outcome.proved
        assert (outcome.objective if outcome.values else None) == best
        assert outcome.bound == (-INFINITY if best is None else best)
        infeasible += best is None
        fractional += outcome.nodes > 1
    assert infeasible >= 20
    assert nodes <= 1 or fractional >= 10


@pytest.mark.parametrize("nodes", [300, 2])
def test_what_is_hoped_for_changes_no_answer(nodes: int) -> None:
    """However much is hoped for, and with a value to be better than."""
    rng = Random(7)
    none = reached = 0
    for _ in range(200):
        program = random_program(rng)
        best = max((worth(program, values) for values in solutions(program)), default=None)
        above = rng.randint(-5, 20)
        hoped = above + rng.randint(1, 12)
        outcome = maximise(program, above=above, hoped=hoped, nodes=nodes)
        assert outcome.proved
        expected = best if best is not None and best > above else None
        assert (outcome.objective if outcome.values else None) == expected
        none += expected is None
        reached += expected is not None and expected >= hoped
    assert none >= 20 and reached >= 20


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


def test_what_is_too_large_for_cp_sat_is_branched_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(7)
    monkeypatch.setattr(branch, "MOST_ENTRIES", 0)
    monkeypatch.setattr(branch, "by_cp_sat", None)
    for _ in range(100):
        program = random_program(rng)
        best = max((worth(program, values) for values in solutions(program)), default=None)
        outcome = maximise(program, nodes=0)
        check(program, outcome, best)
        assert outcome.proved


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


@pytest.mark.parametrize("name", WORKING)
def test_loading_keeps_the_clock(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A programme that is not loaded in time is not solved, in a relaxation or in CP-SAT; with time it is."""
    monkeypatch.setenv(VARIABLE, name)
    program = two_columns()
    program.objective = {0: 2, 1: 3}
    with pytest.raises(TimeoutError):
        relax(program, deadline=time.perf_counter() - 1)
    outcome = maximise(program, deadline=time.perf_counter() - 1)
    assert (outcome.values, outcome.bound, outcome.proved, outcome.nodes) == (None, INFINITY, False, 0)
    assert by_cp_sat(program, above=0, most=10, deadline=time.perf_counter() - 1) == Finish(None, False)
    relaxation = relax(program, deadline=time.perf_counter() + 100)
    assert (relaxation.solve(None), relaxation.bound) == (OPTIMAL, 10)
    # Of 2a + 2b <= 7 the best is b = 3 alone: a is a whole number.
    assert maximise(program, deadline=time.perf_counter() + 100).objective == 9
    assert by_cp_sat(program, above=0, most=10, deadline=time.perf_counter() + 100) == Finish([0, 3], True)


# --- Relaxations ---


def two_columns() -> Program:
    """At most 7 = 2a + 2b, a and b from 0 to 3."""
    program = Program()
    program.row([(program.column(3), 2), (program.column(3), 2)], high=7)
    return program


@pytest.mark.parametrize("name", WORKING)
def test_a_relaxation_with_other_bounds_and_another_objective(name: str) -> None:
    program = two_columns()
    program.objective = {0: 2, 1: 3}
    relaxation = relax(program, name)
    assert relaxation.solve(None) == OPTIMAL
    assert relaxation.values == pytest.approx({0: 0.5, 1: 3})
    assert relaxation.bound == 10
    relaxation.set_bounds({0: (1, 3)})
    assert relaxation.solve(None) == OPTIMAL
    # 2 and 7.5: a whole-numbered solution has no more than 9, but the relaxation says only 9.5.
    assert relaxation.values == pytest.approx({0: 1, 1: 2.5})
    relaxation.set_bounds({1: (3, 3)})
    assert relaxation.solve(None) == INFEASIBLE
    program.objective, program.row_high[0] = {0: 1, 1: -1}, 4
    relaxation.reset(program)
    assert relaxation.solve(time.perf_counter() + 10) == OPTIMAL
    assert relaxation.values == pytest.approx({0: 2})
    assert relaxation.bound == 2


@pytest.mark.parametrize("name", WORKING)
def test_favoured_columns_decide_between_equal_optima_alone(name: str) -> None:
    program = two_columns()
    program.objective = {0: 1, 1: 1}
    program.row_high[0] = 6
    for favoured, values in (({0: 1}, {0: 3}), ({0: -1}, {1: 3}), ({1: 1}, {1: 3})):
        program.favoured = dict(favoured)
        relaxation = relax(program, name)
        assert relaxation.solve(None) == OPTIMAL
        assert relaxation.values == pytest.approx(values)
        assert relaxation.bound == 3


@pytest.mark.parametrize("name", WORKING)
def test_what_was_solved_before_makes_no_difference(name: str) -> None:
    """After a reset a relaxation ends at the vertex of one that is loaded anew, and takes as many nodes."""
    rng = Random(9)
    for _ in range(100):
        program = random_program(rng)
        loaded = relax(program, name)
        maximise(program, relaxation=loaded)
        program.objective = {column: rng.randint(-5, 9) for column in range(len(program.low))}
        program.high = [high + rng.randint(0, 1) for high in program.high]
        loaded.reset(program)
        again, anew = maximise(program, relaxation=loaded), maximise(program, relaxation=relax(program, name))
        assert (again.values, again.nodes, again.bound) == (anew.values, anew.nodes, anew.bound)


@pytest.fixture
def no_choice_yet() -> Iterator[None]:
    _first_that_works.cache_clear()
    yield
    _first_that_works.cache_clear()


class Wrong:
    """A back end whose first answer is right, and which takes no notice of bounds."""

    def __init__(self, program: Program) -> None:
        self.bound, self.values = 9, {1: 3.0}

    def reset(self, program: Program) -> None: ...

    def set_bounds(self, bounds: Mapping[int, tuple[float, float]]) -> None: ...

    def solve(self, deadline: float | None) -> str:
        return OPTIMAL


@pytest.mark.parametrize("missing", [ImportError, AttributeError, TypeError, None])
def test_the_public_one_is_taken_where_the_core_fails(
    missing: type[Exception] | None, monkeypatch: pytest.MonkeyPatch, no_choice_yet: None
) -> None:
    def core() -> type[Relaxation]:
        if missing:
            raise missing
        return Wrong

    monkeypatch.setitem(RELAXATIONS, "core", core)
    monkeypatch.delenv(VARIABLE, raising=False)
    assert chosen() == "public"
    program = two_columns()
    program.objective = {0: 2, 1: 3}
    assert maximise(program).values == [0, 3]
