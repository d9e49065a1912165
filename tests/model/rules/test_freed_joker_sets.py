"""Where freed jokers may go: new sets, with two tiles from the rack where that is asked for."""

from __future__ import annotations

import pytest
from laying import most

from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN
from solver.model.problem import Problem
from solver.model.rules.table_jokers import TableJokers

STANDARD = Rules.named("standard")
RACK2 = STANDARD.changed({"jokers.replaced_from": "rack", "jokers.reuse": "new_set_two_rack"})
TABLE2 = STANDARD.changed({"jokers.reuse": "new_set_two_rack"})
LITERAL = Rules.named("free").changed({"jokers.reuse": "new_set"})
LITERAL2 = Rules.named("free").changed({"jokers.reuse": "new_set_two_rack"})
THREE = LITERAL.changed({"tiles.numbers": 3, "tiles.colours": 2})
HIGH_ONE = LITERAL.changed({"sets.wrap": "high_one"})


def most_freed_and_laid(line: str, rules: Rules) -> tuple[int | None, int | None]:
    """How many jokers can come free, and how many tiles can be laid, each at most."""
    problem = Problem(Position.parse(line, rules))
    jokers = TableJokers(problem)
    assert jokers.new_sets is not None or not jokers.may_be_freed
    problem.close()
    freed = most(problem.program, [(column, 1) for column in jokers.freed])
    return freed, most(problem.program, problem.tiles_played())


@pytest.mark.parametrize(
    ("line", "freed", "tiles"),
    [
        # K9 R9 J is new.
        ("B4J(B5)B6 B5K9R9", 1, 3),
        # No set but the old one with a joker at its end.
        ("B4J(B5)B6 B5", 0, 0),
        ("B4J(B5)B6/O7O8O9 B5O11", 0, 0),
        # O10 J O12 leaves 7 8 9 as they were.
        ("B4J(B5)B6/O7O8O9O10 B5O12", 1, 2),
        # The 9 that is left lies with 10 11; 7 8 J is no old set.
        ("B4J(B5)B6/O7O8O9 B5O10O11", 1, 3),
        # K7 K8 J, and the group of four lives on as one of three; of a group of three no tile can be spared.
        ("B4J(B5)B6/K7R7O7B7 B5K8", 1, 2),
        ("B4J(B5)B6/K7R7O7 B5K8", 0, 0),
        ("B4J(B5)B6/K7R7O7B7 B5K8K9", 1, 3),
        # Two old sets alike are each an old set.
        ("B4J(B5)B6/O7O8O9/O7O8O9 B5O11", 0, 0),
        # The one who replaces may go with it: B5 K5 J, and another 5 in the run.
        ("B4J(B5)B6 B5B5K5", 1, 3),
        # A joker may stand for what it stood for before, but J 12 13 is another set.
        ("B10J(B11)B12 B11B12B13", 1, 3),
        # The joker at the B6 is kept there, in B4 B5 J, or one freed by the O8 lies there, not both: so none is left
        # for the O12 that the O13 needs (and O9 O10 O11 J is no new set).
        ("B5J(B6)B7/K8R8J(B8)/O9O10O11 O8B4B5K5R5K7R7O13", 1, 7),
        # Both jokers in one new set, or in two.
        ("B4J(B5)B6/B4J(B5)B6 B5B5K9", 2, 3),
        ("B4J(B5)B6/B4J(B5)B6 B5B5K9R1K1R9", 2, 6),
    ],
)
def test_new_sets(line: str, freed: int, tiles: int) -> None:
    assert most_freed_and_laid(line, STANDARD) == (freed, tiles)


