"""The runs of one colour: which tiles they can lay, how many runs that takes, what they hold."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from laying import just, laid, least, most, stock_of

from solver.game.rules import Rules
from solver.model.network.places import track
from solver.model.network.runs import Runs
from solver.model.program import Program

SEVEN = Rules.named("free").changed({"tiles.numbers": 7, "tiles.colours": 1, "tiles.copies": 4, "tiles.jokers": 3})


def runs_of(
    tiles: str, rules: Rules = SEVEN, least: int = 0, most: int | None = None, held: Collection[int] = ()
) -> tuple[Program, Runs]:
    program = Program()
    stock, jokers = stock_of(tiles, rules)
    way = track(rules, sum(stock[0]) + jokers)
    return program, Runs(program, rules, way, stock[0], jokers, 0, least=least, most=most, held=held)


def fewest_and_most(tiles: str, rules: Rules = SEVEN, at_least: int = 0) -> tuple[int, int] | None:
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
    ("tiles", "number"),
    [
        ("K1K2", None),
        ("K1K2K4", None),
        ("K1K2K3", (1, 1)),
        ("K5K6K7", (1, 1)),
        ("K1-5", (1, 1)),
        ("K1-6", (1, 2)),
        ("K1-7", (1, 2)),
        # 7 does not go on to 1.
        ("K6K7K1", None),
        ("K1K2K3K3K4K5", (2, 2)),
        ("K1K2K3K4K3K4K5", (2, 2)),
        ("K1K2K2K3K3K4", (2, 2)),
        # A second 3 with nothing to lie beside it.
        ("K1K2K3K3", None),
        ("K1-6K1-6", (2, 4)),
        ("K1-6K1-6K1-6", (3, 6)),
        ("K1K2J", (1, 1)),
        ("K1JK3", (1, 1)),
        ("K4JJ", (1, 1)),
        ("K1K4J", None),
        # The joker is the lacking 4, or there are 2, 3 and two gaps.
        ("K2K3K5J", (1, 1)),
        ("K1K2K3J", (1, 1)),
        # 1 2 3 and 1 2 J; no joker lies twice.
        ("K1K1K2K2K3J", (2, 2)),
        ("K1K1K2K2J", None),
        ("K1K1JJJJ", (2, 2)),
    ],
)
def test_runs_of_just_these_tiles(tiles: str, number: tuple[int, int] | None) -> None:
    assert fewest_and_most(tiles) == number


@pytest.mark.parametrize(
    ("tiles", "changes", "number"),
    [
        ("K6K7K1", {"sets.wrap": "high_one"}, (1, 1)),
        ("K7K1K2", {"sets.wrap": "high_one"}, None),
        ("K6JK1", {"sets.wrap": "high_one"}, (1, 1)),
        # All seven and the 1 behind them; a 2 cannot follow.
        ("K1-7K1", {"sets.wrap": "high_one"}, (1, 2)),
        ("K7K1K2", {"sets.wrap": "around"}, (1, 1)),
        ("K1-7K1K2", {"sets.wrap": "around"}, (1, 3)),
        ("K1-7K1-7", {"sets.wrap": "around"}, (1, 4)),
        ("K1K2", {"sets.min_run": 2}, (1, 1)),
        ("K1-5", {"sets.min_run": 2}, (1, 2)),
        ("K1-4", {"sets.min_run": 5}, None),
        ("K1-7", {"sets.min_run": 5}, (1, 1)),
        ("K1-6K2-7", {"sets.min_run": 5}, (2, 2)),
    ],
)
def test_other_runs(tiles: str, changes: dict[str, object], number: tuple[int, int] | None) -> None:
    assert fewest_and_most(tiles, SEVEN.changed(changes)) == number


@pytest.mark.parametrize(
    ("tiles", "number"), [("K1K2K3", None), ("K1-4", (1, 1)), ("K1-7", (1, 1)), ("K1K2K3J", (1, 1))]
)
def test_longer_runs_are_asked_for(tiles: str, number: tuple[int, int] | None) -> None:
    """At least four tiles: seven are one run, not two."""
    assert fewest_and_most(tiles, at_least=4) == number


def test_a_run_is_at_least_as_long_as_all_are() -> None:
    assert fewest_and_most("K1K2K3", at_least=2) == (1, 1)
    assert fewest_and_most("K1K2", at_least=2) is None


def test_columns_are_only_where_a_run_can_be() -> None:
    """Of 1 2 3 4 and 6 a run starts at 1 or 2 and goes on to 4; the 6 is alone."""
    program, runs = runs_of("K1-4K6")
    assert [start.first for start in runs.starts] == [0, 1]
    assert [u for u, column in enumerate(runs.later) if column >= 0] == [3]
    assert runs.joker == [-1] * 7
    assert len(program.low) == 3
    # A joker links the 6: 4 J 6, and J 6 7 or 6 J are not there without the 7.
    program, runs = runs_of("K1-4K6J")
    assert [start.first for start in runs.starts] == [0, 1, 2, 3]
    assert [u for u, column in enumerate(runs.later) if column >= 0] == [3, 4, 5]
    assert [u for u, column in enumerate(runs.joker) if column >= 0] == [0, 1, 2, 3, 5]


@pytest.mark.parametrize(
    ("tiles", "number"),
    [
        ("K3K4K5", 1),
        ("K2K3K4K5", 1),
        ("K1-7", 1),
        # One of these lies in no run that has 3, 4 and 5.
        ("K3K4K5K7", None),
        ("K2K3K4", None),
        ("K5K6K7", None),
        ("K3K4K5K1K2K3", None),
        # Two such runs would have the tiles, but there is one.
        ("K2-5K3-6", None),
        ("K3K4K5J", 1),
        ("K3K4K5K7J", 1),
        ("K1JK3K4K5", 1),
    ],
)
def test_one_run_that_has_certain_tiles(tiles: str, number: int | None) -> None:
    """A single run with 3, 4 and 5 on their places."""
    program, runs = runs_of(tiles, most=1, held=(2, 3, 4))
    runs.close()
    program.row(runs.count(), high=1)
    found = laid(program, runs, tiles, SEVEN, runs.count())
    assert (None if found is None else len(found)) == number


def test_a_joker_may_fill_what_a_run_lacks_between_certain_tiles() -> None:
    """3 and 5 are certain; between them lies a 4 or a joker, and the run may go on."""
    for tiles, fits in (("K3JK5", True), ("K3K4K5", True), ("K2K3JK5K6", True), ("K3K5K6", False), ("K4K5K6", False)):
        program, runs = runs_of(tiles, most=1, held=(2, 4))
        runs.close()
        program.row(runs.count(), high=1)
        assert (laid(program, runs, tiles, SEVEN, runs.count()) is not None) == fits, tiles


def test_no_more_runs_start_than_there_are_tiles() -> None:
    program, runs = runs_of("K1K1K2K2K3K3K3K4")
    assert {runs.numbers[start.first]: program.high[start.column] for start in runs.starts} == {1: 2, 2: 1}
    assert program.high[runs.later[3]] == 1


def test_what_each_column_holds() -> None:
    _, runs = runs_of("K1-5")
    held = {numbers for _, numbers in runs.numbers_held()}
    assert held == {(1, 2, 3), (2, 3, 4), (3, 4, 5), (1, 2, 3, 4), (2, 3, 4, 5)}
    assert [column for column, _ in runs.numbers_held()] == [
        *(start.column for start in runs.starts[:3]),
        *runs.later[3:5],
    ]


def test_what_is_at_a_tile() -> None:
    """K2 J K4, or K2 and K4 with other jokers: what lies at the 3 is a joker."""
    program, runs = runs_of("K2K4J")
    runs.close()
    assert runs.naturals(0, 3) == []
    assert runs.naturals(1, 2) == runs.jokers_for(1, 2) == []
    assert runs.naturals(0, 8) == runs.jokers_for(0, 8) == []
    assert just(program, runs, "K2K4J", SEVEN)
    assert least(program, runs.jokers_for(0, 3)) == most(program, runs.jokers_for(0, 3)) == 1
    # A joker may lie where there is a tile as well, but only in a run.
    program, runs = runs_of("K1K2K3J")
    runs.close()
    program.equal(runs.count(), 0)
    assert most(program, runs.jokers()) == 0


def test_where_jokers_are_not_told() -> None:
    """They count as tiles, wherever they lie: the 3 of K1 K2 is one more tile."""
    rules, program = SEVEN, Program()
    runs = Runs(program, rules, track(rules, 5), [0, 1, 1, 0, 0, 0, 0, 0], 1, 0, told=False)
    runs.close()
    assert runs.joker == [-1] * 7
    for number in range(1, 8):
        program.equal(runs.naturals(0, number) or [(program.column(0), 1)], int(number <= 3))
    assert most(program, runs.count()) == 1


def test_other_colours_are_not_theirs() -> None:
    blue = Runs(Program(), SEVEN, track(SEVEN, 3), [0, 1, 1, 1, 0, 0, 0, 0], 1, 1)
    for colour in (0, 2):
        assert blue.naturals(colour, 2) == blue.jokers_for(colour, 2) == []
    assert blue.naturals(1, 2) != []
    assert blue.jokers_for(1, 2) != []


def test_runs_that_go_round_start_in_the_first_round() -> None:
    _, runs = runs_of("K1-7K1-7", SEVEN.changed({"sets.wrap": "around"}))
    assert [start.first for start in runs.starts] == list(range(7))
