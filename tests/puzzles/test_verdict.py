"""Puzzles solved and compared: what differs, what is printed, and the exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from solver import Position, solve
from solver.puzzles.puzzle import Expected, Puzzle, PuzzleError, read_puzzle
from solver.puzzles.report import summary_of, table_of
from solver.puzzles.verdict import Verdict, check_puzzle, check_puzzles, exit_status

# Two tiles can be laid: R4 in front of R5R6R7R8, and the joker; K9 stays.
PUZZLE = Puzzle("a", Position.parse("R5R6R7R8/K7B7R7 K9R4J rules=standard"), objective="tiles", file=Path("p.toml"))
DRAW = Puzzle("draw", Position.parse("- K1K2"), file=Path("p.toml"))


def stored(puzzle: Puzzle, **answer: int | bool) -> Puzzle:
    return replace(puzzle, answer=Expected(**answer))  # type: ignore[arg-type]


def test_a_stored_answer_that_is_right() -> None:
    verdict = check_puzzle(stored(PUZZLE, tiles=2, value=4, penalty=34, goes_out=False, moved=0, playable=True))
    assert verdict.differences == ()
    assert (verdict.state, verdict.ok, exit_status([verdict])) == ("ok", True, 0)


def test_each_key_that_differs_is_named() -> None:
    verdict = check_puzzle(stored(PUZZLE, tiles=3, value=4, goes_out=True, playable=True))
    assert [str(difference) for difference in verdict.differences] == ["tiles 2, not 3", "goes_out no, not yes"]
    assert (verdict.state, exit_status([verdict])) == ("differs", 1)
    assert verdict.to_json()["differences"] == {
        "tiles": {"stored": 3, "found": 2},
        "goes_out": {"stored": True, "found": False},
    }


def test_a_puzzle_without_an_answer_is_new() -> None:
    verdict = check_puzzle(PUZZLE)
    assert (verdict.state, verdict.ok, exit_status([verdict])) == ("new", True, 0)


def test_a_draw() -> None:
    verdict = check_puzzle(stored(DRAW, tiles=0, value=0, penalty=0, goes_out=False, moved=0, playable=False))
    assert verdict.state == "ok"
    assert table_of([verdict]) == "p.toml\n  ok      draw  draw"


def test_conditions_hold_for_the_answer_of_a_puzzle() -> None:
    # K8 is laid on the run; R4 and B4 need the run's K4.
    data = {"id": "a", "table": "K4K5K6K7", "rack": "R4B4K8", "keep": "K8", "must": ["R4"], "max_moved": 1}
    data["answer"] = {"tiles": 2, "value": 8, "moved": 1}
    puzzle = read_puzzle(data, 1)
    assert check_puzzle(puzzle).state == "ok"
    assert check_puzzle(read_puzzle({**data, "max_moved": 0}, 1)).state == "differs"
    assert read_puzzle(puzzle.to_data(), 1) == puzzle
    assert (puzzle.to_data()["keep"], puzzle.to_data()["must"], puzzle.to_data()["max_moved"]) == ("K8", "R4", 1)


@pytest.mark.parametrize(
    ("key", "value", "fault"),
    [
        ("keep", "R5", "puzzle 'a': keep: R5 is not on the rack"),
        ("must", 5, "puzzle 'a': must = 5: it takes tiles: a text such as 'K9 J', or a list of them"),
        ("max_moved", "2", "puzzle 'a': max_moved: '2' is a text: write the number without quotes"),
        ("max_moved", True, "puzzle 'a': max_moved = True: it takes a whole number, 0 or more"),
    ],
)
def test_conditions_that_cannot_be(key: str, value: object, fault: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        read_puzzle({"id": "a", "table": "-", "rack": "R4", key: value}, 1)
    assert caught.value.faults == (fault,)


def unproved(puzzle: Puzzle) -> Verdict:
    return Verdict(puzzle, replace(solve(puzzle.position), status="feasible"))


def failed(puzzle: Puzzle) -> Verdict:
    return Verdict(puzzle, None, "too large")


@pytest.mark.parametrize(
    ("makers", "status"),
    [
        ([check_puzzle], 0),
        ([unproved, check_puzzle], 3),
        ([failed, unproved], 2),
        ([lambda puzzle: check_puzzle(stored(puzzle, tiles=3)), failed, unproved], 1),
    ],
)
def test_exit_status(makers: list[Callable[[Puzzle], Verdict]], status: int) -> None:
    assert exit_status([make(PUZZLE) for make in makers]) == status


def test_the_table_and_the_closing_line() -> None:
    other = replace(PUZZLE, id="other", file=Path("q.toml"))
    verdicts = [
        check_puzzle(stored(PUZZLE, tiles=2)),
        check_puzzle(stored(DRAW, tiles=1)),
        check_puzzle(other),
        failed(other),
        unproved(other),
    ]
    assert table_of(verdicts).splitlines() == [
        "p.toml",
        "  ok      a      2 tiles, value 4, 0 moved",
        "  DIFFERS draw   draw  (tiles 0, not 1)",
        "",
        "q.toml",
        "  new     other  2 tiles, value 4, 0 moved",
        "  ERROR   other  too large",
        "  no time other  1 tile, value 4, 0 moved",
    ]
    assert table_of(verdicts, only_bad=True).splitlines()[1] == "  DIFFERS draw   draw  (tiles 0, not 1)"
    assert summary_of(verdicts).startswith(
        "5 puzzles: 1 as stored, 1 without a stored answer, 1 differ, 1 out of time, 1 in error ("
    )
    assert table_of([]) == ""


def test_many_puzzles_by_processes_in_order() -> None:
    puzzles = [replace(PUZZLE if n % 3 else DRAW, id=str(n)) for n in range(12)]
    verdicts = list(check_puzzles(puzzles, workers=2, progress=False))
    assert [verdict.puzzle for verdict in verdicts] == puzzles
    assert [verdict.answer and verdict.answer.tiles for verdict in verdicts] == [2 if n % 3 else 0 for n in range(12)]


def test_the_bar_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(list(check_puzzles([PUZZLE], progress=True))) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "1/1" in shown.err
    list(check_puzzles([PUZZLE], progress=False))
    assert capsys.readouterr().err == ""


def test_json_has_the_answer_and_what_became_of_the_puzzle() -> None:
    data = json.loads(json.dumps(check_puzzle(stored(PUZZLE, tiles=2)).to_json()))
    assert (data["file"], data["id"], data["state"], data["stored"]) == ("p.toml", "a", "ok", {"tiles": 2})
    assert (data["status"], data["played"], data["tiles"]) == ("optimal", ["R4", "J"], 2)
    assert failed(PUZZLE).to_json()["error"] == "too large"


def test_a_defect_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("solver.puzzles.verdict.solve", fail)
    assert check_puzzle(PUZZLE).error == "internal error: ZeroDivisionError: by zero"
