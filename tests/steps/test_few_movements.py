"""How good the steps are: few movements, and few tables in between that are broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product

import bridge
import exhaustive
import pytest
import random_positions
from interpreter import JSON, Table, could_be_set

from solver import Move, Position, Rules, solve


def fewest_pairs(position: Position, move: Move) -> int | None:
    """The fewest (from, to) pairs of places between which tiles must go, over every way to say which of equal tiles is
    which and what old set became what; None if there are too many ways. No road has fewer movements."""
    old = [Counter(tile.bare for tile in tile_set.tiles) for tile_set in position.table]
    new = [Counter(tile.bare for tile in tile_set.tiles) for tile_set in move.table]
    places = [Counter(tile.bare for tile in move.played), *old]
    ways = []
    for tile in {tile for tiles in new for tile in tiles}:
        sources = [i for i, tiles in enumerate(places) for _ in range(tiles[tile])]
        targets = [j for j, tiles in enumerate(new) for _ in range(tiles[tile])]
        ways.append({tuple(sorted(zip(order, targets, strict=True))) for order in permutations(sources)})
    total = 1
    for way in ways:
        total *= len(way)
    if total > 300:
        return None
    best = 10**9
    for chosen in product(*ways):
        pairs = {pair for way in chosen for pair in way}
        best = min(best, len(pairs) - _most_apart(sorted(pair for pair in pairs if pair[0])))
    return best


def _most_apart(pairs: Sequence[tuple[int, int]]) -> int:
    """The most pairs of which no two share a place."""
    if not pairs:
        return 0
    (source, target), *rest = pairs
    apart = [pair for pair in rest if pair[0] != source and pair[1] != target]
    if len(apart) == len(rest):
        return 1 + _most_apart(rest)
    return max(1 + _most_apart(apart), _most_apart(rest))


@pytest.mark.slow
def test_hardly_ever_more_movements_than_pairs_of_places() -> None:
    """Without jokers. Tiles at both ends of a run are two movements and one pair, so equality cannot always hold."""
    rules = Rules.named("machiavelli")
    oracle = bridge.oracle_rules(rules)
    steps = pairs = count = 0
    for table, rack in random_positions.small_positions(5, 600, oracle):
        position = bridge.product_position(table, rack, rules)
        answer = solve(position, objective="tiles")
        bound = fewest_pairs(position, answer.move) if answer.played else None
        if bound is not None:
            assert len(answer.steps) >= bound
            steps += len(answer.steps)
            pairs += bound
            count += 1
    assert count > 200
    assert steps <= 1.03 * pairs


@pytest.mark.slow
def test_no_order_of_the_same_movements_breaks_fewer_tables() -> None:
    rules = Rules.named("free")
    oracle = bridge.oracle_rules(rules)
    count = 0
    for table, rack in random_positions.small_positions(6, 250, oracle):
        position = bridge.product_position(table, rack, rules)
        answer = solve(position, objective="tiles")
        steps = [step.to_json() for step in answer.steps]
        if not 3 <= len(steps) <= 5:
            continue
        best = min(broken_tables(position, order, oracle) for order in permutations(steps))
        assert sum(step["broken"] > 0 for step in steps) == best, str(position)
        count += 1
    assert count > 30


def broken_tables(position: Position, steps: Sequence[JSON], rules: exhaustive.Rules) -> int:
    """Tables in between with a set that is none; very many if a tile is not there."""
    table = Table(position)
    broken = 0
    for step in steps:
        number = step["to"]["set"]
        place = table.rack if "rack" in step["from"] else table.sets.get(step["from"]["set"], [])
        if Counter[str](step["tiles"]) - Counter(place):
            return 10**9
        for tile in step["tiles"]:
            place.remove(tile)
        table.sets.setdefault(number, []).extend(step["tiles"])
        broken += not all(could_be_set(tiles, rules) for tiles in table.lying().values())
    return broken
