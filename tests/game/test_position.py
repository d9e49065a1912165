"""Position lines: what they may say, what a position is under its rules, and what is refused."""

from __future__ import annotations

import pytest

from solver import Position, Rules
from solver.errors import AmbiguousPositionError, NotationError, PositionError, RulesError
from solver.game.tiles import JOKER, Tile


def test_the_example_of_the_interface_page() -> None:
    position = Position.parse("R5R6R7R8/K7B7R7 K9R4J rules=standard opened=yes")
    assert [str(tile_set) for tile_set in position.table] == ["R5R6R7R8", "K7B7R7"]
    assert [tile_set.kind for tile_set in position.table] == ["run", "group"]
    assert position.rack == (Tile(0, 9), Tile(2, 4), JOKER)
    assert position.opened
    assert position.rules == Rules.named("standard")
    assert position.loose is None
    assert str(position) == "R5R6R7R8/K7B7R7 K9R4J rules=standard opened=yes"


def test_keys_of_a_line() -> None:
    line = "- K10B10J rules=free opened=no id=mine opening.points=40 jokers.reuse=new_set"
    position = Position.parse(line)
    assert not position.opened
    assert position.id == "mine"
    assert position.rules.value("opening.points") == 40
    assert position.rules.value("jokers.reuse") == "new_set"
    assert position.rules.value("jokers.freed_by") == "rearranging"


def test_all_faults_of_the_keys_are_named() -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse("B4JB6 B5 opening.joker=banana tiles.foo=3 opened=maybe loose=x")
    assert [line.split(":")[0] for line in str(caught.value).splitlines()] == [
        "'tiles.foo=3'", "'opened=maybe'", "'loose=x'", "opening.joker = 'banana'",
    ]  # fmt: skip
    # What 800 points would be under rules that are not known is not said.
    with pytest.raises(RulesError, match="^no rule set is called 'foo': [^\n]*$"):
        Position.parse("B4JB6 B5 rules=foo opening.points=800")
    with pytest.raises(NotationError, match="^no rule set is called 'foo': [^\n]*\njokers.reuse = 'x': [^\n]*$"):
        Position.parse("B4JB6 B5 rules=foo opening.points=800 jokers.reuse=x")


def test_keys_may_stand_anywhere() -> None:
    assert Position.parse("rules=free R5R6R7 opened=no K1") == Position.parse("R5R6R7 K1 rules=free opened=no")


def test_the_line_wins_over_what_holds_otherwise() -> None:
    free = Rules.named("free")
    assert Position.parse("- K1", free, opened=False).rules == free
    assert Position.parse("- K1 rules=sabra", free).rules == Rules.named("sabra")
    assert Position.parse("- K1 opened=yes", opened=False).opened
    assert Position.parse("- K1 opening.points=40", free).rules == free.changed({"opening.points": 40})


def test_a_table_and_a_rack_with_blanks() -> None:
    position = Position.read("R5-8 | KBR7", "K9, R4 J")
    assert position == Position.parse("R5R6R7R8/K7B7R7 K9R4J")


def test_a_heap_has_tiles_and_no_sets() -> None:
    position = Position.parse("K1K2/K3K5J(K4) R1 loose=yes")
    assert position.table == ()
    assert position.loose is not None
    assert sum(position.table_tiles.values()) == 5
    assert position.table_tiles[JOKER] == 1
    assert Position.parse(str(position)) == position


def test_positions_are_values() -> None:
    one, other = Position.parse("R5R6R7 K1"), Position.parse("R5-7 k1 opened=yes")
    assert one == other
    assert len({one, other}) == 1
    with pytest.raises(AttributeError):
        one.opened = False  # type: ignore[misc]


