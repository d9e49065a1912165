"""Do the levels of generated puzzles separate? Makes puzzles of each level and prints what they measure.

    python benchmarks/puzzle_levels.py --count 100 --seed 1

Each row is a level: how many tiles and sets its puzzles have, the medians (and 5th to 95th
percentiles) of what `solver.puzzles.measure` measures, and the share of puzzles that a
player who looks 0, 1 or 2 sets ahead goes out on. Below it, for each two neighbouring
levels, the share of pairs of puzzles in which the one of the higher level asks for more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median

import click

from solver import Rules, solve
from solver.puzzles import Measure, Puzzle, generate, measure
from solver.puzzles.level import LEVELS

QUANTITIES = ("movements", "touched", "depth", "moved")


@dataclass(frozen=True)
class Row:
    """One puzzle with its measure."""

    puzzle: Puzzle
    measure: Measure


def spread(values: Sequence[int]) -> str:
    """Median and 5th to 95th percentile."""
    ordered = sorted(values)
    low, high = (ordered[round(share * (len(ordered) - 1))] for share in (0.05, 0.95))
    return f"{median(ordered):g} ({low}-{high})"


def share_in_order(lower: Sequence[int], higher: Sequence[int]) -> float:
    """The share of pairs in which the second is greater; half for those that are equal."""
    wins = sum((b > a) + 0.5 * (b == a) for a in lower for b in higher)
    return wins / (len(lower) * len(higher))


@click.command()
@click.option("--count", default=100, show_default=True, help="Puzzles of each level.")
@click.option("--seed", default=1, show_default=True)
@click.option("--rules", default="standard", show_default=True)
@click.option("--workers", type=int, help="Processes; all cores if not said.")
def main(count: int, seed: int, rules: str, workers: int | None) -> None:
    """Print the table of levels."""
    make = partial(generate, count=count, seed=seed, rules=Rules.named(rules), workers=workers)
    rows = {level: [Row(puzzle, measure(solve(puzzle.position))) for puzzle in make(level)] for level in LEVELS}
    print("| level | puzzles | rack | sets | movements | sets touched | chain | tiles moved | ahead 0 | 1 | 2 |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for level, found in rows.items():
        tiles = median(len(row.puzzle.position.rack) for row in found)
        sets = median(len(row.puzzle.position.table) for row in found)
        quantities = [spread([getattr(row.measure, name) for row in found]) for name in QUANTITIES]
        shares = [f"{sum(row.measure.ahead <= ahead for row in found) / len(found):.0%}" for ahead in (0, 1, 2)]
        print(f"| {level} | {len(found)} | {tiles:g} | {sets:g} | {' | '.join([*quantities, *shares])} |")
    print()
    print("| levels | " + " | ".join(QUANTITIES) + " |")
    print("|---|---|---|---|---|")
    for lower, higher in zip(LEVELS, LEVELS[1:], strict=False):
        shares = [
            f"{share_in_order(*([getattr(row.measure, name) for row in rows[level]] for level in (lower, higher))):.2f}"
            for name in QUANTITIES
        ]
        print(f"| {lower} and {higher} | {' | '.join(shares)} |")


if __name__ == "__main__":
    main()
