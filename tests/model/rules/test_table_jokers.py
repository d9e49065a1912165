"""Jokers on the table: their classes, how many come free, and where kept ones may lie."""

from __future__ import annotations

import pytest
from laying import most, solution

from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN
from solver.game.tiles import Tile
from solver.model.problem import Problem
from solver.model.program import Term
from solver.model.rules.table_jokers import JokerClass, TableJokers

STANDARD = Rules.named("standard")
FROM_RACK = STANDARD.changed({"jokers.replaced_from": "rack"})
BOTH = STANDARD.changed({"jokers.group_of_three": "both"})
REARRANGING = STANDARD.changed({"jokers.freed_by": "rearranging"})
SABRA = Rules.named("sabra")
AROUND = STANDARD.changed({"tiles.numbers": 4, "sets.wrap": "around", "jokers.reuse": "any"})

K8, B6, R8, O8 = Tile(0, 8), Tile(1, 6), Tile(2, 8), Tile(3, 8)


def jokers_of(line: str, rules: Rules = STANDARD, *, tells_new_sets: bool = True) -> tuple[Problem, TableJokers]:
    problem = Problem(Position.parse(line, rules))
    return problem, TableJokers(problem, tells_new_sets=tells_new_sets)


def freed(jokers: TableJokers) -> list[Term]:
    return [(column, 1) for column in jokers.freed]


# --- Classes ---


def test_jokers_that_no_rule_tells_apart_are_one_class() -> None:
    _, jokers = jokers_of("B5J(B6)B7/K8B8J(R8)/K8B8J(O8)/K9B9R9J(O9) -", STANDARD.changed({"tiles.jokers": 4}))
    assert jokers.classes == [
        JokerClass(RUN, (B6,), False, -1, 1),
        JokerClass(GROUP, (R8, O8), False, -1, 2),
        JokerClass(GROUP, (Tile(3, 9),), False, -1, 1),
    ]


def test_groups_of_three_that_free_to_both_colours() -> None:
    _, jokers = jokers_of("B5J(B6)B7/K8B8J(R8)/K8B8R8J(O8) -", BOTH.changed({"tiles.jokers": 4}))
    assert [(joker.stands_for, joker.to_all) for joker in jokers.classes] == [
        ((B6,), False),
        ((R8, O8), True),
        ((O8,), False),
    ]


def test_locked_sets_tell_their_jokers_apart() -> None:
    _, jokers = jokers_of("K1K2K3/B5J(B6)B7/B5J(B6)B7 -", SABRA)
    assert [(joker.old_set, joker.count) for joker in jokers.classes] == [(1, 1), (2, 1)]


def test_a_run_that_goes_round_tells_its_jokers_apart() -> None:
    """It holds a 1 and a joker for one."""
    _, jokers = jokers_of("B1B2B3/K1K2K3K4J(K1) -", AROUND)
    assert [(joker.stands_for, joker.old_set) for joker in jokers.classes] == [((Tile(0, 1),), 1)]


# --- Jokers that come free ---


@pytest.mark.parametrize(
    ("line", "rules", "most_freed"),
    [
        # Nobody has the blue 7.
        ("B4B5B6J(B7) K9R9", STANDARD, 0),
        ("K8R8J(B8) B8B1B2", STANDARD, 1),
        ("K8R8J(B8) B8B1B2", BOTH, 0),
        ("K8R8J(B8) B8O8", BOTH, 1),
        ("B4J(B5)B6/K5R5O5B5 R1O1", STANDARD, 1),
        ("B4J(B5)B6/K5R5O5B5 R1O1", FROM_RACK, 0),
        # One blue 5 replaces one joker.
        ("B4J(B5)B6/B4J(B5)B6 B5K9R9K1R1", STANDARD, 1),
        ("B4J(B5)B6/B4J(B5)B6 B5B5", STANDARD, 2),
        ("B4B5B6J(B7) K9R9", REARRANGING, 1),
        ("K8R8J(B8) -", REARRANGING, 1),
        ("K1K2K3 J", STANDARD, 0),
    ],
)
def test_tiles_that_could_replace_them(line: str, rules: Rules, most_freed: int) -> None:
    """The bounds of the columns, before any row is written."""
    _, jokers = jokers_of(line, rules)
    assert (jokers.most_freed, jokers.may_be_freed) == (most_freed, most_freed > 0)


ANY = STANDARD.changed({"jokers.reuse": "any"})
ANY_BOTH = BOTH.changed({"jokers.reuse": "any"})
ANY_FROM_RACK = FROM_RACK.changed({"jokers.reuse": "any"})


