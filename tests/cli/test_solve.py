"""`rummikub solve`: every option, what is printed, and the exit status."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from solver import Answer, Position, solve
from solver.show.svg import svg

Run = Callable[..., Result]

FREE = "R5R6R7R8/K7B7R7 K9R4J rules=free"


def printed(run: Run, *args: str, stdin: str = "") -> str:
    result = run("solve", *args, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def answered(run: Run, *args: str, stdin: str = "") -> dict[str, object]:
    data = json.loads(printed(run, *args, "--json", stdin=stdin))
    assert isinstance(data, dict)
    return data


# --- What is printed ---


def test_a_page_for_a_player(run: Run) -> None:
    # By hand: R4 goes to the left end of the run, and nothing else fits without the joker.
    assert printed(run, "R5R6R7R8/K7B7R7", "K9R4J") == (
        "Table (rules standard)\n"
        "  1  R5 R6 R7 R8\n"
        "  2  K7 B7 R7\n"
        "Rack\n"
        "     K9 R4 J\n"
        "\n"
        "Lay 1 tile\n"
        "     R4\n"
        "Worth face value 4, 1 tile, 4 penalty points\n"
        "Left  K9 J\n"
        "\n"
        "New table (+ from the rack)\n"
        "  1  +R4 R5 R6 R7 R8 <changed>\n"
        "  2  K7 B7 R7\n"
    ) + steps_of(run, "R5R6R7R8/K7B7R7", "K9R4J")


def steps_of(run: Run, *args: str) -> str:
    """The part of the page after the new table."""
    page = printed(run, *args)
    return page[page.index("\n\nStep by step") + 1 :] if "Step by step" in page else ""


def test_what_jokers_stand_for_is_said(run: Run) -> None:
    page = printed(run, "R5R6JR8/K7B7R7", "K9")
    assert "  1  R5 R6 J(R7) R8\n" in page
    page = printed(run, "-", "R12R13J")
    assert "+J(R11) +R12 +R13" in page
    assert "The joker in set 1 stands for R11." in page


def test_going_out_and_drawing(run: Run) -> None:
    assert "Lay 1 tile - you go out!" in printed(run, "B4B5B6", "J")
    assert "Draw a tile: nothing can be played" in printed(run, "B4B5B6", "K9")
    assert "You are out: the rack is empty" in printed(run, "B4B5B6", "-")
    assert "You are out: the rack is empty" in printed(run, "-", "-")
    assert "Draw a tile: no move lays a number tile" in printed(run, "B4B5B6", "K9J")
    assert "Draw a tile: the rack cannot open (30 points needed)" in printed(run, "-", "K1K2K3", "--not-opened")
    for changes, needed in {
        "opening.points=0": "a run of 3 or more needed",
        "opening.points=0 sets.min_run=2": "a run of 3 or more needed",
        "opening.points=0 sets.min_run=4": "a run of 4 or more needed",
        "opening.points=20": "20 points and a run of 3 or more needed",
    }.items():
        page = printed(run, f"- K1B1R1 opened=no opening.needs_run=yes {changes}")
        assert f"Draw a tile: the rack cannot open ({needed})" in page


def test_opening_sets_are_shown_apart(run: Run) -> None:
    page = printed(run, "R8R9R10/O10O11O12O13", "R11R12R13K13", "--not-opened", "--rules", "sabra")
    opening = page[page.index("Opening sets, worth 36") : page.index("New table")]
    assert "R11 R12 R13" in opening
    assert "+R11 +R12" in page[page.index("New table") :]


def test_an_id_is_shown(run: Run) -> None:
    assert printed(run, FREE, "id=mine").startswith("Position mine\n")


@pytest.mark.parametrize("columns", [40, 60, 200])
def test_narrow_terminals(run: Run, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    crowded = "B1B2B3B4B5B6B7B8B9B10B11B12B13/K4K5K6/R4R5R6/O9O10O11O12O13 B4O4K13B13R13O8J"
    for more in (["--compare-rules"], ["--all", "3"], ["--hint", "3"], ["--hint", "4"]):
        page = printed(run, crowded, "--rules", "free", *more)
        assert max(map(len, page.splitlines())) <= columns
        assert more[0] == "--hint" or all(f"B{number}" in page for number in range(1, 14))


def test_color(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = printed(run, FREE)
    colored = printed(run, FREE, "--color")
    assert "\x1b" not in plain
    assert "\x1b[91mR5\x1b[0m" in colored
    # The letter is there with and without the colour.
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert printed(run, FREE) == printed(run, FREE, "--no-color") == plain
    assert printed(run, FREE, "--color") == colored


# --- JSON ---

KEYS = [
    *("position", "id", "rules", "objective", "keep", "must", "max_moved", "status"),
    *("goes_out", "played", "kept", "tiles", "value", "penalty"),
    *("jokers", "opening_value", "bound", "table", "moved", "steps", "notes", "reason", "most", "closest", "seconds"),
]


def test_json_has_the_promised_keys_and_each_is_an_attribute(run: Run) -> None:
    data = answered(run, FREE, "id=x")
    assert list(data) == KEYS
    answer = solve(Position.parse(f"{FREE} id=x"))
    for key in KEYS:
        assert hasattr(Answer, key) or key in Answer.__dataclass_fields__, key
    assert data["played"] == [str(tile) for tile in answer.played]
    assert data["id"] == answer.id == "x"
    assert Position.parse(str(data["position"])) == answer.position


def test_json_of_an_answer_worked_by_hand(run: Run) -> None:
    # R12 R13 open with 36 as J R12 R13; K9 stays.
    data = answered(run, "-", "R12R13JK9", "opened=no")
    assert data["status"] == "optimal"
    assert data["goes_out"] is False
    assert data["played"] == ["R12", "R13", "J"]
    assert data["kept"] == ["K9"]
    assert (data["tiles"], data["value"], data["jokers"], data["penalty"]) == (3, 25, 1, 55)
    assert (data["opening_value"], data["bound"], data["moved"]) == (36, 25, 0)
    assert data["table"] == [["J(R11)", "R12", "R13"]]
    assert data["rules"] == "standard"


def test_json_of_a_draw(run: Run) -> None:
    data = answered(run, "B4B5B6", "K9")
    assert (data["status"], data["played"], data["tiles"], data["bound"]) == ("no_move", [], 0, 0)
    assert data["table"] == [["B4", "B5", "B6"]]


# --- Options ---


@pytest.mark.parametrize(
    "args",
    [
        (FREE,),
        tuple(FREE.split()),
        ("R5-8/KBR7", "K9,R4,J", "--rules", "free"),
        ("--table", "R5R6R7R8 | K7 B7 R7", "--rack", "K9 R4 J", "--rules", "free"),
        ("--table", "R5-8;KBR7", "--rack", "k9r4j", "--rules", "free"),
        ("--table", "R5-8\nKBR7", "--rack", "K9R4J", "--rules", "free"),
        ("R5 R6 R7 R8 | K7 B7 R7", "K9 R4 J", "rules=free"),
        ("R5-8\nKBR7", "K9, R4, J", "rules=free"),
    ],
)
def test_ways_to_write_a_position(run: Run, args: tuple[str, ...]) -> None:
    data = answered(run, *args, "--objective", "tiles")
    assert data["position"] == "R5R6R7R8/K7B7R7 K9R4J rules=free opened=yes"
    assert data["tiles"] == 2


def test_an_empty_table_can_be_quoted_or_not(run: Run) -> None:
    for args in (("-", "K10B10J", "opened=no"), ("- K10B10J opened=no",), ("--rack", "K10 B10 J", "--not-opened")):
        data = answered(run, *args)
        assert (data["opening_value"], data["position"]) == (30, "- K10B10J rules=standard opened=no")


def test_objectives(run: Run) -> None:
    # From tests/data/known.jsonl, adamb-tilesvsvalue.
    rack = "K1K2K4K5K13B13J"
    assert answered(run, "-", rack, "--objective", "tiles")["tiles"] == 5
    assert answered(run, "-", rack)["value"] == 26
    assert answered(run, "-", rack, "--objective", "value")["value"] == 26
    assert answered(run, "-", rack, "--objective", "penalty")["penalty"] == 56


def test_a_joker_is_spent_where_it_is_worth_something(run: Run) -> None:
    assert answered(run, "B4B5B6", "K9J")["status"] == "no_move"
    data = answered(run, "B4B5B6", "K9J", "--joker-worth", "1")
    assert (data["played"], data["bound"]) == (["J"], 1)


def test_rules_by_name_by_file_and_by_key(run: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "free"\n[opening]\npoints = 50\n')
    # K8 R8 O8 J: the joker is taken under `free`, and stays under `standard`.
    args = ("K8R8O8J", "B1B2", "--objective", "tiles")
    assert answered(run, *args)["tiles"] == 0
    assert answered(run, *args, "--rules", "free")["tiles"] == 2
    assert answered(run, *args, "--rules", str(house))["rules"] == "free opening.points=50"
    keys = ("jokers.freed_by=rearranging", "jokers.set_with_joker=free", "jokers.reuse=any")
    assert answered(run, *args, *(f"--rule={key}" for key in keys))["tiles"] == 2


def test_what_a_position_says_wins_over_options(run: Run) -> None:
    data = answered(
        run, "-", "K10B10R10", "rules=free", "opened=no", "opening.points=31", "--rules", "sabra", "--rule",
        "opening.points=10",
    )  # fmt: skip
    assert data["rules"] == "free opening.points=31"
    assert data["status"] == "no_move"
    assert answered(run, "- K10B10R10 opened=yes", "--not-opened")["opening_value"] is None


def test_a_heap(run: Run) -> None:
    # From tests/data/known.jsonl, schrod-2.
    data = answered(run, "K1K2", "K3K5JR1O1", "--loose", "--rules", "free", "--objective", "tiles")
    assert (data["tiles"], data["goes_out"], data["moved"]) == (5, True, None)


def test_time_runs_out(run: Run) -> None:
    result = run("solve", "O6O7JO9O10/B2B3B4B5B6/B12K12R12", "O2B7B9K1K4O3J", "--time-limit", "0.000001", "--json")
    data = json.loads(result.stdout)
    assert (result.exit_code, data["status"]) == (3, "feasible")
    # All that the rack holds was not excluded: 2 + 7 + 9 + 1 + 4 + 3.
    assert data["tiles"] <= 6 and data["bound"] <= 26
    page = run("solve", "O6O7JO9O10/B2B3B4B5B6/B12K12R12", "O2B7B9K1K4O3J", "--time-limit", "0.000001")
    assert page.exit_code == 3
    assert "Time ran out" in page.stdout
    assert "Draw" not in page.stdout


def test_enough_time_is_no_matter(run: Run) -> None:
    assert answered(run, FREE, "--time-limit", "60")["status"] == "optimal"


# --- Several best moves ---

# By hand: the joker is B7 or B3. A second position has three runs or three groups.
EITHER_END = "B4B5B6 J"
ROWS_OR_COLUMNS = "- K1K2K3B1B2B3R1R2R3"


def test_all_best_moves(run: Run) -> None:
    data = answered(run, f"{EITHER_END} id=x", "--all", "5")
    keys = [*KEYS[:8], "by", "count", "complete", "unique", "answers"]
    assert list(data) == keys
    assert (data["id"], data["by"], data["count"], data["complete"]) == ("x", "arrangement", 2, True)
    assert data["unique"] is False
    answers = data["answers"]
    assert isinstance(answers, list) and [list(answer) for answer in answers] == [KEYS, KEYS]
    assert {answer["table"][0][0] for answer in answers} == {"B4", "J(B3)"}
    assert all(answer["steps"] for answer in answers)
    data = answered(run, EITHER_END, "--all", "5", "--by", "tiles")
    assert (data["by"], data["count"], data["complete"], data["unique"]) == ("tiles", 1, True, True)
    data = answered(run, EITHER_END, "--all", "1")
    assert (data["count"], data["complete"], data["unique"]) == (1, False, False)
    data = answered(run, "B4B5B6 K9", "--all", "3")
    assert (data["status"], data["count"], data["complete"], data["answers"]) == ("no_move", 0, True, [])


def test_all_best_moves_as_a_page(run: Run) -> None:
    assert printed(run, EITHER_END, "--all", "5") == (
        "Table (rules standard)\n"
        "  1  B4 B5 B6\n"
        "Rack\n"
        "     J\n"
        "\n"
        "The best move is not unique: exactly 2 arrangements are equally good\n"
        "\n"
        "Move 1: Lay 1 tile - you go out!\n"
        "     J\n"
        "Worth face value 0, 1 tile, 30 penalty points\n"
        "Left  none\n"
        "\n"
        "New table (+ from the rack)\n"
        "  1  +J(B3) B4 B5 B6 <changed>\n"
        "The joker in set 1 stands for B3.\n"
        "\n"
        "Move 2: Lay 1 tile\n"
        "     the same as in move 1\n"
        "Other sets than after move 1\n"
        "  1  B4 B5 B6 +J(B7) <changed>\n"
        "Instead of its set 1 (J(B3) B4 B5 B6).\n"
    )
    assert "The best move is unique: no other choice of tiles is as good" in printed(
        run, EITHER_END, "--all", "5", "--by", "tiles"
    )
    assert "at least 2 arrangements are equally good (1 shown)" in printed(run, ROWS_OR_COLUMNS, "--all", "1").replace(
        "\n", " "
    )
    assert "Draw a tile: nothing can be played" in printed(run, "B4B5B6 K9", "--all", "3")


def test_only_the_sets_that_differ_are_shown(run: Run) -> None:
    # Set 2 is the same after both moves, and set 1 is not.
    page = printed(run, "B4B5B6/K1K2K3 J", "--all", "5", "--rule", "sets.max_jokers=1")
    second = page[page.index("Move 2") : page.index("Move 3")]
    assert len([line for line in second.splitlines() if line.startswith("  ") and "+" in line]) == 1


def test_all_best_moves_of_many_positions(run: Run) -> None:
    result = run("solve", "-", "--all", "2", "--json", stdin=f"{EITHER_END} id=a\nB4B5B6 K9 id=b\n")
    assert [(row["id"], row["count"]) for row in map(json.loads, result.stdout.splitlines())] == [("a", 2), ("b", 0)]
    assert result.exit_code == 0


def test_all_best_moves_in_no_time(run: Run) -> None:
    result = run("solve", "O6O7JO9O10/B2B3B4B5B6/B12K12R12", "O2B7B9K1K4O3J", "--all", "2", "--time-limit", "0.000001")
    assert result.exit_code == 3
    assert "Time ran out" in result.stdout


# --- Hints and pictures ---

REPLACED = ("B4JB6/K5R5O5B5", "R1O1")


def test_hints(run: Run) -> None:
    assert printed(run, *REPLACED, "--hint", "1") == "You can lay your whole rack (2 tiles) and go out!\n"
    assert printed(run, *REPLACED, "--hint", "2") == "From your rack, lay R1 and O1.\n"
    assert printed(run, *REPLACED, "--hint", "3", "id=me").startswith("Position me\nSet 1 (B4 J(B5) B6) and set 2")
    first = answered(run, *REPLACED)["steps"][0]  # type: ignore[index]
    page = printed(run, *REPLACED, "--hint", "4")
    assert page.startswith("The first of 3 steps: Take B5 from set 2")
    assert " ".join(page.split()) == f"The first of 3 steps: {first['text']}"


def test_hints_as_json(run: Run) -> None:
    data = answered(run, *REPLACED, "--hint", "3")
    assert (data["level"], data["status"], data["changed"], data["new_sets"]) == (3, "optimal", [1, 2], 1)
    assert data["played"] is data["step"] is data["tiles"] is None


def test_hints_of_many_positions(run: Run) -> None:
    result = run("solve", "-", "--hint", "1", stdin="R1R2R3 R4\nR1R2R3 K9\n")
    assert (result.exit_code, result.stdout) == (
        0,
        "--- line 1 ---\nYou can lay your whole rack (1 tile) and go out!\n"
        "--- line 2 ---\nNothing can be laid: draw a tile.\n",
    )


def test_a_hint_has_the_exit_status_of_the_answer(run: Run) -> None:
    result = run("solve", "O6O7JO9O10/B2B3B4B5B6/B12K12R12", "O2B7B9J", "--time-limit", "0.000001", "--hint", "2")
    assert result.exit_code == 3
    assert result.stdout.startswith("Time ran out before a move was found")


def test_a_picture(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "move.svg"
    page = printed(run, *REPLACED, "--svg", str(file))
    assert page == printed(run, *REPLACED)
    answer = solve(Position.parse(" ".join(REPLACED)))
    assert file.read_text(encoding="utf-8") == svg(answer)
    data = answered(run, *REPLACED, "--svg", str(file))
    assert data["tiles"] == 2


# --- Other rules ---


def test_compare_rules(run: Run) -> None:
    # From the rule page: B4 J B6 | K5 R5 O5 B5 with R1 O1.
    args = ("B4JB6/K5R5O5B5", "R1O1", "--objective", "tiles", "--compare-rules")
    rows = {row["rules"]: row for row in answered(run, *args)["compare_rules"]}  # type: ignore[attr-defined]
    expected = {"standard": 2, "free": 2, "card-40": 0, "sabra": 0, "rummy-o": 0, "american": 0, "pressman-1998": 2}
    assert {name: rows[name]["tiles"] for name in expected} == expected
    assert {name: rows[name]["differs"] for name in expected} == {name: n != 2 for name, n in expected.items()}
    assert rows["machiavelli"]["status"] is None
    assert rows["machiavelli"]["reasons"] == ["J: 1 joker, and machiavelli is played without"]
    # american differs, too, but not by its joker rule, which is that of standard.
    assert {name for name, row in rows.items() if row["joker_rule_differs"]} == {"card-40", "rummy-o", "sabra"}
    page = printed(run, *args)
    table = page[page.index("Under other rules") :].splitlines()
    assert "  free               2      2  R1 O1 (out)" in table
    assert "* sabra              0      0  draw" in table
    assert "* machiavelli    cannot be: J: 1 joker, and machiavelli is played without" in table
    assert " ".join(table[-2:]) == (
        "Depends on the joker rule: with that of card-40, rummy-o and sabra the best move is another."
    )


@pytest.mark.parametrize(
    ("args", "last"),
    [
        (("K1K2K3", "K4B9R9"), "The same under every rule set that allows the position."),
        # No joker on the table: under american R8 may not be taken off, and other rule books ask for 50 points.
        (
            ("R5R6R7R8", "K8B8"),
            "Does not depend on the joker rule; with other rules of american the best move is another.",
        ),
        (
            ("-", "K12K13J", "--not-opened"),
            "Does not depend on the joker rule; with other rules of american and pressman-1998 the best move is"
            " another.",
        ),
        (
            ("O6O7JO9O10/B2B3B4B5B6/B12K12R12", "O2B7B9J", "--time-limit", "0.000001"),
            "Time ran out before it was certain whether this depends on the joker rule.",
        ),
    ],
)
def test_the_last_line_says_what_decides(run: Run, args: tuple[str, ...], last: str) -> None:
    page = " ".join(run("solve", *args, "--compare-rules").stdout.split())
    assert page.endswith(last)


def test_other_rules_are_asked_in_the_box_of_the_position(run: Run) -> None:
    """Three copies of K1 to K3 and three jokers lie in the six-player box; the joker rules are as above."""
    table = "B4JB6/K5R5O5B5/K1K2K3/K1K2K3/K1K2K3/R9R10J/O9O10J"
    args = (table, "R1O1", "--rules", "six-player", "--objective", "tiles", "--compare-rules")
    rows = {row["rules"]: row for row in answered(run, *args)["compare_rules"]}  # type: ignore[attr-defined]
    assert [name for name, row in rows.items() if row["status"] is None] == ["machiavelli"]
    assert rows["machiavelli"]["reasons"] == ["J: 3 jokers, and machiavelli is played without"]
    assert rows["standard"]["tiles"] == rows["six-player"]["tiles"] == rows["free"]["tiles"] == 2
    assert rows["rummy-o"]["tiles"] == rows["american"]["tiles"] == 0
    assert "Under other rules, in the box of this position (* differs)" in printed(run, *args)


# --- Many positions ---

LINES = """
# two that can be answered, and between them two that cannot
R1R2R3 R4 id=first

