"""A table that was knocked over: put in order again, or the fewest tiles to take off so that it can be."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from solver.advice.arrange import in_places, tile_set_of
from solver.advice.question import check_time_limit
from solver.deadline import Deadline, deadline_after
from solver.errors import RefereeError
from solver.game.position import Position, as_position
from solver.game.sets import TileSet, set_faults
from solver.game.tiles import JOKER, Tile
from solver.model.backend import maximise
from solver.model.ladder import build
from solver.model.network.places import Placed
from solver.model.problem import Problem

__all__ = ["Repair", "repair"]


@dataclass(frozen=True)
class Repair:
    """The loose tiles in order, and what had to be taken off for that.

    `status` is `arranged` (every tile lies in a set), `taken_off` (`taken_off` are proved to
    be the fewest) or `feasible` (time ran out: they are enough, perhaps not the fewest).
    `strays`, among those taken off, are in no set that the tiles can make at all. `table`
    has the sets of all other tiles. `seconds` is wall time; it is not compared.
    """

    position: Position
    status: str
    table: tuple[TileSet, ...]
    taken_off: tuple[Tile, ...] = ()
    strays: tuple[Tile, ...] = ()
    seconds: float = field(default=0.0, compare=False)

    @property
    def id(self) -> str | None:
        return self.position.id

    @property
    def rules(self) -> str:
        """The rule set as a position line names it, without `rules=`."""
        return str(self.position.rules).removeprefix("rules=")

    @property
    def arranged(self) -> bool:
        """Whether every tile lies in a set."""
        return self.status == "arranged"

    @property
    def rest(self) -> Position:
        """The position with the table in order and without the tiles taken off."""
        return replace(self.position, table=self.table, loose=None)

    @property
    def faults(self) -> tuple[str, ...]:
        """Why the tiles cannot be arranged and what to take off, one line each; empty if they can."""
        if self.arranged:
            return ()
        count = len(self.taken_off)
        words = self.position.notation.row
        tiles = words(self.taken_off)
        if self.status == "feasible":
            return (f"time ran out: without {tiles} the loose tiles can be arranged, but fewer or none may be enough",)
        if count > 1:
            tiles += f" ({count} tiles, the fewest that will do)"
        rest = f"the rest makes {_count(len(self.table), 'set')}" if self.table else "then the table is empty"
        lines = [f"the loose tiles cannot be arranged in sets: take off {tiles}, and {rest}"]
        if self.strays:
            fit = "fits" if len(self.strays) == 1 else "fit"
            lines.append(f"{words(self.strays)} {fit} into no set with the other loose tiles")
        return tuple(lines)

    @property
    def text(self) -> str:
        """What came out, in a few lines for a person."""
        if self.arranged:
            return f"The loose tiles make {_count(len(self.table), 'set')}."
        return "\n".join(fault[0].upper() + fault[1:] + "." for fault in self.faults)

    def to_json(self) -> dict[str, Any]:
        """The JSON form; tiles are texts, in the notation of the position."""
        notation = self.position.notation
        return {
            "position": str(self.position),
            "id": self.id,
            "rules": self.rules,
            "status": self.status,
            "arranged": self.arranged,
            "table": [notation.texts(tile_set.tiles) for tile_set in self.table],
            "taken_off": notation.texts(self.taken_off),
            "strays": notation.texts(self.strays),
            "text": self.text,
            "seconds": round(self.seconds, 6),
        }


def repair(position: Position | str, *, time_limit: float | None = None, notation: str | None = None) -> Repair:
    """The loose tiles of `position` (a value, or a position line) in sets, with none from the rack.

    If they cannot all lie in sets, as few as possible are taken off; of several choices
    the one with fewest jokers, then least face value, then the first colours. The same
    tiles always give the same choice. A table of sets is in order as it is. With
    `time_limit` (seconds) the choice may not be the best: the status says so. `notation` as in
    `Position.parse`.

    :raises RulesError: if `time_limit` is out of range.
    :raises RefereeError: if a set of the model is none (a defect; never shown as a set).
    """
    check_time_limit(time_limit)
    began = time.perf_counter()
    deadline = deadline_after(time_limit)
    position = as_position(position, notation)
    if position.loose is None:
        return Repair(position, "arranged", position.table)
    found = _taken_off(position, deadline)
    return replace(found, seconds=time.perf_counter() - began)


def _taken_off(position: Position, deadline: Deadline) -> Repair:
    """First the fewest tiles, then, if there are any, which ones."""
    assert position.loose is not None
    every = Repair(position, "feasible", (), tuple(sorted(position.loose, key=_jokers_last)))
    # Whether the player has opened does not matter: only the table is asked about.
    heap = replace(position, rack=(), opened=True)
    try:
        problem, off = _problem(heap, deadline)
    except TimeoutError:
        return every
    problem.program.objective = dict.fromkeys(off.values(), -1)
    outcome = maximise(problem.program, deadline=deadline)
    if outcome.values is None:
        return every
    fewest, values, proved = -outcome.objective, outcome.values, outcome.proved
    if fewest and proved:
        try:
            problem, off = _problem(heap, deadline)
            problem.program.equal([(column, 1) for column in off.values()], fewest)
            problem.program.objective = _preferences(off, fewest)
            outcome = maximise(problem.program, deadline=deadline)
            # Without an answer to this the fewest are still known, if not the first choice of them.
            values, proved = outcome.values or values, outcome.proved
        except TimeoutError:
            proved = False
    table = _refereed(position, problem.read(values).sets)
    taken = [tile for tile, column in off.items() for _ in range(values[column])]
    status = "feasible" if not proved else "taken_off" if taken else "arranged"
    return Repair(position, status, table, tuple(sorted(taken, key=_jokers_last)), _strays(problem, taken))


def _problem(heap: Position, deadline: Deadline) -> tuple[Problem, dict[Tile, int]]:
    """The sets that the tiles of the table can make, and the columns that take tiles off."""
    problem, _ = build(heap, close=False, deadline=deadline)
    off = problem.may_take_off()
    problem.close()
    return problem, off


def _preferences(off: dict[Tile, int], count: int) -> dict[int, float]:
    """Weights that say which `count` tiles to take off: no joker, little face value, first colours.

    Each is more than all that come after it can add up to.
    """
    value = count * max(tile.colour for tile in off) + 1
    joker = count * max(tile.number for tile in off) * value + value
    return {
        column: float(-joker if tile == JOKER else -tile.number * value - tile.colour) for tile, column in off.items()
    }


def _refereed(position: Position, sets: Iterable[Placed]) -> tuple[TileSet, ...]:
    table = in_places((), [tile_set_of(placed, position.rules) for placed in sets])
    reasons = [f"{s} is no {s.kind}: {fault}" for s in table for fault in set_faults(s, position.rules)]
    if reasons:
        raise RefereeError(str(position), reasons)
    return table


def _strays(problem: Problem, taken: Iterable[Tile]) -> tuple[Tile, ...]:
    """Those of the tiles taken off that have no place in any set of the model."""
    sets = problem.sets
    return tuple(
        tile for tile in taken if not (sets.jokers() if tile == JOKER else sets.tiles_at(tile.colour, tile.number))
    )


def _jokers_last(tile: Tile) -> tuple[bool, Tile]:
    return tile.is_joker, tile


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
