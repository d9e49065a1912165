"""In which order to carry out movements, so that few tables in between are broken.

Movements that share no place on the table do not disturb each other: they fall into
clusters that are carried out one after the other. Within a cluster the order is found by
going through all sets of movements already made, smallest first. For up to `_EXACT`
movements that is exact; of larger clusters only what mends the table is followed up
while something is broken, and only `_WIDTH` sets of movements of each size.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from solver.game.rules import Rules
from solver.game.tiles import JOKER, Tile
from solver.steps.haste import Haste
from solver.steps.held_jokers import HeldJoker, beside, held_in
from solver.steps.movements import Movement
from solver.steps.readings import is_heap, is_set

__all__ = ["best_order"]

_EXACT = 6
_WIDTH = 12

_Cost = tuple[int, int, int, int]
"""Tables in between with a broken set, broken sets over all of these tables, heaps among them, jumps of the hand."""


def best_order(
    movements: Sequence[Movement],
    places: Mapping[int, Sequence[Tile]],
    held: Mapping[int, Sequence[HeldJoker]],
    rules: Rules,
    haste: Haste,
) -> list[Movement]:
    """The movements in an order that keeps the tables in between as whole as possible.

    `places` are the tiles that lie in each place of the table at the start, `held` the
    jokers there that must go on standing for their tiles. Fewest
    tables with a broken set come first, then fewest broken sets over all of them, then
    fewest of them that are a heap (a player would take tiles off before he lays others
    on), then staying with the sets that the hand has just touched. When there is no more time
    for that, the others follow in any order in which they can.
    """
    ordered: list[Movement] = []
    for cluster in _clusters(movements):
        if len(cluster) == 1:
            ordered.append(movements[cluster[0]])
        else:
            ordered += [movements[i] for i in _Cluster(movements, cluster, places, held, rules, haste).order()]
    return ordered


def _clusters(movements: Sequence[Movement]) -> list[list[int]]:
    """Movements by number, together when they share places on the table; first those of low places."""
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


class _Cluster:
    """Movements by bit; a state is the set of those made."""

    def __init__(
        self,
        movements: Sequence[Movement],
        cluster: Iterable[int],
        places: Mapping[int, Sequence[Tile]],
        held: Mapping[int, Sequence[HeldJoker]],
        rules: Rules,
        haste: Haste,
    ) -> None:
        self.numbers = sorted(cluster, key=lambda i: (movements[i].target, movements[i].source, i))
        self.movements = [movements[i] for i in self.numbers]
        self.places, self.rules, self.haste = places, rules, haste
        self.after = [self._bits(movement.after) for movement in self.movements]
        self.ends = [
            tuple(place for place in (movement.source, movement.target) if place > 0) for movement in self.movements
        ]
        self.touching: dict[int, int] = {}
        for i, ends in enumerate(self.ends):
            for place in ends:
                self.touching[place] = self.touching.get(place, 0) | 1 << i
        self.held = {
            place: [HeldJoker(stands_for, *map(self._bits, masks)) for stands_for, *masks in held[place]]
            for place in self.touching
            if place in held
        }
        self.known: dict[int, dict[int, tuple[bool, bool]]] = {place: {} for place in self.touching}

    def _bits(self, movements: int) -> int:
        """Movements of this cluster by their bits here, given by those of their numbers."""
        return sum(1 << bit for bit, number in enumerate(self.numbers) if movements >> number & 1)

    def order(self) -> list[int]:
        """Numbers of the movements, in order."""
        count = len(self.movements)
        is_small = count <= _EXACT
        # For each state: its cost, the broken places, the movement made last and the state before that.
        layer: dict[int, tuple[_Cost, frozenset[int], int, int]] = {0: ((0, 0, 0, 0), frozenset(), -1, 0)}
        layers = [layer]
        for _ in range(count):
            if self.haste.is_over(self.haste.order):
                break
            following: dict[int, tuple[_Cost, frozenset[int], int, int]] = {}
            for state, ((tables, sets, heaps, jumps), broken, last, _) in layer.items():
                near = set(self.ends[last]) if last >= 0 else set()
                for i, now in self._choices(state, broken, is_small):
                    heaped = sum(self._state_of(place, state | 1 << i)[1] for place in now)
                    jump = last >= 0 and near.isdisjoint(self.ends[i])
                    cost = tables + bool(now), sets + len(now), heaps + heaped, jumps + jump
                    known = following.get(state | 1 << i)
                    if known is None or cost < known[0]:
                        following[state | 1 << i] = cost, now, i, state
            if not is_small and len(following) > _WIDTH:
                best = sorted(following.items(), key=lambda item: (item[1][0], item[0]))
                following = dict(best[:_WIDTH])
            layer = following
            layers.append(layer)
        made = state = min(layer, key=lambda state: (layer[state][0], state))
        order: list[int] = []
        for layer in reversed(layers[1:]):
            _, _, i, state = layer[state]
            order.append(self.numbers[i])
        return [*order[::-1], *self._any_order(made)]

    def _any_order(self, made: int) -> list[int]:
        """Numbers of the movements that are left, in the first order in which they can be carried out."""
        left = [i for i in range(len(self.movements)) if not made >> i & 1]
        order: list[int] = []
        while left:
            self.haste.check()
            i = next(i for i in left if not self.after[i] & ~made)
            made |= 1 << i
            left.remove(i)
            order.append(self.numbers[i])
        return order

    def _choices(self, state: int, broken: frozenset[int], is_small: bool) -> list[tuple[int, frozenset[int]]]:
        """The movements that may come next, and the places that are broken then."""
        choices = []
        for i, after in enumerate(self.after):
            if not state >> i & 1 and not after & ~state:
                now = broken
                for place in self.ends[i]:
                    now = now | {place} if self._state_of(place, state | 1 << i)[0] else now - {place}
                if not is_small and not now:
                    # Nothing is better in a large cluster than a movement that leaves the table whole.
                    return [(i, now)]
                choices.append((i, now))
        if not is_small and broken:
            mending = [choice for choice in choices if not broken.isdisjoint(self.ends[choice[0]])]
            return mending or choices
        return choices

    def _state_of(self, place: int, state: int) -> tuple[bool, bool]:
        """Whether tiles that are no set lie in a place when these movements are made, and whether they are a heap."""
        made = state & self.touching[place]
        known = self.known[place].get(made)
        if known is None:
            tiles = list(self.places.get(place, ()))
            for i, movement in enumerate(self.movements):
                if movement.target == place and made >> i & 1:
                    tiles += movement.tiles
            for i, movement in enumerate(self.movements):
                if movement.source == place and made >> i & 1:
                    for tile in movement.tiles:
                        tiles.remove(tile)
            for _ in range(beside(place, made, self.held)):
                tiles.remove(JOKER)
            broken = bool(tiles) and not is_set(tiles, self.rules, [*held_in(place, made, self.held)])
            known = self.known[place][made] = broken, broken and is_heap(tiles)
        return known
