"""The command line: each command is an argument list, one call of the Python API, and its text or JSON.

Whatever is slow to import is imported inside the command that needs it.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, TextIO, TypeVar

import click
from click.core import ParameterSource

if TYPE_CHECKING:
    from solver import Answer, Position, Rules
    from solver.advice.check import Verdict
    from solver.advice.compare import Comparison

ANSWERED, ILLEGAL, BAD_INPUT, TIME_RAN_OUT = 0, 1, 2, 3
INTERNAL_ERROR, INTERRUPTED, BROKEN_PIPE = 70, 130, 141
"""Exit status: the first four are promised, the others follow the custom of shells."""

_LONGEST_LINE = 100_000
_MOST_FAULTS = 100

_Command = TypeVar("_Command", bound=Callable[..., Any])


class _Program(click.Group):
    """A group whose errors are one line for each fault, and whose exit status keeps the promise."""

    def main(self, args: Any = None, prog_name: str | None = None, *_: Any, **extra: Any) -> NoReturn:
        if sys.stdout is None:
            _report("standard output is closed")
            sys.exit(BAD_INPUT)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            status = super().main(args, prog_name or "rummikub", standalone_mode=False)
            sys.stdout.flush()
        except click.ClickException as error:
            where = getattr(error, "ctx", None)
            path = where.command_path if where is not None else "rummikub"
            message = error.format_message().rstrip(".").replace("\n", " ")
            _report(f"{message[:1].lower()}{message[1:]} (see '{path} --help')")
            status = BAD_INPUT
        except (click.Abort, KeyboardInterrupt):
            _report("stopped")
            status = INTERRUPTED
        except (BrokenPipeError, _NobodyReads):
            # Keep the interpreter from complaining when it flushes at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = BROKEN_PIPE
        except OSError as error:
            # A disk that is full, most likely: files that are read or written report their own faults.
            _report(f"cannot write the output: {error.strerror or error}")
            status = BAD_INPUT
        except (ValueError, RuntimeError) as error:
            status = _status_of(error)
        sys.exit(status if isinstance(status, int) else ANSWERED)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            if any(character in args[0] for character in "/|;") or len(args) > 1 and args[0] == "-":
                import shlex

                meant = f"is 'rummikub solve {shlex.join(args)}' meant?"
                raise click.UsageError(f"no such command {args[0]!r}: {meant}", ctx) from None
            raise

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Click would end with status 1, which says that something is illegal.
            raise _NobodyReads from None


class _NobodyReads(Exception):
    """The reader of standard output has gone."""


class _PositionCommand(click.Command):
    """A command whose position may be quoted and begin with the `-` of an empty table."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [part for arg in args for part in (arg.split() if arg[:2] == "- " else [arg])])


def _status_of(error: Exception) -> int:
    """Report an error of this program, and its exit status; any other is a defect and goes on."""
    from solver.errors import RefereeError, RummikubError

    if isinstance(error, RummikubError):
        _report(str(error))
        return BAD_INPUT
    if isinstance(error, RefereeError):
        _report(str(error))
        return INTERNAL_ERROR
    raise error


def _usage_error(message: str) -> click.UsageError:
    return click.UsageError(message, click.get_current_context())


def _report(faults: str, where: str = "") -> None:
    """Faults to standard error, one line each."""
    lines = faults.split("\n")
    for line in lines[:_MOST_FAULTS]:
        click.echo(f"error: {where}{line}", err=True)
    if len(lines) > _MOST_FAULTS:
        click.echo(f"error: {where}and {len(lines) - _MOST_FAULTS} more", err=True)


@contextlib.contextmanager
def _whole_imports() -> Iterator[None]:
    """Ctrl-C waits until libraries are loaded: in the middle of that they would swallow it, or break."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- Options that several commands share ---


class _WholeNumber(click.IntRange):
    """A range whose errors say what is wanted."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        with contextlib.suppress(ValueError):
            number = int(value)
            if (self.min is None or number >= self.min) and (self.max is None or number <= self.max):
                return number
        bounds = f"from {self.min} on" if self.max is None else f"from {self.min} to {self.max}"
        self.fail(f"{value!r} is no whole number {bounds}", param, ctx)


def _set_color(ctx: click.Context, _: click.Parameter, value: bool | None) -> None:
    if value is None and os.environ.get("NO_COLOR"):
        value = False
    ctx.color = value


_color_option = click.option(
    "--color/--no-color",
    default=None,
    expose_value=False,
    callback=_set_color,
    help="Colour the tiles; by default only on a terminal, and not if NO_COLOR is set.",
)
_json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document, or one line of JSON for each position."
)


