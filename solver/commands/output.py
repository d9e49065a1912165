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
    "page",
    "print_json",
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

    print_text(text_of(shown, **page()))


def print_text(text: str) -> None:
    click.echo(text)
    # So that who feeds positions one by one sees each answer at once.
    sys.stdout.flush()


def print_json(data: dict[str, Any]) -> None:
    import json

    print_text(json.dumps(data))


def announce(number: int, as_json: bool) -> None:
    """Say which line of standard input is answered, where that does not show."""
    if not as_json:
        print_text(click.style(f"--- line {number} ---", dim=True))


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
    for line in lines[:_MOST_FAULTS]:
        click.echo(f"error: {where}{line}", err=True)
    if len(lines) > _MOST_FAULTS:
        click.echo(f"error: {where}and {len(lines) - _MOST_FAULTS} more", err=True)


def status_of_all(found: set[int]) -> int:
    """The exit status of several answers together."""
    return next((status for status in (BAD_INPUT, TIME_RAN_OUT, ILLEGAL) if status in found), ANSWERED)
