"""A look at the tiles before the solver is asked: most turns in which nothing can be laid show at a glance.

Without a joker, a rack tile can be laid only if some set can be made of tiles that are all
there. To look for such sets takes a fiftieth of what it takes to solve a position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import lru_cache

from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.sets import run_numbers
from solver.game.tiles import JOKER, Tile

__all__ = ["may_lay"]


def may_lay(position: Position) -> bool:
    """False only if nothing can be laid; True says nothing."""
    rules = position.rules
    from_rack = position.must_open and rules.opening.leaves_table
    stock = Counter(position.rack) if from_rack else position.table_tiles + Counter(position.rack)
    if stock[JOKER]:
        return True
    in_sets = _in_sets(stock.keys(), rules, rules.opening_run if from_rack else 0)
    points = sum(tile.number for tile in position.rack if tile in in_sets)
    return points >= max(1, rules.opening.points if from_rack else 0)


def _in_sets(tiles: Collection[Tile], rules: Rules, run: int) -> set[Tile]:
    """The tiles that are in some set of these tiles; none if a run of `run` tiles is needed and there is none."""
    found: set[Tile] = set()
    colours: dict[int, set[int]] = {}
    numbers: dict[int, set[int]] = {}
    for tile in tiles:
        colours.setdefault(tile.colour, set()).add(tile.number)
        numbers.setdefault(tile.number, set()).add(tile.colour)
    opens = not run
    for colour, having in colours.items():
        if len(having) >= min(rules.sets.min_run, rules.tiles.numbers):
            for window in _windows(rules, rules.sets.min_run):
                if having.issuperset(window):
                    found.update(Tile(colour, number) for number in window)
            opens = opens or any(having.issuperset(window) for window in _windows(rules, run))
    if not opens:
        return set()
    for number, having in numbers.items():
        if len(having) >= rules.sets.min_group:
            found.update(Tile(colour, number) for colour in having)
    return found


@lru_cache(maxsize=64)
def _windows(rules: Rules, size: int) -> tuple[frozenset[int], ...]:
    """The numbers of every run of that size; those that go round have fewer different ones."""
    runs = (run_numbers(first, size, rules) for first in range(1, rules.tiles.numbers + 1))
    return tuple(frozenset(numbers) for numbers in runs if numbers)
