"""`rummikub rules`: the rule sets, or every rule of one of them."""

from __future__ import annotations

import click

from solver.commands.completion import RULE_SETS
from solver.commands.options import color_option, json_option
from solver.commands.output import page, print_json, print_page, show


@click.command()
@click.argument("name", type=RULE_SETS, required=False)
@json_option
@color_option
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

    if name is not None:
        show(rule_sheet(name), as_json)
    else:
        _show_presets(as_json)


def _show_presets(as_json: bool) -> None:
    from solver.game.rulebook import rule_sheet
    from solver.game.rules import DEFAULT_RULES, preset_names
    from solver.show.text import presets_text

    sheets = [rule_sheet(preset) for preset in preset_names()]
    if as_json:
        listed = [{"name": s.name, "title": s.title, "source": s.source, "extends": s.extends} for s in sheets]
        print_json({"default": DEFAULT_RULES, "rules": listed})
    else:
        print_page(presets_text(sheets, **page()))
