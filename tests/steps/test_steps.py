"""The steps of random moves under all rule sets, carried out by the interpreters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import bridge
import exhaustive
import pytest
import random_positions
from interpreter import check

from solver import Answer, Position, Rules, solve
from solver.errors import RulesError
from solver.game.played import PlayedMove
from solver.game.rules import preset_names
from solver.game.tiles import JOKER
from solver.steps import steps_of


def rule_sets(seed: int, random_sets: int) -> Iterator[tuple[exhaustive.Rules, Rules]]:
    """The presets, and random rule sets that make sense."""
    for name in preset_names():
        rules = Rules.named(name)
        yield bridge.oracle_rules(rules), rules
    found = 0
    for oracle in random_positions.random_rule_sets(seed, 20 * random_sets):
        try:
            yield oracle, bridge.product_rules(oracle)
        except RulesError:
            continue
        found += 1
        if found == random_sets:
            return


def answers(seed: int, preset: int, random: int, random_sets: int) -> Iterator[tuple[Answer, exhaustive.Rules]]:
    """Answers that lay something, so many for every preset and for every random rule set."""
    rng = Random(seed)
    for i, (oracle, rules) in enumerate(rule_sets(seed, random_sets)):
        each = preset if i < len(preset_names()) else random
        found = 0
        for table, rack in random_positions.small_positions(rng.randrange(10**6), 6 * each, oracle):
            position = bridge.product_position(table, rack, rules, opened=rng.random() < 0.8)
            if (position.table_tiles + Counter(position.rack))[JOKER] > 3:
                continue  # the solver may take its time
            # Without the goal of few moved tiles, tables are turned over more and there is more to tell.
            objective, fewest = rng.choice(["value", "tiles", "penalty"]), rng.random() < 0.4
            answer = solve(position, objective=objective, fewest_moved=fewest)
            if answer.played:
                found += 1
                yield answer, oracle
            if found == each:
                break


@pytest.mark.parametrize(
    ("preset", "random", "random_sets"),
    [pytest.param(10, 3, 20, marks=pytest.mark.slow), pytest.param(180, 22, 50, marks=pytest.mark.long)],
)
def test_answers_of_small_positions(preset: int, random: int, random_sets: int) -> None:
    count = replaced = with_jokers = 0
    for answer, oracle in answers(1, preset, random, random_sets):
        position = answer.position
        assert answer.steps == steps_of(PlayedMove(position, answer.move))
        replaced += check(position, answer.move, oracle)
        with_jokers += any(tile_set.joker_count for tile_set in answer.table)
        count += 1
    # Some rule sets have fewer positions with a move than were asked for.
    assert count >= 0.75 * (preset * len(preset_names()) + random * random_sets)
    assert with_jokers > count // 2
    assert replaced > count / 30


@pytest.mark.parametrize(
    ("sets", "each"), [pytest.param(10, 5, marks=pytest.mark.slow), pytest.param(60, 14, marks=pytest.mark.long)]
)
def test_any_arrangement_of_small_positions(sets: int, each: int) -> None:
    """Moves that no solver chose: other legal arrangements of what can be played, with more to be moved."""
    count = 0
    rng = Random(2)
    for oracle, rules in rule_sets(2, sets):
        for table, rack in random_positions.small_positions(rng.randrange(10**6), each, oracle):
            opened = rng.random() < 0.8
            playable = exhaustive.playable(table, rack, oracle, opened)
            if not playable:
                continue
            played = rng.choice(playable)
            tables = list(islice(exhaustive.arrangements(table, played, oracle, opened), 40))
            position = bridge.product_position(table, rack, rules, opened)
            for new in rng.sample(tables, min(3, len(tables))):
                check(position, bridge.product_move(played, new, rules), oracle)
                count += 1
    assert count >= 0.8 * each * (sets + len(preset_names()))


@pytest.mark.slow
@pytest.mark.parametrize("name", preset_names())
def test_large_positions(name: str) -> None:
    rules = Rules.named(name)
    oracle = bridge.oracle_rules(rules)
    rng = Random(3)
    for sets in (12, 16, 20):
        table, rack = random_positions.large_position(rng, oracle, sets)
        position = bridge.product_position(table, rack, rules)
        answer = solve(position, objective="tiles", time_limit=5)
        if answer.played:
            check(position, answer.move, oracle)


@pytest.mark.slow
def test_loose_tables() -> None:
    rng = Random(4)
    rules = Rules.named("standard")
    oracle = bridge.oracle_rules(rules)
    count = 0
    for table, rack in random_positions.small_positions(4, 100, oracle):
        tiles = [tile for tile_set in bridge.product_position(table, rack, rules).table for tile in tile_set.tiles]
        rng.shuffle(tiles)
        position = Position.of([tiles], map(bridge.product_tile, rack), rules, loose=True)
        answer = solve(position)
        if answer.played:
            check(position, answer.move, oracle)
            count += 1
    assert count > 40
