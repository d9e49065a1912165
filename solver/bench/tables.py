"""Random tables that are hard to play on: legal sets drawn from a box, then rearranged until no neat order is left.

The same `random` in the same state makes the same table; no solver has a part in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN, TileSet
from solver.game.tiles import JOKER, Tile
from solver.play.deal import box_of

__all__ = ["Table", "crowded", "partition", "position_of", "put_jokers", "random_set", "random_table", "rearranged"]

Table = list[TileSet]


def crowded(random: Random, rules: Rules, sets: int, jokers: tuple[int, int], rack: int) -> Position:
    """A rearranged table of `sets` sets and `rack` random tiles, with jokers on (table, rack)."""
    table, box = random_table(random, rules, sets)
    while box.total() < rack:
        table, box = random_table(random, rules, sets)
    table, taken = put_jokers(random, table, jokers[0])
    box.update(taken)
    hand = random.sample(sorted(box.elements()), rack - jokers[1]) + [JOKER] * jokers[1]
    return position_of(table, hand, rules)


def position_of(table: Table, rack: Iterable[Tile], rules: Rules, *, opened: bool = True) -> Position:
    """A position, checked as one that is typed in, its rack in order with the jokers last."""
    sets = (tile_set.tiles for tile_set in table)
    return Position.of(sets, sorted(rack, key=lambda tile: (tile.is_joker, tile)), rules, opened=opened)


def random_table(random: Random, rules: Rules, sets: int) -> tuple[Table, Counter[Tile]]:
    """`sets` random sets of number tiles, rearranged, and the number tiles left in the box.

    It begins anew where too few tiles are left for another set, so the box should not
    be much smaller than five tiles for each set.
    """
    while True:
        box = Counter(tile for tile in box_of(rules) if tile != JOKER)
        table: Table = []
        if not sets:
            return table, box
        for _ in range(60 * sets):
            tile_set = random_set(random, rules)
            if all(box[tile] for tile in tile_set.tiles):
                box.subtract(tile_set.tiles)
                table.append(tile_set)
                if len(table) == sets:
                    return rearranged(random, table, rules), box


def random_set(random: Random, rules: Rules) -> TileSet:
    """A random run of 3 to 6 or group of 3 or 4 number tiles."""
    box = rules.tiles
    if random.random() < 0.5:
        size = random.choice((3, 3, 3, 4, 4, 5, 6))
        colour, first = random.randrange(box.colours), random.randint(1, box.numbers - size + 1)
        return TileSet(RUN, tuple(Tile(colour, first + i) for i in range(size)))
    size, number = random.randint(3, min(4, box.colours)), random.randint(1, box.numbers)
    return TileSet(GROUP, tuple(Tile(c, number) for c in sorted(random.sample(range(box.colours), size))))


def rearranged(random: Random, table: Table, rules: Rules, *, same_number: bool = True) -> Table:
    """The same number tiles in other sets (as many as before if `same_number`).

    Again and again a few sets that touch are picked up and laid out anew, at random.
    """
    table = list(table)
    for _ in range(6 * len(table)):
        touched = [random.randrange(len(table))]
        for _ in range(random.randint(1, 3)):
            for i in random.sample(range(len(table)), min(12, len(table))):
                if i not in touched and _touches(table[i], [table[j] for j in touched]):
                    touched.append(i)
                    break
        tiles = Counter(tile for i in touched for tile in table[i].tiles)
        others = partition(random, tiles, len(touched) if same_number else None, rules)
        if others:
            for i in sorted(touched, reverse=True):
                del table[i]
            table += others
    random.shuffle(table)
    return table


def _touches(one: TileSet, others: Sequence[TileSet]) -> bool:
    """Whether a tile of `one` could lie beside a tile of `others`."""
    beside = {(t.colour, t.number + step) for other in others for t in other.tiles for step in (-1, 1)}
    numbers = {tile.number for other in others for tile in other.tiles}
    return any((t.colour, t.number) in beside or t.number in numbers for t in one.tiles)


def partition(random: Random, tiles: Counter[Tile], sets: int | None, rules: Rules) -> Table | None:
    """A random partition of a few number tiles into sets (just `sets` of them if said), or None.

    Depth first: the lowest tile begins a run or lies in a group.
    """
    left = tiles.total()
    if not left:
        return [] if not sets else None
    if sets is not None and left < 3 * sets or sets == 0:
        return None
    lowest = min((tile for tile in tiles if tiles[tile]), key=lambda tile: (tile.number, tile.colour))
    mates = [c for c in range(rules.tiles.colours) if c != lowest.colour and tiles[Tile(c, lowest.number)]]
    choices = [
        TileSet(GROUP, tuple(Tile(c, lowest.number) for c in sorted((lowest.colour, *others))))
        for size in range(2, len(mates) + 1)
        for others in combinations(mates, size)
    ]
    run = [lowest]
    while tiles[following := Tile(lowest.colour, run[-1].number + 1)]:
        run.append(following)
        if len(run) >= 3:
            choices.append(TileSet(RUN, tuple(run)))
    random.shuffle(choices)
    for choice in choices:
        rest = partition(random, tiles - Counter(choice.tiles), None if sets is None else sets - 1, rules)
        if rest is not None:
            return [choice, *rest]
    return None


def put_jokers(random: Random, table: Table, jokers: int) -> tuple[Table, list[Tile]]:
    """The table with jokers in random places, and the number tiles that they replace.

    Every set keeps a number tile.
    """
    table, taken = list(table), list[Tile]()
    while len(taken) < jokers:
        i = random.randrange(len(table))
        tiles = list(table[i].tiles)
        places = [place for place, tile in enumerate(tiles) if not tile.is_joker]
        if len(places) > 1:
            place = random.choice(places)
            taken.append(tiles[place])
            tiles[place] = tiles[place]._replace(is_joker=True)
            table[i] = TileSet(table[i].kind, tuple(tiles))
    return table, taken
