"""Cards: how they are read, written and refused, and when they are recognised."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import product

import pytest
from cards import in_cards
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from positions import positions
from referee_cases import COLUMNS, FREE, STANDARD, Row, cases, move_of, position_of

from solver import Move, Position, Rules, Tile, TileSet
from solver.errors import NotationError, PositionError, RummikubError
from solver.game.notation import CARDS, NOTATIONS, TILES, notation_of, read_table, read_tiles
from solver.game.referee import judge
from solver.game.tiles import JOKER

CARD = st.builds(Tile, st.integers(0, 3), st.integers(1, 13), st.booleans())


def tiles(text: str) -> list[Tile]:
    return read_tiles(text, notation=CARDS)


# --- Reading ---


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("7c", "K7"),
        ("Th", "R10"),
        ("10h", "R10"),
        ("Qs", "B12"),
        ("Ad", "O1"),
        ("7♣", "K7"),
        ("Q♠", "B12"),
        ("7♣\ufe0f 5♥\ufe0e", "K7R5"),
        ("2♧3♤4♡5♢", "K2B3R4O5"),
        ("Jc", "K11"),
        ("jC JH", "K11R11"),
        ("* joker JOKER", "JJJ"),
        ("*(7c) joker(10♦) *( As )", "J(K7)J(O10)J(B1)"),
        ("7cKhKs, Td", "K7R13B13O10"),
        ("5-8h", "R5R6R7R8"),
        ("5h-8h", "R5R6R7R8"),
        ("9-Qs", "B9B10B11B12"),
        ("10-Kd", "O10O11O12O13"),
        ("A-3c", "K1K2K3"),
        ("A-Kc", "K1-13"),
        ("Q-Ah", "R12R13R1"),
        ("7csd", "K7B7O7"),
        ("7♣♠♦8h", "K7B7O7R8"),
        ("Kcshd", "K13B13R13O13"),
    ],
)
def test_cards_are_tiles(text: str, same: str) -> None:
    assert tiles(text) == read_tiles(same)


def test_a_pack_is_the_box_of_the_standard_rules() -> None:
    pack = [rank + suit for suit, rank in product("cshd", ["A", *"23456789", "10", "J", "Q", "K"])]
    assert tiles("".join(pack)) == read_tiles("K1-13 B1-13 R1-13 O1-13")
    assert [CARDS.tile(tile) for tile in read_tiles("K1-13 B1-13 R1-13 O1-13")] == pack


def test_sets_are_separated_as_ever() -> None:
    same = read_table("R5-7/K7B7R7/O1O2J")
    for text in ("5-7h/7csh/Ad2d*", "5h6h7h | 7c 7s 7h | A-2d joker", "5-7h;7c,7s,7h\nA♦2♦*"):
        assert read_table(text, notation=CARDS) == same
    assert tiles("-") == tiles(" ") == []
    assert read_table("-", notation=CARDS) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("7c J", "rack, character 4: 'J' is a jack without a suit: write it like Jc; a joker is *"),
        ("7c 8", "rack, character 4: '8' has a rank but no suit: write it like 7c"),
        ("7c c", "rack, character 4: 'c' has no rank in front of its suit"),
        ("11h", "rack, character 1: '11h' is no card: write a rank (A, 2 to 10, J, Q, K) and after it a suit"),
        ("1h", "rack, character 1: '1h' is no card: write a rank (A, 2"),
        ("07h", "rack, character 1: '07h' is no card: write a rank"),
        ("7x", "rack, character 1: '7x' is no card: write a rank"),
        ("7c R5 8c", "rack, character 4: 'R5' is a tile among cards: write it like 7c, or all in tiles"),
        ("7c J(R5)", "rack, character 4: 'J(R5)' is a tile among cards"),
        ("*(7)", "rack, character 2: '(7)' is no card: write rank and suit, such as 7c, 10h, Qs, Ad; a joker is *"),
        ("jokers", "rack, character 6: 's' has no rank in front of its suit"),
        ("joke", "rack, character 1: 'joke' is no card"),
        ("7c - 8c", "rack, character 4: a '-' among cards: it stands alone for none, or in a run such as 5-8h"),
        ("8-5h", "rack, character 1: '8-5h' does not go up: write the lower rank first, or card by card"),
        ("K-2h", "rack, character 1: 'K-2h' does not go up"),
        ("A-Ah", "rack, character 1: 'A-Ah' does not go up"),
        ("5c-8h", "rack, character 1: '5c-8h' mixes suits: a run such as 5-8h has one"),
        ("5-8hc", "rack, character 1: '5-8hc' mixes suits"),
        ("7\u212a", "rack, character 1: '7\u212a' is no card"),
        ("\u212as", "rack, character 1: '\u212as' is no card"),
    ],
)
def test_what_is_no_card(text: str, fault: str) -> None:
    with pytest.raises(NotationError) as caught:
        tiles(text)
    assert str(caught.value).startswith(fault)


# --- Writing ---


def test_written() -> None:
    assert CARDS.row(read_tiles("K7 R10 B12 O1 J J(K7)")) == "7c 10h Qs Ad * *(7c)"
    assert CARDS.packed(read_tiles("R12R13R1")) == "QhKhAh"
    assert CARDS.tile(JOKER) == "*"


@given(st.lists(CARD | st.just(JOKER), max_size=20))
def test_what_is_written_is_read_again_and_is_what_the_table_of_cards_says(found: list[Tile]) -> None:
    for notation in NOTATIONS.values():
        assert read_tiles(notation.packed(found), notation=notation) == found
        assert read_tiles(notation.row(found), notation=notation) == found
    assert CARDS.row(found) == in_cards(TILES.row(found))
    # No text is both.
    if any(tile != JOKER for tile in found):
        assert CARDS.is_all_of(CARDS.row(found)) and not TILES.is_all_of(CARDS.row(found))
        assert TILES.is_all_of(TILES.row(found)) and not CARDS.is_all_of(TILES.row(found))


@settings(max_examples=60)
@given(positions())
def test_positions_go_round(position: Position) -> None:
    box = position.rules.tiles
    if box.colours > 4 or box.numbers > 13:
        with pytest.raises(PositionError, match="cards have 4 suits and 13 ranks, and the box has"):
            position.written_in("cards")
        return
    in_suits = position.written_in("cards")
    again = Position.parse(str(in_suits), notation="cards")
    assert (again, again.notation) == (position, CARDS)
    assert str(again.written_in("tiles")) == str(position)
    assert eval(repr(in_suits)) == position and eval(repr(in_suits)).notation == CARDS
    copy = pickle.loads(pickle.dumps(in_suits))
    assert (copy, copy.notation) == (position, CARDS)
    assert str(in_suits).split()[2:] == str(position).split()[2:]


def test_an_ace_lies_below_the_two_and_after_the_king() -> None:
    machiavelli = Rules.named("machiavelli")
    assert TileSet.parse("Q-Ah", machiavelli, "cards") == TileSet.parse("R12R13R1", machiavelli)
    assert TileSet.parse("A-3h", machiavelli, "cards") == TileSet.parse("R1R2R3", machiavelli)
    with pytest.raises(RummikubError, match="a run ends at A after the highest number"):
        TileSet.parse("QhKhAh2h", machiavelli, "cards")
    with pytest.raises(RummikubError, match="A does not follow K"):
        TileSet.parse("QhKhAh", notation="cards")


def test_positions_in_cards_are_the_same_positions() -> None:
    position = Position.parse("5-8h/7csh 9c4h* opened=no id=mine", notation="cards")
    assert position == Position.parse("R5R6R7R8/K7B7R7 K9R4J opened=no id=mine")
    assert str(position) == "5h6h7h8h/7c7s7h 9c4h* rules=standard opened=no id=mine"
    assert position.under(Rules.named("free")).notation == CARDS


# --- Which notation ---


@pytest.mark.parametrize("rules", ["machiavelli", "vatikan"])
def test_cards_are_recognised_where_they_are_played_with(rules: str) -> None:
    assert str(Position.parse(f"5-8h Td rules={rules}")) == f"5h6h7h8h 10d rules={rules} opened=yes"
    assert str(Position.parse(f"R5-8 O10 rules={rules}")) == f"R5R6R7R8 O10 rules={rules} opened=yes"
    assert Position.parse(f"- 7c rules={rules}").notation == CARDS
    assert Position.parse(f"- - rules={rules}").notation == TILES
    with pytest.raises(RummikubError, match=r"'R8' is a tile among cards"):
        Position.parse(f"5-7h R8 rules={rules}")
    with pytest.raises(RummikubError, match=r"'R5-7' is a tile among cards"):
        Position.parse(f"R5-7 8h rules={rules}")
    with pytest.raises(RummikubError, match=r"'8z' is no card"):
        Position.parse(f"5-7h 8z rules={rules}")
    with pytest.raises(NotationError, match="table: '5-7h' is written in cards: add --notation cards"):
        Position.parse(f"5-7h 8h rules={rules}", notation="tiles")


def test_tiles_that_begin_like_a_card_are_tiles() -> None:
    line = "KC5 - rules=machiavelli tiles.colours=8 loose=yes"
    assert Position.parse(line).loose == (Tile.parse("K5"), Tile.parse("C5"))


def test_cards_elsewhere_must_be_said() -> None:
    for line in ("5-7h 8h", "- 7♣", "5-7h R8"):
        with pytest.raises(NotationError) as caught:
            Position.parse(line)
        (fault,) = str(caught.value).splitlines()
        assert "is written in cards: add --notation cards" in fault
    with pytest.raises(NotationError, match="rack, character 4: '8h' is a card among tiles"):
        Position.parse("- R5,8h")
    with pytest.raises(NotationError) as caught:
        Position.parse("R5-7/K1K2K3 R8", notation="cards")
    assert str(caught.value) == (
        "table: 'R5-7/K1K2K3' is written in tiles: leave out --notation cards, or write cards such as 7c"
    )


def test_a_box_that_cards_do_not_have_is_refused() -> None:
    with pytest.raises(PositionError, match="and the box has 6 colours and 15 numbers: write tiles"):
        Position.parse("- 7c tiles.colours=6 tiles.numbers=15", notation="cards")
    assert Position.parse("- 7c tiles.colours=3 tiles.numbers=9", notation="cards").rack == (Tile.parse("K7"),)


def test_notations_have_names() -> None:
    assert list(NOTATIONS) == ["tiles", "cards"]
    assert notation_of("cards") == notation_of(CARDS) == CARDS
    with pytest.raises(NotationError, match="no notation 'morse': there are tiles, cards"):
        Position.parse("- K1", notation="morse")
    with pytest.raises(RummikubError, match="notation = 5: it takes one of tiles, cards"):
        notation_of(5)  # type: ignore[arg-type]


def test_a_card_that_the_box_lacks_is_named() -> None:
    with pytest.raises(PositionError) as caught:
        Position.parse("Jcsh - tiles.numbers=9", notation="cards")
    assert "Jc: no such tile; the box has c, s, h, d from A to 9" in str(caught.value)
    assert "as a group, Jc is not in the box; as a group, Js is not in the box" in str(caught.value)


def test_a_tile_that_no_card_is_keeps_its_name_in_errors() -> None:
    with pytest.raises(PositionError) as caught:
        Position.of([read_tiles("G5R5R14")], [], notation="cards")
    assert "G5: no such tile; the box has c, s, h, d from A to K\n" in str(caught.value)


# --- Errors of a position, and what the referee says ---


@settings(max_examples=150)
@given(st.lists(st.lists(CARD, max_size=6), max_size=4))
def test_errors_are_the_same_in_cards(table: list[list[Tile]]) -> None:
    told = []
    for notation in NOTATIONS.values():
        try:
            Position.of(table, table[0] if table else [], notation=notation)
        except PositionError as error:
            told.append(str(error))
    assume(told)
    assert told[1] == in_cards(told[0])


LAY_OFF = FREE.changed({"table.rearrange": "lay_off"})
LOCKED = STANDARD.changed({"jokers.set_with_joker": "locked"})


@pytest.mark.parametrize(
    ("line", "table", "rules", "said"),
    [
        ("B4B5B6B7 K4R4", "B4K4R4/B5B6B7", LAY_OFF, "4s5s6s7s was taken apart"),
        (
            "B1B2B3B4/B3B4B5 K3R3K4R4",
            "B1B2B3B4B5/K3R3B3/K4R4B4",
            LAY_OFF,
            "As2s3s4s and 3s4s5s do not all stay together",
        ),
        ("B3JB5/B5JB7 R5K5", "B3J(B4)B5J(B6)B7/B5R5K5", LOCKED, "the sets 3s*(4s)5s and 5s*(6s)7s stay together"),
        ("B3JB5/B5JB7 R5K5", "B3J(B4)B5J(B6)B7/B5R5K5", LOCKED, "but 3s*(4s)5s*(6s)7s has less"),
        ("B3JB5B6 R6O6", "B3JB5/B6R6O6", LOCKED, "stays together while its joker stays, but 6s left it"),
    ],
)
def test_what_the_referee_says(line: str, table: str, rules: Rules, said: str) -> None:
    position = position_of(line, rules)
    move = move_of(position, table)
    faults = judge(position.written_in("cards"), move)
    assert any(said in fault for fault in faults)
    assert faults == [in_cards(fault) for fault in judge(position, move)]


def test_tiles_from_nowhere() -> None:
    position = Position.parse("4-6s Ac", notation="cards")
    move = Move(tuple(read_tiles("K1")), Position.parse("B4B5B6/B7B8B9 -").table)
    assert "7s is on the new table, but it neither lay there nor was laid" in judge(position, move)


def test_the_referee_says_the_same_of_all_worked_positions() -> None:
    reasons = Counter[bool]()
    for case in cases("illegal"):
        row, column, table, _ = case.values
        assert isinstance(row, Row) and isinstance(column, str) and isinstance(table, str)
        position = row.position(COLUMNS[column])
        move = move_of(position, table)
        told = judge(position, move)
        # B14 is in no pack, and rightly told as a tile.
        if "B14" in table:
            continue
        assert judge(position.written_in("cards"), move) == [in_cards(fault) for fault in told]
        reasons.update(in_cards(fault) != fault for fault in told)
    assert reasons[True] > 100
