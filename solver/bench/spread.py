"""What many times come to: median, 95th percentile and worst, and a table of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

__all__ = ["CLOCKS", "Clock", "Spread", "milliseconds", "ratio", "table"]


Clock = Callable[[], float]

CLOCKS: dict[str, Clock] = {"wall": time.perf_counter, "cpu": time.process_time}
"""What times are read from: what a user waits for, or what this process has computed, on however busy a machine."""


@dataclass(frozen=True)
class Spread:
    """The spread of some times, in seconds.

    The percentiles interpolate linearly between the two times next to them, as
    `numpy.percentile` does by default.
    """

    count: int
    median: float
    p95: float
    worst: float

    @classmethod
    def of(cls, times: Iterable[float]) -> Spread | None:
        """The spread of `times`; None if there are none."""
        import numpy

        values = list(times)
        if not values:
            return None
        median, p95 = numpy.percentile(values, [50, 95])
        return cls(len(values), float(median), float(p95), max(values))

    def __str__(self) -> str:
        """Median, 95th percentile and worst in milliseconds: `1.4 / 1.8 / 2.2`."""
        return " / ".join(map(milliseconds, (self.median, self.p95, self.worst)))

    def to_json(self) -> dict[str, float]:
        return {"count": self.count, "median": self.median, "p95": self.p95, "worst": self.worst}


def milliseconds(seconds: float) -> str:
    """Seconds as milliseconds with three significant digits: `1.43`, `37.0`, `1250`."""
    value = seconds * 1000
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}" if value < 99.95 else f"{value:.0f}"


def ratio(of: float | None, to: float | None) -> str:
    """How many times `to` goes into `of`: `2.31`, or `-` where one of them is missing or 0."""
    return "-" if not of or not to else f"{of / to:.2f}"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table that reads well in a terminal and is Markdown: the first column left, the others right."""
    cells = [list(header), *map(list, rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    lines = [
        [cell.rjust(width) if i else cell.ljust(width) for i, (cell, width) in enumerate(zip(row, widths, strict=True))]
        for row in cells
    ]
    return "\n".join("| " + " | ".join(line) + " |" for line in [lines[0], rule, *lines[1:]])
