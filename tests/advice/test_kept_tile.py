"""Where every turn ends with a tile thrown off, the best move leaves one on the rack."""

from __future__ import annotations

import pytest

from solver import Position, Rules, best_moves, check, hint_of, solve
from tests.advice.against_oracle import best_differs, moved_differs, questions, smaller


# Worked by hand: R8, or R8 and R9, leave enough; all three would leave nothing to throw off.
@pytest.mark.parametrize(
    ("line", "objective", "played", "goes_out"),
    [
        ("R5R6R7 R8R9R10", "value", "R8 R9", True),
        ("R5R6R7 R8R9R10", "tiles", "R8 R9", True),
        ("R5R6R7 R8R9R10K1", "tiles", "R8 R9 R10", True),
        ("R5R6R7 R8R9R10K1K2", "tiles", "R8 R9 R10", False),
        # Two tiles of 1 count less than one of 13, but they are out.
        ("R2R3R4/K10K11K12/B2B3B4 K13R1B1", "value", "K13 R1", True),
        # One tile is all that there is to throw off, one more may be laid.
        ("R5R6R7 R8", "value", "", False),
        ("R5R6R7 J", "tiles", "", False),
        ("R5R6R7 R8J", "value", "R8", True),
        # A joker at no worth goes rather than a tile that shuts the player in.
        ("R5R6R7 JK1", "value", "J", True),
    ],
)
def test_the_best_move_leaves_a_tile(line: str, objective: str, played: str, goes_out: bool) -> None:
    answer = solve(Position.parse(line, "american"), objective=objective)
    laid = " ".join(map(str, answer.played))
    if line.startswith("R2R3R4/K10"):
        assert answer.value == 14 and answer.tiles == 2
    else:
        assert laid == played
    assert (answer.goes_out, answer.status) == (goes_out, "optimal" if played else "no_move")


def test_the_words_say_what_is_done_instead_of_drawing() -> None:
    position = Position.parse("R5R6R7 R8", "american")
    assert hint_of(solve(position)).text == "Nothing can be laid: throw a tile off."
    assert str(solve(position)).splitlines()[-1].startswith("Throw a tile off: nothing can be played")
    out = solve(Position.parse("R5R6R7 R8R9", "american"))
    assert hint_of(out).text == "You can lay all but one tile (1) and go out!"
    first = Position.parse("R5R6R7 K8", Rules.named("standard").changed({"turn.draw": "first"}))
    assert hint_of(solve(first)).text == "Nothing can be laid: let it be."


def test_the_whole_rack_may_not_be_laid() -> None:
    verdict = check("R5R6R7 R8R9 rules=american", "R5R6R7R8R9")
    assert verdict.reasons == ("the whole rack was laid, and one tile must be left to throw off",)
    assert check("R5R6R7 R8R9 rules=american", "R5R6R7R8").legal


def test_all_best_moves_leave_a_tile() -> None:
    found = best_moves("R5R6R7/K5K6K7 R8K8 rules=american", 9, by="tiles")
    assert sorted(str(answer.played[0]) for answer in found.answers) == ["K8", "R8"] and found.complete


@pytest.mark.parametrize("changes", [{"table.rearrange": "full", "opening.points": 30}, {}], ids=["full", "lay off"])
def test_as_the_exhaustive_search(changes: dict[str, object]) -> None:
    rules = smaller(Rules.named("american").changed(changes))
    asked = list(questions(rules, seed=14, count=40, most_rack=5))
    assert [said for question in asked if (said := best_differs(question))] == []
    assert [said for question in asked[:12] if (said := moved_differs(question))] == []
