"""What is typed at the console of rummikub-solver: `addtable k3-6 bro8` and `addrack k10 b7 j`.

`m` (magenta) is the colour that is purple here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from solver.errors import NotationError, SetError, quote
from solver.formats.beside import Beside
from solver.formats.headings import read_under_headings
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.sets import RUN, TileSet
from solver.game.tiles import COLOURS, JOKER, Tile, colour_of

__all__ = ["ABOUT", "lost", "read", "write"]

ABOUT = "'console' is what is typed at the console of rummikub-solver: 'addtable k3-6 bro8' and 'addrack k10 b7 j'."

_TOKEN = re.compile(
    r"(?P<joker>j)|(?P<colours>[kborgmwc]+)(?P<first>[1-9][0-9]?)(?:-(?P<last>[1-9][0-9]?))?", re.IGNORECASE
)


def read(text: str, beside: Beside) -> Iterator[tuple[int, Callable[[], Position]]]:
    """For each position the number of its first line and a function that reads it."""
    return read_under_headings(text, beside, _sets_of)


def lost(position: Position, beside: Beside) -> Iterator[str]:
    """What of a position has no place here, one phrase each: also what a joker stands for, if that must be said."""
    yield from beside.lost(position, "console")
    for number, tile_set in enumerate(position.table, 1):
        if not _reads_bare(tile_set, position.rules):
            yield (
                f"table, set {number}: what the joker of {tile_set} stands for has no place in the notation"
                " 'console': write a list or position lines"
            )


def write(positions: Sequence[Position]) -> str:
    """The positions, with a blank line between them."""
    texts = [_text(position) for position in positions]
    # A rack alone would be read as more tiles of the rack before it.
    texts[1:] = [text if text.startswith("addtable") else f"addtable\n{text}" for text in texts[1:]]
    return "\n\n".join(texts) + "\n"


# --- Reading ---


def _sets_of(line: str, heap: bool) -> list[list[Tile]]:
    """The sets of one line as typed at the console: each run and each group is one, single tiles are one together."""
    sets: list[list[Tile]] = []
    single: list[Tile] = []
    for word in re.split(r"[\s,]+", line.strip(" ,")):
        tiles = _tiles_of(word)
        if len(tiles) > 1 or heap:
            sets.append(tiles)
        else:
            single += tiles
    if single and sets:
        raise NotationError(
            f"{quote(line)} has runs or groups and single tiles: give a set of single tiles a line of its own,"
            " or say that the table is a heap (loose)"
        )
    return [*sets, single] if single else sets


def _tiles_of(word: str) -> list[Tile]:
    """One word of the console: a tile, a joker, a run or a group."""
    token = _TOKEN.fullmatch(word)
    if token is None:
        raise NotationError(f"{quote(word)} is no tile of the console: write k10, j, a run k3-6 or a group bro8")
    if token["joker"]:
        return [JOKER]
    colours = [colour_of("P" if letter in "mM" else letter) for letter in token["colours"]]
    first = int(token["first"])
    if token["last"] is None:
        return [Tile(colour, first) for colour in colours]
    if len(colours) > 1 or int(token["last"]) <= first:
        raise NotationError(f"{quote(word)} is no run: write one colour and numbers that go up, such as k3-6")
    return [Tile(colours[0], number) for number in range(first, int(token["last"]) + 1)]


# --- Writing ---


def _reads_bare(tile_set: TileSet, rules: Rules) -> bool:
    """Whether a set is read as what it is when its jokers do not say what they stand for."""
    try:
        return TileSet.read([tile.bare for tile in tile_set.tiles], rules) == tile_set
    except SetError:
        return False


def _text(position: Position) -> str:
    lines = ["addtable " + _set(tile_set) for tile_set in position.table]
    if position.loose:
        lines = ["addtable " + " ".join(map(_tile, position.loose))]
    lines.append("addrack " + " ".join(map(_tile, position.rack)))
    return "\n".join(line.rstrip() for line in lines)


def _set(tile_set: TileSet) -> str:
    tiles = tile_set.tiles
    if tile_set.joker_count or tiles[-1].number < tiles[0].number:
        return " ".join(map(_tile, tiles))
    if tile_set.kind == RUN:
        return f"{_tile(tiles[0])}-{tiles[-1].number}"
    return "".join(_tile(tile)[0] for tile in tiles) + str(tiles[0].number)


def _tile(tile: Tile) -> str:
    if tile.is_joker:
        return "j"
    return f"{COLOURS[tile.colour]}{tile.number}".replace("P", "M").lower()
