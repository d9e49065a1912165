"""Players who see only so far: the yardstick of a puzzle's level.

A *play* lays at least one rack tile and leaves a legal table. A player who looks `ahead`
sets ahead finds every play in which at most that many sets of the table are taken
apart, their tiles laid anew; every other set may only be added to. Looking no set
ahead he lays tiles off and lays sets of his own, and that is all. He goes on, play
after play, as long as he finds one; he never takes a play back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from solver.game.move import Move
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN, TileSet, run_numbers
from solver.game.tiles import JOKER, Tile, count_tiles

__all__ = ["Play", "find_play", "homes_of", "needed_ahead"]

_MOST_NODES = 20_000
"""Placements tried for one choice of sets to take apart; far more than an ordinary table asks for."""


@dataclass(frozen=True)
class Play:
    """One play: the rack tiles laid and the table after it."""

    laid: tuple[Tile, ...]
    table: tuple[TileSet, ...]


def needed_ahead(position: Position, farthest: int) -> int:
    """How many sets ahead a player must look to lay the whole rack of `position` in one turn.

    A player first looks for one play that lays everything; if there is none he makes,
    again and again, the play that takes the fewest sets apart and among those lays the
    most tiles. The way that he went is refereed as one move. The answer is `farthest` + 1
    if looking that far is not enough.

    :raises ValueError: if the player has not opened, or the table is a heap.
    """
    if not position.opened or position.loose is not None:
        raise ValueError("only for an opened player and a table of sets")
    lays_off = position.rules.table.only_adds
    # Who looks farther goes the same way up to where the other was stuck.
    reached = position
    for ahead in range(1 if lays_off else farthest + 1):
        if find_play(position, ahead, whole_rack=True):
            return ahead
        while reached.rack:
            play = next((play for apart in range(ahead + 1) if (play := find_play(reached, apart))), None)
            if play is None:
                break
            left = Counter(reached.rack) - Counter(play.laid)
            reached = Position(play.table, tuple(sorted(left.elements())), position.rules)
        if not reached.rack and not judge(position, Move(tuple(sorted(position.rack)), reached.table)):
            return ahead
    return farthest + 1


def find_play(position: Position, apart: int, whole_rack: bool = False) -> Play | None:
    """The play that takes exactly `apart` sets apart and lays the most tiles; None if there is none.

    With `whole_rack` only a play that lays the whole rack counts.
    """
    best: Play | None = None
    for chosen in combinations(range(len(position.table)), apart):
        best = _Placing(position, chosen, len(best.laid) + 1 if best else 1, whole_rack).best() or best
        if best and len(best.laid) == len(position.rack):
            break
    return best


class _Placing:
    """The search for the play that takes the sets `chosen` apart and lays the most rack tiles, at least `least`."""

    def __init__(self, position: Position, chosen: Sequence[int], least: int, whole_rack: bool) -> None:
        self.position = position
        self.rules = position.rules
        apart = [position.table[i] for i in chosen]
        self.table = [tile_set for i, tile_set in enumerate(position.table) if i not in chosen]
        self.old_sets = len(self.table)
        # Tiles that must be placed, those that may be, and both together.
        self.must = count_tiles(tile for tile_set in apart for tile in tile_set.tiles)
        self.may: Counter[Tile] = Counter(position.rack)
        self.have = self.must + self.may
        if whole_rack:
            self.must, self.may = self.have.copy(), Counter()
        self.least = len(position.rack) if whole_rack else least
        self.optional = self.may.total()
        self.refereed = any(tile_set.joker_count for tile_set in apart)
        self.nodes = 0
        self.found: Play | None = None

    def best(self) -> Play | None:
        forced = len(self.position.rack) - self.optional
        if self._drop_homeless() and forced + self.optional >= self.least:
            self._search(forced)
        return self.found

    def _drop_homeless(self) -> bool:
        """Leave rack tiles out that fit nowhere, now or later; False if one of them must be placed."""
        # For a joker, `homes_of` leaves new sets out: those are found when their number tiles are laid.
        for tile in sorted(tile for tile in set(self.position.rack) if tile != JOKER):
            if next(homes_of(tile, self.have, self.table, self.rules), None) is None:
                if not self.may[tile]:
                    return False
                self.have[tile] -= self.may[tile]
                self.optional -= self.may.pop(tile)
        return True

    def _search(self, laid: int) -> None:
        """Place the tiles that must be placed, then as many of the others as possible.

        `laid` counts the rack tiles that are laid, those that must be included.
        """
        self.nodes += 1
        if self.nodes > _MOST_NODES or laid + self.optional < self.least:
            return
        tile = min((t for t, n in self.must.items() if n), default=None, key=_order)
        if tile is None:
            self._keep(laid)
            tile = min((t for t, n in self.may.items() if n), default=None, key=_order)
            if tile is None or laid + self.optional < self.least:
                return
            self._place(tile, laid)
            # ... or this tile stays on the rack, all copies of it.
            copies = self.may.pop(tile)
            self.have[tile] -= copies
            self.optional -= copies
            self._search(laid)
            self.may[tile] = copies
            self.have[tile] += copies
            self.optional += copies
        else:
            self._place(tile, laid)

    def _place(self, tile: Tile, laid: int) -> None:
        """Try every set that `tile` can be part of, new or on the table."""
        for place, tile_set, used in list(homes_of(tile, self.have, self.table[: self.old_sets], self.rules)):
            forced = {t: min(n, self.must[t]) for t, n in used.items()}
            self._take(used, forced, 1)
            before = self.table[place] if place >= 0 else None
            if before is None:
                self.table.append(tile_set)
            else:
                self.table[place] = tile_set
            self._search(laid + used.total() - sum(forced.values()))
            if before is None:
                self.table.pop()
            else:
                self.table[place] = before
            self._take(used, forced, -1)

    def _take(self, used: Counter[Tile], forced: dict[Tile, int], sign: int) -> None:
        for tile, count in used.items():
            self.have[tile] -= sign * count
            self.must[tile] -= sign * forced[tile]
            self.may[tile] -= sign * (count - forced[tile])
            self.optional -= sign * (count - forced[tile])

    def _keep(self, laid: int) -> None:
        if laid < self.least:
            return
        more = count_tiles(tile for tile_set in self.table for tile in tile_set.tiles) - self.position.table_tiles
        move = Move(tuple(sorted(more.elements())), tuple(self.table))
        if not self.refereed or not judge(self.position, move):
            self.found = Play(move.played, move.table)
            self.least = laid + 1


def homes_of(
    tile: Tile, have: Counter[Tile], table: Sequence[TileSet], rules: Rules
) -> Iterator[tuple[int, TileSet, Counter[Tile]]]:
    """Every set that `tile` can be laid in, with other tiles that one has: added to a set of the table, or new.

    Gives the place on the table (-1 for a new set), the set, and the tiles that it takes.
    """
    for place, tile_set in enumerate(table):
        first = tile_set.tiles[0]
        if tile_set.kind == RUN:
            if tile.is_joker or first.colour == tile.colour:
                yield from ((place, new, used) for new, used in _grown_run(tile_set, tile, have, rules))
        elif tile.is_joker or first.number == tile.number:
            yield from ((place, new, used) for new, used in _grown_group(tile_set, tile, rules))
    if tile != JOKER:
        for new in _new_sets(tile, have, rules):
            yield -1, new, count_tiles(new.tiles)


def _order(tile: Tile) -> tuple[bool, Tile]:
    """Number tiles first: where the jokers go follows from them."""
    return tile.is_joker, tile


def _fill(tile: Tile, have: Counter[Tile], used: Counter[Tile]) -> Tile | None:
    """The tile itself if it is to be had, else a joker in its place, else None; it is counted as used."""
    if have[tile] > used[tile]:
        used[tile] += 1
        return tile
    if have[JOKER] > used[JOKER]:
        used[JOKER] += 1
        return Tile(tile.colour, tile.number, True)
    return None


def _grown_run(run: TileSet, tile: Tile, have: Counter[Tile], rules: Rules) -> Iterator[tuple[TileSet, Counter[Tile]]]:
    """A run on the table, made longer at one end as far as `tile`, with tiles that are to be had."""
    for step in (1, -1):
        tiles = list(run.tiles)
        used: Counter[Tile] = Counter()
        while (following := _beside(tiles, step, rules)) is not None:
            if tile == JOKER:
                placed: Tile | None = Tile(following.colour, following.number, True)
                used[JOKER] += 1
            else:
                placed = _fill(following, have, used)
            if placed is None:
                break
            tiles = [*tiles, placed] if step > 0 else [placed, *tiles]
            if tile in (JOKER, placed):
                new = TileSet(RUN, tuple(tiles))
                if new.joker_count <= rules.max_jokers:
                    yield new, used
                break


def _beside(tiles: Sequence[Tile], step: int, rules: Rules) -> Tile | None:
    """The number tile that would lengthen a run at its end (`step` 1) or its beginning (-1)."""
    end = tiles[-1 if step > 0 else 0]
    n = rules.tiles.numbers
    if step > 0 and rules.sets.end_with_one and end.number == 1 and len(tiles) > 1:
        return None
    number = end.number + step
    if 1 <= number <= n:
        return Tile(end.colour, number)
    if rules.sets.go_round or rules.sets.end_with_one and step > 0:
        return Tile(end.colour, (number - 1) % n + 1)
    return None


def _grown_group(group: TileSet, tile: Tile, rules: Rules) -> Iterator[tuple[TileSet, Counter[Tile]]]:
    """A group on the table with `tile` added; a joker takes the first colour that is missing."""
    number = group.tiles[0].number
    if len(group.tiles) >= rules.max_group:
        return
    naturals = {t.colour for t in group.naturals}
    if tile != JOKER and tile.colour in naturals:
        return
    colours = naturals | ({tile.colour} if tile != JOKER else set())
    missing = (c for c in range(rules.tiles.colours) if c not in colours)
    jokers = group.joker_count + (tile == JOKER)
    if jokers > rules.max_jokers:
        return
    tiles = [Tile(c, number) for c in colours] + [Tile(next(missing), number, True) for _ in range(jokers)]
    yield TileSet(GROUP, tuple(sorted(tiles))), Counter([tile])


def _new_sets(tile: Tile, have: Counter[Tile], rules: Rules) -> Iterator[TileSet]:
    """Every new set with `tile` in it, from tiles that are to be had, but for runs that fall apart into two."""
    yield from _new_runs(tile, have, rules)
    yield from _new_groups(tile, have, rules)


def _new_runs(tile: Tile, have: Counter[Tile], rules: Rules) -> Iterator[TileSet]:
    jokers = have[JOKER]
    number = {tile.number}
    for window in _windows(rules, tile.number):
        missing = jokers
        for v in window:
            # The tile itself has its place; a joker may lie on the others.
            if v not in number and not have[Tile(tile.colour, v)]:
                missing -= 1
                if missing < 0:
                    break
        else:
            used: Counter[Tile] = Counter()
            tiles = [_fill(Tile(tile.colour, v), have, used) for v in window]
            if None not in tiles:
                run = TileSet(RUN, tuple(t for t in tiles if t))
                if tile in run.tiles and _may_lie(run, rules):
                    yield run


@cache
def _windows(rules: Rules, number: int) -> list[tuple[int, ...]]:
    """The numbers of every run with `number` in it that is too short to fall apart into two."""
    n, least = rules.tiles.numbers, rules.sets.min_run
    windows = [
        tuple(run_numbers(first, length, rules))
        for length in range(least, 2 * least)
        for first in range(1, n + 1)
        if first + length - 1 <= 2 * n
    ]
    return [window for window in windows if number in window]


def _new_groups(tile: Tile, have: Counter[Tile], rules: Rules) -> Iterator[TileSet]:
    others = [c for c in range(rules.tiles.colours) if c != tile.colour]
    there = [c for c in others if have[Tile(c, tile.number)]]
    for size, jokers in product(range(rules.sets.min_group, rules.max_group + 1), range(have[JOKER] + 1)):
        for colours in combinations(there, size - 1 - jokers) if size > jokers else ():
            missing = [c for c in others if c not in colours][:jokers]
            if len(missing) == jokers:
                tiles = [tile, *(Tile(c, tile.number) for c in colours), *(Tile(c, tile.number, True) for c in missing)]
                group = TileSet(GROUP, tuple(sorted(tiles)))
                if _may_lie(group, rules):
                    yield group


def _may_lie(tile_set: TileSet, rules: Rules) -> bool:
    return tile_set.joker_count <= rules.max_jokers and len(tile_set.naturals) >= rules.sets.min_natural
