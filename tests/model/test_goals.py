"""An objective with its ties as one weighted sum, and the rows that keep what was reached."""

from __future__ import annotations

from itertools import product

import pytest
from laying import most, solution

from solver.game.objective import OBJECTIVES
from solver.game.position import Position
from solver.game.tiles import JOKER, Tile
from solver.model.goals import Goal, goal_of, keep_goal
from solver.model.problem import Problem

RACK = (Tile(0, 1), Tile(0, 2), Tile(0, 3), Tile(1, 9), Tile(1, 9), JOKER, JOKER)


def problem_of(tiles: tuple[Tile, ...]) -> Problem:
    return Problem(Position((), tiles))


@pytest.mark.parametrize("worth", [0, 7])
@pytest.mark.parametrize("name", OBJECTIVES)
def test_the_weighted_sum_orders_what_can_be_laid(name: str, worth: int) -> None:
    """Of any two choices of tiles the one that is better by the levels in order has the larger sum."""
    objective = OBJECTIVES[name]
    problem = problem_of(RACK)
    goal = goal_of(problem, objective, worth)
    columns = [problem.played[tile.colour, tile.number] for tile in sorted({*RACK} - {JOKER})]
    levels = objective.levels(problem.rules, worth)
    ranked = []
    for k1, k2, k3, b9, jokers in product((0, 1), (0, 1), (0, 1), (0, 1, 2), (0, 1, 2)):
        counts = (k1, k2, k3, b9)
        laid = [tile for tile, count in zip(sorted({*RACK} - {JOKER}), counts, strict=True) for _ in range(count)]
        laid += [JOKER] * jokers
        weighted = sum(goal.weights[column] * count for column, count in zip(columns, counts, strict=True))
        weighted += goal.weights[problem.played_jokers] * jokers
        ranked.append((tuple(level.sign * level.total(laid) for level in levels), weighted))
        # What is reached is what the bound says of it.
        assert goal.bound(weighted) == levels[0].total(laid)
        assert goal.bound(weighted + 1e-9) == goal.bound(weighted - 1e-9) == goal.bound(weighted)
    ranked.sort()
    for (first, less), (second, more) in zip(ranked, ranked[1:], strict=False):
        assert (less < more) == (first < second), (first, second)
        assert (less == more) == (first == second), (first, second)


def test_weights_of_a_usual_rack() -> None:
    """`tiles`: a tile outweighs 1023 points of face value, and those the two jokers that there are."""
    problem = problem_of(RACK)
    goal = goal_of(problem, OBJECTIVES["tiles"], 0)
    step = (1023 + 1) * (2 + 1)
    assert (goal.step, goal.slack) == (step, 2)
    assert goal.weights[problem.played[1, 9]] == step + 9 * 3
    assert goal.weights[problem.played_jokers] == step - 1
    # `value`: 127 tiles at most, so one joker more outweighs 128, and a point of face value three jokers.
    goal = goal_of(problem, OBJECTIVES["value"], 0)
    assert (goal.step, goal.slack) == (128 * 3, 128 * 2)
    assert goal.weights[problem.played[1, 9]] == 128 * 3 * 9 + 1
    assert goal.weights[problem.played_jokers] == -128 + 1
    # `penalty`: a joker counts 30.
    goal = goal_of(problem, OBJECTIVES["penalty"], 0)
    assert (goal.step, goal.slack) == (128, 0)
    assert goal.weights[problem.played_jokers] == 30 * 128 + 1


def test_a_rack_that_is_worth_more_than_usual() -> None:
    """106 tiles of 13 are 1378 points: one tile outweighs them, jokers or not."""
    problem = problem_of((Tile(0, 13),) * 106)
    goal = goal_of(problem, OBJECTIVES["tiles"], 0)
    assert goal.step == 1378 + 1
    assert goal.weights == {problem.played[0, 13]: 1379 + 13}


def test_a_bound_is_no_less_than_what_can_be_reached() -> None:
    goal = Goal({}, step=100, slack=10)
    # 3 steps with all that ties take away, and 3 steps with none of it.
    assert goal.bound(290) == goal.bound(300) == goal.bound(389) == 3
    assert goal.bound(289) == 2
    assert goal.bound(390) == 4
    assert goal.bound(389.9999999) == 4


@pytest.mark.parametrize(
    ("name", "played", "tiles"),
    [
        # As many tiles with as high a face value: K4 K5 K6 are the 15 of K5 B5 R5, K3 K4 K5 are not.
        ("tiles", "K5B5R5", {"K4K5K6", "K5B5R5"}),
        ("value", "K5B5R5", {"K4K5K6", "K5B5R5"}),
        # Penalty points count the numbers as well.
        ("penalty", "K5B5R5", {"K4K5K6", "K5B5R5"}),
        ("tiles", "K3K4K5", {"K3K4K5"}),
        ("tiles", "K3K4K5K6", {"K3K4K5K6"}),
        ("tiles", "K6B5R5", set()),
    ],
)
def test_what_was_reached_is_kept(name: str, played: str, tiles: set[str]) -> None:
    rack = "K3K4K5K6B5R5"
    position = Position.parse(f"- {rack} rules=free")
    wanted = Position.parse(f"- {played}").rack
    found = set()
    for counts in product((0, 1), repeat=6):
        problem = Problem(position)
        problem.close()
        keep_goal(problem, OBJECTIVES[name], 0, wanted)
        just = [tile for tile, count in zip(position.rack, counts, strict=True) if count]
        problem.play_just(just)
        if solution(problem.program) is not None:
            found.add("".join(map(str, just)))
    assert found == tiles


@pytest.mark.parametrize(
    ("name", "worth", "jokers"),
    [
        # As many jokers are laid as were, where they are a tie.
        ("tiles", 0, 1),
        ("value", 0, 1),
        ("value", 5, 1),
        # A joker that counts 30 is laid or 30 points are lost.
        ("penalty", 0, 1),
    ],
)
def test_as_many_jokers_are_kept(name: str, worth: int, jokers: int) -> None:
    problem = Problem(Position.parse("- K9K10K11B9R9J rules=free"))
    problem.close()
    keep_goal(problem, OBJECTIVES[name], worth, (Tile(0, 9), Tile(1, 9), JOKER))
    # K9 and B9, K9 and R9, or B9 and R9, with the joker: 18 points, three tiles.
    assert most(problem.program, [(problem.played_jokers, 1)]) == jokers
    assert most(problem.program, [(problem.played_jokers, -1)]) == -jokers
    assert most(problem.program, problem.tiles_played()) == 3
    assert most(problem.program, [(problem.played[2, 9], 1)]) == 1
    assert most(problem.program, [(problem.played[0, 10], 1)]) == 0


@pytest.mark.parametrize("name", OBJECTIVES)
def test_no_joker_is_added(name: str) -> None:
    """A fourth nine may be a joker, but none was laid."""
    problem = Problem(Position.parse("- K9B9R9J rules=free"))
    problem.close()
    keep_goal(problem, OBJECTIVES[name], 0, (Tile(0, 9), Tile(1, 9), Tile(2, 9)))
    assert most(problem.program, [(problem.played_jokers, 1)]) == 0