@pytest.mark.parametrize(
    ("line", "rules", "number"),
    [
        # The blue 5 of the rack, then J at either end of the run, or elsewhere.
        ("B4J(B5)B6 B5", ANY, 1),
        ("B4J(B5)B6 K5", ANY, 0),
        # From the table, and from its rack alone.
        ("B4J(B5)B6/K5R5O5B5 R1O1", ANY, 1),
        ("B4J(B5)B6/K5R5O5B5 R1O1", ANY_FROM_RACK, 0),
        ("B4J(B5)B6/B4J(B5)B6 B5", ANY, 1),
        ("B4J(B5)B6/B4J(B5)B6 B5B5", ANY, 2),
        # Either missing colour, and one replaces one.
        ("K8R8J(B8) O8", ANY, 1),
        ("K8R8J(B8) O8", ANY_BOTH, 0),
        ("K8R8J(B8) B8O8R9O9", ANY_BOTH, 1),
        ("K8R8J(B8)/K8R8J(B8) O8", ANY, 1),
        ("K8R8J(B8)/K8R8J(B8) O8B8", ANY, 2),
        # Two groups, each to both colours: two blue and two orange ones.
        ("K8R8J(B8)/K8R8J(B8) O8B8B8", ANY_BOTH, 1),
        ("K8R8J(B8)/K8R8J(B8) O8O8B8B8", ANY_BOTH, 2),
        # Both stand for any of three colours. Of K8 R8 B8 J J one has no place, but with K1 K2.
        ("K8J(R8)J(B8) R8", ANY, 1),
        ("K8J(R8)J(B8) R8B8", ANY, 1),
        ("K8J(R8)J(B8) R8B8K1K2", ANY, 2),
        # The 1 that replaces the joker of a run is not one that lies in it.
        ("K1K2K3K4J(K1) K3", AROUND, 0),
        ("K1K2K3K4J(K1) K1", AROUND, 1),
        ("K1K2K3K4J(K1)/B1R1O1K1 K3", AROUND, 1),
    ],
)
def test_jokers_that_are_replaced(line: str, rules: Rules, number: int) -> None:
    """How many jokers come free at most, if they may go anywhere."""
    problem, jokers = jokers_of(line, rules)
    problem.close()
    assert most(problem.program, freed(jokers)) == number
    jokers.free_none()
    assert most(problem.program, freed(jokers)) == 0


def test_what_replaces_a_joker_is_laid() -> None:
    """A blue 5 on the rack that stays there replaces nothing."""
    problem, jokers = jokers_of("B4J(B5)B6 B5", ANY)
    problem.close()
    problem.play_just(())
    assert most(problem.program, freed(jokers)) == 0
    problem, jokers = jokers_of("K8R8J(B8)/K8R8J(B8) O8B8", ANY)
    problem.close()
    problem.play_just((Tile(3, 8),))
    assert most(problem.program, freed(jokers)) == 1


def test_freed_jokers_that_may_go_anywhere() -> None:
    """O7 O8 O9 J O11 is an old set with something added."""
    line = "B4J(B5)B6/O7O8O9 B5O11"
    for tells_new_sets, number in ((True, 0), (False, 1)):
        problem, jokers = jokers_of(line, tells_new_sets=tells_new_sets)
        assert (jokers.new_sets is not None) is tells_new_sets
        problem.close()
        assert most(problem.program, freed(jokers)) == number


# --- Jokers that are kept ---


@pytest.mark.parametrize(
    ("line", "rules", "tiles"),
    [
        # J may not walk into the group of sixes.
        ("B5J(B6)B7/K6R6O6 K5R5K7R7", STANDARD, 0),
        ("B5J(B6)B7/K6R6O6 K5R5K7R7", REARRANGING, 4),
        ("B4B5J(B6) B7", STANDARD, 1),
        ("B4B5J(B6) B8", STANDARD, 0),
        # 3 4 5 J: the joker is 6 all the same.
        ("B4B5J(B6) B3", STANDARD, 1),
        ("B4B5B6J(B7) K4R4", STANDARD, 2),
        ("B4B5B6J(B7) K4R4", SABRA, 0),
        # From a run to a group of the tile that it stands for: no.
        ("B5J(B6)B7B8B9 K6R6B4B3", STANDARD, 2),
        # Any of two colours in a group of three, and no other.
        ("K8R8J(B8) O8", STANDARD, 1),
        ("K8R8B8J(O8) O8", STANDARD, 0),
    ],
)
def test_most_tiles(line: str, rules: Rules, tiles: int) -> None:
    problem, _ = jokers_of(line, rules)
    problem.close()
    assert most(problem.program, problem.tiles_played()) == tiles


def test_every_joker_is_kept_or_freed() -> None:
    problem, jokers = jokers_of("K8R8J(B8)/K8R8J(B8)/B5J(B6)B7 O8", ANY.changed({"tiles.jokers": 3}))
    problem.close()
    values = solution(problem.program, freed(jokers))
    assert values is not None
    for joker, column, kept in zip(jokers.classes, jokers.freed, jokers.kept, strict=True):
        assert set(kept) == set(joker.stands_for)
        assert values[column] + sum(values[place] for place in kept.values()) == joker.count
    assert [values[column] for column in jokers.freed] == [1, 0]
