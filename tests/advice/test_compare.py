"""The best move under every preset: in the box of the position, and whether the joker rule by itself decides."""

from __future__ import annotations

import pytest

from solver import Position, compare_rules, solve
from solver.advice.compare import Comparison
from solver.game.rules import preset_names
from solver.show.text import comparison_text


def rows_of(line: str, **question: object) -> dict[str, Comparison]:
    rows = compare_rules(solve(Position.parse(line), objective="tiles", **question))  # type: ignore[arg-type]
    return {row.rules: row for row in rows}


def test_only_the_rules_differ() -> None:
    """A box of seven colours and eight numbers, in which the last colour joins the group, and two tiles that stay."""
    rows = rows_of("K8G8P8/K1K2K3 W8R5B2 rules=free tiles.colours=7 tiles.numbers=8 tiles.jokers=3")
    for name, row in rows.items():
        assert row.answer is not None and row.answer.tiles == 1 and not row.differs, name
        box = row.answer.position.rules.tiles
        assert (box.colours, box.numbers, box.copies) == (7, 8, 2)
        assert box.jokers == (0 if name == "machiavelli" else 3)
        assert row.answer.position.rules.name == name


def test_rules_that_make_no_sense_in_the_box_are_named() -> None:
    rows = rows_of("- K1B1R1 rules=free tiles.numbers=1")
    assert [name for name, row in rows.items() if row.answer is None] == ["machiavelli", "vatikan"]
    assert rows["machiavelli"].reasons[0].startswith("sets.wrap = high_one, but with tiles.numbers = 1")
    assert rows["vatikan"].reasons[0].startswith("opening.needs_run, but no run exists that may open")
    assert not any(row.joker_rule_differs for row in rows.values())


@pytest.mark.parametrize(
    ("line", "deciding"),
    [
        # The joker at the end comes free by rearranging alone.
        ("B4B5B6J K9R9 rules=standard", {"free"}),
        ("B4B5B6J K9R9 rules=free", set(preset_names()) - {"free", "machiavelli"}),
        # The freed joker may go to an old set; under the others it needs a new one.
        ("B4JB6/O7O8O9 B5O11 rules=standard", {"free", "sabra", "vatikan"}),
        # Where nothing may be taken apart no joker leaves its set, whatever the joker rule is.
        ("B4B5B6J K9R9 rules=american", set()),
    ],
)
def test_what_the_joker_rule_does_by_itself(line: str, deciding: set[str]) -> None:
    rows = rows_of(line)
    assert {name for name, row in rows.items() if row.joker_rule_differs} == deciding


def test_other_rules_may_keep_the_joker_rule_from_deciding() -> None:
    """Two tiles are laid under free, none under american with the joker rule of free."""
    row = rows_of("B4B5B6J K9R9 rules=american")["free"]
    assert row.answer is not None and row.answer.tiles == 2
    assert row.differs and not row.joker_rule_differs


def test_a_reading_that_these_rules_do_not_ask_for_is_not_guessed_for_others() -> None:
    """K8 and two jokers may be a run or a group; only under `free` does nothing depend on it."""
    rows = rows_of("K8JJ K9R1O1 rules=free")
    assert [name for name, row in rows.items() if not row.ambiguous] == ["free", "machiavelli"]
    assert all("K8JJ can be read in several ways" in row.reasons[0] for row in rows.values() if row.ambiguous)
    assert rows["standard"].joker_rule_differs is None
    assert comparison_text(list(rows.values())).endswith("write J(..) to compare these\nrules, too.")
    # Told what they stand for, they lie in a run to which K9 can be laid, or in a group to which it can't.
    assert rows_of("K8J(K9)J(K10) K9R1O1 rules=free")["standard"].answer is not None
    told = rows_of("K8J(B8)J(R8) K9R1O1 rules=free")["standard"]
    assert told.answer is not None and told.answer.tiles == 0 and told.joker_rule_differs


def test_jokers_on_the_rack_alone_have_no_joker_rule() -> None:
    """The preset of 50 points differs, but no rule for jokers on the table can."""
    rows = rows_of("K1K2K3 R11R12J rules=standard opened=no")
    assert rows["pressman-1998"].differs
    assert not any(row.joker_rule_differs for row in rows.values())
