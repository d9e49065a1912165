"""`rummikub odds`: what the next tile may bring."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from solver.commands.asking import Asked, each_line, note_opened
from solver.commands.options import (
    Place,
    PositionCommand,
    Under,
    color_option,
    joker_worth_option,
    json_option,
    objective_option,
    position_options,
    refuse_idle_joker_worth,
    refuse_table_alone,
    together,
)
from solver.commands.output import ANSWERED, show

if TYPE_CHECKING:
    from solver import Position


@click.command(cls=PositionCommand)
@position_options
@click.option(
    "--seen", metavar="TILES", default="", help="Tiles that are known to be elsewhere, so none can draw them."
)
@objective_option
@joker_worth_option
@json_option
@color_option
@click.pass_context
@together(place=Place, under=Under)
def odds(
    ctx: click.Context,
    place: Place,
    under: Under,
    seen: str,
    objective: str,
    joker_worth: int,
    as_json: bool,
) -> None:
    """What the next tile may bring: for each that can be drawn its chance, and what could be laid then.

    POSITION is written as for 'solve'. Every tile that is neither on the table nor on the rack nor among --seen is
    equally likely to be drawn, wherever it lies. The odds hold if the table stays as it is until your next turn.

    \b
    Examples:
      rummikub odds R5R6R7R8/K7B7R7 K9R4B8
      rummikub odds R5R6R7R8/K7B7R7 K9R4B8 --seen "J R9" --objective tiles
      rummikub odds - K10B10R9K3 --not-opened
      rummikub odds - --json < positions.txt
    """
    asked = Asked.of(place, under)
    refuse_table_alone(place, under)
    refuse_idle_joker_worth(objective, ctx.get_parameter_source("joker_worth") is ParameterSource.COMMANDLINE)
    answer = partial(_show, seen, objective, joker_worth, as_json)
    if asked.many:
        ctx.exit(each_line(lambda text: partial(answer, asked.read(text)), as_json))
    given = asked.read_one()
    if not asked.says_opened:
        note_opened(given)
    ctx.exit(answer(given))


def _show(seen: str, objective: str, joker_worth: int, as_json: bool, position: Position) -> int:
    from solver import odds as odds_of

    show(odds_of(position, seen=seen, objective=objective, joker_worth=joker_worth), as_json)
    return ANSWERED
