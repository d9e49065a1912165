"""The referee and the exhaustive judge of `tests/oracle`, which share no code, on random moves under random rules."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
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


def differences(rules: exhaustive.Rules, ours: Rules, seed: int, count: int) -> Iterator[str]:
    for move, legal in random_positions.random_moves(seed, count, rules):
        position, our_move = as_move(move, ours)
        reasons = judge(position, our_move)
        assert all(reason and "\n" not in reason for reason in reasons)
        if bool(reasons) == legal:
            yield f"{position} {our_move}: {reasons or 'legal'}, the oracle says {'legal' if legal else 'illegal'}"


def test_random_rule_sets() -> None:
    for i, (rules, ours) in enumerate(rule_sets(SEED, 200 * ROUNDS)):
        found = list(differences(rules, ours, SEED + i, 100))
        assert not found, "\n".join(found[:5])


@pytest.mark.parametrize("name", list(exhaustive.PRESETS))
def test_presets(name: str) -> None:
    assert solver_rules(exhaustive.PRESETS[name]).changes() == Rules.named(name).changed({}).changes()
