"""One line of a batch: what it asks, and the record that answers it.

This is the part that runs in the workers. It never raises: whatever is wrong with a
line becomes an error record.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from os.path import commonprefix
from typing import Any

from solver.advice.conditions import CONDITION_KEYS, NO_CONDITIONS, Conditions, take_conditions
from solver.advice.question import check_question
from solver.advice.solve import solve
from solver.batch.lines import LONGEST_LINE, Line
from solver.errors import OUT_OF_MEMORY, NotationError, RummikubError, quote
from solver.game.objective import OBJECTIVES
from solver.game.position import Position
from solver.game.rules import PARAMETERS, Rules, value_text

__all__ = [
    "Settings",
    "Task",
    "crash_record",
    "difference",
    "error_record",
    "read_json",
    "read_task",
    "record_head",
    "record_of",
    "record_text",
]

_DEFECT = "internal error: "
_MOST_FAULTS = 100
_LONGEST_REASON = 1_000
_CRASH = "the worker died each time that it tried this line: out of memory, or a library's fault"
_KEYS = (
    "position", "table", "rack", "id", "rules", "rule", "opened", "loose", "objective", "joker_worth", "time_limit",
    *CONDITION_KEYS,
)  # fmt: skip


@dataclass(frozen=True)
class Settings:
    """What holds for every line that does not say otherwise.

    `changes` are rules by key that are changed whatever rule set a line names, unless the
    line sets them itself. `joker_worth` is 0 to 1000, `time_limit` in seconds for each line;
    `keep`, `must` and `max_moved` are as for `solve`, and `notation` as in `Position.parse`.
    """

    rules: Rules = field(default_factory=lambda: Rules.named("standard"))
    changes: tuple[tuple[str, str], ...] = ()
    opened: bool = True
    loose: bool = False
    objective: str = "value"
    joker_worth: int = 0
    time_limit: float | None = None
    keep: str = ""
    must: str = ""
    max_moved: int | None = None
    notation: str | None = None


@dataclass(frozen=True)
class Task:
    """A position, how it is to be solved, and what the line calls it."""

    id: str | None
    position: Position
    objective: str
    joker_worth: int
    time_limit: float | None
    conditions: Conditions = NO_CONDITIONS


def record_of(settings: Settings, line: Line) -> str:
    """The record of one line, a JSON object: the answer's keys and `line`, or `error` with the reason.

    Its first keys are always `line`, `id` and `status` (`error` for a line that cannot be answered).
    """
    try:
        task = read_task(line, settings)
        answer = solve(
            task.position,
            objective=task.objective,
            joker_worth=task.joker_worth,
            time_limit=task.time_limit,
            keep=task.conditions.keep,
            must=task.conditions.must,
            max_moved=task.conditions.max_moved,
        ).to_json()
    except RummikubError as error:
        return error_record(line, error)
    except MemoryError:
        return _failed(line, OUT_OF_MEMORY)
    except Exception as error:  # a defect of this program must not stop the lines after it
        return _failed(line, f"{_DEFECT}{type(error).__name__}: {' '.join(str(error).split())[:_LONGEST_REASON]}")
    head = record_head(line, task, answer["status"])
    return record_text(head | {key: value for key, value in answer.items() if key not in head})


def error_record(line: Line, error: RummikubError) -> str:
    """The record of a line that is bad."""
    return _failed(line, _in_one_line(error))


def crash_record(line: Line) -> str:
    """The record of a line on which workers died again and again."""
    return _failed(line, _CRASH)


def record_head(line: Line, task: Task | None, status: str) -> dict[str, Any]:
    """The first keys of the record of a line, which is a task unless it is in error."""
    return {"line": line.number, "id": _label(line) if task is None else task.id, "status": status}


def record_text(record: Mapping[str, Any]) -> str:
    """A record in one line of printable ASCII."""
    # Of the characters that are not printable JSON escapes all but one.
    return json.dumps(record).replace("\x7f", "\\u007f")


def difference(record: Mapping[str, Any], line: Line, settings: Settings) -> str:
    """What a record says and its line does not ask, for people; nothing if it is the record of this line.

    The record of an answer has the line's id, position (with rules, `opened` and `loose`) and objective,
    that of a bad line its id and what is wrong with it. Nothing is solved: a record that says why a
    line could not be solved is believed.
    """
    bad = record["status"] == "error"
    asked: dict[str, Any] = {"id": _label(line)}
    told: dict[str, Any] = {"id": record.get("id")}
    try:
        task = read_task(line, settings)
    except RummikubError as error:
        if not bad:
            return f"it answers {_shown(record.get('position'))}, but the line is bad: {_in_one_line(error)}"
        asked["error"], told["error"] = _in_one_line(error), record.get("error")
    else:
        if not bad:
            asked = _fields(str(task.position)) | {"objective": task.objective, "id": task.id}
            asked |= task.conditions.to_json()
            told = _fields(str(record.get("position"))) | {"objective": record.get("objective")} | told
            told |= {key: record.get(key) for key in CONDITION_KEYS}
        elif not _failed_in_solving(str(record.get("error")), task):
            return f"it says that the line is bad, but the line is {_shown(str(task.position))}"
    for key in told | asked:
        if told.get(key) != asked.get(key):
            has, wanted = _apart(told.get(key), asked.get(key))
            return f"it has {key} {has}, but the line has {wanted}"
    return ""


def _failed_in_solving(reason: str, task: Task) -> bool:
    """Whether an error record can be that of a line that reads well."""
    # A heap of tiles is found to be no table only when it is solved.
    no_table = task.position.loose is not None and "the loose tiles" in reason
    return no_table or reason in (_CRASH, OUT_OF_MEMORY) or reason.startswith(_DEFECT)


def _fields(line: str) -> dict[str, str]:
    """The parts of a position line as this package writes it, by name."""
    places, keys = line.split()[:2], line.split()[2:]
    return dict(zip(("table", "rack"), places, strict=False)) | _pairs(keys)


def _apart(first: Any, second: Any) -> tuple[str, str]:
    """Two values for people, long ones from shortly before the place where they part."""
    same = len(commonprefix([str(first), str(second)]))
    start = same - 12 if same > 40 else 0
    return _shown(first, start), _shown(second, start)


def _shown(value: Any, start: int = 0) -> str:
    return "none" if value is None else quote(("…" if start else "") + str(value)[start:], 60)


def _in_one_line(error: RummikubError) -> str:
    """All faults, but not more than anybody reads: a line of a million bytes can have hundreds of thousands."""
    faults = str(error).split("\n")
    more = [f"and {len(faults) - _MOST_FAULTS} more"] if len(faults) > _MOST_FAULTS else []
    return "; ".join([*faults[:_MOST_FAULTS], *more])


def read_task(line: Line, settings: Settings) -> Task:
    """What a line asks: a position line, or a JSON object with `position`, or with `table` and `rack`.

    :raises RummikubError: with every fault, one line each.
    """
    if line.content is None:
        raise NotationError(f"the line is longer than {LONGEST_LINE} bytes")
    try:
        text = line.content.decode()
    except UnicodeDecodeError as error:
        byte = line.content[error.start]
        raise NotationError(f"the line is no UTF-8 text: byte {error.start + 1} is 0x{byte:02x}") from None
    if not text.startswith("{"):
        text, said = take_conditions(text)
        line_with_rules = _with_changes(text, settings.changes)
        given: dict[str, Any] = {"opened": settings.opened, "loose": settings.loose, "notation": settings.notation}
        position = Position.parse(line_with_rules, settings.rules, **given)
        conditions = _conditions(position, settings, said)
        return Task(position.id, position, settings.objective, settings.joker_worth, settings.time_limit, conditions)
    try:
        data = read_json(text)
    except json.JSONDecodeError as error:
        raise NotationError(f"no JSON: {error.msg} at character {error.colno}") from None
    except NotationError:
        raise
    except RecursionError:
        raise NotationError("no JSON object of a position: it is nested too deep") from None
    except ValueError:
        raise NotationError("no JSON object of a position: a number in it is too long") from None
    return _task_of(data, settings)


def read_json(text: str) -> Any:
    """The value of a JSON text in which no object has a key twice: which of the two holds would be a guess.

    :raises NotationError: if one has.
    :raises ValueError: or RecursionError, if it is no JSON.
    """
    return json.loads(text, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise NotationError(f"key {quote(twice)} is given {_times(counts[twice])}: leave it there once")
    return found


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"


def _task_of(data: dict[str, Any], settings: Settings) -> Task:
    _refuse_misspelt(data)
    objective = _typed(data, "objective", str, settings.objective, "a word")
    if objective not in OBJECTIVES:
        raise NotationError(f"objective {quote(objective)}: it is {', '.join(OBJECTIVES)}")
    joker_worth = _typed(data, "joker_worth", int, settings.joker_worth, "a whole number")
    time_limit = data.get("time_limit", settings.time_limit)
    check_question(objective, joker_worth, time_limit)
    said = {key: data[key] for key in CONDITION_KEYS if data.get(key) is not None}
    if isinstance(data.get("position"), str):
        line, of_line = take_conditions(data["position"])
        data, said = {**data, "position": line}, said | of_line
    position = _position_of(data, settings)
    conditions = _conditions(position, settings, said)
    label = data.get("id")
    if isinstance(label, (dict, list, bool)):
        raise NotationError("id: it is a text or a number")
    label = position.id if label is None else str(label)
    return Task(label, position, objective, joker_worth, time_limit, conditions)


def _conditions(position: Position, settings: Settings, said: Mapping[str, Any]) -> Conditions:
    """What the line says of tiles to keep, to lay and to move, else what holds for all lines."""
    return Conditions.of(position, **{key: said.get(key, getattr(settings, key)) for key in CONDITION_KEYS})


def _refuse_misspelt(data: Mapping[str, Any]) -> None:
    """Keys that mean nothing here are passed over (a line may carry notes), but not those that look like a slip."""
    known = [*_KEYS, *PARAMETERS]
    for key in data:
        if key not in known and (like := get_close_matches(key, known, 1, 0.8)):
            raise NotationError(f"key {quote(key)} is unknown: is {like[0]!r} meant?")


def _position_of(data: Mapping[str, Any], settings: Settings) -> Position:
    rules = settings.rules
    if name := _typed(data, "rules", str, "", "the name of a rule set"):
        # An answer names its rule set with what was changed in it: `standard opening.points=40`.
        name, *changes = name.split()
        rules = Rules.load(name)
        rules = rules.changed(_pairs(changes)) if changes else rules
    changed = {key: data[key] for key in PARAMETERS if key in data}
    more = data.get("rule", {})
    if isinstance(more, str):
        more = _pairs(more.split())
    if not isinstance(more, dict):
        raise NotationError('rule: it is an object such as {"opening.points": 40}')
    changed = {**dict(settings.changes), **changed, **more}
    if changed:
        rules = rules.changed(changed)
    said: dict[str, Any] = {
        "opened": _yes_or_no(data, "opened", settings.opened),
        "loose": _yes_or_no(data, "loose", settings.loose),
        "notation": settings.notation,
    }
    if "position" in data:
        if "rack" in data:
            raise NotationError("position and rack are both given: a position has its rack in it")
        text = _typed(data, "position", str, "", "a position line")
        return Position.parse(_with_changes(text, tuple(changed.items())), rules, **said)
    if "table" in data and "rack" in data:
        table, rack = data["table"], data["rack"]
        return Position.read(_tiles(table, "table", "/"), _tiles(rack, "rack", " "), rules, **said)
    missing = "position" if "table" not in data and "rack" not in data else "table" if "table" not in data else "rack"
    raise NotationError(f"no {missing}: a JSON line has 'position', or 'table' and 'rack'")


def _with_changes(text: str, changes: Iterable[tuple[str, Any]]) -> str:
    """A position line with rules added that it does not set itself."""
    keys = {field.partition("=")[0] for field in text.split() if "=" in field}
    return " ".join([text, *(f"{key}={value_text(value)}" for key, value in changes if key not in keys)])


def _pairs(fields: list[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in fields]
    return {key: value for key, _, value in pairs}


def _tiles(value: Any, key: str, between: str) -> str:
    """Tiles as one text: given as that, or as lists (of lists) of texts."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return between.join(value)
    if (
        key == "table"
        and isinstance(value, list)
        and all(isinstance(part, list) and all(isinstance(tile, str) for tile in part) for part in value)
    ):
        return between.join(" ".join(part) for part in value)
    example = "R5R6R7/K7B7R7" if key == "table" else "K9R4J"
    raise NotationError(f"{key}: it is a text such as {example!r}, or a list of texts")


