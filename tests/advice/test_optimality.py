"""The best move of random small positions, jokers in most, under `free` and `standard`, against exhaustive search."""

from __future__ import annotations

import exhaustive
import pytest

from solver import Position, Rules, solve
from solver.game.rules import preset_names
from tests.advice.against_oracle import (
    JOKER_SHARE,
    OBJECTIVES,
    best_differs,
    forget,
    moved_differs,
    openings,
    question_of,
    questions,
    smaller,
)

pytestmark = pytest.mark.slow

PARTS = 4
EACH = 90
"""Positions for each rule set and part: 720 in all; `tests/long` has thousands."""


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
    for question in questions(rules, seed=5, count=100, not_opened=0, most_rack=3):
        can = exhaustive.best(question.table, question.rack, question.theirs)["goes_out"]
        for objective in OBJECTIVES:
            answer = solve(question.position, objective=objective, fewest_moved=False, steps=False)
            assert answer.goes_out == can, question.position
        out += bool(can)
        if can and "J" in question.rack:
            naturals = [tile for tile in question.rack if tile != "J"]
            search = exhaustive.Search(question.table, question.theirs)
            only_for_that += not naturals or search.can_play(naturals)
    assert out >= 20
    assert only_for_that >= 2
    forget()


@pytest.mark.parametrize("name", preset_names())
def test_openings(name: str) -> None:
    """With the presets as they are; many of the racks can open, most of the tables are empty."""
    can = empty = 0
    rules = Rules.named(name).changed({"scoring.joker_in_hand": exhaustive.JOKER_IN_HAND})
    for question in openings(rules, seed=9, count=60):
        assert not (difference := best_differs(question)), difference
        can += question.can_play
        empty += not question.table
    # Under american one tile of a rack that could be laid whole is kept.
    assert can >= 9
    assert empty >= 30
    forget()


