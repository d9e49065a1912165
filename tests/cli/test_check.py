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


@pytest.mark.parametrize(
    "args",
    [
        ("R5R6R7/K7B7R7 R8O7", "R5R6R7R8/K7B7R7O7"),
        ("R5R6R7/K7B7R7 R8O7", "R5R6R7R8 | K7B7R7O7", "rules=free"),
        ("R5R6R7/K7B7R7", "R8O7", "R5R6R7R8/K7B7R7O7"),
        ("R5R6R7 O8", "R5R6R7R8"),
        ("- K10B10J", "K10B10J", "--not-opened"),
        ("--table", "R5R6R7", "--rack", "R8", "R5R6R7R8"),
    ],
)
def test_a_new_table_without_its_option_is_asked_for(run: Run, args: tuple[str, ...]) -> None:
    result = run("check", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert "is the last part the new table? Then write --after before it" in line


def test_what_is_a_position_and_might_be_a_move_is_noted(run: Run) -> None:
    result = run("check", "R5R6R7 R8", "R5R6R7R8")
    assert (result.exit_code, result.stdout) == (0, "Legal position under standard\n")
    assert result.stderr == "note: if the last part is the new table, write --after before it\n"
    assert run("check", "R5 R6 R7", "R8 O7").stderr == ""


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
        ("R5R6R7R8 R4 rules=american turn.discard=no", "R4R5R6/R7R8J", "taken apart"),
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


NO_RUN_NOR_GROUP = "its tiles share neither one colour (a run) nor one number (a group)"
ONE_TILE = "as a run, it has 1 tile and a run needs 3; as a group, it has 1 tile and a group needs 3"
SHORT_RUN = "as a run, it has 2 tiles and a run needs 3"
SHORT_GROUP = "as a group, it has 2 tiles and a group needs 3"
OPENING_TURN = "was touched, and the table stays as it is in the opening turn"


@pytest.mark.parametrize(
    ("position", "after", "expected"),
    [
        pytest.param(
            "B4B5B6 K10B10O9 opened=no",
            "B4B5/B6K10B10",
            [
                f"new table, set 1: B4B5 is no set: {SHORT_RUN}",
                f"new table, set 2: B6K10B10 is no set: {NO_RUN_NOR_GROUP}",
                f"B4B5B6 {OPENING_TURN}",
                "opening: the sets from the rack add up to 0, and 30 are needed",
            ],
            id="a table that was touched, and an opening of nothing",
        ),
        pytest.param(
            "R5R6R7 K1K2K3B10O10 opened=no",
            "R5R6R7/K1K2K3/B10O10",
            [
                f"new table, set 3: B10O10 is no set: {SHORT_GROUP}",
                "opening: the sets from the rack that are sets add up to 6, and 30 are needed",
            ],
            id="one opening set that is a set",
        ),
        pytest.param(
            "R5R6R7 K10B10O10K1 opened=no",
            "R5R6R7/K10B10O10/K1",
            [f"new table, set 3: K1 is no set: {ONE_TILE}"],
            id="enough is laid beside what is no set",
        ),
        pytest.param(
            "K8R8J K10B10O10 opened=no",
            "K8R8J(K8)/K10B10O10",
            ["new table, set 1: K8R8J(K8) is no set: a group has no colour twice (K)"],
            id="an old set whose joker is misread was not touched",
        ),
        pytest.param(
            "B4JB6/K8R8O8 R1O1B1 opened=no",
            "B4B6/K8R8/R1O1J",
            [
                "O8 is missing on the new table: it lay on the old one",
                "new table, set 1: B4B6 is no set: 5 is missing for a run from 4 to 6",
                f"new table, set 2: K8R8 is no set: {SHORT_GROUP}",
                f"B4J(B5)B6 {OPENING_TURN}",
                f"K8R8O8 {OPENING_TURN}",
                "opening: the sets from the rack add up to 0, and 30 are needed",
                "J(B5) was taken from B4J(B5)B6, but no B5 was laid or brought from another set to replace it",
            ],
            id="a tile is lost, a joker taken, an opening too low",
        ),
        pytest.param(
            "R5R6R7R8 K1",
            "R5R6R7/R8",
            [
                "no tile was laid from the rack",
                f"new table, set 2: R8 is no set: {ONE_TILE}",
            ],
            id="nothing is laid",
        ),
        pytest.param(
            "R5R6R7R8/B1B2B3 K8B8 rules=american turn.discard=no opened=no",
            "R5R6R7/R8K8B8/B1B2",
            [
                "B3 is missing on the new table: it lay on the old one",
                f"new table, set 3: B1B2 is no set: {SHORT_RUN}",
                "opening: the sets from the rack add up to 0, and 50 are needed",
                "R5R6R7R8 was taken apart: every old set stays together in one set of the new table",
                "B1B2B3 was taken apart: every old set stays together in one set of the new table",
            ],
            id="sets taken apart",
        ),
        pytest.param(
            "R5R6R7 R8K1 rules=american turn.discard=no",
            "R5R6R7R8K1",
            [f"new table, set 1: R5R6R7R8K1 is no set: {NO_RUN_NOR_GROUP}"],
            id="an old set that stays together where too much was added was not taken apart",
        ),
        pytest.param(
            "- K10B10O10K1K2 rules=vatikan opened=no",
            "K10B10O10/K1K2",
            [
                f"new table, set 2: K1K2 is no set: {SHORT_RUN}",
                "opening: a run of 3 or more tiles from the rack is needed",
            ],
            id="an opening without a run",
        ),
        pytest.param(
            "- K10B10K1K2J opened=no opening.joker=forbidden",
            "K10B10/K1K2J",
            [
                f"new table, set 1: K10B10 is no set: {SHORT_GROUP}",
                "opening: no joker may be laid in the opening turn",
                "opening: the sets from the rack that are sets add up to 3, and 30 are needed",
            ],
            id="a joker in the opening",
        ),
        pytest.param(
            "B4JB6/O7O8O9/K1K2K3 B5O11 rules=card-40",
            "B4B5B6/O7O8O9JO11/K1K2",
            [
                "K3 is missing on the new table: it lay on the old one",
                f"new table, set 3: K1K2 is no set: {SHORT_RUN}",
                "J(B5), freed from B4J(B5)B6, was added to the old set O7O8O9: it must go into a new set",
            ],
            id="a freed joker in an old set",
        ),
        pytest.param(
            "B4JB6/O9O10O11O12/K1K2K3 B5O8 rules=card-40",
            "B4B5B6/JO8O9/O10O11O12/K1K2",
            [
                "K3 is missing on the new table: it lay on the old one",
                f"new table, set 4: K1K2 is no set: {SHORT_RUN}",
                "J(B5), freed from B4J(B5)B6, went into J(O7)O8O9: that set needs two tiles from the rack besides those"
                " that replace jokers",
            ],
            id="a new set with one tile from the rack",
        ),
        pytest.param(
            "B4B5JB7/K1O1R1 K4R4 rules=sabra",
            "B5JB7/B4K4R4/K1O1",
            [
                "R1 is missing on the new table: it lay on the old one",
                f"new table, set 3: K1O1 is no set: {SHORT_GROUP}",
                "the set B4B5J(B6)B7 stays together while its joker stays, but B4 left it",
            ],
            id="a locked set that was split",
        ),
        pytest.param(
            "B4JB6 R5O6",
            "B4B6/R5O6J",
            [
                "new table, set 1: B4B6 is no set: 5 is missing for a run from 4 to 6",
                f"new table, set 2: R5O6J is no set: {NO_RUN_NOR_GROUP}",
                "J(B5) was taken from B4J(B5)B6, but no B5 was laid or brought from another set to replace it",
            ],
            id="a joker among tiles that go with it in no run",
        ),
        pytest.param(
            "B4JB6 R5B7",
            "B4B6/R5B7J",
            [
                "new table, set 1: B4B6 is no set: 5 is missing for a run from 4 to 6",
                f"new table, set 2: R5B7J is no set: {NO_RUN_NOR_GROUP}",
            ],
            id="a joker beside a tile of its run may not have been taken",
        ),
        pytest.param(
            "B4JB6 R5B7",
            "B4B6/R5B7J(R7)",
            [
                "new table, set 1: B4B6 is no set: 5 is missing for a run from 4 to 6",
                f"new table, set 2: R5B7J(R7) is no set: {NO_RUN_NOR_GROUP}",
            ],
            id="nor may one that is written for another tile",
        ),
        pytest.param(
            "K8R8J/B1B2B3 B4",
            "K8R8J(K8)/B1B2B3B4",
            ["new table, set 1: K8R8J(K8) is no set: a group has no colour twice (K)"],
            id="a joker that is misread where it lies was not taken",
        ),
        pytest.param(
            "B4JB6/K5R5O5B5 R1B7",
            "B4B5B6/K5R5O5/R1B7J(R7)",
            [f"new table, set 3: R1B7J(R7) is no set: {NO_RUN_NOR_GROUP}"],
            id="a joker that was replaced may lie anywhere for now",
        ),
        pytest.param(
            "B4JB6 R5O6 rules=free",
            "B4B6/R5O6J",
            [
                "new table, set 1: B4B6 is no set: 5 is missing for a run from 4 to 6",
                f"new table, set 2: R5O6J is no set: {NO_RUN_NOR_GROUP}",
            ],
            id="jokers move freely",
        ),
        pytest.param(
            "B4JB6/K8R8J R1O1",
            "B4B6J/K8R8/R1O1J",
            [
                f"new table, set 2: K8R8 is no set: {SHORT_GROUP}",
                "J(B8) was taken from K8J(B8)R8, but no B8 or O8 was laid or brought from another set to replace it",
            ],
            id="one of two jokers stays",
        ),
        pytest.param(
            "R8R9R10R11/K1K2K3/K1O1B1 R12R13R1",
            "R8R9R10/R11R12R13R1/K1K1K2K3/O1B1",
            [
                "new table, set 2: R11R12R13R1 is no set: 1 does not follow 13 (sets.wrap = none)",
                "new table, set 3: K1K1K2K3 is no set: a run has no number twice (1)",
                f"new table, set 4: O1B1 is no set: {SHORT_GROUP}",
            ],
            id="a run round the corner, a number twice",
        ),
    ],
)
def test_reasons_beside_sets_that_are_none(run: Run, position: str, after: str, expected: list[str]) -> None:
    assert reasons(run, position, "--after", after) == expected


def test_the_opening_does_not_hide_the_joker_rules(run: Run) -> None:
    # Nor could the joker have been taken later.
    assert reasons(run, "B4JB6/K1R1O1 K12R12 opened=no", "--after", "B4R1B6/K1O1J/K12R12")[-1] == (
        "J(B5) was taken from B4J(B5)B6, but no B5 was laid or brought from another set to replace it"
    )
    # What would be legal after the opening is named once.
    assert reasons(run, "B4JB6/K6B6R6O6 K12R12B7B8 opened=no", "--after", "B4JB6/B6B7B8/R6O6K6") == [
        f"K6B6R6O6 {OPENING_TURN}",
        "opening: the sets from the rack add up to 0, and 30 are needed",
    ]


OPEN_RUN = "R8R9JR10 can be read in several ways: write J(R7)R8R9R10 (run) or R8R9R10J(R11) (run)"
OPEN_NINES = "B9JJ can be read in several ways: write B9J(B10)J(B11) (run) or J(K9)B9J(R9) (group)"


def test_a_run_or_a_group_whatever_it_is(run: Run) -> None:
    # As a run B9 J J counts 30, as the rules say; what it is matters to nobody in this turn.
    result = run("check", "- B9JJ opened=no", "--after", "B9JJ")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "Legal move under standard\nLays    B9 J J\nKeeps   none\nOpens   30\n"
        "Read    set 1 of the new table as a run, B9J(B10)J(B11)\n"
    )
    data = json.loads(run("check", "- B9JJ opened=no", "--after", "B9JJ", "--json").stdout)
    assert data["legal"] and data["read_as"] == [{"set": 1, "kind": "run", "tiles": ["B9", "J(B10)", "J(B11)"]}]
    # 8-9-10 is the most that it can be.
    assert reasons(run, "- B8JJ opened=no", "--after", "B8JJ") == [
        "opening: the sets from the rack add up to 27, and 30 are needed"
    ]
    # It is illegal whatever it is: the reason is the other set.
    found = reasons(run, "K1K2K3 B9JJ", "--after", "B9JJ/K1K2")
    assert [reason.split(":")[0] for reason in found] == [
        "K3 is missing on the new table", "new table, set 2",
    ]  # fmt: skip
    data = json.loads(run("check", "R5R6R7", "R8", "--after", "R5R6R7R8", "--json").stdout)
    assert data["read_as"] == []


