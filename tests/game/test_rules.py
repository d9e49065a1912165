"""Rule sets: the presets are those of the rule page, and what cannot be is refused with the reason."""

from __future__ import annotations

import itertools
from pathlib import Path

import exhaustive
import pytest
from bridge import product_rules
from hypothesis import given
from hypothesis import strategies as st
from random_positions import Supply

from solver.errors import RulesError
from solver.game.rulebook import DEFAULT, rule_sheet
from solver.game.rules import PARAMETERS, Rules, preset_names

# The table of presets on the rule page. A value that the page leaves out is that of `standard`.
OPENING = {
    "standard": (30, "represented", "no"),
    "free": (30, "represented", "no"),
    "pressman-1998": (50, "represented", "no"),
    "card-40": (40, 25, "after"),
    "rummy-royal": (30, "represented", "no"),
    "rummy-o": (50, 30, "no"),
    "sabra": (30, "represented", "after"),
    "six-player": (30, "represented", "no"),
    "vatikan": (0, "represented", "after"),
    "machiavelli": (0, "represented", "after"),
    "american": (50, "represented", "after"),
}
JOKERS = {
    "standard": ("replacing", "rack_or_table", "frozen", "new_set", 30),
    "pressman-1998": ("replacing", "rack_or_table", "frozen", "new_set", 30),
    "card-40": ("replacing", "rack", "frozen", "new_set_two_rack", 25),
    "rummy-royal": ("replacing", "rack_or_table", "frozen", "new_set", 30),
    "rummy-o": ("replacing", "rack", "locked", "new_set_two_rack", 30),
    "sabra": ("replacing", "rack", "locked", "any", 30),
    "six-player": ("replacing", "rack_or_table", "frozen", "new_set", 30),
    "vatikan": ("replacing", "rack_or_table", "frozen", "any", 30),
}
ELSEWHERE = [
    ("free", "jokers.freed_by", "rearranging"),
    ("free", "jokers.set_with_joker", "free"),
    ("free", "jokers.reuse", "any"),
    ("pressman-1998", "scoring.pool_empty", "fewest_tiles"),
    ("card-40", "turn.seconds", 120),
    ("rummy-royal", "turn.seconds", 120),
    ("rummy-royal", "turn.penalty_draw", 3),
    ("rummy-o", "scoring.scheme", "laid_minus_held"),
    ("american", "turn.draw", "first"),
    ("american", "turn.discard", True),
    ("american", "turn.take_discard", False),
    ("card-40", "turn.overtime", "take_unsorted"),
    ("rummy-royal", "turn.overtime_draw", 3),
    ("pressman-1998", "scoring.empty_pool_pays", "rack"),
    ("rummy-royal", "match.length", "points"),
    ("rummy-royal", "match.points", 200),
    ("standard", "match.winner", "games"),
    ("free", "match.winner", "games"),
    ("sabra", "match.winner", "games"),
    ("six-player", "match.winner", "games"),
    ("rummy-royal", "match.winner", "score"),
    ("card-40", "match.winner", "score"),
    ("pressman-1998", "match.winner", "score"),
    ("rummy-o", "match.winner", "score"),
    ("american", "match.winner", "score"),
    ("machiavelli", "match.winner", "score"),
    ("vatikan", "match.winner", "score"),
    ("six-player", "tiles.copies", 3),
    ("six-player", "tiles.jokers", 4),
    ("vatikan", "opening.needs_run", True),
    ("machiavelli", "tiles.jokers", 0),
    ("machiavelli", "sets.wrap", "high_one"),
    ("american", "table.rearrange", "lay_off"),
]
BOX = {"tiles.numbers": 13, "tiles.colours": 4, "tiles.copies": 2, "tiles.jokers": 2, "turn.hand": 14}


def test_all_presets_ship_and_the_default_is_first() -> None:
    assert set(preset_names()) == set(OPENING)
    assert preset_names()[0] == "standard" == Rules().name


@pytest.mark.parametrize("name", OPENING)
def test_openings_are_those_of_the_page(name: str) -> None:
    opening = Rules.named(name).opening
    assert (opening.points, opening.joker, opening.table) == OPENING[name]