R1R2R3 X4
R1R2R4 R4
- K10B10J opened=no rules=free id=last
"""


def test_position_lines_are_answered_in_order(run: Run) -> None:
    result = run("solve", "-", "--json", stdin=LINES)
    assert result.exit_code == 2
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["first", "last"]
    faults = result.stderr.splitlines()
    assert len(faults) == 2
    assert faults[0].startswith("error: line 5: rack, character 1: 'X4' is no tile")
    assert faults[1].startswith("error: line 6: table, set 1: R1R2R4 is no set")


def test_position_lines_as_pages(run: Run) -> None:
    result = run("solve", "-", stdin=LINES)
    assert result.exit_code == 2
    assert result.stdout.count("Table (rules") == 2
    assert "--- line 3 ---\nPosition first\n" in result.stdout
    assert "--- line 7 ---\nPosition last\n" in result.stdout


def test_options_hold_for_lines_that_do_not_say_otherwise(run: Run) -> None:
    lines = "K8R8O8J B1B2\nK8R8O8J B1B2 rules=standard\n"
    result = run("solve", "-", "--json", "--rules", "free", "--objective", "tiles", stdin=lines)
    assert [json.loads(line)["tiles"] for line in result.stdout.splitlines()] == [2, 0]


def test_exit_status_of_many(run: Run) -> None:
    assert run("solve", "-", stdin="R1R2R3 R4\n").exit_code == 0
    assert run("solve", "-", stdin="").exit_code == 2
    crowded = "O6O7JO9O10/B2B3B4B5B6/B12K12R12 O2B7B9K1K4O3J\n"
    assert run("solve", "-", "--time-limit", "0.000001", stdin=crowded).exit_code == 3
    assert run("solve", "-", "--time-limit", "0.000001", stdin=f"{crowded}R1 R2\n").exit_code == 2


@pytest.mark.parametrize(
    ("position", "rules", "opening", "step"),
    [
        # All tiles laid could make 49, but they are not laid like that.
        (
            "R8R9R10/O10O11O12O13/K4B4R4O4/B6B7JB9/K1K2K3 R11R12R13K13B1R1O1J",
            "sabra",
            "Opening sets, worth 39\n     K13 J(B13) R13\n",
            "1. Open with K13 J R13 from your rack",
        ),
        # They stay as they are laid where that is as good: 8 + 9 + 10 + 11.
        (
            "R11R12R13 R8R9R10J",
            "sabra",
            "Opening sets, worth 38\n     R8 R9 R10 J(R11)\n",
            "1. Open with R8 R9 R10 J from your rack",
        ),
        ("- R5R6R7J", "card-40", "Opening sets, worth 43\n     J(R4) R5 R6 R7\n", "1. Open with J R5 R6 R7 from"),
    ],
)
def test_opening_sets_are_those_that_are_laid_first(
    run: Run, position: str, rules: str, opening: str, step: str
) -> None:
    page = printed(run, position, "--rules", rules, "--not-opened")
    assert opening in page
    assert step in page


# --- Tiles to keep, tiles to lay, few tiles moved ---

LENDS = "K4K5K6K7 R4B4K8"
"""K8 is laid on the run; R4 and B4 need the run's K4."""


