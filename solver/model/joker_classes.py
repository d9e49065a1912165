"""The jokers on a table, by what the rules may tell apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from solver.game.sets import GROUP
from solver.game.tiles import Tile
from solver.model.problem import Problem

__all__ = ["JokerClass", "joker_classes"]


@dataclass(frozen=True)
class JokerClass:
    """Table jokers that no rule tells apart.

    `stands_for` are the tiles that each of them may stand for; `old_set` is the index of
    their set where the rules need it, else -1; `every` says that a freed one takes a
    token of each tile in `stands_for` instead of one.
    """

    kind: str
    stands_for: tuple[Tile, ...]
    every: bool
    old_set: int
    count: int


def joker_classes(problem: Problem) -> list[JokerClass]:
    """The jokers on the table, by class, in the order of their sets."""
    rules, position = problem.rules, problem.position
    found: Counter[tuple[str, tuple[Tile, ...], bool, int]] = Counter()
    for i, old in enumerate(position.table):
        for joker in old.tiles:
            if joker.is_joker:
                stands_for = old.may_stand_for(joker, rules)
                every = rules.jokers.group_of_three == "both" and old.kind == GROUP and len(old.tiles) == 3
                # A set that holds a copy of what its joker stands for (a run round a circle) cannot supply it.
                own = rules.jokers.set_with_joker == "locked" or any(tile in old.tiles for tile in stands_for)
                found[old.kind, stands_for, every, i if own else -1] += 1
    return [JokerClass(*key, count) for key, count in found.items()]
