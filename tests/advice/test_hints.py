"""Hints: each level tells what it promises, and nothing of the next."""

from __future__ import annotations

import bridge
import exhaustive
import pytest
import random_positions

from solver import Position, Tile, solve
from solver.advice.hints import LEVELS, Hint, hint, hint_of
from solver.errors import PositionError, RulesError
from solver.game.tiles import count_tiles

# The joker is replaced by B5 of the group of four and goes to the ones.
REPLACED = "B4J(B5)B6/K5R5O5B5/K9K10K11 R1O1"

OF_A_LEVEL = {1: {"goes_out", "tiles", "value"}, 2: {"played"}, 3: {"changed", "new_sets"}, 4: {"step", "step_count"}}


def texts(line: str, **options: object) -> list[str]:
    return [hint(Position.parse(line), level, **options).text for level in LEVELS]


def test_levels_of_going_out() -> None:
    assert texts(REPLACED) == [
        "You can lay your whole rack (2 tiles) and go out!",
        "From your rack, lay R1 and O1.",
        "Set 1 (B4 J(B5) B6) and set 2 (K5 B5 R5 O5) change; the other set stays as it is; 1 new set is laid.",
        hint(Position.parse(REPLACED), 4).text,
    ]
    last = hint(Position.parse(REPLACED), 4)
    assert last.step == solve(Position.parse(REPLACED)).steps[0]
    assert last.text == f"The first of {last.step_count} steps: {last.step.text}"


@pytest.mark.parametrize(
    ("line", "options", "text"),
    [
        ("R5R6R7R8/K7B7R7 K9R4J", {}, "You can lay a face value of 4 (1 tile); that is the most."),
        (
            "R5R6R7R8/K7B7R7 K9R4J",
            {"objective": "tiles"},
            "You can lay 2 tiles, 1 joker among them; that is the most.",
        ),
        (
            "R5R6R7R8/K7B7R7 K9R4J rules=free",
            {"objective": "penalty"},
            "You can get rid of 34 penalty points (2 tiles, 1 joker among them); that is the most.",
        ),
        (
            "- K10B10R10K1 opened=no",
            {},
            "You can lay a face value of 30 (3 tiles); that is the most. Your opening sets count 30 (30 are needed).",
        ),
    ],
)
def test_how_much(line: str, options: dict[str, object], text: str) -> None:
    assert hint(Position.parse(line), 1, **options).text == text


@pytest.mark.parametrize(
    ("line", "changed", "new_sets", "text"),
    [
        ("R5R6R7R8/K7B7R7 K9R4", (1,), 0, "Set 1 (R5 R6 R7 R8) changes; the other set stays as it is."),
        ("K1K2K3/R1R2R3 O5O6O7", (), 1, "No set on the table changes; 1 new set is laid."),
        ("- O5O6O7K1K2K3", (), 2, "The table is empty; 2 new sets are laid."),
        ("K1K2K3 K4", (1,), 0, "Set 1 (K1 K2 K3) changes."),
        # B1-13 is one run; a second B7 cuts it in two.
        (
            "B1-13/K9R9O9/O1K1B1 B7",
            (1,),
            1,
            "Set 1 (B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B12 B13) changes;"
            " the other 2 sets stay as they are; 1 new set is laid.",
        ),
        ("K1K2 K3 loose=yes", (), 1, "The loose tiles and yours make 1 set."),
    ],
)
def test_which_sets(line: str, changed: tuple[int, ...], new_sets: int, text: str) -> None:
    found = hint(Position.parse(line), 3)
    assert (found.changed, found.new_sets, found.text) == (changed, new_sets, text)


def test_the_only_step() -> None:
    assert hint(Position.parse("K1K2K3/O5O6O7 K4"), 4).text.startswith("The only step: Lay K4 from your rack on set 1")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("K1K2K3 R9", "Nothing can be laid: draw a tile."),
        ("K1K2K3 -", "Your rack is empty: you are out."),
        ("- K1K2K3 opened=no", "You cannot open: draw a tile."),
        # Laying a joker alone gains nothing in face value.
        ("K1K2K3 R9J", "No number tile can be laid: draw a tile, and keep the joker."),
    ],
)
def test_no_move(line: str, text: str) -> None:
    assert texts(line) == [text] * 4
    found = hint(Position.parse(line), 4)
    assert (found.status, found.tiles, found.step) == ("no_move", 0, None)


def test_time_runs_out() -> None:
    assert texts("K1K2K3 K4", time_limit=1e-9) == ["Time ran out before a move was found; there may be one."] * 4


def test_json_tells_no_more_than_the_level() -> None:
    position = Position.parse(REPLACED)
    for level in LEVELS:
        data = hint(position, level).to_json()
        assert data["level"] == level and data["status"] == "optimal" and data["rules"] == "standard"
        told = {key for keys in OF_A_LEVEL.values() for key in keys if data[key] is not None}
        assert told == OF_A_LEVEL[level]
    assert hint(position, 2).to_json()["played"] == ["R1", "O1"]
    assert hint(position, 3).to_json()["changed"] == [1, 2]
    assert hint(position, 4).to_json()["step"] == solve(position).steps[0].to_json()


@pytest.mark.parametrize("level", [0, 5, -1])
def test_unknown_levels(level: int) -> None:
    with pytest.raises(RulesError, match=f"hint level {level}: the levels are 1 to 4"):
        hint(Position.parse("K1K2K3 K4"), level)


def test_faults_are_those_of_solving() -> None:
    with pytest.raises(RulesError, match="no objective"):
        hint(Position.parse("K1K2K3 K4"), 1, objective="most")
    with pytest.raises(PositionError, match="take off K1"):
        hint(Position.parse("K1 K4 loose=yes"), 1)


def test_sets_that_are_not_named_stay() -> None:
    """Whatever is not among the changed sets lies on the new table as it lay on the old one."""
    some_changed = some_stayed = 0
    for rules in (exhaustive.STANDARD, exhaustive.FREE, exhaustive.PRESETS["sabra"]):
        for table, rack in random_positions.small_positions(5, 25, rules):
            answer = solve(bridge.product_position(table, rack, bridge.product_rules(rules)))
            told: Hint = hint_of(answer, 3)
            if not answer.played:
                continue
            assert told.changed is not None and told.new_sets is not None
            left = [count_tiles(tile_set.tiles) for tile_set in answer.table]
            stay = [s for i, s in enumerate(answer.position.table, 1) if i not in told.changed]
            for tile_set in stay:
                left.remove(count_tiles(tile_set.tiles))
            some_changed += bool(told.changed)
            some_stayed += bool(stay)
            first = hint_of(answer, 4)
            assert first.step is not None and first.step_count == len(answer.steps)
            assert {first.step.source, first.step.target} & set(range(1, len(table) + 1)) <= set(told.changed)
            laid = hint_of(answer, 2).played
            assert laid is not None and count_tiles(laid) <= count_tiles(answer.position.rack)
    assert some_changed > 10 and some_stayed > 10


def test_a_hint_of_an_answer_without_steps() -> None:
    position = Position.parse(REPLACED)
    bare = solve(position, steps=False)
    assert [hint_of(bare, level) for level in LEVELS] == [hint(position, level) for level in LEVELS]
    assert hint_of(bare, 2).played == (Tile.parse("R1"), Tile.parse("O1"))
