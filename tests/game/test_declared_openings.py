"""Openings in which some jokers say what they stand for, counted by trying every tile that the others may stand for."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest
import random_positions
from bridge import product_rules
from rulebook import STANDARD, Rules, TableSet, is_set

from solver import Position
from solver.advice.check import check
from solver.game.tiles import JOKER, Tile

Place = tuple[int, int, bool]


def most(table_set: TableSet, said: list[bool], rules: Rules) -> int:
    """The most that a set counts when those of its jokers that are `said` stand for what they say."""
    _, places = table_set
    known = [place for place, is_said in zip(places, said, strict=True) if is_said]
    box = [(c, v, True) for c in range(rules.colours) for v in range(1, rules.numbers + 1)]
    best = -1
    for others in product(box, repeat=len(places) - len(known)):
        tiles: list[Place] = [*known, *others]
        total = sum(number for _, number, _ in tiles)
        if total > best and any(is_set((kind, row), rules) for kind, row in orders(tiles, rules)):
            best = total
    return best


def orders(tiles: list[Place], rules: Rules) -> list[TableSet]:
    """The tiles as a run from each of its numbers on, and as a group."""
    found: list[TableSet] = (
        [("group", tuple(sorted(tiles)))] if len({(c, v) for c, v, _ in tiles}) == len(tiles) else []
    )
    rows = sorted(tiles, key=lambda tile: tile[1])
    return [*found, *(("run", tuple(rows[i:] + rows[:i])) for i in range(len(rows)))]


def differences(seed: int, count: int) -> list[str]:
    """Where the verdict and the count differ; one opening in ten must hang on what is said."""
    rng = Random(seed)
    found, asked, decided = [], 0, 0
    rules = replace(STANDARD, numbers=9, copies=2, jokers=2, opening_points=20)
    ours = product_rules(rules)
    while asked < count:
        sets = [random_positions.random_set(rng, rules, rng.choice((0, 1, 1, 2))) for _ in range(rng.choice((1, 1, 2)))]
        table = [table_set for table_set in sets if table_set is not None]
        jokers = sum(is_joker for _, places in table for _, _, is_joker in places)
        if not 1 <= jokers <= 2:
            continue
        said = [[not is_joker or rng.random() < 0.5 for _, _, is_joker in places] for _, places in table]
        text = "/".join(
            "".join(str(Tile(*place) if is_said else JOKER) for place, is_said in zip(places, marks, strict=True))
            for (_, places), marks in zip(table, said, strict=True)
        )
        rack = tuple(Tile(*place).bare for _, places in table for place in places)
        if any(rack.count(tile) > 2 for tile in rack):
            continue
        position = Position.of([], rack, ours, opened=False)
        expected = sum(most(table_set, marks, rules) for table_set, marks in zip(table, said, strict=True))
        freely = sum(most(s, [not place[2] for place in s[1]], rules) for s in table)
        verdict = check(position, text)
        asked += 1
        decided += expected < freely
        if verdict.legal != (expected >= 20) or verdict.opening_value != expected:
            found.append(f"{text}: {expected}, and the verdict is {verdict.to_json()}")
    assert decided > count / 10
    return found


@pytest.mark.slow
def test_declared_jokers_count_as_declared() -> None:
    assert differences(1, 60) == []


@pytest.mark.long
def test_declared_jokers_count_as_declared_in_many_openings() -> None:
    assert differences(2, 400) == []
