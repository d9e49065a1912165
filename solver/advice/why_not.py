"""Why tiles that must be laid cannot be, and the most of them that can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from solver.advice.conditions import Conditions
from solver.deadline import Deadline
from solver.game.matching import moved_tiles
from solver.game.move import Move
from solver.game.notation import Notation
from solver.game.opening import best_opening, has_opening_run, opening_worth
from solver.game.position import Position
from solver.game.tiles import Tile

__all__ = ["Most", "WhyNot", "why_not"]

BestMove = Callable[[Conditions], Move]
"""The best move under other conditions; it lays nothing if there is none. Raises TimeoutError."""


@dataclass(frozen=True)
class Most:
    """The most of the tiles that must be laid, `laid`, and all tiles `played` in the best move that lays so many."""

    laid: tuple[Tile, ...]
    played: tuple[Tile, ...]

    def to_json(self, notation: Notation) -> dict[str, Any]:
        """The JSON form; tiles are texts in `notation`."""
        return {"laid": notation.texts(self.laid), "played": notation.texts(self.played)}


@dataclass(frozen=True)
class WhyNot:
    """One sentence why, and the most that can be laid; None if that is nothing."""

    reason: str
    most: Most | None = None


def why_not(position: Position, conditions: Conditions, best_move: BestMove, deadline: Deadline = None) -> WhyNot:
    """Why no move lays all tiles that must be laid; if time runs out, what is known of it."""
    must, row = conditions.must, conditions.notation.row
    reason = conditions.refused + conditions.words
    try:
        if cause := _cause(position, conditions, best_move, deadline):
            reason += f": {cause}"
        most = _most(conditions, best_move)
    except TimeoutError:
        return WhyNot(reason)
    if most is None and len(must) > 1:
        reason += "; nor can any of them alone" if len(must) > 2 else "; nor can either of them alone"
    elif most is not None:
        others = Counter(most.played) - Counter(most.laid)
        with_what = f", with {row(others.elements())}" if others else ""
        count = "one of them" if len(most.laid) == 1 else f"{len(most.laid)} of them"
        reason += f"; the most is {count}: {row(most.laid)}{with_what}"
    return WhyNot(reason, most)


def _cause(position: Position, conditions: Conditions, best_move: BestMove, deadline: Deadline) -> str:
    """What stands in the way, if one thing does; else nothing."""
    it, can = ("it", "can be laid") if len(conditions.must) == 1 else ("they", "can be laid together")
    if len(conditions.must) > position.most_laid:
        return "one tile must be left to throw off"
    if position.must_open and (cause := _cannot_open(position, conditions, deadline)):
        return cause
    if conditions.max_moved is not None:
        freely = conditions.without_moved()
        if (move := best_move(freely)).played:
            return f"{it} {can} only where more table tiles move ({moved_tiles(position.table, move.table)} will do)"
    if conditions.keep:
        move = best_move(replace(conditions, keep=()))
        if move.played:
            laid = (Counter(move.played) & Counter(conditions.keep)).elements()
            return f"{it} {can} only with tiles that stay on the rack ({conditions.notation.row(laid)} will do)"
    if len(conditions.must) == 1 and not conditions.words:
        return "no legal move lays it"
    return ""


def _cannot_open(position: Position, conditions: Conditions, deadline: Deadline) -> str:
    """Why the tiles that may be laid are no opening; nothing if they are one."""
    rules = position.rules
    tiles = Counter(position.rack) - Counter(conditions.keep)
    sets = best_opening(tiles.elements(), rules, deadline)
    if not has_opening_run(sets, rules):
        return f"the opening needs a run of {rules.opening_run} from your rack, and there is none"
    worth = opening_worth(sets, rules)
    if worth < rules.opening.points:
        return f"the opening needs {rules.opening.points} points, and the sets of your rack count {worth} at most"
    return ""


def _most(conditions: Conditions, best_move: BestMove) -> Most | None:
    """The most of the tiles that can be laid together, in the best move that lays so many."""
    must = conditions.must
    for count in range(len(must) - 1, 0, -1):
        move = best_move(replace(conditions, at_least=count))
        if move.played:
            return Most(tuple(sorted((Counter(must) & Counter(move.played)).elements(), key=_jokers_last)), move.played)
    return None


def _jokers_last(tile: Tile) -> tuple[bool, Tile]:
    return tile.is_joker, tile
