"""Which sets open the game, and what they count."""

from __future__ import annotations

import pytest
from referee_cases import FREE, STANDARD, move_of, reasons, sets_of

from solver.game.move import Move
from solver.game.notation import read_table, read_tiles
from solver.game.opening import best_opening, best_opening_value, opening_sets, opening_value
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.rules import Rules
from solver.game.sets import TileSet
from solver.game.tiles import count_tiles

OPENINGS = [
    ("K10B10J", 30),
    ("B9B10J", 30),
    ("group:J(B13)J(K13)R13", 39),
    ("run:J(R11)R12R13", 36),
    ("R1R2J", 6),
    # What the jokers say that they stand for, whatever would count more.
    ("run:B9J(B10)J(B11)", 30),
    ("run:J(B7)J(B8)B9", 24),
    ("group:B9J(K9)J(R9)", 27),
    ("run:B8J(B9)J(B10)", 27),
    ("R8R9JR11", 38),
    ("K3K4K5/R6B6O6", 30),
    ("K5R5B5O5/K1K2K3", 26),
]


@pytest.mark.parametrize(("table", "value"), OPENINGS)
def test_opening_values(table: str, value: int) -> None:
    sets = sets_of(table, STANDARD)
    rack = tuple(tile.bare for tile_set in sets for tile in tile_set.tiles)
    for old in ("-", "K7K8K9"):
        position = Position.of(read_table(old), rack, STANDARD, opened=False)
        move = Move(rack, sets_of(old, STANDARD) + sets)
        assert opening_value(position, move) == value
        assert opening_sets(position, move) == list(sets)
        expected = [] if value >= 30 else [f"opening: the sets from the rack add up to {value}, and 30 are needed"]
        assert judge(position, move) == expected
    after = Position.of([], rack, Rules.named("sabra"), opened=False)
    # Where the table may be used, what is laid may have been laid otherwise first.
    assert bool(judge(after, Move(rack, sets))) == (best_opening_value(rack, after.rules) < 30)
    assert opening_value(after, Move(rack, sets)) == best_opening_value(rack, after.rules) >= value


@pytest.mark.parametrize(
    ("rack", "rules", "value"),
    [
        ("K10B10J", "opening.joker=25", 45),
        ("K10B10R10J", "opening.joker=25", 55),
        ("K10B10J", "opening.joker=forbidden", 0),
        ("K10B10R10J", "opening.joker=forbidden", 30),
        ("K12K13J", "sets.wrap=none", 36),
        ("K13K1J", "sets.wrap=high_one", 26),
        ("K13K1J", "sets.wrap=none", 0),
        ("K13K1K2", "sets.wrap=around", 16),
        # Ten tiles: one K9 must choose between the run and the group.
        ("K7K8K9K9R9B9K10", "sets.wrap=none", 61),
        ("K7K8K9R9B9", "sets.wrap=none", 27),
        ("K11K12K13R13B13", "sets.wrap=none", 39),
        ("K1K2K3K4K5K6K7", "sets.wrap=none", 28),
        ("R1B2K3", "sets.wrap=none", 0),
        ("", "sets.wrap=none", 0),
        ("JJ", "sets.wrap=none", 0),
        ("K5JJ", "sets.min_natural=2", 0),
        ("K5K6K7K8", "opening.needs_run=yes", 26),
        ("K5R5O5K6", "opening.needs_run=yes", 15),
        ("K13R13O13K1K2", "opening.needs_run=yes", 39),
        ("K3K4K5R5O5", "opening.needs_run=yes", 12),
        ("K3K4K5R5O5", "opening.needs_run=no", 15),
    ],
)
def test_best_opening(rack: str, rules: str, value: int) -> None:
    key, _, text = rules.partition("=")
    changed = Rules.named("sabra").changed({key: text})
    assert best_opening_value(read_tiles(rack), changed) == value
    used = count_tiles(t for tile_set in best_opening(read_tiles(rack), changed) for t in tile_set.tiles)
    assert used <= count_tiles(read_tiles(rack))


@pytest.mark.parametrize("rules", ["card-40", "sabra", "vatikan"])
def test_a_huge_rack_opens_with_sets_of_its_own_tiles(rules: str) -> None:
    rack = read_tiles("".join(f"{colour}{number}" * 2 for colour in "KBRO" for number in range(1, 7)) + "JJ", "rack")
    assert len(rack) == 50
    sets = best_opening(rack, Rules.named(rules))
    tiles = count_tiles(tile for tile_set in sets for tile in tile_set.tiles)
    assert tiles <= count_tiles(rack)
    assert all(TileSet.read(tile_set.tiles, Rules.named(rules)) == tile_set for tile_set in sets)
    # The sixes and fives are worth 88 in groups alone.
    assert sum(tile.number for tile_set in sets for tile in tile_set.tiles) >= 88
    assert rules != "vatikan" or sets[0].kind == "run"


