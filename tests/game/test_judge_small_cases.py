"""The referee on moves of one idea each, with every reason that it must give."""

from __future__ import annotations

import pytest

from solver import Move, Position, Rules, TileSet
from solver.game.notation import read_table, read_tiles
from solver.game.opening import best_opening_value, opening_value
from solver.game.referee import judge


def reasons(line: str, table: str) -> list[str]:
    """What the referee says of the move of `line` to `table`."""
    position = Position.parse(line)
    return judge(position, Move.to_table(position, read_table(table)))


def laying(line: str, laid: str, table: str) -> list[str]:
    """The same, with the tiles that the player says he has laid."""
    position = Position.parse(line)
    sets = tuple(TileSet.read(tiles, position.rules) for tiles in read_table(table))
    return judge(position, Move(tuple(read_tiles(laid)), sets))


# --- Tiles: nothing is lost, nothing comes from nowhere ---


@pytest.mark.parametrize(
    ("line", "laid", "table", "said"),
    [
        ("- K1K2K3", "K1K2K3", "K1K2K3", []),
        ("K1K2K3 K9", "-", "K1K2K3", ["no tile was laid from the rack"]),
        ("K1K2K3 K5", "K4", "K1K2K3K4", ["K4 was laid, but the rack has none"]),
        ("- K1K2K3", "K1K1K2K3", "K1K2K3",
         ["K1 was laid twice, but the rack has 1", "K1 is missing on the new table: it was laid"]),
        ("K1K2K3K4 R1R2R3", "R1R2R3", "K1K2K3/R1R2R3", ["K4 is missing on the new table: it lay on the old one"]),
        ("K1K2K3K4/K4K5K6 K1R4", "R4", "K1K2K3", [
            "K4 is missing twice on the new table: it lay on the old one",
            "K5 is missing on the new table: it lay on the old one",
            "K6 is missing on the new table: it lay on the old one",
            "R4 is missing on the new table: it was laid",
        ]),
        ("K1K2K3 K4K5", "K4", "K1-5", ["K5 is on the new table, but it neither lay there nor was laid"]),
        ("K1K2K3 K4", "K4", "K1K2K3K4/K4K5K6", [
            "K4 is on the new table twice, but only 1 lay there or were laid",
            "K5 is on the new table, but it neither lay there nor was laid",
            "K6 is on the new table, but it neither lay there nor was laid",
        ]),
        ("K1K2K3K4 K4R1", "K4R1", "K1K2K3", [
            "K4 is missing twice on the new table: it lay on the old one or was laid",
            "R1 is missing on the new table: it was laid",
        ]),
        ("- JJK1K2R1R2", "K1K2J", "K1K2J", []),
        ("- K1K2K9J rules=free", "K1K2", "K1K2J", ["J is on the new table, but it neither lay there nor was laid"]),
    ],
)  # fmt: skip
def test_tiles_on_the_way(line: str, laid: str, table: str, said: list[str]) -> None:
    assert laying(line, laid, table) == said


# --- The opening ---


@pytest.mark.parametrize(
    ("rules", "tiles", "value"),
    [
        # The opening values of the rules page.
        ("", "K10B10J", 30),
        ("", "B9B10J", 30),
        ("", "R1R2J", 6),
        ("", "B9JJ", 30),
        ("", "B8JJ", 27),
        ("", "R8R9JR11", 38),
        ("", "K3K4K5R6B6O6", 30),
        ("", "K5R5B5O5K1K2K3", 26),
        # No run goes past 13: three and four of them count more as a group.
        ("", "JR13J", 39),
        ("tiles.jokers=3", "K13JJJ", 52),
        ("tiles.jokers=3", "K12JJJ", 48),
        ("tiles.jokers=3", "K10JJJ", 46),
        # 12-13-1 is 26; 13-1-2 is 16. The joker is worth more there than in 6-7-8.
        ("sets.wrap=around", "K13K1J", 26),
        ("sets.wrap=around", "K13K1JB6B7", 26),
        ("sets.wrap=high_one", "K13K1J", 26),
        ("", "K13K1JB6B7", 21),
        # A joker that counts a number of its own.
        ("opening.joker=25", "K10B10J", 45),
        ("opening.joker=25", "R1R2J", 28),
        ("opening.joker=forbidden", "K10B10R10J", 30),
        ("opening.joker=forbidden", "K10B10J", 0),
        ("", "K1K2", 0),
    ],
)
def test_the_best_opening_of_a_rack(rules: str, tiles: str, value: int) -> None:
    changed = Rules().changed(dict(change.split("=") for change in rules.split()))
    assert best_opening_value(read_tiles(tiles), changed) == value


