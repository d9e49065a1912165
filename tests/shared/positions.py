"""Hypothesis strategies for the values of the game: what a box, a table and a rack can hold."""

from __future__ import annotations

import contextlib

from hypothesis import assume
from hypothesis import strategies as st

from solver.errors import PositionError, RulesError
from solver.game.move import Move
from solver.game.position import Position
from solver.game.rules import PARAMETERS, Rules, preset_names
from solver.game.sets import GROUP, RUN, TileSet, set_faults
from solver.game.tiles import JOKER, Tile

__all__ = ["moves", "moves_of_standard", "positions", "rule_sets", "table_tiles", "tile_sets", "tiles"]


def tiles(rules: Rules | None = None) -> st.SearchStrategy[Tile]:
    """A tile of a rack: a number tile of the box, or a joker."""
    box = (rules or Rules.named("standard")).tiles
    naturals = st.builds(Tile, st.integers(0, box.colours - 1), st.integers(1, box.numbers))
    return st.one_of(naturals, st.just(JOKER)) if box.jokers else naturals


def table_tiles() -> st.SearchStrategy[Tile]:
    """Any tile at all, jokers that stand for something among them."""
    return st.one_of(st.just(JOKER), st.builds(Tile, st.integers(0, 7), st.integers(1, 104), st.booleans()))


@st.composite
def rule_sets(draw: st.DrawFn, changed: bool = True) -> Rules:
    """A preset with a few rules changed, one after the other, but for those that make no sense with the ones before."""
    rules = Rules.named(draw(st.sampled_from(preset_names())))
    if not changed:
        return rules
    for key in draw(st.lists(st.sampled_from(sorted(PARAMETERS)), max_size=4, unique=True)):
        parameter = PARAMETERS[key]
        value: object
        if isinstance(parameter.default, bool):
            value = draw(st.booleans())
        else:
            numbers = [] if parameter.low is None or parameter.high is None else [parameter.low, parameter.high]
            near = [n for n in (*numbers, 3, 5, 13) if numbers and numbers[0] <= n <= numbers[1]]
            value = draw(st.sampled_from([*near, *parameter.words]))
        with contextlib.suppress(RulesError):
            rules = rules.changed({key: value})
    return rules


@st.composite
def tile_sets(draw: st.DrawFn, rules: Rules | None = None) -> TileSet:
    """A legal set, jokers in some of its places; runs have at most three tiles more than they need."""
    rules = rules or Rules.named("standard")
    n, k = rules.tiles.numbers, rules.tiles.colours
    if draw(st.booleans()):
        colour, first = draw(st.integers(0, k - 1)), draw(st.integers(1, n))
        places = [(colour, (first + i - 1) % n + 1) for i in range(rules.sets.min_run + draw(st.integers(0, 3)))]
        kind = RUN
    else:
        number = draw(st.integers(1, n))
        colours = draw(st.lists(st.integers(0, k - 1), min_size=min(rules.sets.min_group, k), unique=True))
        places = [(colour, number) for colour in sorted(colours)]
        kind = GROUP
    jokers = draw(st.sets(st.integers(0, max(len(places) - 1, 0)), max_size=2)) if rules.tiles.jokers else set()
    tile_set = TileSet(
        kind,
        tuple(
            sorted(
                (Tile(c, v, i in jokers) for i, (c, v) in enumerate(places)), key=lambda t: t if kind == GROUP else 0
            )
        ),
    )
    assume(not set_faults(tile_set, rules))
    return tile_set


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position of at most four sets and eight rack tiles, under any rules, now and then a heap."""
    rules = draw(rule_sets())
    table = draw(st.lists(tile_sets(rules), max_size=4))
    rack = draw(st.lists(tiles(rules), max_size=8))
    label = draw(st.none() | st.text("abc-019#é", min_size=1, max_size=8))
    try:
        return Position.of(
            [tile_set.tiles for tile_set in table],
            rack,
            rules,
            opened=draw(st.booleans()),
            id=label,
            loose=draw(st.integers(0, 9)) == 0,
        )
    except PositionError:
        assume(False)
        raise


def moves_of_standard() -> st.SearchStrategy[Move]:
    """A move of sets under the standard rules, legal or not."""
    return st.builds(Move, st.lists(tiles(), max_size=6).map(tuple), st.lists(tile_sets(), max_size=4).map(tuple))


@st.composite
def moves(draw: st.DrawFn) -> Move:
    """A move, legal or not, of sets under the rules of one preset or another."""
    rules = draw(rule_sets())
    return Move(tuple(draw(st.lists(tiles(rules), max_size=6))), tuple(draw(st.lists(tile_sets(rules), max_size=4))))
