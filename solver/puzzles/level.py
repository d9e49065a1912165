"""How hard a puzzle is, measured on its best move and on players who see only so far.

The level hangs on the position as it is written: on how far a player must look, and on the
proved minimum of moved table tiles. What else is measured describes the move that is shown;
another move as good may touch more sets or take more movements of the hand.
`docs/puzzles.md` explains the measure and shows that its levels separate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from solver.advice.answer import Answer
from solver.game.tiles import count_tiles
from solver.puzzles.lookahead import needed_ahead

__all__ = ["FARTHEST", "LEVELS", "Measure", "chain_depth", "level_of", "measure", "touched_sets"]

LEVELS = (1, 2, 3, 4, 5)

FARTHEST = 2
"""The player who sees farthest looks so many sets ahead."""

_HARDEST_MOVED = 8
"""A puzzle of the highest level cannot be solved with fewer table tiles that change their set."""


@dataclass(frozen=True)
class Measure:
    """What makes a puzzle hard.

    `ahead`: how many sets ahead a player must look to lay the whole rack, 3 if two are not
    enough. `moved`: how many table tiles must change their set at the least. The rest is of
    one move that moves so few: `touched` old sets that do not lie as they lay, `depth` of
    the chain (see `chain_depth`), and `movements` of the hand that carry it out.
    """

    ahead: int
    touched: int
    depth: int
    moved: int
    movements: int

    @property
    def level(self) -> int:
        return level_of(self.ahead, self.moved)

    def to_json(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "ahead": self.ahead,
            "touched": self.touched,
            "depth": self.depth,
            "moved": self.moved,
            "movements": self.movements,
        }


def level_of(ahead: int, moved: int) -> int:
    """The level, 1 to 5, from how far one must look and how many table tiles must move at the least.

    1: laying off is enough. 2: a player who looks one set ahead goes out. 3: one who looks
    two sets ahead. 4: neither of them. 5: neither, and at least eight table tiles must
    change their set.
    """
    if ahead <= FARTHEST:
        return ahead + 1
    return 5 if moved >= _HARDEST_MOVED else 4


def measure(answer: Answer) -> Measure:
    """Measure a puzzle by its best move, which lays the whole rack.

    :raises ValueError: if it does not, if it is not proved best, or if the table is a heap or
        the player has not opened.
    """
    if not answer.goes_out or answer.kept:
        raise ValueError("only a puzzle in which the whole rack can be laid has a level")
    if answer.status != "optimal":
        raise ValueError("time ran out: fewer table tiles may do than this move moves")
    ahead = needed_ahead(answer.position, FARTHEST)
    return Measure(ahead, touched_sets(answer), chain_depth(answer), answer.moved or 0, len(answer.steps))


def touched_sets(answer: Answer) -> int:
    """Old sets that are not on the new table just as they were."""
    new = answer.as_played.new
    return sum(
        number not in new or count_tiles(old.tiles) != count_tiles(new[number].tiles)
        for number, old in answer.as_played.old.items()
    )


def chain_depth(answer: Answer) -> int:
    """How many links the longest chain of the move has.

    A rack tile that is laid off, or a set made of rack tiles, is no chain: 0. If a set that
    receives rack tiles also takes a tile from another set, that is the first link; if
    what is left of that set takes tiles from a third one, or the third gets its tiles, the
    second; and so on. Breadth first, so that a short way to a set counts.
    """
    old, new = answer.as_played.old, answer.as_played.new
    had = {number: count_tiles(tile_set.tiles) for number, tile_set in old.items()}
    has = {number: count_tiles(tile_set.tiles) for number, tile_set in new.items()}
    # What each new set has beside the tiles that it had, and from which old sets it may have taken that.
    gained = {number: tiles - had[number] if number in had else tiles for number, tiles in has.items()}
    takes = {number: {i for i in had if i != number and tiles & had[i]} for number, tiles in gained.items()}
    gave = {number for number, tiles in had.items() if number not in has or tiles - has[number]}
    laid = count_tiles(answer.played)
    level = {number: 0 for number, tiles in gained.items() if tiles & laid}
    depth = 0
    front = set(level)
    while front:
        givers = {i for number in front for i in takes[number] & gave}
        following = givers & new.keys() | {number for number in new if takes[number] & givers}
        front = following - set(level)
        depth += bool(front)
        level.update(dict.fromkeys(front, depth))
    return depth