@pytest.mark.parametrize("name", JOKERS)
def test_joker_rules_are_those_of_the_page(name: str) -> None:
    rules = Rules.named(name)
    jokers = rules.jokers
    found = (jokers.freed_by, jokers.replaced_from, jokers.set_with_joker, jokers.reuse, rules.scoring.joker_in_hand)
    assert found == JOKERS[name]


@pytest.mark.parametrize(("name", "key", "value"), ELSEWHERE)
def test_what_else_the_page_says(name: str, key: str, value: object) -> None:
    assert Rules.named(name).value(key) == value


@pytest.mark.parametrize(("key", "value"), BOX.items())
def test_the_usual_box(key: str, value: int) -> None:
    assert Rules.named("standard").value(key) == value


def test_presets_of_the_usual_box_have_106_tiles() -> None:
    box = Rules.named("standard").tiles
    assert box.numbers * box.colours * box.copies + box.jokers == 106
    box = Rules.named("six-player").tiles
    assert box.numbers * box.colours * box.copies + box.jokers == 160


# --- What is asked of a rule set, by the name of the rule ---


@pytest.mark.parametrize(
    ("name", "free", "need_replacing", "from_table", "lock", "new_sets", "two_rack"),
    [
        ("free", True, False, True, False, False, False),
        ("standard", False, True, True, False, True, False),
        ("card-40", False, True, False, False, True, True),
        ("rummy-o", False, True, False, True, True, True),
        ("sabra", False, True, False, True, False, False),
        ("vatikan", False, True, True, False, False, False),
    ],
)
def test_what_the_presets_say_of_jokers(
    name: str, free: bool, need_replacing: bool, from_table: bool, lock: bool, new_sets: bool, two_rack: bool
) -> None:
    jokers = Rules.named(name).jokers
    assert (jokers.are_free, jokers.need_replacing, jokers.lock_their_set) == (free, need_replacing, lock)
    assert (jokers.go_to_new_sets, jokers.takes_two_from_rack) == (new_sets, two_rack)
    assert jokers.replaced_from_table is from_table


def test_jokers_that_must_go_to_new_sets_are_not_free() -> None:
    literal = Rules.named("free").changed({"jokers.reuse": "new_set"}).jokers
    assert not literal.are_free and not literal.need_replacing and literal.go_to_new_sets


@pytest.mark.parametrize(
    ("joker", "points", "forbids"),
    [("represented", None, False), ("25", 25, False), ("0", 0, False), ("forbidden", 0, True)],
)
def test_what_a_joker_counts_in_the_opening(joker: str, points: int | None, forbids: bool) -> None:
    opening = Rules().changed({"opening.joker": joker}).opening
    assert opening.joker_points == points
    assert opening.forbids_jokers is forbids


@pytest.mark.parametrize(
    ("table", "points", "needs_run", "free"),
    [
        ("after", 0, False, True),
        ("after", 1, False, False),
        ("after", 0, True, False),
        ("no", 0, False, False),
        ("no", 30, True, False),
    ],
)
def test_whether_an_opening_is_a_turn_like_any_other(table: str, points: int, needs_run: bool, free: bool) -> None:
    rules = Rules().changed({"opening.table": table, "opening.points": points, "opening.needs_run": needs_run})
    assert rules.opening_is_free is free
    assert rules.opening.leaves_table is (table == "no")


@pytest.mark.parametrize(
    ("needs_run", "min_run", "tiles"), [(False, 3, 0), (True, 2, 3), (True, 3, 3), (True, 5, 5), (False, 5, 0)]
)
def test_tiles_of_the_run_that_an_opening_needs(needs_run: bool, min_run: int, tiles: int) -> None:
    assert Rules().changed({"opening.needs_run": needs_run, "sets.min_run": min_run}).opening_run == tiles


@pytest.mark.parametrize(
    ("wrap", "go_round", "end_with_one", "twice"),
    [("none", False, False, []), ("high_one", False, True, [1]), ("around", True, False, list(range(1, 14)))],
)
def test_what_follows_the_highest_number(wrap: str, go_round: bool, end_with_one: bool, twice: list[int]) -> None:
    sets = Rules().changed({"sets.wrap": wrap}).sets
    assert (sets.go_round, sets.end_with_one) == (go_round, end_with_one)
    assert [number for number in range(1, 14) if sets.may_hold_twice(number)] == twice


