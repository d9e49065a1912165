"""Which jokers must go on standing for their tiles while a move is carried out, and until when.

Where a joker comes free only by replacement, one that has not been replaced keeps its
tile: a table in between on which it would stand for another is broken, even if its tiles
look like a set.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from solver.advice.lying import Held
from solver.advice.transport import Layout, Movement, joker_place
from solver.game.rules import Rules
from solver.game.sets import RUN
from solver.game.tiles import JOKER, Tile

__all__ = ["Holding", "beside", "held_in", "holdings"]


class Holding(NamedTuple):
    """A joker that is held in one place: from when all movements of `since` are made until all of `until` are.

    With those of `gone` it leaves. All have a bit for every movement, by its number.
    Without a bit, `since` is the beginning, and `until` and `gone` never come.
    """

    joker: Held
    since: int
    until: int
    gone: int


def holdings(layout: Layout, movements: Sequence[Movement], rules: Rules) -> dict[int, list[Holding]]:
    """The jokers that are held in each place; none where jokers come free by rearranging, or in an opening set."""
    found: defaultdict[int, list[Holding]] = defaultdict(list)
    if rules.jokers.freed_by != "replacing":
        return found
    tokens: defaultdict[tuple[int, int], int] = defaultdict(int)
    laid: defaultdict[tuple[int, Tile], int] = defaultdict(int)
    leaving: dict[tuple[int, int], tuple[int, int, int]] = {}
    for i, movement in enumerate(movements):
        for token in movement.replaces:
            tokens[token.joker.home, token.joker.place] |= 1 << i
        for leg in movement.legs:
            if leg.tile == JOKER and leg.source > 0:
                leaving[leg.source, joker_place(leg)] = 1 << i, leg.target, leg.to
            if leg.token is None:
                laid[leg.target, leg.tile] |= 1 << i
    for home, old in layout.old.items():
        if home in layout.opening:
            continue
        for place, tile in enumerate(old.tiles):
            if not tile.is_joker:
                continue
            gone, target, to = leaving.get((home, place), (0, 0, 0))
            # Of a run that gets the joker's own tile, the joker lies free beside it until it leaves.
            until = tokens[home, place] or (gone and old.kind == RUN and laid[home, tile.natural]) or gone
            found[home].append(Holding(Held(old.kind, tile.natural), 0, until, gone))
            # A joker stays held if it was not replaced, wherever it goes.
            if gone and not tokens[home, place] and target in layout.new:
                new = layout.new[target]
                found[target].append(Holding(Held(new.kind, new.tiles[to].natural), gone, 0, 0))
    return found


def held_in(place: int, made: int, found: Mapping[int, Iterable[Holding]]) -> Iterator[Held]:
    """The jokers that are held in a place when these movements are made."""
    for joker, since, until, _ in found.get(place, ()):
        if not since & ~made and (not until or until & ~made):
            yield joker


def beside(place: int, made: int, found: Mapping[int, Iterable[Holding]]) -> int:
    """How many jokers lie beside the set of a place: they have been replaced, and leave later."""
    return sum(bool(until) and not until & ~made and bool(gone & ~made) for _, _, until, gone in found.get(place, ()))
