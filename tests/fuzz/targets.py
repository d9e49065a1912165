"""One target for each parser: any text is read or refused in so many words, and what is read is written back.

A target raises nothing but `AssertionError`; that is a defect of the parser.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner

from cli import main
from solver import Move, Position, Rules, Tile, TileSet
from solver.errors import RummikubError
from solver.game.notation import read_table, read_tiles
from solver.game.rules import PARAMETERS
from solver.game.tiles import tiles_text

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


def rules_file(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "fuzz.toml")
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        try:
            found = Rules.from_file(path)
        except RummikubError as error:
            return _refused(error)
    assert Rules.named(found.name).changed(found.changes()) == found


def command_line(text: str) -> None:
    """`check` and `solve` on any standard input: a promised status, and no traceback."""
    for command in (["check", "-"], ["check", "-", "--loose", "--json"], ["solve", "-", "--time-limit", "0.5"]):
        result = CliRunner().invoke(main, command, input=text.encode("utf-8", "surrogateescape"))
        assert isinstance(result.exception, SystemExit | None), repr(result.exception)
        assert result.exit_code in (0, 1, 2, 3)


TARGETS: dict[str, Callable[[str], None]] = {
    target.__name__: target
    for target in (tile, rack, table, tile_set, position, move, rule_value, rules_file, command_line)
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
    "# comment\n\nR1R2R3 R4\nR1R2R4 R5\n- JJ\n",
]
"""What mutations start from: texts that are read, and some that are almost."""
