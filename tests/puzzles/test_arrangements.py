"""How many tables hold the whole rack, against the exhaustive search that knows nothing of this."""

from __future__ import annotations

from random import Random

import exhaustive
import pytest
from bridge import oracle_rules, oracle_table, product_position
from random_positions import small_position

from solver import Position, Rules
from solver.puzzles.arrangements import going_out_tables

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("- K1B1R1", 1),
        ("K1B1R1 O1", 1),
        ("- K1K2", 0),
        # One run of six, or two of three.
        ("K1K2K3 K4K5K6", 2),
        # Three runs or three groups.
        ("- K1K2K3B1B2B3R1R2R3", 2),
        # Long runs: 9, 3+6, 4+5, 5+4, 6+3 and 3+3+3.
        ("K1K2K3K4K5 K6K7K8K9", 6),
        # The joker in front, or behind; as B6 it would make two runs of a colour that has no R6.
        ("R5R6R7 J rules=free", 2),
        ("R11R12R13 J rules=free", 1),
    ],
)
def test_counts_worked_by_hand(line: str, count: int) -> None:
    tables = going_out_tables(Position.parse(line), most=10)
    assert tables is not None
    assert len(tables) == len(set(tables)) == count


@pytest.mark.parametrize("preset", ["free", "standard", "sabra", "rummy-o", "card-40", "american", "machiavelli"])
def test_the_exhaustive_search_finds_as_many(preset: str) -> None:
    rules = Rules.named(preset).changed({"turn.discard": False})
    plain = oracle_rules(rules)
    random = Random(7)
    counts = []
    for _ in range(60):
        table, rack = small_position(random, plain, most_table=10, most_rack=4)
        # Most racks cannot be laid as a whole: take a part that can.
        can = exhaustive.playable(table, rack, plain)
        rack = list(random.choice(can)) if can and random.random() < 0.9 else rack
        if not rack:
            continue
        position = product_position(table, rack, rules)
        found = going_out_tables(position, most=64)
        expected = set(exhaustive.arrangements(table, rack, plain))
        if found is None:
            continue  # too many cases to tell
        as_oracle = {
            tuple(sorted(exhaustive.canonical(tile_set, plain) for tile_set in oracle_table(new))) for new in found
        }
        assert as_oracle <= expected
        assert len(found) == min(len(expected), 64)
        counts.append(len(expected))
    assert len(counts) >= 30
    assert counts.count(1) >= 5


def test_too_many_cases_are_no_answer() -> None:
    assert going_out_tables(Position.parse("K1K2K3K4K5 K6K7K8K9"), most_rests=2) is None


def test_no_more_than_asked_for() -> None:
    tables = going_out_tables(Position.parse("K1K2K3K4K5 K6K7K8K9"))
    assert tables is not None
    assert len(tables) == 2
