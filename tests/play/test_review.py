"""A game looked through: what was missed, worked by hand."""

from __future__ import annotations

from solver.play.record_reader import read_record
from solver.play.review import review
from tests.play.written_games import GAME

# Turn 1: with the joker K3, B3, R3, and R4 beside it is no second set: J K3 B3 R3 are four tiles and 39 points.
# Turn 3: the same. Turn 5: the joker goes on any set, and nothing else does, as no 3 can be spared for R4.
MISSED = {1: (4, 39), 3: (1, 30), 5: (1, 30), 7: (0, 0)}


def test_what_was_missed() -> None:
    found = review(read_record(GAME))
    assert [turn.turn.number for turn in found.turns if turn.best is None] == [2, 4, 6]
    assert {t.turn.number: (t.missed_tiles, t.missed_points) for t in found.turns if t.best is not None} == MISSED
    assert [turn.missed_out for turn in found.turns] == [False, None, False, None, False, None, False]
    ann, ben = found.summaries()
    assert (ann.turns, ann.told, ann.tiles, ann.missed_lays) == (4, 4, 6, 2)
    assert (ann.missed_tiles, ann.missed_points) == (6, 99)
    assert (ann.seconds, ben.seconds) == (15, None)
    assert (ben.turns, ben.told, ben.tiles, ben.missed_tiles) == (3, 0, 3, 0)
    assert [turn.held for turn in found.turns][-1] == (1, 4)


def test_going_out_is_missed() -> None:
    text = GAME[: GAME.index("1 Ann")].replace("K3B3R3R4J", "K3B3R3") + "1 Ann draw\n"
    (turn,) = review(read_record(text)).turns
    assert (turn.could_go_out, turn.missed_out, turn.missed_tiles) == (True, True, 3)


def test_a_tile_drawn_first_counts() -> None:
    """R5 is drawn, and lets R3 and R4 be laid beside it; one of the two others is thrown off."""
    text = """rummikub-game 1
rules american turn.hand=4 opening.points=0
players Ann Ben
begins Ann
rack Ann R3R4K9K13
rack Ben 4
1 Ann draw R5 off=K13
2 Ben draw ? off=B1
3 Ann draw ? off=K9
"""
    first, _, third = review(read_record(text)).turns
    assert (first.best is not None and [str(t) for t in first.best], first.could_go_out) == (["R3", "R4", "R5"], False)
    assert third.best is None
