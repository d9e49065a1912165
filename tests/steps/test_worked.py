"""Steps worked out by hand, word for word."""

from __future__ import annotations

import bridge
import pytest
from interpreter import check

from solver import Move, Position, solve
from solver.game.played import PlayedMove
from solver.steps import steps_of

WORKED = {
    "a tile added": (
        "R5R6R7R8/K7B7R7 K9R4J",
        "R4->R4R5R6R7R8/K7B7R7",
        ["Lay R4 from your rack on set 1, which becomes R4 R5 R6 R7 R8."],
    ),
    "one set lends to another": (
        "K4K5K6K7/B7R7O7 R8R9 rules=free",
        "R8R9->K4K5K6/K7B7O7/R7R8R9",
        [
            "Take K7 from set 1 (K4 K5 K6 K7) and lay it on set 2, which becomes K7 B7 R7 O7.",
            "Take R7 from set 2 (K7 B7 R7 O7) and lay it as the start of new set 3.",
            "Lay R8 R9 from your rack on set 3, which becomes R7 R8 R9.",
        ],
    ),
    "a run split in two movements, not three": (
        "R1R2R3R4R5R6 R3R4 rules=free",
        "R3R4->R1R2R3R4/R3R4R5R6",
        [
            "Lay R3 R4 from your rack as the start of new set 2.",
            "Take R5 R6 from set 1 (R1 R2 R3 R4 R5 R6) and lay them on set 2, which becomes R3 R4 R5 R6.",
        ],
    ),
    "two runs joined": (
        "K4K5K6/K8K9K10 K7",
        "K7->K4K5K6K7K8K9K10",
        [
            "Lay K7 from your rack on set 2, which becomes K7 K8 K9 K10.",
            "Take all of set 1 (K4 K5 K6) and lay it on set 2, which becomes K4 K5 K6 K7 K8 K9 K10.",
        ],
    ),
    "a joker replaced from the table": (
        "B4J(B5)B6/K5B5R5O5 R1O1",
        "R1O1->B4B5B6/K5R5O5/J(K1)R1O1",
        [
            "Take B5 from set 2 (K5 B5 R5 O5) and lay it on set 1, which becomes B4 B5 B6; "
            "B5 replaces its joker, which lies free beside it.",
            "Take J from set 1 (B4 B5 B6 J) and lay it as the start of new set 3; the joker now stands for K1.",
            "Lay R1 O1 from your rack on set 3, which becomes J(K1) R1 O1.",
        ],
    ),
    "a joker that needs both colours": (
        "K7B7J(R7) R7O7K1K2 jokers.group_of_three=both",
        "R7O7K1K2->K7B7R7O7/K1K2J(K3)",
        [
            "Lay R7 O7 from your rack on set 1, which becomes K7 B7 R7 O7; "
            "R7 and O7 replace its joker, which lies free beside it.",
            "Take J from set 1 (K7 B7 R7 O7 J) and lay it as the start of new set 2; the joker now stands for K3.",
            "Lay K1 K2 from your rack on set 2, which becomes K1 K2 J(K3).",
        ],
    ),
    "an opening that goes on": (
        "R8R9R10/O10O11O12O13 R11R12R13K13 opened=no rules=sabra",
        "K13R11R12R13->R8R9R10R11R12/O10O11O12/K13R13O13",
        [
            "Open with R11 R12 R13 from your rack as new set 3.",
            "Take R11 R12 from set 3 (R11 R12 R13) and lay them on set 1, which becomes R8 R9 R10 R11 R12; "
            "set 3 for now is R13.",
            "Lay K13 from your rack on set 3, which for now is K13 R13.",
            "Take O13 from set 2 (O10 O11 O12 O13) and lay it on set 3, which becomes K13 R13 O13.",
        ],
    ),
    "a joker that only changes its place": (
        "R5R6J(R7)/K1K2K3 K4 rules=free",
        "K4->J(R4)R5R6/K1K2K3K4",
        [
            "Lay K4 from your rack on set 2, which becomes K1 K2 K3 K4.",
            "Move J within set 1 (R5 R6 J(R7)), which becomes J(R4) R5 R6; the joker now stands for R4.",
        ],
    ),
}


@pytest.mark.parametrize("name", WORKED)
def test_worked(name: str) -> None:
    line, move, expected = WORKED[name]
    position = Position.parse(line)
    found = steps_of(PlayedMove(position, Move.parse(move, position.rules)))
    assert [step.text for step in found] == expected


def test_a_heap_set_by_set() -> None:
    position = Position.parse("R7B7R5K7R6O1 R4O2O3 loose=yes rules=free")
    found = steps_of(PlayedMove(position, Move.parse("R4O2O3->K7B7R7/R4R5R6/O1O2O3", position.rules)))
    assert [step.text for step in found] == [
        "Take K7 B7 R7 from the heap and lay them as new set 1.",
        "Take R5 R6 from the heap and lay them as the start of new set 2.",
        "Lay R4 from your rack on set 2, which becomes R4 R5 R6.",
        "Take O1 from the heap and lay it as the start of new set 3.",
        "Lay O2 O3 from your rack on set 3, which becomes O1 O2 O3.",
    ]
    assert found[0].to_json()["from"] == {"heap": True}


def texts(line: str, objective: str = "value") -> list[str]:
    return [step.text for step in solve(Position.parse(line), objective=objective).steps]


