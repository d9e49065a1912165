"""Where the tiles of a set lie: its places, and the track that the runs of a colour follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from solver.game.rules import Rules
from solver.game.tiles import Tile

__all__ = ["Place", "Placed", "Stock", "Track", "most_sets", "track"]

Stock = Sequence[Sequence[int]]
"""Tiles at hand: `stock[colour][number]`, number 0 unused."""

Place = Tile
"""One place of a set: the tile that belongs there, and whether a joker lies on it.

A joker of a group that may take any colour its group lacks has colour -1.
"""


class Placed(NamedTuple):
    """A set that a solution lays."""

    kind: str
    places: tuple[Place, ...]


class Track(NamedTuple):
    """The numbers that runs pass in order, and at how many of its first places a run may start."""

    numbers: tuple[int, ...]
    starts: int


def track(rules: Rules, longest: int) -> Track:
    """The track of runs of at most `longest` tiles (which matters only where runs go round).

    Where runs go round, the track does so as well: a run starts in the first round and
    passes a place for each of its tiles, so that every run has a start and an end.
    """
    n = rules.tiles.numbers
    if rules.sets.go_round:
        length = n - 1 + longest
        return Track(tuple(u % n + 1 for u in range(length)), n)
    numbers = (*range(1, n + 1), *([1] if rules.sets.end_with_one else []))
    return Track(numbers, len(numbers))


def most_sets(tiles: Sequence[int], jokers: int) -> int:
    """How many sets can hold one tile of each of these kinds, jokers filling the gaps.

    `tiles` counts the tiles at hand of each kind.
    """
    most = min(tiles) + jokers
    if jokers:
        while sum([most - count for count in tiles if count < most]) > jokers:
            most -= 1
    return most
