"""`rummikub replay`: a record as text, as JSON, as a picture of a turn and as a moving one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result

Run = Callable[..., Result]

GAME = """rummikub-game 1
rules standard turn.hand=4 opening.points=9
players Ann Ben
begins Ben
rack Ann K3B3R3R4
rack Ben 4
1 Ben draw
2 Ann lay K3B3R3->K3B3R3 seconds=31.5 # three at once
3 Ben penalty O3->K3B3R3O3 drew=K9??
4 Ann overtime drew=R5
5 Ben lay K4K5K6->K3B3R3/K4K5K6 table=assumed
"""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def test_the_whole_game(run: Run, game: str) -> None:
    result = run("replay", game)
    assert (result.exit_code, result.stderr) == (0, "")
    assert (
        result.stdout
        == """Ann, Ben; Ben begins
Rules  standard opening.points=9 turn.hand=4
Ann  K3 B3 R3 R4
Ben  4 tiles

Turn 1: Ben draws a tile

Turn 2: Ann lays K3 B3 R3 (31.5 s)
     three at once
  1  +K3 +B3 +R3

Turn 3: Ben leaves the table broken, takes all back and draws 3 tiles

Turn 4: Ann runs out of time and draws R5

Turn 5: Ben lays K4 K5 K6
  1  K3 B3 R3
  2  +K4 +K5 +K6 <new>
     the table was worked out, not seen

The game goes on
"""
    )


def test_single_turns_show_the_racks(run: Run, game: str) -> None:
    text = run("replay", game, "--turn", "4", "--turn", "5").stdout
    assert "Turn 3" not in text
    assert "Ann  R4 R5\n" in text and "Ben  K9 and 4 unseen\n" in text
    assert run("replay", game, "--turn", "6").stderr == "error: there is no turn 6: the record has 5\n"


def test_json(run: Run, game: str) -> None:
    turns = [json.loads(line) for line in run("replay", game, "--json").stdout.splitlines()]
    assert [turn["action"] for turn in turns] == ["draw", "lay", "penalty", "overtime", "lay"]
    assert turns[2] == {
        "turn": 3,
        "player": "Ben",
        "action": "penalty",
        "laid": [],
        "drawn": ["K9", None, None],
        "took": None,
        "off": None,
        "table": [["K3", "B3", "R3"]],
        "assumed": False,
        "held": {"Ann": 1, "Ben": 8},
        "pool": 94,
        "seconds": None,
        "note": "",
    }


def test_a_picture_of_a_turn(run: Run, game: str, tmp_path: Path) -> None:
    path = tmp_path / "turn.svg"
    assert run("replay", game, "--turn", "5", "--svg", str(path)).exit_code == 0
    root = ElementTree.parse(path).getroot()
    title, about = root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")
    assert title == "Turn 5 of 5: Ben lays K4 K5 K6"
    assert about is not None and "Table before: K3 B3 R3. Ben before (and 4 unseen): +K4 +K5 +K6 K9." in about
    assert "Table after: K3 B3 R3 / +K4 +K5 +K6. Ben after (and 4 unseen): K9." in about


def test_the_game_as_a_picture_that_moves(run: Run, game: str, tmp_path: Path) -> None:
    path = tmp_path / "game.svg"
    result = run("replay", game, "--svg", str(path), "--seconds", "0.5")
    assert (result.exit_code, result.stdout) == (0, "")
    root = ElementTree.parse(path).getroot()
    frames = root.findall(f"{SVG}g")
    assert [frame.findtext(f"{SVG}svg/{SVG}title") for frame in frames][1] == "Turn 2 of 5: Ann lays K3 B3 R3"
    moves = [frame.find(f"{SVG}animate") for frame in frames]
    assert [(m.get("values"), m.get("keyTimes"), m.get("dur")) for m in moves if m is not None] == [
        ("visible;hidden", "0;0.2", "2.5s"),
        ("hidden;visible;hidden", "0;0.2;0.4", "2.5s"),
        ("hidden;visible;hidden", "0;0.4;0.6", "2.5s"),
        ("hidden;visible;hidden", "0;0.6;0.8", "2.5s"),
        ("hidden;visible", "0;0.8", "2.5s"),
    ]
    # Where nothing moves, the last turn is seen.
    assert [frame.get("visibility") for frame in frames] == ["hidden"] * 4 + ["visible"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["nowhere.txt"], "nowhere.txt: No such file or directory"),
        (["-"], "standard input, line 1: this is no record of a game: it begins with 'rummikub-game 1'"),
        (["-", "--seconds", "0"], "--seconds 0: it is a number from 0.05 to 3600"),
        (["-", "--svg", "a", "--turn", "1", "--turn", "2"], "--svg draws one turn, or without --turn the whole game"),
    ],
)
def test_what_cannot_be_shown(run: Run, args: list[str], said: str) -> None:
    result = run("replay", *args)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {said}")
    assert result.stderr.count("\n") == 1
