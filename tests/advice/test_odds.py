"""What the next tile may bring: by hand, by exhaustive search, and by one fresh question for each tile."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import exhaustive
import pytest
import random_positions
from bridge import oracle_rules, product_position

from solver import Position, Rules, odds, solve
from solver.advice.odds import Laid, Odds
from solver.errors import NotationError, PositionError, RulesError
from solver.game.rules import preset_names
from solver.game.tiles import Tile
from tests.advice.against_oracle import OBJECTIVES, Question, forget, questions, smaller


def after(found: Odds, tile: str) -> Laid:
    return next(draw.laid for draw in found.draws if str(draw.tile) == tile)


# --- By hand ---


def test_a_run_and_one_tile() -> None:
    """R8 and J let the R9 go with them, R4 is laid alone; 106 tiles but for the four in sight."""
    found = odds("R5R6R7 R9")
    assert found.now == Laid(0, 0, 0, False)
    assert found.unseen == 102
    laid = {str(draw.tile): (draw.unseen, draw.laid) for draw in found.draws if draw.laid.tiles}
    assert laid == {
        "J": (2, Laid(2, 9, 39, True)),
        "R8": (2, Laid(2, 17, 17, True)),
        "R4": (2, Laid(1, 4, 4, False)),
    }
    assert len(found.draws) == 53 and Counter(draw.unseen for draw in found.draws) == {2: 49, 1: 4}
    assert found.chance_to_lay == 6 / 102
    assert found.chance_to_go_out == 4 / 102
    assert found.expected_tiles == (2 * 2 + 2 * 2 + 2 * 1) / 102
    assert found.chance_to_open is None
    assert sum(draw.chance for draw in found.draws) == pytest.approx(1)


def test_tiles_seen_elsewhere_are_not_drawn() -> None:
    """J(R5) on another table is a joker."""
    for seen in ("R8 R8 R4 J(R5)", [*[Tile(2, 8)] * 2, Tile(2, 4), Tile(2, 5, True)]):
        found = odds("R5R6R7 R9", seen=seen)
        assert [str(tile) for tile in found.seen] == ["R8", "R8", "R4", "J"]
        assert found.unseen == 98
        assert found.chance_to_lay == 2 / 98
        assert found.chance_to_go_out == 1 / 98


def test_an_opening() -> None:
    """R10 and O10 make 30, and so does a joker; nothing else does."""
    found = odds("- K10B10R9K3 opened=no")
    assert {str(draw.tile) for draw in found.draws if draw.laid.tiles} == {"R10", "O10", "J"}
    assert found.chance_to_open == found.chance_to_lay == 6 / 102
    assert after(found, "J") == Laid(3, 20, 50, False)
    # Where nothing is asked of an opening there is no chance of one.
    assert odds("- K10B10R9K3 opened=no rules=machiavelli").chance_to_open is None


def test_a_joker_that_is_spent_to_go_out_is_spared_after_a_draw() -> None:
    found = odds("R5R6R7 R4J")
    assert found.now == Laid(2, 4, 34, True)
    assert after(found, "K1") == Laid(1, 4, 4, False)
    assert after(found, "R3") == Laid(3, 7, 37, True)
    assert after(found, "J") == Laid(3, 4, 64, True)


def test_a_joker_that_is_drawn_may_end_the_game() -> None:
    """Now the R4 goes; the joker alone would not be laid, but with it the rack is empty."""
    found = odds("R5R6R7 R4")
    assert found.now == Laid(1, 4, 4, True)
    assert after(found, "J") == Laid(2, 4, 34, True)
    assert after(found, "K9") == Laid(1, 4, 4, False)


def test_objectives() -> None:
    """Under `value` a joker alone gains nothing; it is a tile, and points in the hand."""
    line = "R5R6R7 K9J"
    assert after(odds(line), "K1") == Laid(0, 0, 0, False)
    assert after(odds(line, objective="tiles"), "K1") == Laid(1, 0, 30, False)
    assert after(odds(line, objective="penalty"), "K1") == Laid(1, 0, 30, False)


def test_a_joker_s_worth() -> None:
    """A joker is spared unless it counts something."""
    assert after(odds("R5R6R7 K9"), "J") == Laid(0, 0, 0, False)
    assert after(odds("R5R6R7 K9", joker_worth=1), "J") == Laid(1, 0, 30, False)


def test_no_tile_is_unseen() -> None:
    found = odds("K1K2K3 K1K2K3 tiles.colours=1 tiles.numbers=3 sets.wrap=none rules=machiavelli")
    assert (found.unseen, found.draws) == (0, ())
    assert (found.chance_to_lay, found.chance_to_go_out, found.expected_tiles) == (0, 0, 0)
    assert found.now == Laid(3, 6, 6, True)


def test_loose_tiles() -> None:
    """A heap is odds of the same tiles as long as it can be put in order."""
    assert after(odds("R7R5R6 R9 loose=yes"), "R8") == Laid(2, 17, 17, True)
    with pytest.raises(PositionError, match="cannot be arranged"):
        odds("R7R5K6 R9 loose=yes")


def test_what_cannot_be_asked() -> None:
    with pytest.raises(PositionError, match="^seen: R9: 3 copies, and the box has 2$"):
        odds("R5R6R7 R9", seen="R9R9")
    with pytest.raises(NotationError, match="^seen, character 1: "):
        odds("R5R6R7 R9", seen="x")
    with pytest.raises(RulesError, match="no objective 'most'"):
        odds("R5R6R7 R9", objective="most")
    with pytest.raises(RulesError, match="joker_worth = -1"):
        odds("R5R6R7 R9", joker_worth=-1)


def test_the_json_form() -> None:
    found = odds("R5R6R7 R9", seen="R8")
    data = found.to_json()
    assert data["unseen"] == 101 and data["seen"] == ["R8"]
    assert data["now"] == {"tiles": 0, "value": 0, "penalty": 0, "goes_out": False}
    assert data["draws"][0] == {
        "tile": "J",
        "unseen": 2,
        "chance": 2 / 101,
        "tiles": 2,
        "value": 9,
        "penalty": 39,
        "goes_out": True,
    }
    for key in ("chance_to_go_out", "chance_to_lay", "chance_to_open", "expected_tiles", "objective", "rules", "id"):
        assert data[key] == getattr(found, key)
    assert repr(found) == "<Odds: 5.0% to lay, 0.08 tiles expected>"


# --- By exhaustive search ---


def oracle_differs(question: Question) -> str:
    """How the odds differ from what the exhaustive search finds after each draw; empty if they do not."""
    joker = question.position.rules.scoring.joker_in_hand
    for objective in OBJECTIVES:
        for draw in odds(question.position, objective=objective).draws:
            drawn: exhaustive.Tile = "J" if draw.tile.is_joker else (draw.tile.colour, draw.tile.number)
            best = exhaustive.best(question.table, [*question.rack, drawn], question.theirs, question.opened)
            goes_out, *figures = map(int, best["lexi"][objective])  # type: ignore[index]
            laid = draw.laid
            found = {
                "value": [laid.value, -(laid.penalty - laid.value) // joker, laid.tiles],
                "tiles": [laid.tiles, laid.value, -(laid.penalty - laid.value) // joker],
                "penalty": [laid.penalty, laid.tiles],
            }
            if [laid.goes_out, *found[objective]] != [goes_out, *figures]:
                return f"{objective}: {question.position} and {draw.tile}: {laid}, the oracle has {goes_out, figures}"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("name", preset_names())
def test_as_the_oracle_finds_after_each_draw(name: str) -> None:
    rules = smaller(Rules.named(name).changed({"scoring.joker_in_hand": exhaustive.JOKER_IN_HAND}), numbers=6)
    for question in questions(rules, seed=171, count=1, not_opened=0.5, most_table=8, most_rack=4):
        assert not (difference := oracle_differs(question)), difference
    forget()


# --- By one fresh question for each tile ---


def fresh_differs(position: Position, objective: str) -> str:
    """How the odds differ from one solve for each tile; empty if they do not.

    Penalty points and their tie leave open which of two moves is taken, so that face values may differ.
    """
    found = odds(position, objective=objective)
    for draw in found.draws:
        answer = solve(
            replace(position, rack=(*position.rack, draw.tile)), objective=objective, fewest_moved=False, steps=False
        )
        laid = draw.laid
        value = laid.value if objective == "penalty" else answer.value
        if laid != Laid(answer.tiles, value, answer.penalty, answer.goes_out):
            return f"{objective}: {position} and {draw.tile}: {laid}, a fresh answer {answer!r}"
    return ""


def fresh_positions(rules: Rules, seed: int, small: int, large: int) -> list[Position]:
    """Small positions in a box of 8 numbers, a third of them not opened, and large ones in the whole box."""
    found = [question.position for question in questions(smaller(rules), seed=seed, count=small, not_opened=1 / 3)]
    rng, theirs = Random(seed), oracle_rules(rules)
    return found + [
        product_position(*random_positions.large_position(rng, theirs), rules, opened=rng.random() < 2 / 3)
        for _ in range(large)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("i", range(len(preset_names())))
def test_as_one_fresh_question_for_each_tile(i: int) -> None:
    for k, position in enumerate(fresh_positions(Rules.named(preset_names()[i]), seed=172, small=1, large=1)):
        assert not (difference := fresh_differs(position, OBJECTIVES[(i + k) % 3])), difference
