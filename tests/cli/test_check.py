"""`rummikub check`: positions, moves and openings, with every reason."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import Result

from solver import Position, Rules
from solver.advice.check import check

Run = Callable[..., Result]

WITH_JOKERS = ("free", "standard", "sabra", "card-40", "rummy-o", "vatikan", "six-player")


def reasons(run: Run, *args: str) -> list[str]:
    """The reasons of an illegal position or move; the exit status must fit."""
    result = run("check", *args, "--json")
    data = json.loads(result.stdout)
    assert result.stderr == ""
    assert data["legal"] == (not data["reasons"])
    assert result.exit_code == (0 if data["legal"] else 1)
    found = data["reasons"]
    assert isinstance(found, list)
    return found


def test_legal_positions(run: Run) -> None:
    result = run("check", "R5R6R7R8/K7B7R7", "K9R4J")
    assert (result.exit_code, result.stdout) == (0, "Legal position under standard\n")
    for position in ("- -", "K8R8J -", "- K1K1", "K1K2K3/K1K2K3 JJ", "K3K1K2 - loose=yes"):
        assert reasons(run, position) == []


def test_every_fault_of_a_position_has_its_place_and_reason(run: Run) -> None:
    result = run("check", "R5R6R8/K7B7R7/K7K7O7/B1B2", "JJJ")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == "Illegal position under standard"
    text = " ".join(" ".join(lines[1:]).split())
    for reason in (
        "K7: 3 copies, and the box has 2",
        "J: 3 jokers, and the box has 2",
        "table, set 1: R5R6R8 is no set: 7 is missing for a run from 5 to 8",
        "table, set 3: K7K7O7 is no set: a group has no colour twice (K)",
        "table, set 4: B1B2 is no set: as a run, it has 2 tiles and a run needs 3",
    ):
        assert f"- {reason}" in text
    assert text.count("- ") == 5


def test_a_legal_move(run: Run) -> None:
    result = run("check", "R5R6R7/K7B7R7", "R8O7K1", "--after", "R5R6R7R8 | K7B7R7O7")
    assert result.exit_code == 0
    assert result.stdout == "Legal move under standard\nLays    R8 O7\nKeeps   K1\n"


def test_a_legal_opening(run: Run) -> None:
    result = run("check", "-", "K10B10J", "--not-opened", "--after", "K10 B10 J")
    assert result.exit_code == 0
    assert "Opens   30\n" in result.stdout
    data = json.loads(run("check", "-", "R12R13J", "--not-opened", "--after", "J R12 R13", "--json").stdout)
    assert (data["legal"], data["opening_value"], data["played"]) == (True, 36, ["R12", "R13", "J"])


@pytest.mark.parametrize(
    ("position", "after", "reason"),
    [
        ("R5R6R7 K1", "R5R6R7", "no tile was laid"),
        ("R5R6R7 R8", "R5R6R7R8R9", "R9"),
        ("R5R6R7R8 R4", "R4R5R6R7", "R8"),
        ("R5R6R7 R8K1", "R5R6R7R8K1", "new table, set 1"),
        ("B4JB6 R4", "B4B6J R4", "new table, set 1"),
        ("- K5B5R5 opened=no", "K5B5R5", "15"),
        ("R5R6R7 R8K10B10O10 opened=no", "R5R6R7R8/K10B10O10", "opening"),
        ("- K10B10R10 opened=no rules=vatikan", "K10B10R10", "run"),
        ("R5R6R7R8 R4 rules=american", "R4R5R6/R7R8J", "taken apart"),
    ],
)
def test_illegal_moves(run: Run, position: str, after: str, reason: str) -> None:
    found = reasons(run, position, "--after", after)
    assert any(reason in said for said in found), found


def test_joker_rules_are_named(run: Run) -> None:
    # B4 J(B5) B6: the joker may leave only for a B5.
    taken = reasons(run, "B4JB6/K4R4O4/K6R6O6", "R1O1", "--after", "B4K4R4O4/B6K6R6O6/R1O1J")
    assert any("B4J(B5)B6" in reason and "no B5" in reason for reason in taken)
    assert reasons(run, "B4JB6/K4R4O4/K6R6O6 R1O1 rules=free", "--after", "B4K4R4O4/B6K6R6O6/R1O1J") == []
    assert reasons(run, "B4JB6", "B5R1O1", "--after", "B4B5B6/R1O1J") == []


def test_all_reasons_are_given(run: Run) -> None:
    found = reasons(run, "B4JB6/R1R2R3", "R4K1", "--after", "R1R2R3R4J/B4B5B6")
    assert any("B5" in reason and "rack" in reason for reason in found)
    assert any("J(B5)" in reason and "new set" in reason for reason in found)
    # A set that is none, a tile that is lost and one that comes from nowhere.
    found = reasons(run, "R5R6R7/K1K2K3", "R8", "--after", "R5R6/K1K2K3/O9")
    assert sum("new table, set" in reason for reason in found) == 2
    assert any(reason.startswith("R7 ") for reason in found)
    assert any(reason.startswith("O9 ") for reason in found)


def test_the_same_move_under_other_rules(run: Run) -> None:
    # From the rule page: a freed joker added to an old set.
    position, after = "B4JB6/O7O8O9 B5O11", "B4B5B6/O7O8O9JO11"
    legal = {name: not reasons(run, position, "--after", after, "--rules", name) for name in WITH_JOKERS}
    assert legal == {
        "free": True,
        "standard": False,
        "sabra": True,
        "card-40": False,
        "rummy-o": False,
        "vatikan": True,
        "six-player": False,
    }


def test_a_heap_that_can_be_arranged(run: Run) -> None:
    result = run("check", "R5R9K9R7R6B9", "K9", "--loose")
    assert (result.exit_code, result.stdout) == (
        0,
        "Legal position under standard\n\nThe loose tiles in sets\n  1  K9 B9 R9\n  2  R5 R6 R7\n",
    )
    data = json.loads(run("check", "R5R9K9R7R6B9", "K9", "--loose", "--json").stdout)
    assert (data["legal"], data["reasons"]) == (True, [])
    assert (data["table"], data["taken_off"]) == ([["K9", "B9", "R9"], ["R5", "R6", "R7"]], [])


def test_a_heap_that_cannot_be_arranged(run: Run) -> None:
    # K9 alone is in no set, and without it there is one run.
    result = run("check", "R5R6R7K9", "-", "--loose")
    assert result.exit_code == 1
    assert "take off K9, and the rest makes 1 set" in " ".join(result.stdout.split())
    assert result.stdout.endswith("\nThe rest in sets\n  1  R5 R6 R7\n")
    data = json.loads(run("check", "R5R6R7K9", "-", "--loose", "--json").stdout)
    assert (data["legal"], data["table"], data["taken_off"]) == (False, [["R5", "R6", "R7"]], ["K9"])
    result = run("check", "-", "--loose", stdin="R5R6R7K9 -\nR5R6R7 K9\n")
    assert (result.exit_code, result.stdout.count("Illegal")) == (1, 1)


def test_a_table_of_sets_is_not_arranged(run: Run) -> None:
    data = json.loads(run("check", "R5R6R7", "K9", "--json").stdout)
    assert (data["table"], data["taken_off"]) == (None, None)


def test_a_move_on_a_heap(run: Run) -> None:
    assert reasons(run, "K1K2", "K3", "--loose", "--after", "K1K2K3") == []
    assert reasons(run, "K1K2", "K3K4", "--loose", "--after", "K1K3K4")


def test_many_positions(run: Run) -> None:
    result = run("check", "-", stdin="R1R2R3 R4\n\nR1R2R4 R5\n")
    assert result.exit_code == 1
    assert "--- line 1 ---\nLegal" in result.stdout
    assert "--- line 3 ---\nIllegal" in result.stdout
    result = run("check", "-", "--json", stdin="R1R2R3 R4\nR1R2R4 R5\nR1R2R3\n")
    assert result.exit_code == 2
    assert [json.loads(line)["legal"] for line in result.stdout.splitlines()] == [True, False]
    assert result.stderr.startswith("error: line 3: ")


def test_what_cannot_be_read_is_bad_input(run: Run) -> None:
    for args in (("X5", "-"), ("R5R6R7", "R8", "--after", "R5X"), ("- - rules=nope",), ("R5R6R7",)):
        result = run("check", *args)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("error: ")
    assert run("check", "-", "--after", "R1R2R3").exit_code == 2


def test_the_python_function(run: Run) -> None:
    verdict = check("R5R6R7 R8 rules=free", "R5R6R7R8")
    assert verdict.legal and verdict.move is not None and str(verdict.move) == "R8->R5R6R7R8"
    assert check(Position.parse("R5R6R7 R8")).legal
    assert not check("R5R6R7/R9 R8").legal
    assert check("- K10B10R10", "K10B10R10", rules=Rules.named("pressman-1998"), opened=False).reasons
    data = json.loads(run("check", "R5R6R7 R8 rules=free", "--after", "R5R6R7R8", "--json").stdout)
    assert data == verdict.to_json()
