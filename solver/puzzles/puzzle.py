"""One puzzle: a position with a name, and what is known of its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from solver.advice.answer import Answer
from solver.advice.conditions import CONDITION_KEYS, NO_CONDITIONS, Conditions
from solver.errors import NotationError, RummikubError, printable, quote
from solver.game.objective import OBJECTIVES
from solver.game.position import Position
from solver.game.rules import PARAMETERS, Rules, dotted, given_twice

__all__ = ["ANSWER_KEYS", "PUZZLE_KEYS", "Expected", "Puzzle", "PuzzleError", "read_puzzle"]

PUZZLE_KEYS = (
    "id",
    "title",
    "source",
    "rules",
    "table",
    "rack",
    "opened",
    "objective",
    "loose",
    *CONDITION_KEYS,
    "answer",
)
"""The keys of a `[[puzzle]]`; the rules (`"opening.points"`) may stand beside them."""

ANSWER_KEYS = ("tiles", "value", "penalty", "goes_out", "moved", "playable")
"""The keys of a `[puzzle.answer]`."""

_RULE_GROUPS = {key.split(".")[0] for key in PARAMETERS}


class PuzzleError(RummikubError):
    """A puzzle file that cannot be used: `faults` has one line for each reason, with file, puzzle and key."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(map(printable, faults))


@dataclass(frozen=True)
class Expected:
    """What a puzzle's answer is; None where the file does not say.

    `tiles`, `value` and `penalty` are those of the best move under the puzzle's
    objective; `moved` counts table tiles (see `Answer.moved`) and `playable` says
    whether anything can be laid at all.
    """

    tiles: int | None = None
    value: int | None = None
    penalty: int | None = None
    goes_out: bool | None = None
    moved: int | None = None
    playable: bool | None = None

    @classmethod
    def of(cls, answer: Answer) -> Expected:
        """What `answer` says on every key."""
        return cls(
            answer.tiles, answer.value, answer.penalty, answer.goes_out, answer.moved, playable=bool(answer.played)
        )

    def known(self) -> dict[str, int | bool]:
        """The keys that are said, in order."""
        return {key: value for key in ANSWER_KEYS if (value := getattr(self, key)) is not None}


@dataclass(frozen=True)
class Puzzle:
    """A puzzle of a file; `file` is None for one that is in none yet."""

    id: str
    position: Position
    title: str = ""
    source: str = ""
    objective: str = "value"
    answer: Expected = Expected()
    conditions: Conditions = NO_CONDITIONS
    file: Path | None = None

    @property
    def name(self) -> str:
        """File and id, for people."""
        return printable(f"{self.file}: {self.id}" if self.file else self.id)

    def to_data(self) -> dict[str, Any]:
        """The keys of its `[[puzzle]]`; those that have their default are left out."""
        position = self.position
        heap, packed = position.loose, position.notation.packed
        table = [packed(heap)] if heap is not None else [packed(tile_set.tiles) for tile_set in position.table]
        rules: dict[str, Any] = {"rules": position.rules.name, **position.rules.changes()}
        data: dict[str, Any] = {"id": self.id, "title": self.title, "source": self.source, **rules}
        data |= {"table": "/".join(table) or "-", "rack": packed(position.rack) or "-"}
        data |= {"opened": position.opened, "objective": self.objective, "loose": heap is not None}
        keep, must = packed(self.conditions.keep), packed(self.conditions.must)
        data |= {"keep": keep, "must": must, "max_moved": self.conditions.max_moved}
        data["answer"] = self.answer.known()
        usual = {"title": "", "source": "", "opened": True, "objective": "value", "loose": False, "answer": {}}
        usual |= {"keep": "", "must": "", "max_moved": None}
        return {key: value for key, value in data.items() if key not in usual or value != usual[key]}


def read_puzzle(data: Mapping[str, Any], number: int, file: Path | None = None, notation: str | None = None) -> Puzzle:
    """Check the data of one `[[puzzle]]`, the `number`th (from 1) of `file`; `notation` as in `Position.parse`.

    :raises PuzzleError: with every fault: file, puzzle, key and what is wrong.
    """
    label = data.get("id")
    named = f"puzzle {label!r}" if isinstance(label, str) and len(label) <= 60 else f"puzzle {number}"
    where = f"{printable(file)}: {named}: " if file else f"{named}: "
    reader = _Reader(data, where, file.parent if file else Path(), notation)
    return replace(reader.read(), file=file)


