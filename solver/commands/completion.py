"""What a shell offers when Tab is pressed, beside what click knows by itself: commands, options and their choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["RULE_SETS", "complete_classes", "complete_files"]


class _RuleSets(click.ParamType):  # type: ignore[type-arg]  # generic in some versions of click alone
    """The name of a preset or a file; what is wrong with it is said by whoever loads it."""

    name = "text"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        from solver.game.rulebook import rule_sheet
        from solver.game.rules import preset_names

        names = [name for name in preset_names() if name.startswith(incomplete)]
        # Files go first: bash forgets what came before them.
        return [
            *complete_files(ctx, param, incomplete),
            *(CompletionItem(name, help=rule_sheet(name).title) for name in names),
        ]


RULE_SETS = _RuleSets()


def complete_classes(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The classes of the layouts that come along."""
    from solver.bench.layouts import class_names, layout_files
    from solver.errors import RummikubError, printable

    try:
        names = class_names(layout_files())
    except RummikubError:
        return []
    return [printable(name) for name in names if name.startswith(incomplete)]


def complete_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, which the shell itself lists."""
    from click.shell_completion import CompletionItem

    from solver.errors import printable

    return [CompletionItem(printable(incomplete), type="file")]
