"""`rummikub simulate`: programs among themselves."""

from __future__ import annotations

from dataclasses import asdict

import click

from solver.commands.asking import rules_of
from solver.commands.loading import whole_imports
from solver.commands.options import (
    Under,
    WholeNumber,
    Work,
    color_option,
    file_option,
    json_option,
    progress_option,
    refuse,
    rule_option,
    rules_option,
    together,
    workers_option,
)
from solver.commands.output import INTERRUPTED, note, page, print_json, print_page


@click.command()
@click.option(
    "--players",
    metavar="NAME,NAME...",
    required=True,
    help="The programs that sit down together, one for each seat, such as most-tiles,most-value:joker-worth=20.",
)
@click.option(
    "--pairs", type=WholeNumber(1, 1_000_000), metavar="N", default=100, show_default=True, help="Deals to be played."
)
@click.option("--seed", type=int, metavar="S", default=0, show_default=True, help="The deals: a seed, the same games.")
@rules_option("The rule set: a preset, or a file that ends in .toml.")
@rule_option("Change one rule, such as turn.hand=10; may be repeated.")
@click.option(
    "--test",
    metavar="LOW,HIGH",
    help="Stop as soon as it is clear whether the first program wins the share LOW of the games or HIGH.",
)
@click.option("--league", is_flag=True, help="Every two of the programs play a match, and all are rated.")
@file_option("--output", "Write a line of JSON for each deal to FILE.")
@click.option("--resume", is_flag=True, help="Go on where the run that wrote the output file was stopped.")
@click.option("--records", metavar="FOLDER", help="Keep the record of every game in FOLDER.")
@workers_option
@click.option(
    "--scheduler", metavar="ADDRESS", help="Work on the Dask cluster of this scheduler, such as tcp://127.0.0.1:8786."
)
@progress_option
@json_option
@color_option
@click.pass_context
@together(under=Under, work=Work)
def simulate(
    ctx: click.Context,
    players: str,
    pairs: int,
    seed: int,
    under: Under,
    test: str | None,
    league: bool,
    output: str | None,
    resume: bool,
    records: str | None,
    scheduler: str | None,
    as_json: bool,
    work: Work,
) -> None:
    """Let programs play against each other, and count what they win.

    Each deal is played as often as there are seats, so that every program sits in every seat once with the same tiles.
    Told are the share of games that each program wins with its 95 % interval (a game won by several is shared), the
    points, how the games ended, and how many turns they had. The same seed gives the same games on any number of
    workers. The programs are:

    \b
      most-tiles     lays as many tiles as possible (least, ties)
      most-value     lays the highest face value (least, joker-worth)
      least-penalty  gets rid of most penalty points (least)
      random         looks at a random part of its rack (look)

    In brackets are their settings, which stand behind the name: most-tiles:least=3. 'least' is the number of tiles that
    a move lays at least unless it goes out, 'ties' is 1 if the higher face value decides between as many tiles,
    'joker-worth' what a joker counts, and 'look' the chance of each tile to be looked at, in a hundred.

    \b
    Examples:
      rummikub simulate --players most-tiles,most-value --pairs 500
      rummikub simulate --players most-tiles,random,most-tiles,random --rules sabra
      rummikub simulate --players most-tiles,most-value --pairs 9999 --test 0.5,0.53
      rummikub simulate --players most-tiles,most-value,random --league --output league.jsonl --resume
    """
    with whole_imports():
        from solver.play import simulate as simulation
        from solver.play.strength import SequentialTest
        from solver.show.games import simulation_text

    names = players.split(",")
    rules = rules_of(under)
    contest = (simulation.league if league else simulation.match)(rules, names, seed)
    found = simulation.simulate(
        contest,
        pairs,
        test=SequentialTest(*_shares(test)) if test else None,
        output=output,
        resume=resume,
        records=records,
        scheduler=scheduler,
        **asdict(work),
    )
    if found.pace:
        note(found.pace)
    if as_json:
        print_json(found.to_json())
    else:
        print_page(simulation_text(found, **page()))
    if found.stopped:
        ctx.exit(INTERRUPTED)


def _shares(text: str) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        refuse(f"--test {text}: write two shares, such as 0.5,0.53")
    return low, high
