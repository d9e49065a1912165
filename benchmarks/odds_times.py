"""How long do the odds of a whole draw take? On the layouts, under each preset.

    python benchmarks/odds_times.py [--class sets-16] [--most N] [--rules NAME ...] [--clock wall|cpu]

Each row is a preset: how many positions there are, how many kinds of tile may be drawn (median), and
the time of one `odds`, with all its questions: median, 95th percentile, worst.
"""

from __future__ import annotations

from statistics import median

import click

from solver import Position, Rules, odds
from solver.bench.layouts import choose, layout_files, read_layouts
from solver.bench.spread import CLOCKS, Spread
from solver.errors import RummikubError
from solver.game.rules import preset_names


def allowed(positions: list[Position], preset: str) -> list[Position]:
    """The positions as they are under a preset, without those that cannot be."""
    found = []
    for position in positions:
        try:
            found.append(position.under(Rules.named(preset)))
        except RummikubError:
            continue
    return found


@click.command()
@click.option("--class", "classes", multiple=True, default=("sets-16",), show_default=True, help="Classes of layouts.")
@click.option("--most", type=click.IntRange(1), help="Layouts of a class at most.  [default: all]")
@click.option("--rules", "presets", multiple=True, help="Only these presets.  [default: all]")
@click.option("--clock", type=click.Choice(list(CLOCKS)), default="wall", show_default=True)
def main(classes: tuple[str, ...], most: int | None, presets: tuple[str, ...], clock: str) -> None:
    """Print the table of times, in milliseconds."""
    now = CLOCKS[clock]
    layouts = [layout.position for layout in choose(read_layouts(layout_files()), classes, most)]
    odds("R5R6R7R8/K7B7R7 K9R4J")
    print("| rules | positions | kinds drawn | median | 95th percentile | worst |")
    print("|---|---:|---:|---:|---:|---:|")
    for preset in presets or preset_names():
        times, kinds = [], []
        for position in allowed(layouts, preset):
            began = now()
            kinds.append(len(odds(position).draws))
            times.append(now() - began)
        spread = Spread.of(times)
        if spread is None:
            continue
        cells = (spread.median, spread.p95, spread.worst)
        print(f"| {preset} | {len(times)} | {median(kinds):g} | {' | '.join(f'{1000 * each:.0f}' for each in cells)} |")


if __name__ == "__main__":
    main()
