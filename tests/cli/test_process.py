"""The command line as a process of its own: streams, signals, and what it imports."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-c", "import sys; sys.argv[0] = 'rummikub'; from solver.commands.app import run; run()"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}


def rummikub(*args: str, stdin: bytes = b"", **changed: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*PROGRAM, *args], input=stdin, capture_output=True, env=ENVIRONMENT | changed, cwd=ROOT, timeout=60
    )


def test_an_answer_and_bad_input() -> None:
    result = rummikub("solve", "R5R6R7R8/K7B7R7", "K9R4J")
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"Lay 1 tile" in result.stdout
    result = rummikub("solve", "R5R6R9", "K9")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.count(b"\n") == 1
    assert rummikub("check", "R5R6R9", "K9").returncode == 1


@pytest.mark.parametrize("entry", [["cli.py"], ["-m", "solver"]])
def test_other_ways_in(entry: list[str]) -> None:
    command = [sys.executable, *entry, "solve", "R5R6R7R8/K7B7R7", "K9R4J", "--json"]
    result = subprocess.run(command, capture_output=True, env=ENVIRONMENT, cwd=ROOT, timeout=60)
    assert (result.returncode, result.stderr) == (0, b"")
    assert b'"played": ["R4"]' in result.stdout
    refused = subprocess.run([*command[:-4], "--nonsense"], capture_output=True, env=ENVIRONMENT, cwd=ROOT, timeout=60)
    assert refused.returncode == 2
    assert b"(see 'rummikub --help')" in refused.stderr


def test_a_terminal_that_knows_ascii_only() -> None:
    for args in (("solve", "- K1 id=é"), ("solve", "- é"), ("rules", "é")):
        result = rummikub(*args, PYTHONIOENCODING="ascii", LC_ALL="C")
        assert result.returncode in (0, 2)
        assert b"Traceback" not in result.stderr


def test_arguments_that_are_no_text() -> None:
    command = [*(os.fsencode(part) for part in PROGRAM), b"solve", b"-", b"K1\xff\xfe", b"id=\xff"]
    result = subprocess.run(command, capture_output=True, env=ENVIRONMENT, cwd=ROOT, timeout=60)
    assert result.returncode == 2
    assert result.stderr.startswith(b"error: rack, character 3:")


def test_a_reader_that_goes_away() -> None:
    process = subprocess.Popen(
        [*PROGRAM, "solve", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        cwd=ROOT,
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdin.write(b"R1R2R3 R4\n" * 100)
    process.stdout.close()
    process.stdin.close()
    assert process.wait(timeout=60) == 141
    assert process.stderr.read() == b""
    process.stderr.close()


def test_answers_come_one_by_one_and_control_c_stops() -> None:
    process = subprocess.Popen(
        [*PROGRAM, "solve", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        cwd=ROOT,
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdin.write(b"R1R2R3 R4\n")
    process.stdin.flush()
    assert b'"played": ["R4"]' in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 130
    assert complaint.strip() == b"error: stopped"


def test_a_disk_that_is_full() -> None:
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [*PROGRAM, "solve", "R1R2R3", "R4"],
            stdout=full,
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
            cwd=ROOT,
            timeout=60,
        )
    assert result.returncode == 2
    assert result.stderr == b"error: cannot write the output: No space left on device\n"


@pytest.mark.parametrize(("closed", "name"), [("<&-", "input"), (">&-", "output")])
def test_closed_streams(closed: str, name: str) -> None:
    command = " ".join(f"'{part}'" if " " not in part else f'"{part}"' for part in [*PROGRAM, "solve", "-"])
    result = subprocess.run(
        ["sh", "-c", f"{command} {closed}"], capture_output=True, env=ENVIRONMENT, cwd=ROOT, timeout=60, input=b""
    )
    assert result.returncode == 2
    assert f"standard {name} is closed".encode() in result.stderr


def imported_by(command: str) -> set[str]:
    code = f"import sys; {command}; print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=ENVIRONMENT, cwd=ROOT, timeout=60, check=True, text=True
    )
    return set(result.stdout.split())


def test_nothing_heavy_is_imported() -> None:
    heavy = {"pandas", "matplotlib", "scipy", "dask", "distributed", "tomlkit", "numpy", "tqdm", "ortools.sat.python"}
    assert not imported_by("import solver") & (heavy | {"click"})
    assert not imported_by("import cli") & (heavy | {"ortools", "solver.advice.solve", "solver.commands.solve"})
    solving = "from click.testing import CliRunner; from cli import main; CliRunner().invoke(main, {!r})"
    # Of the commands, the one that is asked for alone.
    assert "solver.commands.bench" not in imported_by(solving.format(["solve", "R1R2R3", "R4"]))
    assert not imported_by(solving.format(["solve", "R1R2R3", "R4"])) & heavy
    for args in (["rules"], ["check", "R1R2R3", "R4", "--after", "R1R2R3R4"], ["solve", "--help"]):
        assert not imported_by(solving.format(args)) & (heavy | {"ortools"})


@pytest.mark.parametrize("moment", [0.15, 0.25, 0.35, 0.5])
def test_control_c_while_libraries_are_loaded(moment: float, tmp_path: Path) -> None:
    """It reaches the workers, too; none of them, and no import, may swallow it or write of it."""
    lines = tmp_path / "lines.txt"
    lines.write_text("R1R2R3 R4\n" * 20_000)
    process = subprocess.Popen(
        [*PROGRAM, "batch", str(lines), "--workers", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        cwd=ROOT,
        start_new_session=True,
    )
    time.sleep(moment)
    os.killpg(process.pid, signal.SIGINT)
    _, complaint = process.communicate(timeout=60)
    # On a slow machine Python itself may not be up yet; then it ends by the signal.
    assert process.returncode in (130, -signal.SIGINT)
    assert b"multiprocessing" not in complaint and b"ortools" not in complaint, complaint
