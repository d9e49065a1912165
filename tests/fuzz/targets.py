"""One target for each parser: any text is read or refused in so many words, and what is read is written back.

A target raises nothing but `AssertionError`; that is a defect of the parser.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from click.testing import CliRunner

from cli import main
from solver import Move, Position, Rules, Tile, TileSet
from solver.batch.lines import Line
from solver.batch.task import Settings, record_of
from solver.bench.layouts import read_layouts
from solver.bench.report import Report
from solver.errors import RummikubError
from solver.formats import positions_text, read_positions
from solver.game.notation import read_table, read_tiles
from solver.game.rules import PARAMETERS
from solver.game.tiles import tiles_text
from solver.puzzles.files import read_file
from solver.puzzles.puzzle import Puzzle, PuzzleError

__all__ = ["SEEDS", "TARGETS"]


def _refused(error: RummikubError) -> None:
    """An error says something, in lines that can be printed and are not long."""
    lines = str(error).split("\n")
    for line in lines[:20]:
        assert line and line.isprintable(), repr(line)
        assert len(line) < 1_000, line


def tile(text: str) -> None:
    try:
        found = Tile.parse(text)
    except RummikubError as error:
        return _refused(error)
    assert Tile.parse(str(found)) == found


def rack(text: str) -> None:
    try:
        found = read_tiles(text)
    except RummikubError as error:
        return _refused(error)
    assert read_tiles(tiles_text(found)) == found


def table(text: str) -> None:
    try:
        found = read_table(text)
    except RummikubError as error:
        return _refused(error)
    assert read_table("/".join(map(tiles_text, found))) == found


def tile_set(text: str) -> None:
    for rules in (Rules.named("free"), Rules.named("standard"), Rules.named("machiavelli")):
        try:
            found = TileSet.parse(text, rules)
        except RummikubError as error:
            _refused(error)
        else:
            assert TileSet.parse(str(found), rules) == found


def position(text: str) -> None:
    try:
        found = Position.parse(text)
    except RummikubError as error:
        return _refused(error)
    assert Position.parse(str(found)) == found


def move(text: str) -> None:
    try:
        found = Move.parse(text)
    except RummikubError as error:
        return _refused(error)
    assert Move.parse(str(found)) == found


def rule_value(text: str) -> None:
    for parameter in PARAMETERS.values():
        try:
            value = parameter.read(text)
        except RummikubError as error:
            _refused(error)
        else:
            assert parameter.read(value) == value


@contextmanager
def _file(text: str, name: str) -> Iterator[Path]:
    """A file of this text; it may hold bytes that are no UTF-8."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        yield path


def rules_file(text: str) -> None:
    with _file(text, "fuzz.toml") as path:
        try:
            found = Rules.from_file(path)
        except RummikubError as error:
            return _refused(error)
    assert Rules.named(found.name).changed(found.changes()) == found


def puzzle_file(text: str) -> None:
    with _file(text, "fuzz.toml") as path:
        try:
            found = read_file(path)
        except PuzzleError as error:
            return _refused(error)
    assert all(isinstance(puzzle, Puzzle) for puzzle in found)


def layout_file(text: str) -> None:
    with _file(text, "fuzz.txt") as path:
        try:
            found = read_layouts([path])
        except RummikubError as error:
            return _refused(error)
    assert len({layout.id for layout in found}) == len(found)


def report_file(text: str) -> None:
    """The file of an earlier run of the benchmark, as `--against` reads it."""
    with _file(text, "fuzz.json") as path:
        try:
            Report.load(path)
        except RummikubError as error:
            _refused(error)


def position_lines(text: str) -> None:
    _exchanged(text, "line")


def console(text: str) -> None:
    _exchanged(text, "console")


def plain_list(text: str) -> None:
    _exchanged(text, "list")


