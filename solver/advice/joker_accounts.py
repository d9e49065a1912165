"""Which joker of the old table is which on the new one, and what replaced it.

Where jokers come free only by replacement, or may not go everywhere, a move is legal if
one account of its jokers obeys the rules. The referee asks whether there is one; whoever
carries out the move needs the account itself: this module lists them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from solver.game.rules import Rules
from solver.game.sets import GROUP, TileSet
from solver.game.tiles import Tile

__all__ = ["Account", "OldJoker", "Token", "joker_accounts", "old_jokers"]

_MOST_MATCHINGS = 500
"""Ways to say which joker is which that are looked at; with two jokers on the table there are about a dozen."""

_MOST_PAYMENTS = 6
"""Ways to replace the same freed jokers that are offered."""


class OldJoker(NamedTuple):
    """A joker of the old table: the number of its set, its place in it, and the tiles that may replace it."""

    home: int
    place: int
    kind: str
    wanted: tuple[Tile, ...]
    takes_all: bool


class Token(NamedTuple):
    """A tile that replaces a joker. `origin` is the number of the set that it comes from, 0 for the rack."""

    tile: Tile
    origin: int
    joker: OldJoker


@dataclass(frozen=True, slots=True)
class Account:
    """What happens to every joker; new sets are named by their numbers.

    `kept` and the set it is in then; `freed`, and the sets that receive freed jokers, in
    any order; the sets that receive jokers from the rack. `shown` are number tiles that
    must come from the rack into a set that receives a freed joker.
    """

    kept: tuple[tuple[OldJoker, int], ...]
    freed: tuple[OldJoker, ...]
    freed_to: tuple[int, ...]
    rack_to: tuple[int, ...]
    tokens: tuple[Token, ...] = ()
    shown: tuple[tuple[Tile, int], ...] = ()


class _Place(NamedTuple):
    """A joker place of the new table: what the joker there may stand for."""

    home: int
    kind: str
    options: tuple[Tile, ...]


def joker_accounts(
    old: Mapping[int, TileSet],
    new: Mapping[int, TileSet],
    played: Counter[Tile],
    rack_jokers: int,
    rules: Rules,
    touched: Iterable[int],
) -> Iterator[Account]:
    """The legal accounts of the jokers in `touched` sets, those with least replaced and moved first.

    `old` and `new` are all sets of both tables by number, an heir with the number of its
    old set; `played` are the number tiles laid from the rack. Jokers of sets that are not
    `touched` stay what they are. Not every account is listed when there are very many.
    """
    case = _Case(old, new, played, rules)
    touched = set(touched)
    olds = [joker for i in sorted(old) if i in touched for joker in old_jokers(i, old[i], rules)]
    places = [place for i in sorted(new) if i in touched for place in _places(i, new[i], rules)]
    matchings = list(islice(case.matchings(olds, places, rack_jokers), _MOST_MATCHINGS))
    matchings.sort(key=lambda account: (len(account.freed), sum(joker.home != to for joker, to in account.kept)))
    for account in matchings:
        if case.kept_legally(account) and case.reused_legally(account):
            yield from islice(case.payments(account), _MOST_PAYMENTS)


def old_jokers(home: int, tile_set: TileSet, rules: Rules) -> list[OldJoker]:
    """The jokers of one set of the old table."""
    takes_all = tile_set.kind == GROUP and len(tile_set.tiles) == 3 and rules.jokers.group_of_three == "both"
    return [
        OldJoker(home, place, tile_set.kind, tile_set.may_stand_for(tile, rules), takes_all)
        for place, tile in enumerate(tile_set.tiles)
        if tile.is_joker
    ]


def _places(home: int, tile_set: TileSet, rules: Rules) -> list[_Place]:
    return [
        _Place(home, tile_set.kind, tile_set.may_stand_for(tile, rules)) for tile in tile_set.tiles if tile.is_joker
    ]


class _Case:
    """The rules on jokers, asked of one move."""

    def __init__(
        self, old: Mapping[int, TileSet], new: Mapping[int, TileSet], played: Counter[Tile], rules: Rules
    ) -> None:
        self.old, self.new, self.played, self.rules = old, new, played, rules.jokers

    def matchings(self, olds: Sequence[OldJoker], places: Sequence[_Place], rack_jokers: int) -> Iterator[Account]:
        """Every way to fill the joker places with old jokers that are kept, freed ones and ones from the rack."""
        kept: list[tuple[OldJoker, int]] = []
        freed_to: list[int] = []
        rack_to: list[int] = []
        left = list(olds)

        def fill(i: int) -> Iterator[Account]:
            if i == len(places):
                if len(freed_to) == len(left) and len(rack_to) == rack_jokers:
                    yield Account(tuple(kept), tuple(left), tuple(freed_to), tuple(rack_to))
                return
            place = places[i]
            tried = set()
            for joker in sorted(left, key=lambda joker: joker.home != place.home):
                alike = joker.home, joker.kind, joker.wanted
                if alike not in tried and joker.kind == place.kind and any(t in joker.wanted for t in place.options):
                    tried.add(alike)
                    at = left.index(joker)
                    del left[at]
                    kept.append((joker, place.home))
                    yield from fill(i + 1)
                    kept.pop()
                    left.insert(at, joker)
            for others, most in ((rack_to, rack_jokers), (freed_to, len(left))):
                if len(others) < most:
                    others.append(place.home)
                    yield from fill(i + 1)
                    others.pop()

        yield from fill(0)

    def kept_legally(self, account: Account) -> bool:
        """Whether the jokers of each group can have colours of their own, and locked sets stay together."""
        for to in {to for joker, to in account.kept if joker.kind == GROUP}:
            naturals = set(self.new[to].naturals)
            choices = [set(joker.wanted) - naturals for joker, home in account.kept if home == to]
            if not _different_choices(choices):
                return False
        if self.rules.set_with_joker != "locked":
            return True
        homes: dict[int, set[int]] = {}
        for joker, to in account.kept:
            homes.setdefault(joker.home, set()).add(to)
        if any(len(to) > 1 for to in homes.values()):
            return False
        for to in {to for _, to in account.kept}:
            stay = Counter(tile for home, tos in homes.items() if to in tos for tile in self.old[home].naturals)
            if not stay <= Counter(self.new[to].naturals):
                return False
        return True

    def reused_legally(self, account: Account) -> bool:
        """Whether no freed joker is added to what an old set already was."""
        if self.rules.reuse == "any":
            return True
        for to in set(account.freed_to):
            naturals = Counter(self.new[to].naturals)
            if any(old.kind == self.new[to].kind and Counter(old.naturals) <= naturals for old in self.old.values()):
                return False
        return True

    def payments(self, account: Account) -> Iterator[Account]:
        """The account with the tiles that replace its freed jokers, in every way, convenient ones first."""
        demands: list[tuple[OldJoker, tuple[Tile, ...]]] = []
        if self.rules.freed_by == "replacing":
            for joker in account.freed:
                demands += [(joker, (tile,)) for tile in joker.wanted] if joker.takes_all else [(joker, joker.wanted)]
        rack = self.played.copy()
        used: Counter[tuple[Tile, int]] = Counter()
        tokens: list[Token] = []
        known: dict[tuple[Tile, ...], list[tuple[Tile, int]] | None] = {}

        def shown_beside() -> list[tuple[Tile, int]] | None:
            """What the rack shows beside the tokens that were taken from it."""
            taken = tuple(sorted(token.tile for token in tokens if token.origin == 0))
            if taken not in known:
                known[taken] = self._shown(account, rack)
            return known[taken]

        def pay(i: int) -> Iterator[Account]:
            shown = shown_beside()
            if shown is None:
                # More tokens leave no more to show.
                return
            if i == len(demands):
                yield Account(
                    account.kept, account.freed, account.freed_to, account.rack_to, tuple(tokens), tuple(shown)
                )
                return
            joker, choice = demands[i]
            laid = [token.tile for token in tokens if token.joker.home == joker.home]
            for tile, origin, there in sorted(self._offers(joker, choice), key=self._convenience(joker, laid)):
                if (rack[tile] if origin == 0 else there - used[tile, origin]) <= 0:
                    continue
                used[tile, origin] += 1
                rack[tile] -= origin == 0
                tokens.append(Token(tile, origin, joker))
                yield from pay(i + 1)
                tokens.pop()
                rack[tile] += origin == 0
                used[tile, origin] -= 1

        if all(any(self._offers(joker, choice)) for joker, choice in demands):
            yield from pay(0)

    def _offers(self, joker: OldJoker, choice: Iterable[Tile]) -> Iterator[tuple[Tile, int, int]]:
        """Tiles that may replace a joker, where each lies and how often."""
        for tile in choice:
            if self.played[tile]:
                yield tile, 0, self.played[tile]
            if self.rules.replaced_from == "rack_or_table":
                for i, old in self.old.items():
                    if i != joker.home and tile in old.tiles:
                        yield tile, i, old.tiles.count(tile)

    def _convenience(
        self, joker: OldJoker, laid: Sequence[Tile]
    ) -> Callable[[tuple[Tile, int, int]], tuple[bool, bool, bool, int, Tile]]:
        """Best a tile that stays in the joker's place, and that is not needed where it lies.

        `laid` are the tiles that replaced other jokers of the same set.
        """
        stays = self.new[joker.home].tiles if joker.home in self.new else ()

        def order(offer: tuple[Tile, int, int]) -> tuple[bool, bool, bool, int, Tile]:
            tile, origin, _ = offer
            needed = origin in self.new and tile in self.new[origin].tiles
            return tile in laid, tile not in stays, needed, origin, tile

        return order

    def _shown(self, account: Account, rack: Counter[Tile]) -> list[tuple[Tile, int]] | None:
        """Rack tiles for the sets that need two of them beside a freed joker; None if there are too few."""
        if not self.rules.two_rack:
            return []
        needs = [to for to in sorted(set(account.freed_to)) for _ in range(max(0, 2 - account.rack_to.count(to)))]
        left = rack.copy()
        shown: list[tuple[Tile, int]] = []
        inside = {to: Counter(self.new[to].naturals) for to in needs}

        def show(i: int) -> bool:
            if i == len(needs):
                return True
            to = needs[i]
            for tile in sorted(inside[to]):
                if left[tile] > 0 and inside[to][tile] > 0:
                    left[tile] -= 1
                    inside[to][tile] -= 1
                    shown.append((tile, to))
                    if show(i + 1):
                        return True
                    shown.pop()
                    inside[to][tile] += 1
                    left[tile] += 1
            return False

        return shown if show(0) else None


def _different_choices(choices: Sequence[set[Tile]]) -> bool:
    """Whether each may choose a tile that no other chooses."""
    if not choices:
        return True
    first, *rest = choices
    return any(_different_choices([other - {tile} for other in rest]) for tile in sorted(first))