class _Reader:
    """Reads one puzzle and collects what is wrong with it."""

    def __init__(self, data: Mapping[str, Any], where: str, folder: Path, notation: str | None) -> None:
        self.data = data
        self.where = where
        self.folder, self.notation = folder, notation
        self.faults: list[str] = []

    def read(self) -> Puzzle:
        self._refuse_unknown_keys()
        label = self._text("id", needed=True)
        title, source = self._text("title"), self._text("source")
        table, rack = self._tiles("table", "/"), self._tiles("rack", " ")
        opened, loose = self._flag("opened", True), self._flag("loose", False)
        objective = self._text("objective") or "value"
        if objective not in OBJECTIVES:
            self._fault("objective", f"{quote(objective)} is none of {', '.join(OBJECTIVES)}")
        rules = self._rules()
        answer = self._answer()
        position, conditions = None, NO_CONDITIONS
        if rules is not None and table is not None and rack is not None:
            try:
                position = Position.read(table, rack, rules, opened=opened, loose=loose, notation=self.notation)
                conditions = self._conditions(position)
            except RummikubError as error:
                self.faults += [self.where + line for line in str(error).splitlines()]
        if self.faults or position is None:
            raise PuzzleError(self.faults)
        return Puzzle(label, position, title, source, objective, answer, conditions)

    def _conditions(self, position: Position) -> Conditions:
        """Tiles to keep, to lay and to move.

        :raises RummikubError: as `Conditions.of` does.
        """
        given = {key: self.data[key] for key in CONDITION_KEYS if key in self.data}
        if isinstance(given.get("max_moved"), str):
            raise NotationError(f"max_moved: {_shown(given['max_moved'])} is a text: write the number without quotes")
        return Conditions.of(position, **given)

    def _fault(self, key: str, reason: str) -> None:
        self.faults.append(f"{self.where}{key}: {reason}")

    def _refuse_unknown_keys(self) -> None:
        for key, value in self.data.items():
            if key in PUZZLE_KEYS or key in PARAMETERS or (key in _RULE_GROUPS and isinstance(value, dict)):
                continue
            self._fault(quote(key), f"there is no such key; the keys are {', '.join(PUZZLE_KEYS)} and the rules")

    def _text(self, key: str, needed: bool = False) -> str:
        value = self.data.get(key)
        if value is None:
            if needed:
                self._fault(key, "is missing")
            return ""
        if not isinstance(value, str):
            self._fault(key, f"{_shown(value)} is no text: write it in quotes")
            return ""
        if needed and not value.strip():
            self._fault(key, "is empty")
        return value

    def _tiles(self, key: str, between: str) -> str | None:
        """Tiles as a text in the position notation; a list of texts (one for each set) will do as well."""
        value = self.data.get(key)
        if isinstance(value, str):
            return value
        if isinstance(value, list) and all(isinstance(part, str) for part in value):
            return between.join(value) or "-"
        # `table` is a group of rules too: `table.rearrange = "lay_off"` hides the table.
        if value is None or (key == "table" and isinstance(value, dict)):
            self._fault(key, "is missing ('-' for an empty one)")
        else:
            self._fault(key, f"{_shown(value)} is no text such as {'R5R6R7/K7B7R7' if key == 'table' else 'K9R4J'!r}")
        return None

    def _flag(self, key: str, default: bool) -> bool:
        value = self.data.get(key, default)
        if not isinstance(value, bool):
            self._fault(key, f"{_shown(value)} is neither true nor false")
            return default
        return value

    def _rules(self) -> Rules | None:
        changes = dotted({key: value for key, value in self.data.items() if key in PARAMETERS or key in _RULE_GROUPS})
        for fault in given_twice(self.data):
            self._fault("rules", fault)
        name = self._text("rules") or "standard"
        if name.endswith(".toml"):
            name = str(self.folder / name)  # a rules file lies beside the puzzles
        try:
            return Rules.load(name).changed(changes)
        except RummikubError as error:
            for line in str(error).splitlines():
                self._fault("rules", line)
            return None

    def _answer(self) -> Expected:
        data = self.data.get("answer", {})
        if not isinstance(data, dict):
            self._fault("answer", f"{_shown(data)} is no table: write [puzzle.answer] and its keys below it")
            return Expected()
        kinds = {"goes_out": bool, "playable": bool}
        known: dict[str, Any] = {}
        for key, value in data.items():
            if key not in ANSWER_KEYS:
                self._fault(quote(f"answer.{key}"), f"there is no such key; the keys are {', '.join(ANSWER_KEYS)}")
            elif kinds.get(key) is bool:
                if isinstance(value, bool):
                    known[key] = value
                else:
                    self._fault(f"answer.{key}", f"{_shown(value)} is neither true nor false")
            elif isinstance(value, int) and not isinstance(value, bool) and value >= 0:
                known[key] = value
            else:
                self._fault(f"answer.{key}", f"{_shown(value)} is no whole number from 0 on")
        return Expected(**known)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return quote("true" if value else "false")
    try:
        return quote(str(value))
    except ValueError:  # thousands of digits, written as 0xff..
        return "a number of that size"


assert tuple(field.name for field in fields(Expected)) == ANSWER_KEYS
