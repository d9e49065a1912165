"""`rummikub score`: a game from the racks left, and a match from a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]

MATCH = """# Friday
Ann=- Ben=R5J Cem=K10

Ben=- Cem=K1 Ann=K13B13
Ann=K1 Ben=R3 Cem=-
"""


def scored(run: Run, *args: str, stdin: str = "") -> dict[str, Any]:
    result = run("score", *args, "--json", stdin=stdin)
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_one_game(run: Run) -> None:
    result = run("score", "Ann=-", "Ben=R5J", "Cem=K10")
    assert result.stdout.splitlines() == [
        "Ann is out",
        "player  tiles  value  score",
        "Ann         0      0     45",
        "Ben         2     35    -35",
        "Cem         1     10    -10",
    ]
    assert scored(run, "Ann=-", "Ben=R5J", "Cem=K10") == {
        "rules": "standard",
        "end": "out",
        "winners": ["Ann"],
        "scores": {"Ann": 45, "Ben": -35, "Cem": -10},
        "values": {"Ann": 0, "Ben": 35, "Cem": 10},
    }
    assert run("score", "Ann=K1", "Ben=R1").stdout.startswith("blocked, Ann and Ben win\n")


def test_other_rules(run: Run) -> None:
    assert scored(run, "A=-", "B=J", "--rules", "card-40")["scores"] == {"A": 25, "B": -25}
    assert scored(run, "A=-", "B=J", "--rule", "scoring.joker_in_hand=50")["scores"] == {"A": 50, "B": -50}
    laid = ("--laid", "A=90", "--laid", "B=R10K10B10R9R8R7R6K5K4K1", "--laid", "C=40")
    found = scored(run, "A=-", "B=R12R13", "C=JR5", *laid, "--rules", "rummy-o")
    assert found["scores"] == {"A": 150, "B": 70 - 25, "C": 5}
    late = ("--unopened", "B", "--rule", "scoring.unopened=100")
    assert scored(run, "A=-", "B=K1", "C=K2", *late)["scores"] == {"A": 102, "B": -100, "C": -2}


@pytest.mark.parametrize("given", ["file", "-"])
def test_a_match(run: Run, tmp_path: Path, given: str) -> None:
    path = tmp_path / "friday.txt"
    path.write_text(MATCH, encoding="utf-8")
    args, stdin = (("-",), MATCH) if given == "-" else ((str(path),), "")
    found = scored(run, *args, stdin=stdin)
    assert [game["winners"] for game in found["games"]] == [["Ann"], ["Ben"], ["Cem"]]
    assert found["games"][1]["scores"] == {"Ann": -26, "Ben": 27, "Cem": -1}
    assert found["match"] == {
        "games": 3,
        "wins": {"Ann": 1, "Ben": 1, "Cem": 1},
        "scores": {"Ann": 18, "Ben": -11, "Cem": -7},
        "winners": ["Ann"],
        "over": True,
    }
    text = run("score", *args, stdin=stdin).stdout
    assert "Game 2: Ben is out" in text and "Match: Ann wins" in text
    two = scored(run, "-", stdin="\n".join(MATCH.splitlines()[:4]))
    assert two["match"]["over"] is False
    assert "Ann is ahead" in run("score", "-", stdin="Ann=- Ben=K1 Cem=K2\n").stdout


def test_what_stands_behind_the_racks_of_a_line(run: Run) -> None:
    line = "A=- B=K1 C=K2 --unopened B --laid A=60 --laid B=1 --laid C=K1K2K3\n"
    rules = ("--rules", "rummy-o", "--rule", "scoring.unopened=30", "--rule", "match.length=1")
    assert scored(run, "-", *rules, stdin=line)["match"]["scores"] == {"A": 92, "B": -29, "C": 4}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["A=-", "B=R5R5R5"], "error: R5: 3 copies, and the box has 2"),
        (["A=-", "B=R5x"], "error: B, character 3: 'x' is no tile"),
        (["A=-", "B"], "error: 'B': write NAME=TILES, such as Ann=R5J, and '-' for an empty rack"),
        (["A=-", "B#=K1"], "error: 'B#' is no name of a player: it has 1 to 40 characters, no blank, '=' or '#'"),
        (["A=-", "A=K1"], "error: 'A' is given twice"),
        (["A=-", "B=-"], "error: 2 players have no tile left"),
        (["A=-"], "error: a game has two players or more, not 1"),
        (["A=-", "B=K1", "--laid", "C=5"], "error: 'C' has no rack: add C=TILES, or C=- for an empty one"),
        (["A=-", "B=K1", "--rules", "rummy-o"], "error: these rules score what was laid: add --laid A=POINTS"),
        (["nowhere.txt"], "error: nowhere.txt: No such file or directory"),
        (["-", "--laid", "A=5"], "error: --laid and --unopened stand in the lines of the file, behind the racks"),
        (["-"], "error: no game to score: write a line such as 'Ann=- Ben=R5J' for each"),
    ],
)
def test_what_is_no_game(run: Run, args: list[str], said: str) -> None:
    result = run("score", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(said)
    assert result.stderr.count("\n") == 1


def test_faults_of_a_file_name_the_line(run: Run) -> None:
    result = run("score", "-", stdin="A=- B=K1\nA=- B=K0\n")
    assert result.stderr.startswith("error: standard input, line 2: B, character 1: '0' is no tile number")
    said = run("score", "-", stdin="A=- B=K1\nA=- C=K1\n").stderr
    assert said == "error: game 2: its players are A, C, those of game 1 A, B\n"
    said = run("score", "-", stdin="A=- B=K1\n" * 3).stderr
    assert said == "error: the match was over after 2 games: it has 2 games (match.length = players)\n"
