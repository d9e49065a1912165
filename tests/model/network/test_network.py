"""Runs and groups together: where a tile goes, which sets have columns of their own, what jokers are worth."""

from __future__ import annotations

import pytest
from laying import just, laid, least, most, solution, stock_of, written

from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN
from solver.model.network.counted_runs import CountedRuns
from solver.model.network.network import Network
from solver.model.network.runs import Runs
from solver.model.program import Program

FREE = Rules.named("free")
SIX_PLAYER = Rules.named("six-player")


def network_of(tiles: str, rules: Rules = FREE, *, plain: bool = False) -> tuple[Program, Network]:
    program = Program()
    return program, Network(program, rules, *stock_of(tiles, rules), plain=plain)


@pytest.mark.parametrize(
    ("tiles", "sets"),
    [
        ("K1K2", None),
        ("K1K2K3", ["K1K2K3"]),
        ("K8B8R8", ["K8B8R8"]),
        ("K1K2K3B3R3", None),
        ("K1K2K3K3B3R3", ["K1K2K3", "K3B3R3"]),
        ("K1K2K3R1R2R3", ["K1K2K3", "R1R2R3"]),
        ("K12K13J", ["J(K11)K12K13"]),
        ("K1B1J", ["K1B1J"]),
        ("JJJ", None),
    ],
)
def test_sets_of_just_these_tiles(tiles: str, sets: list[str] | None) -> None:
    program, network = network_of(tiles)
    network.close()
    rows = len(program.rows)
    network.close()
    assert len(program.rows) == rows, "closed twice"
    assert laid(program, network, tiles, FREE) == sets


@pytest.mark.parametrize(
    ("changes", "jokers", "too_many", "sure"),
    [
        # Three in a row with two jokers have one number tile, as many as they need.
        ({}, 2, False, 3),
        ({}, 3, True, 4),
        ({}, 8, True, 5),
        ({"sets.max_jokers": 1}, 1, False, 3),
        ({"sets.max_jokers": 1}, 2, True, 3),
        ({"sets.min_natural": 2}, 1, False, 3),
        ({"sets.min_natural": 2}, 2, True, 4),
        ({"sets.min_run": 4}, 2, False, 4),
        ({"sets.min_run": 4}, 3, True, 4),
        ({"sets.min_group": 2}, 1, False, 3),
        ({"sets.min_group": 2}, 2, True, 3),
    ],
)
def test_jokers_that_a_set_may_not_hold(changes: dict[str, object], jokers: int, too_many: bool, sure: int) -> None:
    """Whether so many could be too many for one set, and how many tiles in a row are always a run."""
    rules = SIX_PLAYER.changed(changes)
    assert Network.may_have_too_many(rules, jokers) is too_many
    stock = [[0] * (rules.tiles.numbers + 1) for _ in range(rules.tiles.colours)]
    assert Network(Program(), rules, stock, jokers).sure_run == sure


def test_runs_are_counted_where_a_set_could_hold_too_many_jokers() -> None:
    """J J J is no run, unless that is left out."""
    for tiles, plain, kind in (("K5JJ", False, Runs), ("K5JJJ", False, CountedRuns), ("K5JJJ", True, Runs)):
        _, network = network_of(tiles, SIX_PLAYER, plain=plain)
        assert network.must_count is (tiles == "K5JJJ")
        assert type(network.add_runs(0)) is kind
    tiles = "K5K6K7JJJ"
    program, network = network_of(tiles, SIX_PLAYER, plain=True)
    network.close()
    assert just(program, network, tiles, SIX_PLAYER)
    runs_of_blue = network.jokers_for(RUN, 1, 5)
    assert most(program, runs_of_blue) == 1
    program, network = network_of(tiles, SIX_PLAYER)
    network.close()
    assert just(program, network, tiles, SIX_PLAYER)
    assert most(program, network.jokers_for(RUN, 1, 5)) == 0


@pytest.mark.parametrize(
    ("tiles", "rules", "sets"),
    [
        # The jokers that the blue run has are laid behind the black one.
        ("K5K6K7JJJ", SIX_PLAYER, ["K5K6K7J(K8)J(K9)J(K10)"]),
        # Behind the last number there is no room, before the first there is.
        ("K11K12K13JJJ", SIX_PLAYER, ["J(K8)J(K9)J(K10)K11K12K13"]),
        # One of them finds a place in the group.
        ("K5B5R5O5G5JJJJ", SIX_PLAYER.changed({"tiles.colours": 6, "tiles.jokers": 4}), None),
    ],
)
def test_jokers_that_lie_by_themselves_find_room_in_other_sets(
    tiles: str, rules: Rules, sets: list[str] | None
) -> None:
    """Where jokers are not counted, a run of blue jokers is asked for; if they find no room elsewhere it stays."""
    program, network = network_of(tiles, rules, plain=True)
    network.close()
    assert just(program, network, tiles, rules)
    values = solution(program, network.jokers_for(RUN, 1, 5))
    assert values is not None
    placed = [written(one) for one in network.decode(values)]
    assert placed == sets if sets else len(placed) == 2


