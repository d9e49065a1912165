"""`rummikub review`: as text, as JSON, as a picture."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.play.written_games import GAME


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "game.txt"
    file.write_text(GAME, encoding="utf-8")
    return str(file)


def test_the_command(run: Callable[..., Result], path: str, tmp_path: Path) -> None:
    result = run("review", path)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "7 turns, 4 with a known rack; something was missed in 3"
    assert lines[2:5] == [
        "Turn 1: Ann missed 4 tiles and 39 points", "     laid  none", "     best  K3 B3 R3 J",
    ]  # fmt: skip
    assert lines[-3:] == [
        "player  turns  known  laid  tiles  points  lays  outs  seconds",
        "Ann         4      4     6      6      99     2     0     15.0",
        "Ben         3      0     3      0       0     0     0        -",
    ]
    turns: list[dict[str, Any]] = [json.loads(line) for line in run("review", path, "--json").stdout.splitlines()]
    assert (turns[0]["laid"], turns[0]["best"], turns[0]["could_go_out"]) == ([], ["K3", "B3", "R3", "J"], False)
    assert (turns[1]["laid"], turns[1]["best"], turns[1]["could_go_out"]) == (["O4", "O5", "O6"], None, None)
    picture = tmp_path / "held.png"
    assert run("review", path, "--plot", str(picture)).exit_code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    wrong = run("review", path, "--plot", str(tmp_path / "held.xyz"))
    assert wrong.exit_code == 2 and wrong.stderr.startswith("error: cannot write ") and wrong.stderr.count("\n") == 1
    assert run("review", "-", stdin="nothing\n").stderr.startswith("error: standard input, line 1: this is no record")
