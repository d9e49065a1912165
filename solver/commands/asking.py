"""What is asked: the position of a command, or the position lines of standard input, one after the other."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from solver.commands.options import Place, Under, refuse
from solver.commands.output import BAD_INPUT, TIME_RAN_OUT, announce, note, report, status_of_all

if TYPE_CHECKING:
    from solver import Position, Rules

__all__ = [
    "Asked",
    "each_line",
    "name_of_file",
    "note_idle",
    "note_opened",
    "refuse_own_output",
    "rules_of",
    "standard_input",
    "text_of_file",
]

_LONGEST_LINE = 100_000


@dataclass(frozen=True)
class Asked:
    """Where positions come from, and how they are to be read."""

    place: Place
    under: Under
    rules: Rules
    changes: dict[str, str]
    noted: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, place: Place, under: Under) -> Asked:
        """What the options of a command ask.

        :raises UsageError: if there is no position, or it is given twice.
        :raises RulesError: if the rules cannot be read.
        """
        position = place.position
        if position and (place.table is not None or place.rack is not None):
            refuse("a position and --table or --rack: give one or the other")
        if not position and place.table is None and place.rack is None:
            refuse("no position: give one, or '-' for standard input")
        if len(position) == 1 and position[0] != "-" and os.path.isfile(position[0]):
            refuse(
                f"{position[0]} is a file: '{click.get_current_context().info_name} - < {position[0]}' reads the"
                " position lines in it, and 'puzzles' a puzzle file"
            )
        return cls(place, under, under.base(), under.changed())

    @property
    def many(self) -> bool:
        """Whether position lines come from standard input."""
        return self.place.position == ("-",)

    @property
    def text(self) -> str:
        """The one position as it was given, in one line."""
        if not self.place.position:
            return f"{self.place.table or '-'} {self.place.rack or '-'}"
        return " ".join(self.place.position)

    @property
    def says_opened(self) -> bool:
        """Whether the one position has an `opened=` of its own."""
        return any("opened=" in part for part in self.place.position)

    def read(self, text: str) -> Position:
        """Read a position line; what `--rule` changes holds where the line does not set it."""
        from solver import Position

        fields = [field for field in text.split() if "=" in field]
        line = " ".join([text, *self._changes_beside(fields)])
        position = Position.parse(line, self.rules, **self._said)
        note_idle(position.rules, self.noted)
        return position

    def read_one(self) -> Position:
        """Read the one position."""
        from solver import Position

        places = self._places
        if len(places) == 2:
            keys = [field for part in self.place.position if "=" in part for field in part.split()]
            keys += self._changes_beside(keys)
            read = Position.of_parts(places[0], places[1], keys, self.rules, **self._said)
            note_idle(read.rules, self.noted)
            return read
        if self.place.position:
            return self.read(self.text)
        rules = self.rules.changed(self.changes) if self.changes else self.rules
        note_idle(rules, self.noted)
        return Position.read(self.place.table or "-", self.place.rack or "-", rules, **self._said)

    @property
    def _said(self) -> dict[str, Any]:
        """What the options say beside the rules: arguments of `Position.parse` and its like."""
        under = self.under
        return {"opened": not under.not_opened, "loose": under.loose, "notation": under.notation}

    @property
    def _places(self) -> list[str]:
        """The parts of the position without keys: table and rack, if they were quoted apart or have no blanks."""
        parts = []
        for part in self.place.position:
            place = part if "=" not in part else " ".join(field for field in part.split() if "=" not in field)
            parts += [place] if place else []
        return parts

    def _changes_beside(self, fields: Sequence[str]) -> list[str]:
        """What `--rule` changes and these `key=value` fields do not set."""
        keys = {field.partition("=")[0] for field in fields}
        return [f"{key}={value}" for key, value in self.changes.items() if key not in keys]


def rules_of(under: Under) -> Rules:
    """The rule set that options name, with their changes; it is noted which of those have no effect.

    :raises RulesError: with every fault.
    """
    rules = under.base()
    if changes := under.changed():
        rules = rules.changed(changes)
    note_idle(rules, set())
    return rules


# --- Notes ---


def note_idle(rules: Rules, noted: set[str]) -> None:
    """Say once of each changed rule that has no effect that it has none."""
    idle = rules.idle()
    for key, value in rules.changes().items() if idle else ():
        if key in idle and key not in noted:
            from solver.game.rules import value_text

            noted.add(key)
            note(f"note: {key} = {value_text(value)} has no effect with {idle[key]}")


def note_opened(position: Position) -> None:
    """Say, to a person, on an empty table that the player counts as having opened: most likely nobody has."""
    opening = position.rules.opening
    is_empty = not (position.table or position.loose)
    if sys.stderr.isatty() and is_empty and position.opened and (opening.points or opening.needs_run):
        note("note: the player counts as having opened; if not, add --not-opened")


# --- Standard input ---


def each_line(answer: Callable[[str], Callable[[], int]], as_json: bool) -> int:
    """Answer the lines of standard input in turn; the exit status of all of them together.

    `answer` reads a line and gives what shows the answer to it and knows its exit status.
    """
    from solver.errors import OUT_OF_MEMORY, RummikubError

    found: set[int] = set()
    for number, text, fault in _lines(standard_input()):
        if text is None:
            report(fault, f"line {number}: ")
            found.add(BAD_INPUT)
            continue
        try:
            shown = answer(text)
            announce(number, as_json)
            found.add(shown())
        except RummikubError as error:
            report(str(error), f"line {number}: ")
            found.add(BAD_INPUT)
        except MemoryError:
            report(OUT_OF_MEMORY, f"line {number}: ")
            found.add(TIME_RAN_OUT)
    if not found:
        report("there is no position on standard input: write one a line, such as R5R6R7/K7B7R7 K9R4J")
        return BAD_INPUT
    return status_of_all(found)


def standard_input() -> Callable[[int], bytes]:
    """What reads the next line of standard input, but no more of it than a number of bytes.

    :raises UsageError: if standard input is closed, or is the file that the answers go to: they would be read, too,
        without end.
    :raises NotationError: from the function, if it cannot be read.
    """
    stream: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    if stream is None:
        refuse("standard input is closed")
    refuse_own_output(stream)

    def line(most: int) -> bytes:
        try:
            return stream.readline(most)
        except OSError as error:
            from solver.errors import NotationError

            raise NotationError(f"standard input: {error.strerror or error}") from None

    return line


def refuse_own_output(source: BinaryIO | str) -> None:
    """Refuse to read a file that the output of this process is added to.

    :raises UsageError: if `source`, a stream or a path, is that file.
    """
    from solver.files import is_same_file

    for name, written in (("output", sys.stdout), ("error", sys.stderr)):
        if is_same_file(source, written):
            refuse(f"standard {name} is the input; send it to another file")


def text_of_file(file: str) -> str:
    """All of a file, or of standard input.

    :raises NotationError: if it cannot be read, or is no text.
    """
    from solver.errors import NotationError
    from solver.files import LARGEST_FILE, FileFault, decoded, read_text

    try:
        if file != "-":
            refuse_own_output(file)
            return read_text(file)
        read = standard_input()
        lines = []
        left = LARGEST_FILE
        while left >= 0 and (line := read(1 << 20)):
            lines.append(line)
            left -= len(line)
        if left < 0:
            raise FileFault(f"it has more than {LARGEST_FILE:,} bytes")
        return decoded(b"".join(lines))
    except FileFault as fault:
        raise NotationError(f"{name_of_file(file)}: {fault}") from None


def name_of_file(file: str) -> str:
    """What an error calls it."""
    from solver.errors import printable

    return "standard input" if file == "-" else printable(file)


def _lines(read: Callable[[int], bytes]) -> Iterator[tuple[int, str | None, str]]:
    """The lines of standard input that are neither blank nor comments: number, text, and what is wrong with it."""
    number = 0
    while raw := read(_LONGEST_LINE):
        number += 1
        if len(raw) == _LONGEST_LINE and not raw.endswith(b"\n"):
            while raw and not raw.endswith(b"\n"):
                raw = read(_LONGEST_LINE)
            yield number, None, f"longer than {_LONGEST_LINE} characters, which no position is"
            continue
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError:
            yield number, None, "this is no UTF-8 text"
            continue
        if text and not text.startswith("#"):
            yield number, text, ""
