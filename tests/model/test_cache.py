"""Which positions share a kept programme, and how many are kept."""

from __future__ import annotations

import threading

import pytest
from laying import most

from solver.game.position import Position
from solver.game.rules import Rules
from solver.model.cache import kept_problem, kept_relaxation
from solver.model.network.free import FreeNetwork
from solver.model.problem import Problem

FREE = Rules.named("free")
STANDARD = Rules.named("standard")
LITERAL = FREE.changed({"jokers.reuse": "new_set"})
LAY_OFF = FREE.changed({"table.rearrange": "lay_off"})


def kept(line: str, rules: Rules = FREE, *, free: bool = False) -> Problem | None:
    return kept_problem(Position.parse(line, rules), free=free)


@pytest.mark.parametrize(
    ("line", "rules", "is_kept", "as_if_free"),
    [
        ("K1K2K3 K4", FREE, True, False),
        ("K1K2J(K3) K4", FREE, True, False),
        ("K1K2K3 K4J", STANDARD, True, False),
        ("K1K2K3 K4J", LITERAL, True, False),
        # What became of the joker on the table is asked; with `free` it is left out.
        ("K1K2J(K3) K4", STANDARD, False, True),
        ("K1K2J(K3) K4", LITERAL, False, True),
        # Loose tiles have no history.
        ("K1K2J K4 loose=yes", STANDARD, True, False),
        ("K1K2K3 K4 opened=no", FREE, False, False),
        ("K1K2J(K3) K4 opened=no", STANDARD, False, False),
        ("K1K2K3 K4", LAY_OFF, False, False),
        ("K1K2K3 K4 loose=yes", LAY_OFF, True, False),
        ("K1K2J(K3) K4", STANDARD.changed({"table.rearrange": "lay_off"}), False, False),
        # Three jokers could be too many for a run; two can't.
        ("K1K2K3 JJ", STANDARD, True, False),
        ("K1K2J(K3) JJ", STANDARD.changed({"tiles.jokers": 3}), False, False),
        ("K1K2K3 JJJ", FREE.changed({"tiles.jokers": 3}), False, False),
        # 250 numbers of colours are kept, 252 are not.
        ("K1K2K3 K4", FREE.changed({"tiles.numbers": 50, "tiles.colours": 5}), True, False),
        ("K1K2K3 K4", FREE.changed({"tiles.numbers": 63}), False, False),
    ],
)
def test_which_positions_share_a_programme(line: str, rules: Rules, is_kept: bool, as_if_free: bool) -> None:
    assert (kept(line, rules) is not None) is is_kept
    assert (kept(line, rules, free=True) is not None) is as_if_free


def test_positions_of_a_box_share_it() -> None:
    first = kept("K1K2K3 K4R1R2J")
    assert first is not None
    assert most(first.program, first.tiles_played()) == 4
    for line, rules, tiles in (
        ("K1K2K3 K5J", STANDARD, 2),
        ("K1K2J(K3) K5", FREE, 0),
        ("- K5K6J", FREE, 3),
        ("K1K2J(K3) K3", FREE, 1),
    ):
        other = kept(line, rules)
        assert other is first
        assert most(first.program, first.tiles_played()) == tiles, line
    # As if free, jokers of the table count like any.
    assert kept("K1K2J(K3) R1R2", STANDARD, free=True) is first
    # Another number of jokers, another box or other sets: another programme.
    for line, rules in (
        ("K1K2K3 K4", FREE),
        ("K1K2K3 JJ", FREE),
        ("K1K2K3 J", FREE.changed({"tiles.numbers": 12})),
        ("K1K2K3 J", FREE.changed({"sets.min_run": 4}).changed({"sets.min_run": 3, "sets.wrap": "high_one"})),
    ):
        assert kept(line, rules) not in (None, first)


def test_the_whole_box_can_be_laid() -> None:
    """From the first number to the last, of all colours, and jokers of table and rack."""
    for line, tiles in (
        ("K11K12J(K13) K13J", 2),
        ("O1O2O3 O11O12O13", 3),
        ("K1-13/K1-13/O1-13 O1-13", 13),
        ("K1K2J(K3) J", 1),
        ("- K1K2", 0),
    ):
        problem = kept(line)
        assert problem is not None
        assert most(problem.program, problem.tiles_played()) == tiles, line


def test_a_box_of_many_colours_has_the_other_network() -> None:
    """Six colours make too many groups to list."""
    for colours, listed in ((4, True), (6, False)):
        problem = kept("K1K2K3K4 R4B4J", FREE.changed({"tiles.colours": colours}))
        assert problem is not None
        assert isinstance(problem.sets, FreeNetwork) is listed
        assert most(problem.program, problem.tiles_played()) == 3


def test_six_are_kept_and_the_last_used_stay() -> None:
    boxes = [FREE.changed({"tiles.numbers": number}) for number in range(5, 12)]
    first = kept("K1K2K3 K4", boxes[0])
    others = [kept("K1K2K3 K4", rules) for rules in boxes[1:6]]
    assert kept("K1K2K3 K4", boxes[0]) is first
    # The seventh drives out the one that was not used for longest: not the first.
    assert kept("K1K2K3 K4", boxes[6]) is not None
    assert kept("K1K2K3 K4", boxes[0]) is first
    for rules, problem in zip(boxes[2:6], others[1:], strict=True):
        assert kept("K1K2K3 K4", rules) is problem
    assert kept("K1K2K3 K4", boxes[1]) is not others[0]


def test_each_thread_has_its_own() -> None:
    here = kept("K1K2K3 K4")
    there: list[Problem | None] = []
    thread = threading.Thread(target=lambda: there.append(kept("K1K2K3 K4")))
    thread.start()
    thread.join()
    assert there[0] is not here
    assert there[0] is not None


def test_the_relaxation_is_loaded_once() -> None:
    problem = kept("K1K2K3 K4")
    assert problem is not None
    with kept_relaxation(problem) as first:
        assert first is not None
        # While it is in use nobody else has it.
        with kept_relaxation(problem) as other:
            assert other is not first
    again = kept("K1K2K3 K5K4")
    assert again is problem
    problem.program.objective = {problem.count_played(): 1}
    with kept_relaxation(problem) as second:
        assert second is first
        assert second is not None
        second.solve(None)
        # With the bounds of the position at hand: K4 and K5.
        assert second.bound == 2
    with pytest.raises(KeyboardInterrupt), kept_relaxation(problem):
        raise KeyboardInterrupt
    with kept_relaxation(problem) as third:
        assert third is not None
        assert third is not first


def test_a_programme_that_is_not_kept_has_no_relaxation() -> None:
    problem = Problem(Position.parse("K1K2K3 K4", FREE))
    problem.close()
    with kept_relaxation(problem) as relaxation:
        assert relaxation is None
