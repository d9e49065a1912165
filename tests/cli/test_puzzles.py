"""`rummikub puzzles`, `generate` and `convert`: what is typed, printed and written, and the exit status."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from solver import Position, solve

Run = Callable[..., Result]

# By hand: R4 and the joker can be laid, K9 cannot; a lone K1 cannot be laid.
FILE = """# two puzzles
[[puzzle]]
id = "two"
table = "R5R6R7R8/K7B7R7"
rack = "K9R4J"
objective = "tiles"
[puzzle.answer]
tiles = 2

[[puzzle]]
id = "none"
table = "-"
rack = "K1"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_answers_as_stored(run: Run, file: Path) -> None:
    result = run("puzzles", str(file))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == str(file)
    assert [line.split()[:2] for line in lines[1:3]] == [["ok", "two"], ["new", "none"]]
    assert lines[3].startswith("2 puzzles: 1 as stored, 1 without a stored answer")
    assert run("puzzles", str(file.parent)).stdout.splitlines()[:3] == lines[:3]


def test_an_answer_that_differs(run: Run, file: Path) -> None:
    file.write_text(FILE.replace("tiles = 2", "tiles = 3"), encoding="utf-8")
    result = run("puzzles", str(file), "--failed")
    assert result.exit_code == 1
    assert "DIFFERS two" in result.stdout and "(tiles 2, not 3)" in result.stdout
    assert "none" not in result.stdout.splitlines()[1]
    result = run("puzzles", str(file), "--json")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["id"], row["state"]) for row in rows] == [("two", "differs"), ("none", "new")]
    assert rows[0]["differences"] == {"tiles": {"stored": 3, "found": 2}}
    assert "1 differ" in result.stderr


def test_missing_answers_are_written(run: Run, file: Path) -> None:
    pytest.importorskip("tomlkit")
    result = run("puzzles", str(file), "--write")
    assert result.exit_code == 0
    assert f"{file}: " in result.stderr and "answers written" in result.stderr
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# two puzzles\n")
    first, second = tomllib.loads(text)["puzzle"]
    assert (first["answer"]["tiles"], first["answer"]["penalty"]) == (2, 34)
    assert second["answer"]["playable"] is False
    assert run("puzzles", str(file)).stdout.splitlines()[-1].startswith("2 puzzles: 2 as stored")


