"""The page of tables has a place for every table that a run can have."""

import importlib.util
from pathlib import Path
from types import ModuleType

import click
import pytest

from solver.bench.growth import Curve, Point
from solver.bench.measure import PeerTimed, Sample, Timed
from solver.bench.process import Limited
from solver.bench.report import Report

ROOT = Path(__file__).parents[2]


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("write_tables", ROOT / "benchmarks" / "write_tables.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def complete_run() -> Report:
    timed = Timed(0.01, "optimal", 3, 9, False, {"build": 0.001})
    presets = {"free": 0.01, "standard": 0.02}
    sample = Sample("a", "a-1", "line", 4, timed, timed, 0.001, 3.0, PeerTimed(0.1, 3), presets, {"CBC": (0.02, 3)})
    return Report(
        {"cores": 2, "cpu": "x", "system": "y", "python": "3.11.0", "ortools": "9", "numpy": "2", "load": 0.0},
        {"objective": "value", "repeat": 1, "limit": 0.01, "clock": "wall", "peer_version": "1", "peer_back_end": "Z"},
        [sample],
        {"peak": {"a": 40.0}, "start": 30.0, "solves": 10, "growth": 0.1},
        {"rounds": 3, "solve": 0.3, "imports": 0.2, "empty": 0.1},
        [Limited("a-1", "optimal", 0.001, ())],
        [Curve("table", "count", "tiles", (Point(100, 100, 96, 0.1),), None)],
    )


def test_every_table_of_a_complete_run_goes_onto_the_page(script: ModuleType) -> None:
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    run = complete_run()
    filled = script.filled(page, run)
    assert all(text in filled for text in run.sections().values())
    assert "Not measured" not in filled
    assert script.filled(filled, run) == filled
    bare = script.filled(filled, Report(run.machine, run.settings, []))
    assert filled.count("<!-- end -->") == bare.count("<!-- end -->") == len(run.sections()) + 1


def test_a_table_without_a_place_is_an_error(script: ModuleType) -> None:
    with pytest.raises(click.ClickException, match="no place for: machine"):
        script.filled("<!-- table command -->\n<!-- end -->\n", complete_run())
