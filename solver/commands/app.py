"""`rummikub`: the list of commands, each loaded when it is asked for, and what every one of them ends with."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, NoReturn

import click

from solver.commands.output import ANSWERED, BAD_INPUT, BROKEN_PIPE, INTERNAL_ERROR, INTERRUPTED, TIME_RAN_OUT, report

__all__ = ["COMMANDS", "main", "run"]

COMMANDS = (
    "batch",
    "bench",
    "check",
    "convert",
    "generate",
    "odds",
    "play",
    "puzzles",
    "replay",
    "review",
    "rules",
    "score",
    "serve",
    "simulate",
    "solve",
)
"""The commands: each is in the module of its name, beside this one."""


class _Commands(Mapping[str, click.Command]):
    """The commands by name; a module is loaded when its command is asked for."""

    def __getitem__(self, name: str) -> click.Command:
        if name not in COMMANDS:
            raise KeyError(name)
        command: click.Command = getattr(import_module(f"solver.commands.{name}"), name)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)

    def __contains__(self, name: object) -> bool:
        return name in COMMANDS


class _Program(click.Group):
    """A group whose errors are one line for each fault, and whose exit status keeps the promise."""

    def main(self, args: Any = None, prog_name: str | None = None, *_: Any, **extra: Any) -> NoReturn:
        if sys.stdout is None:
            report("standard output is closed")
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
            report(f"{message[:1].lower()}{message[1:]} (see '{path} --help')")
            status = BAD_INPUT
        except (click.Abort, KeyboardInterrupt):
            report("stopped")
            status = INTERRUPTED
        except (BrokenPipeError, _NobodyReads):
            # Keep the interpreter from complaining when it flushes at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = BROKEN_PIPE
        except OSError as error:
            # A disk that is full, most likely: files that are read or written report their own faults.
            report(f"cannot write the output: {error.strerror or error}")
            status = BAD_INPUT
        except MemoryError:
            from solver.errors import OUT_OF_MEMORY

            report(OUT_OF_MEMORY)
            status = TIME_RAN_OUT
        except (ValueError, RuntimeError) as error:
            status = _status_of(error)
        sys.exit(status if isinstance(status, int) else ANSWERED)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            if any(character in args[0] for character in "/|;") or len(args) > 1 and args[0] == "-":
                import shlex

                meant = f"solve {shlex.join(args)}"
            else:
                meant = _meant(ctx, args[0])
            if not meant:
                raise
            raise click.UsageError(f"no such command {args[0]!r}: is 'rummikub {meant}' meant?", ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Click would end with status 1, which says that something is illegal.
            raise _NobodyReads from None


def _meant(ctx: click.Context, word: str) -> str:
    """The command that a word may be a slip of, or the one that has an option of that name; empty if there is none."""
    from difflib import get_close_matches

    if like := get_close_matches(word.lower(), COMMANDS, 1, 0.7):
        return like[0]
    for name in sorted(COMMANDS, key=lambda name: (name != "solve", name)):
        command = _Commands()[name]
        with click.Context(command, ctx, name) as inside:
            for option in command.get_params(inside):
                if f"--{word}" in option.opts:
                    takes = "" if getattr(option, "is_flag", False) else f" {option.make_metavar(inside)}"
                    return f"{name} --{word}{takes}"
    return ""


class _NobodyReads(Exception):
    """The reader of standard output has gone."""


def _status_of(error: Exception) -> int:
    """Report an error of this program, and its exit status; any other is a defect and goes on."""
    from solver.errors import RefereeError, RummikubError

    if isinstance(error, RummikubError):
        report(str(error))
        return BAD_INPUT
    if isinstance(error, RefereeError):
        report(str(error))
        return INTERNAL_ERROR
    raise error


def _show_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from solver import __version__

    click.echo(f"rummikub, version {__version__}")
    ctx.exit()


@click.group(
    cls=_Program,
    commands=_Commands(),
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
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
    illegal or a puzzle's answer differs, 2 bad input, 3 time or memory ran out
    before the answer was proved best.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _hold_closed_streams() -> None:
    """Keep the numbers of standard streams that are closed from being given to files that are opened.

    Python knows a closed stream as None: who reads or writes one refuses it. Only what is said on standard error is
    said to nobody then.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free is this one.
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def run() -> NoReturn:
    """`main` as the whole of a process.

    At the end the interpreter would take OR-Tools apart piece by piece, for longer than a
    small position takes to solve; so the process ends without that, as long as nothing
    that runs beside it (the workers of a batch) may have something left to do.
    """
    _hold_closed_streams()
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
