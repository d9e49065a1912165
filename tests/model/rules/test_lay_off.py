"""Laying off: most tiles that can be laid when sets are only added to."""

from __future__ import annotations

import pytest
from laying import most

from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN
from solver.model.problem import Problem
from solver.model.rules.lay_off import add_lay_off
from solver.model.rules.table_jokers import TableJokers

LAY_OFF = Rules.named("free").changed({"table.rearrange": "lay_off"})
AROUND = LAY_OFF.changed({"tiles.numbers": 6, "sets.wrap": "around"})


def most_laid(line: str, rules: Rules = LAY_OFF, **apart: bool) -> int | None:
    problem = Problem(Position.parse(line, rules))
    add_lay_off(problem, None, **apart)
    problem.close()
    return most(problem.program, problem.tiles_played())


@pytest.mark.parametrize(
    ("line", "tiles"),
    [
        ("K1K2K3 K4", 1),
        ("K1K2K3 K5", 0),
        # Two more at either end.
        ("K4K5K6 K2K3K7K8", 4),
        ("K5K6K7 K3K4K8K9", 4),
        # The 4 may not be taken away.
        ("K1K2K3K4 R4B4", 0),
        ("K1-6 R3B3", 0),
        ("K8B8R8 O8", 1),
        ("K8B8R8 K8", 0),
        ("K8B8R8O8 K7K9", 0),
        ("K1K2K3 R4R5R6", 3),
        ("K1K2K3/K1K2K3 K4K4", 2),
        ("K1K2K3/K4K5K6 K7", 1),
        # A joker stays in its set, wherever it lies there.
        ("K5K6J(K7) K7", 1),
        ("K5K6J(K7) K3", 1),
        ("K5K6J(K7) R7B7", 0),
        ("K8B8J(R8) R8", 1),
        # A number tile and two jokers may become a group: K5 R5 and B5, or K5 J J R5.
        ("K5J(K6)J(K7) R5", 1),
        ("K5J(K6)J(K7) R5B5", 1),
    ],
)
def test_most_tiles_that_are_added(line: str, tiles: int) -> None:
    assert most_laid(line) == tiles
    # One set of its own for each is enough.
    assert most_laid(line, apart=True) == tiles


@pytest.mark.parametrize(
    ("line", "rules", "shared", "apart"),
    [
        # 5 6 7 8 9, the joker as 10, then the 11.
        ("K5K6J(K7)/K7K8K9 K11", LAY_OFF, 1, 0),
        ("K7K8K9/K5K6J(K7) K11", LAY_OFF, 1, 0),
        # K8 B8 R8 O8: both jokers have no place left.
        ("K8B8J(R8)/R8O8J(K8) K9", LAY_OFF, 0, 0),
        # Two jokers: 4 5 6 J J 9 10, then 11 to 13.
        ("K4K5J(K6)/K8K9J(K10) K6K11", LAY_OFF, 2, 2),
        # Once round and further: 1 2 3 and 3 4 5 are 3 4 5 6 1 2 3 with the 6 between them.
        ("K1K2K3/K3K4K5 K6", AROUND, 1, 1),
        ("K1K2K3/K4K5K6 K1", AROUND, 1, 1),
        # 1 2 3 4 5 6 1 holds 6 1 2, though not in a row; apart the second 1 has no place.
        ("K6K1K2/K3K4K5 K1", AROUND, 1, 0),
        # R1 R2 J leave no joker for it.
        ("K6K1K2/K3K4K5 K1R1R2J", AROUND, 4, 3),
        # 1 2 3 4 5 6 J 8 1: a joker closes the circle.
        ("K8K1K2K3/K4K5K6 K1J", AROUND.changed({"tiles.numbers": 8}), 2, 1),
    ],
)
def test_sets_that_share_a_new_one(line: str, rules: Rules, shared: int, apart: int) -> None:
    assert most_laid(line, rules) == shared
    assert most_laid(line, rules, apart=True) == apart


def test_every_old_set_has_one_new_set() -> None:
    problem = Problem(Position.parse("K1K2K3/K8B8R8 K4", LAY_OFF))
    add_lay_off(problem, None)
    assert len(problem.parts) == 1
    problem.close()
    for part_of in (problem.network.jokers(), problem.tiles_played()):
        assert most(problem.program, part_of) is not None


def test_only_sets_of_the_kinds_and_places_of_old_ones_can_hold_some() -> None:
    problem = Problem(Position.parse("K1K2K3/K8B8R8 K4", LAY_OFF))
    add_lay_off(problem, None)
    (part,) = problem.parts
    assert [colour for colour in range(4) if part.is_for(RUN, colour)] == [0]
    assert [number for number in range(1, 14) if part.is_for(GROUP, number)] == [8]


def test_other_sets_are_laid_from_the_rack_alone() -> None:
    """Before a set is added for each old one, there is none that the table's tiles can lie in."""
    for line, tiles in (("K8B8R8 K9B9R9", None), ("- K9B9R9", 3)):
        problem = Problem(Position.parse(line, LAY_OFF))
        problem.close()
        assert most(problem.program, problem.tiles_played()) == tiles


@pytest.mark.parametrize(
    ("line", "tiles"),
    [
        # The replaced joker stays in the set, which is only added to, and lies at its end.
        ("B4J(B5)B6 B5", 1),
        ("K8B8J(R8) R8", 1),
        ("B4J(B5)B6 K9R9", 0),
        # Nobody replaces the jokers, so they stay those of a run.
        ("K5J(K6)J(K7) R5", 0),
        ("K5J(K6)J(K7) K8", 1),
    ],
)
def test_with_the_rules_of_jokers(line: str, tiles: int) -> None:
    """`sabra`, but only laying off: the joker is freed, goes anywhere, and its old set is held all the same."""
    problem = Problem(Position.parse(line, Rules.named("sabra").changed({"table.rearrange": "lay_off"})))
    add_lay_off(problem, TableJokers(problem))
    problem.close()
    assert most(problem.program, problem.tiles_played()) == tiles


@pytest.mark.parametrize(
    ("line", "tiles"),
    [
        # K5 R5 J J and K5 K6 J J are new sets of their kind, and hold the old one all the same.
        ("K5J(K6)J(K7) R5", 1),
        ("K5J(B5)J(R5) K6", 1),
        # Of the same kind it is the old one with something added, and no joker may move to it.
        ("K5K6J(K7)/K8K9K10 K4", 1),
        ("K5K6J(K7)/R8R9R10 R12", 0),
    ],
)
def test_new_sets_that_hold_old_ones(line: str, tiles: int) -> None:
    rules = LAY_OFF.changed({"jokers.reuse": "new_set"})
    problem = Problem(Position.parse(line, rules))
    add_lay_off(problem, TableJokers(problem))
    problem.close()
    assert most(problem.program, problem.tiles_played()) == tiles
