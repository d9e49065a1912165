"""Each value has one notation: what is written is read back as the same value, and `repr` can be pasted."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import moves, moves_of_standard, positions, rule_sets, table_tiles, tile_sets, tiles

from solver import Move, Position, Rules, Tile, TileSet
from solver.errors import NotationError, PositionError, SetError, quote
from solver.game.notation import read_table, read_tiles
from solver.game.tiles import JOKER, tiles_text

NAMES = {"Move": Move, "Position": Position, "Rules": Rules, "Tile": Tile, "TileSet": TileSet}


def pasted(value: object) -> object:
    """What the `repr` of a value makes when it is pasted into a program that imports `solver`."""
    return eval(repr(value), {"__builtins__": {}}, dict(NAMES))


@given(table_tiles())
def test_tiles_go_round(tile: Tile) -> None:
    assert Tile.parse(str(tile)) == tile == pasted(tile)
    assert Tile.parse(str(tile).lower()) == tile
    assert hash(Tile.parse(str(tile))) == hash(tile)


@given(st.lists(table_tiles(), max_size=12), st.sampled_from(["", " ", ",", ", ", "\t"]))
def test_racks_go_round_with_blanks_commas_or_nothing(rack: list[Tile], between: str) -> None:
    assert read_tiles(tiles_text(rack)) == rack
    assert read_tiles(between.join(map(str, rack))) == rack


@given(st.lists(st.lists(tiles(), min_size=1, max_size=5), max_size=5), st.sampled_from("/|;\n"))
def test_tables_go_round_with_any_separator(table: list[list[Tile]], between: str) -> None:
    assert read_table(f" {between} ".join(tiles_text(tiles) for tiles in table)) == table


@given(tile_sets())
def test_sets_go_round(tile_set: TileSet) -> None:
    assert pasted(tile_set) == tile_set
    assert TileSet.of(tile_set.kind, str(tile_set)) == tile_set
    try:
        read = TileSet.parse(str(tile_set))
    except SetError as error:
        # Only one number tile among jokers: the other kind is written the same way.
        assert "several ways" in str(error)
    else:
        assert read == tile_set


@given(rule_sets())
def test_rule_sets_go_round(rules: Rules) -> None:
    assert pasted(rules) == rules
    name, *changes = (field.partition("=")[::2] for field in str(rules).split())
    assert name == ("rules", rules.name)
    assert Rules.named(rules.name).changed(dict(changes)) == rules
    assert hash(Rules.named(rules.name).changed(dict(changes))) == hash(rules)


@settings(max_examples=50)
@given(positions())
def test_positions_go_round(position: Position) -> None:
    again = Position.parse(str(position))
    assert again == position == pasted(position)
    assert hash(again) == hash(position)
    assert str(again) == str(position)


@given(moves())
def test_moves_go_round(move: Move) -> None:
    """As text a move is read under rules; what is pasted needs none."""
    assert pasted(move) == move
    assert hash(pasted(move)) == hash(move)


@given(moves_of_standard())
def test_moves_are_read_as_written(move: Move) -> None:
    try:
        again = Move.parse(str(move))
    except SetError as error:
        assert "several ways" in str(error)
    else:
        assert again == move


@pytest.mark.parametrize(
    "line",
    [
        "- K12K13K1 rules=machiavelli",
        "- G5G6G7 tiles.colours=6",
        "- K14K15K16 tiles.numbers=20",
        "- K5K6 sets.min_run=2",
        "- KBROG7 tiles.colours=5",
    ],
)
def test_moves_under_other_rules_can_be_pasted(line: str) -> None:
    position = Position.parse(line)
    move = Move.to_table(position, [position.rack])
    assert pasted(move) == move


# --- The shorthands and the order of tiles, as the interface page has them ---


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("R5-8", "R5 R6 R7 R8"),
        ("R5-R8", "R5 R6 R7 R8"),
        ("KBR7", "K7 B7 R7"),
        ("RK7", "R7 K7"),
        ("y5 Y6", "O5 O6"),
        ("r5r6R7", "R5 R6 R7"),
        ("R5, R6,R7", "R5 R6 R7"),
        ("jJ(r5)", "J J(R5)"),
        ("G1P2W3C4", "G1 P2 W3 C4"),
        ("-", ""),
        ("", ""),
    ],
)
def test_shorthand(text: str, tiles: str) -> None:
    assert " ".join(map(str, read_tiles(text))) == tiles


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("R5 J R7", "R5J(R6)R7"),
        ("J R5 R6", "J(R4)R5R6"),
        ("R5 R6 J", "R5R6J(R7)"),
        ("R7 R5 R6", "R5R6R7"),
        ("J R12 R13", "J(R11)R12R13"),
        ("R7 J R5", "R5J(R6)R7"),
        ("J R13 B13", "B13R13J(K13)"),
        ("R5J(R6)R7", "R5J(R6)R7"),
        ("O7 K7 B7", "K7B7O7"),
    ],
)
def test_a_set_is_read_as_it_lies(text: str, read: str) -> None:
    assert sorted(map(str, TileSet.parse(text).tiles)) == sorted(map(str, TileSet.parse(read).tiles))
    assert TileSet.parse(text) == TileSet.parse(read)


@pytest.mark.parametrize("text", ["R6 R5 J", "J R7 R6", "K8 J J"])
def test_several_readings_are_asked_for(text: str) -> None:
    with pytest.raises(SetError, match=r"J\("):
        TileSet.parse(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("R5J(R8)R7", "no set"),
        ("R5J(B6)R7", "no set"),
        ("K8B8J(K8)", "colour twice"),
        ("R13J(R14)R12", "not in the box"),
        ("R12R13R1", "no set"),
    ],
)
def test_impossible_readings(text: str, complaint: str) -> None:
    with pytest.raises(SetError, match=complaint):
        TileSet.parse(text)


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("R5 X9", 4, "no tile"),
        ("R5 R", 4, "colour but no number"),
        ("5", 1, "no colour in front"),
        ("R5-", 3, "'-' among tiles"),
        ("R8-5", 1, "does not go up"),
        ("RK5-8", 1, "mixes colours"),
        ("R5-B8", 1, "mixes colours"),
        ("R0", 1, "start at 1"),
        ("R05", 1, "leading 0"),
        ("R1234", 1, "no tile number"),
        (" R8-5", 2, "does not go up"),
        ("R5-5", 1, "does not go up"),
        ("J(R5", 2, "no tile"),
        ("J()", 2, "no tile"),
    ],
)
def test_errors_name_the_place(text: str, place: int, complaint: str) -> None:
    with pytest.raises(NotationError, match=f"rack, character {place}: .*{complaint}"):
        read_tiles(text)


A_WORD = "is no tile: a colour is a letter (K, B, R, O, G, P, W, C; Y is O), as in R5, and a joker is J"
NO_TILE = "is no tile: the colours are K, B, R, O, G, P, W, C (Y is O), J is a joker; write tiles like R5 and J"


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        # A word is named from its first letter on, which may have been read as a joker.
        ("Joker", 2, f"'Joker' {A_WORD}"),
        ("K1Joker", 4, f"'Joker' {A_WORD}"),
        ("K1 red5", 4, f"'red' {A_WORD}"),
        ("K1 K2 AB5", 7, f"'AB' {A_WORD}"),
        ("orangeoranges", 1, f"'orangeorang…' {A_WORD}"),
        ("orangeorange", 1, f"'orangeorange' {A_WORD}"),
        ("RB", 1, "'RB' has a colour but no number: write it like R5"),
        ("K1 R", 4, "'R' has a colour but no number: write it like R5"),
        ("X", 1, f"'X' {NO_TILE}"),
        ("K1X5", 3, f"'X5' {NO_TILE}"),
        ("K1 +", 4, f"'+' {NO_TILE}"),
        ("J(X5)", 2, f"'(X5)' {NO_TILE}"),
        ("K1 5", 4, "'5' has no colour in front: write it like R5"),
        ("5|K1", 1, "'5' has no colour in front: write it like R5"),
        ("5, K1", 1, "'5' has no colour in front: write it like R5"),
        ("K1 123456789012", 4, "'123456789012' has no colour in front: write it like R5"),
        ("K1 1234567890123", 4, "'12345678901…' has no colour in front: write it like R5"),
        ("KBROGPWCY", 1, "'KBROGPWCY' has a colour but no number: write it like R5"),
        # Far behind in a long text.
        ("K1 " * 20 + "red5", 61, f"'red' {A_WORD}"),
        ("K1 " * 20 + "55", 61, "'55' has no colour in front: write it like R5"),
        ("K1-", 3, "a '-' among tiles: it stands alone for none, or in a run such as R5-8"),
        ("K1 é5", 4, "'é5' is no tile: write letters and digits without accents or other decoration, such as R5"),
        ("K1|K2", 3, "'|' ends a set, and a rack has none: the table comes first, then the rack"),
    ],
)
def test_what_is_said_of_text_that_is_no_tile(text: str, place: int, complaint: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_tiles(text)
    assert str(caught.value) == f"rack, character {place}: {complaint}"


def test_numbers_have_up_to_three_digits() -> None:
    assert read_tiles("R100 J(R104)") == [Tile(2, 100), Tile(2, 104, True)]


def test_no_more_tiles_than_are_asked_for() -> None:
    assert len(read_tiles("R1-13", limit=13)) == 13
    for limit in (12, 11):
        with pytest.raises(NotationError, match=f"^rack: more than {limit} tiles, which no box holds$"):
            read_tiles("R1-13", limit=limit)


@pytest.mark.parametrize(
    ("text", "sets"),
    [
        ("-", []),
        ("", []),
        (" - ", []),
        ("K1K2K3", ["K1K2K3"]),
        ("K1-3 | B7 J R7;O1,O2,O3\nR1-3 / ", ["K1K2K3", "B7JR7", "O1O2O3", "R1R2R3"]),
        # Nothing between two separators is no set.
        ("//K1K2K3/ , /B1B2B3", ["K1K2K3", "B1B2B3"]),
    ],
)
def test_the_sets_of_a_table(text: str, sets: list[str]) -> None:
    assert read_table(text) == [read_tiles(tiles) for tiles in sets]


def test_every_set_of_a_table_that_cannot_be_read_is_named() -> None:
    with pytest.raises(NotationError) as caught:
        read_table("K1X2/K1K2K3/-/B1 5")
    assert str(caught.value).splitlines() == [
        f"table, set 1, character 3: 'X2' {NO_TILE}",
        "table, set 3: a '-' among sets: it stands alone for an empty table",
        "table, set 4, character 4: '5' has no colour in front: write it like R5",
    ]


def test_every_fault_of_a_position_is_named() -> None:
    with pytest.raises(PositionError) as caught:
        Position.parse("R5R6R8/K7B7R7/K7K7O7/G5G6G7 J(R5)R14")
    faults = caught.value.faults
    assert len(faults) == len(str(caught.value).split("\n"))
    for named in ("K7: 3 copies", "R14 G5 G6 G7: no such tiles", "rack: J(R5)", "set 1", "set 3"):
        assert any(named in fault for fault in faults), named
    # That the box has no such tiles is all that is wrong with set 4, and is said once.
    assert not any(named in fault for named in ("set 2", "set 4") for fault in faults)


@given(st.text(max_size=60))
def test_quotes_are_short_and_printable(text: str) -> None:
    assert len(quote(text)) <= 42
    assert quote(text).isprintable()


def test_a_joker_on_a_rack_is_one_tile() -> None:
    assert Tile.parse("J") == JOKER == Tile.parse("j")
    assert Tile.parse("J(Y5)") == Tile(3, 5, True)
