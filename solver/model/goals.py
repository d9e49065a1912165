"""An objective as weights of columns, and as rows that keep what was reached."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.game.objective import Level, Objective
from solver.game.tiles import Tile
from solver.model.problem import Problem
from solver.model.program import Term

__all__ = ["Goal", "goal_of", "keep_goal"]


@dataclass(frozen=True)
class Goal:
    """Weights of the columns of tiles played.

    Each weight is `step` times what the tile adds to the objective, plus what it adds
    to the ties. All ties together add less than `step`, and take away `slack` at most.
    """

    weights: dict[int, int]
    step: int
    slack: int

    def bound(self, weighted: float) -> int:
        """The objective's bound that follows from a bound of the weighted sum."""
        return int((weighted + self.slack + 1e-6) // self.step)

    def weighted(self, problem: Problem, tiles: Iterable[Tile]) -> int:
        """The weighted sum of rack tiles that are laid."""
        played = problem.played
        return sum(
            self.weights[problem.played_jokers if tile.is_joker else played[tile.colour, tile.number]] for tile in tiles
        )


# What is kept below would be a good part of the time that a small question takes.


def goal_of(problem: Problem, objective: Objective, joker_worth: int) -> Goal:
    """The goal of a position: one weighted sum in which each level outweighs all that come after it."""
    levels = objective.levels(problem.rules, joker_worth)
    numbers = problem.rules.tiles.numbers
    most = tuple([_most(problem, level, _of_numbers(level, numbers)) for level in levels])
    of_number, of_joker, step, slack = _weights(levels, most, numbers)
    weights = {column: of_number[number] for (_, number), column in problem.played.items()}
    if problem.rack_jokers:
        weights[problem.played_jokers] = of_joker
    return Goal(weights, step, slack)


@lru_cache(maxsize=64)
def _weights(levels: tuple[Level, ...], most: tuple[int, ...], numbers: int) -> tuple[list[int], int, int, int]:
    """What number tiles (from 0) and a joker weigh, the `step` and the `slack`, where levels count at most so much."""
    counts = [_of_numbers(level, numbers) for level in levels]
    step, slack = 1, 0
    of_number, of_joker = [0] * (numbers + 1), 0
    # From the last tie up: a level's factor is more than all that come after it can add.
    for i in range(len(levels) - 1, -1, -1):
        sign = levels[i].sign * step
        of_number = [weight + sign * count for weight, count in zip(of_number, counts[i], strict=True)]
        of_joker += sign * levels[i].joker
        if sign < 0:
            slack += step * most[i]
        if i:
            step *= most[i] + 1
    return of_number, of_joker, step, slack


@lru_cache(maxsize=64)
def _of_numbers(level: Level, numbers: int) -> list[int]:
    """What tiles of each number count, from 0."""
    return [level.of_number(number) for number in range(numbers + 1)]


def _most(problem: Problem, level: Level, of_number: Sequence[int]) -> int:
    """What all that may be laid counts at most, rounded up, so that one programme can serve many positions."""
    naturals = sum([of_number[tile.number] for tile in problem.position.rack if not tile.is_joker])
    return max(level.usual, naturals + problem.jokers * level.joker)


def keep_goal(problem: Problem, objective: Objective, joker_worth: int, played: Sequence[Tile]) -> None:
    """Rows that keep the objective and its ties as good as the tiles `played` make them."""
    program = problem.program
    levels = objective.levels(problem.rules, joker_worth)
    jokers = [problem.played_jokers] if problem.rack_jokers else []
    if any(level.jokers_only for level in levels):
        # As many jokers are laid, so that they need not be counted any more.
        for column in jokers:
            program.low[column] = program.high[column] = sum(tile.is_joker for tile in played)
        jokers, played = [], [tile for tile in played if not tile.is_joker]
    rows: list[tuple[list[Term], int]] = []
    for level in levels:
        if not level.jokers_only:
            terms: list[Term] = [(column, level.of_number(number)) for (_, number), column in problem.played.items()]
            rows.append((terms + [(column, level.joker) for column in jokers], level.total(played)))
    # In an order that does not depend on that of the levels: objectives that keep the same have the same rows.
    for terms, total in sorted(rows, key=lambda row: sum(weight for _, weight in row[0])):
        program.equal(terms, total)
