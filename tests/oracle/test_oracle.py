"""The oracle against the numbers of the rules page, against positions worked by hand, and against itself.

Every expected number of the first part stands in section 6 of the rules page; the rows are quoted as they stand there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement, islice
from random import Random
from typing import Any

import exhaustive
import notation
import pytest
import random_positions
import setlist
from exhaustive import COLUMNS, FREE, JOKER, PRESETS, STANDARD, Natural, Rules, TableSet, Tile

pytestmark = pytest.mark.slow

# --- Section 6: worked positions --------------------------------------------------------------------------------------

WORKED = """
| - | K12 K13 K1 | 0 | 0 | 0 | 0 | 0 |
| - | R9 B9 K9 R9 B9 K9 | 6 | 6 | 6 | 6 | 6 |
| - | R9 R9 B9 J | 3 | 3 | 3 | 3 | 3 |
| B4 B5 B6 | J | 1 | 1 | 1 | 1 | 1 |
| B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B12 B13 | J | 1 | 1 | 1 | 1 | 1 |
| B4 B5 B6 J | K9 R9 | 2 | 0 | 0 | 0 | 0 |
| B3 B4 B5 J B7 B8 B9 | K1 R1 | 2 | 0 | 0 | 0 | 0 |
| K8 R8 O8 J | B1 B2 | 2 | 0 | 0 | 0 | 0 |
| K8 R8 J | B8 B1 B2 | 3 | 3 | 3 | 3 | 3 |
| B4 J B6 / K5 R5 O5 B5 | R1 O1 | 2 | 2 | 0 | 0 | 0 |
| B4 J B6 / O7 O8 O9 | B5 O11 | 2 | 0 | 0 | 2 | 0 |
| B4 B5 J | B7 | 1 | 1 | 1 | 1 | 1 |
| B4 B5 B6 J | K4 R4 | 2 | 2 | 2 | 0 | 0 |
| B5 J B7 / K6 R6 O6 | K5 R5 K7 R7 | 4 | 0 | 0 | 0 | 0 |
| B4 J B6 | B5 J K7 | 3 | 3 | 3 | 3 | 3 |
| B4 J B6 / B4 J B6 | B5 K9 R9 K1 R1 | 3 | 3 | 3 | 3 | 3 |
| B4 B5 B6 J | K9 | 0 | 0 | 0 | 0 | 0 |
| K10 R10 J, not opened | B10 B11 B12 | 3 | 3 | 3 | 3 | 3 |
| R8 R9 R10 / O10 O11 O12 O13, not opened | R11 R12 R13 K13 | 3 | 3 | - | 4 | 3 |
"""


def worked_positions() -> Iterator[tuple[str, str, str, bool, int]]:
    """Column, table, rack, opened and most tiles, for every number of the page."""
    for line in WORKED.strip().splitlines():
        table, rack, *numbers = [cell.strip() for cell in line.strip("|").split("|")]
        opened = not table.endswith(", not opened")
        for column, number in zip(("free", "standard", "rack2", "sabra", "rummy-o"), numbers, strict=True):
            if number != "-":
                yield column, table.removesuffix(", not opened").replace("/", "|"), rack, opened, int(number)


def most_tiles(table: str, rack: str, rules: Rules, opened: bool = True) -> int:
    found = exhaustive.best(notation.table(table, rules), notation.tiles(rack), rules, opened)["tiles"]
    assert isinstance(found, int)
    return found


@pytest.mark.parametrize(("column", "table", "rack", "opened", "tiles"), list(worked_positions()))
def test_worked_positions(column: str, table: str, rack: str, opened: bool, tiles: int) -> None:
    assert most_tiles(table, rack, COLUMNS[column], opened) == tiles


def test_number_of_worked_positions() -> None:
    assert len(list(worked_positions())) == 19 * 5 - 1


def test_remarks_of_the_table() -> None:
    assert most_tiles("K8 R8 J", "B8 B1 B2", replace(STANDARD, group_of_three="both")) == 1
    assert most_tiles("B4 J B6 | O7 O8 O9", "B5 O11", COLUMNS["literal"]) == 0
    # Row `R8 R9 R10 ...` names the new table: R8-R12, O10-O12, K13 O13 R13.
    table = notation.table("R8 R9 R10 | O10 O11 O12 O13", FREE)
    after = notation.table("R8 R9 R10 R11 R12 | O10 O11 O12 | K13 O13 R13", FREE)
    played = notation.tiles("R11 R12 R13 K13")
    assert exhaustive.legal(table, played, after, PRESETS["sabra"], opened=False)
    assert not exhaustive.legal(table, played, after, FREE, opened=False)


def test_rummy_o_itself_opens_at_50() -> None:
    """The rows of the column lay 33 and 36 points; the preset asks for 50."""
    assert PRESETS["rummy-o"].opening_points == 50
    assert most_tiles("K10 R10 J", "B10 B11 B12", PRESETS["rummy-o"], opened=False) == 0


# --- Section 6: opening values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiles", "value", "enough"),
    [
        ("K10 B10 J", 30, True),
        ("B9 B10 J", 30, True),
        ("R1 R2 J", 6, False),
        ("B9 J J", 30, True),
        ("B8 J J", 27, False),
        ("R8 R9 J R11", 38, True),
        ("K3 K4 K5 R6 B6 O6", 30, True),
        ("K5 R5 B5 O5 K1 K2 K3", 26, False),
        ("J R13 J", 39, True),
        ("R12 R13 J", 36, True),
    ],
)
def test_opening_values(tiles: str, value: int, enough: bool) -> None:
    rack = notation.tiles(tiles)
    assert exhaustive.opening_value(rack, STANDARD) == value
    assert (exhaustive.sort_played(rack) in exhaustive.playable([], rack, STANDARD, opened=False)) is enough


def test_opening_sets_keep_their_places_when_judged() -> None:
    """A joker set is worth its best reading, however it was laid down."""
    low_run = [notation.table_set("J J B9", STANDARD, "run")]
    assert exhaustive.legal([], notation.tiles("B9 J J"), low_run, STANDARD, opened=False)
    group = [notation.table_set("B8 J J", STANDARD, "group")]
    assert not exhaustive.legal([], notation.tiles("B8 J J"), group, STANDARD, opened=False)


# --- Section 6: checked figures ---------------------------------------------------------------------------------------


def test_number_of_sets() -> None:
    found = setlist.sets(STANDARD, 5)
    assert len(found) == 1173
    assert Counter(tiles.count(JOKER) for tiles in found) == {0: 185, 1: 494, 2: 494}
    assert setlist.enough_sets(STANDARD) == found


@pytest.mark.parametrize(("tiles", "hands"), [(3, 96), (4, 53), (5, 36), (6, 4656), (7, 4980), (8, 4731), (9, 151728)])
def test_hands_that_go_out_at_once(tiles: int, hands: int) -> None:
    assert setlist.winning_hands(tiles) == hands


def test_small_winning_hands_by_search() -> None:
    """The same count by trying every hand of 6 tiles in a small box."""
    rules = Rules(numbers=4, colours=3, jokers=0)
    box = [(colour, number) for colour in range(rules.colours) for number in range(1, rules.numbers + 1)] * 2
    hands = {hand for hand in combinations_with_replacement(sorted(set(box)), 6) if max(Counter(hand).values()) <= 2}
    assert setlist.winning_hands(6, rules) == sum(any(exhaustive.partitions(hand, 0, rules)) for hand in hands)


# --- Sets, one by one -------------------------------------------------------------------------------------------------

SMALL_BOXES = [
    Rules(numbers=5, colours=3, jokers=2),
    Rules(numbers=5, colours=3, jokers=2, wrap="high_one", max_jokers=1),
    Rules(numbers=4, colours=2, jokers=3, wrap="around", min_group=2),
    Rules(numbers=4, colours=4, jokers=4, max_group=3, min_natural=2),
    Rules(numbers=6, colours=2, jokers=2, min_run=2, copies=1),
]


@pytest.mark.parametrize("rules", SMALL_BOXES)
def test_search_and_set_list_know_the_same_sets(rules: Rules) -> None:
    """Of all heaps of up to 5 tiles, the search can lay as one set exactly those that the set list has."""
    kinds: list[Tile] = [(colour, number) for colour in range(rules.colours) for number in range(1, rules.numbers + 1)]
    listed = {exhaustive.sort_played(tiles) for tiles in setlist.sets(rules, 5)}
    laid = set()
    for size in range(1, 6):
        for some in combinations_with_replacement([*kinds, JOKER], size):
            naturals = [tile for tile in some if not isinstance(tile, str)]
            jokers = size - len(naturals)
            available = jokers <= rules.jokers and max(Counter(naturals).values(), default=0) <= rules.copies
            if available and any(len(sets) == 1 for sets in exhaustive.partitions(naturals, jokers, rules)):
                laid.add(exhaustive.sort_played(some))
    assert laid == listed


@pytest.mark.parametrize(("wrap", "high", "middle"), [("none", 0, 0), ("high_one", 3, 0), ("around", 3, 3)])
def test_one_after_thirteen(wrap: str, high: int, middle: int) -> None:
    rules = replace(STANDARD, wrap=wrap)
    assert most_tiles("-", "K12 K13 K1", rules) == high
    assert most_tiles("-", "K13 K1 K2", rules) == middle
    assert exhaustive.opening_value(notation.tiles("K12 K13 K1"), rules) == (26 if high else None)


def test_limits_of_a_set() -> None:
    assert most_tiles("-", "B9 J J", STANDARD) == 3
    assert most_tiles("-", "B9 J J", replace(STANDARD, max_jokers=1)) == 0
    assert most_tiles("-", "B9 J J", replace(STANDARD, min_natural=2)) == 0
    assert most_tiles("-", "K9 B9 R9 O9", replace(STANDARD, max_group=3)) == 3
    assert most_tiles("-", "K9 B9 R9 O9 G9 P9", replace(STANDARD, colours=6)) == 6
    assert most_tiles("-", "J J J", replace(STANDARD, jokers=3)) == 0
    assert most_tiles("-", "K1 K2 K3", replace(STANDARD, min_run=4)) == 0


@pytest.mark.parametrize(
    ("tiles", "count"),
    [
        ("K1 K2 K3 K4 K5 K6", 2),  # one run or two
        ("R9 B9 K9 R9 B9 K9", 1),  # the same group twice
        ("B4 B5 J", 2),  # 3 or 6
        ("B4 J B6", 1),
        ("B9 J J", 4),  # 7-8-9, 8-9-10, 9-10-11, three nines
        ("K9 B9 J", 1),  # red or orange: the same arrangement
        ("K1 K2 K3 K1 K2 K3", 1),
        ("K1 K2 K3 K3 K4 K4 K5", 1),  # 1-4 and 3-5
        ("K1 K2 K3 K3 K4 K5 K6", 1),  # 1-3 and 3-6
    ],
)
def test_number_of_arrangements(tiles: str, count: int) -> None:
    assert len(list(exhaustive.arrangements([], notation.tiles(tiles), STANDARD))) == count


# --- Openings ---------------------------------------------------------------------------------------------------------


def test_opening_parameters() -> None:
    def opened_with(rack: str, table: str = "-", **changes: Any) -> int:
        return most_tiles(table, rack, replace(STANDARD, **changes), opened=False)

    assert opened_with("K10 B10 R10") == 3
    assert opened_with("K10 B10 R10", opening_points=31) == 0
    assert opened_with("K4 K5 J") == 0
    assert opened_with("K4 K5 J", opening_joker=25) == 3
    assert opened_with("K13 R13 J") == 3
    assert opened_with("K13 R13 J", opening_joker="forbidden") == 0
    # The opening itself is free of jokers; the rest of the turn need not be.
    assert opened_with("K10 B10 R10 J", opening_joker="forbidden") == 3
    assert opened_with("K10 B10 R10 J", opening_joker="forbidden", opening_table="after") == 4
    # No points asked for: still nothing but sets from the rack.
    assert opened_with("B7", "B4 B5 B6", opening_points=0) == 0
    assert opened_with("B7", "B4 B5 B6", opening_points=0, opening_table="after") == 1
    assert opened_with("K1 R1 O1", "B4 B5 B6", opening_points=0) == 3


def test_first_meld_of_vatikan_holds_a_run() -> None:
    rules = PRESETS["vatikan"]
    assert most_tiles("-", "K9 R9 B9", rules, opened=False) == 0
    assert most_tiles("-", "K3 K4 K5 K9 R9 B9", rules, opened=False) == 6
    assert most_tiles("K1 K2 K3", "K4", rules, opened=False) == 0
    assert most_tiles("K1 K2 K3", "K4 R7 R8 R9", rules, opened=False) == 4
    assert most_tiles("K1 K2 K3", "K4", rules) == 1


# --- Laying off -------------------------------------------------------------------------------------------------------


def test_laying_off() -> None:
    # Of the rack one tile stays, to be thrown off; K13 can be that one.
    rules = PRESETS["american"]
    assert most_tiles("B3 B4 B5 B6 B7", "B5", STANDARD) == 1
    assert most_tiles("B3 B4 B5 B6 B7", "B5 K13", rules) == 0
    assert most_tiles("B3 B4 B5 B6 B7", "B8 K13", rules) == 1
    assert most_tiles("B3 B4 B5 B6 B7", "B8", rules) == 0
    assert most_tiles("K7 B7 R7 O7 | B8 B9 B10", "B6", STANDARD) == 1
    assert most_tiles("K7 B7 R7 O7 | B8 B9 B10", "B6 K13", rules) == 0
    # Two old sets may grow together, but no tile serves both.
    table = notation.table("B3 B4 B5 | B7 B8 B9", rules)
    joined = notation.table("B3 B4 B5 B6 B7 B8 B9", rules)
    assert exhaustive.legal(table, notation.tiles("B6"), joined, rules)
    twins = notation.table("B3 B4 B5 | B3 B4 B5", rules)
    overlap = notation.table("B3 B4 B5 B6 | B3 B4 B5", rules)
    assert exhaustive.legal(twins, notation.tiles("B6"), overlap, rules)


# --- Jokers -----------------------------------------------------------------------------------------------------------


def test_tokens_are_tiles_of_their_own() -> None:
    both = replace(STANDARD, group_of_three="both")
    assert most_tiles("K8 R8 J", "B8 O8 B1 B2", both) == 4
    assert most_tiles("K8 R8 J", "B8 O8 B1 B2", STANDARD) == 4
    assert most_tiles("B4 J B6 | B4 J B6", "B5 B5 K9 R9 K1 R1", STANDARD) == 6
    # A natural tile of the joker's own set pays for nothing; one of another set does.
    ring = Rules(numbers=5, wrap="around")
    assert most_tiles("B1 B2 B3 B4 B5 J", "K4 R4", ring) == 0
    assert most_tiles("B1 B2 B3 B4 B5 J | K1 R1 O1 B1", "K4 R4", ring) == 2


def test_new_table_of_walking_joker() -> None:
    """B6 in a run may not become B6 in a group without a token."""
    table = notation.table("B5 J B7 | K6 R6 O6", STANDARD)
    after = notation.table("K5 R5 B5 | K7 R7 B7 | K6 R6 O6 J", STANDARD)
    played = notation.tiles("K5 R5 K7 R7")
    assert not exhaustive.legal(table, played, after, STANDARD)
    assert exhaustive.legal(table, played, after, FREE)


def test_two_rack_tiles_go_with_a_freed_joker() -> None:
    rack2, literal = COLUMNS["rack2"], COLUMNS["literal"]
    table = notation.table("B4 J B6 | K1 R1 O1 B1", STANDARD)
    after = notation.table("B4 B5 B6 | K1 R1 O1 | B1 J B3", STANDARD)
    played = notation.tiles("B5 B3")
    assert exhaustive.legal(table, played, after, literal)
    assert exhaustive.legal(table, played, after, STANDARD)
    assert not exhaustive.legal(table, played, after, rack2)  # only B3 comes from the rack
    more = notation.table("B4 B5 B6 | K1 R1 O1 | B1 J B3 J", STANDARD)
    assert exhaustive.legal(table, [*played, JOKER], more, rack2)  # B3 and the rack joker do


def test_the_token_is_not_one_of_the_two() -> None:
    """B5 pays for the joker, so in the joker's new set it does not count as a tile from the rack."""
    rules = COLUMNS["rack2"]
    table = notation.table("B4 J B6 | K4 R4 O4 | K6 R6 O6", rules)
    after = notation.table("K4 R4 O4 B4 | K6 R6 O6 B6 | K5 B5 J", rules)
    assert not exhaustive.legal(table, notation.tiles("B5 K5"), after, rules)
    assert exhaustive.legal(table, notation.tiles("B5 K5"), after, replace(rules, reuse="new_set"))
    four = notation.table("K4 R4 O4 B4 | K6 R6 O6 B6 | K5 B5 R5 J", rules)
    assert exhaustive.legal(table, notation.tiles("B5 K5 R5"), four, rules)


