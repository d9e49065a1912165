"""Large positions against a second formulation, the list of all sets, and boxes larger than any on sale."""

from __future__ import annotations

from random import Random

import exhaustive
import pytest
import random_positions
import setlist
from bridge import oracle_rules, product_position

from solver import Position, Rules, solve
from solver.game.rules import preset_names
from tests.advice.against_oracle import goals, is_accepted, question_of

pytestmark = pytest.mark.slow

PARTS = 6
EACH = 18
"""Positions in each part: 108 in all; `tests/long` has thousands."""


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
    for table, rack in random_positions.large_positions(20, 8):
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


# --- Boxes larger than any on sale ------------------------------------------------------------------------------------


def full_table(rng: Random, rules: Rules, most_jokers: int) -> tuple[list[exhaustive.TableSet], list[exhaustive.Tile]]:
    """As many sets as the box gives, with a few jokers, and twenty of the tiles that are left."""
    theirs = oracle_rules(rules)
    supply = random_positions.Supply(theirs)
    table: list[exhaustive.TableSet] = []
    for _ in range(3000):
        jokers = 1 if supply.jokers > theirs.jokers - most_jokers and rng.random() < 0.1 else 0
        table_set = random_positions.random_set(rng, theirs, jokers)
        if table_set and supply.take_set(table_set):
            table.append(table_set)
    left: list[exhaustive.Tile] = [tile for tile, count in supply.naturals.items() for _ in range(count)]
    rng.shuffle(left)
    return table, [*left[:18], *["J"] * min(2, supply.jokers)]


@pytest.mark.parametrize("name", preset_names())
def test_the_largest_boxes(name: str) -> None:
    """8 colours, 26 numbers, 4 copies, 8 jokers, and most of the 840 tiles on the table, in some 170 sets."""
    preset = Rules.named(name)
    jokers = 8 if preset.tiles.jokers else 0
    rules = preset.changed({"tiles.colours": 8, "tiles.numbers": 26, "tiles.copies": 4, "tiles.jokers": jokers})
    table, rack = full_table(Random(1), rules, most_jokers=6)
    assert sum(len(places) for _, places in table) > 700
    assert sum(exhaustive.jokers_of(places) for _, places in table) == min(6, jokers)
    position = product_position(table, rack, rules)
    answer = solve(position, objective="tiles", fewest_moved=False, steps=False)
    assert answer.status == "optimal"
    # All twenty tiles can be laid, so nothing better exists.
    assert answer.goes_out
    assert not (fault := is_accepted(answer, question_of(position))), fault


@pytest.mark.parametrize("name", ["standard", "rummy-o", pytest.param("american", marks=pytest.mark.long)])
def test_boxes_at_the_limit(name: str) -> None:
    """8 colours, 104 numbers, 8 copies, 8 jokers: over a thousand sets on the table."""
    rules = Rules.named(name).changed({"tiles.colours": 8, "tiles.numbers": 104, "tiles.copies": 8, "tiles.jokers": 8})
    table, rack = full_table(Random(1), rules, most_jokers=6)
    assert len(table) > 1000
    position = product_position(table, rack, rules)
    answer = solve(position, objective="tiles", fewest_moved=False, steps=False)
    assert (answer.status, answer.goes_out) == ("optimal", True)
    # The oracle would try all ways to find the old sets in the new ones.
    assert not (fault := is_accepted(answer)), fault
