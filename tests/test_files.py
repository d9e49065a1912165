"""Files of every kind at everything that reads one: read, or refused in one line that says why."""

from __future__ import annotations

import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from socket import AF_UNIX, socket

import pytest

from solver import Position, Rules
from solver.batch.lines import open_source
from solver.bench.layouts import read_layouts
from solver.bench.report import Report
from solver.errors import RummikubError
from solver.files import FileFault, is_same_file, open_file, read_bytes, read_text
from solver.game.rulebook import rule_sheet
from solver.puzzles.files import read_file, read_puzzles

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")

HOLE = 17_000_000

PIPE = "it is a pipe, not a regular file"
DEVICE = "it is a device, not a regular file"


def of_kind(kind: str, folder: Path) -> Path:
    path = folder / "file.toml"
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "link to a pipe":
            os.mkfifo(folder / "pipe")
            path.symlink_to("pipe")
        case "endless device" | "empty device":
            path.symlink_to("/dev/zero" if kind == "endless device" else "/dev/null")
        case "socket":
            with socket(AF_UNIX) as listening:
                listening.bind(str(path))
        case "link to nothing":
            path.symlink_to("nothing")
        case "link to itself":
            path.symlink_to(path.name)
        case "large":
            with path.open("wb") as file:
                file.truncate(HOLE)  # a hole, which takes no room on the disk
        case "no text":
            path.write_bytes(b"# caf\xe9\n")
    return path


KINDS = {
    "folder": "it is a folder, not a file",
    "pipe": PIPE,
    "link to a pipe": PIPE,
    "endless device": DEVICE,
    "empty device": DEVICE,
    "socket": "it is a socket, not a regular file",
    "link to nothing": "No such file or directory",
    "link to itself": "Too many levels of symbolic links",
    "large": "it has 17 MB, and such a file has at most 16 MB",
    "no text": "it is no UTF-8 text (byte 6)",
    "missing": "No such file or directory",
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_file_has_its_reason(kind: str, tmp_path: Path) -> None:
    with pytest.raises(FileFault) as caught:
        read_text(of_kind(kind, tmp_path))
    assert str(caught.value) == KINDS[kind]


READERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "rules": (Rules.from_file, "rules file '{}': {}"),
    "rules of a line": (lambda path: Position.parse(f"- K1 rules={path}"), "rules file '{}': {}"),
    "rule sheet": (lambda path: rule_sheet(str(path)), "rules file '{}': {}"),
    "puzzles": (read_file, "{}: {}"),
    "layouts": (lambda path: read_layouts([path]), "layouts {}: {}"),
    "saved run": (Report.load, "saved run {}: {}"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reader", READERS)
def test_every_reader_says_it_of_its_file(reader: str, kind: str, tmp_path: Path) -> None:
    path = of_kind(kind, tmp_path)
    read, message = READERS[reader]
    reason = KINDS[kind]
    if kind == "large" and "rule" in reader:
        reason = "it has 17 MB, and such a file has at most 100,000 bytes"
    with pytest.raises(RummikubError) as caught:
        read(path)
    assert str(caught.value) == message.format(path, reason)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("large", "no text")])
def test_a_batch_reads_files_of_any_size_and_no_other_kind(kind: str, tmp_path: Path) -> None:
    path = of_kind(kind, tmp_path)
    with pytest.raises(RummikubError) as caught:
        open_source(path)
    mend = "; what is no file is read as standard input, '-'" if "regular" in KINDS[kind] else ""
    assert str(caught.value) == f"{path}: {KINDS[kind]}{mend}"


def test_a_folder_of_puzzles_with_a_pipe_in_it(tmp_path: Path) -> None:
    path = of_kind("pipe", tmp_path)
    with pytest.raises(RummikubError) as caught:
        read_puzzles([tmp_path])
    assert str(caught.value) == f"{path}: {PIPE}"


def test_the_mark_at_the_beginning_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_bytes(b'\xef\xbb\xbfextends = "free"\n')
    assert read_text(path) == 'extends = "free"\n'
    assert Rules.from_file(path) == Rules.named("free")
    assert rule_sheet(str(path)).extends == "free"
    path.write_bytes(b"\xef\xbb\xbf\xff")
    with pytest.raises(FileFault, match=r"^it is no UTF-8 text \(byte 4\)$"):
        read_text(path)


def test_just_so_many_bytes(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_bytes(path, 5) == b"12345"
    with pytest.raises(FileFault, match="^it has 5 bytes, and such a file has at most 4 bytes$"):
        read_bytes(path, 4)


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs files that do not tell their size")
def test_a_file_that_does_not_tell_its_size() -> None:
    assert os.stat("/proc/self/maps").st_size == 0
    with pytest.raises(FileFault, match="^it has more than 100 bytes, which such a file has at most$"):
        read_bytes("/proc/self/maps", 100)


def test_a_pipe_that_takes_the_place_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between looking and opening: it is not waited for, and not read."""
    file, pipe = tmp_path / "file", of_kind("pipe", tmp_path)
    file.write_bytes(b"")
    status = os.stat(file)
    monkeypatch.setattr("os.stat", lambda _: status)
    with pytest.raises(FileFault, match=f"^{PIPE}$"):
        open_file(pipe)


def test_names_that_no_file_has() -> None:
    with pytest.raises(FileFault, match="^no file has a NUL character in its name$"):
        read_bytes("a\0b")
    with pytest.raises(FileFault, match="^File name too long$"):
        read_bytes("a" * 5000)


def test_the_same_file(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"")
    os.link(one, two)
    with open(one, "rb") as reading, open(two, "ab") as writing:
        assert is_same_file(reading, writing)
        assert is_same_file(reading, two)
    assert not is_same_file(reading, writing)  # closed
    assert not is_same_file(one, tmp_path / "none")
    assert not is_same_file("/dev/null", "/dev/null")
    assert not is_same_file(BytesIO(), one)
    assert not is_same_file(one, None)


def test_a_number_of_thousands_of_digits_in_a_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_text("[[puzzle]]\nid = 'a'\ntable = '-'\nrack = '-'\ntitle = 0x" + "f" * 5000, encoding="utf-8")
    with pytest.raises(RummikubError, match="title: a number of that size is no text: write it in quotes$"):
        read_file(path)


def test_a_saved_run_that_is_nested_too_deep(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(RummikubError, match="is no saved run: make one with 'rummikub bench --save FILE'$"):
        Report.load(path)
