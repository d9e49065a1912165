"""What follows from a move, worked out by hand on small tables."""

from __future__ import annotations

import pytest

from solver.game.move import Move
from solver.game.played import PlayedMove
from solver.game.position import Position


def played(line: str, move: str) -> PlayedMove:
    position = Position.parse(line)
    return PlayedMove(position, Move.parse(move, position.rules))


@pytest.mark.parametrize(
    ("line", "move", "new", "changed", "moved"),
    [
        # Three of four tiles stay in the first set; the other set is as it was.
        ("K4K5K6K7/B7R7O7 K8 rules=free", "K8->B7R7O7/K4K5K6K7K8", {1: "K4K5K6K7K8", 2: "B7R7O7"}, {1}, 0),
        # K7 and R7 leave their sets, and the new set has the next number.
        (
            "K4K5K6K7/B7R7O7 R8R9 rules=free",
            "R8R9->R7R8R9/K4K5K6/K7B7O7",
            {1: "K4K5K6", 2: "K7B7O7", 3: "R7R8R9"},
            {1, 2, 3},
            2,
        ),
        # The first set goes into the second, which is longer or as long: its number stays unused.
        (
            "K4K5K6/K7K8K9K10/O1O2O3 B1 rules=free",
            "->K4K5K6K7K8K9K10/O1O2O3",
            {2: "K4K5K6K7K8K9K10", 3: "O1O2O3"},
            {1, 2},
            3,
        ),
        # Two sets of the same tiles: the joker of the run that lies as it lay tells them apart.
        ("R4R5J(R6)/J(R3)R4R5 K1 rules=free", "->J(R3)R4R5/R4R5J(R6)", {1: "R4R5J(R6)", 2: "J(R3)R4R5"}, set(), 0),
    ],
)
def test_which_new_set_is_whose(line: str, move: str, new: dict[int, str], changed: set[int], moved: int) -> None:
    found = played(line, move)
    assert {number: str(tile_set) for number, tile_set in found.new.items()} == new
    assert found.changed == changed
    assert found.moved == moved


def test_loose_tiles_were_in_no_set() -> None:
    assert played("K4K5K6 K7 loose=yes rules=free", "K7->K4K5K6K7").moved is None


def test_the_joker_of_a_group_shows_no_colour() -> None:
    found = played("K7R7J(B7)/K1K2K3 K4 rules=free", "K4->K7R7J(O7)/K1K2K3K4")
    assert found.changed == {2}


@pytest.mark.parametrize(
    ("line", "move", "opening", "value"),
    [
        ("K1K2K3 R10R11R12O1 opened=no", "R10R11R12->K1K2K3/R10R11R12", ["R10R11R12"], 33),
        # The sets that open may be taken apart later in the turn.
        (
            "R8R9R10/O10O11O12O13 R11R12R13K13 opened=no rules=sabra",
            "K13R11R12R13->R8R9R10R11R12/O10O11O12/K13R13O13",
            ["R11R12R13"],
            36,
        ),
    ],
)
def test_what_opens(line: str, move: str, opening: list[str], value: int) -> None:
    found = played(line, move)
    assert found.opening is not None
    assert [str(tile_set) for tile_set in found.opening] == opening
    assert found.opening_value == value


def test_who_has_opened_opens_nothing() -> None:
    found = played("K1K2K3 K4", "K4->K1K2K3K4")
    assert (found.opening, found.opening_value) == (None, None)


def test_a_joker_that_was_replaced() -> None:
    """B5 comes from the group, or from the rack if it is there too; the joker goes to the new set."""
    found = played("B4J(B5)B6/K5B5R5O5 R1O1", "R1O1->B4B5B6/K5R5O5/J(K1)R1O1")
    (account,) = found.joker_accounts
    assert (account.kept, account.freed_to, account.rack_to) == ((), (3,), ())
    assert [(str(r.tile), r.origin, r.joker.home, r.joker.place) for r in account.replacements] == [("B5", 2, 1, 1)]
    assert found.touched == {1, 2, 3}


def test_a_joker_that_was_kept() -> None:
    found = played("B6B7B8J(B9)/K5B5R5O5 B4", "B4->B4B5B6B7B8J(B9)/K5R5O5")
    (account,) = found.joker_accounts
    assert [(joker.home, joker.place, to) for joker, to in account.kept] == [(1, 3, 1)]
    assert account.replacements == ()


def test_two_tiles_from_the_rack_beside_a_freed_joker() -> None:
    line = "B4J(B5)B6 B5R1O1 jokers.replaced_from=rack jokers.reuse=new_set_two_rack"
    (account,) = played(line, "B5R1O1->B4B5B6/J(K1)R1O1").joker_accounts
    assert sorted((str(tile), to) for tile, to in account.shown) == [("O1", 2), ("R1", 2)]


def test_jokers_that_are_free_have_no_accounts() -> None:
    found = played("R5R6J(R7)/K1K2K3 K4 rules=free", "K4->J(R4)R5R6/K1K2K3K4")
    assert found.joker_accounts == ()
    assert found.touched == found.changed == {1, 2}


@pytest.mark.parametrize(
    ("line", "move", "new", "seen", "moved"),
    [
        # One of the jokers is freed: the set that it went to is new, though it has more of the old one's tiles.
        ("R7R8JJ R9R10", "R9R10->R7J(R8)J(R9)/R8R9R10", {1: "R8R9R10", 2: "R7J(R8)J(R9)"}, 3, 1),
        # Under rules that let a joker go anywhere, fewest moved tiles is all that counts.
        ("R7R8JJ R9R10 rules=free", "R9R10->R7J(R8)J(R9)/R8R9R10", {1: "R7J(R8)J(R9)", 2: "R8R9R10"}, 1, 1),
        # A joker that goes on standing for its tile keeps its set.
        ("R7R8JR10 R11", "R11->R7R8J(R9)R10R11", {1: "R7R8J(R9)R10R11"}, 0, 0),
    ],
)
def test_a_freed_joker_lies_in_a_new_set(line: str, move: str, new: dict[int, str], seen: int, moved: int) -> None:
    found = played(line, move)
    assert {number: str(tile_set) for number, tile_set in found.new.items()} == new
    assert (found.seen_to_move, found.moved) == (seen, moved)
