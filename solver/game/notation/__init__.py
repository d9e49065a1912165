"""The text in which people write tiles, a module for each notation with the same functions in the same order.

`kind` says what a notation has, `letters` and `cards` are the two that there are, and `reading`
reads racks and tables in either.
"""

from solver.game.notation.cards import CARD_GAMES, CARDS
from solver.game.notation.kind import Notation
from solver.game.notation.letters import TILES
from solver.game.notation.reading import (
    NOTATIONS,
    notation_for,
    notation_of,
    other_notation_fault,
    read_sets,
    read_table,
    read_tiles,
)

__all__ = [
    "CARDS",
    "CARD_GAMES",
    "NOTATIONS",
    "TILES",
    "Notation",
    "other_notation_fault",
    "notation_for",
    "notation_of",
    "read_sets",
    "read_table",
    "read_tiles",
]
