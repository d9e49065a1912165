"""Runs the examples of README.md and of the pages beside it and writes what they print: `make docs`."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path

from click.testing import CliRunner

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from cli import main  # noqa: E402

PAGES = [ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in ("alternatives", "hints", "repair", "steps"))]

_BLOCK = re.compile(r"(?<=```console\n).*?(?=```\n)", re.DOTALL)


def refreshed(page: str) -> str:
    """The page with the output of every command in its console blocks as it is now."""
    return _BLOCK.sub(lambda block: "".join(map(_shown, re.findall(r"^\$ .*$", block[0], re.MULTILINE))), page)


def _shown(line: str) -> str:
    command = line.removeprefix("$ ")
    program, *args = shlex.split(_what_make_runs(command) if command.startswith("make ") else command)
    assert program == "rummikub", command
    os.environ["COLUMNS"] = "80"
    result = CliRunner().invoke(main, args)
    assert isinstance(result.exception, SystemExit | None), command
    return f"{line}\n{result.output}"


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
