"""Positions on which this solver was once wrong; the right values are from the exhaustive search or worked by hand."""

from __future__ import annotations

import pytest

from solver import Position, solve

WRONG_ONCE = [
    # Four tiles that are left over are no run of their own if two of them must be number tiles.
    (
        "J(B1)B2B3 JB5 rules=free tiles.numbers=8 tiles.copies=3 sets.min_run=2 sets.min_group=2 sets.wrap=high_one"
        " sets.min_natural=2 jokers.set_with_joker=locked jokers.reuse=new_set_two_rack",
        "tiles",
        {"tiles": 2, "value": 5},
    ),
    # Seven tiles cannot be cut into two runs of four.
    (
        "- K1K2K3K4K5K6K7 rules=free sets.min_natural=4 opening.needs_run=yes opening.points=0 opened=no",
        "tiles",
        {"tiles": 7, "goes_out": True},
    ),
    # A run round a circle may be cut anywhere, and hold a tile twice.
    (
        "B6B1B2B3B4B5/K6J(B6)/B3B4J(B5) K2K2B3 rules=free tiles.numbers=6 tiles.colours=2 tiles.copies=3"
        " tiles.jokers=4 sets.min_group=2 sets.wrap=around sets.max_jokers=2 jokers.freed_by=replacing"
        " jokers.replaced_from=rack jokers.set_with_joker=frozen",
        "tiles",
        {"tiles": 1, "moved": 0},
    ),
    (
        "K7B7/J(K6)K7K1/K2K3K4K5 K5JB1B2K2K4 rules=free tiles.numbers=7 tiles.colours=2 sets.min_group=2"
        " sets.wrap=around opening.points=10 opening.table=after jokers.freed_by=replacing"
        " jokers.replaced_from=rack jokers.set_with_joker=locked opened=no",
        "penalty",
        {"tiles": 6, "moved": 0},
    ),
    # A run that was laid off must hold a table run that is longer than the circle.
    (
        "R5R1R2R3R4/B4B5B1B2B3B4B5B1 R2K5K4B3B2R5 rules=free tiles.numbers=5 tiles.colours=3 tiles.jokers=0"
        " sets.min_run=4 sets.min_group=4 sets.wrap=around table.rearrange=lay_off",
        "tiles",
        {"tiles": 3, "value": 10},
    ),
    # A run with a 1 at both ends holds the old run from 1 to 4 as well.
    (
        "R1R2R3R4/K5B5J(R5)/J(R2)R3R4R5R6R1 R2R6 rules=free tiles.numbers=6 tiles.colours=3 sets.min_run=4"
        " sets.wrap=high_one jokers.group_of_three=both jokers.reuse=new_set_two_rack",
        "tiles",
        {"tiles": 2, "value": 8, "moved": 2},
    ),
    # A joker of a group that stays must be counted among the heirs of its set.
    (
        "J(K6)B6O6/K6B6R6O6/K8J(B8)R8O8 R6B2O8B8 rules=card-40 tiles.numbers=8",
        "tiles",
        {"tiles": 3, "moved": 1},
    ),
]


@pytest.mark.parametrize(("line", "objective", "right"), WRONG_ONCE)
def test_what_was_wrong_once_is_right(line: str, objective: str, right: dict[str, object]) -> None:
    answer = solve(Position.parse(line), objective=objective)
    assert answer.status == "optimal"
    assert {key: getattr(answer, key) for key in right} == right


def test_a_position_asked_before_does_not_lend_its_scoring() -> None:
    """One programme serves all positions of a box; the points of a joker are the position's own."""
    tiles = "K1K2K3K4K5/B1B2B3B4B5/R1R2R3R4R5/O1O2O3O4O5 K12K13J rules=free scoring.joker_in_hand="
    for joker, penalty in ((30, 55), (100, 125), (30, 55)):
        answer = solve(Position.parse(f"{tiles}{joker}"), objective="penalty")
        assert (answer.penalty, answer.bound, answer.status) == (penalty, penalty, "optimal")
