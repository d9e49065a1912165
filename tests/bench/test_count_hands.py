"""Hands counted by the automaton, against what is published and what is counted hand by hand."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

import pytest
from click.testing import CliRunner
from count_hands import chance_of_opening, different_hands, main, openings, whole_hands
from covers import bag_of, freely_arrangeable
from exhaustive import Natural, Rules

pytestmark = pytest.mark.slow

PUBLISHED = {
    # tiles: different hands, and those that can be laid whole; van Rijn, Takes and Vis, arXiv 1604.07553, table 1
    14: (37418772170780, 10232524),
    15: (148416376650360, 75493324),
    16: (553693464464595, 167019567),
    17: (1949530720153380, 266275320),
    18: (6497700004347370, 1285155978),
    19: (20554261726376560, 3043378964),
    20: (61854641867215015, 5281155009),
    21: (177450513642518480, 18897450032),
    22: (486216174534733370, 45490938770),
    23: (1274559907320479780, 83353290572),
    24: (3201331817672585415, 241746095133),
    25: (7715065735511650152, 570816408020),
    26: (17862050779716207204, 1076455604342),
}
FIVE_NUMBERS = {
    9: (3656360, 5496),
    12: (34880770, 39678),
    15: (151419816, 205848),
    20: (377379369, 918821),
    30: (8533660, 2105306),
    36: (8455, 8455),
}
BY_ENUMERATION = [96, 53, 36, 4656, 4980, 4731, 151728, 233412, 279108, 3753318]
"""Hands of 3 to 12 tiles that can be laid whole, found by going through all sets."""


def test_small_hands() -> None:
    assert whole_hands(13, 0, 12) == [1, 0, 0, *BY_ENUMERATION]


def test_the_first_published_row() -> None:
    assert different_hands(13, 14) == PUBLISHED[14][0]
    assert whole_hands(13, 0, 14)[14] == PUBLISHED[14][1]


@pytest.mark.long
def test_all_published_rows() -> None:
    found = whole_hands(13, 0, 26, workers=2)
    assert {tiles: (different_hands(13, tiles), found[tiles]) for tiles in PUBLISHED} == PUBLISHED


@pytest.mark.long
def test_the_box_of_five_numbers() -> None:
    """Of all its 40 tiles but at most four, every hand can be laid whole."""
    found = whole_hands(5, 0, 40)
    assert {tiles: (different_hands(5, tiles), found[tiles]) for tiles in FIVE_NUMBERS} == FIVE_NUMBERS
    assert found[36:] == [different_hands(5, tiles) for tiles in range(36, 41)]


@pytest.mark.parametrize("jokers", [1, 2])
def test_sets_with_jokers(jokers: int) -> None:
    """Hands of three to five tiles are one set each: 494 with one joker in the usual box, and as many with two."""
    assert sum(whole_hands(13, jokers, 5)) == 494


@pytest.mark.parametrize(("numbers", "jokers", "most"), [(5, 1, 5), (6, 1, 4), (5, 2, 6)])
def test_hand_by_hand(numbers: int, jokers: int, most: int) -> None:
    """Every hand is laid out by the exhaustive search, or not; groups of four may leave a joker without a place."""
    rules = Rules(numbers=numbers, colours=4, copies=2, jokers=2)
    kinds = [(colour, number) for colour in range(4) for number in range(1, numbers + 1)]
    counted = Counter[int]()
    for tiles in range(jokers, most + 1):
        for hand in combinations_with_replacement(kinds, tiles - jokers):
            if max(Counter(hand).values(), default=0) <= 2:
                counted[tiles] += freely_arrangeable(bag_of(hand, rules), jokers, rules)
    assert whole_hands(numbers, jokers, most) == [counted[tiles] for tiles in range(most + 1)]


def test_workers_change_nothing() -> None:
    assert whole_hands(5, 0, 9, workers=2) == whole_hands(5, 0, 9)


def sets_of(numbers: int) -> list[tuple[Natural, ...]]:
    runs = [
        tuple((colour, number) for number in range(first, last + 1))
        for colour in range(4)
        for first in range(1, numbers - 1)
        for last in range(first + 2, numbers + 1)
    ]
    return runs + [
        tuple((colour, number) for colour in colours)
        for number in range(1, numbers + 1)
        for size in (3, 4)
        for colours in combinations(range(4), size)
    ]


def most_points(hand: Counter[Natural], jokers: int, sets: list[tuple[Natural, ...]]) -> int:
    """What sets that lie in a hand are worth at most, by trying one after the other."""
    best = 0
    for i, tiles in enumerate(sets):
        lacking = sum(hand[tile] == 0 for tile in tiles)
        if lacking <= jokers:
            left = hand - Counter(tiles)
            best = max(best, sum(number for _, number in tiles) + most_points(left, jokers - lacking, sets[i:]))
    return best


@pytest.mark.parametrize(("tiles", "jokers", "points"), [(4, 0, 9), (5, 0, 12), (4, 1, 9), (3, 2, 11)])
def test_openings_of_a_few_tiles(tiles: int, jokers: int, points: int) -> None:
    """In a box of four numbers, by going through all hands, each counted as often as copies make it."""
    kinds = [(colour, number) for colour in range(4) for number in range(1, 5)]
    expected = 0
    for hand in combinations_with_replacement(kinds, tiles):
        counts = Counter(hand)
        if max(counts.values()) <= 2 and most_points(counts, jokers, sets_of(4)) >= points:
            expected += math.prod(math.comb(2, count) for count in counts.values())
    assert expected > 0
    assert openings(points, tiles, jokers, numbers=4) == expected


def test_the_chance_of_a_hand_of_three() -> None:
    """Four groups of three of each number from 10 on, three runs of each colour that are worth 30 or more, two copies
    of each tile; with jokers in the box also what they complete."""
    assert openings(30, 3, 0) == (4 * 4 + 3 * 4) * 8
    assert chance_of_opening(30, 3, 0) == Fraction(224, math.comb(104, 3))


def test_the_tables() -> None:
    result = CliRunner().invoke(main, ["whole", "--numbers", "5", "--most", "4", "--workers", "1"])
    assert result.exit_code == 0
    assert result.stdout.splitlines()[2:] == ["| 3 | 1,520 | 32 | 0.021 |", "| 4 | 8,455 | 13 | 0.0015 |"]
    result = CliRunner().invoke(main, ["opening", "--tiles", "3"])
    assert result.stdout == "28/22763 = 0.123007%\n"