@pytest.mark.parametrize("opened", [True, False])
def test_when_an_opening_is_asked_for(opened: bool) -> None:
    assert Position.parse("- K1", opened=opened).must_open is not opened
    assert not Position.parse("- K1 rules=machiavelli", opened=opened).must_open


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "has no table and no rack"),
        ("R5R6R7", "has no rack:"),
        ("R5R6R7 K1 K2", "3 parts between blanks"),
        ("- K1 foo=1", "no key 'foo'"),
        ("- K1 opened=maybe", "opened is yes or no"),
        ("- K1 loose=1", "loose is yes or no"),
        ("- K1 opened=no opened=yes", "opened is given twice"),
        ("R5R6X7 K1", "table, set 1, character 5"),
        ("R5R6R7/B K1", "table, set 2, character 1"),
        ("- 5", "rack, character 1"),
    ],
)
def test_lines_that_are_none(line: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        Position.parse(line)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("- K1 rules=nope", "no rule set is called 'nope'"),
        ("- K1 rules=none.toml", "rules file 'none.toml'"),
        ("- K1 opening.points=x", "it takes a whole number from 0 to 1000"),
        ("- K1 tiles.colours=9", "it takes a whole number from 1 to 8"),
    ],
)
def test_rules_that_are_none(line: str, complaint: str) -> None:
    with pytest.raises(RulesError, match=complaint):
        Position.parse(line)


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ("K5K6K7/K5K6K7 K5", ["K5: 3 copies, and the box has 2"]),
        ("- JJJ", ["J: 3 jokers, and the box has 2"]),
        ("- J tiles.jokers=0", ["J: 1 joker, and the box has 0"]),
        ("- K5K5K5K5 tiles.copies=3", ["K5: 4 copies, and the box has 3"]),
        ("- P1", ["P1: no such tile; the box has K, B, R, O from 1 to 13 (tiles.colours = 4)"]),
        ("- R4 tiles.colours=2", ["R4: no such tile; the box has K, B from 1 to 13 (tiles.colours = 2)"]),
        ("- G1", ["G1: no such tile; the box has K, B, R, O from 1 to 13 (tiles.colours = 4)"]),
        ("- K14", ["K14: no such tile; the box has K, B, R, O from 1 to 13 (tiles.numbers = 13)"]),
        ("- J(K5)", ["rack: J(K5) stands for a tile, but a joker on a rack stands for nothing yet: write J"]),
        ("R5R6 -", ["table, set 1: R5R6 is no set: as a run, it has 2 tiles and a run needs 3"]),
        ("JJJ - tiles.jokers=3", ["table, set 1: JJJ is no set: it is nothing but jokers, and a set needs 1"]),
        ("R5R6R7 - loose=yes opened=no", ["a loose table with opened=no"]),
        ("R2R3R4/R1R2J/B11B11R11 - rules=free", ["table, set 3: B11B11R11 is no set"]),
    ],
)
def test_positions_that_cannot_be(line: str, faults: list[str]) -> None:
    with pytest.raises(PositionError) as caught:
        Position.parse(line)
    assert len(caught.value.faults) == len(faults)
    for said, expected in zip(caught.value.faults, faults, strict=True):
        assert said.startswith(expected)


def test_tiles_are_counted_over_table_and_rack() -> None:
    assert Position.parse("K5K6K7/K5B5R5 J").table_tiles[Tile(0, 5)] == 2
    for line in ("K5K6K7/K5B5R5 K5", "K5K6K7 K5K5", "K5K6K7K5K5 - loose=yes"):
        with pytest.raises(PositionError) as caught:
            Position.parse(line)
        assert caught.value.faults == ("K5: 3 copies, and the box has 2",), line


@pytest.mark.parametrize("label", ["", "a b", "a=b", "=", "a\tb"])
def test_ids_that_are_none(label: str) -> None:
    with pytest.raises(PositionError, match="an id has no blanks and no '='"):
        Position.read("-", "K1", id=label)


def test_an_id_is_any_word() -> None:
    assert Position.read("-", "K1", id="game-7/é").id == "game-7/é"
    assert Position.read("-", "K1").id is None


