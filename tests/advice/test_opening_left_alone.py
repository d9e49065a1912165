"""Openings after which the table may be used: what was laid is left alone where that is as good."""

from __future__ import annotations

from itertools import combinations

import exhaustive
import pytest
from bridge import oracle_table, product_tile

from solver import Rules, solve
from solver.game.opening import opening_still_lies
from tests.advice.against_oracle import Question, forget, openings, smaller

AFTER = ("sabra", "vatikan", "card-40")


@pytest.mark.parametrize("rules", ["sabra", "vatikan"])
def test_an_opening_is_not_pushed_onto_the_table(rules: str) -> None:
    answer = solve(f"R8R9R10 R11R12R13K2 opened=no rules={rules}")
    assert [str(tile_set) for tile_set in answer.table] == ["R8R9R10", "R11R12R13"]
    assert (answer.moved, len(answer.steps)) == (0, 1)


def could_lie(question: Question, played: list[exhaustive.Tile], moved: int) -> bool:
    """Whether a table with as few moved tiles has sets that open and were laid as they are, by trying all tables."""
    theirs = question.theirs
    tiles = [("J" if j else (c, v)) for _, places in question.table for c, v, j in places] + played
    naturals = [tile for tile in tiles if not isinstance(tile, str)]
    for table in exhaustive.partitions(naturals, tiles.count("J"), theirs):
        if exhaustive.moved_tiles(question.table, table) > moved:
            continue
        for size in range(1, len(table) + 1):
            for chosen in combinations(table, size):
                laid = [("J" if j else (c, v)) for _, places in chosen for c, v, j in places]
                is_laid = all(laid.count(tile) <= played.count(tile) for tile in laid)
                if is_laid and opens(chosen, theirs) and legal(question, played, table):
                    return True
    return False


def legal(question: Question, played: list[exhaustive.Tile], table: exhaustive.Table) -> bool:
    return exhaustive.legal(question.table, played, table, question.theirs, False)


def opens(sets: tuple[exhaustive.TableSet, ...], rules: exhaustive.Rules) -> bool:
    """Whether these sets are an opening."""
    values = [exhaustive.set_value(["J" if j else (c, v) for c, v, j in one[1]], rules) for one in sets]
    runs = [one for one in sets if one[0] == "run" and len(one[1]) >= 3]
    return (
        None not in values and sum(v or 0 for v in values) >= rules.opening_points and bool(runs or not rules.needs_run)
    )


def differences(seed: int, count: int) -> list[str]:
    found, asked = [], 0
    for name in AFTER:
        for question in openings(smaller(Rules.named(name), 9), seed, count, tables=0.8):
            answer = solve(question.position, objective="tiles", steps=False)
            if not answer.played:
                continue
            asked += 1
            played: list[exhaustive.Tile] = ["J" if t.is_joker else (t.colour, t.number) for t in answer.played]
            assert [product_tile(tile) for tile in played] == list(answer.played)
            assert legal(question, played, oracle_table(answer.table))
            lies = opening_still_lies(question.position, answer.move)
            if not lies and could_lie(question, played, answer.moved or 0):
                found.append(str(question.position))
        forget()
    assert asked > count / 4
    return found


@pytest.mark.slow
def test_openings_are_left_alone() -> None:
    assert differences(1, 40) == []


@pytest.mark.long
def test_openings_are_left_alone_in_many_positions() -> None:
    assert differences(2, 400) == []
