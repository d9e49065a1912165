"""What a program gets from `import solver`, as the README tells it."""

from __future__ import annotations

import pytest

import solver
from solver import Position, Rules, best_moves, check, compare_rules, hint_of, solve, svg
from solver.errors import RulesError

LINE = "R5R6R7R8/K7B7R7 K9R4J"


def test_every_name_is_there() -> None:
    assert all(getattr(solver, name) for name in solver.__all__)
    assert set(solver.__all__) <= set(dir(solver))
    with pytest.raises(AttributeError, match="has no attribute 'solv'"):
        _ = solver.solv


def test_a_position_may_be_a_line_and_rules_a_name() -> None:
    assert solve(LINE).value == solve(Position.parse(LINE)).value == 4
    position = Position.parse(LINE, rules="free")
    assert position == Position.parse(f"{LINE} rules=free") == Position.read("R5-8|KBR7", "K9R4J", "free")
    assert position.rules == Rules.named("free")
    with pytest.raises(RulesError, match="no rule set is called 'fre': is 'free' meant"):
        Position.parse(LINE, rules="fre")


def test_the_twins_of_the_options() -> None:
    move = solve(LINE, objective="tiles")
    assert {answer.tiles for answer in best_moves(Position.parse(LINE), 9, objective="tiles").answers} == {2}
    assert hint_of(move, 1).text.startswith("You can lay 2 tiles")
    assert "<svg" in svg(move)
    assert len(compare_rules(move)) == 11
    assert check(LINE, "R4R5R6R7R8/K7B7R7").legal
    assert not check(LINE, "R5R6R7R8/K7B7R7").legal


@pytest.mark.parametrize("limit", [0.0, -1.0, float("nan"), float("inf")])
def test_time_limits_that_are_none(limit: float) -> None:
    with pytest.raises(RulesError, match="it takes seconds, more than 0"):
        solve(LINE, time_limit=limit)