@pytest.mark.parametrize(
    ("line", "table", "value", "said"),
    [
        ("- K10B10R10 opened=no", "K10B10R10", 30, []),
        ("- K10K11K9 opened=no", "K9K10K11", 30, []),
        ("- K9B9R9 opened=no", "K9B9R9", 27, ["opening: the sets from the rack add up to 27, and 30 are needed"]),
        # What lay there does not count, and neither does what is added to it.
        ("R1R2R3 K9B9R9 opened=no", "R1R2R3/K9B9R9", 27,
         ["opening: the sets from the rack add up to 27, and 30 are needed"]),
        ("R1R2R3 K10B10R10R4 opened=no", "R1R2R3R4/K10B10R10", 30,
         ["R1R2R3 was touched, and the table stays as it is in the opening turn"]),
        # Where the table may be used, the tiles laid must be worth it by themselves.
        ("R1R2R3 K10B10R10R4 opened=no rules=sabra", "R1R2R3R4/K10B10R10", 30, []),
        ("R1R2R3 K9B9R9R4 opened=no rules=sabra", "R1R2R3R4/K9B9R9", 27,
         ["opening: the sets from the rack add up to 27, and 30 are needed"]),
        ("- K10B10R10 opened=no rules=vatikan", "K10B10R10", 30,
         ["opening: a run of 3 or more tiles from the rack is needed"]),
        ("- K1K2K3 opened=no rules=vatikan", "K1K2K3", 6, []),
        # Thirteens are worth more, unless the jokers say that they are 11 and 12.
        ("- K13JJ opened=no", "JJ(B13)K13", 39, []),
        ("- K13JJ opened=no", "J(K11)J(K12)K13", 36, []),
        ("- K13JJJ opened=no tiles.jokers=3", "JJJ(B13)K13", 52, []),
        ("- K13JJJ opened=no tiles.jokers=3", "J(K10)J(K11)J(K12)K13", 46, []),
        # Jokers that say what they stand for count as that, the others as it is best.
        ("- JJR7R8 opened=no", "JJR7R8", 34, []),
        ("- JJR7R8 opened=no", "J(R5)J(R6)R7R8", 26,
         ["opening: the sets from the rack add up to 26, and 30 are needed"]),
        ("- JJR7R8 opened=no", "JJ(R6)R7R8", 30, []),
        ("- JJR5R6R7B2R2 opened=no", "J(R4)R5R6R7/B2J(K2)R2", 28,
         ["opening: the sets from the rack add up to 28, and 30 are needed"]),
        ("- JJO9 opened=no", "O9J(B9)J(R9)", 27,
         ["opening: the sets from the rack add up to 27, and 30 are needed"]),
        ("- K1K2K3 opened=no rules=machiavelli", "K1K2K3", None, []),
        ("- K1K2K3", "K1K2K3", None, []),
    ],
)  # fmt: skip
def test_openings(line: str, table: str, value: int | None, said: list[str]) -> None:
    position = Position.parse(line)
    assert opening_value(position, Move.to_table(position, read_table(table))) == value
    assert reasons(line, table) == said