def test_locked_sets_stay_whole() -> None:
    sabra = PRESETS["sabra"]
    table = notation.table("B4 B5 J B7 | K9 R9 O9", sabra)
    split = notation.table("B5 J B7 | B4 K4 R4 | K9 R9 O9", sabra)
    played = notation.tiles("K4 R4")
    assert not exhaustive.legal(table, played, split, sabra)
    assert exhaustive.legal(table, played, split, STANDARD)
    longer = notation.table("B4 B5 J B7 B8 | K9 R9 O9", sabra)
    assert exhaustive.legal(table, notation.tiles("B8"), longer, sabra)


def test_a_joker_may_stand_for_the_same_tile_again() -> None:
    """K8 R8 J: B8 is laid, the joker freed, and it stands for B8 in a new run."""
    table = notation.table("K8 R8 J", STANDARD)
    after = notation.table("K8 R8 B8 | B7 J B9", STANDARD)
    assert exhaustive.legal(table, notation.tiles("B8 B7 B9"), after, STANDARD)


def test_conservation() -> None:
    table = notation.table("B4 B5 B6 J", STANDARD)
    assert exhaustive.legal(table, notation.tiles("B3"), notation.table("B3 B4 B5 B6 J", STANDARD), STANDARD)
    assert not exhaustive.legal(table, notation.tiles("B7"), notation.table("B4 B5 B6 B7", STANDARD), STANDARD)
    assert not exhaustive.legal(table, notation.tiles("B3"), notation.table("B4 B5 B6 J", STANDARD), STANDARD)
    assert not exhaustive.legal(table, [], table, STANDARD)
    assert not exhaustive.legal(table, [], notation.table("J B4 B5 B6", STANDARD), FREE)


