"""What a program gets from `import solver`, as the README tells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

import solver
from solver import Position, Rules, best_moves, check, compare_rules, hint_of, solve, svg
from solver.advice.compare import Comparisons
from solver.advice.hints import hint
from solver.advice.repair import repair
from solver.commands.app import main
from solver.errors import RulesError, RummikubError
from solver.show.svg import svg_position

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


@pytest.mark.parametrize("ask", [solve, check, repair, hint, svg_position, lambda position: best_moves(position, 3)])
def test_whatever_takes_a_position_takes_its_line(ask: Callable[[Position | str], object]) -> None:
    for line in (LINE, "- K10B10J opened=no", "R5R6R7K7B7O7 K9 loose=yes"):
        told, asked = ask(line), ask(Position.parse(line))
        assert told == asked or str(told) == str(asked)


@pytest.mark.parametrize(
    ("shown", "command"),
    [
        (lambda: solve(LINE), ["solve", LINE]),
        (lambda: solve("- K1B2R3"), ["solve", "- K1B2R3"]),
        (lambda: best_moves(LINE, 3), ["solve", LINE, "--all", "3"]),
        (lambda: hint(LINE, 3), ["solve", LINE, "--hint", "3"]),
        (lambda: check(LINE), ["check", LINE]),
        (lambda: check("R5R6K9 K1"), ["check", "R5R6K9 K1"]),
        (lambda: check(LINE, "R4R5R6R7R8/K7B7"), ["check", LINE, "--after", "R4R5R6R7R8/K7B7"]),
    ],
)
def test_print_shows_what_the_command_line_prints(
    shown: Callable[[], object], command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert f"{shown()}\n" == CliRunner().invoke(main, command).stdout
    short = repr(shown())
    assert short.startswith(f"<{type(shown()).__name__}") and len(short) <= 100 and "\n" not in short


def test_a_comparison_prints_as_one_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    answer = solve("B4JB6/K5R5O5B5 R1O1K9")
    rows = compare_rules(answer)
    printed = CliRunner().invoke(main, ["solve", "B4JB6/K5R5O5B5 R1O1K9", "--compare-rules"]).stdout
    assert printed == f"{answer}\n\n{rows}\n"
    assert repr(rows) == "<Comparisons with 11 rule sets, 5 with another move>"
    assert rows == tuple(rows) and isinstance(rows, Comparisons)
    assert repr(rows[0]) == "<Comparison with standard: <Answer optimal: lays R1 O1>>"


# What no type checker lets pass, people type.
WRONG: dict[str, Any] = {"number": 5, "none": None, "list": ["R5"], "text": "x", "fraction": 1.5, "line": LINE}


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: solve(WRONG["number"]), "position = 5: it takes a Position or a position line, such as"),
        (lambda: solve(WRONG["none"]), "position = None: it takes a Position or"),
        (lambda: solve(WRONG["list"]), "position = a list: it takes a Position or"),
        (lambda: solve(LINE, objective=WRONG["number"]), "objective = 5: it takes one of value, tiles, penalty"),
        (lambda: solve(LINE, joker_worth=WRONG["text"]), "joker_worth = 'x': it takes a whole number from 0 to 1000"),
        (
            lambda: solve(LINE, joker_worth=WRONG["fraction"]),
            "joker_worth = 1.5: it takes a whole number from 0 to 1000",
        ),
        (lambda: solve(LINE, time_limit=WRONG["text"]), "time_limit = 'x': it takes seconds, more than 0"),
        (lambda: best_moves(LINE, WRONG["text"]), "most = 'x': it takes a whole number, 1 or more"),
        (lambda: best_moves(LINE, 2, by=WRONG["number"]), "by = 5: it takes arrangement or tiles"),
        (lambda: best_moves(WRONG["number"], 2), "position = 5: it takes a Position"),
        (lambda: check(WRONG["number"]), "position = 5: it takes a Position"),
        (lambda: check(LINE, WRONG["number"]), "after = 5: it takes the new table as a text"),
        (lambda: check(LINE, rules=WRONG["number"]), "rules = 5: it takes Rules, the name of a rule set, or a file"),
        (lambda: compare_rules(WRONG["line"]), "answer = 'R5R6R7R8/K7B7R7 K9R4J': it takes what solve.position. gives"),
        (lambda: hint_of(WRONG["line"]), "answer = .*: it takes what solve"),
        (lambda: hint_of(solve(LINE), WRONG["text"]), "level = 'x': it takes a whole number from 1 to 4"),
        (lambda: svg(WRONG["line"]), "answer = .*: it takes what solve"),
        (lambda: svg(solve(LINE), width=WRONG["text"]), "width = 'x': it takes pixels, 200 or more"),
        (lambda: repair(WRONG["number"]), "position = 5: it takes a Position"),
        (lambda: repair(LINE, time_limit=WRONG["text"]), "time_limit = 'x': it takes seconds"),
        (lambda: Rules.named(WRONG["number"]), "rules = 5: it takes Rules, the name of a rule set"),
        (lambda: Position.parse(WRONG["number"]), "line = 5: it takes a position line"),
        (lambda: Position.parse(LINE, rules=WRONG["number"]), "rules = 5: it takes Rules, the name of a rule set"),
        (lambda: Position.parse(LINE, opened=WRONG["number"]), "opened = 5: it takes True or False"),
        (lambda: Position.read(WRONG["number"], "K1"), "table = 5: it takes a text of tiles"),
    ],
)
def test_wrong_types_are_told_in_one_line(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(RummikubError, match=f"^{said}") as refused:
        ask()
    assert isinstance(refused.value, TypeError) and "\n" not in str(refused.value)


def test_a_very_long_position_is_quoted_in_part() -> None:
    with pytest.raises(TypeError) as refused:
        compare_rules(WRONG["line"] * 100)
    assert len(str(refused.value)) < 120
