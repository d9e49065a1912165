"""One line: what it asks in either form, and the record that answers it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from solver import Position, Rules, solve
from solver.batch.lines import Line
from solver.batch.task import Settings, crash_record, read_task, record_of
from solver.errors import RummikubError

LINE = "R5R6R7R8/K7B7R7 K9R4J rules=standard opened=yes"


def record(text: str | dict[str, Any], settings: Settings | None = None) -> dict[str, Any]:
    content = text if isinstance(text, str) else json.dumps(text)
    found: dict[str, Any] = json.loads(record_of(settings or Settings(), Line(7, content.encode())))
    return found


def test_a_record_has_the_keys_of_the_answer_and_the_line() -> None:
    answer = solve(Position.parse(LINE)).to_json()
    found = record(LINE)
    assert list(found)[:3] == ["line", "id", "status"]
    assert found["line"] == 7
    assert {key: value for key, value in found.items() if key not in ("line", "seconds")} == {
        key: value for key, value in answer.items() if key != "seconds"
    }


@pytest.mark.parametrize(
    "data",
    [
        {"position": "R5R6R7R8/K7B7R7 K9R4J"},
        {"table": "R5R6R7R8/K7B7R7", "rack": "K9R4J"},
        {"table": ["R5R6R7R8", "K7B7R7"], "rack": ["K9", "R4", "J"], "rules": "standard", "opened": True},
        {"table": [["R5", "R6", "R7", "R8"], ["K7", "B7", "R7"]], "rack": "K9 R4 J", "opened": "yes", "loose": False},
        {"position": "R5R6R7R8/K7B7R7 K9R4J", "note": "from a friend", "source": "his rack"},
    ],
)
def test_json_lines_ask_the_same_as_a_position_line(data: dict[str, Any]) -> None:
    assert read_task(Line(1, json.dumps(data).encode()), Settings()).position == Position.parse(LINE)


def test_an_answer_can_be_asked_again() -> None:
    first = record("R5R6R7 R8 opening.points=40 id=x")
    again = record(first)
    assert {**again, "seconds": 0} == {**first, "seconds": 0}


def test_a_line_says_more_than_the_settings() -> None:
    settings = Settings(Rules.named("free"), (("opening.points", "40"),), False, False, "tiles")
    task = read_task(Line(1, b"- K10B10R10"), settings)
    assert (task.position.rules.name, task.position.rules.opening.points) == ("free", 40)
    assert (task.position.opened, task.objective) == (False, "tiles")
    data = {"position": "- K10", "rules": "sabra", "opened": True, "objective": "penalty", "joker_worth": 5}
    data["time_limit"] = 2
    task = read_task(Line(1, json.dumps(data).encode()), settings)
    assert (task.position.rules.name, task.position.rules.opening.points, task.position.opened) == ("sabra", 40, True)
    assert (task.objective, task.joker_worth, task.time_limit) == ("penalty", 5, 2)
    for own in ({"position": "- K10 opening.points=30"}, {"position": "- K10", "opening.points": 30}):
        own_points = read_task(Line(1, json.dumps(own).encode()), settings).position.rules.opening.points
        assert own_points == 30
    rule = {"table": "-", "rack": "K10", "rule": "opening.points=50 sets.wrap=around"}
    rules = read_task(Line(1, json.dumps(rule).encode()), settings).position.rules
    assert (rules.opening.points, rules.sets.wrap) == (50, "around")


def test_an_id_may_be_any_text_or_number() -> None:
    assert record({"id": "a b", "position": "- K1"})["id"] == "a b"
    assert record({"id": 7, "position": "- K1"})["id"] == "7"
    assert record("- K1 id=seven")["id"] == "seven"
    assert "id" not in record({"id": "a b", "position": "- K1"})["position"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("K1", "'K1' has no rack: a position is a table and a rack"),
        ("- X1", "rack, character 1: 'X1' is no tile"),
        ("R1R2 K1K1K1", "K1: 3 copies, and the box has 2; table, set 1: R1R2 is no set"),
        ('{"position": ', "no JSON: Expecting value at character 14"),
        ("{" * 50_000, "no JSON"),
        ('{"a":' * 50_000 + "1" + "}" * 50_000, "no JSON object of a position: it is nested too deep"),
        ('{"rack": ' + "9" * 5000 + "}", "no JSON object of a position: a number in it is too long"),
        ({}, "no position: a JSON line has 'position', or 'table' and 'rack'"),
        ({"table": "-"}, "no rack"),
        ({"rack": "K1"}, "no table"),
        ({"position": "- K1", "rack": "K2"}, "position and rack are both given"),
        ({"position": 5}, "position '5': it is a position line"),
        ({"table": 5, "rack": "K1"}, "table: it is a text such as 'R5R6R7/K7B7R7', or a list of texts"),
        ({"table": "-", "rack": [["K1"]]}, "rack: it is a text such as 'K9R4J', or a list of texts"),
        ({"position": "- K1", "rules": "poker"}, "no rule set is called 'poker'"),
        ({"position": "- K1", "rule": 5}, "rule: it is an object"),
        ({"position": "- K1", "opening.points": -1}, "opening.points = '-1': it takes a whole number from 0 to 1000"),
        ({"position": "- K1", "opened": "maybe"}, "opened '\"maybe\"': it is true or false"),
        ({"position": "- K1", "objective": "speed"}, "objective 'speed': it is value, tiles, penalty"),
        ({"position": "- K1", "joker_worth": -1}, "joker_worth = -1: it takes a whole number from 0 to 1000"),
        ({"position": "- K1", "joker_worth": True}, "joker_worth 'true': it is a whole number"),
        ({"position": "- K1", "time_limit": 0}, "time_limit = 0: it takes seconds, more than 0 and up to a million"),
        ('{"position": "- K1", "time_limit": NaN}', "time_limit = nan: it takes seconds, more than 0"),
        ({"position": "- K1", "objectiv": "tiles"}, "key 'objectiv' is unknown: is 'objective' meant?"),
        ({"position": "- K1", "id": ["x"]}, "id: it is a text or a number"),
        ('{"table": "-", "rack": "K1", "rack": "K2"}', "key 'rack' is given twice: leave it there once"),
        ('{"position": "- K1", "id": 1, "id": 1, "id": 1}', "key 'id' is given 3 times: leave it there once"),
        ('{"position": "- K1", "rule": {"opening.points": 1, "opening.points": 2}}', "key 'opening.points' is given"),
        ('{"position": "- K1", "note\\u001b": {"a": [{"b": 1, "b": 1}]}}', "key 'b' is given twice"),
        ('{"position": "- K1", "\\u001b]": 1, "\\u001b]": 2}', "key '?]' is given twice: leave it there once"),
    ],
)
def test_bad_lines_give_a_record_with_the_reason(text: str | dict[str, Any], reason: str) -> None:
    found = record(text)
    assert found["line"] == 7
    assert found["status"] == "error"
    assert found["error"].startswith(reason)
    assert "\n" not in found["error"]
    assert "internal" not in found["error"]


def test_bad_bytes_and_long_lines() -> None:
    bad_bytes = json.loads(record_of(Settings(), Line(2, b"- K1\xff")))
    assert bad_bytes["error"] == "the line is no UTF-8 text: byte 5 is 0xff"
    assert json.loads(record_of(Settings(), Line(2, None)))["error"] == "the line is longer than 1000000 bytes"


def test_of_tens_of_thousands_of_faults_a_hundred_are_told() -> None:
    """A line may have a million bytes, and what is wrong with each set of it would take a hundred times that."""
    error = record("/".join(["X"] * 40_000) + " K1")["error"]
    assert error.startswith("table, set 1, character 1: 'X' is no tile")
    assert error.endswith("; and 39900 more")
    assert len(error) < 20_000


def test_bad_lines_keep_their_id() -> None:
    assert record("- X1 id=seven")["id"] == "seven"
    assert record({"id": "seven", "rack": "X1", "table": "-"})["id"] == "seven"
    assert json.loads(crash_record(Line(3, b"- K1 id=seven")))["id"] == "seven"


def test_a_defect_is_a_record_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("division\nby zero")

    monkeypatch.setattr("solver.batch.task.solve", fail)
    assert record(LINE)["error"] == "internal error: ZeroDivisionError: division by zero"


def test_read_task_raises_for_bad_lines() -> None:
    with pytest.raises(RummikubError):
        read_task(Line(1, b"nonsense"), Settings())
