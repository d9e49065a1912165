"""The command line inside the test process: fast, with its output in two parts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from solver.commands.app import main

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("solve", "-", stdin="...")`: what the command does; a traceback fails the test."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)

    def run_it(*args: str, stdin: str | bytes = "") -> Result:
        result = CliRunner().invoke(main, args, input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run_it
