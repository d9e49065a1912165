"""Solving puzzles, many at once, and comparing with the answers that their files have."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from solver.advice.answer import Answer
from solver.advice.solve import solve
from solver.batch.pool import LocalPool, in_order
from solver.errors import OUT_OF_MEMORY, RummikubError
from solver.puzzles.puzzle import Expected, Puzzle

__all__ = ["Difference", "Verdict", "check_puzzle", "check_puzzles", "exit_status"]


@dataclass(frozen=True)
class Difference:
    """A key of the stored answer that is not what was found."""

    key: str
    stored: int | bool
    found: int | bool | None

    def __str__(self) -> str:
        return f"{self.key} {_word(self.found)}, not {_word(self.stored)}"


@dataclass(frozen=True)
class Verdict:
    """A puzzle and its answer; `answer` is None and `error` says why where there is none."""

    puzzle: Puzzle
    answer: Answer | None
    error: str = ""

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The stored keys that the answer contradicts."""
        if self.answer is None:
            return ()
        found = Expected.of(self.answer)
        stored = self.puzzle.answer.known()
        return tuple(
            Difference(key, value, getattr(found, key)) for key, value in stored.items() if value != getattr(found, key)
        )

    @property
    def proved(self) -> bool:
        """Whether the answer is the best one for certain; if not, time ran out."""
        return self.answer is not None and self.answer.status in ("optimal", "no_move")

    @property
    def state(self) -> str:
        """`ok`, `differs`, `new` (nothing is stored), `unproved` (time ran out) or `error`."""
        if self.answer is None:
            return "error"
        if not self.proved:
            return "unproved"
        if not self.puzzle.answer.known():
            return "new"
        return "differs" if self.differences else "ok"

    @property
    def ok(self) -> bool:
        """Whether everything that is stored was found."""
        return self.state in ("ok", "new")

    def to_json(self) -> dict[str, Any]:
        """The keys of the answer, and what became of the puzzle."""
        puzzle = self.puzzle
        data: dict[str, Any] = {
            "file": str(puzzle.file) if puzzle.file else None,
            "id": puzzle.id,
            "title": puzzle.title,
            "source": puzzle.source,
            "state": self.state,
            "stored": puzzle.answer.known(),
            "differences": {d.key: {"stored": d.stored, "found": d.found} for d in self.differences},
        }
        if self.answer is None:
            return data | {"error": self.error}
        return data | {key: value for key, value in self.answer.to_json().items() if key not in data}


def check_puzzle(puzzle: Puzzle, time_limit: float | None = None) -> Verdict:
    """Solve one puzzle; a puzzle that cannot be solved gives a verdict with the reason."""
    try:
        asked = puzzle.conditions
        answer = solve(
            puzzle.position,
            objective=puzzle.objective,
            time_limit=time_limit,
            keep=asked.keep,
            must=asked.must,
            max_moved=asked.max_moved,
        )
        return Verdict(puzzle, answer)
    except RummikubError as error:
        return Verdict(puzzle, None, "; ".join(str(error).splitlines()))
    except MemoryError:
        return Verdict(puzzle, None, OUT_OF_MEMORY)
    except Exception as error:  # a defect of this program must not stop the puzzles after it
        return Verdict(puzzle, None, f"internal error: {type(error).__name__}: {' '.join(str(error).split())}")


def check_puzzles(
    puzzles: Sequence[Puzzle],
    *,
    time_limit: float | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> Iterator[Verdict]:
    """Solve puzzles by `workers` processes (all cores if not said) and compare, in order.

    `time_limit` is in seconds for each puzzle. `progress` shows a bar on standard error;
    if not said, only where a person is watching. A few puzzles are solved right here.
    """
    verdicts = _verdicts(puzzles, time_limit, workers)
    if sys.stderr.isatty() if progress is None else progress:
        from tqdm import tqdm

        verdicts = iter(tqdm(verdicts, total=len(puzzles), unit=" puzzles", file=sys.stderr, dynamic_ncols=True))
    return verdicts


_FEW = 4
"""So many puzzles are solved sooner than a worker has started."""


def _verdicts(puzzles: Sequence[Puzzle], time_limit: float | None, workers: int | None) -> Iterator[Verdict]:
    if workers == 1 or len(puzzles) <= _FEW:
        yield from (check_puzzle(puzzle, time_limit) for puzzle in puzzles)
        return
    with LocalPool(partial(check_puzzle, time_limit=time_limit), _crashed, workers) as pool:
        yield from in_order(pool, iter(puzzles))


def _crashed(puzzle: Puzzle) -> Verdict:
    return Verdict(puzzle, None, "the worker died each time that it tried this puzzle")


def exit_status(verdicts: Sequence[Verdict]) -> int:
    """1 if a puzzle's answer differs, else 2 if one cannot be answered, 3 if time ran out on one, 0 if all is well."""
    states = {verdict.state for verdict in verdicts}
    return next((status for state, status in (("differs", 1), ("error", 2), ("unproved", 3)) if state in states), 0)


def _word(value: int | bool | None) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else "none" if value is None else str(value)
