"""Position lines in any notation of tiles: one position a line, with its rules and its id."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from solver.formats.beside import Beside
from solver.game.notation import Notation
from solver.game.position import Position

__all__ = ["read_lines", "written_lines"]


def read_lines(
    text: str, beside: Beside, notation: Notation | None = None
) -> Iterator[tuple[int, Callable[[], Position]]]:
    """For each position the number of its line and a function that reads it; `notation` as in `Position.parse`."""
    said: dict[str, Any] = {"opened": beside.opened, "loose": beside.loose, "notation": notation}
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, partial(Position.parse, line, beside.rules, **said)


def written_lines(positions: Sequence[Position], notation: Notation) -> str:
    """The positions, one a line."""
    return "".join(f"{position.written_in(notation)}\n" for position in positions)
