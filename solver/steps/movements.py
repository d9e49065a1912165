"""Movements of the hand: which tiles go together, and what must come before what.

Every place on the table has a number: an old set and the new one that it becomes share
one, other new sets have numbers of their own, the rack is `RACK` and a heap of loose tiles
`HEAP`. A movement takes a block of tiles that lie together in one place and lays them
together in another.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from solver.game.joker_case import Account, Replacement
from solver.game.sets import RUN, TileSet
from solver.game.tiles import JOKER, Tile
from solver.steps.haste import Haste

__all__ = ["Blocks", "Change", "Flow", "Leg", "Movement", "joker_place"]

_BESIDE = 1000
"""Place of a joker that was replaced: it lies beside its set."""


@dataclass(frozen=True)
class Change:
    """What lies where before and after, in the places that change.

    `loose` are the number tiles and jokers in places without order: the rack and the heap.
    `opening` are the numbers of old sets that were laid from the rack earlier in this turn.
    """

    old: Mapping[int, TileSet]
    new: Mapping[int, TileSet]
    loose: Mapping[int, Counter[Tile]]
    opening: frozenset[int] = frozenset()


class Leg(NamedTuple):
    """One tile's way from one place to another; `at` and `to` are its places in the two.

    `replaces`: the joker in whose place the tile is laid, which comes free. `passing`: the tile
    goes on after that; `to` is the joker's place in the old set.
    """

    tile: Tile
    source: int
    target: int
    at: int
    to: int
    replaces: Replacement | None = None
    passing: bool = False


def joker_place(leg: Leg) -> int:
    """The place in its old set of a joker that leaves it."""
    return leg.at % _BESIDE


@dataclass
class Movement:
    """A block of tiles that goes from one place to another in one go.

    `replaces` are those of its tiles that replace jokers there. `after` has a bit for
    every movement, by its number in the list, that must come before.
    """

    source: int
    target: int
    legs: list[Leg]
    replaces: list[Replacement] = field(default_factory=list)
    after: int = 0

    @property
    def tiles(self) -> list[Tile]:
        return [leg.tile for leg in self.legs]


class Flow(NamedTuple):
    """A tile and where it goes. `at` is the place of a joker that is kept, else -1."""

    tile: Tile
    source: int
    target: int
    freed: bool = False
    at: int = -1


class _Gap(NamedTuple):
    """Two tiles of one block that do not lie side by side in the old set, or will not in the new one."""

    first: Leg
    last: Leg
    in_source: bool
    in_target: bool

    def closes(self, stays_old: Iterable[int], stays_new: Iterable[int]) -> bool:
        """Whether no tile between them stays where it is."""
        first, last = self.first, self.last
        if self.in_source and (last.at < first.at or any(first.at < at < last.at for at in stays_old)):
            return False
        return not (self.in_target and (last.to < first.to or any(first.to < to < last.to for to in stays_new)))


class Blocks:
    """Sort flows into blocks of tiles that one movement can take."""

    def __init__(
        self,
        change: Change,
        replacements: Sequence[Replacement],
        account: Account | None,
        is_locked: bool,
        haste: Haste,
    ) -> None:
        self.change, self.haste = change, haste
        self.replacements = replacements
        self.is_locked = is_locked and bool(replacements)
        self.freed = {(joker.home, joker.place) for joker in account.freed} if account else set()
        self.replaced = self.freed if replacements else set()
        # Where jokers may not go everywhere, even one that needs no replacement is taken only once its own tile
        # lies in its set, if that comes there at all: it looks strange the other way round.
        self.is_strict = account is not None

    def movements(self, flows: Iterable[Flow]) -> list[Movement]:
        """The movements of these flows, with what must come before what.

        Blocks that close gaps, or hold a tile that replaces a joker beside others, can
        wait for each other; where they do, they are taken apart.

        :raises TimeoutError: if no time is left.
        """
        legs, stays_old, stays_new = self._legs(flows)
        # Two locked sets can wait for each other's tiles; then one of them is opened first.
        for is_locked in (True, False) if self.is_locked else (False,):
            for care in range(3):
                self.haste.check()
                movements = self._joined(legs, stays_old, stays_new, care, is_locked)
                if self._order_exists(movements):
                    return movements
        return movements

    def _legs(self, flows: Iterable[Flow]) -> tuple[list[Leg], dict[int, list[int]], dict[int, list[int]]]:
        """The way of every tile that moves, and the places (old, new) of those that stay in each set."""
        old_at, new_at = _positions(self.change.old), _positions(self.change.new)
        laid_for: defaultdict[tuple[int, Tile], list[Replacement]] = defaultdict(list)
        for replacement in self.replacements:
            laid_for[replacement.joker.home, replacement.tile].append(replacement)
        legs: list[Leg] = []
        stays_old: defaultdict[int, list[int]] = defaultdict(list)
        stays_new: defaultdict[int, list[int]] = defaultdict(list)
        # Those that stay come first: a joker that stays keeps its place in the set if it can.
        for flow in sorted(flows, key=lambda f: (f.source != f.target, -f.at, f)):
            tile, source, target = flow[:3]
            to_places = new_at[target, tile]
            if laid_for[source, tile]:
                replacement = laid_for[source, tile].pop(0)
                origin, place = replacement.origin, replacement.joker.place
                at = old_at[origin, tile].pop(0) if origin > 0 else -1
                if source == target:
                    legs.append(Leg(tile, origin, target, at, to_places.pop(0), replacement))
                else:
                    legs.append(Leg(tile, origin, source, at, place, replacement, passing=True))
                    legs.append(Leg(tile, source, target, place, to_places.pop(0)))
                continue
            if source <= 0:
                legs.append(Leg(tile, source, target, -1, to_places.pop(0)))
                continue
            at, to = old_at[source, tile][0], to_places[0]
            if tile == JOKER:
                at, to = self._joker_places(flow, old_at, new_at)
            old_at[source, tile].remove(at)
            to_places.remove(to)
            if source == target:
                stays_old[source].append(at)
                stays_new[source].append(to)
                continue
            if tile == JOKER and (source, at) in self.replaced:
                at += _BESIDE
            legs.append(Leg(tile, source, target, at, to))
        return legs, stays_old, stays_new

    def _joker_places(
        self, flow: Flow, old_at: Mapping[tuple[int, Tile], list[int]], new_at: Mapping[tuple[int, Tile], list[int]]
    ) -> tuple[int, int]:
        """Which joker of a set it is, and its place in the new one: one that stands for the same tile, if any."""
        old, new = self.change.old[flow.source].tiles, self.change.new[flow.target].tiles
        if flow.at >= 0:
            ats = [flow.at]
        else:
            ats = [at for at in old_at[flow.source, JOKER] if ((flow.source, at) in self.freed) == flow.freed]
        tos = new_at[flow.target, JOKER]
        return next(((at, to) for at in ats for to in tos if old[at] == new[to]), (ats[0], tos[0]))

    def _joined(
        self,
        legs: Sequence[Leg],
        stays_old: Mapping[int, Sequence[int]],
        stays_new: Mapping[int, Sequence[int]],
        care: int,
        is_locked: bool,
    ) -> list[Movement]:
        """Blocks of legs. `care` 0 joins what can be joined, 1 only neighbours, 2 nothing.

        Tiles of a run lie together if they are neighbours, or become so when the tiles
        between them are gone; they are laid together if they will be neighbours, or if
        what comes between them comes later. In a group and on the rack all lie together.
        """
        old, new = self.change.old, self.change.new
        by_pair: defaultdict[tuple[int, int, bool], list[Leg]] = defaultdict(list)
        for leg in legs:
            by_pair[leg.source, leg.target, leg.passing].append(leg)
        movements: list[Movement] = []
        gaps: list[_Gap] = []
        for (source, target, passing), pair in by_pair.items():
            taken_in_order = source > 0 and old[source].kind == RUN
            laid_in_order = (old if passing else new)[target].kind == RUN
            if laid_in_order:
                pair.sort(key=lambda leg: (leg.to, leg.at))
            else:
                pair.sort(key=lambda leg: (leg.at, leg.to))
            for i, leg in enumerate(pair):
                if i and care < 2:
                    before = pair[i - 1]
                    gap = _Gap(
                        before,
                        leg,
                        # A joker that was replaced lies beside its set, where it can be taken with any tile.
                        in_source=taken_in_order and max(leg.at, before.at) < _BESIDE and leg.at != before.at + 1,
                        in_target=laid_in_order and leg.to != before.to + 1,
                    )
                    if not (gap.in_source or gap.in_target):
                        movements[-1].legs.append(leg)
                        continue
                    if care == 0 and not passing and gap.closes(stays_old.get(source, ()), stays_new.get(target, ())):
                        gaps.append(gap)
                        movements[-1].legs.append(leg)
                        continue
                movements.append(Movement(source, target, [leg]))
        self._set_order(movements, gaps, stays_old, is_locked)
        return movements

    def _set_order(
        self,
        movements: Sequence[Movement],
        gaps: Sequence[_Gap],
        stays_old: Mapping[int, Sequence[int]],
        is_locked: bool,
    ) -> None:
        """Say which movement waits for which."""
        if not gaps and not self.is_strict:
            return
        of = {id(leg): i for i, movement in enumerate(movements) for leg in movement.legs}
        legs = [leg for movement in movements for leg in movement.legs]

        def wait(later: Leg, earlier: Leg) -> None:
            if of[id(later)] != of[id(earlier)]:
                movements[of[id(later)]].after |= 1 << of[id(earlier)]

        for gap in gaps:
            self.haste.check()
            first, last = gap.first, gap.last
            for leg in legs:
                if gap.in_source and leg.source == first.source and first.at < leg.at < last.at:
                    wait(first, leg)
                if gap.in_target and leg.target == first.target and not leg.passing and first.to < leg.to < last.to:
                    wait(leg, first)
        for laying in legs:
            if laying.replaces is None:
                continue
            self.haste.check()
            replacement = laying.replaces
            home, place = replacement.joker.home, replacement.joker.place
            movements[of[id(laying)]].replaces.append(replacement)
            stays = place in stays_old.get(home, ())
            for leg in legs:
                if _waits_for(leg, replacement, stays, is_locked):
                    wait(leg, laying)
        if self.is_strict:
            for leg in legs:
                if leg.tile == JOKER and leg.source > 0 and 0 <= leg.at < _BESIDE:
                    stood_for = self.change.old[leg.source].tiles[leg.at].natural
                    for laying in legs:
                        if laying.target == leg.source and laying.tile == stood_for:
                            wait(leg, laying)

    @staticmethod
    def _order_exists(movements: Sequence[Movement]) -> bool:
        done, left = 0, list(range(len(movements)))
        while left:
            ready = [i for i in left if not movements[i].after & ~done]
            if not ready:
                return False
            for i in ready:
                done |= 1 << i
            left = [i for i in left if not done >> i & 1]
        return True


def _waits_for(leg: Leg, replacement: Replacement, stays: bool, is_locked: bool) -> bool:
    """Whether a tile goes its way only after a joker was replaced; `stays`: the joker remains in its set."""
    home, place = replacement.joker.home, replacement.joker.place
    leaves = leg.source == home
    if leaves and is_locked:
        # Until then the set stays together.
        return True
    if leg.replaces is not None:
        return False
    if stays and home in (leg.source, leg.target):
        # What is done to the set could else be read as if the joker had another place in it.
        return True
    is_joker = leg.at == place + _BESIDE
    goes_on = leg.at == place and leg.tile == replacement.tile
    return leaves and (is_joker or goes_on)


def _positions(sets: Mapping[int, TileSet]) -> defaultdict[tuple[int, Tile], list[int]]:
    places: defaultdict[tuple[int, Tile], list[int]] = defaultdict(list)
    for number, tile_set in sets.items():
        for i, tile in enumerate(tile_set.tiles):
            places[number, tile.bare].append(i)
    return places
