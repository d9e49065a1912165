"""Fewest moved tiles: how many tiles stay in their sets at most, counted on a few sets by hand."""

from __future__ import annotations

import pytest

from solver.game.notation import read_tiles
from solver.game.position import Position
from solver.game.rules import Rules
from solver.model.backend import maximise
from solver.model.fewest_moved import FewestMoved
from solver.model.ladder import build

FREE = Rules.named("free")
AROUND = FREE.changed({"tiles.numbers": 5, "sets.wrap": "around"})
LAY_OFF = FREE.changed({"table.rearrange": "lay_off"})
STANDARD = Rules.named("standard")
SABRA = Rules.named("sabra")
RACK2 = STANDARD.changed({"jokers.replaced_from": "rack", "jokers.reuse": "new_set_two_rack"})
HIGH_ONE = FREE.changed({"sets.wrap": "high_one"})


def most_that_stay(line: str, played: str, rules: Rules = FREE, *, told: bool = True) -> tuple[int, frozenset[int]]:
    """How many table tiles stay when just these are laid, and the old sets that are to be told next."""
    position = Position.parse(line, rules)
    problem = build(position, close=False).problem
    fewest = FewestMoved(problem, range(len(position.table)) if told else ())
    problem.close()
    problem.play_just(read_tiles(played))
    outcome = maximise(problem.program)
    assert outcome.proved
    assert outcome.values is not None
    return outcome.objective, fewest.to_tell(outcome.values)


@pytest.mark.parametrize(
    ("line", "played", "stay"),
    [
        ("K1K2K3 K4", "K4", 3),
        ("K1K2K3/R1R2R3 K4", "K4", 6),
        # The 4 leaves for R4 B4.
        ("K1K2K3K4 R4B4", "R4B4", 3),
        ("K8B8R8O8 O7O9", "O7O9", 3),
        # 1 to 7 with another 4: 1 2 3 4 stay, 5 6 7 move (or the other way round).
        ("K1-7 K4", "K4", 4),
        # 1 2 3 4 5 and 3 4 5: the two sets are the same afterwards.
        ("K1-5 K3K4K5", "K3K4K5", 5),
        # 3 4 5 stay in one of the new sets, K3 K4 K5 K6.
        ("K3K4K5/K6K7K8 K9", "K9", 6),
        # Joined to one run, which is the new set of one of the two: of the larger.
        ("K1K2K3/K5-8 K4", "K4", 7),
        # Three runs are three groups: each group has a tile of each run.
        ("K1K2K3/B1B2B3/R1R2R3 O1O2O3", "O1O2O3", 9),
        ("K1K2K3/B1B2B3/R1R2R3 O1", "O1", 9 - 6),
        # Twins: each stays in a set of its own.
        ("K1K2K3/K1K2K3 K4", "K4", 6),
        ("K1K2K3/K1K2K3 K4K4", "K4K4", 6),
        ("K1K2K3K4/K1K2K3K4 R4B4", "R4B4", 7),
        ("K1K2K3K4/K1K2K3K4 R4B4O4", "R4B4O4", 8),
        ("K13B13R13 O13", "O13", 3),
        # One of two jokers leaves.
        ("K5K6J(K7)J(K8) R1R2", "R1R2", 3),
        # A number tile and the joker stay together in a set of the other kind.
        ("K8B8J(R8) K7B7B9", "K7B7B9", 2),
        ("K5K6J(K7) R5R6B6", "R5R6B6", 2),
        ("K5K6J(K7)/K5K6J(K7) K4K4", "K4K4", 6),
        # A joker equals any other; it stays if a joker lies with them.
        ("K5K6J(K7) K7", "K7", 3),
        ("K5K6K7J(K8) R1R2", "R1R2", 3),
        ("K5K6J(K7)/R5J(R6)R7 K7R6", "K7R6", 6),
        ("K5K6J(K7)/B5B6B7 K4J", "K4J", 6),
        # The number tiles leave and the joker stays: no better than the number tiles, which are two.
        ("K5K6J(K7) K7B1B2", "K7B1B2", 2),
    ],
)
def test_tiles_that_stay(line: str, played: str, stay: int) -> None:
    assert most_that_stay(line, played) == (stay, frozenset())


@pytest.mark.parametrize(
    ("line", "played", "rules", "stay"),
    [
        ("K12K13K1 K11", "K11", HIGH_ONE, 3),
        # Its 1 goes to 1 2 3, and 10 11 12 13 keep two of it.
        ("K12K13K1 K10K11K2K3", "K10K11K2K3", HIGH_ONE, 2),
        # 1 to 13 and 1 fall apart, with a second 7 in the middle: 7 8 ... 13 1 are eight.
        ("K1-13K1 K7", "K7", HIGH_ONE, 8),
        ("K4K5K1 K2", "K2", AROUND, 3),
        ("K4K5K1K2K3 K4K5", "K4K5", AROUND, 5),
        # Seven in a row hold a 1 and a 2 twice.
        ("K1-5K1K2 K3", "K3", AROUND, 7),
        ("K1-5K1K2 R1B1", "R1B1", AROUND, 6),
    ],
)
def test_runs_with_a_tile_twice(line: str, played: str, rules: Rules, stay: int) -> None:
    assert most_that_stay(line, played, rules)[0] == stay