def test_what_was_asked_is_shown_with_the_answer(run: Run) -> None:
    page = printed(run, LENDS, "--keep", "R4", "--must", "K8", "--max-moved", "0")
    asked = "Rack\n     R4 B4 K8\nKeep R4\nMust K8\nMove 0 table tiles at most\n\nLay 1 tile\n     K8\n"
    assert asked in page
    data = answered(run, f"{LENDS} keep=R4,B4 max_moved=3", "--max-moved", "0")
    assert (data["keep"], data["must"], data["max_moved"], data["played"]) == (["B4", "R4"], [], 3, ["K8"])


def test_tiles_that_cannot_be_laid_are_told_why(run: Run) -> None:
    page = printed(run, "R5R6R7", "R8R9K9", "--must", "K9R9")
    assert page.endswith("\nK9 R9 cannot both be laid; the most is one of them: R9, with R8\n")
    data = answered(run, "R5R6R7", "R8R9K9", "--must", "K9R9")
    assert (data["status"], data["played"], data["most"]) == ("no_move", [], {"laid": ["R9"], "played": ["R8", "R9"]})
    assert printed(run, LENDS, "--must", "R4", "--max-moved", "0").endswith(
        "R4 cannot be laid with no table tile moved: it can be laid only where more table\ntiles move (1 will do)\n"
    )
    assert "Draw a tile: nothing can be laid while R4 K8 stay on the rack\n" in printed(
        run, LENDS, "--keep", "K8R4"
    ).replace("K8 R4", "R4 K8")