@pytest.mark.parametrize(
    ("of_three", "kind", "size", "all_of_them"),
    [
        ("both", "group", 3, True),
        ("both", "group", 4, False),
        ("both", "group", 2, False),
        ("both", "run", 3, False),
        ("either", "group", 3, False),
    ],
)
def test_a_group_of_three_gives_up_its_joker(of_three: str, kind: str, size: int, all_of_them: bool) -> None:
    assert Rules().changed({"jokers.group_of_three": of_three}).frees_only_to_all(kind, size) is all_of_them


def test_whether_sets_are_only_added_to() -> None:
    assert Rules.named("american").table.only_adds
    assert not Rules.named("standard").table.only_adds


@pytest.mark.parametrize(
    ("name", "tiles"), [("standard", 106), ("six-player", 160), ("machiavelli", 104), ("vatikan", 106)]
)
def test_tiles_of_the_box(name: str, tiles: int) -> None:
    assert Rules.named(name).tiles.total == tiles


@pytest.mark.parametrize(
    ("changes", "most"), [({}, 4), ({"tiles.colours": 6}, 6), ({"tiles.colours": 6, "sets.max_group": 4}, 4)]
)
def test_tiles_of_the_largest_group(changes: dict[str, object], most: int) -> None:
    assert Rules().changed(changes).max_group == most


JOKER_RULES = ["freed_by", "replaced_from", "group_of_three", "set_with_joker", "reuse"]


@pytest.mark.parametrize(
    ("changes", "idle", "because"),
    [
        ({"match.length": "points", "turn.discard": True}, [], None),
        (
            {"tiles.jokers": 0},
            [*(f"jokers.{rule}" for rule in JOKER_RULES), "sets.max_jokers", "opening.joker", "scoring.joker_in_hand"],
            "tiles.jokers = 0",
        ),
        # Nobody asks for a replacing tile; a frozen joker that may go anywhere is as good as free.
        (
            {"jokers.freed_by": "rearranging", "jokers.reuse": "any"},
            ["jokers.replaced_from", "jokers.group_of_three", "jokers.set_with_joker"],
            "jokers.freed_by = rearranging",
        ),
        (
            {"jokers.freed_by": "rearranging", "jokers.reuse": "new_set"},
            ["jokers.replaced_from", "jokers.group_of_three"],
            "jokers.freed_by = rearranging",
        ),
        (
            {"jokers.freed_by": "rearranging", "jokers.reuse": "any", "jokers.set_with_joker": "free"},
            ["jokers.replaced_from", "jokers.group_of_three"],
            "jokers.freed_by = rearranging",
        ),
    ],
)
def test_rules_on_which_nothing_depends(changes: dict[str, object], idle: list[str], because: str | None) -> None:
    idle_alone = Rules().changed({"match.length": "points", "turn.discard": True}).changed(changes).idle()
    assert idle_alone == dict.fromkeys(idle, because)


@pytest.mark.parametrize(
    ("changes", "idle"),
    [
        ({}, {"turn.take_discard": "turn.discard = no", "match.points": "match.length = players"}),
        (
            {"turn.discard": True, "turn.overtime": "take_unsorted", "match.length": 3},
            {"turn.overtime_draw": "turn.overtime = take_unsorted", "match.points": "match.length = 3"},
        ),
        (
            {"turn.discard": True, "scoring.scheme": "laid_minus_held", "match.length": "points"},
            dict.fromkeys(["scoring.pool_empty", "scoring.empty_pool_pays"], "scoring.scheme = laid_minus_held"),
        ),
    ],
)
def test_rules_of_whole_games_on_which_nothing_depends(changes: dict[str, object], idle: dict[str, str]) -> None:
    assert Rules().changed(changes).idle() == idle


# --- A rule set as text ---


@pytest.mark.parametrize(
    ("rules", "text", "pasted"),
    [
        (Rules.named("sabra"), "rules=sabra", "Rules.named('sabra')"),
        (
            Rules.named("free").changed({"opening.points": 40, "opening.needs_run": True}),
            "rules=free opening.points=40 opening.needs_run=yes",
            "Rules.named('free').changed({'opening.points': 40, 'opening.needs_run': True})",
        ),
        (
            Rules.named("vatikan").changed({"opening.needs_run": "no"}),
            "rules=vatikan opening.needs_run=no",
            "Rules.named('vatikan').changed({'opening.needs_run': False})",
        ),
    ],
)
def test_a_rule_set_as_text(rules: Rules, text: str, pasted: str) -> None:
    assert str(rules) == text
    assert repr(rules) == pasted


