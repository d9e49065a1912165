"""A linear programme in whole numbers: columns with bounds, rows, an objective."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["INFINITY", "MOST_ENTRIES", "Program", "Term", "TooLargeError"]

INFINITY = float("inf")

MOST_ENTRIES = 2_000_000
"""Columns, rows and entries of rows of the largest programme: one that is loaded and solved takes less than 1 GB."""

Term = tuple[int, float]
"""A column's index and its coefficient."""


class TooLargeError(MemoryError):
    """A programme that would take more memory than an answer may."""


@dataclass(slots=True)
class Program:
    """Maximise `objective` over whole numbers within column and row bounds.

    `favoured` columns, by a positive or negative weight, decide between equal optima of a
    relaxation, so that it is whole more often (never between answers). `branch_first`
    ranks the columns to branch on, highest first. Plain lists, because they are filled
    cell by cell and handed to a back end once; rows are tuples, which Python's collector does
    not look into again and again while a large programme grows.
    """

    low: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)
    rows: list[tuple[Term, ...]] = field(default_factory=list)
    row_low: list[float] = field(default_factory=list)
    row_high: list[float] = field(default_factory=list)
    objective: dict[int, float] = field(default_factory=dict)
    favoured: dict[int, float] = field(default_factory=dict)
    branch_first: dict[int, int] = field(default_factory=dict)
    entries: int = 0
    """Columns, rows and entries of rows."""

    def column(self, high: float, low: float = 0) -> int:
        """Add a column of whole numbers from `low` to `high`; return its index.

        :raises TooLargeError: if there are too many.
        """
        self._count(1)
        self.low.append(low)
        self.high.append(high)
        return len(self.low) - 1

    def row(self, terms: list[Term], low: float = -INFINITY, high: float = INFINITY) -> int:
        """Add the row `low <= terms <= high`; a column may stand in it more than once.

        :raises TooLargeError: if there are too many, or too many entries in them.
        """
        self._count(1 + len(terms))
        self.rows.append(tuple(terms))
        self.row_low.append(low)
        self.row_high.append(high)
        return len(self.rows) - 1

    def equal(self, terms: list[Term], value: float) -> int:
        """Add the row `terms = value`."""
        return self.row(terms, value, value)

    def _count(self, entries: int) -> None:
        self.entries += entries
        if self.entries > MOST_ENTRIES:
            raise TooLargeError