# --- Objectives and moved tiles ---------------------------------------------------------------------------------------


def test_objectives_and_ties() -> None:
    def lexi(table: str, rack: str) -> object:
        return exhaustive.best(notation.table(table, FREE), notation.tiles(rack), FREE)["lexi"]

    assert lexi("B5 B6 B7", "B8 J R1") == {"value": (0, 8, 0, 1), "tiles": (0, 2, 8, -1), "penalty": (0, 38, 2)}
    # A joker is not laid for nothing, but it is to go out.
    assert lexi("B4 B5 B6", "J K9") == {"value": (0, 0, 0, 0), "tiles": (0, 1, 0, -1), "penalty": (0, 30, 1)}
    assert lexi("B4 B5 B6", "J") == {"value": (1, 0, -1, 1), "tiles": (1, 1, 0, -1), "penalty": (1, 30, 1)}
    assert lexi("-", "") == {"value": (0, 0, 0, 0), "tiles": (0, 0, 0, 0), "penalty": (0, 0, 0)}


@pytest.mark.parametrize(
    ("table", "played", "moved"),
    [
        ("B4 B5 B6", "B7", 0),
        ("B3 B4 B5 B6 B7", "B5", 2),
        ("K7 B7 R7 O7 | B8 B9 B10", "B6", 1),
        ("B4 J B6 | K5 R5 O5 B5", "R1 O1", 2),  # B5 and the joker
        ("B4 B5 B6 | B7 B8 B9", "B7", 0),  # B4-B7, B7-B9
        ("B4 B5 B6 B7 B8 B9", "B6 B7", 2),  # B4-B7 and B6-B9, of which only one is the heir
        ("-", "K9 R9 B9", 0),
    ],
)
def test_fewest_moved(table: str, played: str, moved: int) -> None:
    assert exhaustive.fewest_moved(notation.table(table, STANDARD), notation.tiles(played), STANDARD) == moved


