"""How late are answers with a time limit? On all layouts, and on the largest positions under all presets.

    python benchmarks/late.py [--most N] [--limit SECONDS ...] [--clock wall|cpu] [--large N] [--rules NAME]

Each row is a class and a limit: how many answers, how many of them are the best so far
(`feasible`) and how many are without steps, and how late they came: the 95th percentile,
the worst, and how many came more than 50 and 100 ms late. Below are the latest answers
with what they took their time for. The exit status is 1 if one is more than 100 ms late.

With `--clock cpu` the solver's own clock is the time that the process has computed, so that
a busy machine makes no answer late. OR-Tools goes on looking at the clock on the wall.
"""

from __future__ import annotations

import gc
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

import click

from solver import Answer, Position, Rules, solve
from solver.bench.layouts import choose, layout_files, read_layouts
from solver.bench.tables import crowded
from solver.errors import RummikubError
from solver.game.rules import TileRules, preset_names

LARGEST = {
    # numbers, colours, copies, jokers; sets, jokers on table and rack, tiles on the rack
    "80 sets, rack of 200": (TileRules(104, 8, 8, 8), 80, (4, 4), 200),
    "80 sets, 8 jokers on them": (TileRules(104, 8, 8, 8), 80, (8, 0), 200),
    "160 sets, rack of 14": (TileRules(104, 8, 8, 8), 160, (6, 2), 14),
    "rack of 400": (TileRules(104, 8, 8, 8), 10, (4, 4), 400),
    "80 sets close together": (TileRules(13, 8, 8, 8), 80, (4, 4), 100),
    "200 sets of few kinds": (TileRules(26, 8, 8, 8), 200, (4, 4), 60),
}
"""The largest positions, by what they are."""

LATE, TOO_LATE = 0.05, 0.1


@dataclass(frozen=True)
class Row:
    """One answer with a limit, and how many seconds it was late."""

    group: str
    id: str
    limit: float
    answer: Answer
    late: float

    @property
    def without_steps(self) -> bool:
        return bool(self.answer.played) and not self.answer.steps


def largest(count: int, presets: Sequence[str]) -> Iterator[tuple[str, str, Position]]:
    """`count` of the largest positions, of each kind equally many, under each preset that allows them.

    Half of them are not opened.
    """
    for i in range(count):
        name, (box, sets, jokers, rack) = list(LARGEST.items())[i % len(LARGEST)]
        rules = replace(Rules.named("standard"), tiles=box)
        position = crowded(Random(f"late {i}"), rules, sets, jokers, rack)
        opened = i // len(LARGEST) % 2 == 0
        for preset in presets:
            try:
                asked = replace(position.under(Rules.named(preset)), opened=opened)
            except RummikubError:
                continue
            yield name, f"{preset} {i}{'' if opened else ' not opened'}", asked


def measured(group: str, id: str, position: Position, limit: float) -> Row:
    """One answer, timed."""
    gc.collect()
    began = time.perf_counter()
    answer = solve(position, time_limit=limit)
    return Row(group, id, limit, answer, max(0.0, time.perf_counter() - began - limit))


def show(rows: list[Row], latest: int) -> None:
    """The table of all classes, and the latest answers."""
    groups: defaultdict[tuple[str, float], list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.group, row.limit].append(row)
    print("| class | limit | answers | feasible | without steps | 95 % late by | worst | over 50 ms | over 100 ms |")
    print("|---|---|---|---|---|---|---|---|---|")
    for (group, limit), members in groups.items():
        late = sorted(row.late for row in members)
        cells = [
            group,
            f"{limit:g} s",
            len(members),
            sum(row.answer.status == "feasible" for row in members),
            sum(row.without_steps for row in members),
            f"{1000 * late[round(0.95 * (len(late) - 1))]:.0f} ms",
            f"{1000 * late[-1]:.0f} ms",
            sum(each > LATE for each in late),
            sum(each > TOO_LATE for each in late),
        ]
        print(f"| {' | '.join(map(str, cells))} |")
    print()
    for row in sorted(rows, key=lambda row: -row.late)[:latest]:
        stages = ", ".join(f"{name} {1000 * seconds:.0f}" for name, seconds in row.answer.stages.items())
        print(
            f"{1000 * row.late:6.0f} ms late at {row.limit:g} s: {row.group}, {row.id} ({row.answer.status}: {stages})"
        )


@click.command()
@click.option("--limit", "limits", type=float, multiple=True, default=(0.01, 0.05, 1.0), show_default=True)
@click.option("--most", type=click.IntRange(0), help="Layouts of a class at most.  [default: all]")
@click.option("--class", "classes", multiple=True, help="Only these classes of layouts.")
@click.option("--large", default=200, show_default=True, help="How many of the largest positions.")
@click.option("--rules", "presets", multiple=True, help="Only these presets for the largest.  [default: all]")
@click.option("--clock", type=click.Choice(["wall", "cpu"]), default="wall", show_default=True)
@click.option("--latest", default=10, show_default=True, help="How many of the latest answers are listed.")
def main(
    limits: tuple[float, ...],
    most: int | None,
    classes: tuple[str, ...],
    large: int,
    presets: tuple[str, ...],
    clock: str,
    latest: int,
) -> None:
    """Measure how late answers with a time limit come."""
    if clock == "cpu":
        time.perf_counter = time.process_time
    layouts = [] if most == 0 else choose(read_layouts(layout_files()), classes, most)
    asked = [(layout.group, layout.id, layout.position) for layout in layouts]
    solve(Position.parse("R5R6R7R8/K7B7R7 K9R4J"))
    rows = []
    gc.freeze()
    with click.progressbar(length=len(limits), file=sys.stderr) as bar:
        for limit in limits:
            rows += [measured(*position, limit) for position in asked]
            rows += [measured(*position, limit) for position in largest(large, presets or preset_names())]
            bar.update(1)
    show(rows, latest)
    sys.exit(any(row.late > TOO_LATE for row in rows))


if __name__ == "__main__":
    main()
