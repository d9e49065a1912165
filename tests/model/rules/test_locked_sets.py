"""Sets that stay together while a joker of theirs is kept."""

from __future__ import annotations

import pytest
from laying import most, solution, written

from solver.game.position import Position
from solver.game.rules import Rules
from solver.model.problem import Problem
from solver.model.rules.lay_off import add_lay_off
from solver.model.rules.table_jokers import TableJokers

SABRA = Rules.named("sabra")


def locked_in(line: str, rules: Rules = SABRA) -> tuple[Problem, TableJokers]:
    problem = Problem(Position.parse(line, rules))
    jokers = TableJokers(problem)
    assert jokers.locked is not None
    assert jokers.kept == [{}] * len(jokers.classes)
    problem.close()
    return problem, jokers


@pytest.mark.parametrize(
    ("line", "tiles"),
    [
        # Extending only, at both ends, the joker in its place.
        ("B4B5J(B6) B7", 1),
        ("B4B5J(B6) B3", 1),
        ("B4B5J(B6) B8", 0),
        ("B4B5B6J(B7) K4R4", 0),
        ("B4B5J(B6)B7B8B9 K9R9", 0),
        # A set without a joker is free, and so is one whose joker is replaced.
        ("B4B5B6B7/K1K2J(K3) K4R4O4", 3),
        ("B4B5J(B6)B7B8B9 B6K9R9", 3),
        ("B4J(B5)B6 B5K9R9", 3),
        # The replacing tile comes from the rack.
        ("B4J(B5)B6/K5R5O5B5 R1O1", 0),
        ("K8R8J(B8) O8", 1),
        # Five tiles are no group; with K1 K2 the joker has a place.
        ("K8R8J(B8) O8B8", 1),
        ("K8R8J(B8) O8B8K1K2", 4),
        ("K8R8B8J(O8) K7K9", 0),
        # Two locked sets that join: 4 5 J 7 8 J, then 10.
        ("B4B5J(B6)/B7B8J(B9) B10", 1),
        ("K4K5J(K6)/B7B8J(B9) K6B10", 2),
        # 1 2 J 4 5 has one joker, which is not both: the other may not go to K1 K2.
        ("B1B2J(B3)/J(B3)B4B5 K1K2", 0),
        ("B1B2J(B3)/J(B3)B4B5 B3K1K2", 3),
    ],
)
def test_most_tiles(line: str, tiles: int) -> None:
    problem, _ = locked_in(line)
    assert most(problem.program, problem.tiles_played()) == tiles


def test_two_old_sets_in_one_new_set() -> None:
    problem, jokers = locked_in("B4B5J(B6)/B7B8J(B9) -")
    # One run: five tiles are no place for a joker outside 4 to 9.
    problem.program.equal([term for runs in problem.network._runs[1] for term in runs.count()], 1)
    values = solution(problem.program)
    assert values is not None
    assert [written(placed) for placed in problem.read(values).sets] == ["B4B5J(B6)B7B8J(B9)"]
    assert [values[column] for column in jokers.freed] == [0, 0]


def test_jokers_are_kept_where_their_sets_are() -> None:
    """A third set of equal tiles: which of the 4 5 6 holds the joker is not asked, but one does."""
    problem, jokers = locked_in("B4B5B6J(B7)/B4B5B6 B8")
    assert jokers.locked is not None
    kept = jokers.locked.kept[0]
    values = solution(problem.program, problem.tiles_played())
    assert values is not None
    assert sum(values[column] * weight for column, weight in kept) == 1
    assert sorted(written(placed) for placed in problem.read(values).sets) == ["B4B5B6", "B4B5B6J(B7)B8"]


@pytest.mark.parametrize(
    ("line", "tiles"),
    [
        # Both jokers of a set are kept in it, or each is replaced by a tile of its own.
        ("B4J(B5)J(B6)B7 K4R4", 0),
        ("B4J(B5)J(B6)B7 B5K4R4", 3),
        ("B4J(B5)J(B6)B7 B5B6K4R4", 4),
        ("K8J(B8)J(R8) K7K9", 0),
        ("K8J(B8)J(R8) B8K7K9", 3),
        ("K8J(B8)J(R8) B8R8K7K9", 4),
    ],
)
def test_two_jokers_of_one_set(line: str, tiles: int) -> None:
    problem, _ = locked_in(line)
    assert most(problem.program, problem.tiles_played()) == tiles


def test_laying_off_keeps_jokers_too() -> None:
    rules = SABRA.changed({"table.rearrange": "lay_off"})
    for line, tiles in (("B4B5J(B6) B7", 1), ("B4B5J(B6) B8", 0), ("B4B5J(B6)/B8B9B10 B7B11", 2), ("K8R8J(B8) O8", 1)):
        problem = Problem(Position.parse(line, rules))
        add_lay_off(problem, TableJokers(problem))
        problem.close()
        assert most(problem.program, problem.tiles_played()) == tiles, line


def test_a_joker_is_not_kept_in_another_set() -> None:
    """The R8 of the rack frees the joker of K8 B8, not that of R8 O8, which stay together: R7 J R9 or O7 J O9."""
    rules = SABRA.changed({"tiles.colours": 6, "sets.max_group": 4})
    problem, _ = locked_in("K8B8J(R8)/R8O8J(K8) R8R7R9O7O9", rules)
    assert most(problem.program, problem.tiles_played()) == 3


def test_three_old_sets_in_one_new_set() -> None:
    line = "B1B2J(B3)/B4B5J(B6)/B7B8J(B9) -"
    problem, _ = locked_in(line, SABRA.changed({"tiles.jokers": 3, "sets.min_natural": 1}))
    problem.program.equal([term for runs in problem.network._runs[1] for term in runs.count()], 1)
    values = solution(problem.program)
    assert values is not None
    assert [written(placed) for placed in problem.read(values).sets] == ["B1B2J(B3)B4B5J(B6)B7B8J(B9)"]
