"""Puzzles: files of them, how hard they are, new ones, and other people's notations.

>>> from solver.puzzles import check_puzzles, read_puzzles
>>> puzzles = read_puzzles(["puzzles/literature"])  # doctest: +SKIP
>>> all(verdict.ok for verdict in check_puzzles(puzzles))  # doctest: +SKIP
True
"""

from __future__ import annotations

from solver.puzzles.files import read_puzzles
from solver.puzzles.generator import generate
from solver.puzzles.level import Measure, measure
from solver.puzzles.puzzle import Expected, Puzzle, PuzzleError
from solver.puzzles.verdict import Verdict, check_puzzles

__all__ = [
    "Expected",
    "Measure",
    "Puzzle",
    "PuzzleError",
    "Verdict",
    "check_puzzles",
    "generate",
    "measure",
    "read_puzzles",
]