def test_what_fewer_moved_tiles_cost(run: Run) -> None:
    assert printed(run, LENDS, "--all", "9", "--by", "moved").endswith(
        "The best moves with fewer and fewer moved tiles, and what that costs in face\n"
        "value\n"
        "  moved  tiles  value   cost  lay\n"
        "      1      3     16      0  K8 B4 R4 (out)\n"
        "      0      1      8      8  K8\n"
    )
    assert "With none moved nothing can be laid.\n" in printed(run, "K4K5K6K7 R4B4", "--all", "9", "--by", "moved")
    assert "There are moves with none moved, too: ask for more than --all 1.\n" in printed(
        run, LENDS, "--all", "1", "--by", "moved"
    )
    data = answered(run, LENDS, "--all", "9", "--by", "moved")
    assert (data["by"], data["count"], data["complete"], data["unique"]) == ("moved", 2, True, None)


def test_lines_have_conditions_of_their_own(run: Run) -> None:
    lines = f"{LENDS} keep=K8\n{LENDS}\n{LENDS} keep=R1\n{LENDS} keep=K8 keep=R4\n"
    result = run("solve", "-", "--json", "--max-moved", "0", stdin=lines)
    assert result.exit_code == 2
    assert [json.loads(line)["value"] for line in result.stdout.splitlines()] == [0, 8]
    assert result.stderr.splitlines() == [
        "error: line 3: keep: R1 is not on the rack",
        "error: line 4: 'keep=R4': keep is given twice",
    ]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((LENDS, "--keep", "R5"), "error: keep: R5 is not on the rack\n"),
        ((LENDS, "--must", "R5K1"), "error: must: K1 R5 are not on the rack\n"),
        ((LENDS, "--keep", "5"), "error: keep, character 1: '5' has no colour in front: write it like R5\n"),
        ((LENDS, "--max-moved", "-1"), "'-1' is no whole number from 0 on"),
        ((f"{LENDS} max_moved=x",), "error: max_moved = 'x': it takes a whole number, 0 or more\n"),
        ((LENDS, "--loose", "--max-moved", "1"), "error: max_moved: loose tiles lie in no sets"),
    ],
)
def test_conditions_that_cannot_be(run: Run, args: tuple[str, ...], message: str) -> None:
    result = run("solve", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_draw_says_what_was_closest(run: Run) -> None:
    assert printed(run, "R5R6R7", "R9K1").endswith(
        "Draw a tile: nothing can be played\nWith one more tile, R8, you could lay R9 of your rack.\n"
    )
    assert printed(run, "R5R6R7", "K9R10").endswith("No single tile is enough to lay any of yours.\n")
    assert printed(run, "B1B2B3/O1O2O3", "K3R3", "tiles.copies=1").endswith(
        "With a joker you could lay K3 R3 of your rack.\n"
    )
    page = printed(run, "-", "R5R6R7R8K1", "--not-opened")
    assert page.endswith(
        "Draw a tile: the rack cannot open (30 points needed)\n"
        "The sets of your rack count 26: 4 points are missing. With one more tile, R4,\n"
        "you could open with R5 R6 R7 R8 of your rack.\n"
    )
    assert "Your rack makes no set: 30 points are missing. No single tile is enough to open.\n" in printed(
        run, "-", "K1B2", "--not-opened"
    )


@pytest.mark.parametrize("options", [(), ("--json",), ("--all", "3"), ("--hint", "4"), ("--compare-rules",)])
def test_a_move_that_the_referee_refuses_is_never_shown(
    run: Run, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    """A defect of this program: loud, with the position to report, and nothing that could be taken for an answer."""
    for module in ("search", "alternatives"):
        monkeypatch.setattr(f"solver.advice.{module}.judge", lambda *_, **__: ["nobody laid that"], raising=False)
    result = run("solve", "R5R6R7", "R8K1", *options)
    assert (result.exit_code, result.stdout) == (70, "")
    assert result.stderr.startswith("error: internal error: the referee refuses the solver's move (nobody laid that);")
    assert "R5R6R7 R8K1 rules=standard" in result.stderr


def test_an_empty_heap_is_no_fault(run: Run) -> None:
    page = printed(run, "-", "R10B10J", "--loose", "--not-opened")
    assert "Lay 3 tiles - you go out!" in page
    assert "Opening sets, worth 30" in page


def test_where_jokers_are_free_any_reading_will_do(run: Run) -> None:
    page = printed(run, "R5JR6", "R8", "--rules", "free")
    assert "  1  R5 R6 J(R7) +R8 <changed>" in page
    assert "can be read in several ways" in run("solve", "R5JR6", "R8").stderr
