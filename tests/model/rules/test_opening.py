"""An opening: what sets from the rack add up to, and whether a run is among them."""

from __future__ import annotations

import pytest
from laying import most, solution, written

from solver.game.notation import read_tiles
from solver.game.position import Position
from solver.game.rules import Rules
from solver.model.problem import Problem
from solver.model.rules.opening import add_opening, require_opening

STANDARD = Rules.named("standard")


def opens(rack: str, changes: dict[str, object]) -> bool:
    """Whether these tiles open, some of them or all."""
    position = Position.read("-", rack, STANDARD.changed(changes), opened=False)
    problem = Problem(position, with_table=False)
    require_opening(problem.network)
    problem.close()
    return solution(problem.program) is not None


@pytest.mark.parametrize(
    ("rack", "changes", "points"),
    [
        ("K10B10R10", {}, 30),
        ("K10B10J", {}, 30),
        # 9 10 11, not 8 9 10.
        ("B9B10J", {}, 30),
        ("R1R2J", {}, 6),
        ("B9JJ", {}, 30),
        ("B8JJ", {}, 27),
        ("R8R9JR11", {}, 38),
        ("K3K4K5R6B6O6", {}, 30),
        ("K5R5B5O5K1K2K3", {}, 26),
        ("JR13J", {}, 39),
        # 11, for nothing follows 13.
        ("R12R13J", {}, 36),
        ("K10B10J", {"opening.joker": 25}, 45),
        ("K10B10J", {"opening.joker": 0}, 20),
        # 1 2 3 J, or a joker in place of one of them.
        ("K1K2K3J", {"opening.joker": 0}, 6),
        ("K10B10B11J", {"opening.joker": 25}, 46),
        # Tiles that are in no set count nothing.
        ("K1K2K3R13B13", {}, 6),
    ],
)
def test_what_the_rack_adds_up_to(rack: str, changes: dict[str, object], points: int) -> None:
    assert opens(rack, {**changes, "opening.points": points})
    assert not opens(rack, {**changes, "opening.points": points + 1})


@pytest.mark.parametrize(
    ("rack", "changes", "fits"),
    [
        ("K8B8R8", {}, False),
        ("K1K2K3", {}, True),
        ("K1K2J", {}, True),
        ("K1K2", {"sets.min_run": 2}, False),
        ("K1K2K3", {"sets.min_run": 2}, True),
        ("K1K2K3", {"sets.min_run": 4}, False),
        ("K1K2K3K4", {"sets.min_run": 4}, True),
    ],
)
def test_an_opening_that_needs_a_run(rack: str, changes: dict[str, object], fits: bool) -> None:
    """Of three tiles or more, and of four if all runs are."""
    assert opens(rack, {"opening.points": 0, "opening.needs_run": True, **changes}) is fits


@pytest.mark.parametrize(
    ("line", "changes", "tiles"),
    [
        # 11 12 13 are 36; then all of it goes on with the table.
        ("R8R9R10/O10O11O12O13 R11R12R13K13", {}, 4),
        ("R8R9R10/O10O11O12O13 R11R12K13", {}, None),
        # 27 are not enough, and a tile of the table does not count.
        ("B9B10B11B12 K9B9R9", {}, None),
        ("B10B11B12B13 K10O10R10B9", {}, 4),
        ("B5B6B7 R12R13JB8", {}, 4),
        # Without its joker the rack has no set that opens; with three tens it has, and the joker comes after.
        ("B5B6B7 R12R13JB8", {"opening.joker": "forbidden"}, None),
        ("B5B6B7 K10R10O10J", {"opening.joker": "forbidden"}, 4),
        ("B5B6B7 R12R13J", {"opening.points": 20, "opening.joker": "forbidden"}, None),
        ("B5B6B7 R12R13J", {"opening.points": 20, "opening.joker": 0}, 3),
        ("B5B6B7 K10R10J", {"opening.joker": 10}, 3),
        ("B5B6B7 K10R10J", {"opening.joker": 9}, None),
        # The joker of the table is not from the rack.
        ("K1K2K3J K10R10", {"jokers.freed_by": "rearranging", "jokers.reuse": "any"}, None),
    ],
)
def test_an_opening_beside_the_table(line: str, changes: dict[str, object], tiles: int | None) -> None:
    """`opening.table = after`: most tiles that are laid in the whole turn; None if the player can't open."""
    position = Position.parse(line, STANDARD.changed({"opening.table": "after", **changes}), opened=False)
    problem = Problem(position)
    add_opening(problem)
    problem.close()
    assert most(problem.program, problem.tiles_played()) == tiles


def test_the_opening_sets_are_told() -> None:
    position = Position.parse(
        "R8R9R10/O10O11O12O13 R11R12R13K13", STANDARD.changed({"opening.table": "after"}), opened=False
    )
    problem = Problem(position)
    add_opening(problem)
    problem.close()
    values = solution(problem.program, problem.tiles_played())
    assert values is not None
    solved = problem.read(values)
    assert solved.opening is not None
    assert [written(placed) for placed in solved.opening] == ["R11R12R13"]
    assert sorted(written(placed) for placed in solved.sets) == ["K13R13O13", "O10O11O12", "R8R9R10R11R12"]


@pytest.mark.parametrize(
    ("line", "points", "played", "fits"),
    [
        ("R8R9R10 R11K13B13O13", 30, "R11K13B13O13", True),
        # The thirteens stay on the rack, so they open nothing; and so do the ones.
        ("R8R9R10 R11K13B13O13", 30, "R11", False),
        ("R8R9R10 R11K1B1O1", 3, "R11", False),
        ("R8R9R10 R11K1B1O1", 3, "K1B1O1", True),
        # Each tile that is laid counts once.
        ("R8R9R10 K13K13B13B13O13O13", 78, "K13K13B13B13O13O13", True),
        ("R8R9R10 K13K13B13B13O13O13", 78, "K13B13O13", False),
        ("R8R9R10 K10B10O10J", 40, "K10B10O10J", True),
        ("R8R9R10 K10B10O10J", 40, "K10B10O10", False),
        ("R8R9R10 K10B10JJ", 40, "K10B10JJ", True),
        ("R8R9R10 K10B10JJ", 40, "K10B10J", False),
    ],
)
def test_what_opens_is_laid(line: str, points: int, played: str, fits: bool) -> None:
    rules = STANDARD.changed({"opening.table": "after", "opening.points": points, "jokers.freed_by": "rearranging"})
    problem = Problem(Position.parse(line, rules, opened=False))
    add_opening(problem)
    problem.close()
    problem.play_just(read_tiles(played))
    assert (solution(problem.program) is not None) is fits