class _Seconds(click.ParamType):  # type: ignore[type-arg]  # generic in some versions of click alone
    """A time limit."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        with contextlib.suppress(ValueError):
            seconds = float(value)
            # Written so that "nan" is refused, too.
            if 0 < seconds <= 1e6:
                return seconds
        self.fail(f"{value!r} is no number of seconds above 0 and up to a million", param, ctx)


_objective_option = click.option(
    "--objective",
    type=click.Choice(["value", "tiles", "penalty"]),
    default="value",
    show_default=True,
    help="What to lay as much of as possible, after going out: face value, tiles, or penalty points.",
)
_joker_worth_option = click.option(
    "--joker-worth",
    type=_WholeNumber(0, 1000),
    metavar="N",
    default=0,
    show_default=True,
    help="What a joker counts under the objective value; 0 spends it only where it helps or wins.",
)
_time_limit_option = click.option(
    "--time-limit",
    type=_Seconds(),
    metavar="S",
    help="Seconds for each position; then the best move so far.",
)


def _position_options(command: _Command) -> _Command:
    """Everything that says what the position is, and under which rules."""
    options: list[Callable[[_Command], _Command]] = [
        click.argument("position", nargs=-1),
        click.option("--table", metavar="SETS", help="The table, sets separated by | / or ;, instead of POSITION."),
        click.option("--rack", metavar="TILES", help="The rack, instead of POSITION."),
        click.option(
            "--rules",
            metavar="NAME|FILE",
            default="standard",
            show_default=True,
            help="The rule set where the position names none: a preset, or a file that ends in .toml.",
        ),
        click.option(
            "--rule",
            "changes",
            metavar="KEY=VALUE",
            multiple=True,
            help="Change one rule, such as opening.points=40, unless the position sets it; may be repeated.",
        ),
        click.option(
            "--not-opened", is_flag=True, help="The player has not opened yet, unless the position says opened=."
        ),
        click.option("--loose", is_flag=True, help="The table is a heap of tiles, not sets."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


@dataclass(frozen=True)
class _Asked:
    """How positions are to be read, and where they come from."""

    position: tuple[str, ...]
    table: str | None
    rack: str | None
    rules: Rules
    changes: dict[str, str]
    opened: bool
    loose: bool
    noted: set[str] = field(default_factory=set)

    @classmethod
    def of(
        cls,
        position: tuple[str, ...],
        table: str | None,
        rack: str | None,
        rules: str,
        changes: Sequence[str],
        not_opened: bool,
        loose: bool,
    ) -> _Asked:
        from solver.game.rules import Rules

        if position and (table is not None or rack is not None):
            raise _usage_error("a position and --table or --rack: give one or the other")
        if not position and table is None and rack is None:
            raise _usage_error("no position: give one, or '-' for standard input")
        if len(position) == 1 and position[0] != "-" and os.path.isfile(position[0]):
            raise _usage_error(
                f"{position[0]} is a file: '{click.get_current_context().info_name} - < {position[0]}' reads the"
                " position lines in it, and 'puzzles' a puzzle file"
            )
        return cls(position, table, rack, Rules.load(rules), _changes_of(changes), not not_opened, loose)

    @property
    def many(self) -> bool:
        """Whether position lines come from standard input."""
        return self.position == ("-",)

    @property
    def text(self) -> str:
        """The one position as it was given, in one line."""
        if not self.position:
            return f"{self.table or '-'} {self.rack or '-'}"
        return " ".join(self.position)

    @property
    def places(self) -> list[str]:
        """The parts of the position without keys: table and rack, if they were quoted apart or have no blanks."""
        parts = []
        for part in self.position:
            place = part if "=" not in part else " ".join(field for field in part.split() if "=" not in field)
            parts += [place] if place else []
        return parts

    def read(self, text: str) -> Position:
        """Read a position line; what `--rule` changes holds where the line does not set it."""
        from solver import Position

        fields = [field for field in text.split() if "=" in field]
        line = " ".join([text, *self.changes_beside(fields)])
        position = Position.parse(line, self.rules, opened=self.opened, loose=self.loose)
        _note_idle(position.rules, self.noted)
        return position

    def changes_beside(self, fields: Sequence[str]) -> list[str]:
        """What `--rule` changes and these `key=value` fields do not set."""
        keys = {field.partition("=")[0] for field in fields}
        return [f"{key}={value}" for key, value in self.changes.items() if key not in keys]

    def read_one(self) -> Position:
        from solver import Position

        places = self.places
        if len(places) == 2:
            keys = [field for part in self.position if "=" in part for field in part.split()]
            keys += self.changes_beside(keys)
            read = Position.of_parts(places[0], places[1], keys, self.rules, opened=self.opened, loose=self.loose)
            _note_idle(read.rules, self.noted)
            return read
        if self.position:
            return self.read(self.text)
        rules = self.rules.changed(self.changes) if self.changes else self.rules
        _note_idle(rules, self.noted)
        return Position.read(self.table or "-", self.rack or "-", rules, opened=self.opened, loose=self.loose)


def _changes_of(texts: Sequence[str]) -> dict[str, str]:
    """The values of `--rule`, checked one by one.

    :raises RulesError: with every fault.
    """
    from solver.errors import RulesError, quote
    from solver.game.rules import PARAMETERS, closest, value_text

    changes: dict[str, str] = {}
    faults = []
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            faults.append(f"--rule {quote(text)}: write KEY=VALUE; 'rummikub rules standard' lists the keys")
        elif key not in PARAMETERS:
            like = closest(key, PARAMETERS)
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


def _note_idle(rules: Rules, noted: set[str]) -> None:
    """Say once of each changed rule that has no effect that it has none."""
    idle = rules.idle()
    for key, value in rules.changes().items() if idle else ():
        if key in idle and key not in noted:
            from solver.game.rules import value_text

            noted.add(key)
            click.echo(f"note: {key} = {value_text(value)} has no effect with {idle[key]}", err=True)


def _standard_input() -> BinaryIO:
    stream: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    if stream is None:
        raise _usage_error("standard input is closed")
    return stream


def _lines(stream: BinaryIO) -> Iterator[tuple[int, str | None, str]]:
    """The lines of standard input that are neither blank nor comments: number, text, and what is wrong with it."""
    number = 0
    while raw := stream.readline(_LONGEST_LINE):
        number += 1
        if len(raw) == _LONGEST_LINE and not raw.endswith(b"\n"):
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(_LONGEST_LINE)
            yield number, None, f"longer than {_LONGEST_LINE} characters, which no position is"
            continue
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError:
            yield number, None, "this is no UTF-8 text"
            continue
        if text and not text.startswith("#"):
            yield number, text, ""


def _each_line(answer: Callable[[int, str], int]) -> int:
    """Answer the lines of standard input in turn; the exit status of all of them together."""
    from solver.errors import RummikubError

    found: set[int] = set()
    for number, text, fault in _lines(_standard_input()):
        if text is None:
            _report(fault, f"line {number}: ")
            found.add(BAD_INPUT)
            continue
        try:
            found.add(answer(number, text))
        except RummikubError as error:
            _report(str(error), f"line {number}: ")
            found.add(BAD_INPUT)
    if not found:
        _report("there is no position on standard input: write one a line, such as R5R6R7/K7B7R7 K9R4J")
        return BAD_INPUT
    return next((status for status in (BAD_INPUT, TIME_RAN_OUT, ILLEGAL) if status in found), ANSWERED)


def _print(text: str) -> None:
    click.echo(text)
    # So that who feeds positions one by one sees each answer at once.
    sys.stdout.flush()


def _announce(number: int, as_json: bool) -> None:
    """Say which line of standard input is answered, where that does not show."""
    if not as_json:
        _print(click.style(f"--- line {number} ---", dim=True))


def _print_json(data: dict[str, Any]) -> None:
    import json

    _print(json.dumps(data))


def _page() -> dict[str, Any]:
    """How wide the text may be, and whether in colour."""
    color = click.get_current_context().color
    return {"color": sys.stdout.isatty() if color is None else color, "width": _columns()}


def _columns() -> int:
    """As `shutil.get_terminal_size` says, which takes longer to import than a small page takes to print."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80


