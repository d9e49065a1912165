"""A move as text, and the move that leads to a new table."""

from __future__ import annotations

import pytest

from solver import Move, Position, Rules
from solver.errors import NotationError, PositionError, SetError
from solver.game.notation import read_table, read_tiles
from solver.game.tiles import tiles_text


def test_a_move_as_text() -> None:
    move = Move.parse("R4J->R4R5R6J/K7B7R7")
    assert tiles_text(move.played) == "R4J"
    assert [(tile_set.kind, str(tile_set)) for tile_set in move.table] == [("run", "R4R5R6J(R7)"), ("group", "K7B7R7")]
    assert str(move) == "R4J->R4R5R6J(R7)/K7B7R7"


@pytest.mark.parametrize("text", ["-->K1K2K3", "K1->-", "-->-"])
def test_nothing_is_written_as_a_dash(text: str) -> None:
    assert str(Move.parse(text)) == text


def test_the_sets_of_a_move_are_read_under_its_rules() -> None:
    with pytest.raises(SetError, match="1 does not follow 13"):
        Move.parse("K1->K12K13K1")
    assert str(Move.parse("K1->K12K13K1", Rules.named("machiavelli"))) == "K1->K12K13K1"


@pytest.mark.parametrize("text", ["", "K1", "K1>K1K2K3", "K1=K1K2K3"])
def test_text_that_is_no_move(text: str) -> None:
    with pytest.raises(NotationError, match="is no move: write the tiles laid, '->' and the new table"):
        Move.parse(text)


@pytest.mark.parametrize(
    ("position", "table", "laid"),
    [
        ("- K1K2K3", "K1K2K3", "K1K2K3"),
        ("K1K2K3 K4", "K1K2K3K4", "K4"),
        ("K1K2K3 K1K2K3", "K1K2K3/K3K2K1", "K1K2K3"),
        # One joker lay there, whatever it stood for; the other comes from the rack.
        ("K1K2J J", "K1K2K3/R1R2J/B1B2J", "JK3R1R2B1B2"),
        # What is missing on the new table is not laid.
        ("K1K2K3K4 R1", "K1K2K3", ""),
        ("K1K2K3R1 K4 loose=yes", "K1K2K3K4", "K4"),
    ],
)
def test_what_was_laid_is_what_the_new_table_has_more(position: str, table: str, laid: str) -> None:
    before = Position.parse(position)
    found = Move.laid(before, read_table(table))
    assert found == tuple(sorted(read_tiles(laid)))
    assert Move.to_table(before, read_table(table)).played == found


def test_sets_of_a_new_table_that_are_none_are_all_named() -> None:
    position = Position.parse("K1K2K3 R9")
    with pytest.raises(PositionError) as caught:
        Move.to_table(position, read_table("K1K2/K1K2K3/K1K3R9"))
    first, second = caught.value.faults
    assert first.startswith("new table, set 1: K1K2 is no set: ")
    assert second.startswith("new table, set 3: K1K3R9 is no set: ")


def test_moves_are_values() -> None:
    one, other = Move.parse("K3->K1K2K3"), Move.parse("k3 -> K1-3")
    assert one == other
    assert len({one, other}) == 1
    with pytest.raises(AttributeError):
        one.played = ()  # type: ignore[misc]
