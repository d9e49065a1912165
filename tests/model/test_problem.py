"""The programme of a position: its tiles, what is laid of them, and the next position of the same box."""

from __future__ import annotations

import time

import pytest
from laying import least, most, solution, written

from solver.game.position import Position
from solver.game.sets import RUN
from solver.game.tiles import JOKER, Tile
from solver.model.network.free import FreeNetwork
from solver.model.network.network import Network, OwnSets
from solver.model.problem import Problem
from solver.model.program import Term

K3, K4, R9 = Tile(0, 3), Tile(0, 4), Tile(2, 9)


def problem_of(line: str, **options: bool) -> Problem:
    return Problem(Position.parse(f"{line} rules=free"), **options)


def test_tiles_are_counted() -> None:
    problem = problem_of("K1K2K3/J(R8)R9R10 K3R9J")
    assert (problem.table[0][3], problem.rack[0][3], problem.stock[0][3], problem.stock[0][1]) == (1, 1, 2, 1)
    assert (problem.table_jokers, problem.rack_jokers, problem.jokers) == (1, 1, 2)
    assert sum(map(sum, problem.stock)) == 7
    problem = problem_of("K1K2K3/J(R8)R9R10 K3R9J", with_table=False)
    assert (sum(map(sum, problem.stock)), problem.jokers, problem.on_table) == (2, 1, {})


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize(
    ("line", "tiles"),
    [
        ("K1K2K3 K4R9", 1),
        ("K1K2K3 R9", 0),
        ("K1K2K3 K4K5R5B5", 2 + 2),
        ("K1K2K3 J", 1),
        ("J(R8)R9R10R11 K8B8", 2),
        # A joker takes the place of a tile that nobody has; no tile is laid twice.
        ("- K1K2J", 3),
        ("- K1K2", 0),
        ("- K1K2K3K3B3", 3),
    ],
)
def test_most_tiles_that_can_be_laid(line: str, tiles: int, free: bool) -> None:
    problem = problem_of(line, free=free)
    assert isinstance(problem.sets, FreeNetwork if free else Network)
    counter = problem.count_played()
    assert problem.count_played() == counter
    assert problem.program.branch_first[counter] == 2
    problem.close()
    assert most(problem.program, problem.tiles_played()) == tiles
    assert most(problem.program, [(counter, 1)]) == tiles


def test_a_table_that_stays_out() -> None:
    for rack, tiles in (("K4", 0), ("K4K5K6", 3)):
        problem = problem_of(f"K1K2K3 {rack}", with_table=False)
        problem.close()
        assert most(problem.program, problem.tiles_played()) == tiles


@pytest.mark.parametrize(
    ("tiles", "fits"),
    [((K4,), True), ((R9,), False), ((K4, R9), False), ((), True), ((JOKER,), True), ((JOKER, R9), False)],
)
def test_just_these_tiles(tiles: tuple[Tile, ...], fits: bool) -> None:
    problem = problem_of("K1K2K3 K4R9J")
    problem.close()
    problem.play_just(tiles)
    values = solution(problem.program)
    assert (values is not None) is fits
    if values is not None:
        assert problem.read(values).played == tiles


def test_tiles_that_are_taken_off() -> None:
    """K1 K2 K3 and a K5 that belongs nowhere; with the joker it does: 3 J 5."""
    for table, off in (("K1K2K3K5", {Tile(0, 5): 1}), ("K1K2K3K5J", {}), ("K1K1J", {Tile(0, 1): 2, JOKER: 1})):
        problem = problem_of(f"{table} - loose=yes")
        columns = problem.may_take_off()
        problem.close()
        assert set(columns) == set(problem.on_table)
        every: list[Term] = [(column, 1) for column in columns.values()]
        assert least(problem.program, every) == sum(off.values())
        values = solution(problem.program, [(column, -1) for column in columns.values()])
        assert values is not None
        assert {tile: values[column] for tile, column in columns.items() if values[column]} == off


def test_what_a_solution_says() -> None:
    problem = problem_of("K1K2K3/B8B9B10 K4K4JR9")
    problem.close()
    # The joker is the 11 or the 7 of the blue run, or lies in the black one; the second K4 has no place.
    problem.play_just((K4, JOKER))
    problem.program.equal(problem.network.jokers_for(RUN, 1, 11), 1)
    values = solution(problem.program)
    assert values is not None
    solved = problem.read(values)
    assert (solved.played, solved.opening) == ((K4, JOKER), None)
    assert [written(placed) for placed in solved.sets] == ["K1K2K3K4", "B8B9B10J(B11)"]


@pytest.mark.parametrize("free", [False, True])
def test_another_position_of_the_same_box(free: bool) -> None:
    problem = problem_of("- K1-6K3K4B3R3B4R4B5R5J", free=free)
    counter = problem.count_played()
    problem.close()
    most_tiles = {
        "K1K2K3 K4B5J": 2,
        "K3B3R3J K4": 0,
        "K3B3R3J K4K5": 2,
        "K1K2K3 K4K5K6K3B3R3J": 7,
        "- K1K2J": 3,
        "- K1K2B5J": 3,
        "- B5J": 0,
    }
    for line in [*most_tiles, *most_tiles]:
        position = Position.parse(f"{line} rules=free")
        problem.program.low[counter] = problem.program.high[counter] = 1
        problem.rebind(position, position.table_tiles)
        assert problem.position is position
        assert (problem.program.low[counter], problem.program.high[counter]) == (0, len(position.rack))
        assert most(problem.program, problem.tiles_played()) == most_tiles[line], line


def test_a_deadline() -> None:
    position = Position.parse("K1K2K3 K4 rules=free")
    for deadline in (None, time.perf_counter() + 100):
        problem = Problem(position, deadline=deadline)
        problem.check_time()
        problem.add_alike(lambda: None, 1)
    problem.deadline = time.perf_counter() - 1
    with pytest.raises(TimeoutError):
        problem.check_time()
    with pytest.raises(TimeoutError):
        problem.add_alike(lambda: None, 1)
    with pytest.raises(TimeoutError):
        Problem(position, deadline=time.perf_counter() - 1)


def test_of_sets_that_are_alike_the_first_are_used() -> None:
    """Of three runs that are alike two hold six tiles: the first two, or the first of them."""
    problem = problem_of("K1-6 K7")
    added: list[OwnSets] = []

    def add() -> OwnSets | None:
        if len(added) == 3:
            return None
        added.append(problem.network.add_runs(0))
        problem.program.row(added[-1].count(), high=1)
        return added[-1]

    written_at_close: list[int] = []
    problem.at_close.append(lambda: written_at_close.append(len(problem.program.rows)))
    problem.add_alike(add, 4)
    assert len(added) == 3
    problem.close()
    assert len(written_at_close) == 1
    problem.play_just(())
    first, second, third = (runs.count() for runs in added)
    assert most(problem.program, first) == most(problem.program, second) == 1
    assert most(problem.program, third) == 0
    problem.program.equal(first, 0)
    assert most(problem.program, second) == 0
