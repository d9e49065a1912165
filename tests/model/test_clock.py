"""The clock of a programme: it is looked at often while one is built, and nothing is added after the deadline."""

from __future__ import annotations

import gc
import time
from contextlib import suppress
from random import Random

import pytest

from solver import deadline
from solver.bench.tables import crowded
from solver.game.position import Position
from solver.game.rules import Rules
from solver.model.fewest_moved import FewestMoved
from solver.model.ladder import build
from solver.model.problem import Problem
from solver.model.program import INFINITY, Program, Term

MOST_ENTRIES = 25_000
"""Columns, rows and entries of rows between two looks at the clock: a few thousandths of a second."""

BOX = Rules.named("standard").changed({"tiles.numbers": 40, "tiles.colours": 8, "tiles.copies": 4, "tiles.jokers": 8})


class CountingClock:
    """Stands for the module `time`: it is always the beginning, and what is added between two looks is counted."""

    def __init__(self) -> None:
        self.added = self.most_added = self.total = 0

    def perf_counter(self) -> float:
        self.most_added = max(self.most_added, self.added)
        self.added = 0
        return 0.0

    def count(self, entries: int) -> None:
        self.added += entries
        self.total += entries


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> CountingClock:
    clock = CountingClock()
    add_column, add_row = Program.column, Program.row

    def column(self: Program, high: float, low: float = 0) -> int:
        clock.count(1)
        return add_column(self, high, low)

    def row(self: Program, terms: list[Term], low: float = -INFINITY, high: float = INFINITY) -> int:
        clock.count(1 + len(terms))
        return add_row(self, terms, low, high)

    monkeypatch.setattr(deadline, "time", clock)
    monkeypatch.setattr(Program, "column", column)
    monkeypatch.setattr(Program, "row", row)
    return clock


def position(preset: str, *, opened: bool = True) -> Position:
    """30 sets in a large box, six jokers in them, two on a rack of 30."""
    crowd = crowded(Random("clock"), BOX, 30, (6, 2), 30)
    line = f"{str(crowd).partition(' rules=')[0]} opened={'yes' if opened else 'no'}"
    rules = Rules.named(preset).changed({f"tiles.{key}": value for key, value in vars(BOX.tiles).items()})
    return Position.parse(line, rules)


@pytest.mark.parametrize(
    ("preset", "opened"),
    [("standard", True), ("american", True), ("card-40", True), ("rummy-o", True), ("vatikan", False)],
)
def test_the_clock_is_looked_at_often(clock: CountingClock, preset: str, opened: bool) -> None:
    problem, _ = build(position(preset, opened=opened), close=False, deadline=1.0)
    FewestMoved(problem)
    problem.close()
    clock.perf_counter()
    assert clock.total > MOST_ENTRIES
    assert clock.most_added < MOST_ENTRIES


@pytest.mark.parametrize("preset", ["standard", "american", "vatikan"])
def test_nothing_is_added_after_the_deadline(clock: CountingClock, preset: str) -> None:
    problem, _ = build(position(preset, opened=preset != "vatikan"), close=False, deadline=1.0)
    before = clock.total
    problem.deadline = problem.network.deadline = -1.0
    with pytest.raises(TimeoutError):
        FewestMoved(problem)
    with pytest.raises(TimeoutError):
        problem.network.add_runs(0)
    with pytest.raises(TimeoutError):
        problem.network.add_groups(1)
    with pytest.raises(TimeoutError):
        problem.close()
    assert clock.total == before


def test_a_programme_that_is_closed_can_be_read_after_the_deadline() -> None:
    """What was found in time is told, though it is told afterwards."""
    problem, _ = build(Position.parse("K1K2K3/R1R2J K4 rules=free"), deadline=time.perf_counter() + 100)
    problem.network.deadline = problem.deadline = time.perf_counter() - 1
    assert problem.sets.tiles_at(0, 1)
    assert problem.sets.jokers()


@pytest.mark.parametrize("preset", ["standard", "american", "sabra"])
@pytest.mark.parametrize("looks", [100, 10**9])
def test_a_programme_is_freed_without_the_collector(
    clock: CountingClock, preset: str, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether or not there was time to build it: else it would be freed later, while another answer is due."""
    left = iter(range(looks))
    monkeypatch.setattr(clock, "perf_counter", lambda: 0.0 if next(left, None) is not None else 2.0)
    asked = position(preset)
    gc.collect()
    gc.disable()
    try:
        before = problems()
        with suppress(TimeoutError):
            build(asked, deadline=1.0)
        assert problems() == before
    finally:
        gc.enable()


def problems() -> int:
    return sum(isinstance(each, Problem) for each in gc.get_objects())
