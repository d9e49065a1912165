"""The referee and the exhaustive judge of `tests/oracle`, which share no code, on random moves under random rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import covers
import exhaustive
import judge as oracle_judge
import pytest
import random_positions
from bridge import product_rules, product_tile, undeclared
from referee_cases import COLUMNS, ROWS

from solver.errors import RulesError
from solver.game.joker_case import joker_faults
from solver.game.move import Move
from solver.game.opening import best_opening, best_opening_value
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.rules import Rules
from solver.game.sets import NO_SET, RUN, TileSet, set_faults
from solver.game.tiles import JOKER, Tile

pytestmark = pytest.mark.slow


def rule_sets(seed: int, count: int) -> Iterator[tuple[exhaustive.Rules, Rules]]:
    """Random rule sets that make sense, as both sides write them."""
    found = 0
    for rules in random_positions.random_rule_sets(seed, 20 * count):
        try:
            yield rules, product_rules(rules)
        except RulesError:
            continue
        found += 1
        if found == count:
            return


def sets_of(table: exhaustive.Table, rules: Rules) -> tuple[TileSet, ...]:
    """A table of the oracle, legal or not; jokers of a group take missing colours as long as there are any."""
    found = []
    for kind, places in table:
        tiles = [Tile(*place) for place in places]
        if kind != RUN:
            taken = {tile.colour for tile in tiles if not tile.is_joker}
            missing = [colour for colour in range(rules.tiles.colours) if colour not in taken]
            tiles = sorted(
                Tile(missing.pop(0), tile.number, True) if tile.is_joker and missing else tile for tile in tiles
            )
        found.append(TileSet(kind, tuple(tiles)))
    return tuple(found)


VARIED: dict[str, tuple[Any, ...]] = {
    "opening_points": (0, 10, 20, 30, 40),
    "opening_joker": ("represented", "forbidden", 5, 25),
    "opening_table": ("no", "after"),
    "needs_run": (False, False, True),
    "rearrange": ("full", "full", "lay_off"),
    "freed_by": ("rearranging", "replacing", "replacing", "replacing"),
    "replaced_from": ("rack", "rack_or_table"),
    "group_of_three": ("either", "both"),
    "set_with_joker": ("free", "frozen", "locked"),
    "reuse": ("any", "new_set", "new_set_two_rack"),
}
"""Rules that say nothing on what a set is: a move of one rule set is a move, good or bad, of all of these."""


def variants(rng: Random, rules: exhaustive.Rules, count: int) -> Iterator[tuple[exhaustive.Rules, Rules]]:
    """The rule set itself, and some that differ from it in what may be done with sets and jokers."""
    yield rules, product_rules(rules)
    while count > 1:
        other = replace(rules, **{key: rng.choice(values) for key, values in VARIED.items()})
        try:
            yield other, product_rules(other)
        except RulesError:
            continue
        count -= 1


def differences(rules: exhaustive.Rules, seed: int, moves: int, rule_sets_each: int) -> Iterator[tuple[bool, str]]:
    """For each pair that was judged, whether the oracle finds it legal, and the difference, if any."""
    rng = Random(seed)
    for move, _ in random_positions.random_moves(seed, moves, rules):
        for theirs, ours in variants(rng, rules, rule_sets_each):
            legal = exhaustive.legal(move.old_table, move.played, move.new_table, theirs, move.opened)
            played = tuple(map(product_tile, move.played))
            position = Position(sets_of(move.old_table, ours), played, ours, move.opened)
            our_move = undeclared(Move(played, sets_of(move.new_table, ours)))
            reasons = judge(position, our_move)
            assert all(reason and "\n" not in reason for reason in reasons)
            same = legal == (not reasons)
            yield legal, "" if same else f"{position} {our_move}: {reasons or 'legal'}, the oracle says {legal}"


def compare(seed: int, rule_set_count: int) -> Counter[bool]:
    """Judge 270 moves under each of so many random rule sets and their variants; how many are legal, how many not."""
    judged: Counter[bool] = Counter()
    for i, (rules, _) in enumerate(rule_sets(seed, rule_set_count)):
        for legal, difference in differences(rules, 1000 * seed + i, moves=30, rule_sets_each=9):
            assert not difference
            judged[legal] += 1
        forget()
    assert judged.total() == 270 * rule_set_count
    return judged


def forget() -> None:
    """Give back what the oracle remembers of rule sets that do not come again: it is much."""
    for module in (covers, oracle_judge):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


@pytest.mark.parametrize("part", range(2))
def test_random_moves_under_random_rules(part: int) -> None:
    judged = compare(seed=part, rule_set_count=10)
    assert min(judged.values()) > 500


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_many_random_moves_under_random_rules(part: int) -> None:
    compare(seed=100 + part, rule_set_count=100)


def broken(rng: Random, table: tuple[TileSet, ...]) -> tuple[TileSet, ...]:
    """A table of which one set was cut in two or two were pushed together, and nobody says what they should be."""
    sets = list(table)
    rng.shuffle(sets)
    first = sets.pop()
    if sets and rng.random() < 0.5:
        parts = [first.tiles + sets.pop().tiles]
    else:
        tiles = rng.sample(first.tiles, len(first.tiles))
        cut = rng.randint(1, len(tiles) - 1)
        parts = [tuple(tiles[:cut]), tuple(tiles[cut:])]
    return (*sets, *(TileSet(NO_SET, tuple(tile.bare for tile in tiles)) for tiles in parts))


def test_no_rule_is_broken_for_sure_where_a_mend_is_legal() -> None:
    """Sets of a legal move that were cut or pushed together can be put right, so the jokers may be used like that."""
    judged = with_jokers = 0
    for i, (rules, _) in enumerate(rule_sets(50, 8)):
        rng = Random(i)
        for move, _ in random_positions.random_moves(i, 30, rules):
            for _, ours in variants(rng, rules, 9):
                played = tuple(map(product_tile, move.played))
                position = Position(sets_of(move.old_table, ours), played, ours, move.opened)
                right = undeclared(Move(played, sets_of(move.new_table, ours)))
                if not right.table or judge(position, right):
                    continue
                wrong = Move(played, broken(rng, right.table))
                assert joker_faults(position, wrong) == [], (position, right, wrong)
                reasons = [reason for reason in judge(position, wrong) if not reason.startswith("new table, set ")]
                facts = ("was touched", "opening: ", "was taken apart", "all stay together: the new sets")
                assert all(any(fact in reason for fact in facts) for reason in reasons), (position, wrong, reasons)
                judged += 1
                with_jokers += any(tile_set.joker_count for tile_set in position.table)
        forget()
    assert with_jokers > 100 and judged > 400


@pytest.mark.parametrize("column", list(COLUMNS))
def test_worked_positions_allow_no_more(column: str) -> None:
    """With more tiles than the rules page says, no table at all is legal; with that many, one is."""
    theirs, ours = exhaustive.COLUMNS[column], COLUMNS[column]
    for row in (row for row in ROWS if column in row.most):
        position = row.position(ours)
        naturals = [tile[:2] for tile in position.table_tiles.elements() if tile != JOKER]
        jokers = position.table_tiles[JOKER]
        best = 0
        rack_tiles: list[exhaustive.Tile] = [tile[:2] if tile != JOKER else "J" for tile in position.rack]
        for played in exhaustive.sub_multisets(rack_tiles):
            if len(played) >= max(row.most[column], 1):
                laid = [tile for tile in played if not isinstance(tile, str)]
                tables = exhaustive.partitions([*naturals, *laid], jokers + len(played) - len(laid), theirs)
                rack = tuple(map(product_tile, played))
                if any(not judge(position, Move(rack, sets_of(table, ours))) for table in tables):
                    best = max(best, len(played))
        assert best == row.most[column], row


def test_best_opening() -> None:
    for i, (theirs, ours) in enumerate(rule_sets(1, 250)):
        rng = Random(i)
        box = [(c, v) for c in range(theirs.colours) for v in range(1, theirs.numbers + 1)] * theirs.copies
        low, colours = rng.randint(1, theirs.numbers), rng.sample(range(theirs.colours), 2)
        near = [tile for tile in box if low <= tile[1] <= low + 4 or tile[0] in colours]
        rack: list[exhaustive.Tile] = [*rng.sample(near, min(len(near), rng.randint(3, 7)))]
        rack += ["J"] * rng.randint(0, min(2, theirs.jokers))
        expected = max(
            (exhaustive.opening_value(part, theirs) or 0 for part in exhaustive.sub_multisets(rack)), default=0
        )
        tiles = [product_tile(tile) for tile in rack]
        sets = best_opening(tiles, ours)
        assert not any(set_faults(tile_set, ours) for tile_set in sets)
        assert Counter(tile.bare for tile_set in sets for tile in tile_set.tiles) <= Counter(tiles)
        if theirs.needs_run and not any(s.kind == RUN and len(s.tiles) >= 3 for s in sets):
            assert expected == 0
        else:
            assert best_opening_value(tiles, ours) == expected, (tiles, ours)
