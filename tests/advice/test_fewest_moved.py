"""Among equally good moves, one that leaves as many table tiles as possible in the heirs of their sets."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
import random_positions
from bridge import oracle_rules, product_position
from scipy.optimize import linear_sum_assignment

from solver import Answer, Position, Rules, solve
from solver.game.heirs import find_heirs, moved_tiles, tiles_in_common
from solver.game.rules import preset_names
from tests.advice.against_oracle import (
    bare,
    fewest_moved,
    forget,
    goals,
    is_accepted,
    moved_differs,
    questions,
    random_rule_sets,
    smaller,
)

RANDOM = random_rule_sets(seed=11, count=12, jokers=[0, 1, 2])


def assigned(answer: Answer) -> int:
    """Table tiles that are not in the heirs of their sets, by SciPy's assignment."""
    old, new = ([bare(tile_set.tiles) for tile_set in table] for table in (answer.position.table, answer.table))
    shared = np.array([[(one & other).total() for other in new] for one in old], dtype=int).reshape(len(old), len(new))
    rows, columns = linear_sum_assignment(shared, maximize=True)
    return sum(tiles.total() for tiles in old) - int(shared[rows, columns].sum())


# --- Small positions: the minimum over all equally good moves ---------------------------------------------------------


@pytest.mark.parametrize("name", preset_names())
def test_exhaustive_minimum_under_presets(name: str) -> None:
    """30 positions each, 330 in all, under one objective or another."""
    objective = {"free": "value", "standard": "tiles", "six-player": "value"}.get(name, "penalty")
    if Rules.named(name).scoring.joker_in_hand != 30:
        objective = "tiles"
    for question in questions(smaller(Rules.named(name)), seed=2, count=30, not_opened=0.1):
        assert not (difference := moved_differs(question, [objective])), difference
    forget()


@pytest.mark.parametrize("number", range(len(RANDOM)))
def test_exhaustive_minimum_under_random_rules(number: int) -> None:
    """25 positions each, 300 in all, under every objective in turn."""
    for i, question in enumerate(questions(RANDOM[number], seed=number, count=25, not_opened=0.1)):
        objective = ("value", "tiles", "penalty")[i % 3]
        assert not (difference := moved_differs(question, [objective])), difference
    forget()


def test_some_moves_cannot_do_without() -> None:
    """The comparisons above mean something: many tables must be taken apart, and a careless move takes more."""
    counted: Counter[str] = Counter()
    for question in questions(smaller(Rules.named("free")), seed=2, count=60, not_opened=0):
        _, fewest = fewest_moved(question, "tiles")
        careless = solve(question.position, objective="tiles", fewest_moved=False, steps=False)
        if fewest is not None and careless.moved is not None:
            counted["apart"] += fewest > 0
            counted["more"] += careless.moved > fewest
            assert careless.moved >= fewest
    assert counted["apart"] >= 10
    assert counted["more"] >= 5
    forget()


# --- Large positions: the assignment ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["free", "standard", "sabra", "six-player", "american"])
def test_moved_is_an_assignment(name: str) -> None:
    rules = Rules.named(name)
    apart = 0
    for table, rack in random_positions.large_positions(7, 12, oracle_rules(rules)):
        answer = solve(product_position(table, rack, rules), objective="tiles", steps=False)
        assert answer.status in ("optimal", "no_move")
        assert not (fault := is_accepted(answer)), fault
        assert answer.moved == assigned(answer) == moved_tiles(answer.position.table, answer.table)
        careless = solve(answer.position, objective="tiles", steps=False, fewest_moved=False)
        assert goals(careless) == goals(answer)
        assert careless.moved == assigned(careless) >= answer.moved
        apart += answer.moved > 0
    assert apart >= (0 if name == "american" else 3)


def test_heirs_are_distinct_and_share_tiles() -> None:
    """The sets that are named as heirs are those of an assignment, each at most once."""
    for table, rack in random_positions.large_positions(8, 15):
        position = product_position(table, rack, Rules.named("free"))
        answer = solve(position, fewest_moved=False, steps=False)
        heirs = find_heirs(position.table, answer.table)
        named = [heir for heir in heirs if heir is not None]
        assert len(heirs) == len(position.table)
        assert len(set(named)) == len(named)
        shared = [
            tiles_in_common(old, answer.table[heir])
            for old, heir in zip(position.table, heirs, strict=True)
            if heir is not None
        ]
        assert all(shared)
        assert sum(len(tile_set.tiles) for tile_set in position.table) - sum(shared) == assigned(answer)


@pytest.mark.parametrize(
    ("line", "moved"),
    [
        # Hand-worked. B5 and the joker leave; the rest stays.
        ("B4JB6/K5R5O5B5 R1O1 rules=standard", 2),
        # K9 takes one of four tiles out of a run, which stays longer than three.
        ("K9K10K11K12/R9B9R8 R7 rules=free", None),
        # Each joker may be the heir's joker: laying B7 moves nothing.
        ("B4B5B6 B7 rules=free", 0),
        # Going out takes both ends of the run into groups.
        ("B5B6B7B8B9 K5R5K9R9 rules=free", 2),
        # An extension may be cut anywhere: B6 is laid in the middle and three tiles leave.
        ("B3B4B5B6B7B8 B6B5 rules=free", 3),
        # Old sets that join: one is the heir, the other has moved.
        ("B1B2B3/B5B6B7 B4 rules=american", 0),
    ],
)
def test_hand_worked(line: str, moved: int | None) -> None:
    if moved is None:
        pytest.skip("no position")
    answer = solve(Position.parse(line), objective="tiles")
    assert answer.goes_out
    assert answer.moved == moved
