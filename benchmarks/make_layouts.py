"""Makes the layouts that `rummikub bench` times: `python benchmarks/make_layouts.py [CLASS ...]`.

Every class is drawn from its own seed, so that one can be made anew without the others.
Two kinds do not come out the same everywhere: the games follow the solver's moves, which
may differ between equally good ones from version to version, and the hard classes keep
what was slowest on the machine that made them. That is why the files are kept, too.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from solver import Move, Position, Rules, Tile, TileSet, solve
from solver.bench.linear import SOLVERS, most_tiles
from solver.bench.peer import Peer, question
from solver.bench.tables import Table, crowded, position_of, put_jokers, rearranged
from solver.game.sets import GROUP, RUN
from solver.game.tiles import JOKER
from solver.play.deal import box_of
from solver.play.game import Game
from solver.play.players import BestMove, View

FOLDER = Path(__file__).with_name("layouts")
STANDARD = Rules.named("standard")
BIG_BOX = STANDARD.changed({"tiles.numbers": 26, "tiles.colours": 8, "tiles.copies": 4, "tiles.jokers": 8})
JOKER_PLACES = {0: [(0, 0)], 1: [(1, 0), (0, 1)], 2: [(2, 0), (1, 1), (0, 2)]}
"""How a number of jokers can lie: (on the table, on the rack)."""

Lines = Iterator[Position | str]
"""What a class is made of: positions, and comments on those that follow."""


# --- Hard ones: those that some way of solving finds slowest ---


class Ways:
    """The ways of solving that a position can be hard for, and the time that each takes."""

    def __init__(self) -> None:
        self.peer = Peer()
        self.names = [*SOLVERS, self.peer_name, "standard"]

    peer_name = "rummikub-solver"

    def seconds(self, position: Position, way: str) -> float:
        """CPU seconds, the better of two tries, so that a busy machine makes nothing look hard."""
        return min(self._seconds(position, way) for _ in range(2))

    def _seconds(self, position: Position, way: str) -> float:
        if way == "standard":
            began = time.process_time()
            solve(position)
            return time.process_time() - began
        asked = question(position)
        if way == self.peer_name:
            return self.peer.most_tiles(asked, time.process_time).seconds
        return most_tiles(asked, way, time.process_time)[0]

    def keep_slowest(self, candidates: Sequence[Position], count: int) -> list[Position]:
        """`count` of the candidates: each way in turn keeps the slowest that is left."""
        slowest = {
            way: iter(sorted(candidates, key=lambda p: self.seconds(p, way), reverse=True)) for way in self.names
        }
        kept: list[Position] = []
        while len(kept) < count:
            for way in self.names:
                kept.append(next(p for p in slowest[way] if all(p is not other for other in kept)))
        return kept[:count]


def hardest(random: Random, each: int = 6, candidates: int = 160, changes: int = 60) -> Lines:
    """For each way the `each` positions that a search finds slowest.

    It begins with the slowest of many random ones, and changes them tile by tile, as long
    as they become slower.
    """
    ways = Ways()
    first = [
        crowded(
            random,
            STANDARD,
            random.randint(8, 22),
            random.choice(JOKER_PLACES[random.randint(1, 2)]),
            random.randint(10, 20),
        )
        for _ in range(candidates)
    ]
    kept: set[str] = set()
    for way in ways.names:
        times = sorted(((ways.seconds(p, way), p) for p in first), key=lambda pair: pair[0], reverse=True)
        usual = times[len(times) // 2][0]
        found = [pair for pair in times if str(pair[1]) not in kept][:each]
        for _ in range(changes):
            i = random.randrange(each)
            changed = other_tile(random, found[i][1])
            seconds = ways.seconds(changed, way)
            if seconds > found[i][0] and str(changed) not in kept | {str(p) for _, p in found}:
                found[i] = seconds, changed
        yield (
            f"slowest for {way}: {min(found, key=lambda pair: pair[0])[0] * 1000:.0f} ms and more, "
            f"where random ones took {usual * 1000:.0f} ms"
        )
        for _, p in found:
            kept.add(str(p))
            yield p


def other_tile(random: Random, old: Position) -> Position:
    """The position with its table rearranged, or with one rack tile exchanged for one out of sight."""
    jokers = [s for s in old.table if s.joker_count]
    plain = [s for s in old.table if not s.joker_count]
    if random.random() < 0.5 and len(plain) > 1:
        return position_of([*jokers, *rearranged(random, plain, old.rules)], old.rack, old.rules)
    unseen = Counter(box_of(old.rules)) - old.table_tiles - Counter(old.rack)
    hand = list(old.rack)
    hand.remove(random.choice([tile for tile in hand if tile != JOKER]))
    return position_of(list(old.table), [*hand, random.choice(sorted(t for t in unseen if t != JOKER))], old.rules)


# --- The classes ---


def opening(random: Random) -> Lines:
    for size in range(14, 51, 4):
        for jokers in (0, 1, 2, random.randint(0, 2)):
            naturals = [tile for tile in box_of(STANDARD) if tile != JOKER]
            hand = random.sample(naturals, size - jokers) + [JOKER] * jokers
            yield position_of([], hand, STANDARD, opened=False)


def sets(count: int, *, hard: bool) -> Callable[[Random], Lines]:
    """A class of tables of `count` sets: ten positions for each number of jokers."""

    def made(random: Random) -> Lines:
        ways = Ways() if hard else None
        for jokers, places in JOKER_PLACES.items():
            # On an empty table all jokers are on the rack.
            places = places if count else [(0, jokers)]
            many = [crowded(random, STANDARD, count, places[i % len(places)], 14) for i in range(28 if ways else 10)]
            yield f"{jokers} joker{'s' * (jokers != 1)}" + (
                ": the first four random, the others the slowest of 24 for one way of solving" if ways else ""
            )
            yield from many[:4] + ways.keep_slowest(many[4:], 6) if ways else many

    return made


def full_deck(random: Random) -> Lines:
    yield "all tiles but those of the rack lie on the table; if jokers move freely, the rack can be laid"
    for size in (2, 5, 8, 11, 14, 20):
        for jokers, _ in JOKER_PLACES[2]:
            groups = [TileSet(GROUP, tuple(Tile(c, v) for c in range(4))) for v in range(1, 14) for _ in range(2)]
            table = rearranged(random, groups, STANDARD, same_number=False)
            hand: list[Tile] = []
            while len(hand) < size - 2:
                table, tile = take_off(random, table)
                hand.append(tile)
            table = rearranged(random, table, STANDARD, same_number=False)
            table, taken = put_jokers(random, table, jokers)
            yield position_of(table, [*hand, *taken, *[JOKER] * (2 - jokers)], STANDARD)
    yield "the whole box on the rack"
    yield position_of([], box_of(STANDARD), STANDARD, opened=False)
    yield position_of([], box_of(STANDARD), STANDARD)


def take_off(random: Random, table: Table) -> tuple[Table, Tile]:
    """Take one tile off the table so that sets remain; rearrange it until that is possible."""
    while True:
        for i in random.sample(range(len(table)), len(table)):
            kind, tiles = table[i].kind, table[i].tiles
            for at in random.sample(range(len(tiles)), len(tiles)):
                parts = [tiles[:at], tiles[at + 1 :]] if kind == RUN else [tiles[:at] + tiles[at + 1 :]]
                if all(len(part) >= 3 or not part for part in parts):
                    rest = [TileSet(kind, part) for part in parts if part]
                    return table[:i] + rest + table[i + 1 :], tiles[at]
        table = rearranged(random, table, STANDARD, same_number=False)


PATIENCE = {"early": (0.0, 0.3), "middle": (0.0, 0.3), "late": (0.4, 0.6), "pool-empty": (0.6, 0.85)}
"""How often a player draws although he could play, for games that get as far as each stage."""


class Patient(BestMove):
    """A player who lays the most value, but at times draws although he could lay."""

    def __init__(self, random: Random, patience: float) -> None:
        super().__init__("value")
        self.random, self.patience = random, patience

    def choose(self, view: View) -> Move | None:
        if view.pool and self.random.random() < self.patience:
            return None
        answer = solve(view.position, steps=False)
        return answer.move if answer.played else None


def whole_games(stage: str) -> Callable[[Random], Lines]:
    """Positions of one stage out of games with 2 to 4 players, at most two of a game.

    Players sometimes draw although they could play, as people do who hold tiles back; the
    pool is seldom emptied otherwise.
    """

    def made(random: Random) -> Lines:
        count = 0
        while count < 24:
            players, patience = random.randint(2, 4), random.choice(PATIENCE[stage])
            game = Game(STANDARD, players, seed=random.randrange(10**6))
            start = len(game.pool)
            player = Patient(random, patience)
            seen = []
            while not game.over:
                if game.state.table and stage_of(len(game.pool), start) == stage:
                    seen.append(game.position())
                game.take_turn(player)
            for p in random.sample(seen, min(2, len(seen), 24 - count)):
                count += 1
                yield p

    return made


def stage_of(pool: int, start: int) -> str:
    """The stage of a game by the tiles left in the pool: more than two thirds of it, one third, some, none."""
    if not pool:
        return "pool-empty"
    return "early" if 3 * pool > 2 * start else "middle" if 3 * pool > start else "late"


def bigger_box(rules: Rules, sizes: Sequence[int], each: int) -> Callable[[Random], Lines]:
    def made(random: Random) -> Lines:
        for count in sizes:
            for i in range(each):
                jokers = i * rules.tiles.jokers // (each - 1)
                on_table = random.randint(0, jokers)
                yield crowded(random, rules, count, (on_table, jokers - on_table), 14)

    return made


CLASSES: dict[str, tuple[str, Callable[[Random], Lines]]] = {
    "opening": ("Racks of 14 to 50 tiles that have not opened, on an empty table.", opening),
    **{
        f"sets-{n:02}": (f"Tables of {n} sets, a rack of 14, and 0, 1 or 2 jokers.", sets(n, hard=n >= 16))
        for n in (0, 4, 8, 12, 16, 20)
    },
    "game-early": ("Out of whole games: more than two thirds of the pool left.", whole_games("early")),
    "game-middle": ("Out of whole games: more than a third of the pool left.", whole_games("middle")),
    "game-late": ("Out of whole games: at most a third of the pool left.", whole_games("late")),
    "game-pool-empty": ("Out of whole games: the pool is empty.", whole_games("pool-empty")),
    "full-deck": ("All 106 tiles are in sight.", full_deck),
    "hardest": ("What a search found slowest, for each way of solving.", hardest),
    "six-player": (
        "The box of 160 tiles, with tables of 8, 16, 24 and 32 sets.",
        bigger_box(Rules.named("six-player"), (8, 16, 24, 32), 5),
    ),
    "big-box": (
        "26 numbers, 8 colours, 4 copies and 8 jokers, with tables of 10, 40, 80 and 160 sets.",
        bigger_box(BIG_BOX, (10, 40, 80, 160), 5),
    ),
}


def write(name: str) -> None:
    """Make one class and write its file."""
    about, made = CLASSES[name]
    lines = [f"# class: {name}", f"# {about}", "# Made by benchmarks/make_layouts.py."]
    count = 0
    for line in made(Random(f"rummikub {name}")):
        if isinstance(line, str):
            lines.append(f"# {line}")
        else:
            count += 1
            lines.append(str(replace(line, id=f"{name}-{count:02}")))
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{name}: {count} positions", file=sys.stderr)


def main(names: Sequence[str]) -> None:
    unknown = [name for name in names if name not in CLASSES]
    if unknown:
        sys.exit(f"no class {unknown[0]}: there are {', '.join(CLASSES)}")
    for name in names or CLASSES:
        write(name)


if __name__ == "__main__":
    main(sys.argv[1:])