@pytest.mark.parametrize(
    ("rack", "table", "said"),
    [
        # The joker may be laid in that turn, but counts nothing for the opening.
        ("K9B9R9J", "R1R2R3J/K9B9R9",
         ["opening: the sets from the rack without jokers add up to 27, and 30 are needed"]),
        ("K9B9R9R4", "R1R2R3R4/K9B9R9", ["opening: the sets from the rack add up to 27, and 30 are needed"]),
        ("K10B10R10J", "R1R2R3J/K10B10R10", []),
    ],
)  # fmt: skip
def test_a_forbidden_joker_beside_the_opening(rack: str, table: str, said: list[str]) -> None:
    assert reasons(f"R1R2R3 {rack} opened=no rules=sabra opening.joker=forbidden", table) == said


# --- Old sets that stay together ---


@pytest.mark.parametrize(
    ("line", "table", "said"),
    [
        ("K1K2K3 K4", "K1K2K3K4", []),
        ("K1K2K3/K4K5K6 K7", "K1-7", []),
        ("K1-6 R1B1", "K1R1B1/K2-6",
         ["K1K2K3K4K5K6 was taken apart: every old set stays together in one set of the new table"]),
        ("K1-6 K7", "K1K2K3/K4-7",
         ["K1K2K3K4K5K6 was taken apart: every old set stays together in one set of the new table"]),
        # Each pair finds room, K1K2K3 in the first and K5K6K7 in the second; but then K3K4K5 has none.
        ("K1K2K3/K3K4K5/K5K6K7 K4", "K1-5/K3-7",
         ["K1K2K3, K3K4K5 and K5K6K7 do not all stay together: the new sets have no room for that"]),
        ("K1K2K3/K5K6K7 K4K4K3K5", "K1-5/K3-7", []),
    ],
)  # fmt: skip
def test_sets_that_are_only_added_to(line: str, table: str, said: list[str]) -> None:
    assert reasons(f"{line} rules=american turn.discard=no", table) == said


# --- Jokers that are freed ---


@pytest.mark.parametrize("table", ["K8R8J/K8R8O8J", "K8R8O8J/K8R8J"])
def test_each_joker_is_replaced_by_a_tile_of_its_own(table: str) -> None:
    """B8 and O8 were laid. The joker of three tiles is either, that of four is B8: so the first was O8."""
    assert reasons(f"{table} B8O8K1R1B2B3", "K8R8O8/K8R8O8B8/K1R1J/B2B3J") == []
    # With two B8 nothing is O8, but either joker is B8; with two O8 the second has no tile.
    assert reasons(f"{table} B8B8K1R1B2B3", "K8R8B8/K8R8O8B8/K1R1J/B2B3J") == []
    assert reasons(f"{table} O8K1R1B2B3", "K8R8O8/K8R8O8/K1R1J/B2B3J") != []


@pytest.mark.parametrize(
    ("rack", "table", "legal"),
    [
        # K8 lay there; two jokers from the rack are two tiles from the rack.
        ("B5JJ", "B4B5B6/K5K6K7/K8J(B8)J(R8)J(O8)", True),
        ("B5JR8", "B4B5B6/K5K6K7/K8J(B8)R8J(O8)", True),
        ("B5R8O8", "B4B5B6/K5K6K7/K8J(B8)R8O8", True),
        ("B5R8", "B4B5B6/K5K6K7/K8J(B8)R8", False),
        ("B5J", "B4B5B6/K5K6K7/K8J(B8)J(R8)", False),
    ],
)
def test_two_tiles_from_the_rack_beside_a_freed_joker(rack: str, table: str, legal: bool) -> None:
    line = f"B4JB6/K5K6K7K8 {rack} rules=card-40 tiles.jokers=3"
    assert (reasons(line, table) == []) is legal


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("standard", "J(B7) was taken from B4B5B6J(B7), but no B7 was laid or brought from another set to replace it"),
        ("card-40", "J(B7) was taken from B4B5B6J(B7), but no B7 was laid to replace it"),
        ("free", None),
    ],
)
def test_a_joker_that_nothing_replaces(rules: str, said: str | None) -> None:
    assert reasons(f"B4B5B6J K9R9 rules={rules}", "B4B5B6/K9R9J") == ([said] if said else [])
