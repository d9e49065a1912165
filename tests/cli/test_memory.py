"""Memory that runs out: one line and status 3, or a record of that line, and what comes after it is answered."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import Result

from solver.batch import task
from solver.batch.lines import Line
from solver.model import program

solve_module = import_module("solver.advice.solve")

Run = Callable[..., Result]

SAID = "memory ran out: fewer tiles, or a smaller box, take less"
LINE = "R5R6R7 R8K1"


def full(*_: object, **__: object) -> NoReturn:
    raise MemoryError


@pytest.mark.parametrize(
    ("args", "where"),
    [
        (("solve", LINE), "solver.model.backend.branch.relax"),
        (("solve", LINE, "--hint", "1"), "solver.model.problem.Program"),
    ],
)
def test_the_best_so_far_is_told(run: Run, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], where: str) -> None:
    monkeypatch.setattr(where, full)
    monkeypatch.setattr("solver.advice.search.programme", full)
    result = run(*args)
    assert (result.exit_code, result.stderr) == (3, "")
    assert result.stdout.startswith("Memory ran out before a move was found") or "Memory ran out" in result.stdout


@pytest.mark.parametrize(
    ("args", "where"),
    [
        (("solve", LINE), "solver.advice.solve.Search"),
        (("solve", LINE), "solver.game.position.Position.parse"),
        (("solve", LINE, "--all", "2"), "solver.advice.alternatives.solve"),
        (("check", LINE), "solver.game.position.Position.parse"),
        (("check", LINE, "--after", "R5-8"), "solver.advice.check.judge"),
        (("convert", "-", "--to", "console"), "solver.game.position.Position.parse"),
    ],
)
def test_one_line_and_status_3(run: Run, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], where: str) -> None:
    run("solve", LINE)
    monkeypatch.setattr(where, full)
    result = run(*args, stdin=LINE)
    assert (result.exit_code, result.stdout, result.stderr) == (3, "", f"error: {SAID}\n")


def test_the_lines_after_it_are_answered(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    played = solve_module.PlayedMove
    asked: list[object] = []

    def full_at_the_first(*of: Any) -> object:
        asked.append(of)
        if len(asked) == 1:
            full()
        return played(*of)

    monkeypatch.setattr(solve_module, "PlayedMove", full_at_the_first)
    result = run("solve", "-", "--json", stdin=f"{LINE} id=a\n{LINE} id=b\n")
    assert (result.exit_code, result.stderr) == (3, f"error: line 1: {SAID}\n")
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["b"]


def test_a_record_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker goes on, and `batch --resume` believes the record."""
    line = Line(1, f"{LINE} id=b".encode())
    with monkeypatch.context() as patch:
        patch.setattr(task, "solve", full)
        record = json.loads(task.record_of(task.Settings(), line))
    assert record == {"line": 1, "id": "b", "status": "error", "error": SAID}
    assert task.difference(record, line, task.Settings()) == ""
    assert json.loads(task.record_of(task.Settings(), line))["status"] == "optimal"


def test_the_record_of_a_position_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "MOST_ENTRIES", 5)
    line = Line(1, b"- K1K2K3 opened=no opening.points=5")
    record = json.loads(task.record_of(task.Settings(), line))
    assert (record["status"], record["tiles"]) == ("feasible", 0)
    assert record["notes"] == ["This position is too large to be worked out to the end, however much time there is."]


def test_a_puzzle(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.toml"
    file.write_text('[[puzzle]]\nid = "one"\ntable = "R5R6R7"\nrack = "R8"\n', encoding="utf-8")
    monkeypatch.setattr("solver.puzzles.verdict.solve", full)
    result = run("puzzles", str(file), "--json")
    row = json.loads(result.stdout)
    assert (row["state"], row["error"]) == ("error", SAID)