def _exchanged(text: str, form: str) -> None:
    """What is read is written in the same notation, and read again as the same; unless it would lose something."""
    try:
        found = read_positions(text, form)
        written = positions_text(found, form)
    except RummikubError as error:
        return _refused(error)
    assert read_positions(written, form) == found


def batch_line(text: str) -> None:
    """Any line gives a record: an answer, or what is wrong with the line."""
    content = text.encode("utf-8", "surrogateescape").replace(b"\n", b" ").strip()
    record = json.loads(record_of(Settings(time_limit=0.5), Line(1, content)))
    assert record["line"] == 1
    assert "internal error" not in record.get("error", "")


def command_line(text: str) -> None:
    """Commands on any standard input or argument: a promised status, and no traceback."""
    stdin = text.encode("utf-8", "surrogateescape")
    _run(["check", "-"], stdin)
    _run(["check", "-", "--loose", "--json"], stdin)
    _run(["solve", "-", "--time-limit", "0.5"], stdin)
    _run(["convert", "-", "--from", "list"], stdin)
    argument = text.replace("\0", "")  # which no system hands over
    _run(["check", "--table", argument, "--rack", "R5"])
    _run(["check", "--table", "R5R6R7", "--rack", argument])
    _run(["check", "R5R6R7", "R8", "--after", argument])
    _run(["check", "R5R6R7", "R8", "--rule", argument])
    _run(["solve", "--time-limit", "0.5", "--", *argument.split("|")])


def _run(command: list[str], stdin: bytes = b"") -> None:
    result = CliRunner().invoke(main, command, input=stdin)
    assert isinstance(result.exception, SystemExit | None), repr(result.exception)
    assert result.exit_code in (0, 1, 2, 3)


TARGETS: dict[str, Callable[[str], None]] = {
    target.__name__: target
    for target in (
        *(tile, rack, table, tile_set, position, move, rule_value),
        *(rules_file, puzzle_file, layout_file, report_file),
        *(position_lines, console, plain_list, batch_line, command_line),
    )
}

SEEDS = [
    "R5",
    "J(R5)",
    "R5-8",
    "KBR7 R5-R8, jJ(o13)",
    "R5R6R7R8/K7B7R7",
    "R5 J R7|KBO7;B1B2B3",
    "R7R5J",
    "K8 J J",
    "J12J",
    "R5R6R7R8/K7B7R7 K9R4J rules=standard opened=yes",
    "- K10B10J opened=no id=mine opening.points=40",
    "K1K2/R1R2K3K4R3 R9J loose=yes rules=free",
    "C24C25C26/KBROGPWC1 W26J tiles.colours=8 tiles.numbers=26 sets.wrap=around",
    "R4J->R4R5R6J(R7)/K7B7R7",
    "-->-",
    'extends = "sabra"\n[opening]\npoints = 45\nneeds_run = true\n',
    "[tiles]\nnumbers = 20\ncolours = 6\n[sets]\nwrap = 'around'\nmax_group = 'colours'\n",
    "opening.table = 'after'\njokers.reuse = 'new_set_two_rack'",
    "yes",
    "represented",
    "1000",
    "[[puzzle]]\nid = 'a'\ntable = 'R5R6R7'\nrack = 'R8K1'\nrules = 'free'\n[puzzle.answer]\ntiles = 1\n",
    "# class: sets-04\nR5R6R7 R8 id=a\nR5R6R7 R9 id=b\n",
    "addtable k3-6 bro8\naddrack k10 b7 j\n",
    "table:\nred 5, red 6, 7 red\nK7 B7 R7\nrack:\njoker 4 red black 9\n",
    '{"id": 7, "position": "R5R6R7 R8", "objective": "tiles"}',
    '{"table": [["R5", "R6", "R7"]], "rack": ["R8"], "rules": "free", "opening.points": 40}',
    "# comment\n\nR1R2R3 R4\nR1R2R4 R5\n- JJ\n",
]
"""What mutations start from: texts that are read, and some that are almost."""
