"""How many hands can be laid whole, and how many hold an opening? Counted exactly.

    python benchmarks/count_hands.py whole [--numbers 13] [--jokers 0] [--most 26] [--workers N]
    python benchmarks/count_hands.py opening [--points 30] [--tiles 14] [--jokers-in-box 0]

`whole` prints for each number of tiles how many different hands there are (copies of a
tile are the same tile), and how many of them are runs and groups with nothing left: four
colours, two copies, and as many jokers in each hand as asked. The rows without jokers are table 1
of van Rijn, Takes and Vis (arXiv 1604.07553). `opening` prints the chance that a hand that
is dealt from the box holds sets worth enough.

Hands are read number by number. What a reader must remember of the numbers before is
which runs are open: for each colour their lengths, 3 standing for more. As it is not known which
tiles the groups take, it remembers all that may be, without what another possibility is
as good as: one state of an automaton. Colours are alike, so states that differ only in the
order of colours are one. Different hands lead to one state each, so that hands are counted and
not the ways to lay them.
"""

from __future__ import annotations

import functools
import math
import os
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from fractions import Fraction
from itertools import chain, combinations_with_replacement, permutations, product
from multiprocessing import get_context

import click
import numpy as np

COLOURS, COPIES = 4, 2
COUNTS = tuple(product(range(COPIES + 1), repeat=COLOURS))
"""How many tiles of each colour a hand may have of one number."""

_MOST_REMEMBERED = 100_000
"""Sets of possibilities whose state is remembered: each takes some kilobytes."""

Vector = tuple[int, ...]
"""A whole number for each colour."""

Config = tuple[int, int, int, int, int, int]
"""Open runs of each colour (an index of `Runs.lengths`), jokers used, and what else is asked: see `Automaton`."""

State = tuple[Config, ...]


class Runs:
    """The open runs of one colour: `lengths` are all that may be, 3 standing for three tiles or more.

    `after[runs][k]` are the open runs when `k` tiles of the next number go to them, None
    if that leaves one too short. Of runs that may end, as many as possible go on: to begin
    a new one instead is never better. `as_good[a][b]` says that whatever can follow `b` can follow `a`.
    """

    def __init__(self, most: int) -> None:
        self.lengths = [runs for count in range(most + 1) for runs in combinations_with_replacement((1, 2, 3), count)]
        index = {runs: i for i, runs in enumerate(self.lengths)}
        self.after = [
            [None if (then := self._after(runs, k)) is None else index[then] for k in range(most + 1)]
            for runs in self.lengths
        ]
        self.may_end = [all(length == 3 for length in runs) for runs in self.lengths]
        self.as_good = self._compared()
        self.rank = [sum(row) for row in self.as_good]

    @staticmethod
    def _after(runs: Vector, k: int) -> Vector | None:
        short = [length + 1 for length in runs if length < 3]
        left = k - len(short)
        if left < 0:
            return None
        go_on = min(left, runs.count(3))
        return tuple(sorted([*short, *[3] * go_on, *[1] * (left - go_on)]))

    def _compared(self) -> list[list[bool]]:
        """The largest relation in which the better one can do all that the other can, and is then better again."""
        every = range(len(self.lengths))
        better = [[self.may_end[a] or not self.may_end[b] for b in every] for a in every]
        while True:
            wrong = [(a, b) for a in every for b in every if better[a][b] and not self._follows(better, a, b)]
            if not wrong:
                return better
            for a, b in wrong:
                better[a][b] = False

    def _follows(self, better: list[list[bool]], a: int, b: int) -> bool:
        pairs = zip(self.after[a], self.after[b], strict=True)
        return all(then_b is None or (then_a is not None and better[then_a][then_b]) for then_a, then_b in pairs)


def room_in_groups(tiles: Vector, jokers: int) -> int | None:
    """For how many more jokers groups of these tiles of one number (so many of each colour) and jokers have room.

    None if they are no groups.
    """
    naturals, total = sum(tiles), sum(tiles) + jokers
    # Dealt round so many groups, tiles of a colour come to different ones, and sizes differ by one at most.
    counts = [
        count for count in range(1, naturals + 1) if max(tiles) <= count and 3 * count <= total <= COLOURS * count
    ]
    return COLOURS * counts[-1] - total if counts else None if total else 0