def test_what_differs_from_the_preset() -> None:
    assert Rules.named("rummy-o").changes() == {}
    assert Rules.named("rummy-o").changed({"opening.points": 50, "turn.hand": 13}).changes() == {"turn.hand": 13}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("sabre", "no rule set is called 'sabre': is 'sabra' meant? there are standard, free, american, "),
        ("Standart", "no rule set is called 'Standart': is 'standard' meant? there are "),
        ("xyz", "no rule set is called 'xyz': there are standard, free, "),
        ("", "no rule set is called '': there are standard, "),
        ("./ours", "no rule set is called './ours': a rules file ends in .toml, and there are standard, "),
        ("ours.tml", "no rule set is called 'ours.tml': a rules file ends in .toml, and there are standard, "),
    ],
)
def test_names_that_no_rule_set_has(name: str, said: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.load(name)
    assert str(caught.value).startswith(said)


def test_presets_are_shown_with_the_default_and_its_rival_first() -> None:
    assert preset_names() == (
        "standard", "free", "american", "card-40", "machiavelli", "pressman-1998", "rummy-o", "rummy-royal", "sabra",
        "six-player", "vatikan",
    )  # fmt: skip


# --- Values ---


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("opening.needs_run", "yes or no"),
        ("opening.points", "0 to 1000"),
        ("opening.joker", "0 to 1000 or represented or forbidden"),
        ("sets.wrap", "none or high_one or around"),
    ],
)
def test_the_values_that_a_rule_takes_for_people(key: str, values: str) -> None:
    assert PARAMETERS[key].values == values


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("opening.points", "many", "opening.points = 'many': it takes a whole number from 0 to 1000"),
        (
            "opening.joker",
            -1,
            "opening.joker = '-1': it takes a whole number from 0 to 1000 or represented or forbidden",
        ),
        ("sets.wrap", " Up ", "sets.wrap = ' Up ': it takes none or high_one or around"),
        ("opening.needs_run", 1, "opening.needs_run = '1': it takes yes or no"),
    ],
)
def test_what_is_said_of_a_value_that_a_rule_does_not_take(key: str, value: object, said: str) -> None:
    with pytest.raises(RulesError) as caught:
        PARAMETERS[key].read(value)
    assert str(caught.value) == said


@pytest.mark.parametrize(("text", "value"), [("yes", True), ("true", True), ("no", False), ("false", False)])
def test_yes_and_no(text: str, value: bool) -> None:
    assert PARAMETERS["opening.needs_run"].read(text) is value


def test_numbers_are_written_in_digits() -> None:
    assert PARAMETERS["opening.points"].read("000040") == 40
    for text in ("0000040", "+40", "4_0", "٤٠"):
        with pytest.raises(RulesError):
            PARAMETERS["opening.points"].read(text)


@pytest.mark.parametrize("key", PARAMETERS)
def test_every_value_is_taken_as_text_and_as_it_is(key: str) -> None:
    parameter = PARAMETERS[key]
    values = [*parameter.words, *(n for n in (parameter.low, parameter.high) if n is not None)]
    if isinstance(parameter.default, bool):
        assert parameter.read("yes") is True
        assert parameter.read("no") is False
        values = [True, False]
    assert parameter.default in values or isinstance(parameter.default, int)
    for value in values:
        assert parameter.read(value) == value
        if not isinstance(value, bool):
            assert parameter.read(f" {str(value).upper()} ") == value


@pytest.mark.parametrize("key", PARAMETERS)
def test_no_other_value_is_taken(key: str) -> None:
    parameter = PARAMETERS[key]
    wrong: list[object] = ["", "some", "-1", "1.5", 1.5, None, [], {}, "9999999"]
    wrong += [] if isinstance(parameter.default, bool) else [True, False]
    wrong += [0] if parameter.low != 0 else []
    wrong += [parameter.high + 1] if parameter.high is not None else [1]
    for value in wrong:
        with pytest.raises(RulesError, match=key.replace(".", r"\.")):
            parameter.read(value)


