"""The arithmetic of the benchmark, on figures made up for the purpose."""

import json
from pathlib import Path

import pytest

from solver import Position, Rules, solve
from solver.bench.against import changed_answers, comparison
from solver.bench.growth import AXES, Curve, Point, exponent
from solver.bench.layouts import Layout
from solver.bench.linear import BACK_ENDS, Floor, most_tiles
from solver.bench.measure import PeerTimed, Sample, Stopwatch, Timed, under
from solver.bench.peer import Peer, PeerAnswer, question, verdict
from solver.bench.process import Limited, wrong_claims
from solver.bench.report import Report
from solver.bench.run import run_bench
from solver.bench.spread import Spread, milliseconds, ratio, table
from solver.errors import NotationError, RulesError

SETTINGS = {"objective": "value", "repeat": 1, "limit": 0.01, "clock": "wall", "peer_version": "1.0.0",
            "peer_back_end": "SCIPY"}  # fmt: skip
MACHINE = {"cores": 2, "cpu": "x", "system": "y", "python": "3.11.0", "ortools": "9", "numpy": "2", "load": 0.0}


def sample(id: str, answer: float, count: float = 0.01, tiles: int = 3, score: int = 9, **more: object) -> Sample:
    stages = {"build": answer / 2, "referee": answer / 4}
    return Sample(
        str(more.pop("group", "a")),
        id,
        str(more.pop("position", id)),
        int(more.pop("sets", 4)),  # type: ignore[call-overload]
        Timed(answer, "optimal", tiles, score, False, stages),
        Timed(count, "optimal", tiles, tiles, False, {}),
        0.001,
        float(more.pop("relaxed", 20)),  # type: ignore[arg-type]
        **more,  # type: ignore[arg-type]
    )


def report(*samples: Sample) -> Report:
    return Report(MACHINE, SETTINGS, list(samples))


# --- Figures ---


def test_percentiles() -> None:
    found = Spread.of(range(1, 22))
    assert found == Spread(21, 11, 20, 21)
    # Between the 4th and the 5th of five: 0.95 * 4 = 3.8 places up, so 4 + 0.8 * 96.
    five = Spread.of([100, 1, 3, 2, 4])
    assert five is not None and five == Spread(5, 3, five.p95, 100) and five.p95 == pytest.approx(80.8)
    assert Spread.of([0.5]) == Spread(1, 0.5, 0.5, 0.5)
    assert Spread.of([]) is None


def test_how_times_are_written() -> None:
    assert [milliseconds(x) for x in (0.00143, 0.00999, 0.009999, 0.0999, 0.12345, 1.5)] == [
        "1.43", "9.99", "10.0", "99.9", "123", "1500",
    ]  # fmt: skip
    assert [ratio(3, 2), ratio(None, 2), ratio(3, 0)] == ["1.50", "-", "-"]
    assert table(["a", "bb"], [["ccc", "1"]]) == "| a   | bb |\n| --- | -: |\n| ccc |  1 |"


def test_the_fastest_try_counts_way_by_way() -> None:
    first = sample("x", 0.3, 0.01, peer=PeerTimed(0.5, 3), presets={"free": 0.2, "none": None}, late=["free", "sabra"])
    second = sample("x", 0.2, 0.02, peer=PeerTimed(0.4, 3), presets={"free": 0.3, "none": None}, late=["free"])
    best = first.faster(second)
    assert (best.answer.seconds, best.count.seconds, best.peer and best.peer.seconds) == (0.2, 0.01, 0.4)
    assert best.answer.stages["build"] == 0.1
    assert best.presets == {"free": 0.2, "none": None}
    assert list(best.late) == ["free"]


def test_the_exponent_of_a_power() -> None:
    assert exponent([(x, 7 * x**1.5) for x in (2, 5, 11, 40)]) == pytest.approx(1.5)
    assert exponent([(1, 1)]) is None


def test_growth_goes_to_ten_thousand_tiles() -> None:
    axes = {axis.name: axis for axis in AXES}
    assert set(axes) == {"numbers", "colours", "copies", "jokers", "table"}
    assert axes["table"].values[-1] == 10_000
    small = axes["table"].position(100, Rules.named("standard"), 0)
    assert 80 <= small.table_tiles.total() <= 120
    assert small.rules.tiles.numbers * small.rules.tiles.colours * small.rules.tiles.copies > 20_000
    wide = axes["numbers"].position(26, Rules.named("standard"), 0)
    assert (wide.rules.tiles.numbers, axes["numbers"].size(26), len(wide.rack)) == (26, 104, 14)


# --- Tables of a run ---