def test_a_heap_may_be_opened_on_where_the_table_may_be_used() -> None:
    assert Position.parse("R5R6R7 K1 loose=yes opened=no opening.table=after").loose is not None
    assert Position.parse("R5R6R7 K1 loose=yes opened=yes").loose is not None


def test_all_that_cannot_be_read_is_named_with_its_place() -> None:
    with pytest.raises(NotationError) as caught:
        Position.read("K1K2/K1X2/K1K2K3/R5R6", "5")
    assert [line.split(": ")[0] for line in str(caught.value).splitlines()] == [
        "table, set 1", "table, set 2, character 3", "table, set 4", "rack, character 1",
    ]  # fmt: skip
    # A heap has no sets that could be wrong.
    with pytest.raises(NotationError) as caught:
        Position.read("K1K2/K1X2/K1K2K3", "K5", loose=True)
    assert [line.split(": ")[0] for line in str(caught.value).splitlines()] == ["table, set 2, character 3"]
    with pytest.raises(NotationError) as caught:
        Position.read("K1K2", "5", loose=True)
    assert [line.split(": ")[0] for line in str(caught.value).splitlines()] == ["rack, character 1"]


def test_a_heap_forgets_what_its_jokers_stood_for() -> None:
    heap = Position.parse("K1J(K2)K3 - loose=yes")
    assert heap.loose == (Tile(0, 1), JOKER, Tile(0, 3))
    assert str(heap) == "K1JK3 - rules=standard opened=yes loose=yes"


