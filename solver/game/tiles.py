"""The tiles of the box: number tiles, jokers, and jokers that stand for a tile."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from solver.errors import NotationError, quote

if TYPE_CHECKING:
    from solver.game.rules import TileRules

__all__ = ["COLOURS", "COLOUR_NAMES", "JOKER", "Tile", "count_tiles", "number_tiles", "tiles_text"]

COLOURS = "KBROGPWC"
"""Colour letters in the order in which a box takes them; colour number 0 is black."""

COLOUR_NAMES = ("black", "blue", "red", "orange", "green", "purple", "white", "cyan")

_TILE = re.compile(r"J(?:\(([A-Z])([1-9][0-9]{0,2})\))?|([A-Z])([1-9][0-9]{0,2})", re.IGNORECASE)


class Tile(NamedTuple):
    """One tile: `R5`, a joker `J`, or a joker on the table that stands for a tile, `J(R5)`.

    `colour` counts from 0 in the order of `COLOURS` and `number` from 1; a joker that
    stands for nothing (on a rack) has colour -1 and number 0.
    """

    colour: int
    number: int
    is_joker: bool = False

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read one tile.

        :raises NotationError: if `text` is not exactly one tile.
        """
        match = _TILE.fullmatch(text.strip())
        if match is None:
            raise NotationError(f"{quote(text)} is no tile: write a colour letter and a number (R5), J or J(R5)")
        letter, number = match[1] or match[3], match[2] or match[4]
        if letter is None:
            return JOKER
        return cls(colour_of(letter), int(number), is_joker=match[3] is None)

    @property
    def natural(self) -> Tile:
        """The number tile that this tile is or stands for."""
        return Tile(self.colour, self.number) if self.is_joker else self

    @property
    def bare(self) -> Tile:
        """The physical tile: a joker forgets what it stood for."""
        return JOKER if self.is_joker else self

    def __str__(self) -> str:
        if self.number == 0:
            return "J"
        name = f"{COLOURS[self.colour]}{self.number}"
        return f"J({name})" if self.is_joker else name

    def __repr__(self) -> str:
        return f"Tile.parse({str(self)!r})"


JOKER = Tile(-1, 0, True)
"""A joker in the hand: it stands for nothing yet."""


def colour_of(letter: str) -> int:
    """The colour number of a letter, in either case; `Y` (yellow) is orange.

    :raises NotationError: if no colour has that letter.
    """
    colour = COLOURS.find("O" if letter in "Yy" else letter.upper())
    if colour < 0:
        raise NotationError(f"{quote(letter)} is no colour: the letters are {', '.join(COLOURS)} (Y is read as O)")
    return colour


def count_tiles(tiles: Iterable[Tile]) -> Counter[Tile]:
    """Count physical tiles; all jokers are the same tile."""
    return Counter([JOKER if tile[2] else tile for tile in tiles])


def number_tiles(box: TileRules) -> list[Tile]:
    """All number tiles of a box, each as often as it has copies, by colour and number."""
    kinds = (Tile(colour, number) for colour in range(box.colours) for number in range(1, box.numbers + 1))
    return [tile for tile in kinds for _ in range(box.copies)]


def tiles_text(tiles: Iterable[Tile]) -> str:
    """Tiles in the position notation, without blanks: `R5R6J(R7)`."""
    return "".join(map(str, tiles))
