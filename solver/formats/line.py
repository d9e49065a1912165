"""Position lines, the notation of this package: one position a line, with its rules and its id."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from solver.formats.beside import Beside
from solver.game.position import Position

__all__ = ["ABOUT", "lost", "read", "write"]

ABOUT = "'line' are position lines."


def read(text: str, beside: Beside) -> Iterator[tuple[int, Callable[[], Position]]]:
    """For each position the number of its line and a function that reads it; `beside` holds where it says nothing."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, partial(Position.parse, line, beside.rules, opened=beside.opened, loose=beside.loose)


def lost(position: Position, beside: Beside) -> Iterator[str]:
    """Nothing: a line has a place for all of a position."""
    return iter(())


def write(positions: Sequence[Position]) -> str:
    """The positions, one a line."""
    return "\n".join(map(str, positions)) + "\n"
