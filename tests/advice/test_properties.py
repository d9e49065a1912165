"""What holds of the best move whatever the position: nothing is lost, names do not matter, more is never worse."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import exhaustive
import pytest
import random_positions
from bridge import oracle_rules, product_position, product_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Answer, Position, Rules, solve
from solver.game.rules import preset_names
from solver.game.sets import set_faults
from tests.advice.against_oracle import bare, combined_rule_sets, goals, is_accepted, random_rule_sets, smaller

pytestmark = pytest.mark.slow

OBJECTIVES = st.sampled_from(("value", "tiles", "penalty"))
SEEDS = st.integers(0, 10**9)
RULES = [
    *(smaller(Rules.named(name)) for name in preset_names() if name != "six-player"),
    *random_rule_sets(seed=31, count=14, jokers=[0, 1, 2]),
    *combined_rule_sets()[:20],
]
RULE_SETS = st.sampled_from(RULES)

Plain = tuple[list[exhaustive.TableSet], list[exhaustive.Tile]]


def drawn(seed: int, rules: Rules) -> Plain:
    """A small position as plain data."""
    return random_positions.small_position(Random(seed), oracle_rules(rules))


def best(position: Position, objective: str, *, moved: bool = True) -> Answer:
    answer = solve(position, objective=objective, fewest_moved=moved, steps=False)
    assert answer.status in ("optimal", "no_move")
    assert not (fault := is_accepted(answer)), f"{position}: {fault}"
    return answer


# --- Nothing is lost --------------------------------------------------------------------------------------------------


@given(SEEDS, RULE_SETS, st.booleans(), OBJECTIVES)
@settings(max_examples=60)
def test_tiles_are_conserved(seed: int, rules: Rules, opened: bool, objective: str) -> None:
    position = product_position(*drawn(seed, rules), rules, opened)
    answer = best(position, objective)
    before = bare([tile for tile_set in position.table for tile in tile_set.tiles])
    after = bare([tile for tile_set in answer.table for tile in tile_set.tiles])
    assert after == before + bare(answer.played)
    assert bare(answer.played) + bare(answer.kept) == bare(position.rack)
    for tile_set in answer.table:
        assert not set_faults(tile_set, rules)
        assert all(tile.number for tile in tile_set.tiles), "a joker says what it stands for"
    read_back = Position.of([tile_set.tiles for tile_set in answer.table], answer.kept, rules)
    assert Counter(read_back.table) == Counter(answer.table)


# --- Names do not matter ----------------------------------------------------------------------------------------------


@given(SEEDS, RULE_SETS, st.booleans(), OBJECTIVES, st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_renaming_colours_changes_nothing(
    seed: int, rules: Rules, opened: bool, objective: str, random: Random
) -> None:
    table, rack = drawn(seed, rules)
    name = list(range(rules.tiles.colours))
    random.shuffle(name)
    renamed_table = [(kind, tuple((name[c], v, joker) for c, v, joker in places)) for kind, places in table]
    renamed_rack = [tile if isinstance(tile, str) else (name[tile[0]], tile[1]) for tile in rack]
    one = best(product_position(table, rack, rules, opened), objective)
    other = best(product_position(renamed_table, renamed_rack, rules, opened), objective)
    assert goals(one) == goals(other)
    assert one.moved == other.moved
    assert one.status == other.status


@given(SEEDS, st.sampled_from([rules for rules in RULES if rules.sets.wrap != "high_one"]))
@settings(max_examples=50)
def test_reversing_numbers_changes_nothing_but_the_value(seed: int, rules: Rules) -> None:
    """1 becomes n and n becomes 1: the same sets exist, and as many tiles can be laid."""
    table, rack = drawn(seed, rules)
    n = rules.tiles.numbers
    mirrored_table = []
    for kind, places in table:
        mirrored = tuple((c, n + 1 - v, joker) for c, v, joker in places)
        mirrored_table.append((kind, mirrored[::-1] if kind == "run" else mirrored))
    mirrored_rack = [tile if isinstance(tile, str) else (tile[0], n + 1 - tile[1]) for tile in rack]
    one = best(product_position(table, rack, rules), "tiles", moved=False)
    other = best(product_position(mirrored_table, mirrored_rack, rules), "tiles", moved=False)
    assert (one.tiles, one.goes_out, one.status) == (other.tiles, other.goes_out, other.status)


@given(SEEDS, RULE_SETS, st.booleans(), OBJECTIVES, st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_the_order_of_sets_and_rack_changes_nothing(
    seed: int, rules: Rules, opened: bool, objective: str, random: Random
) -> None:
    table, rack = drawn(seed, rules)
    one = best(product_position(table, rack, rules, opened), objective)
    random.shuffle(table)
    random.shuffle(rack)
    other = best(product_position(table, rack, rules, opened), objective)
    assert goals(one) == goals(other)
    assert one.moved == other.moved


# --- More is never worse ----------------------------------------------------------------------------------------------


@given(SEEDS, RULE_SETS, st.booleans(), OBJECTIVES, st.integers(0, 10**6))
@settings(max_examples=50)
def test_one_more_rack_tile_is_never_worse(seed: int, rules: Rules, opened: bool, objective: str, which: int) -> None:
    """What could be laid without the tile can still be laid with it."""
    table, rack = drawn(seed, rules)
    supply = random_positions.Supply(oracle_rules(rules))
    assert all(supply.take_set(table_set) for table_set in table)
    assert all(supply.take(tile) for tile in rack)
    left: list[exhaustive.Tile] = sorted(tile for tile, count in supply.naturals.items() if count)
    left += ["J"] * min(supply.jokers, 1)
    more = [*rack, left[which % len(left)]]
    without = best(product_position(table, rack, rules, opened), objective, moved=False)
    with_it = best(product_position(table, more, rules, opened), objective, moved=False)
    assert with_it.score >= without.score


@given(SEEDS, st.sampled_from(("free", "standard", "sabra", "rummy-o")))
@settings(max_examples=30)
def test_stricter_joker_rules_never_allow_more(seed: int, name: str) -> None:
    """Whatever is legal with jokers that must be replaced is legal with jokers that move like any tile."""
    table, rack = drawn(seed, smaller(Rules.named(name)))
    most = [
        best(product_position(table, rack, smaller(Rules.named(rules))), "tiles", moved=False).tiles
        for rules in (name, "free")
    ]
    assert most[0] <= most[1]


# --- The same question, the same answer -------------------------------------------------------------------------------


def asked(lines: list[str]) -> list[dict[str, Any]]:
    """The answers in their JSON form, without the time they took, in the order of the lines."""
    answers = []
    for line in lines:
        objective, _, position = line.partition(" ")
        answer = solve(Position.parse(position), objective=objective).to_json()
        del answer["seconds"]
        answers.append(answer)
    return answers


ASK = (
    "import json, sys\n"
    "from tests.advice.test_properties import asked\n"
    "print(json.dumps(asked(sys.stdin.read().splitlines())))\n"
)


def test_same_question_same_answer() -> None:
    """Asked twice, after other questions, and in a fresh process that asks in another order."""
    rng = Random(5)
    lines = []
    for number, rules in enumerate(RULES[:20]):
        table, rack = drawn(number, rules)
        lines.append(f"{rng.choice(('value', 'tiles', 'penalty'))} {product_position(table, rack, rules)}")
    for table, rack in random_positions.large_positions(6, 6):
        lines.append(f"tiles {product_position(table, rack, Rules.named('free'))}")
        lines.append(f"value {product_position(table, rack, Rules.named('standard'))}")
    first = asked(lines)
    assert len({json.dumps(answer) for answer in first}) == len(lines)
    assert asked(lines[::-1])[::-1] == first
    root = Path(__file__).parents[2]
    path = os.pathsep.join(str(root / part) for part in (".", "tests/shared", "tests/oracle"))
    for hash_seed in ("0", "1"):
        order = list(range(len(lines)))
        rng.shuffle(order)
        fresh = subprocess.run(
            [sys.executable, "-c", ASK],
            input="\n".join(lines[i] for i in order),
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hash_seed},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(fresh.stdout) == [first[i] for i in order]


# --- When time runs out -----------------------------------------------------------------------------------------------

LIMITS = (1e-9, 1e-4, 1e-3, 2e-3, 4e-3, 8e-3, 16e-3, 32e-3)


@pytest.mark.parametrize("name", ["free", "standard", "rummy-o", "american"])
def test_little_time_never_makes_a_wrong_claim(name: str) -> None:
    """Whatever the clock does, an answer called best is best, and the bound of another is no lower than the best."""
    rules = Rules.named(name)
    table_jokers = 0
    for table, rack in random_positions.large_positions(9, 6, oracle_rules(rules)):
        position = product_position(table, rack, rules)
        table_jokers += any(exhaustive.jokers_of(places) for _, places in table)
        for objective in ("value", "tiles"):
            truth = best(position, objective)
            for limit in LIMITS:
                answer = solve(position, objective=objective, time_limit=limit)
                assert not (fault := is_accepted(answer)), (position, limit, fault)
                assert goals(answer) <= goals(truth)
                assert answer.score <= truth.score <= answer.bound, (position, limit)
                if answer.status == "feasible":
                    continue
                assert answer.status == truth.status
                assert goals(answer) == goals(truth)
                assert answer.moved == truth.moved
    assert table_jokers >= 3


def test_time_that_runs_out_is_told() -> None:
    """The shortest limit leaves nothing but a draw that is not called one, bounded by the whole rack."""
    (position,) = (
        product_position(table, rack, Rules.named("standard"))
        for table, rack in [random_positions.large_position(Random(4), sets=14)]
    )
    answer = solve(position, objective="tiles", time_limit=1e-9)
    assert answer.status == "feasible"
    assert not answer.played
    assert answer.bound == len(position.rack)
    assert answer.table == position.table


# --- The comparison itself --------------------------------------------------------------------------------------------


def test_rules_of_the_bridge_are_the_same() -> None:
    """The comparisons above ask both sides the same: rules survive the way there and back."""
    for rules in RULES:
        assert oracle_rules(product_rules(oracle_rules(rules))) == oracle_rules(rules)
