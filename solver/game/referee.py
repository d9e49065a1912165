"""The referee: is this move legal, and if not, every reason why.

`judge` looks only at the position, the tiles laid and the table that they leave. It
knows nothing of how the move was found, and it is exact: an empty list means that
the move is legal under the rules of the position, whatever they are.

It asks for one thing after the other: tiles, sets, the opening (`opening.py` says which
sets open), old sets that must stay together, and the jokers of the table (`joker_case.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from operator import attrgetter

from solver.deadline import Deadline, check_time
from solver.game.joker_case import joker_faults
from solver.game.matching import bare_tiles, not_among
from solver.game.move import Move
from solver.game.notation import Notation
from solver.game.opening import has_opening_run, opening_sets, opening_worth
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.sets import NO_SET, TileSet, set_faults, why_no_set
from solver.game.tiles import JOKER, Tile, count_tiles

__all__ = ["judge"]

_IS_JOKER = attrgetter("is_joker")


def judge(position: Position, move: Move, *, deadline: Deadline = None) -> list[str]:
    """Every reason why `move` is illegal in `position`, one line each; empty if it is legal.

    The rules are those of the position, `position.opened` included. The jokers of the
    new table are read in the way that is best for the player: which colour the joker
    of a group stands for, and which joker of the old table is which of the new one,
    is free where the rules do not settle it. A loose table has no history: its jokers
    may go anywhere.

    Tiles of the new table that are no set (`NO_SET`) are a reason, and what surely is wrong
    beside them is named, too: they open nothing, they are not the sets that lay there, and
    a joker among them is where it helps the player as far as the tiles beside it allow.

    :raises TimeoutError: if that was not found out before `deadline`.
    """
    check_time(deadline)
    faults = _played_faults(position, move)
    faults += _conservation_faults(position, move)
    faults += _set_faults(move.table, position.rules, position.notation)
    if not position.opened:
        touched = _touched_faults(position, move) if position.rules.opening.leaves_table else []
        faults += touched + _opening_faults(position, move, deadline)
        if position.rules.opening.leaves_table and not touched:
            # A table that is left alone breaks no rule on old sets and jokers.
            return faults
    if position.rules.table.only_adds:
        faults += _lay_off_faults(position, move.table, deadline)
    return faults + joker_faults(position, move, deadline)


# --- Tiles and sets: nothing is lost, nothing comes from nowhere, all lies in sets ---


def _played_faults(position: Position, move: Move) -> list[str]:
    if not move.played:
        return ["no tile was laid from the rack"]
    rack, name = count_tiles(position.rack), position.notation.tile
    return [
        f"{name(tile)} was laid{_times(count)}, but the rack has {rack[tile] or 'none'}"
        for tile, count in _in_order(count_tiles(move.played))
        if count > rack[tile]
    ]


def _conservation_faults(position: Position, move: Move) -> list[str]:
    before = _tiles_on(position.table) if position.loose is None else count_tiles(position.loose)
    before.update(count_tiles(move.played))
    after = _tiles_on(move.table)
    if dict(before) == dict(after):
        return []
    name = position.notation.tile
    return [
        f"{name(tile)} is missing{_times(count)} on the new table: it {_origin(tile, position, move)}"
        for tile, count in _in_order(before - after)
    ] + [
        f"{name(tile)} is on the new table{_times(after[tile])}, but only {before[tile]} lay there or were laid"
        if before[tile]
        else f"{name(tile)} is on the new table{_times(count)}, but it neither lay there nor was laid"
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


def _set_faults(table: Sequence[TileSet], rules: Rules, notation: Notation) -> list[str]:
    faults = []
    for i, tile_set in enumerate(table, 1):
        if tile_set.kind == NO_SET:
            faults.append(f"new table, set {i}: {why_no_set(tile_set.tiles, rules, notation)}")
        else:
            faults += [
                f"new table, set {i}: {notation.packed(tile_set.tiles)} is no {tile_set.kind}: {fault}"
                for fault in set_faults(tile_set, rules, notation)
            ]
    return faults


# --- The opening ---


def _opening_faults(position: Position, move: Move, deadline: Deadline) -> list[str]:
    rules = position.rules
    sets = opening_sets(position, move, deadline) or []
    faults = []
    those = "the sets from the rack"
    if rules.opening.leaves_table:
        if rules.opening.forbids_jokers and JOKER in count_tiles(move.played):
            faults.append("opening: no joker may be laid in the opening turn")
        if any(tile_set.kind == NO_SET for tile_set in sets):
            sets = [tile_set for tile_set in sets if tile_set.kind != NO_SET]
            those += " that are sets"
    elif rules.opening.forbids_jokers and JOKER in count_tiles(move.played):
        those += " without jokers"
    value = opening_worth(sets, rules)
    if value < rules.opening.points:
        faults.append(f"opening: {those} add up to {value}, and {rules.opening.points} are needed")
    if not has_opening_run(sets, rules):
        faults.append(f"opening: a run of {rules.opening_run} or more tiles from the rack is needed")
    return faults


def _touched_faults(position: Position, move: Move) -> list[str]:
    if position.loose:
        return ["the table may not be touched in the opening turn, and which sets lay on it is not known"]
    no_sets = [tile_set for tile_set in move.table if tile_set.kind == NO_SET]
    gone = not_among(position.table, [s for s in move.table if s.kind != NO_SET])
    return [
        f"{position.notation.packed(tile_set.tiles)} was touched, and the table stays as it is in the opening turn"
        # The tiles of an old set are no set where only their joker is written for what it cannot be.
        for tile_set in not_among(gone, no_sets, bare_tiles)
    ]


# --- Old sets that must stay together ---


def _lay_off_faults(position: Position, new: Sequence[TileSet], deadline: Deadline) -> list[str]:
    """Old sets that do not lie in one new set each, without sharing a tile."""
    old, name = position.table, position.notation.packed
    # A set that still lies there may as well be taken as untouched.
    room = [count_tiles(tile_set.tiles) for tile_set in not_among(new, old, bare_tiles)]
    moved = [(tile_set, count_tiles(tile_set.tiles)) for tile_set in not_among(old, new, bare_tiles)]
    homes = {i: [k for k, free in enumerate(room) if tiles <= free] for i, (_, tiles) in enumerate(moved)}
    faults = [
        f"{name(moved[i][0].tiles)} was taken apart: every old set stays together in one set of the new table"
        for i in homes
        if not homes[i]
    ]
    for cluster in _clusters({i: places for i, places in homes.items() if places}):
        if not _all_fit([moved[i][1] for i in cluster], room, deadline):
            *names, last = [name(moved[i][0].tiles) for i in sorted(cluster)]
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


def _all_fit(sets: list[Counter[Tile]], room: Sequence[Counter[Tile]], deadline: Deadline) -> bool:
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
        check_time(deadline)
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
