"""Answers are the same in every back end: the public one against exhaustive search, and against OR-Tools' core."""

from __future__ import annotations

import pytest

from solver import Answer, Position, Rules, solve
from solver.errors import RulesError
from solver.model.backend import RELAXATIONS, VARIABLE, chosen
from tests.advice.against_oracle import OBJECTIVES, best_differs, forget, moved_differs, questions, smaller

PRESETS = ("standard", "free", "card-40", "rummy-o", "machiavelli", "sabra")


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    return lambda name: monkeypatch.setenv(VARIABLE, name)


@pytest.mark.parametrize("name", ["free", "standard"])
def test_the_public_one_finds_what_exhaustive_search_finds(name: str, use) -> None:  # type: ignore[no-untyped-def]
    use("public")
    for question in questions(smaller(Rules.named(name)), seed=31, count=10, most_table=10, most_rack=5):
        assert not (difference := best_differs(question)), difference
        assert not (difference := moved_differs(question)), difference
    forget()


@pytest.mark.parametrize("name", PRESETS)
def test_core_and_public_agree(name: str, use) -> None:  # type: ignore[no-untyped-def]
    if chosen() != "core":
        pytest.skip("this OR-Tools does not have the core")

    def figures(answer: Answer) -> tuple[object, ...]:
        return answer.score, answer.bound, answer.tiles, answer.value, answer.jokers, answer.moved, answer.status

    def asked(back_end: str, position: Position, objective: str) -> tuple[object, ...]:
        use(back_end)
        return figures(solve(position, objective=objective, steps=False))

    laid = 0
    for i, question in enumerate(questions(Rules.named(name), seed=32, count=12)):
        objective = OBJECTIVES[i % 3]
        found = asked("core", question.position, objective)
        assert asked("public", question.position, objective) == found, question.position
        laid += found[2] != 0
    assert laid >= 3


def test_a_back_end_that_there_is_not(use) -> None:  # type: ignore[no-untyped-def]
    use("cplex")
    with pytest.raises(RulesError, match=f"^{VARIABLE} = 'cplex': the back ends are {', '.join(RELAXATIONS)}$"):
        solve("- K1K2K3")
