"""Random positions, rule sets and moves, the same for the same seed.

Uniformly random tiles almost never meet a joker rule. Tables are therefore built with jokers in every kind of place,
and racks are drawn mostly from tiles that can do something: the tile a joker stands for, the neighbours of what lies on
the table, and tiles taken off a table that was larger before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from exhaustive import (
    GROUP,
    JOKER,
    RUN,
    Natural,
    Place,
    Rules,
    TableSet,
    Tile,
    is_set,
    jokers_of,
    legal,
    naturals_of,
    old_jokers,
    partitions,
    playable,
    sort_played,
)

SmallPosition = tuple[list[TableSet], list[Tile]]


@dataclass(frozen=True)
class Move:
    """A move to be judged: tiles played, and the table before and after it."""

    old_table: list[TableSet]
    played: list[Tile]
    new_table: list[TableSet]
    opened: bool


class Supply:
    """The tiles of a box that have not been used yet."""

    def __init__(self, rules: Rules) -> None:
        self.naturals = Counter(
            {
                (colour, number): rules.copies
                for colour in range(rules.colours)
                for number in range(1, rules.numbers + 1)
            }
        )
        self.jokers = rules.jokers

    def take_set(self, table_set: TableSet) -> bool:
        """Take the tiles of a set; False, and nothing taken, when they are not all there."""
        needed = Counter(naturals_of(table_set[1]))
        jokers = jokers_of(table_set[1])
        if jokers > self.jokers or any(self.naturals[tile] < count for tile, count in needed.items()):
            return False
        self.naturals.subtract(needed)
        self.jokers -= jokers
        return True

    def take(self, tile: Tile) -> bool:
        """Take one tile; False when there is none left."""
        if isinstance(tile, str):
            if self.jokers == 0:
                return False
            self.jokers -= 1
            return True
        if self.naturals[tile] == 0:
            return False
        self.naturals[tile] -= 1
        return True


def random_set(rng: Random, rules: Rules, jokers: int) -> TableSet | None:
    """A random legal set with this many jokers, at any places; None when the try failed."""
    if rng.random() < 0.5:
        size = rules.min_run + rng.choice((0, 0, 0, 1, 1, 2, 3, 4))
        colour, first = rng.randrange(rules.colours), rng.randint(1, rules.numbers)
        tiles = [(colour, rules.number_at(first + offset)) for offset in range(size)]
        kind = RUN
    else:
        size = rng.randint(min(rules.min_group, rules.largest_group), rules.largest_group)
        number = rng.randint(1, rules.numbers)
        tiles = [(colour, number) for colour in rng.sample(range(rules.colours), size)]
        kind = GROUP
    if jokers >= size:
        return None
    # The ends of a run are where most rules about jokers differ, so they are chosen more often than their share.
    chosen = {0, size - 1} if jokers == 2 and rng.random() < 0.2 else set(rng.sample(range(size), jokers))
    if jokers == 1 and rng.random() < 0.3:
        chosen = {rng.choice((0, size - 1))}
    table_set = kind, tuple((*tile, index in chosen) for index, tile in enumerate(tiles))
    return table_set if is_set(table_set, rules) else None


def _random_table(
    rng: Random, rules: Rules, supply: Supply, sets: int, most_tiles: int, with_jokers: bool
) -> list[TableSet]:
    """A table of up to this many sets, the first with a joker where one is wanted and possible."""
    table: list[TableSet] = []
    for _ in range(60 * sets):
        if len(table) == sets:
            break
        jokers = rng.choice((0, 0, 1, 1, 2)) if with_jokers else 0
        if with_jokers and not table:
            jokers = rng.choice((1, 1, 1, 2))
        if jokers == 1 and table and rng.random() < 0.1:
            jokers = 3
        table_set = random_set(rng, rules, jokers)
        if table_set is None and rng.random() < 0.2:
            continue
        used = sum(len(places) for _, places in table)
        if table_set and used + len(table_set[1]) <= most_tiles and supply.take_set(table_set):
            table.append(table_set)
            room = len(table) < sets and used + 2 * len(table_set[1]) <= most_tiles
            if room and rng.random() < 0.15 and supply.take_set(table_set):
                table.append(table_set)  # the same set twice: one token must not pay for two jokers
    rng.shuffle(table)
    return table


def _neighbours(tile: Natural, rules: Rules) -> list[Natural]:
    """Tiles that can share a short set with this one."""
    colour, number = tile
    row = [(colour, number + step) for step in (-2, -1, 1, 2)]
    if rules.wrap != "none":
        row = [(colour, rules.number_at(other + rules.numbers)) for _, other in row]
    column = [(other, number) for other in range(rules.colours) if other != colour]
    return [near for near in row + column if 1 <= near[1] <= rules.numbers]


def _random_rack(rng: Random, rules: Rules, supply: Supply, table: list[TableSet], size: int) -> list[Tile]:
    """A rack of tiles that have something to do with the table and with each other."""
    replacements = [tile for joker in old_jokers(table, rules) for tile in joker.rep]
    seen = [(colour, number) for _, places in table for colour, number, _ in places]
    rack: list[Tile] = []
    for _ in range(20 * size):
        if len(rack) == size:
            break
        draw = rng.random()
        tile: Tile
        if draw < 0.25 and replacements:
            tile = rng.choice(sorted(replacements))
        elif draw < 0.55 and seen:
            tile = rng.choice(_neighbours(rng.choice(seen), rules) or seen)
        elif draw < 0.85 and any(tile != JOKER for tile in rack):
            mate = rng.choice([tile for tile in rack if not isinstance(tile, str)])
            tile = rng.choice(_neighbours(mate, rules) or [mate])
        elif draw < 0.93 and supply.jokers:
            tile = JOKER
        else:
            tile = (rng.randrange(rules.colours), rng.randint(1, rules.numbers))
        if supply.take(tile):
            rack.append(tile)
    rng.shuffle(rack)
    return rack


def small_position(rng: Random, rules: Rules, most_table: int = 13, most_rack: int = 6) -> SmallPosition:
    """A table of up to four sets and a rack of 1 to `most_rack` tiles.

    Three tables in four hold a joker when the box has one.
    """
    with_jokers = rules.jokers > 0 and rng.random() < 0.8
    if rng.random() < 0.35:
        position = _taken_apart(rng, rules, most_table, most_rack, with_jokers)
        if position is not None:
            return position
    supply = Supply(rules)
    table = _random_table(rng, rules, supply, rng.choice((1, 2, 2, 3, 3, 4)), most_table, with_jokers)
    return table, _random_rack(rng, rules, supply, table, rng.randint(1, most_rack))


def _taken_apart(rng: Random, rules: Rules, most_table: int, most_rack: int, with_jokers: bool) -> SmallPosition | None:
    """Take tiles off a table and lay out the rest anew: what was laid before can often be laid again, in other sets."""
    supply = Supply(rules)
    table = _random_table(rng, rules, supply, rng.choice((2, 3, 3, 4)), most_table + 2, with_jokers)
    naturals = [tile for _, places in table for tile in naturals_of(places)]
    jokers = sum(jokers_of(places) for _, places in table)
    rng.shuffle(naturals)
    number = rng.randint(1, min(most_rack, 4))
    rack, rest = naturals[:number], naturals[number:]
    if not rest or len(rest) + jokers > most_table:
        return None
    tables = list(islice(partitions(rest, jokers, rules), 200))
    if not tables:
        return None
    old_table = loosen(rng, list(rng.choice(tables)), rules)
    more = _random_rack(rng, rules, supply, old_table, rng.randint(0, most_rack - len(rack)))
    return old_table, [*rack, *more]


def beside_two_jokers(rng: Random, rules: Rules, most_table: int = 15, most_rack: int = 5) -> SmallPosition:
    """A set with two jokers, most often a run, close to another run, and perhaps to a group and one more run.

    A rack tile replaces one of the jokers. Where a set may not hold two jokers it holds one.

    :raises ValueError: the box has no such position.
    """
    most_jokers = min(2, rules.jokers, rules.jokers if rules.max_jokers is None else rules.max_jokers)
    for _ in range(100_000):
        supply = Supply(rules)
        first = _set_near(rng, rules, most_jokers, RUN if rng.random() < 0.85 else GROUP)
        if first is None or not supply.take_set(first):
            continue
        table = [first]
        colour, low, _ = first[1][0]
        reach = rng.choice((2, 3))
        for kind, share in ((RUN, 0.9), (GROUP, 0.6), (RUN, 0.3)):
            for _ in range(4 if rng.random() < share else 0):
                own = colour if rng.random() < 0.9 else None
                jokers = 1 if most_jokers and rng.random() < 0.15 else 0
                found = _set_near(rng, rules, jokers, kind, own, low + rng.randint(-reach, reach))
                if found and supply.take_set(found):
                    table.append(found)
                    break
        if len(table) == 1 or sum(len(places) for _, places in table) > most_table:
            continue
        rack: list[Tile] = []
        for joker in old_jokers([first], rules)[: rng.choice((1, 1, 2))]:
            token = rng.choice(sorted(joker.rep))
            rack += [token] if supply.take(token) else []
        # A freed joker may need two more.
        at_least = 2 if rules.reuse == "new_set_two_rack" else 0
        for _ in range(rng.choice((at_least, at_least, at_least + 1, most_rack - len(rack)))):
            if rng.random() < 0.5:
                near = rng.choice(first[1])[:2]
            else:
                number = min(max(low + rng.randint(-3, 5), 1), rules.numbers)
                near = (colour if rng.random() < 0.6 else rng.randrange(rules.colours), number)
            tile: Tile = JOKER if rng.random() < 0.07 else near
            rack += [tile] if supply.take(tile) else []
        if rack:
            rng.shuffle(table)
            rng.shuffle(rack)
            return table, rack
    raise ValueError(f"no two sets lie beside each other: {rules}")


def _set_near(
    rng: Random, rules: Rules, jokers: int, kind: str, colour: int | None = None, low: int | None = None
) -> TableSet | None:
    """A set of this kind with this many jokers, of the colour and from the number given; None when the try failed."""
    colour = rng.randrange(rules.colours) if colour is None else colour
    low = rng.randint(1, rules.numbers) if low is None else low
    if kind == RUN:
        size = rules.min_run + rng.choice((0, 0, 0, 1, 2))
        tiles = [(colour, low + offset) for offset in range(size)]
        if rules.wrap != "none":
            tiles = [(colour, rules.number_at(number + rules.numbers)) for _, number in tiles]
    else:
        size = rng.randint(min(rules.min_group, rules.largest_group), rules.largest_group)
        tiles = [(other, low) for other in rng.sample(range(rules.colours), size)]
    if jokers >= size:
        return None
    chosen = rng.sample(range(size), jokers)
    table_set = kind, tuple((*tile, index in chosen) for index, tile in enumerate(tiles))
    return table_set if is_set(table_set, rules) else None


def loosen(rng: Random, table: list[TableSet], rules: Rules) -> list[TableSet]:
    """The same table written down differently: the order of sets and groups, and the colours of groups' jokers."""
    loose = []
    for kind, places in table:
        if kind == GROUP:
            number = places[0][1]
            held = naturals_of(places)
            missing = [(colour, number) for colour in range(rules.colours) if (colour, number) not in held]
            stood_for = rng.sample(missing, jokers_of(places))
            mixed: list[Place] = [(*tile, False) for tile in held] + [(*tile, True) for tile in stood_for]
            rng.shuffle(mixed)
            places = tuple(mixed)
        loose.append((kind, places))
    rng.shuffle(loose)
    return loose


