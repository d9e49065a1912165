"""Which new set each old set has become.

An old set becomes at most one new set, and no two become the same; they are matched so
that as few table tiles as possible end in another set than their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from heapq import heappop, heappush

from solver.game.sets import RUN, TileSet
from solver.game.tiles import JOKER, Tile, count_tiles

__all__ = ["as_it_lies", "bare_tiles", "match_sets", "moved_tiles", "not_among", "places_not_among", "tiles_in_common"]


def bare_tiles(tile_set: TileSet) -> tuple[Tile, ...]:
    """The physical tiles of a set in ascending order, whatever its jokers stand for."""
    return tuple(sorted([JOKER if tile.is_joker else tile for tile in tile_set.tiles]))


def as_it_lies(tile_set: TileSet) -> tuple[Tile, ...]:
    """Equal for sets that look the same on the table: the joker of a group shows no colour."""
    return tile_set.tiles if tile_set.kind == RUN else bare_tiles(tile_set)


def not_among(
    sets: Iterable[TileSet], others: Iterable[TileSet], look: Callable[[TileSet], Hashable] = as_it_lies
) -> list[TileSet]:
    """The sets that are left when each of `others` takes away one that looks like it."""
    sets = list(sets)
    return [sets[i] for i in places_not_among(sets, others, look)]


def places_not_among(
    sets: Iterable[TileSet], others: Iterable[TileSet], look: Callable[[TileSet], Hashable] = as_it_lies
) -> list[int]:
    """Where these sets stand among all, from 0."""
    looks = Counter(map(look, others))
    left = []
    for i, tile_set in enumerate(sets):
        seen = look(tile_set)
        if looks[seen]:
            looks[seen] -= 1
        else:
            left.append(i)
    return left


def tiles_in_common(one: TileSet, other: TileSet) -> int:
    """Physical tiles that two sets share; any joker equals any other."""
    return (count_tiles(one.tiles) & count_tiles(other.tiles)).total()


def match_sets(old_table: Sequence[TileSet], new_table: Sequence[TileSet]) -> list[int | None]:
    """For each old set the index of the set of `new_table` that it has become, or None.

    A set that is still there as it was stays itself: no matching is better for giving it
    another. The others are matched by `_heaviest_matching`.
    """
    became: list[int | None] = [None] * len(old_table)
    if not became:
        return became
    unchanged: dict[tuple[Tile, ...], list[int]] = {}
    for j, new in enumerate(new_table):
        unchanged.setdefault(_in_order(new), []).append(j)
    old_left, with_jokers = [], []
    for i, old in enumerate(old_table):
        same = unchanged.get(_in_order(old))
        if not same:
            old_left.append(i)
        elif _has_joker(old.tiles):
            with_jokers.append((i, same))
        else:
            became[i] = same.pop(0)
    # Sets of equal tiles may be told apart by their jokers: each gets the one that looks like it, if there is one.
    for alike in (True, False):
        for i, same in with_jokers:
            if became[i] is None:
                look = as_it_lies(old_table[i])
                match = next((j for j in same if not alike or as_it_lies(new_table[j]) == look), None)
                if match is not None:
                    became[i] = match
                    same.remove(match)
    old_left = sorted(old_left + [i for i, _ in with_jokers if became[i] is None])
    new_left = sorted([j for same in unchanged.values() for j in same])
    old_sets, new_sets = [old_table[i] for i in old_left], [new_table[j] for j in new_left]
    weights = _weights(old_sets, new_sets)
    _prefer_jokers_that_stay(weights, old_sets, new_sets)
    for row, column in enumerate(_heaviest_matching(weights)):
        if column is not None:
            became[old_left[row]] = new_left[column]
    return became


def _in_order(tile_set: TileSet) -> tuple[Tile, ...]:
    """The physical tiles, in one order unless a circle is cut in two places."""
    tiles = tile_set.tiles
    return bare_tiles(tile_set) if _has_joker(tiles) else tiles


def _has_joker(tiles: Sequence[Tile]) -> bool:
    return True in [is_joker for _, _, is_joker in tiles]


def _weights(old_table: Sequence[TileSet], new_table: Sequence[TileSet]) -> list[dict[int, int]]:
    """For each old set the tiles that it has in common with new ones, where there are any."""
    weights: list[dict[int, int]] = [{} for _ in old_table]
    old_with: dict[Tile, list[tuple[int, int]]] = {}
    for i, old in enumerate(old_table):
        for tile, count in _counts(old.tiles):
            old_with.setdefault(tile, []).append((i, count))
    for j, new in enumerate(new_table):
        for tile, count in _counts(new.tiles):
            for i, old_count in old_with.get(tile, ()):
                of_old = weights[i]
                of_old[j] = of_old.get(j, 0) + min(count, old_count)
    return weights


_EACH = 1000
"""What a tile in common weighs beside a joker that stands for what it stood for: more than all of these together."""


def _prefer_jokers_that_stay(
    weights: list[dict[int, int]], old_table: Sequence[TileSet], new_table: Sequence[TileSet]
) -> None:
    """Of new sets with equally many tiles in common prefer those in which jokers stand for what they stood for."""
    jokers = [[tile for tile in new.tiles if tile.is_joker] if _has_joker(new.tiles) else [] for new in new_table]
    for old, of_old in zip(old_table, weights, strict=True):
        for j in of_old:
            same = sum(tile in old.tiles for tile in jokers[j])
            of_old[j] = of_old[j] * _EACH + same


def _counts(tiles: Sequence[Tile]) -> Iterable[tuple[Tile, int]]:
    """Physical tiles and how many of each there are, in few steps where each is there once."""
    if not _has_joker(tiles) and len(set(tiles)) == len(tiles):
        return [(tile, 1) for tile in tiles]
    return count_tiles(tiles).items()


def _heaviest_matching(weights: list[dict[int, int]]) -> list[int | None]:
    """For each row the column that it is matched with, or None, for the greatest total weight.

    Rows are given as {column: weight above 0}. Successive shortest augmenting paths with
    potentials (Edmonds & Karp 1972): rows get the column that they like best, and each row
    in conflict looks for the cheapest way to make room.
    """
    matched: list[int | None] = [None] * len(weights)
    row_of: dict[int, int] = {}
    # What a row still pays and what a column takes off: no edge costs less than its row and column say.
    row_price = [-max(row.values(), default=0) for row in weights]
    column_price: dict[int, int] = {}
    conflicts = []
    for i, row in enumerate(weights):
        best = next((j for j, weight in row.items() if weight == -row_price[i] and j not in row_of), None)
        if best is not None:
            matched[i], row_of[best] = best, i
        elif row:
            conflicts.append(i)
    for i in conflicts:
        _augment(i, weights, matched, row_of, row_price, column_price)
    return matched


def _augment(
    start: int,
    weights: list[dict[int, int]],
    matched: list[int | None],
    row_of: dict[int, int],
    row_price: list[int],
    column_price: dict[int, int],
) -> None:
    """Match one more row by Dijkstra's shortest path; a row at its end may stay without a column."""
    reached: dict[int, int] = {}
    came_from: dict[int, int] = {}
    # (distance, 0 for "this row does without" or 1 for a column, row or column)
    heap: list[tuple[int, int, int]] = []
    settled: dict[int, int] = {}
    row, so_far = start, 0
    while True:
        heappush(heap, (so_far - row_price[row], 0, row))
        for j, weight in weights[row].items():
            distance = so_far - weight - row_price[row] - column_price.get(j, 0)
            if j not in settled and distance < reached.get(j, distance + 1):
                reached[j], came_from[j] = distance, row
                heappush(heap, (distance, 1, j))
        while True:
            so_far, kind, at = heappop(heap)
            if not kind or at not in settled:
                break
        if not kind:
            break
        if at not in row_of:
            break
        settled[at] = so_far
        row = row_of[at]
    for j, distance in settled.items():
        column_price[j] = column_price.get(j, 0) - (so_far - distance)
        row_price[row_of[j]] += so_far - distance
    row_price[start] += so_far
    if kind:
        column: int | None = at
    else:
        # This row gives its column to the row that came for it.
        row, column = at, matched[at]
        matched[row] = None
        if row == start:
            return
    while column is not None:
        row = came_from[column]
        matched[row], column = column, matched[row]
        row_of[matched[row]] = row  # type: ignore[index]
        if row == start:
            return


def moved_tiles(
    old_table: Sequence[TileSet], new_table: Sequence[TileSet], became: Sequence[int | None] | None = None
) -> int:
    """Table tiles that are in another set than the one that theirs has become; `became` is from `match_sets`."""
    kept = 0
    for old, match in zip(old_table, match_sets(old_table, new_table) if became is None else became, strict=True):
        if match is not None:
            kept += tiles_in_common(old, new_table[match])
    return sum(len(old.tiles) for old in old_table) - kept
