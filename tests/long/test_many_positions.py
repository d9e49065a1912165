"""The comparisons of the ordinary tests on many more positions and rule sets; minutes to hours, with `-m long`."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import exhaustive
import pytest
import random_positions
import setlist
from bridge import oracle_rules, product_position, product_rules

from solver import Rules, solve
from solver.errors import RulesError
from solver.game.rules import preset_names
from tests.advice.against_oracle import (
    OBJECTIVES,
    best_differs,
    combined_rule_sets,
    forget,
    goals,
    is_accepted,
    moved_differs,
    openings,
    questions,
    random_rule_sets,
    smaller,
)
from tests.advice.test_alternatives import compare as compare_all_best
from tests.advice.test_fewest_moved import BESIDE, assigned, listed_minimum, rules_of
from tests.advice.test_large import full_table, heap

pytestmark = pytest.mark.long


def strange_rules(rng: Random) -> Rules:
    """A rule set in which unusual parameters meet: circles, short and long sets, many jokers, sets kept whole."""
    while True:
        rules = random_positions.random_rules(rng)
        changes: dict[str, object] = {
            "jokers": rng.choice((1, 2, 2, 3, 3, 4)),
            "numbers": rng.choice((3, 4, 5, 6, 7, 8)),
            "copies": rng.choice((1, 2, 2, 3)),
        }
        for share, name, values in (
            (0.5, "wrap", ("high_one", "around", "around")),
            (0.4, "max_jokers", (0, 1, 1, 2, 3)),
            (0.4, "min_natural", (2,)),
            (0.4, "min_run", (2, 2, 4, 5)),
            (0.3, "min_group", (2, 2, 4)),
            (0.3, "rearrange", ("lay_off",)),
            (0.4, "set_with_joker", ("locked",)),
            (0.4, "reuse", ("new_set", "new_set_two_rack")),
            (0.4, "group_of_three", ("both",)),
        ):
            if rng.random() < share:
                changes[name] = rng.choice(values)
        try:
            return product_rules(replace(rules, **changes))  # type: ignore[arg-type]
        except RulesError:
            continue


def compare(rules: Rules, seed: int, count: int, moved: int, beside: float = 0) -> None:
    """All objectives with their ties in `count` positions, moved tiles in the first `moved` of them."""
    for i, question in enumerate(questions(rules, seed, count, beside=beside)):
        assert not (difference := best_differs(question)), difference
        if i < moved:
            assert not (difference := moved_differs(question, [OBJECTIVES[i % 3]])), difference
    forget()


@pytest.mark.parametrize("name", preset_names())
def test_presets(name: str) -> None:
    """3,000 positions each, half of them with all numbers of the box."""
    rules = Rules.named(name).changed({"scoring.joker_in_hand": exhaustive.JOKER_IN_HAND})
    compare(smaller(rules), seed=1001, count=1500, moved=300)
    compare(rules, seed=1002, count=1500, moved=100)


@pytest.mark.parametrize("box", [(10, 3), (13, 3), (13, 2), (6, 4)])
@pytest.mark.parametrize("name", preset_names())
def test_presets_in_other_boxes(name: str, box: tuple[int, int]) -> None:
    """500 positions each, in boxes of fewer numbers or colours, a third of them with two jokers beside other sets."""
    changes = {"tiles.numbers": box[0], "tiles.colours": box[1], "scoring.joker_in_hand": exhaustive.JOKER_IN_HAND}
    compare(Rules.named(name).changed(changes), seed=1003, count=500, moved=100, beside=0.3)


@pytest.mark.parametrize("part", range(10))
def test_every_rule_meets_every_other(part: int) -> None:
    """42 rule sets each, 420 in all, with 300 positions."""
    for number, rules in enumerate(combined_rule_sets(seed=1010 + part, count=42)):
        compare(rules, seed=number, count=300, moved=60, beside=0.3)


@pytest.mark.parametrize("line", BESIDE)
def test_fewest_moved_beside_two_jokers(line: str) -> None:
    """2,000 positions each, one objective after the other."""
    for i, question in enumerate(questions(rules_of(line), seed=1020, count=2000, not_opened=0, beside=1)):
        assert not (difference := moved_differs(question, [OBJECTIVES[i % 3]])), difference
    forget()


@pytest.mark.parametrize("part", range(40))
def test_random_combinations(part: int) -> None:
    """Five random rule sets each, 200 in all, with 300 positions."""
    for number, rules in enumerate(random_rule_sets(seed=1000 + part, count=5)):
        compare(rules, seed=number, count=300, moved=60)


@pytest.mark.parametrize("part", range(40))
def test_strange_combinations(part: int) -> None:
    rng = Random(2000 + part)
    for number in range(10):
        compare(strange_rules(rng), seed=number, count=60, moved=30)


@pytest.mark.parametrize("name", preset_names())
def test_all_best_moves(name: str) -> None:
    """200 positions each, by tiles and by arrangement."""
    compare_all_best(smaller(Rules.named(name), 7), seed=1030, count=200)


@pytest.mark.parametrize("part", range(10))
def test_all_best_moves_of_random_combinations(part: int) -> None:
    """Five random rule sets each, with 20 positions."""
    for number, rules in enumerate(random_rule_sets(seed=1040 + part, count=5, jokers=[1, 2])):
        compare_all_best(rules, seed=number, count=20)


@pytest.mark.parametrize("name", preset_names())
def test_openings(name: str) -> None:
    """500 racks each that have not opened."""
    rules = Rules.named(name).changed({"scoring.joker_in_hand": exhaustive.JOKER_IN_HAND})
    for question in openings(rules, seed=1050, count=500):
        assert not (difference := best_differs(question)), difference
    forget()


@pytest.mark.parametrize("part", range(10))
def test_large_positions(part: int) -> None:
    """200 each, with all ties of all objectives."""
    rules = Rules.named("free")
    theirs = oracle_rules(rules)
    for table, rack in random_positions.large_positions(1000 + part, 200):
        position = product_position(table, rack, rules)
        for objective in OBJECTIVES:
            answer = solve(position, objective=objective, steps=False)
            assert not (fault := is_accepted(answer)), fault
            assert goals(answer) == setlist.lexi(heap(table), rack, theirs, objective), (objective, position)
            assert answer.moved == assigned(answer)


@pytest.mark.parametrize("name", preset_names())
def test_moved_in_large_positions(name: str) -> None:
    rules = Rules.named(name)
    for table, rack in random_positions.large_positions(1100, 60, oracle_rules(rules)):
        answer = solve(product_position(table, rack, rules), steps=False)
        assert answer.status in ("optimal", "no_move")
        assert not (fault := is_accepted(answer)), fault
        assert answer.moved == assigned(answer)


@pytest.mark.parametrize("part", range(8))
def test_fewest_moved_of_a_second_formulation(part: int) -> None:
    """Tables of up to fourteen sets."""
    rules = Rules.named("free")
    rng = Random(1200 + part)
    for _ in range(40):
        table, rack = random_positions.large_position(rng, sets=rng.randint(3, 14), rack=rng.randint(6, 14))
        answer = solve(product_position(table, rack, rules), objective=rng.choice(("value", "tiles")), steps=False)
        if answer.played:
            assert answer.moved == listed_minimum(table, answer), answer.position


def test_fewest_moved_in_the_largest_box() -> None:
    """Some 170 sets and 760 tiles."""
    rules = Rules.named("free").changed({"tiles.colours": 8, "tiles.numbers": 26, "tiles.copies": 4, "tiles.jokers": 8})
    table, rack = full_table(Random(1), rules, most_jokers=6)
    answer = solve(product_position(table, rack, rules), objective="tiles", steps=False)
    assert answer.status == "optimal"
    assert answer.goes_out
    assert answer.moved == assigned(answer)
