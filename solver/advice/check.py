"""Is this position, or this move, legal; if not, every reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from solver.advice.shown import Shown
from solver.errors import AmbiguousPositionError, AmbiguousSetError, NotationError, PositionError, wrong_type
from solver.game.move import Move
from solver.game.notation import TILES, Notation, other_notation_fault, read_table
from solver.game.played import PlayedMove
from solver.game.position import Position, as_position
from solver.game.referee import judge
from solver.game.rules import Rules
from solver.game.sets import NO_SET, TileSet
from solver.game.tiles import Tile

if TYPE_CHECKING:
    from solver.advice.repair import Repair

__all__ = ["Verdict", "check"]


@dataclass(frozen=True, repr=False)
class Verdict(Shown):
    """What the referee says; `reasons` is empty for what is legal.

    `asked` is the position as it was given. `position` is None if it cannot stand on a
    table; `move` is None if no new table was asked about, or a set of it is none. `repair` says
    how loose tiles are arranged, where nothing more was asked of them. `refusal` says what is
    wrong with a position that cannot stand on a table. `read_as` has the sets of the new table,
    by number from 1, that can be read in several ways, as they were read for the verdict.
    """

    asked: str
    after: str | None
    reasons: tuple[str, ...]
    position: Position | None
    move: Move | None
    repair: Repair | None = None
    refusal: PositionError | None = None
    read_as: tuple[tuple[int, TileSet], ...] = ()

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
        return None if self._as_played is None else self._as_played.opening_value

    @property
    def moved(self) -> int | None:
        """Table tiles that went to another set than the one that theirs has become, as in an answer."""
        return None if self._as_played is None else self._as_played.moved

    @cached_property
    def _as_played(self) -> PlayedMove | None:
        if self.position is None or self.move is None:
            return None
        return PlayedMove(self.position, self.move)

    def __repr__(self) -> str:
        count = len(self.reasons)
        return f"<Verdict: {'legal' if self.legal else f'illegal, for {count} reason' + 's' * (count > 1)}>"

    def to_json(self) -> dict[str, Any]:
        """The JSON form; tiles are texts, in the notation of the position."""
        notation = TILES if self.position is None else self.position.notation
        return {
            "position": self.asked if self.position is None else str(self.position),
            "id": self.id,
            "rules": self.rules,
            "after": self.after,
            "legal": self.legal,
            "reasons": list(self.reasons),
            "read_as": [
                {"set": i, "kind": tile_set.kind, "tiles": notation.texts(tile_set.tiles)}
                for i, tile_set in self.read_as
            ],
            "played": None if self.played is None else notation.texts(self.played),
            "opening_value": self.opening_value,
            "moved": self.moved,
            "table": None if self.repair is None else [notation.texts(s.tiles) for s in self.repair.table],
            "taken_off": None if self.repair is None else notation.texts(self.repair.taken_off),
        }


def check(
    position: Position | str,
    after: str | None = None,
    *,
    rules: Rules | None = None,
    opened: bool = True,
    loose: bool = False,
    notation: Notation | str | None = None,
) -> Verdict:
    """Judge a position (a value, or a line with defaults as in `Position.parse`), and the
    move that leaves the table `after`, in the same notation, if one is given.

    :raises NotationError: if a text cannot be read at all.
    :raises AmbiguousPositionError: if nothing is wrong but that a set can be read in several ways,
        and for the new table: if that makes a difference, or its tiles do not lie in order.
    :raises RulesError: if the rules cannot be read.
    """
    if after is not None and not isinstance(after, str):
        raise wrong_type("after", after, "the new table as a text, such as 'R5R6R7R8 | K7B7R7'")
    asked = str(position).strip()
    if isinstance(position, str):
        try:
            position = Position.parse(position, rules, opened=opened, loose=loose, notation=notation)
        except AmbiguousPositionError:
            raise
        except PositionError as error:
            return Verdict.refused(asked, after, error)
    position = as_position(position, notation)
    if after is None:
        if position.loose is None:
            return Verdict(asked, after, (), position, None)
        # A table of sets is judged without the model, which takes longest to import.
        from solver.advice.repair import repair

        order = repair(position)
        return Verdict(asked, after, order.faults, position, None, order)
    if fault := other_notation_fault({"new table": after}, position.notation):
        raise NotationError(fault)
    return _judge_table(asked, after, position, read_table(after, "new table", position.notation))


_MOST_READINGS = 256
"""Readings of one table that are tried: eight jokers, the most of a box, make no more sets of a run or a group."""


def _judge_table(asked: str, after: str, position: Position, table: Sequence[Sequence[Tile]]) -> Verdict:
    """The verdict on the move that leaves `table`, read in the way that helps the player where nothing is settled.

    :raises AmbiguousPositionError: if nothing is wrong, but a set must say which reading is meant.
    """
    rules = position.rules
    readings = [TileSet.choices(tiles, rules) or [TileSet(NO_SET, tuple(tiles))] for tiles in table]
    several = [i for i, choices in enumerate(readings, 1) if len(choices) > 1]
    jokers = sum(tile.is_joker for tiles in table for tile in tiles)
    # More jokers than the box holds are illegal in every reading.
    most = _MOST_READINGS if jokers <= rules.tiles.jokers else 1
    played = Move.laid(position, table)
    moves = [Move(played, sets) for sets in islice(product(*readings), most)]
    verdicts = [tuple(judge(position, move)) for move in moves]
    reasons, move = min(zip(verdicts, moves, strict=True), key=lambda verdict: len(verdict[0]))
    to_say = several
    if all(verdicts) or not any(verdicts):
        # Run or group, any reading will do where the verdict is the same; tiles out of order must say it anyway.
        to_say = [i for i in several if len({reading.kind for reading in readings[i - 1]}) == 1]
    faults = [_ambiguity(i, table[i - 1], position) for i in to_say]
    if faults and not all(verdicts):
        raise AmbiguousPositionError(faults)
    broken = any(tile_set.kind == NO_SET for tile_set in move.table)
    read_as = tuple((i, move.table[i - 1]) for i in several)
    return Verdict(asked, after, (*faults, *reasons), position, None if broken else move, read_as=read_as)


def _ambiguity(i: int, tiles: Sequence[Tile], position: Position) -> str:
    """What to say of a set of the new table that can be read in several ways."""
    try:
        TileSet.read(tiles, position.rules, position.notation)
    except AmbiguousSetError as error:
        return f"new table, set {i}: {error}"
    raise AssertionError("these tiles can be read in several ways")
