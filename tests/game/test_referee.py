"""The referee on the worked positions of the rules page, on tiles and sets, and where sets are only added to."""

from __future__ import annotations

import time

import pytest
from referee_cases import COLUMNS, FREE, ROWS, STANDARD, Row, cases, move_of, reasons, sets_of

from solver.game.move import Move
from solver.game.notation import read_tiles
from solver.game.position import Position
from solver.game.referee import judge


@pytest.mark.parametrize(("row", "column", "table", "_"), cases("legal"))
def test_worked_position_legal(row: Row, column: str, table: str, _: str) -> None:
    position = row.position(COLUMNS[column])
    move = move_of(position, table)
    assert judge(position, move) == []
    assert len(move.played) <= row.most.get(column, 99)


@pytest.mark.parametrize(("row", "column", "table", "reason"), cases("illegal"))
def test_worked_position_illegal(row: Row, column: str, table: str, reason: str) -> None:
    found = reasons(row.position(COLUMNS[column]), table)
    assert any(reason in line for line in found), found


def test_each_row_has_its_best_move() -> None:
    for row in ROWS:
        for column, most in row.most.items():
            tables = [table for table, columns in row.legal.items() if column in columns.split()]
            position = row.position(COLUMNS[column])
            assert max((len(move_of(position, table).played) for table in tables), default=0) == most, (row, column)


# --- Tiles ---


def test_every_fault_is_listed() -> None:
    position = Position.parse("B4B5B6/R1R2R3 K9K9R9")
    move = Move(tuple(read_tiles("K9K9K9O1")), sets_of("group:K9K9/B4B5B6/run:R1R3/group:O9", STANDARD))
    assert judge(position, move) == [
        "K9 was laid 3 times, but the rack has 2",
        "O1 was laid, but the rack has none",
        "K9 is missing on the new table: it was laid",
        "R2 is missing on the new table: it lay on the old one",
        "O1 is missing on the new table: it was laid",
        "O9 is on the new table, but it neither lay there nor was laid",
        "new table, set 1: K9K9 is no group: it has 2 tiles and a group needs 3",
        "new table, set 1: K9K9 is no group: a group has no colour twice (K)",
        "new table, set 3: R1R3 is no run: it has 2 tiles and a run needs 3",
        "new table, set 3: R1R3 is no run: 3 does not follow 1",
        "new table, set 4: O9 is no group: it has 1 tile and a group needs 3",
    ]


def test_at_least_one_tile_is_played() -> None:
    position = Position.parse("B4B5B6B7B8B9 K1")
    assert reasons(position, "B4B5B6/B7B8B9") == ["no tile was laid from the rack"]


def test_tiles_are_not_taken_back_lost_or_doubled() -> None:
    position = Position.parse("B4B5B6B7/B9JB11 B8K1")
    played = tuple(read_tiles("B8"))
    assert judge(position, Move(played, sets_of("B4B5B6B7B8/B9JB11", STANDARD))) == []
    assert judge(position, Move(played, sets_of("B5B6B7B8/B9JB11", STANDARD))) == [
        "B4 is missing on the new table: it lay on the old one"
    ]
    assert judge(position, Move(played, sets_of("B4B5B6B7B8B9JB11B12", STANDARD))) == [
        "B12 is on the new table, but it neither lay there nor was laid"
    ]
    assert judge(position, Move(played, sets_of("B4B5B6B7B8/B9JB11/B4B5B6", STANDARD)))[0] == (
        "B4 is on the new table twice, but only 1 lay there or were laid"
    )
    assert judge(position, Move(played, sets_of("B4B5B6B7B8B9", STANDARD))) == [
        "B11 is missing on the new table: it lay on the old one",
        "J is missing on the new table: it lay on the old one",
    ]
    position = Position.parse("B4B5B6/B4JB6 B5")
    assert judge(position, Move(tuple(read_tiles("B5")), sets_of("B4B5B6/run:B4B6", STANDARD)))[:2] == [
        "B5 is missing on the new table: it lay on the old one or was laid",
        "J is missing on the new table: it lay on the old one",
    ]


def test_a_joker_laid_may_say_what_it_stands_for() -> None:
    position = Position.parse("B4B5B6 J")
    assert judge(position, Move(tuple(read_tiles("J(B7)")), sets_of("B4B5B6J", STANDARD))) == []


# --- Sets ---


