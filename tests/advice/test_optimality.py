"""The best move of random small positions, jokers in most, under `free` and `standard`, against exhaustive search."""

from __future__ import annotations

import exhaustive
import pytest

from solver import Rules, solve
from tests.advice.against_oracle import JOKER_SHARE, OBJECTIVES, best_differs, forget, questions, smaller

PARTS = 4
EACH = 260
"""Positions for each rule set and part: 2,080 in all."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", ["free", "standard"])
def test_best_and_ties_of_all_objectives(name: str, part: int) -> None:
    """Half of them in the usual box, half with eight numbers, where more tiles meet; one in five not opened."""
    rules = Rules.named(name)
    if part % 2:
        # Thirty points can seldom be laid from six tiles of at most 8.
        rules = smaller(rules).changed({"opening.points": 15})
    with_joker = 0
    for question in questions(rules, seed=part, count=EACH):
        assert not (difference := best_differs(question)), difference
        with_joker += question.with_joker
    assert with_joker >= JOKER_SHARE * EACH
    forget()


def test_going_out_comes_before_any_objective() -> None:
    """Short racks, which can often be emptied; a joker that is worth nothing is laid if that ends the game."""
    rules = smaller(Rules.named("standard"))
    out = only_for_that = 0
    for question in questions(rules, seed=5, count=150, not_opened=0, most_rack=3):
        can = exhaustive.best(question.table, question.rack, question.theirs)["goes_out"]
        for objective in OBJECTIVES:
            answer = solve(question.position, objective=objective, fewest_moved=False, steps=False)
            assert answer.goes_out == can, question.position
        out += bool(can)
        if can and "J" in question.rack:
            naturals = [tile for tile in question.rack if tile != "J"]
            search = exhaustive.Search(question.table, question.theirs)
            only_for_that += not naturals or search.can_play(naturals)
    assert out >= 30
    assert only_for_that >= 3
    forget()
