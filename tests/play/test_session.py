"""A turn that is thought over, and a game that is saved as it goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver import Position, Rules
from solver.errors import RulesError, RummikubError
from solver.game.notation import read_table, read_tiles
from solver.play.players import player_named
from solver.play.record import RecordError
from solver.play.record_reader import read_record_file
from solver.play.session import Draft, Session


def draft(line: str) -> Draft:
    return Draft(Position.parse(line))


def lying(draft: Draft) -> str:
    return " ".join("".join(map(str, tiles)) for tiles in draft.table)


def test_tiles_are_laid_and_taken_back() -> None:
    turn = draft("R5R6R7/K1K2K3 R8K4K9B1")
    turn.lay(read_tiles("R8"))
    assert (lying(turn), "".join(map(str, turn.rack))) == ("R5R6R7R8 K1K2K3", "K4K9B1")
    turn.lay(read_tiles("K4"))
    assert (lying(turn), "".join(map(str, turn.laid)), turn.faults()) == ("R5R6R7R8 K1K2K3K4", "K4R8", [])
    turn.undo()
    assert lying(turn) == "R5R6R7R8 K1K2K3"
    turn.undo()
    assert (lying(turn), turn.is_begun) == ("R5R6R7 K1K2K3", False)
    with pytest.raises(RulesError, match="nothing was done in this turn yet"):
        turn.undo()


def test_a_table_that_is_written_may_be_illegal_for_a_while() -> None:
    turn = draft("R5R6R7R8/K1K2K3 B8K8O1")
    turn.write(read_table("R5R6R7 | R8B8K8 | K1K2K3"))
    assert turn.faults() == []
    assert str(turn.move()) == "K8B8->R5R6R7/K8B8R8/K1K2K3"
    turn.write(read_table("R5R6R7 | R8B8 | K1K2K3"))
    assert turn.faults() == ["new table, set 2: R8B8 is no set: as a group, it has 2 tiles and a group needs 3"]
    turn.write(read_table("R5R6R7 | R8B8K8"))
    assert len(turn.faults()) == 3
    with pytest.raises(RulesError, match="K9: neither on the table nor on your rack"):
        turn.write(read_table("R5R6R7R8 | K1K2K3K9"))


@pytest.mark.parametrize(
    ("line", "tiles", "said"),
    [
        ("R5R6R7 K9", "R8", "R8: not on your rack"),
        ("R5R6R7 R8", "R8R8", "R8: not on your rack"),
        ("R5R6R7 R8K9", "R8K9", "K9R8 cannot all be laid"),
        (
            "- R5R6R7K9 opened=no",
            "R5R6R7",
            r"R5R6R7 cannot all be laid \(you have not opened yet, which",
        ),
        ("R5R6R7 R8R9 rules=american", "R8R9", "R8R9: one tile must be left to throw off"),
    ],
)
def test_tiles_that_cannot_be_laid(line: str, tiles: str, said: str) -> None:
    turn = draft(line)
    with pytest.raises(RulesError, match=said):
        turn.lay(read_tiles(tiles))
    assert not turn.is_begun


RULES = Rules.named("standard").changed({"turn.hand": 5})


def test_a_game_is_saved_and_gone_on_with(tmp_path: Path) -> None:
    me = player_named("most-tiles")
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    with Session.begin(whole, RULES, "Ann", ["random", "random:look=20"], 7) as session:
        assert session.names == ("Ann", "random", "random-of-2")
        while not session.game.over:
            session.take_turn(me, None)
    begun = Session.begin(parts, RULES, "Ann", ["random", "random:look=20"], 7)
    for _ in range(5):
        begun.take_turn(me, None)
    begun.__exit__()
    with parts.open("a") as file:
        file.write("6 Ann dr")
    with Session.go_on(parts) as session:
        assert len(session.game.turns) == 5
        while not session.game.over:
            session.take_turn(me, None)
    assert parts.read_bytes() == whole.read_bytes()
    assert read_record_file(whole).ending is not None
    with Session.go_on(whole) as session:
        assert session.game.over


def test_a_game_that_goes_back_keeps_the_other_line(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    me = player_named("most-tiles")
    with Session.begin(path, RULES, "Ann", ["most-tiles"], 7) as session:
        for _ in range(6):
            session.take_turn(me, None)
        was = tuple(session.game.turns)
        session.back(4)
        assert tuple(session.game.turns) == was[:3]
        session.take_turn(player_named("random:look=1"), None)
        with pytest.raises(RulesError, match="there is no turn 5 to go back to: 4 were played"):
            session.back(5)
    record = read_record_file(path)
    assert [(line.start, line.turns) for line in record.given_up] == [(4, was[3:])]
    with Session.go_on(path) as session:
        assert (tuple(session.game.turns), session.given_up) == (record.turns, list(record.given_up))


def test_files_that_cannot_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    with Session.begin(path, RULES, "Ann", ["most-tiles"], 7) as session:
        session.take_turn(player_named("random"), None)
    text = path.read_text("utf-8")
    for wrong, said in (
        ("hello\n", "line 1: this is no record"),
        (text.replace("seed 7\n", ""), "only a game that was begun with 'rummikub play'"),
        (text.replace("program most-tiles most-tiles\n", ""), "only a game that was begun with 'rummikub play'"),
        (text.replace("seed 7\n", "seed 8\n"), "its seed deals other tiles"),
    ):
        path.write_text(wrong, "utf-8")
        with pytest.raises(RecordError, match=said):
            Session.go_on(path)
        assert path.read_text("utf-8") == wrong
    with pytest.raises(RecordError, match="there is such a file already"):
        Session.begin(path, RULES, "Ann", ["most-tiles"], 7)
    for name, against, said in (
        ("A n", ["most-tiles"], "no name of a player"),
        ("Ann", ["nobody"], "no player is called 'nobody'"),
        ("Ann", ["random"] * 6, "7 players: a game is for 2 to 6"),
    ):
        with pytest.raises(RummikubError, match=said):
            Session.begin(tmp_path / "other.txt", RULES, name, against, 7)
        assert not (tmp_path / "other.txt").exists()
