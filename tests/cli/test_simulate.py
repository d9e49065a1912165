"""`rummikub simulate`: what is asked for, what is printed, and what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from solver.commands.simulate import simulate
from solver.play.players import PLAYERS

Run = Callable[..., Result]
BOX = ("tiles.numbers=6", "tiles.colours=3", "tiles.jokers=1", "turn.hand=5", "opening.points=9")
SMALL = [word for rule in BOX for word in ("--rule", rule)]


@pytest.fixture
def finished(tmp_path: Path) -> list[str]:
    """A run of two deals that has been played: resuming it starts no workers."""
    path = tmp_path / "out.jsonl"
    game = '{"seats": [%s], "end": "%s", "winners": [%s], "scores": [%s], "turns": 20}'
    a, b = '"most-tiles", "random"', '"random", "most-tiles"'
    games = [
        [(a, "out", "0", "12, -12"), (b, "out", "1", "-5, 5")],
        [(a, "blocked", "0, 1", "0, 0"), (b, "out", "0", "7, -7")],
    ]
    lines = [
        json.dumps(
            {
                "rummikub-simulation": 1,
                "rules": "standard tiles.numbers=6 tiles.colours=3 tiles.jokers=1 opening.points=9 turn.hand=5",
                "tables": [["most-tiles", "random"]],
                "seed": 0,
            }
        ),
        *(
            f'{{"table": 0, "deal": {i}, "games": [{", ".join(game % one for one in deal)}]}}'
            for i, deal in enumerate(games, 1)
        ),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return ["--players", "most-tiles,random", "--pairs", "2", *SMALL, "--output", str(path), "--resume"]


def test_what_is_told(run: Run, finished: list[str]) -> None:
    """The interval by hand: with 0 and 1 the deals won 1, 1/4, 0 and 1: 0.5625, give or take 1.96 * 0.2577."""
    result = run("simulate", *finished)
    assert (result.exit_code, result.stderr) == (0, "")
    assert (
        result.stdout
        == """4 games in 2 deals, each with all seats changed
player      won      95 % interval     points a game
most-tiles   62.5%    5.7% to 100.0%            2.5
random       37.5%    0.0% to  94.3%           -2.5
3 out, 1 blocked; 20 turns a game
"""
    )
    found = json.loads(run("simulate", *finished, "--json").stdout)
    assert (found["games"], found["pairs"], found["share"]) == (4, 2, 0.625)
    assert (found["ends"], found["turns"]) == ({"out": 3, "blocked": 1}, 20)
    assert found["low"] < found["share"] < found["high"]
    tested = run("simulate", *finished, "--test", "0.5,0.6").stdout
    assert tested.endswith(
        "Not decided after 2 deals: most-tiles may win 50.0% of the games or less, or\n60.0% or more.\n"
    )


@pytest.mark.slow
def test_a_small_league(run: Run, tmp_path: Path) -> None:
    args = ["--players", "most-tiles,random,random:look=20", "--league", "--pairs", "2", *SMALL, "--workers", "1"]
    result = run("simulate", *args, "--records", str(tmp_path / "games"))
    assert result.exit_code == 0
    assert result.stdout.count("4 games in 2 deals") == 3
    assert re.search(r"^player +rating  95 % interval$", result.stdout, re.MULTILINE)
    names = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert names[0] == "match-1-deal-000001-game-1.txt" and len(names) == 12
    assert run("replay", str(tmp_path / "games" / names[0])).exit_code == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--players", "random"], "1 players: a game is for 2 to 6"),
        (["--players", "random,nobody"], "no player is called 'nobody'"),
        (["--players", "random,most-tiles", "--test", "0.5"], "--test 0.5: write two shares, such as 0.5,0.53"),
        (["--players", "random,most-tiles", "--test", "0.6,0.5"], "a test of 0.6 against 0.5: it takes two shares"),
        (["--players", "random,most-tiles", "--resume"], "resume needs an output file"),
        (["--players", "random,most-tiles", "--league"], "a league has three different players or more"),
        (["--players", "random,most-tiles", "--pairs", "0"], "invalid value for '--pairs'"),
        ([], "missing option '--players'"),
    ],
)
def test_what_is_refused(run: Run, args: list[str], said: str) -> None:
    result = run("simulate", *args)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {said}")
    assert result.stderr.count("\n") == 1


def test_the_help_lists_every_program_with_its_settings() -> None:
    assert simulate.help is not None
    for name, kind in PLAYERS.items():
        (line,) = re.findall(rf"^ *{name}  +(.*)$", simulate.help, re.MULTILINE)
        assert line.endswith(f"({', '.join(kind.settings)})")
        assert all(f"'{key}'" in simulate.help for key in kind.settings)
