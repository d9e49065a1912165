"""A rule set laid open: each rule with its value, its meaning and the place where it was set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from solver.game.rules import PARAMETERS, Parameter, Rules, dotted, file_data, preset_data

__all__ = ["DEFAULT", "RuleEntry", "RuleSheet", "rule_sheet"]

DEFAULT = "default"
"""Where a rule was set that neither the rule set nor one it extends mentions."""


@dataclass(frozen=True)
class RuleEntry:
    """One rule of a rule set; `set_in` names the preset or file that sets it, or is `DEFAULT`.

    `idle_with` is the rule that keeps this one from having any effect, such as `tiles.jokers = 0`, or None.
    """

    parameter: Parameter
    value: Any
    set_in: str
    idle_with: str | None = None

    @property
    def key(self) -> str:
        return self.parameter.key

    def to_json(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "values": self.parameter.values,
            "meaning": self.parameter.meaning,
            "set_in": self.set_in,
            "idle_with": self.idle_with,
        }


@dataclass(frozen=True)
class RuleSheet:
    """All rules of one rule set; `title` and `source` are what its file says of itself."""

    name: str
    title: str
    source: str
    extends: str | None
    rules: Rules
    entries: tuple[RuleEntry, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "source": self.source,
            "extends": self.extends,
            "parameters": {entry.key: entry.to_json() for entry in self.entries},
        }


def rule_sheet(name_or_file: str) -> RuleSheet:
    """The sheet of a preset, or of a rules file (its path ends in `.toml`).

    :raises RulesError: if there is no such preset, or the file cannot be read or is wrong.
    """
    rules = Rules.load(name_or_file)
    first = file_data(name_or_file) if name_or_file.endswith(".toml") else preset_data(name_or_file)
    set_in: dict[str, str] = {}
    name, data = name_or_file, first
    while True:
        for key in dotted(data):
            set_in.setdefault(key, name)
        if "extends" not in data:
            break
        name = data["extends"]
        data = preset_data(name)
    idle = rules.idle()
    entries = (RuleEntry(p, rules.value(key), set_in.get(key, DEFAULT), idle.get(key)) for key, p in PARAMETERS.items())
    return RuleSheet(
        name_or_file,
        str(first.get("title", "")),
        str(first.get("source", "")),
        first.get("extends"),
        rules,
        tuple(entries),
    )
