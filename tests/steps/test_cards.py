"""Steps in cards: word for word those in tiles."""

from __future__ import annotations

import pytest
from cards import in_cards
from referee_cases import COLUMNS, Row, cases, move_of

from solver import Move, Position
from solver.game.notation import CARDS
from solver.game.played import PlayedMove
from solver.steps import steps_of

MOVES = [
    (
        "R5R6J(R7)/K1K2K3 K4 rules=free",
        "K4->J(R4)R5R6/K1K2K3K4",
        "Move * within set 1 (5h 6h *(7h)), which becomes *(4h) 5h 6h; the joker now stands for 4h.",
    ),
    (
        "K7K8K9 JJR1 rules=free",
        "JJ->K7K8K9J(K10)J(K11)",
        "Lay * * from your rack on set 1, which becomes 7c 8c 9c *(10c) *(Jc); the jokers stand for 10c and Jc.",
    ),
]


@pytest.mark.parametrize(("line", "laid", "text"), MOVES)
def test_worked(line: str, laid: str, text: str) -> None:
    position = Position.parse(line).written_in("cards")
    steps = steps_of(PlayedMove(position, Move.parse(laid, position.rules)))
    assert text in [step.text for step in steps]


def test_the_steps_of_all_worked_positions() -> None:
    told = 0
    for case in cases("legal"):
        row, column, table, _ = case.values
        assert isinstance(row, Row) and isinstance(column, str) and isinstance(table, str)
        position = row.position(COLUMNS[column])
        move = move_of(position, table)
        steps = steps_of(PlayedMove(position, move))
        in_suits = steps_of(PlayedMove(position.written_in("cards"), move))
        assert [step.text for step in in_suits] == [in_cards(step.text) for step in steps]
        for step in steps:
            json, same = step.to_json(CARDS), step.to_json()
            assert json["tiles"] == [in_cards(tile) for tile in same["tiles"]]
            assert json["table"] == [[in_cards(tile) for tile in tiles] for tiles in same["table"]]
        told += len(steps)
    assert told > 100
