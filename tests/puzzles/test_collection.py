"""The puzzles that come with the program: every one solved, with the answer that its file has."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import exhaustive
import pytest
from bridge import oracle_rules, oracle_table
from click.testing import CliRunner

from cli import main
from solver import solve
from solver.game.tiles import JOKER
from solver.puzzles import Puzzle, check_puzzles, measure, read_puzzles
from solver.puzzles.arrangements import going_out_tables
from solver.puzzles.generator import gives_away
from solver.puzzles.report import table_of

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
KNOWN = ROOT / "tests" / "data" / "known.jsonl"
LEVELS = (1, 2, 3, 4, 5)
OPTIONS = ("level", "count", "seed", "rules")
GENERATED = sorted((ROOT / "puzzles" / "generated").glob("level-*/*.toml"))


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
    assert min(counts) >= 20
    assert sum(counts) >= 110
    unique = with_one_answer(collection)
    assert all(of_level(unique, level) for level in LEVELS)


@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("level", LEVELS)
def test_levels_are_as_measured_and_nothing_is_given_away(collection: list[Puzzle], level: int, every: int) -> None:
    for puzzle in of_level(collection, level)[::every]:
        answer = solve(puzzle.position)
        assert answer.goes_out
        assert measure(answer).level == level, puzzle.name
        assert not gives_away(puzzle.position, may_lay_off=level == 1), puzzle.name


@pytest.mark.parametrize("level", (4, 5))
def test_as_many_tiles_must_move_in_whatever_order_the_sets_lie(collection: list[Puzzle], level: int) -> None:
    """The sets in another order lead the solver to other moves, but the fewest moved tiles are as many."""
    random = Random(level)
    for puzzle in of_level(collection, level)[::4]:
        table = puzzle.position.table
        position = replace(puzzle.position, table=tuple(random.sample(table, len(table))))
        for objective in ("value", "tiles", "penalty"):
            assert solve(position, objective=objective, steps=False).moved == puzzle.answer.moved, puzzle.name


# --- the commands at the heads of the generated files ---


def command_of(file: Path) -> list[str]:
    """The arguments of `rummikub` that made a file, as its second line says."""
    line = file.read_text(encoding="utf-8").splitlines()[1]
    before, after = "# Made by rummikub ", "."
    assert line.startswith(before) and line.endswith(after), file
    return shlex.split(line.removeprefix(before).removesuffix(after))


def body_of(file: Path) -> str:
    """A generated file without its head."""
    return file.read_text(encoding="utf-8").split("\n\n", 1)[1]


def made_by(args: Sequence[str]) -> str:
    result = CliRunner().invoke(main, [*args, "--workers", "1", "--no-progress"], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


@pytest.mark.parametrize("file", GENERATED, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_generated_files_have_what_the_command_at_their_head_asks_for(file: Path) -> None:
    args = command_of(file)
    command, level, count, seed, rules = args[0], *(args[args.index(f"--{key}") + 1] for key in OPTIONS)
    unique = "--unique" in args
    assert (command, level) == ("generate", file.parent.name.removeprefix("level-"))
    assert (file.stem.endswith("one-answer"), file.stem.startswith(rules)) == (unique, True)
    names = [f"{rules}-{level}{'u' * unique}-{seed}-{number}" for number in range(1, int(count) + 1)]
    assert [puzzle.id for puzzle in read_puzzles([file])] == names


@pytest.mark.parametrize("level", (1, *(pytest.param(level, marks=pytest.mark.long) for level in (2, 3))))
def test_the_first_puzzles_are_made_again_by_their_commands(level: int) -> None:
    """Only the quick ones here: the long tests make all of them again."""
    for file in GENERATED:
        if file.parent.name == f"level-{level}" and not file.stem.endswith("one-answer"):
            args = command_of(file)
            args[args.index("--count") + 1] = "1"
            assert body_of(file).startswith(made_by(args)), file


@pytest.mark.long
@pytest.mark.parametrize("file", GENERATED, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_generated_files_are_made_again_by_their_commands(file: Path) -> None:
    assert made_by(command_of(file)) == body_of(file)


# --- one answer only ---


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
