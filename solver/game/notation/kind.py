"""What a notation of tiles has: how it writes them for people, and how it reads what they write."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from solver.game.tiles import Tile

__all__ = ["BETWEEN", "Notation"]

BETWEEN = re.compile(r"[\s,|/;]+")
"""What stands between tiles, or between sets."""


class Notation(ABC):
    """One way to write tiles. It travels with the position that is shown: texts, pictures and JSON ask it.

    Notations have no state: two of one kind are equal.
    """

    name: ClassVar[str]
    """What `--notation` calls it."""

    token: ClassVar[re.Pattern[str]]
    """One tile, run or group, as it is written."""

    # --- Writing ---

    @abstractmethod
    def tile(self, tile: Tile) -> str:
        """One tile; a joker on the table with what it stands for."""

    @abstractmethod
    def colour(self, colour: int) -> str:
        """A colour, by its number from 0."""

    @abstractmethod
    def number(self, number: int) -> str:
        """A number, from 1."""

    @abstractmethod
    def box_fault(self, colours: int, numbers: int) -> str | None:
        """What of a box cannot be written, in one line; None if all of it can."""

    def row(self, tiles: Iterable[Tile]) -> str:
        """Tiles with a blank between them, as people read them."""
        return " ".join(map(self.tile, tiles))

    def packed(self, tiles: Iterable[Tile]) -> str:
        """Tiles with nothing between them, as in a position line."""
        return "".join(map(self.tile, tiles))

    def texts(self, tiles: Iterable[Tile]) -> list[str]:
        """Tiles one by one, as JSON has them."""
        return list(map(self.tile, tiles))

    # --- Reading ---

    @abstractmethod
    def tiles_of(self, token: re.Match[str], where: str) -> list[Tile]:
        """The tiles of one token.

        :raises NotationError: if it looks like one and is none; `where` stands before the reason.
        """

    @abstractmethod
    def complaint(self, text: str, place: int) -> str:
        """Why no token starts at `place`, and what to write instead."""

    def begins(self, text: str) -> bool:
        """Whether the first thing in a text is a token of this notation."""
        blank = BETWEEN.match(text)
        return self.token.match(text, blank.end() if blank else 0) is not None

    def is_all_of(self, text: str) -> bool:
        """Whether a text is made of tokens of this notation, one or more, and of nothing else."""
        place, found = 0, False
        while place < len(text):
            token = self.token.match(text, place)
            match = token or BETWEEN.match(text, place)
            if match is None:
                return False
            found |= token is not None
            place = match.end()
        return found
