"""Tables as they grow in play: players lay the sets that they hold and add what fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from solver.game.rules import Rules
from solver.game.sets import TileSet
from solver.game.tiles import JOKER, Tile, count_tiles
from solver.puzzles.lookahead import homes_of

__all__ = ["box_of", "played_table"]


def box_of(rules: Rules) -> list[Tile]:
    """Every tile of the box."""
    box = rules.tiles
    naturals = (Tile(c, v) for c in range(box.colours) for v in range(1, box.numbers + 1))
    return [tile for tile in naturals for _ in range(box.copies)] + [JOKER] * box.jokers


def played_table(random: Random, rules: Rules, sets: int, tight: bool = False) -> tuple[list[TileSet], list[Tile]]:
    """A table of about `sets` sets, and the tiles that are not on it, shuffled.

    Two to four players draw in turn from a shuffled box. Who holds a set lays it, now and
    then not at once; single tiles are added where they fit. It ends when the table is
    large enough or the box is empty. On a `tight` table nobody lays a joker, nor makes a run
    so long that it would fall apart into two: there is less choice on it.
    """
    pool = box_of(rules)
    random.shuffle(pool)
    players = random.randint(2, 4)
    hands: list[list[Tile]] = [[] for _ in range(players)]
    for hand in hands:
        for _ in range(min(rules.turn.hand, len(pool) // 2)):
            hand.append(pool.pop())
    table: list[TileSet] = []
    turn = 0
    while pool and len(table) < sets:
        hand = hands[turn % players]
        hand.append(pool.pop())
        turn += 1
        if random.random() < 0.3:
            continue  # he keeps what he has to himself
        for place, new_set, used in _plays(random, hand, table, rules, tight):
            if len(table) >= sets:
                break
            if place < 0:
                table.append(new_set)
            else:
                table[place] = new_set
            for tile in used.elements():
                hand.remove(tile)
    rest = [tile for hand in [*hands, pool] for tile in hand]
    random.shuffle(rest)
    random.shuffle(table)
    return table, rest


def _plays(
    random: Random, hand: list[Tile], table: list[TileSet], rules: Rules, tight: bool
) -> Iterator[tuple[int, TileSet, Counter[Tile]]]:
    """One play after the other, each chosen at random among those that a tile allows, until none is left."""
    again = True
    while again:
        again = False
        for tile in random.sample(sorted(set(hand)), len(set(hand))):
            # Jokers are kept for the end as a rule.
            spare = [t for t in hand if t != JOKER or (random.random() < 0.15 and not tight)]
            if tile not in spare:
                continue
            homes = list(homes_of(tile, count_tiles(spare), table, rules))
            if tight:
                homes = [home for home in homes if len(home[1].tiles) < 2 * rules.sets.min_run]
            if homes:
                yield random.choice(homes)
                again = True
                break
