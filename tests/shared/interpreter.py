"""The steps carried out by a dumb interpreter that knows only their JSON, and one that knows only their words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import bridge
import exhaustive

from solver import Move, Position
from solver.game.played import PlayedMove
from solver.game.sets import GROUP, RUN
from solver.game.tiles import JOKER, Tile
from solver.steps import steps_of

JSON = dict[str, Any]
Lying = dict[int, list[str]]


def bare(text: str) -> str:
    return "J" if text.startswith("J") else text


class Table:
    """Lists of tile texts by number, a rack and a heap; jokers are all alike."""

    def __init__(self, position: Position) -> None:
        self.sets: Lying = {
            i: [bare(str(tile)) for tile in tile_set.tiles] for i, tile_set in enumerate(position.table, 1)
        }
        self.rack = [str(tile) for tile in position.rack]
        self.heap = [bare(str(tile)) for tile in position.loose or ()]

    def do(self, step: JSON) -> None:
        source = step["from"]
        if source == {"rack": True}:
            place = self.rack
        elif source == {"heap": True}:
            place = self.heap
        else:
            assert list(source) == ["set"]
            place = self.sets[source["set"]]
        for tile in step["tiles"]:
            assert tile in place, f"{tile} is not there: {step}"
            place.remove(tile)
        number = step["to"]["set"]
        assert step["to"].get("new", False) == (number not in self.sets), step
        self.sets.setdefault(number, []).extend(step["tiles"])

    def lying(self) -> Lying:
        return {number: sorted(tiles) for number, tiles in sorted(self.sets.items()) if tiles}


def as_places(tiles: Sequence[str]) -> tuple[list[tuple[int, int]], int]:
    """Natural tiles as the oracle has them, and the number of jokers."""
    naturals = [Tile.parse(tile) for tile in tiles if not tile.startswith("J")]
    return [(tile.colour, tile.number) for tile in naturals], len(tiles) - len(naturals)


def could_be_set(tiles: Sequence[str], rules: exhaustive.Rules) -> bool:
    """Whether the oracle knows a set of exactly these tiles, in which jokers stand for what is said of them."""
    return _could_be_set(tuple(sorted(tiles)), rules)


@cache
def _could_be_set(tiles: tuple[str, ...], rules: exhaustive.Rules) -> bool:
    naturals, jokers = as_places(tiles)
    said = Counter((tile.colour, tile.number) for tile in map(Tile.parse, tiles) if tile.is_joker and tile != JOKER)
    size = len(tiles)
    if not naturals:
        return False
    colour, number = naturals[0]
    missing = [c for c in range(rules.colours) if all(c != other for other, _ in naturals)]
    missing.sort(key=lambda c: not said[c, number])
    group = [(*tile, False) for tile in naturals] + [(c, number, True) for c in missing[:jokers]]
    if len(group) == size and exhaustive.is_set((GROUP, tuple(group)), rules) and stand_for(group, said):
        return True
    for first in range(1, rules.numbers + 1):
        left = Counter(naturals)
        run = []
        for offset in range(size):
            tile = colour, rules.number_at(first + offset)
            run.append((*tile, left[tile] == 0))
            left[tile] -= left[tile] > 0
        if not left.total() and exhaustive.is_set((RUN, tuple(run)), rules) and stand_for(run, said):
            return True
    return False


def stand_for(laid: Sequence[tuple[int, int, bool]], said: Counter[tuple[int, int]]) -> bool:
    """Whether the jokers of a set can be what is said of some of them."""
    return said <= Counter((colour, number) for colour, number, is_joker in laid if is_joker)


def follow(position: Position, move: Move, steps: Sequence[JSON], rules: exhaustive.Rules) -> None:
    """Carry out the steps tile by tile and check all that they claim."""
    table = Table(position)
    before = {i: [str(tile) for tile in tile_set.tiles] for i, tile_set in enumerate(position.table, 1)}
    for step in steps:
        table.do(step)
        shown = dict(zip(step["numbers"], step["table"], strict=True))
        assert {number: sorted(map(bare, tiles)) for number, tiles in shown.items()} == table.lying(), step
        # A joker that is a bare J lies beside its set.
        inside = [[tile for tile in tiles if tile != "J"] for tiles in step["table"]]
        assert step["broken"] == sum(not could_be_set(tiles, rules) for tiles in inside), step
        check_words(step, before, shown, rules)
        before = shown
    new = [[str(tile) for tile in tile_set.tiles] for tile_set in move.table]
    final = steps[-1]["table"] if steps else [[str(tile) for tile in tile_set.tiles] for tile_set in position.table]
    assert sorted(final) == sorted(new)
    assert not table.heap
    assert Counter(table.rack) == Counter(map(str, position.rack)) - Counter(map(str, move.played))


WORDS = re.compile(
    r"""
    (?: (?:Lay|Open\ with)\ (?P<rack>[A-Z0-9() ]+)\ from\ your\ rack
      | Take\ (?P<heap>[A-Z0-9 ]+)\ from\ the\ heap\ and\ lay\ (?:it|them)
      | Take\ (?P<taken>[A-Z0-9() ]+)\ from\ set\ (?P<source>\d+)\ \((?P<was>[A-Z0-9() ]+)\)\ and\ lay\ (?:it|them)
      | Take\ all\ of\ set\ (?P<whole>\d+)\ \((?P<all>[A-Z0-9() ]+)\)\ and\ lay\ it
      | (?:Move|Read)\ (?P<shifted>[A-Z0-9 ]+)\ (?:with)?in\ set\ (?P<within>\d+)
        \ \((?P<shift_was>[A-Z0-9() ]+)\)(?:\ anew)?
    )
    (?: \ on\ set\ (?P<target>\d+)
      | \ as\ (?:the\ start\ of\ )?(?:new\ )?set\ (?P<new>\d+)
    )?
    (?:,\ which\ (?:becomes|for\ now\ is)\ (?P<becomes>[A-Z0-9() ]+))?
    (?P<free>;\ [A-Z0-9, and]+\ replaces?\ its\ jokers?(?P<beside>,\ which\ (?:lies|lie)\ free\ beside\ it)?)?
    (?:;\ the\ jokers?\ (?:now\ )?stands?\ for\ [A-Z0-9, and]+)?
    (?:;\ set\ (?P<left>\d+)\ (?:for\ now\ is|is\ now)\ (?P<rest>[A-Z0-9() ]+))?
    \.
    """,
    re.VERBOSE,
)


def check_words(step: JSON, before: Lying, shown: Lying, rules: exhaustive.Rules) -> None:
    """The sentence alone says what to take from where and where to lay it, and how the sets lie then."""
    assert len(step["text"]) < 300
    words = WORDS.fullmatch(step["text"])
    assert words, step["text"]
    rack, heap, source, whole = words["rack"], words["heap"], words["source"], words["whole"]
    if whole:
        assert step["from"] == {"set": int(whole)}
        assert words["all"].split() == before[int(whole)] and int(whole) not in shown
    elif source or words["within"]:
        assert step["from"] == {"set": int(source or words["within"])}
        assert (words["was"] or words["shift_was"]).split() == before[int(source or words["within"])]
    else:
        assert step["from"] == ({"rack": True} if rack else {"heap": True})
    tiles = (rack or heap or words["taken"] or words["all"] or words["shifted"]).split()
    assert sorted(map(bare, tiles)) == sorted(step["tiles"])
    target = int(words["target"] or words["new"] or words["within"])
    assert step["to"]["set"] == target
    assert step["to"].get("new", False) == (f"new set {target}" in step["text"])
    if words["becomes"]:
        free = ["J"] * shown[target].count("J")
        assert [*words["becomes"].split(), *free] == shown[target]
        assert could_be_set(words["becomes"].split(), rules) == ("which becomes" in step["text"]), step
    assert bool(words["free"]) == (step["action"] == "replace")
    assert bool(words["beside"]) == (step["action"] == "replace" and "J" in shown[target])
    if words["left"]:
        assert step["from"] == {"set": int(words["left"])}
        rest = [tile for tile in shown[int(words["left"])] if tile != "J"]
        assert words["rest"].split() == rest
        assert could_be_set(rest, rules) == ("is now" in step["text"]), step


def check_replacements(position: Position, move: Move, steps: Sequence[JSON], rules: exhaustive.Rules) -> int:
    """A joker leaves its set only after a tile that it stands for was laid there, or to be the same joker elsewhere.

    Until then it stands for the same, and no tile leaves a locked set. Looks at old sets with one joker, where it is
    clear which one leaves. Returns how many left after a replacement.
    """
    if rules.freed_by != "replacing" or position.loose is not None:
        return 0
    replaced = 0
    new = dict(zip(steps[-1]["numbers"], steps[-1]["table"], strict=True)) if steps else {}
    for joker in exhaustive.old_jokers(bridge.oracle_table(position.table), rules):
        old = position.table[joker.owner]
        if old.joker_count > 1:
            continue
        home = {"set": joker.owner + 1}
        laid: set[tuple[int, int]] = set()
        left_before = False
        for step in steps:
            if step["from"] == home and "J" in step["tiles"] and step["to"]["set"] != joker.owner + 1:
                both = rules.group_of_three == "both" and joker.in_group_of_three
                if len(laid) >= (len(joker.rep) if both else 1):
                    replaced += 1
                    assert not (left_before and rules.set_with_joker == "locked" and rules.replaced_from == "rack")
                else:
                    kept = [Tile.parse(tile) for tile in new[step["to"]["set"]]]
                    is_group = len({tile.number for tile in kept}) == 1
                    held = {(tile.colour, tile.number) for tile in kept if not tile.is_joker}
                    stands = [
                        (c, tile.number)
                        for tile in kept
                        if tile.is_joker
                        for c in (range(rules.colours) if is_group else [tile.colour])
                    ]
                    assert any(tile in joker.rep and not (is_group and tile in held) for tile in stands), step
                break
            if step["to"]["set"] == joker.owner + 1:
                laid |= set(as_places(step["tiles"])[0]) & joker.rep
            if not laid:
                left_before |= step["from"] == home
                lying = dict(zip(step["numbers"], step["table"], strict=True))[joker.owner + 1]
                jokers = [Tile.parse(tile) for tile in lying if tile.startswith("J")]
                # A group of three shows no colour.
                colours = range(rules.colours) if old.kind == GROUP else []
                stands = [(tile.colour, tile.number) for tile in jokers]
                assert joker.rep & {*stands, *((c, t.number) for t in jokers for c in colours)}, step
    return replaced


def check_opening(position: Position, steps: Sequence[JSON], rules: exhaustive.Rules) -> None:
    """Before anything else happens, sets from the rack are laid that are worth enough."""
    if not position.must_open or not steps:
        return
    value, has_run = 0, False
    for step in steps:
        if value >= rules.opening_points and (has_run or not rules.needs_run):
            break
        assert step["from"] == {"rack": True} and step["to"].get("new") and "Open with" in step["text"], step
        assert could_be_set(step["tiles"], rules)
        naturals, jokers = as_places(step["tiles"])
        value += exhaustive.set_value([*naturals, *["J"] * jokers], rules) or 0
        has_run |= len({number for _, number in naturals}) > 1 or rules.numbers == 1 or len(naturals) == 1
    assert value >= rules.opening_points


def check(position: Position, move: Move, rules: exhaustive.Rules) -> int:
    """All checks of one move; returns the jokers that were replaced and went on."""
    steps = [step.to_json() for step in steps_of(PlayedMove(position, move))]
    follow(position, move, steps, rules)
    check_opening(position, steps, rules)
    return check_replacements(position, move, steps, rules)
