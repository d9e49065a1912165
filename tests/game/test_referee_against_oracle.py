"""The referee and the exhaustive judge of `tests/oracle`, which share no code, on random moves under random rules."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from solver.errors import RulesError
from solver.game.move import Move
from solver.game.position import Position
from solver.game.referee import best_opening, best_opening_value, judge
from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN, TileSet, set_faults
from solver.game.tiles import JOKER, Tile

sys.path.insert(0, str(Path(__file__).parents[1] / "oracle"))

import exhaustive  # noqa: E402
import random_positions  # noqa: E402

SEED = int(os.environ.get("REFEREE_SEED", "1"))
ROUNDS = int(os.environ.get("REFEREE_ROUNDS", "1"))


def solver_rules(rules: exhaustive.Rules) -> Rules:
    """The same rules as a `Rules` value.

    :raises RulesError: if they contradict each other.
    """
    values: dict[str, object] = {
        "sets.max_group": "colours" if rules.max_group is None else rules.max_group,
        "sets.max_jokers": "any" if rules.max_jokers is None else rules.max_jokers,
        "table.rearrange": rules.rearrange,
        "opening.needs_run": rules.needs_run,
    }
    values |= {f"tiles.{key}": getattr(rules, key) for key in ("numbers", "colours", "copies", "jokers")}
    values |= {f"sets.{key}": getattr(rules, key) for key in ("min_run", "min_group", "wrap", "min_natural")}
    values |= {f"opening.{key}": getattr(rules, f"opening_{key}") for key in ("points", "joker", "table")}
    names = ("freed_by", "replaced_from", "group_of_three", "set_with_joker", "reuse")
    values |= {f"jokers.{key}": getattr(rules, key) for key in names}
    return Rules.named("standard").changed(values)


def rack_tile(tile: exhaustive.Tile) -> Tile:
    return JOKER if isinstance(tile, str) else Tile(*tile)


def table_set(given: exhaustive.TableSet, colours: int) -> TileSet:
    """A set of the oracle, where the colour of a group's joker says nothing, as one where it does."""
    kind, places = given
    if kind == RUN:
        return TileSet(RUN, tuple(Tile(*place) for place in places))
    taken = {colour for colour, _, is_joker in places if not is_joker}
    missing = [colour for colour in range(colours) if colour not in taken]
    tiles = []
    for colour, number, is_joker in places:
        if is_joker and missing:
            colour = missing.pop(0)
        tiles.append(Tile(colour, number, is_joker))
    return TileSet(GROUP, tuple(sorted(tiles)))


def as_move(move: random_positions.Move, rules: Rules) -> tuple[Position, Move]:
    old = tuple(table_set(given, rules.tiles.colours) for given in move.old_table)
    new = tuple(table_set(given, rules.tiles.colours) for given in move.new_table)
    played = tuple(rack_tile(tile) for tile in move.played)
    return Position(old, played, rules, move.opened), Move(played, new)


def rule_sets(seed: int, count: int) -> Iterator[tuple[exhaustive.Rules, Rules]]:
    """Random rule sets that make sense, as both sides write them."""
    found = 0
    for rules in random_positions.random_rule_sets(seed, 20 * count):
        try:
            yield rules, solver_rules(rules)
        except RulesError:
            continue
        found += 1
        if found == count:
            return


VARIED = {
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
    yield rules, solver_rules(rules)
    while count > 1:
        other = replace(rules, **{key: rng.choice(values) for key, values in VARIED.items()})
        try:
            yield other, solver_rules(other)
        except RulesError:
            continue
        count -= 1


def differences(rules: exhaustive.Rules, seed: int, moves: int, rule_sets_each: int) -> Iterator[tuple[bool, str]]:
    """For each pair that was judged, whether the oracle finds it legal, and the difference, if any."""
    rng = Random(seed)
    for move, _ in random_positions.random_moves(seed, moves, rules):
        for theirs, ours in variants(rng, rules, rule_sets_each):
            legal = exhaustive.legal(move.old_table, move.played, move.new_table, theirs, move.opened)
            position, our_move = as_move(move, ours)
            reasons = judge(position, our_move)
            assert all(reason and "\n" not in reason for reason in reasons)
            same = legal == (not reasons)
            yield legal, "" if same else f"{position} {our_move}: {reasons or 'legal'}, the oracle says {legal}"


@pytest.mark.parametrize("part", range(4 * ROUNDS))
def test_random_moves_under_random_rules(part: int) -> None:
    judged: Counter[bool] = Counter()
    for i, (rules, _) in enumerate(rule_sets(100 * SEED + part, 20)):
        for legal, difference in differences(rules, 1000 * SEED + 50 * part + i, moves=30, rule_sets_each=9):
            assert not difference
            judged[legal] += 1
    assert judged.total() == 5400
    assert min(judged.values()) > 1000


@pytest.mark.parametrize("name", list(exhaustive.PRESETS))
def test_presets_are_the_same_on_both_sides(name: str) -> None:
    theirs, ours = solver_rules(exhaustive.PRESETS[name]), Rules.named(name)
    compared = ("tiles", "sets", "opening", "table")
    assert [getattr(theirs, group) for group in compared] == [getattr(ours, group) for group in compared]
    if ours.tiles.jokers:
        assert theirs.jokers == ours.jokers


def test_best_opening() -> None:
    for i, (theirs, ours) in enumerate(rule_sets(SEED, 250)):
        rng = Random(SEED + i)
        box = [(c, v) for c in range(theirs.colours) for v in range(1, theirs.numbers + 1)] * theirs.copies
        low, colours = rng.randint(1, theirs.numbers), rng.sample(range(theirs.colours), 2)
        near = [tile for tile in box if low <= tile[1] <= low + 4 or tile[0] in colours]
        rack: list[exhaustive.Tile] = [*rng.sample(near, min(len(near), rng.randint(3, 7)))]
        rack += ["J"] * rng.randint(0, min(2, theirs.jokers))
        expected = max(
            (exhaustive.opening_value(part, theirs) or 0 for part in exhaustive.sub_multisets(rack)), default=0
        )
        tiles = [rack_tile(tile) for tile in rack]
        sets = best_opening(tiles, ours)
        assert not any(set_faults(tile_set, ours) for tile_set in sets)
        assert Counter(tile.bare for tile_set in sets for tile in tile_set.tiles) <= Counter(tiles)
        if theirs.needs_run and not any(s.kind == RUN and len(s.tiles) >= 3 for s in sets):
            assert expected == 0
        else:
            assert best_opening_value(tiles, ours) == expected, (tiles, ours)
