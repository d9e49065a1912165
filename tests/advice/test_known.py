"""Positions from elsewhere whose answers are known; `tests/data/README.md` says what the keys mean."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import exhaustive
import pytest
import setlist
from bridge import oracle_rules

from solver import Position, Rules, Tile, TileSet, solve
from solver.advice.arrange import tile_set_of
from solver.errors import PositionError
from solver.game.matching import moved_tiles
from solver.game.move import Move
from solver.game.opening import best_opening_value
from solver.game.referee import judge
from solver.game.sets import RUN
from solver.game.tiles import JOKER
from solver.model.backend import maximise
from solver.model.ladder import build

KNOWN = [json.loads(line) for line in Path(__file__).parents[1].joinpath("data/known.jsonl").open(encoding="utf-8")]


def position_of(known: dict[str, Any]) -> Position:
    return Position.parse(
        f"{known['position']} {known.get('rule', '')}",
        Rules.named(known["rules"]),
        opened=known.get("opened", True),
        loose=known.get("loose", False),
    )


def those_with(*keys: str) -> pytest.MarkDecorator:
    """A case for each known position whose answer has all these keys."""
    cases = [known for known in KNOWN if all(key in known["answer"] for key in keys)]
    assert cases, keys
    return pytest.mark.parametrize("known", cases, ids=[known["id"] for known in cases])


def test_the_whole_collection_is_there() -> None:
    assert len(KNOWN) == 121
    assert len({known["id"] for known in KNOWN}) == 121
    assert all(known["source"] for known in KNOWN)


@those_with("tiles")
def test_most_tiles(known: dict[str, Any]) -> None:
    answer, position = known["answer"], position_of(known)
    found = solve(position, objective="tiles")
    assert found.status == ("optimal" if answer["tiles"] else "no_move")
    assert found.tiles == answer["tiles"] == found.bound
    assert found.value == answer.get("value_at_most_tiles", found.value)
    assert found.goes_out == (len(position.rack) == answer["tiles"])


@those_with("tiles", "value_at_most_tiles", "value")
def test_most_value(known: dict[str, Any]) -> None:
    answer = known["answer"]
    found = solve(position_of(known))
    assert found.value == answer["value"] == found.bound
    assert found.goes_out == answer["goes_out"]


@pytest.mark.parametrize(
    "known",
    [
        known
        for known in KNOWN
        if "tiles" in known["answer"] and "value" not in known["answer"]
        if known["rules"] == "free" and "rule" not in known and known.get("opened", True)
    ],
    ids=lambda known: known["id"],
)
def test_most_value_by_the_list_of_sets(known: dict[str, Any]) -> None:
    """Where no value is known, it is that of the second formulation."""
    position = position_of(known)
    rules = oracle_rules(position.rules)
    heap: list[exhaustive.Tile] = ["J"] * position.table_tiles[JOKER]
    heap += [(tile.colour, tile.number) for tile in position.table_tiles.elements() if tile != JOKER]
    rack: list[exhaustive.Tile] = ["J" if tile == JOKER else (tile.colour, tile.number) for tile in position.rack]
    found = solve(position)
    best = setlist.lexi(heap, rack, rules, "value")
    assert best is not None
    assert (found.goes_out, found.value, -found.jokers, found.tiles) == best


@those_with("penalty")
def test_most_penalty_points(known: dict[str, Any]) -> None:
    answer = known["answer"]
    found = solve(position_of(known), objective="penalty")
    assert found.penalty == answer["penalty"] == found.bound
    assert found.goes_out == answer["goes_out"]


def most_sets_left_alone(position: Position, tiles: int) -> Move:
    """Of the moves that lay so many tiles, one that leaves the most old sets as they are."""
    problem, exact = build(position, close=False)
    assert exact
    reward: dict[int, float] = {}
    for old, count in Counter(position.table).items():
        first = old.tiles[0]
        for _ in range(count):
            # A set of its own, which may be this old one: then it holds just its tiles.
            one = (
                problem.network.add_runs(first.colour)
                if old.kind == RUN
                else problem.network.add_groups(first.number, 1)
            )
            problem.program.row(one.count(), high=1)
            stays = problem.program.column(1)
            reward[stays] = 1.0
            for tile in old.tiles:
                laid = (one.jokers_for if tile.is_joker else one.naturals)(tile.colour, tile.number)
                problem.program.row([*laid, (stays, -1)], low=0)
            every = [one.naturals(c, v) for c in range(4) for v in range(1, 14)]
            laid = [*one.jokers(), *(term for terms in every for term in terms)]
            problem.program.row([*laid, (stays, 13 - len(old.tiles))], high=13)
    problem.close()
    problem.program.equal(problem.tiles_played(), tiles)
    problem.program.objective = reward
    outcome = maximise(problem.program)
    assert outcome.proved and outcome.values is not None
    solved = problem.read(outcome.values)
    return Move(solved.played, tuple(tile_set_of(placed, position.rules) for placed in solved.sets))


@those_with("old_sets_kept_at_most_tiles")
def test_a_best_arrangement_leaves_as_many_sets_alone_as_can_be(known: dict[str, Any]) -> None:
    position, answer = position_of(known), known["answer"]
    found = solve(position, objective="tiles")
    tidiest = most_sets_left_alone(position, answer["tiles"])
    assert judge(position, tidiest) == [] or not tidiest.played
    assert len(tidiest.played) == found.tiles == answer["tiles"]
    assert left_alone(position, tidiest) == answer["old_sets_kept_at_most_tiles"]
    assert left_alone(position, found.move) <= answer["old_sets_kept_at_most_tiles"]
    # Few moved tiles and many sets left alone are not the same aim, but this one never moves more tiles;
    # unless the most tiles can be laid in several ways, of which the answer takes the one worth most.
    if tidiest.played == found.played:
        assert found.moved is not None and found.moved <= moved_tiles(position.table, tidiest.table)


def left_alone(position: Position, move: Move) -> int:
    """Old sets that lie on the new table with the same tiles."""

    def sets(table: Sequence[TileSet]) -> Counter[tuple[Tile, ...]]:
        return Counter(tuple(sorted(tile.bare for tile in tile_set.tiles)) for tile_set in table)

    return (sets(position.table) & sets(move.table)).total()


@those_with("can_open")
def test_openings(known: dict[str, Any]) -> None:
    answer, position = known["answer"], position_of(known)
    assert best_opening_value(position.rack, position.rules) == answer["best_meld_value"]
    found = solve(position, objective="tiles")
    assert found.tiles == answer["max_tiles_opening_from_rack"]
    assert (found.status == "optimal") == answer["can_open"]
    assert (found.opening_value is not None and found.opening_value >= 30) == answer["can_open"]
    opened = replace(position, opened=True)
    assert solve(replace(opened, table=()), objective="tiles").tiles == answer["max_tiles_rack_alone"]
    if "max_tiles_if_already_opened" in answer:
        assert solve(opened, objective="tiles").tiles == answer["max_tiles_if_already_opened"]


@those_with("invalid_table_sets")
def test_sets_that_are_none_are_named(known: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as caught:
        position_of(known)
    numbers = [fault.split(":")[0].removeprefix("table, set ") for fault in caught.value.faults]
    assert numbers == [str(i) for i in known["answer"]["invalid_table_sets"]]


@those_with("over_limit")
def test_too_many_copies_are_named(known: dict[str, Any]) -> None:
    answer = known["answer"]
    with pytest.raises(PositionError) as caught:
        position_of(known)
    expected = {f"{tile}: {count} copies, and the box has 2" for tile, count in answer["over_limit"].items()}
    assert set(caught.value.faults) == expected
    larger_box = Position.parse(f"{known['position']} tiles.copies=4", Rules.named(known["rules"]))
    assert solve(larger_box, objective="tiles").tiles == answer["max_tiles_if_accepted"]


@those_with("table_arrangeable")
def test_heaps_that_cannot_be_arranged_are_refused(known: dict[str, Any]) -> None:
    # Taken as a heap, whether or not it was given as one.
    with pytest.raises(PositionError, match="cannot be arranged"):
        solve(position_of({**known, "loose": True}), objective="tiles")
