"""`rummikub check`: the referee's verdict on a position, or on a move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click

from solver.commands.asking import Asked, each_line
from solver.commands.options import (
    Place,
    PositionCommand,
    Under,
    color_option,
    json_option,
    position_options,
    refuse,
    together,
)
from solver.commands.output import ANSWERED, ILLEGAL, note, show

if TYPE_CHECKING:
    from solver import Position
    from solver.advice.check import Verdict


@click.command(cls=PositionCommand)
@position_options
@click.option("--after", metavar="SETS", help="The new table: is the move that leaves it legal?")
@json_option
@color_option
@click.pass_context
@together(place=Place, under=Under)
def check(ctx: click.Context, place: Place, under: Under, after: str | None, as_json: bool) -> None:
    """Is this position, or this move, legal; if not, every reason.

    POSITION is written as for 'solve'. What --after has more than the table counts as laid from the rack. What is wrong
    beside a set that is none is named, too. A set of the new table that may be a run or a group, such as B9JJ, must say
    which only where the verdict depends on it. With --loose: can the tiles of the table be arranged in sets; if not,
    the fewest to take off so that the rest can be. The exit status is 1 if anything is illegal.

    \b
    Examples:
      rummikub check R5R6R7R8/K7B7R7 K9R4J
      rummikub check R5R6R7K9 - --loose
      rummikub check R5R6R7/K7B7R7 R8O7 --after "R5R6R7R8 | K7B7R7O7"
      rummikub check - K10B10J --not-opened --after "K10 B10 J"
    """
    if after is None:
        _ask_for_after(place, under)
    asked = Asked.of(place, under)
    if asked.many and after is not None:
        refuse("--after judges one move, so give one position")
    if asked.many:
        ctx.exit(
            each_line(lambda text: partial(_show, _judged(lambda: asked.read(text), text, None), as_json), as_json)
        )
    ctx.exit(_show(_judged(asked.read_one, asked.text, after), as_json))


def _ask_for_after(place: Place, under: Under) -> None:
    """Ask whether `--after` is meant where the last part of the position is a new table.

    :raises UsageError: if the parts before it are a position, and all of them together are none.
    """
    keys = tuple(part for part in place.position if "=" in part)
    parts = tuple(part for part in place.position if "=" not in part)
    if len(parts) < (2 if place.table is None and place.rack is None else 1):
        return
    from solver.advice.check import check as judge
    from solver.errors import RummikubError

    try:
        move = judge(Asked.of(replace(place, position=(*parts[:-1], *keys)), under).read_one(), parts[-1])
    except RummikubError:
        return
    try:
        Asked.of(place, under).read_one()
    except (RummikubError, click.UsageError):
        refuse("a position is a table and a rack; is the last part the new table? Then write --after before it")
    if move.legal:
        note("note: if the last part is the new table, write --after before it")


def _judged(read: Callable[[], Position], text: str, after: str | None) -> Verdict:
    """The verdict on the position that `read` reads from `text`."""
    from solver.advice.check import Verdict
    from solver.advice.check import check as judge
    from solver.errors import AmbiguousPositionError, PositionError

    try:
        return judge(read(), after)
    except AmbiguousPositionError:
        # Not illegal: the text must say more.
        raise
    except PositionError as error:
        return Verdict.refused(text, after, error)


def _show(verdict: Verdict, as_json: bool) -> int:
    show(verdict, as_json)
    return ANSWERED if verdict.legal else ILLEGAL