def small_positions(seed: int, count: int, rules: Rules) -> Iterator[SmallPosition]:
    """Random small positions of one rule set."""
    rng = Random(seed)
    for _ in range(count):
        yield small_position(rng, rules)


def large_position(rng: Random, rules: Rules | None = None, sets: int | None = None, rack: int = 14) -> SmallPosition:
    """A table of 0 to 20 sets from the usual box, jokers in most, and a full rack."""
    rules = rules or Rules()
    supply = Supply(rules)
    wanted = rng.randint(0, 20) if sets is None else sets
    with_jokers = rules.jokers > 0 and rng.random() < 0.8
    table = _random_table(rng, rules, supply, wanted, 90, with_jokers) if wanted else []
    left = [tile for tile, count in sorted(supply.naturals.items()) for _ in range(count)]
    listed: list[Tile] = [*left, *[JOKER] * supply.jokers]
    rng.shuffle(listed)
    return table, listed[:rack]


def large_positions(seed: int, count: int, rules: Rules | None = None) -> Iterator[SmallPosition]:
    """Random large positions."""
    rng = Random(seed)
    for _ in range(count):
        yield large_position(rng, rules)


def random_rules(rng: Random) -> Rules:
    """A random rule set with a small box; every value of every parameter comes up."""
    colours = rng.choice((2, 3, 3, 4, 4, 4, 5))
    numbers = rng.choice((5, 6, 7, 8, 9, 13))
    freed_by = rng.choice(("rearranging", "replacing", "replacing", "replacing"))
    jokers = rng.choice((0, 1, 2, 2, 2, 3, 4))
    min_group = min(colours, rng.choice((3, 3, 3, 3, 2, 4)))
    return Rules(
        numbers=numbers,
        colours=colours,
        copies=rng.choice((1, 2, 2, 3)),
        jokers=jokers,
        min_run=rng.choice((3, 3, 3, 3, 2, 4)),
        min_group=min_group,
        max_group=rng.choice((None, None, None, max(min_group, colours - 1), max(min_group, min(3, colours)))),
        wrap=rng.choice(("none", "none", "high_one", "around")),
        max_jokers=rng.choice((None, None, None, 1, 2)),
        min_natural=rng.choice((1, 1, 1, 2)),
        opening_points=rng.choice((0, 10, 12, 15, 20, 30)),
        opening_joker=rng.choice(("represented", "represented", "forbidden", 5, 10, 25)),
        opening_table=rng.choice(("no", "after")),
        needs_run=rng.random() < 0.2,
        rearrange=rng.choice(("full", "full", "full", "full", "lay_off")),
        freed_by=freed_by,
        replaced_from=rng.choice(("rack", "rack_or_table")),
        group_of_three=rng.choice(("either", "either", "both")),
        set_with_joker=rng.choice(("free", "frozen", "locked")),
        reuse=rng.choice(("any", "new_set", "new_set_two_rack")),
    )


