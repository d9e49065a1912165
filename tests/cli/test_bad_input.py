"""Bad input: one line for each fault on standard error, status 2, nothing on standard output, no traceback."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


def faults(run: Run, *args: str, stdin: str | bytes = "") -> list[str]:
    result = run(*args, stdin=stdin)
    assert result.exit_code == 2
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert lines and all(line.startswith("error: ") for line in lines)
    return [line.removeprefix("error: ") for line in lines]


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("R5R6R7/X7", "R8"), ["table, set 2, character 1: 'X7' is no tile"]),
        (("R5R6R7", "R8,Q"), ["rack, character 4: 'Q' is no tile"]),
        (("R5R6R7/X7", "Q"), ["table, set 2, character 1: 'X7' is no tile", "rack, character 1: 'Q' is no tile"]),
        (("K5K6K7/K5K6K7", "K5"), ["K5: 3 copies, and the box has 2"]),
        (("-", "JJJ"), ["J: 3 jokers, and the box has 2"]),
        (("-", "G5"), ["G5: no such tile; the box has K, B, R, O from 1 to 13 (tiles.colours = 4)"]),
        (("-", "R14"), ["R14: no such tile"]),
        (("R5J(R8)R7", "-"), ["table, set 1: R5J(R8)R7 is no set"]),
        (("R5J(B6)R7", "-"), ["table, set 1: R5J(B6)R7 is no set"]),
        (("K8JJ", "R1"), ["table, set 1: K8JJ can be read in several ways: write "]),
        (("R5R6R7", "K9 B R4"), ["rack, character 4: 'B' has a colour but no number"]),
        (("R5R6R7", "R1O R8"), ["rack, character 3: 'O' has a colour but no number"]),
        (("R5R6R7", "R1 1 K5"), ["rack, character 4: '1' has no colour in front"]),
        (("R5R6R7", "KK9 R"), ["rack, character 5: 'R' has a colour but no number"]),
        (("R5 R6 R7 / K7 X7 R7", "K9 R4"), ["table, set 2, character 5: 'X7' is no tile"]),
        (("R5R6R7", "K9 R4 X5", "rules=free"), ["rack, character 7: 'X5' is no tile"]),
        (("K9R4J", "R5R6R7/K7B7R7"), ["table, set 1: K9R4J is no set", "rack, character 7: '/' ends a set"]),
        (
            ("R5R6X8/K7B7/R1R2R3", "Q1"),
            [
                "table, set 1, character 5: 'X8' is no tile",
                "table, set 2: K7B7 is no set: as a group, it has 2 tiles",
                "rack, character 1: 'Q1' is no tile",
            ],
        ),
        (("R5R6R7", "K9, Joker"), ["rack, character 6: 'Joker' is no tile: a colour is a letter (K, B"]),
        (("Rot5Rot6", "-"), ["table, set 1, character 1: 'Rot' is no tile: a colour is a letter"]),
        (("R5678", "-"), ["table, set 1, character 1: '5678' is no tile number: a run of tiles is written R5-8"]),
        (("-", "R\uff18"), ["rack, character 1: 'R\uff18' is no tile: write letters and digits without"]),
        (("-", "\u212a5"), ["rack, character 1: '\u212a5' is no tile: write letters and digits without"]),
        (("-", "J(R5)"), ["rack: J(R5) stands for a tile, but a joker on a rack stands for nothing yet: write J"]),
        (
            ("R5R6R8/K7B7R7/K6K6O6/R1R2/J", "-"),
            [
                "table, set 1: R5R6R8 is no set: 7 is missing for a run from 5 to 8",
                "table, set 3: K6K6O6 is no set: a group has no colour twice (K)",
                "table, set 4: R1R2 is no set: as a run, it has 2 tiles and a run needs 3",
                "table, set 5: J is no set: it is nothing but jokers",
            ],
        ),
        (("R5R6R7",), ["'R5R6R7' has no rack: a position is a table and a rack"]),
        (("R5R6R7", "R8", "R9"), ["'R5R6R7 R8 R9' has 3 parts between blanks"]),
        (("R5R6R7", "R8", "free"), ["'R5R6R7 R8 free': 'free' is no key: is rules=free meant?"]),
        (("R5R6R7 / K7B7R7 R8",), ["'R5R6R7 / K7B7R7 R8' has 4 parts between blanks"]),
        (("R5R6R7", "R8", "foo=bar"), ["'foo=bar': no key 'foo'; the keys are rules, opened, id, loose and the rules"]),
        (("R5R6R7", "R8", "points=40"), ["'points=40': no key 'points'; is opening.points meant?"]),
        (("R5R6R7", "R8", "open=no"), ["'open=no': no key 'open'; is opened meant?"]),
        (("R5R6R7", "R8", "foo=bar", "bar=foo"), ["'foo=bar': no key 'foo'", "'bar=foo': no key 'bar'"]),
        (("--table", "R5R6R7"), ["--table without --rack: give the tiles of the rack, too"]),
        (("pyproject.toml",), ["pyproject.toml is a file: 'solve - < pyproject.toml' reads the position"]),
        (("R5R6R7", "R8", "--time-limit", "1min"), ["invalid value for '--time-limit': '1min' is no number"]),
        (("R5R6R7", "R8", "--time-limit", "nan"), ["invalid value for '--time-limit': 'nan' is no number of seconds"]),
        (("R5R6R7", "R8", "opened=perhaps"), ["'opened=perhaps': opened is yes or no"]),
        (("R5R6R7", "R8", "rules=nope"), ["no rule set is called 'nope': there are standard, free,"]),
        (("R5R6R7", "R8", "--rules", "no-such.toml"), ["rules file 'no-such.toml': "]),
        (("R5R6R7", "R8", "--rules", "x.txt"), ["no rule set is called 'x.txt': a rules file ends in .toml, and"]),
        (("R5R6R7", "R8", "--rules", "."), ["no rule set is called '.': a rules file ends in .toml, and there are"]),
        (("R5R6R7", "R8", "--rules", "standart"), ["no rule set is called 'standart': is 'standard' meant? there are"]),
        (("R5R6R7/K1", "R8"), ["table, set 2: K1 is no set: as a run, it has 1 tile and a run needs 3"]),
        (("R5R6R7", "R8", "--all", "zwei"), ["invalid value for '--all': 'zwei' is no whole number from 1 on"]),
        (("R5R6R7", "R8", "--hint", "1.5"), ["invalid value for '--hint': '1.5' is no whole number from 1 to 4"]),
        (
            ("R5R6R7", "R8", "--joker-worth", "5", "--objective", "tiles"),
            ["--joker-worth counts under the objective value alone, not under tiles"],
        ),
        (("R5R6R7", "R8", "--rule", "opening.points=many"), ["--rule opening.points = 'many': it takes a whole"]),
        (("R5R6R7", "R8", "--rule", "opening"), ["--rule 'opening': write KEY=VALUE"]),
        (("R5R6R7", "R8", "--rule", "points=40"), ["--rule 'points=40': 'points' is no rule; is opening.points "]),
        (("R5R6R7", "R8", "--rule", "opened=no"), ["--rule 'opened=no': 'opened' is no rule; is --not-opened meant?"]),
        (
            ("R5R6R7", "R8", "--rule", "opening.point=40"),
            ["--rule 'opening.point=40': 'opening.point' is no rule; is opening.points meant?"],
        ),
        (
            (
                "R5R6R7",
                "R8",
                "--rule",
                "opening.points=many",
                "--rule",
                "opening",
                "--rule",
                "jokers.reuse=any",
                "--rule",
                "jokers.reuze=any",
                "--rule",
                "jokers.reuse=new_set",
                "--rule",
                "tiles.colours=9",
            ),
            [
                "--rule opening.points = 'many': it takes a whole",
                "--rule 'opening': write KEY=VALUE",
                "--rule 'jokers.reuze=any': 'jokers.reuze' is no rule; is jokers.reuse meant?",
                "--rule 'jokers.reuse=new_set': jokers.reuse is given twice",
                "--rule tiles.colours = '9': it takes a whole",
            ],
        ),
        (
            ("R5R6R7", "R8", "--rule", "opening.points=800"),
            ["opening.points = 800, but the whole box adds up to 754, 2 jokers at 13 each included"],
        ),
        (
            ("R1R2R3", "R4", "tiles.numbers=4", "sets.min_natural=5"),
            ["no set exists: a run needs 5 number tiles (sets.min_natural) and has at most 4, a group needs 5 number"],
        ),
        (("R5R6R7", "R8", "--rule", "sets.max_group=8"), ["sets.max_group = 8, but the box has 4 colours"]),
        (("R5R6R7", "R8", "--objective", "points"), ["invalid value for '--objective': 'points' is not one of"]),
        (("R5R6R7", "R8", "--joker-worth", "-1"), ["invalid value for '--joker-worth'"]),
        (("R5R6R7", "R8", "--time-limit", "0"), ["invalid value for '--time-limit'"]),
        (("R5R6R7", "R8", "--time-limit", "nan"), ["invalid value for '--time-limit'"]),
        (("R5R6R7", "R8", "--time-limit", "soon"), ["invalid value for '--time-limit'"]),
        (("R5R6R7", "R8", "--frobnicate"), ["no such option"]),
        (("R5R6R7", "R8", "--hint", "5"), ["invalid value for '--hint': '5' is no whole number from 1 to 4"]),
        (("R5R6R7", "R8", "--hint", "1", "--svg", "x.svg"), ["--hint tells part of the move, so leave out --all, "]),
        (("R5R6R7", "R8", "--hint", "1", "--all", "2"), ["--hint tells part of the move, so leave out --all, "]),
        (("R5R6R7", "R8", "--all", "0"), ["invalid value for '--all': '0' is no whole number from 1 on"]),
        (("R5R6R7", "R8", "--all", "2", "--svg", "x.svg"), ["--all shows several moves, so leave out "]),
        (("R5R6R7", "R8", "--all", "2", "--compare-rules"), ["--all shows several moves, so leave out "]),
        (("R5R6R7", "R8", "--by", "tiles"), ["--by says how the moves of --all differ, so give --all N, too"]),
        (("R5R6R7", "R8", "--all", "2", "--by", "sets"), ["invalid value for '--by': 'sets' is not one of"]),
        (("-", "--svg", "x.svg"), ["--svg draws one move, so give one position"]),
        (("R5R6R7", "R8", "--svg", "-"), ["--svg writes a file, so give its name"]),
        (("R5R6R7", "R8", "--svg", "no/such/folder/x.svg"), ["--svg no/such/folder/x.svg: No such file or directory"]),
        (("R5R6R7", "R8", "--svg", "."), ["invalid value for '--svg': File '.' is a directory"]),
        (("R5R6R7", "R8", "--rack", "R9"), ["a position and --table or --rack: give one or the other"]),
        ((), ["no position: give one, or '-' for standard input"]),
        (("R5R6R7", "-", "--loose", "--not-opened"), ["a loose table with opened=no"]),
    ],
)
def test_one_line_for_each_fault(run: Run, args: tuple[str, ...], expected: list[str]) -> None:
    found = faults(run, "solve", *args)
    assert len(found) == len(expected), found
    for line, start in zip(found, expected, strict=True):
        assert line.startswith(start)


@pytest.mark.parametrize("command", ["solve", "check"])
@pytest.mark.parametrize("stdin", ["", "\n \n", "# only a comment\n"])
def test_no_position_on_standard_input(run: Run, command: str, stdin: str) -> None:
    for options in ((), ("--json",)):
        found = faults(run, command, "-", *options, stdin=stdin)
        assert len(found) == 1 and found[0].startswith("there is no position on standard input: write one a line")


def test_a_folder_is_no_rule_set(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "house").mkdir()
    monkeypatch.chdir(tmp_path)
    (found,) = faults(run, "rules", "house")
    assert found.startswith("no rule set is called 'house': a rules file ends in .toml, and there are standard")


def test_a_heap_that_cannot_be_arranged(run: Run) -> None:
    # From tests/data/known.jsonl, jonas-hard4: no set can be made of B7 R7 B9 R9 and K7.
    found = faults(run, "solve", "B7R7/B9R9", "K7", "--loose")
    assert found[0].startswith("the loose tiles cannot be arranged in sets")


def test_unknown_commands_and_none(run: Run) -> None:
    assert faults(run, "frobnicate")[0].startswith("no such command 'frobnicate' (see ")
    for word, meant in {
        "sovle": "solve",
        "Puzzle": "puzzles",
        "hint": "solve --hint LEVEL",
        "all": "solve --all N",
        "svg": "solve --svg FILE",
        "loose": "solve --loose",
        "after": "check --after SETS",
        "growth": "bench --growth",
    }.items():
        (found,) = faults(run, word, "R5R6R7 R8")
        assert found.startswith(f"no such command '{word}': is 'rummikub {meant}' meant?")
    (found,) = faults(run, "R5R6R7/K7B7R7", "K9R4J")
    assert found.startswith("no such command 'R5R6R7/K7B7R7': is 'rummikub solve R5R6R7/K7B7R7 K9R4J' meant?")
    result = run()
    assert result.exit_code == 0
    assert "solve" in result.stdout


@pytest.mark.parametrize("command", ["solve", "check"])
@pytest.mark.parametrize("piece", ["R5", "J", "R", "x", "R5,", "R5R6R7/", "(", "0", "- "])
def test_a_million_characters(run: Run, command: str, piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    assert len(faults(run, command, "-", stdin=text)) == 1
    assert len(faults(run, command, "--table", "-", "--rack", text[:100_001])) <= 101


def test_many_faults_are_cut_short(run: Run) -> None:
    found = faults(run, "solve", "-", stdin="X/" * 20_000 + " R5")
    assert len(found) == 101
    # 100 of 20,000.
    assert found[-1] == "line 1: and 19900 more"


def test_binary_rubbish(run: Run) -> None:
    noise = random.Random(0)
    for size in (1, 10, 1_000, 300_000):
        found = faults(run, "solve", "-", stdin=b"\xff" + noise.randbytes(size))
        assert all(line.startswith("line ") for line in found)
    assert faults(run, "solve", "-", stdin=b"\0" * 1_000_000) == [
        "line 1: longer than 100000 characters, which no position is"
    ]
    assert faults(run, "solve", "-", stdin=b"R1R2R3 \0\n")[0].startswith("line 1: rack, character 1: '?' is no tile")


def test_other_encodings(run: Run) -> None:
    assert faults(run, "solve", "-", stdin="R1R2R3 R4".encode("utf-16"))
    assert run("solve", "-", stdin="\ufeffR1R2R3 R4\r\n".encode()).exit_code == 0


def test_rules_files_that_are_none(run: Run, tmp_path: Path) -> None:
    for name, content in {
        "binary.toml": bytes(range(256)),
        "empty-brackets.toml": b"a = " + b"[" * 5_000,
        "wide.toml": b"[tiles]\nnumbers = 1" + b"0" * 10_000,
    }.items():
        (tmp_path / name).write_bytes(content)
        for args in (("solve", "-", "K1", "--rules"), ("rules",)):
            assert len(faults(run, *args, str(tmp_path / name))) == 1
    assert len(faults(run, "rules", str(tmp_path))) == 1
    assert len(faults(run, "solve", "-", stdin="- K1 rules=a\0b.toml\n")) == 1
