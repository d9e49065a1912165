"""`rummikub solve`: the best move, all best moves, a hint, a picture, or the move under every preset."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from solver.commands.asking import Asked, each_line, note_opened
from solver.commands.options import (
    Place,
    PositionCommand,
    Question,
    Under,
    WholeNumber,
    color_option,
    json_option,
    position_options,
    question_options,
    refuse,
    refuse_idle_joker_worth,
    refuse_table_alone,
    together,
)
from solver.commands.output import ANSWERED, TIME_RAN_OUT, page, print_json, print_page, show

if TYPE_CHECKING:
    from solver import Answer, Position


@click.command(cls=PositionCommand)
@position_options
@question_options
@click.option(
    "--compare-rules",
    is_flag=True,
    help="Show the best move under each preset, too, in the box of the position, and whether the joker rule decides.",
)
@click.option(
    "--all",
    "most",
    type=WholeNumber(min=1),
    metavar="N",
    help="Up to N different moves that are equally good, and whether there is only one; or see --by moved.",
)
@click.option(
    "--by",
    type=click.Choice(["arrangement", "tiles", "moved"]),
    default="arrangement",
    show_default=True,
    help="How the moves of --all differ: in the sets that they leave, in the tiles that they lay, or in how many table"
    " tiles they move: then each is the best with fewer of them, so that you see what these cost.",
)
@click.option(
    "--hint",
    "level",
    type=WholeNumber(1, 4),
    metavar="LEVEL",
    help="Only a hint: 1 how much can be laid, 2 which rack tiles, 3 which sets change, 4 the first step.",
)
@click.option(
    "--svg",
    "picture",
    type=click.Path(dir_okay=False, writable=True),
    metavar="FILE",
    help="Draw the table and the rack before and after into FILE.",
)
@json_option
@color_option
@click.pass_context
@together(place=Place, under=Under, question=Question)
def solve(
    ctx: click.Context,
    place: Place,
    under: Under,
    question: Question,
    compare_rules: bool,
    most: int | None,
    by: str,
    level: int | None,
    picture: str | None,
    as_json: bool,
) -> None:
    """The best move in a position: what to lay, and the new table.

    POSITION is the table, the rack and any of rules=NAME, opened=yes|no, id=TEXT, rules such as opening.points=40,
    keep=TILES, must=TILES and max_moved=N. '-' reads position lines from standard input; blank lines and those that
    begin with '#' are skipped.

    \b
    Examples:
      rummikub solve R5R6R7R8/K7B7R7 K9R4J
      rummikub solve --table "R5-8 | KBR7" --rack "K9 R4 J" --rules free
      rummikub solve - K10B10J opened=no
      rummikub solve R5R6R7R8/K7B7R7 K9R4J --all 5
      rummikub solve R5R6R7R8/K7B7R7 K9R4J --hint 1
      rummikub solve R5R6R7R8/K7B7R7 K9R4J --must K9 --keep J
      rummikub solve K4K5K6K7 R4B4K8 --all 9 --by moved
      rummikub solve R5R6R7R8/K7B7R7 K9R4J --svg move.svg
      rummikub solve - --json < positions.txt
    """
    asked, question = _asked(place, under, question)
    typed = {name for name in ("by", "joker_worth") if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    refuse_table_alone(place, under)
    if level is not None and (compare_rules or most is not None or picture is not None):
        refuse("--hint tells part of the move, so leave out --all, --compare-rules and --svg")
    if most is not None and (compare_rules or picture is not None):
        refuse("--all shows several moves, so leave out --compare-rules and --svg")
    if most is None and "by" in typed:
        refuse("--by says how the moves of --all differ, so give --all N, too")
    refuse_idle_joker_worth(question.objective, "joker_worth" in typed)
    if picture is not None and asked.many:
        refuse("--svg draws one move, so give one position")
    if picture == "-":
        refuse("--svg writes a file, so give its name")

    answer: Callable[[Question, Position], int]
    if most is not None:
        answer = partial(_show_best, most, by, as_json)
    elif level is not None:
        answer = partial(_show_hint, level, as_json)
    else:
        answer = partial(_show_answer, compare_rules, picture, as_json)
    if asked.many:
        ctx.exit(each_line(lambda text: _read_line(answer, asked, question, text), as_json))
    given = asked.read_one()
    if not asked.says_opened:
        note_opened(given)
    ctx.exit(answer(question, given))


def _asked(place: Place, under: Under, question: Question) -> tuple[Asked, Question]:
    """What is asked; conditions that the one position says go before those of the options."""
    from solver.advice.conditions import take_conditions

    parts: list[str] = []
    said: dict[str, Any] = {}
    for part in place.position:
        rest, found = take_conditions(part)
        parts += [rest] if rest or not found else []
        said |= found
    return Asked.of(replace(place, position=tuple(parts)), under), replace(question, **said)


def _read_line(
    answer: Callable[[Question, Position], int], asked: Asked, question: Question, text: str
) -> Callable[[], int]:
    """What answers a position line, conditions in it included."""
    from solver.advice.conditions import take_conditions

    line, found = take_conditions(text)
    said: dict[str, Any] = {**found}
    return partial(answer, replace(question, **said), asked.read(line))


def _show_answer(compare: bool, picture: str | None, as_json: bool, question: Question, position: Position) -> int:
    from solver import solve as best_move

    answer = best_move(position, **asdict(question))
    if picture is not None:
        _draw(answer, picture)
    if compare:
        _show_comparison(answer, question, as_json)
    else:
        show(answer, as_json)
    return _status_of(answer)


def _show_comparison(answer: Answer, question: Question, as_json: bool) -> None:
    from solver.advice.compare import compare_rules

    # One limit for everything: the least that can be asked for is as good as none.
    left = None if question.time_limit is None else max(question.time_limit - answer.seconds, 1e-6)
    rows = compare_rules(answer, time_limit=left)
    if as_json:
        print_json(answer.to_json() | {"compare_rules": [row.to_json() for row in rows]})
        return
    from solver.show.text import text_of

    print_page(text_of(answer, **page()))
    print_page("\n" + text_of(rows, **page()))


def _show_best(most: int, by: str, as_json: bool, question: Question, position: Position) -> int:
    from solver.advice.alternatives import best_moves

    found = best_moves(position, most, by=by, steps=as_json, **asdict(question))
    show(found, as_json)
    return ANSWERED if found.complete or found.more else TIME_RAN_OUT


def _show_hint(level: int, as_json: bool, question: Question, position: Position) -> int:
    from solver import solve as best_move
    from solver.advice.hints import hint_of

    answer = best_move(position, steps=level >= 3, **asdict(question))
    show(hint_of(answer, level), as_json)
    return _status_of(answer)


def _draw(answer: Answer, path: str) -> None:
    from solver.show.svg import svg

    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(svg(answer))
    except OSError as error:
        refuse(f"--svg {path}: {error.strerror or error}")


def _status_of(answer: Answer) -> int:
    return TIME_RAN_OUT if answer.status == "feasible" else ANSWERED