@pytest.mark.parametrize(
    ("table", "change", "fault"),
    [
        ("run:K12K13K1", {"sets.wrap": "high_one"}, ""),
        ("run:K13K1K2", {"sets.wrap": "high_one"}, "a run ends at 1 after the highest number"),
        ("run:K13K1K2", {"sets.wrap": "around"}, ""),
        ("run:K13J(K1)K2", {"sets.wrap": "around"}, ""),
        ("run:K5J(K6)", {"sets.min_run": 2}, ""),
        ("run:K5K6K7", {"sets.min_run": 4}, "it has 3 tiles and a run needs 4"),
        ("group:K5R5O5B5", {"sets.max_group": 3}, "it has 4 tiles and a group has at most 3"),
        ("group:K5R5", {"sets.min_group": 2}, ""),
        ("run:K5J(K6)J(K7)", {"sets.max_jokers": 1}, "it has 2 jokers and a set may hold 1"),
        ("run:K5J(K6)J(K7)", {"sets.min_natural": 2}, "it has 1 number tile and a set needs 2"),
        ("run:K5J(K6)J(K7)", {}, ""),
        ("run:K5J(R6)K7", {}, "a run has one colour"),
        ("group:K5R6O5", {}, "a group has one number"),
    ],
)
def test_what_a_set_is(table: str, change: dict[str, object], fault: str) -> None:
    rules = STANDARD.changed(change)
    sets = sets_of(table, rules)
    rack = tuple(tile.bare for tile in sets[0].tiles)
    expected = [f"new table, set 1: {sets[0]} is no {sets[0].kind}: {fault}"] if fault else []
    assert judge(Position((), rack, rules), Move(rack, sets)) == expected


# --- Lay-off ---

LAY_OFF = FREE.changed({"table.rearrange": "lay_off"})


@pytest.mark.parametrize(
    ("position", "table", "fault"),
    [
        ("B4B5B6 B7", "B4B5B6B7", ""),
        ("B4B5B6/B8B9B10 B7", "B4B5B6B7B8B9B10", ""),
        ("B4B5B6B7B8 B6", "B4B5B6/B6B7B8", "B4B5B6B7B8 was taken apart"),
        ("B4B5B6B7 K4R4", "B4K4R4/B5B6B7", "B4B5B6B7 was taken apart"),
        ("B4B5B6/B4B5B6 B7B7", "B4B5B6B7/B4B5B6B7", ""),
        ("B4B5B6J K4", "B4B5B6J(B7)/group:K4", "it has 1 tile"),
        # A joker counts as a joker, wherever it lies in the set.
        ("B4B5J B7", "JB4B5/group:B7", "it has 1 tile"),
        ("B4B5J B6", "B4B5B6J", ""),
        ("B4B5J B6K9R9", "B4B5B6/K9R9J", "B4B5J(B6) was taken apart"),
    ],
)
def test_lay_off(position: str, table: str, fault: str) -> None:
    found = reasons(position, table, LAY_OFF)
    assert any(fault in line for line in found) if fault else not found


def test_lay_off_sets_do_not_share_tiles() -> None:
    # Each old set lies in the long run, but not both; the rest of the tiles makes a set without one.
    found = reasons("B1B2B3B4/B3B4B5 B2B5", "B1B2B3B4B5/B2B3B4B5", LAY_OFF)
    assert found == []
    found = reasons("B1B2B3B4/B3B4B5 K3R3K4R4", "B1B2B3B4B5/K3R3B3/K4R4B4", LAY_OFF)
    assert found == ["B1B2B3B4 and B3B4B5 do not all stay together: the new sets have no room for that"]


def test_lay_off_looks_for_the_right_home() -> None:
    # B4B5B6 fits into either new set, B3B4B5 only into the first one.
    assert reasons("B4B5B6/B3B4B5 B2B6B7", "B2B3B4B5B6/B4B5B6B7", LAY_OFF) == []
    assert reasons("B4B5B6/B4B5B6J B7B3", "B3B4B5B6J(B7)/B4B5B6B7", LAY_OFF) == []
    assert reasons("B4B5B6J/B4B5B6 B7B3", "B4B5B6J(B7)/B3B4B5B6B7", LAY_OFF) == []


# --- Time ---


def test_a_full_table_is_judged_at_once() -> None:
    threes = "/".join(f"{c}{v}{c}{v + 1}{c}{v + 2}" for c in "KBRO" for v in (1, 4, 7, 10))
    table = threes.replace("B4B5B6", "B4JB6") + "/K13R13J/K1K2K3/B1B2B3/R1R2R3R4"
    position = Position.parse(f"{table} B5K9R9")
    move = move_of(position, table.replace("B4JB6", "B4B5B6") + "/K9R9J")
    assert len(position.table) == 20 and judge(position, move) == []
    started = time.process_time()
    for _ in range(100):
        judge(position, move)
    # About 0.02 s; the bound leaves room for a slow machine.
    assert time.process_time() - started < 2
