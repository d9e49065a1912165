"""Positions in other people's notations, pasted in and written out again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from positions import positions

from solver import Position, Rules
from solver.errors import RummikubError
from solver.formats import FORMATS, convert, positions_text, read_positions


def one(text: str, form: str, **more: Any) -> Position:
    (position,) = read_positions(text, form, **more)
    return position


def test_the_console_of_rummikub_solver() -> None:
    text = """
    # pasted from a terminal
    addtable k3-6 bro8
    AddTable r5 j r7
    addrack k10 b7 j
    addrack kr1
    """
    assert one(text, "console") == Position.read("K3-6/BRO8/R5JR7", "K10B7JK1R1")


def test_magenta_is_purple_and_the_last_colours_of_large_boxes_are_known() -> None:
    six = Rules.named("standard").changed({"tiles.colours": 8})
    (position,) = read_positions("table: gmw8\nrack: m10 c1", "console", six)
    assert position == Position.read("GPW8", "P10C1", six)


def test_a_heap_from_the_console() -> None:
    assert one("table k3 k4 k5-6 bro8\nrack j", "console", loose=True) == Position.read("K3-6BRO8", "J", loose=True)


def test_a_plain_list() -> None:
    text = """Board:
      1. red 5, red 6, red 7
      - black 7  blue 7  Yellow-7
      * R9 J R11 | 1 red 1 blue 1 black
    Hand:
      9 black, joker
      B2
    """
    assert one(text, "list") == Position.read("R5-7/K7B7O7/R9JR11/R1B1K1", "K9JB2")


@pytest.mark.parametrize("rack", ["black 9, 4 red, joker", "4 red, joker, 9 black", "joker, 4 red, K9", "K9 R4 J"])
def test_a_list_may_write_each_tile_its_own_way(rack: str) -> None:
    assert sorted(one(f"rack: {rack}", "list").rack) == sorted(Position.read("-", "K9R4J").rack)


def test_several_positions_in_one_text() -> None:
    text = "table: k3-6\nrack: k7\n\ntable: bro8\nrack: k8"
    assert read_positions(text, "console") == [Position.read("K3-6", "K7"), Position.read("BRO8", "K8")]
    assert read_positions("R5R6R7 R8\n# or\n\n- K1 opened=no", "line") == [
        Position.read("R5-7", "R8"),
        Position.read("-", "K1", opened=False),
    ]


def test_written_out() -> None:
    position = Position.read("K3-6/BRO8/R5JR7", "K10B7J")
    assert positions_text([position], "console") == "addtable k3-6\naddtable bro8\naddtable r5 j r7\naddrack k10 b7 j\n"
    assert positions_text([position], "list") == "table:\nK3 K4 K5 K6\nB8 R8 O8\nR5 J(R6) R7\nrack:\nK10 B7 J\n"
    assert positions_text([position], "line") == f"{position}\n"


@settings(max_examples=30)
@given(positions())
def test_what_is_written_can_be_read_again(position: Position) -> None:
    position = replace(position, id=None)  # only position lines have a place for it
    for form in FORMATS:
        loose = position.loose is not None
        told: dict[str, Any] = {"rules": position.rules, "opened": position.opened, "loose": loose}
        if form == "console" and any(
            tile_set.joker_count and str(tile_set) != str(again(tile_set, position)) for tile_set in position.table
        ):
            with pytest.raises(RummikubError, match="what the joker of .* stands for has no place in the notation"):
                positions_text([position], form, **told)
            continue
        (read,) = read_positions(positions_text([position], form, **told), form, **told)
        assert (read.table, read.loose, sorted(read.rack)) == (position.table, position.loose, sorted(position.rack))


@pytest.mark.parametrize("form", ["console", "list"])
@pytest.mark.parametrize(
    ("line", "lost"),
    [
        ("- K1 rules=free", ["'rules=free'"]),
        ("- K1 opening.points=40", ["'rules=standard opening.points=40'"]),
        ("- K1 opened=no", ["'opened=no'"]),
        ("K1K2K3 K4 loose=yes", ["'loose=yes'"]),
        ("- K1 id=mine", ["'id=mine'"]),
        ("- K1 rules=free opened=no id=mine", ["'rules=free'", "'opened=no'", "'id=mine'"]),
    ],
)
def test_what_has_no_place_is_refused(line: str, lost: list[str], form: str) -> None:
    with pytest.raises(RummikubError) as caught:
        convert(f"- K1\n\n{line}\n", "line", form)
    found = str(caught.value).splitlines()
    assert len(found) == len(lost)
    for fault, text in zip(found, lost, strict=True):
        assert fault.startswith(f"line 3: {text} has no place in the notation '{form}'")
    with pytest.raises(RummikubError, match=f"^position 1: {lost[0]} has no place"):
        positions_text([Position.parse(line)], form)


@pytest.mark.parametrize("form", ["console", "list"])
def test_what_the_reader_is_told_is_not_lost(form: str) -> None:
    free = Rules.named("free")
    line = "K1K2K3 K4 rules=free opened=no\n"
    written = convert(line, "line", form, free, opened=False)
    assert convert(written, form, "line", free, opened=False) == line
    with pytest.raises(RummikubError, match="line 1: 'rules=standard' has no place .* and --rules says otherwise"):
        convert("- K1 rules=standard", "line", form, free)
    with pytest.raises(RummikubError, match="line 1: 'opened=yes' has no place .* and --not-opened says otherwise"):
        convert("- K1 opened=yes", "line", form, opened=False)
    with pytest.raises(RummikubError, match="line 1: 'loose=no' has no place .* and --loose says otherwise"):
        convert("- K1 loose=no", "line", form, loose=True)


def test_position_lines_keep_everything() -> None:
    line = "K1K2K3 K4 rules=free opening.points=40 opened=no id=mine\n"
    assert convert(line, "line", "line") == line


@pytest.mark.parametrize("form", FORMATS)
def test_positions_with_empty_tables_stay_apart(form: str) -> None:
    both = [Position.read("-", "K1"), Position.read("-", "K2"), Position.read("-", "-"), Position.read("K1K2K3", "K4")]
    assert read_positions(positions_text(both, form), form) == both


def test_a_joker_that_the_console_cannot_tell() -> None:
    with pytest.raises(RummikubError, match=r"line 1: table, set 1: what the joker of J\(K8\)J\(B8\)R8 stands for"):
        convert("J(K8)J(B8)R8 -", "line", "console")


def again(tile_set: object, position: Position) -> object:
    from solver.game.sets import TileSet

    assert isinstance(tile_set, TileSet)
    try:
        return TileSet.read([tile.bare for tile in tile_set.tiles], position.rules)
    except RummikubError:
        return None


@pytest.mark.parametrize(
    ("text", "form", "faults"),
    [
        ("k3-6\nrack: k7", "console", ["line 1: 'k3-6' stands before the first 'table:' or 'rack:'"]),
        ("", "list", ["there is no position in it"]),
        (
            "table: k3-6 x9\nrack: z",
            "console",
            ["line 1: table (line 1): 'x9' is no tile of the console", "line 1: rack (line 2): 'z' is no tile of"],
        ),
        ("table: k6-3", "console", ["line 1: table (line 1): 'k6-3' is no run"]),
        ("table: kb3-6", "console", ["line 1: table (line 1): 'kb3-6' is no run"]),
        ("table: k3-6 r5 r6", "console", ["line 1: table (line 1): 'k3-6 r5 r6' has runs or groups and single tiles"]),
        ("table: r5 r6\nrack: r7", "console", ["line 1: table, set 1: R5R6 is no set"]),
        ("table:\nred 5 red six", "list", ["line 1: table (line 2): 'red 5 red six' is no tile"]),
        ("- K1\nR5", "line", ["line 2: 'R5' has no rack"]),
        ("- K1", "chess", ["no format 'chess': there are line, cards, console, list"]),
    ],
)
def test_faults_name_the_line(text: str, form: str, faults: list[str]) -> None:
    with pytest.raises(RummikubError) as caught:
        read_positions(text, form)
    found = str(caught.value).splitlines()
    assert len(found) == len(faults)
    for fault, start in zip(found, faults, strict=True):
        assert fault.startswith(start)
    with pytest.raises(RummikubError, match="no format 'chess'"):
        positions_text([], "chess")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("K7, -, B7", "table (line 2): '-' is no tile: a tile is written R5, red 5 or 5 red, and a joker J or joker"),
        (
            ", ".join(["K7"] * 10_001),
            "table (line 2): 'K7, K7, K7, K7, K7, K7, K7, K7, K7, K7,…': more than 10000 tiles, which no box holds",
        ),
    ],
)
def test_tiles_of_a_list_that_are_wrong_only_together(line: str, reason: str) -> None:
    with pytest.raises(RummikubError) as caught:
        read_positions(f"table:\n{line}\nrack: K1\n", "list")
    assert str(caught.value) == f"line 1: {reason}"
