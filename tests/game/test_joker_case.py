"""The jokers of the table: what replaces them, where they go, and the sets that they hold together."""

from __future__ import annotations

import time

import pytest
from referee_cases import COLUMNS, FREE, STANDARD, reasons


def test_one_tile_replaces_one_joker() -> None:
    table = "B3B4J/B2B3B4J"
    assert reasons(f"{table} K9R9K1R1B5B5", "B3B4B5/B2B3B4B5/K9R9J/K1R1J") == []
    assert reasons(f"{table} K9R9K1R1B5", "B3B4B5/B2B3B4/K9R9J/K1R1J") == [
        "J(B5) was taken from B2B3B4J(B5), but each B5 that could replace it replaces another joker"
    ]


def test_the_joker_without_a_replacement_is_named() -> None:
    found = reasons("B4JB6/R8R9R10J K1O1K2O2B5", "B4B5B6/R8R9R10/K1O1J/K2O2J")
    assert found == [
        "J(R11) was taken from R8R9R10J(R11), but no R11 was laid or brought from another set to replace it"
    ]


def test_a_joker_is_not_replaced_by_a_tile_of_its_own_set() -> None:
    # Round the corner the set holds a K2, and its joker is a second one.
    rules = STANDARD.changed({"sets.wrap": "around", "tiles.numbers": 5})
    assert reasons("K1K2K3K4K5K1J R4B4", "K1K2K3K4K5K1/R4B4J", rules) == [
        "J(K2) was taken from K1K2K3K4K5K1J(K2), but no K2 was laid or brought from another set to replace it"
    ]
    assert reasons("K1K2K3K4K5K1J/R2B2O2K2 R4B4", "K1K2K3K4K5K1/R2B2O2K2/R4B4J", rules) == []


def test_replacing_tile_only_has_to_exist() -> None:
    # B5 replaces the joker, and in the same turn the tiles of that set go three ways.
    line = "B4JB6/R4O4K4/R6O6K6/R5O5K5 B5K9R9"
    assert reasons(line, "R4O4K4B4/R6O6K6B6/R5O5K5B5/K9R9J") == []


@pytest.mark.parametrize(
    ("group_of_three", "rack", "table", "legal"),
    [
        ("either", "B8B1B2", "K8R8B8/B1B2J", True),
        ("either", "O8B1B2", "K8R8O8/B1B2J", True),
        ("both", "B8B1B2", "K8R8B8/B1B2J", False),
        ("both", "B8O8B1B2", "K8R8B8O8/B1B2J", True),
        ("both", "B8", "K8R8B8J", True),
    ],
)
def test_group_of_three(group_of_three: str, rack: str, table: str, legal: bool) -> None:
    rules = STANDARD.changed({"jokers.group_of_three": group_of_three})
    expected = [] if legal else ["J(B8) was taken from K8J(B8)R8, but only B8 and O8 together replace it"]
    assert reasons(f"K8R8J {rack}", table, rules) == expected


def test_both_is_a_rule_on_groups_of_three_only() -> None:
    rules = STANDARD.changed({"jokers.group_of_three": "both", "sets.min_group": 2})
    assert reasons("K8R8O8J B8B1B2", "K8R8O8B8/B1B2J", rules) == []
    assert reasons("group:K8J(R8) B8B1B2", "K8B8/B1B2J", rules) == []


def test_group_of_three_with_two_jokers() -> None:
    # Either: each joker takes one tile. Both: each takes a tile of every missing colour.
    rules = STANDARD.changed({"tiles.copies": 3})
    both = rules.changed({"jokers.group_of_three": "both"})
    table = "K8J(B8)J(R8)"
    assert reasons(f"{table} R8O8B1B2R1R2", "K8R8O8/B1B2J/R1R2J", rules) == []
    assert len(reasons(f"{table} R8O8B1B2R1R2", "K8R8O8/B1B2J/R1R2J", both)) == 2
    assert len(reasons(f"{table} B8R8O8B1B2R1R2", "K8B8R8O8/B1B2J/R1R2J", both)) == 1
    assert reasons(f"{table} B8R8O8B8R8O8B1B2R1R2", "K8B8R8O8/B8R8O8/B1B2J/R1R2J", both) == []


def test_the_joker_of_a_group_has_no_colour_while_two_are_missing() -> None:
    # B8 or O8, whatever the notation says: beside O8 it is B8 and has stayed what it was.
    assert reasons("K8R8J(O8)/K5K6K7 O8", "K5K6K7K8/R8O8J(K8)") == []
    # Beside O8 and B8 it can only be K8: it was freed, which takes B8 or O8.
    table = "K5K6K7K8/R8O8B8J"
    assert reasons("K8R8J/K5K6K7 O8B8", table) == []
    # With O8 in the old set, it was B8 and nothing else.
    assert reasons("K8R8O8J/K5K6K7 B8", table) == []
    assert reasons("K8R8O8J/K5K6K7 B8", table.replace("R8O8B8J", "R8O8J/group:B8"))[0].startswith("new table, set 3")


