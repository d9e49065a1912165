"""Sets that can be read in several ways, where no reading changes anything: the answer is that of each reading."""

from __future__ import annotations

from random import Random

import exhaustive
import pytest
import random_positions
from bridge import oracle_rules, oracle_table

from solver import Position, Rules, solve
from solver.game.sets import TileSet
from solver.game.tiles import JOKER, Tile, count_tiles
from tests.advice.against_oracle import forget, goals, is_accepted


def differences(seed: int, count: int) -> list[str]:
    """Where the answer is not the best that the exhaustive search finds for every reading of the open set."""
    rng = Random(seed)
    rules = Rules.named("free").changed({"tiles.numbers": 8, "tiles.copies": 2})
    theirs = oracle_rules(rules)
    found = []
    while count:
        supply = random_positions.Supply(theirs)
        table = [random_positions.random_set(rng, theirs, jokers) for jokers in (rng.choice((1, 2)), 0)]
        if any(table_set is None or not supply.take_set(table_set) for table_set in table):
            continue
        given = [[JOKER if is_joker else Tile(c, v) for c, v, is_joker in s[1]] for s in table if s is not None]
        rng.shuffle(given[0])
        readings = TileSet.readings(given[0], rules)
        if len(readings) < 2:
            continue
        near = [Tile(c, v) for c in range(4) for v in range(1, 9)]
        rack = [tile for tile in rng.sample(near, 4) if supply.take((tile.colour, tile.number))]
        position = Position.of(given, rack, rules)
        answer = solve(position, objective="tiles", steps=False)
        count -= 1
        for reading in readings:
            old = oracle_table([reading, position.table[1]])
            best = exhaustive.best(old, [(t.colour, t.number) for t in rack], theirs)["lexi"]
            if goals(answer) != tuple(map(int, best["tiles"])):  # type: ignore[index]
                found.append(f"{position}: {goals(answer)}, and {best} for {reading}")
        if fault := is_accepted(answer):
            found.append(f"{position}: {fault}")
        assert count_tiles(position.table[0].tiles) == count_tiles(given[0])
    forget()
    return found


@pytest.mark.slow
def test_any_reading_will_do() -> None:
    assert differences(1, 20) == []


@pytest.mark.long
def test_any_reading_will_do_in_many_positions() -> None:
    assert differences(2, 200) == []