@pytest.mark.parametrize(
    ("line", "rules", "freed", "tiles"),
    [
        ("B4J(B5)B6 B5K9R9", RACK2, 1, 3),
        # A joker of the rack is one of the two.
        ("B4J(B5)B6 B5JK7", RACK2, 1, 3),
        # 4 5 J with the 5 alone from the rack.
        ("B4J(B5)B6/K1K2K3K4 B5K5", STANDARD, 1, 2),
        ("B4J(B5)B6/K1K2K3K4 B5K5", RACK2, 0, 1),
        # The blue 5 cannot both replace the joker and be one of the two.
        ("B4J(B5)B6 B5K5", RACK2, 0, 0),
        ("B4J(B5)B6 B5B5K5", RACK2, 1, 3),
        # A blue 5 of the table replaces it, and the one of the rack lies in the new set.
        ("B4J(B5)B6/K5R5O5B5 B5K5", TABLE2, 1, 2),
        ("B4J(B5)B6/K5R5O5B5 B5K5", RACK2, 0, 2),
        # Two new sets want four tiles of the rack, and one with both jokers two that go together.
        ("B4J(B5)B6/B4J(B5)B6 B5B5K9R1", RACK2, 0, 0),
        ("B4J(B5)B6/B4J(B5)B6 B5B5K9K1R1R9", RACK2, 2, 6),
        ("B4J(B5)B6/B4J(B5)B6 B5B5K9R9", RACK2, 2, 4),
        # K9 and K9 go to two groups, each with two tiles of the table, or one of them with J and not two of the rack.
        ("B4J(B5)B6/R9O9B9G9 B5K9K9", RACK2.changed({"tiles.colours": 5}), 0, 2),
    ],
)
def test_two_tiles_from_the_rack(line: str, rules: Rules, freed: int, tiles: int) -> None:
    assert most_freed_and_laid(line, rules) == (freed, tiles)


@pytest.mark.parametrize(
    ("line", "rules", "freed", "tiles"),
    [
        # Without replacing: the joker goes, and its set stays one or is taken apart.
        ("B4B5B6J(B7) K9R9", LITERAL, 1, 2),
        ("B4B5B6J(B7) K9", LITERAL, 0, 0),
        ("B4J(B5)B6/O7O8O9 B5O11", LITERAL, 0, 0),
        ("B4B5B6J(B7)/O7O8O9 O11", LITERAL, 0, 0),
        # Its own set is old: the joker at the other end of it has moved, and so it is freed.
        ("B4B5J(B6) B2", LITERAL, 0, 0),
        ("B4B5J(B6) B6B2", LITERAL, 0, 0),
        # The group of fives is new: the old set was a run.
        ("K5J(K6)J(K7) R5", LITERAL, 2, 1),
        # At the lowest and at the highest number.
        ("B1J(B2)B3 B2K2K3", THREE, 1, 3),
        ("B1J(B2)B3 B2K1K2", THREE, 1, 3),
        # 1 2 3 1 J holds both 1s, and so all of the old set.
        ("K1K2K3K1/B1B2B3B1J(B2) -", THREE.changed({"sets.wrap": "around"}), 0, 0),
        ("B4B5B6J(B7) K9R9", LITERAL2, 1, 2),
        ("B4B5B6J(B7)/K1K2K3K4 K5", LITERAL, 1, 1),
        ("B4B5B6J(B7)/K1K2K3K4 K5", LITERAL2, 0, 1),
        # A run with two 1s holds K12 K13 K1 all the same.
        ("K12K13K1/B4B5B6J(B7) K10", HIGH_ONE, 0, 0),
        ("K12K13K1/B4B5B6J(B7) K1K3", HIGH_ONE, 1, 2),
    ],
)
def test_jokers_that_need_no_replacing(line: str, rules: Rules, freed: int, tiles: int) -> None:
    assert most_freed_and_laid(line, rules) == (freed, tiles)


def test_nothing_is_added_where_no_joker_comes_free() -> None:
    problem = Problem(Position.parse("B4J(B5)B6 K5", STANDARD))
    jokers = TableJokers(problem)
    assert jokers.new_sets is None
    assert problem.parts == []


def test_a_new_set_of_each_colour_and_number() -> None:
    problem = Problem(Position.parse("B4J(B5)B6 B5K9R9", STANDARD))
    sets = [problem.network.add_runs(1), problem.network.add_groups(9, 1)]
    TableJokers(problem)
    (part,) = problem.parts
    # A run of blue tiles and a group of nines may have room for the joker.
    assert all(part.may_play(one) for one in sets)


def test_only_where_two_tiles_of_the_rack_can_lie_where_the_rules_ask_for_them() -> None:
    """Three blue tiles, and two nines, are on the rack; of no other colour or number are there two."""
    rules = STANDARD.changed({"jokers.reuse": "new_set_two_rack"})
    problem = Problem(Position.parse("B4J(B5)B6 B5B8B9K9", rules))
    TableJokers(problem)
    (part,) = problem.parts
    assert [colour for colour in range(4) if part.is_for(RUN, colour)] == [1]
    assert [number for number in range(1, 14) if part.is_for(GROUP, number)] == [9]
