"""New puzzles of a wanted level: tables as they grow in play, racks that can be laid as a whole.

A candidate is made and then judged; what is not of the wanted level, gives something
away, or has a second answer where only one is wanted, is thrown away. Everything hangs on
the seed alone, so that the same call always makes the same puzzles.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from solver.advice.answer import Answer
from solver.advice.solve import solve
from solver.batch.pool import LocalPool, in_order
from solver.game.notation import notation_of
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.sets import TileSet
from solver.game.tiles import Tile, count_tiles
from solver.puzzles.arrangements import going_out_tables
from solver.puzzles.level import FARTHEST, LEVELS, level_of
from solver.puzzles.lookahead import find_play, homes_of, needed_ahead
from solver.puzzles.puzzle import Expected, Puzzle, PuzzleError
from solver.puzzles.tables import played_table

__all__ = ["generate", "gives_away"]

_SETS = {1: (4, 9), 2: (5, 10), 3: (6, 11), 4: (7, 12), 5: (9, 14)}
"""How many sets the tables of each level have, least and most."""

_RACK = {1: (2, 5), 2: (1, 4), 3: (1, 5), 4: (2, 5), 5: (3, 6)}
"""How many tiles the racks of each level have; more only if none of them can be spared.

A shorter rack is thrown away before anything else is asked about it: on the hardest level
one or two tiles hardly ever move eight of the table.
"""

_MOST_RESTS = 3000
"""A candidate with more cases than this is thrown away rather than searched for a second answer."""

_MOST_TRIES = 1500
"""Tables tried for one puzzle before giving up."""


@dataclass(frozen=True)
class _Order:
    """One puzzle to be made."""

    level: int
    rules: Rules
    seed: int
    number: int
    unique: bool


def generate(
    level: int,
    count: int = 1,
    seed: int = 0,
    rules: Rules | None = None,
    unique: bool = False,
    *,
    notation: str = "tiles",
    workers: int | None = None,
    progress: bool | None = None,
) -> Iterator[Puzzle]:
    """Make `count` puzzles of `level` (1 to 5, see `level_of`), the same ones for the same arguments.

    In each the whole rack can be laid. No tile can be laid at once without spoiling the
    rest, and no set lies ready on the rack (on level 1 laying off is what is asked). With
    `unique` there is one table only, set by set, on which the whole rack lies.
    `notation` is `tiles` or `cards`. The work is done by `workers` processes (all cores if not
    said); `progress` shows a bar on standard error, if not said where a person is watching.

    :raises PuzzleError: if there is no such level, or none was found under these rules.
    """
    if level not in LEVELS:
        raise PuzzleError([f"level {level}: the levels are {LEVELS[0]} to {LEVELS[-1]}"])
    if count < 0:
        raise PuzzleError([f"count {count}: it is 0 or more"])
    rules = rules or Rules.named("standard")
    if level > 1 and rules.table.only_adds:
        raise PuzzleError([f"level {level}: under rules {rules.name} sets are only added to, which is level 1"])
    written_in = notation_of(notation)
    if fault := written_in.box_fault(rules.tiles.colours, rules.tiles.numbers):
        raise PuzzleError([fault])
    orders = [_Order(level, rules, seed, number, unique) for number in range(1, count + 1)]
    made = _checked(_made(orders, workers, progress))
    return (replace(puzzle, position=puzzle.position.written_in(written_in)) for puzzle in made)


def _made(orders: Sequence[_Order], workers: int | None, progress: bool | None) -> Iterator[Puzzle | str]:
    results = _make_all(orders, workers)
    if sys.stderr.isatty() if progress is None else progress:
        from tqdm import tqdm

        results = iter(tqdm(results, total=len(orders), unit=" puzzles", file=sys.stderr, dynamic_ncols=True))
    return results


def _make_all(orders: Sequence[_Order], workers: int | None) -> Iterator[Puzzle | str]:
    if workers == 1 or len(orders) == 1:
        yield from map(_make, orders)
    else:
        with LocalPool(_make, _crashed, workers) as pool:
            yield from in_order(pool, iter(orders))


def _checked(results: Iterator[Puzzle | str]) -> Iterator[Puzzle]:
    for result in results:
        if isinstance(result, str):
            raise PuzzleError([result])
        yield result


def _crashed(order: _Order) -> str:
    return f"puzzle {order.number}: the worker died each time that it tried to make it"


def _make(order: _Order) -> Puzzle | str:
    """The puzzle, or one line that says why there is none. It does not raise: it runs in a worker."""
    kind = "u" if order.unique else ""
    name = f"{order.rules.name}-{order.level}{kind}-{order.seed}-{order.number}"
    random = Random(f"{order.rules} level={order.level} seed={order.seed} number={order.number} unique={order.unique}")
    try:
        for _ in range(_MOST_TRIES):
            position = _candidate(random, order)
            puzzle = position and _judged(position, order)
            if puzzle:
                return replace(puzzle, id=name)
    except Exception as error:  # a defect of this program: say which puzzle it was
        return f"puzzle {name}: internal error: {type(error).__name__}: {' '.join(str(error).split())}"
    return (
        f"no puzzle of level {order.level}{' with one answer only' if order.unique else ''} was found"
        f" under rules {order.rules.name} on {_MOST_TRIES} tables"
    )


def _candidate(random: Random, order: _Order) -> Position | None:
    """A position in which the whole rack can be laid and nothing is given away, or None."""
    least, most = _SETS[order.level]
    table, rest = played_table(random, order.rules, random.randint(least, most), tight=order.unique)
    fewest_tiles, most_tiles = _RACK[order.level]
    wanted = random.randint(fewest_tiles, most_tiles)
    hand = rest[: order.rules.turn.hand]
    position = Position(tuple(table), (), order.rules)
    if order.level == 1:
        rack = _laid_off(random, table, hand, wanted, order.rules)
    else:
        rack = _laid(random, position, hand, wanted, fewest_tiles)
    if not rack:
        return None
    position = replace(position, rack=tuple(sorted(rack, key=lambda tile: (tile.is_joker, tile))))
    return None if gives_away(position, may_lay_off=order.level == 1) else position


def _laid_off(random: Random, table: Sequence[TileSet], hand: Sequence[Tile], wanted: int, rules: Rules) -> list[Tile]:
    """Tiles of the hand that can be added to the sets of the table, one after the other."""
    table = list(table)
    rack: list[Tile] = []
    for tile in hand:
        homes = [home for home in homes_of(tile, Counter([tile]), table, rules) if home[0] >= 0]
        if homes and len(rack) < wanted:
            place, grown, _ = random.choice(homes)
            table[place] = grown
            rack.append(tile)
    return rack if len(rack) == wanted else []


def _laid(random: Random, position: Position, hand: Sequence[Tile], wanted: int, fewest: int) -> list[Tile]:
    """Tiles of the hand that can be laid together: as many as can be, less some, less giveaways.

    No tiles if fewer than `fewest` can be laid, or are left.
    """
    rack = _most_laid(position, hand, fewest)
    for tile in random.sample(rack, len(rack)):
        if len(rack) > wanted and _goes_out(position, left := _without(rack, [tile])):
            rack = left
    again = True
    while again and rack:
        again = False
        for tile in sorted(set(rack)):
            if find_play(replace(position, rack=(tile,)), 0) and _goes_out(position, left := _without(rack, [tile])):
                rack, again = left, True
                break
    return rack if len(rack) >= fewest else []


def _most_laid(position: Position, hand: Sequence[Tile], fewest: int) -> list[Tile]:
    """As many tiles of the hand as can be laid together, the last ones of the hand rather than the first.

    Of several moves that lay so many the solver may show any. Hence each tile in turn goes if
    as many can be laid without it: that is a fact of the position, whatever move is shown.
    No tiles if fewer than `fewest` can be laid.
    """
    best = _best_move(position, hand)
    most = best.tiles
    if most < fewest:
        return []
    rack = list(hand)
    for tile in hand:
        if len(rack) == most:
            break
        left = _without(rack, [tile])
        if best.played.count(tile) == rack.count(tile):  # else it is kept by this move, and surely can go
            without = _best_move(position, left)
            if without.tiles < most:
                continue
            best = without
        rack = left
    return rack


def gives_away(position: Position, may_lay_off: bool = False) -> bool:
    """Whether part of the answer is there for the taking.

    That is a set that lies ready on the rack, or, unless `may_lay_off`, a tile that can be
    laid off at once so that the rest can still be laid. A tile that spoils the rest when
    it is laid off is no giveaway but a trap.
    """
    rack = list(position.rack)
    for tile in sorted(set(rack)):
        for place, grown, used in homes_of(tile, count_tiles(rack), position.table, position.rules):
            if place < 0:
                return True
            if not may_lay_off:
                table = (*position.table[:place], grown, *position.table[place + 1 :])
                left = _without(rack, list(used.elements()))
                if not left or _goes_out(replace(position, table=table), left):
                    return True
    return False


def _judged(position: Position, order: _Order) -> Puzzle | None:
    """The puzzle, if it is of the wanted level and has one answer only where that is wanted."""
    if order.unique:
        position_or_none = _made_unique(position)
        if position_or_none is None or gives_away(position_or_none, may_lay_off=order.level == 1):
            return None
        position = position_or_none
    # Whoever need not look far is soon found out, and that spares the best move. The list of steps
    # is not needed at all.
    ahead = needed_ahead(position, FARTHEST)
    if min(ahead + 1, LEVELS[-2]) != min(order.level, LEVELS[-2]):
        return None
    answer = solve(position, steps=False)
    if level_of(ahead, answer.moved or 0) != order.level:
        return None
    tiles, sets = len(position.rack), len(position.table)
    title = f"Lay {tiles} tile{'s' * (tiles != 1)} on {sets} sets"
    source = f"generated: level {order.level}, seed {order.seed}, number {order.number}"
    source += ", one answer only" if order.unique else ""
    return Puzzle("", position, title, source, "value", Expected.of(answer))


def _made_unique(position: Position) -> Position | None:
    """The position without sets that can lie in another way in the end; None if it still has several answers."""
    while True:
        tables = going_out_tables(position, most_rests=_MOST_RESTS)
        if not tables:
            return None
        if len(tables) == 1:
            return position
        in_both = Counter(tables[0]) & Counter(tables[1])
        old = Counter(map(_bare, position.table))
        new = Counter(map(_bare, tables[0])) - Counter(map(_bare, in_both.elements()))
        loose = old & new  # as they lay in the one answer, in another way in the other
        if not loose:
            return None
        table = list(position.table)
        for tile_set in position.table:
            if loose[_bare(tile_set)]:
                loose[_bare(tile_set)] -= 1
                table.remove(tile_set)
        position = replace(position, table=tuple(table))


def _bare(tile_set: TileSet) -> tuple[str, tuple[tuple[Tile, int], ...]]:
    """A set but for which colour a group's joker has."""
    if tile_set.kind == "run":
        return "run", tuple((tile, i) for i, tile in enumerate(tile_set.tiles))
    return "group", tuple(sorted(count_tiles(tile_set.tiles).items()))


def _goes_out(position: Position, rack: Sequence[Tile]) -> bool:
    return bool(rack) and _best_move(position, rack).goes_out


def _best_move(position: Position, rack: Sequence[Tile]) -> Answer:
    """A move that lays the most tiles of this rack; which one, if there are several, must not matter."""
    position = replace(position, rack=tuple(sorted(rack)))
    return solve(position, objective="tiles", fewest_moved=False, steps=False)


def _without(rack: Sequence[Tile], tiles: Sequence[Tile]) -> list[Tile]:
    return list((Counter(rack) - Counter(tiles)).elements())