@pytest.mark.parametrize(
    ("line", "played", "bound", "to_tell", "stay"),
    [
        # All sets share two tiles or more: nothing more to tell.
        ("K1K2K3/R1R2R3 K4", "K4", 6, frozenset(), 6),
        # One tile each, in whichever group.
        ("K1K2K3/B1B2B3/R1R2R3 O1", "O1", 3, frozenset({0, 1, 2}), 3),
        # K3 leaves, and K4 to K8 are one run: three tiles beyond what they share.
        ("K3K4K5 R3B3K6K7K8", "R3B3K6K7K8", 2, frozenset(), 2),
        # Its K4 leaves; the other three are told.
        ("K1K2K3K4 R4B4", "R4B4", 3, frozenset(), 3),
    ],
)
def test_sets_that_share_one_tile(line: str, played: str, bound: int, to_tell: frozenset[int], stay: int) -> None:
    """At first it is not told which; then the reward is an upper bound."""
    assert most_that_stay(line, played, told=False) == (bound, to_tell)
    assert most_that_stay(line, played) == (stay, frozenset())


def test_the_bound_is_an_upper_bound_only() -> None:
    """Four old runs, and three groups to share a tile with: one of the four has none, once all are told."""
    rules = FREE.changed({"tiles.colours": 5})
    position = Position.parse("K1K2K3/B1B2B3/R1R2R3/O1O2O3 G1G2G3", rules)
    for told, stay in (((), 4), (range(4), 3), ((0,), 4), ((0, 1, 2, 3), 3)):
        problem = build(position, close=False).problem
        fewest = FewestMoved(problem, told)
        problem.close()
        problem.play_just(position.rack)
        # In groups, not in runs.
        for colour in range(5):
            problem.program.equal([term for runs in problem.network._runs[colour] for term in runs.count()], 0)
        outcome = maximise(problem.program)
        assert outcome.values is not None
        assert outcome.objective == stay
        # What is told already is not told again.
        assert fewest.to_tell(outcome.values).isdisjoint(told)


@pytest.mark.parametrize(
    ("line", "played", "rules", "stay"),
    [
        # The joker goes to K9 R9; B4 and B6 stay with the B5.
        ("B4J(B5)B6 B5K9R9", "B5K9R9", STANDARD, 2),
        ("B4J(B5)B6 B5K9R9", "B5K9R9", RACK2, 2),
        ("B4J(B5)B6 B5K9R9", "B5K9R9", SABRA, 2),
        ("B4J(B5)B6/B4J(B5)B6 B5B5K9", "B5B5K9", STANDARD, 4),
        # O7 O8 O9, and O10 J O12 is new.
        ("B4J(B5)B6/O7O8O9O10 B5O12", "B5O12", STANDARD, 5),
        # O7 O8 O9 J O11: the joker goes anywhere.
        ("B4J(B5)B6/O7O8O9 B5O11", "B5O11", SABRA, 5),
        # The O11 needs O9 and J, and these with all of 7 8 9 are no new set: so 7 leaves, and O8 O9 J O11 is one.
        ("B4J(B5)B6/O7O8O9 B5O11K7R7", "B5O11K7R7", STANDARD, 4),
        ("B4J(B5)B6/O7O8O9 B5O11K7R7O12", "B5O11K7R7O12", RACK2, 4),
        ("B4B5J(B6) B7", "B7", SABRA, 3),
        ("B4B5J(B6)/B7B8J(B9) B10", "B10", SABRA, 6),
        ("B4B5J(B6)/B7B8B9 B10", "B10", SABRA, 6),
        ("B4B5J(B6)/K4K5K6K7 R7B7", "R7B7", SABRA, 6),
        # 5 to 11 is one set: that of three of the six tiles.
        ("K5K6J(K7)/K7K8K9 K11", "K11", LAY_OFF, 3),
        ("K1K2K3/K4K5K6 K7", "K7", LAY_OFF, 6),
        ("K8B8R8/K1K2K3 O8K4", "O8K4", LAY_OFF, 6),
        ("B4B5J(B6)/B8B9B10 B7B11", "B7B11", SABRA.changed({"table.rearrange": "lay_off"}), 6),
        ("K8R8J(B8)/B8B9B10 B11O8", "B11O8", SABRA.changed({"table.rearrange": "lay_off"}), 6),
    ],
)
def test_with_parts_in_the_rules(line: str, played: str, rules: Rules, stay: int) -> None:
    """Sets that old ones become may receive freed jokers, keep jokers, and hold old sets."""
    assert most_that_stay(line, played, rules)[0] == stay
    assert most_that_stay(line, played, rules, told=False)[0] >= stay


@pytest.mark.parametrize(("line", "played"), [("K5J(K6)J(K7) R5", "R5"), ("K5J(B5)J(R5) K6", "K6")])
def test_a_kept_joker_does_not_change_its_kind(line: str, played: str) -> None:
    """Nobody replaces the jokers of a run, or of a group, and they may not become those of the other kind."""
    problem = build(Position.parse(line, SABRA), close=False).problem
    FewestMoved(problem, (0,))
    problem.close()
    problem.play_just(read_tiles(played))
    outcome = maximise(problem.program)
    assert outcome.proved
    assert outcome.values is None
