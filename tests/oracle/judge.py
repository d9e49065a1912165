"""Judges a finished move: conservation, sets, opening, laying off and jokers, each as the rules page words it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from covers import bag_of, covers_of_box, different_choices
from rulebook import (
    GROUP,
    RUN,
    Natural,
    Rules,
    Table,
    TableSet,
    Tile,
    canonical,
    conserved,
    content_of,
    inside,
    is_set,
    missing_tiles,
    naturals_of,
    split_jokers,
    sub_multisets,
    tiles_of,
)


def legal(old_table: Table, played: Sequence[Tile], new_table: Table, rules: Rules, opened: bool = True) -> bool:
    """Judge a finished move. The jokers of the new table's groups may be read in any way.

    >>> from rulebook import STANDARD
    >>> before = [('run', ((1, 4, False), (1, 5, False), (1, 6, False)))]
    >>> legal(before, ['J'], [('run', ((1, 4, False), (1, 5, False), (1, 6, False), (1, 7, True)))], STANDARD)
    True
    """
    if not conserved(old_table, played, new_table) or not all(is_set(table_set, rules) for table_set in new_table):
        return False
    if not opened and rules.opening_table == "no":
        return _opens_beside_the_table(old_table, new_table, rules)
    if not opened and not opens(played, rules):
        return False
    if rules.rearrange == "lay_off" and not _only_laid_off(old_table, new_table):
        return False
    return jokers_legal(old_table, played, new_table, rules)


# --- 2. The opening ---------------------------------------------------------------------------------------------------


def set_value(tiles: Iterable[Tile], rules: Rules) -> int | None:
    """What a set counts in the opening, by its best reading; None when it may not be used. Tiles in any order."""
    naturals, jokers = split_jokers(tiles)
    if rules.opening_joker == "forbidden" and jokers:
        return None
    if isinstance(rules.opening_joker, int):
        return sum(number for _, number in naturals) + jokers * rules.opening_joker
    return _best_reading(tuple(sorted(naturals)), jokers, rules)


@lru_cache(maxsize=100_000)
def _best_reading(naturals: tuple[Natural, ...], jokers: int, rules: Rules) -> int | None:
    """The highest sum of the numbers that the tiles of a set show or stand for, read as a run or as a group."""
    size = len(naturals) + jokers
    readings = []
    colours = {colour for colour, _ in naturals}
    numbers = Counter(number for _, number in naturals)
    if len(numbers) == 1 and len(colours) == len(naturals) and rules.min_group <= size <= rules.largest_group:
        readings.append(size * naturals[0][1])
    if len(colours) == 1 and size >= rules.min_run:
        for first in range(1, rules.numbers + 1):
            if rules.last_position is None or first + size - 1 <= rules.last_position:
                run = [rules.number_at(position) for position in range(first, first + size)]
                if not numbers - Counter(run):
                    readings.append(sum(run))
    return max(readings, default=None)


def _is_opening_run(table_set: TableSet, rules: Rules) -> bool:
    return table_set[0] == RUN and len(table_set[1]) >= max(3, rules.min_run)


def _opens_beside_the_table(old_table: Table, new_table: Table, rules: Rules) -> bool:
    """`opening.table = no`: the old sets lie there unchanged, and the new sets beside them are the opening."""
    before = Counter(canonical(table_set, rules) for table_set in old_table)
    after = Counter(canonical(table_set, rules) for table_set in new_table)
    if before - after:
        return False
    opening = list((after - before).elements())
    values = [set_value(tiles_of(table_set), rules) for table_set in opening]
    if any(value is None for value in values):
        return False
    if rules.needs_run and not any(_is_opening_run(table_set, rules) for table_set in opening):
        return False
    return sum(value for value in values if value is not None) >= rules.opening_points


def opens(played: Sequence[Tile], rules: Rules) -> bool:
    """`opening.table = after`: whether some of the tiles played make opening sets that reach the threshold."""
    if rules.opening_points <= 0 and not rules.needs_run:
        return True
    return any(reaches_threshold(part, rules) for part in sub_multisets(played))


def opening_value(tiles: Sequence[Tile], rules: Rules) -> int | None:
    """The most that exactly these tiles count when laid as opening sets; None when they cannot be."""
    naturals, jokers = split_jokers(tiles)
    return _best_opening(bag_of(naturals, rules), jokers, rules.needs_run, rules)


def reaches_threshold(tiles: Sequence[Tile], rules: Rules) -> bool:
    value = opening_value(tiles, rules)
    return value is not None and value >= rules.opening_points


@lru_cache(maxsize=100_000)
def _best_opening(bag: int, jokers: int, needs_run: bool, rules: Rules) -> int | None:
    """The most points of any partition of these tiles into opening sets, one of them a run where that is asked."""
    if bag == 0:
        return 0 if jokers == 0 and not needs_run else None
    totals = []
    for cover in covers_of_box(rules).covering(bag, jokers):
        table_set = (cover.kind, cover.places)
        value = set_value(tiles_of(table_set), rules)
        rest = _best_opening(
            bag - cover.bag, jokers - cover.jokers, needs_run and not _is_opening_run(table_set, rules), rules
        )
        if value is not None and rest is not None:
            totals.append(value + rest)
    return max(totals, default=None)


# --- 2. Laying off ----------------------------------------------------------------------------------------------------


def _only_laid_off(old_table: Table, new_table: Table) -> bool:
    """`table.rearrange = lay_off`: every old set goes into one new set, and no tile there counts for two of them."""
    room = [content_of(table_set) for table_set in new_table]

    def place(index: int) -> bool:
        if index == len(old_table):
            return True
        old = content_of(old_table[index])
        for contents in room:
            if all(contents[tile] >= count for tile, count in old.items()):
                contents.subtract(old)
                fits = place(index + 1)
                contents.update(old)
                if fits:
                    return True
        return False

    return place(0)


# --- 3. Jokers, formally ----------------------------------------------------------------------------------------------


class OldJoker(NamedTuple):
    """A joker of the old table: the set it lies in and the tiles it may stand for."""

    owner: int
    kind: str
    rep: frozenset[Natural]
    in_group_of_three: bool


def old_jokers(old_table: Table, rules: Rules) -> list[OldJoker]:
    """Every joker of the old table with its `rep`."""
    found = []
    for owner, (kind, places) in enumerate(old_table):
        for colour, number, is_joker in places:
            if is_joker:
                rep = {(colour, number)} if kind == RUN else missing_tiles(places, rules)
                found.append(OldJoker(owner, kind, frozenset(rep), kind == GROUP and len(places) == 3))
    return found


def rack_tokens(
    freed: Sequence[OldJoker], old_table: Table, played: Iterable[Tile], rules: Rules
) -> set[tuple[Natural, ...]]:
    """All ways to pay for the freed jokers, each as the rack tiles it uses as tokens; empty when there is none.

    Every token is a tile of its own. A token from the table is not listed: it costs the rack nothing.
    """
    if rules.freed_by == "rearranging":
        return {()}
    demands: list[tuple[int, frozenset[Natural]]] = []
    for joker in freed:
        if rules.group_of_three == "both" and joker.in_group_of_three:
            demands.extend((joker.owner, frozenset({tile})) for tile in joker.rep)
        else:
            demands.append((joker.owner, joker.rep))
    rack = Counter(split_jokers(played)[0])
    table = [Counter(naturals_of(places)) for _, places in old_table]
    ways: set[tuple[Natural, ...]] = set()

    def pay(index: int, used: tuple[Natural, ...]) -> None:
        if index == len(demands):
            ways.add(tuple(sorted(used)))
            return
        owner, choice = demands[index]
        for tile in choice:
            if rack[tile]:
                rack[tile] -= 1
                pay(index + 1, (*used, tile))
                rack[tile] += 1
            if rules.replaced_from == "rack_or_table":
                for number, tiles in enumerate(table):
                    if number != owner and tiles[tile]:
                        tiles[tile] -= 1
                        pay(index + 1, used)
                        tiles[tile] += 1

    pay(0, ())
    return ways


class _JokerPlace(NamedTuple):
    """A place of the new table that a joker fills, and the tiles it can stand for there."""

    new_set: int
    kind: str
    readings: frozenset[Natural]


def jokers_legal(old_table: Table, played: Sequence[Tile], new_table: Table, rules: Rules) -> bool:
    """Whether some reading of the new table's jokers, some kept and some freed, satisfies all of section 3."""
    places = []
    for index, (kind, new_places) in enumerate(new_table):
        for colour, number, is_joker in new_places:
            if is_joker:
                readings = {(colour, number)} if kind == RUN else missing_tiles(new_places, rules)
                places.append(_JokerPlace(index, kind, frozenset(readings)))
    jokers = old_jokers(old_table, rules)
    for chosen in _keepings(jokers, places):
        freed = [joker for joker, place in zip(jokers, chosen, strict=True) if place is None]
        kept = [(joker, places[place]) for joker, place in zip(jokers, chosen, strict=True) if place is not None]
        if not _kept_can_be_read(kept) or not _locked_sets_stay(kept, old_table, new_table, rules):
            continue
        ways = rack_tokens(freed, old_table, played, rules)
        if not ways:
            continue
        others = [place for index, place in enumerate(places) if index not in chosen]
        # What is neither kept nor freed comes from the rack, so it is enough to say which places the freed jokers take.
        for taken in combinations(range(len(others)), len(freed)):
            freed_at = Counter(others[index].new_set for index in taken)
            rack_at = Counter(place.new_set for index, place in enumerate(others) if index not in taken)
            if _reuse_allowed(freed_at, rack_at, ways, old_table, played, new_table, rules):
                return True
    return False


