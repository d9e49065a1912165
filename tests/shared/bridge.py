"""From the oracle's plain data to the product's values, so that both answer one question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import exhaustive

from solver.game.move import Move
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.sets import TileSet
from solver.game.tiles import JOKER, Tile


def product_rules(rules: exhaustive.Rules) -> Rules:
    """The product's rule set with the same parameters."""
    most = rules.max_group
    return Rules.named("free").changed(
        {
            "tiles.numbers": rules.numbers,
            "tiles.colours": rules.colours,
            "tiles.copies": rules.copies,
            "tiles.jokers": rules.jokers,
            "sets.min_run": rules.min_run,
            "sets.min_group": rules.min_group,
            "sets.max_group": "colours" if most is None else most,
            "sets.wrap": rules.wrap,
            "sets.max_jokers": "any" if rules.max_jokers is None else rules.max_jokers,
            "sets.min_natural": rules.min_natural,
            "opening.points": rules.opening_points,
            "opening.joker": rules.opening_joker,
            "opening.table": rules.opening_table,
            "opening.needs_run": rules.needs_run,
            "table.rearrange": rules.rearrange,
            "jokers.freed_by": rules.freed_by,
            "jokers.replaced_from": rules.replaced_from,
            "jokers.group_of_three": rules.group_of_three,
            "jokers.set_with_joker": rules.set_with_joker,
            "jokers.reuse": rules.reuse,
            "turn.discard": bool(rules.kept),
        }
    )


def oracle_rules(rules: Rules) -> exhaustive.Rules:
    """The oracle's rule set with the same parameters."""
    return exhaustive.Rules(
        numbers=rules.tiles.numbers,
        colours=rules.tiles.colours,
        copies=rules.tiles.copies,
        jokers=rules.tiles.jokers,
        min_run=rules.sets.min_run,
        min_group=rules.sets.min_group,
        max_group=rules.sets.max_group if isinstance(rules.sets.max_group, int) else None,
        wrap=rules.sets.wrap,
        max_jokers=rules.sets.max_jokers if isinstance(rules.sets.max_jokers, int) else None,
        min_natural=rules.sets.min_natural,
        opening_points=rules.opening.points,
        opening_joker=rules.opening.joker,
        opening_table=rules.opening.table,
        needs_run=rules.opening.needs_run,
        rearrange=rules.table.rearrange,
        freed_by=rules.jokers.freed_by,
        replaced_from=rules.jokers.replaced_from,
        group_of_three=rules.jokers.group_of_three,
        set_with_joker=rules.jokers.set_with_joker,
        reuse=rules.jokers.reuse,
        kept=rules.turn.least_kept,
    )


def product_tile(tile: exhaustive.Tile) -> Tile:
    return JOKER if isinstance(tile, str) else Tile(*tile)


def product_set(table_set: exhaustive.TableSet, rules: Rules) -> TileSet:
    """The same set; open jokers of a group take missing colours in order."""
    kind, places = table_set
    if kind == "run":
        return TileSet(kind, tuple(Tile(*place) for place in places))
    taken = {colour for colour, _, is_joker in places if not is_joker}
    missing = iter([c for c in range(rules.tiles.colours) if c not in taken])
    return TileSet(kind, tuple(sorted(Tile(next(missing) if j else c, v, j) for c, v, j in places)))


def product_position(
    table: Iterable[exhaustive.TableSet], rack: Sequence[exhaustive.Tile], rules: Rules, opened: bool = True
) -> Position:
    """The same position, checked as any other."""
    sets = tuple(product_set(table_set, rules) for table_set in table)
    return Position(sets, tuple(map(product_tile, rack)), rules, opened)


def product_move(played: Sequence[exhaustive.Tile], table: Iterable[exhaustive.TableSet], rules: Rules) -> Move:
    """The same move; its jokers do not say what they stand for."""
    return undeclared(
        Move(tuple(map(product_tile, played)), tuple(product_set(table_set, rules) for table_set in table))
    )


def undeclared(move: Move) -> Move:
    """The move as it is given by somebody who does not say what its jokers stand for, as the oracle takes it."""
    return replace(move, given=tuple(tuple(tile.bare for tile in tile_set.tiles) for tile_set in move.table))


def oracle_table(table: Iterable[TileSet]) -> list[exhaustive.TableSet]:
    """Product sets as the oracle's."""
    return [(s.kind, tuple((t.colour, t.number, t.is_joker) for t in s.tiles)) for s in table]
