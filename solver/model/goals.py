"""An objective as weights of columns, and as rows that keep what was reached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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


def goal_of(problem: Problem, objective: Objective, joker_worth: int) -> Goal:
    """The goal of a position: one weighted sum in which each level outweighs all that come after it."""
    levels = objective.levels(problem.rules, joker_worth)
    factors = [1]
    for level in reversed(levels[1:]):
        factors.append(factors[-1] * (_most(problem, level) + 1))
    weighted = list(zip(levels, reversed(factors), strict=True))
    # Once for each number, not for each tile: this is a good part of the time that a small question takes.
    of_number = [
        sum(level.sign * factor * level.of_number(number) for level, factor in weighted)
        for number in range(problem.rules.tiles.numbers + 1)
    ]
    weights = {column: of_number[number] for (_, number), column in problem.played.items()}
    if problem.rack_jokers:
        weights[problem.played_jokers] = sum(level.sign * factor * level.joker for level, factor in weighted)
    slack = sum(factor * _most(problem, level) for level, factor in weighted if level.sign < 0)
    return Goal(weights, weighted[0][1], slack)


def _most(problem: Problem, level: Level) -> int:
    """What all that may be laid counts at most, rounded up, so that one programme can serve many positions."""
    naturals = sum(level.of(tile) for tile in problem.position.rack if not tile.is_joker)
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
