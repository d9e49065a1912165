"""Runs of which none may hold too many jokers or too few number tiles: legal ones of just these tiles."""

from __future__ import annotations

import pytest
from laying import just, laid, most, stock_of

from solver.game.rules import Rules
from solver.model.network.counted_runs import CountedRuns
from solver.model.network.places import track
from solver.model.program import Program

SEVEN = Rules.named("free").changed({"tiles.numbers": 7, "tiles.colours": 1, "tiles.copies": 4, "tiles.jokers": 6})
ONE_JOKER: dict[str, object] = {"sets.max_jokers": 1}
TWO_NATURAL: dict[str, object] = {"sets.min_natural": 2}


def runs_of(tiles: str, rules: Rules = SEVEN, least: int = 0) -> tuple[Program, CountedRuns]:
    program = Program()
    stock, jokers = stock_of(tiles, rules)
    way = track(rules, sum(stock[0]) + jokers)
    return program, CountedRuns(program, rules, way, stock[0], jokers, 0, least=least)


def fewest_and_most(tiles: str, rules: Rules, at_least: int = 0) -> tuple[int, int] | None:
    """How many runs just these tiles make at least and at most, each way with legal runs; None if they make none."""
    program, runs = runs_of(tiles, rules, at_least)
    runs.close()
    more = laid(program, runs, tiles, rules, runs.count())
    if more is None:
        return None
    fewer = laid(program, runs, tiles, rules, [(column, -1) for column, _ in runs.count()])
    assert fewer is not None
    return len(fewer), len(more)


@pytest.mark.parametrize(
    ("tiles", "changes", "number"),
    [
        ("K1K2", ONE_JOKER, None),
        ("K1K2K3", ONE_JOKER, (1, 1)),
        ("K1-6", ONE_JOKER, (1, 2)),
        ("K1-7", ONE_JOKER, (1, 2)),
        ("K1K2K3K3K4K5", ONE_JOKER, (2, 2)),
        ("K1K2J", ONE_JOKER, (1, 1)),
        ("K1JJ", ONE_JOKER, None),
        # Five tiles are one run, and it has two jokers.
        ("K1K3K5JJ", ONE_JOKER, None),
        # 1 J 3 and 4 J 6; but one run of all six has two jokers.
        ("K1K3K4K6JJ", ONE_JOKER, (2, 2)),
        ("K1K3K4K6JJ", {"sets.max_jokers": 2}, (1, 2)),
        # 1 J 3 and 5 J 7; a third joker goes to one of them, or links them.
        ("K1K3K5K7JJ", ONE_JOKER, (2, 2)),
        ("K1K3K5K7JJJ", ONE_JOKER, None),
        ("K1K3K5K7JJJ", {"sets.max_jokers": 2}, (2, 2)),
        ("K1K3K5K7JJJ", {"sets.max_jokers": 3}, (1, 2)),
        ("K1K2K3", TWO_NATURAL, (1, 1)),
        ("K4JJ", TWO_NATURAL, None),
        ("K1K4JJ", TWO_NATURAL, (1, 1)),
        # J J 3 4 J J, but J J 3 is no run.
        ("K3K4JJJJ", TWO_NATURAL, (1, 1)),
        ("K3K4JJJJ", {"sets.min_natural": 1}, (1, 2)),
        ("K3K4K3K4JJ", TWO_NATURAL, (2, 2)),
        ("K1-4", {"sets.min_natural": 4}, (1, 1)),
        # Seven places hold no more than seven tiles.
        ("K1K2K3K4JJJ", ONE_JOKER, None),
        ("K1K2", {"sets.min_run": 2, **ONE_JOKER}, (1, 1)),
        ("K1JK4J", {"sets.min_run": 2, **ONE_JOKER}, (2, 2)),
        ("K6JK1", {"sets.wrap": "high_one", **ONE_JOKER}, (1, 1)),
        ("K7K1J", {"sets.wrap": "high_one", **ONE_JOKER}, (1, 1)),
        # A 2 does not follow the 1 that ends a run.
        ("K7K2J", {"sets.wrap": "high_one", **ONE_JOKER}, None),
        ("K7K2J", {"sets.wrap": "around", **ONE_JOKER}, (1, 1)),
        ("K7K1K2J", {"sets.wrap": "around", **ONE_JOKER}, (1, 1)),
        ("K1-7K1-7J", {"sets.wrap": "around", **ONE_JOKER}, (1, 5)),
    ],
)
def test_runs_of_just_these_tiles(tiles: str, changes: dict[str, object], number: tuple[int, int] | None) -> None:
    assert fewest_and_most(tiles, SEVEN.changed(changes)) == number


def test_longer_runs_are_asked_for() -> None:
    rules = SEVEN.changed(ONE_JOKER)
    assert fewest_and_most("K1K2K3", rules, at_least=4) is None
    assert fewest_and_most("K1K2K3J", rules, at_least=4) == (1, 1)
    assert fewest_and_most("K1-7", rules, at_least=4) == (1, 1)
    assert fewest_and_most("K1K2K3", rules, at_least=2) == (1, 1)


def test_a_track_that_is_too_short_has_no_columns() -> None:
    program, runs = runs_of("K1-7", SEVEN.changed(ONE_JOKER), least=8)
    assert (len(program.low), runs.count(), runs.naturals(0, 1), runs.jokers()) == (0, [], [], [])
    assert runs.decode([]) == []


def test_what_is_at_a_tile() -> None:
    rules = SEVEN.changed(ONE_JOKER)
    program, runs = runs_of("K2K4J", rules)
    runs.close()
    assert runs.naturals(1, 2) == runs.jokers_for(1, 2) == []
    assert runs.naturals(0, 8) == runs.jokers_for(0, 8) == []
    assert runs.naturals(0, 3) == []
    assert just(program, runs, "K2K4J", rules)
    assert most(program, runs.jokers_for(0, 3)) == 1
    assert most(program, [(column, -1) for column, _ in runs.jokers_for(0, 3)]) == -1
    assert most(program, runs.jokers_for(0, 2)) == 0
    blue = CountedRuns(Program(), rules, track(rules, 3), [0, 1, 1, 1, 0, 0, 0, 0], 1, 1)
    for colour in (0, 2):
        assert blue.naturals(colour, 2) == blue.jokers_for(colour, 2) == []
    assert blue.naturals(1, 2) != []
    assert blue.jokers_for(1, 2) != []