CORNERS = [
    # Groups of one number share jokers that stand for certain colours: none may get two, all need two number tiles.
    "K3B3R3O3/J(K8)B8O8 JK8R8 rules=free tiles.numbers=9 sets.max_jokers=1 jokers.freed_by=replacing"
    " jokers.set_with_joker=frozen",
    "K13B13R13J(O13)/K13B13J(R13)O13/K6B6R6O6 O13 rules=card-40 sets.max_jokers=1",
    "K5R5/J(K5)B5R5O5G5/K2O2G2 K5G5K5 rules=standard tiles.numbers=5 tiles.colours=5 tiles.copies=3 tiles.jokers=3"
    " sets.min_group=2 sets.min_natural=2",
    # The R5 that replaces the joker cannot also be one of the two tiles that come with it.
    "J(K3)B3R3/K2B2R2/R4J(R5)R1R2R3R4R5 K5B2R1R5K4K3 rules=standard tiles.numbers=5 tiles.colours=3 sets.wrap=around"
    " sets.max_jokers=1 jokers.reuse=new_set_two_rack jokers.group_of_three=both",
    # A whole circle with too few number tiles is no run, and no part of one that does not start.
    "- JJJO4 rules=free tiles.numbers=4 tiles.jokers=3 sets.wrap=around sets.min_natural=2",
    "K1B1R1 JJ rules=free tiles.numbers=2 tiles.colours=3 sets.wrap=around sets.min_natural=2",
    "K1B1R1 JJ rules=free tiles.numbers=1 tiles.colours=3",
    # The smallest boxes with a run: it has a 1 at both ends, or goes round the circle.
    "- K1K2K1B1B2J rules=free tiles.numbers=2 tiles.colours=2 sets.wrap=high_one",
    "K1K2J(K1) B1B2K1 rules=standard tiles.numbers=2 tiles.colours=2 sets.wrap=high_one",
    "- K1K2JB1 rules=free tiles.numbers=2 tiles.colours=2 tiles.copies=1 sets.wrap=high_one",
    "- K1K2JB1 rules=vatikan tiles.numbers=2 tiles.colours=2 tiles.copies=1 sets.wrap=high_one opened=no",
    "K2K1K2 K1B1B2JJ rules=free tiles.numbers=2 tiles.colours=2 sets.wrap=around",
    "K1J(K2)K1 K2B1B2B2 rules=standard tiles.numbers=2 tiles.colours=2 sets.wrap=around",
    # No groups, by the rules or by the box, and no runs.
    "K1K2K3K4 K4B4R4O4 rules=free tiles.numbers=8 sets.min_group=5",
    "K4B4R4 O4K1K2K3J rules=free tiles.numbers=8 sets.min_run=9",
    # Runs that are longer than the circle.
    "- R1R2R3R1R2 rules=free tiles.numbers=3 sets.min_run=5 sets.wrap=around",
    "- R1R2R3 rules=free tiles.numbers=3 sets.min_run=4 sets.wrap=around",
    "- R1R2R3R1R2J rules=free tiles.numbers=3 sets.min_run=6 sets.wrap=around sets.max_jokers=1",
    # What is laid off to a circle may open it elsewhere.
    "B1B2B3B4 B3 rules=american tiles.numbers=4 sets.wrap=around",
    "B1B2B3 B4B2 rules=american tiles.numbers=4 sets.wrap=around",
    # Two old runs in one that goes round the circle more than once, neither of them in a row.
    "K6K7K8/K1K2K3K4K5/K6B6R6 K3 rules=free tiles.numbers=8 tiles.colours=3 sets.wrap=around table.rearrange=lay_off",
    # The two rack tiles hold together what could fall apart.
    "J(K6)B6/K4J(B4) B8B4K5K6B5K3 rules=free tiles.numbers=8 tiles.colours=2 tiles.copies=1 sets.min_run=2"
    " sets.min_group=2 sets.wrap=high_one table.rearrange=lay_off jokers.freed_by=replacing"
    " jokers.replaced_from=rack jokers.reuse=new_set_two_rack",
    # A new set for a freed joker, longer than two runs, is an heir.
    "K3K4K5K6J(K7)K8/K3K4K5K6J(K7)K8 K7JK7K7K5 rules=free tiles.numbers=8 tiles.copies=3 tiles.jokers=3"
    " sets.wrap=high_one sets.max_jokers=1 jokers.freed_by=replacing jokers.group_of_three=both"
    " jokers.set_with_joker=frozen jokers.reuse=new_set",
    # A set that stays with its joker is the heir of another.
    "K2K3J(K4)K5/J(K5)K6J(K7) K5K4 rules=standard tiles.numbers=8 tiles.jokers=3 jokers.set_with_joker=locked",
    "K2K3J(K4)K5/J(K5)K6J(K7) K5K4K2 rules=standard tiles.numbers=8 tiles.jokers=3 jokers.set_with_joker=locked"
    " jokers.reuse=any",
    "K7J(B7)O7/J(R5)R6R7R8R9/J(R8)R9J(R10) R8K13R5R10 rules=standard tiles.jokers=4 jokers.group_of_three=both"
    " jokers.set_with_joker=locked",
    "J(B1)B2B3/J(R5)R6R7R8R9/J(R8)R9J(R10) R8K13R5R10 rules=standard tiles.jokers=4 jokers.set_with_joker=locked",
    "K4K5K6J(K7)/J(K1)K2J(K3) K7K1K6B6K7 rules=standard tiles.numbers=7 tiles.colours=3 tiles.jokers=4"
    " jokers.group_of_three=both jokers.set_with_joker=locked",
    "K5K6J(K7)K8/J(K2)K3J(K4)K5/B3B4B5 K7K2K4K2B4 rules=free tiles.numbers=8 tiles.colours=2 tiles.jokers=3"
    " jokers.freed_by=replacing jokers.replaced_from=rack jokers.group_of_three=both jokers.set_with_joker=locked"
    " jokers.reuse=new_set_two_rack",
    # So is one in which a freed joker stays.
    "K5K6K7/K2J(K3)J(K4) K6K3K7K2 rules=sabra",
    "K4K5K6/K1K2K3J(K4)/J(K5)K6J(K7)/K2K3K4 K7K10K9 rules=free tiles.numbers=10 tiles.colours=1 tiles.jokers=3"
    " sets.min_group=2 sets.wrap=high_one jokers.freed_by=replacing jokers.replaced_from=rack"
    " jokers.set_with_joker=locked",
    # Long new sets round a circle.
    "K8K1/K2K3J(K4)K5K6K7 K4 rules=standard tiles.numbers=8 tiles.colours=1 sets.min_run=2 sets.wrap=around",
    # A run with a 1 at both ends is only held by another one.
    "K1K2K3K4K5K6K1/R2R3J(R4)R5 R4B1O1 rules=free tiles.numbers=6 sets.wrap=high_one sets.max_group=3"
    " sets.min_natural=3 jokers.freed_by=replacing jokers.reuse=new_set jokers.set_with_joker=frozen tiles.jokers=1",
    # A 1 may lie at both ends of one heir.
    "J(B1)B2B3B4B1/J(K1)K2K3K4/J(K1)K2K3K4 B2B1B4K1K1B3 rules=free tiles.numbers=4 tiles.colours=2 tiles.jokers=3"
    " sets.min_run=4 sets.wrap=high_one sets.min_natural=2 jokers.set_with_joker=frozen",
    "K6K7J(K1)/R2R3R4R5J(R6)R7R1/R1O1 J rules=free tiles.numbers=7 tiles.jokers=3 sets.min_group=2"
    " sets.wrap=high_one jokers.freed_by=replacing jokers.group_of_three=both",
    # Jokers alone may be what a set and its heir have in common.
    "J(K5)J(B5)O5/K4B4R4O4/K6B6R6O6 K5R5B4 rules=standard",
    "J(K5)J(B5)O5 K5R5B5K1K2K3B8B9 rules=sabra",
    # Of two old sets in one new run one has its heir in what is added to a third.
    "B1B2J/B3B4B5/K1O1G1/R5R6J/R7R8R9/R10R11R12 R11R8R9R11R12R13B7B1K1R1O1 rules=sabra table.rearrange=lay_off"
    " tiles.colours=5 tiles.copies=3 jokers.replaced_from=rack_or_table",
    "R5R6J/R7R8R9/R10R11R12/B1B2J/B3B4B5/K1O1G1 R11R8R9R11R12R13B7B1K1R1O1 rules=free table.rearrange=lay_off"
    " tiles.colours=5 tiles.copies=3 sets.wrap=around",
    # What holds one old set keeps the joker of another, which lies whole elsewhere.
    "K2J(K3)/K3J(K4)/K1O1P1 O3K3P1 rules=standard tiles.numbers=4 tiles.colours=6 sets.min_run=2 sets.max_group=4"
    " sets.wrap=high_one table.rearrange=lay_off jokers.set_with_joker=locked jokers.reuse=any",
    # Of three sets in one new run each follows the first; two hosts of one colour, each with two tiles from the rack.
    "K3J(K4)K5/K4J(K5)K6/K4K5K6 K1 rules=standard tiles.numbers=7 tiles.colours=2 table.rearrange=lay_off"
    " jokers.freed_by=rearranging jokers.reuse=any",
    "K4J(K5)K6/J(K2)R2/R3J(R4)R5 R7K2 rules=free tiles.numbers=7 tiles.colours=3 tiles.jokers=4 sets.min_group=2"
    " table.rearrange=lay_off",
    "B7J(B1)/J(K2)B2O2 O7K2 rules=standard tiles.numbers=7 sets.min_run=2 sets.wrap=high_one table.rearrange=lay_off"
    " jokers.set_with_joker=locked jokers.reuse=any",
    "B4JB6/R4JR6/O10O11O12 B5R5K1K2K8K9O8 rules=standard jokers.reuse=new_set_two_rack",
    # A run with two jokers beside a run: both jokers may stay together in the new set for one of them.
    "J(K2)J(K3)K4/K1K2K3 K3 rules=standard jokers.replaced_from=rack",
    "J(K7)J(K8)K9/K6K7K8 K8R6 rules=standard jokers.replaced_from=rack",
    "J(B4)B5J(B6)/B2B3B4 B6 rules=standard jokers.replaced_from=rack",
    "J(K7)J(K8)K9/K6B6R6/K4K5K6K7K8 K7R7B12 rules=standard jokers.replaced_from=rack",
    "J(K7)J(K8)K9/K4K5K6K7K8 K7R7B12 rules=standard jokers.replaced_from=rack",
    "B4J(B5)J(B6)/B6B7B8B9B10 B5B8B5 rules=card-40",
]


@pytest.mark.parametrize("line", CORNERS)
def test_corners(line: str) -> None:
    """Positions in which two rules meet, moved tiles included."""
    question = question_of(Position.parse(line))
    assert not (difference := best_differs(question, ("value", "tiles"))), difference
    assert not (difference := moved_differs(question, ("value", "tiles"))), difference
