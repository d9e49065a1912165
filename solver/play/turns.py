"""A turn as it was played: what a record holds of it, and what the others saw."""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver.game.move import Move
from solver.game.tiles import Tile

__all__ = ["ACTIONS", "DRAW", "LAY", "OVERTIME", "PASS", "PENALTY", "Turn"]

LAY, DRAW, PASS, OVERTIME, PENALTY = ACTIONS = ("lay", "draw", "pass", "overtime", "penalty")
"""What a turn may be: tiles are laid; nothing is laid, but a tile drawn; neither; time ran out; the table was left
broken."""


@dataclass(frozen=True)
class Turn:
    """One turn of a game.

    `number` counts from 1, `player` is a seat and counts from 0. `move` are the tiles laid
    and the table after it; at `OVERTIME` the sets that stay, if the player takes what does
    not lie in them; at `PENALTY` what was taken back, where that is known. `drawn` are the
    tiles from the pool in their order, None for one that nobody noted; `took` is the tile
    that the player before had thrown off, taken instead of one of the pool; `off` is thrown off
    at the end. `assumed` says that the table was worked out, not seen. `seconds` is how
    long the turn took, where that is known.
    """

    number: int
    player: int
    action: str
    move: Move | None = None
    drawn: tuple[Tile | None, ...] = ()
    took: Tile | None = None
    off: Tile | None = None
    seconds: float | None = None
    assumed: bool = False
    note: str = ""

    @property
    def changes_table(self) -> bool:
        """Whether the table after the turn is that of `move`."""
        return self.move is not None and self.action != PENALTY

    @property
    def played(self) -> tuple[Tile, ...]:
        """The rack tiles that lie on the table now."""
        return self.move.played if self.move is not None and self.changes_table else ()

    def as_seen(self) -> Turn:
        """The turn as the other players saw it: how many tiles were drawn, but not which."""
        return replace(self, drawn=(None,) * len(self.drawn)) if self.drawn else self
