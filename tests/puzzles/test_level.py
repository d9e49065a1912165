"""The measure of a puzzle, on moves worked by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from solver import Position, solve
from solver.puzzles.level import Measure, chain_depth, level_of, measure, touched_sets


@pytest.mark.parametrize(
    ("line", "touched", "depth", "moved", "level"),
    [
        # Laid off: the one set is touched, nothing moves.
        ("R5R6R7/K7B7R7 R8", 1, 0, 0, 1),
        # A set of one's own touches nothing.
        ("R5R6R7 K1B1O1", 0, 0, 0, 1),
        # The new group takes K4, the first link, from the run.
        ("K4K5K6K7 B4R4", 1, 1, 1, 2),
        # The new run takes K4 from the group, which takes O4 from the end of the other run.
        ("K4B4R4/O4O5O6O7 K5K6", 2, 2, 2, 3),
    ],
)
def test_moves_worked_by_hand(line: str, touched: int, depth: int, moved: int, level: int) -> None:
    answer = solve(Position.parse(line))
    assert (touched_sets(answer), chain_depth(answer), answer.moved) == (touched, depth, moved)
    found = measure(answer)
    assert (found.touched, found.depth, found.moved, found.level) == (touched, depth, moved, level)
    assert found.movements == len(answer.steps) > 0
    assert found.to_json() == {
        "level": level,
        "ahead": found.ahead,
        "touched": touched,
        "depth": depth,
        "moved": moved,
        "movements": found.movements,
    }


@pytest.mark.parametrize(
    ("ahead", "moved", "level"),
    [(0, 0, 1), (0, 20, 1), (1, 20, 2), (2, 7, 3), (2, 20, 3), (3, 0, 4), (3, 7, 4), (3, 8, 5), (3, 20, 5)],
)
def test_the_level_hangs_on_how_far_one_looks_and_what_must_move_alone(ahead: int, moved: int, level: int) -> None:
    assert level_of(ahead, moved) == level
    # What is measured on the move that happens to be shown makes no difference.
    for touched, depth, movements in product((0, 4, 5, 20), (0, 1, 9), (0, 9, 10, 99)):
        assert Measure(ahead, touched, depth, moved, movements).level == level


def test_only_what_can_be_laid_as_a_whole_has_a_level() -> None:
    with pytest.raises(ValueError, match="only a puzzle in which the whole rack can be laid has a level"):
        measure(solve(Position.parse("R5R6R7 R9")))


def test_a_move_that_is_not_proved_best_has_no_level() -> None:
    answer = solve(Position.parse("K4K5K6K7 B4R4"))
    with pytest.raises(ValueError, match="time ran out: fewer table tiles may do than this move moves"):
        measure(replace(answer, status="feasible"))
