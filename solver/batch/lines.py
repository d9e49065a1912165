"""The lines of a file, a pipe or standard input, however many and however long.

Nothing is kept but the block that was read last, so that memory stays the same for
any input; a line that is too long is passed over and reported.
"""

from __future__ import annotations

import select
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from solver.batch.errors import BatchError

__all__ = ["LONGEST_LINE", "Line", "LineReader", "count_lines", "open_source"]

LONGEST_LINE = 1_000_000
"""Bytes; a full box of 104 numbers, 8 colours and 8 copies is written in a tenth of it."""

_BLOCK = 1 << 16


class Line(NamedTuple):
    """One line that asks something: its number in the input, from 1, and its bytes; None if it is too long."""

    number: int
    content: bytes | None


class LineReader(Iterator[Line]):
    """Iterates over the lines of a binary stream that are neither blank nor comments (`#`).

    `ready` says whether the next line can be had without waiting for the other end of
    a pipe, so that answers are not held up by a slow writer.
    """

    def __init__(self, stream: BinaryIO, longest: int = LONGEST_LINE) -> None:
        self._stream = stream
        self._longest = longest
        self._buffer = b""
        self._place = 0
        self._number = 0
        self._ended = False

    def __next__(self) -> Line:
        while True:
            content = self._next_line()
            if self._number == 1 and content is not None:
                content = content.removeprefix(b"\xef\xbb\xbf")
            if content is None:
                return Line(self._number, None)
            content = content.strip()
            if content and not content.startswith(b"#"):
                return Line(self._number, content)

    def ready(self) -> bool:
        """Whether `next` would return (or end) at once."""
        if self._ended or self._buffer.find(b"\n", self._place) >= 0:
            return True
        try:
            return bool(select.select([self._stream.fileno()], [], [], 0)[0])
        except (OSError, ValueError, AttributeError):
            return True  # not a thing that can be waited for: a file in memory, or a system without select on files

    def _next_line(self) -> bytes | None:
        """The next line without its end; None for one that is too long. Ends the iteration at the end."""
        parts: list[bytes] = []
        length = 0
        while True:
            end = self._buffer.find(b"\n", self._place)
            part = self._buffer[self._place : end if end >= 0 else len(self._buffer)]
            length += len(part)
            if length <= self._longest:
                parts.append(part)
            if end >= 0:
                self._place = end + 1
                break
            self._buffer = b"" if self._ended else self._stream.read(_BLOCK)
            self._place = 0
            if not self._buffer:
                self._ended = True
                if not length:
                    raise StopIteration
                break
        self._number += 1
        return b"".join(parts) if length <= self._longest else None


def open_source(path: str | Path) -> BinaryIO:
    """Open a file to read lines from, unbuffered; `-` is standard input.

    :raises BatchError: if it is not there, is a folder or may not be read.
    """
    try:
        if str(path) == "-":
            try:
                return open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)
            except (OSError, AttributeError):
                return sys.stdin.buffer  # replaced by something in memory
        return open(path, "rb", buffering=0)
    except OSError as error:
        raise BatchError(f"{path}: {error.strerror or error}") from None


def count_lines(path: str | Path) -> int | None:
    """How many lines a regular file has, for a progress bar; None if that is not to be known."""
    if str(path) == "-" or not Path(path).is_file():
        return None
    count = 0
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            count += block.count(b"\n")
    return count