def test_the_run_of_an_opening_is_three_tiles_where_runs_may_be_shorter() -> None:
    rules = Rules.named("sabra").changed({"sets.min_run": 2, "opening.needs_run": True})
    assert best_opening_value(read_tiles("K1K2K3K4"), rules) == 10
    assert [str(tile_set) for tile_set in best_opening(read_tiles("K1K2R8R9"), rules)] == ["K1K2", "R8R9"]
    assert [str(tile_set) for tile_set in best_opening(read_tiles("K1K2K3R8R9"), rules)] == ["K1K2K3", "R8R9"]


def test_a_player_who_has_opened_has_no_opening_value() -> None:
    position = Position.parse("- K1K2K3")
    assert opening_value(position, move_of(position, "K1K2K3")) is None
    assert opening_sets(position, move_of(position, "K1K2K3")) is None


def test_table_stays_as_it_is_before_the_opening() -> None:
    line = "K10R10J/B1B2B3 O11O12O13B4K4R4 opened=no"
    assert reasons(line, "K10R10J/B1B2B3/O11O12O13") == []
    assert reasons(line, "B1B2B3/O11O12O13/K10R10J(O10)") == []
    assert reasons(line, "K10R10J/B1B2B3B4/O11O12O13") == [
        "B1B2B3 was touched, and the table stays as it is in the opening turn"
    ]
    # The joker of a run may not change its end either, though the tiles are the same.
    assert reasons("R5R6J R11R12R13 opened=no", "JR5R6/R11R12R13", FREE) == [
        "R5R6J(R7) was touched, and the table stays as it is in the opening turn"
    ]


def test_no_opening_points_still_leave_the_table_alone() -> None:
    line = "B1B2B3 B4K1K2K3 opened=no opening.points=0"
    assert reasons(line, "B1B2B3/K1K2K3") == []
    assert reasons(line, "B1B2B3B4") == ["B1B2B3 was touched, and the table stays as it is in the opening turn"]
    assert reasons(line + " opening.table=after", "B1B2B3B4") == []


def test_forbidden_joker() -> None:
    line = "- K10B10R10K1K2J opened=no opening.joker=forbidden"
    assert reasons(line, "K10B10R10") == []
    assert reasons(line, "K10B10R10/K1K2J") == ["opening: no joker may be laid in the opening turn"]
    # After an opening without jokers the turn goes on as any other.
    assert reasons(line + " opening.table=after", "K10B10R10/K1K2J") == []
    assert reasons("- K10B10J opened=no opening.joker=forbidden opening.table=after", "K10B10J") == [
        "opening: the sets from the rack without jokers add up to 0, and 30 are needed"
    ]


def test_opening_that_needs_a_run() -> None:
    vatikan = Rules.named("vatikan")
    line = "K7R7B7 O7K1K2K3B9R9O9 opened=no"
    assert reasons(line, "K7R7B7/K1K2K3/B9R9O9", vatikan) == []
    assert reasons(line, "K7R7B7O7/K1K2K3", vatikan) == []
    assert reasons(line, "K7R7B7/B9R9O9", vatikan) == ["opening: a run of 3 or more tiles from the rack is needed"]
    assert reasons(line, "K7R7B7O7", vatikan) == ["opening: a run of 3 or more tiles from the rack is needed"]
    beside = vatikan.changed({"opening.table": "no", "opening.points": 30})
    assert reasons(line, "K7R7B7/B9R9O9", beside) == [
        "opening: the sets from the rack add up to 27, and 30 are needed",
        "opening: a run of 3 or more tiles from the rack is needed",
    ]


def test_opening_sets_need_not_survive_the_turn() -> None:
    sabra = Rules.named("sabra")
    position = Position.parse("R8R9R10/O10O11O12O13 R11R12R13K13 opened=no", sabra)
    move = move_of(position, "R8R9R10R11R12/O10O11O12/K13O13R13")
    assert judge(position, move) == []
    assert opening_value(position, move) == 36
    assert [str(tile_set) for tile_set in opening_sets(position, move) or []] == ["R11R12R13"]


def test_the_rest_of_an_opening_turn_obeys_the_joker_rules() -> None:
    sabra = Rules.named("sabra")
    line = "B4B5B6J R11R12R13K9R9 opened=no"
    found = reasons(line, "R11R12R13/B4B5B6/K9R9J", sabra)
    assert found == ["J(B7) was taken from B4B5B6J(B7), but no B7 was laid to replace it"]
    found = reasons(line, "B4B5B6/K9R9J", sabra)
    assert len(found) == 2 and found[0] == "opening: the sets from the rack add up to 0, and 30 are needed"
