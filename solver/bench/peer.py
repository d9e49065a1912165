"""The library that Python users take otherwise, `rummikub-solver`, asked the same question.

It knows no joker rules and is exact only for the number of tiles, so both are asked for
the most tiles that can be laid under `free`. See `question`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from solver.bench.machine import version_of
from solver.bench.spread import Clock
from solver.errors import RummikubError, how_to_install
from solver.game.move import Move
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.rules import Rules
from solver.game.tiles import JOKER, Tile

__all__ = ["Peer", "PeerAnswer", "question"]


def question(position: Position) -> Position:
    """The same tiles under `free`: how many can be laid?

    Where the player has not opened, the table stays out and the points are not asked
    for: the other library's own opening counts number tiles only, and refuses some
    legal openings.

    :raises RulesError: if `free` makes no sense in the box of the position.
    """
    table = position.table if position.opened else ()
    loose = position.loose if position.opened else None
    rules = Rules.named("free").in_box(position.rules.tiles, "tiles are counted under free, but ")
    return Position(table, position.rack, rules, True, position.id, loose)


@dataclass(frozen=True)
class PeerAnswer:
    """What the other library says: tiles laid (0 for no move), the sets of the new table, and its time."""

    seconds: float
    played: tuple[Tile, ...]
    sets: tuple[tuple[Tile, ...], ...]


class Peer:
    """`rummikub-solver` with its default back end; its model is built once for each box, untimed.

    :raises RummikubError: if it is not installed.
    """

    def __init__(self) -> None:
        try:
            import rummikub_solver
        except ImportError:
            raise RummikubError(f"--peer needs rummikub-solver: {how_to_install('rummikub-solver')}") from None
        self.library = rummikub_solver
        self.version = version_of("rummikub-solver")
        self._ruleset = cache(self._built)

    @property
    def back_end(self) -> str:
        """The back end that it takes when it is not told."""
        return str(self._ruleset(13, 4, 2, 2).backend)

    def refusal(self, rules: Rules) -> str | None:
        """Why it cannot be asked about this box or these sets; None if it can."""
        box, sets = rules.tiles, rules.sets
        if box.numbers > 26 or box.copies > 4 or box.jokers > 4:
            return "box too big for it (26 numbers, 4 copies, 4 jokers)"
        if sets.min_run != sets.min_group or sets.wrap != "none" or rules.max_group != box.colours:
            return "its sets are others"
        return None

    def most_tiles(self, position: Position, clock: Clock = time.perf_counter) -> PeerAnswer:
        """Its answer to a `question`; only its `solve` is timed, not filling in the state."""
        box = position.rules.tiles
        ruleset = self._ruleset(box.numbers, box.colours, box.copies, box.jokers)
        names = [*(Tile(c, v) for c in range(box.colours) for v in range(1, box.numbers + 1)), JOKER]
        number_of = {tile: i for i, tile in enumerate(names, 1)}
        state = ruleset.new_game()
        state.initial = False
        state.add_table(*(number_of[tile] for tile in position.table_tiles.elements()))
        state.add_rack(*(number_of[tile] for tile in position.rack))
        began = clock()
        proposal = ruleset.solve(state, self.library.SolverMode.TILE_COUNT)
        seconds = clock() - began
        if proposal is None:
            return PeerAnswer(seconds, (), ())
        sets = tuple(tuple(names[tile - 1] for tile in tiles) for tiles in proposal.sets)
        return PeerAnswer(seconds, tuple(names[tile - 1] for tile in proposal.tiles), sets)

    def _built(self, numbers: int, colours: int, copies: int, jokers: int) -> Any:
        ruleset = self.library.RuleSet(numbers=numbers, colours=colours, repeats=copies, jokers=jokers)
        # The first solve compiles its model; that is no part of any position's time.
        state = ruleset.new_game()
        state.add_rack(1, 2, 3)
        ruleset.solve(state, self.library.SolverMode.TILE_COUNT)
        return ruleset


def verdict(position: Position, answer: PeerAnswer) -> str:
    """What the referee says of the other library's move: `legal`, `no move`, or why not."""
    if not answer.played:
        return "no move"
    try:
        faults: Sequence[str] = judge(position, Move.to_table(position, answer.sets))
    except RummikubError as error:
        faults = str(error).splitlines()
    return "; ".join(faults[:2]) or "legal"
