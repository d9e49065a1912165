"""One run of the benchmark, from layouts to a report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from solver.bench.against import comparison
from solver.bench.goals import CROWDED
from solver.bench.growth import AXES, WAYS, Curve, measure_axis
from solver.bench.layouts import Layout, choose, layout_files, read_layouts
from solver.bench.machine import machine
from solver.bench.measure import Sample, Stopwatch
from solver.bench.memory import memory as measure_memory
from solver.bench.process import time_limits, whole_process
from solver.bench.report import Report
from solver.bench.spread import CLOCKS, Clock
from solver.errors import NotationError, RulesError, RummikubError, how_to_install, printable, quote
from solver.game.rules import Rules

__all__ = ["LIMIT", "run_bench"]

LIMIT = 0.01
"""Seconds of the time limit whose honesty is checked."""


def run_bench(
    files: Sequence[str | Path] = (),
    groups: Sequence[str] = (),
    *,
    most: int | None = None,
    repeat: int = 3,
    objective: str = "value",
    time_limit: float | None = None,
    clock: str = "wall",
    peer: bool = False,
    presets: bool = False,
    back_ends: bool = False,
    memory: bool = True,
    process: bool = False,
    limits: bool = False,
    growth: bool = False,
    save: str | Path | None = None,
    against: str | Path | None = None,
    plot: str | Path | None = None,
    progress: bool = True,
) -> tuple[Report, str]:
    """Time the solver on layouts; return the report, and its text with the comparison if one was asked for.

    `files` are layout files (those that come with the program if none is named), `groups` the
    classes to run (all if none), `most` the positions of a class at most. Each position
    is tried `repeat` times, round by round, and the fastest try counts: whatever else
    the machine does only adds. `time_limit` is seconds for each solve. `clock` is `wall`
    or, for a busy machine, `cpu`: the time that this process has computed.

    Beside the complete answer, the count alone and the floor, which are always measured:
    `peer` times `rummikub-solver`, `presets` every preset, `back_ends` every back end,
    `memory` memory in child processes, `process` the whole command, `limits` the honesty
    of a short time limit (on the class `hardest`, if it is chosen, else on all), `growth`
    the growth with box and table. `save` writes the report, `against` compares it with a
    saved one, `plot` draws it. `progress` shows bars on standard error.

    :raises RummikubError: for files, classes or options that cannot be used, an extra
        that is not installed, and files that cannot be written.
    """
    if repeat < 1 or (most is not None and most < 1):
        raise RulesError(f"{'repeat' if repeat < 1 else 'most'}: it takes 1 or more")
    if clock not in CLOCKS:
        raise RulesError(f"no clock {quote(clock)}: there are {', '.join(CLOCKS)}")
    chosen = choose(read_layouts(files or layout_files()), groups, most)
    if not chosen:
        raise NotationError(f"no positions in {', '.join(map(printable, files))}")
    earlier = Report.load(against) if against is not None else None
    _check_outputs(save, plot)
    watch = Stopwatch(objective, time_limit, CLOCKS[clock], peer, presets, back_ends)
    settings: dict[str, Any] = {
        "files": [str(file) for file in files],
        "groups": list(groups),
        "most": most,
        "repeat": repeat,
        "objective": objective,
        "time_limit": time_limit,
        "clock": clock,
        "peer": peer,
        "presets": presets,
        "back_ends": back_ends,
        "memory": memory,
        "process": process,
        "limits": limits,
        "growth": growth,
        "limit": LIMIT,
        "peer_version": watch.library.version if watch.library else None,
        "peer_back_end": watch.library.back_end if watch.library else None,
    }
    report = Report(machine(), settings, _samples(watch, chosen, repeat, progress))
    if memory:
        report.memory = measure_memory(chosen)
    if process:
        report.process = whole_process(_middle(chosen, report.samples).position)
    if limits:
        hard = [layout for layout in chosen if layout.group == "hardest"] or chosen
        report.limits = time_limits(hard, LIMIT, objective)
    if growth:
        report.growth = _growth(CLOCKS[clock], progress)
    if save is not None:
        report.save(save)
    if plot is not None:
        from solver.bench.plot import plot as draw

        draw(report, plot)
    text = report.text()
    if earlier is not None:
        text += "\n\n" + comparison(earlier, report)
    return report, text


def _samples(watch: Stopwatch, layouts: Sequence[Layout], repeat: int, progress: bool) -> list[Sample]:
    """Measure all layouts, `repeat` rounds in which they come in another order each time."""
    from tqdm import tqdm

    best: dict[str, Sample] = {}
    with tqdm(total=repeat * len(layouts), unit="position", disable=not progress) as bar:
        if layouts:
            # Imports and first-time costs belong to no position.
            watch.measure(layouts[0])
        for round_ in range(repeat):
            for layout in Random(round_).sample(list(layouts), len(layouts)):
                bar.set_postfix_str(printable(layout.group), refresh=False)
                sample = watch.measure(layout)
                best[layout.id] = sample.faster(best[layout.id]) if layout.id in best else sample
                bar.update()
    return [best[layout.id] for layout in layouts]


def _middle(layouts: Sequence[Layout], samples: Sequence[Sample]) -> Layout:
    """The layout whose answer takes the middle time among crowded tables (among all if none is crowded)."""
    crowded = [sample for sample in samples if sample.sets >= CROWDED] or list(samples)
    middle = sorted(crowded, key=lambda sample: sample.answer.seconds)[len(crowded) // 2]
    return next(layout for layout in layouts if layout.id == middle.id)


def _growth(clock: Clock, progress: bool) -> list[Curve]:
    from tqdm import tqdm

    curves: list[Curve] = []
    points = len(WAYS) * sum(len(axis.values) for axis in AXES)
    with tqdm(total=points, unit="point", desc="growth", disable=not progress) as bar:
        for axis in AXES:
            for found in measure_axis(axis, Rules.named("standard"), clock=clock):
                if isinstance(found, Curve):
                    curves.append(found)
                else:
                    bar.update()
    return curves


def _check_outputs(save: str | Path | None, plot: str | Path | None) -> None:
    """Fail before the run, not after it."""
    from importlib.util import find_spec

    for file in (save, plot):
        if file is not None and not Path(file).absolute().parent.is_dir():
            raise NotationError(f"cannot write {printable(file)}: there is no folder {Path(file).parent}")
    if plot is not None and find_spec("matplotlib") is None:
        raise RummikubError(f"--plot needs matplotlib: {how_to_install('matplotlib')}")
