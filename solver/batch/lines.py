"""The lines of a file, a pipe or standard input, however many and however long.

Nothing is kept but the lines of the block that was read last, so that memory stays the same for
any input; a line that is too long is passed over and reported.
"""

from __future__ import annotations

import select
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from solver.batch.errors import BatchError
from solver.errors import printable
from solver.files import FileFault, open_file

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

    `ready` says whether the next such line can be had without waiting for the other end of
    a pipe, so that answers are not held up by a slow writer: by one that has sent half a
    line, or a blank one, either.
    """

    def __init__(self, stream: BinaryIO, longest: int = LONGEST_LINE) -> None:
        self._stream = stream
        self._longest = longest
        self._lines: deque[Line] = deque()
        self._parts: list[bytes] = []  # of the line that has not ended yet; none of a line that is too long
        self._length = 0
        self._number = 0
        self._ended = False

    def __next__(self) -> Line:
        while not self._lines:
            if self._ended:
                raise StopIteration
            self._read()
        return self._lines.popleft()

    def give_back(self, line: Line) -> None:
        """Take back the line that was read last, so that it comes next again."""
        self._lines.appendleft(line)

    def ready(self) -> bool:
        """Whether `next` would return (or end) at once."""
        while not self._lines and not self._ended:
            try:
                if not select.select([self._stream.fileno()], [], [], 0)[0]:
                    return False
            except (OSError, ValueError, AttributeError):
                return True  # not a thing that can be waited for: a file in memory, or a system without select on files
            self._read()
        return True

    def _read(self) -> None:
        """Take in what is there, at most a block of it, and the lines that end in it."""
        # A buffered stream would wait for a whole block.
        try:
            block = getattr(self._stream, "read1", self._stream.read)(_BLOCK)
            while block is None:  # a pipe that does not wait by itself
                select.select([self._stream.fileno()], [], [])
                block = self._stream.read(_BLOCK)
        except OSError as error:
            raise BatchError(f"the input cannot be read: {error.strerror or error}") from None
        if not block:
            self._ended = True
            if self._length:
                self._end_line()
            return
        *whole, rest = block.split(b"\n")
        for part in whole:
            self._add(part)
            self._end_line()
        self._add(rest)

    def _add(self, part: bytes) -> None:
        self._length += len(part)
        if self._length > self._longest:
            self._parts.clear()
        elif part:
            self._parts.append(part)

    def _end_line(self) -> None:
        self._number += 1
        content = None if self._length > self._longest else b"".join(self._parts)
        self._parts.clear()
        self._length = 0
        if content is not None:
            content = (content.removeprefix(b"\xef\xbb\xbf") if self._number == 1 else content).strip()
            if not content or content.startswith(b"#"):
                return
        self._lines.append(Line(self._number, content))


def open_source(path: str | Path) -> BinaryIO:
    """Open a file of any size to read lines from, unbuffered; `-` is standard input, whatever that is.

    :raises BatchError: if it is not there, is no regular file or may not be read, or if standard input is closed.
    """
    if str(path) != "-":
        try:
            return open_file(path)
        except FileFault as fault:
            mend = "; what is no file is read as standard input, '-'" if "regular" in str(fault) else ""
            raise BatchError(f"{printable(path)}: {fault}{mend}") from None
    if sys.stdin is None:
        raise BatchError("standard input is closed")
    try:
        return open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)
    except OSError as error:
        memory: BinaryIO | None = getattr(sys.stdin, "buffer", None)
        if memory is not None and error.errno is None:
            return memory  # replaced by something in memory
        raise BatchError(f"standard input: {error.strerror or error}") from None


def count_lines(path: str | Path) -> int | None:
    """How many lines a regular file has, for a progress bar; None if that is not to be known."""
    if str(path) == "-" or not Path(path).is_file():
        return None
    count = 0
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            count += block.count(b"\n")
    return count
