"""No question takes more time than it is given, or more memory than an answer may."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from random import Random

import pytest

from solver import Position, best_moves, hint_of, solve, svg
from solver.bench.layouts import layout_files, read_layouts
from solver.bench.tables import crowded
from solver.game.rules import Rules, TileRules
from solver.model import program

LATE = 1.0
"""Seconds of computing that an answer may be late at most: what these guard against took 2 to 38 seconds.

How late answers really come is measured by `benchmarks/late.py`.
"""

HUGE = TileRules(104, 8, 8, 8)


def used(position: Position, limit: float) -> tuple[str, float]:
    """The status of an answer with a limit, and the seconds that were computed for it."""
    began = time.process_time()
    answer = solve(position, time_limit=limit)
    return answer.status, time.process_time() - began


# --- Time ---


@pytest.mark.parametrize("min_run", [6, 8, 10])
def test_a_run_that_opens_among_many_jokers(min_run: int) -> None:
    """Up to 20 tiles and eight jokers make hundreds of thousands of runs."""
    rules = Rules.named("vatikan").changed({"sets.min_run": min_run, "tiles.numbers": 30, "tiles.jokers": 8})
    position = Position.parse("- B1-20JJJJJJJJ opened=no", rules)
    solve("- K1K2K3 rules=vatikan opened=no")
    status, seconds = used(position, 0.05)
    assert status in ("feasible", "optimal")
    assert seconds < 0.05 + LATE
    answer = solve(position, steps=False, time_limit=20)
    # All lies in one run of 28, from B1 to B28.
    assert (answer.status, answer.goes_out, answer.value) == ("optimal", True, 210)


def test_the_layout_whose_steps_were_late() -> None:
    (layout,) = [each for each in read_layouts(layout_files()) if each.id == "big-box-19"]
    _, seconds = used(layout.position, 0.05)
    assert seconds < 0.05 + LATE


@pytest.mark.parametrize("preset", ["standard", "american", "sabra", "vatikan"])
def test_a_table_of_80_sets_and_a_rack_of_200(preset: str) -> None:
    box = replace(Rules.named("standard"), tiles=HUGE)
    position = crowded(Random("late"), box, 80, (4, 4), 200).under(Rules.named(preset))
    for opened in (True, False):
        status, seconds = used(replace(position, opened=opened), 0.05)
        assert status == "feasible"
        assert seconds < 0.05 + LATE


# --- Memory ---

CROWDED = "O6O7JO9O10/B2B3B4B5B6/B12K12R12 O2B7B9K1K4O3"


def test_a_programme_that_is_too_large_is_not_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best so far is told, that it is not proved, and that more time would not help."""
    whole = solve(CROWDED)
    assert (whole.status, whole.too_large, whole.notes) == ("optimal", False, ())
    monkeypatch.setattr(program, "MOST_ENTRIES", 900)
    answer = solve(CROWDED + " sets.max_jokers=1")
    assert (answer.status, answer.too_large) == ("feasible", True)
    assert answer.score <= whole.score <= answer.bound
    assert answer.notes == ("This position is too large to be worked out to the end, however much time there is.",)
    assert answer.to_json()["notes"] == list(answer.notes)
    for text in (str(answer), str(hint_of(answer, 1)), svg(answer)):
        assert "emory ran out" in text
        assert "ime ran out" not in text and "time-limit" not in text
    found = best_moves(CROWDED + " sets.max_jokers=1", 3)
    assert (found.best.status, found.complete, found.unique) == ("feasible", False, None)
    assert "emory ran out" in str(found)


def test_the_others_are_too_large_to_be_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "K1K2K3 K4R1R2"
    assert solve(line).status == "optimal"
    monkeypatch.setattr(program, "MOST_ENTRIES", 0)
    found = best_moves(line, 3)
    assert (found.best.status, len(found.answers), found.complete) == ("optimal", 1, False)
    assert "Memory ran out before another arrangement that is as good was found" in str(found)


LARGEST = """
import resource
from dataclasses import replace
from random import Random
from solver import solve
from solver.bench.tables import crowded
from solver.game.rules import Rules, TileRules
rules = replace(Rules.named("standard"), tiles=TileRules(104, 8, 8, 8))
position = crowded(Random("largest"), rules, {sets}, (8, 0), {rack})
position = position.under(Rules.named("{preset}"))
answer = solve(replace(position, rules=position.rules.changed({changes})), steps=False)
print(answer.status, answer.too_large, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("sets", "rack", "preset", "changes"),
    [
        (1500, 100, "free", {"sets.wrap": "around"}),
        (1500, 100, "sabra", {}),
        (1500, 100, "rummy-o", {}),
        (800, 1500, "american", {}),
        (340, 100, "free", {"sets.wrap": "around"}),
    ],
)
def test_the_largest_questions(sets: int, rack: int, preset: str, changes: dict[str, str]) -> None:
    """In all the tiles that a box can have, without a limit of time: less than 1 GB."""
    code = LARGEST.format(sets=sets, rack=rack, preset=preset, changes=changes)
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert shown[0] in ("optimal", "feasible")
    assert int(shown[2]) < 1000
