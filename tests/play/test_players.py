"""Programs that play: their names and settings, what they lay, and the look that spares them a question."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import exhaustive
import pytest
import random_positions
from bridge import product_position, product_rules

from solver import Position, Rules, Tile
from solver.errors import RulesError
from solver.play.glance import may_lay
from solver.play.players import PLAYERS, BestMove, View, player_named


def view(line: str, **known: object) -> View:
    position = Position.parse(line)
    seen = View(position, 0, (len(position.rack), 3), (position.opened, True), 20, seed="a seed")
    return replace(seen, **known)  # type: ignore[arg-type]


def laid(name: str, line: str) -> str:
    move = player_named(name).choose(view(line))
    return " ".join(map(str, move.played)) if move else "-"  # type: ignore[union-attr]


# By hand: R8 to R10 are three tiles worth 27, K13 with B13 and O13 on the table one worth 13.
@pytest.mark.parametrize(
    ("name", "line", "played"),
    [
        ("most-tiles", "R5R6R7/K1K2K3K4 K5K6R8J", "K5 K6 R8 J"),
        ("most-value", "R5R6R7 R8J", "R8 J"),
        ("most-value", "R5R6R7 R8JK1", "R8"),
        ("most-value:joker-worth=5", "R5R6R7 R8JK1", "R8 J"),
        ("least-penalty", "R5R6R7 R8JK1", "R8 J"),
        ("most-tiles:least=2", "R5R6R7 R8K1", "-"),
        ("most-tiles:least=2", "R5R6R7 R8", "R8"),
        ("most-tiles:least=2", "R5R6R7 R8R9K1", "R8 R9"),
        ("random:look=100", "R5R6R7 R8R9K1", "R8 R9"),
        ("most-tiles", "R5R6R7 K1", "-"),
        ("most-tiles:ties=1", "R2R3R4/K10B10R10 R1O10", "R1 O10"),
    ],
)
def test_what_programs_lay(name: str, line: str, played: str) -> None:
    assert laid(name, line) == played


def test_ties_are_broken_where_that_is_asked_for() -> None:
    # Three tiles either way: the run is worth 6, the group 9.
    assert laid("most-tiles:ties=1", "- K1K2K3B3R3") == "K3 B3 R3"


def test_a_random_program_is_the_same_in_the_same_turn_only() -> None:
    line = "R5R6R7/K5K6K7/B5B6B7 R8K8B8R4K4B4"
    seen = view(line)
    choices = {str(player_named("random").choose(replace(seen, seed=str(i)))) for i in range(12)}
    assert len(choices) > 3
    assert player_named("random").choose(seen) == player_named("random").choose(seen)


@pytest.mark.parametrize("name", PLAYERS)
def test_a_tile_is_thrown_off_that_is_there(name: str) -> None:
    seen = view("R5R6R7 K1K9JB9 rules=american")
    assert player_named(name).throw_off(seen) in seen.position.rack


def test_the_dearest_number_tile_is_thrown_off() -> None:
    assert BestMove("tiles").throw_off(view("- K1K9JB3")) == Tile.parse("K9")
    assert BestMove("tiles").throw_off(view("- J")) == Tile.parse("J")


def test_a_tile_that_was_thrown_off_is_taken_if_it_helps_another_one_out() -> None:
    line = "- K10B10R5R1R2 rules=american opening.points=0 turn.take_discard=yes opened=yes"
    assert BestMove("tiles").take_discard(view(line, may_take=Tile.parse("R10")))
    assert not BestMove("tiles").take_discard(view(line, may_take=Tile.parse("R9")))
    # R8 would only be laid itself.
    line = "R5R6R7 K1K2 rules=american turn.take_discard=yes"
    assert not BestMove("tiles").take_discard(view(line, may_take=Tile.parse("R8")))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("most-tils", "no player is called 'most-tils': is 'most-tiles' meant? there are most-tiles, most-value"),
        ("", "no player is called ''"),
        ("most-tiles:lest=2", "player 'most-tiles:lest=2': most-tiles has no setting 'lest': there are least, ties"),
        ("most-tiles:least=0", "least = '0': it takes a whole number from 1 to 106"),
        ("most-tiles:least", "least = '': it takes a whole number"),
        ("random:look=x", "look = 'x': it takes a whole number from 1 to 100"),
    ],
)
def test_players_that_are_none(spec: str, said: str) -> None:
    with pytest.raises(RulesError) as error:
        player_named(spec)
    assert said in str(error.value)


def test_every_setting_is_heeded() -> None:
    for name, kind in PLAYERS.items():
        assert kind.about
        usual = player_named(name)
        for key, setting in kind.settings.items():
            other = setting.low if setting.low != setting.usual else setting.high
            assert player_named(f"{name}:{key}={setting.usual}") == usual
            assert player_named(f"{name}:{key}={other}") != usual


# --- The look before the question ---


def test_what_shows_at_a_glance_is_so() -> None:
    """Where it says that nothing can be laid, an exhaustive search finds nothing; it says so often enough."""
    random, said = Random(7), 0
    for theirs in random_positions.random_rule_sets(3, 30):
        try:
            rules = product_rules(theirs)
        except RulesError:
            continue
        for _ in range(12):
            table, rack = random_positions.small_position(random, theirs)
            opened = random.random() < 0.5
            position = product_position(table, rack, rules, opened)
            if not may_lay(position):
                said += 1
                assert exhaustive.best(table, rack, theirs, opened)["tiles"] == 0, position
    assert said > 25


@pytest.mark.parametrize(
    ("line", "may"),
    [
        ("R5R6R7 K1", False),
        ("R5R6R7 R9", False),
        ("R5R6R7 R8", True),
        ("R5R6R7 R9J", True),
        # 27 points; 30 with the other 9.
        ("- K8B8R8K1K2R13 opened=no", False),
        ("- K9B9R9O9K1R13 opened=no", True),
        ("R5R6R7 R8K1K2 opened=no", False),
        ("R5R6R7 R8K1K2 opened=no opening.table=after opening.points=0", True),
        ("- K12K13K1 sets.wrap=none", False),
        ("- K12K13K1 sets.wrap=high_one", True),
        ("- K5B5R5K9K10 rules=vatikan opened=no opening.table=no", False),
    ],
)
def test_a_glance(line: str, may: bool) -> None:
    assert may_lay(Position.parse(line)) is may


def test_the_usual_setting_of_the_rules_is_kept() -> None:
    """A program that looks at a part of the rack does not change the rules of the game for the others."""
    rules = Rules.named("american")
    seen = View(Position.parse("R5R6R7 R8R9K1", rules), 0, (3, 3), (True, True), 20, seed="x")
    player_named("random").choose(seen)
    assert seen.position.rules is rules and rules.turn.discard
