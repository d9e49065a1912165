"""What tiles are worth under each objective, its ties and its words; figures worked out by hand."""

from __future__ import annotations

from itertools import combinations

import pytest

from solver import Rules, solve
from solver.advice.hints import hint_of
from solver.game.notation import read_tiles
from solver.game.objective import OBJECTIVES, Measure, Objective
from solver.game.tiles import Tile
from solver.show.text import answer_text

RULES = Rules.named("standard")
TILES = read_tiles("R5K10J")


def laid(text: str) -> list[Tile]:
    return [] if text == "-" else read_tiles(text)


@pytest.mark.parametrize(
    ("name", "joker_worth", "worth"),
    [("value", 0, 15), ("value", 7, 22), ("tiles", 0, 3), ("tiles", 7, 3), ("penalty", 0, 45), ("penalty", 7, 45)],
)
def test_what_tiles_are_worth(name: str, joker_worth: int, worth: int) -> None:
    assert RULES.scoring.joker_in_hand == 30
    assert OBJECTIVES[name].worth(TILES, RULES, joker_worth) == worth


@pytest.mark.parametrize(
    ("name", "joker_worth", "order"),
    [
        # Best first. Value, then fewer jokers, then more tiles.
        ("value", 0, ["K9", "K3K5", "K8", "K3K4", "K7J", "K3", "-", "J"]),
        ("value", 6, ["K4K5", "K9", "K3J", "K8", "J", "K3", "-"]),
        # Tiles, then more value, then fewer jokers.
        ("tiles", 0, ["K1K2K3", "K9K8", "K9J", "K1K2", "K9", "J", "-"]),
        # Points, of which a joker counts 30, then more tiles.
        ("penalty", 0, ["K1J", "K10K11K9", "J", "K13K12", "K9", "-"]),
    ],
)
def test_order_of_choices(name: str, joker_worth: int, order: list[str]) -> None:
    levels = OBJECTIVES[name].levels(RULES, joker_worth)
    keys = [[level.sign * level.total(laid(text)) for level in levels] for text in order]
    for better, worse in combinations(keys, 2):
        assert better > worse, (better, worse)


@pytest.mark.parametrize(
    ("name", "joker_worth", "spares"),
    [("value", 0, True), ("value", 1, False), ("tiles", 0, False), ("penalty", 0, False)],
)
def test_which_spare_their_jokers(name: str, joker_worth: int, spares: bool) -> None:
    assert OBJECTIVES[name].spares_jokers(RULES, joker_worth) == spares


def test_words() -> None:
    value, tiles, penalty = OBJECTIVES.values()
    assert value.in_words(TILES, RULES, 0) == "face value 15"
    assert value.in_words(TILES, RULES, 7) == "face value 15 + 1 joker at 7"
    assert tiles.in_words(TILES[:1], RULES, 7) == "1 tile"
    assert penalty.in_words(TILES, RULES, 7) == "45 penalty points"
    assert value.hinted(TILES, RULES) == "lay a face value of 15 (3 tiles, 1 joker among them)"
    assert tiles.hinted(TILES, RULES) == "lay 3 tiles, 1 joker among them"
    assert penalty.hinted(TILES[:1], RULES) == "get rid of 5 penalty points (1 tile)"


def test_a_new_objective_is_one_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jokers first, then few tiles: all that asks for objectives takes it from the list."""
    jokers = Objective(
        "jokers",
        Measure(None, lambda rules, worth: 1),
        ties=((-1, Measure(lambda number: 1, lambda rules, worth: 1, usual=127)),),
        what="jokers",
        score="the number of jokers",
        amount="{} of the jokers".format,
        hint="lay {amount}",
    )
    monkeypatch.setitem(OBJECTIVES, "jokers", jokers)
    # Each joker could lie alone in the run or make a set with two tiles of the rack.
    answer = solve("R5R6R7 K1B1R9R10JJ rules=free", objective="jokers")
    assert (answer.status, answer.score, answer.jokers, answer.tiles, answer.bound) == ("optimal", 2, 2, 2, 2)
    assert solve("R5R6R7 K1B1R9R10JJ rules=free", objective="tiles").tiles == 6
    assert "Worth 2 of the jokers, face value 0" in answer_text(answer)
    assert "lay 2 of the jokers" in hint_of(answer, 1).text
