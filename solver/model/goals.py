"""What is asked of a move: an objective and its tie-breaks, as one weighted sum."""

from __future__ import annotations

from dataclasses import dataclass

from solver.model.problem import Problem

__all__ = ["OBJECTIVES", "Goal", "goal_of"]

OBJECTIVES = ("value", "tiles", "penalty")


@dataclass(frozen=True)
class Goal:
    """Weights of the columns of tiles played.

    Each weight is `step` times what the tile adds to the objective, plus what it adds
    to the tie-breaks, which together stay below `step`.
    """

    weights: dict[int, int]
    step: int
    slack: int

    def bound(self, weighted: float) -> int:
        """The objective's bound that follows from a bound of the weighted sum."""
        return int((weighted + self.slack + 1e-6) // self.step)


def goal_of(problem: Problem, objective: str, joker_worth: int) -> Goal:
    """The goal of a position.

    `value`: face value and `joker_worth` for a joker, then fewer jokers, then more tiles;
    `tiles`: tiles, then more value, then fewer jokers; `penalty`: points got rid of, a
    joker counting `scoring.joker_in_hand`, then more tiles.
    """
    rack = problem.position.rack
    jokers = problem.rack_jokers
    count, value = len(rack), sum(tile.number for tile in rack)
    if objective == "value":
        # (objective, -jokers, tiles) for a number tile of value v and for a joker
        per_value, per_tile = (count + 1) * (jokers + 1), 1
        joker = joker_worth * per_value - (count + 1) + 1
        step, slack = per_value, jokers * (count + 1)
    elif objective == "tiles":
        per_value = jokers + 1
        per_tile = (value + 1) * per_value
        joker = per_tile - 1
        step, slack = per_tile, jokers
    else:
        per_value, per_tile = count + 1, 1
        joker = problem.rules.scoring.joker_in_hand * per_value + 1
        step, slack = per_value, 0
    weights = {column: v * per_value + per_tile for (_, v), column in problem.played.items()}
    if jokers:
        weights[problem.played_jokers] = joker
    return Goal(weights, step, slack)
