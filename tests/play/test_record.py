"""Records: written as the game goes, read back, refereed, and refused in one line where they are broken."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from solver import Rules
from solver.game.rules import preset_names
from solver.play.game import Game, play
from solver.play.players import player_named
from solver.play.record import Ending, Record, Recorder, RecordError, record_of, record_text
from solver.play.record_reader import read_record, read_record_file, whole_lines
from solver.play.turns import Turn

NAMES = ("Ann", "Ben", "Cem", "Dan")

HAND = """rummikub-game 1
# Written by hand at the table: of Ben's tiles only their number is known.
rules standard opening.points=20
players Ann Ben
begins Ben
rack Ann K8B8R8R1R2O13O12
rack Ben 7

1 Ben draw
2 Ann lay K8B8R8->K8B8R8 seconds=31.5 # at last
3 Ben lay K5K6K7O8->K5K6K7K8/B8R8O8 table=assumed
"""
# Ben has not opened and touches the table: line 11 is illegal; as the rest goes, he lays sets of his own.
GOOD = HAND.replace("K5K6K7O8->K5K6K7K8/B8R8O8", "K5K6K7O8O9O10->K8B8R8/K5K6K7/O8O9O10")


def written(name: str, players: int = 3, seed: int = 5) -> Record:
    rules = Rules.named(name).changed({"turn.hand": 9})
    game = Game(rules, players, seed)
    programs = [player_named(name) for name in ("most-tiles", "random", "least-penalty")]
    list(play(game, programs[:players]))
    return record_of(game, NAMES[:players], {0: "most-tiles"})


@pytest.mark.parametrize("name", preset_names())
def test_a_game_is_read_as_it_was_written(name: str) -> None:
    record = written(name)
    text = record_text(record)
    assert read_record(text) == record
    assert record_text(read_record(text)) == text
    final = record.final()
    assert record.ending is not None
    assert tuple(tuple(seat.tiles) for seat in final.seats) == record.ending.left
    assert final.over


def test_a_record_written_by_hand() -> None:
    record = read_record(GOOD)
    assert (record.names, record.first, record.racks[1], record.ending) == (("Ann", "Ben"), 1, 7, None)
    first, second, third = record.turns
    assert first == Turn(1, 1, "draw", drawn=(None,))
    assert (second.seconds, second.note, second.assumed) == (31.5, "at last", False)
    assert (str(third.move), third.assumed) == ("K5K6K7O8O9O10->K8B8R8/K5K6K7/O8O9O10", True)
    state = record.final()
    assert (state.seats[1].held, state.seats[1].tiles, state.seats[1].opened) == (2, [], True)
    assert (state.pool, state.player) == (106 - 14 - 1, 0)
    assert read_record(record_text(record)) == record


def test_what_is_not_known_is_not_made_up() -> None:
    record = read_record(GOOD + "4 Ann draw ?\n5 Ben draw R7\n6 Ann draw\n")
    state = record.final()
    assert (state.seats[0].unknown, state.seats[1].unknown, [str(t) for t in state.seats[1].tiles]) == (2, 2, ["R7"])
    assert "4 Ann draw ?\n5 Ben draw R7\n6 Ann draw ?\n" in record_text(record)


def test_going_back_keeps_what_was_played() -> None:
    text = GOOD + "4 Ann draw R3\nback 3\n3 Ben draw ?\n4 Ann lay R1R2J->K8B8R8/R1R2J\n"
    with pytest.raises(RecordError, match="line 15: turn 4: J laid, but the rack holds"):
        read_record(text)
    text = text.replace("4 Ann lay R1R2J->K8B8R8/R1R2J\n", "4 Ann draw R3\nback 4\n4 Ann draw R4\n")
    record = read_record(text)
    assert [turn.action for turn in record.turns] == ["draw", "lay", "draw", "draw"]
    assert [(line.start, len(line.turns)) for line in record.given_up] == [(3, 2), (4, 1)]
    assert read_record(record_text(record)) == record


LAID = "3 Ben lay K5K6K7O8O9O10->K8B8R8/K5K6K7/O8O9O10 table=assumed\n"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a shopping list\n", 1, "this is no record of a game: it begins with 'rummikub-game 1'"),
        ("rummikub-game 2\n", 1, "its format is '2', and this program reads 1"),
        ("", 1, "this is no record of a game"),
        (HAND, 11, "turn 3: K8B8R8 was touched, and the table stays as it is"),
        (GOOD.replace("3 Ben", "4 Ben"), 11, "turn 4 is out of order: turn 3 comes next"),
        (GOOD.replace("3 Ben lay", "3 Ann lay"), 11, "turn 3: Ann is not to move: it is the turn of Ben"),
        (GOOD.replace("3 Ben lay", "3 Bob lay"), 11, "'Bob' is no player: there are Ann, Ben"),
        (GOOD[:-1], 11, "it has no end: '3 Ben lay K5K6K7O8O9O10->K8B8R8/K5K6K7/…'; finish it with a line break"),
        (GOOD + "4 Ann draw R1", 12, "it has no end: '4 Ann draw R1'; finish it with a line break, or delete it"),
        (GOOD + "4 Ann draw R1R2\n", 12, "turn 4: 2 tiles drawn, and it must be 1 (91 tiles in the pool)"),
        (GOOD + "4 Ann pass\n", 12, "turn 4: nobody passes who can draw a tile"),
        (GOOD + "4 Ann sleep\n", 12, "turn 4: 'sleep' is nothing that a player does: it is lay, draw, pass"),
        (GOOD + "4 Ann draw R1 R2\n", 12, "turn 4: 'R2' means nothing here; a note stands behind a '#'"),
        (GOOD + "4 Ann draw R1 off=K1\n", 12, "turn 4: K1 was thrown off, and these rules know no such thing"),
        (GOOD + "4 Ann draw R1 seconds=fast\n", 12, "turn 4: seconds='fast': it is a number of seconds"),
        (
            GOOD + "4 Ann draw R1\n5 Ben draw\n6 Ann draw R1\n",
            14,
            "turn 6: 3 tiles R1 are in the game, and the box has 2",
        ),
        (GOOD + "4 Ann lay R1->R1\n", 12, "turn 4: R1 is no set"),
        (GOOD + "4 Ann lay\n", 12, "turn 4: 'lay' takes the tiles laid and the new table"),
        (GOOD + "4 Ann lay R1->K8B8R8/K5K6K7/O8O9O10\n", 12, "turn 4: R1 "),
        (GOOD + "back 9\n", 12, "'back' takes the number of a turn that was played, 1 to 3"),
        (GOOD + "end out\n", 12, "the game ends as 'out', but after these turns it is not over yet"),
        (GOOD + "score Ann 5\n", 12, "'score' comes behind 'end', with a player and his points"),
        (GOOD + "hello\n", 12, "'hello' is no line of a record: a turn begins with its number"),
        (GOOD + "seed 5\n", 12, "'seed' belongs above the first turn"),
        (GOOD.replace("begins Ben\n", ""), 8, "the head of the record has no line 'begins'"),
        (GOOD.replace("rack Ben 7\n", ""), 8, "the head of the record has no line 'rack Ben'"),
        (GOOD.replace("rack Ben 7", "rack Ben 107"), 9, "the racks have more tiles than the box, which has 106"),
        (GOOD.replace("rack Ben 7", "rack Ben K8K8K8"), 9, "4 tiles K8 are in the game, and the box has 2"),
        (GOOD.replace("rack Ben 7", "rack Ann 7"), 7, "the rack of Ann is given twice"),
        (GOOD.replace("players Ann Ben", "players Ann"), 4, "'players' names 2 to 6"),
        (GOOD.replace("standard", "standart"), 3, "no rule set is called 'standart': is 'standard' meant?"),
        (GOOD.replace("K8B8R8R1R2", "K8B8R8R1R0"), 6, "rack of Ann, character 9: '0' is no tile number"),
    ],
)
def test_broken_records(text: str, line: int, said: str) -> None:
    with pytest.raises(RecordError) as error:
        read_record(text, "game.txt")
    assert str(error.value).startswith(f"game.txt, line {line}: {said}")
    assert "\n" not in str(error.value)


def test_the_end_is_checked() -> None:
    record = written("standard", 2)
    assert record.ending is not None and record.ending.scores is not None
    text = record_text(record)
    wrong = tuple(points + 1 for points in record.ending.scores)
    with pytest.raises(RecordError, match="the score of Ann is .*, and by the racks left it is"):
        read_record(record_text(replace(record, ending=replace(record.ending, scores=wrong))))
    with pytest.raises(RecordError, match="tiles left, but after these turns"):
        read_record(record_text(replace(record, ending=Ending(record.ending.end, (5, 5)))))
    with pytest.raises(RecordError, match="a turn after the end of the game"):
        read_record(text + f"{len(record.turns) + 1} Ann draw\n")
    other = "blocked" if record.ending.end == "out" else "out"
    with pytest.raises(RecordError, match=f"the game ends as '{other}', but after these turns it is"):
        read_record(text.replace(f"end {record.ending.end}", f"end {other}"))


def test_a_file_is_written_turn_by_turn(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    game = Game(Rules.named("standard").changed({"turn.hand": 5}), 2, 3)
    player = player_named("most-tiles")
    with Recorder(path, record_of(game, NAMES[:2])) as recorder:
        for _ in range(4):
            recorder.add(game.take_turn(player))
            assert read_record_file(path).turns == tuple(game.turns)
    with pytest.raises(RecordError, match="there is such a file already"):
        Recorder(path, record_of(game, NAMES[:2]))
    with Recorder(path, record_of(game, NAMES[:2]), go_on=True) as recorder:
        while not game.over:
            recorder.add(game.take_turn(player))
        recorder.end(game, game.score())
    assert path.read_text("utf-8") == record_text(record_of(game, NAMES[:2]))
    with pytest.raises(RecordError, match="No such file or directory"):
        Recorder(tmp_path / "nowhere" / "game.txt", record_of(game, NAMES[:2]))
    with pytest.raises(RecordError, match="No such file or directory"):
        read_record_file(tmp_path / "nothing.txt")


def test_a_game_is_replayed_from_its_seed() -> None:
    record = written("standard", 2)
    game = Game(record.rules, 2, record.seed or 0)
    for turn in record.turns:
        game.replay(turn)
    assert record_of(game, record.names, record.programs) == record
    other = Game(record.rules, 2, 6)
    with pytest.raises(ValueError, match=r"it is the turn of seat|other tiles were drawn|laid, but the rack holds"):
        for turn in record.turns:
            other.replay(turn)


WRITER = """
import sys
from solver.play.game import Game
from solver.play.players import player_named
from solver.play.record import Recorder, record_of
game = Game(seed=3)
with Recorder(sys.argv[1], record_of(game, ("Ann", "Ben"))) as recorder:
    print("begun", flush=True)
    while not game.over:
        recorder.add(game.take_turn(player_named("random")))
"""


@pytest.mark.slow
def test_a_killed_program_loses_one_turn_at_most(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == b"begun\n"
    time.sleep(0.2)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    record = read_record(whole_lines(path.read_text("utf-8")))
    game = Game(seed=3)
    for turn in record.turns:
        assert turn == game.take_turn(player_named("random"))
