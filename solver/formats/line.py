"""Position lines, the notation of this package: one position a line, with its rules and its id."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from solver.errors import quote
from solver.formats.beside import Beside
from solver.formats.lines import read_lines, written_lines
from solver.game.notation import TILES
from solver.game.position import Position

__all__ = ["ABOUT", "lost", "read", "write"]

ABOUT = "'line' are position lines."


def read(text: str, beside: Beside) -> Iterator[tuple[int, Callable[[], Position]]]:
    """For each position the number of its line and a function that reads it; `beside` holds where it says nothing."""
    return read_lines(text, beside)


def lost(position: Position, beside: Beside) -> Iterator[str]:
    """What of a position has no place in a line: only an id that cannot be printed."""
    if position.id is not None and not position.id.isprintable():
        yield f"{quote(f'id={position.id}', 200)} has characters that cannot be printed: leave them out"


def write(positions: Sequence[Position]) -> str:
    """The positions, one a line."""
    return written_lines(positions, TILES)
