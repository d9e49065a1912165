"""`rummikub puzzles`: puzzle files solved and compared with their answers."""

from __future__ import annotations

from dataclasses import asdict

import click

from solver.commands.completion import complete_files
from solver.commands.loading import whole_imports
from solver.commands.options import (
    READ_AND_SHOWN,
    Seconds,
    Work,
    json_option,
    notation_option,
    progress_option,
    refuse,
    together,
    workers_option,
)
from solver.commands.output import note, print_json, print_text
from solver.errors import printable


@click.command()
@click.argument("paths", nargs=-1, metavar="[FILES or FOLDERS]", shell_complete=complete_files)
@click.option("--time-limit", type=Seconds(), metavar="S", help="Seconds for each puzzle.")
@click.option("--write", is_flag=True, help="Fill missing answers into the files; nothing else in them changes.")
@click.option("--failed", is_flag=True, help="List only the puzzles that are not as stored.")
@notation_option(READ_AND_SHOWN)
@workers_option
@progress_option
@json_option
@click.pass_context
@together(work=Work)
def puzzles(
    ctx: click.Context,
    paths: tuple[str, ...],
    time_limit: float | None,
    write: bool,
    failed: bool,
    notation: str | None,
    work: Work,
    as_json: bool,
) -> None:
    """Solve puzzle files and compare with the answers in them.

    [FILES or FOLDERS]: a puzzle file is TOML with one or more [[puzzle]]; in folders every .toml file is read. If none
    is named, the collection that comes with the program is solved. The exit status is 1 when an answer differs from the
    stored one.

    \b
    Examples:
      rummikub puzzles
      rummikub puzzles --failed my-puzzles
      rummikub puzzles --write my-puzzles.toml
    """
    with whole_imports():
        from solver.puzzles import check_puzzles, read_puzzles
        from solver.puzzles.report import summary_of, table_of
        from solver.puzzles.verdict import exit_status

    if write:
        if not paths:
            refuse("--write: name the files to write into")
        from solver.puzzles.write import refuse_without_tomlkit

        refuse_without_tomlkit()
    if not paths:
        from solver.data import puzzles_folder

        paths = (str(puzzles_folder()),)
    asked = read_puzzles(paths, notation)
    verdicts = list(check_puzzles(asked, time_limit=time_limit, **asdict(work)))
    shown = [verdict for verdict in verdicts if not (failed and verdict.ok)]
    if as_json:
        for verdict in shown:
            print_json(verdict.to_json())
    elif shown:
        print_text(table_of(shown))
    if write:
        if not paths:
            refuse("--write: name the files to write into")
        from solver.puzzles.write import write_answers

        for path, count in write_answers(verdicts).items():
            note(f"{printable(path)}: {count} answer{'s' * (count != 1)} written")
    click.echo(summary_of(verdicts), err=as_json)
    ctx.exit(exit_status(verdicts))
