"""Tiles: a colour letter and a number, `R5`; a joker is `J`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from solver.errors import NotationError, quote
from solver.game.notation.kind import BETWEEN, Notation
from solver.game.tiles import COLOURS, JOKER, Tile, colour_of

__all__ = ["TILES", "Letters"]

_LETTERS = COLOURS + "Y"


@dataclass(frozen=True)
class Letters(Notation):
    """Colour letter and number: `R5`, `J(R5)`."""

    name: ClassVar[str] = "tiles"
    token: ClassVar[re.Pattern[str]] = re.compile(
        rf"""
          (?P<joker>J)(?:\(\s*(?P<stands>[{_LETTERS}])(?P<for>[0-9]+)\s*\))?
        | (?P<letters>[{_LETTERS}]+)(?P<number>[0-9]+)
          (?:-(?P<last_letter>[{_LETTERS}])?(?P<last>[0-9]+))?
        """,
        re.ASCII | re.IGNORECASE | re.VERBOSE,
    )

    # --- Writing ---

    def tile(self, tile: Tile) -> str:
        return str(tile)

    def colour(self, colour: int) -> str:
        return COLOURS[colour]

    def number(self, number: int) -> str:
        return str(number)

    def box_fault(self, colours: int, numbers: int) -> str | None:
        return None

    # --- Reading ---

    def tiles_of(self, token: re.Match[str], where: str) -> list[Tile]:
        if token["joker"]:
            if token["stands"] is None:
                return [JOKER]
            return [Tile(colour_of(token["stands"]), _number(token["for"], where), is_joker=True)]
        first = _number(token["number"], where)
        colours = [colour_of(letter) for letter in token["letters"]]
        if token["last"] is None:
            return [Tile(colour, first) for colour in colours]
        last = _number(token["last"], where)
        if len(colours) > 1 or (token["last_letter"] and colour_of(token["last_letter"]) != colours[0]):
            raise NotationError(f"{where}: {quote(token[0])} mixes colours: a run such as R5-8 has one")
        if last <= first:
            raise NotationError(
                f"{where}: {quote(token[0])} does not go up: write the lower number first, or tile by tile"
            )
        return [Tile(colours[0], number) for number in range(first, last + 1)]

    def complaint(self, text: str, place: int) -> str:
        character = text[place]
        found = BETWEEN.split(text[place : place + 60])[0] or character
        shown = quote(found, 12)
        letters = ", ".join(COLOURS)
        # The word that the tile is in: its first letters may have been read as a tile, such as the J of Joker.
        start = place
        while start and text[start - 1].isalpha():
            start -= 1
        word = re.match(r"[^\W\d_]*", text[start : start + 60])
        if word and len(word[0]) > 1 and not set(word[0].upper()) <= set(_LETTERS):
            return (
                f"{quote(word[0], 12)} is no tile: a colour is a letter ({letters}; Y is O), as in R5, and a joker is J"
            )
        if not found.isascii():
            return f"{shown} is no tile: write letters and digits without accents or other decoration, such as R5"
        if character == "-":
            return "a '-' among tiles: it stands alone for none, or in a run such as R5-8"
        if character.upper() in _LETTERS:
            return f"{shown} has a colour but no number: write it like R5"
        if character.upper() == "J":
            return f"{shown} is no joker: write J, or J(R5) for one that stands for R5"
        if character.isdigit():
            return f"{shown} has no colour in front: write it like R5"
        return f"{shown} is no tile: the colours are {letters} (Y is O), J is a joker; write tiles like R5 and J"


TILES = Letters()


def _number(digits: str, where: str) -> int:
    if digits.startswith("0"):
        raise NotationError(f"{where}: {quote(digits)} is no tile number: numbers start at 1 and have no leading 0")
    if len(digits) > 3:
        raise NotationError(f"{where}: {quote(digits)} is no tile number: a run of tiles is written R5-8")
    return int(digits)
