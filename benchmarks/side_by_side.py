"""Two versions of the solver side by side: every layout under every preset, question by question in turn.

    python benchmarks/side_by_side.py BEFORE [AFTER] [--most N] [--repeat N] [--class NAME ...] [--rules NAME ...]

BEFORE and AFTER (this checkout, if it is not named) are folders of checkouts, each with a
.venv of its own. Both versions answer one question after the other, first one, then the
other, so that what else the machine does meets both alike; what is timed is the time that
their processes have computed. Tables show median, 95th percentile and worst in
milliseconds, and after / before of each. An answer of another value, number of tiles or
moved tiles, or another status, is listed, and the exit status is 1.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from tqdm import tqdm

HERE = Path(__file__).resolve().parents[1]
LAYOUT, COUNT = "as laid out", "count"


def answer_questions() -> None:
    """The worker, in the folder of its checkout: lines of JSON in, lines of JSON out; null where rules forbid it."""
    sys.path.insert(0, os.getcwd())
    from solver import Position, Rules, solve
    from solver.bench.peer import question
    from solver.errors import RummikubError

    for line in sys.stdin:
        asked = json.loads(line)
        position = Position.parse(asked["position"])
        limit = asked["limit"]
        try:
            if asked["rules"] not in (LAYOUT, COUNT):
                position = position.under(Rules.named(asked["rules"]))
        except RummikubError:
            print("null", flush=True)
            continue
        seconds = []
        for _ in range(asked["repeat"]):
            began = time.process_time()
            if asked["rules"] == COUNT:
                counted = question(position)
                answer = solve(counted, objective="tiles", time_limit=limit, fewest_moved=False, steps=False)
            else:
                answer = solve(position, time_limit=limit)
            seconds.append(time.process_time() - began)
        moved = None if asked["rules"] == COUNT else answer.moved
        print(json.dumps([min(seconds), [answer.status, answer.value, answer.tiles, moved]]), flush=True)


class Version:
    """One checkout, in a process of its own."""

    def __init__(self, folder: Path) -> None:
        python = folder / ".venv" / "bin" / "python"
        if not python.exists():
            raise click.ClickException(f"{folder} has no .venv: run make .venv/core there")
        self._process = subprocess.Popen(
            [python, Path(__file__).resolve(), "--worker"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, question: Mapping[str, Any]) -> Any:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


def spread(seconds: Sequence[float]) -> tuple[float, float, float]:
    """Median, 95th percentile (the nearest of the values) and worst, in milliseconds."""
    ordered = sorted(1000 * one for one in seconds)
    last = len(ordered) - 1
    return ordered[last // 2], ordered[round(0.95 * last)], ordered[last]


def rows(pairs: Mapping[str, Sequence[tuple[float, float]]]) -> list[list[str]]:
    """A row for each name: how many, both spreads, and their ratios."""
    table = []
    for name, both in pairs.items():
        before, after = (spread([pair[i] for pair in both]) for i in (0, 1))
        cells = [" / ".join(f"{one:.3g}" for one in of) for of in (before, after)]
        table.append([name, str(len(both)), *cells, *(f"{b / a:.2f}" for a, b in zip(before, after, strict=True))])
    return table


@click.command()
@click.argument("before", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("after", type=click.Path(exists=True, file_okay=False, path_type=Path), default=HERE)
@click.option("--most", type=int, default=1000, help="At most so many positions of each class.")
@click.option("--repeat", type=int, default=2, show_default=True, help="Tries for each, of which the fastest counts.")
@click.option("--time-limit", type=float, default=20, show_default=True, help="Seconds for each answer.")
@click.option("--class", "classes", multiple=True, help="Only this class; may be repeated.")
@click.option("--rules", multiple=True, help="Only these presets; may be repeated.")
def main(
    before: Path,
    after: Path,
    most: int,
    repeat: int,
    time_limit: float,
    classes: tuple[str, ...],
    rules: tuple[str, ...],
) -> None:
    """Answer every layout under every preset with two versions of the solver, and compare."""
    from solver.bench.layouts import choose, layout_files, read_layouts
    from solver.bench.spread import table
    from solver.game.rules import preset_names

    layouts = choose(read_layouts(layout_files()), classes, most)
    versions = Version(before.resolve()), Version(after.resolve())
    by_class: dict[str, list[tuple[float, float]]] = defaultdict(list)
    by_rules: dict[str, list[tuple[float, float]]] = defaultdict(list)
    changed = []
    turn = 0
    for layout in tqdm(layouts, disable=None):
        for name in rules or (LAYOUT, COUNT, *preset_names()):
            turn += 1
            asked = {"position": str(layout.position), "rules": name, "repeat": repeat, "limit": time_limit}
            order = versions if turn % 2 else versions[::-1]
            answers = [version.ask(asked) for version in order]
            old, new = answers if turn % 2 else answers[::-1]
            if old is None or new is None:
                continue
            by_rules[name].append((old[0], new[0]))
            if name != COUNT:
                by_class[layout.group].append((old[0], new[0]))
            if old[1] != new[1]:
                changed.append(f"{layout.id} under {name}: {old[1]} before, {new[1]} after")
    heads = ["positions", "before", "after", "median", "95th percentile", "worst"]
    click.echo(table(["rules", *heads], rows(by_rules)))
    click.echo("\n" + table(["class", *heads], rows(by_class)))
    click.echo(f"\n{len(changed)} answers changed.")
    for line in changed:
        click.echo(line)
    sys.exit(bool(changed))


if __name__ == "__main__":
    if sys.argv[1:] == ["--worker"]:
        answer_questions()
    else:
        main()
