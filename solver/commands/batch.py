"""`rummikub batch`: many positions, in parallel."""

from __future__ import annotations

from dataclasses import asdict

import click

from solver.commands.completion import complete_files
from solver.commands.loading import whole_imports
from solver.commands.options import (
    READ_AND_SHOWN,
    Question,
    Under,
    Work,
    file_option,
    loose_option,
    not_opened_option,
    notation_option,
    progress_option,
    question_options,
    rule_option,
    rules_option,
    together,
    workers_option,
)
from solver.commands.output import note
from solver.commands.output import report as report_faults


@click.command()
@click.argument("file", metavar="FILE", shell_complete=complete_files)
@rules_option("Where a line names none.")
@rule_option("Change one rule, unless the line sets it.")
@not_opened_option("The player has not opened yet, unless the line says opened=.")
@loose_option("The tables are heaps of tiles, not sets.")
@notation_option(READ_AND_SHOWN)
@question_options
@click.option("--json", "as_json", is_flag=True, help="The records are lines of JSON with and without it.")
@file_option("--output", "Write the records to FILE, not to standard output.")
@click.option("--resume", is_flag=True, help="Go on where the run that wrote the output file was stopped.")
@workers_option
@click.option(
    "--scheduler", metavar="ADDRESS", help="Work on the Dask cluster of this scheduler, such as tcp://127.0.0.1:8786."
)
@progress_option
@click.pass_context
@together(under=Under, question=Question, work=Work)
def batch(
    ctx: click.Context,
    file: str,
    under: Under,
    question: Question,
    as_json: bool,  # nothing else is written
    output: str | None,
    resume: bool,
    scheduler: str | None,
    work: Work,
) -> None:
    """Solve many positions in parallel.

    A line of FILE gives a line of JSON, in the same order. It is a position line, or a JSON object with 'position', or
    with 'table' and 'rack'; blank lines and those that begin with '#' are skipped. '-' reads standard input.
    A bad line gives a record with its number and the reason; the exit status is 2 then. Ctrl-C ends the run in good
    order, and --resume goes on with it.

    \b
    Examples:
      rummikub batch positions.txt > answers.jsonl
      rummikub batch positions.txt --output answers.jsonl --resume
      rummikub batch positions.txt --scheduler tcp://127.0.0.1:8786
    """
    with whole_imports():
        from solver.batch import Settings, run_batch

    changes = tuple(under.changed().items())
    report = run_batch(
        file,
        settings=Settings(
            under.base(), changes, not under.not_opened, under.loose, **asdict(question), notation=under.notation
        ),
        output=output,
        resume=resume,
        scheduler=scheduler,
        **asdict(work),
    )
    for fault in report.faults:
        report_faults(fault)
    if report.bad > len(report.faults):
        report_faults(f"and {report.bad - len(report.faults)} more bad lines")
    note(report.summary)
    ctx.exit(report.exit_status)
