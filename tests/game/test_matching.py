"""Which new set each old set has become, and how many tiles that moves."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from solver import Move, Position, Rules, Tile, TileSet
from solver.game.matching import as_it_lies, match_sets, moved_tiles, tiles_in_common
from solver.game.notation import read_table
from solver.game.played import PlayedMove

FREE = Rules.named("free")


def table_of(text: str) -> list[TileSet]:
    return [TileSet.read(tiles, FREE) for tiles in read_table(text)]


# --- Two sets side by side ---


@pytest.mark.parametrize(
    ("one", "other", "common"),
    [
        ("K1K2K3", "K1K2K3", 3),
        ("K1K2K3", "K2K3K4", 2),
        ("K1K2K3", "R1R2R3", 0),
        ("K4K5K6", "K5B5R5", 1),
        # Any joker equals any other, whatever it stands for; the tile it stands for is not there.
        ("K1JK3", "R5JR7", 1),
        ("K1JK3", "K1K2K3", 2),
        ("K1JK3J", "R5JR7", 1),
        ("K1JK3J", "R5JJR8", 2),
    ],
)
def test_tiles_in_common(one: str, other: str, common: int) -> None:
    first, second = table_of(f"{one}/{other}")
    assert tiles_in_common(first, second) == tiles_in_common(second, first) == common


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("run K4J(K5)K6", "run K4J(K5)K6", True),
        ("run J(K3)K4K5", "run K4K5J(K6)", False),
        # The joker of a group lies there without a colour, before or behind the others.
        ("group K8B8J(R8)", "group K8B8J(O8)", True),
        ("group J(K8)B8R8", "group B8R8J(O8)", True),
        ("group K8B8J(R8)", "group K8B8R8", False),
        ("group K8B8J(R8)", "group K8B8R8J(O8)", False),
        ("run K8J(K9)J(K10)", "group K8J(B8)J(R8)", False),
        ("run K13K1K2", "run K1K2K13", False),
    ],
)
def test_sets_that_look_alike(one: str, other: str, alike: bool) -> None:
    first, second = (TileSet.of(*text.split()) for text in (one, other))
    assert (as_it_lies(first) == as_it_lies(second)) is alike


# --- Heirs: by subject, with the new set (from 0) of each old one ---


@pytest.mark.parametrize(
    ("old", "new", "heirs"),
    [
        pytest.param("-", "-", [], id="an empty table"),
        pytest.param("-", "K1K2K3", [], id="the first set of a game"),
        pytest.param("K1K2K3/R1R2R3", "R1R2R3/K1K2K3", [1, 0], id="sets that lie elsewhere are the same sets"),
        pytest.param("K1K2K3/K1K2K3", "K1K2K3/K1K2K3", [0, 1], id="twins are told apart by their order"),
        pytest.param("K1K2K3/K1K2K3", "K1K2K3/K1K2K3K4", [0, 1], id="one twin is added to"),
        pytest.param("K1K2K3/R1R2R3", "K1K2K3K4/R1R2R3", [0, 1], id="a set that is added to"),
        pytest.param("K1-7", "K1K2K3/K4-7", [1], id="a run that is split lives on in its larger part"),
        pytest.param("K1K2K3/K4-7", "K1-7", [None, 0], id="the larger part of a run that is joined"),
        pytest.param("K4-7/K1K2K3", "K1-7", [0, None], id="the same, the larger part first"),
        pytest.param("K1-4/B1R1O1", "K2K3K4/K1B1R1O1", [0, 1], id="one tile goes over to a group"),
        pytest.param(
            "K3B3R3/K4K5K6/B4B5B6/R4R5R6", "K3-6/B3-6/R3-6", [None, 0, 1, 2], id="a group that is dealt out is gone"
        ),
        pytest.param(
            "K4K5K6/B4B5B6/R4R5R6", "K4B4R4/K5B5R5/K6B6R6/O1O2O3", [0, 1, 2], id="three runs become three groups"
        ),
        pytest.param("K1K2K3", "R1R2R3", [None], id="nothing in common"),
    ],
)
def test_heirs(old: str, new: str, heirs: list[int | None]) -> None:
    assert match_sets(table_of(old), table_of(new)) == heirs


@pytest.mark.parametrize(
    ("old", "new", "heirs"),
    [
        # Both have three tiles in K2-7; K1-4 has another place to go, with one tile.
        pytest.param("K1-4/K5K6K7", "K2-7/K1B1R1", [1, 0], id="who can go elsewhere makes room"),
        pytest.param("K5K6K7/K1-4", "K2-7/K1B1R1", [0, 1], id="who was there first need not make room"),
        # K5-8 has two tiles in K3-6 and two in K7-10: it leaves K3-6 to K1-4, which has two there and one elsewhere.
        pytest.param("K5-8/K1-4", "K3-6/K7-10/K1B1R1/K2B2R2", [1, 0], id="who loses nothing makes room"),
        # K1-4, K5-8 and K9-12 move up by one: 2 + 2 + 2 beats any other choice.
        pytest.param(
            "K1-4/K5-8/K9-12",
            "K3-6/K7-10/K11K12K13/B1B2B3",
            [0, 1, 2],
            id="a row in which each makes room for the next",
        ),
        pytest.param("K9-12/K5-8/K1-4", "K3-6/K7-10/K11K12K13/B1B2B3", [2, 1, 0], id="the same row from its other end"),
        # Three sets want K1-10; who has most of it gets it, and nothing is left for the others.
        pytest.param("K1K2K3/K4K5K6/K7-10", "K1-10", [None, None, 0], id="three sets are joined"),
    ],
)
def test_two_sets_with_one_heir_in_mind(old: str, new: str, heirs: list[int | None]) -> None:
    assert match_sets(table_of(old), table_of(new)) == heirs


@pytest.mark.parametrize(
    ("old", "new", "heirs"),
    [
        pytest.param("JK4K5/K4K5J", "K4K5J/JK4K5", [1, 0], id="equal tiles, told apart by their jokers"),
        pytest.param("JK4K5", "K4K5J/K4K5K6", [0], id="a joker that goes to the other end"),
        pytest.param("K8B8J(R8)", "K8B8J(O8)", [0], id="the joker of a group has no colour"),
        pytest.param("K4JK6/K4JK6", "K4K5K6/K4JK6", [1, 0], id="one of twins gets its joker replaced"),
        # Two tiles in common with either: K4 K6 here, K4 and the joker there.
        pytest.param("K4JK6", "K4K5K6/K4R4J(B4)", [0], id="the first of two that are as good"),
        pytest.param("K4JK6", "K4R4J(B4)/K3K4J(K5)", [1], id="of two as good the one where the joker stays"),
        pytest.param("K4JK6", "K3K4J(K5)/K4R4J(B4)", [0], id="the same, the other way round"),
        # One tile more in common counts for more than a joker that stays.
        pytest.param("K3K4JK6", "K4J(K5)R5/K3K4K6", [1], id="a tile in common before a joker that stays"),
    ],
)
def test_heirs_of_sets_with_jokers(old: str, new: str, heirs: list[int | None]) -> None:
    def sets_of(text: str) -> list[TileSet]:
        return [_as_written(part) for part in text.split("/")]

    assert match_sets(sets_of(old), sets_of(new)) == heirs


def _as_written(text: str) -> TileSet:
    """A set, or tiles that are none and lie together only to say what counts."""
    tiles = read_table(text)[0]
    found = TileSet.choices(tiles, FREE)
    return found[0] if found else TileSet("run", tuple(tiles))


@pytest.mark.parametrize("others_first", [False, True])
@pytest.mark.parametrize(
    ("same", "other", "new"),
    [
        # 3 + 1 tiles in common, and 2 + 2 the other way round: no fewer tiles move, but a set that is there is there.
        ("K4K5K6", "K5K6R5", "K6K4R6"),
        ("K4J(K5)K6", "K4K5K6", "J(K5)K6K7"),
    ],
)
def test_a_set_that_still_lies_there_is_its_own_heir(same: str, other: str, new: str, others_first: bool) -> None:
    old_table = [TileSet.of("run", text) for text in ((other, same) if others_first else (same, other))]
    new_table = [TileSet.of("run", text) for text in (new, same)]
    assert match_sets(old_table, new_table) == ([0, 1] if others_first else [1, 0])


def test_a_circle_that_is_cut_elsewhere_is_the_same_set() -> None:
    around = FREE.changed({"sets.wrap": "around"})
    old, new = TileSet.parse("K1-13", around), TileSet.parse("K5-13K1K2K3K4", around)
    assert match_sets([old], [new]) == [0]
    assert moved_tiles([old], [new]) == 0


# --- What has moved, and the numbers that a player sees ---


@pytest.mark.parametrize(
    ("old", "new", "moved"),
    [
        ("-", "K1K2K3", 0),
        ("K1K2K3", "K1K2K3K4", 0),
        # The worked positions of the rules: B5 and the joker; the joker alone; the tile that left.
        ("B4JB6/K5R5O5B5", "B4B5B6/K5R5O5/R1O1J", 2),
        ("B4JB6/O7O8O9", "B4B5B6/O7O8O9JO11", 1),
        ("B4B5B6J", "K4R4B4/B5B6J", 1),
        ("B5JB7/K6R6O6", "B5K5R5/B7K7R7/K6R6O6J", 2),
        ("R8R9R10/O10-13", "R8-12/O10O11O12/K13O13R13", 1),
        ("K1-13", "K1-6/K7-13", 6),
        ("K4K5K6/B4B5B6/R4R5R6", "K4B4R4/K5B5R5/K6B6R6", 6),
    ],
)
def test_moved_tiles(old: str, new: str, moved: int) -> None:
    assert moved_tiles(table_of(old), table_of(new)) == moved


@pytest.mark.parametrize(
    ("old", "new", "numbers"),
    [
        ("-", "K1K2K3/B1B2B3", {1: "K1K2K3", 2: "B1B2B3"}),
        ("K1K2K3/R1R2R3", "R1R2R3/K1K2K3", {1: "K1K2K3", 2: "R1R2R3"}),
        # Sets that are new follow in the order in which they lie.
        ("K1K2K3", "B1B2B3/K1K2K3/R1R2R3", {1: "K1K2K3", 2: "B1B2B3", 3: "R1R2R3"}),
        # The number of a set that is gone stays unused.
        ("K3B3R3/K4K5K6/B4B5B6/R4R5R6", "R3-6/B3-6/K3-6/O1O2O3",
         {2: "K3K4K5K6", 3: "B3B4B5B6", 4: "R3R4R5R6", 5: "O1O2O3"}),
    ],
)  # fmt: skip
def test_numbers_of_the_sets(old: str, new: str, numbers: dict[int, str]) -> None:
    found = PlayedMove(Position(tuple(table_of(old)), (), FREE), Move((), tuple(table_of(new)))).new
    assert {number: str(tile_set) for number, tile_set in found.items()} == numbers
    assert list(found) == sorted(found)


# --- Against all ways of choosing heirs ---


def _weight(old: TileSet, new: TileSet) -> tuple[int, int]:
    """Tiles that stay, and jokers among them that stand for what they stood for."""
    return tiles_in_common(old, new), sum(tile.is_joker and tile in old.tiles for tile in new.tiles)


def _best_choice(old: Sequence[TileSet], new: Sequence[TileSet]) -> tuple[int, int]:
    """The most tiles that can stay, then jokers, over every way of giving each old set a new set or none."""
    weights = [[_weight(one, other) for other in new] + [(0, 0)] * len(old) for one in old]
    totals = []
    for chosen in itertools.permutations(range(len(new) + len(old)), len(old)):
        pairs = [row[heir] for row, heir in zip(weights, chosen, strict=True)]
        totals.append((sum(tiles for tiles, _ in pairs), sum(jokers for _, jokers in pairs)))
    return max(totals)


def _heaps(rng: random.Random, box: Sequence[Tile], sizes: Sequence[int]) -> list[TileSet]:
    tiles = iter(rng.sample(box, sum(sizes)))
    return [TileSet("run", tuple(sorted(itertools.islice(tiles, size)))) for size in sizes]


@pytest.mark.parametrize(
    ("colours", "old_sizes", "new_sizes", "times"),
    [
        # Out of few tiles: most old sets are after the same new ones.
        (2, (2, 3, 4, 4), (2, 3, 4, 5), 12),
        (2, (3, 3, 4), (2, 3, 6), 100),
        # Out of more tiles: some have nothing in common, and an old set may be left without an heir.
        (4, (3, 4, 5), (5, 5), 100),
    ],
)
def test_no_choice_of_heirs_is_better(
    colours: int, old_sizes: tuple[int, ...], new_sizes: tuple[int, ...], times: int
) -> None:
    rng = random.Random(5)
    box = [Tile(colour, number) for colour in range(colours) for number in range(1, 5)] * 3
    box += [Tile(0, number, True) for number in range(1, 5)]
    for _ in range(times):
        old, new = _heaps(rng, box, old_sizes), _heaps(rng, box, new_sizes)
        heirs = match_sets(old, new)
        named = [heir for heir in heirs if heir is not None]
        assert len(set(named)) == len(named)
        pairs = [_weight(old[i], new[heir]) for i, heir in enumerate(heirs) if heir is not None]
        found = sum(tiles for tiles, _ in pairs), sum(jokers for _, jokers in pairs)
        best = _best_choice(old, new)
        assert found[0] == best[0]
        assert moved_tiles(old, new) == sum(old_sizes) - best[0]
        # A set that still lies there is its own heir, even where a joker would rather be elsewhere.
        if not {_bare(one) for one in old} & {_bare(other) for other in new}:
            assert found == best


def test_no_choice_moves_less_on_large_tables() -> None:
    """Many sets in one row, each after the heir of the next, by SciPy's assignment."""
    rng = random.Random(7)
    box = [Tile(colour, number) for colour in range(3) for number in range(1, 6)] * 4
    for _ in range(40):
        old, new = _heaps(rng, box, [3, 4, 5] * 4), _heaps(rng, box, [4, 5, 6] * 4)
        common = np.array([[tiles_in_common(one, other) for other in new] for one in old])
        rows, columns = linear_sum_assignment(common, maximize=True)
        assert moved_tiles(old, new) == 4 * (3 + 4 + 5) - common[rows, columns].sum()


def _bare(tile_set: TileSet) -> tuple[Tile, ...]:
    return tuple(sorted(tile.bare for tile in tile_set.tiles))
