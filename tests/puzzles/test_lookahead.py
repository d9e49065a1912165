"""Players who see only so far, on positions worked by hand, and their plays before the referee."""

from __future__ import annotations

from random import Random

import pytest
from bridge import oracle_rules, product_position
from random_positions import small_position

from solver import Move, Position, Rules, solve
from solver.game.referee import judge
from solver.puzzles.lookahead import find_play, needed_ahead

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("line", "ahead"),
    [
        # Laying off, a set of one's own, and a run that grows by two.
        ("R5R6R7/K7B7R7 R8O7", 0),
        ("R5R6R7 K1B1O1", 0),
        ("R5R6R7 R8R9", 0),
        # A joker of one's own between the end of the run and the tile.
        ("R5R6R7 JR9 rules=free", 0),
        # K4 comes from the end of the run.
        ("K4K5K6K7 B4R4", 1),
        # The run is cut in the middle.
        ("B1B2B3B4B5 B3", 1),
        # Two plays, each of which takes one set apart.
        ("K4K5K6K7/O9O10O11O12 B4R4B9R9", 1),
        # K5 needs K4 of the one run and K6 of the other.
        ("K1K2K3K4/K6K7K8K9 K5", 0),
        ("B1B2B3B4/K4K5K6K7 R4", 2),
        # Three groups are made of three runs.
        ("K1K2K3/R1R2R3/B1B2B3/O7O8O9 O1O2O3", 0),
        ("K1K2K3/R1R2R3/B1B2B3 O1", 3),
    ],
)
def test_positions_worked_by_hand(line: str, ahead: int) -> None:
    assert needed_ahead(Position.parse(line), 2) == ahead


def test_a_play_lays_the_most_tiles_with_exactly_so_many_sets_apart() -> None:
    position = Position.parse("K4K5K6K7/O9O10O11 B4R4O12K1")
    play = find_play(position, 0)
    assert play is not None
    assert [str(tile) for tile in play.laid] == ["O12"]
    play = find_play(position, 1)
    assert play is not None
    assert [str(tile) for tile in play.laid] == ["B4", "R4", "O12"]
    assert find_play(position, 1, whole_rack=True) is None


def test_under_lay_off_nobody_takes_a_set_apart() -> None:
    assert needed_ahead(Position.parse("K4K5K6K7 B4R4 rules=american"), 2) == 3


def test_only_for_an_opened_player_and_sets() -> None:
    for line in ("- K1 opened=no", "R5R6R7 R8 loose=yes"):
        with pytest.raises(ValueError, match="only for an opened player and a table of sets"):
            needed_ahead(Position.parse(line), 2)


@pytest.mark.parametrize("preset", ["free", "standard", "sabra", "card-40", "machiavelli", "six-player"])
def test_plays_are_legal_and_what_is_found_can_be_found_by_the_solver(preset: str) -> None:
    rules = Rules.named(preset)
    random = Random(3)
    plays = 0
    for _ in range(40):
        table, rack = small_position(random, oracle_rules(rules), most_table=12, most_rack=4)
        if not rack:
            continue
        position = product_position(table, rack, rules)
        best = solve(position, objective="tiles")
        for apart in range(3):
            play = find_play(position, apart)
            if play is not None:
                plays += 1
                assert judge(position, Move(play.laid, play.table)) == []
                assert len(play.laid) <= best.tiles
        if needed_ahead(position, 2) <= 2:
            assert best.goes_out
        # One who may take every set apart in one play finds what there is, but for jokers that he does not see through.
        if not position.table_tiles[Position.parse("- J").rack[0]] and best.goes_out:
            assert needed_ahead(position, len(position.table)) <= len(position.table)
    assert plays >= 15
