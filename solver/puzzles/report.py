"""What `rummikub puzzles` prints: one row for each puzzle and a closing line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from solver.puzzles.verdict import Verdict

__all__ = ["row_of", "summary_of", "table_of"]

_MARKS = {"ok": "ok", "new": "new", "differs": "DIFFERS", "unproved": "no time", "error": "ERROR"}
_WIDEST = 40


def table_of(verdicts: Sequence[Verdict], only_bad: bool = False) -> str:
    """The table, with the file as a heading above its puzzles; no line for a puzzle as expected if `only_bad`."""
    shown = [verdict for verdict in verdicts if not (only_bad and verdict.ok)]
    width = min(_WIDEST, max([len(verdict.puzzle.id) for verdict in shown], default=0))
    lines: list[str] = []
    file = None
    for verdict in shown:
        if verdict.puzzle.file != file:
            file = verdict.puzzle.file
            lines += ["", str(file)] if lines else [str(file)]
        lines.append(row_of(verdict, width))
    return "\n".join(lines)


def row_of(verdict: Verdict, width: int = 0) -> str:
    """One row: state, id, what was found, and what differs or is wrong."""
    head = f"  {_MARKS[verdict.state]:8}{verdict.puzzle.id:{width}}"
    answer = verdict.answer
    if answer is None:
        return f"{head}  {verdict.error}"
    if not answer.played:
        found = "draw" if verdict.proved else "nothing found"
    else:
        found = f"{answer.tiles} tile{'s' * (answer.tiles != 1)}, value {answer.value}"
        found += f", {answer.moved} moved" if answer.moved is not None else ""
        found += ", goes out" if answer.goes_out else ""
    differences = "; ".join(map(str, verdict.differences))
    return f"{head}  {found}" + (f"  ({differences})" if differences else "")


def summary_of(verdicts: Sequence[Verdict]) -> str:
    """The closing line: how many puzzles, how many of each state, and the time that the answers took."""
    states = Counter(verdict.state for verdict in verdicts)
    names = {
        "ok": "as stored",
        "new": "without a stored answer",
        "differs": "differ",
        "unproved": "out of time",
        "error": "in error",
    }
    parts = [f"{states[state]} {name}" for state, name in names.items() if states[state]]
    seconds = sum(verdict.answer.seconds for verdict in verdicts if verdict.answer)
    return f"{len(verdicts)} puzzle{'s' * (len(verdicts) != 1)}: {', '.join(parts)} ({seconds:.2f} s of solving)"
