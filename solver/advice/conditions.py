"""What a player asks of a move beside that it is the best: tiles to keep, tiles to lay, few table tiles moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from solver.errors import NotationError, RulesError, quote, shown, wrong_type
from solver.game.notation import TILES, Notation, read_tiles
from solver.game.position import Position
from solver.game.tiles import JOKER, Tile

__all__ = ["CONDITION_KEYS", "NO_CONDITIONS", "Conditions", "GivenTiles", "take_conditions"]

CONDITION_KEYS = ("keep", "must", "max_moved")
"""The keys under which a line, a puzzle and a function take the conditions."""

GivenTiles = str | Iterable[Tile | str]
"""Tiles as a text, or one by one as values or texts."""

_A_COUNT = "a whole number, 0 or more"
_SOME_TILES = "tiles: a text such as 'K9 J', or a list of them"


@dataclass(frozen=True)
class Conditions:
    """`keep` are rack tiles that stay there, `must` those that are laid. At most `max_moved` table tiles move.

    With `at_least` it is enough to lay so many of the tiles `must`. Words are in `notation`.
    """

    keep: tuple[Tile, ...] = ()
    must: tuple[Tile, ...] = ()
    max_moved: int | None = None
    at_least: int | None = None
    notation: Notation = field(default=TILES, compare=False)

    @classmethod
    def of(
        cls,
        position: Position,
        keep: GivenTiles = (),
        must: GivenTiles = (),
        max_moved: int | str | None = None,
    ) -> Conditions:
        """The conditions of a question about `position`, checked; texts are in its notation.

        :raises NotationError: if a text is not made of tiles.
        :raises RulesError: if a tile is not on the rack, or `max_moved` is out of range or asked of a heap.
        :raises ArgumentError: for a value of another type.
        """
        notation = position.notation
        kept, laid = _tiles("keep", keep, notation), _tiles("must", must, notation)
        found = cls(kept, laid, _count(max_moved), notation=notation)
        if found.hold_tiles:
            found._check_rack(Counter(position.rack))
        if found.max_moved is not None and position.loose is not None:
            raise RulesError("max_moved: loose tiles lie in no sets, so none can leave its set; leave it out")
        return found

    def _check_rack(self, rack: Counter[Tile]) -> None:
        for name, tiles in (("keep", self.keep), ("must", self.must)):
            if missing := Counter(tiles) - rack:
                are = "is" if missing.total() == 1 else "are"
                raise RulesError(f"{name}: {self.notation.row(missing.elements())} {are} not on the rack")
        if both := Counter(self.keep) + Counter(self.must) - rack:
            raise RulesError(
                f"{self.notation.row(both.elements())} cannot both stay on the rack and be laid:"
                " leave it out of keep or of must"
            )

    @property
    def hold_tiles(self) -> bool:
        """Whether they say anything of the rack's tiles."""
        return bool(self.keep or self.must)

    @property
    def least(self) -> int:
        """How many of the tiles `must` are laid at least."""
        return len(self.must) if self.at_least is None else self.at_least

    def without_moved(self) -> Conditions:
        """The same, but any number of table tiles may move."""
        return replace(self, max_moved=None)

    @property
    def refused(self) -> str:
        """The beginning of a sentence that says that the tiles cannot be laid."""
        all_of_them = "" if len(self.must) == 1 else " both" if len(self.must) == 2 else " all"
        return f"{self.notation.row(self.must)} cannot{all_of_them} be laid"

    @property
    def words(self) -> str:
        """What holds beside the tiles that must be laid, as the end of a sentence; empty if nothing does."""
        parts = []
        if self.keep:
            parts.append(
                f" while {self.notation.row(self.keep)} {'stay' if len(self.keep) > 1 else 'stays'} on the rack"
            )
        if self.max_moved is not None:
            parts.append(f" with {_at_most(self.max_moved)} moved")
        return "".join(parts)

    def to_json(self) -> dict[str, object]:
        """The JSON form; tiles are texts."""
        return {
            "keep": self.notation.texts(self.keep),
            "must": self.notation.texts(self.must),
            "max_moved": self.max_moved,
        }


NO_CONDITIONS = Conditions()


def take_conditions(line: str) -> tuple[str, dict[str, str]]:
    """A position line without its `keep=`, `must=` and `max_moved=`, and these by key.

    :raises NotationError: if one is given twice.
    """
    fields = line.split()
    found: dict[str, str] = {}
    for text in fields:
        key, equals, value = text.partition("=")
        if equals and key in CONDITION_KEYS:
            if key in found:
                raise NotationError(f"{quote(text)}: {key} is given twice")
            found[key] = value
    if not found:
        return line, found
    return " ".join(text for text in fields if text.partition("=")[0] not in found or "=" not in text), found


def _tiles(name: str, given: GivenTiles, notation: Notation) -> tuple[Tile, ...]:
    if isinstance(given, str):
        tiles = read_tiles(given, name, notation=notation)
    else:
        try:
            parts = list(given)
        except TypeError:
            raise wrong_type(name, given, _SOME_TILES) from None
        tiles = []
        for part in parts:
            if not isinstance(part, (Tile, str)):
                raise wrong_type(name, given, _SOME_TILES)
            tiles += read_tiles(part, name, notation=notation) if isinstance(part, str) else [part]
    if stands := [tile for tile in tiles if tile.is_joker and tile.number]:
        raise NotationError(
            f"{name}: {notation.tile(stands[0])} stands for a tile, but a joker on a rack stands for nothing yet:"
            f" write {notation.tile(JOKER)}"
        )
    return tuple(sorted(tiles, key=lambda tile: (tile.is_joker, tile)))


def _count(given: int | str | None) -> int | None:
    if given is None:
        return None
    if isinstance(given, str):
        if not (given.isascii() and given.isdecimal() and len(given) < 10):
            raise RulesError(f"max_moved = {quote(given)}: it takes {_A_COUNT}")
        return int(given)
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        raise wrong_type("max_moved", given, _A_COUNT)
    if not 0 <= given < 10**9:
        raise RulesError(f"max_moved = {shown(given)}: it takes {_A_COUNT}")
    return given.__index__()


def _at_most(count: int) -> str:
    return "no table tile" if not count else f"at most {count} table tile{'s' * (count > 1)}"
