"""The wheel: built, installed into an empty environment, and used from a folder elsewhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import solver

ROOT = Path(__file__).parents[1]
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]

pytestmark = pytest.mark.slow

Run = Callable[..., str]


def done(command: list[str], cwd: Path) -> str:
    """What a command prints, without anything of this source tree on its path."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    result = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment, timeout=600)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """`installed("rummikub", "--version")`: a program of the environment that has the wheel, and nothing else."""
    scratch = tmp_path_factory.mktemp("wheel")
    # A copy, because setuptools puts into the wheel what an earlier build has left in the folder.
    left_out = shutil.ignore_patterns(".*", "tests", "build", "*.egg-info", "__pycache__")
    source = shutil.copytree(ROOT, scratch / "source", ignore=left_out)
    done([*PIP, "wheel", "--no-deps", "--wheel-dir", str(scratch), str(source)], scratch)
    (wheel,) = scratch.glob("rummikub-*.whl")
    done([sys.executable, "-m", "venv", "--without-pip", str(scratch / "venv")], scratch)
    done([*PIP, "--python", str(scratch / "venv"), "install", "--no-compile", str(wheel)], scratch)
    (scratch / "elsewhere").mkdir()

    def run(program: str, *args: str) -> str:
        return done([str(scratch / "venv" / "bin" / program), *args], scratch / "elsewhere")

    return run


def test_the_wheel_has_all_that_it_needs(installed: Run) -> None:
    """One test: each process that runs tests would build a wheel of its own."""
    assert installed("rummikub", "--version") == f"rummikub, version {solver.__version__}\n"
    where = installed("python", "-c", "import solver; print(solver.__file__)")
    assert "site-packages" in where and not Path(where).is_relative_to(ROOT)

    assert "Lay 2 tiles" in installed("rummikub", "solve", "R5R6R7R8/K7B7R7", "K9R4J", "--objective", "tiles")
    shown = installed("rummikub", "bench", "--class", "sets-04", "--most", "2", "--repeat", "1", "--no-memory")
    assert "| sets-04 " in shown

    code = "from solver.data import puzzles_folder; print(*sorted(p.name for p in puzzles_folder().rglob('*.toml')))"
    ours = sorted(path.name for path in (ROOT / "puzzles").rglob("*.toml"))
    assert installed("python", "-c", code).split() == ours and len(ours) >= 30
    last = installed("rummikub", "puzzles", "--no-progress").splitlines()[-1]
    assert " as stored (" in last

    page = {path.name for path in (ROOT / "solver" / "serve" / "page").iterdir()}
    there = {path.name for path in (Path(where).parent / "serve" / "page").iterdir()}
    assert there == page and {"index.html", "words.js"} <= page
    missing = subprocess.run([Path(where).parents[4] / "bin" / "rummikub", "serve"], capture_output=True, text=True)
    assert (missing.returncode, missing.stderr.count("\n")) == (2, 1)
    assert missing.stderr.startswith("error: the page needs ") and "pip install starlette uvicorn" in missing.stderr
