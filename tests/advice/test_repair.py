"""Loose tables: put in order, or the fewest tiles to take off, against every way to take tiles off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import bridge
import covers
import exhaustive
import pytest
import random_positions

from solver import Position, Rules, Tile, solve
from solver.advice.repair import Repair, repair
from solver.errors import PositionError, RulesError
from solver.game.tiles import count_tiles


def repaired(line: str) -> Repair:
    return repair(Position.parse(line, loose=True))


# --- Worked by hand ---


@pytest.mark.parametrize(
    ("heap", "sets"),
    [
        ("R7K5R5B5R6R5", "K5B5R5 R5R6R7"),
        ("K2R1B3K1B1B2R3R2K3", "B1B2B3 K1K2K3 R1R2R3"),
        ("JR13B13", "J(K13)B13R13"),
        ("R6JR4", "R4J(R5)R6"),
        ("-", ""),
    ],
)
def test_heaps_in_order(heap: str, sets: str) -> None:
    found = repaired(f"{heap} -")
    if heap.startswith("K2"):
        # Three runs or three groups: both are in order.
        sets = sets if found.table[0].kind == "run" else "K1B1R1 K2B2R2 K3B3R3"
    assert sorted(map(str, found.table)) == sorted(sets.split())
    assert found.arranged and found.status == "arranged" and found.taken_off == () and found.faults == ()


@pytest.mark.parametrize(
    ("heap", "tiles"),
    [
        ("R5R6R7K9", "K9"),
        ("B7R7B9R9", "B7 B9 R7 R9"),
        # No group has a colour twice.
        ("K5B5R5O5O5", "O5"),
        # Any of the fours is one too many; a run loses an end rather than two tiles.
        ("K1K2K3K4K4", "K4"),
        # R3 ends in the run, which is longer than the group.
        ("R1R2R3R4R5B3K3", "K3 B3"),
        # The joker serves one pair only: the pair of less face value goes, never the joker.
        ("K1K2JR12R13", "K1 K2"),
        ("K8B8JR9O9", "K8 B8"),
        # Of equal value, the first colours go.
        ("K5K7JB6R6", "K5 K7"),
        ("J", "J"),
        ("JJ", "J J"),
    ],
)
def test_fewest_tiles_by_hand(heap: str, tiles: str) -> None:
    found = repaired(f"{heap} -")
    assert " ".join(map(str, found.taken_off)) == tiles
    assert found.status == "taken_off"


def test_the_faults_name_every_tile() -> None:
    found = repaired("R5R6R7/K9/B1B2 R9 rules=free")
    assert found.faults == (
        "the loose tiles cannot be arranged in sets: take off K9 B1 B2 (3 tiles, the fewest that will do),"
        " and the rest makes 1 set",
        "K9 B1 B2 fit into no set with the other loose tiles",
    )
    # Either O5 would fit, but not both.
    assert repaired("K5B5R5O5O5 -").faults == (
        "the loose tiles cannot be arranged in sets: take off O5, and the rest makes 1 set",
    )
    assert repaired("K9 -").faults == (
        "the loose tiles cannot be arranged in sets: take off K9, and then the table is empty",
        "K9 fits into no set with the other loose tiles",
    )


def test_the_order_of_the_heap_does_not_matter() -> None:
    rng = Random(2)
    tiles = list(Position.parse("K1K2K3B1B2B4R4R4O4O4O5O6JK9 -", loose=True).loose or ())
    first = repair(Position.of([tiles], [], loose=True))
    for _ in range(20):
        rng.shuffle(tiles)
        again = repair(Position.of([tiles], [], loose=True))
        assert (again.table, again.taken_off) == (first.table, first.taken_off)


def test_a_table_of_sets_is_in_order() -> None:
    position = Position.parse("R5R6R7/K7B7R7 K9")
    assert repair(position) == Repair(position, "arranged", position.table)


def test_the_rack_stays_out_and_the_rest_can_be_played_on() -> None:
    found = repaired("B7R7B1B2B3 K7")
    assert found.taken_off == (Tile.parse("B7"), Tile.parse("R7"))
    assert str(found.rest) == "B1B2B3 K7 rules=standard opened=yes"


def test_json() -> None:
    data = repaired("K7B7O7R1 K9 rules=free id=fallen").to_json()
    assert data.pop("seconds") >= 0
    assert data == {
        "position": "K7B7O7R1 K9 rules=free opened=yes loose=yes id=fallen",
        "id": "fallen",
        "rules": "free",
        "status": "taken_off",
        "arranged": False,
        "table": [["K7", "B7", "O7"]],
        "taken_off": ["R1"],
        "strays": ["R1"],
        "text": "The loose tiles cannot be arranged in sets: take off R1, and the rest makes 1 set.\n"
        "R1 fits into no set with the other loose tiles.",
    }
    assert repaired("K7B7O7 -").text == "The loose tiles make 1 set."


def test_time_runs_out() -> None:
    position = Position.parse("R5R6R7K9B1 -", loose=True)
    found = repair(position, time_limit=1e-9)
    assert found.status == "feasible" and not found.arranged
    assert count_tiles(t for s in found.table for t in s.tiles) + Counter(found.taken_off) == position.table_tiles
    assert "time ran out" in found.faults[0]
    with pytest.raises(RulesError, match="more than 0"):
        repair(position, time_limit=0)


# --- Against every way to take tiles off ---


def random_heaps(seed: int, count: int) -> Iterator[tuple[exhaustive.Rules, list[exhaustive.Tile]]]:
    """At most nine tiles: some sets, perhaps a few tiles more, perhaps one less."""
    rng = Random(seed)
    for i in range(count):
        rules = exhaustive.STANDARD if i % 4 == 0 else random_positions.random_rules(rng)
        table, rack = random_positions.small_position(rng, rules, most_table=9, most_rack=3)
        heap: list[exhaustive.Tile] = ["J" if j else (c, v) for _, places in table for c, v, j in places]
        heap += rack
        rng.shuffle(heap)
        yield rules, heap[: rng.randint(3, 9)]


def fewest_off(heap: list[exhaustive.Tile], rules: exhaustive.Rules) -> tuple[int, int, int, int]:
    """Tiles, jokers among them, face value and colours of the best choice, by trying all."""
    for size in range(len(heap) + 1):
        best = None
        for taken in combinations(range(len(heap)), size):
            rest = [tile for i, tile in enumerate(heap) if i not in taken]
            naturals = [tile for tile in rest if not isinstance(tile, str)]
            if covers.freely_arrangeable(covers.bag_of(naturals, rules), len(rest) - len(naturals), rules):
                numbers = [tile for tile in map(heap.__getitem__, taken) if not isinstance(tile, str)]
                key = (size, size - len(numbers), sum(t[1] for t in numbers), sum(t[0] for t in numbers))
                best = min(best or key, key)
        if best is not None:
            return best
    raise AssertionError("an empty table is in order")


@pytest.mark.slow
def test_the_fewest_tiles_against_exhaustive_search() -> None:
    arranged = several = 0
    for rules, heap in random_heaps(11, 300):
        position = Position.of([list(map(bridge.product_tile, heap))], [], bridge.product_rules(rules), loose=True)
        found = repair(position)
        taken = found.taken_off
        jokers = sum(tile.is_joker for tile in taken)
        colours = sum(tile.colour for tile in taken if not tile.is_joker)
        assert (len(taken), jokers, sum(tile.number for tile in taken), colours) == fewest_off(heap, rules), position
        assert all(exhaustive.is_set(table_set, rules) for table_set in bridge.oracle_table(found.table)), position
        assert count_tiles(t for s in found.table for t in s.tiles) + Counter(taken) == position.table_tiles
        assert Counter(found.strays) <= Counter(taken)
        arranged += found.arranged
        several += len(taken) > 1
    assert arranged > 40 and several > 100


# --- Solving a loose table ---


def test_a_draw_leaves_the_loose_tiles_in_order() -> None:
    drawn = solve(Position.parse("R7R6R5K1B1O1 K9", loose=True))
    assert drawn.status == "no_move" and sorted(map(str, drawn.table)) == ["K1B1O1", "R5R6R7"]
    # Before an opening that the rack cannot make, under rules that let the table be used after it.
    unopened = Position.parse("R7R6R5K1B1O1 K9 rules=sabra opened=no", loose=True)
    assert sorted(map(str, solve(unopened).table)) == ["K1B1O1", "R5R6R7"]


def test_tiles_that_cannot_be_arranged_are_named() -> None:
    with pytest.raises(PositionError, match=r"cannot be arranged in sets: take off K8, and the rest makes 1 set"):
        solve(Position.parse("R5R6R7K8 K9", loose=True))
    # With two jokers where a set may hold one, no set is left, though the tiles look like one.
    with pytest.raises(PositionError, match="take off B5 J J"):
        solve(Position.parse("B5JJ K1 rules=free sets.max_jokers=1", loose=True))


def test_solving_and_repairing_agree_on_what_can_be_arranged() -> None:
    for rules, heap in random_heaps(12, 40):
        given = bridge.product_rules(rules)
        position = Position.of([list(map(bridge.product_tile, heap))], [], given, loose=True)
        order = repair(position)
        if order.arranged:
            assert solve(position).table == order.table
        else:
            with pytest.raises(PositionError) as caught:
                solve(position)
            assert caught.value.faults == order.faults


@pytest.mark.parametrize(
    ("line", "taken", "laid"),
    [
        ("K2R9 K3K4R8", "R9", "K3 K4"),
        # The joker is spared where number tiles do, and the rack lays no more than it must.
        ("K2R9 K1K3K4JR8", "", ""),
        ("K2R9B5 K3K4B7J", "R9", "K3 K4 B7 J"),
        # Nothing of the rack goes with them.
        ("K2R9 B5O5", "K2 R9", ""),
        # What opens must be worth enough.
        ("K2R9 K3K4R8 rules=sabra opened=no", "K2 R9", ""),
        ("K10R9 K11K12K13B11R11R5 rules=sabra opened=no", "R9", "K11 K12 K13"),
    ],
)
def test_the_rack_helps_the_one_whose_turn_it_is(line: str, taken: str, laid: str) -> None:
    position = Position.parse(line, loose=True)
    found = repair(position, rack_helps=True)
    if taken:
        assert (" ".join(map(str, found.taken_off)), " ".join(map(str, found.laid))) == (taken, laid)
        assert position.table_tiles + count_tiles(found.laid) == count_tiles(
            [*found.taken_off, *(tile for tile_set in found.table for tile in tile_set.tiles)]
        )
        with pytest.raises(PositionError, match=f"take off {taken}"):
            solve(position)
    else:
        assert found.taken_off == () and solve(position).played


def rack_differences(seed: int, count: int) -> list[str]:
    """Where fewer tiles could be taken off, by trying every choice of them and of rack tiles to lay."""
    found = []
    rng = Random(seed)
    for rules, heap in random_heaps(seed, count):
        rng.shuffle(heap)
        heap, rack = heap[:-3], heap[-3:]
        position = Position.of(
            [list(map(bridge.product_tile, heap))], list(map(bridge.product_tile, rack)),
            bridge.product_rules(rules), loose=True,
        )  # fmt: skip
        fewest = min(
            fewest_off_with([*heap, *laid], len(heap), rules)
            for size in range(len(rack) + 1)
            for laid in combinations(rack, size)
        )
        if len(repair(position, rack_helps=True).taken_off) != fewest:
            found.append(f"{position}: {fewest}")
    return found


def fewest_off_with(tiles: list[exhaustive.Tile], of_heap: int, rules: exhaustive.Rules) -> int:
    """The fewest of the first `of_heap` tiles without which these make sets, by trying all."""
    for size in range(of_heap + 1):
        for taken in combinations(range(of_heap), size):
            rest = [tile for i, tile in enumerate(tiles) if i not in taken]
            naturals = [tile for tile in rest if not isinstance(tile, str)]
            if covers.freely_arrangeable(covers.bag_of(naturals, rules), len(rest) - len(naturals), rules):
                return size
    return len(tiles)


@pytest.mark.slow
def test_the_fewest_tiles_with_a_rack_against_exhaustive_search() -> None:
    assert rack_differences(21, 60) == []


@pytest.mark.long
def test_the_fewest_tiles_with_a_rack_in_many_positions() -> None:
    assert rack_differences(22, 400) == []


@pytest.mark.parametrize("rules", ["free", "standard", "rummy-o", "card-40"])
def test_loose_jokers_are_free_under_all_rules(rules: str) -> None:
    order = repair(Position.parse("B4B5B6JK9R9 -", Rules.named(rules), loose=True))
    assert sorted(map(str, order.table)) == ["B4B5B6", "K9J(B9)R9"]
