"""Memory of solving, measured in child processes that do nothing else.

Run as a program it is such a child: `python -m solver.bench.memory SOLVES`, position
lines on standard input, one JSON document on standard output.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from solver.bench.layouts import Layout
from solver.errors import RummikubError

__all__ = ["GROWTH_SOLVES", "memory"]

GROWTH_SOLVES = 1000
_WARM_UP = 100
_ROOT = Path(__file__).parents[2]


def memory(layouts: Sequence[Layout], solves: int = GROWTH_SOLVES) -> dict[str, Any]:
    """Megabytes of resident memory (1 MB = 1,000,000 bytes).

    `peak` by class: the most that a process held that solved each layout of the class
    once. `start`: after the import, before any solve. `growth`: what a process grew by
    over `solves` solves of the first class that is asked, after a warm-up of 100; with
    `solves` 0 it is left out.
    """
    groups: dict[str, list[str]] = {}
    for layout in layouts:
        groups.setdefault(layout.group, []).append(str(layout.position))
    found: dict[str, Any] = {"peak": {}, "solves": solves}
    for group, lines in groups.items():
        child = _child(lines, 0)
        found["start"] = child["start"]
        found["peak"][group] = child["peak"]
    if solves:
        # Evenly from all classes of the usual box: the big ones would take an hour.
        usual = [str(layout.position) for layout in layouts if "tiles." not in str(layout.position.rules)]
        found["growth"] = _child(usual[:: max(1, len(usual) // 50)], solves)["growth"] if usual else None
    return found


def _child(lines: Iterable[str], solves: int) -> dict[str, float]:
    path = os.pathsep.join([str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-m", __name__, str(solves)],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    if done.returncode:
        raise RummikubError(f"the process that measures memory failed: {done.stderr.strip().splitlines()[-1:]}")
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def _resident(peak: bool) -> float:
    """Resident memory of this process in MB, now or at its peak.

    From /proc where there is one: `getrusage` would count the parent's memory as well,
    which a child takes over until it starts its own program.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        import resource

        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
    field = "VmHWM:" if peak else "VmRSS:"
    return int(status.split(field)[1].split()[0]) * 1024 / 1e6


def _main(solves: int) -> None:
    from solver import Position, solve

    positions = [Position.parse(line) for line in sys.stdin if line.strip()]
    found = {"start": _resident(peak=False)}
    if solves:
        for position in islice(cycle(positions), _WARM_UP):
            solve(position)
        before = _resident(peak=False)
        for position in islice(cycle(positions), solves):
            solve(position)
        found["growth"] = _resident(peak=False) - before
    else:
        for position in positions:
            solve(position)
    found["peak"] = _resident(peak=True)
    print(json.dumps(found))


if __name__ == "__main__":
    _main(int(sys.argv[1]))
