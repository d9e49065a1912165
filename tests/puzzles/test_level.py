"""The measure of a puzzle, on moves worked by hand."""

from __future__ import annotations

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
    ("ahead", "touched", "movements", "level"),
    [(0, 9, 99, 1), (1, 9, 99, 2), (2, 9, 99, 3), (3, 4, 99, 4), (3, 9, 9, 4), (3, 5, 10, 5)],
)
def test_levels(ahead: int, touched: int, movements: int, level: int) -> None:
    assert level_of(Measure(ahead, touched, 3, 12, movements)) == level


def test_only_what_can_be_laid_as_a_whole_has_a_level() -> None:
    with pytest.raises(ValueError, match="only a puzzle in which the whole rack can be laid has a level"):
        measure(solve(Position.parse("R5R6R7 R9")))
