"""One hand movement of a move, as it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from solver.game.notation import TILES, Notation
from solver.game.tiles import Tile

__all__ = ["HEAP", "RACK", "Step"]

RACK, HEAP = 0, -1
"""Where tiles come from that lay in no set: the rack and a heap of loose tiles. Sets are numbered from 1."""


@dataclass(frozen=True)
class Step:
    """One hand movement.

    `action` is one of

    - `form`: lay tiles from the rack or a heap as a new set or the start of one, or start one with tiles of a set;
    - `extend`: lay tiles from the rack on a set that stays one;
    - `lay`: lay tiles from the rack on a set that is not one yet, or not any more for the moment;
    - `split`: take tiles off a set as a new set, both being sets;
    - `take`: take tiles from one set to another;
    - `join`: lay all that is left of a set on another;
    - `replace`: lay a tile in the place of a joker, which is free then and lies beside the set;
    - `shift`: move tiles within their set; only where nothing else is done to the set.

    `source` and `target` are set numbers; `RACK` (0) and `HEAP` (-1) can only be sources.
    `table` has every set that lies there afterwards with its number; a joker that has been
    replaced and waits beside its set is the last tile of it and stands for nothing.
    `broken` counts the sets of `table` that are not legal without such jokers; `opens` says that
    an opening set is laid.
    """

    action: str
    tiles: tuple[Tile, ...]
    source: int
    target: int
    is_new: bool
    table: tuple[tuple[int, tuple[Tile, ...]], ...]
    broken: int
    text: str
    opens: bool = False

    @property
    def tiles_laid(self) -> tuple[Tile, ...]:
        """The set at `target` afterwards."""
        return dict(self.table)[self.target]

    @property
    def from_rack(self) -> bool:
        """Whether the tiles come from the rack."""
        return self.source == RACK

    def to_json(self, notation: Notation = TILES) -> dict[str, Any]:
        """The JSON form, in the notation that `text` has; `numbers` are the numbers of the sets in `table`."""
        return {
            "action": self.action,
            "tiles": notation.texts(self.tiles),
            "from": {RACK: {"rack": True}, HEAP: {"heap": True}}.get(self.source, {"set": self.source}),
            "to": {"set": self.target, "new": True} if self.is_new else {"set": self.target},
            "table": [notation.texts(tiles) for _, tiles in self.table],
            "numbers": [number for number, _ in self.table],
            "broken": self.broken,
            "text": self.text,
        }
