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


class _Place:
    """A place of the table: its number and bit, the movements that touch it, and how it lies, by those of them made."""

    def __init__(self, number: int, bit: int) -> None:
        self.number, self.bit = number, bit
        self.touching = 0
        self.known: dict[int, tuple[bool, bool]] = {}


class _Cluster:
    """Movements by bit, and places by bit; a state is the set of the movements made."""

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
        self.touched: list[list[_Place]] = []
        by_number: dict[int, _Place] = {}
        for i, movement in enumerate(self.movements):
            numbers = [number for number in (movement.source, movement.target) if number > 0]
            touched = [by_number.setdefault(number, _Place(number, 1 << len(by_number))) for number in numbers]
            for place in touched:
                place.touching |= 1 << i
            self.touched.append(touched)
        self.ends = [sum({place.bit for place in touched}) for touched in self.touched]
        self.held = {
            number: [HeldJoker(stands_for, *map(self._bits, masks)) for stands_for, *masks in held[number]]
            for number in by_number
            if number in held
        }

    def _bits(self, movements: int) -> int:
        """Movements of this cluster by their bits here, given by those of their numbers."""
        return sum(1 << bit for bit, number in enumerate(self.numbers) if movements >> number & 1)

    def order(self) -> list[int]:
        """Numbers of the movements, in order."""
        count = len(self.movements)
        is_small = count <= _EXACT
        # For each state: its cost, the broken places and heaps, the movement made last and the state before that.
        layer: dict[int, tuple[_Cost, int, int, int, int]] = {0: ((0, 0, 0, 0), 0, 0, -1, 0)}
        layers = [layer]
        for _ in range(count):
            if self.haste.is_over(self.haste.order):
                break
            following: dict[int, tuple[_Cost, int, int, int, int]] = {}
            for state, ((tables, sets, heaped, jumps), broken, heaps, last, _) in layer.items():
                for i, now, heaps_now in self._choices(state, broken, heaps, is_small):
                    jump = last >= 0 and not self.ends[last] & self.ends[i]
                    cost = tables + bool(now), sets + now.bit_count(), heaped + heaps_now.bit_count(), jumps + jump
                    made = state | 1 << i
                    known = following.get(made)
                    if known is None or cost < known[0]:
                        following[made] = cost, now, heaps_now, i, state
            if not is_small and len(following) > _WIDTH:
                best = sorted(following.items(), key=lambda item: (item[1][0], item[0]))
                following = dict(best[:_WIDTH])
            layer = following
            layers.append(layer)
        made = state = min(layer, key=lambda state: (layer[state][0], state))
        order: list[int] = []
        for layer in reversed(layers[1:]):
            *_, i, state = layer[state]
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

    def _choices(self, state: int, broken: int, heaps: int, is_small: bool) -> list[tuple[int, int, int]]:
        """The movements that may come next, and the places that are broken and that are heaps then."""
        choices = []
        for i, after in enumerate(self.after):
            if not state >> i & 1 and not after & ~state:
                made = state | 1 << i
                now, heaps_now = broken & ~self.ends[i], heaps & ~self.ends[i]
                for place in self.touched[i]:
                    known = place.known.get(made & place.touching)
                    is_broken, is_a_heap = self._look(place, made & place.touching) if known is None else known
                    now |= is_broken * place.bit
                    heaps_now |= is_a_heap * place.bit
                if not is_small and not now:
                    # Nothing is better in a large cluster than a movement that leaves the table whole.
                    return [(i, now, heaps_now)]
                choices.append((i, now, heaps_now))
        if not is_small and broken:
            return [choice for choice in choices if broken & self.ends[choice[0]]] or choices
        return choices

    def _look(self, place: _Place, made: int) -> tuple[bool, bool]:
        """Whether tiles that are no set lie in a place when these movements are made, and whether they are a heap."""
        number = place.number
        tiles = list(self.places.get(number, ()))
        for i, movement in enumerate(self.movements):
            if movement.target == number and made >> i & 1:
                tiles += movement.tiles
        for i, movement in enumerate(self.movements):
            if movement.source == number and made >> i & 1:
                for tile in movement.tiles:
                    tiles.remove(tile)
        for _ in range(beside(number, made, self.held)):
            tiles.remove(JOKER)
        broken = bool(tiles) and not is_set(tiles, self.rules, [*held_in(number, made, self.held)])
        look = place.known[made] = broken, broken and is_heap(tiles)
        return look
