"""`rummikub score`: points of a game, and of a match."""

from __future__ import annotations

from collections.abc import Iterable

import click

from solver.commands.asking import name_of_file, rules_of, text_of_file
from solver.commands.options import (
    Under,
    color_option,
    json_option,
    notation_option,
    refuse,
    rule_option,
    rules_option,
    together,
)
from solver.commands.output import page, print_json, print_page


@click.command()
@click.argument("games", metavar="GAME", nargs=-1, required=True)
@rules_option("The rule set: a preset, or a file that ends in .toml.")
@rule_option("Change one rule, such as scoring.joker_in_hand=25; may be repeated.")
@click.option(
    "--laid",
    metavar="NAME=POINTS|TILES",
    multiple=True,
    help="What a player laid in the whole game, where the rules score it; may be repeated.",
)
@click.option("--unopened", metavar="NAME", multiple=True, help="A player who never opened; may be repeated.")
@notation_option("How the racks are written, if not in tiles.")
@json_option
@color_option
@together(under=Under)
def score(
    games: tuple[str, ...], laid: tuple[str, ...], unopened: tuple[str, ...], as_json: bool, under: Under
) -> None:
    """Points of a game, or of a match of several games.

    GAME is the rack of each player, NAME=TILES, with '-' for an empty one. For a match it is a file with such a line
    for each game, with --laid and --unopened behind the racks where they are needed; '-' reads standard input.

    \b
    Examples:
      rummikub score Ann=- Ben=R5J Cem=K10
      rummikub score Ann=- Ben=R12R13 --laid Ann=90 --laid Ben=70 --rules rummy-o
      rummikub score games.txt --rules rummy-royal --json
    """
    from solver.game.notation import notation_for
    from solver.play.tally import read_game, tally

    rules = rules_of(under)
    is_match = len(games) == 1 and "=" not in games[0]
    if is_match:
        if laid or unopened:
            refuse("--laid and --unopened stand in the lines of the file, behind the racks")
        lines = _lines(games[0])
        notation = notation_for(_tiles_in([word for _, words in lines for word in words]), rules.name, under.notation)
        found = tally([read_game(words, rules, where, notation) for where, words in lines], rules, is_match=True)
    else:
        more = [word for text in laid for word in ("--laid", text)] + [w for n in unopened for w in ("--unopened", n)]
        notation = notation_for(_tiles_in(games), rules.name, under.notation)
        found = tally([read_game([*games, *more], rules, notation=notation)], rules, is_match=False)
    if as_json:
        print_json(found.to_json())
        return
    from solver.show.games import tally_text

    print_page(tally_text(found, **page()))


def _tiles_in(words: Iterable[str]) -> list[str]:
    """What stands behind the `=` of words such as `Ann=R5J`, but for points."""
    return [text for word in words if (text := word.partition("=")[2]) and not text.isdecimal()]


def _lines(file: str) -> list[tuple[str, list[str]]]:
    """The lines of a file that are neither blank nor comments, cut into words, each with its place."""
    return [
        (f"{name_of_file(file)}, line {number}: ", line.split())
        for number, line in enumerate(text_of_file(file).splitlines(), 1)
        if line.strip() and not line.strip().startswith("#")
    ]
