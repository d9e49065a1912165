"""Which tiles of a new table are shown as laid from the rack."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from solver.game.tiles import Tile, count_tiles

if TYPE_CHECKING:
    from solver.advice.answer import Answer

__all__ = ["laid_in"]


def laid_in(answer: Answer) -> dict[int, Counter[Tile]]:
    """For the number of each new set, the tiles in it that came from the rack.

    Of equal tiles, and of jokers above all, it is the one that the steps lay there; without
    steps, one that was not in the set's old form.
    """
    old, new = answer.as_played.old, answer.as_played.new
    if answer.steps:
        followed = _followed(answer)
        if all(followed[number] <= count_tiles(tile_set.tiles) for number, tile_set in new.items()):
            return {number: followed[number] for number in new}
    left = count_tiles(answer.played)
    laid = {}
    for number, tile_set in new.items():
        tiles = count_tiles(tile_set.tiles)
        if number in old:
            tiles -= count_tiles(old[number].tiles)
        laid[number] = tiles & left
        left -= laid[number]
    return laid


def _followed(answer: Answer) -> defaultdict[int, Counter[Tile]]:
    """Where the tiles of the rack are after the steps, by the number of the set."""
    from_rack: defaultdict[int, Counter[Tile]] = defaultdict(Counter)
    others: defaultdict[int, Counter[Tile]] = defaultdict(Counter)
    for number, tile_set in answer.as_played.old.items():
        others[number] = count_tiles(tile_set.tiles)
    opened = set()
    for step in answer.steps:
        if step.opens:
            opened.add(step.target)
        for tile in [tile.bare for tile in step.tiles]:
            if step.from_rack:
                from_rack[step.target][tile] += 1
            elif step.source != step.target:
                # What is laid on an opening set stays there, and what is laid on a set that had such a tile does, too.
                mine, theirs = from_rack[step.source], others[step.source]
                took = mine if mine[tile] and (step.source in opened or not theirs[tile]) else theirs
                took[tile] -= 1
                (from_rack if took is mine else others)[step.target][tile] += 1
    return from_rack
