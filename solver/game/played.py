"""A move as it was played in a position: all that follows from it, each worked out once.

Steps, hints, words and pictures ask here which new set is whose, which sets opened and
what became of the jokers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from solver.deadline import Deadline
from solver.game.joker_case import Account, joker_accounts
from solver.game.matching import as_it_lies, match_sets, moved_tiles
from solver.game.move import Move
from solver.game.opening import opening_sets, opening_worth
from solver.game.position import Position
from solver.game.sets import TileSet
from solver.game.tiles import count_tiles

__all__ = ["PlayedMove"]

_MOST_ACCOUNTS = 12
"""Accounts of the jokers that are worked out; more than a few exist only with many jokers on the table."""


@dataclass(frozen=True)
class PlayedMove:
    """A move in its position; nothing is worked out before it is asked for.

    Sets have the numbers that a player sees: old sets count from 1, a new set has the number
    of the old set that has become it, and the other new sets follow in the order of the new
    table. The number of an old set that is gone stays unused.
    """

    position: Position
    move: Move

    @cached_property
    def became(self) -> tuple[int | None, ...]:
        """For each old set the index of the new set that it has become, or None."""
        return tuple(match_sets(self.position.table, self.move.table))

    @cached_property
    def old(self) -> dict[int, TileSet]:
        """The sets of the old table by their numbers."""
        return dict(enumerate(self.position.table, 1))

    @cached_property
    def new(self) -> dict[int, TileSet]:
        """The sets of the new table by their numbers, in ascending order."""
        number = {index: i for i, index in enumerate(self.became, 1) if index is not None}
        following = len(self.position.table)
        sets = {}
        for index, tile_set in enumerate(self.move.table):
            if index not in number:
                following += 1
            sets[number.get(index, following)] = tile_set
        return dict(sorted(sets.items()))

    @cached_property
    def changed(self) -> frozenset[int]:
        """The numbers of the sets that are gone, new, or do not lie as they lay."""
        return frozenset(
            number
            for number in {*self.old, *self.new}
            if number not in self.old
            or number not in self.new
            or as_it_lies(self.old[number]) != as_it_lies(self.new[number])
        )

    @cached_property
    def moved(self) -> int | None:
        """Table tiles that are in another set than the one that theirs has become; None for loose tiles."""
        if self.position.loose is not None:
            return None
        return moved_tiles(self.position.table, self.move.table, self.became)

    @cached_property
    def opening(self) -> tuple[TileSet, ...] | None:
        """The sets that open the game in this move; None if the rules ask for no opening here."""
        sets = opening_sets(self.position, self.move)
        return None if sets is None else tuple(sets)

    @cached_property
    def opening_value(self) -> int | None:
        """What the `opening` counts; None if the rules ask for none."""
        return None if self.opening is None else opening_worth(self.opening, self.position.rules)

    @property
    def joker_accounts(self) -> tuple[Account, ...]:
        """What may have happened to the jokers in `touched` sets, of a legal move.

        Those with least replaced and moved come first; not all are listed when there are
        very many. There are none if jokers move like any other tile.
        """
        return self._jokers[0]

    @property
    def touched(self) -> frozenset[int]:
        """The numbers of the sets that changed, or of all sets if only that explains what became of the jokers."""
        return self._jokers[1]

    def work_out_jokers(self, deadline: Deadline) -> None:
        """Work out now what became of the jokers, for whoever asks for it later.

        :raises TimeoutError: if that was not found out before `deadline`.
        """
        # Where `_jokers` looks for what it has worked out.
        if "_jokers" not in self.__dict__:
            self.__dict__["_jokers"] = self._explain_jokers(deadline)

    @cached_property
    def _jokers(self) -> tuple[tuple[Account, ...], frozenset[int]]:
        return self._explain_jokers(None)

    def _explain_jokers(self, deadline: Deadline) -> tuple[tuple[Account, ...], frozenset[int]]:
        position = self.position
        rules = position.rules
        alone = position.must_open and rules.opening.leaves_table
        if rules.jokers.are_free or alone or position.loose is not None:
            return (), self.changed
        played = count_tiles(self.move.played)
        for touched in (self.changed, self.changed | {*self.old, *self.new}):
            accounts = joker_accounts(self.old, self.new, played, rules, touched, deadline)
            if found := tuple(islice(accounts, _MOST_ACCOUNTS)):
                return found, touched
        return (), self.changed
