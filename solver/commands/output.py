"""What a command prints, and the status that it ends with."""

from __future__ import annotations

import os
import sys
from typing import Any, Protocol

import click

__all__ = [
    "ANSWERED",
    "BAD_INPUT",
    "BROKEN_PIPE",
    "ILLEGAL",
    "INTERNAL_ERROR",
    "INTERRUPTED",
    "TIME_RAN_OUT",
    "announce",
    "note",
    "page",
    "print_json",
    "print_page",
    "print_text",
    "report",
    "show",
    "status_of_all",
]

ANSWERED, ILLEGAL, BAD_INPUT, TIME_RAN_OUT = 0, 1, 2, 3
INTERNAL_ERROR, INTERRUPTED, BROKEN_PIPE = 70, 130, 141
"""Exit status: the first four are promised, the others follow the custom of shells."""

_MOST_FAULTS = 100


class _Shown(Protocol):
    """An answer, a hint, a verdict and the like."""

    def to_json(self) -> dict[str, Any]: ...


def show(shown: _Shown, as_json: bool) -> None:
    """Print it as its page, or as JSON."""
    if as_json:
        print_json(shown.to_json())
        return
    from solver.show.text import text_of

    print_page(text_of(shown, **page()))


def print_text(text: str) -> None:
    """Print lines; what is no printable character in them comes from outside, and is masked."""
    print_page(_masked(text))


def print_page(text: str) -> None:
    """Print lines of `solver.show.text`, which has masked what comes from outside, and sets colours itself."""
    click.echo(text)
    # So that who feeds positions one by one sees each answer at once.
    sys.stdout.flush()


def print_json(data: dict[str, Any]) -> None:
    import json

    # JSON escapes all other characters that are not printable.
    print_page(json.dumps(data).replace("\x7f", "\\u007f"))


def announce(number: int, as_json: bool) -> None:
    """Say which line of standard input is answered, where that does not show."""
    if not as_json:
        print_page(click.style(f"--- line {number} ---", dim=True))


def page() -> dict[str, Any]:
    """How wide the text may be, and whether in colour: arguments of every function of `solver.show.text`."""
    color = click.get_current_context().color
    return {"color": sys.stdout.isatty() if color is None else color, "width": _columns()}


def _columns() -> int:
    """As `shutil.get_terminal_size` says, which takes longer to import than a small page takes to print."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80


def report(faults: str, where: str = "") -> None:
    """Faults to standard error, one line each."""
    lines = faults.split("\n")
    more = [f"and {len(lines) - _MOST_FAULTS} more"] if len(lines) > _MOST_FAULTS else []
    for line in [*lines[:_MOST_FAULTS], *more]:
        note(f"error: {where}{line}")


def note(text: str) -> None:
    """A line to standard error."""
    click.echo(_masked(text), err=True)


def _masked(text: str) -> str:
    from solver.errors import printable

    return "\n".join(map(printable, text.split("\n")))


def status_of_all(found: set[int]) -> int:
    """The exit status of several answers together."""
    return next((status for status in (BAD_INPUT, TIME_RAN_OUT, ILLEGAL) if status in found), ANSWERED)
