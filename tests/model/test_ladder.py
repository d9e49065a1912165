"""The ladder on the worked positions of the rule page: what each rung leaves out, and where it is exact."""

from __future__ import annotations

import time

import pytest
from laying import most
from worked_positions import RULES, WORKED

from solver.game.position import Position
from solver.game.rules import Rules
from solver.model.ladder import (
    ANYWHERE,
    AS_IF_FREE,
    LADDER,
    NEW_SETS,
    STAYING,
    WHOLE,
    Programme,
    Rung,
    build,
    programme,
)
from solver.model.problem import Problem

CASES = [
    pytest.param(
        Position.read(table, rack, RULES[name], opened=opened), tiles, numbers[0], id=f"{table}, {rack}: {name}"
    )
    for table, rack, opened, *numbers in WORKED
    for name, tiles in zip(RULES, numbers, strict=True)
    if tiles is not None
]


def most_laid(found: Programme) -> int:
    """The most tiles that can be laid; 0 if the player can't open."""
    return most(found.problem.program, found.problem.tiles_played()) or 0


@pytest.mark.parametrize(("position", "tiles", "if_free"), CASES)
def test_each_rung_bounds_what_can_be_done(position: Position, tiles: int, if_free: int) -> None:
    """No rung finds fewer tiles than those above it, and where it is exact it finds as many as can be laid."""
    found = [programme(position, rung) for rung in LADDER[:1]]
    bounds = [most_laid(one) for one in found if one is not None]
    assert all(bound == if_free for bound in bounds)
    for rung in LADDER[1:]:
        one = programme(position, rung)
        assert one is not None
        bounds.append(most_laid(one))
        assert bounds[-1] == tiles or not one.is_exact
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] == tiles
    assert one is not None
    assert one.is_exact


MANY = Rules.named("six-player").changed({"sets.max_jokers": 1})

EXACT = [
    # Of free jokers there is nothing to leave out, and one programme serves them all.
    ("K1K2K3 K4", Rules.named("free"), {ANYWHERE, NEW_SETS, WHOLE}),
    ("K1K2J(K3) K4", Rules.named("free"), {ANYWHERE, NEW_SETS, WHOLE}),
    ("K1K2K3 K4", Rules.named("standard"), {ANYWHERE, NEW_SETS, WHOLE}),
    # A joker that can't come free goes nowhere; one that can may go to new sets only.
    ("K1K2J(K3) K4", Rules.named("standard"), {ANYWHERE, NEW_SETS, WHOLE}),
    ("K1K2J(K3) K3", Rules.named("standard"), {NEW_SETS, WHOLE}),
    ("K1K2J(K3) K3", Rules.named("sabra"), {ANYWHERE, NEW_SETS, WHOLE}),
    # Two jokers, and a set may hold one.
    ("K1K2K3 K4J", MANY, {ANYWHERE, NEW_SETS, WHOLE}),
    ("K1K2K3 K4JJ", MANY, {WHOLE}),
    ("K1K2J(K3) K3J", MANY, {WHOLE}),
    ("K1K2J(K3) K4J", Rules.named("six-player"), {ANYWHERE, NEW_SETS, WHOLE}),
]


@pytest.mark.parametrize(("line", "rules", "exact"), EXACT)
def test_where_a_rung_is_exact(line: str, rules: Rules, exact: set[Rung]) -> None:
    position = Position.parse(line, rules)
    assert {rung for rung in LADDER[1:] if build(position, rung).is_exact} == exact
    # What is a part of the question only is never exact.
    assert not build(position, STAYING).is_exact
    assert not build(position, WHOLE.without_shared_sets()).is_exact


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        # Jokers on the table, about which the rules ask more.
        ("K1K2J(K3) K4", True),
        ("K1K2K3 K4J", False),
        ("K1K2J(K3) K4 rules=free", False),
        ("K1K2J(K3) K4 opened=no", False),
        ("K1K2J(K3) K4 table.rearrange=lay_off", False),
    ],
)
def test_where_the_lowest_rung_is_asked(line: str, asked: bool) -> None:
    found = programme(Position.parse(line), AS_IF_FREE)
    assert (found is not None) is asked
    assert found is None or not found.is_exact


def test_a_kept_programme_is_exact_and_the_others_are_built() -> None:
    position = Position.parse("K1K2K3 K4J")
    kept = programme(position, ANYWHERE)
    assert kept is not None
    assert kept.is_exact
    again = programme(position, ANYWHERE)
    assert again is not None
    assert again.problem is kept.problem
    whole = programme(position, WHOLE)
    assert whole is not None
    assert whole.problem is not kept.problem


