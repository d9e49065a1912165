"""The kept layouts are what their classes say."""

import importlib.util
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from solver import Position, Rules
from solver.bench.layouts import Layout, choose, layout_files, read_layouts
from solver.bench.tables import crowded, partition, put_jokers, random_table, rearranged
from solver.errors import NotationError
from solver.game.sets import set_faults
from solver.game.tiles import JOKER, Tile, count_tiles
from solver.play.deal import box_of

ROOT = Path(__file__).parents[2]
STANDARD = Rules.named("standard")
LAYOUTS = read_layouts(layout_files())


def of(group: str) -> list[Position]:
    return [layout.position for layout in LAYOUTS if layout.group == group]


def jokers_of(position: Position) -> tuple[int, int]:
    """Jokers on (table, rack)."""
    return position.table_tiles[JOKER], position.rack.count(JOKER)


def test_every_class_is_there_in_its_own_file() -> None:
    groups = Counter(layout.group for layout in LAYOUTS)
    assert list(groups) == sorted(path.stem for path in layout_files())
    assert set(groups) == {
        "opening", "sets-00", "sets-04", "sets-08", "sets-12", "sets-16", "sets-20", "game-early", "game-middle",
        "game-late", "game-pool-empty", "full-deck", "hardest", "six-player", "big-box",
    }  # fmt: skip
    assert all(20 <= count <= 40 for count in groups.values())
    assert all(layout.id.startswith(layout.group) for layout in LAYOUTS)


def test_a_layout_is_written_as_it_is_read() -> None:
    for path in layout_files():
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        assert [str(layout.position) for layout in read_layouts([path])] == lines


def test_opening_racks() -> None:
    sizes = Counter(len(position.rack) for position in of("opening"))
    assert set(sizes) == set(range(14, 51, 4))
    assert all(not position.opened and not position.table for position in of("opening"))
    assert {sum(jokers_of(position)) for position in of("opening")} == {0, 1, 2}


@pytest.mark.parametrize("sets", [0, 4, 8, 12, 16, 20])
def test_tables_of_so_many_sets(sets: int) -> None:
    positions = of(f"sets-{sets:02}")
    assert all(len(position.table) == sets and len(position.rack) == 14 for position in positions)
    places = Counter(jokers_of(position) for position in positions)
    assert set(places) == {(0, 0), (0, 1), (0, 2)} | ({(1, 0), (2, 0), (1, 1)} if sets else set())
    assert places[0, 0] == 10


def test_positions_of_whole_games() -> None:
    for stage in ("early", "middle", "late", "pool-empty"):
        assert all(position.table and position.rack for position in of(f"game-{stage}"))
    tiles = {stage: sum(p.table_tiles.total() for p in of(f"game-{stage}")) for stage in ("early", "middle", "late")}
    assert tiles["early"] < tiles["middle"] < tiles["late"]
    assert not all(position.opened for position in of("game-early"))


def test_the_full_deck_is_in_sight() -> None:
    box = Counter(box_of(STANDARD))
    assert all(position.table_tiles + count_tiles(position.rack) == box for position in of("full-deck"))
    assert sum(not position.table for position in of("full-deck")) == 2


def test_bigger_boxes() -> None:
    six, big = of("six-player"), of("big-box")
    assert {len(position.table) for position in six} == {8, 16, 24, 32}
    assert {position.rules.tiles.copies for position in six} == {3}
    assert max(sum(jokers_of(position)) for position in six) == 4
    box = {(p.rules.tiles.numbers, p.rules.tiles.colours, p.rules.tiles.copies, p.rules.tiles.jokers) for p in big}
    assert box == {(26, 8, 4, 8)}
    assert max(len(position.table) for position in big) == 160
    assert max(sum(jokers_of(position)) for position in big) == 8


def test_hardest_positions_are_crowded_and_differ() -> None:
    positions = of("hardest")
    assert len({(p.table, p.rack) for p in positions}) == len(positions)
    assert all(len(position.table) >= 8 for position in positions)


# --- Reading and choosing ---


