"""What is a set, what its jokers stand for, and every reason why tiles are none."""

from __future__ import annotations

import pytest

from solver import Rules, TileSet
from solver.errors import AmbiguousSetError, SetError
from solver.game.notation import read_tiles
from solver.game.sets import set_faults, why_no_set

STANDARD = Rules.named("standard")


def rules_of(changes: str) -> Rules:
    """`standard` with some rules changed, such as `sets.wrap=around tiles.numbers=5`."""
    return STANDARD.changed(dict(change.split("=") for change in changes.split()))


# --- Reading a set ---


@pytest.mark.parametrize(
    ("wrap", "text", "read"),
    [
        # As it lies, a joker's place says what it is.
        ("none", "K1K2K3", "K1K2K3"),
        ("none", "K11K12K13", "K11K12K13"),
        ("none", "K1-13", "K1K2K3K4K5K6K7K8K9K10K11K12K13"),
        ("none", "JK2K3", "J(K1)K2K3"),
        ("none", "K11K12J", "K11K12J(K13)"),
        ("none", "JJK3K4", "J(K1)J(K2)K3K4"),
        ("none", "K4JJK7", "K4J(K5)J(K6)K7"),
        # Out of order, there is one place only for the joker.
        ("none", "K13JK11", "K11J(K12)K13"),
        ("none", "K12K13J", "J(K11)K12K13"),
        ("none", "JK1K2", "K1K2J(K3)"),
        ("none", "JK3K2K1", "K1K2K3J(K4)"),
        ("none", "J(K3)K1K2", "K1K2J(K3)"),
        # 1 behind 13, and nothing behind that 1.
        ("high_one", "K12K13K1", "K12K13K1"),
        ("high_one", "K12K13J", "K12K13J(K1)"),
        ("high_one", "K1K12K13", "K12K13K1"),
        ("high_one", "K1-13K1", "K1K2K3K4K5K6K7K8K9K10K11K12K13K1"),
        ("high_one", "K1-13J", "K1K2K3K4K5K6K7K8K9K10K11K12K13J(K1)"),
        ("high_one", "K2K1K3-13J", "K1K2K3K4K5K6K7K8K9K10K11K12K13J(K1)"),
        ("high_one", "JK1K2", "K1K2J(K3)"),
        # Round the circle, from anywhere.
        ("around", "K13K1K2", "K13K1K2"),
        ("around", "JK1K2", "J(K13)K1K2"),
        ("around", "K12JJK2", "K12J(K13)J(K1)K2"),
        ("around", "K1-13K1K2", "K1K2K3K4K5K6K7K8K9K10K11K12K13K1K2"),
        ("around", "K2K13K1", "K13K1K2"),
        # Groups, in the order of the colours.
        ("none", "O7K7B7", "K7B7O7"),
        ("none", "K7B7J", "K7B7J(R7)"),
        ("none", "B7JO7", "J(K7)B7O7"),
        ("none", "JJ(B7)K7", "K7J(B7)J(R7)"),
    ],
)
def test_a_set_is_read(wrap: str, text: str, read: str) -> None:
    tile_set = TileSet.parse(text, rules_of(f"sets.wrap={wrap}"))
    assert str(tile_set) == read
    assert tile_set.kind == ("run" if len({tile.colour for tile in tile_set.tiles}) == 1 else "group")


@pytest.mark.parametrize(
    ("changes", "text", "choices"),
    [
        ("", "K8JJ", "K8J(K9)J(K10) (run) or K8J(B8)J(R8) (group)"),
        ("", "JJB3", "J(B1)J(B2)B3 (run) or J(K3)B3J(R3) (group)"),
        ("", "R6R5J", "J(R4)R5R6 (run) or R5R6J(R7) (run)"),
        ("sets.wrap=high_one", "JJK1", "J(K12)J(K13)K1 (run) or K1J(B1)J(R1) (group)"),
        ("sets.wrap=high_one", "JK13K12", "J(K11)K12K13 (run) or K12K13J(K1) (run)"),
        ("sets.wrap=around", "K13JJ", "K13J(K1)J(K2) (run) or K13J(B13)J(R13) (group)"),
        ("sets.wrap=around", "K1K13J", "J(K12)K13K1 (run) or K13K1J(K2) (run)"),
        # Three are named, however many there are.
        (
            "tiles.jokers=3",
            "K6K5JJJ",
            "J(K2)J(K3)J(K4)K5K6 (run) or J(K3)J(K4)K5K6J(K7) (run) or J(K4)K5K6J(K7)J(K8) (run)",
        ),
    ],
)
def test_several_ways_to_read_a_set(changes: str, text: str, choices: str) -> None:
    with pytest.raises(AmbiguousSetError) as caught:
        TileSet.parse(text, rules_of(changes))
    said, written = str(caught.value).split(" can be read in several ways: write ")
    assert said == text
    # In any order.
    assert sorted(written.split(" or ")) == sorted(choices.split(" or "))