# Position, rules, and the most tiles on AS_IF_FREE (None if not asked), ANYWHERE, STAYING, NEW_SETS and WHOLE.
STANDARD = Rules.named("standard")
RUNGS = [
    # Freed by B5, the joker goes to O7 O8 O9 J O11: only if it may go anywhere.
    ("B4J(B5)B6/O7O8O9 B5O11", STANDARD, (2, 2, 0, 0, 0)),
    # Nobody has the B7, but that is not asked at first.
    ("B4B5B6J(B7) K9R9", STANDARD, (2, 0, 0, 0, 0)),
    ("B4J(B5)B6 B5K9R9B7", STANDARD, (4, 4, 1, 4, 4)),
    # K9 J J is no set where sets hold one joker, and nor is B4 J B6 J; 1 2 3 J is.
    ("K1K2K3 K9JJ", MANY, (None, 3, 3, 3, 1)),
    ("B4J(B5)B6 B5K9J", MANY, (None, 3, 1, 3, 0)),
]


@pytest.mark.parametrize(("line", "rules", "tiles"), RUNGS)
def test_what_each_rung_leaves_out(line: str, rules: Rules, tiles: tuple[int | None, ...]) -> None:
    position = Position.parse(line, rules)
    found = [programme(position, rung) for rung in (AS_IF_FREE, ANYWHERE, STAYING, NEW_SETS, WHOLE)]
    assert tuple(None if one is None else most_laid(one) for one in found) == tiles


@pytest.mark.parametrize("line", ["K1K2J(K3) K4 rules=free", "K1K2K3 K4J rules=standard"])
def test_rules_that_do_not_matter_add_nothing(line: str) -> None:
    """Free jokers have no past, and without jokers on the table there is none."""
    position = Position.parse(line)
    plain = Problem(position)
    plain.close()
    assert build(position).problem.program.rows == plain.program.rows
    assert build(position).problem.at_close == []


def test_an_opening_leaves_the_table() -> None:
    for line, rules, tiles in (
        ("K1K2K3 K4K10B10R10", STANDARD, 3),
        ("K1K2K3 K4K10B10R10", Rules.named("sabra"), 4),
        ("K1K2K3 K4K9B9R9", STANDARD, 0),
        # The joker may not be laid at all in an opening of its own.
        ("K1K2K3 K10B10R10J", STANDARD, 4),
        ("K1K2K3 K10B10R10J", STANDARD.changed({"opening.joker": "forbidden"}), 3),
        ("K1K2K3 K10B10R10J", STANDARD.changed({"opening.joker": "forbidden", "opening.table": "after"}), 4),
    ):
        assert most_laid(build(Position.parse(line, rules, opened=False))) == tiles, (line, rules)


def test_loose_tiles_have_no_old_sets() -> None:
    """Neither jokers of a set nor sets to add to: K4 leaves the 1 2 3."""
    position = Position.parse("K1K2K3K4J R4B4R9B9 loose=yes", STANDARD.changed({"table.rearrange": "lay_off"}))
    found = build(position)
    assert found.is_exact
    assert found.problem.parts == []
    # K1 K2 K3, K4 R4 B4 and R9 B9 J.
    assert most_laid(found) == 4


def test_lay_off_shares_sets_but_where_it_is_left_out() -> None:
    """5 6 7 8 9, then the joker as 10 and the 11; apart they can't reach it."""
    rules = Rules.named("free").changed({"table.rearrange": "lay_off"})
    position = Position.parse("K5K6J(K7)/K7K8K9 K11", rules)
    assert most_laid(build(position, WHOLE)) == 1
    assert most_laid(build(position, WHOLE.without_shared_sets())) == 0


def test_more_may_be_added_before_it_is_closed() -> None:
    position = Position.parse("K1K2K3 K4", STANDARD)
    rows = [len(build(position, close=close).problem.program.rows) for close in (False, True)]
    assert rows[0] < rows[1]


def test_a_deadline_that_has_passed() -> None:
    position = Position.parse("K1K2J(K3) K3", STANDARD)
    late = time.perf_counter() - 1
    with pytest.raises(TimeoutError):
        build(position, deadline=late)
    with pytest.raises(TimeoutError):
        programme(position, WHOLE, deadline=late)
    assert isinstance(build(position, deadline=late + 100).problem, Problem)
