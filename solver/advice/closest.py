"""What was closest where nothing can be laid: the opening points that are missing, and the tile that helps most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.advice.arrange import tile_set_of
from solver.deadline import Deadline
from solver.game.move import Move
from solver.game.notation import Notation
from solver.game.objective import OBJECTIVES
from solver.game.opening import best_opening, opening_worth
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.tiles import JOKER, Tile
from solver.model.backend import maximise
from solver.model.goals import goal_of
from solver.model.ladder import LADDER, build
from solver.model.problem import Problem

__all__ = ["Closest", "closest"]


@dataclass(frozen=True)
class Closest:
    """What was closest to a move.

    In an opening that needs points the rack's sets count `opening_value` at most, and
    `points_missing` more are needed. With one more tile, `tile`, the tiles `frees` of the rack
    could be laid, and no other tile would do more for the objective: the first of those that
    do as much. It is a joker only where no number tile frees any, and None where no tile does.
    """

    opening_value: int | None = None
    points_missing: int | None = None
    tile: Tile | None = None
    frees: tuple[Tile, ...] = ()

    def to_json(self, notation: Notation) -> dict[str, Any]:
        """The JSON form; tiles are texts in `notation`."""
        return {
            "opening_value": self.opening_value,
            "points_missing": self.points_missing,
            "tile": None if self.tile is None else notation.tile(self.tile),
            "frees": notation.texts(self.frees),
        }


def closest(position: Position, objective: str, joker_worth: int, deadline: Deadline = None) -> Closest | None:
    """What was closest to a move in a position in which nothing is laid; None if time ran out.

    None as well where a tile is thrown off: there any tile that is drawn may free one of the rack by being thrown off.
    """
    if position.rules.turn.least_kept:
        return None
    value = missing = None
    try:
        if position.must_open and position.rules.opening.points:
            rules = position.rules
            value = opening_worth(best_opening(position.rack, rules, deadline), rules)
            missing = max(0, rules.opening.points - value) or None
        numbers, jokers = _unseen(position)
        tile, frees = _one_more(position, numbers, objective, joker_worth, deadline)
        if tile is None:
            tile, frees = _one_more(position, jokers, objective, joker_worth, deadline)
    except TimeoutError:
        return None
    return Closest(value, missing, tile, frees)


def _one_more(
    position: Position, unseen: Sequence[Tile], objective: str, joker_worth: int, deadline: Deadline
) -> tuple[Tile | None, tuple[Tile, ...]]:
    """Of these tiles the one with which most of the rack could be laid, and that; the programme chooses it."""
    if not unseen:
        return None, ()
    more = replace(position, rack=(*position.rack, *unseen))
    for rung in LADDER[1:]:
        problem, is_exact = build(more, rung, deadline=deadline)
        drawn = _draw_one(problem, position, unseen)
        goal = goal_of(problem, OBJECTIVES[objective], joker_worth).weights
        # What is drawn does not count: it is there to free the others. Of equal ones the first is drawn.
        weights: dict[int, float] = {column: weight * len(drawn) for column, weight in goal.items()}
        for i, (tile, column) in enumerate(drawn.items()):
            weights[column] = -weights[_played(problem, tile)] - i
        problem.program.objective = weights
        outcome = maximise(problem.program, deadline=deadline)
        if not outcome.proved:
            raise TimeoutError
        if outcome.values is None:
            return None, ()
        tile = next(tile for tile, column in drawn.items() if outcome.values[column])
        solved = problem.read(outcome.values)
        table = [tile_set_of(placed, position.rules) for placed in solved.sets]
        if position.must_open and position.rules.opening.leaves_table:
            table = [*position.table, *table]
        asked = replace(position, rack=(*position.rack, tile))
        if is_exact or not judge(asked, Move(solved.played, tuple(table))):
            frees = Counter(solved.played) - Counter([tile])
            return tile, tuple(sorted(frees.elements(), key=lambda t: (t.is_joker, t)))
    raise AssertionError("unreachable: the last rung is exact")


def _unseen(position: Position) -> tuple[list[Tile], list[Tile]]:
    """One number tile of each kind that may still be drawn, and a joker if one may."""
    box = position.rules.tiles
    seen = position.table_tiles + Counter(position.rack)
    tiles = [Tile(c, v) for c in range(box.colours) for v in range(1, box.numbers + 1)]
    return [tile for tile in tiles if seen[tile] < box.copies], [JOKER] * (seen[JOKER] < box.jokers)


def _draw_one(problem: Problem, position: Position, unseen: Sequence[Tile]) -> dict[Tile, int]:
    """Columns that choose one tile to draw and to lay; a number tile of the rack is laid, too."""
    program = problem.program
    rack = Counter(position.rack)
    drawn = {tile: program.column(1) for tile in unseen}
    program.equal([(column, 1) for column in drawn.values()], 1)
    for tile, column in drawn.items():
        played = _played(problem, tile)
        program.row([(played, 1), (column, -1)], low=0, high=rack[tile])
    numbers = [(column, 1) for column in problem.played.values()]
    program.row([*numbers, *((column, -1) for tile, column in drawn.items() if tile != JOKER)], low=1)
    return drawn


def _played(problem: Problem, tile: Tile) -> int:
    """The column that counts the tiles of this kind that are laid."""
    return problem.played_jokers if tile == JOKER else problem.played[tile.colour, tile.number]
