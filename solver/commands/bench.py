"""`rummikub bench`: the solver, timed on layouts of tiles."""

from __future__ import annotations

import sys
from typing import Any

import click

from solver.commands.completion import complete_classes, complete_files
from solver.commands.loading import whole_imports
from solver.commands.options import Seconds, WholeNumber, file_option, json_option, objective_option, progress_option
from solver.commands.output import ILLEGAL, print_json, print_text


@click.command()
@click.argument("files", nargs=-1, metavar="[FILES]", shell_complete=complete_files)
@click.option(
    "--class",
    "groups",
    metavar="NAME",
    multiple=True,
    shell_complete=complete_classes,
    help="Only this class of layouts; may be repeated.",
)
@click.option("--most", type=WholeNumber(min=1), metavar="N", help="At most N positions of each class.")
@click.option(
    "--repeat",
    type=WholeNumber(min=1),
    default=3,
    show_default=True,
    metavar="N",
    help="Tries for each position, of which the fastest counts.",
)
@objective_option
@click.option("--time-limit", type=Seconds(), metavar="S", help="Seconds for each solve.")
@click.option(
    "--clock",
    type=click.Choice(["wall", "cpu"]),
    default="wall",
    show_default=True,
    help="What is timed: how long one waits, or, for a busy machine, what this process has computed.",
)
@click.option("--peer", is_flag=True, help="Time rummikub-solver on the same positions, too (extra 'peer').")
@click.option("--rules", "presets", is_flag=True, help="Time every rule set that comes with the program, too.")
@click.option("--back-ends", is_flag=True, help="Time every back end of OR-Tools, too.")
@click.option("--memory/--no-memory", default=True, show_default=True, help="Measure memory, in processes beside.")
@click.option("--process", is_flag=True, help="Time the whole 'rummikub solve' as a process, too.")
@click.option("--limits", is_flag=True, help="See whether a time limit of 0.01 s is kept and honest.")
@click.option("--growth", is_flag=True, help="Measure how time grows with the box and the table.")
@file_option("--save", "Keep the figures in FILE.")
@file_option("--against", "Compare with figures that were kept.")
@file_option("--plot", "Draw the figures into FILE, such as run.png (extra 'plot').")
@progress_option
@json_option
def bench(progress: bool | None, as_json: bool, **asked: Any) -> None:
    """Time the solver on layouts of tiles.

    [FILES] are files of position lines; those that come with the program if none is named. Beside the whole answer it
    times the number of tiles alone, and the least that any answer by linear programming can take.

    \b
    Examples:
      rummikub bench --class sets-16 --most 5
      rummikub bench --peer --rules --save before.json
      rummikub bench --against before.json
    """
    with whole_imports():
        from solver.bench.run import run_bench

    report, text = run_bench(progress=sys.stderr.isatty() if progress is None else progress, **asked)
    if as_json:
        print_json(report.to_json())
    else:
        print_text(text)
    if report.faults():
        click.get_current_context().exit(ILLEGAL)
