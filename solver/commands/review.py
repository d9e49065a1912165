"""`rummikub review`: a recorded game looked through."""

from __future__ import annotations

import click

from solver.commands.completion import complete_files
from solver.commands.options import color_option, file_option, json_option, notation_option
from solver.commands.output import page, print_json, print_page


@click.command()
@click.argument("file", metavar="FILE", shell_complete=complete_files)
@file_option("--plot", "Draw the tiles that each player held into FILE, such as game.png; needs the extra 'plot'.")
@notation_option("How tiles are shown, if not as they are in the record.")
@json_option
@color_option
def review(file: str, plot: str | None, notation: str | None, as_json: bool) -> None:
    """Look through a recorded game: what was laid, and what could have been.

    FILE is the record of a game. For each turn in which the rack is known, the move with most tiles is worked out, and
    the most penalty points that a move gets rid of. Told are the turns in which a player missed something, and a
    summary of each player. With --json there is one object a turn.

    \b
    Examples:
      rummikub review game.txt
      rummikub review game.txt --plot game.png
      rummikub review game.txt --json
    """
    from solver.commands.asking import name_of_file, text_of_file
    from solver.play.record_reader import read_record
    from solver.play.review import review as look_through
    from solver.show.games import review_text

    found = look_through(read_record(text_of_file(file), name_of_file(file)).shown_in(notation))
    if plot is not None:
        from solver.show.review_plot import plot_review

        plot_review(found, plot)
    if as_json:
        for turn in found.turns:
            print_json(turn.to_json(found.record.notation))
    else:
        print_page(review_text(found, **page()))