def random_rule_sets(seed: int, count: int) -> Iterator[Rules]:
    """Random rule sets."""
    rng = Random(seed)
    for _ in range(count):
        yield random_rules(rng)


# --- Moves to be judged -----------------------------------------------------------------------------------------------


def random_moves(seed: int, count: int, rules: Rules, not_opened: float = 0.2) -> Iterator[tuple[Move, bool]]:
    """Moves and whether they are legal. About half are: the others are nearly right.

    :param not_opened: share of the moves that are made before the player has opened
    """
    rng = Random(seed)
    given = 0
    while given < count:
        old_table, rack = small_position(rng, rules, most_table=11, most_rack=5)
        opened = rng.random() >= not_opened
        for move in _moves_from(rng, old_table, rack, rules, opened):
            yield move, legal(move.old_table, move.played, move.new_table, rules, move.opened)
            given += 1
            if given == count:
                return


def _moves_from(rng: Random, old_table: list[TableSet], rack: list[Tile], rules: Rules, opened: bool) -> Iterator[Move]:
    """A few moves from one position: legal ones, ones legal but for the jokers or the opening, and spoilt ones."""
    can = playable(old_table, rack, rules, opened)
    if can and rng.random() < 0.8:
        played = list(rng.choice(can))
    else:
        played = list(sort_played(rng.sample(rack, rng.randint(1, len(rack))))) if rack else []
    naturals = [tile for tile in played if not isinstance(tile, str)]
    jokers = len(played) - len(naturals)
    for _, places in old_table:
        naturals.extend(naturals_of(places))
        jokers += jokers_of(places)
    # Partitions that ignore the joker rules: some are legal, some break exactly one rule.
    tables = [list(table) for table in islice(partitions(naturals, jokers, rules), 400)]
    rng.shuffle(tables)
    good = [table for table in tables if legal(old_table, played, table, rules, opened)]
    for table in good[:2] + [table for table in tables[:2] if table not in good[:2]]:
        yield Move(old_table, played, loosen(rng, table, rules), opened)
    for table in (good or tables)[:1]:
        yield spoil(rng, Move(old_table, played, loosen(rng, table, rules), opened), rules)