def test_a_report_in_figures_and_in_text() -> None:
    run = report(
        sample("a-1", 0.010, 0.004, peer=PeerTimed(0.040, 3)),
        sample("a-2", 0.030, 0.008, peer=PeerTimed(0.080, 2, "no move")),
        sample("a-3", 0.020, 0.006, peer=PeerTimed(0.060, 3)),
        sample("b-1", 0.5, group="b", peer=PeerTimed(refusal="box too big for it")),
    )
    summary = run.to_json()["classes"]
    assert summary["a"]["answer"]["median"] == 0.020
    assert summary["a"]["answer"]["worst"] == 0.030
    assert summary["a"]["answer.build"]["median"] == 0.010
    assert summary["a"]["peer"]["median"] == 0.060
    assert "peer" not in summary["b"]
    sections = run.sections()
    rows = {name: {line.split()[1]: line.split() for line in text.splitlines() if line.startswith("| ")}
            for name, text in sections.items()}  # fmt: skip
    assert rows["answers"]["a"][3:9:2] == ["3", "20.0", "29.0"]
    # 60 / 6 and 78 / 7.8 for the count, 60 / 20 for the complete answer.
    assert [cell for cell in rows["count"]["a"][-7:] if cell != "|"] == ["10.00", "10.00", "3.00"]
    assert "on 2 of 3 positions. 1 positions it cannot be asked about" in sections["differences"]
    assert rows["differences"]["a-2"] == ["|", "a-2", "|", "3", "|", "2", "|", "no", "move", "|"]
    assert "WRONG" not in run.text()


def test_the_command_of_a_run() -> None:
    options = {"most": 5, "time_limit": 0.5, "clock": "cpu", "peer": True, "presets": True, "memory": False}
    run = Report(MACHINE, {**SETTINGS, "groups": ["a", "b"], **options}, [])
    assert run.command == (
        "rummikub bench --class a --class b --most 5 --repeat 1 --time-limit 0.5 --clock cpu --peer --rules --no-memory"
    )


def test_faults_are_named() -> None:
    wrong = report(
        sample("low", 0.1, tiles=3, peer=PeerTimed(0.1, 4, "legal")),
        sample("odd", 0.1, tiles=3, peer=PeerTimed(0.1, 4, "JJJ is no set")),
        sample("high", 0.1, tiles=3, relaxed=2.5),
        sample("end", 0.1, tiles=3, back_ends={"CBC": (0.1, 4), "SAT": (0.1, 3)}),
    )
    wrong.limits = [Limited("x", "optimal", 0.0, ("says that 2 is the most, and 3 is",))]
    assert [fault.split(":")[0] for fault in wrong.faults()] == ["low", "high", "end", "x"]
    assert "WRONG:" in wrong.text()
    assert [s.id for s in wrong.differences()] == ["low", "odd"]


def test_layouts_of_ones_own_have_no_goals_of_time() -> None:
    run = report(sample("a-1", 0.02, 0.002))
    assert [goal.met for goal in run.goals()] == [True, True]
    own = Report(MACHINE, {**SETTINGS, "files": ["mine.txt"]}, run.samples)
    assert own.goals() == [] and "goals" not in own.sections()
    own.memory = {"peak": {"a": 151.0}, "start": 30.0, "solves": 1000, "growth": 9.5}
    assert [goal.met for goal in own.goals()] == [False, True]


def test_the_goals_of_a_run() -> None:
    slow = {"standard": 0.3, "free": 0.1, "american": 0.45}
    run = report(
        # Medians 80 / 4 = 20 times in one class, 40 / 10 = 4 in the other; crowded tables: 60 / 7 in the median.
        sample("a-1", 0.02, 0.004, sets=16, peer=PeerTimed(0.080, 3), presets={"standard": 0.02, "free": 0.01}),
        sample("b-1", 0.05, 0.010, group="b", sets=20, peer=PeerTimed(0.040, 3), presets=slow),
        sample("c-1", 0.05, 0.010, group="c", sets=20, peer=PeerTimed(refusal="too big")),
    )
    run.memory = {"peak": {"a": 40.0, "b": 151.0}, "start": 30.0, "solves": 1000, "growth": 9.5}
    run.process = {"solve": 0.5, "imports": 0.2, "empty": 0.1, "rounds": 3}
    run.limits = [Limited("a-1", "feasible", 0.051, ()), Limited("b-1", "optimal", 0.0, ("lies",))]
    run.growth = [
        Curve("numbers", "count", "pairs", (), 1.9),
        Curve("colours", "count", "colours", (), 9.9),
        Curve("copies", "count", "copies", (), 0.3),
        Curve("table", "count", "tiles", (Point(10_000, 10_000, 9_990, 12.0),), 1.0),
        Curve("table", "answer", "tiles", (Point(3000, 3000, 3000, 31.0),), 1.0),
    ]
    found = [(round(goal.measured, 4), goal.met) for goal in run.goals()]
    assert found == [
        (4.0, False),  # class b
        (8.5714, False),  # (80 + 40) / (4 + 10)
        (round(78 / 9.7, 4), False),  # 95th percentiles of (40, 80) and (4, 10)
        (0.8, False),  # 40 / 50 in class b
        (3.0, False),  # class b
        (4.5, False),  # american in class b
        (10.0, False),
        (10.0, True),
        (2.5, False),
        (151.0, False),
        (9.5, True),
        (1.9, True),
        (0.3, False),
        (12.0, True),
        (float("inf"), False),
        (1, False),
        (51.0, False),
    ]
    assert " given up |  NO |" in run.text()
    assert json.loads(json.dumps(run.to_json()["goals"]))[-3]["measured"] is None


