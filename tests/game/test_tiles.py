"""One tile: how it is written and read, and what it is beside what it stands for."""

from __future__ import annotations

from collections import Counter

import pytest

from solver.errors import NotationError
from solver.game.tiles import COLOUR_NAMES, COLOURS, JOKER, Tile, colour_of, count_tiles, tiles_text


@pytest.mark.parametrize(
    ("text", "colour", "number", "is_joker"),
    [
        ("K1", 0, 1, False),
        ("B2", 1, 2, False),
        ("R5", 2, 5, False),
        ("O13", 3, 13, False),
        ("Y13", 3, 13, False),
        ("C104", 7, 104, False),
        ("g7", 4, 7, False),
        (" R5 ", 2, 5, False),
        ("J(R5)", 2, 5, True),
        ("j(k13)", 0, 13, True),
        # What a joker on a rack is, by the contract of `Tile`.
        ("J", -1, 0, True),
    ],
)
def test_what_a_tile_is(text: str, colour: int, number: int, is_joker: bool) -> None:
    tile = Tile.parse(text)
    assert (tile.colour, tile.number, tile.is_joker) == (colour, number, is_joker)


@pytest.mark.parametrize("text", ["", "R", "5", "R0", "R05", "R1000", "R5R6", "J()", "J(R)", "R5-6", "RK7"])
def test_what_is_no_tile(text: str) -> None:
    with pytest.raises(NotationError, match="is no tile"):
        Tile.parse(text)


@pytest.mark.parametrize(("text", "letter"), [("X5", "X"), ("J(X5)", "X"), ("A1", "A"), ("J5", "J")])
def test_letters_that_are_no_colour(text: str, letter: str) -> None:
    with pytest.raises(NotationError, match=f"^'{letter}' is no colour: the letters are K, B, R, O, G, P, W, C"):
        Tile.parse(text)


def test_colours_in_the_order_of_the_box() -> None:
    assert [colour_of(letter) for letter in "KBROGPWC"] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert [colour_of(letter) for letter in "yYo"] == [3, 3, 3]
    # Each colour's letter is the first of its name, but for black: K, as B is blue.
    assert [name[0].upper() for name in COLOUR_NAMES[1:]] == list(COLOURS[1:])


@pytest.mark.parametrize(
    ("text", "natural", "bare"), [("R5", "R5", "R5"), ("J(R5)", "R5", "J"), ("J(K13)", "K13", "J")]
)
def test_what_a_tile_stands_for_and_what_it_is_of(text: str, natural: str, bare: str) -> None:
    tile = Tile.parse(text)
    assert tile.natural == Tile.parse(natural)
    assert tile.bare == Tile.parse(bare)


def test_a_joker_of_a_rack_stands_for_nothing() -> None:
    assert JOKER.bare == JOKER
    assert str(JOKER) == "J"


def test_jokers_are_counted_as_one_tile() -> None:
    tiles = [Tile.parse(text) for text in ("R5", "J", "J(R5)", "R5", "J(K1)", "K1")]
    assert count_tiles(tiles) == Counter({Tile.parse("R5"): 2, JOKER: 3, Tile.parse("K1"): 1})
    assert tiles_text(tiles) == "R5JJ(R5)R5J(K1)K1"
    assert tiles_text([]) == ""
