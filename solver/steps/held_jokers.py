"""Which jokers must go on standing for their tiles while a move is carried out, and until when.

Where a joker comes free only by replacement, one that has not been replaced keeps its
tile: a table in between on which it would stand for another is broken, even if its tiles
look like a set.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from solver.game.rules import Rules
from solver.game.sets import RUN
from solver.game.tiles import JOKER, Tile
from solver.steps.movements import Change, Movement, joker_place
from solver.steps.readings import StandsFor

__all__ = ["HeldJoker", "beside", "held_in", "held_jokers"]


class HeldJoker(NamedTuple):
    """A joker that is held in one place: from when all movements of `since` are made until all of `until` are.

    With those of `gone` it leaves. All have a bit for every movement, by its number.
    Without a bit, `since` is the beginning, and `until` and `gone` never come.
    """

    stands_for: StandsFor
    since: int
    until: int
    gone: int


def held_jokers(change: Change, movements: Sequence[Movement], rules: Rules) -> dict[int, list[HeldJoker]]:
    """The jokers that are held in each place; none where jokers come free by rearranging, or in an opening set."""
    found: defaultdict[int, list[HeldJoker]] = defaultdict(list)
    if not rules.jokers.need_replacing:
        return found
    replacing: defaultdict[tuple[int, int], int] = defaultdict(int)
    laid: defaultdict[tuple[int, Tile], int] = defaultdict(int)
    leaving: dict[tuple[int, int], tuple[int, int, int]] = {}
    for i, movement in enumerate(movements):
        for replacement in movement.replaces:
            replacing[replacement.joker.home, replacement.joker.place] |= 1 << i
        for leg in movement.legs:
            if leg.tile == JOKER and leg.source > 0:
                leaving[leg.source, joker_place(leg)] = 1 << i, leg.target, leg.to
            if leg.replaces is None:
                laid[leg.target, leg.tile] |= 1 << i
    for home, old in change.old.items():
        if home in change.opening:
            continue
        for place, tile in enumerate(old.tiles):
            if not tile.is_joker:
                continue
            gone, target, to = leaving.get((home, place), (0, 0, 0))
            # Of a run that gets the joker's own tile, the joker lies free beside it until it leaves.
            until = replacing[home, place] or (gone and old.kind == RUN and laid[home, tile.natural]) or gone
            found[home].append(HeldJoker(StandsFor(old.kind, tile.natural), 0, until, gone))
            # A joker stays held if it was not replaced, wherever it goes.
            if gone and not replacing[home, place] and target in change.new:
                new = change.new[target]
                found[target].append(HeldJoker(StandsFor(new.kind, new.tiles[to].natural), gone, 0, 0))
    return found


def held_in(place: int, made: int, found: Mapping[int, Iterable[HeldJoker]]) -> Iterator[StandsFor]:
    """The jokers that are held in a place when these movements are made."""
    for stands_for, since, until, _ in found.get(place, ()):
        if not since & ~made and (not until or until & ~made):
            yield stands_for


def beside(place: int, made: int, found: Mapping[int, Iterable[HeldJoker]]) -> int:
    """How many jokers lie beside the set of a place: they have been replaced, and leave later."""
    return sum(bool(until) and not until & ~made and bool(gone & ~made) for _, _, until, gone in found.get(place, ()))
