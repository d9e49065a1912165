"""The opening: which sets of a move open the game, what they count, and the best that a rack can open with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from solver.deadline import Deadline, check_time
from solver.game.matching import places_not_among
from solver.game.move import Move
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.sets import GROUP, NO_SET, RUN, TileSet, run_numbers, set_faults
from solver.game.tiles import JOKER, Tile, count_tiles

__all__ = [
    "best_opening",
    "best_opening_value",
    "best_reading",
    "has_opening_run",
    "opening_sets",
    "opening_still_lies",
    "opening_value",
    "opening_worth",
    "opens",
    "read_for_opening",
    "sets_laid",
]


def opening_sets(position: Position, move: Move, deadline: Deadline = None) -> list[TileSet] | None:
    """The sets that open the game in this move, or None if the rules ask for no opening here.

    Where the table may not be used in the opening turn these are all sets that are new
    on the table and hold nothing but tiles that were laid, read in the way that counts most
    where a joker did not say what it stands for; else the best sets that the
    tiles laid make by themselves, whether or not they are still sets at the end of the turn.

    :raises TimeoutError: if they were not found before `deadline`.
    """
    if not position.must_open:
        return None
    laid = count_tiles(move.played)
    if position.rules.opening.leaves_table:
        return [tile_set for tile_set in _new_sets(position, move) if count_tiles(tile_set.tiles) <= laid]
    return best_opening((laid & count_tiles(position.rack)).elements(), position.rules, deadline)


def _new_sets(position: Position, move: Move) -> Iterator[TileSet]:
    """The sets that did not lie on the table, in the reading that counts most."""
    given = move.given or [tile_set.tiles for tile_set in move.table]
    for i in places_not_among(move.table, position.table):
        yield best_reading(move.table[i], position.rules, given[i])


def read_for_opening(position: Position, move: Move) -> tuple[Move, tuple[int, ...]]:
    """The move with its new sets in the reading that counts most, where they open beside the table.

    Also the numbers, from 1, of those that could be read in several ways.
    """
    if not position.must_open or not position.rules.opening.leaves_table or move.given is None:
        return move, ()
    table, several = list(move.table), []
    for i in places_not_among(move.table, position.table):
        table[i] = best_reading(table[i], position.rules, move.given[i])
        if JOKER in move.given[i] and len(TileSet.readings(move.given[i], position.rules)) > 1:
            several.append(i + 1)
    return replace(move, table=tuple(table)), tuple(several)


def opening_still_lies(position: Position, move: Move) -> bool:
    """Whether sets of the new table that are made of nothing but tiles laid are an opening by themselves."""
    return opens([best_reading(tile_set, position.rules) for tile_set in sets_laid(position, move)], position.rules)


def sets_laid(position: Position, move: Move) -> list[TileSet]:
    """The sets of the new table that may have been laid as they are, in an opening, those of most value first."""
    laid = count_tiles(move.played)
    sets = []
    for tile_set in sorted(move.table, key=lambda s: (-s.value, s.kind, s.tiles)):
        tiles = count_tiles(tile_set.tiles)
        if tiles <= laid and not (tile_set.joker_count and position.rules.opening.forbids_jokers):
            laid -= tiles
            sets.append(tile_set)
    return sets


def opening_value(position: Position, move: Move) -> int | None:
    """What the `opening_sets` of this move count; None if the rules ask for no opening here."""
    sets = opening_sets(position, move)
    return None if sets is None else opening_worth(sets, position.rules)


def best_opening(tiles: Iterable[Tile], rules: Rules, deadline: Deadline = None) -> list[TileSet]:
    """The opening sets of highest value that some of `tiles` make under `rules`, exactly.

    If the rules ask for a run, one is among them if the tiles hold one at all. The list
    is empty if the tiles make no set. Of more than 24 tiles, sets that open are enough: the
    search for the best would take too long, and nothing hangs on it.

    :raises TimeoutError: if they were not found before `deadline`.
    """
    return list(_best_opening(tuple(sorted(tile.bare for tile in tiles)), rules, _Due(deadline)))


def best_opening_value(tiles: Iterable[Tile], rules: Rules) -> int:
    """What `best_opening` counts; 0 if the tiles make no set."""
    return opening_worth(best_opening(tiles, rules), rules)


def opens(sets: Sequence[TileSet], rules: Rules) -> bool:
    """Whether these sets, laid from the rack, are an opening."""
    return has_opening_run(sets, rules) and opening_worth(sets, rules) >= rules.opening.points


def has_opening_run(sets: Iterable[TileSet], rules: Rules) -> bool:
    """Whether the run that an opening needs is among these sets; always so if it needs none."""
    return not rules.opening.needs_run or any(_is_opening_run(tile_set, rules) for tile_set in sets)


def _is_opening_run(tile_set: TileSet, rules: Rules) -> bool:
    return tile_set.kind == RUN and len(tile_set.tiles) >= rules.opening_run


def opening_worth(sets: Iterable[TileSet], rules: Rules) -> int:
    """What these sets count in the opening, their jokers as what they say that they stand for."""
    return sum(_as_read(tile_set, rules) for tile_set in sets)


def best_reading(tile_set: TileSet, rules: Rules, given: Sequence[Tile] | None = None) -> TileSet:
    """The set in the reading that counts most in the opening, as it is if none counts more.

    Only jokers that say nothing in `given`, its tiles as they were given, may stand for something
    else; without `given` all may. A run stays one where the rules ask for a run.
    """
    if rules.opening.joker_points is not None or not tile_set.joker_count or tile_set.kind == NO_SET:
        return tile_set
    tiles = [tile.bare for tile in tile_set.tiles] if given is None else given
    if JOKER not in tiles:
        return tile_set
    readings = TileSet.readings(tiles, rules)
    if rules.opening.needs_run:
        readings = [reading for reading in readings if reading.kind == tile_set.kind]
    return max([tile_set, *readings], key=lambda reading: reading.value)


def _as_read(tile_set: TileSet, rules: Rules) -> int:
    """What a set counts in the opening if its jokers stand for what they say."""
    each = rules.opening.joker_points
    if each is None:
        return tile_set.value
    return sum(tile.number for tile in tile_set.naturals) + each * tile_set.joker_count


# --- The best opening ---


_MOST_SEARCHED = 24
"""Of more tiles than this the best opening is only searched for if a good one does not open."""


def _most_valuable_first(tiles: tuple[Tile, ...], rules: Rules, deadline: Deadline) -> list[TileSet]:
    """A simple opening with as few jokers as will do; empty if there is none.

    It has the run that it needs, then the set that counts most again and again.
    """
    held = Counter(tiles)
    # Every joker more makes many times as many sets.
    for jokers in range((0 if rules.opening.forbids_jokers else held[JOKER]) + 1):
        if chosen := _with_jokers(held, jokers, rules, deadline):
            return chosen
    return []


def _with_jokers(held: Counter[Tile], jokers: int, rules: Rules, deadline: Deadline) -> list[TileSet]:
    left = held - Counter({JOKER: held[JOKER] - jokers})
    sets = _sets_from(left - Counter({JOKER: jokers}), jokers, rules, deadline)
    sets.sort(key=lambda tile_set: (-_as_read(tile_set, rules), tile_set.kind, tile_set.tiles))
    if rules.opening.needs_run:
        sets.sort(key=lambda tile_set: not _is_opening_run(tile_set, rules))
    chosen: list[TileSet] = []
    for tile_set in sets:
        wanted = count_tiles(tile_set.tiles)
        while wanted <= left:
            left -= wanted
            chosen.append(tile_set)
    return chosen if opens(chosen, rules) else []


class _Meld(NamedTuple):
    """A set that may be laid in the opening; `uses` are places of its tiles in the hand, and how many lie there."""

    uses: tuple[tuple[int, int], ...]
    value: int
    is_run: bool
    tile_set: TileSet

    def taken_from(self, hand: _Hand) -> _Hand | None:
        """What is left of a hand without this set; None if the hand does not hold it."""
        for place, count in self.uses:
            if hand[place] < count:
                return None
        left = list(hand)
        for place, count in self.uses:
            left[place] -= count
        return tuple(left)


_Hand = tuple[int, ...]
"""How many tiles of each kind are in hand: number tiles from low to high, then jokers."""

_Best = tuple[int, _Meld | None]
"""The most that a hand can lay, and the first set of that; None if its lowest tile is not laid."""

_IMPOSSIBLE = -1
"""Less than any opening counts: the run that it needs cannot be laid."""


@dataclass(frozen=True)
class _Due:
    """A deadline that makes no difference to what is asked, so that an answer is found again whatever it was."""

    deadline: Deadline = field(compare=False)


@lru_cache(maxsize=64)
def _best_opening(tiles: tuple[Tile, ...], rules: Rules, due: _Due) -> tuple[TileSet, ...]:
    if len(tiles) > _MOST_SEARCHED and (enough := _most_valuable_first(tiles, rules, due.deadline)):
        return tuple(enough)
    return _search_opening(tiles, rules, due.deadline)


def _search_opening(tiles: tuple[Tile, ...], rules: Rules, deadline: Deadline) -> tuple[TileSet, ...]:
    """Take the lowest tile that is left and lay it in each set where it is the lowest, or not at all."""
    held = Counter(tiles)
    jokers = held.pop(JOKER, 0)
    sets = _sets_from(held, 0 if rules.opening.forbids_jokers else jokers, rules, deadline)
    order = sorted({tile for tile_set in sets for tile in tile_set.naturals}, key=lambda t: (t.number, t.colour))
    place = {tile: i for i, tile in enumerate([*order, JOKER])}
    melds: list[list[_Meld]] = [[] for _ in order]
    for tile_set in sets:
        uses = tuple(Counter(place[tile.bare] for tile in tile_set.tiles).items())
        meld = _Meld(uses, _as_read(tile_set, rules), _is_opening_run(tile_set, rules), tile_set)
        melds[min(place[tile] for tile in tile_set.naturals)].append(meld)
    known: dict[tuple[_Hand, bool], _Best] = {}

    def search(hand: _Hand, needs_run: bool, i: int) -> _Best:
        """The best of a hand that has no number tile before place `i`."""
        while i < len(order) and not hand[i]:
            i += 1
        if i == len(order):
            return (_IMPOSSIBLE if needs_run else 0), None
        key = hand, needs_run
        if key not in known:
            check_time(deadline)
            best, first = search(_without(hand, i), needs_run, i + 1)[0], None
            for meld in melds[i]:
                left = meld.taken_from(hand)
                if left is not None:
                    value = search(left, needs_run and not meld.is_run, i)[0]
                    if value != _IMPOSSIBLE and value + meld.value > best:
                        best, first = value + meld.value, meld
            known[key] = best, first
        return known[key]

    hand = (*(held[tile] for tile in order), jokers)
    needs_run = rules.opening.needs_run and search(hand, True, 0)[0] != _IMPOSSIBLE
    chosen: list[TileSet] = []
    for i in range(len(order)):
        while hand[i]:
            first = search(hand, needs_run, i)[1]
            left = first.taken_from(hand) if first is not None else None
            if first is None or left is None:
                hand = _without(hand, i)
            else:
                chosen.append(first.tile_set)
                hand, needs_run = left, needs_run and not first.is_run
    return tuple(chosen)


def _without(hand: _Hand, i: int) -> _Hand:
    return (*hand[:i], 0, *hand[i + 1 :])


def _sets_from(held: Counter[Tile], jokers: int, rules: Rules, deadline: Deadline) -> list[TileSet]:
    """All sets that the tiles in hand make, but for runs that are two runs end to end."""
    jokers = min(jokers, rules.max_jokers)
    sets = [
        group
        for number in sorted({tile.number for tile in held})
        for group in _groups_from([tile for tile in sorted(held) if tile.number == number], jokers, rules)
    ]
    for colour in sorted({tile.colour for tile in held}):
        for first in range(1, rules.tiles.numbers + 1):
            for run in _runs_from([], Tile(colour, first), held, jokers, rules):
                check_time(deadline)
                sets.append(run)
    # Of the same tiles in several readings, the one that counts most is enough.
    best: dict[Hashable, TileSet] = {}
    for tile_set in sets:
        check_time(deadline)
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
        numbers = run_numbers(longer[0].number, len(longer) + 1, rules)
        if numbers:
            yield from _runs_from(longer, Tile(place.colour, numbers[-1]), held, jokers - tile.is_joker, rules)


def _is_two_runs(tiles: Sequence[Tile], rules: Rules) -> bool:
    """Whether a run can be cut in two that do the same in an opening; a longer one then can, too."""
    least = rules.sets.min_run
    if len(tiles) < least + rules.opening_run:
        return False
    jokers = [tile.is_joker for tile in tiles]
    return any(
        min(jokers[:cut].count(False), jokers[cut:].count(False)) >= rules.sets.min_natural
        for cut in range(least, len(tiles) - least + 1)
    )
