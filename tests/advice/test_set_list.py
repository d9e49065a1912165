"""How many sets and winning hands there are: published counts, and those of the rules page."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from solver import Rules
from solver.advice.set_list import group_sets, run_sets
from solver.game.sets import RUN, TileSet, set_faults
from solver.game.tiles import Tile
from solver.model.network.places import Placed

STANDARD = Rules.named("standard")

Content = tuple[tuple[int, int], ...]
"""Tiles of a set or a hand in order; a joker is (-1, 0)."""


def sets(rules: Rules, jokers: int, longest: int) -> list[Placed]:
    """All sets of at most so many tiles that a whole box allows."""
    box = rules.tiles
    stock = [[0] + [box.copies] * box.numbers for _ in range(box.colours)]
    found = [
        run
        for colour in range(box.colours)
        for length in range(rules.sets.min_run, longest + 1)
        for first in range(1, box.numbers + 1)
        for run in run_sets(rules, stock, jokers, colour, first, length)
    ]
    sizes = range(rules.sets.min_group, min(longest, rules.max_group) + 1)
    for number in range(1, box.numbers + 1):
        found += group_sets(rules, stock, jokers, number, sizes)
    return found


def content(placed: Placed) -> Content:
    return tuple(sorted((-1, 0) if place.is_joker else (place.colour, place.number) for place in placed.places))


def test_sets_of_the_usual_box() -> None:
    """1173 different sets of up to five tiles: 185 without a joker, 494 with one, 494 with two."""
    different = {content(placed) for placed in sets(STANDARD, jokers=2, longest=5)}
    assert len(different) == 1173
    assert Counter(tiles.count((-1, 0)) for tiles in different) == {0: 185, 1: 494, 2: 494}


@pytest.mark.parametrize(
    ("tiles", "hands"),
    [
        (3, 96),
        (4, 53),
        (5, 36),
        (6, 4656),
        (7, 4980),
        (8, 4731),
        pytest.param(9, 151728, marks=pytest.mark.long),
    ],
)
def test_hands_that_go_out_at_once(tiles: int, hands: int) -> None:
    """Different hands without jokers that can be laid whole (van Rijn, Takes and Vis, arXiv 1604.07553)."""
    assert len(winning_hands(tiles)) == hands


@cache
def winning_hands(tiles: int) -> frozenset[Content]:
    if not tiles:
        return frozenset({()})
    found = set()
    for placed in {content(placed) for placed in sets(STANDARD, jokers=0, longest=5)}:
        if len(placed) <= tiles:
            for hand in winning_hands(tiles - len(placed)):
                more = tuple(sorted(hand + placed))
                if max(Counter(more).values()) <= STANDARD.tiles.copies:
                    found.add(more)
    return frozenset(found)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"sets.wrap": "high_one"},
        {"sets.wrap": "around", "sets.min_run": 4},
        {"sets.min_run": 2, "sets.min_group": 2},
        {"sets.max_jokers": 1},
        {"sets.min_natural": 2, "tiles.jokers": 4},
        {"sets.max_group": 3, "tiles.colours": 6},
    ],
)
def test_every_set_is_legal_and_none_is_missing(changes: dict[str, object]) -> None:
    """In a small box, against all ways to lay tiles and jokers side by side that `set_faults` finds legal."""
    rules = STANDARD.changed({"tiles.numbers": 5, **changes})
    longest = max(rules.sets.min_run + 1, rules.max_group)
    listed = set()
    for placed in sets(rules, rules.tiles.jokers, longest):
        taken = {place.colour for place in placed.places}
        missing = iter([c for c in range(rules.tiles.colours) if c not in taken])
        tiles = [
            Tile(place.colour if place.colour >= 0 else next(missing), place.number, place.is_joker)
            for place in placed.places
        ]
        tile_set = TileSet(placed.kind, tuple(tiles if placed.kind == RUN else sorted(tiles)))
        assert not set_faults(tile_set, rules), str(tile_set)
        listed.add((placed.kind, content(placed)))
    assert listed == {(kind, tiles) for kind, tiles in _all_sets(rules, longest)}


def _all_sets(rules: Rules, longest: int) -> set[tuple[str, Content]]:
    n, k = rules.tiles.numbers, rules.tiles.colours
    found = set()

    def add(kind: str, tiles: list[tuple[int, int]], joker_places: int) -> None:
        laid = tuple(Tile(c, v, bool(joker_places >> i & 1)) for i, (c, v) in enumerate(tiles))
        jokers = sum(tile.is_joker for tile in laid)
        naturals = [(tile.colour, tile.number) for tile in laid if not tile.is_joker]
        enough = max(Counter(naturals).values(), default=0) <= rules.tiles.copies and jokers <= rules.tiles.jokers
        if enough and not set_faults(TileSet(kind, laid), rules):
            found.add((kind, tuple(sorted(naturals + [(-1, 0)] * jokers))))

    for length in range(2, longest + 1):
        for joker_places in range(2**length):
            for colour in range(k):
                for first in range(n):
                    add(RUN, [(colour, (first + i) % n + 1) for i in range(length)], joker_places)
    for number in range(1, n + 1):
        for chosen in range(2**k):
            colours = [(c, number) for c in range(k) if chosen >> c & 1]
            for joker_places in range(2 ** len(colours)):
                if len(colours) >= 2:
                    add("group", colours, joker_places)
    return found
