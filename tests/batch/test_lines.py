"""Lines of any input: which are asked, their numbers, and what is too long."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

import pytest

from solver.batch.errors import BatchError
from solver.batch.lines import Line, LineReader, count_lines, open_source


def read(content: bytes, longest: int = 100) -> list[Line]:
    return list(LineReader(BytesIO(content), longest))


def test_numbers_count_every_line_but_blank_ones_and_comments_ask_nothing() -> None:
    content = b"\xef\xbb\xbfone\r\n\n# two\n  three  \n\t\nlast without an end"
    assert read(content) == [Line(1, b"one"), Line(4, b"three"), Line(6, b"last without an end")]


def test_no_line() -> None:
    assert read(b"") == read(b"\n\n#\n") == []


def test_a_line_that_is_too_long_is_reported_and_the_next_one_read() -> None:
    assert read(b"a" * 100 + b"\n" + b"b" * 101 + b"\nc\n") == [Line(1, b"a" * 100), Line(2, None), Line(3, b"c")]


def test_rubbish_without_an_end_of_line_is_one_line_that_is_too_long() -> None:
    assert read(b"\0" * 1_000_000) == [Line(1, None)]


def test_lines_longer_than_a_block() -> None:
    assert read(b"a" * 200_000 + b"\nb", 300_000) == [Line(1, b"a" * 200_000), Line(2, b"b")]


def test_ready_only_when_a_line_is_there() -> None:
    theirs, ours = os.pipe()
    with open(theirs, "rb", buffering=0) as stream, open(ours, "wb", buffering=0) as writer:
        reader = LineReader(stream)
        assert not reader.ready()
        writer.write(b"\n# a note\n")
        assert not reader.ready()
        writer.write(b"one\n\ntwo\n\nthr")
        assert reader.ready()
        assert next(reader) == Line(3, b"one")
        assert reader.ready()
        assert next(reader) == Line(5, b"two")
        assert not reader.ready()
        writer.write(b"e")
        assert not reader.ready()
        writer.write(b"e\n")
        assert reader.ready()
        assert next(reader) == Line(7, b"three")
        assert not reader.ready()


def test_count_lines(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b"a\n" * 100_000)
    assert count_lines(file) == 100_000
    assert count_lines("-") is None
    assert count_lines(tmp_path) is None


def test_sources_that_cannot_be_read_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BatchError, match=r"^/.*/none: No such file or directory$"):
        open_source(tmp_path / "none")
    with pytest.raises(BatchError, match=r"^/.*: it is a folder, not a file$"):
        open_source(tmp_path)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.stat", refuse)
    with pytest.raises(BatchError, match=r"^secret: Permission denied$"):
        open_source("secret")
