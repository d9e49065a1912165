"""Fewest moved tiles on the benchmark's layouts, against an assignment that SciPy computes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from solver import Position, TileSet, solve

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "benchmarks" / "layouts"
LAYOUTS = sorted(path for path in FOLDER.glob("*.txt") if path.stem != "big-box")


def common(one: TileSet, other: TileSet) -> int:
    return (Counter(tile.bare for tile in one.tiles) & Counter(tile.bare for tile in other.tiles)).total()


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda path: path.stem)
def test_moved_is_what_the_best_assignment_of_heirs_leaves(path: Path) -> None:
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    for line in lines:
        answer = solve(Position.parse(line), steps=False)
        old, new = answer.position.table, answer.table
        weights = np.array([[common(a, b) for b in new] for a in old]).reshape(len(old), len(new))
        rows, columns = linear_sum_assignment(-weights)
        assert answer.moved == sum(len(tile_set.tiles) for tile_set in old) - weights[rows, columns].sum(), line