def test_kept_jokers_of_one_group_differ_in_colour() -> None:
    # Two jokers that are both B8 or O8 may stay in one group, as B8 and O8.
    four = "K8R8J/K8R8J/K5K6K7/R5R6R7"
    assert reasons(f"{four} K9R9", "K5K6K7K8K9/R5R6R7R8R9/K8R8J(B8)J(O8)") == []
    # But two that are B8 may not.
    two = "K8R8O8J/K8R8O8J/K5K6K7/R5R6R7/O5O6O7"
    assert reasons(f"{two} K9R9O9", "K5K6K7K8K9/R5R6R7R8R9/O5O6O7O8O9/K8R8J(B8)J(O8)") != []


def test_a_kept_joker_may_change_its_set_but_not_its_kind() -> None:
    assert reasons("B3B4JB6B7 B2B8", "B2B3B4/JB6B7B8") == []
    assert reasons("B4JB6 B3B2", "B2B3B4JB6") == []
    assert reasons("B4JB6/R4O4K4/R6O6K6 R5O5", "R4O4K4B4/R6O6K6B6/R5O5J(B5)") == [
        "J(B5) was taken from B4J(B5)B6, but no B5 was laid or brought from another set to replace it"
    ]


def test_a_freed_joker_may_stand_for_the_same_tile() -> None:
    # B5 replaces it, and in the new group it is a B5 again.
    assert reasons("B4JB6 B5K5R5", "B4B5B6/K5R5J(B5)") == []


def test_a_new_set_may_hold_an_old_set_of_the_other_kind() -> None:
    # The group was K8 alone. The run that holds K8 is new, and so is the group without it.
    assert reasons("group:K8J(B8)J(R8) R8O8K7K9", "run:J(K6)K7K8K9/R8O8J(B8)") == []
    # A run that holds all of an old run is none.
    assert reasons("run:K8J(K9)J(K10) K9K10K7", "run:J(K6)K7K8K9K10J(K11)") != []
    assert reasons("run:K8J(K9)J(K10) K9K10K7", "run:J(K6)K7K8K9K10J(K11)", FREE) == []


TWO_RACK = COLUMNS["rack2"]
NEEDS_TWO = "that set needs two tiles from the rack besides those that replace jokers"


@pytest.mark.parametrize(
    ("position", "table", "host"),
    [
        ("B4JB6 B5K9R9", "B4B5B6/K9R9J", ""),
        ("B4JB6/K8R8B8O8 B5K9", "B4B5B6/R8B8O8/K8K9J", "K8K9J(K10)"),
        # The replacing tile is not one of the two, but another one like it is.
        ("B4JB6/R4O4K4/R6O6K6 B5K5", "R4O4K4B4/R6O6K6B6/B5K5J(R5)", "K5B5J(R5)"),
        ("B4JB6 B5B5K5", "B4B5B6/B5K5J(R5)", ""),
        ("B4JB6/R4O4K4/R6O6K6 B5K5R5", "R4O4K4B4/R6O6K6B6/B5K5R5J(O5)", ""),
        # A joker from the rack is a tile from the rack.
        ("B4JB6/K5K6K7K8 B5JR8", "B4B5B6/K5K6K7/K8R8J(B8)J(O8)", ""),
        ("B4JB6/K5K6K7K8 B5R8", "B4B5B6/K5K6K7/K8R8J", "K8J(B8)R8"),
        # Two freed jokers in one set share its two tiles, in two sets they do not.
        ("B4JB6/O4JO6 B5O5K9R9", "B4B5B6/O4O5O6/K9R9J(B9)J(O9)", ""),
        ("B4JB6/O4JO6/R1R2R3R4 B5O5K9R9K1", "B4B5B6/O4O5O6/R2R3R4/K9R9J/K1R1J", "K1J(B1)R1"),
    ],
)
def test_two_rack_tiles(position: str, table: str, host: str) -> None:
    found = reasons(position, table, TWO_RACK)
    if host:
        assert len(found) == 1 and found[0].endswith(f"went into {host}: {NEEDS_TWO}")
    else:
        assert found == []


LOCKED = COLUMNS["sabra"]


@pytest.mark.parametrize(
    ("position", "table", "faults"),
    [
        ("B4B5J B7B3", "B3B4B5JB7", []),
        ("B4B5J/B8B9B10 B7", "B4B5JB7B8B9B10", []),
        ("K8R8J O8", "K8R8O8J", []),
        # Once the joker is replaced, its set may be broken up.
        ("B4B5B6J B7K4R4K9R9", "B4K4R4/B5B6B7/K9R9J", []),
        (
            "B4B5B6J K4R4",
            "B4K4R4/B5B6J",
            ["the set B4B5B6J(B7) stays together while its joker stays, but B4 left it"],
        ),
        (
            "B3B4B5B6J K3R3K4R4",
            "B3K3R3/B4K4R4/B5B6J",
            ["the set B3B4B5B6J(B7) stays together while its joker stays, but B3, B4 left it"],
        ),
        # The same tiles from elsewhere are as good: nobody can tell them apart.
        ("B4B5B6J B4K4R4", "B4K4R4/B4B5B6J", []),
    ],
)
def test_locked(position: str, table: str, faults: list[str]) -> None:
    assert reasons(position, table, LOCKED) == faults


