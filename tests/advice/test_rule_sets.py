"""Every rule set is solved exactly: presets and random combinations of parameters against exhaustive search."""

from __future__ import annotations

from itertools import combinations, product

import pytest
import rulebook
from bridge import oracle_rules

from solver import Rules
from solver.game.rules import PARAMETERS, preset_names
from tests.advice.against_oracle import (
    COMBINATIONS,
    JOKER_SHARE,
    best_differs,
    combined_rule_sets,
    forget,
    openings,
    questions,
    random_rule_sets,
    smaller,
    together,
)

pytestmark = pytest.mark.slow

EACH = 40
"""Positions for each rule set; `tests/long` has hundreds."""

NUMBERS = 8
"""Numbers in the presets' boxes here: tiles meet more often than with 13, and all rules stay in play."""

WITHOUT_JOKERS = random_rule_sets(seed=1, count=3, jokers=[0])

COSTLY = random_rule_sets(seed=4, count=8, costly=True)
"""And some that take long, for fewer positions."""


def compare(rules: Rules, seed: int, count: int = EACH) -> None:
    """Best value and best number of tiles, with their ties, in `count` positions, nearly all of them different.

    Where there are jokers, some lie on two thirds of the tables, and one position in seven has two in a set beside
    others.
    """
    with_joker = 0
    lines = set()
    for question in questions(rules, seed, count, beside=0.15):
        assert not (difference := best_differs(question, ("value", "tiles"))), difference
        with_joker += question.with_joker
        lines.add(str(question.position))
    assert with_joker >= JOKER_SHARE * count or not rules.tiles.jokers
    assert len(lines) >= 0.95 * count
    forget()


@pytest.mark.parametrize("name", preset_names())
def test_presets(name: str) -> None:
    compare(smaller(Rules.named(name), NUMBERS), seed=1)


@pytest.mark.parametrize("colours", [3, 4])
@pytest.mark.parametrize("name", preset_names())
def test_presets_in_other_boxes(name: str, colours: int) -> None:
    """As they are, and with ten numbers of three colours, where a full group has three tiles."""
    rules = Rules.named(name)
    compare(smaller(rules, 10).changed({"tiles.colours": 3}) if colours == 3 else rules, seed=colours, count=EACH // 2)


@pytest.mark.parametrize("number", range(COMBINATIONS))
def test_random_combinations(number: int) -> None:
    """With jokers in the box, and so that every rule meets every other."""
    rules = combined_rule_sets()[number]
    assert rules.tiles.jokers
    compare(rules, seed=number)


@pytest.mark.parametrize("number", range(len(WITHOUT_JOKERS)))
def test_random_combinations_without_jokers(number: int) -> None:
    compare(WITHOUT_JOKERS[number], seed=number)


@pytest.mark.parametrize("number", range(len(COSTLY)))
def test_costly_combinations(number: int) -> None:
    compare(COSTLY[number], seed=number, count=10)


def test_openings_under_random_combinations() -> None:
    """Racks with sets in them, six under each; a fair part of them can open."""
    can = 0
    for number, rules in enumerate(combined_rule_sets()):
        for question in openings(rules, seed=number, count=6, tables=0.8):
            assert not (difference := best_differs(question, ("value", "tiles"))), difference
            can += question.can_play
        forget()
    assert can >= 6 * COMBINATIONS // 3


# --- What the combinations are ----------------------------------------------------------------------------------------


def test_combinations_have_every_value_of_every_rule() -> None:
    """Every rule that bears on moves takes all its words, and at least two numbers."""
    assert len(combined_rule_sets()) == COMBINATIONS
    for key, parameter in PARAMETERS.items():
        if key.split(".")[0] in ("turn", "scoring", "match"):
            continue
        values = {rules.value(key) for rules in combined_rule_sets()}
        assert values >= set(parameter.words), key
        if isinstance(parameter.default, bool):
            assert values == {True, False}, key
        elif parameter.low is not None and key != "sets.min_natural":
            assert len(values - set(parameter.words)) >= 2, key


WORDS: dict[str, tuple[object, ...]] = {
    **rulebook.WORDS,
    "max_jokers": ("any", 1, 2),
    "min_natural": (1, 2),
    "opening_joker": ("represented", "forbidden", "number"),
    "needs_run": (False, True),
}
"""The rules of section 2 of the rules page that bear on moves, with the kinds of values that they take."""


def test_every_rule_meets_every_other() -> None:
    """Each value of a rule is combined with each of any other, where both matter.

    What replaces a joker matters only where it must be replaced: those are the only pairs that cannot be.
    """
    wanted = {
        ((one, value), (other, another))
        for one, other in combinations(sorted(WORDS), 2)
        for value, another in product(WORDS[one], WORDS[other])
        if value != "rearranging" or other not in ("group_of_three", "replaced_from")
    }
    assert len(wanted) == 380
    assert together(map(oracle_rules, combined_rule_sets())) == wanted
