"""Answers written into files that people wrote: nothing else in them changes."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from solver import Position, Rules
from solver.puzzles.files import read_file
from solver.puzzles.puzzle import Expected, Puzzle, PuzzleError
from solver.puzzles.verdict import check_puzzles
from solver.puzzles.write import puzzles_toml, write_answers, write_puzzles

pytest.importorskip("tomlkit")

BEFORE = """# My puzzles.

[[puzzle]]   # the first
rack = "K9R4J"     # rack before table
id = "a"
table = "R5R6R7R8/K7B7R7"

  # About b:
  # it is a draw.
[[puzzle]]
id = "b"
table = "-"
rack = 'K1 K2'
[puzzle.answer]
tiles = 0  # none at all
# checked by hand

[[puzzle]]
id = "c"
table = "R5R6R7"
rack = "R8"
answer = { value = 8 } # known

[[puzzle]]
id = "wrong"
table = "R5R6R7"
rack = "R8"
[puzzle.answer]
tiles = 7
# The end.
"""

AFTER = """# My puzzles.

[[puzzle]]   # the first
rack = "K9R4J"     # rack before table
id = "a"
table = "R5R6R7R8/K7B7R7"

[puzzle.answer]
tiles = 1
value = 4
penalty = 4
goes_out = false
moved = 0
playable = true

  # About b:
  # it is a draw.
[[puzzle]]
id = "b"
table = "-"
rack = 'K1 K2'
[puzzle.answer]
tiles = 0  # none at all
# checked by hand
value = 0
penalty = 0
goes_out = false
moved = 0
playable = false

[[puzzle]]
id = "c"
table = "R5R6R7"
rack = "R8"
answer = {value = 8, tiles = 1, penalty = 8, goes_out = true, moved = 0, playable = true} # known

[[puzzle]]
id = "wrong"
table = "R5R6R7"
rack = "R8"
[puzzle.answer]
tiles = 7
# The end.
"""


def fill(path: Path) -> dict[Path, int]:
    return write_answers(list(check_puzzles(read_file(path), workers=1, progress=False)))


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_missing_answers_are_filled_in_and_nothing_else_changes(tmp_path: Path, newline: str) -> None:
    file = tmp_path / "p.toml"
    file.write_bytes(BEFORE.replace("\n", newline).encode())
    file.chmod(0o640)
    assert fill(file) == {file: 16}
    written = file.read_bytes().decode()
    if newline == "\n":
        assert written.splitlines() == AFTER.splitlines()
    assert "\n" not in written.replace(newline, "")
    assert file.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["p.toml"]
    # A second time there is nothing to do.
    assert fill(file) == {}
    assert file.read_bytes().decode() == written


def test_puzzles_on_one_line(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    puzzles = '{id = "a", table = "R5R6R7", rack = "R8"}, {id = "b", table = "R5R6R7", rack = "R9"}'
    file.write_bytes(f"\ufeffpuzzle = [ {puzzles} ]  # two\n".encode())
    written = write_answers(list(check_puzzles(read_file(file))))
    assert list(written) == [file]
    after = file.read_bytes().decode()
    assert after.startswith("\ufeffpuzzle = [ ") and after.endswith(" ]  # two\n")
    first, second = read_file(file)
    assert (first.answer.tiles, first.answer.goes_out) == (1, True)
    assert (second.answer.tiles, second.answer.playable) == (0, False)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "real.toml"
    real.write_text(BEFORE)
    link = tmp_path / "link.toml"
    link.symlink_to(real)
    fill(link)
    assert link.is_symlink()
    assert "penalty = 4\n" in real.read_text()


def test_without_tomlkit_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "p.toml"
    file.write_text(BEFORE)
    monkeypatch.setitem(__import__("sys").modules, "tomlkit", None)
    with pytest.raises(PuzzleError, match=r"--write needs tomlkit: .* -m pip install tomlkit"):
        fill(file)


def test_a_file_of_new_puzzles_is_read_again_as_it_was(tmp_path: Path) -> None:
    rules = Rules.named("free").changed({"opening.points": 40})
    puzzles = [
        Puzzle("a", Position.read("R5R6R7", "R8J", rules, opened=False), 'With "quotes"\n', "a\\b", "tiles"),
        Puzzle("b", Position.read("R5 R6/R7", "-", loose=True), answer=Expected(0, 0, 0, False, None, False)),
    ]
    file = tmp_path / "new.toml"
    write_puzzles(puzzles, file, "Two puzzles.\n\nMade for a test.")
    assert file.read_text().startswith("# Two puzzles.\n#\n# Made for a test.\n\n[[puzzle]]\n")
    again = read_file(file)
    assert [(p.id, p.title, p.source, p.objective, p.position, p.answer) for p in again] == [
        (p.id, p.title, p.source, p.objective, p.position, p.answer) for p in puzzles
    ]
    assert tomllib.loads(puzzles_toml(puzzles))["puzzle"][0]["opening.points"] == 40


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match=r"none/x\.toml: No such file or directory"):
        write_puzzles([], tmp_path / "none" / "x.toml")
