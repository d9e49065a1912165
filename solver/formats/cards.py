"""Position lines in cards, for Machiavelli, Vatikan and their like: `5h6h7h/8c8s8d 4h*`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from solver.formats import line
from solver.formats.beside import Beside
from solver.formats.lines import read_lines, written_lines
from solver.game.notation import CARDS
from solver.game.position import Position

__all__ = ["ABOUT", "lost", "read", "write"]

ABOUT = "'cards' are position lines in cards: '5h6h7h/8c8s8d 4h*'."


def read(text: str, beside: Beside) -> Iterator[tuple[int, Callable[[], Position]]]:
    """For each position the number of its line and a function that reads it; `beside` holds where it says nothing."""
    return read_lines(text, beside, CARDS)


def lost(position: Position, beside: Beside) -> Iterator[str]:
    """What of a position has no place in a line, and a box that has more than cards have."""
    yield from line.lost(position, beside)
    if fault := CARDS.box_fault(position.rules.tiles.colours, position.rules.tiles.numbers):
        yield fault


def write(positions: Sequence[Position]) -> str:
    """The positions, one a line."""
    return written_lines(positions, CARDS)