def test_without_tomlkit_nothing_is_solved(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tomlkit", None)
    monkeypatch.setattr("solver.puzzles.check_puzzles", lambda *_, **__: pytest.fail("puzzles are solved"))
    result = run("puzzles", str(file), "--write")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: --write needs tomlkit: run: ")
    assert result.stderr.endswith("-m pip install tomlkit\n")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("[[puzzle]]\nid = 'a'\nrack = 'K1'\n", "table"),
        ("[[puzzle]]\nid = 'a'\ntable = '-'\nrack = 'X1'\n", "X1"),
        ("[[puzzle]", "TOML"),
        (FILE.replace('"none"', '"two"'), "two"),
    ],
)
def test_bad_files(run: Run, file: Path, content: str, complaint: str) -> None:
    file.write_text(content, encoding="utf-8")
    result = run("puzzles", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {file}") and complaint in result.stderr
    assert result.stderr.count("\n") == 1


def test_without_files_the_collection_is_solved(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here another one, because that which comes along takes longer."""
    monkeypatch.setattr("solver.data.puzzles_folder", lambda: file.parent)
    assert run("puzzles").stdout.splitlines()[:2] == run("puzzles", str(file.parent)).stdout.splitlines()[:2]
    result = run("puzzles", "--write")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: --write: name the files to write into")


def test_no_files(run: Run, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.toml"):
        result = run("puzzles", str(path))
        assert result.exit_code == 2
        assert result.stderr.startswith("error: ") and result.stderr.count("\n") == 1


def test_generated_puzzles_are_a_puzzle_file(run: Run, tmp_path: Path) -> None:
    args = ("generate", "--level", "1", "--count", "2", "--seed", "5", "--workers", "1")
    result = run(*args)
    assert (result.exit_code, result.stderr) == (0, "")
    made = tomllib.loads(result.stdout)["puzzle"]
    assert len(made) == 2 and all(puzzle["answer"]["goes_out"] for puzzle in made)
    for puzzle in made:
        assert solve(Position.parse(f"{puzzle['table']} {puzzle['rack']}")).goes_out
    file = tmp_path / "new.toml"
    assert run(*args, "--output", str(file)).stdout == ""
    assert file.read_text(encoding="utf-8") == result.stdout
    assert run("puzzles", str(file)).exit_code == 0
    rows = [json.loads(line) for line in run(*args, "--json").stdout.splitlines()]
    assert [row["rack"] for row in rows] == [puzzle["rack"] for puzzle in made]


def test_generate_refuses(run: Run, tmp_path: Path) -> None:
    options = (("--level", "6"), ("--count", "0"), ("--rules", "nope"), ("--json", "--output", "x"), ("--rule", "x=1"))
    for args in options:
        result = run("generate", *args)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("error: ") and result.stderr.count("\n") == 1
    result = run("generate", "--level", "1", "--output", str(tmp_path / "no" / "x.toml"))
    assert result.exit_code == 2


CONSOLE = "addtable k3-6 bro8\naddrack k10 b7 j\n"


def test_convert(run: Run, tmp_path: Path) -> None:
    line = "K3K4K5K6/B8R8O8 K10B7J rules=standard opened=yes\n"
    result = run("convert", "-", stdin=CONSOLE)
    assert (result.exit_code, result.stdout) == (0, line)
    file = tmp_path / "positions.txt"
    file.write_text(line, encoding="utf-8")
    listed = run("convert", str(file), "--from", "line", "--to", "list").stdout
    assert "K10" in listed
    assert run("convert", "-", "--from", "list", stdin=listed).stdout == line
    assert run("convert", "-", "--not-opened", stdin="addrack k10\n").stdout == "- K10 rules=standard opened=no\n"


def test_convert_loses_nothing(run: Run) -> None:
    line = "- K1 rules=free opened=no\n"
    result = run("convert", "-", "--from", "line", "--to", "list", stdin=line)
    assert (result.exit_code, result.stdout) == (2, "")
    faults = result.stderr.splitlines()
    assert faults[0].startswith("error: line 1: 'rules=free' has no place in the notation 'list'")
    assert faults[1].startswith("error: line 1: 'opened=no' has no place in the notation 'list'")
    options = ("--rules", "free", "--not-opened")
    listed = run("convert", "-", "--from", "line", "--to", "list", *options, stdin=line).stdout
    assert run("convert", "-", "--from", "list", *options, stdin=listed).stdout == line


@pytest.mark.parametrize(("text", "form"), [("K3K4K5 K10\n", "line"), ("table:\nred 5, red 6, red 7\n", "list")])
def test_convert_suggests_the_notation(run: Run, tmp_path: Path, text: str, form: str) -> None:
    file = tmp_path / "list.txt"
    file.write_text(text, encoding="utf-8")
    result = run("convert", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {file}: ") and f"--from {form}" in result.stderr
    assert result.stderr.count("\n") == 1
    assert run("convert", str(file), "--from", form).exit_code == 0
    # What was asked for is not argued with.
    assert "stands before" in run("convert", "-", "--from", "console", stdin="K3K4K5 K10\n").stderr
    # A line with faults is no position line, but looks like one.
    assert "--from line" in run("convert", "-", stdin="K3K4K5 X10\n").stderr


def test_convert_refuses(run: Run) -> None:
    for stdin in ("", "addtable x9\n", "addtable k3-5\naddrack z1\n", b"\xff\xfe\n"):
        result = run("convert", "-", stdin=stdin)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("error: ")
    assert run("convert", "no-such-file").exit_code == 2
