"""One tap at a time: what becomes of the sets that are entered, worked by hand."""

from __future__ import annotations

import pytest

from solver import Rules
from solver.errors import RulesError
from solver.game.notation import read_tiles
from solver.game.rules import preset_names
from solver.game.tiles import Tile, tiles_text
from solver.serve.entry import BEGUN, LEGAL, NO_SET, Entry, state_of, tapped

STANDARD = Rules.named("standard")


def enter(taps: str, rules: Rules = STANDARD, rack: str = "-") -> str:
    """The sets after these taps; `|` closes the open one. The open one ends with `+`."""
    entry = Entry()
    for text in taps.split():
        if text == "|":
            entry = Entry(entry.sets)
        else:
            (tile,) = read_tiles(text)
            entry = tapped(entry, tile, rules, read_tiles(rack))
    return "/".join(tiles_text(tiles) + "+" * (i == entry.open) for i, tiles in enumerate(entry.sets))


@pytest.mark.parametrize(
    ("taps", "sets"),
    [
        ("R5", "R5+"),
        # A run is its first and last tile, in either order, and closes itself.
        ("R5 R8", "R5R6R7R8"),
        ("R8 R5", "R5R6R7R8"),
        ("R5 R7", "R5R6R7"),
        ("R1 R13", "R1R2R3R4R5R6R7R8R9R10R11R12R13"),
        ("R5 R8 R9", "R5R6R7R8/R9+"),
        # Neighbours may go on.
        ("R5 R6", "R5R6+"),
        ("R5 R6 R7", "R5R6R7+"),
        ("R5 R6 R7 R8", "R5R6R7R8+"),
        ("R6 R5 R4", "R4R5R6+"),
        ("R5 R6 R9", "R5R6R7R8R9"),
        # A tile that does not belong to a whole set begins the next one.
        ("R5 R6 R7 B9", "R5R6R7/B9+"),
        ("R5 R6 R7 R9", "R5R6R7/R9+"),
        # Groups: one of all colours is full.
        ("K7 B7", "K7B7+"),
        ("K7 B7 R7", "K7B7R7+"),
        ("K7 B7 R7 O7", "K7B7R7O7"),
        ("K7 B7 R7 O7 O8", "K7B7R7O7/O8+"),
        ("K7 B7 R7 B7", "K7B7R7/B7+"),
        ("K7 B7 R7 | O7 O9", "K7B7R7/O7O8O9"),
        # Jokers lie where they are tapped.
        ("R5 J R7", "R5JR7+"),
        ("J R5 R6", "JR5R6+"),
        ("R5 J R9", "R5JR7R8R9"),
        ("J R5 R8", "JR5R6R7R8"),
        ("R9 R8 J", "R8R9J+"),
        ("K7 J R7", "K7JR7+"),
        # It can only be the R11.
        ("R12 R13 J", "JR12R13+"),
        ("J J R5", "JJR5+"),
    ],
)
def test_what_taps_make(taps: str, sets: str) -> None:
    assert enter(taps) == sets


@pytest.mark.parametrize(
    ("rules", "taps", "sets"),
    [
        ({"sets.wrap": "around"}, "R13 R1", "R13R1+"),
        ({"sets.wrap": "around"}, "R12 R13 R1 R2", "R12R13R1R2+"),
        ({"sets.wrap": "high_one"}, "R12 R13 R1", "R12R13R1+"),
        ({"sets.wrap": "high_one"}, "R12 R13 R1 R2", "R12R13R1/R2+"),
        ({"tiles.colours": 6}, "K7 B7 R7 O7", "K7B7R7O7+"),
        ({"tiles.colours": 6}, "K7 B7 R7 O7 G7 P7", "K7B7R7O7G7P7"),
        ({"sets.max_group": 3}, "K7 B7 R7 O7", "K7B7R7/O7+"),
        ({"sets.min_run": 4}, "R5 R7", "refused"),
        ({"tiles.numbers": 20}, "R14 R20", "R14R15R16R17R18R19R20"),
    ],
)
def test_other_rules(rules: dict[str, object], taps: str, sets: str) -> None:
    changed = STANDARD.changed({key: str(value) for key, value in rules.items()})
    if sets == "refused":
        with pytest.raises(RulesError, match="R5 is no set yet, and R7 does not go with it"):
            enter(taps, changed)
    else:
        assert enter(taps, changed) == sets


@pytest.mark.parametrize(
    ("taps", "rack", "fault"),
    [
        ("R5 B9", "-", "R5 is no set yet, and B9 does not go with it"),
        ("K7 K7", "-", "K7 is no set yet"),
        ("R5", "R5R5", "R5: the box has 2 of it, and all lie somewhere"),
        # The tile in between lies elsewhere, twice.
        ("R5 R8", "R6R6", "R6: the box has 2 of it"),
        ("J", "JJ", "J: the box has 2 of it"),
        ("G5", "-", "G5: the box has no such tile"),
        ("R14", "-", "R14: the box has no such tile"),
    ],
)
def test_what_cannot_be_tapped(taps: str, rack: str, fault: str) -> None:
    with pytest.raises(RulesError) as told:
        enter(taps, rack=rack)
    assert str(told.value).startswith(fault)


@pytest.mark.parametrize("preset", preset_names())
def test_sets_are_entered_by_their_first_and_last_tile_under_every_preset(preset: str) -> None:
    rules = Rules.named(preset)
    for colour in range(rules.tiles.colours):
        first, last = Tile(colour, 2), Tile(colour, 2 + rules.sets.min_run - 1)
        entry = tapped(tapped(Entry(), first, rules), last, rules)
        assert state_of(entry.sets[0], rules) == LEGAL and len(entry.sets[0]) == rules.sets.min_run


def test_states() -> None:
    assert [state_of(read_tiles(text), STANDARD) for text in ("R5", "R5R6", "K5R5", "R5J", "JJ")] == [BEGUN] * 5
    assert [state_of(read_tiles(text), STANDARD) for text in ("R5R7", "R5K6", "R5R5", "K5R5K5")] == [NO_SET] * 4
    assert state_of(read_tiles("R5JR7"), STANDARD) == LEGAL
