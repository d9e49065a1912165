"""The steps carried out by a dumb interpreter that knows only their JSON, and one that knows only their words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, permutations, product
from random import Random
from typing import Any

import bridge
import exhaustive
import pytest
import random_positions

from solver import Answer, Move, Position, Rules, solve
from solver.advice.steps import steps_of
from solver.errors import RulesError
from solver.game.rules import preset_names
from solver.game.sets import GROUP, RUN
from solver.game.tiles import JOKER, Tile

JSON = dict[str, Any]
Lying = dict[int, list[str]]


# --- The interpreter ---


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


def check_tokens(position: Position, move: Move, steps: Sequence[JSON], rules: exhaustive.Rules) -> int:
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
    steps = [step.to_json() for step in steps_of(position, move)]
    follow(position, move, steps, rules)
    check_opening(position, steps, rules)
    return check_tokens(position, move, steps, rules)


# --- Random positions under all rule sets ---


def rule_sets(seed: int, random_sets: int) -> Iterator[tuple[exhaustive.Rules, Rules]]:
    """The presets, and random rule sets that make sense."""
    for name in preset_names():
        rules = Rules.named(name)
        yield bridge.oracle_rules(rules), rules
    found = 0
    for oracle in random_positions.random_rule_sets(seed, 20 * random_sets):
        try:
            yield oracle, bridge.product_rules(oracle)
        except RulesError:
            continue
        found += 1
        if found == random_sets:
            return


def answers(seed: int, preset: int, random: int, random_sets: int) -> Iterator[tuple[Answer, exhaustive.Rules]]:
    """Answers that lay something, so many for every preset and for every random rule set."""
    rng = Random(seed)
    for i, (oracle, rules) in enumerate(rule_sets(seed, random_sets)):
        each = preset if i < len(preset_names()) else random
        found = 0
        for table, rack in random_positions.small_positions(rng.randrange(10**6), 6 * each, oracle):
            position = bridge.product_position(table, rack, rules, opened=rng.random() < 0.8)
            if (position.table_tiles + Counter(position.rack))[JOKER] > 3:
                continue  # the solver may take its time
            # Without the goal of few moved tiles, tables are turned over more and there is more to tell.
            objective, fewest = rng.choice(["value", "tiles", "penalty"]), rng.random() < 0.4
            answer = solve(position, objective=objective, fewest_moved=fewest)
            if answer.played:
                found += 1
                yield answer, oracle
            if found == each:
                break


@pytest.mark.slow
def test_answers_of_small_positions() -> None:
    count = replaced = with_jokers = 0
    for answer, oracle in answers(seed=1, preset=180, random=22, random_sets=50):
        position = answer.position
        assert answer.steps == steps_of(position, answer.move)
        replaced += check(position, answer.move, oracle)
        with_jokers += any(tile_set.joker_count for tile_set in answer.table)
        count += 1
    assert count >= 3000
    assert with_jokers > count // 2
    assert replaced > 100


@pytest.mark.slow
def test_any_arrangement_of_small_positions() -> None:
    """Moves that no solver chose: other legal arrangements of what can be played, with more to be moved."""
    count = 0
    rng = Random(2)
    for oracle, rules in rule_sets(2, 30):
        for table, rack in random_positions.small_positions(rng.randrange(10**6), 14, oracle):
            opened = rng.random() < 0.8
            playable = exhaustive.playable(table, rack, oracle, opened)
            if not playable:
                continue
            played = rng.choice(playable)
            tables = list(islice(exhaustive.arrangements(table, played, oracle, opened), 40))
            position = bridge.product_position(table, rack, rules, opened)
            for new in rng.sample(tables, min(3, len(tables))):
                check(position, bridge.product_move(played, new, rules), oracle)
                count += 1
    assert count >= 500


@pytest.mark.slow
@pytest.mark.parametrize("name", preset_names())
def test_large_positions(name: str) -> None:
    rules = Rules.named(name)
    oracle = bridge.oracle_rules(rules)
    rng = Random(3)
    for sets in (12, 16, 20):
        table, rack = random_positions.large_position(rng, oracle, sets)
        position = bridge.product_position(table, rack, rules)
        answer = solve(position, objective="tiles", time_limit=5)
        if answer.played:
            check(position, answer.move, oracle)


@pytest.mark.slow
def test_loose_tables() -> None:
    rng = Random(4)
    rules = Rules.named("standard")
    oracle = bridge.oracle_rules(rules)
    count = 0
    for table, rack in random_positions.small_positions(4, 100, oracle):
        tiles = [tile for tile_set in bridge.product_position(table, rack, rules).table for tile in tile_set.tiles]
        rng.shuffle(tiles)
        position = Position.of([tiles], map(bridge.product_tile, rack), rules, loose=True)
        answer = solve(position)
        if answer.played:
            check(position, answer.move, oracle)
            count += 1
    assert count > 40


# --- How good they are ---


def fewest_pairs(position: Position, move: Move) -> int | None:
    """The fewest (from, to) pairs of places between which tiles must go, over every way to say which of equal tiles is
    which and what old set became what; None if there are too many ways. No road has fewer movements."""
    old = [Counter(tile.bare for tile in tile_set.tiles) for tile_set in position.table]
    new = [Counter(tile.bare for tile in tile_set.tiles) for tile_set in move.table]
    places = [Counter(tile.bare for tile in move.played), *old]
    ways = []
    for tile in {tile for tiles in new for tile in tiles}:
        sources = [i for i, tiles in enumerate(places) for _ in range(tiles[tile])]
        targets = [j for j, tiles in enumerate(new) for _ in range(tiles[tile])]
        ways.append({tuple(sorted(zip(order, targets, strict=True))) for order in permutations(sources)})
    total = 1
    for way in ways:
        total *= len(way)
    if total > 300:
        return None
    best = 10**9
    for chosen in product(*ways):
        pairs = {pair for way in chosen for pair in way}
        best = min(best, len(pairs) - _most_heirs(sorted(pair for pair in pairs if pair[0])))
    return best


def _most_heirs(pairs: Sequence[tuple[int, int]]) -> int:
    """The most pairs of which no two share a place."""
    if not pairs:
        return 0
    (source, target), *rest = pairs
    apart = [pair for pair in rest if pair[0] != source and pair[1] != target]
    if len(apart) == len(rest):
        return 1 + _most_heirs(rest)
    return max(1 + _most_heirs(apart), _most_heirs(rest))


@pytest.mark.slow
def test_hardly_ever_more_movements_than_pairs_of_places() -> None:
    """Without jokers. Tiles at both ends of a run are two movements and one pair, so equality cannot always hold."""
    rules = Rules.named("machiavelli")
    oracle = bridge.oracle_rules(rules)
    steps = pairs = count = 0
    for table, rack in random_positions.small_positions(5, 600, oracle):
        position = bridge.product_position(table, rack, rules)
        answer = solve(position, objective="tiles")
        bound = fewest_pairs(position, answer.move) if answer.played else None
        if bound is not None:
            assert len(answer.steps) >= bound
            steps += len(answer.steps)
            pairs += bound
            count += 1
    assert count > 200
    assert steps <= 1.03 * pairs


@pytest.mark.slow
def test_no_order_of_the_same_movements_breaks_fewer_tables() -> None:
    rules = Rules.named("free")
    oracle = bridge.oracle_rules(rules)
    count = 0
    for table, rack in random_positions.small_positions(6, 250, oracle):
        position = bridge.product_position(table, rack, rules)
        answer = solve(position, objective="tiles")
        steps = [step.to_json() for step in answer.steps]
        if not 3 <= len(steps) <= 5:
            continue
        best = min(broken_tables(position, order, oracle) for order in permutations(steps))
        assert sum(step["broken"] > 0 for step in steps) == best, str(position)
        count += 1
    assert count > 30


def broken_tables(position: Position, steps: Sequence[JSON], rules: exhaustive.Rules) -> int:
    """Tables in between with a set that is none; very many if a tile is not there."""
    table = Table(position)
    broken = 0
    for step in steps:
        number = step["to"]["set"]
        place = table.rack if "rack" in step["from"] else table.sets.get(step["from"]["set"], [])
        if Counter[str](step["tiles"]) - Counter(place):
            return 10**9
        for tile in step["tiles"]:
            place.remove(tile)
        table.sets.setdefault(number, []).extend(step["tiles"])
        broken += not all(could_be_set(tiles, rules) for tiles in table.lying().values())
    return broken


# --- Worked by hand ---

WORKED = {
    "a tile added": (
        "R5R6R7R8/K7B7R7 K9R4J",
        "R4->R4R5R6R7R8/K7B7R7",
        ["Lay R4 from your rack on set 1, which becomes R4 R5 R6 R7 R8."],
    ),
    "one set lends to another": (
        "K4K5K6K7/B7R7O7 R8R9 rules=free",
        "R8R9->K4K5K6/K7B7O7/R7R8R9",
        [
            "Take K7 from set 1 (K4 K5 K6 K7) and lay it on set 2, which becomes K7 B7 R7 O7.",
            "Take R7 from set 2 (K7 B7 R7 O7) and lay it as the start of new set 3.",
            "Lay R8 R9 from your rack on set 3, which becomes R7 R8 R9.",
        ],
    ),
    "a run split in two movements, not three": (
        "R1R2R3R4R5R6 R3R4 rules=free",
        "R3R4->R1R2R3R4/R3R4R5R6",
        [
            "Lay R3 R4 from your rack as the start of new set 2.",
            "Take R5 R6 from set 1 (R1 R2 R3 R4 R5 R6) and lay them on set 2, which becomes R3 R4 R5 R6.",
        ],
    ),
    "two runs joined": (
        "K4K5K6/K8K9K10 K7",
        "K7->K4K5K6K7K8K9K10",
        [
            "Lay K7 from your rack on set 2, which becomes K7 K8 K9 K10.",
            "Take all of set 1 (K4 K5 K6) and lay it on set 2, which becomes K4 K5 K6 K7 K8 K9 K10.",
        ],
    ),
    "a joker replaced from the table": (
        "B4J(B5)B6/K5B5R5O5 R1O1",
        "R1O1->B4B5B6/K5R5O5/J(K1)R1O1",
        [
            "Take B5 from set 2 (K5 B5 R5 O5) and lay it on set 1, which becomes B4 B5 B6; "
            "B5 replaces its joker, which lies free beside it.",
            "Take J from set 1 (B4 B5 B6 J) and lay it as the start of new set 3; the joker now stands for K1.",
            "Lay R1 O1 from your rack on set 3, which becomes J(K1) R1 O1.",
        ],
    ),
    "a joker that needs both colours": (
        "K7B7J(R7) R7O7K1K2 jokers.group_of_three=both",
        "R7O7K1K2->K7B7R7O7/K1K2J(K3)",
        [
            "Lay R7 O7 from your rack on set 1, which becomes K7 B7 R7 O7; "
            "R7 and O7 replace its joker, which lies free beside it.",
            "Take J from set 1 (K7 B7 R7 O7 J) and lay it as the start of new set 2; the joker now stands for K3.",
            "Lay K1 K2 from your rack on set 2, which becomes K1 K2 J(K3).",
        ],
    ),
    "an opening that goes on": (
        "R8R9R10/O10O11O12O13 R11R12R13K13 opened=no rules=sabra",
        "K13R11R12R13->R8R9R10R11R12/O10O11O12/K13R13O13",
        [
            "Open with R11 R12 R13 from your rack as new set 3.",
            "Take R11 R12 from set 3 (R11 R12 R13) and lay them on set 1, which becomes R8 R9 R10 R11 R12; "
            "set 3 for now is R13.",
            "Lay K13 from your rack on set 3, which for now is K13 R13.",
            "Take O13 from set 2 (O10 O11 O12 O13) and lay it on set 3, which becomes K13 R13 O13.",
        ],
    ),
    "a joker that only changes its place": (
        "R5R6J(R7)/K1K2K3 K4 rules=free",
        "K4->J(R4)R5R6/K1K2K3K4",
        [
            "Lay K4 from your rack on set 2, which becomes K1 K2 K3 K4.",
            "Move J within set 1 (R5 R6 J(R7)), which becomes J(R4) R5 R6; the joker now stands for R4.",
        ],
    ),
}


@pytest.mark.parametrize("name", WORKED)
def test_worked(name: str) -> None:
    line, move, expected = WORKED[name]
    position = Position.parse(line)
    found = steps_of(position, Move.parse(move, position.rules))
    assert [step.text for step in found] == expected


def test_a_heap_set_by_set() -> None:
    position = Position.parse("R7B7R5K7R6O1 R4O2O3 loose=yes rules=free")
    found = steps_of(position, Move.parse("R4O2O3->K7B7R7/R4R5R6/O1O2O3", position.rules))
    assert [step.text for step in found] == [
        "Take K7 B7 R7 from the heap and lay them as new set 1.",
        "Take R5 R6 from the heap and lay them as the start of new set 2.",
        "Lay R4 from your rack on set 2, which becomes R4 R5 R6.",
        "Take O1 from the heap and lay it as the start of new set 3.",
        "Lay O2 O3 from your rack on set 3, which becomes O1 O2 O3.",
    ]
    assert found[0].to_json()["from"] == {"heap": True}


def texts(line: str, objective: str = "value") -> list[str]:
    return [step.text for step in solve(Position.parse(line), objective=objective).steps]


def test_a_joker_that_nothing_replaced_goes_on_standing_for_its_tile() -> None:
    """B4 B6 B7 B8 J could be read with J as B5; but then J(B9) would have walked."""
    for rules in ("standard", "rummy-o", "sabra"):
        assert texts(f"B6B7B8J(B9)/K5B5R5O5 B4 rules={rules}") == [
            "Take B5 from set 2 (K5 B5 R5 O5) and lay it on set 1, which becomes B5 B6 B7 B8 J(B9).",
            "Lay B4 from your rack on set 1, which becomes B4 B5 B6 B7 B8 J(B9).",
        ]


def test_nothing_leaves_a_locked_set_before_its_joker_is_replaced() -> None:
    found = texts("R2R3R4/J(R4)B4K4O4 R4B3B5JB9 rules=sabra", "tiles")
    assert found[0].startswith("Lay R4 from your rack on set 2") and "replaces its joker" in found[0]
    assert any(text.startswith("Take B4 from set 2 (K4 B4 R4 O4") for text in found[1:])


def test_the_tiles_of_a_locked_set_go_with_its_joker() -> None:
    """R3 and R4 lie on set 7, too, but those of set 4 are locked to the joker that goes there."""
    table = "B3B4B5/B6B7B8/O7J(R7)K7/R3R4J(R5)/K11K12K13/B13K13R13O13/R1R2R3R4R5R6/O6B6R6/O8O9O10/B8B9B10"
    found = texts(f"{table} R13B11K3K2B13B1B11R7O5 rules=sabra")
    assert any(text.startswith("Take R3 R4 J(R5) from set 4") and "lay them on set 7" in text for text in found)


def test_of_two_jokers_it_is_said_which() -> None:
    """Under `free`, one of the jokers of a set of two is taken."""
    named = [text for text in texts("J(R2)R3R4J(R5)/K5K6K7 K8R1B1 rules=free", "tiles") if "Take J(R" in text]
    assert named and all("from set 1 (J(R2) R3 R4 J(R5))" in text for text in named)


def test_the_joker_that_lies_free_is_the_one_taken() -> None:
    found = texts("O11O12J(O13) JB11B13O13B13 rules=american jokers.freed_by=rearranging", "penalty")
    assert found[-1] == (
        "Take J from set 1 (J(O10) O11 O12 O13 J) and lay it on set 2, which becomes B11 J(B12) B13; "
        "the joker now stands for B12."
    )


def test_becomes_is_said_of_the_set_without_the_joker_beside_it() -> None:
    found = texts("O7R7K7/B5O5R5K5/B7J(K7)R7/O6R6B6 O13O1O9O2K6B2", "tiles")
    assert not any("becomes R5 R7" in text for text in found)
    assert any("R5 R7" in text and "for now is" in text for text in found)


def test_the_json_of_a_step() -> None:
    position = Position.parse("K4K5K6K7/B7R7O7 R8R9 rules=free")
    steps = steps_of(position, Move.parse("R8R9->K4K5K6/K7B7O7/R7R8R9", position.rules))
    assert steps[1].to_json() == {
        "action": "form",
        "tiles": ["R7"],
        "from": {"set": 2},
        "to": {"set": 3, "new": True},
        "table": [["K4", "K5", "K6"], ["K7", "B7", "O7"], ["R7"]],
        "numbers": [1, 2, 3],
        "broken": 1,
        "text": "Take R7 from set 2 (K7 B7 R7 O7) and lay it as the start of new set 3.",
    }


@pytest.mark.parametrize(
    ("line", "laid"),
    [
        ("K6K7K8/B6B7B8/R6R7R8 K5B5R5K5B5R5 rules=sabra", 6),
        ("K6K7K8/B6B7B8/R6R7R8 K5B5R5K5B5R5K4 rules=sabra", 7),
        ("K11K12K13/B11B12B13/R11R12R13 K10B10R10K10B10R10K9 rules=card-40", 7),
        ("K11K12K13/B11B12B13/R11R12R13 K10B10R10K10B10R10K9 rules=american", 7),
        ("B7B8B9/K13B13R13/K13R13O13 B10B11B12B10B11B12 rules=american", 6),
    ],
)
def test_an_opening_with_two_equal_sets(line: str, laid: int) -> None:
    """One of them goes on as a set, the tiles of the other go elsewhere; all of them are on the table in the end."""
    answer = solve(Position.parse(f"{line} opened=no"))
    assert answer.tiles == laid and answer.status == "optimal"
    check(answer.position, answer.move, bridge.oracle_rules(answer.position.rules))


def test_the_number_of_a_set_that_is_gone_stays_unused() -> None:
    position = Position.parse("K4K5K6/K8K9K10/O1O2O3 K7B1R1 rules=free")
    steps = steps_of(position, Move.parse("K7->K4K5K6K7K8K9K10/O1O2O3", position.rules))
    assert steps[-1].to_json()["numbers"] == [2, 3]
    assert steps[-1].action == "join"


def test_nothing_to_do() -> None:
    position = Position.parse("R5R6J(R7)/K1K2K3 K4")
    assert steps_of(position, Move((), position.table)) == ()


def test_a_move_that_loses_tiles_is_refused() -> None:
    position = Position.parse("R5R6R7R8/K1K2K3 K4")
    with pytest.raises(ValueError, match="do not make the new one"):
        steps_of(position, Move.parse("K4->R5R6R7/K1K2K3K4"))
