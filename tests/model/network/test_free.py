"""The network where jokers are as good as any tile, and which of its columns a position needs."""

from __future__ import annotations

import pytest
from laying import laid, stock_of

from solver.game.rules import Rules
from solver.model.network.free import FreeNetwork
from solver.model.program import Program

FREE = Rules.named("free")
FIVE = FREE.changed({"tiles.numbers": 5})
SIX = FREE.changed({"tiles.colours": 6})


def network_of(tiles: str, rules: Rules = FREE) -> tuple[Program, FreeNetwork]:
    program = Program()
    return program, FreeNetwork(program, rules, *stock_of(tiles, rules))


@pytest.mark.parametrize(
    ("tiles", "sets"),
    [
        ("K1K2", None),
        ("K1K2K3", ["K1K2K3"]),
        ("K1-5", ["K1K2K3K4K5"]),
        ("K8B8R8O8", ["K8B8R8O8"]),
        ("K8K8B8", None),
        ("K8K8B8B8R8R8", ["K8B8R8", "K8B8R8"]),
        ("K8K8B8B8R8O8", ["K8B8O8", "K8B8R8"]),
        ("K1K2K3K3B3R3", ["K1K2K3", "K3B3R3"]),
        ("K12K13J", ["J(K11)K12K13"]),
        ("K1JK3", ["K1J(K2)K3"]),
        ("K8B8J", ["K8B8J"]),
        ("K1K4J", None),
    ],
)
def test_sets_of_just_these_tiles(tiles: str, sets: list[str] | None) -> None:
    program, network = network_of(tiles)
    network.close()
    assert laid(program, network, tiles, FREE) == sets


def test_a_joker_lies_where_a_tile_could_lie_too() -> None:
    """Both 2s are used, one of them a joker, whichever."""
    tiles = "K1K2K3K1JK3"
    program, network = network_of(tiles)
    network.close()
    assert laid(program, network, tiles, FREE) == ["K1J(K2)K3", "K1K2K3"]


def test_jokers_lie_only_where_a_set_can_be() -> None:
    """Two colours have no groups."""
    _, network = network_of("K1K2J", FREE.changed({"tiles.colours": 2}))
    assert sorted(network.joker_at) == [(0, 1), (0, 2), (0, 3)]
    assert [column for column, _ in network.jokers()] == [network.joker_at[0, number] for number in (1, 2, 3)]
    _, network = network_of("K1K2K3")
    assert network.joker_at == {}
    assert network.jokers() == []


@pytest.mark.parametrize(
    ("changes", "jokers", "fits"),
    [
        ({}, 2, True),
        ({}, 3, False),
        ({"sets.max_jokers": 1}, 2, False),
        # Five colours make 10 groups of three, 5 of four and 1 of five; six make 20, 15 and 6.
        ({"tiles.colours": 5}, 2, True),
        ({"tiles.colours": 6}, 2, False),
        ({"tiles.colours": 6, "sets.max_group": 3}, 2, False),
        ({"tiles.colours": 6, "sets.min_group": 5}, 2, True),
        ({"tiles.colours": 5, "sets.min_group": 2, "sets.max_group": 2}, 1, True),
        # No runs of two but groups of two: 15 pairs and 20 of three.
        ({"tiles.colours": 6, "sets.min_group": 2, "sets.max_group": 2}, 1, True),
        ({"tiles.colours": 6, "sets.min_group": 2}, 1, False),
    ],
)
def test_where_it_fits(changes: dict[str, object], jokers: int, fits: bool) -> None:
    assert FreeNetwork.fits(FREE.changed(changes), jokers) is fits


def test_groups_that_are_two_groups_are_not_listed() -> None:
    """Four colours, two or three tiles a group: four tiles are two pairs."""
    rules = FREE.changed({"sets.min_group": 2})
    program, network = network_of("K8B8R8O8", rules)
    assert sorted({len(group.colours) for group in network.groups[7]}) == [2, 3]
    network.close()
    sets = laid(program, network, "K8B8R8O8", rules)
    assert sets is not None
    assert len(sets) == 2


def used(program: Program, network: FreeNetwork) -> set[tuple[int, ...]]:
    """The numbers of black runs whose columns may be more than 0."""
    return {numbers for column, numbers in network.runs[0].numbers_held() if program.high[column]}


def test_another_stock_bounds_the_columns_anew() -> None:
    program, network = network_of("K1-5K1-5B4R4", FIVE)
    network.close()
    whole = {(1, 2, 3), (2, 3, 4), (3, 4, 5), (1, 2, 3, 4), (2, 3, 4, 5)}
    assert used(program, network) == whole
    group = next(group.column for group in network.groups[3] if group.colours == (0, 1, 2))
    assert program.high[group] == 1
    highs = list(program.high)
    network.rebound(stock_of("K2-5B4", FIVE)[0])
    assert used(program, network) == {(2, 3, 4), (3, 4, 5), (2, 3, 4, 5)}
    assert program.high[group] == 0
    network.rebound(stock_of("K1-5K1-5B4R4", FIVE)[0])
    assert program.high == highs


def test_another_stock_with_jokers_that_fill_the_gaps() -> None:
    program, network = network_of("K1-5J", FIVE)
    network.close()
    network.rebound(stock_of("K1K2K4", FIVE)[0])
    # 1 2 _, 2 _ 4 and 1 2 _ 4 lack one tile; _ 4 _ lacks two.
    assert used(program, network) == {(1, 2, 3), (2, 3, 4), (1, 2, 3, 4)}
    network.rebound(stock_of("K1K2K3", FIVE)[0])
    # 1 2 3 lacks none; 3 _ _ lacks two, and so does all that ends with them.
    assert used(program, network) == {(1, 2, 3), (2, 3, 4), (1, 2, 3, 4)}


def test_runs_go_round() -> None:
    """A run of five is not two, so that one of them may start at the last number."""
    rules = FREE.changed({"tiles.numbers": 7, "sets.wrap": "around"})
    tiles = "K7K1K2K3K4"
    program, network = network_of(tiles, rules)
    assert [len(runs.numbers) for runs in network.runs] == [7 - 1 + 5] * 4
    network.close()
    assert laid(program, network, tiles, rules) == [tiles]


def test_a_group_of_five() -> None:
    rules = FREE.changed({"tiles.colours": 5})
    program, network = network_of("K8B8R8O8G8", rules)
    network.close()
    assert laid(program, network, "K8B8R8O8G8", rules) == ["K8B8R8O8G8"]
