"""The list of notations, and positions read from one of them and written in another.

Rules, whether the player has opened and whether the table is a heap are said for the whole
text, beside it. Only position lines have a place for what one position says of them, and for
an id: a position that would lose something is not written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from solver.errors import NotationError, PositionError, RummikubError, quote
from solver.formats import cards, console, line, plain_list
from solver.formats.beside import Beside
from solver.game.position import Position
from solver.game.rules import Rules

__all__ = ["FORMATS", "Format", "convert", "positions_text", "read_positions"]


class Format(Protocol):
    """What the module of a notation has."""

    ABOUT: str
    """One sentence for the help of `convert`."""

    def read(self, text: str, beside: Beside, /) -> Iterator[tuple[int, Callable[[], Position]]]:
        """For each position the number of its first line, from 1, and a function that reads it."""

    def lost(self, position: Position, beside: Beside, /) -> Iterator[str]:
        """What of a position has no place in this notation, one phrase each."""

    def write(self, positions: Sequence[Position], /) -> str:
        """The positions as a text that `read` reads again, for whoever is told the same beside it."""


FORMATS: Mapping[str, Format] = {
    "line": line,
    "cards": cards,
    "console": console,
    "list": plain_list,
}


def read_positions(
    text: str, form: str, rules: Rules | None = None, *, opened: bool = True, loose: bool = False
) -> list[Position]:
    """The positions of a text in one of the `FORMATS`.

    `rules`, `opened` and `loose` hold for positions that do not say otherwise (only
    position lines can). With `loose` the tables are heaps of tiles.

    :raises RummikubError: with every fault, its line number before it.
    """
    return [position for _, position in _read(text, form, _beside(rules, opened, loose))]


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
    return _written(numbered, form, _beside(rules, opened, loose))


def convert(
    text: str, source: str, target: str, rules: Rules | None = None, *, opened: bool = True, loose: bool = False
) -> str:
    """A text in the format `source`, written in the format `target`.

    `rules`, `opened` and `loose` hold for positions that do not say otherwise, and for
    whoever reads the new text.

    :raises RummikubError: with everything that cannot be read or has no place in the new
        text, its line number before it.
    """
    beside = _beside(rules, opened, loose)
    numbered = [(f"line {number}", position) for number, position in _read(text, source, beside)]
    return _written(numbered, target, beside)


def _beside(rules: Rules | None, opened: bool, loose: bool) -> Beside:
    return Beside(rules or Rules.named("standard"), opened, loose)


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise NotationError(f"no format {quote(name)}: there are {', '.join(FORMATS)}")
    return FORMATS[name]


def _read(text: str, form: str, beside: Beside) -> list[tuple[int, Position]]:
    """The positions of a text, each with the number of its first line."""
    positions: list[tuple[int, Position]] = []
    faults: list[str] = []
    for number, read in _format(form).read(text, beside):
        try:
            positions.append((number, read()))
        except RummikubError as error:
            faults += [f"line {number}: {line}" for line in str(error).splitlines()]
    if faults:
        raise PositionError(faults)
    if not positions:
        raise NotationError("there is no position in it")
    return positions


def _written(positions: Sequence[tuple[str, Position]], form: str, beside: Beside) -> str:
    """Positions, each with its place for errors, in one of the `FORMATS`."""
    target = _format(form)
    faults = [f"{place}: {lost}" for place, position in positions for lost in target.lost(position, beside)]
    if faults:
        raise PositionError(faults)
    return target.write([position for _, position in positions])
