"""The questions of the interface give what the command line gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from solver.commands.app import main
from tests.serve.server import client, post

LINE = "R5R6R7R8/K7B7R7 K9R4J"


@pytest.fixture
def asking(tmp_path: Path) -> TestClient:
    return client(tmp_path)


def command(*args: str) -> Any:
    return json.loads(CliRunner().invoke(main, [*args, "--json"]).stdout)


def without_time(answer: dict[str, Any]) -> dict[str, Any]:
    for one in [answer, *answer.get("answers", [])]:
        one.pop("seconds", None)
    return answer


@pytest.mark.parametrize(
    ("question", "more", "args"),
    [
        ("solve", {}, ("solve", LINE)),
        ("solve", {"objective": "tiles"}, ("solve", LINE, "--objective", "tiles")),
        ("solve", {"keep": "J"}, ("solve", LINE, "--keep", "J")),
        ("solve", {"must": "K9", "max_moved": 2}, ("solve", LINE, "--must", "K9", "--max-moved", "2")),
        ("hint", {"level": 3}, ("solve", LINE, "--hint", "3")),
        ("all", {"count": 3}, ("solve", LINE, "--all", "3")),
        ("all", {"count": 5, "by": "moved"}, ("solve", LINE, "--all", "5", "--by", "moved")),
        ("check", {}, ("check", LINE)),
        ("check", {"after": "R4-8|KBR7"}, ("check", LINE, "--after", "R4-8|KBR7")),
        ("odds", {"seen": "R9"}, ("odds", LINE, "--seen", "R9")),
    ],
)
def test_the_json_is_that_of_the_command(
    asking: TestClient, question: str, more: dict[str, Any], args: tuple[str, ...]
) -> None:
    said = without_time(command(*args))
    assert without_time(post(asking, question, {"position": LINE, **more})) == said
    table, rack = LINE.split()
    assert without_time(post(asking, question, {"table": table, "rack": rack, **more})) == said


def test_rules_and_what_there_is(asking: TestClient) -> None:
    about = asking.get("/api/1/about").json()
    assert (about["interface"], {"standard", "vatikan"} <= {one["name"] for one in about["rule_sets"]}) == (1, True)
    assert {"opening.points", "match.length"} <= {one["key"] for one in about["parameters"]}
    rules = post(asking, "rules", {"rules": "six-player", "rule": {"opening.points": 40}})
    assert rules["values"]["opening.points"] == "40"
    assert len(rules["box"]["colours"]) == 6 if rules["values"]["tiles.colours"] == "6" else 4
    cards = post(asking, "rules", {"rules": "vatikan", "notation": "cards"})
    assert cards["box"]["colours"][2]["tiles"][6] == "7h"


def test_what_is_entered_is_read_legal_or_not(asking: TestClient) -> None:
    read = post(asking, "read", {"table": "R5R6/K7B7R7/R5R9", "rack": "J"})
    assert [one["state"] for one in read["states"]] == ["begun", "legal", "no set"]
    assert (read["position"], read["left"]["R5"], read["left"]["J"], read["unseen"]) == (None, 0, 1, 106 - 8)
    assert post(asking, "read", {"table": "R5-8", "rack": "K9"})["position"] == "R5R6R7R8 K9 rules=standard opened=yes"
    # A joker shows what it stands for.
    assert post(asking, "read", {"table": "R5JR7"})["states"][0]["tiles"] == ["R5", "J(R6)", "R7"]


def test_taps(asking: TestClient) -> None:
    first = post(asking, "enter", {"tap": "R5"})
    second = post(asking, "enter", {"tap": "R8", "sets": first["sets"], "open": first["open"]})
    assert (second["sets"], second["open"], second["refused"]) == ([["R5", "R6", "R7", "R8"]], None, False)
    rack = post(asking, "enter", {"tap": "R8", "sets": second["sets"], "rack": "J", "target": "rack"})
    assert (rack["rack"], rack["left"]["R8"]) == (["J", "R8"], 0)
    full = post(asking, "enter", {"tap": "R8", "sets": second["sets"], "rack": "JR8", "target": "rack"})
    assert (full["refused"], full["faults"]) == (True, ["R8: all of them lie somewhere"])
    heap = post(asking, "enter", {"tap": "K1", "sets": [["R5", "B9"]], "loose": True})
    assert heap["sets"] == [["R5", "B9", "K1"]]


@pytest.mark.parametrize(
    ("question", "body", "fault"),
    [
        ("solve", {"position": "R5R6R7 Q9"}, "rack, character 1: 'Q9' is no tile"),
        ("solve", {"position": "R5R6R7 R8 rules=/etc/passwd.toml"}, "'rules=/etc/passwd.toml': the rules of a pos"),
        ("solve", {"rules": "nobody"}, "no rule set is called 'nobody'"),
        ("solve", {"rules": "../x.toml"}, "no rule set is called '../x.toml'"),
        ("solve", {"table": 5}, "table: it is a text"),
        ("solve", {"position": LINE, "time_limit": 1000}, "time_limit: it is a number of seconds, at most 10"),
        ("solve", {"position": LINE, "time_limit": -1}, "time_limit: it is a number of seconds"),
        ("solve", {"position": LINE, "joker_worth": 10**30}, "joker_worth: it is a whole number from 0 to 1000"),
        ("all", {"position": LINE, "count": 10**6}, "count: it is a whole number from 1 to 20"),
        ("hint", {"position": LINE, "level": 9}, "level: it is a whole number from 1 to 4"),
        ("enter", {"tap": "R5R6"}, "tap: 'R5R6' is not one tile"),
        ("enter", {"tap": "<b>"}, "tap, character 1: '<b>' is no tile"),
        ("enter", {"tap": "R5", "sets": 5}, "sets: it is a list of lists of tiles"),
        ("enter", {"tap": "R5", "sets": [["R1"]], "open": 9}, "open: it is a whole number from 0 to 0"),
        ("rules", {"rule": [1]}, "rule: it is an object"),
        ("rules", {"rule": {"opening.points": "many"}}, "opening.points"),
    ],
)
def test_faults_are_one_line_each(asking: TestClient, question: str, body: dict[str, Any], fault: str) -> None:
    answer = asking.post(f"/api/1/{question}", json=body)
    told = answer.json()
    if question == "enter" and answer.status_code == 200:
        assert told["refused"]
    else:
        assert (answer.status_code, told["error"]) == (400, told["faults"][0])
    assert told["faults"][0].startswith(fault), told["faults"]


def test_what_is_no_question(asking: TestClient) -> None:
    assert post(asking, "nothing", {}, 404)["error"].startswith("there is no such question: rules, read, enter")
    for body in (b"{", b"[]", b"\xff", b"[" * 5000):
        answer = asking.post("/api/1/solve", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400 and answer.json()["error"].startswith("the request is")