def test_fewest_moved_refuses_what_cannot_be_laid() -> None:
    with pytest.raises(ValueError, match="cannot be laid"):
        exhaustive.fewest_moved(notation.table("B4 B5 B6", STANDARD), notation.tiles("K9"), STANDARD)


# --- The search against the judge -------------------------------------------------------------------------------------

MOST_PARTITIONS = 500


def table_naturals(table: list[TableSet]) -> list[Natural]:
    return [tile for _, places in table for tile in exhaustive.naturals_of(places)]


def compare_with_judge(table: list[TableSet], rack: list[Tile], rules: Rules, opened: bool) -> int:
    """Hold the search against all partitions that the judge accepts; how many selections of tiles were compared."""
    playable = exhaustive.playable(table, rack, rules, opened)
    compared = 0
    for played in exhaustive.sub_multisets(rack):
        naturals = [tile for tile in played if not isinstance(tile, str)] + table_naturals(table)
        jokers = played.count(JOKER) + sum(exhaustive.jokers_of(places) for _, places in table)
        if len(list(islice(exhaustive.partitions(naturals, jokers, rules), MOST_PARTITIONS))) == MOST_PARTITIONS:
            continue
        tables = list(exhaustive.arrangements(table, played, rules, opened))
        told = f"{notation.show_table(table)}, {played}, {rules}, {opened=}"
        assert len(set(tables)) == len(tables), told
        assert bool(tables) == (played in playable), told
        if tables:
            fewest = min(exhaustive.moved_tiles(table, new_table) for new_table in tables)
            assert exhaustive.fewest_moved(table, played, rules, opened) == fewest, told
        compared += 1
    return compared