def _typed(data: Mapping[str, Any], key: str, kind: type, default: Any, what: str) -> Any:
    value = data.get(key)
    if value is None:
        return default
    if not isinstance(value, kind) or isinstance(value, bool):
        raise NotationError(f"{key} {quote(json.dumps(value))}: it is {what}")
    return value


def _yes_or_no(data: Mapping[str, Any], key: str, default: bool) -> bool:
    value = data.get(key)
    if value is None:
        return default
    if isinstance(value, str) and value.lower() in ("yes", "no"):
        return value.lower() == "yes"
    if not isinstance(value, bool):
        raise NotationError(f"{key} {quote(json.dumps(value))}: it is true or false")
    return value


def _failed(line: Line, reason: str) -> str:
    return record_text(record_head(line, None, "error") | {"error": reason})


def _label(line: Line) -> str | None:
    """The id of a line that could not be read, if it can be made out."""
    text = (line.content or b"").decode(errors="replace")
    if not text.startswith("{"):
        found = re.search(r"(?:^|\s)id=(\S{1,200})", text)
        return found[1] if found else None
    try:
        label = json.loads(text).get("id")
    except (ValueError, RecursionError):
        return None
    return str(label)[:200] if isinstance(label, (str, int, float)) and not isinstance(label, bool) else None