def test_a_reading_that_matters_has_to_be_said(run: Run) -> None:
    # The jokers of the old table lay in a run: they may stay in one, but not walk into a group.
    position = "B9J(B10)J(B11)/K1R1O1 B1"
    result = run("check", position, "--after", "B9JJ/K1R1O1B1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"error: new table, set 1: {OPEN_NINES}\n"
    assert reasons(run, position, "--after", "B9J(B10)J/K1R1O1B1") == []
    taken = reasons(run, position, "--after", "B9J(K9)J/K1R1O1B1")
    assert [reason.split(",")[0] for reason in taken] == [
        "J(B10) was taken from B9J(B10)J(B11)", "J(B11) was taken from B9J(B10)J(B11)",
    ]  # fmt: skip
    # Under these rules it makes no difference.
    assert reasons(run, position, "--after", "B9JJ/K1R1O1B1", "--rules", "free") == []


def test_tiles_out_of_order_have_to_say_what_a_joker_stands_for(run: Run) -> None:
    result = run("check", "R8R9R10", "J", "--after", "R8R9JR10")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"error: new table, set 1: {OPEN_RUN}\n"
    # Where jokers are free, it makes no difference.
    assert reasons(run, "R8R9R10", "J", "--after", "R8R9JR10", "--rules", "free") == []
    # What is illegal in any reading is illegal.
    assert reasons(run, "R8R9R10 JR1", "--after", "R8R9JR10/R1R2R3") == [
        f"new table, set 1: {OPEN_RUN}",
        "R2 was laid, but the rack has none",
        "R3 was laid, but the rack has none",
    ]
    assert reasons(run, "R8R9R10 J", "--after", "R10R9R8J(R11)") == []


def test_a_position_that_leaves_a_reading_open_is_not_called_illegal(run: Run) -> None:
    for text, fault in (("B9JJ K1", OPEN_NINES), ("R8R9JR10 K1", OPEN_RUN)):
        for more in ([], ["--json"], ["--after", "K1"]):
            result = run("check", text, *more)
            assert (result.exit_code, result.stdout) == (2, "")
            assert result.stderr == f"error: table, set 1: {fault}\n"
        assert run("solve", text).stderr == f"error: table, set 1: {fault}\n"
    assert run("check", "-", stdin="R8R9JR10 K1\n").stderr == f"error: line 1: table, set 1: {OPEN_RUN}\n"
    # A set that is none is illegal however the other one is read.
    assert reasons(run, "R8R9JR10/K1K2 K3") == [
        f"table, set 1: {OPEN_RUN}", f"table, set 2: K1K2 is no set: {SHORT_RUN}",
    ]  # fmt: skip


def test_no_number_of_open_sets_is_too_much(run: Run) -> None:
    # More jokers than the box holds are illegal however the sets are read.
    found = reasons(run, "B4JB6 R1", "--after", "/".join(["K9JJ"] * 1500))
    assert found[0] == "K9 was laid 1500 times, but the rack has none"
    assert found[1] == "J was laid 2999 times, but the rack has none"


def test_what_an_opening_that_touches_the_table_counts(run: Run) -> None:
    # The group of nines is none of the player's own: nothing opens.
    result = run("check", "R9B9O9/B1B2B3 K9R4 opened=no", "--after", "R9B9O9K9|B1B2B3", "--json")
    data = json.loads(result.stdout)
    assert data["opening_value"] == 0
    assert "opening: the sets from the rack add up to 0, and 30 are needed" in data["reasons"]


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


@pytest.mark.parametrize(
    ("position", "after", "expected"),
    [
        ("R1R2R3B1B2B3 -", None, ["; is a / missing, as in R1R2R3/B1B2B3?"]),
        ("R1R2R3K1B1R1O1 -", None, ["; is a / missing, as in R1R2R3/K1B1R1O1?"]),
        ("R1R2R3 B1B2B3", "R1R2R3B1B2B3", ["; is a / missing, as in R1R2R3/B1B2B3?"]),
        # They fall into no sets.
        ("R1R2R3B1B2 -", None, [NO_RUN_NOR_GROUP]),
        ("G5G6G7 -", None, ["G5 G6 G7: no such tiles; the box has K, B, R, O from 1 to 13 (tiles.colours = 4)"]),
        # What else is wrong is said of each set.
        (
            "G5G6G8 K14",
            None,
            [
                "K14 G5 G6 G8: no such tiles; the box has K, B, R, O from 1 to 13"
                " (tiles.colours = 4, tiles.numbers = 13)",
                "table, set 1: G5G6G8 is no set: 7 is missing for a run from 5 to 8",
            ],
        ),
    ],
)
def test_reasons_say_what_to_do(run: Run, position: str, after: str | None, expected: list[str]) -> None:
    found = reasons(run, position, *(["--after", after] if after else []))
    assert len(found) == len(expected)
    assert all(one.endswith(said) for one, said in zip(found, expected, strict=True)), found


def test_how_undeclared_jokers_of_an_opening_were_read(run: Run) -> None:
    data = json.loads(run("check", "- JJR7R8 opened=no", "--after", "JJR7R8", "--json").stdout)
    assert (data["legal"], data["opening_value"]) == (True, 34)
    assert data["read_as"] == [{"set": 1, "kind": "run", "tiles": ["R7", "R8", "J(R9)", "J(R10)"]}]
    # In any order, and where some say what they stand for.
    data = json.loads(run("check", "- JJR7R8 opened=no", "--after", "R7 J J(R6) R8", "--json").stdout)
    assert (data["opening_value"], data["read_as"][0]["tiles"]) == (30, ["J(R6)", "R7", "R8", "J(R9)"])
