"""What one tap does to the sets that are being entered.

A run needs only its first and its last tile, a set that is full closes itself, and a tile that
cannot belong to the set that is open begins the next one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from solver.errors import RulesError
from solver.game.notation import TILES, Notation
from solver.game.rules import Rules
from solver.game.sets import RUN, TileSet
from solver.game.tiles import JOKER, Tile, count_tiles, number_tiles

__all__ = ["BEGUN", "LEGAL", "NO_SET", "Entry", "left_in_box", "state_of", "tapped"]

LEGAL, BEGUN, NO_SET = "legal", "begun", "no set"
"""What tiles that are being laid together are: a set, the beginning of one, or neither."""

Tiles = tuple[Tile, ...]


@dataclass(frozen=True)
class Entry:
    """Sets that are being entered, each as it lies; `open` is the one that grows, by index."""

    sets: tuple[Tiles, ...] = ()
    open: int | None = None


def state_of(tiles: Sequence[Tile], rules: Rules) -> str:
    """Whether tiles, as they lie, are a set, the beginning of one, or neither."""
    if TileSet.choices(tiles, rules):
        return LEGAL
    return BEGUN if _may_become_run(tiles, rules) or _may_become_group(tiles, rules) else NO_SET


def is_full(tiles: Sequence[Tile], rules: Rules) -> bool:
    """Whether nothing can be added to a set: a group of all colours, or a run of all numbers."""
    for reading in TileSet.choices(tiles, rules):
        if reading.kind == RUN:
            return not rules.sets.go_round and len(tiles) >= rules.tiles.numbers + rules.sets.end_with_one
        return len(tiles) >= min(rules.max_group, rules.tiles.colours)
    return False


def left_in_box(rules: Rules, gone: Sequence[Tile]) -> Counter[Tile]:
    """How many of each tile of the box are not among these; less than 0 where these are too many."""
    left = Counter(number_tiles(rules.tiles))
    left[JOKER] = rules.tiles.jokers
    left.subtract(count_tiles(gone))
    return left


def tapped(entry: Entry, tap: Tile, rules: Rules, beside: Sequence[Tile] = (), notation: Notation = TILES) -> Entry:
    """The sets after a tap on a tile; `beside` are the tiles that lie elsewhere, such as on the rack.

    :raises RulesError: if the box has no such tile left, or it fits neither the open set nor may begin another.
    """
    left = left_in_box(rules, [*beside, *(tile for tiles in entry.sets for tile in tiles)])
    _take(left, [tap], rules, notation)
    if entry.open is None:
        return _with_new(entry, (tap,))
    tiles = entry.sets[entry.open]
    state = state_of(tiles, rules)
    for grown in _neighbours(tiles, tap, rules):
        return _with_grown(entry, grown, rules, closes=False)
    filled = _filled(tiles, tap, rules) if state != LEGAL else None
    if filled is not None:
        _take(left, list((Counter(filled) - Counter(tiles) - Counter([tap])).elements()), rules, notation)
        return _with_grown(entry, filled, rules, closes=True)
    if state != LEGAL:
        raise RulesError(
            f"{notation.row(tiles)} is no set yet, and {notation.tile(tap)} does not go with it:"
            " finish the set, or take its tiles off"
        )
    return _with_new(entry, (tap,))


def _take(left: Counter[Tile], tiles: Sequence[Tile], rules: Rules, notation: Notation) -> None:
    """Take tiles out of what is left of the box."""
    for tile in tiles:
        left[tile.bare] -= 1
        if left[tile.bare] < 0:
            of_box = rules.tiles.jokers if tile.is_joker else rules.tiles.copies
            known = tile.is_joker or (tile.colour < rules.tiles.colours and tile.number <= rules.tiles.numbers)
            there = f"the box has {of_box} of it, and all lie somewhere" if known else "the box has no such tile"
            raise RulesError(f"{notation.tile(tile.bare)}: {there}")


def _with_new(entry: Entry, tiles: Tiles) -> Entry:
    return Entry((*entry.sets, tiles), len(entry.sets))


def _with_grown(entry: Entry, tiles: Tiles, rules: Rules, *, closes: bool) -> Entry:
    assert entry.open is not None
    sets = (*entry.sets[: entry.open], tiles, *entry.sets[entry.open + 1 :])
    return replace(entry, sets=sets, open=None if closes or is_full(tiles, rules) else entry.open)


def _neighbours(tiles: Tiles, tap: Tile, rules: Rules) -> Iterator[Tiles]:
    """The open set with the tile behind it or before it, where that is a set or the beginning of one."""
    for grown in ((*tiles, tap), (tap, *tiles)):
        state = state_of(grown, rules)
        if state == BEGUN or state == LEGAL and _lies_in_order(grown, rules):
            yield grown


def _lies_in_order(tiles: Tiles, rules: Rules) -> bool:
    """Whether a set is read as it lies: the tiles of a run that lie otherwise would have to be sorted first."""
    reading = TileSet.choices(tiles, rules)[0]
    return reading.kind != RUN or tuple(tile.bare for tile in reading.tiles) == tuple(tile.bare for tile in tiles)


def _filled(tiles: Tiles, tap: Tile, rules: Rules) -> Tiles | None:
    """The run from the tiles to the one that is tapped, with what lies between them; None if there is none."""
    naturals = [tile for tile in tiles if not tile.is_joker]
    if tap.is_joker or not naturals or {tile.colour for tile in naturals} != {tap.colour}:
        return None
    shift = tap.number - naturals[-1].number
    if shift > 0:
        last = naturals[-1].number + len(tiles) - 1 - max(i for i, tile in enumerate(tiles) if not tile.is_joker)
        run = (*tiles, *(Tile(tap.colour, number) for number in range(last + 1, tap.number + 1)))
    else:
        first = naturals[0].number - min(i for i, tile in enumerate(tiles) if not tile.is_joker)
        run = (*(Tile(tap.colour, number) for number in range(tap.number, first)), *tiles)
    return run if state_of(run, rules) == LEGAL else None


def _may_become_run(tiles: Sequence[Tile], rules: Rules) -> bool:
    naturals = [(i, tile) for i, tile in enumerate(tiles) if not tile.is_joker]
    if len(tiles) >= max(rules.sets.min_run, 2) or len({tile.colour for _, tile in naturals}) > 1:
        return False
    if not naturals:
        return True
    at, first = naturals[0]
    numbers = rules.tiles.numbers
    for i, tile in naturals:
        number = first.number + i - at
        if rules.sets.go_round:
            number = (number - 1) % numbers + 1
        elif rules.sets.end_with_one and number == numbers + 1:
            number = 1
        if tile.number != number:
            return False
    return rules.sets.go_round or first.number - at >= 1


def _may_become_group(tiles: Sequence[Tile], rules: Rules) -> bool:
    naturals = [tile for tile in tiles if not tile.is_joker]
    colours = {tile.colour for tile in naturals}
    return (
        len(tiles) < rules.sets.min_group
        and len({tile.number for tile in naturals}) <= 1
        and len(colours) == len(naturals)
    )
