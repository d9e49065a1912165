"""`rummikub convert`: positions of one notation, written in another."""

from __future__ import annotations

import contextlib

import click
from click.core import ParameterSource

from solver.commands.asking import refuse_own_output, standard_input
from solver.commands.completion import complete_files
from solver.commands.options import Under, loose_option, not_opened_option, refuse, rules_option, together
from solver.formats import FORMATS

_HELP = f"""Turn positions from one notation into another.

FILE holds positions in one of these notations; '-' is standard input.
{" ".join(notation.ABOUT for notation in FORMATS.values())} Only 'line' and 'cards' have a place for an id, and for what
one position says of rules, opened and loose: in another notation a position that has an id, or says other than the
options, is refused.

\b
Examples:
  rummikub convert typed.txt | rummikub solve -
  rummikub convert positions.txt --from line --to list
"""


@click.command(help=_HELP)
@click.argument("file", metavar="FILE", shell_complete=complete_files)
@click.option(
    "--from",
    "source",
    type=click.Choice(list(FORMATS)),
    default="console",
    show_default=True,
    help="How FILE is written.",
)
@click.option(
    "--to",
    "target",
    type=click.Choice(list(FORMATS)),
    default="line",
    show_default=True,
    help="How to write it.",
)
@rules_option("The rule set.")
@not_opened_option("The player has not opened yet.")
@loose_option("The tables are heaps of tiles, not sets.")
@together(under=Under)
def convert(file: str, source: str, target: str, under: Under) -> None:
    from solver.errors import RummikubError
    from solver.formats import convert as converted
    from solver.formats import read_positions

    text, rules = _text_of(file), under.base()
    opened, loose = not under.not_opened, under.loose
    try:
        click.echo(converted(text, source, target, rules, opened=opened, loose=loose), nl=False)
    except RummikubError:
        said = click.get_current_context().get_parameter_source("source") is ParameterSource.COMMANDLINE
        for other in () if said else [form for form in FORMATS if form != source]:
            with contextlib.suppress(RummikubError):
                read_positions(text, other, rules, opened=opened, loose=loose)
                refuse(f"{_name(file)}: not written as at the console, but it can be read with --from {other}")
        raise


def _text_of(file: str) -> str:
    """All of a file, or of standard input.

    :raises NotationError: if it cannot be read, or is no text.
    """
    from solver.errors import NotationError
    from solver.files import LARGEST_FILE, FileFault, decoded, read_text

    try:
        if file != "-":
            refuse_own_output(file)
            return read_text(file)
        read = standard_input()
        lines = []
        left = LARGEST_FILE
        while left >= 0 and (line := read(1 << 20)):
            lines.append(line)
            left -= len(line)
        if left < 0:
            raise FileFault(f"it has more than {LARGEST_FILE:,} bytes")
        return decoded(b"".join(lines))
    except FileFault as fault:
        raise NotationError(f"{_name(file)}: {fault}") from None


def _name(file: str) -> str:
    from solver.errors import printable

    return "standard input" if file == "-" else printable(file)
