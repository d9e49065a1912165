from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from covers import Cover, Covers, KeptClass, bag_of, fields_of, freely_arrangeable, holds, partitions
from judge import legal, old_jokers, opening_value, opens, rack_tokens, reaches_threshold, set_value
from rulebook import (
    COLUMNS,
    FREE,
    GROUP,
    JOKER,
    PRESETS,
    RUN,
    STANDARD,
    Natural,
    Place,
    Played,
    Rules,
    Table,
    TableSet,
    Tile,
    canonical,
    content_of,
    heap,
    is_set,
    jokers_of,
    naturals_of,
    sort_played,
    split_jokers,
    sub_multisets,
)

__all__ = [
    "COLUMNS",
    "FREE",
    "GROUP",
    "JOKER",
    "PRESETS",
    "RUN",
    "STANDARD",
    "Natural",
    "Place",
    "Played",
    "Rules",
    "Search",
    "Table",
    "TableSet",
    "Tile",
    "arrangements",
    "best",
    "canonical",
    "face_value",
    "fewest_moved",
    "heap",
    "is_set",
    "jokers_of",
    "legal",
    "moved_tiles",
    "naturals_of",
    "old_jokers",
    "opening_value",
    "partitions",
    "playable",
    "set_value",
    "sort_played",
    "sub_multisets",
]

# --- All arrangements -------------------------------------------------------------------------------------------------


def arrangements(
    old_table: Table, played: Sequence[Tile], rules: Rules, opened: bool = True
) -> Iterator[tuple[TableSet, ...]]:
    """Every legal new table after laying exactly these tiles, each once.

    Tables are sorted tuples of sets in :func:`canonical` notation: two tables that differ only in the colour a joker of
    a group is given are the same, two that differ in the place of a joker in a run are not.
    """
    naturals, jokers = split_jokers(played)
    beside = not opened and rules.opening_table == "no"
    untouched = tuple(canonical(table_set, rules) for table_set in old_table) if beside else ()
    if not beside:
        for _, places in old_table:
            naturals.extend(naturals_of(places))
            jokers += jokers_of(places)
    for sets in partitions(naturals, jokers, rules):
        new_table = tuple(sorted((*untouched, *sets)))
        if legal(old_table, played, new_table, rules, opened):
            yield new_table


# --- The search -------------------------------------------------------------------------------------------------------


class _State(NamedTuple):
    """What is still to be laid. `unplaced` and `heirless` are bit masks over the old sets."""

    bag: int
    """Natural tiles and kept jokers."""
    freed: int
    """Jokers that were freed. Where their place is free of conditions, rack jokers are counted here too."""
    from_rack: int
    """Jokers from the rack."""
    rack: int
    """Rack tiles that are no tokens and have not yet been shown as one of the two that come with a freed joker."""
    unplaced: int
    """Under `lay_off`: old sets that no new set has taken in yet."""
    heirless: int
    """Old sets that have no heir yet; only counted when moved tiles are."""


