"""Options that several commands share: what each is called and takes, and the values in which they travel."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NoReturn

import click

from solver.commands.completion import RULE_SETS, complete_files
from solver.game.notation import CARD_GAMES, NOTATIONS
from solver.game.objective import ASK_JOKER_WORTH, JOKER_WORTHS, OBJECTIVES, what_to_lay

if TYPE_CHECKING:
    from solver.game.rules import Rules

__all__ = [
    "Place",
    "PositionCommand",
    "Question",
    "Seconds",
    "Under",
    "WholeNumber",
    "Work",
    "color_option",
    "file_option",
    "joker_worth_option",
    "json_option",
    "loose_option",
    "not_opened_option",
    "notation_option",
    "objective_option",
    "position_options",
    "progress_option",
    "question_options",
    "refuse",
    "refuse_idle_joker_worth",
    "refuse_table_alone",
    "rule_option",
    "rules_option",
    "together",
    "workers_option",
]

_Option = Callable[[Any], Any]


def refuse(message: str) -> NoReturn:
    """Refuse how a command was typed."""
    raise click.UsageError(message, click.get_current_context())


# --- The values in which options travel ---


@dataclass(frozen=True)
class Place:
    """Where the position is written: as an argument, or in two options."""

    position: tuple[str, ...]
    table: str | None
    rack: str | None


@dataclass(frozen=True)
class Under:
    """What holds where a position says nothing: rules, changes of them, opened, loose; and how tiles are written."""

    rules: str
    changes: tuple[str, ...] = ()
    not_opened: bool = False
    loose: bool = False
    notation: str | None = None

    def base(self) -> Rules:
        """The rule set that was named, without the changes.

        :raises RulesError: if there is none.
        """
        from solver.game.rules import Rules

        return Rules.load(self.rules)

    def changed(self) -> dict[str, str]:
        """The values of `--rule`, checked one by one.

        :raises RulesError: with every fault.
        """
        return _changes_of(self.changes)


@dataclass(frozen=True)
class Question:
    """What is asked of a position: arguments of `solve` and its like."""

    objective: str
    joker_worth: int
    time_limit: float | None
    keep: str
    must: str
    max_moved: int | None


@dataclass(frozen=True)
class Work:
    """How the work is done: on how many processes, and with a progress bar or without."""

    workers: int | None
    progress: bool | None


def together(**values: type[Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Hand options to a command as one value, whose fields they are: `@together(question=Question)`."""

    def gathering(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def called(*args: Any, **given: Any) -> Any:
            made = {}
            for name, kind in values.items():
                own = {field.name for field in fields(kind)} & given.keys()
                made[name] = kind(**{key: given.pop(key) for key in sorted(own)})
            return command(*args, **given, **made)

        return called

    return gathering


# --- What an option takes ---


class PositionCommand(click.Command):
    """A command whose position may be quoted and begin with the `-` of an empty table."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [part for arg in args for part in (arg.split() if arg[:2] == "- " else [arg])])


class WholeNumber(click.IntRange):
    """A range whose errors say what is wanted."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        with contextlib.suppress(ValueError):
            number = int(value)
            if (self.min is None or number >= self.min) and (self.max is None or number <= self.max):
                return number
        bounds = f"from {self.min} on" if self.max is None else f"from {self.min} to {self.max}"
        self.fail(f"{value!r} is no whole number {bounds}", param, ctx)


class Seconds(click.ParamType):  # type: ignore[type-arg]  # generic in some versions of click alone
    """A time limit."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        with contextlib.suppress(ValueError):
            seconds = float(value)
            from solver.advice.question import check_time_limit

            check_time_limit(seconds)
            return seconds
        self.fail(f"{value!r} is no number of seconds above 0 and up to a million", param, ctx)


# --- The position, and the rules ---

READ_AND_SHOWN = (
    f"How tiles are written, read and shown: as cards (7c, 10h, Qs, Ad, a joker is *), or as tiles. If not said, as"
    f" tiles; under {' and '.join(CARD_GAMES)} as they are given."
)


def rules_option(help: str) -> _Option:
    return click.option(
        "--rules", type=RULE_SETS, metavar="NAME|FILE", default="standard", show_default=True, help=help
    )


def rule_option(help: str) -> _Option:
    return click.option("--rule", "changes", metavar="KEY=VALUE", multiple=True, help=help)


def not_opened_option(help: str) -> _Option:
    return click.option("--not-opened", is_flag=True, help=help)


def loose_option(help: str) -> _Option:
    return click.option("--loose", is_flag=True, help=help)


def notation_option(help: str) -> _Option:
    return click.option("--notation", type=click.Choice(list(NOTATIONS)), help=help)


def _all_of(options: Sequence[_Option]) -> _Option:
    """Several options, in the order in which the help lists them."""

    def apply(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return apply


position_options: _Option = _all_of(
    [
        click.argument("position", nargs=-1),
        click.option("--table", metavar="SETS", help="The table, sets separated by | / or ;, instead of POSITION."),
        click.option("--rack", metavar="TILES", help="The rack, instead of POSITION."),
        rules_option("The rule set where the position names none: a preset, or a file that ends in .toml."),
        rule_option("Change one rule, such as opening.points=40, unless the position sets it; may be repeated."),
        not_opened_option("The player has not opened yet, unless the position says opened=."),
        loose_option("The table is a heap of tiles, not sets."),
        notation_option(READ_AND_SHOWN),
    ]
)
"""Everything that says what the position is, and under which rules: the fields of `Place` and of `Under`."""


_OPTION_FOR = {"opened": "--not-opened", "loose": "--loose", "rules": "--rules"}
"""What a position line says by a key, and a command by an option."""


def _changes_of(texts: Sequence[str]) -> dict[str, str]:
    from solver.errors import RulesError, quote
    from solver.game.rules import PARAMETERS, closest_key, value_text

    changes: dict[str, str] = {}
    faults = []
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            faults.append(f"--rule {quote(text)}: write KEY=VALUE; 'rummikub rules standard' lists the keys")
        elif key not in PARAMETERS:
            like = _OPTION_FOR.get(key) or closest_key(key)
            mend = f"is {like} meant?" if like else "'rummikub rules standard' lists the keys"
            faults.append(f"--rule {quote(text)}: {quote(key)} is no rule; {mend}")
        elif key in changes:
            faults.append(f"--rule {quote(text)}: {key} is given twice")
        else:
            changes[key] = value
            try:
                changes[key] = value_text(PARAMETERS[key].read(value, "--rule "))
            except RulesError as error:
                faults.append(str(error))
    if faults:
        raise RulesError("\n".join(faults))
    return changes


# --- The question ---

objective_option: _Option = click.option(
    "--objective",
    type=click.Choice(list(OBJECTIVES)),
    default=next(iter(OBJECTIVES)),
    show_default=True,
    help=f"What to lay as much of as possible, after going out: {what_to_lay()}.",
)
joker_worth_option: _Option = click.option(
    "--joker-worth",
    type=WholeNumber(JOKER_WORTHS[0], JOKER_WORTHS[-1]),
    metavar="N",
    default=0,
    show_default=True,
    help=f"What a joker counts under the objective {ASK_JOKER_WORTH}; 0 spends it only where it helps or wins.",
)
question_options: _Option = _all_of(
    [
        objective_option,
        joker_worth_option,
        click.option(
            "--time-limit",
            type=Seconds(),
            metavar="S",
            help="Seconds for each position; then the best move so far.",
        ),
        click.option("--keep", metavar="TILES", default="", help="Tiles of the rack that stay on the rack."),
        click.option(
            "--must",
            metavar="TILES",
            default="",
            help="Tiles of the rack that are laid; if they cannot be, it says why.",
        ),
        click.option(
            "--max-moved", type=WholeNumber(min=0), metavar="N", help="At most N table tiles go to another set."
        ),
    ]
)
"""The fields of `Question`."""


def refuse_table_alone(place: Place, under: Under) -> None:
    """Refuse a table without a rack, but for a heap that is to be put in order."""
    if place.table is not None and place.rack is None and not under.loose:
        refuse("--table without --rack: give the tiles of the rack, too ('-' for none)")


def refuse_idle_joker_worth(objective: str, typed: bool) -> None:
    """Refuse a joker's worth that was typed beside an objective that does not ask for it."""
    if typed and not OBJECTIVES[objective].asks_joker_worth:
        refuse(f"--joker-worth counts under the objective {ASK_JOKER_WORTH} alone, not under {objective}")


# --- The work, and the output ---

workers_option: _Option = click.option(
    "--workers", type=WholeNumber(min=1), metavar="N", help="Processes to work with; all cores if not said."
)
progress_option: _Option = click.option(
    "--progress/--no-progress", default=None, help="A progress bar on standard error; by default only on a terminal."
)


def _set_color(ctx: click.Context, _: click.Parameter, value: bool | None) -> None:
    if value is None and os.environ.get("NO_COLOR"):
        value = False
    ctx.color = value


color_option: _Option = click.option(
    "--color/--no-color",
    default=None,
    expose_value=False,
    callback=_set_color,
    help="Colour the tiles; by default only on a terminal, and not if NO_COLOR is set.",
)
json_option: _Option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document, or one line of JSON for each position."
)


def file_option(name: str, help: str) -> _Option:
    """The name of a file that the command checks itself."""
    return click.option(name, metavar="FILE", shell_complete=complete_files, help=help)
