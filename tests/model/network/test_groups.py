"""The groups of one number: which tiles they can lay, how many groups that takes, where jokers lie."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product

import pytest
from laying import just, laid, least, most, stock_of, written

from solver.game.rules import Rules
from solver.model.network.groups import Groups
from solver.model.program import Program

FREE = Rules.named("free").changed({"tiles.copies": 3, "tiles.jokers": 4})
SIX = FREE.changed({"tiles.colours": 6})


def groups_of(
    tiles: str, rules: Rules = FREE, most: int | None = None, held: Collection[int] = ()
) -> tuple[Program, Groups]:
    program = Program()
    stock, jokers = stock_of(tiles, rules)
    return program, Groups(program, rules, stock, jokers, 8, most=most, held=held)


@pytest.mark.parametrize(
    ("tiles", "number"),
    [
        ("K8B8R8", 1),
        ("K8B8R8O8", 1),
        ("K8B8R8J", 1),
        # More than a group has.
        ("K8B8R8JJ", None),
        ("K8B8R8O8J", None),
        ("K8B8R8O8K8B8R8O8", None),
    ],
)
def test_one_group_that_has_certain_colours(tiles: str, number: int | None) -> None:
    """A single group with black, blue and red."""
    program, groups = groups_of(tiles, most=1, held=(0, 1, 2))
    groups.close()
    found = laid(program, groups, tiles, FREE, groups.count())
    assert (None if found is None else len(found)) == number


def fewest_and_most(tiles: str, rules: Rules = FREE, at_most: int | None = None) -> tuple[int, int] | None:
    """How many legal groups just these tiles make, at least and at most; None if they make none."""
    program, groups = groups_of(tiles, rules, at_most)
    groups.close()
    more = laid(program, groups, tiles, rules, groups.count())
    if more is None:
        return None
    fewer = laid(program, groups, tiles, rules, [(column, -1) for column, _ in groups.count()])
    assert fewer is not None
    return len(fewer), len(more)


@pytest.mark.parametrize(
    ("tiles", "number"),
    [
        ("K8B8", None),
        ("K8B8R8", (1, 1)),
        ("K8B8R8O8", (1, 1)),
        ("K8K8B8", None),
        # One black tile too many.
        ("K8K8B8R8O8", None),
        ("K8K8B8B8R8", None),
        ("K8K8B8B8R8O8", (2, 2)),
        ("K8K8B8B8R8R8", (2, 2)),
        ("K8K8B8B8R8R8O8O8", (2, 2)),
        ("K8K8K8B8B8B8R8R8R8", (3, 3)),
        ("K8K8K8B8B8B8R8R8R8O8O8O8", (3, 4)),
        ("K8K8K8B8B8R8R8O8O8", (3, 3)),
        ("K8B8J", (1, 1)),
        ("K8JJ", (1, 1)),
        ("K8B8JJ", (1, 1)),
        # A group has at most four tiles, and at least one that is no joker.
        ("K8B8R8JJ", None),
        ("K8JJJJ", None),
        ("K8K8JJJJ", (2, 2)),
        ("K8K8B8B8JJ", (2, 2)),
        ("K8B8R8JJJ", (2, 2)),
    ],
)
def test_groups_of_just_these_tiles(tiles: str, number: tuple[int, int] | None) -> None:
    assert fewest_and_most(tiles) == number


@pytest.mark.parametrize(
    ("tiles", "changes", "number"),
    [
        ("K8B8R8O8", {"sets.max_group": 3}, None),
        ("K8B8R8J", {"sets.max_group": 3}, None),
        ("K8K8B8R8O8J", {"sets.max_group": 3}, (2, 2)),
        ("K8B8R8O8G8P8", {}, (1, 2)),
        ("K8B8R8O8G8", {"sets.max_group": 4}, None),
        ("K8B8R8O8G8P8", {"sets.max_group": 5}, (2, 2)),
        ("K8B8", {"sets.min_group": 2}, (1, 1)),
        ("K8B8R8O8G8P8", {"sets.min_group": 2}, (1, 3)),
        ("K8B8R8", {"sets.min_group": 4}, None),
        ("K8B8R8J", {"sets.min_group": 4}, (1, 1)),
        ("K8JJ", {"sets.max_jokers": 1}, None),
        ("K8B8JJ", {"sets.max_jokers": 1}, None),
        ("K8K8B8B8JJ", {"sets.max_jokers": 1}, (2, 2)),
        # A third tile of a group can be no second joker.
        ("K8B8R8O8JJ", {"sets.max_jokers": 1}, (2, 2)),
        ("K8B8R8JJJ", {"sets.max_jokers": 1}, None),
        ("K8K8K8JJJJJJ", {"sets.max_jokers": 2, "tiles.jokers": 6}, (3, 3)),
        ("K8JJ", {"sets.min_natural": 2}, None),
        ("K8B8JJ", {"sets.min_natural": 2}, (1, 1)),
        ("K8B8R8JJJ", {"sets.min_natural": 2}, (1, 1)),
        ("K8B8R8O8JJ", {"sets.min_natural": 2}, (1, 2)),
        ("K8B8J", {"sets.min_natural": 3}, None),
    ],
)
def test_other_groups(tiles: str, changes: dict[str, object], number: tuple[int, int] | None) -> None:
    assert fewest_and_most(tiles, SIX.changed(changes)) == number


def test_no_more_groups_than_were_asked_for() -> None:
    assert fewest_and_most("K8K8B8B8R8R8", at_most=1) is None
    assert fewest_and_most("K8B8R8", at_most=1) == (1, 1)
    assert fewest_and_most("K8B8R8", at_most=5) == (1, 1)
    assert fewest_and_most("K8B8R8", at_most=0) is None
    assert fewest_and_most("K8B8R8O8G8P8", SIX, at_most=1) == (1, 1)


@pytest.mark.parametrize(
    ("tiles", "rules", "number"),
    [
        ("K8B8", FREE, 0),
        ("K8B8R8", FREE, 1),
        ("K8K8K8B8R8", FREE, 1),
        ("K8K8B8R8", FREE, 1),
        # Two groups want six tiles, with no colour three times: K B R and K B J.
        ("K8K8K8B8B8R8J", FREE, 2),
        ("K8K8K8B8R8J", FREE, 1),
        ("JJJ", FREE, 0),
        ("K8JJ", FREE, 1),
        ("K8J", FREE, 0),
        ("K8JJ", FREE.changed({"sets.max_jokers": 1}), 0),
        ("K8B8JJ", FREE.changed({"sets.max_jokers": 1}), 1),
        ("K8B8JJJ", FREE.changed({"sets.min_natural": 2}), 1),
        ("K8B8R8O8JJJ", FREE.changed({"sets.min_natural": 2}), 2),
    ],
)
def test_most_groups_that_a_stock_can_make(tiles: str, rules: Rules, number: int) -> None:
    """The bound of the column, before any row is written."""
    program, groups = groups_of(tiles, rules)
    assert sum(program.high[column] for column, _ in groups.count()) == number
    if not number:
        assert (len(program.low), groups.naturals(0, 8), groups.jokers(), groups.decode([])) == (0, [], [], [])
        assert groups.jokers_for(0, 8) == []


def test_two_colours_make_no_groups() -> None:
    program, _ = groups_of("K8B8JJ", FREE.changed({"tiles.colours": 2}))
    assert program.low == []


def test_what_is_at_a_tile() -> None:
    program, groups = groups_of("K8K8B8R8J")
    assert groups.naturals(0, 7) == groups.naturals(3, 8) == groups.jokers_for(0, 7) == []
    # There is one group at most, and no colour twice in it.
    assert [program.high[column] for c in range(3) for column, _ in groups.naturals(c, 8)] == [1, 1, 1]
    # The same column whenever it is asked for.
    assert groups.jokers_for(3, 8) == groups.jokers_for(3, 8) != groups.jokers_for(2, 8)
    assert len(groups.jokers()) == 3


@pytest.mark.parametrize(
    ("tiles", "colour", "number"),
    [
        # Orange is missing, and so may be red; a second black one may not lie there.
        ("K8B8J", 3, 1),
        ("K8B8J", 0, 0),
        ("K8B8R8JJJ", 0, 1),
        ("K8K8B8B8JJ", 2, 2),
        ("K8K8B8B8JJ", 0, 0),
    ],
)
def test_jokers_for_one_tile(tiles: str, colour: int, number: int) -> None:
    program, groups = groups_of(tiles)
    as_this = groups.jokers_for(colour, 8)
    groups.close()
    assert just(program, groups, tiles, FREE)
    assert (least(program, as_this), most(program, as_this)) == (0, number)


def test_jokers_of_a_colour_and_of_any() -> None:
    """All ways to say of some jokers what they are: where the colours allow it, the groups are legal and say so."""
    ways = 0
    for tiles, groups_wanted in (("K8B8J", 1), ("K8K8B8J JJ", 2), ("K8B8R8O8JJ", 2), ("K8K8B8R8O8JJJJ", 3)):
        tiles = tiles.replace(" ", "")
        jokers = tiles.count("J")
        for counts in product(range(jokers + 1), repeat=4):
            if sum(counts) > jokers:
                continue
            program, groups = groups_of(tiles)
            told = [groups.jokers_for(c, 8) for c in range(4)]
            groups.close()
            for terms, count in zip(told, counts, strict=True):
                program.equal(terms, count)
            sets = laid(program, groups, tiles, FREE)
            held = [tiles.count("KBRO"[c]) + counts[c] for c in range(4)]
            # No colour in more groups than there are; so many tiles always deal to groups of three or four.
            assert (sets is not None) == (max(held) <= groups_wanted), (tiles, counts)
            if sets is not None:
                ways += 1
                assert ["".join(sets).count(f"J({c}8)") for c in "KBRO"] == list(counts)
    assert ways > 50


def test_jokers_are_dealt_evenly() -> None:
    """One joker a set: each of two groups has one, whether it is told what it is or not."""
    rules = SIX.changed({"sets.max_jokers": 1})
    for first, second in product(range(-1, 6), repeat=2):
        program, groups = groups_of("K8B8R8O8JJ", rules)
        told = [groups.jokers_for(c, 8) for c in range(6)]
        groups.close()
        for c, terms in enumerate(told):
            program.equal(terms, (first == c) + (second == c))
        sets = laid(program, groups, "K8B8R8O8JJ", rules)
        if first == second and first in range(4):
            assert sets is None, "two jokers and a tile of one colour, in two groups"
        else:
            assert sets is not None
            assert [one.count("J") for one in sets] == [1, 1]


def test_written_groups() -> None:
    program, groups = groups_of("K8B8J")
    groups.close()
    assert laid(program, groups, "K8B8J", FREE) == ["K8B8J"]
    program, groups = groups_of("K8B8J")
    told = groups.jokers_for(3, 8)
    groups.close()
    program.equal(told, 1)
    assert laid(program, groups, "K8B8J", FREE) == ["K8B8J(O8)"]
    assert [written(one) for one in groups.decode([0] * len(program.low))] == []
