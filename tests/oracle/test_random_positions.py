"""Random positions: the same for the same seed, from one box, and full of jokers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import exhaustive
import random_positions
from exhaustive import COLUMNS, JOKER, STANDARD, Rules, TableSet, Tile


def in_the_box(table: list[TableSet], rack: list[Tile], rules: Rules) -> bool:
    used = Counter(exhaustive.heap(table) + rack)
    return used.pop(JOKER, 0) <= rules.jokers and max(used.values(), default=0) <= rules.copies


def test_small_positions() -> None:
    for rules in (STANDARD, *random_positions.random_rule_sets(11, 20)):
        positions = list(random_positions.small_positions(1, 25, rules))
        assert positions == list(random_positions.small_positions(1, 25, rules))
        for table, rack in positions:
            assert all(exhaustive.is_set(table_set, rules) for table_set in table)
            assert in_the_box(table, rack, rules)
            assert len(exhaustive.heap(table)) <= 13
            assert len(rack) <= 6


def test_most_tables_hold_jokers() -> None:
    small = list(random_positions.small_positions(2, 300, STANDARD))
    assert sum(JOKER in exhaustive.heap(table) for table, _ in small) >= 200
    shapes = Counter(
        (kind, *(is_joker for _, _, is_joker in places))
        if kind == "run"
        else (kind, len(places), exhaustive.jokers_of(places))
        for table, _ in small
        for kind, places in table
    )
    for shape in [("group", 3, 1), ("group", 4, 1), ("group", 3, 2), ("group", 4, 2)]:
        assert shapes[shape] > 3
    for places in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 0)]:
        assert shapes["run", *map(bool, places)] > 1
    large = list(random_positions.large_positions(3, 60))
    assert sum(JOKER in exhaustive.heap(table) for table, _ in large) >= 40
    assert {len(rack) for _, rack in large} == {14}
    assert {len(table) for table, _ in large} >= {0, 20}
    assert all(in_the_box(table, rack, STANDARD) for table, rack in large)


def test_sets_beside_two_jokers() -> None:
    """Each table has a set with two jokers and another set, and a rack tile that replaces one of them in most."""
    for rules in (STANDARD, exhaustive.PRESETS["six-player"], replace(STANDARD, wrap="around", numbers=6)):
        rng = Random(7)
        replaced = 0
        for _ in range(100):
            table, rack = random_positions.beside_two_jokers(rng, rules)
            assert all(exhaustive.is_set(table_set, rules) for table_set in table)
            assert in_the_box(table, rack, rules)
            assert len(table) >= 2
            assert len(exhaustive.heap(table)) <= 15
            assert 1 <= len(rack) <= 5
            assert max(exhaustive.jokers_of(places) for _, places in table) == 2
            replaced += any(tile in joker.rep for joker in exhaustive.old_jokers(table, rules) for tile in rack)
        assert replaced >= 90


def test_random_rules_reach_every_value() -> None:
    rule_sets = list(random_positions.random_rule_sets(4, 300))
    for name, values in {
        "wrap": 3,
        "opening_joker": 5,
        "opening_table": 2,
        "needs_run": 2,
        "rearrange": 2,
        "freed_by": 2,
        "replaced_from": 2,
        "group_of_three": 2,
        "set_with_joker": 3,
        "reuse": 3,
        "max_jokers": 3,
        "min_natural": 2,
    }.items():
        assert len({getattr(rules, name) for rules in rule_sets}) == values, name


def test_random_moves_are_legal_and_illegal() -> None:
    for rules in COLUMNS.values():
        verdicts = Counter(verdict for _, verdict in random_positions.random_moves(5, 25, rules))
        assert verdicts.total() == 25
        assert min(verdicts[True], verdicts[False]) >= 4


def test_writing_a_table_differently_changes_nothing() -> None:
    rng = Random(6)
    for move, verdict in random_positions.random_moves(6, 60, STANDARD):
        if not all(exhaustive.is_set(table_set, STANDARD) for table_set in move.new_table):
            continue
        old_table = random_positions.loosen(rng, move.old_table, STANDARD)
        new_table = random_positions.loosen(rng, move.new_table, STANDARD)
        assert exhaustive.legal(old_table, move.played, new_table, STANDARD, move.opened) == verdict
