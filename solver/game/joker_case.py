"""The jokers of the table: which old joker is which on the new one, and what replaced it.

Where jokers come free only by replacement, or may not go everywhere, a move is legal if
one account of its jokers obeys the rules: it says which of them were kept, where the freed
ones went, and which tiles replaced them. One search finds such accounts. The referee asks
whether there is one, or else for the words that say what is wrong; whoever carries out the
move needs the accounts themselves.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from solver.deadline import Deadline, check_time
from solver.game.move import Move
from solver.game.notation import TILES, Notation
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.sets import NO_SET, RUN, TileSet
from solver.game.tiles import JOKER, Tile, count_tiles

__all__ = ["Account", "OldJoker", "Replacement", "joker_accounts", "joker_faults", "old_jokers"]

_IS_JOKER = attrgetter("is_joker")

_RACK = 0
"""Where a tile from the rack comes from; sets are numbered from 1."""

_MOST_WAYS = 500
"""Legal ways to say which joker is which that are looked at; with two jokers there are about a dozen."""

_MOST_REPLACEMENTS = 6
"""Ways to replace the same freed jokers that are offered."""

_MOST_EXPLAINED = 1000
"""Ways looked at to explain a fault; with one or two jokers there are at most a few dozen."""

_MOST_NAMED = 3
"""Ways that one line names, where several are as good."""

_MISUSED = "the jokers of the table are not used as the rules allow"


class OldJoker(NamedTuple):
    """A joker of the old table: the number of its set, its place in it, and the tiles that may replace it.

    `takes_all`: only all of these tiles together replace it.
    """

    home: int
    place: int
    kind: str
    wanted: tuple[Tile, ...]
    takes_all: bool


class Replacement(NamedTuple):
    """A tile that replaces a joker. `origin` is the number of the set that it comes from, 0 for the rack."""

    tile: Tile
    origin: int
    joker: OldJoker


@dataclass(frozen=True, slots=True)
class Account:
    """What happens to every joker; new sets are named by their numbers.

    `kept` has the jokers that go on standing for their tile, each with the set it is in then;
    `freed_to` the sets that receive the `freed` ones, in any order; `rack_to` those that
    receive jokers from the rack. `shown` are number tiles that must come from the rack into
    a set that receives a freed joker.
    """

    kept: tuple[tuple[OldJoker, int], ...]
    freed: tuple[OldJoker, ...]
    freed_to: tuple[int, ...]
    rack_to: tuple[int, ...]
    replacements: tuple[Replacement, ...] = ()
    shown: tuple[tuple[Tile, int], ...] = ()


def joker_faults(position: Position, move: Move, deadline: Deadline = None) -> list[str]:
    """Every rule of the jokers that a move breaks; its sets without jokers make no difference.

    :raises TimeoutError: if that was not found out before `deadline`.
    """
    rules = position.rules.jokers
    if rules.are_free:
        return []
    old = [(i, tile_set) for i, tile_set in enumerate(position.table, 1) if any(map(_IS_JOKER, tile_set.tiles))]
    # Which new set is whose makes no difference here: they are numbered on from the old ones.
    first = len(position.table) + 1
    new = [(i, tile_set) for i, tile_set in enumerate(move.table, first) if any(map(_IS_JOKER, tile_set.tiles))]
    before = sum(tile_set.joker_count for _, tile_set in old) + count_tiles(move.played)[JOKER]
    lost = before - sum(tile_set.joker_count for _, tile_set in new)
    if not old or lost < 0:
        # Where jokers come from nowhere, which is a fault already, nobody can say which one is which.
        return []
    if before > position.rules.tiles.jokers and count_tiles(move.played)[JOKER] > count_tiles(position.rack)[JOKER]:
        # The same, and there may be any number of them.
        return []
    if lost:
        # A fault already, too: which they were, and what became of them, is open.
        new.append((first + len(move.table), TileSet(NO_SET, (JOKER,) * lost)))
    jokers = [joker for i, tile_set in old for joker in old_jokers(i, tile_set, position.rules)]
    table = dict(enumerate(position.table, 1))
    case = _JokerCase(
        table, jokers, new, count_tiles(move.played), position.rules, deadline=deadline, notation=position.notation
    )
    return [] if case.is_legal() else case.explanation(move.table)


def joker_accounts(
    old: Mapping[int, TileSet],
    new: Mapping[int, TileSet],
    played: Counter[Tile],
    rules: Rules,
    touched: Iterable[int],
    deadline: Deadline = None,
) -> Iterator[Account]:
    """The legal accounts of the jokers in `touched` sets, those with least replaced and moved first.

    `old` and `new` are all sets of both tables by number, a new set with the number of the
    old one that has become it; `played` are the tiles laid from the rack. Jokers of sets that
    are not `touched` stay what they are. Not every account is listed when there are very many.

    :raises TimeoutError: if that was not found out before `deadline`.
    """
    looked_at = sorted(set(touched))
    jokers = [joker for i in looked_at if i in old for joker in old_jokers(i, old[i], rules)]
    sets = [(i, new[i]) for i in looked_at if i in new and new[i].joker_count]
    if not jokers:
        # Then all that lie there are from the rack, or these sets explain nothing.
        from_rack = tuple([i for i, tile_set in sets for _ in range(tile_set.joker_count)])
        return iter([Account((), (), (), from_rack)] if len(from_rack) == played[JOKER] else [])
    return _JokerCase(old, jokers, sets, played, rules, new, deadline=deadline).accounts()


def old_jokers(number: int, tile_set: TileSet, rules: Rules) -> list[OldJoker]:
    """The jokers of one set of the old table, which has this number."""
    takes_all = rules.frees_only_to_all(tile_set.kind, len(tile_set.tiles))
    return [
        OldJoker(number, place, tile_set.kind, tile_set.may_stand_for(tile, rules), takes_all)
        for place, tile in enumerate(tile_set.tiles)
        if tile.is_joker
    ]


class _Alike(NamedTuple):
    """Jokers of the old table that the rules treat alike, in the order of their sets and places.

    `wanted` are the tiles that one of them may stand for, `home` is the number of its old
    set where that matters, else -1.
    """

    kind: str
    wanted: tuple[Tile, ...]
    takes_all: bool
    home: int
    jokers: list[OldJoker]


class _Placing(NamedTuple):
    """What the joker places of one new set hold: kept jokers (numbers of `_Alike`), freed and rack ones."""

    kept: tuple[int, ...]
    freed: int
    from_rack: int


class _JokerCase:
    """Which old joker is which on the new table: legal if any answer obeys the rules.

    Only the sets with jokers are looked at, one after the other. Each of their joker
    places holds a joker that kept its kind and tile, a freed one, or one from the rack;
    in the end the freed ones need tiles that replace them.

    Of tiles that are no set nobody knows what they would be, so a joker among them may have
    been kept wherever the number tiles beside it leave that open, and a freed one may lie there.
    """

    def __init__(
        self,
        old: Mapping[int, TileSet],
        jokers: Iterable[OldJoker],
        sets: Iterable[tuple[int, TileSet]],
        played: Counter[Tile],
        rules: Rules,
        new: Mapping[int, TileSet] | None = None,
        *,
        deadline: Deadline = None,
        notation: Notation = TILES,
    ) -> None:
        """`old` are all sets of the old table by number, `jokers` the jokers there that may have been touched.

        `sets` are the sets of the new table where those may be, with their numbers. `new`, all
        sets of the new table by number, is needed for accounts: jokers of different sets are
        told apart then even where it makes no difference to the rules. Faults are in `notation`.
        """
        self.rules, self.old, self.played, self.deadline = rules, old, played, deadline
        self.new = new or {}
        self.notation = notation
        self.alike = self._sort_jokers(jokers, told_apart=new is not None)
        # What is no set comes last: what it may hold depends on what is left.
        ordered = sorted(sets, key=lambda numbered: numbered[1].kind == NO_SET)
        self.numbers = [number for number, _ in ordered]
        self.sets = [tile_set for _, tile_set in ordered]
        self.keepable = [self._keepable(number, tile_set) for number, tile_set in ordered]
        self._blocking: dict[int, TileSet | None] = {}
        self._on_table: dict[Tile, list[tuple[int, int]]] = {}
        self._enough: dict[Hashable, bool] = {}

    def _sort_jokers(self, jokers: Iterable[OldJoker], told_apart: bool) -> list[_Alike]:
        told_apart = told_apart or self.rules.jokers.lock_their_set
        alike: dict[Hashable, _Alike] = {}
        for joker in jokers:
            own = told_apart or any(tile in self.old[joker.home].tiles for tile in joker.wanted)
            key = joker.kind, joker.wanted, joker.takes_all, joker.home if own else -1
            alike.setdefault(key, _Alike(*key, [])).jokers.append(joker)
        return list(alike.values())

    def _keepable(self, number: int, tile_set: TileSet) -> list[tuple[int, ...]]:
        """All choices of old jokers that can be the same joker as before in this new set: most first, then its own."""
        jokers = [tile for tile in tile_set.tiles if tile.is_joker]
        if tile_set.kind == NO_SET:
            stay = [{k for k, kind in enumerate(self.alike) if _may_stay(tile_set, kind)}] * len(jokers)
        else:
            run = tile_set.kind == RUN
            places = [j.natural for j in jokers] if run else tile_set.may_stand_for(jokers[0], self.rules)
            stay = [
                {k for k, kind in enumerate(self.alike) if kind.kind == tile_set.kind and place in kind.wanted}
                for place in places
            ]
        found: set[tuple[int, ...]] = {()}
        for kinds in stay:
            fitting = [(k, len(self.alike[k].jokers)) for k in sorted(kinds)]
            check_time(self.deadline)
            if fitting:
                found |= {
                    tuple(sorted((*kept, k)))
                    for kept in found
                    if len(kept) < tile_set.joker_count
                    for k, count in fitting
                    if kept.count(k) < count
                }
        return sorted(found, key=lambda kept: (-len(kept), sum(self.alike[k].home != number for k in kept), kept))

    def is_legal(self) -> bool:
        """Whether some way to say which joker is which obeys every rule."""
        return next(self._legal_ways(), None) is not None

    def accounts(self) -> Iterator[Account]:
        """The legal accounts, those with least replaced and moved first, each with some ways to replace the jokers."""
        found = [self._account(way) for way in islice(self._legal_ways(), _MOST_WAYS)]
        found.sort(key=lambda account: (len(account.freed), sum(joker.home != to for joker, to in account.kept)))
        for account in found:
            yield from islice(self._replaced(account), _MOST_REPLACEMENTS) if account.freed else [account]

    def _legal_ways(self) -> Iterator[tuple[_Placing, ...]]:
        """What the joker places of each of `sets` hold, in every way that obeys the rules."""
        dead: set[Hashable] = set()

        def place(
            i: int, left: tuple[int, ...], rack_jokers: int, receivers: tuple[tuple[int, int], ...]
        ) -> Iterator[tuple[_Placing, ...]]:
            """Place the jokers of `sets[i:]`; `receivers` are the sets that need tiles from the rack, and how many."""
            if i == len(self.sets):
                if rack_jokers == 0 and self._enough_tiles(left, receivers):
                    yield ()
                return
            state = i, left, rack_jokers, receivers
            if state in dead:
                return
            hopeless = True
            for placing in self._placings(i, left, rack_jokers):
                check_time(self.deadline)
                if placing.freed and self._old_set_in(i) or self._tears_locked_set(i, placing.kept, left):
                    continue
                needed = self._rack_tiles_needed(i, placing)
                now_receivers = (*receivers, (i, needed)) if needed else receivers
                rest = place(i + 1, _without(left, placing.kept), rack_jokers - placing.from_rack, now_receivers)
                for others in rest:
                    hopeless = False
                    yield (placing, *others)
            if hopeless:
                dead.add(state)

        return place(0, self._all_jokers(), self.played[JOKER], ())

    def _all_jokers(self) -> tuple[int, ...]:
        return tuple(len(kind.jokers) for kind in self.alike)

    def _placings(self, i: int, left: tuple[int, ...], rack_jokers: int) -> Iterator[_Placing]:
        """What the joker places of `sets[i]` may hold, with as many kept and rack jokers as possible first."""
        for kept in self.keepable[i]:
            if all(kept.count(k) <= left[k] for k in kept):
                places = self.sets[i].joker_count - len(kept)
                for from_rack in range(min(places, rack_jokers), -1, -1):
                    yield _Placing(kept, places - from_rack, from_rack)

    def _old_set_in(self, i: int) -> TileSet | None:
        """An old set whose number tiles all lie in `sets[i]`, so that no freed joker may go there."""
        if not self.rules.jokers.go_to_new_sets:
            return None
        if i not in self._blocking:
            new = self.sets[i]
            naturals = Counter(new.naturals)
            inside = (old for old in self.old.values() if old.kind == new.kind and Counter(old.naturals) <= naturals)
            self._blocking[i] = next(inside, None)
        return self._blocking[i]

    def _tears_locked_set(self, i: int, kept: Iterable[int], left: Sequence[int]) -> bool:
        """Whether jokers may not stay in `sets[i]` because their old sets do not stay with them."""
        if not self.rules.jokers.lock_their_set or not kept or self.sets[i].kind == NO_SET:
            return False
        homes = {self.alike[k].home for k in kept}
        if any(kind.home in homes and left[k] < len(kind.jokers) for k, kind in enumerate(self.alike)):
            return True
        return not Counter(t for home in homes for t in self.old[home].naturals) <= Counter(self.sets[i].naturals)

    def _rack_tiles_needed(self, i: int, placing: _Placing) -> int:
        """Number tiles from the rack that must lie in `sets[i]`, if it receives a freed joker."""
        if not self.rules.jokers.takes_two_from_rack or not placing.freed or self.sets[i].kind == NO_SET:
            return 0
        return max(0, 2 - placing.from_rack)

    def _enough_tiles(self, freed: Sequence[int], receivers: Sequence[tuple[int, int]]) -> bool:
        """Whether different tiles replace all freed jokers and are the rack tiles that receivers need."""
        key = tuple(freed), tuple(receivers)
        if key not in self._enough:
            self._enough[key] = self._tiles_flow(*key)
        return self._enough[key]

    def _tiles_flow(self, freed: Sequence[int], receivers: Sequence[tuple[int, int]]) -> bool:
        """`_enough_tiles` as a flow from needs to tiles."""
        edges: dict[Hashable, dict[Hashable, int]] = defaultdict(dict)
        for k, count in enumerate(freed):
            kind = self.alike[k]
            for choice in self._needs(kind) if count else ():
                need = "freed", k, choice
                edges["needs"][need] = count
                for tile, origin, there in self._offers(kind.home, choice):
                    edges[need][origin, tile] = count
                    edges[origin, tile]["tiles"] = there
        for i, needed in receivers:
            edges["needs"]["receiver", i] = needed
            for tile, there in Counter(self.sets[i].naturals).items():
                edges["receiver", i][_RACK, tile] = there
                edges[_RACK, tile]["tiles"] = self.played[tile]
        return all(_augment(edges, "needs", "tiles", set()) for _ in range(sum(edges["needs"].values())))

    def _needs(self, joker: _Alike | OldJoker) -> list[tuple[Tile, ...]]:
        """What replaces a joker that was freed: one tile out of each of these."""
        if not self.rules.jokers.need_replacing:
            return []
        return [(tile,) for tile in joker.wanted] if joker.takes_all else [joker.wanted]

    def _offers(self, home: int, choice: Iterable[Tile]) -> Iterator[tuple[Tile, int, int]]:
        """Tiles that may replace a joker of the set `home`, where each lies and how often."""
        for tile in choice:
            if self.played[tile]:
                yield tile, _RACK, self.played[tile]
            if self.rules.jokers.replaced_from_table:
                if tile not in self._on_table:
                    counts = [(i, tile_set.tiles.count(tile)) for i, tile_set in self.old.items()]
                    self._on_table[tile] = [(i, there) for i, there in counts if there]
                for i, there in self._on_table[tile]:
                    if i != home:
                        yield tile, i, there

    # --- Accounts ---

    def _account(self, way: Sequence[_Placing]) -> Account:
        """A way by the names of jokers and sets, without what replaces the freed ones."""
        left = [list(kind.jokers) for kind in self.alike]
        kept, freed_to, rack_to = [], [], []
        for number, placing in zip(self.numbers, way, strict=True):
            kept += [(left[k].pop(0), number) for k in placing.kept]
            freed_to += [number] * placing.freed
            rack_to += [number] * placing.from_rack
        freed = sorted(joker for jokers in left for joker in jokers)
        return Account(tuple(kept), tuple(freed), tuple(freed_to), tuple(rack_to))

    def _replaced(self, account: Account) -> Iterator[Account]:
        """The account with the tiles that replace its freed jokers, in every way, convenient ones first."""
        needs = [(joker, choice) for joker in account.freed for choice in self._needs(joker)]
        rack = self.played.copy()
        used: Counter[tuple[Tile, int]] = Counter()
        chosen: list[Replacement] = []
        known: dict[tuple[Tile, ...], list[tuple[Tile, int]] | None] = {}

        def shown_beside() -> list[tuple[Tile, int]] | None:
            """What the rack shows beside the replacements that were taken from it."""
            taken = tuple(sorted(replacement.tile for replacement in chosen if replacement.origin == _RACK))
            if taken not in known:
                known[taken] = self._shown(account, rack)
            return known[taken]

        def choose(i: int) -> Iterator[Account]:
            check_time(self.deadline)
            shown = shown_beside()
            if shown is None:
                # More replacements leave no more to show.
                return
            if i == len(needs):
                yield replace(account, replacements=tuple(chosen), shown=tuple(shown))
                return
            joker, choice = needs[i]
            laid = [replacement.tile for replacement in chosen if replacement.joker.home == joker.home]
            for tile, origin, there in sorted(self._offers(joker.home, choice), key=self._convenience(joker, laid)):
                if (rack[tile] if origin == _RACK else there - used[tile, origin]) <= 0:
                    continue
                used[tile, origin] += 1
                rack[tile] -= origin == _RACK
                chosen.append(Replacement(tile, origin, joker))
                yield from choose(i + 1)
                chosen.pop()
                rack[tile] += origin == _RACK
                used[tile, origin] -= 1

        return choose(0)

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
        if not self.rules.jokers.takes_two_from_rack:
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

    # --- Words ---

    def explanation(self, new_table: Sequence[TileSet]) -> list[str]:
        """The faults of an illegal case in the words of players: of the way with fewest faults."""
        for kind in self.alike:
            # Of jokers that are alike, call those freed whose set is gone.
            kind.jokers.sort(key=lambda joker: self.old[joker.home] not in new_table)
        ways = islice(self._ways(0, self._all_jokers(), self.played[JOKER]), _MOST_EXPLAINED)
        unsure = any(tile_set.kind == NO_SET for tile_set in self.sets)
        best: list[list[str]] = []
        for way in ways:
            check_time(self.deadline)
            faults = self._faults_of(way)
            if not best or len(faults) < len(best[0]):
                best = [faults]
            elif len(faults) == len(best[0]) and faults not in best:
                best.append(faults)
            if len(best[0]) == 1 and not unsure:
                break
        if len(best) > 1 and unsure:
            return _one_of(best)
        return best[0] if best else [_MISUSED]

    def _ways(self, i: int, left: tuple[int, ...], rack_jokers: int) -> Iterator[tuple[_Placing, ...]]:
        """All ways to say which joker is which, whether they obey the rules or not."""
        if i == len(self.sets):
            if rack_jokers == 0:
                yield ()
            return
        for placing in self._placings(i, left, rack_jokers):
            rest = self._ways(i + 1, _without(left, placing.kept), rack_jokers - placing.from_rack)
            yield from ((placing, *others) for others in rest)

    def _faults_of(self, placings: Sequence[_Placing]) -> list[str]:
        left = self._all_jokers()
        for placing in placings:
            left = _without(left, placing.kept)
        freed = [(k, joker) for k, count in enumerate(left) for joker in self.alike[k].jokers[-count:] if count]
        served = [0] * len(left)
        faults = []
        for k, joker in freed:
            served[k] += 1
            if not self._enough_tiles(served, ()):
                served[k] -= 1
                faults.append(self._unreplaced(k, joker))
        home = self.old[freed[0][1].home] if len(freed) == 1 else None
        who = f"{self._tile_of(freed[0][1])}, freed from {self._named(home)}," if home is not None else "a freed joker"
        receivers: list[tuple[int, int]] = []
        for i, placing in enumerate(placings):
            old = self._old_set_in(i) if placing.freed else None
            needed = self._rack_tiles_needed(i, placing)
            if old is not None:
                where = "its own old set" if old is home else f"the old set {self._named(old)}"
                faults.append(f"{who} was added to {where}: it must go into a new set")
            elif needed and not self._enough_tiles(served, [*receivers, (i, needed)]):
                faults.append(
                    f"{who} went into {self._named(self.sets[i])}: that set needs two tiles from the rack"
                    " besides those that replace jokers"
                )
            elif needed:
                receivers.append((i, needed))
        return faults + self._torn_sets(placings)

    def _tile_of(self, joker: OldJoker) -> str:
        return self.notation.tile(self.old[joker.home].tiles[joker.place])

    def _named(self, tile_set: TileSet) -> str:
        return self.notation.packed(tile_set.tiles)

    def _unreplaced(self, k: int, joker: OldJoker) -> str:
        kind = self.alike[k]
        names = (" and " if kind.takes_all else " or ").join(map(self.notation.tile, kind.wanted))
        taken = f"{self._tile_of(joker)} was taken from {self._named(self.old[joker.home])}, but"
        one = [int(i == k) for i in range(len(self.alike))]
        if self._enough_tiles(one, ()):
            return f"{taken} each {names} that could replace it replaces another joker"
        if kind.takes_all:
            return f"{taken} only {names} together replace it"
        source = "laid or brought from another set" if self.rules.jokers.replaced_from_table else "laid"
        return f"{taken} no {names} was {source} to replace it"

    def _torn_sets(self, placings: Sequence[_Placing]) -> list[str]:
        """Locked sets that lost tiles although a joker of theirs stayed."""
        if not self.rules.jokers.lock_their_set:
            return []
        stays: dict[int, list[int]] = defaultdict(list)
        for i, placing in enumerate(placings):
            if self.sets[i].kind == NO_SET:
                continue
            for home in sorted({self.alike[k].home for k in placing.kept}):
                stays[home].append(i)
        faults = []
        for home, places in stays.items():
            together = f"the set {self._named(self.old[home])} stays together while its joker stays, but"
            gone = Counter(self.old[home].naturals) - Counter(self.sets[places[0]].naturals)
            if len(places) > 1:
                faults.append(f"{together} it was split")
            elif gone:
                faults.append(f"{together} {', '.join(map(self.notation.tile, gone.elements()))} left it")
        for i, placing in enumerate(placings):
            homes = {self.alike[k].home for k in placing.kept}
            if not faults and self._tears_locked_set(i, placing.kept, self._all_jokers()):
                names = " and ".join(self._named(self.old[home]) for home in sorted(homes))
                faults.append(
                    f"the sets {names} stay together while their jokers stay, but {self._named(self.sets[i])} has less"
                )
        return faults


def _may_stay(tiles: TileSet, kind: _Alike) -> bool:
    """Whether a joker among tiles that are no set may be one of `kind` that was not taken from its set.

    It surely was if no number tile beside it goes into one set with it. Beside no number tile at
    all nothing is sure, and what it is written for may be what is wrong.
    """
    beside, place = tiles.naturals, kind.wanted[0]
    if kind.kind == RUN:
        return not beside or any(tile.colour == place.colour for tile in beside)
    return not beside or any(tile.number == place.number for tile in beside)


def _one_of(ways: Sequence[Sequence[str]]) -> list[str]:
    """The faults that are in all ways, and one line for the others, of which nobody can say which it was."""
    sure = [fault for fault in ways[0] if all(fault in faults for faults in ways)]
    others = [" and ".join(fault for fault in faults if fault not in sure) for faults in ways]
    return [*sure, ", or else ".join(others) if len(others) <= _MOST_NAMED else _MISUSED]


def _without(left: Sequence[int], kept: Iterable[int]) -> tuple[int, ...]:
    fewer = list(left)
    for k in kept:
        fewer[k] -= 1
    return tuple(fewer)


def _augment(edges: dict[Hashable, dict[Hashable, int]], node: Hashable, goal: Hashable, seen: set[Hashable]) -> bool:
    """Send one unit more from `node` to `goal`, if that is possible."""
    if node == goal:
        return True
    seen.add(node)
    for after, capacity in list(edges[node].items()):
        if capacity and after not in seen and _augment(edges, after, goal, seen):
            edges[node][after] -= 1
            edges[after][node] = edges[after].get(node, 0) + 1
            return True
    return False