def test_locked_jokers_of_one_set_stay_together() -> None:
    line, table = "B2B3JB5B6JB8 B9", "B2B3J/B5B6JB8B9"
    assert reasons(line, table, STANDARD) == []
    assert reasons(line, table, LOCKED) == [
        "the set B2B3J(B4)B5B6J(B7)B8 stays together while its joker stays, but it was split"
    ]


def test_locked_jokers_of_one_set_stay_in_one_of_two_sets_like_it() -> None:
    # Each new run holds B3, B5 and B7 as the old one did, but only one of its two jokers.
    line = "B3JB5JB7/K4R4O4B4/K6R6O6B6 B3B5B7"
    table = "B3JB5B6B7/B3B4B5JB7/K4R4O4/K6R6O6"
    assert reasons(line, table, STANDARD) == []
    assert reasons(line, table, LOCKED) != []


def test_two_locked_sets_in_one_new_set() -> None:
    assert reasons("B1B2J/B5JB7 B4", "B1B2JB4B5JB7", LOCKED) == []
    # Both old sets hold B5, and the long run has only one.
    line, table = "B3JB5/B5JB7 R5K5", "B3J(B4)B5J(B6)B7/B5R5K5"
    assert reasons(line, table, STANDARD) == []
    assert reasons(line, table, LOCKED) == [
        "the sets B3J(B4)B5 and B5J(B6)B7 stay together while their jokers stay, but B3J(B4)B5J(B6)B7 has less"
    ]


def test_a_loose_table_has_no_history() -> None:
    for rules in ("standard", "rummy-o", "card-40", "american turn.discard=no"):
        line = f"B4B5B6J K9R9 loose=yes rules={rules}"
        assert reasons(line, "B4B5B6/K9R9J") == []
        assert reasons(line, "B4B5B6/run:K9R9") != []


def test_joker_faults_are_not_guessed_at_when_a_joker_is_missing() -> None:
    assert reasons("B4JB6 B5", "B4B5B6") == ["J is missing on the new table: it lay on the old one"]
    # Of two jokers one is gone and one lies in a group of ones, which neither may leave its set for.
    assert reasons("B4JB6/K8R8J R1O1", "run:B4B6/group:K8R8/R1O1J")[-1] == (
        "J(B8) was taken from K8J(B8)R8, but no B8 or O8 was laid or brought from another set to replace it,"
        " or else J(B5) was taken from B4J(B5)B6, but no B5 was laid or brought from another set to replace it"
    )
    # A B5 was laid: the joker in the group may be the one that it replaced, and the other is the one that is gone.
    found = reasons("B4JB6/K8R8J B5R1O1", "B4B5B6/group:K8R8/R1O1J")
    assert not any("taken" in reason for reason in found)
    # Of more jokers than the box holds nobody can say which is which, and there may be too many to try.
    assert reasons("B4JB6 R1", "/".join(["K9R9J"] * 1500)) == [
        "K9 was laid 1500 times, but the rack has none",
        "R9 was laid 1500 times, but the rack has none",
        "J was laid 1499 times, but the rack has none",
        "B4 is missing on the new table: it lay on the old one",
        "B6 is missing on the new table: it lay on the old one",
    ]


def test_eight_jokers_take_no_time() -> None:
    rules = TWO_RACK.changed({"tiles.jokers": 8, "tiles.copies": 8})
    old = "/".join(f"{c}1{c}2J/J{c}8{c}9" for c in "KBRO")
    hosts = "/".join(f"{c}11{c}12J/{c}11{c}12J" for c in "KBRO")
    closed = "/".join(f"{c}1{c}2{c}3/{c}7{c}8{c}9" for c in "KBRO")
    rack = "".join(f"{c}3{c}11{c}12{c}11{c}12" for c in "KBRO") + "K7B7R7"
    started = time.process_time()
    assert reasons(f"{old} {rack}O7", f"{closed}/{hosts}", rules) == []
    assert reasons(f"{old} {rack}O10", f"{closed}/{hosts}".replace("O7O8O9", "O8O9O10"), rules) == [
        "J(O7) was taken from J(O7)O8O9, but no O7 was laid to replace it"
    ]
    groups = "/".join(["K5R5J", "B5O5J"] * 4)
    assert reasons(f"{groups} K1K2K3", "/".join(["K5B5J", "R5O5J"] * 4) + "/K1K2K3", rules) == []
    assert time.process_time() - started < 2
