"""Every rule set is solved exactly: presets and random combinations of parameters against exhaustive search."""

from __future__ import annotations

import pytest

from solver import Rules
from solver.game.rules import PARAMETERS, preset_names
from tests.advice.against_oracle import (
    JOKER_SHARE,
    best_differs,
    forget,
    questions,
    random_rule_sets,
    smaller,
)

EACH = 300
"""Positions for each rule set."""

NUMBERS = 8
"""Numbers in the presets' boxes here: tiles meet more often than with 13, and all rules stay in play."""

RANDOM = [
    *random_rule_sets(seed=1, count=6, jokers=[0, 1], costly=False),
    *random_rule_sets(seed=2, count=28, jokers=[2], costly=False),
    *random_rule_sets(seed=3, count=6, jokers=[3, 4], costly=False),
]
"""Random combinations of parameters; jokers cost most of the time, so boxes with many are fewer."""

COSTLY = random_rule_sets(seed=4, count=8, costly=True)
"""And some that take long, for fewer positions."""


def compare(rules: Rules, seed: int, count: int = EACH) -> None:
    """Best value and best number of tiles, with their ties, in `count` positions."""
    with_joker = 0
    for question in questions(rules, seed, count):
        assert not (difference := best_differs(question, ("value", "tiles"))), difference
        with_joker += question.with_joker
    assert with_joker >= JOKER_SHARE * count or not rules.tiles.jokers
    forget()


@pytest.mark.parametrize("name", preset_names())
def test_presets(name: str) -> None:
    compare(smaller(Rules.named(name), NUMBERS), seed=1)


@pytest.mark.parametrize("number", range(len(RANDOM)))
def test_random_combinations(number: int) -> None:
    compare(RANDOM[number], seed=number)


@pytest.mark.parametrize("number", range(len(COSTLY)))
def test_costly_combinations(number: int) -> None:
    compare(COSTLY[number], seed=number, count=20)


def test_combinations_have_every_value_of_every_rule() -> None:
    """Every rule that bears on moves takes all its words, and at least two numbers."""
    assert len(RANDOM) >= 40
    for key, parameter in PARAMETERS.items():
        if key.split(".")[0] in ("turn", "scoring"):
            continue
        values = {rules.value(key) for rules in [*RANDOM, *COSTLY]}
        assert values >= set(parameter.words), key
        if isinstance(parameter.default, bool):
            assert values == {True, False}, key
        elif parameter.low is not None and key != "sets.min_natural":
            assert len(values - set(parameter.words)) >= 2, key
