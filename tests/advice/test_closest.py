"""What was closest where nothing can be laid: by hand, and by trying every tile in the exhaustive search."""

from __future__ import annotations

from collections import Counter

import exhaustive
import pytest

from solver import Rules, Tile, solve
from solver.advice.closest import Closest
from solver.game.rules import preset_names
from tests.advice.against_oracle import Question, forget, openings, questions, smaller, told


def closest(position: str, **question: object) -> Closest:
    found = solve(position, **question).closest  # type: ignore[arg-type]
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("position", "tile", "frees"),
    [
        # R9 and O9 do as much: the first of them is told.
        ("- K9B9", "R9", "K9 B9"),
        ("- R5R7K1", "R6", "R5 R7"),
        # R8 lets R9 be laid, R9 nothing else.
        ("R5R6R7 R9K1", "R8", "R9"),
        # Face value counts: 12 + 11, not 1 + 2.
        ("- R11R12K1K2", "R10", "R11 R12"),
        # All nines but one lie there, and no single tile brings the tens and the nine together.
        ("R5R6R7 K9R10", None, ""),
        ("- K1", None, ""),
        # Only a joker can be the third three: the others are in sight, and without them the runs are none.
        ("B1B2B3/O1O2O3 K3R3 tiles.copies=1", "J", "K3 R3"),
    ],
)
def test_the_tile_that_helps_most(position: str, tile: str | None, frees: str) -> None:
    found = closest(position)
    assert " ".join(map(str, found.frees)) == frees
    assert (found.tile and str(found.tile)) == tile
    assert (found.opening_value, found.points_missing) == (None, None)


@pytest.mark.parametrize(
    ("rack", "value", "missing", "frees"),
    [
        ("R5R6R7K1B12", 18, 12, ""),
        # R4 makes 30, R9 35: either will do.
        ("R5R6R7R8K1", 26, 4, "R5 R6 R7 R8"),
        ("K1B2", 0, 30, ""),
        ("R9R10", 0, 30, "R9 R10"),
        # The joker is the best that it can be: 1 + 2 + 3.
        ("R1R2J", 6, 24, ""),
    ],
)
def test_the_opening_points_that_are_missing(rack: str, value: int, missing: int, frees: str) -> None:
    found = closest(f"- {rack} opened=no")
    assert (found.opening_value, found.points_missing) == (value, missing)
    assert " ".join(map(str, found.frees)) == frees


def test_it_is_only_told_of_a_draw_under_no_conditions() -> None:
    assert solve("R5R6R7 R8").closest is None
    assert solve("R5R6R7 R8", keep="R8").closest is None
    assert solve("R5R6R7 -").closest is None
    assert solve("R5R6R7 K9B9", steps=False).closest is None
    assert solve("R5R6R7 K9B9").to_json()["closest"] == {
        "opening_value": None,
        "points_missing": None,
        "tile": "R9",
        "frees": ["K9", "B9"],
    }


def best_frees(question: Question, objective: str) -> dict[exhaustive.Tile, tuple[int, ...]]:
    """For each tile that may be drawn the best that it frees, by the objective; none that frees no number tile."""
    theirs = question.theirs
    seen = Counter(question.rack)
    for _, places in question.table:
        seen.update("J" if is_joker else (colour, number) for colour, number, is_joker in places)
    kinds: list[exhaustive.Tile] = [(c, v) for c in range(theirs.colours) for v in range(1, theirs.numbers + 1)]
    drawn = [tile for tile in kinds if seen[tile] < theirs.copies] + ["J"] * (seen["J"] < theirs.jokers)
    search = exhaustive.Search(question.table, theirs, question.opened)
    found = {}
    for tile in drawn:
        ranked = []
        for played in exhaustive.sub_multisets([*question.rack, tile]):
            frees = tuple((Counter(played) - Counter([tile])).elements())
            if tile in played and any(not isinstance(other, str) for other in frees):
                ranked.append((exhaustive.OBJECTIVES[objective](frees), played))
        for key, played in sorted(ranked, key=lambda pair: pair[0], reverse=True):
            if search.can_play(played):
                found[tile] = key
                break
    return found


def differences(seed: int, count: int) -> tuple[list[str], int]:
    """Where another tile would do more, and how many draws were compared."""
    found, drawn = [], 0
    names = preset_names()
    each = -(-count // len(names))
    for i, name in enumerate(names):
        rules = smaller(Rules.named(name), 7)
        asked = [*questions(rules, seed + i, each, most_rack=4), *openings(rules, seed + i, each)]
        for question in asked:
            objective = ("value", "tiles")[drawn % 2]
            answer = solve(question.position, objective=objective)
            if answer.played or not question.rack or question.theirs.kept:
                continue
            drawn += 1
            said = answer.closest
            wanted = best_frees(question, objective)
            numbers = {tile: key for tile, key in wanted.items() if tile != "J"}
            best = max((numbers or wanted).values(), default=None)
            assert said is not None
            tile = None if said.tile is None else "J" if said.tile.is_joker else (said.tile.colour, said.tile.number)
            frees = tuple("J" if t.is_joker else (t.colour, t.number) for t in said.frees)
            got = None if tile is None else exhaustive.OBJECTIVES[objective](frees)
            if got != best or (tile is not None and wanted.get(tile) != best):
                found.append(told(question, objective, f"{said}, the oracle has {wanted}"))
            rules_of = question.position.rules
            if question.position.must_open and rules_of.opening.points:
                parts = exhaustive.sub_multisets(question.rack)
                value = max(exhaustive.opening_value(part, question.theirs) or 0 for part in parts)
                short = max(0, rules_of.opening.points - value) or None
                if (said.opening_value, said.points_missing) != (value, short):
                    found.append(told(question, objective, f"{said}, the oracle has {value}"))
        forget()
    return found, drawn


@pytest.mark.slow
def test_no_other_tile_would_do_more() -> None:
    found, drawn = differences(1, 22)
    assert found == [] and drawn > 8


@pytest.mark.long
def test_no_other_tile_would_do_more_in_many_positions() -> None:
    found, drawn = differences(2, 330)
    assert found == [] and drawn > 200


def test_tiles_are_values() -> None:
    assert closest("- K9B9").tile == Tile.parse("R9")