@pytest.mark.parametrize(
    ("name", "changes", "text", "ways"),
    [
        # Where a joker moves like any tile, it makes no difference what it stood for.
        ("free", {}, "K8JJ", 1),
        ("free", {"jokers.reuse": "new_set"}, "K8JJ", 2),
        ("standard", {}, "K8JJ", 2),
        ("standard", {"jokers.reuse": "any"}, "K8JJ", 2),
        # One of the two is no set: no group without enough tiles, no run behind 13.
        ("standard", {"sets.min_group": 4}, "K8JJ", 1),
        ("standard", {}, "K12JJ", 1),
        ("standard", {}, "K8K9J", 1),
        ("standard", {}, "K8K10", 0),
    ],
)
def test_how_many_ways_there_are(name: str, changes: dict[str, object], text: str, ways: int) -> None:
    assert len(TileSet.choices(read_tiles(text), Rules.named(name).changed(changes))) == ways


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("K1K2K3", {"K1K2K3"}),
        ("K3K1K2", {"K1K2K3"}),
        ("K5K6J", {"J(K4)K5K6", "K5K6J(K7)"}),
        ("K5J(K6)J", {"J(K4)K5J(K6)", "K5J(K6)J(K7)"}),
        ("K8B8J", {"K8B8J(R8)"}),
        ("K8JJ", {"J(K6)J(K7)K8", "J(K7)K8J(K9)", "K8J(K9)J(K10)", "K8J(B8)J(R8)"}),
        ("K1K2K4", set()),
    ],
)
def test_every_set_that_tiles_make_in_any_order(text: str, readings: set[str]) -> None:
    found = TileSet.readings(read_tiles(text), STANDARD)
    assert {str(tile_set) for tile_set in found} == readings
    assert len(found) == len(readings)


# --- What a set is ---


def test_tiles_and_value_of_a_set() -> None:
    tile_set = TileSet.parse("R5JR7J")
    assert tile_set.kind == "run"
    assert tile_set.naturals == tuple(read_tiles("R5R7"))
    assert tile_set.joker_count == 2
    assert tile_set.value == 5 + 6 + 7 + 8
    assert TileSet.parse("K9B9J").value == 27


@pytest.mark.parametrize(
    ("changes", "text", "joker", "tiles"),
    [
        ("", "B4JB6", "J(B5)", "B5"),
        ("", "B4B5J", "J(B6)", "B6"),
        # Each missing colour of a group, those that another joker seems to take among them.
        ("", "K8R8J", "J(B8)", "B8 O8"),
        ("", "K8R8O8J", "J(B8)", "B8"),
        ("", "K8J(B8)J(R8)", "J(B8)", "B8 R8 O8"),
        ("tiles.colours=6", "K8R8J", "J(B8)", "B8 O8 G8 P8"),
    ],
)
def test_what_a_joker_may_stand_for(changes: str, text: str, joker: str, tiles: str) -> None:
    rules = rules_of(changes)
    (found,) = read_tiles(joker)
    assert TileSet.parse(text, rules).may_stand_for(found, rules) == tuple(read_tiles(tiles))


# --- Every rule that a set breaks ---


@pytest.mark.parametrize(
    ("changes", "tile_set", "faults"),
    [
        ("", "run K1K2K3", []),
        ("", "run K1K2", ["it has 2 tiles and a run needs 3"]),
        ("", "run K1", ["it has 1 tile and a run needs 3"]),
        ("sets.min_run=4", "run K1K2K3", ["it has 3 tiles and a run needs 4"]),
        ("", "run K1K2R3", ["a run has one colour"]),
        ("", "run K1K2K4", ["4 does not follow 2"]),
        ("", "run K2K3K1", ["1 does not follow 3"]),
        ("", "run K3K2K1", ["2 does not follow 3"]),
        ("", "run K3K3K4", ["3 does not follow 3"]),
        # The first gap is enough.
        ("", "run K1K3K5", ["3 does not follow 1"]),
        ("", "run K1R3", ["it has 2 tiles and a run needs 3", "a run has one colour", "3 does not follow 1"]),
        # 1 behind 13.
        ("", "run K12K13K1", ["1 does not follow 13 (sets.wrap = none)"]),
        ("sets.wrap=high_one", "run K12K13K1", []),
        ("sets.wrap=high_one", "run K13K1K2", ["a run ends at 1 after the highest number"]),
        ("sets.wrap=high_one", "run K11K12K1", ["1 does not follow 12"]),
        ("sets.wrap=high_one", "run K12K13K2", ["2 does not follow 13"]),
        ("sets.wrap=around", "run K13K1K2", []),
        ("sets.wrap=around", "run K13K1K3", ["3 does not follow 1"]),
        # Groups.
        ("", "group K7B7R7O7", []),
        ("", "group K7B7", ["it has 2 tiles and a group needs 3"]),
        ("sets.max_group=3", "group K7B7R7O7", ["it has 4 tiles and a group has at most 3"]),
        ("", "group K7B7R8", ["a group has one number"]),
        ("", "group K7K7B7", ["a group has no colour twice (K)"]),
        ("", "group K7K7B7B7", ["a group has no colour twice (K, B)"]),
        ("", "group K7K7B7R7O7", ["it has 5 tiles and a group has at most 4",
                                  "a group has no colour twice and there are 4 colours"]),
        ("tiles.colours=5", "group K7K7B7R7O7", ["a group has no colour twice (K)"]),
        # Tiles that the box does not hold.
        ("", "run R12R13R14", ["R14 is not in the box"]),
        ("", "run R12R13J(R14)", ["R14 is not in the box"]),
        ("", "group K7B7G7", ["G7 is not in the box"]),
        ("", "group K7B7P7", ["P7 is not in the box"]),
        ("tiles.colours=5", "group K7B7G7", []),
        # Jokers.
        ("", "run K1J(K2)J(K3)", []),
        ("sets.max_jokers=1", "run K1J(K2)J(K3)", ["it has 2 jokers and a set may hold 1"]),
        ("sets.max_jokers=0", "run K1J(K2)K3", ["it has 1 joker and a set may hold 0"]),
        ("sets.min_natural=2", "run K1J(K2)J(K3)", ["it has 1 number tile and a set needs 2"]),
        ("sets.min_natural=3", "run K1K2J(K3)", ["it has 2 number tiles and a set needs 3"]),
        ("tiles.jokers=3", "group J(K1)J(B1)J(R1)", ["it has 0 number tiles and a set needs 1"]),
    ],
)  # fmt: skip
def test_every_rule_that_a_set_breaks(changes: str, tile_set: str, faults: list[str]) -> None:
    assert set_faults(TileSet.of(*tile_set.split()), rules_of(changes)) == faults