def spoil(rng: Random, move: Move, rules: Rules) -> Move:
    """Change one thing about a move. Now and then the result is legal again: the judge decides."""
    table = [(kind, list(places)) for kind, places in move.new_table]
    played = list(move.played)
    filled = [index for index, (_, places) in enumerate(table) if places]
    if not filled:
        return move
    one, other = rng.choice(filled), rng.choice(filled)
    first = rng.randrange(len(table[one][1]))
    second = rng.randrange(len(table[other][1]))
    what = rng.choice(("swap", "replace joker", "move", "add", "drop", "played", "kind", "shift", "old set"))
    old_table = move.old_table
    if what == "swap":
        table[one][1][first], table[other][1][second] = table[other][1][second], table[one][1][first]
    elif what == "replace joker":
        # A joker and a natural tile change places, each place keeping what it stands for.
        colour, number, is_joker = table[one][1][first]
        table[one][1][first] = (colour, number, not is_joker)
        colour, number, is_joker = table[other][1][second]
        table[other][1][second] = (colour, number, not is_joker)
    elif what == "move" and one != other:
        table[other][1].insert(rng.choice((0, len(table[other][1]))), table[one][1].pop(first))
    elif what == "add":
        table[one][1].insert(first, (rng.randrange(rules.colours), rng.randint(1, rules.numbers), False))
    elif what == "drop":
        table[one][1].pop(first)
    elif what == "played" and played:
        played.pop(rng.randrange(len(played)))
    elif what == "kind":
        table[one] = (GROUP if table[one][0] == RUN else RUN, table[one][1])
    elif what == "shift" and table[one][0] == RUN:
        step = rng.choice((-1, 1))
        table[one] = (RUN, [(c, rules.number_at(n + step + rules.numbers), j) for c, n, j in table[one][1]])
    elif old_table:
        # The same move from a table whose jokers stood elsewhere.
        index = rng.randrange(len(old_table))
        kind, places = old_table[index]
        flags = [is_joker for _, _, is_joker in places]
        rng.shuffle(flags)
        changed = kind, tuple((c, n, flag) for (c, n, _), flag in zip(places, flags, strict=True))
        if is_set(changed, rules):
            old_table = [*old_table[:index], changed, *old_table[index + 1 :]]
    new_table = [(kind, tuple(places)) for kind, places in table if places]
    return Move(old_table, played, new_table, move.opened)