def test_a_saved_run_is_read_back(tmp_path: Path) -> None:
    run = report(sample("a-1", 0.01, peer=PeerTimed(0.1, 3), back_ends={"CBC": (0.1, 3)}, presets={"free": 0.1}))
    run.growth = [Curve("numbers", "count", "pairs", (Point(13, 52, 50, 0.1), Point(26, 104, 100, None)), None)]
    run.limits = [Limited("a-1", "feasible", 0.001, ())]
    run.memory = {"peak": {"a": 40.0}, "start": 30.0, "solves": 10, "growth": 0.1}
    run.save(tmp_path / "run.json")
    again = Report.load(tmp_path / "run.json")
    assert again == run
    assert json.loads((tmp_path / "run.json").read_text())["classes"]["a"]["answer"]["count"] == 1


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"machine": 1, "settings": 2, "samples": [3]}'])
def test_what_is_no_saved_run(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(text)
    with pytest.raises(NotationError, match="is no saved run"):
        Report.load(path)
    with pytest.raises(NotationError, match="No such file"):
        Report.load(tmp_path / "none.json")


def test_two_runs_side_by_side() -> None:
    old = report(sample("a-1", 0.010), sample("a-2", 0.020, 0.02), sample("gone", 1.0))
    new = report(sample("a-1", 0.005), sample("a-2", 0.040, 0.03, tiles=4, score=12), sample("new", 1.0))
    text = comparison(old, new)
    rows = {line.split()[1]: [x for x in line.split() if x != "|"] for line in text.splitlines() if line[:2] == "| "}
    # Medians 15 -> 22.5 ms, 95th percentiles 19.5 -> 38.25, worst 20 -> 40; count 15 -> 20 ms.
    assert rows["a"] == ["a", "2", "15.0", "22.5", "1.50", "1.96", "2.00", "1.33", "1.00"]
    assert rows["all"][1:] == rows["a"][1:]
    assert rows["a-2"] == ["a-2", "20.0", "40.0", "2.00"]
    assert "a-1" not in rows
    assert changed_answers(old, new) == ["a-2: tiles 3 -> 4", "a-2: value 9 -> 12"]
    assert "no layout in common" in comparison(old, report(sample("other", 1.0)))
    remade = report(sample("a-1", 1.0, score=1, position="another"), sample("a-2", 0.020, 0.02))
    assert changed_answers(old, remade) == []
    assert "| a     |         1 |" in comparison(old, remade)
    other = Report({**MACHINE, "cpu": "z"}, SETTINGS, new.samples)
    assert "cpu x -> z" in comparison(old, other)


def test_wrong_claims_under_a_time_limit() -> None:
    position = Position.parse("B4B5B6 B7B8K1 rules=free")
    best = solve(position)
    assert (best.value, wrong_claims(best, best)) == (15, [])
    draw = solve(Position.parse("B4B5B6 K1 rules=free"))
    assert any("no move" in claim for claim in wrong_claims(draw, best))
    less = solve(Position.parse("B4B5B6 B7K1 rules=free"))
    claims = wrong_claims(less, best)
    assert "says that 7 is the most, and 15 is" in claims
    assert "excludes more than 7, and 15 is possible" in claims


# --- Measuring, on positions with known counts ---

SPARE = Position.parse("B5R5K5 J rules=free id=spare")
PLAIN = Position.parse("B4B5B6/K7R7O7 B7B3K1 rules=standard id=plain")


def test_all_ways_find_the_same_count() -> None:
    watch = Stopwatch(back_ends=True, presets=True)
    found = watch.measure(Layout("a", "plain", PLAIN))
    assert (found.answer.tiles, found.count.tiles) == (2, 2) and found.relaxed == pytest.approx(2)
    assert {name: tiles for name, (_, tiles) in found.back_ends.items()} == dict.fromkeys(BACK_ENDS, 2)
    assert found.faults() == []
    assert None not in found.presets.values()


def test_the_floor_is_a_bound_in_whatever_order_positions_come() -> None:
    floor = Floor(question(PLAIN).rules)
    bounds = [floor.solve(question(p))[1] for p in (PLAIN, SPARE, PLAIN)]
    assert bounds == [pytest.approx(2), pytest.approx(1), pytest.approx(2)]


def test_a_back_end_that_finds_no_table_says_none() -> None:
    heap = Position.read("K1", "K2", Rules.named("free"), loose=True)
    assert most_tiles(heap, "CBC")[1] is None


def test_the_question_leaves_the_table_out_before_the_opening() -> None:
    asked = question(Position.parse("K1K2K3 K4R1R2R3 opened=no opening.points=99"))
    assert (asked.table, asked.opened, asked.rules.name) == ((), True, "free")
    assert solve(asked, objective="tiles").tiles == 3


def test_a_position_under_other_rules() -> None:
    assert under(SPARE, Rules.named("machiavelli")) is None
    assert under(PLAIN, Rules.named("machiavelli")) is not None
    six = under(PLAIN, Rules.named("six-player"))
    assert six is not None and six.rules.tiles == PLAIN.rules.tiles


def test_the_other_library_is_asked_and_its_differences_are_listed() -> None:
    pytest.importorskip("rummikub_solver")
    watch = Stopwatch(peer=True)
    spare, plain = (watch.measure(Layout("a", str(p.id), p)) for p in (SPARE, PLAIN))
    # It leaves out sets with a joker to spare (model of rummikub-solver 1.0.0).
    assert spare.peer is not None and (spare.count.tiles, spare.peer.tiles, spare.peer.verdict) == (1, 0, "no move")
    assert plain.peer is not None and (plain.count.tiles, plain.peer.tiles, plain.peer.verdict) == (2, 2, None)
    assert [s.id for s in report(spare, plain).differences()] == ["spare"]
    assert report(spare, plain).faults() == []


def test_boxes_that_the_other_library_cannot_take() -> None:
    pytest.importorskip("rummikub_solver")
    library = Peer()
    free = Rules.named("free")
    assert library.refusal(free) is None
    assert library.refusal(free.changed({"tiles.jokers": 8})) is not None
    assert library.refusal(free.changed({"sets.wrap": "around"})) is not None
    illegal = PeerAnswer(0.1, PLAIN.rack[:1], (PLAIN.rack,))
    assert "is no set" in verdict(question(PLAIN), illegal)


# --- The whole run ---


def test_a_run_from_layouts_to_files(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    layouts = tmp_path / "small.txt"
    layouts.write_text(f"# class: small\n{PLAIN}\n{SPARE}\n", encoding="utf-8")
    saved, picture = tmp_path / "run.json", tmp_path / "run.png"
    first, text = run_bench([layouts], repeat=2, memory=False, limits=True, save=saved, plot=picture, progress=False)
    assert [s.id for s in first.samples] == ["plain", "spare"]
    assert [s.answer.tiles for s in first.samples] == [2, 1]
    assert picture.read_bytes()[:4] == b"\x89PNG"
    assert "2 positions" in text and "small" in text
    _, again = run_bench([layouts], repeat=1, memory=False, against=saved, progress=False)
    assert "Against the earlier run" in again and "ANSWERS DIFFER" not in again


def test_files_that_cannot_be_written_are_told_before_the_run(tmp_path: Path) -> None:
    for option in ("save", "plot"):
        with pytest.raises(NotationError, match="there is no folder"):
            run_bench(progress=False, **{option: tmp_path / "none" / "file.png"})  # type: ignore[arg-type]


def test_memory_is_measured_in_child_processes() -> None:
    from solver.bench.memory import memory

    found = memory([Layout("a", "plain", PLAIN)], solves=5)
    assert 5 < found["start"] <= found["peak"]["a"] < 150
    assert found["growth"] < 10


@pytest.mark.parametrize("options", [{"repeat": 0}, {"most": 0}, {"clock": "sun"}])
def test_options_that_make_no_sense(options: dict[str, object]) -> None:
    with pytest.raises(RulesError, match=next(iter(options))):
        run_bench(progress=False, **options)  # type: ignore[arg-type]
