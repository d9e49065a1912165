"""Which tiles of a new table are shown as laid from the rack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from solver.game.tiles import JOKER, Tile, count_tiles

if TYPE_CHECKING:
    from solver.advice.answer import Answer
    from solver.game.sets import TileSet

__all__ = ["laid_in"]

_RACK = 0
"""Where a step takes tiles from the rack."""


def laid_in(answer: Answer, new: Mapping[int, TileSet]) -> dict[int, Counter[Tile]]:
    """For each new set, given by its number, the tiles in it that came from the rack.

    Of equal tiles, one that was not in the set's old form is taken for the one laid; of
    jokers the one that the steps lay there, for which joker goes where is a matter of the rules.
    """
    old = answer.position.table
    left = count_tiles(answer.played)
    jokers: Counter[int] | None = None
    if answer.steps:
        jokers = Counter()
        for step in answer.steps:
            if step.source == _RACK:
                jokers[step.target] += sum(tile.is_joker for tile in step.tiles)
    laid = {}
    for number, tile_set in new.items():
        tiles = count_tiles(tile_set.tiles)
        if number <= len(old):
            tiles -= count_tiles(old[number - 1].tiles)
        if jokers is not None:
            tiles[JOKER] = min(jokers[number], tile_set.joker_count)
        laid[number] = tiles & left
        left -= laid[number]
    return laid
