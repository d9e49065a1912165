"""Kept programmes after something went wrong: the next question is answered as if nothing had happened."""

from __future__ import annotations

import contextlib

import pytest

from solver import solve
from solver.model.backend import RELAXATIONS, VARIABLE
from solver.model.backend.choice import _works

FREE = "K1K2K3 K4R1R2J rules=free"
"""K4 can be laid, and R1 and R2 with the joker: a face value of 7, which needs it."""


@pytest.fixture(params=[name for name in RELAXATIONS if _works(name)])
def back_end(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(VARIABLE, request.param)
    return str(request.param)


@pytest.mark.parametrize("failing", ["reset", "solve"])
@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_a_relaxation_that_failed_is_thrown_away(
    back_end: str, failing: str, error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    solve(FREE)
    failed: list[object] = []
    made = RELAXATIONS[back_end]()
    works = getattr(made, failing)

    def fails(self: object, *_: object) -> None:
        failed.append(self)
        raise error

    def watched(self: object, *arguments: object) -> object:
        assert all(self is not other for other in failed), "the one that failed is used again"
        return works(self, *arguments)

    monkeypatch.setattr(made, failing, fails)
    with pytest.raises(error):
        solve(FREE, objective="tiles")
    assert failed
    monkeypatch.setattr(made, failing, watched)
    answer = solve(FREE)
    assert (answer.status, answer.goes_out, answer.value, answer.tiles) == ("optimal", True, 7, 4)


@pytest.mark.parametrize("line", [FREE, "- K4K5K6R1R2J opened=no opening.points=15"])
def test_weights_that_no_solver_takes_do_not_outlive_their_question(back_end: str, line: str) -> None:
    before = solve(line)
    assert (before.goes_out, before.status) == (True, "optimal")
    # Whether such a worth is refused, raises in the solver or is answered does not matter here.
    for worth in (10**30, 2**200, 10**400):
        with contextlib.suppress(Exception):
            solve(line, joker_worth=worth)
        assert solve(line) == before
