"""The commands on files that are none, on streams that are closed, and on text that a terminal would obey."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

ROOT = Path(__file__).parents[2]
PROGRAM = f"'{sys.executable}' -c \"import sys; sys.argv[0] = 'rummikub'; from solver.commands.app import run; run()\""
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}

ESCAPE = "\x1b]0;x\a"
LINE = "R5R6R7R8/K7B7R7 K9R4J id=a\n"


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """A command line with `rummikub` in it; what is not answered in a minute waits for something."""
    script = f'rummikub() {{ {PROGRAM} "$@"; }}\n{command}'
    return subprocess.run(["bash", "-c", script], capture_output=True, env=ENVIRONMENT, cwd=folder, timeout=60)


def refused(result: Result) -> str:
    """The one line with which a command refuses its input."""
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: ") and result.stderr.endswith("\n")
    line = result.stderr.removesuffix("\n")
    assert line.isprintable(), line
    return line.removeprefix("error: ").partition(" (see ")[0]


# --- Files ---


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe.toml"
    os.mkfifo(path)
    return path


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("solve", "- K1 rules={}"), "rules file '{}': it is a pipe, not a regular file"),
        (("solve", "- K1", "--rules", "{}"), "rules file '{}': it is a pipe, not a regular file"),
        (("check", "- K1", "--rules", "{}"), "rules file '{}': it is a pipe, not a regular file"),
        (("rules", "{}"), "rules file '{}': it is a pipe, not a regular file"),
        (("generate", "--rules", "{}"), "rules file '{}': it is a pipe, not a regular file"),
        (("puzzles", "{}"), "{}: it is a pipe, not a regular file"),
        (("convert", "{}"), "{}: it is a pipe, not a regular file"),
        (("bench", "{}"), "layouts {}: it is a pipe, not a regular file"),
        (("bench", "--against", "{}"), "saved run {}: it is a pipe, not a regular file"),
        (("batch", "{}"), "{}: it is a pipe, not a regular file; what is no file is read as standard input, '-'"),
    ],
)
def test_a_pipe_that_nobody_writes_to_is_not_waited_for(
    run: Run, pipe: Path, command: tuple[str, ...], message: str
) -> None:
    assert refused(run(*(part.format(pipe) for part in command))) == message.format(pipe)


def test_a_pipe_named_in_a_line_of_a_batch(run: Run, pipe: Path) -> None:
    result = run("batch", "-", "--workers", "1", stdin=f"- K1 rules={pipe}\n- K1\n")
    assert result.exit_code == 2
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["error"] == f"rules file '{pipe}': it is a pipe, not a regular file"
    assert second["status"] == "no_move"


def test_a_file_to_convert(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(b"\xef\xbb\xbfaddrack k10\n")
    assert run("convert", str(path)).stdout == "- K10 rules=standard opened=yes\n"
    path.write_bytes(b"addrack k10 \xff\n")
    assert refused(run("convert", str(path))) == f"{path}: it is no UTF-8 text (byte 13)"
    assert refused(run("convert", "-", stdin=b"addrack k10 \xff\n")) == "standard input: it is no UTF-8 text (byte 13)"
    assert refused(run("convert", str(tmp_path))) == f"{tmp_path}: it is a folder, not a file"
    assert refused(run("convert", "none")) == "none: No such file or directory"


def test_more_on_standard_input_than_can_be_converted(run: Run) -> None:
    message = "standard input: it has more than 16,000,000 bytes"
    assert refused(run("convert", "-", stdin=b"#" * 16_000_001)) == message


# --- Standard streams ---


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "said"),
    [
        *((f"rummikub {name} - <&-", "standard input is closed") for name in ("batch", "check", "convert", "solve")),
        *(
            (f"rummikub {name} >&-", "standard output is closed")
            for name in ("batch x.txt", "solve - K1", "rules", "generate", "puzzles", "batch x.txt --output out")
        ),
        ("rummikub solve - 0> new", "standard input: Bad file descriptor"),
        ("rummikub convert - 0> new", "standard input: Bad file descriptor"),
        ("rummikub batch - 0> new", "the input cannot be read: Bad file descriptor"),
        ("rummikub batch x.txt >> x.txt", "the output is the input; send it to another file"),
        ("rummikub batch - < x.txt >> x.txt", "the output is the input; send it to another file"),
        ("rummikub batch x.txt --output x.txt", "x.txt: the output is the input; name another file"),
        ("rummikub batch x.txt --output /dev/stdout >> x.txt", "/dev/stdout: the output is the input; name another"),
        ("rummikub solve - < x.txt >> x.txt", "standard output is the input; send it to another file"),
        ("rummikub check - < x.txt >> x.txt", "standard output is the input; send it to another file"),
        ("rummikub convert x.txt --from line >> x.txt", "standard output is the input; send it to another file"),
    ],
)
def test_streams_that_cannot_be_used(tmp_path: Path, command: str, said: str) -> None:
    (tmp_path / "x.txt").write_text(LINE, encoding="utf-8")
    result = shell(command, tmp_path)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.startswith(f"error: {said}".encode()) and result.stderr.count(b"\n") == 1, result.stderr
    assert (tmp_path / "x.txt").read_text(encoding="utf-8") == LINE


@pytest.mark.slow
@pytest.mark.parametrize("command", ["solve - < x.txt 2>> x.txt", "batch x.txt 2>> x.txt"])
def test_complaints_that_would_be_read_as_lines(tmp_path: Path, command: str) -> None:
    (tmp_path / "x.txt").write_text("X1 X2\n", encoding="utf-8")
    result = shell(f"rummikub {command}", tmp_path)
    assert (result.returncode, result.stdout) == (2, b"")
    # The one line that says so.
    text = (tmp_path / "x.txt").read_text(encoding="utf-8")
    assert text.startswith("X1 X2\nerror: standard error is the input; send it to another file")
    assert text.count("\n") == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "status", "output"),
    [
        ("solve - K1 --json 2>&-", 0, b'{"position": '),
        ("solve - X1 2>&-", 2, b""),
        ("batch x.txt 2>&-", 0, b'{"line": 1, '),
        ("batch x.txt <&- 2>&-", 0, b'{"line": 1, '),
        ("batch none 2>&-", 2, b""),
        ("generate --level 1 2>&-", 0, b"[[puzzle]]"),
        ("puzzles none.toml 2>&-", 2, b""),
        ("batch x.txt <&- 2>&- >&-", 2, b""),
    ],
)
def test_who_closes_standard_error_is_told_by_the_status(
    tmp_path: Path, command: str, status: int, output: bytes
) -> None:
    """What is said on standard error is said to nobody then, and into no file that is opened in its place."""
    (tmp_path / "x.txt").write_text(LINE, encoding="utf-8")
    result = shell(f"rummikub {command}", tmp_path)
    assert (result.returncode, result.stderr) == (status, b"")
    assert result.stdout.startswith(output)


@pytest.mark.slow
def test_an_output_does_not_take_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text(LINE + "X1 X2\n", encoding="utf-8")
    assert shell("rummikub batch x.txt --output out.jsonl <&- 2>&-", tmp_path).returncode == 2
    records = [json.loads(record) for record in (tmp_path / "out.jsonl").read_bytes().splitlines()]
    assert [record["line"] for record in records] == [1, 2]


# --- Text that a terminal would obey ---


def is_plain(text: str) -> bool:
    return all(line.isprintable() for line in text.split("\n"))


@pytest.mark.parametrize(
    "args",
    [
        ("solve", f"R5R6R7 R8 id={ESCAPE}"),
        ("solve", f"R5R6R7 R8 id={ESCAPE}", "--all", "2"),
        ("solve", f"R5R6R7 R8 id={ESCAPE}", "--hint", "1"),
        ("solve", f"R5R6R7 R8 id={ESCAPE}", "--compare-rules"),
        ("solve", f"R5R6R7 R8 id={ESCAPE}", "--json"),
        ("solve", f"R5R6R7 R8 id={ESCAPE}\x7f\x9b", "--json"),
        ("check", f"R5R6R7 R8 id={ESCAPE}"),
        ("check", f"R5R6R9 R8 id={ESCAPE}"),
        ("check", f"R5R6R9 R8 id={ESCAPE}", "--json"),
        ("solve", f"R5R6R7 R8 id={ESCAPE} rules={ESCAPE}.toml"),
        ("solve", f"R5R6R7 R8 {ESCAPE}=5"),
        ("solve", f"R5R6R7 {ESCAPE}"),
        ("solve", "R5R6R7", "R8", "--rule", ESCAPE),
        ("solve", "R5R6R7", "R8", "--rules", ESCAPE),
        ("solve", "R5R6R7", "R8", f"--{ESCAPE}"),
        (ESCAPE,),
        (f"R5/{ESCAPE}", "-"),
        ("batch", ESCAPE),
        ("batch", f"a\n{ESCAPE}"),
        ("batch", "-", "--output", f"no/{ESCAPE}\n"),
        ("convert", ESCAPE),
        ("puzzles", ESCAPE, f"\n{ESCAPE}"),
        ("generate", "--output", f"no/{ESCAPE}"),
        ("bench", ESCAPE),
        ("bench", "--against", ESCAPE),
        ("bench", "--class", ESCAPE),
        ("rules", ESCAPE),
        ("rules", f"\n{ESCAPE}.toml"),
    ],
)
def test_what_is_printed_has_no_control_characters(run: Run, args: tuple[str, ...]) -> None:
    result = run(*args)
    assert is_plain(result.stdout) and is_plain(result.stderr), result.output
    if "--json" in args:
        assert ESCAPE in json.loads(result.stdout)["position"]  # escaped, not lost
    elif result.exit_code == 0:
        assert "?]0;x?" in result.stdout or "--hint" not in args


def test_the_page_of_an_answer_masks_what_is_no_printable_character(run: Run) -> None:
    assert run("solve", f"- K1 id={ESCAPE}").stdout.startswith("Position ?]0;x?\n")
    # Colours are our own.
    colours = run("solve", f"- K1 id=\x1b[31mred{ESCAPE}", "--color").stdout
    assert colours.startswith("\x1b[1mPosition ?[31mred?]0;x?\x1b[0m\n")


def test_names_and_titles_of_files_are_masked(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / f"f\n{ESCAPE}"
    folder.mkdir()
    rules = folder / "r.toml"
    rules.write_text('title = "\\u001b]0;x\\u0007 mine"\nextends = "free"\n"opening.points" = 40\n', encoding="utf-8")
    sheet = run("rules", str(rules))
    assert sheet.exit_code == 0 and is_plain(sheet.stdout)
    assert "?]0;x? mine" in " ".join(sheet.stdout.split())
    puzzle = folder / "p.toml"
    text = '[[puzzle]]\nid = "\\u001b]0;x\\u0007"\ntitle = "\\u001b"\ntable = "R5R6R7"\nrack = "R8"\nrules = "free"\n'
    puzzle.write_text(text + "[puzzle.answer]\ntiles = 2\n", encoding="utf-8")
    table = run("puzzles", str(puzzle), "--workers", "1")
    assert table.exit_code == 1 and is_plain(table.stdout) and is_plain(table.stderr)
    assert "DIFFERS ?]0;x?" in table.stdout
    puzzle.write_text(text + "nothing = 5\n", encoding="utf-8")
    fault = run("puzzles", str(puzzle))
    assert fault.exit_code == 2 and is_plain(fault.stderr) and fault.stderr.count("\n") == 1


def test_the_faults_of_a_batch_are_masked_and_its_records_escaped(run: Run, tmp_path: Path) -> None:
    path = tmp_path / f"\n{ESCAPE}"
    path.write_text(f"- X1 id={ESCAPE}\n- K1 id={ESCAPE}\x7f\n", encoding="utf-8")
    result = run("batch", str(path), "--workers", "1", "--progress")
    assert result.exit_code == 2
    assert is_plain(result.stdout)
    assert [json.loads(record)["id"] for record in result.stdout.splitlines()] == [ESCAPE, f"{ESCAPE}\x7f"]
    complaints = [line for line in result.stderr.replace("\r", "\n").split("\n") if line.startswith("error")]
    assert len(complaints) == 1 and complaints[0].isprintable()
    assert ESCAPE not in result.stderr


def test_a_picture_has_no_control_characters(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "p.svg"
    assert run("solve", f"R5R6R7 R8 id={ESCAPE}\x9b", "--svg", str(picture)).exit_code == 0
    text = picture.read_text(encoding="utf-8")
    assert is_plain(text) and "Position \ufffd]0;x\ufffd\ufffd" in text


def test_an_id_that_cannot_be_printed_is_not_converted(run: Run) -> None:
    result = run("convert", "-", "--from", "line", stdin=f"- K1 id={ESCAPE}\n")
    assert refused(result) == "line 1: 'id=?]0;x?' has characters that cannot be printed: leave them out"
