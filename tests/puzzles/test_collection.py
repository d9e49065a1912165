"""The puzzles that come with the program: every one solved, with the answer that its file has."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from bridge import oracle_rules, oracle_table
from oracle import exhaustive

from solver import solve
from solver.game.tiles import JOKER
from solver.puzzles import Puzzle, check_puzzles, measure, read_puzzles
from solver.puzzles.arrangements import going_out_tables
from solver.puzzles.generator import gives_away
from solver.puzzles.report import table_of

ROOT = Path(__file__).parents[2]
KNOWN = ROOT / "tests" / "data" / "known.jsonl"
LEVELS = (1, 2, 3, 4, 5)


@pytest.fixture(scope="module")
def collection() -> list[Puzzle]:
    return read_puzzles([ROOT / "puzzles"])


def of_level(puzzles: list[Puzzle], level: int) -> list[Puzzle]:
    return [puzzle for puzzle in puzzles if puzzle.file and puzzle.file.parent.name == f"level-{level}"]


def with_one_answer(puzzles: list[Puzzle]) -> list[Puzzle]:
    return [puzzle for puzzle in puzzles if puzzle.file and puzzle.file.stem.endswith("one-answer")]


def test_every_puzzle_has_the_stored_answer(collection: list[Puzzle]) -> None:
    verdicts = list(check_puzzles(collection, progress=False))
    assert {verdict.state for verdict in verdicts} == {"ok"}, table_of(verdicts, only_bad=True)


def test_ids_differ_and_every_puzzle_says_where_it_is_from(collection: list[Puzzle]) -> None:
    assert [name for name, count in Counter(puzzle.id for puzzle in collection).items() if count > 1] == []
    assert [puzzle.name for puzzle in collection if not puzzle.source] == []


def test_the_positions_from_elsewhere_are_all_there(collection: list[Puzzle]) -> None:
    """All but bad input, with the numbers that were found elsewhere."""
    by_id = {puzzle.id: puzzle for puzzle in collection}
    found = 0
    for line in KNOWN.read_text().splitlines():
        known = json.loads(line)
        answer = known["answer"]
        if answer.get("table_arrangeable") is False or "over_limit" in answer:
            assert known["id"] not in by_id
            continue
        puzzle = by_id.get(known["id"])
        if puzzle is None:
            continue  # the same position under another name
        found += 1
        most = answer.get("max_tiles_opening_from_rack", answer.get("tiles"))
        assert puzzle.answer.tiles == most
        assert puzzle.answer.goes_out == answer.get("goes_out")
        value = by_id.get(f"{known['id']}-value")
        if value is not None:
            assert value.answer.value == answer["value"]
    assert found >= 100


def test_there_are_generated_puzzles_of_every_level(collection: list[Puzzle]) -> None:
    counts = [len(of_level(collection, level)) for level in LEVELS]
    assert min(counts) >= 12
    assert sum(counts) >= 100


@pytest.mark.parametrize("level", LEVELS)
def test_levels_are_as_measured_and_nothing_is_given_away(collection: list[Puzzle], level: int) -> None:
    for puzzle in of_level(collection, level)[::3]:
        answer = solve(puzzle.position)
        assert answer.goes_out
        assert measure(answer).level == level, puzzle.name
        assert not gives_away(puzzle.position, may_lay_off=level == 1), puzzle.name


def test_puzzles_with_one_answer_have_one(collection: list[Puzzle]) -> None:
    """Counted by the program's own search, and by the exhaustive one where the puzzle is small enough."""
    small = 0
    for puzzle in with_one_answer(collection):
        position = puzzle.position
        tables = going_out_tables(position)
        assert tables is not None
        assert len(tables) == 1, puzzle.name
        if position.table_tiles.total() + len(position.rack) <= 42:
            small += 1
            rack = ["J" if tile == JOKER else (tile.colour, tile.number) for tile in position.rack]
            found = exhaustive.arrangements(oracle_table(position.table), rack, oracle_rules(position.rules))
            assert len(list(found)) == 1, puzzle.name
    assert small >= 20
