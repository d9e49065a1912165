"""Pages of text: sets have the same numbers everywhere, and every page fits its width."""

from __future__ import annotations

import re

import bridge
import exhaustive
import pytest
import random_positions

from solver import Answer, Position, solve, svg
from solver.advice.alternatives import best_moves
from solver.game.notation import read_tiles
from solver.show.text import alternatives_text, answer_text

CROWDED = (
    "O6O7JO9O10/B2B3B4B5B6/B12K12R12/B11O11R11/B10K10O10/JK12R12/R2R3R4/B8B9B10/B4K4O4R4/B1K1O1/K11B11O11/R5O5K5B5"
    " O2B7B9K1K4O3O5O12R1R3R9R9R8K7B3O4 rules=free"
)
# The group is dealt out to the three runs.
GONE = "K5B5R5/K6K7K8/B6B7B8/R6R7R8 K4"

HEAP = "K1K2O9 K3K5JR1O1O8O10 loose=yes rules=free"


def rows(part: str) -> dict[int, str]:
    """The sets of a page by number, without marks and notes."""
    found = re.findall(r"^ {0,2}(\d+)  (.*)$", part, re.MULTILINE)
    return {int(number): re.sub(r" <.*|\+", "", tiles) for number, tiles in found}


def new_table(page: str) -> dict[int, str]:
    return rows(page.split("New table")[1].split("Step by step")[0])


def numbered_so(answer: Answer) -> dict[int, str]:
    """The last table of the steps."""
    return {number: " ".join(map(str, tiles)) for number, tiles in answer.steps[-1].table}


def test_text_and_steps_number_sets_alike() -> None:
    """The picture is held against the steps in test_svg.py."""
    new = 0
    for rules in (exhaustive.STANDARD, exhaustive.FREE, exhaustive.PRESETS["sabra"]):
        for table, rack in random_positions.small_positions(8, 16, rules):
            answer = solve(bridge.product_position(table, rack, bridge.product_rules(rules)), objective="tiles")
            if answer.played:
                assert new_table(answer_text(answer, width=200)) == numbered_so(answer), str(answer.position)
                new += max(numbered_so(answer)) > len(table)
    assert new >= 4


def test_a_set_that_is_gone_leaves_its_number_unused() -> None:
    # K4 must go before K5 of the group, and the two fives that are left can only go to the other runs.
    answer = solve(Position.parse(GONE))
    page = answer_text(answer)
    assert new_table(page) == {2: "K4 K5 K6 K7 K8", 3: "B5 B6 B7 B8", 4: "R5 R6 R7 R8"} == numbered_so(answer)
    assert "\nSet 1 is gone.\n3 table tiles went to another set.\n" in page


def test_new_sets_follow_the_old_ones() -> None:
    # Two runs: the second new set is none of the old ones.
    answer = solve(Position.parse("- K1K2K3R1R2R3"))
    assert new_table(answer_text(answer)) == {1: "K1 K2 K3", 2: "R1 R2 R3"}
    answer = solve(Position.parse(f"{GONE}O9O10O11"))
    assert list(new_table(answer_text(answer))) == [2, 3, 4, 5]
    assert "  5  +O9 +O10 +O11 <new>" in answer_text(answer)


def test_the_joker_of_a_group_has_no_colour_that_could_change() -> None:
    answer = solve(Position.parse("K8R8J(O8)/R1R2R3 R4"))
    assert "<changed>" not in next(line for line in answer_text(answer).splitlines()[5:] if "K8" in line)


def test_which_joker_is_the_one_from_the_rack() -> None:
    # The freed joker must go to a new set: the one from the rack is that of the old set.
    answer = solve(Position.parse("B4JB6 B5R1O1B1J"), objective="tiles")
    page = answer_text(answer)
    assert "  1  B4 +B5 B6 +J(B7) <changed>\n  2  J(K1) +B1 +R1 +O1 <new>\n" in page
    assert [(step.source, step.target) for step in answer.steps if any(tile.is_joker for tile in step.tiles)] == [
        (0, 1), (1, 2),
    ]  # fmt: skip
    # In the picture, too: joker and B5 are laid, the joker of the new set was moved.
    assert "Table after: B4 +B5 B6 +J(B7) / &gt;J(K1) +B1 +R1 +O1." in svg(answer)


def test_the_sets_that_are_laid_first_open_as_they_are() -> None:
    # With its jokers for O8 and O9 the long run counts 49, one too few; taken apart its tiles would open.
    line = "K11K12K13 O10O5O4O6O6K10O4O5O7JO7J rules=american turn.discard=no opened=no"
    answer = solve(Position.parse(line))
    assert [step.tiles_laid for step in answer.steps if step.opens] == [
        tuple(read_tiles("O4O5O6O7")), tuple(read_tiles("O4O5O6O7J(O8)J(O9)O10")),
    ]  # fmt: skip
    assert "\nOpening sets, worth 71\n" in answer_text(answer)


@pytest.mark.parametrize(
    ("line", "sets"),
    [
        # What was laid in the opening stays where that is as good.
        ("R8R9R10/O10O11O12O13 R11R12R13J rules=card-40 opened=no",
         ["R8 R9 R10", "O10 O11 O12 O13", "+J(R10) +R11 +R12 +R13 <new>"]),
        ("B7B8B9 JB10K8R8O8K7 rules=sabra opened=no",
         ["B8 B9 +B10 <changed>", "+K7 B7 +J(R7) <new>", "+K8 +R8 +O8 <new>"]),
        # Two tiles from the rack lie in the set of the freed joker.
        ("J(B6)K6O6 K6R6K8 rules=rummy-o", ["K6 +R6 O6 <changed>", "+K6 J(K7) +K8 <new>"]),
    ],
)  # fmt: skip
def test_plus_marks_follow_the_steps(line: str, sets: list[str]) -> None:
    page = answer_text(solve(Position.parse(line), objective="tiles"))
    assert page.split("New table (+ from the rack)\n")[1].splitlines()[: len(sets)] == [
        f"  {number}  {tiles}" for number, tiles in enumerate(sets, 1)
    ]


def test_as_many_tiles_are_marked_as_were_laid() -> None:
    marked = 0
    for rules in (exhaustive.PRESETS["card-40"], exhaustive.PRESETS["sabra"], exhaustive.PRESETS["american"]):
        for table, rack in random_positions.small_positions(9, 40, rules):
            asked = bridge.product_position(table, rack, bridge.product_rules(rules), opened=False)
            answer = solve(asked, objective="tiles")
            page = answer_text(answer, width=200)
            if answer.played:
                assert page.split("New table")[1].split("Step by step")[0].count("+") == 1 + answer.tiles, str(asked)
                marked += 1
    assert marked >= 5


@pytest.mark.parametrize("width", [20, 40, 80])
@pytest.mark.parametrize("line", [CROWDED, GONE, "- K10B10R10K1 opened=no", HEAP])
def test_pages_fit(line: str, width: int) -> None:
    position = Position.parse(line)
    longest = max(map(len, answer_text(solve(position), width=width).splitlines()))
    assert longest <= width
    longest = max(map(len, alternatives_text(best_moves(position, 3), width=width).splitlines()))
    assert longest <= width
