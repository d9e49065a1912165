"""`rummikub replay`: a recorded game, turn by turn."""

from __future__ import annotations

import click

from solver.commands.completion import complete_files
from solver.commands.options import WholeNumber, color_option, file_option, json_option, notation_option, refuse
from solver.commands.output import page, print_json, print_page


@click.command()
@click.argument("file", metavar="FILE", shell_complete=complete_files)
@click.option(
    "--turn", "turns", type=WholeNumber(min=1), metavar="N", multiple=True, help="Show this turn; may be repeated."
)
@file_option("--svg", "Draw into FILE: the turn of --turn, or the whole game as one picture that moves.")
@click.option(
    "--seconds", type=float, metavar="S", default=2.0, show_default=True, help="How long a turn of the game is drawn."
)
@notation_option("How tiles are shown, if not as they are in the record.")
@json_option
@color_option
def replay(
    file: str, turns: tuple[int, ...], svg: str | None, seconds: float, notation: str | None, as_json: bool
) -> None:
    """Show a recorded game turn by turn.

    FILE is the record of a game; every turn is refereed while it is read. The racks are shown with single turns.

    \b
    Examples:
      rummikub replay game.txt
      rummikub replay game.txt --turn 12 --svg turn.svg
      rummikub replay game.txt --svg game.svg
    """
    from solver.commands.asking import name_of_file, text_of_file
    from solver.play.record_reader import read_record
    from solver.show.replay import replay_svg, replay_text, shown_turns, turn_svg

    if svg is not None and len(turns) > 1:
        refuse("--svg draws one turn, or without --turn the whole game")
    if not 0.05 <= seconds <= 3600:
        refuse(f"--seconds {seconds:g}: it is a number from 0.05 to 3600")
    record = read_record(text_of_file(file), name_of_file(file)).shown_in(notation)
    if svg is not None:
        picture = turn_svg(record, turns[0]) if turns else replay_svg(record, seconds=seconds)
        try:
            with open(svg, "w", encoding="utf-8") as written:
                written.write(picture)
        except OSError as error:
            refuse(f"--svg {svg}: {error.strerror or error}")
    if as_json:
        for shown in shown_turns(record):
            if not turns or shown.turn.number in turns:
                print_json(shown.to_json())
    elif svg is None or turns:
        print_page(replay_text(record, turns, **page()))
