"""Texts of several lines a position, cut at their headings: `table:` and `rack:`, `addtable` and `addrack`.

Each position begins with its table, or with its rack if it has a table before the rack already.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from solver.errors import NotationError, PositionError, quote
from solver.formats.beside import Beside
from solver.game.position import Position
from solver.game.tiles import Tile

__all__ = ["read_under_headings"]

_SetsOf = Callable[[str, bool], list[list[Tile]]]

_HEADING = re.compile(
    r"(?P<part>add ?table|add ?rack|table|board|rack|hand)\b[ \t]*:?[ \t]*(?P<rest>.*)", re.IGNORECASE | re.DOTALL
)


def read_under_headings(text: str, beside: Beside, sets_of: _SetsOf) -> Iterator[tuple[int, Callable[[], Position]]]:
    """For each position the number of its first line and a function that reads it.

    `sets_of` gives the sets of one line; the second thing that it is told is whether they are a heap or a rack.

    :raises NotationError: if tiles stand before the first heading.
    """
    for draft in _drafts(text):
        yield draft.number, partial(draft.read, sets_of, beside)


@dataclass
class _Draft:
    """The lines of one position, with their numbers."""

    number: int
    table: list[tuple[int, str]] = field(default_factory=list)
    rack: list[tuple[int, str]] = field(default_factory=list)

    def read(self, sets_of: _SetsOf, beside: Beside) -> Position:
        faults: list[str] = []
        table: list[list[Tile]] = []
        rack: list[Tile] = []
        for part, lines in (("table", self.table), ("rack", self.rack)):
            for number, line in lines:
                try:
                    sets = sets_of(line, beside.loose or part == "rack")
                except NotationError as error:
                    faults.append(f"{part} (line {number}): {error}")
                    continue
                if part == "table":
                    table += sets
                else:
                    rack += [tile for tiles in sets for tile in tiles]
        if faults:
            raise PositionError(faults)
        return Position.of(table, rack, beside.rules, opened=beside.opened, loose=beside.loose)


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
