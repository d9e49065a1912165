"""The worked positions of the rule page: most tiles that can be played, under five rule sets."""

from __future__ import annotations

import pytest
from worked_positions import RULES, WORKED

from solver import Position, solve
from solver.game.opening import best_opening_value

CASES = [
    pytest.param(table, rack, opened, name, tiles, id=f"{table}, {rack}: {name}")
    for table, rack, opened, *numbers in WORKED
    for name, tiles in zip(RULES, numbers, strict=True)
    if tiles is not None
]


@pytest.mark.parametrize(("table", "rack", "opened", "name", "tiles"), CASES)
def test_most_tiles(table: str, rack: str, opened: bool, name: str, tiles: int) -> None:
    answer = solve(Position.read(table, rack, RULES[name], opened=opened), objective="tiles")
    assert answer.tiles == tiles
    assert answer.status == ("optimal" if tiles else "no_move")


def test_either_or_both_missing_colours() -> None:
    both = {name: rules.changed({"jokers.group_of_three": "both"}) for name, rules in RULES.items() if name != "free"}
    for rules in both.values():
        assert solve(Position.read("K8 R8 J", "B8 B1 B2", rules), objective="tiles").tiles == 1


def test_a_freed_joker_that_needs_a_new_set() -> None:
    literal = RULES["free"].changed({"jokers.reuse": "new_set"})
    assert solve(Position.read("B4 J B6 | O7 O8 O9", "B5 O11", literal), objective="tiles").tiles == 0


def test_the_wasteful_joker_wins_under_the_default_objective_too() -> None:
    answer = solve(Position.read("B4 B5 B6", "J", RULES["standard"]))
    assert answer.goes_out
    assert (answer.tiles, answer.value, answer.jokers) == (1, 0, 1)


def test_the_opening_that_goes_on_with_the_table() -> None:
    position = Position.read("R8 R9 R10 | O10 O11 O12 O13", "R11 R12 R13 K13", RULES["sabra"], opened=False)
    answer = solve(position)
    assert answer.goes_out
    assert answer.opening_value == 36
    new_table = {str(tile_set) for tile_set in answer.table}
    assert new_table == {"R8R9R10R11R12", "O10O11O12", "K13R13O13"}


@pytest.mark.parametrize(
    ("rack", "value", "opens"),
    [
        ("K10 B10 J", 30, True),
        ("B9 B10 J", 30, True),
        ("R1 R2 J", 6, False),
        ("B9 J J", 30, True),
        ("B8 J J", 27, False),
        ("R8 R9 J R11", 38, True),
        ("K3 K4 K5 R6 B6 O6", 30, True),
        ("K5 R5 B5 O5 K1 K2 K3", 26, False),
        # From the page's parameters: three thirteens, and 11-12-13.
        ("J R13 J", 39, True),
        ("R12 R13 J", 36, True),
    ],
)
def test_openings_at_30(rack: str, value: int, opens: bool) -> None:
    for name in ("free", "standard"):
        position = Position.read("-", rack, RULES[name], opened=False)
        assert best_opening_value(position.rack, position.rules) == value
        answer = solve(position, objective="tiles")
        assert (answer.status == "optimal") == opens
        assert answer.opening_value == (value if opens else None)
