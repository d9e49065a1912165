"""Positions in the notations of others: pasted in, and written out again.

* `line`: position lines, the notation of this package.
* `console`: what is typed at the console of rummikub-solver: `addtable k3-6 bro8` and
  `addrack k10 b7 j`, with `m` (magenta) for the colour that is purple here.
* `list`: a plain list for people: `table:`, one set a line, `rack:`, the tiles; tiles as
  `R5`, `red 5` or `5 red`, a joker as `J` or `joker`.

In `console` and `list` a text may hold several positions: each begins with its table,
or with its rack if it has a table before the rack already. Rules, whether the player has
opened and whether the table is a heap are said for the whole text, beside it, and there
is no place for an id; a position that would lose something is not written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from solver.errors import NotationError, PositionError, RummikubError, SetError, quote
from solver.game.notation import read_tiles
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.sets import RUN, TileSet
from solver.game.tiles import COLOUR_NAMES, COLOURS, JOKER, Tile, colour_of

__all__ = ["FORMATS", "convert", "positions_text", "read_positions"]

FORMATS = ("line", "console", "list")

_HEADING = re.compile(
    r"(?P<part>add ?table|add ?rack|table|board|rack|hand)\b[ \t]*:?[ \t]*(?P<rest>.*)", re.IGNORECASE | re.DOTALL
)
_COLOUR_WORDS = {name: letter for name, letter in zip(COLOUR_NAMES, COLOURS, strict=True)} | {
    "yellow": "O",
    "magenta": "P",
}
_WORD = "|".join(_COLOUR_WORDS)
_COLOUR_FIRST = re.compile(rf"\b({_WORD})[ -]*([0-9]+)\b", re.IGNORECASE)
_NUMBER_FIRST = re.compile(rf"\b([0-9]+)[ -]*({_WORD})\b", re.IGNORECASE)
_CONSOLE_TOKEN = re.compile(
    r"(?P<joker>j)|(?P<colours>[kborgmwc]+)(?P<first>[1-9][0-9]?)(?:-(?P<last>[1-9][0-9]?))?", re.IGNORECASE
)


def read_positions(
    text: str, form: str, rules: Rules | None = None, *, opened: bool = True, loose: bool = False
) -> list[Position]:
    """The positions of a text in one of the `FORMATS`.

    `rules`, `opened` and `loose` hold for positions that do not say otherwise (only
    position lines can). With `loose` the tables are heaps of tiles.

    :raises RummikubError: with every fault, its line number before it.
    """
    return [position for _, position in _read(text, form, rules or Rules.named("standard"), opened, loose)]


def positions_text(
    positions: Iterable[Position], form: str, rules: Rules | None = None, *, opened: bool = True, loose: bool = False
) -> str:
    """Positions in one of the `FORMATS`, as a text that `read_positions` reads again as the same positions.

    `rules`, `opened` and `loose` are what `read_positions` will be told.

    :raises NotationError: if there is no such format.
    :raises PositionError: if something of a position has no place in it; all of it is
        listed, with the number of the position, from 1.
    """
    numbered = [(f"position {number}", position) for number, position in enumerate(positions, 1)]
    return _written(numbered, form, rules or Rules.named("standard"), opened, loose)


def convert(
    text: str, source: str, target: str, rules: Rules | None = None, *, opened: bool = True, loose: bool = False
) -> str:
    """A text in the format `source`, written in the format `target`.

    `rules`, `opened` and `loose` hold for positions that do not say otherwise, and for
    whoever reads the new text.

    :raises RummikubError: with everything that cannot be read or has no place in the new
        text, its line number before it.
    """
    rules = rules or Rules.named("standard")
    numbered = [(f"line {number}", position) for number, position in _read(text, source, rules, opened, loose)]
    return _written(numbered, target, rules, opened, loose)


def _read(text: str, form: str, rules: Rules, opened: bool, loose: bool) -> list[tuple[int, Position]]:
    """The positions of a text, each with the number of its first line."""
    positions: list[tuple[int, Position]] = []
    faults: list[str] = []
    for number, read in _readers(text, form, rules, opened, loose):
        try:
            positions.append((number, read()))
        except RummikubError as error:
            faults += [f"line {number}: {line}" for line in str(error).splitlines()]
    if faults:
        raise PositionError(faults)
    if not positions:
        raise NotationError("there is no position in it")
    return positions


def _written(positions: Sequence[tuple[str, Position]], form: str, rules: Rules, opened: bool, loose: bool) -> str:
    """Positions, each with its place for errors, in one of the `FORMATS`."""
    writers: dict[str, Callable[[Position], str]] = {"line": str, "console": _console_text, "list": _list_text}
    write = writers.get(form)
    if write is None:
        raise NotationError(f"no format {quote(form)}: there are {', '.join(FORMATS)}")
    if form != "line":
        faults = [
            f"{place}: {lost}" for place, position in positions for lost in _lost(position, form, rules, opened, loose)
        ]
        if faults:
            raise PositionError(faults)
    texts = [write(position) for _, position in positions]
    if form == "console":
        # A rack alone would be read as more tiles of the rack before it.
        texts[1:] = [text if text.startswith("addtable") else f"addtable\n{text}" for text in texts[1:]]
    return ("\n" if form == "line" else "\n\n").join(texts) + "\n"


def _lost(position: Position, form: str, rules: Rules, opened: bool, loose: bool) -> Iterator[str]:
    """What of a position has no place in `console` or `list`, one phrase each."""
    heap = position.loose is not None
    for differs, text, option in (
        (position.rules != rules, str(position.rules), "--rules"),
        (position.opened != opened, f"opened={'yes' if position.opened else 'no'}", "--not-opened"),
        (heap != loose, f"loose={'yes' if heap else 'no'}", "--loose"),
    ):
        if differs:
            yield (
                f"{quote(text, 200)} has no place in the notation {form!r}, and {option} says otherwise for all"
                " positions: change one of them, or write position lines"
            )
    if position.id is not None:
        yield (
            f"{quote(f'id={position.id}', 200)} has no place in the notation {form!r}:"
            " leave it out, or write position lines"
        )
    if form == "console":
        for number, tile_set in enumerate(position.table, 1):
            if not _reads_bare(tile_set, position.rules):
                yield (
                    f"table, set {number}: what the joker of {tile_set} stands for has no place in the notation"
                    " 'console': write a list or position lines"
                )


def _reads_bare(tile_set: TileSet, rules: Rules) -> bool:
    """Whether a set is read as what it is when its jokers do not say what they stand for."""
    try:
        return TileSet.read([tile.bare for tile in tile_set.tiles], rules) == tile_set
    except SetError:
        return False


def _readers(
    text: str, form: str, rules: Rules, opened: bool, loose: bool
) -> Iterator[tuple[int, Callable[[], Position]]]:
    """For each position the number of its first line and a function that reads it."""
    if form == "line":
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                yield number, partial(Position.parse, line, rules, opened=opened, loose=loose)
        return
    table_line = {"console": _console_sets, "list": _list_sets}.get(form)
    if table_line is None:
        raise NotationError(f"no format {quote(form)}: there are {', '.join(FORMATS)}")
    for draft in _drafts(text):
        yield draft.number, partial(draft.read, table_line, rules, opened, loose)


@dataclass
class _Draft:
    """The lines of one position, with their numbers."""

    number: int
    table: list[tuple[int, str]] = field(default_factory=list)
    rack: list[tuple[int, str]] = field(default_factory=list)

    def read(
        self, sets_of: Callable[[str, bool], list[list[Tile]]], rules: Rules, opened: bool, loose: bool
    ) -> Position:
        faults: list[str] = []
        table: list[list[Tile]] = []
        rack: list[Tile] = []
        for part, lines in (("table", self.table), ("rack", self.rack)):
            for number, line in lines:
                try:
                    sets = sets_of(line, loose or part == "rack")
                except NotationError as error:
                    faults.append(f"{part} (line {number}): {error}")
                    continue
                if part == "table":
                    table += sets
                else:
                    rack += [tile for tiles in sets for tile in tiles]
        if faults:
            raise PositionError(faults)
        return Position.of(table, rack, rules, opened=opened, loose=loose)


def _drafts(text: str) -> list[_Draft]:
    """Cut a text at its headings.

    :raises NotationError: if tiles stand before the first heading.
    """
    drafts: list[_Draft] = []
    part = ""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if heading := _HEADING.match(line):
            before, part = part, "table" if heading["part"].lower().endswith(("table", "board")) else "rack"
            if not drafts or (part == "table" and before == "rack"):
                drafts.append(_Draft(number))
            line = heading["rest"].strip()
        if not part:
            raise NotationError(
                f"line {number}: {quote(line)} stands before the first 'table:' or 'rack:';"
                " --from line reads position lines"
            )
        if line and line != "-":
            (drafts[-1].table if part == "table" else drafts[-1].rack).append((number, line))
    return drafts


def _console_sets(line: str, heap: bool) -> list[list[Tile]]:
    """The sets of one line as typed at the console: each run and each group is one, single tiles are one together."""
    sets: list[list[Tile]] = []
    single: list[Tile] = []
    for word in re.split(r"[\s,]+", line.strip(" ,")):
        tiles = _console_tiles(word)
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


def _console_tiles(word: str) -> list[Tile]:
    """One word of the console: a tile, a joker, a run or a group."""
    token = _CONSOLE_TOKEN.fullmatch(word)
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


def _list_sets(line: str, heap: bool) -> list[list[Tile]]:
    """The sets of one line of a plain list, usually one."""
    line = re.sub(r"^(?:[-*•]\s+|[0-9]+[.)]\s+)", "", line)
    sets = []
    for part in re.split(r"[|/;]", line):
        # With commas a tile may be written either way; without, "red 5 blue 6" has its colours first.
        pieces = [_letters(piece) for piece in part.split(",")]
        try:
            tiles = read_tiles(",".join(pieces), "")
        except NotationError:
            # What was typed is named, not what was made of it.
            wrong = next(i for i, piece in enumerate(pieces) if _is_wrong(piece))
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
    try:
        read_tiles(text)
    except NotationError:
        return True
    return False


def _console_text(position: Position) -> str:
    lines = ["addtable " + _console_set(tile_set) for tile_set in position.table]
    if position.loose:
        lines = ["addtable " + " ".join(map(_console_tile, position.loose))]
    lines.append("addrack " + " ".join(map(_console_tile, position.rack)))
    return "\n".join(line.rstrip() for line in lines)


def _console_set(tile_set: TileSet) -> str:
    tiles = tile_set.tiles
    if tile_set.joker_count or tiles[-1].number < tiles[0].number:
        return " ".join(map(_console_tile, tiles))
    if tile_set.kind == RUN:
        return f"{_console_tile(tiles[0])}-{tiles[-1].number}"
    return "".join(_console_tile(tile)[0] for tile in tiles) + str(tiles[0].number)


def _console_tile(tile: Tile) -> str:
    if tile.is_joker:
        return "j"
    return f"{COLOURS[tile.colour]}{tile.number}".replace("P", "M").lower()


def _list_text(position: Position) -> str:
    lines = ["table:", *(" ".join(map(str, tile_set.tiles)) for tile_set in position.table)]
    if position.loose:
        lines.append(" ".join(map(str, position.loose)))
    return "\n".join([*lines, "rack:", " ".join(map(str, position.rack))]).rstrip()
