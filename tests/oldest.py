"""Prints the oldest dependencies that pyproject.toml allows, for pip: `make oldest`."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"

BUILD_NUMBERS = {"ortools"}
"""Projects whose third number counts builds, so that 9.15 is no version: any of that series will do."""


def oldest() -> list[str]:
    """`name==version` for each dependency.

    :raises ValueError: if a dependency has no lower bound.
    """
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    pins = []
    for requirement in project["dependencies"]:
        bound = re.match(r"([\w-]+)>=([\d.]+)", requirement)
        if bound is None:
            raise ValueError(f"{requirement}: it has no lower bound")
        name, version = bound.groups()
        pins.append(f"{name}=={version}{'.*' if name in BUILD_NUMBERS else ''}")
    return pins


if __name__ == "__main__":
    print(*oldest())