class Search:
    """Answers questions about one old table, and remembers what it has found out about it.

    :param old_table: sets that are legal under the rules
    """

    def __init__(self, old_table: Table, rules: Rules, opened: bool = True) -> None:
        self.old_table = list(old_table)
        self.rules = rules
        self.opened = opened
        self.jokers = old_jokers(old_table, rules)
        self.old_naturals = [bag_of(naturals_of(places), rules) for _, places in old_table]
        self.old_joker_count = [jokers_of(places) for _, places in old_table]
        self.table_bag = sum(self.old_naturals)
        locked = rules.set_with_joker == "locked"
        classes: list[KeptClass] = []
        self.class_of: list[int] = []
        for joker in self.jokers:
            kept = KeptClass(joker.kind, joker.rep, joker.owner if locked else None)
            if kept not in classes:
                classes.append(kept)
            self.class_of.append(classes.index(kept))
        self.covers = Covers(rules, classes, by_content=True)
        self.first_class = rules.colours * rules.numbers
        self.locks = [
            (
                self.old_naturals[owner],
                sum(15 << 4 * (self.first_class + index) for index, kept in enumerate(classes) if kept.owner == owner),
            )
            for owner in range(len(self.old_table))
            if locked and self.old_joker_count[owner]
        ]
        every_rep = frozenset[Natural]().union(*(joker.rep for joker in self.jokers))
        self.token_mask = 15 * bag_of(every_rep, rules)
        self._continues: dict[tuple[str, int], bool] = {}
        self._can: dict[_State, bool] = {}
        self._least_moved: dict[_State, tuple[int, bool]] = {}
        self._playable: dict[Played, bool] = {}

    def can_play(self, played: Sequence[Tile]) -> bool:
        """Whether exactly these rack tiles can be laid."""
        key = sort_played(played)
        if key not in self._playable:
            self._playable[key] = self._can_play(key)
        return self._playable[key]

    def _can_play(self, played: Played) -> bool:
        rules = self.rules
        if not played:
            return False
        if not self.opened and rules.opening_table == "no":
            return reaches_threshold(played, rules)
        naturals, jokers = split_jokers(played)
        bag = self.table_bag + bag_of(naturals, rules)
        if not freely_arrangeable(bag, len(self.jokers) + jokers, rules):
            return False
        if not self.opened and not opens(played, rules):
            return False
        return any(self._can_finish(state) for state in self._starts(played))

    def fewest_moved(self, played: Sequence[Tile]) -> int | None:
        """The fewest table tiles that leave their set when exactly these tiles are laid; None if they cannot be."""
        if not self.can_play(played):
            return None
        if not self.opened and self.rules.opening_table == "no":
            return 0
        everyone = (1 << len(self.old_table)) - 1
        starts = self._starts(sort_played(played))
        fewest = sum(len(places) for _, places in self.old_table) + 1
        for state in starts:
            fewest = min(fewest, self._moved(state._replace(heirless=everyone), fewest - 1))
        return fewest

    def _starts(self, played: Played) -> Iterator[_State]:
        """What there is to lay, for every choice of which table jokers are freed and what pays for them."""
        naturals, jokers = split_jokers(played)
        rack = bag_of(naturals, self.rules)
        unplaced = (1 << len(self.old_table)) - 1 if self.rules.rearrange == "lay_off" else 0
        for kept, freed, tokens in self._kept_and_freed(rack):
            bag = self.table_bag + rack + kept
            if self.rules.reuse == "any":
                yield _State(bag, freed + jokers, 0, 0, unplaced, 0)
            elif self.rules.reuse == "new_set" or freed == 0:
                yield _State(bag, freed, jokers, 0, unplaced, 0)
            else:
                yield _State(bag, freed, jokers, rack - tokens, unplaced, 0)

    def _kept_and_freed(self, rack: int) -> list[tuple[int, int, int]]:
        """Kept jokers as a bag, number of freed jokers, and rack tiles used as tokens; every possibility once."""
        found: dict[tuple[int, int, int], None] = {}
        relevant = rack & self.token_mask
        tiles = [self.covers.tiles[field] for field, count in fields_of(relevant) for _ in range(count)]
        # All freed comes first: where freeing costs nothing, that choice already settles it.
        for number in range(len(self.jokers), -1, -1):
            for freed in combinations(range(len(self.jokers)), number):
                kept = sum(
                    1 << 4 * (self.first_class + self.class_of[index])
                    for index in range(len(self.jokers))
                    if index not in freed
                )
                for tokens in rack_tokens([self.jokers[index] for index in freed], self.old_table, tiles, self.rules):
                    found[kept, number, bag_of(tokens, self.rules)] = None
        return list(found)

    def _can_finish(self, state: _State) -> bool:
        if state.bag == 0:
            return state.freed == 0 and state.from_rack == 0 and state.unplaced == 0
        known = self._can.get(state)
        if known is None:
            known = self._can[state] = any(self._can_finish(after) for after, _ in self._steps(state))
        return known

    def _moved(self, state: _State, limit: int) -> int:
        """The fewest tiles of the old sets without an heir that must end outside their heirs.

        Exact up to `limit`; beyond it any number above the limit may be returned.
        """
        # Natural tiles that have been laid already are not in the heir of a set that has none yet.
        heirless = [index for index in range(len(self.old_table)) if state.heirless >> index & 1]
        at_least = sum(self._gone(index, state.bag) for index in heirless)
        if state.bag == 0 and self._can_finish(state):
            return sum(len(self.old_table[index][1]) for index in heirless)
        if at_least > limit or not self._can_finish(state._replace(heirless=0)):
            return max(at_least, limit + 1)
        known, exact = self._least_moved.get(state, (at_least, False))
        if exact or known > limit:
            return known
        fewest = limit + 1
        for after, cover in self._steps(state):
            for index in heirless:
                lost = len(self.old_table[index][1]) - self._shared(cover, index)
                without = after._replace(heirless=after.heirless & ~(1 << index))
                fewest = min(fewest, lost + self._moved(without, fewest - 1 - lost))
            fewest = min(fewest, self._moved(after, fewest - 1))
        self._least_moved[state] = (fewest, fewest <= limit)
        return fewest

    def _gone(self, index: int, bag: int) -> int:
        """How many natural tiles of an old set are not in the bag any more."""
        return sum(max(0, count - (bag >> 4 * field & 15)) for field, count in fields_of(self.old_naturals[index]))

    def _shared(self, cover: Cover, index: int) -> int:
        """Tiles that a new set and an old set have in common; a joker matches a joker."""
        old = fields_of(self.old_naturals[index])
        naturals = sum(min(count, cover.naturals >> 4 * field & 15) for field, count in old)
        return naturals + min(cover.all_jokers, self.old_joker_count[index])

    def _steps(self, state: _State) -> Iterator[tuple[_State, Cover]]:
        """Lay one set around the smallest tile, in every legal way."""
        for cover in self.covers.covering(state.bag, state.freed + state.from_rack):
            if self.locks and not self._locked_sets_stay(state.bag, cover):
                continue
            bag = state.bag - cover.bag
            for freed, from_rack, rack in self._joker_choices(state, cover):
                if state.unplaced:
                    for unplaced in self._taken_in(state.unplaced, cover):
                        yield _State(bag, freed, from_rack, rack, unplaced, state.heirless), cover
                else:
                    yield _State(bag, freed, from_rack, rack, 0, state.heirless), cover

    def _locked_sets_stay(self, bag: int, cover: Cover) -> bool:
        """`locked`: with a kept joker come all kept jokers and all natural tiles of its old set."""
        needed = 0
        for naturals, kept_mask in self.locks:
            if cover.bag & kept_mask:
                if cover.bag & kept_mask != bag & kept_mask:
                    return False
                needed += naturals
        return needed == 0 or holds(cover.naturals, needed)

    def _joker_choices(self, state: _State, cover: Cover) -> Iterator[tuple[int, int, int]]:
        """`jokers.reuse`: which of the set's jokers were freed and which come from the rack; what is left of each."""
        if self.rules.reuse == "any" or cover.jokers == 0:
            yield state.freed - cover.jokers, state.from_rack, state.rack
            return
        for from_rack in range(min(cover.jokers, state.from_rack) + 1):
            freed = cover.jokers - from_rack
            if freed > state.freed or (freed and self._adds_to_an_old_set(cover)):
                continue
            left = (state.freed - freed, state.from_rack - from_rack)
            if freed == 0 or self.rules.reuse == "new_set" or from_rack >= 2:
                yield (*left, state.rack)
                continue
            tiles = [1 << 4 * field for field, count in fields_of(cover.naturals) for _ in range(count)]
            for shown in set(combinations(tiles, 2 - from_rack)):
                if holds(state.rack, sum(shown)):
                    yield (*left, state.rack - sum(shown))

    def _adds_to_an_old_set(self, cover: Cover) -> bool:
        key = (cover.kind, cover.naturals)
        known = self._continues.get(key)
        if known is None:
            known = self._continues[key] = any(
                kind == cover.kind and holds(cover.naturals, naturals)
                for (kind, _), naturals in zip(self.old_table, self.old_naturals, strict=True)
            )
        return known

    def _taken_in(self, unplaced: int, cover: Cover) -> Iterator[int]:
        """`lay_off`: every selection of old sets that the new set can take in whole; yields the ones left."""

        def take(index: int, naturals: int, jokers: int, left: int) -> Iterator[int]:
            if index == len(self.old_table):
                yield left
                return
            yield from take(index + 1, naturals, jokers, left)
            old_naturals, old_joker_count = self.old_naturals[index], self.old_joker_count[index]
            if unplaced >> index & 1 and old_joker_count <= jokers and holds(naturals, old_naturals):
                yield from take(index + 1, naturals - old_naturals, jokers - old_joker_count, left & ~(1 << index))

        return take(0, cover.naturals, cover.all_jokers, unplaced)