# --- Commands ---


def _show_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from solver import __version__

    click.echo(f"rummikub, version {__version__}")
    ctx.exit()


@click.group(cls=_Program, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show the version."
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """The best legal Rummikub move from a table and a rack, under the rules you play by.

    Tiles are a colour letter and a number: K black, B blue, R red, O orange; J is a joker. A position is the sets of
    the table, separated by '/', and the rack: R5R6R7R8/K7B7R7 K9R4J. Write '-' for an empty table or rack.

    \b
    Exit status: 0 answered (a draw is an answer too), 1 `check` found something
    illegal or a puzzle's answer differs, 2 bad input, 3 time ran out before the
    answer was proved best.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@main.command(cls=_PositionCommand)
@_position_options
@_objective_option
@_joker_worth_option
@_time_limit_option
@click.option(
    "--compare-rules",
    is_flag=True,
    help="Show the best move under each preset, too, in the box of the position, and whether the joker rule decides.",
)
@click.option(
    "--all",
    "most",
    type=_WholeNumber(min=1),
    metavar="N",
    help="Up to N different moves that are equally good, and whether there is only one.",
)
@click.option(
    "--by",
    type=click.Choice(["arrangement", "tiles"]),
    default="arrangement",
    show_default=True,
    help="How the moves of --all differ: in the sets that they leave, or in the tiles that they lay.",
)
@click.option(
    "--hint",
    "level",
    type=_WholeNumber(1, 4),
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
@_json_option
@_color_option
@click.pass_context
def solve(
    ctx: click.Context,
    position: tuple[str, ...],
    table: str | None,
    rack: str | None,
    rules: str,
    changes: tuple[str, ...],
    not_opened: bool,
    loose: bool,
    objective: str,
    joker_worth: int,
    time_limit: float | None,
    compare_rules: bool,
    most: int | None,
    by: str,
    level: int | None,
    picture: str | None,
    as_json: bool,
) -> None:
    """The best move in a position: what to lay, and the new table.

    POSITION is the table, the rack and any of rules=NAME, opened=yes|no, id=TEXT and rules such as
    opening.points=40. '-' reads position lines from standard input; blank lines and those that begin with '#' are
    skipped.

    \b
    Examples:
      rummikub solve R5R6R7R8/K7B7R7 K9R4J
      rummikub solve --table "R5-8 | KBR7" --rack "K9 R4 J" --rules free
      rummikub solve - K10B10J opened=no
      rummikub solve R5R6R7R8/K7B7R7 K9R4J --all 5
      rummikub solve R5R6R7R8/K7B7R7 K9R4J --hint 1
      rummikub solve R5R6R7R8/K7B7R7 K9R4J --svg move.svg
      rummikub solve - --json < positions.txt
    """
    asked = _Asked.of(position, table, rack, rules, changes, not_opened, loose)
    if table is not None and rack is None and not loose:
        raise _usage_error("--table without --rack: give the tiles of the rack, too ('-' for none)")
    if level is not None and (compare_rules or most is not None or picture is not None):
        raise _usage_error("--hint tells part of the move, so leave out --all, --compare-rules and --svg")
    if most is not None and (compare_rules or picture is not None):
        raise _usage_error("--all shows several moves, so leave out --compare-rules and --svg")
    if most is None and ctx.get_parameter_source("by") is ParameterSource.COMMANDLINE:
        raise _usage_error("--by says how the moves of --all differ, so give --all N, too")
    if objective != "value" and ctx.get_parameter_source("joker_worth") is ParameterSource.COMMANDLINE:
        raise _usage_error(f"--joker-worth counts under the objective value alone, not under {objective}")
    if picture is not None and asked.many:
        raise _usage_error("--svg draws one move, so give one position")
    if picture == "-":
        raise _usage_error("--svg writes a file, so give its name")

    def answer(given: Position) -> int:
        if most is not None:
            return _list_best(given, most, by, objective, joker_worth, time_limit, as_json)
        from solver import solve as best_move

        found = best_move(
            given,
            objective=objective,
            joker_worth=joker_worth,
            time_limit=time_limit,
            steps=level is None or level >= 3,
        )
        if picture is not None:
            _draw(found, picture)
        if level is not None:
            _show_hint(found, level, as_json)
        else:
            _show_answer(found, compare_rules, time_limit, as_json)
        return TIME_RAN_OUT if found.status == "feasible" else ANSWERED

    def answer_line(number: int, text: str) -> int:
        given = asked.read(text)
        _announce(number, as_json)
        return answer(given)

    if asked.many:
        ctx.exit(_each_line(answer_line))
    given = asked.read_one()
    if not any("opened=" in part for part in asked.position):
        _note_opened(given)
    ctx.exit(answer(given))


def _note_opened(position: Position) -> None:
    """Say, to a person, on an empty table that the player counts as having opened: most likely nobody has."""
    opening = position.rules.opening
    is_empty = not (position.table or position.loose)
    if sys.stderr.isatty() and is_empty and position.opened and (opening.points or opening.needs_run):
        click.echo("note: the player counts as having opened; if not, add --not-opened", err=True)


def _list_best(
    position: Position, most: int, by: str, objective: str, joker_worth: int, time_limit: float | None, as_json: bool
) -> int:
    from solver.advice.alternatives import best_moves

    found = best_moves(
        position,
        most,
        by=by,
        objective=objective,
        joker_worth=joker_worth,
        time_limit=time_limit,
        steps=as_json,
    )
    if as_json:
        _print_json(found.to_json())
    else:
        from solver.show.text import alternatives_text

        _print(alternatives_text(found, **_page()))
    return ANSWERED if found.complete or found.more else TIME_RAN_OUT


def _show_hint(answer: Answer, level: int, as_json: bool) -> None:
    from solver.advice.hints import hint_of

    hint = hint_of(answer, level)
    if as_json:
        _print_json(hint.to_json())
        return
    from solver.show.text import hint_text

    _print(hint_text(hint, **_page()))


def _draw(answer: Answer, path: str) -> None:
    from solver.show.svg import svg

    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(svg(answer))
    except OSError as error:
        raise _usage_error(f"--svg {path}: {error.strerror or error}") from None


def _show_answer(answer: Answer, compare: bool, time_limit: float | None, as_json: bool) -> None:
    rows: tuple[Comparison, ...] = ()
    if compare:
        from solver.advice.compare import compare_rules

        rows = compare_rules(answer, time_limit=time_limit)
    if as_json:
        _print_json(answer.to_json() | ({"compare_rules": [row.to_json() for row in rows]} if compare else {}))
        return
    from solver.show.text import answer_text, comparison_text

    _print(answer_text(answer, **_page()))
    if compare:
        _print("\n" + comparison_text(rows, **_page()))


@main.command(cls=_PositionCommand)
@_position_options
@click.option("--after", metavar="SETS", help="The new table: is the move that leaves it legal?")
@_json_option
@_color_option
@click.pass_context
def check(
    ctx: click.Context,
    position: tuple[str, ...],
    table: str | None,
    rack: str | None,
    rules: str,
    changes: tuple[str, ...],
    not_opened: bool,
    loose: bool,
    after: str | None,
    as_json: bool,
) -> None:
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
    from solver.advice.check import Verdict
    from solver.advice.check import check as judge
    from solver.errors import AmbiguousPositionError, PositionError

    asked = _Asked.of(position, table, rack, rules, changes, not_opened, loose)
    if asked.many and after is not None:
        raise _usage_error("--after judges one move, so give one position")

    def judged(read: Callable[[], Position], text: str) -> Verdict:
        try:
            return judge(read(), after)
        except AmbiguousPositionError:
            # Not illegal: the text must say more.
            raise
        except PositionError as error:
            return Verdict.refused(text, after, error)

    def judge_line(number: int, text: str) -> int:
        verdict = judged(lambda: asked.read(text), text)
        _announce(number, as_json)
        return _show_verdict(verdict, as_json)

    if asked.many:
        ctx.exit(_each_line(judge_line))
    ctx.exit(_show_verdict(judged(asked.read_one, asked.text), as_json))


def _show_verdict(verdict: Verdict, as_json: bool) -> int:
    if as_json:
        _print_json(verdict.to_json())
    else:
        from solver.show.text import verdict_text

        _print(verdict_text(verdict, **_page()))
    return ANSWERED if verdict.legal else ILLEGAL


@main.command()
@click.argument("name", required=False)
@_json_option
@_color_option
def rules(name: str | None, as_json: bool) -> None:
    """List the rule sets, or show every rule of one of them.

    NAME is a preset, or a file that ends in .toml. Each rule is shown with its value, what it means, the values that
    it takes, and where it was set: in this rule set, in one that it extends, or by default.

    \b
    Examples:
      rummikub rules
      rummikub rules rummy-o
      rummikub rules house.toml --json
    """
    from solver.game.rulebook import rule_sheet
    from solver.game.rules import DEFAULT_RULES, preset_names
    from solver.show.text import presets_text, rule_sheet_text

    if name is not None:
        sheet = rule_sheet(name)
        if as_json:
            _print_json(sheet.to_json())
        else:
            _print(rule_sheet_text(sheet, **_page()))
        return
    sheets = [rule_sheet(preset) for preset in preset_names()]
    if as_json:
        listed = [{"name": s.name, "title": s.title, "source": s.source, "extends": s.extends} for s in sheets]
        _print_json({"default": DEFAULT_RULES, "rules": listed})
    else:
        _print(presets_text(sheets, **_page()))


_workers_option = click.option(
    "--workers", type=_WholeNumber(min=1), metavar="N", help="Processes to work with; all cores if not said."
)
_progress_option = click.option(
    "--progress/--no-progress", default=None, help="A progress bar on standard error; by default only on a terminal."
)


@main.command()
@click.argument("paths", nargs=-1, metavar="[FILES or FOLDERS]")
@click.option("--time-limit", type=_Seconds(), metavar="S", help="Seconds for each puzzle.")
@click.option("--write", is_flag=True, help="Fill missing answers into the files; nothing else in them changes.")
@click.option("--failed", is_flag=True, help="List only the puzzles that are not as stored.")
@_workers_option
@_progress_option
@_json_option
@click.pass_context
def puzzles(
    ctx: click.Context,
    paths: tuple[str, ...],
    time_limit: float | None,
    write: bool,
    failed: bool,
    workers: int | None,
    progress: bool | None,
    as_json: bool,
) -> None:
    """Solve puzzle files and compare with the answers in them.

    [FILES or FOLDERS]: a puzzle file is TOML with one or more [[puzzle]]; in folders every .toml file is read. If none
    is named, the collection that comes with the program is solved. The exit status is 1 when an answer differs from the
    stored one.

    \b
    Examples:
      rummikub puzzles
      rummikub puzzles --failed my-puzzles
      rummikub puzzles --write my-puzzles.toml
    """
    with _whole_imports():
        from solver.puzzles import check_puzzles, read_puzzles
        from solver.puzzles.report import summary_of, table_of
        from solver.puzzles.verdict import exit_status

    if write:
        from solver.puzzles.write import refuse_without_tomlkit

        if not paths:
            raise _usage_error("--write: name the files to write into")
        refuse_without_tomlkit()
    if not paths:
        from solver.data import puzzles_folder

        paths = (str(puzzles_folder()),)
    asked = read_puzzles(paths)
    verdicts = list(check_puzzles(asked, time_limit=time_limit, workers=workers, progress=progress))
    shown = [verdict for verdict in verdicts if not (failed and verdict.ok)]
    if as_json:
        for verdict in shown:
            _print_json(verdict.to_json())
    elif shown:
        _print(table_of(shown))
    if write:
        from solver.puzzles.write import write_answers

        for path, count in write_answers(verdicts).items():
            click.echo(f"{path}: {count} answer{'s' * (count != 1)} written", err=True)
    click.echo(summary_of(verdicts), err=as_json)
    ctx.exit(exit_status(verdicts))


@main.command()
@click.option(
    "--level",
    type=_WholeNumber(1, 5),
    default=3,
    show_default=True,
    metavar="LEVEL",
    help="From 1, easy, to 5, hard.",
)
@click.option("--count", type=_WholeNumber(min=1), default=1, show_default=True, metavar="N", help="How many puzzles.")
@click.option(
    "--seed", type=int, default=0, show_default=True, metavar="S", help="The same seed makes the same puzzles."
)
@click.option("--rules", metavar="NAME|FILE", default="standard", show_default=True, help="The rule set.")
@click.option("--rule", "changes", metavar="KEY=VALUE", multiple=True, help="Change one rule; may be repeated.")
@click.option("--unique", is_flag=True, help="Only one table on which the whole rack lies, set by set.")
@click.option("--output", metavar="FILE", help="Write a puzzle file, not to standard output.")
@_workers_option
@_progress_option
@_json_option
@click.pass_context
def generate(
    ctx: click.Context,
    level: int,
    count: int,
    seed: int,
    rules: str,
    changes: tuple[str, ...],
    unique: bool,
    output: str | None,
    workers: int | None,
    progress: bool | None,
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
        raise _usage_error("--output writes a puzzle file, so leave out --json")
    if output is not None and os.path.isdir(output):
        raise _usage_error(f"--output {output}: it is a folder; name a file")
    if output is not None and not os.path.isdir(os.path.dirname(output) or "."):
        raise _usage_error(f"--output {output}: there is no folder {os.path.dirname(output)}")
    with _whole_imports():
        from solver.game.rules import Rules
        from solver.puzzles import generate as make
        from solver.puzzles.write import puzzles_toml, write_puzzles

    under = Rules.load(rules).changed(_changes_of(changes))
    _note_idle(under, set())
    made = []
    stopped = False
    try:
        for puzzle in make(level, count, seed, under, unique, workers=workers, progress=progress):
            made.append(puzzle)
    except KeyboardInterrupt:
        stopped = True
        if not made:
            raise
    if output is not None:
        write_puzzles(made, output)
    elif as_json:
        for puzzle in made:
            _print_json(puzzle.to_data())
    else:
        click.echo(puzzles_toml(made), nl=False)
    if stopped:
        click.echo(f"stopped: {len(made)} of {count} puzzles were made", err=True)
        ctx.exit(INTERRUPTED)


@main.command()
@click.argument("file", metavar="FILE")
@click.option("--rules", metavar="NAME|FILE", default="standard", show_default=True, help="Where a line names none.")
@click.option("--rule", "changes", metavar="KEY=VALUE", multiple=True, help="Change one rule, unless the line sets it.")
@click.option("--not-opened", is_flag=True, help="The player has not opened yet, unless the line says opened=.")
@click.option("--loose", is_flag=True, help="The tables are heaps of tiles, not sets.")
@_objective_option
@_joker_worth_option
@_time_limit_option
@click.option("--json", "as_json", is_flag=True, help="The records are lines of JSON with and without it.")
@click.option("--output", metavar="FILE", help="Write the records to FILE, not to standard output.")
@click.option("--resume", is_flag=True, help="Go on where the run that wrote the output file was stopped.")
@_workers_option
@click.option(
    "--scheduler", metavar="ADDRESS", help="Work on the Dask cluster of this scheduler, such as tcp://host:8786."
)
@_progress_option
@click.pass_context
def batch(
    ctx: click.Context,
    file: str,
    rules: str,
    changes: tuple[str, ...],
    not_opened: bool,
    loose: bool,
    objective: str,
    joker_worth: int,
    time_limit: float | None,
    as_json: bool,  # nothing else is written
    output: str | None,
    resume: bool,
    workers: int | None,
    scheduler: str | None,
    progress: bool | None,
) -> None:
    """Solve many positions in parallel.

    A line of FILE gives a line of JSON, in the same order. It is a position line, or a JSON object with 'position', or
    with 'table' and 'rack'; blank lines and those that begin with '#' are skipped. '-' reads standard input.
    A bad line gives a record with its number and the reason; the exit status is 2 then. Ctrl-C ends the run in good
    order, and --resume goes on with it.

    \b
    Examples:
      rummikub batch positions.txt > answers.jsonl
      rummikub batch positions.txt --output answers.jsonl --resume
      rummikub batch positions.txt --scheduler tcp://10.0.0.1:8786
    """
    with _whole_imports():
        from solver.batch import Settings, run_batch
        from solver.game.rules import Rules

    changed = tuple(_changes_of(changes).items())
    report = run_batch(
        file,
        settings=Settings(Rules.load(rules), changed, not not_opened, loose, objective, joker_worth, time_limit),
        output=output,
        resume=resume,
        workers=workers,
        scheduler=scheduler,
        progress=progress,
    )
    for fault in report.faults:
        _report(fault)
    if report.bad > len(report.faults):
        _report(f"and {report.bad - len(report.faults)} more bad lines")
    click.echo(report.summary, err=True)
    ctx.exit(report.exit_status)


@main.command()
@click.argument("file", type=click.File("r", encoding="utf-8", errors="replace"), metavar="FILE")
@click.option(
    "--from",
    "source",
    type=click.Choice(["line", "console", "list"]),
    default="console",
    show_default=True,
    help="How FILE is written.",
)
@click.option(
    "--to",
    "target",
    type=click.Choice(["line", "console", "list"]),
    default="line",
    show_default=True,
    help="How to write it.",
)
@click.option("--rules", metavar="NAME|FILE", default="standard", show_default=True, help="The rule set.")
@click.option("--not-opened", is_flag=True, help="The player has not opened yet.")
@click.option("--loose", is_flag=True, help="The tables are heaps of tiles, not sets.")
def convert(file: TextIO, source: str, target: str, rules: str, not_opened: bool, loose: bool) -> None:
    """Turn positions from one notation into another.

    FILE holds positions in one of three notations; '-' is standard input. 'line' are position lines. 'console' is what
    is typed at the console of rummikub-solver: 'addtable k3-6 bro8' and 'addrack k10 b7 j'. 'list' is 'table:', one set
    a line, 'rack:' and the tiles, written R5, red 5 or 5 red. The last two have no place for an id, nor for what one
    position says of rules, opened and loose: a position that has an id, or says other than the options, is refused.

    \b
    Examples:
      rummikub convert typed.txt | rummikub solve -
      rummikub convert positions.txt --from line --to list
    """
    from solver.errors import RummikubError
    from solver.game.rules import Rules
    from solver.puzzles.exchange import convert as converted
    from solver.puzzles.exchange import read_positions

    text, under = file.read(), Rules.load(rules)
    try:
        click.echo(converted(text, source, target, under, opened=not not_opened, loose=loose), nl=False)
    except RummikubError:
        said = click.get_current_context().get_parameter_source("source") is ParameterSource.COMMANDLINE
        for other in () if said else ("line", "list"):
            with contextlib.suppress(RummikubError):
                read_positions(text, other, under, opened=not not_opened, loose=loose)
                mend = f"not written as at the console, but it can be read with --from {other}"
                raise _usage_error(f"{file.name}: {mend}") from None
        raise


@main.command()
@click.argument("files", nargs=-1, metavar="[FILES]")
@click.option("--class", "groups", metavar="NAME", multiple=True, help="Only this class of layouts; may be repeated.")
@click.option("--most", type=_WholeNumber(min=1), metavar="N", help="At most N positions of each class.")
@click.option(
    "--repeat",
    type=_WholeNumber(min=1),
    default=3,
    show_default=True,
    metavar="N",
    help="Tries for each position, of which the fastest counts.",
)
@_objective_option
@click.option("--time-limit", type=_Seconds(), metavar="S", help="Seconds for each solve.")
@click.option(
    "--clock",
    type=click.Choice(["wall", "cpu"]),
    default="wall",
    show_default=True,
    help="What is timed: how long one waits, or, for a busy machine, what this process has computed.",
)
@click.option("--peer", is_flag=True, help="Time rummikub-solver on the same positions, too (extra 'peer').")
@click.option("--rules", "presets", is_flag=True, help="Time every rule set that comes with the program, too.")
@click.option("--back-ends", is_flag=True, help="Time every back end of OR-Tools, too.")
@click.option("--memory/--no-memory", default=True, show_default=True, help="Measure memory, in processes beside.")
@click.option("--process", is_flag=True, help="Time the whole 'rummikub solve' as a process, too.")
@click.option("--limits", is_flag=True, help="See whether a time limit of 0.01 s is kept and honest.")
@click.option("--growth", is_flag=True, help="Measure how time grows with the box and the table.")
@click.option("--save", metavar="FILE", help="Keep the figures in FILE.")
@click.option("--against", metavar="FILE", help="Compare with figures that were kept.")
@click.option("--plot", metavar="FILE", help="Draw the figures into FILE, such as run.png (extra 'plot').")
@_progress_option
@_json_option
def bench(
    files: tuple[str, ...],
    groups: tuple[str, ...],
    most: int | None,
    repeat: int,
    objective: str,
    time_limit: float | None,
    clock: str,
    peer: bool,
    presets: bool,
    back_ends: bool,
    memory: bool,
    process: bool,
    limits: bool,
    growth: bool,
    save: str | None,
    against: str | None,
    plot: str | None,
    progress: bool | None,
    as_json: bool,
) -> None:
    """Time the solver on layouts of tiles.

    [FILES] are files of position lines; those that come with the program if none is named. Beside the whole answer it
    times the number of tiles alone, and the least that any answer by linear programming can take.

    \b
    Examples:
      rummikub bench --class sets-16 --most 5
      rummikub bench --peer --rules --save before.json
      rummikub bench --against before.json
    """
    with _whole_imports():
        from solver.bench.run import run_bench

    report, text = run_bench(
        files,
        groups,
        most=most,
        repeat=repeat,
        objective=objective,
        time_limit=time_limit,
        clock=clock,
        peer=peer,
        presets=presets,
        back_ends=back_ends,
        memory=memory,
        process=process,
        limits=limits,
        growth=growth,
        save=save,
        against=against,
        plot=plot,
        progress=sys.stderr.isatty() if progress is None else progress,
    )
    if as_json:
        _print_json(report.to_json())
    else:
        _print(text)
    if report.faults():
        click.get_current_context().exit(ILLEGAL)


def run() -> NoReturn:
    """`main` as the whole of a process.

    At the end the interpreter would take OR-Tools apart piece by piece, for longer than a
    small position takes to solve; so the process ends without that, as long as nothing
    that runs beside it (the workers of a batch) may have something left to do.
    """
    try:
        main()
    except SystemExit as end:
        if "multiprocessing" not in sys.modules and isinstance(end.code, int):
            for stream in (sys.stdout, sys.stderr):
                # What could not be written has been reported; None stands for a closed stream.
                with contextlib.suppress(OSError, ValueError, AttributeError):
                    stream.flush()
            os._exit(end.code)
        raise
    raise AssertionError("unreachable: main ends with SystemExit")


if __name__ == "__main__":
    run()
