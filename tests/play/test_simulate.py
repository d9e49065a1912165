"""Programs among themselves: seats are changed, any number of workers gives the same bytes, a stopped run goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from solver import Rules
from solver.batch import BatchError
from solver.errors import RulesError
from solver.play.contest import Contest, play_deal, read_deal
from solver.play.game import Game, play
from solver.play.players import player_named
from solver.play.record import record_text
from solver.play.record_reader import read_record
from solver.play.simulate import league, match, simulate
from solver.play.strength import SequentialTest

BOX = {"tiles.numbers": 6, "tiles.colours": 3, "tiles.jokers": 1, "turn.hand": 7, "opening.points": 9}
SMALL = Rules.named("standard").changed(BOX)


def test_each_program_sits_in_each_seat_with_the_same_deal() -> None:
    contest = match(SMALL, ["most-tiles", "random", "most-value"], 5)
    assert contest.seatings(0) == [
        ("most-tiles", "random", "most-value"),
        ("random", "most-value", "most-tiles"),
        ("most-value", "most-tiles", "random"),
    ]
    assert match(SMALL, ["random", "most-tiles", "random", "most-tiles"]).seatings(0) == [
        ("random", "most-tiles", "random", "most-tiles"),
        ("most-tiles", "random", "most-tiles", "random"),
    ]
    line, records = play_deal(contest, True, (0, 1))
    result = read_deal(line)
    assert result is not None and [game.seats for game in result.games] == contest.seatings(0)
    read = [read_record(text) for text in records]
    assert len({(record.racks, record.first) for record in read}) == 1
    for record, game in zip(read, result.games, strict=True):
        assert record.ending is not None
        assert (record.ending.end, record.ending.scores, len(record.turns)) == (game.end, game.scores, game.turns)
        assert tuple(record.programs[i] for i in range(3)) == game.seats
        again = Game(SMALL, 3, record.seed or 0)
        assert tuple(play(again, [player_named(spec) for spec in game.seats])) == record.turns
        assert record_text(record) in records


def test_what_is_counted() -> None:
    line = json.dumps(
        {
            "table": 0,
            "deal": 1,
            "games": [
                {"seats": ["a", "b"], "end": "out", "winners": [0], "scores": [10, -10], "turns": 9},
                {"seats": ["b", "a"], "end": "blocked", "winners": [0, 1], "scores": [0, 0], "turns": 20},
            ],
        }
    )
    result = read_deal(line)
    assert result is not None
    assert (result.share("a"), result.share("b")) == (0.75, 0.25)
    for broken in ("", "[]", "{}", line[:-1], line.replace("out", "gone"), line.replace("[0],", "[2],")):
        assert read_deal(broken) is None


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (["most-tiles"], "1 players: a game is for 2 to 6"),
        (["most-tiles", "nobody"], "no player is called 'nobody'"),
        (["random", "random"], "all players are random: name two different ones"),
        (["random", "most-tiles"] * 3, "42 tiles, and the box has 37"),
    ],
)
def test_matches_that_cannot_be(players: list[str], said: str) -> None:
    with pytest.raises(RulesError) as error:
        match(SMALL, players)
    assert said in str(error.value)


def test_other_things_that_cannot_be() -> None:
    with pytest.raises(RulesError, match="three different players or more"):
        league(SMALL, ["random", "most-tiles"])
    with pytest.raises(RulesError, match="0 pairs: 1 to"):
        simulate(match(SMALL, ["random", "most-tiles"]), 0)
    with pytest.raises(RulesError, match="not for a league"):
        contest = league(SMALL, ["random", "most-tiles", "most-value"])
        simulate(contest, 5, test=SequentialTest(0.5, 0.6))
    with pytest.raises(BatchError, match="resume needs an output file"):
        simulate(match(SMALL, ["random", "most-tiles"]), 5, resume=True)


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.slow
def test_any_number_of_workers_gives_the_same_bytes(tmp_path: Path) -> None:
    contest = match(SMALL, ["most-tiles", "random"], 3)
    outputs, kept, told = [], [], []
    for workers in (1, 2):
        output, records = tmp_path / f"{workers}.jsonl", tmp_path / f"records-{workers}"
        found = simulate(contest, 6, output=output, records=records, workers=workers, progress=False)
        outputs.append(output.read_bytes())
        kept.append(files_of(records))
        told.append(found.to_json())
    assert outputs[0] == outputs[1] and kept[0] == kept[1] and told[0] == told[1]
    assert told[0]["games"] == len(kept[0]) == 12
    assert told[0]["ends"]["out"] + told[0]["ends"]["blocked"] == 12
    assert told[0]["players"][0]["share"] + told[0]["players"][1]["share"] == pytest.approx(1)
    assert told[0]["players"][0]["points"] == -told[0]["players"][1]["points"]
    # Cut off anywhere, it goes on to the same end; what is cut off in the middle of a line, too.
    whole = outputs[0]
    for size in (10, len(whole) // 2, len(whole)):
        output = tmp_path / "cut.jsonl"
        output.write_bytes(whole[:size])
        found = simulate(contest, 6, output=output, resume=True, workers=2, progress=False)
        assert output.read_bytes() == whole
        assert found.to_json() == told[0]
    for pairs, wrong, said in (
        (6, match(SMALL, ["most-tiles", "random"], 4), "line 1: it does not say what this run would"),
        (5, contest, "line 7: deal 6 is not the next one"),
    ):
        with pytest.raises(BatchError, match=said):
            simulate(wrong, pairs, output=output, resume=True)
        assert output.read_bytes() == whole
    output.write_bytes(whole + b"hello\n")
    with pytest.raises(BatchError, match="line 8: no result of a deal"):
        simulate(contest, 20, output=output, resume=True)
    # A test that is decided ends the run at the same deal, whoever asks.
    ends = []
    for workers in (1, 2):
        test = SequentialTest(0.2, 0.45)
        found = simulate(contest, 200, test=test, output=output, workers=workers, progress=False)
        ends.append((test.decided, test.deals, output.read_bytes()))
        assert found.to_json()["test"]["pairs"] == found.to_json()["pairs"] == test.deals < 200
    assert ends[0] == ends[1] and ends[0][0] == "high"
    again = SequentialTest(0.2, 0.45)
    assert len(simulate(contest, 200, test=again, output=output, resume=True).deals) == ends[0][1]


@pytest.mark.slow
def test_a_killed_run_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    output, undisturbed = tmp_path / "killed.jsonl", tmp_path / "undisturbed.jsonl"
    command = [sys.executable, "-m", "solver", "simulate", "--players", "most-tiles,most-value,random", "--league"]
    command += [word for key, value in BOX.items() for word in ("--rule", f"{key}={value}")]
    command += ["--pairs", "6", "--workers", "2", "--json", "--no-progress"]
    process = subprocess.Popen([*command, "--output", str(output)], stdout=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not output.exists() or output.read_bytes().count(b"\n") < 4):
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    written = output.read_bytes().count(b"\n")
    assert 4 <= written < 19
    resumed = subprocess.run([*command, "--output", str(output), "--resume"], capture_output=True, check=True)
    whole = subprocess.run([*command, "--output", str(undisturbed)], capture_output=True, check=True)
    assert output.read_bytes() == undisturbed.read_bytes()
    assert resumed.stdout == whole.stdout
    told = json.loads(whole.stdout)
    assert [m["pairs"] for m in told["matches"]] == [6, 6, 6]
    assert len(told["ratings"]) == 3 and sum(r["rating"] for r in told["ratings"]) == pytest.approx(0, abs=0.2)


def test_all_matches_of_a_league_have_the_same_deals() -> None:
    contest = league(SMALL, ["most-tiles", "most-value", "random"], 2)
    assert contest.tables == (("most-tiles", "most-value"), ("most-tiles", "random"), ("most-value", "random"))
    assert Contest(SMALL, contest.tables[:1], 2).deal_seed(7) == contest.deal_seed(7) != contest.deal_seed(8)