def test_a_joker_that_nothing_replaced_goes_on_standing_for_its_tile() -> None:
    """B4 B6 B7 B8 J could be read with J as B5; but then J(B9) would have walked."""
    for rules in ("standard", "rummy-o", "sabra"):
        assert texts(f"B6B7B8J(B9)/K5B5R5O5 B4 rules={rules}") == [
            "Take B5 from set 2 (K5 B5 R5 O5) and lay it on set 1, which becomes B5 B6 B7 B8 J(B9).",
            "Lay B4 from your rack on set 1, which becomes B4 B5 B6 B7 B8 J(B9).",
        ]


def test_nothing_leaves_a_locked_set_before_its_joker_is_replaced() -> None:
    found = texts("R2R3R4/J(R4)B4K4O4 R4B3B5JB9 rules=sabra", "tiles")
    assert found[0].startswith("Lay R4 from your rack on set 2") and "replaces its joker" in found[0]
    assert any(text.startswith("Take B4 from set 2 (K4 B4 R4 O4") for text in found[1:])


def test_the_tiles_of_a_locked_set_go_with_its_joker() -> None:
    """R3 and R4 lie on set 7, too, but those of set 4 are locked to the joker that goes there."""
    table = "B3B4B5/B6B7B8/O7J(R7)K7/R3R4J(R5)/K11K12K13/B13K13R13O13/R1R2R3R4R5R6/O6B6R6/O8O9O10/B8B9B10"
    found = texts(f"{table} R13B11K3K2B13B1B11R7O5 rules=sabra")
    assert any(text.startswith("Take R3 R4 J(R5) from set 4") and "lay them on set 7" in text for text in found)


def test_of_two_jokers_it_is_said_which() -> None:
    """Under `free`, one of the jokers of a set of two is taken."""
    named = [text for text in texts("J(R2)R3R4J(R5)/K5K6K7 K8R1B1 rules=free", "tiles") if "Take J(R" in text]
    assert named and all("from set 1 (J(R2) R3 R4 J(R5))" in text for text in named)


def test_the_joker_that_lies_free_is_the_one_taken() -> None:
    found = texts("O11O12J(O13) JB11B13O13B13 rules=american jokers.freed_by=rearranging", "penalty")
    assert found[-1] == (
        "Take J from set 1 (J(O10) O11 O12 O13 J) and lay it on set 2, which becomes B11 J(B12) B13; "
        "the joker now stands for B12."
    )


def test_becomes_is_said_of_the_set_without_the_joker_beside_it() -> None:
    found = texts("O7R7K7/B5O5R5K5/B7J(K7)R7/O6R6B6 O13O1O9O2K6B2", "tiles")
    assert not any("becomes R5 R7" in text for text in found)
    assert any("R5 R7" in text and "for now is" in text for text in found)


def test_the_json_of_a_step() -> None:
    position = Position.parse("K4K5K6K7/B7R7O7 R8R9 rules=free")
    steps = steps_of(PlayedMove(position, Move.parse("R8R9->K4K5K6/K7B7O7/R7R8R9", position.rules)))
    assert steps[1].to_json() == {
        "action": "form",
        "tiles": ["R7"],
        "from": {"set": 2},
        "to": {"set": 3, "new": True},
        "table": [["K4", "K5", "K6"], ["K7", "B7", "O7"], ["R7"]],
        "numbers": [1, 2, 3],
        "broken": 1,
        "text": "Take R7 from set 2 (K7 B7 R7 O7) and lay it as the start of new set 3.",
    }


@pytest.mark.parametrize(
    ("line", "laid"),
    [
        ("K6K7K8/B6B7B8/R6R7R8 K5B5R5K5B5R5 rules=sabra", 6),
        ("K6K7K8/B6B7B8/R6R7R8 K5B5R5K5B5R5K4 rules=sabra", 7),
        ("K11K12K13/B11B12B13/R11R12R13 K10B10R10K10B10R10K9 rules=card-40", 7),
        ("K11K12K13/B11B12B13/R11R12R13 K10B10R10K10B10R10K9O1 rules=american", 7),
        ("B7B8B9/K13B13R13/K13R13O13 B10B11B12B10B11B12O1 rules=american", 6),
    ],
)
def test_an_opening_with_two_equal_sets(line: str, laid: int) -> None:
    """One of them goes on as a set, the tiles of the other go elsewhere; all of them are on the table in the end."""
    answer = solve(Position.parse(f"{line} opened=no"))
    assert answer.tiles == laid and answer.status == "optimal"
    check(answer.position, answer.move, bridge.oracle_rules(answer.position.rules))


def test_the_number_of_a_set_that_is_gone_stays_unused() -> None:
    position = Position.parse("K4K5K6/K8K9K10/O1O2O3 K7B1R1 rules=free")
    steps = steps_of(PlayedMove(position, Move.parse("K7->K4K5K6K7K8K9K10/O1O2O3", position.rules)))
    assert steps[-1].to_json()["numbers"] == [2, 3]
    assert steps[-1].action == "join"


def test_nothing_to_do() -> None:
    position = Position.parse("R5R6J(R7)/K1K2K3 K4")
    assert steps_of(PlayedMove(position, Move((), position.table))) == ()


def test_a_move_that_loses_tiles_is_refused() -> None:
    position = Position.parse("R5R6R7R8/K1K2K3 K4")
    with pytest.raises(ValueError, match="do not make the new one"):
        steps_of(PlayedMove(position, Move.parse("K4->R5R6R7/K1K2K3K4")))
