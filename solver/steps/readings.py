"""Tiles that lie together in one place: are they a set, and how does a player read them?

On the way from one table to the next, a place may hold any tiles. What is asked of them
here is asked thousands of times for one answer, so it is answered without building sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN, run_numbers
from solver.game.tiles import JOKER, Tile

__all__ = ["StandsFor", "is_heap", "is_set", "lay_out"]


class StandsFor(NamedTuple):
    """A joker that must go on standing for a tile, in a set of the same kind; in a group only the number counts."""

    kind: str
    tile: Tile


def is_set(tiles: Sequence[Tile], rules: Rules, held: Collection[StandsFor] = ()) -> bool:
    """Whether these tiles, in some order, are a legal set: jokers stand for anything, but for those that are `held`."""
    naturals = [tile for tile in tiles if not tile.is_joker]
    size = len(tiles)
    if not _counts_allowed(naturals, size, rules):
        return False
    return _is_group(naturals, size, rules, held) or next(_run_starts(naturals, size, rules, held), None) is not None


def is_heap(tiles: Sequence[Tile]) -> bool:
    """Whether the tiles share neither a colour nor a number, so that no tiles laid to them make a set of them."""
    naturals = [tile for tile in tiles if not tile.is_joker]
    return len({tile.colour for tile in naturals}) > 1 and len({tile.number for tile in naturals}) > 1


def lay_out(tiles: Sequence[Tile], rules: Rules, held: Collection[StandsFor] = ()) -> tuple[tuple[Tile, ...], bool]:
    """The tiles as they lie, each joker with what it stands for, and whether they are a set.

    Of several readings in which the `held` jokers stay, the one that leaves most others as
    they are in `tiles` is taken.
    Tiles that are no set lie in the order of their numbers, then colours; a joker that
    stands for nothing lies last.
    """
    naturals = [tile for tile in tiles if not tile.is_joker]
    jokers = [tile for tile in tiles if tile.is_joker]
    readings: list[tuple[Tile, ...]] = []
    if _counts_allowed(naturals, len(tiles), rules):
        if _is_group(naturals, len(tiles), rules, held):
            readings.append(_as_group(naturals, jokers, rules))
        readings += [
            _as_run(naturals, len(tiles), first, rules) for first in _run_starts(naturals, len(tiles), rules, held)
        ]
    if not readings:
        return tuple(sorted(tiles, key=_by_number)), False
    wanted = Counter(jokers)
    return max(readings, key=lambda reading: (Counter(t for t in reading if t.is_joker) & wanted).total()), True


def _by_number(tile: Tile) -> tuple[bool, int, int, bool]:
    return tile == JOKER, tile.number, tile.colour, tile.is_joker


def _counts_allowed(naturals: Sequence[Tile], size: int, rules: Rules) -> bool:
    return len(naturals) >= max(1, rules.sets.min_natural) and size - len(naturals) <= rules.max_jokers


def _is_group(naturals: Sequence[Tile], size: int, rules: Rules, held: Collection[StandsFor]) -> bool:
    number = naturals[0].number
    return (
        all(kind == GROUP and tile.number == number for kind, tile in held)
        and rules.sets.min_group <= size <= rules.max_group
        and all(tile.number == number for tile in naturals)
        and len({tile.colour for tile in naturals}) == len(naturals)
    )


def _run_starts(naturals: Sequence[Tile], size: int, rules: Rules, held: Collection[StandsFor]) -> Iterator[int]:
    """The first numbers of all runs of `size` tiles that hold `naturals`, and the tiles of jokers beside these."""
    if held:
        if any(kind != RUN for kind, _ in held):
            return
        naturals = [*naturals, *(tile for _, tile in held)]
    colour = naturals[0].colour
    if size < rules.sets.min_run or any(tile.colour != colour for tile in naturals):
        return
    numbers, n = [tile.number for tile in naturals], rules.tiles.numbers
    if not rules.sets.may_hold_twice(1):
        # No number is there twice, so that it is enough to look at the lowest and the highest.
        if len(set(numbers)) == len(numbers):
            yield from range(max(1, max(numbers) - size + 1), min(min(numbers), n - size + 1) + 1)
        return
    counts = Counter(numbers)
    for first in range(1, n + 1):
        places = run_numbers(first, size, rules)
        if places and counts <= Counter(places):
            yield first


def _as_run(naturals: Sequence[Tile], size: int, first: int, rules: Rules) -> tuple[Tile, ...]:
    left = Counter(naturals)
    colour = naturals[0].colour
    laid = []
    for number in run_numbers(first, size, rules):
        tile = Tile(colour, number)
        laid.append(tile if left[tile] > 0 else Tile(*tile[:2], True))
        left[tile] -= 1
    return tuple(laid)


def _as_group(naturals: Sequence[Tile], jokers: Sequence[Tile], rules: Rules) -> tuple[Tile, ...]:
    """Jokers keep the colour that they had here as far as it is free, the others take what is missing."""
    number = naturals[0].number
    missing = [c for c in range(rules.tiles.colours) if all(tile.colour != c for tile in naturals)]
    kept = []
    for joker in jokers:
        if joker.number == number and joker.colour in missing:
            missing.remove(joker.colour)
            kept.append(joker)
    rest = [Tile(c, number, True) for c in missing[: len(jokers) - len(kept)]]
    return tuple(sorted([*naturals, *kept, *rest]))
