"""What can be wrong with an input, said in one line for a person.

Every error that a user can cause is a `RummikubError`; the command line prints its
lines and exits with status 2. `RefereeError` is the one that a user cannot cause:
the model gave a move that the referee refuses.
"""

from __future__ import annotations

import sys

__all__ = [
    "OUT_OF_MEMORY",
    "AmbiguousPositionError",
    "AmbiguousSetError",
    "ArgumentError",
    "NotationError",
    "PositionError",
    "RefereeError",
    "RulesError",
    "RummikubError",
    "SetError",
    "how_to_install",
    "printable",
    "quote",
    "shown",
    "wrong_type",
]

OUT_OF_MEMORY = "memory ran out: fewer tiles, or a smaller box, take less"


def printable(text: object, mask: str = "?") -> str:
    """Text from outside as it may stand in a line that a terminal shows: `mask` for what is no printable character.

    An escape sequence in an id, a title or a file name would else be obeyed, and a line break would make two lines.
    """
    text = str(text)
    return text if text.isprintable() else "".join(c if c.isprintable() else mask for c in text)


def quote(text: str, limit: int = 40) -> str:
    """Quote `text` for an error line: printable, at most `limit` characters of it."""
    return f"'{printable(text if len(text) <= limit else text[: limit - 1] + '…')}'"


def shown(value: object) -> str:
    """A value as Python writes it, short enough for an error line."""
    try:
        return quote(repr(value))[1:-1]
    except ValueError:
        # Python does not write out numbers of thousands of digits.
        return "a huge number"


def how_to_install(*libraries: str) -> str:
    """What to type for libraries that are not there, in whatever way this package was installed."""
    return f"run: {sys.executable} -m pip install {' '.join(libraries)}"


class RummikubError(ValueError):
    """An input that cannot be used; `str(error)` is one line, or one line a fault, each of them printable."""

    def __init__(self, faults: str = "") -> None:
        super().__init__("\n".join(map(printable, faults.split("\n"))))


class NotationError(RummikubError):
    """A text that is no tile, set, position or move."""


class RulesError(RummikubError):
    """An unknown rule set or parameter, a value out of range, or rules that contradict each other."""


class SetError(RummikubError):
    """Tiles that are no legal set under the rules, or that can be read in several ways."""


class AmbiguousSetError(SetError):
    """Tiles that are a legal set in several ways, between which a `J(..)` must choose."""


class PositionError(RummikubError):
    """A position that cannot stand on a table: `faults` has one line for each reason.

    `rules` and `id` are those of the position, where they are known.
    """

    def __init__(self, faults: list[str], rules: str | None = None, id: str | None = None) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(map(printable, faults))
        self.rules, self.id = rules, id


class AmbiguousPositionError(PositionError):
    """A table of which nothing else is wrong: `faults` are sets that can be read in several ways.

    That is a fault of how it was written: whether it is legal is not known.
    """


class ArgumentError(RummikubError, TypeError):
    """A value of a type that the function does not take."""


def wrong_type(name: str, value: object, wanted: str) -> ArgumentError:
    """The error that says what argument `name` takes."""
    given = shown(value) if isinstance(value, bool | float | int | str | None) else f"a {type(value).__name__}"
    return ArgumentError(f"{name} = {given}: it takes {wanted}")


class RefereeError(RuntimeError):
    """The model's move is illegal: a defect of this program, never of the input."""

    def __init__(self, position: str, reasons: list[str]) -> None:
        super().__init__(
            f"internal error: the referee refuses the solver's move ({'; '.join(reasons)}); "
            f"please report this position: {position}"
        )
        self.position = position
        self.reasons = tuple(reasons)
