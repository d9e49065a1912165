"""Programmes that are kept: the network of a box, of which only bounds change.

Where a rule set asks for runs and groups and nothing else, all positions of a box with
as many jokers share one programme. It is built and loaded once; each position sets its
bounds, and the relaxation starts from the same basis, so that what was asked before
makes no difference. A relaxation that fails is thrown away.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from solver.game.position import Position
from solver.game.rules import Rules, SetRules, TileRules
from solver.game.tiles import JOKER, Tile
from solver.model.backend import Relaxation, chosen, relax
from solver.model.network.free import FreeNetwork
from solver.model.network.network import Network
from solver.model.problem import Problem

__all__ = ["kept_problem", "kept_relaxation"]

_MOST_CELLS = 250
"""Boxes of more numbers times colours than this are built anew for what is on the table."""

_MOST_KEPT = 6

Key = tuple[TileRules, SetRules, int, str]
"""Box, sets, jokers at hand, and the back end's name."""


class _Kept(threading.local):
    """Each thread has programmes of its own, the last used ones."""

    def __init__(self) -> None:
        self.programmes: OrderedDict[Key, tuple[Problem, Relaxation | None]] = OrderedDict()


_kept = _Kept()


def kept_problem(position: Position, *, free: bool = False) -> Problem | None:
    """The kept programme of a box, bound to this position; None if its rules ask for more.

    With `free` it is given where the rules ask for more of the jokers on the table, and for
    nothing else, and leaves that out. It is only good until the next call.
    """
    rules = position.rules
    tiles = position.table_tiles
    jokers = tiles[JOKER] + position.rack.count(JOKER)
    asks_of_jokers = tiles[JOKER] > 0 and not rules.jokers.are_free and position.loose is None
    if asks_of_jokers != free:
        return None
    if (
        position.must_open
        or (rules.table.only_adds and position.loose is None)
        or rules.tiles.numbers * rules.tiles.colours > _MOST_CELLS
        or Network.may_have_too_many(rules, jokers)
    ):
        return None
    key = (rules.tiles, rules.sets, jokers, chosen())
    if key not in _kept.programmes:
        problem = _whole_box(rules, jokers)
        _kept.programmes[key] = (problem, None)
        while len(_kept.programmes) > _MOST_KEPT:
            _kept.programmes.popitem(last=False)
    _kept.programmes.move_to_end(key)
    problem, _ = _kept.programmes[key]
    problem.rebind(position, tiles)
    return problem


@contextmanager
def kept_relaxation(problem: Problem) -> Iterator[Relaxation | None]:
    """The loaded relaxation of a kept problem, reset to its present bounds; None for others.

    It is kept again if all goes well. After an error or an interrupt nobody knows what
    state it is in: the next question loads another.
    """
    key = next((key for key, (kept, _) in _kept.programmes.items() if kept is problem), None)
    if key is None:
        yield None
        return
    _, relaxation = _kept.programmes[key]
    _kept.programmes[key] = (problem, None)
    if relaxation is None:
        relaxation = relax(problem.program)
    else:
        relaxation.reset(problem.program)
    yield relaxation
    _kept.programmes[key] = (problem, relaxation)


def _whole_box(rules: Rules, jokers: int) -> Problem:
    box = rules.tiles
    tiles = [Tile(c, v) for c in range(box.colours) for v in range(1, box.numbers + 1) for _ in range(box.copies)]
    free = FreeNetwork.fits(rules, jokers)
    problem = Problem(Position((), (*tiles, *[JOKER] * jokers), rules), free=free)
    problem.count_played()
    problem.close()
    return problem
