"""A move: the tiles laid from the rack and the table that they leave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from solver.errors import NotationError, PositionError, SetError, quote
from solver.game.notation import TILES, Notation, read_table, read_tiles
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.sets import TileSet
from solver.game.tiles import Tile, count_tiles

__all__ = ["Move"]


@dataclass(frozen=True, slots=True)
class Move:
    """A move, written `R4J->R4R5R6J(R7)/K7B7R7`; whether it is legal is for the referee.

    `given` has the sets of the table as they were given, where that is known: in an opening a
    joker that did not say what it stands for may stand for whatever counts most.
    """

    played: tuple[Tile, ...]
    table: tuple[TileSet, ...]
    given: tuple[tuple[Tile, ...], ...] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None, notation: Notation = TILES) -> Move:
        """Read a move, written in `notation`.

        :raises NotationError: if `text` is not `tiles->table`.
        :raises SetError: if a set of the table is none under `rules`.
        """
        played, arrow, table = text.partition("->")
        if not arrow:
            raise NotationError(f"{quote(text)} is no move: write the tiles laid, '->' and the new table")
        rules = rules or Rules.named("standard")
        given = tuple(tuple(tiles) for tiles in read_table(table, notation=notation))
        sets = tuple(TileSet.read(tiles, rules, notation) for tiles in given)
        return cls(tuple(read_tiles(played, "tiles laid", notation=notation)), sets, given)

    @classmethod
    def to_table(cls, position: Position, table: Sequence[Sequence[Tile]]) -> Move:
        """The move that turns the table of `position` into `table` (lists of tiles as they lie).

        What the new table has more than the old one is taken as laid from the rack; the
        referee says whether it was there.

        :raises PositionError: if a set of `table` is no set; all are named.
        """
        sets, faults = [], []
        for i, tiles in enumerate(table, 1):
            try:
                sets.append(TileSet.read(tiles, position.rules, position.notation))
            except SetError as error:
                faults.append(f"new table, set {i}: {error}")
        if faults:
            raise PositionError(faults)
        return cls(cls.laid(position, table), tuple(sets), tuple(tuple(tiles) for tiles in table))

    @staticmethod
    def laid(position: Position, table: Iterable[Iterable[Tile]]) -> tuple[Tile, ...]:
        """The tiles that `table` has more than the table of `position`, in ascending order."""
        more = count_tiles(tile for tiles in table for tile in tiles) - position.table_tiles
        return tuple(sorted(more.elements()))

    def text(self, notation: Notation) -> str:
        """The move as it is written in `notation`; `parse` reads it."""
        table = "/".join(notation.packed(tile_set.tiles) for tile_set in self.table)
        return f"{notation.packed(self.played) or '-'}->{table or '-'}"

    def __str__(self) -> str:
        return self.text(TILES)

    def __repr__(self) -> str:
        # Not as text, which says nothing of the rules under which its sets are sets.
        return f"Move({self.played!r}, {self.table!r})"
