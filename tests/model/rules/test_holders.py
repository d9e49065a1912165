"""Sets that hold old ones with all their number tiles: which may share one, and what it then holds."""

from __future__ import annotations

import pytest
from laying import least, most, solution, written

from solver.game.position import Position
from solver.game.sets import GROUP, RUN
from solver.model.problem import Problem
from solver.model.program import Term
from solver.model.rules.holders import add_holder, may_follow, may_hold, may_lie_in, shared_place


def problem_of(table: str, rack: str = "-", wrap: str = "none") -> Problem:
    return Problem(Position.parse(f"{table} {rack} rules=free sets.wrap={wrap}"))


def test_the_colour_or_number_of_an_old_set() -> None:
    problem = problem_of("R1R2R3/K8B8R8/R5J(R6)J(R7)")
    assert [shared_place(problem, i, RUN) for i in range(3)] == [2, None, 2]
    # A number tile with two jokers may be either.
    assert [shared_place(problem, i, GROUP) for i in range(3)] == [None, 8, 5]


@pytest.mark.parametrize(
    ("table", "kind", "wrap", "followers"),
    [
        # The 3 would lie twice in one run, and blue is another colour.
        ("K1K2K3/K4K5K6/K3K4K5/B4B5B6", RUN, "none", [1]),
        ("K1K2K3/K8B8R8", RUN, "none", []),
        ("K8B8R8/K8B8R8", GROUP, "none", []),
        ("K8B8J/R8O8J/B8R8O8/K9R9B9", GROUP, "none", [1]),
        ("K1K2K3/K11K12K13/K1K2K3", RUN, "high_one", [1]),
        ("K1K2J/K12K13K1", RUN, "high_one", [1]),
        ("K8B8J/K8R8J", GROUP, "around", []),
        ("K1K2K3/K3K4K5", RUN, "around", [1]),
    ],
)
def test_which_old_sets_may_share_one(table: str, kind: str, wrap: str, followers: list[int]) -> None:
    problem = problem_of(table, wrap=wrap)
    everything = range(len(problem.position.table))
    assert may_follow(problem, 0, everything, kind) == followers
    assert may_follow(problem, 0, [], kind) == []


@pytest.mark.parametrize(
    ("table", "rack", "kind", "both"),
    [
        ("K1K2K3/K4K5K6", "-", RUN, True),
        # The 4 between them is on the rack, or nowhere.
        ("K1K2K3/K5K6K7", "K4", RUN, True),
        ("K1K2K3/K5K6K7", "-", RUN, False),
        ("K1K2K3/K5K6K7", "J", RUN, True),
        # Four number tiles, and no place for a joker.
        ("K8B8J/R8O8J", "-", GROUP, False),
    ],
)
def test_one_set_that_holds_two(table: str, rack: str, kind: str, both: bool) -> None:
    problem = problem_of(table, rack)
    holder = add_holder(problem, 0, [1], kind)
    assert holder is not None
    problem.close()
    one: list[Term] = holder[0].count()
    assert holder[1][0] == one
    assert most(problem.program, one) == 1
    assert most(problem.program, holder[1][1]) == both
    problem.program.equal(holder[1][1], int(both))
    values = solution(problem.program, one)
    assert values is not None
    tiles = {tile for i in range(1 + both) for tile in problem.position.table[i].naturals}
    (held,) = holder[0].decode(values)
    assert {place.natural for place in held.places if not place.is_joker} >= tiles, written(held)


def test_nothing_is_held_where_there_is_no_set() -> None:
    problem = problem_of("K1K2K3")
    holder = add_holder(problem, 0, [], RUN)
    assert holder is not None
    problem.close()
    problem.program.equal(holder[0].count(), 0)
    assert most(problem.program, holder[0].naturals(0, 1)) == 0
    assert solution(problem.program) is not None


def test_a_set_that_cannot_be() -> None:
    """A 5 and two jokers are no group of fives where sets hold one joker at most."""
    position = Position.parse("K5J(K6)K7/K1K2K3 - rules=free sets.max_jokers=1 tiles.colours=2")
    assert add_holder(Problem(position), 0, [], RUN) is not None
    position = Position.parse("K5J(K6)J(K7) - rules=free tiles.colours=2")
    assert add_holder(Problem(position), 0, [], GROUP) is None


def test_all_copies_of_a_tile_are_held() -> None:
    """A run that goes round has two 1s, and so has the set that holds it."""
    position = Position.parse("K1K2K3K4K1 K2 rules=free tiles.numbers=4 sets.wrap=around")
    problem = Problem(position)
    holder = add_holder(problem, 0, [], RUN)
    assert holder is not None
    problem.close()
    problem.program.equal(holder[0].count(), 1)
    at_one = holder[0].naturals(0, 1)
    assert most(problem.program, [(column, -weight) for column, weight in at_one]) == -2


def test_all_copies_of_a_tile_are_held_where_others_could_have_one() -> None:
    """1 2 3 4 twice would be a way to lay these tiles, but not one that holds 1 2 3 4 1."""
    position = Position.parse("K1K2K3K4K1/K2K3K4 - rules=free tiles.numbers=4 sets.wrap=around")
    problem = Problem(position)
    added = add_holder(problem, 0, [], RUN)
    assert added is not None
    sets, _ = added
    problem.close()
    problem.program.equal(sets.count(), 1)
    assert least(problem.program, sets.naturals(0, 1)) == 2


def test_where_an_old_set_may_lie() -> None:
    problem = problem_of("K1K2K3/K8B8R8/R8J(R9)J(R10)")
    network = problem.network
    kinds = [network.add_runs(0), network.add_runs(2), network.add_groups(8, 1), network.add_groups(7, 1)]
    assert [[may_lie_in(problem, i, sets) for sets in kinds] for i in range(3)] == [
        [True, False, False, False],
        [False, False, True, False],
        [False, True, True, False],
    ]


def test_a_group_holds_no_tile_twice() -> None:
    """Of K1 J K1, where 1 follows 2."""
    position = Position.parse("K1J(K2)K1 B1R1 rules=free tiles.numbers=2 sets.wrap=around")
    problem = Problem(position)
    network = problem.network
    assert may_lie_in(problem, 0, network.add_runs(0))
    assert not may_lie_in(problem, 0, network.add_groups(1, 1))


def test_a_set_may_hold_any_of_some_old_ones() -> None:
    problem = problem_of("K1K2K3/K4K5K6/B1B2B3", "K7")
    sets = problem.network.add_runs(0)
    holds = may_hold(problem, sets, [1, 2])
    assert set(holds) == {1}
    problem.close()
    problem.program.row(sets.count(), high=1)
    assert most(problem.program, holds[1]) == 1
    problem.program.equal(sets.naturals(0, 5), 0)
    assert most(problem.program, holds[1]) == 0
