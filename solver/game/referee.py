"""The referee: is this move legal, and if not, every reason why.

`judge` looks only at the position, the tiles laid and the table that they leave. It
knows nothing of how the move was found, and it is exact: an empty list means that
the move is legal under the rules of the position, whatever they are.

The chapters of this module are the chapters of the rules: tiles, sets, the opening,
old sets that must stay together, and the jokers of the table.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from operator import attrgetter
from typing import NamedTuple

from solver.game.move import Move
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.sets import GROUP, NO_SET, RUN, TileSet, set_faults, why_no_set
from solver.game.tiles import JOKER, Tile, count_tiles

__all__ = [
    "best_opening",
    "best_opening_value",
    "joker_faults",
    "judge",
    "opening_sets",
    "opening_value",
    "opening_worth",
]

_IS_JOKER = attrgetter("is_joker")


def judge(position: Position, move: Move) -> list[str]:
    """Every reason why `move` is illegal in `position`, one line each; empty if it is legal.

    The rules are those of the position, `position.opened` included. The jokers of the
    new table are read in the way that is best for the player: which colour the joker
    of a group stands for, and which joker of the old table is which of the new one,
    is free where the rules do not settle it. A loose table has no history: its jokers
    may go anywhere.

    Tiles of the new table that are no set (`NO_SET`) are a reason, and what surely is wrong
    beside them is named, too: they open nothing, they are not the sets that lay there, and
    a joker among them is where it helps the player as far as the tiles beside it allow.
    """
    faults = _played_faults(position, move)
    faults += _conservation_faults(position, move)
    faults += _set_faults(move.table, position.rules)
    if not position.opened:
        touched = _touched_faults(position, move) if position.rules.opening.table == "no" else []
        faults += touched + _opening_faults(position, move)
        if position.rules.opening.table == "no" and not touched:
            # A table that is left alone breaks no rule on old sets and jokers.
            return faults
    if position.rules.table.rearrange == "lay_off":
        faults += _lay_off_faults(position.table, move.table)
    return faults + joker_faults(position, move)


# --- Tiles and sets: nothing is lost, nothing comes from nowhere, all lies in sets ---


def _played_faults(position: Position, move: Move) -> list[str]:
    if not move.played:
        return ["no tile was laid from the rack"]
    rack = count_tiles(position.rack)
    return [
        f"{tile} was laid{_times(count)}, but the rack has {rack[tile] or 'none'}"
        for tile, count in _in_order(count_tiles(move.played))
        if count > rack[tile]
    ]


def _conservation_faults(position: Position, move: Move) -> list[str]:
    before = _tiles_on(position.table) if position.loose is None else count_tiles(position.loose)
    before.update(count_tiles(move.played))
    after = _tiles_on(move.table)
    if dict(before) == dict(after):
        return []
    return [
        f"{tile} is missing{_times(count)} on the new table: it {_origin(tile, position, move)}"
        for tile, count in _in_order(before - after)
    ] + [
        f"{tile} is on the new table{_times(after[tile])}, but only {before[tile]} lay there or were laid"
        if before[tile]
        else f"{tile} is on the new table{_times(count)}, but it neither lay there nor was laid"
        for tile, count in _in_order(after - before)
    ]


def _origin(tile: Tile, position: Position, move: Move) -> str:
    """Where a tile that is missing was before."""
    laid, lay = tile in count_tiles(move.played), tile in position.table_tiles
    return "lay on the old one or was laid" if laid and lay else "was laid" if laid else "lay on the old one"


def _tiles_on(table: Iterable[TileSet]) -> Counter[Tile]:
    """The physical tiles of a table, as `count_tiles` has them but faster: few of them are jokers."""
    counts = Counter(chain.from_iterable(tile_set.tiles for tile_set in table))
    jokers = list(filter(_IS_JOKER, counts))
    if jokers:
        counts[JOKER] = sum(counts.pop(joker) for joker in jokers)
    return counts


def _in_order(counts: Counter[Tile]) -> list[tuple[Tile, int]]:
    """Tiles and how many of each there are, jokers last."""
    return sorted(counts.items(), key=lambda item: (item[0].is_joker, item[0]))


def _times(count: int) -> str:
    return "" if count == 1 else " twice" if count == 2 else f" {count} times"


def _set_faults(table: Sequence[TileSet], rules: Rules) -> list[str]:
    faults = []
    for i, tile_set in enumerate(table, 1):
        if tile_set.kind == NO_SET:
            faults.append(f"new table, set {i}: {why_no_set(tile_set.tiles, rules)}")
        else:
            faults += [
                f"new table, set {i}: {tile_set} is no {tile_set.kind}: {fault}"
                for fault in set_faults(tile_set, rules)
            ]
    return faults


# --- The opening ---


def opening_sets(position: Position, move: Move) -> list[TileSet] | None:
    """The sets that open the game in this move, or None if the rules ask for no opening here.

    Where the table may not be used in the opening turn these are all sets that are new
    on the table and hold nothing but tiles that were laid; else the best sets that the
    tiles laid make by themselves, whether or not they are still sets at the end of the turn.
    """
    if not position.must_open:
        return None
    if position.rules.opening.table == "no":
        laid = count_tiles(move.played)
        return [tile_set for tile_set in _new_sets(position, move) if count_tiles(tile_set.tiles) <= laid]
    return best_opening(_laid(position, move), position.rules)


def opening_value(position: Position, move: Move) -> int | None:
    """What the `opening_sets` of this move count; None if the rules ask for no opening here."""
    sets = opening_sets(position, move)
    return None if sets is None else opening_worth(sets, position.rules)


def best_opening(tiles: Iterable[Tile], rules: Rules) -> list[TileSet]:
    """The opening sets of highest value that some of `tiles` make under `rules`, exactly.

    If the rules ask for a run, one is among them if the tiles hold one at all. The list
    is empty if the tiles make no set. Of more than 24 tiles, sets that open are enough: the
    search for the best would take too long, and nothing hangs on it.
    """
    bare = tuple(sorted(tile.bare for tile in tiles))
    if len(bare) > _MOST_SEARCHED and (enough := _dearest_first(bare, rules)):
        return enough
    return list(_best_opening(bare, rules))


def best_opening_value(tiles: Iterable[Tile], rules: Rules) -> int:
    """What `best_opening` counts; 0 if the tiles make no set."""
    return opening_worth(best_opening(tiles, rules), rules)


def _opening_faults(position: Position, move: Move) -> list[str]:
    rules = position.rules
    sets = opening_sets(position, move) or []
    faults = []
    those = "the sets from the rack"
    if rules.opening.table == "no":
        if rules.opening.joker == "forbidden" and JOKER in count_tiles(move.played):
            faults.append("opening: no joker may be laid in the opening turn")
        if any(tile_set.kind == NO_SET for tile_set in sets):
            sets = [tile_set for tile_set in sets if tile_set.kind != NO_SET]
            those += " that are sets"
    elif rules.opening.joker == "forbidden" and JOKER in count_tiles(move.played):
        those += " without jokers"
    value = opening_worth(sets, rules)
    if value < rules.opening.points:
        faults.append(f"opening: {those} add up to {value}, and {rules.opening.points} are needed")
    if rules.opening.needs_run and not any(_is_opening_run(tile_set, rules) for tile_set in sets):
        faults.append(f"opening: a run of {_opening_run(rules)} or more tiles from the rack is needed")
    return faults


def _touched_faults(position: Position, move: Move) -> list[str]:
    if position.loose:
        return ["the table may not be touched in the opening turn, and which sets lay on it is not known"]
    no_sets = [tile_set for tile_set in move.table if tile_set.kind == NO_SET]
    gone = _unmatched(position.table, [s for s in move.table if s.kind != NO_SET], _as_it_lies)
    return [
        f"{tile_set} was touched, and the table stays as it is in the opening turn"
        # The tiles of an old set are no set where only their joker is written for what it cannot be.
        for tile_set in _unmatched(gone, no_sets, _bare)
    ]


def _new_sets(position: Position, move: Move) -> list[TileSet]:
    """The sets of the new table that did not lie on the old one."""
    return _unmatched(move.table, position.table, _as_it_lies)


def _unmatched(
    sets: Iterable[TileSet], others: Iterable[TileSet], look: Callable[[TileSet], Hashable]
) -> list[TileSet]:
    """The sets that are left when each of `others` takes away one set that looks like it."""
    looks = Counter(map(look, others))
    left = []
    for tile_set in sets:
        seen = look(tile_set)
        if looks[seen]:
            looks[seen] -= 1
        else:
            left.append(tile_set)
    return left


def _bare(tile_set: TileSet) -> Hashable:
    """The tiles of a set, whatever its jokers stand for."""
    return tuple(sorted(tile.bare for tile in tile_set.tiles))


def _as_it_lies(tile_set: TileSet) -> Hashable:
    """Equal for sets that look the same on the table: the joker of a group shows no colour."""
    return tile_set.tiles if tile_set.kind == RUN else _bare(tile_set)


def _laid(position: Position, move: Move) -> Iterator[Tile]:
    return (count_tiles(move.played) & count_tiles(position.rack)).elements()


def _opening_run(rules: Rules) -> int:
    """Tiles of the run that an opening needs, if it needs one."""
    return max(3, rules.sets.min_run)


def _is_opening_run(tile_set: TileSet, rules: Rules) -> bool:
    return tile_set.kind == RUN and len(tile_set.tiles) >= _opening_run(rules)


def opening_worth(sets: Iterable[TileSet], rules: Rules) -> int:
    """What these sets count in the opening, each as one set, in the reading that counts most."""
    return sum(_best_reading(tile_set, rules) for tile_set in sets)


def _best_reading(tile_set: TileSet, rules: Rules) -> int:
    naturals, size = tile_set.naturals, len(tile_set.tiles)
    values = [_as_read(tile_set, rules)]
    if rules.opening.joker != "represented" or len(naturals) == size:
        return values[0]
    colours, numbers = {tile.colour for tile in naturals}, Counter(tile.number for tile in naturals)
    if len(numbers) == 1 and len(colours) == len(naturals) and rules.sets.min_group <= size <= rules.max_group:
        values.append(size * naturals[0].number)
    if len(colours) == 1 and size >= rules.sets.min_run:
        runs = (_run_numbers(first, size, rules) for first in range(1, rules.tiles.numbers + 1))
        values += [sum(run) for run in runs if numbers <= Counter(run)]
    return max(values)


def _as_read(tile_set: TileSet, rules: Rules) -> int:
    """What a set counts in the opening if its jokers stand for what they say."""
    if rules.opening.joker == "represented":
        return tile_set.value
    each = rules.opening.joker if isinstance(rules.opening.joker, int) else 0
    return sum(tile.number for tile in tile_set.naturals) + each * tile_set.joker_count


def _run_numbers(first: int, size: int, rules: Rules) -> list[int]:
    """The numbers of a run of `size` tiles from `first` on; empty if no run can lie there."""
    n = rules.tiles.numbers
    if rules.sets.wrap != "around" and first + size - 1 > n + (rules.sets.wrap == "high_one"):
        return []
    return [(number - 1) % n + 1 for number in range(first, first + size)]


_MOST_SEARCHED = 24
"""Of more tiles than this the best opening is only searched for if a good one does not open."""


def _dearest_first(tiles: tuple[Tile, ...], rules: Rules) -> list[TileSet]:
    """Sets that open the game, the dearest laid first, after a run if one is asked for; empty if they do not open."""
    left = Counter(tiles)
    jokers = 0 if rules.opening.joker == "forbidden" else left[JOKER]
    sets = _sets_from(left - Counter({JOKER: left[JOKER]}), jokers, rules)
    sets.sort(key=lambda tile_set: (-_as_read(tile_set, rules), tile_set.kind, tile_set.tiles))
    if rules.opening.needs_run:
        sets.sort(key=lambda tile_set: not _is_opening_run(tile_set, rules))
    chosen: list[TileSet] = []
    for tile_set in sets:
        wanted = count_tiles(tile_set.tiles)
        while wanted <= left:
            left -= wanted
            chosen.append(tile_set)
    opens = opening_worth(chosen, rules) >= rules.opening.points
    if rules.opening.needs_run and not any(_is_opening_run(tile_set, rules) for tile_set in chosen):
        opens = False
    return chosen if opens else []


class _Meld(NamedTuple):
    """A set that may be laid in the opening; `weight` are its tiles, packed in an integer."""

    weight: int
    value: int
    is_run: bool
    tile_set: TileSet


@lru_cache(maxsize=64)
def _best_opening(tiles: tuple[Tile, ...], rules: Rules) -> tuple[TileSet, ...]:
    """Take the lowest tile that is left and lay it in each set where it is the lowest, or not at all.

    The tiles that are left are packed in one integer, a field for each kind of tile. The
    top bit of a field is set, and is lost where a set takes out more than there is.
    """
    held = Counter(tiles)
    jokers = held.pop(JOKER, 0)
    sets = _sets_from(held, 0 if rules.opening.joker == "forbidden" else jokers, rules)
    order = sorted({tile for tile_set in sets for tile in tile_set.naturals}, key=lambda t: (t.number, t.colour))
    place = {tile: i for i, tile in enumerate([*order, JOKER])}
    bits = max(1, jokers, *held.values()).bit_length() + 1
    count = (1 << bits - 1) - 1
    tops = sum(1 << bits * i + bits - 1 for i in place.values())
    melds: list[list[_Meld]] = [[] for _ in order]
    for tile_set in sets:
        weight = sum(1 << bits * place[tile.bare] for tile in tile_set.tiles)
        meld = _Meld(weight, _as_read(tile_set, rules), _is_opening_run(tile_set, rules), tile_set)
        melds[min(place[tile] for tile in tile_set.naturals)].append(meld)

    known: dict[tuple[int, bool], tuple[int, _Meld | None]] = {}
    impossible = -1

    def search(left: int, needs_run: bool, i: int) -> tuple[int, _Meld | None]:
        """The most that the tiles left, all from `order[i:]`, and jokers count, and the first set of that."""
        while i < len(order) and not left >> bits * i & count:
            i += 1
        if i == len(order):
            return (impossible if needs_run else 0), None
        key = left, needs_run
        if key not in known:
            best, first = search(left & ~(count << bits * i), needs_run, i + 1)[0], None
            for meld in melds[i]:
                rest = left - meld.weight
                if rest & tops == tops:
                    value = search(rest, needs_run and not meld.is_run, i)[0]
                    if value != impossible and value + meld.value > best:
                        best, first = value + meld.value, meld
            known[key] = best, first
        return known[key]

    everything = tops + sum(held[tile] << bits * i for i, tile in enumerate(order)) + (jokers << bits * len(order))
    needs_run = rules.opening.needs_run and search(everything, True, 0)[0] != impossible
    chosen, left, i = [], everything, 0
    while i < len(order):
        first = search(left, needs_run, i)[1] if left >> bits * i & count else None
        if first is None:
            left, i = left & ~(count << bits * i), i + 1
        else:
            chosen.append(first.tile_set)
            left, needs_run = left - first.weight, needs_run and not first.is_run
    return tuple(chosen)


def _sets_from(held: Counter[Tile], jokers: int, rules: Rules) -> list[TileSet]:
    """All sets that the tiles in hand make, but for runs that are two runs end to end."""
    jokers = min(jokers, rules.max_jokers)
    sets = [
        group
        for number in sorted({tile.number for tile in held})
        for group in _groups_from([tile for tile in sorted(held) if tile.number == number], jokers, rules)
    ]
    for colour in sorted({tile.colour for tile in held}):
        for first in range(1, rules.tiles.numbers + 1):
            sets += _runs_from([], Tile(colour, first), held, jokers, rules)
    # Of the same tiles in several readings, the one that counts most is enough.
    best: dict[Hashable, TileSet] = {}
    for tile_set in sets:
        key = tile_set.kind, tuple(sorted(tile.bare for tile in tile_set.tiles))
        if key not in best or best[key].value < tile_set.value:
            best[key] = tile_set
    return list(best.values())


def _groups_from(tiles: Sequence[Tile], jokers: int, rules: Rules) -> Iterator[TileSet]:
    """The groups of some of these tiles, which have one number and different colours."""
    for chosen in range(1, 1 << len(tiles)):
        naturals = [tile for i, tile in enumerate(tiles) if chosen >> i & 1]
        taken = {tile.colour for tile in naturals}
        missing = [c for c in range(rules.tiles.colours) if c not in taken]
        for count in range(min(jokers, len(missing)) + 1):
            placed = [*naturals, *(Tile(c, tiles[0].number, True) for c in missing[:count])]
            group = TileSet(GROUP, tuple(sorted(placed)))
            if not set_faults(group, rules):
                yield group


def _runs_from(begun: list[Tile], place: Tile, held: Counter[Tile], jokers: int, rules: Rules) -> Iterator[TileSet]:
    """The runs that go on from `begun` with a tile in hand or a joker at `place`."""
    for tile in (place, Tile(place.colour, place.number, True)):
        if jokers == 0 if tile.is_joker else held[tile] <= begun.count(tile):
            continue
        longer = [*begun, tile]
        if _is_two_runs(longer, rules):
            continue
        run = TileSet(RUN, tuple(longer))
        if len(longer) >= rules.sets.min_run and not set_faults(run, rules):
            yield run
        numbers = _run_numbers(longer[0].number, len(longer) + 1, rules)
        if numbers:
            yield from _runs_from(longer, Tile(place.colour, numbers[-1]), held, jokers - tile.is_joker, rules)


def _is_two_runs(tiles: Sequence[Tile], rules: Rules) -> bool:
    """Whether a run can be cut in two that do the same in an opening; a longer one then can, too."""
    least = rules.sets.min_run
    if rules.opening.needs_run and len(tiles) < least + _opening_run(rules):
        return False
    jokers = [tile.is_joker for tile in tiles]
    return any(
        min(jokers[:cut].count(False), jokers[cut:].count(False)) >= rules.sets.min_natural
        for cut in range(least, len(tiles) - least + 1)
    )


# --- Old sets that must stay together ---


def _lay_off_faults(old: Sequence[TileSet], new: Sequence[TileSet]) -> list[str]:
    """Old sets that do not lie in one new set each, without sharing a tile."""
    # A set that still lies there may as well be taken as untouched.
    room = [count_tiles(tile_set.tiles) for tile_set in _unmatched(new, old, _bare)]
    moved = [(tile_set, count_tiles(tile_set.tiles)) for tile_set in _unmatched(old, new, _bare)]
    homes = {i: [k for k, free in enumerate(room) if tiles <= free] for i, (_, tiles) in enumerate(moved)}
    faults = [
        f"{moved[i][0]} was taken apart: every old set stays together in one set of the new table"
        for i in homes
        if not homes[i]
    ]
    for cluster in _clusters({i: places for i, places in homes.items() if places}):
        if not _all_fit([moved[i][1] for i in cluster], room):
            *names, last = [str(moved[i][0]) for i in sorted(cluster)]
            faults.append(f"{', '.join(names)} and {last} do not all stay together: the new sets have no room for that")
    return faults


def _clusters(homes: dict[int, list[int]]) -> list[list[int]]:
    """Sort old sets into clusters that compete for the same new sets."""
    clusters: list[tuple[set[int], list[int]]] = []
    for i, places in homes.items():
        reach, members = set(places), [i]
        for other in [cluster for cluster in clusters if cluster[0] & reach]:
            clusters.remove(other)
            reach, members = reach | other[0], other[1] + members
        clusters.append((reach, members))
    return [members for _, members in clusters]


def _all_fit(sets: list[Counter[Tile]], room: Sequence[Counter[Tile]]) -> bool:
    """Whether `room` can take in all `sets`, each in one place.

    The sets are placed from low numbers to high. What is left of a room is looked at only
    as far as later sets can use it, and rooms that are left alike are one: that keeps the
    number of different states small even if the box has many copies.
    """
    sets = sorted(sets, key=lambda tiles: min((tile.number, tile.colour) for tile in tiles if not tile.is_joker))
    later: list[set[Tile]] = [set()]
    for tiles in reversed(sets):
        later.append(later[-1] | set(tiles))
    later.reverse()
    dead: set[Hashable] = set()

    def useful(rooms: Iterable[Counter[Tile]], i: int) -> list[Counter[Tile]]:
        return [Counter({tile: free[tile] for tile in free if tile in later[i]}) for free in rooms]

    def place(i: int, rooms: list[Counter[Tile]]) -> bool:
        if i == len(sets):
            return True
        looks = [tuple(sorted(free.items())) for free in rooms]
        state = i, tuple(sorted(looks))
        if state in dead:
            return False
        dead.add(state)
        return any(
            place(i + 1, useful((*rooms[:k], rooms[k] - sets[i], *rooms[k + 1 :]), i + 1))
            for k, free in enumerate(rooms)
            if sets[i] <= free and looks[k] not in looks[:k]
        )

    return place(0, useful(room, 0))


# --- The jokers of the table ---


def joker_faults(position: Position, move: Move) -> list[str]:
    """Every rule of the jokers that a move breaks; its sets without jokers make no difference."""
    rules = position.rules.jokers
    if rules.freed_by == "rearranging" and rules.reuse == "any":
        return []
    old = [(i, tile_set) for i, tile_set in enumerate(position.table) if any(map(_IS_JOKER, tile_set.tiles))]
    new = [tile_set for tile_set in move.table if any(map(_IS_JOKER, tile_set.tiles))]
    before = sum(tile_set.joker_count for _, tile_set in old) + count_tiles(move.played)[JOKER]
    lost = before - sum(tile_set.joker_count for tile_set in new)
    if not old or lost < 0:
        # Where jokers come from nowhere, which is a fault already, nobody can say which one is which.
        return []
    if before > position.rules.tiles.jokers and count_tiles(move.played)[JOKER] > count_tiles(position.rack)[JOKER]:
        # The same, and there may be any number of them.
        return []
    if lost:
        # A fault already, too: which they were, and what became of them, is open.
        new.append(TileSet(NO_SET, (JOKER,) * lost))
    case = _JokerCase(position, move, old, new)
    return [] if case.is_legal() else case.best_explanation()


class _Alike(NamedTuple):
    """Jokers of the old table that the rules treat alike.

    `wanted` are the tiles that one of them may stand for, `home` is the number of its old
    set where that matters, else -1. `jokers` are the jokers, each with the set it lay in.
    """

    kind: str
    wanted: tuple[Tile, ...]
    takes_all: bool
    home: int
    jokers: list[tuple[Tile, TileSet]]


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
        self, position: Position, move: Move, old: Sequence[tuple[int, TileSet]], new: Sequence[TileSet]
    ) -> None:
        """`old` are the sets of the old table with jokers, and their numbers, `new` those of the new one."""
        self.rules = position.rules
        self.old = position.table
        self.new = move.table
        self.played = count_tiles(move.played)
        self.locked = self.rules.jokers.set_with_joker == "locked"
        self.alike = self._sort_jokers(old)
        # What is no set comes last: what it may hold depends on what is left.
        self.sets = sorted(new, key=lambda tile_set: tile_set.kind == NO_SET)
        self.keepable = [self._keepable(tile_set) for tile_set in self.sets]
        self._blocking: dict[int, TileSet | None] = {}
        self._on_table: dict[Tile, list[tuple[int, int]]] = {}
        self._enough: dict[Hashable, bool] = {}

    def _sort_jokers(self, old: Iterable[tuple[int, TileSet]]) -> list[_Alike]:
        alike: dict[Hashable, _Alike] = {}
        for i, tile_set in old:
            naturals = tile_set.naturals
            three = tile_set.kind == GROUP and len(tile_set.tiles) == 3
            takes_all = three and self.rules.jokers.group_of_three == "both"
            for joker in filter(_IS_JOKER, tile_set.tiles):
                wanted = tile_set.may_stand_for(joker, self.rules)
                home = i if self.locked or any(tile in naturals for tile in wanted) else -1
                key = tile_set.kind, wanted, takes_all, home
                alike.setdefault(key, _Alike(*key, [])).jokers.append((joker, tile_set))
        return list(alike.values())

    def _keepable(self, tile_set: TileSet) -> list[tuple[int, ...]]:
        """All choices of old jokers that can be the same joker as before in this new set, most first."""
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
            if fitting:
                found |= {
                    tuple(sorted((*kept, k)))
                    for kept in found
                    if len(kept) < tile_set.joker_count
                    for k, count in fitting
                    if kept.count(k) < count
                }
        return sorted(found, key=lambda kept: (-len(kept), kept))

    def is_legal(self) -> bool:
        """Whether some way to say which joker is which obeys every rule."""
        dead: set[Hashable] = set()

        def place(i: int, left: tuple[int, ...], rack_jokers: int, hosts: tuple[tuple[int, int], ...]) -> bool:
            """Place the jokers of `sets[i:]`; `hosts` are the sets that need tiles from the rack, and how many."""
            if i == len(self.sets):
                return rack_jokers == 0 and self._enough_tiles(left, hosts)
            state = i, left, rack_jokers, hosts
            if state in dead:
                return False
            for placing in self._placings(i, left, rack_jokers):
                if placing.freed and self._old_set_in(i) or self._tears_locked_set(i, placing.kept, left):
                    continue
                needed = self._rack_tiles_needed(i, placing)
                now_hosts = (*hosts, (i, needed)) if needed else hosts
                if place(i + 1, _without(left, placing.kept), rack_jokers - placing.from_rack, now_hosts):
                    return True
            dead.add(state)
            return False

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
        if self.rules.jokers.reuse == "any":
            return None
        if i not in self._blocking:
            new = self.sets[i]
            naturals = Counter(new.naturals)
            holding = (old for old in self.old if old.kind == new.kind and Counter(old.naturals) <= naturals)
            self._blocking[i] = next(holding, None)
        return self._blocking[i]

    def _tears_locked_set(self, i: int, kept: Iterable[int], left: Sequence[int]) -> bool:
        """Whether jokers may not stay in `sets[i]` because their old sets do not stay with them."""
        if not self.locked or not kept or self.sets[i].kind == NO_SET:
            return False
        homes = {self.alike[k].home for k in kept}
        if any(kind.home in homes and left[k] < len(kind.jokers) for k, kind in enumerate(self.alike)):
            return True
        return not Counter(t for home in homes for t in self.old[home].naturals) <= Counter(self.sets[i].naturals)

    def _rack_tiles_needed(self, i: int, placing: _Placing) -> int:
        """Number tiles from the rack that must lie in `sets[i]`, if it receives a freed joker."""
        if not self.rules.jokers.two_rack or not placing.freed or self.sets[i].kind == NO_SET:
            return 0
        return max(0, 2 - placing.from_rack)

    def _enough_tiles(self, freed: Sequence[int], hosts: Sequence[tuple[int, int]]) -> bool:
        """Whether different tiles replace all freed jokers and are the rack tiles that hosts need."""
        key = tuple(freed), tuple(hosts)
        if key not in self._enough:
            self._enough[key] = self._tiles_flow(*key)
        return self._enough[key]

    def _tiles_flow(self, freed: Sequence[int], hosts: Sequence[tuple[int, int]]) -> bool:
        """`_enough_tiles` as a flow from needs to tiles."""
        edges: dict[Hashable, dict[Hashable, int]] = defaultdict(dict)
        for k, count in enumerate(freed):
            kind = self.alike[k]
            if not count or self.rules.jokers.freed_by == "rearranging":
                continue
            for wanted in [(tile,) for tile in kind.wanted] if kind.takes_all else [kind.wanted]:
                need = "freed", k, wanted
                edges["needs"][need] = count
                for tile in wanted:
                    edges[need]["rack", tile] = count
                    for home, there in self._replacements_on_table(tile):
                        if home != kind.home:
                            edges[need]["table", tile, home] = count
                            edges["table", tile, home]["tiles"] = there
        for i, needed in hosts:
            edges["needs"]["host", i] = needed
            for tile, there in Counter(self.sets[i].naturals).items():
                edges["host", i]["rack", tile] = there
        for tile, laid in self.played.items():
            edges["rack", tile]["tiles"] = laid
        return all(_augment(edges, "needs", "tiles", set()) for _ in range(sum(edges["needs"].values())))

    def _replacements_on_table(self, tile: Tile) -> list[tuple[int, int]]:
        """The old sets that `tile` may be taken from to replace a joker, and how often it lies there."""
        if self.rules.jokers.replaced_from == "rack":
            return []
        if tile not in self._on_table:
            counts = [(i, tile_set.tiles.count(tile)) for i, tile_set in enumerate(self.old)]
            self._on_table[tile] = [(i, count) for i, count in counts if count]
        return self._on_table[tile]

    def best_explanation(self) -> list[str]:
        """The faults of an illegal case in the words of players: of the account with fewest faults."""
        for kind in self.alike:
            # Of jokers that are alike, call those freed whose set is gone.
            kind.jokers.sort(key=lambda joker: joker[1] not in self.new)
        accounts = islice(self._accounts(0, self._all_jokers(), self.played[JOKER]), _MOST_ACCOUNTS)
        unsure = any(tile_set.kind == NO_SET for tile_set in self.sets)
        best: list[list[str]] = []
        for placings in accounts:
            faults = self._faults_of(placings)
            if not best or len(faults) < len(best[0]):
                best = [faults]
            elif len(faults) == len(best[0]) and faults not in best:
                best.append(faults)
            if len(best[0]) == 1 and not unsure:
                break
        if len(best) > 1 and unsure:
            return _one_of(best)
        return best[0] if best else [_MISUSED]

    def _accounts(self, i: int, left: tuple[int, ...], rack_jokers: int) -> Iterator[tuple[_Placing, ...]]:
        """All ways to say which joker is which, whether they obey the rules or not."""
        if i == len(self.sets):
            if rack_jokers == 0:
                yield ()
            return
        for placing in self._placings(i, left, rack_jokers):
            rest = self._accounts(i + 1, _without(left, placing.kept), rack_jokers - placing.from_rack)
            yield from ((placing, *others) for others in rest)

    def _faults_of(self, placings: Sequence[_Placing]) -> list[str]:
        left = self._all_jokers()
        for placing in placings:
            left = _without(left, placing.kept)
        freed = [(k, *joker) for k, count in enumerate(left) for joker in self.alike[k].jokers[-count:] if count]
        served = [0] * len(left)
        faults = []
        for k, joker, home in freed:
            served[k] += 1
            if not self._enough_tiles(served, ()):
                served[k] -= 1
                faults.append(self._unreplaced(k, joker, home))
        who = f"{freed[0][1]}, freed from {freed[0][2]}," if len(freed) == 1 else "a freed joker"
        hosts: list[tuple[int, int]] = []
        for i, placing in enumerate(placings):
            old = self._old_set_in(i) if placing.freed else None
            needed = self._rack_tiles_needed(i, placing)
            if old is not None:
                where = "its own old set" if len(freed) == 1 and old is freed[0][2] else f"the old set {old}"
                faults.append(f"{who} was added to {where}: it must go into a new set")
            elif needed and not self._enough_tiles(served, [*hosts, (i, needed)]):
                faults.append(
                    f"{who} went into {self.sets[i]}: that set needs two tiles from the rack"
                    " besides those that replace jokers"
                )
            elif needed:
                hosts.append((i, needed))
        return faults + self._torn_sets(placings)

    def _unreplaced(self, k: int, joker: Tile, home: TileSet) -> str:
        kind = self.alike[k]
        names = (" and " if kind.takes_all else " or ").join(map(str, kind.wanted))
        taken = f"{joker} was taken from {home}, but"
        one = [int(i == k) for i in range(len(self.alike))]
        if self._enough_tiles(one, ()):
            return f"{taken} each {names} that could replace it replaces another joker"
        if kind.takes_all:
            return f"{taken} only {names} together replace it"
        source = "laid" if self.rules.jokers.replaced_from == "rack" else "laid or brought from another set"
        return f"{taken} no {names} was {source} to replace it"

    def _torn_sets(self, placings: Sequence[_Placing]) -> list[str]:
        """Locked sets that lost tiles although a joker of theirs stayed."""
        if not self.locked:
            return []
        stays: dict[int, list[int]] = defaultdict(list)
        for i, placing in enumerate(placings):
            if self.sets[i].kind == NO_SET:
                continue
            for home in sorted({self.alike[k].home for k in placing.kept}):
                stays[home].append(i)
        faults = []
        for home, places in stays.items():
            together = f"the set {self.old[home]} stays together while its joker stays, but"
            gone = Counter(self.old[home].naturals) - Counter(self.sets[places[0]].naturals)
            if len(places) > 1:
                faults.append(f"{together} it was split")
            elif gone:
                faults.append(f"{together} {', '.join(map(str, gone.elements()))} left it")
        for i, placing in enumerate(placings):
            homes = {self.alike[k].home for k in placing.kept}
            if not faults and self._tears_locked_set(i, placing.kept, self._all_jokers()):
                names = " and ".join(str(self.old[home]) for home in sorted(homes))
                faults.append(f"the sets {names} stay together while their jokers stay, but {self.sets[i]} has less")
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


def _one_of(accounts: Sequence[Sequence[str]]) -> list[str]:
    """The faults that are in all accounts, and one line for the others, of which nobody can say which it was."""
    sure = [fault for fault in accounts[0] if all(fault in faults for faults in accounts)]
    others = [" and ".join(fault for fault in faults if fault not in sure) for faults in accounts]
    return [*sure, ", or else ".join(others) if len(others) <= _MOST_NAMED else _MISUSED]


_MISUSED = "the jokers of the table are not used as the rules allow"

_MOST_NAMED = 3
"""Accounts that one line names, where several are as good."""

_MOST_ACCOUNTS = 1000
"""Accounts looked at to explain a fault; with one or two jokers there are at most a few dozen."""


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
