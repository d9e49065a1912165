"""Every table on which the whole rack lies: is there only one?

The tiles are cut into sets, the lowest tile first, so that what is left over is always the
upper part of the box; what is known of a rest is kept and used again. Where the rules
forbid some tables, because of the jokers or of the old sets, each is shown to the referee.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

from solver.game.move import Move
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN, TileSet, run_numbers, set_faults
from solver.game.tiles import JOKER, Tile

__all__ = ["going_out_tables"]

Table = tuple[TileSet, ...]

_MOST_RESTS = 100_000
_MOST_REFEREED = 12


def going_out_tables(position: Position, most: int = 2, most_rests: int = _MOST_RESTS) -> list[Table] | None:
    """Up to `most` different legal tables that hold the whole rack; None if there are too many cases to tell.

    `most_rests` bounds the work: a crowded table with two jokers can have thousands.

    Two tables are the same if they have the same sets: the same tiles, and each joker in the
    same place; which of the missing colours a group's joker has makes no difference.
    """
    tiles = position.table_tiles + Counter(position.rack)
    jokers = tiles.pop(JOKER, 0)
    free = not jokers and not position.rules.table.only_adds
    cutting = _Cutting(position.rules, most if free else max(most, _MOST_REFEREED), most_rests)
    try:
        tables = list(cutting.tables(tuple(sorted(tiles.items(), key=_by_number)), jokers))
    except OverflowError:
        return None
    if free:
        return tables
    laid = tuple(sorted(position.rack))
    legal = [table for table in tables if not judge(position, Move(laid, table))]
    if len(legal) < most and len(tables) >= cutting.most:
        return None
    return legal[:most]


Rest = tuple[tuple[Tile, int], ...]


def _by_number(item: tuple[Tile, int]) -> tuple[int, int]:
    return item[0].number, item[0].colour


class _Cutting:
    """Cuts tiles into sets in all ways, up to `most` of them for each rest of tiles."""

    def __init__(self, rules: Rules, most: int, most_rests: int) -> None:
        self.rules = rules
        self.most = most
        self.most_rests = most_rests
        self.known: dict[tuple[Rest, int], tuple[Table, ...]] = {}

    def tables(self, rest: Rest, jokers: int) -> tuple[Table, ...]:
        """The tables, each with its sets in order.

        :raises OverflowError: if there are too many different rests.
        """
        if not rest:
            return () if jokers else ((),)
        key = (rest, jokers)
        if key not in self.known:
            if len(self.known) >= self.most_rests:
                raise OverflowError
            self.known[key] = self._cut(rest, jokers)
        return self.known[key]

    def _cut(self, rest: Rest, jokers: int) -> tuple[Table, ...]:
        have = Counter(dict(rest))
        found: dict[Table, None] = {}
        for tile_set in _sets_around(rest[0][0], have, jokers, self.rules):
            left = have - Counter(tile_set.naturals)
            wild = jokers - tile_set.joker_count
            for table in self.tables(tuple(sorted(left.items(), key=_by_number)), wild):
                found[tuple(sorted((*table, tile_set), key=_in_order))] = None
                if len(found) >= self.most:
                    return tuple(found)
        return tuple(found)


def _in_order(tile_set: TileSet) -> tuple[str, tuple[Tile, ...]]:
    return tile_set.kind, tile_set.tiles


def _sets_around(tile: Tile, have: Counter[Tile], jokers: int, rules: Rules) -> Iterator[TileSet]:
    """Every set with this number tile in it, from tiles and jokers that are there."""
    absent = {v for v in range(1, rules.tiles.numbers + 1) if not have[Tile(tile.colour, v)]}
    for window in _windows(rules, tile.number):
        if len(absent.intersection(window)) > jokers:
            continue  # so it is with most windows, and their fillings need not be tried
        for tiles in _filled(tile, window, have, jokers):
            run = TileSet(RUN, tiles)
            if not set_faults(run, rules):
                yield run
    others = [c for c in range(rules.tiles.colours) if c != tile.colour]
    there = [c for c in others if have[Tile(c, tile.number)]]
    for count in range(len(there) + 1):
        for colours in combinations(there, count):
            missing = [c for c in others if c not in colours]
            for wild in range(min(jokers, len(missing)) + 1):
                naturals = (Tile(c, tile.number) for c in colours)
                stand_ins = (Tile(c, tile.number, True) for c in missing[:wild])
                group = TileSet(GROUP, tuple(sorted([tile, *naturals, *stand_ins])))
                if rules.sets.min_group <= len(group.tiles) <= rules.max_group and not set_faults(group, rules):
                    yield group


@cache
def _windows(rules: Rules, number: int) -> list[tuple[int, ...]]:
    """The numbers of every run with `number` in it; under `around` none longer than once round and one set more."""
    n, least = rules.tiles.numbers, rules.sets.min_run
    last = 2 * n + least if rules.sets.go_round else n + 1
    windows = (
        tuple(run_numbers(first, length, rules))
        for length in range(least, last + 1)
        for first in range(1, n + 1)
        if first + length - 1 <= last
    )
    return [window for window in windows if number in window]


def _filled(tile: Tile, window: tuple[int, ...], have: Counter[Tile], jokers: int) -> Iterator[tuple[Tile, ...]]:
    """The window with number tiles and jokers in its places, in every way that uses `tile`."""

    def fill(i: int, placed: tuple[Tile, ...], wild: int) -> Iterator[tuple[Tile, ...]]:
        if i == len(window):
            if tile in placed:
                yield placed
            return
        here = Tile(tile.colour, window[i])
        if have[here] > placed.count(here):
            yield from fill(i + 1, (*placed, here), wild)
        if wild:
            yield from fill(i + 1, (*placed, Tile(here.colour, here.number, True)), wild - 1)

    return fill(0, (), jokers)
