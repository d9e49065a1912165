"""`rummikub play`: what is typed, what is shown, and a game that is killed."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from solver.play.record_reader import read_record_file, whole_lines

Run = Callable[..., Result]


@pytest.fixture
def game(tmp_path: Path) -> str:
    return str(tmp_path / "game.txt")


def typed(run: Run, game: str, *lines: str, args: tuple[str, ...] = ()) -> Result:
    result = run("play", game, "--seed", "4", "--no-clock", *args, stdin="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0, result.stderr
    return result


def test_a_turn(run: Run, game: str) -> None:
    result = typed(run, game, "sort number", "draw", "quit", args=("--name", "Ann"))
    shown = result.stdout
    assert (
        "--- Turn 2, Ann ---\nTiles  most-tiles 7, pool 78\nTable\n  1  R11 R12 R13\n  2  O10 O11 J(O12) O13\n" in shown
    )
    assert "Your rack, 14 tiles (you have not opened)\n     K8 K13\n     B9\n     R1 R6 R8 R9 R11\n" in shown
    assert "Your rack, 14 tiles (you have not opened)\n     R1 O2 R6 O7 O7 K8 R8 B9 R9 O9 O10 R11 K13 O13\n" in shown
    # What others draw is not shown.
    assert "Turn 2: Ann draws K7\n" in shown and "Turn 3: most-tiles draws a tile\n" in shown
    assert result.stderr.startswith("most-tiles begins; 'help' lists what you can type\n")
    assert "stopped; the game is saved" in result.stderr
    assert [turn.action for turn in read_record_file(game).turns] == ["lay", "draw", "draw"]
    assert all(turn.seconds is None for turn in read_record_file(game).turns)


OPEN = ("--rule", "opening.points=0", "--rule", "opening.table=after")


def test_laying_writing_and_taking_back(run: Run, game: str) -> None:
    result = typed(
        run, game, "O9", "R9 R8", "K8", "undo", "undo", "undo", "hint 2", "hint 9",
        "table R11R12R13 | O9O10O11JO13", "done", "lay O7 O8", "quit", args=OPEN,
    )  # fmt: skip
    faults = result.stderr.replace("> ", "").splitlines()
    assert "error: R8R9O9 cannot all be laid" in faults
    assert "error: K8O9 cannot all be laid" in faults
    assert faults.count("error: nothing was done in this turn yet") == 2
    assert "error: hint 1 to 4: a higher one tells more" in faults
    assert "error: O8: not on your rack" in faults
    assert "+O9 O10 O11 J O13" in result.stdout
    assert "Turn 2: Player lays O9\n" in result.stdout
    first, second = read_record_file(game).turns[:2]
    assert first.action == "lay"
    assert str(second.move) == "O9->R11R12R13/O9O10O11J(O12)O13"


def test_a_turn_cannot_end_with_an_illegal_table(run: Run, game: str) -> None:
    result = typed(run, game, "table R11R12R13/O10O11JO13/K8R8", "done", "draw", "quit", args=OPEN)
    assert "not yet: new table, set 3: K8R8 is no set" in result.stdout
    assert "error: new table, set 3: K8R8 is no set: as a group, it has 2 tiles and a group needs 3\n" in result.stderr
    assert "'undo' takes the last step back, 'draw' takes all back" in result.stderr
    assert read_record_file(game).turns[1].action == "draw"


def test_what_is_not_understood(run: Run, game: str) -> None:
    result = typed(run, game, "sleep", "sort size", "back", "back 9", "help", "")
    assert "error: tiles, character 1: 'sleep' is no tile" in result.stderr
    assert "('help' lists what you can type)" in result.stderr
    assert "error: sort by colour or number" in result.stderr
    assert "error: there is no turn 0 to go back to: 1 were played" in result.stderr
    assert "error: there is no turn 9 to go back to" in result.stderr
    assert "undo            take back the last of that" in result.stdout


def test_going_back(run: Run, game: str) -> None:
    typed(run, game, "draw", "draw", "back", "draw", "back 2", "quit")
    record = read_record_file(game)
    assert len(record.turns) == 1
    assert [(line.start, len(line.turns)) for line in record.given_up] == [(4, 2), (2, 4)]


def test_a_game_to_its_end_and_gone_on_with(run: Run, game: str, tmp_path: Path) -> None:
    hand = ("--rule", "turn.hand=5", "--against", "random")
    lines = ["done"] * 120
    result = typed(run, game, *lines, args=hand)
    record = read_record_file(game)
    assert record.ending is not None
    assert result.stdout.splitlines()[-3].startswith(("Out: random won", "Blocked: "))
    stopped = str(tmp_path / "stopped.txt")
    typed(run, stopped, *lines[:3], "quit", args=hand)
    assert len(read_record_file(stopped).turns) < len(record.turns)
    again = run("play", stopped, "--resume", "--no-clock", stdin="".join(f"{line}\n" for line in lines))
    assert again.exit_code == 0
    assert Path(stopped).read_bytes() == Path(game).read_bytes()
    assert run("review", game).exit_code == 0


def test_the_last_tile_is_thrown_off(run: Run, game: str) -> None:
    result = typed(run, game, "done", "O99", "K13", "quit", args=("--rules", "american"))
    assert "You drew  " in result.stdout and "Last tile of the pool  " in result.stdout
    assert "error: write one tile of your rack\n" in result.stderr
    mine = next(turn for turn in read_record_file(game).turns if turn.player == 0)
    assert (mine.action, str(mine.off)) == ("draw", "K13")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--resume",), "No such file or directory"),
        (("--against", "nobody"), "no player is called 'nobody'"),
        (("--name", "a=b"), "'a=b' is no name of a player"),
        (("--rules", "standart"), "no rule set is called 'standart'"),
    ],
)
def test_what_is_refused(run: Run, game: str, args: tuple[str, ...], said: str) -> None:
    result = run("play", game, *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr and result.stderr.count("\n") == 1
    assert not Path(game).exists()


@pytest.mark.slow
def test_time_runs_out_while_nothing_is_typed(game: str) -> None:
    command = [sys.executable, "-m", "solver", "play", game, "--seed", "4", "--rule", "turn.seconds=1"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdin is not None and process.stdout is not None
    while process.stdout.readline() != b"Time is over.\n":
        pass
    # Two lines at once: the second is there though it was read with the first.
    process.stdin.write(b"show\nquit\n")
    process.stdin.flush()
    process.wait(20)
    process.stdin.close()
    process.stdout.close()
    turn = read_record_file(game).turns[1]
    assert (turn.action, len(turn.drawn)) == ("overtime", 1)
    assert turn.seconds is not None and 1 <= turn.seconds < 5


@pytest.mark.slow
def test_a_killed_game_goes_on_to_the_same_bytes(game: str, tmp_path: Path) -> None:
    args = ["--seed", "4", "--no-clock", "--rule", "turn.hand=5", "--against", "random"]
    command = [sys.executable, "-m", "solver", "play", game]
    process = subprocess.Popen([*command, *args], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert process.stdin is not None
    process.stdin.write(b"done\n" * 3)
    process.stdin.flush()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not Path(game).exists() or Path(game).read_bytes().count(b"\n") < 13):
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    assert whole_lines(Path(game).read_text("utf-8"))
    subprocess.run([*command, "--resume", "--no-clock"], input=b"done\n" * 120, check=True, capture_output=True)
    other = str(tmp_path / "undisturbed.txt")
    subprocess.run([*command[:-1], other, *args], input=b"done\n" * 120, check=True, capture_output=True)
    assert Path(game).read_bytes() == Path(other).read_bytes()
    assert read_record_file(game).ending is not None