# --- Why tiles are no set ---


@pytest.mark.parametrize(
    ("changes", "text", "why"),
    [
        ("", "K1K2", "as a run, it has 2 tiles and a run needs 3"),
        ("", "K7B7", "as a group, it has 2 tiles and a group needs 3"),
        ("", "K7J", "as a run, it has 2 tiles and a run needs 3; as a group, it has 2 tiles and a group needs 3"),
        ("", "JJJ", "it is nothing but jokers, and a set needs 1 number tile"),
        ("sets.min_natural=2", "JJ", "it is nothing but jokers, and a set needs 2 number tiles"),
        ("", "", "it is empty"),
        # Groups.
        ("", "K7K7B7", "a group has no colour twice (K)"),
        ("", "B7K7B7K7O7", "a group has no colour twice (K, B)"),
        ("", "K7B7R7O7J", "it has 5 tiles and there are 4 colours"),
        ("", "K1R2B4", "its tiles share neither one colour (a run) nor one number (a group)"),
        ("", "K7B7R8", "its tiles share neither one colour (a run) nor one number (a group)"),
        ("", "K1K2R3", "its tiles share neither one colour (a run) nor one number (a group)"),
        # Runs.
        ("", "K1K2K2", "a run has no number twice (2)"),
        ("", "K4K2K4K2K3", "a run has no number twice (2)"),
        ("", "K1K2K4", "3 is missing for a run from 1 to 4"),
        ("", "K5K1K2", "3, 4 are missing for a run from 1 to 5"),
        ("", "K1K2K8", "3, 4, 5, 6, 7 are missing for a run from 1 to 8"),
        ("", "K1K2K9", "3, 4, 5, 6, 7 ... are missing for a run from 1 to 9"),
        ("", "K1JK4", "a run from 1 to 4 has 2 more places and 1 joker to fill them"),
        ("", "K2K3JJK9", "a run from 2 to 9 has 5 more places and 2 jokers to fill them"),
        ("", "K1-13J", "no run has room for its jokers"),
        # 1 behind 13.
        ("", "K12K13K1", "1 does not follow 13 (sets.wrap = none)"),
        ("", "K11K12K13K1", "1 does not follow 13 (sets.wrap = none)"),
        ("sets.wrap=high_one", "K13K1K2", "a run ends at 1 after the highest number"),
        # The box.
        ("", "K13K14K15", "K14 is not in the box (K, B, R, O, 1 to 13)"),
        ("", "K7R8G9", "G9 is not in the box (K, B, R, O, 1 to 13)"),
        ("", "K7R8P9", "P9 is not in the box (K, B, R, O, 1 to 13)"),
        ("tiles.colours=5 tiles.numbers=20", "K20K21K22", "K21 is not in the box (K, B, R, O, G, 1 to 20)"),
    ],
)
def test_why_tiles_are_no_set(changes: str, text: str, why: str) -> None:
    tiles, rules = read_tiles(text), rules_of(changes)
    with pytest.raises(SetError) as caught:
        TileSet.read(tiles, rules)
    assert why_no_set(tiles, rules) == str(caught.value)
    assert str(caught.value).split(" is no set: ")[1] == why
    assert set_faults(TileSet("no set", tuple(tiles)), rules) == [why]


def test_more_tiles_than_a_box_holds_are_not_all_named() -> None:
    tiles = read_tiles("R1") * 111
    assert why_no_set(tiles[:110], STANDARD).startswith("R1" * 110 + " is no set: ")
    assert why_no_set(tiles, STANDARD).startswith("R1" * 20 + "... (111 tiles) is no set: ")
