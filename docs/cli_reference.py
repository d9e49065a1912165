"""Writes docs/cli.md from the commands themselves: `make docs`."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).parents[1]))

from cli import main  # noqa: E402

PAGE = Path(__file__).with_name("cli.md")


def reference() -> str:
    """The whole page: what `rummikub` says of itself, then each command."""
    context = click.Context(main, info_name="rummikub")
    parts = ["# Commands", "<!-- written by docs/cli_reference.py: run `make docs` -->", *_help(main)]
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        parts += _command(command, click.Context(command, info_name=name, parent=context))
    return "\n\n".join(parts) + "\n"


def _command(command: click.Command, context: click.Context) -> list[str]:
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    rows = ["| option | |", "|---|---|"]
    for option in command.params:
        if isinstance(option, click.Option):
            rows.append(f"| {_names(option)} | {_described(option)} |")
    return [f"## {context.command_path}", f"```\n{usage}\n```", *_help(command), "\n".join(rows)]


def _help(command: click.Command) -> list[str]:
    """The paragraphs of a help text; what click leaves unwrapped becomes a block."""
    return [_paragraph(text) for text in inspect.cleandoc(command.help or "").split("\n\n")]


def _paragraph(text: str) -> str:
    if text.startswith("\b"):
        return f"```\n{inspect.cleandoc(text.removeprefix(chr(8)))}\n```"
    return " ".join(text.split("\n"))


def _names(option: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in [*option.opts, *option.secondary_opts])
    if option.is_flag:
        return names
    value = "|".join(option.type.choices) if isinstance(option.type, click.Choice) else option.metavar or "VALUE"
    return f"{names} {value}".replace("|", "\\|")


def _described(option: click.Option) -> str:
    text = option.help or ""
    if option.show_default:
        text += f" Default: {option.default}."
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
