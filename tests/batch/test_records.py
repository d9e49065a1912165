"""What a run goes on with: records, and the beginning of the next one; everything else is left alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from solver.batch import BatchError, Settings, run_batch
from solver.batch.lines import Line
from solver.batch.records import is_cut_off, read_record
from solver.batch.task import crash_record, record_of

LINES = [
    b"R5R6R7R8/K7B7R7 K9R4J id=a",
    b"- K1",
    b"- K10B10R10J opened=no rules=free",
    b'{"table": "R7R6R5", "rack": "R8", "loose": true, "id": "\\u001b a\\u007f"}',
    b"R5R6R7 X8 id=bad",
    b"R5R6R7 R8K9 must=K9R8 max_moved=2",
    b"{",
]


def records() -> Iterator[tuple[Line, bytes]]:
    for number, content in enumerate(LINES, 1):
        line = Line(number, content)
        yield line, record_of(Settings(), line).encode()


def test_what_a_batch_writes_is_a_record_of_printable_ascii() -> None:
    for _, content in records():
        assert read_record(content + b"\n") == json.loads(content)
        assert content.isascii() and content.decode().isprintable()


def test_every_beginning_of_a_record_is_known() -> None:
    for line, content in records():
        for end in range(1, len(content) + 1):
            assert is_cut_off(content[:end], line, Settings()), content[:end]
    crashed = crash_record(Line(2, LINES[1])).encode()
    assert all(is_cut_off(crashed[:end], Line(2, LINES[1]), Settings()) for end in range(1, len(crashed) + 1))


@pytest.mark.parametrize(
    "content",
    [
        b"my only copy of a letter",
        b"{}",
        b'{"line": 1',  # of another line
        b'{"line": 20',
        b'{"line": 2, "id": null, "status": "superb',
        b'{"line": 2, "id": null, "status": "optimal", "position": "- K2',
        b'{"line": 2, "id": "b',
        b"\0\0\0",
        b'{"line": 2, "id": null, "status": "error", "error": "caf\xc3\xa9',
        b'{"line": 2, "id": null, "status": "error", "error": "\x1b[31m',
        b"[1, 2, 3]",
        b" ",
        b'"',
    ],
)
def test_what_is_no_beginning_of_it(content: bytes) -> None:
    assert not is_cut_off(content, Line(2, LINES[1]), Settings())


def test_behind_the_objective_there_must_be_keys_and_values_of_a_record() -> None:
    line, content = next(records())
    head = content[: content.index(b'"goes_out"')]
    assert is_cut_off(head + b'"goes_o', line, Settings())
    assert is_cut_off(head + b'"goes_out": tr', line, Settings())
    assert not is_cut_off(head + b"and then the rest of a letter", line, Settings())
    assert not is_cut_off(head + b'"goes_out": 5, ', line, Settings())
    assert not is_cut_off(head + b'"goes_out": true and', line, Settings())
    assert not is_cut_off(content + b"!", line, Settings())


def changed(**values: Any) -> bytes:
    _, content = next(records())
    return json.dumps(json.loads(content) | values).encode()


@pytest.mark.parametrize(
    "values",
    [
        {"line": -1},
        {"line": 1.0},
        {"line": True},
        {"line": 2**60},
        {"id": 7},
        {"status": "superb"},
        {"status": "unknown"},
        {"status": 1},
        {"tiles": -1},
        {"tiles": 5},  # it names one
        {"tiles": 1.0},
        {"jokers": 1},
        {"value": -5},
        {"value": "30"},
        {"value": 2**60},
        {"penalty": None},
        {"bound": -1},
        {"bound": None},
        {"opening_value": True},
        {"moved": -1},
        {"moved": "none"},
        {"seconds": -0.5},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": None},
        {"goes_out": 1},
        {"goes_out": True},  # it keeps some
        {"played": "R4"},
        {"played": [4]},
        {"table": [["R5"], "R6"]},
        {"table": None},
        {"steps": [{}]},
        {"steps": ["Lay R4"]},
        {"status": "no_move"},  # it lays one
        {"more": 1},
    ],
)
def test_a_record_is_believed_only_if_it_is_one(values: dict[str, Any]) -> None:
    assert read_record(changed()) is not None
    assert read_record(changed(**values)) is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"5",
        b"[]",
        b"{}",
        b"\xff",
        b"[" * 100_000,
        b'{"line": 1, "id": null, "status": "error"}',
        b'{"line": 1, "id": null, "status": "error", "error": 5}',
        b'{"line": 1, "line": 1, "id": null, "status": "error", "error": "x"}',
        b'{"status": "error", "line": 1, "id": null, "error": "x"}',  # a batch writes them in one order
    ],
)
def test_what_is_no_record(content: bytes) -> None:
    assert read_record(content) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("good", "after", "reason"),
    [
        (0, b"one line without an end", "line 1: it has no end, and is not the beginning of the record of line 1 of "),
        (2, b"a note at the end", "line 3: it has no end, and is not the beginning of the record of line 3 of "),
        (2, b"a note at the end\n", "line 3: no record of a batch, so that it cannot be continued"),
        (2, b'{"line": 2, "id": null, "sta', "line 3: it has no end, and is not the beginning of the record of line 3"),
        (7, b'{"line": 8', "line 8: .* has only 7 lines to answer"),
        (2, b"\0" * 5000, "line 3: it has no end, and is not the beginning of the record of line 3 of "),
    ],
)
def test_what_is_none_of_this_batch_is_left_alone(tmp_path: Path, good: int, after: bytes, reason: str) -> None:
    source, output = tmp_path / "positions.txt", tmp_path / "answers.jsonl"
    source.write_bytes(b"\n".join(LINES) + b"\n")
    content = b"".join(record + b"\n" for _, record in list(records())[:good]) + after
    output.write_bytes(content)
    with pytest.raises(BatchError, match=reason) as caught:
        run_batch(source, output=output, resume=True, workers=1)
    assert "\n" not in str(caught.value)
    assert output.read_bytes() == content


@pytest.mark.slow
def test_a_record_that_lacks_only_its_end_is_made_again(tmp_path: Path) -> None:
    source, output = tmp_path / "positions.txt", tmp_path / "answers.jsonl"
    source.write_bytes(b"\n".join(LINES) + b"\n")
    first, second = (record for _, record in list(records())[:2])
    output.write_bytes(first + b"\n" + second)
    report = run_batch(source, output=output, resume=True, workers=1)
    assert (report.resumed, report.answered) == (1, 6)
    assert [json.loads(record)["line"] for record in output.read_bytes().splitlines()] == [1, 2, 3, 4, 5, 6, 7]
