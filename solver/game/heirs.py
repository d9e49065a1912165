"""Which new set each old set has become.

An old set's heir is at most one new set, and no two have the same; heirs are chosen so
that as few table tiles as possible end elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.game.sets import RUN, TileSet
from solver.game.tiles import Tile, count_tiles

__all__ = ["as_it_lies", "find_heirs", "moved_tiles", "numbered", "tiles_in_common"]


def tiles_in_common(one: TileSet, other: TileSet) -> int:
    """Physical tiles that two sets share; any joker equals any other."""
    return (count_tiles(one.tiles) & count_tiles(other.tiles)).total()


def as_it_lies(tile_set: TileSet) -> tuple[str, tuple[Tile, ...]]:
    """Kind and tiles, equal for sets that look alike: the joker of a group shows no colour."""
    return tile_set.kind, tile_set.tiles if tile_set.kind == RUN else _physical(tile_set)


def find_heirs(old_table: Sequence[TileSet], new_table: Sequence[TileSet]) -> list[int | None]:
    """For each old set the index of its heir in `new_table`, or None.

    Sets that are still there as they were are their own heirs: swapping heirs never
    makes a matching better than that. The others are matched by `_heaviest_matching`.
    """
    heirs: list[int | None] = [None] * len(old_table)
    unchanged: dict[tuple[Tile, ...], list[int]] = {}
    for j, new in enumerate(new_table):
        unchanged.setdefault(_physical(new), []).append(j)
    for i, old in enumerate(old_table):
        if same := unchanged.get(_physical(old)):
            heirs[i] = same.pop(0)
    taken = {heir for heir in heirs if heir is not None}
    old_left = [i for i, heir in enumerate(heirs) if heir is None]
    new_left = [j for j in range(len(new_table)) if j not in taken]
    weights = _weights([old_table[i] for i in old_left], [new_table[j] for j in new_left])
    for row, column in enumerate(_heaviest_matching(weights, len(new_left))):
        if column is not None:
            heirs[old_left[row]] = new_left[column]
    return heirs


def _physical(tile_set: TileSet) -> tuple[Tile, ...]:
    return tuple(sorted([tile.bare for tile in tile_set.tiles]))


def _weights(old_table: Sequence[TileSet], new_table: Sequence[TileSet]) -> list[list[int]]:
    """`tiles_in_common` of every old set with every new one, tile by tile."""
    weights = [[0] * len(new_table) for _ in old_table]
    old_with: dict[Tile, list[tuple[int, int]]] = {}
    for i, old in enumerate(old_table):
        for tile, count in count_tiles(old.tiles).items():
            old_with.setdefault(tile, []).append((i, count))
    for j, new in enumerate(new_table):
        for tile, count in count_tiles(new.tiles).items():
            for i, old_count in old_with.get(tile, ()):
                weights[i][j] += min(count, old_count)
    return weights


def _heaviest_matching(weights: list[list[int]], width: int) -> list[int | None]:
    """For each row the column that it is matched with, or None, for the greatest total weight.

    The Hungarian method (Kuhn 1955) with potentials, one augmenting path for each row in conflict; `width`
    is the number of columns.
    """
    rows, columns = len(weights), width + len(weights)
    cost = [[-w for w in row] + [0] * rows for row in weights]
    infinity = float("inf")
    u, v = [0.0, *(float(min(row)) for row in cost)], [0.0] * (columns + 1)
    row_of = [0] * (columns + 1)
    left = []
    for i in range(1, rows + 1):
        # Most rows get the column that they would like best.
        best = cost[i - 1].index(int(u[i])) + 1
        if row_of[best]:
            left.append(i)
        else:
            row_of[best] = i
    for i in left:
        row_of[0] = i
        at = 0
        least = [infinity] * (columns + 1)
        came_from = [0] * (columns + 1)
        done = [False] * (columns + 1)
        while row_of[at]:
            done[at] = True
            row, delta, following = row_of[at], infinity, 0
            for j in range(1, columns + 1):
                if not done[j]:
                    reduced = cost[row - 1][j - 1] - u[row] - v[j]
                    if reduced < least[j]:
                        least[j], came_from[j] = reduced, at
                    if least[j] < delta:
                        delta, following = least[j], j
            for j in range(columns + 1):
                if done[j]:
                    u[row_of[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            at = following
        while at:
            row_of[at] = row_of[came_from[at]]
            at = came_from[at]
    matched: list[int | None] = [None] * rows
    for j in range(1, width + 1):
        if row_of[j] and weights[row_of[j] - 1][j - 1]:
            matched[row_of[j] - 1] = j - 1
    return matched


def moved_tiles(old_table: Sequence[TileSet], new_table: Sequence[TileSet]) -> int:
    """Table tiles that are not in the heir of their set, with heirs chosen to make this least."""
    kept = 0
    for i, heir in enumerate(find_heirs(old_table, new_table)):
        if heir is not None:
            kept += tiles_in_common(old_table[i], new_table[heir])
    return sum(len(old.tiles) for old in old_table) - kept


def numbered(old_table: Sequence[TileSet], new_table: Sequence[TileSet]) -> dict[int, TileSet]:
    """The new sets by the numbers that a player sees, in ascending order.

    Old sets are numbered from 1; an heir has the number of its old set, that of a set without
    heir stays unused, and sets that are new follow in the order of `new_table`.
    """
    number = {heir: i for i, heir in enumerate(find_heirs(old_table, new_table), 1) if heir is not None}
    following = len(old_table)
    sets = {}
    for i, tile_set in enumerate(new_table):
        if i not in number:
            following += 1
        sets[number.get(i, following)] = tile_set
    return dict(sorted(sets.items()))
