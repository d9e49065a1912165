"""Is this position, or this move, legal; if not, every reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver.errors import PositionError
from solver.game.heirs import moved_tiles
from solver.game.move import Move
from solver.game.notation import read_table
from solver.game.position import Position
from solver.game.referee import judge, opening_value
from solver.game.rules import Rules
from solver.game.tiles import Tile, count_tiles

if TYPE_CHECKING:
    from solver.advice.repair import Repair

__all__ = ["Verdict", "check"]


@dataclass(frozen=True)
class Verdict:
    """What the referee says; `reasons` is empty for what is legal.

    `asked` is the position as it was given. `position` is None if it cannot stand on a
    table; `move` is None if no new table was asked about, or its sets are none. `repair` says
    how loose tiles are arranged, where nothing more was asked of them. `refusal` says what is
    wrong with a position that cannot stand on a table.
    """

    asked: str
    after: str | None
    reasons: tuple[str, ...]
    position: Position | None
    move: Move | None
    repair: Repair | None = None
    refusal: PositionError | None = None

    @classmethod
    def refused(cls, asked: str, after: str | None, error: PositionError) -> Verdict:
        """The verdict on a position that cannot stand on a table."""
        return cls(asked, after, error.faults, None, None, None, error)

    @property
    def legal(self) -> bool:
        return not self.reasons

    @property
    def rules(self) -> str | None:
        """The rule set as a position line names it, without `rules=`."""
        if self.position is None:
            return None if self.refusal is None else self.refusal.rules
        return str(self.position.rules).removeprefix("rules=")

    @property
    def id(self) -> str | None:
        if self.position is None:
            return None if self.refusal is None else self.refusal.id
        return self.position.id

    @property
    def played(self) -> tuple[Tile, ...] | None:
        """What the new table has more than the old one, jokers last."""
        return None if self.move is None else tuple(sorted(self.move.played, key=lambda t: (t.is_joker, t)))

    @property
    def opening_value(self) -> int | None:
        """What the opening sets count; None where the rules ask for no opening."""
        if self.position is None or self.move is None:
            return None
        return opening_value(self.position, self.move)

    @property
    def moved(self) -> int | None:
        """Table tiles that leave the heir of their set, as in an answer."""
        if self.position is None or self.move is None or self.position.loose is not None:
            return None
        return moved_tiles(self.position.table, self.move.table)

    def to_json(self) -> dict[str, Any]:
        """The JSON form; tiles are texts."""
        return {
            "position": self.asked if self.position is None else str(self.position),
            "id": self.id,
            "rules": self.rules,
            "after": self.after,
            "legal": self.legal,
            "reasons": list(self.reasons),
            "played": None if self.played is None else [str(tile) for tile in self.played],
            "opening_value": self.opening_value,
            "moved": self.moved,
            "table": None if self.repair is None else [[str(t) for t in s.tiles] for s in self.repair.table],
            "taken_off": None if self.repair is None else [str(tile) for tile in self.repair.taken_off],
        }


def check(
    position: Position | str,
    after: str | None = None,
    *,
    rules: Rules | None = None,
    opened: bool = True,
    loose: bool = False,
) -> Verdict:
    """Judge a position (a value, or a line with defaults as in `Position.parse`), and the
    move that leaves the table `after`, if one is given.

    :raises NotationError: if a text cannot be read at all.
    :raises RulesError: if the rules cannot.
    """
    asked = str(position).strip()
    if isinstance(position, str):
        try:
            position = Position.parse(position, rules, opened=opened, loose=loose)
        except PositionError as error:
            return Verdict.refused(asked, after, error)
    if after is None:
        if position.loose is None:
            return Verdict(asked, after, (), position, None)
        # A table of sets is judged without the model, which takes longest to import.
        from solver.advice.repair import repair

        order = repair(position)
        return Verdict(asked, after, order.faults, position, None, order)
    new_table = read_table(after, "new table")
    try:
        move = Move.to_table(position, new_table)
    except PositionError as error:
        return Verdict(asked, after, (*error.faults, *_tile_faults(position, new_table)), position, None)
    return Verdict(asked, after, tuple(judge(position, move)), position, move)


def _tile_faults(position: Position, table: Sequence[Sequence[Tile]]) -> list[str]:
    """Tiles that are lost or come from nowhere, for a table whose sets the referee cannot read."""
    old, new = position.table_tiles, count_tiles(tile for tiles in table for tile in tiles)
    lost, strange = old - new, new - old - count_tiles(position.rack)
    return [f"{tile} of the old table is missing on the new one" for tile in sorted(lost.elements())] + [
        f"{tile} is on the new table, but neither on the old one nor on the rack" for tile in sorted(strange.elements())
    ]
