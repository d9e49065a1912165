"""What is asked of a move: an objective and its tie-breaks, as one weighted sum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.game.tiles import Tile
from solver.model.problem import Problem
from solver.model.program import Term

__all__ = ["OBJECTIVES", "Goal", "goal_of", "keep_goal"]

OBJECTIVES = ("value", "tiles", "penalty")


@dataclass(frozen=True)
class Goal:
    """Weights of the columns of tiles played.

    Each weight is `step` times what the tile adds to the objective, plus what it adds
    to the tie-breaks, which together stay below `step`.
    """

    objective: str
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
    # Rounded up, so that one programme can serve many positions.
    jokers = problem.jokers
    count, value = max(127, len(rack)), max(1023, sum(tile.number for tile in rack))
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
    if problem.rack_jokers:
        weights[problem.played_jokers] = joker
    return Goal(objective, weights, step, slack)


def keep_goal(problem: Problem, objective: str, played: Sequence[Tile]) -> None:
    """Rows that keep the objective and its ties as good as the tiles `played` make them."""
    program = problem.program
    jokers = sum(tile.is_joker for tile in played)
    value = sum(tile.number for tile in played)
    naturals: list[Term] = [(column, 1) for column in problem.played.values()]
    values: list[Term] = [(column, v) for (_, v), column in problem.played.items()]
    if objective == "penalty":
        # Points may be made up of number tiles or of jokers, as long as the sums are the same.
        if problem.rack_jokers:
            naturals.append((problem.played_jokers, 1))
            values.append((problem.played_jokers, problem.rules.scoring.joker_in_hand))
        program.equal(naturals, len(played))
        program.equal(values, value + jokers * problem.rules.scoring.joker_in_hand)
        return
    if problem.rack_jokers:
        program.low[problem.played_jokers] = program.high[problem.played_jokers] = jokers
    program.equal(naturals, len(played) - jokers)
    program.equal(values, value)
