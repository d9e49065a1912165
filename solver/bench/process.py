"""What a user waits for besides the solve: the whole process; and whether a time limit is kept and honest."""

from __future__ import annotations

import gc
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from solver.advice.answer import Answer
from solver.advice.solve import solve
from solver.bench.layouts import Layout
from solver.errors import RummikubError
from solver.game.position import Position
from solver.game.referee import judge

__all__ = ["LATE", "Limited", "time_limits", "whole_process", "wrong_claims"]

LATE = 0.05
"""Seconds beyond its time limit at which an answer counts as late."""

_ROOT = Path(__file__).parents[2]


def whole_process(position: Position, rounds: int = 11) -> dict[str, Any]:
    """Median seconds of `rummikub solve` as a process, and of one that only imports NumPy and click.

    The two take turns, so that both meet the same machine; the first round is not counted.

    :raises RummikubError: if one of them fails.
    """
    commands = {
        "solve": [sys.executable, "-m", "solver", "solve", str(position), "--json"],
        "imports": [sys.executable, "-c", "import numpy, click"],
        "empty": [sys.executable, "-c", "pass"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    path = os.pathsep.join([str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    for counted in [False, *[True] * rounds]:
        for name, command in commands.items():
            began = time.perf_counter()
            done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})
            if done.returncode:
                raise RummikubError(f"{' '.join(command[1:4])} failed: {done.stderr.strip().splitlines()[-1:]}")
            if counted:
                times[name].append(time.perf_counter() - began)
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    return {"position": str(position), "rounds": rounds, **medians}


@dataclass(frozen=True)
class Limited:
    """One solve under a time limit: how long it took beyond it (seconds, 0 at least), and what it claimed wrongly."""

    id: str
    status: str
    late: float
    wrong: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def time_limits(layouts: Sequence[Layout], limit: float, objective: str = "value") -> list[Limited]:
    """Solve each layout under `limit` seconds, and hold the answer against the one without a limit."""
    found = []
    # What the benchmark itself has kept is not to be gone through in the middle of a solve.
    gc.collect()
    gc.freeze()
    for layout in layouts:
        best = solve(layout.position, objective=objective)
        began = time.perf_counter()
        hasty = solve(layout.position, objective=objective, time_limit=limit)
        late = max(0.0, time.perf_counter() - began - limit)
        found.append(Limited(layout.id, hasty.status, late, tuple(wrong_claims(hasty, best))))
    gc.unfreeze()
    return found


def wrong_claims(hasty: Answer, best: Answer) -> list[str]:
    """What a hasty answer says that is not so, given a proved one to the same question."""
    wrong = []
    if hasty.played:
        wrong += [f"illegal: {fault}" for fault in judge(hasty.position, hasty.move)]
    if hasty.status == "no_move" and best.played:
        wrong.append(f"says that there is no move, and {best.tiles} tiles can be laid")
    if hasty.status == "optimal" and (hasty.goes_out, hasty.score) != (best.goes_out, best.score):
        wrong.append(f"says that {hasty.score} is the most, and {best.score} is")
    if hasty.bound < best.score:
        wrong.append(f"excludes more than {hasty.bound}, and {best.score} is possible")
    if hasty.bound < hasty.score:
        wrong.append(f"lays {hasty.score} and excludes more than {hasty.bound}")
    return wrong