def test_a_position_line_in_full() -> None:
    line = "K1K2J(K3)/K8B8R8 K9J rules=free opening.points=40 opened=no id=mine"
    assert str(Position.parse(line)) == line
    assert str(Position.parse("- -")) == "- - rules=standard opened=yes"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("- K1 loose", "'loose' is no key: is loose=yes meant?"),
        ("- K1 opened", "'opened' is no key: is opened=yes meant?"),
        ("- K1 Sabra", "'Sabra' is no key: is rules=sabra meant?"),
        ("- K1 K2 card-40", "'card-40' is no key: is rules=card-40 meant?"),
        ("- K1 K2", "'- K1 K2' has 3 parts between blanks: "),
        ("- K1 K2 K3", "'- K1 K2 K3' has 4 parts between blanks: "),
        ("sabra", "'sabra' has no rack: "),
        ("loose=yes", "'loose=yes' has no table and no rack: "),
    ],
)
def test_what_a_line_with_more_or_less_than_two_places_may_mean(line: str, meant: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(line)
    assert meant in str(caught.value)


def test_what_holds_where_nothing_is_said() -> None:
    tiles = [Tile(0, 1)]
    for position in (
        Position.parse("- K1"),
        Position.of_parts("-", "K1", []),
        Position.read("-", "K1"),
        Position.of([], tiles),
        Position((), tuple(tiles)),
    ):
        assert (position.opened, position.loose, position.id) == (True, None, None)
        assert position.rules == Rules.named("standard")


def test_how_a_set_was_given_makes_no_other_position() -> None:
    one, other = Position.parse("R5JR7 K1"), Position.parse("R5J(R6)R7 K1")
    assert one == other
    assert hash(one) == hash(other)


def test_a_tile_without_a_number_is_none() -> None:
    with pytest.raises(PositionError, match="no such tile; the box has K, B, R, O from 1 to 13"):
        Position.of([], [Tile(0, 0)])


def test_yes_and_no_in_any_case() -> None:
    assert Position.parse("- K1 opened=YES loose=No") == Position.parse("- K1")
    assert not Position.parse("- K1 opened=NO").opened


def test_a_reading_that_is_open_is_no_reason_to_call_a_position_impossible() -> None:
    with pytest.raises(AmbiguousPositionError) as caught:
        Position.parse("K8JJ/R8R9J(R11)R10 K1 id=odd tiles.jokers=3")
    assert caught.value.faults == (
        "table, set 1: K8JJ can be read in several ways: write K8J(K9)J(K10) (run) or K8J(B8)J(R8) (group)",
    )
    # Nothing else is wrong there, but here the other set is none, or there is one joker too many.
    for line in ("K8JJ/R8R9J(R12)R10 K1 tiles.jokers=3", "K8JJ J", "K8JJ/R1R2 K1"):
        with pytest.raises(PositionError) as other:
            Position.parse(line)
        assert type(other.value) is PositionError and len(other.value.faults) == 2, line


@pytest.mark.parametrize("size", [1_000, 1_000_000])
def test_long_rubbish_is_refused_quickly_and_briefly(size: int) -> None:
    for piece in ("R", "R5", "J", "J(", "-", "5", "(", "é", "\0", "R5-"):
        with pytest.raises((NotationError, PositionError)) as caught:
            Position.parse(f"{piece * (size // len(piece))} K1 loose=yes")
        assert len(str(caught.value)) < 5_000


def test_big_boxes() -> None:
    position = Position.parse(
        "C24C25C26/K1B1R1O1G1P1W1C1 W26J tiles.colours=8 tiles.numbers=26 tiles.copies=4 tiles.jokers=8"
    )
    assert [tile_set.kind for tile_set in position.table] == ["run", "group"]
    assert Position.parse(str(position)) == position


# --- Under other rules ---


def test_under_other_rules_the_box_and_all_else_stay() -> None:
    six = Position.parse("K1K2K3/K1K2K3/K1K2K3 K9 rules=six-player opened=no id=mine opening.points=40")
    free = six.under(Rules.named("free"))
    assert free.rules == Rules.named("free").changed({"tiles.copies": 3, "tiles.jokers": 4})
    assert (free.table, free.rack, free.opened, free.id) == (six.table, six.rack, False, "mine")
    heap = Position.parse("K1K2K3 K9 loose=yes").under(Rules.named("sabra"))
    assert heap.loose == (Tile(0, 1), Tile(0, 2), Tile(0, 3))


def test_rules_without_jokers_keep_their_box_without_jokers() -> None:
    machiavelli = Rules.named("machiavelli")
    assert Position.parse("K1K2K3 K9 tiles.jokers=3").under(machiavelli).rules == machiavelli
    with pytest.raises(PositionError, match="^J: 2 jokers, and machiavelli is played without$"):
        Position.parse("K1K2J J").under(machiavelli)
    assert Position.parse("K1K2K3 K9 rules=machiavelli").under(Rules.named("free")).rules.tiles.jokers == 0


def test_under_rules_that_ask_what_a_joker_stands_for_a_set_is_read_as_it_was_given() -> None:
    """Under `free` any reading does; what was given, and not that reading, is read under `standard`."""
    free = Position.parse("K8JJ K1 rules=free")
    with pytest.raises(AmbiguousPositionError, match="K8JJ can be read in several ways"):
        free.under(Rules.named("standard"))
    as_group = Position.parse("K8J(B8)J(R8) K1 rules=free")
    assert as_group.under(Rules.named("standard")).table[0].kind == "group"


def test_jokers_under_rules_without_are_counted_on_table_and_rack() -> None:
    for line, jokers in (("K1K2J K9", "1 joker"), ("K1K2K3 J", "1 joker"), ("K1K2J J", "2 jokers")):
        with pytest.raises(PositionError) as caught:
            Position.parse(line).under(Rules.named("machiavelli"))
        assert caught.value.faults == (f"J: {jokers}, and machiavelli is played without",)


def test_sets_that_are_none_under_other_rules_are_named() -> None:
    with pytest.raises(PositionError, match="table, set 2: K1K2 is no set"):
        Position.parse("R1R2R3/K1K2 - sets.min_run=2").under(Rules.named("free"))
    with pytest.raises(RulesError, match="^sets.wrap = high_one, but with tiles.numbers = 1"):
        Position.parse("- K1 tiles.numbers=1").under(Rules.named("machiavelli"))
