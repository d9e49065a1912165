"""Puzzle files: what is read, and one clear line for each thing that is wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from solver import Position, Rules
from solver.puzzles.files import find_files, read_file, read_puzzles
from solver.puzzles.puzzle import Expected, PuzzleError, read_puzzle

WHOLE = '''
[[puzzle]]
id = "a"
title = "Two at once"
source = "a friend"
rules = "free"
"opening.points" = 40
jokers.reuse = "new_set"
table = """
R5 R6 R7 R8
K7 B7 R7"""
rack = "K9 R4 J"
opened = false
objective = "tiles"
[puzzle.answer]
tiles = 2
goes_out = false

[[puzzle]]
id = "b"
table = ["R5R6R7", "KBR7"]
rack = "-"
answer = { playable = false, value = 0, penalty = 0, moved = 0 }

[[puzzle]]
id = "heap"
table = "R5R6 R7"
rack = "R8"
loose = true
'''


def faults_of(text: str, tmp_path: Path) -> list[str]:
    file = tmp_path / "p.toml"
    file.write_text(text)
    with pytest.raises(PuzzleError) as caught:
        read_file(file)
    assert str(caught.value) == "\n".join(caught.value.faults)
    assert all(fault.startswith(f"{file}: ") and "\n" not in fault for fault in caught.value.faults)
    return [fault.removeprefix(f"{file}: ") for fault in caught.value.faults]


def test_every_key(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(WHOLE)
    first, second, heap = read_file(file)
    rules = Rules.named("free").changed({"opening.points": 40, "jokers.reuse": "new_set"})
    assert first.position == Position.read("R5-8/KBR7", "K9R4J", rules, opened=False)
    assert (first.id, first.title, first.source, first.objective) == ("a", "Two at once", "a friend", "tiles")
    assert first.answer == Expected(tiles=2, goes_out=False)
    assert (first.name, first.file) == (f"{file}: a", file)
    assert second.position == Position.read("R5-7/KBR7", "-")
    assert second.answer == Expected(value=0, penalty=0, moved=0, playable=False)
    assert second.answer.known() == {"value": 0, "penalty": 0, "moved": 0, "playable": False}
    assert heap.position == Position.read("R5-7", "R8", loose=True)


def test_a_puzzle_written_as_data_is_the_same_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(WHOLE)
    for number, puzzle in enumerate(read_file(file), 1):
        assert read_puzzle(puzzle.to_data(), number, file) == puzzle


def test_a_rules_file_is_looked_for_beside_the_puzzles(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('extends = "free"\n[opening]\npoints = 50\n')
    file = tmp_path / "p.toml"
    file.write_text('[[puzzle]]\nid = "a"\nrules = "mine.toml"\ntable = "-"\nrack = "K1"\n')
    # A rules file of one's own is found from another folder, too.
    assert read_file(Path(os.path.relpath(file)))[0].position.rules.opening.points == 50


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ["it has no [[puzzle]]"]),
        ("x = 1", ["'x': the file has [[puzzle]] tables only"]),
        ("puzzle = 1", ["puzzle: write [[puzzle]] with two brackets at the head of each puzzle"]),
        ("[puzzle]\nid = 'a'", ["puzzle: write [[puzzle]] with two brackets at the head of each puzzle"]),
        (
            "[[puzzle]]",
            [
                "puzzle 1: id: is missing",
                "puzzle 1: table: is missing ('-' for an empty one)",
                "puzzle 1: rack: is missing ('-' for an empty one)",
            ],
        ),
        ("[[puzzle]]\nid = 'a'\ntable = '-'", ["puzzle 'a': rack: is missing ('-' for an empty one)"]),
        ("[[puzzle]]\nid = 5\ntable = '-'\nrack = '-'", ["puzzle 1: id: '5' is no text: write it in quotes"]),
        ("[[puzzle]]\nid = ' '\ntable = '-'\nrack = '-'", ["puzzle ' ': id: is empty"]),
        (
            "[[puzzle]]\nid = 'a'\ntable = 5\nrack = true\nopened = 'yes'\nloose = 1\ntitle = 2",
            [
                "puzzle 'a': title: '2' is no text: write it in quotes",
                "puzzle 'a': table: '5' is no text such as 'R5R6R7/K7B7R7'",
                "puzzle 'a': rack: 'true' is no text such as 'K9R4J'",
                "puzzle 'a': opened: 'yes' is neither true nor false",
                "puzzle 'a': loose: '1' is neither true nor false",
            ],
        ),
        (
            "[[puzzle]]\nid = 'a'\ntable = '-'\nrack = 'K1'\nrules = 'poker'",
            ["puzzle 'a': rules: no rule set is called 'poker': there are "],
        ),
        (
            "[[puzzle]]\nid = 'a'\ntable = '-'\nrack = 'K1'\n'opening.points' = -1",
            ["puzzle 'a': rules: opening.points = '-1': it takes a whole number from 0 to 1000"],
        ),
        (
            "[[puzzle]]\nid = 'a'\ntable = '-'\nrack = 'K1'\nopening.colour = 1",
            ["puzzle 'a': rules: 'opening.colour' is no rule"],
        ),
        (
            "[[puzzle]]\nid = 'a'\ntable = '-'\nrack = 'K1'\nobjective = 'speed'",
            ["puzzle 'a': objective: 'speed' is none of value, tiles, penalty"],
        ),
        (
            "[[puzzle]]\nid = 'a'\ntable = '-'\nrack = 'K1'\nrak = 'K2'",
            ["puzzle 'a': 'rak': there is no such key; the keys are id, title, source, rules, table, rack, opened,"],
        ),
        (
            "[[puzzle]]\nid = 'a'\ntable = 'R5R6/K1X'\nrack = 'K1'",
            ["puzzle 'a': table, set 1: R5R6 is no set", "puzzle 'a': table, set 2, character 3: 'X' is no tile"],
        ),
        (
            "[[puzzle]]\nid = 'a'\ntable = 'R5R6'\nrack = 'K1K1K1'",
            ["puzzle 'a': K1: 3 copies, and the box has 2", "puzzle 'a': table, set 1: R5R6 is no set"],
        ),
        (
            "[[puzzle]]\nid = 'a'\ntable = '-'\nrack = '-'\nanswer = 3",
            ["puzzle 'a': answer: '3' is no table: write [puzzle.answer] and its keys below it"],
        ),
        (
            "[[puzzle]]\nid = 'a'\ntable = '-'\nrack = '-'\n[puzzle.answer]\ntile = 1\ntiles = true\nvalue = 1.5\n"
            "moved = -1\ngoes_out = 1",
            [
                "puzzle 'a': 'answer.tile': there is no such key; the keys are tiles, value, penalty, goes_out, moved",
                "puzzle 'a': answer.tiles: 'true' is no whole number from 0 on",
                "puzzle 'a': answer.value: '1.5' is no whole number from 0 on",
                "puzzle 'a': answer.moved: '-1' is no whole number from 0 on",
                "puzzle 'a': answer.goes_out: '1' is neither true nor false",
            ],
        ),
        (
            "[[puzzle]]\nid = 'a'\ntable = '-'\nrack = '-'\n" * 2 + "[[puzzle]]\nid = 'a'\ntable = '-'",
            [
                "puzzle 'a': id: puzzles 1 and 2 have the same",
                "puzzle 'a': rack: is missing ('-' for an empty one)",
                "puzzle 'a': id: puzzles 1 and 3 have the same",
            ],
        ),
        ("[[puzzle]]\nid = 'a'\nid = 'b'", ["it is no TOML: Cannot overwrite a value"]),
        ("nonsense", ["it is no TOML: "]),
        ("x = " + "[" * 100_000, ["it is no TOML that can be read: brackets are nested too deep"]),
        ("x = " + "9" * 10_000, ["it is no TOML that can be read: "]),
    ],
)
def test_faults_name_file_puzzle_and_key(text: str, faults: list[str], tmp_path: Path) -> None:
    found = faults_of(text, tmp_path)
    assert len(found) == len(faults)
    for fault, start in zip(found, faults, strict=True):
        assert fault.startswith(start)


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fault_of(path: Path) -> str:
        with pytest.raises(PuzzleError) as caught:
            read_puzzles([path])
        (fault,) = caught.value.faults
        return fault.removeprefix(f"{path}: ")

    assert fault_of(tmp_path / "none.toml") == "there is no such file or folder"
    (tmp_path / "empty").mkdir()
    assert fault_of(tmp_path / "empty") == "the folder has no .toml file in it"
    rubbish = tmp_path / "rubbish.toml"
    rubbish.write_bytes(b"\x80\x81")
    assert fault_of(rubbish) == "it is no UTF-8 text (byte 1)"
    with open(rubbish, "wb") as file:
        file.truncate(100_000_000)  # a hole, not 100 MB on the disk
    assert fault_of(rubbish) == "it has 100 MB, and such a file has at most 16 MB"
    assert fault_of(Path("/dev/null")) == "it is a device, not a regular file"

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    rubbish.write_bytes(b"")
    monkeypatch.setattr("os.open", refuse)
    assert fault_of(rubbish) == "Permission denied"


def test_folders_are_searched_to_the_bottom_in_order(tmp_path: Path) -> None:
    for name in ("b/x.toml", "b/a/y.toml", "a.toml", ".hidden/z.toml", "b/readme.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    assert [str(path.relative_to(tmp_path)) for path in find_files([tmp_path])] == ["a.toml", "b/a/y.toml", "b/x.toml"]
    assert find_files([tmp_path / "a.toml", tmp_path / "a.toml"]) == [tmp_path / "a.toml"]


def test_rules_files_beside_the_puzzles_are_no_puzzle_files(tmp_path: Path) -> None:
    """A folder with both can be solved; a rules file that is named is an error."""
    (tmp_path / "p.toml").write_text("[[puzzle]]\nid = 'a'\ntable = '-'\nrack = 'K1'\nrules = 'house.toml'\n")
    house = tmp_path / "house.toml"
    house.write_text('title = "ours"\nextends = "free"\n[opening]\npoints = 40\n')
    (puzzle,) = read_puzzles([tmp_path])
    assert puzzle.position.rules == Rules.named("free").changed({"opening.points": 40})
    with pytest.raises(PuzzleError, match=r"\[\[puzzle\]\] tables only"):
        read_puzzles([house])
    house.write_text('"opening.points" = 40\n')
    (puzzle,) = read_puzzles([tmp_path])
    assert puzzle.position.rules == Rules().changed({"opening.points": 40})
    house.write_text("rack = 'K1'\n")
    with pytest.raises(PuzzleError, match=r"\[\[puzzle\]\] tables only"):
        read_puzzles([tmp_path])


def test_a_mark_of_the_byte_order_is_no_part_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_bytes(b"\xef\xbb\xbf[[puzzle]]\nid = 'a'\ntable = '-'\nrack = 'K1'\n")
    assert [puzzle.id for puzzle in read_puzzles([file])] == ["a"]


def test_a_long_key_of_the_answer_is_cut_short_and_masked(tmp_path: Path) -> None:
    text = '[[puzzle]]\nid = "a"\ntable = "R5R6R7"\nrack = "R8"\n[puzzle.answer]\n'
    path = tmp_path / "long.toml"
    path.write_text(f'{text}{"G" * 3000} = 1\n"\\u001bG" = 1\n', encoding="utf-8")
    with pytest.raises(PuzzleError) as told:
        read_file(path)
    assert len(str(told.value)) < 600 and "\x1b" not in str(told.value)


def test_the_faults_of_all_files_are_given_at_once(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.toml").write_text("x = 1")
    with pytest.raises(PuzzleError) as caught:
        read_puzzles([tmp_path])
    assert len(caught.value.faults) == 2


def test_a_rule_in_both_spellings_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    rules = '"jokers.reuse" = "any"\n"opening.points" = 40\njokers.reuse = "new_set"\n'
    file.write_text(f"[[puzzle]]\nid = 'a'\ntable = '-'\nrack = 'K1'\n{rules}")
    with pytest.raises(PuzzleError) as caught:
        read_puzzles([file])
    (fault,) = caught.value.faults
    assert "puzzle 'a': rules: jokers.reuse is given twice: leave out 'jokers.reuse' in quotes" in fault