def test_a_run_of_its_own_lies_within_its_span() -> None:
    """Places from 0: the run of its own has the tiles 3 to 6 of 1 to 7, at least three of them."""
    program, network = network_of("K1-7")
    own = network.add_runs(0, range(2, 6))
    network.close()
    assert [bool(own.naturals(0, number)) for number in range(1, 8)] == [False, False, True, True, True, True, False]
    assert just(program, network, "K1-7", FREE)
    # 1 2 3 are no part of it, so that 4 5 6 may be and 7 is alone, or 3 to 5 with 1 and 2 alone.
    assert most(program, own.count()) == 0
    program, network = network_of("K1-8")
    own = network.add_runs(0, range(2, 6))
    network.close()
    assert just(program, network, "K1-8", FREE)
    assert most(program, own.count()) == 0
    program, network = network_of("K1-9")
    own = network.add_runs(0, range(2, 6))
    network.close()
    assert just(program, network, "K1-9", FREE)
    assert most(program, own.count()) == 1
    assert laid(program, network, "K1-9", FREE, own.count()) == ["K1K2K3", "K4K5K6", "K7K8K9"]


def test_a_run_of_its_own_may_be_as_long_as_its_tiles_and_go_round() -> None:
    rules = FREE.changed({"tiles.numbers": 4, "sets.wrap": "around"})
    program, network = network_of("K1-4K1-4J", rules)
    own = network.add_runs(0, range(1))
    network.close()
    assert just(program, network, "K1-4K1-4J", rules)
    program.equal(own.count(), 1)
    # More than twice round, with all nine tiles.
    assert most(program, [term for number in range(1, 5) for term in own.naturals(0, number)]) == 8


def test_a_long_run_of_its_own() -> None:
    program, network = network_of("K1K2K3K4K5K6")
    own = network.add_runs(0, least=5)
    network.close()
    assert just(program, network, "K1-6", FREE)
    assert laid(program, network, "K1-6", FREE, own.count()) == ["K1K2K3K4K5K6"]


def test_groups_of_their_own() -> None:
    program, network = network_of("K8K8B8B8R8R8J")
    told = network.jokers_for(GROUP, 3, 8)
    own = network.add_groups(8, 1)
    network.close()
    assert sum(program.high[column] for column, _ in own.count()) == 1
    assert own.count() != []
    # A joker that is told to be orange may lie in them as well.
    both = network.jokers_for(GROUP, 3, 8)
    assert len(told) == 1
    assert len(both) == 2
    assert just(program, network, "K8K8B8B8R8R8J", FREE)
    assert most(program, own.count()) == 1
    assert most(program, [*own.jokers_for(3, 8), *((c, -1) for c, _ in own.naturals(0, 8))]) == 0
    assert network.jokers_for(GROUP, 3, 7) == []


def test_jokers_for_one_tile_by_kind() -> None:
    program, network = network_of("K5K6J")
    network.close()
    assert just(program, network, "K5K6J", FREE)
    assert most(program, network.jokers_for(RUN, 0, 7)) == 1
    assert most(program, network.jokers_for(RUN, 0, 4)) == 1
    assert most(program, network.jokers_for(RUN, 0, 8)) == 0
    assert network.jokers_for(RUN, 1, 7) == []


@pytest.mark.parametrize(
    ("tiles", "fewest", "most_points"),
    [("K5K6J", 4, 7), ("K12K13J", 11, 11), ("K1K2J", 3, 3), ("K1JK3", 2, 2), ("K9B9J", 9, 9), ("B9JJ", 15, 21)],
)
def test_the_numbers_that_jokers_stand_for(tiles: str, fewest: int, most_points: int) -> None:
    """J B9 J at either end of it: 7 and 8, or 10 and 11; a group of nines has 18."""
    program, network = network_of(tiles)
    network.close()
    assert just(program, network, tiles, FREE)
    assert (least(program, network.joker_value()), most(program, network.joker_value())) == (fewest, most_points)


def test_runs_that_go_round_reach_from_every_start() -> None:
    """A run of five is not two, so that one of them may start at the last number."""
    rules = FREE.changed({"tiles.numbers": 7, "sets.wrap": "around"})
    tiles = "K7K1K2K3K4"
    program, network = network_of(tiles, rules)
    assert len(network.track.numbers) == 7 - 1 + 5
    network.close()
    assert laid(program, network, tiles, rules) == [tiles]


def test_a_run_of_its_own_reaches_as_far_from_every_start() -> None:
    rules = FREE.changed({"tiles.numbers": 4, "sets.wrap": "around"})
    program, network = network_of("K1-4K4K3", rules)
    own = network.add_runs(0)
    network.close()
    assert just(program, network, "K1-4K4K3", rules)
    program.equal(own.count(), 1)
    # 3 4 1 2 3 4.
    assert most(program, [term for number in range(1, 5) for term in own.naturals(0, number)]) == 6