class Automaton:
    """What a reader must remember: the states, and where each number leads.

    Where hands are to be laid whole (`points` None), the last part of a `Config` is for how
    many more jokers the sets have room: those that are left over go there. A run has room for
    all, since one that has all numbers of the box can be divided in two, if these are
    five or more. Else it is the points laid so far, up to `points`, and tiles and
    jokers may be left over.
    """

    def __init__(self, jokers: int, points: int | None = None) -> None:
        self.jokers, self.points = jokers, points
        self.runs = Runs(COPIES + jokers)
        self.start: State = ((0, 0, 0, 0, 0, 0),)
        self._ways = {counts: list(self._ways_to_lay(counts)) for counts in COUNTS}
        self._after: dict[tuple[Config, Vector, int], frozenset[Config]] = {}
        self._better: dict[tuple[Config, Config], bool] = {}
        self._state: dict[frozenset[Config], State] = {}

    def _ways_to_lay(self, counts: Vector) -> Iterator[tuple[Vector, int, int]]:
        """Tiles of one number: how many go to runs of each colour, jokers used, and room for more or tiles laid."""
        ways: defaultdict[Vector, set[tuple[int, int]]] = defaultdict(set)
        for in_groups in product(*(range(count + 1) for count in counts)):
            for wild in range(self.jokers + 1):
                room = room_in_groups(in_groups, wild)
                if room is None:
                    continue
                left = [count - taken for count, taken in zip(counts, in_groups, strict=True)]
                least = [0 if self.points else count for count in left]
                for to_runs in product(*(range(low, n + self.jokers + 1) for low, n in zip(least, left, strict=True))):
                    # Jokers go to runs where there are no tiles left for them.
                    used = wild + sum(max(0, k - n) for k, n in zip(to_runs, left, strict=True))
                    if used <= self.jokers:
                        laid = sum(in_groups) + wild + sum(to_runs)
                        ways[to_runs].add((used, laid if self.points else self.jokers if any(to_runs) else room))
        for to_runs, found in ways.items():
            for used, figure in found:
                if not any(u <= used and f >= figure for u, f in found - {(used, figure)}):
                    yield to_runs, used, figure

    def after(self, state: State, counts: Vector, number: int = 0) -> State:
        """The state after so many tiles of a number; empty if nothing can come of it."""
        found = frozenset(chain.from_iterable(self._configs_after(config, counts, number) for config in state))
        known = self._state.get(found)
        if known is None:
            if len(self._state) == _MOST_REMEMBERED:
                self._state.clear()
            known = self._state[found] = self._alike(self._best(found))
        return known

    def still_open(self, state: State, tiles: int, number: int) -> State:
        """The state without what falls short even if so many tiles from this number down are all laid."""
        assert self.points is not None
        each = COLOURS * COPIES
        worth = sum(max(number - i // each, 0) for i in range(tiles))
        lacking = self.points - worth
        kept = [x for x in state if x[5] + (self.jokers - x[4]) * number >= lacking]
        return state if len(kept) == len(state) else self._alike(kept)

    def forget(self) -> None:
        """Forget what was worked out for one number."""
        self._after.clear()
        self._state.clear()

    def _configs_after(self, config: Config, counts: Vector, number: int) -> frozenset[Config]:
        key = config, counts, number
        known = self._after.get(key)
        if known is None:
            known = self._after[key] = frozenset(self._best(self._laid(config, counts, number)))
        return known

    def _laid(self, config: Config, counts: Vector, number: int) -> Iterator[Config]:
        after = self.runs.after
        a, b, c, d, jokers, figure = config
        for (i, j, k, m), used, more in self._ways[counts]:
            if jokers + used > self.jokers:
                continue
            p, q, r, s = after[a][i], after[b][j], after[c][k], after[d][m]
            if p is None or q is None or r is None or s is None:
                continue
            total = min(self.jokers, figure + more) if self.points is None else min(self.points, figure + more * number)
            yield p, q, r, s, jokers + used, total

    def _best(self, configs: Iterable[Config]) -> list[Config]:
        """Those than which no other is as good."""
        rank = self.runs.rank
        best: list[Config] = []
        ordered = sorted(configs, key=lambda x: (x[4], -self._reached(x), -sum(rank[runs] for runs in x[:4]), x))
        for config in ordered:
            if not any(self._is_as_good(other, config) for other in best):
                best.append(config)
        return best

    def _is_as_good(self, one: Config, other: Config) -> bool:
        key = one, other
        known = self._better.get(key)
        if known is None:
            good = self.runs.as_good
            known = self._better[key] = (
                one[4] <= other[4]
                and self._reached(one) >= self._reached(other)
                and all(good[one[i]][other[i]] for i in range(COLOURS))
            )
        return known

    def _reached(self, config: Config) -> int:
        """How many jokers have a place, or how many points are laid."""
        return config[5] if self.points is not None else min(self.jokers, config[4] + config[5])

    def _alike(self, configs: Sequence[Config]) -> State:
        """The first of the states that differ from this one in the order of the colours."""
        if not configs:
            return ()
        orders = permutations(range(COLOURS))
        return min(tuple(sorted((x[a], x[b], x[c], x[d], x[4], x[5]) for x in configs)) for a, b, c, d in orders)

    def is_done(self, state: State) -> bool:
        """Whether what is asked for has been reached, if no tiles follow."""
        enough = self.jokers if self.points is None else self.points
        return any(self._may_end(config) and self._reached(config) == enough for config in state)

    def _may_end(self, config: Config) -> bool:
        return all(self.runs.may_end[runs] for runs in config[:4])


# --- Hands that can be laid whole ---


@functools.cache
def _automaton(jokers: int) -> Automaton:
    return Automaton(jokers)


def _all_after(jokers: int, states: Sequence[State], most: int) -> list[list[State]]:
    """Where all counts of up to `most` tiles lead, from each of these states."""
    automaton = _automaton(jokers)
    return [[automaton.after(state, counts) if sum(counts) <= most else () for counts in COUNTS] for state in states]


def whole_hands(numbers: int, jokers: int, most: int, workers: int = 1) -> list[int]:
    """By number of tiles, up to `most`: how many different hands with so many jokers can be laid whole.

    The box has five `numbers` or more, and `jokers` up to two.
    """
    if workers == 1:
        return _whole_hands(numbers, jokers, most, None, 1)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        return _whole_hands(numbers, jokers, most, pool, workers)


def _whole_hands(numbers: int, jokers: int, most: int, pool: Executor | None, workers: int) -> list[int]:
    naturals = max(most - jokers, 0)
    states, moves = _explored(jokers, naturals, pool, workers)
    steps = {tiles: (np.array(before), np.array(after)) for tiles, (before, after) in moves.items()}
    # Hands may be more than 64 bits hold on the way, but what is left over falls away: the results are not.
    hands = np.zeros((naturals + 1, len(states)), dtype=np.uint64)
    hands[0, 0] = 1
    for _ in range(numbers):
        then = np.zeros_like(hands)
        for tiles, (before, after) in steps.items():
            for total in range(naturals + 1 - tiles):
                np.add.at(then[total + tiles], after, hands[total, before])
        hands = then
    automaton = _automaton(jokers)
    done = np.array([automaton.is_done(state) for state in states])
    return [0] * min(jokers, most + 1) + [int(row[done].sum(dtype=np.uint64)) for row in hands][: most + 1 - jokers]


Moves = dict[int, tuple["array[int]", "array[int]"]]
"""By number of tiles: from which state, to which."""


def _explored(jokers: int, most: int, pool: Executor | None, workers: int) -> tuple[list[State], Moves]:
    """All states that up to `most` tiles lead to, and the moves between them."""
    states = [_automaton(jokers).start]
    index = {states[0]: 0}
    moves: Moves = {tiles: (array("l"), array("l")) for tiles in range(COLOURS * COPIES + 1)}
    # By the fewest tiles that lead to them, so that each is looked at once, with as many as may follow.
    waiting: list[set[int]] = [{0}, *(set() for _ in range(most))]
    seen: set[int] = set()
    for tiles, now in enumerate(waiting):
        ask = functools.partial(_all_after, jokers, most=most - tiles)
        while new := sorted(now - seen):
            seen.update(new)
            parts = _parts(new, workers)
            answers = (pool.map if pool is not None else map)(ask, [[states[i] for i in part] for part in parts])
            for before, rows in zip(chain.from_iterable(parts), chain.from_iterable(answers), strict=True):
                for counts, state in zip(COUNTS, rows, strict=True):
                    if state:
                        after = index.setdefault(state, len(states))
                        if after == len(states):
                            states.append(state)
                        moves[sum(counts)][0].append(before)
                        moves[sum(counts)][1].append(after)
                        waiting[tiles + sum(counts)].add(after)
    return states, moves


def _parts(states: list[int], workers: int) -> list[list[int]]:
    """States for one process after the other: neighbours together, since much is the same for them."""
    size = max(20, -(-len(states) // (8 * workers)))
    return [states[i : i + size] for i in range(0, len(states), size)]


# --- Hands that hold an opening ---


def openings(points: int, tiles: int, jokers: int, numbers: int = 13) -> int:
    """In how many ways so many number tiles can be drawn that hold sets worth `points`, with so many jokers beside.

    Copies of a tile are different tiles here, as in a box that tiles are drawn from.
    """
    automaton = Automaton(jokers, points)
    # The highest first: a few tiles of high numbers are enough, and where they are, no more need be known.
    ways: dict[State, list[int]] = {automaton.start: [1] + [0] * tiles}
    good = 0
    for number in range(numbers, 0, -1):
        then: dict[State, list[int]] = {}
        left = COLOURS * COPIES * (number - 1)
        for state, by_tiles in ways.items():
            fewest = next(count for count, way in enumerate(by_tiles) if way)
            for counts in COUNTS:
                laid = sum(counts)
                if fewest + laid > tiles:
                    continue
                after = automaton.after(state, counts, number)
                copies = math.prod(math.comb(COPIES, count) for count in counts)
                more = [copies * way for way in by_tiles[: tiles + 1 - laid]]
                if automaton.is_done(after):
                    good += sum(way * math.comb(left, tiles - laid - had) for had, way in enumerate(more))
                    continue
                found = then.setdefault(after, [0] * (tiles + 1))
                for had, way in enumerate(more, laid):
                    found[had] += way
        ways = {}
        for state, by_tiles in then.items():
            fewest = next(count for count, way in enumerate(by_tiles) if way)
            if state := automaton.still_open(state, tiles - fewest, number - 1):
                known = ways.setdefault(state, [0] * (tiles + 1))
                for had, way in enumerate(by_tiles):
                    known[had] += way
        automaton.forget()
    return good


def chance_of_opening(points: int, tiles: int, jokers_in_box: int, numbers: int = 13) -> Fraction:
    """The chance that `tiles` dealt from the box hold sets worth `points`, jokers counting what they stand for."""
    box = COLOURS * COPIES * numbers
    good = sum(
        math.comb(jokers_in_box, jokers) * openings(points, tiles - jokers, jokers, numbers)
        for jokers in range(min(jokers_in_box, tiles) + 1)
    )
    return Fraction(good, math.comb(box + jokers_in_box, tiles))


# --- The command ---


def different_hands(numbers: int, tiles: int) -> int:
    """How many different hands of number tiles there are."""
    kinds = COLOURS * numbers
    return sum(math.comb(kinds, pairs) * math.comb(kinds - pairs, tiles - 2 * pairs) for pairs in range(tiles // 2 + 1))


@click.group()
def main() -> None:
    """Count hands exactly."""


@main.command()
@click.option("--numbers", type=click.IntRange(5), default=13, show_default=True, help="Numbers in the box.")
@click.option("--jokers", default=0, show_default=True, help="Jokers in each hand.")
@click.option("--most", default=26, show_default=True, help="Tiles of a hand at most, its jokers among them.")
@click.option("--workers", default=os.cpu_count(), show_default="all cores", help="Processes.")
def whole(numbers: int, jokers: int, most: int, workers: int) -> None:
    """Different hands, and how many of them can be laid whole."""
    found = whole_hands(numbers, jokers, most, workers)
    print("| tiles | different hands | can be laid whole | share |")
    print("|---:|---:|---:|---:|")
    for tiles in range(3, most + 1):
        hands = different_hands(numbers, tiles - jokers)
        print(f"| {tiles} | {hands:,} | {found[tiles]:,} | {found[tiles] / hands:.2g} |")


@main.command()
@click.option("--points", default=30, show_default=True, help="What the sets must be worth.")
@click.option("--tiles", default=14, show_default=True, help="Tiles of a hand.")
@click.option("--jokers-in-box", default=0, show_default=True)
def opening(points: int, tiles: int, jokers_in_box: int) -> None:
    """The chance that a hand holds an opening."""
    chance = chance_of_opening(points, tiles, jokers_in_box)
    print(f"{chance} = {float(chance):.6%}")


if __name__ == "__main__":
    main()
