"""Large positions against a second formulation, the list of all sets, and boxes larger than any on sale."""

from __future__ import annotations

from random import Random

import exhaustive
import pytest
import random_positions
import setlist
from bridge import oracle_rules, product_position

from solver import Position, Rules, solve
from tests.advice.against_oracle import goals, is_accepted

PARTS = 6
EACH = 52
"""Positions in each part: 312 in all."""


def heap(table: list[exhaustive.TableSet]) -> list[exhaustive.Tile]:
    """The tiles of a table, without the order of its sets."""
    return ["J" if is_joker else (colour, number) for _, places in table for colour, number, is_joker in places]


@pytest.mark.parametrize("part", range(PARTS))
def test_tables_of_up_to_twenty_sets(part: int) -> None:
    rules = Rules.named("free")
    theirs = oracle_rules(rules)
    for table, rack in random_positions.large_positions(part, EACH):
        position = product_position(table, rack, rules)
        tiles = solve(position, objective="tiles", fewest_moved=False, steps=False)
        value = solve(position, objective="value", fewest_moved=False, steps=False)
        for answer in (tiles, value):
            assert answer.status in ("optimal", "no_move"), position
            assert not (fault := is_accepted(answer)), fault
        assert tiles.tiles == setlist.most_tiles(heap(table), rack, theirs), position
        assert value.value == setlist.most_value(heap(table), rack, theirs), position


def test_ties_and_joker_worth() -> None:
    """The whole order of goals, and jokers that are worth something, on a few of them."""
    rules = Rules.named("free")
    theirs = oracle_rules(rules)
    for table, rack in random_positions.large_positions(20, 25):
        position = product_position(table, rack, rules)
        for objective in setlist.GOALS:
            answer = solve(position, objective=objective, fewest_moved=False, steps=False)
            assert goals(answer) == setlist.lexi(heap(table), rack, theirs, objective), (objective, position)
        for worth in (5, 30):
            answer = solve(position, joker_worth=worth, fewest_moved=False, steps=False)
            assert answer.score == answer.value + worth * answer.jokers
            assert answer.score == setlist.most_value(heap(table), rack, theirs, worth), (worth, position)


def test_tables_that_were_knocked_over() -> None:
    """A heap under `free` allows what its sets allow; under other rules its jokers count as free ones."""
    rng = Random(3)
    for table, rack in random_positions.large_positions(30, 15):
        rules = Rules.named(rng.choice(("free", "standard", "rummy-o")))
        tiles = [tile for tile_set in product_position(table, rack, rules).table for tile in tile_set.tiles]
        rng.shuffle(tiles)
        position = Position.of([tiles], product_position(table, rack, rules).rack, rules, loose=True)
        answer = solve(position, objective="tiles")
        assert answer.tiles == setlist.most_tiles(heap(table), rack, oracle_rules(Rules.named("free"))), position
        assert answer.moved is None
