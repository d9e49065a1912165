"""Runs the examples of README.md and of the pages beside it and writes what they print: `make docs`.

Commands with output stand in `console` blocks. A page is run from top to bottom in a folder of its own, which holds the
files that the page shows: a line with the name, "`kitchen.toml`:", and a block.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from cli import main  # noqa: E402

PAGES = [
    ROOT / "README.md",
    *(ROOT / "docs" / f"{name}.md" for name in ("alternatives", "cards", "first-steps", "hints", "repair", "steps")),
]

_BLOCK = re.compile(r"(?<=```console\n).*?(?=```\n)", re.DOTALL)
_FILE = re.compile(r"^`([\w.-]+)`:\n\n```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_SILENT = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_TIME = re.compile(r"\(\d+\.\d\d s of solving\)")


def refreshed(page: str) -> str:
    """The page with the output of every command in its console blocks as it is now."""
    with _files_of(page):
        return _BLOCK.sub(lambda block: "".join(map(_shown, re.findall(r"^\$ .*$", block[0], re.MULTILINE))), page)


def run_silent(page: str) -> list[tuple[str, int]]:
    """The commands of the `sh` blocks, whose output is another each time, with their exit status."""
    with _files_of(page):
        lines = [line for block in _SILENT.findall(page) for line in block.splitlines()]
        return [(line, CliRunner().invoke(main, shlex.split(line)[1:]).exit_code) for line in lines]


@contextlib.contextmanager
def _files_of(page: str) -> Iterator[None]:
    """A folder with the files that a page shows, as the working directory."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in _FILE.findall(page):
            Path(name).write_text(text, encoding="utf-8")
        yield


def _shown(line: str) -> str:
    command = line.removeprefix("$ ")
    program, *args = shlex.split(_what_make_runs(command) if command.startswith("make ") else command)
    assert program == "rummikub", command
    os.environ["COLUMNS"] = "80"
    result = CliRunner().invoke(main, args)
    assert isinstance(result.exception, SystemExit | None), command
    return f"{line}\n{_TIME.sub('(0.01 s of solving)', result.output)}"


def _what_make_runs(command: str) -> str:
    """The `rummikub` command of a target of the Makefile, its variables filled in."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    variables = dict(re.findall(r"^(\w+) :?= (.*)$", makefile, re.MULTILINE))
    recipe = re.search(rf"^{command.removeprefix('make ')}:.*\n\t(.*)$", makefile, re.MULTILINE)
    assert recipe is not None, command
    text = recipe[1].removeprefix("@")
    while filled := re.search(r"\$\((\w+)\)", text):
        text = text.replace(filled[0], variables[filled[1]])
    return text.replace(f"{variables['VENV']}/bin/", "")


def _draw() -> None:
    """The picture of docs/pictures.md, by the command that the page begins with."""
    page = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
    command = re.search(r"^    rummikub (.* --svg) move.svg$", page, re.MULTILINE)
    assert command is not None
    CliRunner().invoke(main, [*shlex.split(command[1]), str(ROOT / "docs" / "pictures.svg")])


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(refreshed(path.read_text(encoding="utf-8")), encoding="utf-8")
    _draw()
