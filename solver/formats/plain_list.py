"""A plain list for people: `table:`, one set a line, `rack:`, the tiles.

Tiles are written `R5`, `red 5` or `5 red`, a joker `J` or `joker`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from solver.errors import NotationError, quote
from solver.formats.beside import Beside
from solver.formats.headings import read_under_headings
from solver.game.notation import read_tiles
from solver.game.position import Position
from solver.game.tiles import COLOUR_NAMES, COLOURS, Tile

__all__ = ["ABOUT", "lost", "read", "write"]

ABOUT = "'list' is 'table:', one set a line, 'rack:' and the tiles, written R5, red 5 or 5 red."

_COLOUR_WORDS = {name: letter for name, letter in zip(COLOUR_NAMES, COLOURS, strict=True)} | {
    "yellow": "O",
    "magenta": "P",
}
_WORD = "|".join(_COLOUR_WORDS)
_COLOUR_FIRST = re.compile(rf"\b({_WORD})[ -]*([0-9]+)\b", re.IGNORECASE)
_NUMBER_FIRST = re.compile(rf"\b([0-9]+)[ -]*({_WORD})\b", re.IGNORECASE)


def read(text: str, beside: Beside) -> Iterator[tuple[int, Callable[[], Position]]]:
    """For each position the number of its first line and a function that reads it."""
    return read_under_headings(text, beside, _sets_of)


def lost(position: Position, beside: Beside) -> Iterator[str]:
    """What of a position has no place here, one phrase each."""
    return beside.lost(position, "list")


def write(positions: Sequence[Position]) -> str:
    """The positions, with a blank line between them."""
    return "\n\n".join(map(_text, positions)) + "\n"


# --- Reading ---


def _sets_of(line: str, heap: bool) -> list[list[Tile]]:
    """The sets of one line of a plain list, usually one."""
    line = re.sub(r"^(?:[-*•]\s+|[0-9]+[.)]\s+)", "", line)
    sets = []
    for part in re.split(r"[|/;]", line):
        # With commas a tile may be written either way; without, "red 5 blue 6" has its colours first.
        pieces = [_letters(piece) for piece in part.split(",")]
        try:
            tiles = read_tiles(",".join(pieces), "")
        except NotationError as error:
            # What was typed is named, not what was made of it.
            wrong = next((i for i, piece in enumerate(pieces) if _is_wrong(piece)), None)
            if wrong is None:  # each for itself is right, but they are too many
                raise NotationError(f"{quote(part.strip())}{error}") from None
            piece = part.split(",")[wrong].strip()
            ways = "R5, red 5 or 5 red, and a joker J or joker"
            raise NotationError(f"{quote(piece)} is no tile: a tile is written {ways}") from None
        if tiles:
            sets.append(tiles)
    return sets


def _letters(text: str) -> str:
    """Tiles in words as tiles in letters: `red 5` or `5 red` as `R5`."""
    if _NUMBER_FIRST.match(text.strip()):
        text = _NUMBER_FIRST.sub(lambda found: f"{_COLOUR_WORDS[found[2].lower()]}{found[1]}", text)
    else:
        text = _COLOUR_FIRST.sub(lambda found: f"{_COLOUR_WORDS[found[1].lower()]}{found[2]}", text)
    return re.sub(r"\bjoker\b", "J", text, flags=re.IGNORECASE)


def _is_wrong(text: str) -> bool:
    """Whether a text is no tiles; nor is the `-` for none, where it stands among others."""
    try:
        read_tiles(text)
    except NotationError:
        return True
    return text.strip() == "-"


# --- Writing ---


def _text(position: Position) -> str:
    lines = ["table:", *(" ".join(map(str, tile_set.tiles)) for tile_set in position.table)]
    if position.loose:
        lines.append(" ".join(map(str, position.loose)))
    return "\n".join([*lines, "rack:", " ".join(map(str, position.rack))]).rstrip()
