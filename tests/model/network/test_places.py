"""The track of the runs of a colour, and how many sets a few tiles can make."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from solver.game.rules import Rules
from solver.model.network.places import most_sets, track

FIVE = Rules.named("free").changed({"tiles.numbers": 5})


@pytest.mark.parametrize(
    ("wrap", "longest", "numbers", "starts"),
    [
        ("none", 3, (1, 2, 3, 4, 5), 5),
        ("none", 9, (1, 2, 3, 4, 5), 5),
        ("high_one", 3, (1, 2, 3, 4, 5, 1), 6),
        # A run of three that starts at the 5 ends at the 2.
        ("around", 3, (1, 2, 3, 4, 5, 1, 2), 5),
        # More than once round.
        ("around", 7, (1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1), 5),
    ],
)
def test_tracks(wrap: str, longest: int, numbers: tuple[int, ...], starts: int) -> None:
    assert track(FIVE.changed({"sets.wrap": wrap}), longest) == (numbers, starts)


@pytest.mark.parametrize(
    ("tiles", "jokers", "sets"),
    [
        ([1, 1, 1], 0, 1),
        ([2, 3, 2], 0, 2),
        ([0, 2, 2], 0, 0),
        # Each joker fills one gap: two sets lack one tile, three lack four.
        ([1, 2, 2], 1, 2),
        ([1, 2, 2], 3, 2),
        ([1, 2, 2], 4, 3),
        ([0, 0, 1], 1, 0),
        ([0, 0, 1], 2, 1),
        # Never more than the rarest tile and all jokers.
        ([0, 5, 5], 3, 3),
    ],
)
def test_most_sets(tiles: Sequence[int], jokers: int, sets: int) -> None:
    assert most_sets(tiles, jokers) == sets
