"""A picture of a run: the classes, and growth if it was measured. Needs matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from solver.bench.goals import peer_seconds, spread_of
from solver.bench.report import Report
from solver.errors import NotationError, RummikubError, how_to_install, printable

__all__ = ["plot"]

# Told apart by people who do not see colours alike (Okabe & Ito), and by shape.
_STYLES = {
    "complete answer": ("#0072B2", "o"),
    "count": ("#009E73", "s"),
    "floor": ("#999999", "v"),
    "rummikub-solver": ("#D55E00", "D"),
}


def plot(report: Report, file: str | Path) -> None:
    """Draw a run: for each class the median, a line to the 95th percentile, and a dot at the worst.

    :raises RummikubError: if matplotlib is not installed.
    :raises NotationError: if the file cannot be written, or its ending names no format.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise RummikubError(f"--plot needs matplotlib: {how_to_install('matplotlib')}") from None
    axes_of = list(dict.fromkeys(curve.axis for curve in report.growth))
    rows = 1 + (len(axes_of) + 2) // 3
    figure = Figure(figsize=(11, 5 + 3.2 * (rows - 1)), layout="constrained")
    grid = figure.add_gridspec(rows, 3, height_ratios=[5, *[3.2] * (rows - 1)])
    _draw_classes(figure.add_subplot(grid[0, :]), report)
    for i, name in enumerate(axes_of):
        _draw_growth(figure.add_subplot(grid[1 + i // 3, i % 3]), report, name)
    try:
        figure.savefig(file, dpi=120)
    except (OSError, ValueError) as error:
        raise NotationError(f"cannot write {printable(file)}: {error}") from None


def _draw_classes(axes: Any, report: Report) -> None:
    picks = {
        "complete answer": lambda s: s.answer.seconds,
        "count": lambda s: s.count.seconds,
        "floor": lambda s: s.floor,
        "rummikub-solver": peer_seconds,
    }
    groups = report.groups()
    for shift, (name, pick) in enumerate(picks.items()):
        colour, marker = _STYLES[name]
        label: str | None = name
        for i, samples in enumerate(groups.values()):
            found = spread_of(samples, pick)
            if found:
                x = i + (shift - 1.5) * 0.18
                axes.plot([x, x], [1000 * found.median, 1000 * found.p95], color=colour)
                axes.plot(x, 1000 * found.median, color=colour, marker=marker, label=label, linestyle="")
                axes.plot(x, 1000 * found.worst, color=colour, marker=".", linestyle="")
                label = None
    axes.set_yscale("log")
    axes.set_ylabel("milliseconds")
    axes.set_xticks(range(len(groups)), list(groups), rotation=30, ha="right")
    axes.set_title("Median, line to the 95th percentile, dot at the worst")
    axes.grid(axis="y", alpha=0.3)
    axes.legend()


def _draw_growth(axes: Any, report: Report, name: str) -> None:
    styles = {"answer": "complete answer", "count": "count"}
    for curve in report.growth:
        if curve.axis == name:
            timed = [(p.size, 1000 * p.seconds) for p in curve.points if p.seconds is not None]
            colour, marker = _STYLES[styles[curve.way]]
            label = styles[curve.way] + ("" if curve.exponent is None else f", exponent {curve.exponent:.2f}")
            xs, ys = [x for x, _ in timed], [y for _, y in timed]
            axes.plot(xs, ys, color=colour, marker=marker, label=label)
            axes.set_xlabel(curve.unit)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