@pytest.mark.parametrize("column", COLUMNS)
def test_search_and_judge_agree_on_the_columns(column: str) -> None:
    rng = Random(column)
    compared = 0
    for table, rack in random_positions.small_positions(rng.randrange(1000), 12, COLUMNS[column]):
        compared += compare_with_judge(table, rack, COLUMNS[column], rng.random() < 0.8)
    assert compared > 100


@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 10))])
def test_search_and_judge_agree_on_random_rules(seed: int) -> None:
    rng = Random(seed)
    compared = 0
    for _ in range(20):
        rules = random_positions.random_rules(rng)
        table, rack = random_positions.small_position(rng, rules)
        compared += compare_with_judge(table, rack, rules, rng.random() < 0.8)
    assert compared > 150


# --- The search against the set list ----------------------------------------------------------------------------------


@pytest.mark.parametrize("box", [STANDARD, *SMALL_BOXES])
def test_search_and_set_list_agree(box: Rules) -> None:
    rules = replace(box, freed_by="rearranging", set_with_joker="free", reuse="any")
    for table, rack in random_positions.small_positions(7, 25, rules):
        best = exhaustive.best(table, rack, rules)
        for objective in setlist.GOALS:
            found = setlist.lexi(exhaustive.heap(table), rack, rules, objective)
            assert found == best["lexi"][objective], (notation.show_table(table), rack)  # type: ignore[index]


