"""How the time grows with the box and with the table, up to tables of 10,000 tiles."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any

from solver.advice.answer import Answer
from solver.advice.solve import solve
from solver.bench.peer import question
from solver.bench.spread import Clock
from solver.bench.tables import crowded
from solver.game.position import Position
from solver.game.rules import Rules, TileRules

__all__ = ["AXES", "MOST_TILES", "Axis", "Curve", "Point", "exponent", "WAYS", "measure_axis"]

TILES_IN_A_SET = 3.7
"""About how many tiles a random set has."""

MOST_TILES = 10_000
"""Tiles on the largest table."""


@dataclass(frozen=True)
class Axis:
    """One thing that grows: its values, what the fit counts, and the box and table at each value.

    The tables hold `tiles`, or about half of the box if that is not said, and half of its jokers.
    """

    name: str
    unit: str
    values: tuple[int, ...]
    box: Callable[[int], TileRules]
    size: Callable[[int], int] = lambda value: value
    tiles: Callable[[int], int] | None = None

    def position(self, value: int, rules: Rules, seed: int) -> Position:
        """A random position at one value: a rearranged table and a rack of 14.

        The box may be larger than a rule set can say, so it is not checked against that.
        """
        rules = replace(rules, tiles=self.box(value))
        box = rules.tiles
        tiles = self.tiles(value) if self.tiles else box.numbers * box.colours * box.copies // 2
        jokers = box.jokers // 2, box.jokers - box.jokers // 2
        sets = max(round(tiles / TILES_IN_A_SET), box.jokers, 1)
        return crowded(Random(f"{self.name} {value} {seed}"), rules, sets, jokers, 14)


AXES = (
    Axis("numbers", "(colour, number) pairs", (13, 26, 52, 104), lambda n: TileRules(numbers=n), size=lambda n: 4 * n),
    Axis("colours", "colours", (3, 4, 5, 6, 7, 8), lambda k: TileRules(colours=k)),
    # Always the same number of tiles: what more copies cost, not what a larger table costs.
    Axis("copies", "copies", (2, 3, 4, 6, 8), lambda m: TileRules(copies=m), tiles=lambda _: 52),
    Axis("jokers", "jokers", (1, 2, 4, 6, 8), lambda j: TileRules(jokers=j)),
    Axis(
        "table",
        "tiles on the table",
        (100, 300, 1000, 3000, MOST_TILES),
        lambda _: TileRules(numbers=104, colours=8, copies=26, jokers=2),
        tiles=lambda tiles: tiles,
    ),
)
"""What grows, one thing at a time from the usual box; the last one a table in one huge box."""


@dataclass(frozen=True)
class Point:
    """One value of an axis: what the fit counts, tiles on the table, and seconds (None where it was given up)."""

    value: int
    size: int
    tiles: int
    seconds: float | None


@dataclass(frozen=True)
class Curve:
    """The times of one way of solving along an axis, and the exponent e of time ~ size^e (None under two points)."""

    axis: str
    way: str
    unit: str
    points: tuple[Point, ...]
    exponent: float | None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Curve:
        return cls(**{**data, "points": tuple(Point(**point) for point in data["points"])})


def exponent(points: Sequence[tuple[float, float]]) -> float | None:
    """The slope of the straight line through (log size, log seconds), by least squares; None under two points."""
    import numpy

    if len(points) < 2:
        return None
    sizes, seconds = zip(*points, strict=True)
    return float(numpy.polyfit(numpy.log(sizes), numpy.log(seconds), 1)[0])


WAYS: dict[str, Callable[[Position, float], Answer]] = {
    # The same question as everywhere: most tiles under `free`, refereed.
    "count": lambda p, limit: solve(question(p), objective="tiles", time_limit=limit, fewest_moved=False, steps=False),
    "answer": lambda p, limit: solve(p, time_limit=limit),
}


def measure_axis(
    axis: Axis, rules: Rules, *, tries: int = 3, limit: float = 30.0, clock: Clock = time.perf_counter
) -> Iterator[Curve | Point]:
    """Time both ways of solving along an axis; a `Point` after each value, a `Curve` at the end of each way.

    A point is the median of `tries` positions. The first that takes longer than `limit`
    seconds or is not solved within it ends its curve.
    """
    for way, run in WAYS.items():
        points: list[Point] = []
        for value in axis.values:
            times: list[float] = []
            tiles = 0
            for seed in range(tries):
                position = axis.position(value, rules, seed)
                tiles = sum(len(s.tiles) for s in position.table)
                began = clock()
                answer = run(position, limit)
                times.append(clock() - began)
                if answer.status == "feasible" or times[-1] > limit:
                    times = []
                    break
            size = tiles if axis.name == "table" else axis.size(value)
            points.append(Point(value, size, tiles, sorted(times)[len(times) // 2] if times else None))
            yield points[-1]
            if not times:
                break
        timed = [(float(p.size), p.seconds) for p in points if p.seconds is not None]
        yield Curve(axis.name, way, axis.unit, tuple(points), exponent(timed))