@given(st.text(max_size=20))
def test_any_text_is_taken_or_refused(text: str) -> None:
    for parameter in PARAMETERS.values():
        try:
            value = parameter.read(text)
        except RulesError as error:
            assert "\n" not in str(error)
        else:
            assert str(value).lower() == text.strip().lower() or isinstance(value, (bool, int))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"sets.max_group": 5}, "the box has 4 colours"),
        ({"tiles.colours": 1, "sets.max_group": 2}, "the box has 1 colour and a group has no colour twice"),
        ({"sets.min_group": 4, "sets.max_group": 3}, "is more than sets.max_group = 3: to play without groups, set"),
        ({"tiles.numbers": 2, "tiles.colours": 2}, "no set exists: a run needs 3 tiles .* at most 2, a group needs 3"),
        # Too few number tiles: four numbers make runs of four, of five with a second 1, of eight round the circle.
        ({"tiles.numbers": 4, "sets.min_natural": 5}, "a run needs 5 number tiles .* at most 4, a group needs 5"),
        ({"tiles.numbers": 4, "tiles.copies": 1, "sets.wrap": "high_one", "sets.min_natural": 5}, "at most 4, a group"),
        ({"tiles.numbers": 4, "sets.wrap": "high_one", "sets.min_natural": 6}, "at most 5, a group"),
        ({"tiles.numbers": 3, "sets.wrap": "around", "sets.min_natural": 7}, "a run needs 7 number tiles .* at most 6"),
        # Too few tiles: the second 1 is not in the box, nor a joker for it; the circle has six tiles and two jokers.
        (
            {"tiles.numbers": 2, "tiles.colours": 2, "tiles.copies": 1, "tiles.jokers": 0, "sets.wrap": "high_one"},
            "a run needs 3 tiles .* at most 2",
        ),
        (
            {
                "tiles.numbers": 2,
                "tiles.colours": 2,
                "tiles.copies": 1,
                "sets.wrap": "high_one",
                "sets.max_jokers": 0,
            },
            "a run needs 3 tiles .* at most 2",
        ),
        ({"tiles.numbers": 3, "tiles.colours": 2, "sets.wrap": "around", "sets.min_run": 9}, "needs 9 tiles .* most 8"),
        (
            {
                "tiles.numbers": 3,
                "tiles.colours": 2,
                "sets.wrap": "around",
                "sets.min_run": 8,
                "sets.max_jokers": 1,
            },
            "needs 8 tiles .* most 7",
        ),
        # One number follows no other, not even itself.
        ({"tiles.numbers": 1, "sets.min_run": 2, "sets.wrap": "around"}, "set sets.wrap = none"),
        ({"tiles.numbers": 1, "sets.wrap": "high_one"}, "set sets.wrap = none"),
        ({"opening.needs_run": True, "tiles.numbers": 2}, "no run exists that may open: it needs 3 tiles"),
        (
            {"tiles.numbers": 2, "sets.min_run": 2, "opening.needs_run": True},
            r"it needs 3 tiles \(opening.needs_run\) and has at most 2",
        ),
        (
            {"tiles.numbers": 3, "sets.min_run": 4, "opening.needs_run": True},
            r"it needs 4 tiles \(sets.min_run\) and has at most 3",
        ),
        # Only a joker could be the third tile of K1 K2 K1, and none may be laid to open.
        (
            {
                "tiles.numbers": 2,
                "tiles.copies": 1,
                "sets.wrap": "high_one",
                "opening.needs_run": True,
                "opening.joker": "forbidden",
            },
            "no run exists that may open",
        ),
        # 4 colours, 2 copies, 1 to 13: 728, and two jokers.
        ({"opening.points": 755}, "opening.points = 755, but the whole box adds up to 754, 2 jokers at 13 each"),
        ({"opening.points": 729, "opening.joker": "forbidden"}, "adds up to 728, 2 jokers at 0 each"),
        ({"opening.points": 729, "sets.max_jokers": 0}, "adds up to 728, 2 jokers at 0 each"),
        ({"opening.points": 779, "opening.joker": 25}, "adds up to 778, 2 jokers at 25 each"),
        ({"opening.points": 729, "tiles.jokers": 0}, "adds up to 728$"),
        ({"tiles.numbers": 3, "tiles.colours": 3, "turn.hand": 21}, "turn.hand = 21, but the box has 20 tiles"),
        ({"tiles.numbers": 3, "tiles.colours": 3, "turn.penalty_draw": 21}, "turn.penalty_draw = 21, but the box"),
        ({"tiles.colours": 9}, "1 to 8"),
        ({"tiles.numbers": 105}, "1 to 104"),
        ({"opening.point": 40}, "is no rule"),
        ({"jokers.reuse": "new"}, "any or new_set or new_set_two_rack"),
    ],
)
def test_contradictions_are_refused_with_the_reason(changes: dict[str, object], reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        Rules.named("standard").changed(changes)


def test_rules_of_runs_alone_and_of_groups_alone_exist() -> None:
    assert Rules().changed({"tiles.colours": 1, "tiles.numbers": 20}).tiles.colours == 1
    assert Rules().changed({"tiles.colours": 8, "tiles.numbers": 1}).max_group == 8


@pytest.mark.parametrize(
    "changes",
    [
        # K1 K2 K1 is a run, of two copies or with a joker.
        {"tiles.numbers": 2, "tiles.colours": 2, "sets.wrap": "high_one"},
        {"tiles.numbers": 2, "tiles.colours": 2, "tiles.copies": 1, "sets.wrap": "high_one"},
        {"tiles.numbers": 2, "tiles.colours": 2, "sets.wrap": "around"},
        {"tiles.numbers": 4, "sets.wrap": "high_one", "sets.min_natural": 5},
        {"tiles.numbers": 5, "sets.wrap": "high_one", "sets.min_natural": 6},
        {"tiles.numbers": 3, "tiles.colours": 2, "sets.wrap": "around", "sets.min_run": 8},
        {"tiles.numbers": 3, "tiles.colours": 2, "sets.wrap": "around", "sets.min_natural": 6},
        {"tiles.colours": 6, "tiles.numbers": 4, "sets.min_natural": 5},
        # Runs alone, and groups alone.
        {"sets.min_group": 5},
        {"tiles.colours": 2},
        {"sets.min_run": 14},
        {"tiles.numbers": 1},
        {"tiles.numbers": 2, "sets.wrap": "high_one", "opening.needs_run": True},
        {"tiles.numbers": 2, "tiles.copies": 1, "sets.wrap": "high_one", "opening.needs_run": True},
        {"sets.min_group": 4, "sets.max_group": 4},
        # As much as there is.
        {"opening.points": 754},
        {"opening.points": 728, "opening.joker": "forbidden"},
        {"opening.points": 778, "opening.joker": 25},
        {"tiles.numbers": 3, "tiles.colours": 3, "turn.hand": 20, "turn.penalty_draw": 20},
        # Nobody has set these for the box of 5 tiles, which add up to 12 with the jokers.
        {"tiles.numbers": 3, "tiles.colours": 1, "tiles.copies": 1},
    ],
)
def test_what_can_be_is_accepted(changes: dict[str, object]) -> None:
    rules = Rules.named("standard").changed(changes)
    assert Rules.named("standard").changed(rules.changes()) == rules


def test_what_a_file_sets_is_held_against_a_box_that_is_chosen_later(tmp_path: Path) -> None:
    rules = Rules.load(written(tmp_path, "[turn]\nhand = 20\n"))
    with pytest.raises(RulesError, match="turn.hand = 20, but the box has 11 tiles"):
        rules.changed({"tiles.numbers": 3, "tiles.colours": 3, "tiles.copies": 1})


def _has_a_set(rules: exhaustive.Rules, runs_of: int = 0) -> bool:
    """Whether the box holds a set (or a run of that many tiles), by trying every place for every joker."""
    longest = rules.numbers * rules.copies + rules.jokers
    runs = (
        (1, tuple((0, rules.number_at(first + i)) for i in range(size)))
        for first in range(1, rules.numbers + 1)
        for size in range(max(2, runs_of), longest + 1)
    )
    groups = () if runs_of else ((0, tuple((c, 1) for c in range(size))) for size in range(2, rules.colours + 1))
    for is_run, tiles in itertools.chain(runs, groups):
        for jokers in range(min(rules.jokers, len(tiles)) + 1):
            for places in itertools.combinations(range(len(tiles)), jokers):
                found = ("run" if is_run else "group", tuple((*tile, i in places) for i, tile in enumerate(tiles)))
                if exhaustive.is_set(found, rules) and Supply(rules).take_set(found):
                    return True
    return False


def test_just_those_boxes_are_refused_that_hold_no_set() -> None:
    """All boxes of two and three numbers and up to three colours, with short and long sets."""
    met = {True: 0, False: 0}
    for numbers, colours, copies, jokers, min_run, min_natural, wrap, most, needs_run in itertools.product(
        (2, 3), (1, 2, 3), (1, 2), (0, 1, 2), (2, 3, 4, 6), (1, 3, 4), ("none", "high_one", "around"), (None, 1),
        (False, True),
    ):  # fmt: skip
        theirs = exhaustive.Rules(
            numbers, colours, copies, jokers, min_run, wrap=wrap, max_jokers=most, min_natural=min_natural,
            opening_points=0, needs_run=needs_run,
        )  # fmt: skip
        can = _has_a_set(theirs) and (not needs_run or _has_a_set(theirs, 3))
        met[can] += 1
        try:
            product_rules(theirs)
        except RulesError as error:
            assert not can, (theirs, error)
        else:
            assert can, theirs
    assert min(met.values()) > 1000


def test_rules_without_jokers_stay_so_in_any_box() -> None:
    box = Rules().changed({"tiles.colours": 5, "tiles.jokers": 3}).tiles
    assert (
        Rules.named("machiavelli").in_box(box).tiles == Rules().changed({"tiles.colours": 5, "tiles.jokers": 0}).tiles
    )
    assert Rules.named("sabra").in_box(box).tiles == box


def test_any_number_of_jokers_means_those_of_the_box() -> None:
    assert Rules().changed({"tiles.jokers": 5}).max_jokers == 5
    assert Rules().changed({"tiles.jokers": 5, "sets.max_jokers": 1}).max_jokers == 1


def test_an_opening_that_asks_nothing_is_a_turn_like_any_other() -> None:
    free = [name for name in preset_names() if Rules.named(name).opening_is_free]
    assert free == ["machiavelli"]


# --- Files ---


def written(folder: Path, text: str) -> str:
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_file_extends_a_preset(tmp_path: Path) -> None:
    path = written(tmp_path, 'title = "ours"\nextends = "rummy-o"\n[opening]\npoints = 45\nneeds_run = true\n')
    rules = Rules.load(path)
    assert rules.value("opening.points") == 45
    assert rules.value("opening.needs_run") is True
    assert rules.value("jokers.set_with_joker") == "locked"
    assert rules.value("tiles.numbers") == 13


def test_a_rule_in_one_line_is_as_good(tmp_path: Path) -> None:
    lines = ['"jokers.reuse" = "any"', 'extends = "sabra"', '"opening.points" = 40', "[opening]", "joker = 25"]
    path = written(tmp_path, "\n".join(lines))
    assert Rules.load(path) == Rules.named("sabra").changed(
        {"jokers.reuse": "any", "opening.points": 40, "opening.joker": 25}
    )
    set_in = {entry.key: entry.set_in for entry in rule_sheet(path).entries}
    assert (set_in["jokers.reuse"], set_in["opening.points"], set_in["opening.joker"]) == (path, path, path)


def test_a_rule_in_both_spellings_is_refused(tmp_path: Path) -> None:
    in_one_line = '"jokers.reuse" = "any"\n"opening.points" = 40\n'
    path = written(tmp_path, in_one_line + '[jokers]\nreuse = "any"\n[opening]\npoints = 9\n')
    with pytest.raises(RulesError) as caught:
        Rules.load(path)
    reuse, points = str(caught.value).splitlines()
    assert reuse.endswith("jokers.reuse is given twice: leave out 'jokers.reuse' in quotes, or reuse under [jokers]")
    assert "opening.points is given twice" in points


def test_a_file_by_itself_starts_from_the_defaults(tmp_path: Path) -> None:
    rules = Rules.load(written(tmp_path, "opening.points = 0\n"))
    assert rules.changes() == {"opening.points": 0}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[opening]\npoints = ", "is no TOML"),
        ("points = 40", r"'points' is no rule: write \[opening\], and under it points$"),
        ("pionts = 40", r"'pionts' is no rule: write \[opening\], and under it points$"),
        ("rearrange = 'lay_off'", r"'rearrange' is no rule: write \[table\], and under it rearrange$"),
        ("extend = 'free'", "'extend' is no rule: is extends meant"),
        ("frobnicate = 1", "'frobnicate' is no rule: the groups are tiles, sets, opening, "),
        ("[opening]\npoint = 40", "'opening.point' is no rule"),
        ('"opening.point" = 40', "'opening.point' is no rule: is opening.points meant"),
        ('["opening.points"]\na = 40', "'opening.points.a' is no rule"),
        ('"opening.points" = "many"', "opening.points = 'many': it takes a whole number"),
        ("[opening]\npoints = -1", "it takes a whole number from 0 to 1000"),
        ('[opening]\ntable = "yes"', "it takes no or after"),
        ('extends = "standart"', "extends = 'standart': is 'standard' meant"),
        ("extends = 3", "extends takes the name"),
        ("[opening]\npoints = { a = 1 }", "it takes a whole number from 0 to 1000"),
        ("a = " + "[" * 3000 + "]" * 3000, "its brackets are nested too deep"),
        ("[tiles]\nnumbers = " + "9" * 5000, "is no TOML"),
        ("[tiles]\nnumbers = 0x" + "f" * 5000, "it takes a whole number from 1 to 104"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_one_line(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(RulesError, match=complaint) as caught:
        Rules.load(written(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_a_file_without_its_ending_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, "[opening]\npoints = 40\n")
    monkeypatch.chdir(tmp_path)
    for name in (Path(file).stem, f"./{Path(file).stem}"):
        with pytest.raises(RulesError, match=rf"^no rule set is called '{name}': is '{name}\.toml' meant\?"):
            Rules.load(name)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(bytes(range(256)))
    for path in (binary, tmp_path / "none.toml", tmp_path, "a\0b.toml"):
        with pytest.raises(RulesError, match="rules file"):
            Rules.from_file(path)


def test_a_file_that_is_not_there_is_named_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"^rules file '.*none\.toml': No such file or directory$"):
        Rules.load(str(tmp_path / "none.toml"))


# --- Sheets ---


def test_a_sheet_says_where_each_rule_was_set(tmp_path: Path) -> None:
    path = written(tmp_path, 'title = "ours"\nsource = "us"\nextends = "rummy-o"\n[opening]\npoints = 45\n')
    sheet = rule_sheet(path)
    set_in = {entry.key: entry.set_in for entry in sheet.entries}
    assert (sheet.title, sheet.source, sheet.extends) == ("ours", "us", "rummy-o")
    assert set_in["opening.points"] == path
    assert set_in["jokers.set_with_joker"] == "rummy-o"
    assert set_in["jokers.freed_by"] == "standard"
    assert set_in["tiles.numbers"] == DEFAULT
    assert list(set_in) == list(PARAMETERS)
    assert {entry.key: entry.value for entry in sheet.entries}["opening.points"] == 45


def test_a_sheet_as_json() -> None:
    found = rule_sheet("machiavelli").to_json()
    assert list(found) == ["name", "title", "source", "extends", "parameters"]
    assert (found["name"], found["extends"]) == ("machiavelli", rule_sheet("machiavelli").extends)
    assert found["parameters"]["jokers.reuse"] == {
        "value": Rules.named("machiavelli").jokers.reuse,
        "values": "any or new_set or new_set_two_rack",
        "meaning": PARAMETERS["jokers.reuse"].meaning,
        "set_in": rule_sheet("machiavelli").entries[list(PARAMETERS).index("jokers.reuse")].set_in,
        "idle_with": "tiles.jokers = 0",
    }
    assert found["parameters"]["sets.wrap"]["idle_with"] is None


def test_sheets_and_rule_sets_are_values() -> None:
    sheet = rule_sheet("free")
    assert sheet == rule_sheet("free") and hash(sheet) == hash(rule_sheet("free"))
    for value in (sheet, sheet.entries[0], sheet.rules, sheet.rules.jokers, PARAMETERS["opening.points"]):
        name = next(iter(vars(value)))
        with pytest.raises(AttributeError):
            setattr(value, name, None)


@pytest.mark.parametrize("name", OPENING)
def test_every_preset_says_what_it_is_and_where_it_comes_from(name: str) -> None:
    sheet = rule_sheet(name)
    assert sheet.title and sheet.source
    assert len(sheet.title) <= 80


def test_every_rule_has_a_meaning_and_no_two_the_same() -> None:
    meanings = [parameter.meaning for parameter in PARAMETERS.values()]
    assert all(meanings)
    assert all(a != b for a, b in itertools.combinations(meanings, 2))