def test_runs_that_cannot_be_cut() -> None:
    """J J J R4 J J cannot be cut: one part would be all jokers."""
    rules = replace(FREE, jokers=5)
    rack = notation.tiles("R4 J J J J J")
    assert setlist.most_tiles([], rack, rules) == 6
    assert most_tiles("-", "R4 J J J J J", rules) == 6
    pairs = replace(FREE, jokers=4, min_natural=2)
    assert setlist.most_tiles([], notation.tiles("R1 R6 J J J J"), pairs) == 6
    assert most_tiles("-", "R1 R6 J J J J", pairs) == 6


def test_back_ends_agree_on_large_positions() -> None:
    for table, rack in random_positions.large_positions(3, 4):
        answers = {
            (
                setlist.most_tiles(exhaustive.heap(table), rack, FREE, back_end),
                setlist.most_value(exhaustive.heap(table), rack, FREE, back_end=back_end),
            )
            for back_end in ("CBC", "SCIP")
        }
        assert len(answers) == 1


def test_heaps() -> None:
    assert setlist.most_tiles(notation.tiles("B4 B5"), [], FREE) is None
    assert setlist.most_tiles(notation.tiles("B4 B5"), notation.tiles("B6 K1"), FREE) == 1
    assert setlist.most_value(notation.tiles("B4 B5 B6"), notation.tiles("B7 J"), FREE) == 7
    assert setlist.most_value(notation.tiles("B4 B5 B6"), notation.tiles("B7 J"), FREE, joker_worth=30) == 37
