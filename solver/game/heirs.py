"""Which new set each old set has become.

An old set's heir is at most one new set, and no two have the same; heirs are chosen so
that as few table tiles as possible end elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.game.sets import TileSet
from solver.game.tiles import count_tiles

__all__ = ["find_heirs", "moved_tiles", "tiles_in_common"]


def tiles_in_common(one: TileSet, other: TileSet) -> int:
    """Physical tiles that two sets share; any joker equals any other."""
    return (count_tiles(one.tiles) & count_tiles(other.tiles)).total()


def find_heirs(old_table: Sequence[TileSet], new_table: Sequence[TileSet]) -> list[int | None]:
    """For each old set the index of its heir in `new_table`, or None.

    A maximum-weight matching by the Hungarian method (Kuhn 1955, in the potential form
    of Jonker & Volgenant 1987): O(old sets ^ 2 * new sets).
    """
    weights = [[tiles_in_common(old, new) for new in new_table] for old in old_table]
    rows, columns = len(old_table), len(new_table) + len(old_table)
    cost = [[-w for w in row] + [0] * rows for row in weights]
    infinity = float("inf")
    u, v = [0.0] * (rows + 1), [0.0] * (columns + 1)
    row_of = [0] * (columns + 1)
    for i in range(1, rows + 1):
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
    heirs: list[int | None] = [None] * rows
    for j in range(1, len(new_table) + 1):
        if row_of[j] and weights[row_of[j] - 1][j - 1]:
            heirs[row_of[j] - 1] = j - 1
    return heirs


def moved_tiles(old_table: Sequence[TileSet], new_table: Sequence[TileSet]) -> int:
    """Table tiles that are not in the heir of their set, with heirs chosen to make this least."""
    kept = 0
    for i, heir in enumerate(find_heirs(old_table, new_table)):
        if heir is not None:
            kept += tiles_in_common(old_table[i], new_table[heir])
    return sum(len(old.tiles) for old in old_table) - kept
