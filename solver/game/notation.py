"""The text in which people write tiles: racks, heaps and tables.

A table is read as lists of tiles; whether such a list is a legal set is for `sets` to
say. Errors name the text, the place (from 1) and the mend.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solver.errors import NotationError, quote
from solver.game.tiles import COLOURS, JOKER, Tile, colour_of

__all__ = ["read_sets", "read_table", "read_tiles"]

_LETTERS = COLOURS + "Y"
_TOKEN = re.compile(
    rf"""
      (?P<joker>J)(?:\(\s*(?P<stands>[{_LETTERS}])(?P<for>[0-9]+)\s*\))?
    | (?P<letters>[{_LETTERS}]+)(?P<number>[0-9]+)
      (?:-(?P<last_letter>[{_LETTERS}])?(?P<last>[0-9]+))?
    """,
    re.ASCII | re.IGNORECASE | re.VERBOSE,
)
_BETWEEN_TILES = re.compile(r"[\s,]+")
_BETWEEN_SETS = re.compile(r"[|/;\n]")
_MOST_TILES = 10_000


def read_tiles(text: str, what: str = "rack", limit: int = _MOST_TILES) -> list[Tile]:
    """Read tiles separated by blanks, commas or nothing; `-` or nothing is no tile.

    `R5-8` is four tiles of a run, `KBR7` three of a group. At most `limit` tiles.

    :raises NotationError: names `what`, the place and the first thing that is no tile.
    """
    if text.strip() in ("", "-"):
        return []
    tiles: list[Tile] = []
    place = 0
    while place < len(text):
        if blank := _BETWEEN_TILES.match(text, place):
            place = blank.end()
            continue
        token = _TOKEN.match(text, place)
        if token is None:
            raise NotationError(f"{what}, character {place + 1}: {_complaint(text, place)}")
        tiles += _tiles_of(token, f"{what}, character {place + 1}")
        if len(tiles) > limit:
            raise NotationError(f"{what}: more than {limit} tiles, which no box holds")
        place = token.end()
    return tiles


def read_table(text: str, what: str = "table") -> list[list[Tile]]:
    """Read a table: sets separated by `|`, `/`, `;` or new lines; `-` is an empty one.

    :raises NotationError: a line for each set that cannot be read: `what`, the set (from 1),
        the place in it and what is wrong.
    """
    sets = list(read_sets(text, what))
    if errors := [str(tiles) for tiles in sets if isinstance(tiles, NotationError)]:
        raise NotationError("\n".join(errors))
    return [tiles for tiles in sets if not isinstance(tiles, NotationError)]


def read_sets(text: str, what: str = "table") -> Iterator[list[Tile] | NotationError]:
    """The sets of a table one by one; for one that cannot be read, what `read_table` would say of it."""
    if text.strip() in ("", "-"):
        return
    parts = [part for part in _BETWEEN_SETS.split(text) if _BETWEEN_TILES.sub("", part)]
    for i, part in enumerate(parts, 1):
        try:
            tiles = read_tiles(part, f"{what}, set {i}")
        except NotationError as error:
            yield error
            continue
        yield tiles or NotationError(f"{what}, set {i}: a '-' among sets: it stands alone for an empty table")


def _tiles_of(token: re.Match[str], where: str) -> list[Tile]:
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
        raise NotationError(f"{where}: {quote(token[0])} does not go up: write the lower number first, or tile by tile")
    return [Tile(colours[0], number) for number in range(first, last + 1)]


def _number(digits: str, where: str) -> int:
    if digits.startswith("0"):
        raise NotationError(f"{where}: {quote(digits)} is no tile number: numbers start at 1 and have no leading 0")
    if len(digits) > 3:
        raise NotationError(f"{where}: {quote(digits)} is no tile number: a run of tiles is written R5-8")
    return int(digits)


def _complaint(text: str, place: int) -> str:
    """Why no tile starts at `place`."""
    character = text[place]
    found = re.split(r"[\s,|/;]", text[place : place + 60])[0] or character
    shown = quote(found, 12)
    letters = ", ".join(COLOURS)
    if character in "|/;":
        return f"{quote(character)} ends a set, and a rack has none: the table comes first, then the rack"
    # The word that the tile is in: its first letters may have been read as a tile, such as the J of Joker.
    start = place
    while start and text[start - 1].isalpha():
        start -= 1
    word = re.match(r"[^\W\d_]*", text[start : start + 60])
    if word and len(word[0]) > 1 and not set(word[0].upper()) <= set(_LETTERS):
        return f"{quote(word[0], 12)} is no tile: a colour is a letter ({letters}; Y is O), as in R5, and a joker is J"
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
