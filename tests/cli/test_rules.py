"""`rummikub rules`: the list, and one rule set with every rule, its meaning and where it was set."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from solver.game.rules import PARAMETERS, preset_names

Run = Callable[..., Result]


def test_the_list_has_one_line_for_each_and_marks_the_default(run: Run) -> None:
    result = run("rules")
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert [line[2:].split()[0] for line in lines[:-1]] == list(preset_names())
    assert [line[2:].split()[0] for line in lines[:-1] if line.startswith("*")] == ["standard"]
    data = json.loads(run("rules", "--json").stdout)
    assert data["default"] == "standard"
    assert [entry["name"] for entry in data["rules"]] == list(preset_names())


def test_one_rule_set(run: Run) -> None:
    result = run("rules", "rummy-o")
    assert result.exit_code == 0
    for key, parameter in PARAMETERS.items():
        assert f"{key} = " in result.stdout
        assert parameter.meaning.split(",")[0][:40] in " ".join(result.stdout.split())
    assert "opening.points = 50  (rummy-o)" in result.stdout
    assert "jokers.freed_by = replacing  (standard)" in result.stdout
    assert "tiles.numbers = 13  (default)" in result.stdout
    assert "Source   Rummy-O" in result.stdout
    assert "Extends  standard" in result.stdout


def test_one_rule_set_for_programs(run: Run) -> None:
    data = json.loads(run("rules", "card-40", "--json").stdout)
    assert list(data["parameters"]) == list(PARAMETERS)
    assert data["parameters"]["opening.points"] == {
        "value": 40,
        "values": "0 to 1000",
        "meaning": PARAMETERS["opening.points"].meaning,
        "set_in": "card-40",
        "idle_with": None,
    }


def test_rules_that_have_no_effect_are_marked(run: Run) -> None:
    """Who frees a joker by rearranging needs no tile in its place; a box without jokers has no rule for them."""
    text = run("rules", "free").stdout
    assert text.count("here without effect: jokers.freed_by = rearranging") == 2
    entries = json.loads(run("rules", "free", "--json").stdout)["parameters"]
    assert [key for key, entry in entries.items() if entry["idle_with"]] == [
        "jokers.replaced_from",
        "jokers.group_of_three",
        "turn.take_discard",
        "match.points",
    ]
    entries = json.loads(run("rules", "machiavelli", "--json").stdout)["parameters"]
    assert {entry["idle_with"] for key, entry in entries.items() if key.startswith("jokers.")} == {"tiles.jokers = 0"}
    text = run("rules", "standard").stdout
    assert text.count("here without effect: turn.discard = no") == 1
    assert text.count("here without effect: match.length = players") == text.count("without effect") - 1 == 1


def test_a_changed_rule_that_has_no_effect_is_noted(run: Run) -> None:
    note = "note: jokers.set_with_joker = locked has no effect with jokers.freed_by = rearranging\n"
    changed = "jokers.set_with_joker=locked"
    for command in ("solve", "check"):
        by_option = ("B4B5JB7", "B8", "--rules", "free", "--rule", changed)
        for arguments in (by_option, (f"B4B5JB7 B8 rules=free {changed}",)):
            result = run(command, *arguments)
            assert (result.exit_code, result.stderr) == (0, note)
    lines = "B4B5JB7 B8\nB4B5JB7 B3\n"
    assert run("solve", "-", "--rules", "free", "--rule", changed, stdin=lines).stderr == note
    assert run("solve", "B4B5JB7", "B8", "--rules", "free").stderr == ""
    # Here it decides: R3 may not leave a locked set whose joker stays.
    literal = ("R3R4R5J/R7R8R9", "K3O3", "--rules", "free", "--rule", "jokers.reuse=new_set")
    after = ("--after", "R4R5JR7R8R9/R3K3O3")
    for value, status in (("frozen", 0), ("locked", 1)):
        result = run("check", *literal, "--rule", f"jokers.set_with_joker={value}", *after)
        assert (result.exit_code, result.stderr) == (status, "")
    assert run("solve", "B4B5JB7", "B8", "--rule", "jokers.freed_by=rearranging").stderr == ""


def test_a_file(run: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('title = "ours"\nextends = "sabra"\n[opening]\npoints = 45\n')
    result = run("rules", str(house))
    assert result.exit_code == 0
    assert f"opening.points = 45  ({house})" in result.stdout
    assert "jokers.set_with_joker = locked  (sabra)" in result.stdout


def test_rule_sets_that_are_none(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("[opening]\npoints = 'many'\n")
    for name, complaint in (("nope", "no rule set is called 'nope'"), (str(bad), "it takes a whole number")):
        result = run("rules", name)
        assert (result.exit_code, result.stdout) == (2, "")
        assert complaint in result.stderr
