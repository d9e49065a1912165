"""The plan of a move: which sets open, which movements carry it out, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, islice, product

from solver.game.joker_case import Account, old_jokers
from solver.game.matching import as_it_lies, match_sets
from solver.game.opening import best_reading, opening_worth, opens, sets_laid
from solver.game.played import PlayedMove
from solver.game.rules import Rules
from solver.game.sets import RUN, TileSet
from solver.game.tiles import count_tiles
from solver.steps.copies import fewest_movements
from solver.steps.haste import Haste
from solver.steps.held_jokers import held_jokers
from solver.steps.movements import Change
from solver.steps.order import best_order
from solver.steps.step import HEAP, RACK

__all__ = ["Plan", "opening_choices"]

_MOST_SELECTIONS = 10_000
"""Selections of opening sets that are looked at."""

_MOST_OPENINGS = 6
"""Selections that are worked out, of those that are an opening."""

_MOST_READINGS = 4
"""Ways to lay the jokers of the opening sets that are worked out."""


def opening_choices(played: PlayedMove, haste: Haste) -> list[list[TileSet]]:
    """The opening sets that may be laid first, where the turn goes on with the table after that.

    :raises TimeoutError: if they were not found in time.
    """
    position, move = played.position, played.move
    rules = position.rules
    if not position.must_open or rules.opening.leaves_table or position.loose is not None:
        return [[]]
    ready = sets_laid(position, move)
    best = list(played.opening or ())
    choices = _enough_to_open(ready, rules, haste) or _enough_to_open(best, rules, haste) or [best]
    # Where a joker lies in a run makes no difference to the opening, but some to what follows.
    read = (product(*[_as_laid(tile_set, rules) for tile_set in chosen]) for chosen in choices)
    return [list(sets) for chosen in read for sets in islice(chosen, _MOST_READINGS)]


def _as_laid(tile_set: TileSet, rules: Rules) -> list[TileSet]:
    """A set as it is, then in all other orders in which it is one of the same kind."""
    if tile_set.kind != RUN or not tile_set.joker_count:
        return [tile_set]
    bare = [tile.bare for tile in tile_set.tiles]
    others = [other for other in TileSet.readings(bare, rules) if other.kind == RUN and other != tile_set]
    return [tile_set, *others]


def _enough_to_open(sets: Sequence[TileSet], rules: Rules, haste: Haste) -> list[list[TileSet]]:
    """The smallest selections of `sets` that are an opening; none if none is found among the first looked at."""
    best = {id(tile_set): best_reading(tile_set, rules) for tile_set in sets}
    worth = sorted([opening_worth([read], rules) for read in best.values()], reverse=True)
    enough = [size for size in range(1, len(sets) + 1) if sum(worth[:size]) >= rules.opening.points]
    found: list[list[TileSet]] = []
    selections = (chosen for size in enough for chosen in combinations(sets, size))
    for chosen in islice(selections, _MOST_SELECTIONS):
        haste.check()
        if found and len(chosen) > len(found[0]):
            break
        if opens([best[id(tile_set)] for tile_set in chosen], rules):
            found.append(list(chosen))
            if len(found) == _MOST_OPENINGS:
                break
    return found


class Plan:
    """What lies where before and after, by number, and the movements in between."""

    def __init__(self, played: PlayedMove, opening: Sequence[TileSet], haste: Haste) -> None:
        """:raises TimeoutError: if there is none in time."""
        haste.check()
        position = played.position
        self.played, self.rules = played, position.rules
        self.opens = position.must_open and position.rules.opening.leaves_table
        self.old, self.new = played.old, played.new
        self.opening = self._place_opening(opening)

        played.work_out_jokers(haste.end)
        accounts: Sequence[Account] = played.joker_accounts
        # A set that only lends a tile for a joker is taken up as well: its own jokers stay.
        origins = {replacement.origin for account in accounts for replacement in account.replacements}
        lenders = origins - {RACK} - played.touched
        stay = [(joker, i) for i in sorted(lenders) for joker in old_jokers(i, self.old[i], self.rules)]
        accounts = [replace(account, kept=(*account.kept, *stay)) for account in accounts]
        touched = played.touched | lenders
        rack = count_tiles(played.move.played)
        for tile_set in opening:
            rack -= count_tiles(tile_set.tiles)
        loose = {RACK: rack}
        if position.loose is not None:
            loose[HEAP] = count_tiles(position.loose)
        self.change = Change(
            {i: tile_set for i, tile_set in {**self.old, **self.opening}.items() if i in touched or i in self.opening},
            {i: tile_set for i, tile_set in self.new.items() if i in touched},
            loose,
            frozenset(self.opening),
        )
        movements = fewest_movements(self.change, accounts, self.rules.jokers.lock_their_set, haste)
        self.numbers = {id(movement): i for i, movement in enumerate(movements)}
        self.held = held_jokers(self.change, movements, self.rules) if accounts else {}
        places = {i: [tile.bare for tile in tile_set.tiles] for i, tile_set in self.change.old.items()}
        haste.check()
        self.movements = best_order(movements, places, self.held, self.rules, haste)
        reached = {place for movement in self.movements for place in (movement.source, movement.target)}
        before = {**self.old, **self.opening}
        self.shifts = sorted(
            i for i in before.keys() & self.new.keys() - reached if as_it_lies(before[i]) != as_it_lies(self.new[i])
        )
        self.count = len(self.opening) + len(self.movements) + len(self.shifts)

    def _place_opening(self, opening: Sequence[TileSet]) -> dict[int, TileSet]:
        """Opening sets by number: that of the new set that they are or become, or one of their own."""
        free = {i: tile_set for i, tile_set in self.new.items() if i not in self.old}
        matching = dict(zip(free, match_sets(list(free.values()), opening), strict=True))
        placed = {number: opening[i] for number, i in matching.items() if i is not None}
        rest = [tile_set for i, tile_set in enumerate(opening) if i not in matching.values()]
        first = max([0, *self.old, *self.new]) + 1
        return dict(sorted({**placed, **dict(enumerate(rest, first))}.items()))
