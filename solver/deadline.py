"""When an answer is due: one clock for everything that is done for it, asked wherever much may have to be done."""

from __future__ import annotations

import time

__all__ = ["Deadline", "check_time", "deadline_after", "is_past", "time_left"]

Deadline = float | None
"""A `time.perf_counter` time; None without a limit."""


def deadline_after(seconds: float | None) -> Deadline:
    """So many seconds from now."""
    return None if seconds is None else time.perf_counter() + seconds


def time_left(deadline: Deadline) -> float | None:
    """Seconds until then, less than 0 if it has passed; None without a limit."""
    return None if deadline is None else deadline - time.perf_counter()


def is_past(deadline: Deadline) -> bool:
    """Whether no time is left."""
    return deadline is not None and time.perf_counter() >= deadline


def check_time(deadline: Deadline) -> None:
    """Go on only while there is time.

    :raises TimeoutError: if none is left.
    """
    if is_past(deadline):
        raise TimeoutError
