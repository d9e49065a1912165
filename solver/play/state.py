"""What lies where in a game, and what a turn does to it: all rules of turns and of the end.

A game that is dealt here and one that somebody wrote down follow the same rules; in the
latter some tiles of a rack may be unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from solver.game.move import Move
from solver.game.notation import TILES, Notation
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.rules import Rules
from solver.game.sets import TileSet, set_faults
from solver.game.tiles import Tile, count_tiles
from solver.play.turns import ACTIONS, DRAW, LAY, OVERTIME, PASS, PENALTY, Turn

__all__ = ["Seat", "State"]


@dataclass
class Seat:
    """One player's side: the rack, `unknown` tiles that nobody saw beside those known, and what was done so far."""

    tiles: list[Tile]
    unknown: int = 0
    opened: bool = False
    laid: list[Tile] = field(default_factory=list)

    @property
    def held(self) -> int:
        """Tiles on the rack."""
        return len(self.tiles) + self.unknown

    def add(self, tiles: Iterable[Tile | None]) -> None:
        """Put tiles on the rack, None for one that nobody saw."""
        for tile in tiles:
            if tile is None:
                self.unknown += 1
            else:
                self.tiles.append(tile)
        self.tiles.sort()

    def remove(self, tiles: Iterable[Tile]) -> None:
        """Take tiles off the rack; those that are not among the known ones were among the others."""
        for tile in tiles:
            if tile in self.tiles:
                self.tiles.remove(tile)
            else:
                self.unknown -= 1

    def lacks(self, tiles: Iterable[Tile]) -> list[Tile]:
        """Which of these tiles cannot be on the rack: as many as are more than the unknown ones."""
        missing = sorted((count_tiles(tiles) - Counter(self.tiles)).elements())
        return missing if len(missing) > self.unknown else []


