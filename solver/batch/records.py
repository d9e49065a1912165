"""What a batch has written: whether it is a record, and whether a text without an end is a record that was cut off.

A run that goes on with an output overwrites its last, unfinished record. So it must be sure that this is one, and that
the others are what a batch writes: a file that is something else is left alone.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from solver.advice.conditions import CONDITION_KEYS
from solver.batch.lines import Line
from solver.batch.task import Settings, Task, error_record, read_json, read_task, record_head, record_text
from solver.errors import RummikubError

__all__ = ["LONGEST_RECORD", "is_cut_off", "read_record"]

LONGEST_RECORD = 64_000_000
"""Bytes: more than the answer to any line that a batch reads."""

STATUSES = ("optimal", "no_move", "feasible")
"""Of an answer; the record of a bad line has `error`."""


def read_record(content: bytes) -> dict[str, Any] | None:
    """One record of an output, or None if it is none: keys, types, and numbers in the range that they can have."""
    try:
        record = read_json(content.decode())
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict):
        return None
    kinds = _ERROR if record.get("status") == "error" else _ANSWER
    if list(record) != list(kinds) or not all(is_kind(record[key]) for key, is_kind in kinds.items()):
        return None
    if kinds is _ANSWER and not _agrees_with_itself(record):
        return None
    return record


def is_cut_off(content: bytes, line: Line, settings: Settings) -> bool:
    """Whether bytes without an end of line are the beginning of the record that this batch writes for `line`.

    Up to the last key of what is asked it is known what that record says, whatever is found; behind it, whether it
    can be one.
    """
    if not content.isascii() or not content.decode().isprintable():
        return False  # records are written in nothing else
    text = content.decode()
    try:
        task = read_task(line, settings)
    except RummikubError as error:
        return error_record(line, error).startswith(text)
    failed = record_text(record_head(line, None, "error"))[:-1] + ', "error": "'
    if failed.startswith(text) or text.startswith(failed):
        return True
    heads = [_head_of_answer(line, task, status) for status in STATUSES]
    return any(head.startswith(text) or (text.startswith(head) and _goes_on(text, len(head))) for head in heads)


# --- Whole records ---


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**53


def _count_or_none(value: Any) -> bool:
    return value is None or _count(value)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _text_or_none(value: Any) -> bool:
    return value is None or _text(value)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _sets(value: Any) -> bool:
    return isinstance(value, list) and all(map(_texts, value))


def _steps(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(step, dict) and _text(step.get("text")) for step in value)


def _object_or_none(value: Any) -> bool:
    return value is None or isinstance(value, dict)


def _seconds(value: Any) -> bool:
    return type(value) in (int, float) and value >= 0 and math.isfinite(value)


_IsKind = Callable[[Any], bool]
_HEAD: Mapping[str, _IsKind] = {"line": _count, "id": _text_or_none, "status": _text}
_ERROR: Mapping[str, _IsKind] = {**_HEAD, "error": _text}
_ANSWER: Mapping[str, _IsKind] = {
    **_HEAD,
    "position": _text,
    "rules": _text,
    "objective": _text,
    "keep": _texts,
    "must": _texts,
    "max_moved": _count_or_none,
    "goes_out": _flag,
    "played": _texts,
    "kept": _texts,
    "tiles": _count,
    "value": _count,
    "penalty": _count,
    "jokers": _count,
    "opening_value": _count_or_none,
    "bound": _count,
    "table": _sets,
    "moved": _count_or_none,
    "steps": _steps,
    "notes": _texts,
    "reason": _text_or_none,
    "most": _object_or_none,
    "closest": _object_or_none,
    "seconds": _seconds,
}
"""What each key of a record holds, in the order in which a batch writes them."""


def _agrees_with_itself(record: Mapping[str, Any]) -> bool:
    """Whether an answer's numbers are those of the tiles that it names."""
    return (
        record["status"] in STATUSES
        and record["tiles"] == len(record["played"])
        and record["jokers"] == record["played"].count("J")
        and (record["status"] != "no_move" or not record["played"])
        # A last tile may be kept to be thrown off.
        and not (record["goes_out"] and len(record["kept"]) > 1)
    )


# --- Records without an end ---


def _head_of_answer(line: Line, task: Task, status: str) -> str:
    """The text with which the record of an answer begins; nothing is solved for it."""
    rules = str(task.position.rules).removeprefix("rules=")
    asked = {"position": str(task.position), "rules": rules, "objective": task.objective, **task.conditions.to_json()}
    return record_text(record_head(line, task, status) | asked)[:-1] + ", "


def _goes_on(text: str, place: int) -> bool:
    """Whether whole values of the keys behind what is asked stand in a text from `place` on, and the last one begun."""
    keys = list(_ANSWER)
    for key in keys[keys.index(CONDITION_KEYS[-1]) + 1 :]:
        name = f'"{key}": '
        if not text.startswith(name, place):
            return name.startswith(text[place:])
        try:
            value, place = json.JSONDecoder().raw_decode(text, place + len(name))
        except (ValueError, RecursionError):
            return True  # cut off within this value
        if place == len(text):
            return True  # or within this number
        between = "}" if key == keys[-1] else ", "
        if not _ANSWER[key](value):
            return False
        if not text.startswith(between, place):
            rest = text[place:]
            return between.startswith(rest) or rest in (".", "e", "e-")  # half a number
        place += len(between)
    return place == len(text)
