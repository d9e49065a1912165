"""`rummikub generate`: new puzzles of a level."""

from __future__ import annotations

import os
from dataclasses import asdict

import click

from solver.commands.asking import note_idle
from solver.commands.loading import whole_imports
from solver.commands.options import (
    Under,
    WholeNumber,
    Work,
    file_option,
    json_option,
    notation_option,
    progress_option,
    refuse,
    rule_option,
    rules_option,
    together,
    workers_option,
)
from solver.commands.output import INTERRUPTED, note, print_json


@click.command()
@click.option(
    "--level",
    type=WholeNumber(1, 5),
    default=3,
    show_default=True,
    metavar="LEVEL",
    help="From 1, easy, to 5, hard.",
)
@click.option("--count", type=WholeNumber(min=1), default=1, show_default=True, metavar="N", help="How many puzzles.")
@click.option(
    "--seed", type=int, default=0, show_default=True, metavar="S", help="The same seed makes the same puzzles."
)
@rules_option("The rule set.")
@rule_option("Change one rule; may be repeated.")
@click.option("--unique", is_flag=True, help="Only one table on which the whole rack lies, set by set.")
@notation_option("How tiles are written: as tiles, if not said, or as cards (7c, 10h, Qs, Ad, a joker is *).")
@file_option("--output", "Write a puzzle file, not to standard output.")
@workers_option
@progress_option
@json_option
@click.pass_context
@together(under=Under, work=Work)
def generate(
    ctx: click.Context,
    level: int,
    count: int,
    seed: int,
    under: Under,
    unique: bool,
    output: str | None,
    work: Work,
    as_json: bool,
) -> None:
    """Make new puzzles, and write a puzzle file of them.

    In each the whole rack can be laid. Level 1 is laying off; on level 2 one has to look one set ahead, on level 3 two
    sets, on levels 4 and 5 more; on level 5 at least eight tiles of the table must change their set, too. Ctrl-C keeps
    the puzzles that are made.

    \b
    Examples:
      rummikub generate --level 3 --count 5 --seed 7
      rummikub generate --level 2 --unique --output new.toml
    """
    if as_json and output is not None:
        refuse("--output writes a puzzle file, so leave out --json")
    if output is not None and os.path.isdir(output):
        refuse(f"--output {output}: it is a folder; name a file")
    if output is not None and not os.path.isdir(os.path.dirname(output) or "."):
        refuse(f"--output {output}: there is no folder {os.path.dirname(output)}")
    with whole_imports():
        from solver.puzzles import generate as make
        from solver.puzzles.write import puzzles_toml, write_puzzles

    rules = under.base().changed(under.changed())
    note_idle(rules, set())
    made = []
    stopped = False
    try:
        for puzzle in make(level, count, seed, rules, unique, notation=under.notation or "tiles", **asdict(work)):
            made.append(puzzle)
    except KeyboardInterrupt:
        stopped = True
        if not made:
            raise
    if output is not None:
        write_puzzles(made, output)
    elif as_json:
        for puzzle in made:
            print_json(puzzle.to_data())
    else:
        click.echo(puzzles_toml(made), nl=False)
    if stopped:
        note(f"stopped: {len(made)} of {count} puzzles were made")
        ctx.exit(INTERRUPTED)