def test_what_is_wrong_with_a_layout_file(tmp_path: Path) -> None:
    def complaint(text: str) -> str:
        path = tmp_path / "x.txt"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(NotationError) as error:
            read_layouts([path])
        return str(error.value).removeprefix(str(path))

    assert complaint("# about\n- K1 id=a\n").startswith(", line 2: no class")
    assert complaint("# class: a\n- K1 id=a\n\n- K2 id=a\n").startswith(", line 4: id a is also at ")
    assert complaint("# class: a\n- K14 id=a\n").startswith(", line 2: K14: no such tile")
    with pytest.raises(NotationError, match="none.txt: No such file"):
        read_layouts([tmp_path / "none.txt"])


def test_choosing_spreads_over_a_class() -> None:
    layouts = [Layout(group, f"{group}{i}", of("opening")[0]) for group in "ab" for i in range(10)]
    assert [layout.id for layout in choose(layouts, ["b"], 5)] == ["b0", "b2", "b4", "b6", "b8"]
    assert [layout.id for layout in choose(layouts, [], 1)] == ["a0", "b0"]
    assert choose(layouts) == layouts
    with pytest.raises(NotationError, match="no class 'c': there are a, b"):
        choose(layouts, ["c"])


# --- Making tables ---


@pytest.mark.parametrize("sets", [1, 5, 12, 20])
def test_random_tables_are_legal_and_keep_to_the_box(sets: int) -> None:
    for seed in range(3):
        table, left = random_table(Random(seed), STANDARD, sets)
        assert len(table) == sets
        assert not any(set_faults(tile_set, STANDARD) for tile_set in table)
        naturals = Counter(tile for tile in box_of(STANDARD) if tile != JOKER)
        assert count_tiles(tile for tile_set in table for tile in tile_set.tiles) + left == naturals
    assert random_table(Random(1), STANDARD, sets) == random_table(Random(1), STANDARD, sets)


def test_rearranging_keeps_the_tiles_and_changes_the_sets() -> None:
    neat = [Position.read("K1K2K3/B1B2B3/R1R2R3", "-").table[i] for i in range(3)]
    found = {frozenset(map(str, rearranged(Random(seed), neat, STANDARD))) for seed in range(20)}
    assert found == {frozenset({"K1K2K3", "B1B2B3", "R1R2R3"}), frozenset({"K1B1R1", "K2B2R2", "K3B3R3"})}


def test_partitions_of_a_few_tiles() -> None:
    tiles = Counter([Tile(0, v) for v in range(1, 7)])
    assert partition(Random(0), tiles, 3, STANDARD) is None
    assert [str(s) for s in partition(Random(0), tiles, 2, STANDARD) or []] == ["K1K2K3", "K4K5K6"]
    assert [str(s) for s in partition(Random(0), tiles, 1, STANDARD) or []] == ["K1K2K3K4K5K6"]
    assert partition(Random(0), Counter([Tile(0, 1), Tile(1, 1)]), None, STANDARD) is None


def test_jokers_replace_number_tiles() -> None:
    table, box = random_table(Random(4), STANDARD, 3)
    jokered, taken = put_jokers(Random(4), table, 2)
    assert len(taken) == 2
    assert sum(tile_set.joker_count for tile_set in jokered) == 2
    replaced = [tile.natural for tile_set in jokered for tile in tile_set.tiles if tile.is_joker]
    assert sorted(replaced) == sorted(taken)
    assert all(tile_set.naturals for tile_set in jokered)


def test_a_crowded_position_is_what_was_asked() -> None:
    position = crowded(Random(2), STANDARD, 16, (1, 1), 14)
    assert (len(position.table), len(position.rack), jokers_of(position)) == (16, 14, (1, 1))


# --- The script that made them ---


@pytest.mark.slow
def test_the_script_makes_the_same_layouts_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("make_layouts", ROOT / "benchmarks" / "make_layouts.py")
    assert spec and spec.loader
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    monkeypatch.setattr(script, "FOLDER", tmp_path)
    for name in ("opening", "sets-00", "sets-04", "sets-12", "full-deck", "six-player"):
        script.write(name)
        kept = (ROOT / "benchmarks" / "layouts" / f"{name}.txt").read_text(encoding="utf-8")
        assert (tmp_path / f"{name}.txt").read_text(encoding="utf-8") == kept
    with pytest.raises(SystemExit, match="no class nonsense"):
        script.main(["nonsense"])