def _keepings(jokers: list[OldJoker], places: list[_JokerPlace]) -> Iterator[tuple[int | None, ...]]:
    """For each old joker the place where it is kept, or None if it is freed; all combinations."""

    def extend(index: int, chosen: tuple[int | None, ...]) -> Iterator[tuple[int | None, ...]]:
        if index == len(jokers):
            yield chosen
            return
        for number, place in enumerate(places):
            if number not in chosen and place.kind == jokers[index].kind and place.readings & jokers[index].rep:
                yield from extend(index + 1, (*chosen, number))
        yield from extend(index + 1, (*chosen, None))

    return extend(0, ())


def _kept_can_be_read(kept: list[tuple[OldJoker, _JokerPlace]]) -> bool:
    """Whether the kept jokers of each group find different colours, each in its own `rep`.

    The other jokers of the group take the colours that are left.
    """
    groups: dict[int, list[frozenset[Natural]]] = {}
    for joker, place in kept:
        if place.kind == GROUP:
            groups.setdefault(place.new_set, []).append(joker.rep & place.readings)
    return all(different_choices(choices) for choices in groups.values())


def _locked_sets_stay(
    kept: list[tuple[OldJoker, _JokerPlace]], old_table: Table, new_table: Table, rules: Rules
) -> bool:
    """`locked`: the naturals of a set stay with its kept jokers in one new set; no tile does so for two old sets."""
    if rules.set_with_joker != "locked":
        return True
    home: dict[int, int] = {}
    for joker, place in kept:
        if home.setdefault(joker.owner, place.new_set) != place.new_set:
            return False
    needed: dict[int, Counter[Natural]] = {}
    for owner, new_set in home.items():
        needed.setdefault(new_set, Counter()).update(naturals_of(old_table[owner][1]))
    return all(inside(tiles, Counter(naturals_of(new_table[index][1]))) for index, tiles in needed.items())


