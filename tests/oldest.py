"""Prints what to install for the tests of `make oldest`: the lower bound of each dependency in a pyproject.toml."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

TESTS_WITH = ("hypothesis", "pytest")
"""What these tests need besides the program's own dependencies."""


def oldest(pyproject: Path) -> list[str]:
    """`NAME==VERSION` for each dependency, all of which are written `NAME>=VERSION`."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    tests = [line for line in project["optional-dependencies"]["test"] if line.split(">=")[0] in TESTS_WITH]
    return [line.replace(">=", "==") for line in [*project["dependencies"], *tests]]


if __name__ == "__main__":
    print(*oldest(Path(sys.argv[1])))
