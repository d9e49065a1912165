"""In which order to carry out movements, so that few tables in between are broken.

Movements that share no place on the table do not disturb each other: they fall into
clusters that are carried out one after the other. Within a cluster the order is found by
going through all sets of movements already made, smallest first, which is exact as long
as no more than `_WIDTH` of them have the same size; of more, the best are followed up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from solver.advice.lying import is_set
from solver.advice.transport import Movement
from solver.game.rules import Rules
from solver.game.tiles import Tile

__all__ = ["best_order"]

_WIDTH = 80


def best_order(movements: Sequence[Movement], places: Mapping[int, Sequence[Tile]], rules: Rules) -> list[Movement]:
    """The movements in an order that keeps the tables in between as whole as possible.

    `places` are the tiles that lie in each place of the table at the start. Fewest
    tables with a broken set come first, then fewest broken sets over all of them, then
    staying with the sets that the hand has just touched.
    """
    ordered: list[Movement] = []
    for cluster in _clusters(movements):
        ordered += [movements[i] for i in _Cluster(movements, cluster, places, rules).order()]
    return ordered


def _clusters(movements: Sequence[Movement]) -> list[list[int]]:
    """Movements by number, together when they share places on the table; first those of low numbers."""
    clusters: list[tuple[set[int], list[int]]] = []
    for i, movement in enumerate(movements):
        places = {place for place in (movement.source, movement.target) if place > 0}
        members = [i]
        for other in [cluster for cluster in clusters if cluster[0] & places]:
            clusters.remove(other)
            places |= other[0]
            members += other[1]
        clusters.append((places, members))
    clusters.sort(key=lambda cluster: min(cluster[0]))
    return [sorted(members) for _, members in clusters]


class _Reached(NamedTuple):
    """The best way to have made a set of movements: tables broken, sets broken, jumps of the hand."""

    tables: int
    sets: int
    jumps: int
    broken: int
    order: tuple[int, ...]


class _Cluster:
    def __init__(
        self, movements: Sequence[Movement], cluster: Sequence[int], places: Mapping[int, Sequence[Tile]], rules: Rules
    ) -> None:
        self.numbers = sorted(cluster, key=lambda i: (movements[i].target, movements[i].source, i))
        self.movements = [movements[i] for i in self.numbers]
        self.rules = rules
        bit = {number: i for i, number in enumerate(self.numbers)}
        self.after = [
            sum(1 << bit[n] for n in self.numbers if movement.after >> n & 1) for movement in self.movements
        ]
        self.touching: dict[int, int] = {}
        for i, movement in enumerate(self.movements):
            for place in (movement.source, movement.target):
                if place > 0:
                    self.touching[place] = self.touching.get(place, 0) | 1 << i
        self.places = places
        self.is_broken: dict[tuple[int, int], bool] = {}

    def order(self) -> list[int]:
        """Numbers of the movements, in order."""
        count = len(self.movements)
        layer = {0: _Reached(0, 0, 0, 0, ())}
        for depth in range(1, count + 1):
            following: dict[int, _Reached] = {}
            for mask, reached in layer.items():
                for i in range(count):
                    if mask >> i & 1 or self.after[i] & ~mask:
                        continue
                    done = mask | 1 << i
                    way = self._add(reached, mask, i, last=depth == count)
                    if done not in following or way[:3] < following[done][:3]:
                        following[done] = way
            if len(following) > _WIDTH:
                best = sorted(following.items(), key=lambda item: (item[1], item[0]))
                following = dict(best[:_WIDTH])
            layer = following
        (reached,) = layer.values()
        return [self.numbers[i] for i in reached.order]

    def _add(self, reached: _Reached, mask: int, i: int, last: bool) -> _Reached:
        movement = self.movements[i]
        broken = reached.broken
        for place in (movement.source, movement.target):
            if place > 0:
                broken += self._broken(place, mask | 1 << i) - self._broken(place, mask)
        jumps = reached.jumps
        if reached.order:
            before = self.movements[reached.order[-1]]
            touched = {before.source, before.target}
            jumps += not ((movement.source > 0 and movement.source in touched) or movement.target in touched)
        return _Reached(
            reached.tables + (broken > 0 and not last), reached.sets + broken, jumps, broken, (*reached.order, i)
        )

    def _broken(self, place: int, mask: int) -> bool:
        """Whether tiles that are no set lie in a place when these movements are made."""
        key = place, mask & self.touching[place]
        known = self.is_broken.get(key)
        if known is None:
            tiles = list(self.places.get(place, ()))
            for i, movement in enumerate(self.movements):
                if movement.target == place and mask >> i & 1:
                    tiles += movement.tiles
            for i, movement in enumerate(self.movements):
                if movement.source == place and mask >> i & 1:
                    for tile in movement.tiles:
                        tiles.remove(tile)
            known = self.is_broken[key] = bool(tiles) and not is_set(tiles, self.rules)
        return known
