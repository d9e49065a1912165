"""`rummikub batch`: what is typed, printed and written, and the exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from solver import Position, solve

Run = Callable[..., Result]

LINES = """# positions
R5R6R7R8/K7B7R7 K9R4J id=a

{"table": "B4B5B6", "rack": "K9", "id": "b"}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "positions.txt"
    path.write_text(LINES, encoding="utf-8")
    return path


def records(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_record_for_each_line(run: Run, file: Path) -> None:
    result = run("batch", str(file), "--workers", "1")
    assert result.exit_code == 0
    first, second = records(result.stdout)
    assert (first["line"], first["id"], first["tiles"]) == (2, "a", 1)
    assert (second["line"], second["id"], second["status"]) == (4, "b", "no_move")
    assert result.stderr.startswith("2 lines answered")
    answer = solve(Position.parse("R5R6R7R8/K7B7R7 K9R4J id=a")).to_json()
    assert {**first, "seconds": 0, "line": 0} == {**answer, "seconds": 0, "line": 0}


def test_options_hold_for_lines_that_do_not_say_otherwise(run: Run) -> None:
    options = ("--rules", "free", "--rule", "opening.points=40", "--objective", "tiles", "--not-opened")
    lines = "- K10B10R10\n- K10B10R10J opened=yes rules=standard\n"
    result = run("batch", "-", "--workers", "1", *options, stdin=lines)
    first, second = records(result.stdout)
    assert (first["rules"], first["status"], first["objective"]) == ("free opening.points=40", "no_move", "tiles")
    assert second["tiles"] == 4


def test_a_bad_line_does_not_stop_the_others(run: Run) -> None:
    result = run("batch", "-", "--workers", "1", stdin="R1R2R3 X4\nR1R2R3 R4\n")
    assert result.exit_code == 2
    bad, good = records(result.stdout)
    assert (bad["line"], bad["status"], good["tiles"]) == (1, "error", 1)
    assert "X4" in str(bad["error"])
    assert result.stderr.splitlines()[0].startswith("error: standard input, line 1: ")


def test_output_and_resume(run: Run, file: Path, tmp_path: Path) -> None:
    output = tmp_path / "answers.jsonl"
    args = ("batch", str(file), "--workers", "1", "--output", str(output))
    assert run(*args).stdout == ""
    whole = output.read_text(encoding="utf-8")
    assert len(records(whole)) == 2
    first = whole.splitlines(keepends=True)[0]
    output.write_text(f'{first}{{"line": 4', encoding="utf-8")
    result = run(*args, "--resume")
    assert "1 line answered" in result.stderr and "1 had been answered before" in result.stderr
    lines = output.read_text(encoding="utf-8").splitlines(keepends=True)
    assert lines[0] == first and [record["id"] for record in records("".join(lines))] == ["a", "b"]


def test_resume_refuses_other_options_and_ends_as_a_whole_run(run: Run, tmp_path: Path) -> None:
    file, output = tmp_path / "k.txt", tmp_path / "k.jsonl"
    file.write_text("R5R6R7R8/K7B7R7 K9R4J\nfoo\n", encoding="utf-8")
    args = ("batch", str(file), "--workers", "1", "--output", str(output))
    whole = run(*args)
    assert whole.exit_code == 2
    again = run(*args, "--resume")
    assert again.exit_code == 2
    assert again.stderr.splitlines()[0] == whole.stderr.splitlines()[0]
    assert again.stderr.startswith(f"error: {file}, line 2: ")
    with file.open("a", encoding="utf-8") as more:
        more.write("- K1\n")
    before = output.read_bytes()
    for options in (("--objective", "tiles"), ("--rules", "free"), ("--rule", "opening.points=50"), ("--not-opened",)):
        result = run(*args, "--resume", *options)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"error: {output}, line 1: it has ") and result.stderr.count("\n") == 1
        assert output.read_bytes() == before
    result = run(*args, "--resume")
    assert result.exit_code == 2
    assert "1 line answered" in result.stderr and "2 had been answered before, 1 bad" in result.stderr


def test_time_runs_out(run: Run) -> None:
    crowded = "O6O7JO9O10/B2B3B4B5B6/B12K12R12 O2B7B9K1K4O3J\n"
    assert run("batch", "-", "--workers", "1", "--time-limit", "0.000001", stdin=crowded).exit_code == 3


def test_what_cannot_be_used(run: Run, file: Path, tmp_path: Path) -> None:
    for args in (
        ("no-such-file",),
        (str(tmp_path),),
        (str(file), "--resume"),
        (str(file), "--output", str(file)),
        (str(file), "--output", str(tmp_path / "no" / "x")),
        (str(file), "--rules", "nope"),
        (str(file), "--workers", "0"),
        (),
    ):
        result = run("batch", *args)
        assert (result.exit_code, result.stdout) == (2, ""), args
        assert result.stderr.startswith("error: ") and result.stderr.count("\n") == 1, args
    assert file.read_text(encoding="utf-8") == LINES
