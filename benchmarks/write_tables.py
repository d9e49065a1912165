"""Runs the whole benchmark and writes its tables into docs/performance.md, with a picture beside it.

    python benchmarks/write_tables.py [--most N] [--repeat N] [--from RUN.json] [--save RUN.json]

The page has a pair of markers for each table, `<!-- table NAME -->` and `<!-- end -->`;
what stands between them is replaced, and the rest of the page stays as it is. It needs
the extras `peer` and `plot`.
"""

from __future__ import annotations

import re
from pathlib import Path

import click

from solver.bench.plot import plot
from solver.bench.report import Report
from solver.bench.run import run_bench

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "performance.md"
PICTURE = PAGE.with_suffix(".png")
SLOT = re.compile(r"(<!-- table ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def filled(page: str, report: Report) -> str:
    """The page with the tables of a run; a table that the run has not measured says so.

    :raises click.ClickException: if the run has a table that the page has no place for.
    """
    sections = {"command": f"```console\n$ {report.command}\n```", **report.sections()}
    missing = [name for name in sections if f"<!-- table {name} -->" not in page]
    if missing:
        raise click.ClickException(f"{PAGE.name} has no place for: {', '.join(missing)}")
    return SLOT.sub(lambda slot: f"{slot[1]}{sections.get(slot[2], 'Not measured in this run.')}\n{slot[3]}", page)


@click.command()
@click.option("--most", type=click.IntRange(1), help="Positions of a class at most.  [default: all]")
@click.option("--repeat", type=click.IntRange(1), default=3, show_default=True, help="Tries; the fastest counts.")
@click.option("--clock", type=click.Choice(["wall", "cpu"]), default="wall", show_default=True, help="What is timed.")
@click.option("--time-limit", type=float, default=60.0, show_default=True, help="Seconds for each solve.")
@click.option("--from", "source", type=click.Path(exists=True), help="A saved run, instead of a new one.")
@click.option("--save", type=click.Path(), help="Keep the figures of the new run.")
def main(most: int | None, repeat: int, clock: str, time_limit: float, source: str | None, save: str | None) -> None:
    """Run the whole benchmark and write its tables into docs/performance.md."""
    if source is not None:
        report = Report.load(source)
        plot(report, PICTURE)
    else:
        report, _ = run_bench(
            most=most, repeat=repeat, clock=clock, time_limit=time_limit, peer=True, presets=True, back_ends=True,
            process=True, limits=True, growth=True, save=save, plot=PICTURE,
        )  # fmt: skip
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), report), encoding="utf-8")
    click.echo(f"{PAGE}: {len(report.samples)} positions", err=True)
    for fault in report.faults():
        click.echo(f"wrong: {fault}", err=True)


if __name__ == "__main__":
    main()