def adds_to_an_old_set(kind: str, naturals: Counter[Natural], old_table: Table) -> bool:
    """Whether a set contains all natural tiles of an old set of its kind: it is no new set but an old one continued."""
    return any(kind == old_kind and inside(Counter(naturals_of(places)), naturals) for old_kind, places in old_table)


def _reuse_allowed(
    freed_at: Counter[int],
    rack_at: Counter[int],
    ways: set[tuple[Natural, ...]],
    old_table: Table,
    played: Sequence[Tile],
    new_table: Table,
    rules: Rules,
) -> bool:
    """`jokers.reuse`: whether every set that receives a freed joker may do so."""
    if rules.reuse == "any":
        return True
    for index in freed_at:
        kind, places = new_table[index]
        if adds_to_an_old_set(kind, Counter(naturals_of(places)), old_table):
            return False
    if rules.reuse == "new_set":
        return True
    wanted = [(naturals_of(new_table[index][1]), max(0, 2 - rack_at[index])) for index in freed_at]
    for tokens in ways:
        rack = Counter(split_jokers(played)[0])
        rack.subtract(tokens)
        if _two_from_the_rack(wanted, rack):
            return True
    return False


def _two_from_the_rack(wanted: Sequence[tuple[list[Natural], int]], rack: Counter[Natural]) -> bool:
    """Whether each set can show the wanted number of rack tiles, none of them shown twice."""
    if not wanted:
        return True
    naturals, number = wanted[0]
    for shown in combinations(naturals, number):
        left = rack.copy()
        left.subtract(shown)
        if min(left.values(), default=0) >= 0 and _two_from_the_rack(wanted[1:], left):
            return True
    return False
