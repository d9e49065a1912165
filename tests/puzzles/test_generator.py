"""The generator: the same puzzles for the same arguments, of the level asked for, with nothing given away."""

from __future__ import annotations

from collections import Counter
from random import Random

import exhaustive
import pytest
from bridge import oracle_rules, oracle_table

from solver import Position, Rules, solve
from solver.advice.alternatives import best_moves
from solver.advice.answer import Answer
from solver.game.sets import set_faults
from solver.game.tiles import JOKER, count_tiles
from solver.puzzles import Puzzle, PuzzleError, generate, measure
from solver.puzzles.generator import gives_away
from solver.puzzles.puzzle import Expected, read_puzzle
from solver.puzzles.tables import box_of, played_table

pytestmark = pytest.mark.slow


def made(level: int, count: int, **more: object) -> list[Puzzle]:
    return list(generate(level, count, **{"seed": 5, "workers": 1, "progress": False, **more}))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("level", "count"), [(1, 4), (2, 2), (3, 1), pytest.param(4, 1, marks=pytest.mark.long), (5, 1)]
)
def test_puzzles_are_of_the_level_asked_for_and_give_nothing_away(level: int, count: int) -> None:
    puzzles = made(level, count)
    assert len({puzzle.id for puzzle in puzzles}) == len({puzzle.position for puzzle in puzzles}) == count
    for puzzle in puzzles:
        answer = solve(puzzle.position)
        assert answer.goes_out
        assert puzzle.answer == Expected.of(answer)
        assert measure(answer).level == level
        assert not gives_away(puzzle.position, may_lay_off=level == 1)
        # It can stand on a table, and in a file.
        assert Position.parse(str(puzzle.position)) == puzzle.position
        assert read_puzzle(puzzle.to_data(), 1) == puzzle


def test_the_same_arguments_make_the_same_puzzles() -> None:
    whole = [*made(1, 5), *made(2, 1)]
    assert [*made(1, 3), *made(1, 5)[3:], *made(2, 1)] == whole
    assert made(1, 5, workers=2) == whole[:5]
    assert made(1, 5, seed=6) != whole[:5]


def test_which_of_several_moves_the_solver_shows_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = made(2, 1, seed=6)
    others = 0

    def another(position: Position, **asked: object) -> Answer:
        """Where the generator asks for any best move: one that lays other tiles, if there is one."""
        nonlocal others
        if asked.get("fewest_moved", True):
            return solve(position, **asked)  # type: ignore[arg-type]
        found = best_moves(position, 2, by="tiles", objective="tiles", steps=False)
        others += len(found.answers) > 1
        return found.answers[-1] if found.answers else found.best

    monkeypatch.setattr("solver.puzzles.generator.solve", another)
    assert made(2, 1, seed=6) == whole
    assert others > 0


@pytest.mark.parametrize("rules", ["free", "machiavelli"])
def test_under_other_rules(rules: str) -> None:
    (puzzle,) = made(2, 1, rules=Rules.named(rules))
    assert puzzle.position.rules == Rules.named(rules)
    assert measure(solve(puzzle.position)).level == 2


def test_with_one_answer_only_the_exhaustive_search_finds_one() -> None:
    for puzzle in [*made(1, 1, unique=True), *made(2, 2, unique=True)]:
        position = puzzle.position
        plain = oracle_rules(position.rules)
        rack = ["J" if tile == JOKER else (tile.colour, tile.number) for tile in position.rack]
        found = list(exhaustive.arrangements(oracle_table(position.table), rack, plain))
        assert len(found) == 1


@pytest.mark.parametrize(
    ("line", "gives"),
    [
        # A set lies ready on the rack.
        ("K4K5K6K7 B4R4B9R9O9", True),
        # R8 can be laid off at once, and the rest can still be laid.
        ("K4K5K6K7/R5R6R7 B4R4R8", True),
        ("K4K5K6K7 B4R4", False),
        # Laying K3 off is a trap: the run that is left must give K4 away.
        ("K4K5K6/O4O5O6O7 B4R4", False),
    ],
)
def test_what_gives_the_answer_away(line: str, gives: bool) -> None:
    assert gives_away(Position.parse(line)) == gives


def test_laying_off_is_no_giveaway_where_it_is_asked_for() -> None:
    position = Position.parse("K4K5K6K7/R5R6R7 K8R8")
    assert gives_away(position)
    assert not gives_away(position, may_lay_off=True)


def test_what_cannot_be_made_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PuzzleError, match="level 6: the levels are 1 to 5"):
        made(6, 1)
    with pytest.raises(PuzzleError, match="count -1: it is 0 or more"):
        made(1, -1)
    assert made(1, 0) == []
    with pytest.raises(PuzzleError, match="level 4: under rules american sets are only added to, which is level 1"):
        made(4, 1, rules=Rules.named("american"))
    monkeypatch.setattr("solver.puzzles.generator._MOST_TRIES", 3)
    with pytest.raises(PuzzleError, match=r"^no puzzle of level 5 with one answer only was found under rules standard"):
        made(5, 1, unique=True)


@pytest.mark.parametrize("preset", ["standard", "machiavelli", "six-player"])
def test_tables_grow_out_of_one_box(preset: str) -> None:
    rules = Rules.named(preset)
    for seed in range(5):
        table, rest = played_table(Random(seed), rules, 8)
        assert len(table) <= 8
        assert all(not set_faults(tile_set, rules) for tile_set in table)
        on_table = count_tiles(tile for tile_set in table for tile in tile_set.tiles)
        assert on_table + Counter(rest) == Counter(box_of(rules))
    assert len(box_of(Rules.named("standard"))) == 106