class State:
    """A game under way: seats, table, how many tiles the pool has, and whose turn it is.

    Only `apply` changes it. `thrown_off` are the tiles thrown off, the last one on top;
    `turns` counts those played; `notation` is how tiles are written in what is said of them.
    """

    def __init__(self, rules: Rules, seats: Sequence[Seat], pool: int, first: int, notation: Notation = TILES) -> None:
        self.rules, self.notation = rules, notation
        self.seats = list(seats)
        self.pool = pool
        self.player = first
        self.table: tuple[TileSet, ...] = ()
        self.thrown_off: list[Tile] = []
        self.turns = 0
        self._idle = 0

    def copy(self) -> State:
        """A game of its own from here on."""
        seats = [replace(seat, tiles=list(seat.tiles), laid=list(seat.laid)) for seat in self.seats]
        other = State(self.rules, seats, self.pool, self.player, self.notation)
        other.table, other.thrown_off = self.table, list(self.thrown_off)
        other.turns, other._idle = self.turns, self._idle
        return other

    # --- The end ---

    @property
    def out(self) -> int | None:
        """The seat whose rack is empty, if any."""
        return next((i for i, seat in enumerate(self.seats) if not seat.held), None)

    @property
    def blocked(self) -> bool:
        """Whether nobody laid a tile or drew one from the pool in a whole round."""
        return self._idle >= len(self.seats)

    @property
    def over(self) -> bool:
        """Whether somebody is out, or nobody can go on."""
        return self.out is not None or self.blocked

    # --- The turn to come ---

    @property
    def may_take(self) -> Tile | None:
        """The tile that the player to move may take instead of one of the pool, if any."""
        return self.thrown_off[-1] if self.rules.turn.take_discard and self.thrown_off else None

    def position(self) -> Position:
        """What the player to move sees of table and rack; tiles that nobody noted are left out."""
        seat = self.seats[self.player]
        return Position(self.table, tuple(seat.tiles), self.rules, seat.opened, notation=self.notation)

    def draws(self, action: str, took: bool = False) -> int:
        """How many tiles the player to move draws from the pool in a turn of that kind."""
        turn = self.rules.turn
        count = 0 if took or not (turn.draws_first or action == DRAW) else 1
        if action == PENALTY:
            count += turn.penalty_draw
        if action == OVERTIME and not self.takes_unsorted:
            count += turn.overtime_draw
        return min(count, self.pool)

    @property
    def takes_unsorted(self) -> bool:
        """Whether the player to move, if his time runs out, takes what does not lie in sets.

        Who has not opened yet takes back what he laid: an opening that was not finished is none.
        """
        return self.rules.turn.takes_unsorted and self.seats[self.player].opened

    def faults(self, turn: Turn) -> list[str]:
        """Every reason why the next turn cannot be this one; empty if it can."""
        if self.over:
            return ["the game is over"]
        if turn.player != self.player:
            return [f"it is the turn of seat {self.player + 1}, not of seat {turn.player + 1}"]
        assert turn.action in ACTIONS
        faults = self._draw_faults(turn)
        if faults:
            return faults
        holding = self._with_first(turn)
        if turn.action == LAY:
            assert turn.move is not None
            faults = self._lay_faults(holding, turn.move)
        elif turn.action == OVERTIME and turn.move is not None:
            faults = self._overtime_faults(holding, turn.move)
        if not faults:
            holding.remove(turn.played)
            faults = self._off_faults(holding, turn)
        return faults

    def apply(self, turn: Turn) -> None:
        """Play a turn without faults."""
        seat = self.seats[self.player]
        if turn.took is not None:
            self.thrown_off.pop()
            seat.add([turn.took])
        seat.add(turn.drawn)
        self.pool -= len(turn.drawn)
        if turn.move is not None and turn.changes_table:
            unsorted = self._unsorted(turn.move)
            seat.remove(turn.move.played)
            seat.laid += turn.move.played
            self.table = turn.move.table
            seat.opened |= turn.action == LAY
            seat.add(unsorted)
        if turn.off is not None:
            seat.remove([turn.off])
            self.thrown_off.append(turn.off)
        self._idle = 0 if turn.played or turn.drawn else self._idle + 1
        self.turns += 1
        self.player = (self.player + 1) % len(self.seats)

    # --- What is wrong with a turn ---

    def _draw_faults(self, turn: Turn) -> list[str]:
        wanted = self.draws(turn.action, turn.took is not None)
        if turn.took is not None and turn.took != self.may_take:
            there = f"{self.may_take} lies there" if self.may_take else "none can be taken"
            return [f"{turn.took} was taken of the tiles thrown off, but {there}"]
        if len(turn.drawn) != wanted:
            return [f"{_tiles(len(turn.drawn))} drawn, and it must be {wanted} ({_tiles(self.pool)} in the pool)"]
        if turn.action == PASS and (turn.drawn or turn.took or self.draws(DRAW)):
            return ["nobody passes who can draw a tile"]
        if turn.action == DRAW and not turn.drawn and turn.took is None:
            return ["the pool is empty, so no tile was drawn"]
        return []

    def _with_first(self, turn: Turn) -> Seat:
        """The rack to play from: with a tile that was drawn or taken first."""
        now = self.seats[self.player]
        seat = Seat(list(now.tiles), now.unknown, now.opened)
        if turn.took is not None:
            seat.add([turn.took])
        elif self.rules.turn.draws_first:
            seat.add(turn.drawn[:1])
        return seat

    def _lay_faults(self, seat: Seat, move: Move) -> list[str]:
        known = count_tiles(move.played) | Counter(seat.tiles)
        if lacking := seat.lacks(move.played):
            return [f"{self._row(lacking)} laid, but the rack holds {self._row(seat.tiles)}"]
        # The referee only counts the rack tiles that are not laid: any will do for those that nobody saw.
        others = max(0, seat.held - known.total())
        rack = (*sorted(known.elements()), *move.played[:1] * others)
        return judge(Position(self.table, rack, self.rules, seat.opened, notation=self.notation), move)

    def _overtime_faults(self, seat: Seat, move: Move) -> list[str]:
        if not self.takes_unsorted:
            return ["when time runs out here, the table is put back as it was"]
        if lacking := seat.lacks(move.played):
            return [f"{self._row(lacking)} laid, but the rack holds {self._row(seat.tiles)}"]
        packed = self.notation.packed
        faults = [
            f"{packed(tile_set.tiles)}: {why}" for tile_set in move.table for why in set_faults(tile_set, self.rules)
        ]
        there = Counter(self._tiles_of(self.table)) + count_tiles(move.played)
        more = Counter(self._tiles_of(move.table)) - there
        return faults + [
            f"{self.notation.tile(tile)} is on the new table, but it neither lay there nor was laid"
            for tile in sorted(more)
        ]

    def _off_faults(self, seat: Seat, turn: Turn) -> list[str]:
        after = Seat(list(seat.tiles), seat.unknown)
        if turn.took is None:
            after.add(turn.drawn[1:] if self.rules.turn.draws_first else turn.drawn)
        if turn.move is not None and turn.action == OVERTIME:
            after.add(self._unsorted(turn.move))
        if turn.off is None:
            needed = self.rules.turn.discard and after.held
            return ["no tile was thrown off, and every turn ends with that"] if needed else []
        if not self.rules.turn.discard:
            return [f"{self.notation.tile(turn.off)} was thrown off, and these rules know no such thing"]
        if after.lacks([turn.off]):
            return [f"{self.notation.tile(turn.off)} was thrown off, but the rack holds {self._row(after.tiles)}"]
        return []

    def _unsorted(self, move: Move) -> list[Tile]:
        """The tiles that lie in none of the sets that stay."""
        there = Counter(self._tiles_of(self.table)) + count_tiles(move.played)
        return sorted((there - Counter(self._tiles_of(move.table))).elements())

    def _row(self, tiles: Sequence[Tile]) -> str:
        return self.notation.packed(tiles) or "nothing"

    @staticmethod
    def _tiles_of(table: Iterable[TileSet]) -> list[Tile]:
        return [tile.bare for tile_set in table for tile in tile_set.tiles]


def _tiles(count: int) -> str:
    return f"{count} tile{'s' * (count != 1)}"
