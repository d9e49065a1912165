"""Sets that a solution lays, as sets of tiles in the order in which they are shown."""

from __future__ import annotations

from collections.abc import Sequence

from solver.game.matching import match_sets
from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN, TileSet
from solver.game.tiles import Tile
from solver.model.network.places import Placed

__all__ = ["in_places", "tile_set_of"]


def tile_set_of(placed: Placed, rules: Rules) -> TileSet:
    """A set of a solution; jokers of any colour take the missing ones in order."""
    if placed.kind == RUN:
        return TileSet(RUN, placed.places)
    taken = {place.colour for place in placed.places}
    missing = (c for c in range(rules.tiles.colours) if c not in taken)
    tiles = [Tile(p.colour if p.colour >= 0 else next(missing), p.number, p.is_joker) for p in placed.places]
    return TileSet(placed.kind, tuple(sorted(tiles)))


def in_places(old_table: Sequence[TileSet], table: Sequence[TileSet], *, join: bool = False) -> tuple[TileSet, ...]:
    """What old sets have become, in the places of these, then the other sets in tile order.

    With `join`, of these other sets, runs that lie end to end become one: nobody would lay them apart.
    """
    became = match_sets(old_table, table)
    in_place = [(old, i) for old, i in zip(old_table, became, strict=True) if i is not None]
    rest = [table[i] for i in sorted(set(range(len(table))).difference(became))]
    rest.sort(key=lambda tile_set: (tile_set.kind, tile_set.tiles))
    return (*[_read_as_before(table[i], old) for old, i in in_place], *(_joined(rest) if join else rest))


def _read_as_before(group: TileSet, old: TileSet) -> TileSet:
    """A group with jokers whose colours are open, read as in the group that it was, as far as that can be."""
    if not group.kind == old.kind == GROUP or not group.joker_count or group.tiles[0].number != old.tiles[0].number:
        return group
    naturals = group.naturals
    taken = {tile.colour for tile in naturals}
    before = [tile for tile in old.tiles if tile.is_joker and tile.colour not in taken]
    jokers = dict.fromkeys([*before, *(tile for tile in group.tiles if tile.is_joker)])
    return TileSet(GROUP, tuple(sorted([*naturals, *list(jokers)[: group.joker_count]])))


def _joined(sets: Sequence[TileSet]) -> list[TileSet]:
    """The sets, in tile order, with each run without jokers put behind one that ends before it begins."""
    joined: list[TileSet] = []
    ends: dict[Tile, list[int]] = {}
    for tile_set in sets:
        if tile_set.kind == RUN and not tile_set.joker_count:
            first, last = tile_set.tiles[0], tile_set.tiles[-1]
            if behind := ends.get(Tile(first.colour, first.number - 1)):
                at = behind.pop(0)
                joined[at] = TileSet(RUN, joined[at].tiles + tile_set.tiles)
            else:
                at = len(joined)
                joined.append(tile_set)
            if first.number < last.number:
                # Round the corner from the highest number to 1 it would be hard to see where it ends.
                ends.setdefault(last, []).append(at)
        else:
            joined.append(tile_set)
    return joined