# --- Questions --------------------------------------------------------------------------------------------------------

JOKER_IN_HAND = 30


def face_value(played: Iterable[Tile]) -> int:
    """The numbers on the natural tiles, added up."""
    return sum(number for _, number in split_jokers(played)[0])


def _by_value(played: Played) -> tuple[int, ...]:
    return face_value(played), -played.count(JOKER), len(played)


def _by_tiles(played: Played) -> tuple[int, ...]:
    return len(played), face_value(played), -played.count(JOKER)


def _by_penalty(played: Played) -> tuple[int, ...]:
    return face_value(played) + JOKER_IN_HAND * played.count(JOKER), len(played)


OBJECTIVES: dict[str, Callable[[Played], tuple[int, ...]]] = {
    "value": _by_value,
    "tiles": _by_tiles,
    "penalty": _by_penalty,
}


def playable(old_table: Table, rack: Sequence[Tile], rules: Rules, opened: bool = True) -> list[Played]:
    """Every different selection of rack tiles that can be laid, sorted by number of tiles and then by tiles."""
    search = Search(old_table, rules, opened)
    found = [played for played in sub_multisets(rack) if search.can_play(played)]
    return sorted(found, key=lambda played: (len(played), played.count(JOKER), split_jokers(played)[0]))


def best(old_table: Table, rack: Sequence[Tile], rules: Rules, opened: bool = True) -> dict[str, object]:
    """The best that can be done with a rack.

    Returns `tiles`, the most tiles; `value`, the best face value; `goes_out`; and `lexi`, for each objective the best
    of

    * value: (goes out, value, minus jokers laid, tiles laid)
    * tiles: (goes out, tiles laid, value, minus jokers laid)
    * penalty: (goes out, penalty with a joker worth 30, tiles laid)

    Not playing counts as well, with zeros: a joker is not laid for nothing.
    """
    search = Search(old_table, rules, opened)
    most = len(rack) - rules.kept
    selections = [(), *(played for played in sub_multisets(rack) if len(played) <= most)]

    def goal(name: str) -> Callable[[Played], tuple[int, ...]]:
        return lambda played: (0 < len(played) == most, *OBJECTIVES[name](played))

    def first(key: Callable[[Played], tuple[int, ...]]) -> tuple[int, ...]:
        """The highest key; the selections are tried from the best down."""
        for played in sorted(selections, key=key, reverse=True):
            if not played or search.can_play(played):
                return key(played)
        raise AssertionError("not playing is always possible")

    return {
        "tiles": first(lambda played: (len(played),))[0],
        "value": first(lambda played: (face_value(played),))[0],
        "goes_out": any(search.can_play(played) for played in selections if 0 < len(played) == most),
        "lexi": {name: first(goal(name)) for name in OBJECTIVES},
    }


def fewest_moved(old_table: Table, played: Sequence[Tile], rules: Rules, opened: bool = True) -> int:
    """The fewest table tiles that end outside the heir of their set when exactly these tiles are laid.

    Every old set has at most one heir among the new sets and every new set is heir of at most one old set, chosen so
    that most tiles stay.

    :raises ValueError: the tiles cannot be laid.
    """
    moved = Search(old_table, rules, opened).fewest_moved(played)
    if moved is None:
        raise ValueError(f"cannot be laid: {list(played)}")
    return moved


def moved_tiles(old_table: Table, new_table: Table) -> int:
    """The table tiles of one given move that end outside the heir of their set."""
    old = [content_of(table_set) for table_set in old_table]
    new = [content_of(table_set) for table_set in new_table]

    @cache
    def most(index: int, taken: int) -> int:
        if index == len(old):
            return 0
        stays = most(index + 1, taken)
        for heir, contents in enumerate(new):
            if not taken >> heir & 1:
                stays = max(stays, (old[index] & contents).total() + most(index + 1, taken | 1 << heir))
        return stays

    return sum(contents.total() for contents in old) - most(0, 0)
