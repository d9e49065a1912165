"""One target for each parser: any text is read or refused in so many words, and what is read is written back.

A target raises nothing but `AssertionError`; that is a defect of the parser.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from socket import AF_UNIX, socket
from typing import Any

from click.testing import CliRunner

from cli import main
from solver import Move, Position, Rules, Tile, TileSet
from solver.batch.lines import Line, open_source
from solver.batch.records import read_record
from solver.batch.task import Settings, difference, record_of
from solver.bench.layouts import read_layouts
from solver.bench.report import Report
from solver.errors import RummikubError
from solver.formats import positions_text, read_positions
from solver.game.notation import CARDS, read_table, read_tiles
from solver.game.objective import OBJECTIVES
from solver.game.rulebook import rule_sheet
from solver.game.rules import PARAMETERS, Parameter, preset_names
from solver.game.tiles import tiles_text
from solver.puzzles.files import read_file, read_puzzles
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


def cards(text: str) -> None:
    """The other notation of tiles: sets, and positions, which come back from either."""
    try:
        found = read_table(text, notation=CARDS)
    except RummikubError as error:
        _refused(error)
    else:
        assert read_table("/".join(map(CARDS.packed, found)), notation=CARDS) == found
    for rules in ("standard", "machiavelli"):
        try:
            position = Position.parse(text, rules, notation="cards")
        except RummikubError as error:
            _refused(error)
            continue
        assert Position.parse(str(position), rules, notation="cards") == position
        assert Position.parse(str(position.written_in("tiles")), rules) == position


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
    path = Path(_folder().name, name)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    yield path


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """One for all texts: to make one takes longer than to read a file."""
    return tempfile.TemporaryDirectory()


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


def card_lines(text: str) -> None:
    _exchanged(text, "cards")


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
    assert all(line.isprintable() for line in result.output.split("\n")), result.output
    assert result.exit_code in (0, 1, 2, 3)


# --- Not texts: numbers, boxes and kinds of files, drawn by a text that is their seed ---


def question(text: str) -> None:
    """A line with any weight, time limit and box: an answer whose numbers agree, in time, or what is wrong with it."""
    random = Random(repr(text))
    asked: dict[str, Any] = {"table": random.choice(_TABLES), "rack": random.choice(_RACKS)}
    for key, draw in (("joker_worth", _number), ("time_limit", _seconds), ("objective", _objective)):
        if random.random() < 0.7:
            asked[key] = draw(random)
    asked |= {
        key: _value(random, PARAMETERS[key]) for key in random.sample(list(PARAMETERS), random.choice((0, 0, 1, 2, 4)))
    }
    if random.random() < 0.3:
        asked["rules"] = random.choice((*preset_names(), text[:20]))
    asked["opened"], asked["loose"] = random.random() < 0.7, random.random() < 0.1
    line = Line(1, json.dumps(asked).encode())
    settings = Settings(time_limit=0.2)
    record = json.loads(record_of(settings, line))
    assert "internal error" not in record.get("error", ""), line
    if record["status"] == "error":
        return
    assert read_record(json.dumps(record).encode()) == record, line
    assert difference(record, line, settings) == "", line
    limit = asked.get("time_limit") or 0.2
    assert record["seconds"] <= limit + _LATE, line


def file_kind(text: str) -> None:
    """A file of any kind and name, at everything that reads files: it is read, or refused in so many words."""
    random = Random(repr(text))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(
            folder, random.choice(("fuzz.toml", "fuzz.txt", "esc\x1b]0;x\a.toml", "two\nlines.toml", "é\udcff.toml"))
        )
        kind = random.choice(("folder", "pipe", "link", "link to a pipe", "large", "socket", "marked", "bytes", "text"))
        _make(kind, random, path, text.encode("utf-8", "surrogateescape"))
        reader = random.choice(_READERS)
        try:
            reader(path)
        except RummikubError as error:
            _refused(error)
            assert "\n" not in str(error) or kind in ("marked", "bytes", "text"), str(error)


def _make(kind: str, random: Random, path: Path, content: bytes) -> None:
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "link":
            path.symlink_to(random.choice(("/dev/zero", "/dev/null", "/dev/random", ".", "nowhere", path.name)))
        case "link to a pipe":
            os.mkfifo(path.with_name("pipe"))
            path.symlink_to("pipe")
        case "large":
            with path.open("wb") as file:
                file.truncate(random.choice((100_001, 16_000_001, 2**40)))
        case "socket":
            with socket(AF_UNIX) as listening:
                listening.bind(os.fsencode(path))
        case "marked":
            path.write_bytes(b"\xef\xbb\xbf" + content)
        case "bytes":
            path.write_bytes(random.randbytes(random.randrange(200)))
        case _:
            path.write_bytes(content)


def _rules_in_a_line(path: Path) -> None:
    Position.parse(f"R5R6R7 R8 rules={path}")


def _converted(path: Path) -> None:
    _run(["convert", str(path)])


def _source_of_a_batch(path: Path) -> None:
    with open_source(path) as stream:
        stream.read(1)  # not all: it may be of any size


_READERS: tuple[Callable[[Path], object], ...] = (
    *(
        Rules.from_file,
        read_file,
        Report.load,
        lambda path: rule_sheet(str(path)),
        _rules_in_a_line,
        _converted,
        _source_of_a_batch,
    ),
    lambda path: read_layouts([path]),
    lambda path: read_puzzles([path]),
    lambda path: read_puzzles([path.parent]),
)

_NAMES = ("fuzz.toml", "fuzz.txt", "esc\x1b]0;x\a.toml", "two\nlines.toml", "é\udcff.toml")

_LATE = 5.0
"""Seconds that an answer may be late on a machine that does other things as well."""

_TABLES = ["-", "R5R6R7", "R5R6R7R8/K7B7R7", "R5JR7/K1B1R1J", "C24C25C26", "O6O7JO9O10/B2B3B4B5B6/B12K12R12/B10K10O10"]
_RACKS = ["-", "J", "JJ", "K9R4J", "JK10K11K12B10", "B1-13JJ", "B1-20JJJJJJJJ", "R8O7K10", "K1K2K3R1R2R3", "R5R5R5"]


def _number(random: Random) -> Any:
    """Numbers of all sizes, most of them where something begins or ends to be exact."""
    power = random.choice((2, 10)) ** random.choice((1, 8, 15, 31, 52, 53, 59, 63, 64, 100, 308, 400))
    return random.choice((0, 1, 13, 30, power, power - 1, power + 1, -power, -1, 0.5, True, None, "30", float("inf")))


def _seconds(random: Random) -> Any:
    return random.choice(
        (1e-300, 1e-9, 0.001, 0.05, 0.2, 0, -1, -0.0, 1e-400, 1e9, 1e400, float("nan"), "1", True, None)
    )


def _objective(random: Random) -> Any:
    return random.choice((*OBJECTIVES, "", 5, None))


def _value(random: Random, parameter: Parameter) -> Any:
    """A value of a rule, most often the least, the greatest, or one that it does not take."""
    if random.random() < 0.1:
        return _number(random)
    words = [*parameter.words, "yes", "no"] if random.random() < 0.1 else list(parameter.words)
    numbers = []
    if parameter.low is not None and parameter.high is not None:
        numbers = [parameter.low, parameter.high, random.randint(parameter.low, parameter.high), parameter.high + 1]
    return random.choice([*words, *numbers, True, False] if not words and not numbers else [*words, *numbers])


TARGETS: dict[str, Callable[[str], None]] = {
    target.__name__: target
    for target in (
        *(tile, rack, table, cards, tile_set, position, move, rule_value),
        *(rules_file, puzzle_file, layout_file, report_file),
        *(position_lines, card_lines, console, plain_list, batch_line, command_line),
        *(question, file_kind),
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
    "5-8h/7csh 9c4h* rules=vatikan",
    "7c 10♥ Q♠|*(Ad)joker;Q-Ah 7♣♠♦",
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
    "table:\nK7, -, B7\nrack: J\n",
    "# comment\n\nR1R2R3 R4\nR1R2R4 R5\n- JJ\n",
]
"""What mutations start from: texts that are read, and some that are almost."""
