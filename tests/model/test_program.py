"""Columns, rows and bounds of a programme."""

from __future__ import annotations

import pytest
from laying import most

from solver.model import program as program_module
from solver.model.program import INFINITY, Program, TooLargeError


def test_columns_and_rows_are_numbered_from_0() -> None:
    program = Program()
    assert (program.column(3), program.column(5, 2)) == (0, 1)
    assert (program.low, program.high) == ([0, 2], [3, 5])
    assert program.row([(0, 1)], high=2) == 0
    assert program.row([(0, 1), (1, 1)], low=1) == 1
    assert program.equal([(1, 2)], 8) == 2
    assert program.rows == [((0, 1),), ((0, 1), (1, 1)), ((1, 2),)]
    assert program.row_low == [-INFINITY, 1, 8]
    assert program.row_high == [2, INFINITY, 8]
    assert most(program, [(0, 1), (1, 1)]) == 2 + 4


def test_a_programme_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two columns, a row and its two entries are five."""
    monkeypatch.setattr(program_module, "MOST_ENTRIES", 5)
    program = Program()
    columns = program.column(1), program.column(1)
    program.row([(column, 1) for column in columns])
    with pytest.raises(TooLargeError):
        program.column(1)
    with pytest.raises(TooLargeError):
        program.row([])
    assert issubclass(TooLargeError, MemoryError)
