"""Files that others wrote: the one way in which all of them are opened and read.

A name may come from a position line that somebody sent, and lead anywhere: a pipe that nobody
writes to would hold the program up, and a device such as `/dev/zero` has no end. So only a regular
file is opened, and no more of it is read than such a file can have.
"""

from __future__ import annotations

import os
import stat
from typing import BinaryIO

from solver.errors import RummikubError

__all__ = ["LARGEST_FILE", "FileFault", "decoded", "is_same_file", "open_file", "read_bytes", "read_text"]

LARGEST_FILE = 16_000_000
"""Bytes: about 50,000 puzzles. More than that is no file that a person wrote."""

_KINDS = (
    (stat.S_ISDIR, "it is a folder, not a file"),
    (stat.S_ISFIFO, "it is a pipe, not a regular file"),
    (stat.S_ISSOCK, "it is a socket, not a regular file"),
    (stat.S_ISCHR, "it is a device, not a regular file"),
    (stat.S_ISBLK, "it is a device, not a regular file"),
)


class FileFault(RummikubError):
    """Why a file cannot be read: the reason alone; whoever knows what the file is for puts its name before it."""


def open_file(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a regular file, unbuffered.

    :raises FileFault: if it is not there, is no regular file, or may not be read.
    """
    if "\0" in os.fspath(path):
        raise FileFault("no file has a NUL character in its name")
    try:
        # Looked at first, because opening a device may do something, and then again: it may have been replaced.
        _refuse_other_kinds(os.stat(path))
        file = open(path, "rb", buffering=0, opener=_without_waiting)  # noqa: SIM115
        try:
            _refuse_other_kinds(os.fstat(file.fileno()))
        except FileFault:
            file.close()
            raise
    except OSError as error:
        raise FileFault(error.strerror or str(error)) from None
    return file


def read_bytes(path: str | os.PathLike[str], most: int = LARGEST_FILE) -> bytes:
    """All of a regular file of at most `most` bytes.

    :raises FileFault: as `open_file`, and if it is larger.
    """
    with open_file(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise FileFault(f"it has {_size(size)}, and such a file has at most {_size(most)}")
        try:
            return _at_most(file, most)
        except OSError as error:
            raise FileFault(error.strerror or str(error)) from None


def read_text(path: str | os.PathLike[str], most: int = LARGEST_FILE) -> str:
    """The text of a regular file of at most `most` bytes of UTF-8, without the mark that some editors put first.

    :raises FileFault: as `read_bytes`, and if it is no such text.
    """
    return decoded(read_bytes(path, most))


def decoded(content: bytes) -> str:
    """UTF-8 as text, without a byte order mark.

    :raises FileFault: if it is none.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The mark is not counted by the decoder.
        place = error.start + 1 + 3 * content.startswith(b"\xef\xbb\xbf")
        raise FileFault(f"it is no UTF-8 text (byte {place})") from None


def is_same_file(one: object, two: object) -> bool:
    """Whether two open streams, or a stream and a path, are one regular file."""
    try:
        first, second = (_status(file) for file in (one, two))
    except (OSError, ValueError, AttributeError):
        return False  # one is not there, is closed, or is in memory
    return os.path.samestat(first, second) and stat.S_ISREG(first.st_mode)


def _without_waiting(path: str, flags: int) -> int:
    """Opens a pipe at once, though nobody writes to it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _status(file: object) -> os.stat_result:
    if isinstance(file, (str, os.PathLike)):
        return os.stat(file)
    return os.fstat(file.fileno())  # type: ignore[attr-defined]


def _refuse_other_kinds(status: os.stat_result) -> None:
    for is_kind, reason in _KINDS:
        if is_kind(status.st_mode):
            raise FileFault(reason)


def _at_most(file: BinaryIO, most: int) -> bytes:
    """What is in an unbuffered file, which may have more than it says of itself: one that grows, or one of `/proc`."""
    parts: list[bytes] = []
    left = most
    while part := file.read(min(left + 1, 1 << 20)):
        parts.append(part)
        left -= len(part)
        if left < 0:
            raise FileFault(f"it has more than {_size(most)}, which such a file has at most")
    return b"".join(parts)


def _size(count: int) -> str:
    return f"{count / 1e6:,.0f} MB" if count >= 10_000_000 else f"{count:,} bytes"
