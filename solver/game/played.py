"""A move as it was played in a position: all that follows from it, each worked out once.

Steps, hints, words and pictures ask here which new set is whose, which sets opened and
what became of the jokers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
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
    _became: tuple[int | None, ...] | None = field(default=None, compare=False, repr=False)

    @cached_property
    def became(self) -> tuple[int | None, ...]:
        """For each old set the index of the new set that it has become, or None.

        As few tiles as possible change their set by that; but where freed jokers must go to
        new sets, no old set has become one that received such a joker.
        """
        return self._find_became(None) if self._became is None else self._became

    def _find_became(self, deadline: Deadline) -> tuple[int | None, ...]:
        became, closed = self._closest, frozenset[int]()
        while self._may_receive(became) and (received := self._received(became, deadline)):
            closed |= received
            left = [i for i in range(len(self.move.table)) if i not in closed]
            matched = match_sets(self.position.table, [self.move.table[i] for i in left])
            became = tuple(None if i is None else left[i] for i in matched)
        return became

    @cached_property
    def _closest(self) -> tuple[int | None, ...]:
        """The new sets by which fewest tiles change their set."""
        return tuple(match_sets(self.position.table, self.move.table))

    def _may_receive(self, became: Sequence[int | None]) -> bool:
        """Whether a new set that an old one has become may hold a joker that was freed: one that it did not hold so."""
        if not self._has_account or not self.position.rules.jokers.go_to_new_sets:
            return False
        return any(
            tile.is_joker and (old.kind != self.move.table[i].kind or tile not in old.tiles)
            for old, i in zip(self.position.table, became, strict=True)
            if i is not None
            for tile in self.move.table[i].tiles
        )

    def _received(self, became: tuple[int | None, ...], deadline: Deadline) -> frozenset[int]:
        """Those of the new sets that old ones have become that received a freed joker; none if they need not have."""
        named = replace(self, _became=became)
        named.work_out_jokers(deadline)
        received = [[to for to in account.freed_to if to in self.old] for account in named.joker_accounts]
        fewest = min(received, key=len, default=[])
        return frozenset(i for to in fewest if (i := became[to - 1]) is not None)

    def in_places(self, deadline: Deadline = None) -> PlayedMove:
        """The same with the sets of the new table in the order of their numbers.

        Where the jokers are not explained until `deadline`, an old set has become the new one that is closest.
        """
        if not (self._has_account and self.position.rules.jokers.go_to_new_sets):
            return self
        try:
            became = self._find_became(deadline)
        except TimeoutError:
            return replace(self, _became=self._closest)
        if became == self._closest:
            return replace(self, _became=became)
        new = replace(self, _became=became).new
        place = {number: i for i, number in enumerate(new)}
        became = tuple(place.get(number) for number in self.old)
        return PlayedMove(self.position, replace(self.move, table=tuple(new.values()), given=None), became)

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
        """The fewest table tiles that are in another set than the one that theirs may have become.

        None for loose tiles.
        """
        if self.position.loose is not None:
            return None
        return moved_tiles(self.position.table, self.move.table, self._closest)

    @property
    def seen_to_move(self) -> int:
        """Table tiles that are in another set than theirs `became`: `moved`, or more; 0 for loose tiles."""
        if self.position.loose is not None:
            return 0
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
        if not self._has_account:
            return (), self.changed
        rules, played = self.position.rules, count_tiles(self.move.played)
        for touched in (self.changed, self.changed | {*self.old, *self.new}):
            accounts = joker_accounts(self.old, self.new, played, rules, touched, deadline)
            if found := tuple(islice(accounts, _MOST_ACCOUNTS)):
                # A set that receives a freed joker is called new, if that can be.
                new = tuple(account for account in found if self.old.keys().isdisjoint(account.freed_to))
                return (new if rules.jokers.go_to_new_sets and new else found), touched
        return (), self.changed

    @property
    def _has_account(self) -> bool:
        """Whether it matters what became of the jokers of the table."""
        position, rules = self.position, self.position.rules
        alone = position.must_open and rules.opening.leaves_table
        return not (rules.jokers.are_free or alone or position.loose is not None)
