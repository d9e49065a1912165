"""All best moves: as many as there are, all different, all as good, and unique only where there is no other."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import exhaustive
import pytest
from bridge import oracle_table

from solver import Answer, Position, Rules, solve
from solver.advice.alternatives import Alternatives, best_moves
from solver.errors import PositionError, RulesError
from solver.game.rules import preset_names
from tests.advice.against_oracle import Question, forget, goals, is_accepted, questions, random_rule_sets, smaller, told
from tests.advice.test_known import position_of, those_with

pytestmark = pytest.mark.slow

Played = exhaustive.Played
Table = tuple[exhaustive.TableSet, ...]


def laid(answer: Answer) -> Played:
    return exhaustive.sort_played("J" if tile.is_joker else (tile.colour, tile.number) for tile in answer.played)


def lying(answer: Answer, rules: exhaustive.Rules) -> Table:
    return tuple(sorted(exhaustive.canonical(table_set, rules) for table_set in oracle_table(answer.table)))


def best_selections(question: Question, objective: str) -> list[Played]:
    """All selections of rack tiles that do as well as the best, ties included; none if the best is to draw."""
    best = exhaustive.best(question.table, question.rack, question.theirs, question.opened)["lexi"]
    assert isinstance(best, dict)
    most = len(question.rack) - question.theirs.kept
    playable = exhaustive.playable(question.table, question.rack, question.theirs, question.opened)
    found = [played for played in playable if len(played) <= most]

    def goal(played: Played) -> tuple[int, ...]:
        return (0 < len(played) == most, *exhaustive.OBJECTIVES[objective](played))

    # Laying a joker for nothing is as good as a draw only in name: the draw comes first.
    return [] if best[objective] == goal(()) else [played for played in found if goal(played) == best[objective]]


def differs(question: Question, objective: str) -> str:
    """How the best moves, by tiles and by arrangement, differ from those of the exhaustive search."""
    selections = best_selections(question, objective)
    tables = {
        (played, table)
        for played in selections
        for table in exhaustive.arrangements(question.table, played, question.theirs, question.opened)
    }
    by_tiles = best_moves(question.position, 1000, by="tiles", objective=objective, steps=False)
    by_arrangement = best_moves(question.position, 1000, objective=objective, steps=False)
    for found, expected in ((by_tiles, len(selections)), (by_arrangement, len(tables))):
        if not found.complete or found.more or len(found.answers) != expected:
            return told(question, objective, f"{len(found.answers)} {found.by}, the oracle has {expected}")
        if found.unique != {0: None, 1: True}.get(expected, False):
            return told(question, objective, f"unique is {found.unique} of {expected}")
        faults = [fault for answer in found.answers if (fault := is_accepted(answer, question))]
        if faults or len({goals(answer) for answer in found.answers}) > 1:
            return told(question, objective, faults or "some moves are worth more than others")
    if {laid(answer) for answer in by_tiles.answers} != set(selections):
        return told(question, objective, "other tiles than the oracle")
    if {(laid(answer), lying(answer, question.theirs)) for answer in by_arrangement.answers} != tables:
        return told(question, objective, "other arrangements than the oracle")
    search = exhaustive.Search(question.table, question.theirs, question.opened)
    for answer in by_tiles.answers:
        if answer.moved != search.fewest_moved(laid(answer)):
            return told(question, objective, f"{answer.played} moves {answer.moved} tiles, and fewer would do")
    return ""


def compare(rules: Rules, seed: int, count: int) -> Counter[str]:
    """Hold them against the exhaustive search; gives how often the tiles were unique, and the arrangement not."""
    met: Counter[str] = Counter()
    for question in questions(rules, seed, count, most_table=10, most_rack=5):
        for objective in ("value", "tiles"):
            assert not (difference := differs(question, objective)), difference
            met["several"] += best_moves(question.position, 2, objective=objective, steps=False).unique is False
            by_tiles = best_moves(question.position, 2, by="tiles", objective=objective, steps=False)
            met["unique"] += by_tiles.unique is True
    forget()
    return met


@pytest.mark.parametrize("name", preset_names())
def test_all_of_them_under_every_preset(name: str) -> None:
    met = compare(smaller(Rules.named(name), 7), seed=11, count=6)
    assert met["unique"] and met["several"]


@pytest.mark.parametrize("number", range(5))
def test_all_of_them_under_random_rules(number: int) -> None:
    compare(random_rule_sets(seed=7, count=5, jokers=[1, 2])[number], seed=number, count=4)


# --- Positions from elsewhere ---


@those_with("tile_selections")
def test_known_numbers_of_selections(known: dict[str, Any]) -> None:
    """The number is that of selections with most tiles, of whatever value: of these the best have most value."""
    answer, position = known["answer"], position_of(known)
    found = best_moves(position, 20, by="tiles", objective="tiles", steps=False)
    assert found.complete and found.answers
    if answer["tile_selections"] == 1:
        assert found.unique
        return
    # Each selection of that many tiles is laid whole or not: asked as a rack of its own.
    whole = []
    for tiles in set(combinations(sorted(position.rack), answer["tiles"])):
        alone = Position(position.table, tiles, position.rules, position.opened, None, position.loose)
        if solve(alone, objective="tiles", steps=False, fewest_moved=False).goes_out:
            whole.append(tiles)
    assert len(whole) == answer["tile_selections"]
    best = max(map(worth, whole))
    assert {tuple(sorted(a.played)) for a in found.answers} == {tiles for tiles in whole if worth(tiles) == best}


def worth(tiles: tuple[Any, ...]) -> tuple[int, int]:
    """The ties of the objective `tiles`: more value, then fewer jokers."""
    return sum(tile.number for tile in tiles), -sum(tile.is_joker for tile in tiles)


# --- Worked by hand ---


def tables(found: Alternatives) -> list[str]:
    return [" ".join("".join(map(str, tile_set.tiles)) for tile_set in answer.table) for answer in found.answers]


def test_a_joker_at_either_end() -> None:
    found = best_moves(Position.parse("B4B5B6 J"), 10)
    assert sorted(tables(found)) == ["B4B5B6J(B7)", "J(B3)B4B5B6"]
    assert (found.complete, found.unique, found.more) == (True, False, False)
    by_tiles = best_moves(Position.parse("B4B5B6 J"), 10, by="tiles")
    assert by_tiles.unique and len(by_tiles.answers) == 1


def test_rows_or_columns() -> None:
    # Three runs or three groups of the same nine tiles, and nothing else: neither mixes with the other.
    found = best_moves(Position.parse("- K1K2K3B1B2B3R1R2R3"), 10)
    assert sorted(tables(found)) == ["K1B1R1 K2B2R2 K3B3R3", "K1K2K3 B1B2B3 R1R2R3"]


def test_the_same_value_with_other_tiles() -> None:
    # One of two sets can be laid, for they share K5; both are worth 15 with three tiles.
    found = best_moves(Position.parse("- K4K5K6B5R5"), 10, by="tiles")
    assert sorted("".join(map(str, answer.played)) for answer in found.answers) == ["K4K5K6", "K5B5R5"]
    assert best_moves(Position.parse("- K4K5K6B6R6"), 10, by="tiles").unique


def test_the_colour_of_a_joker_in_a_group_makes_no_difference() -> None:
    # The joker may stand for B8 or O8: one arrangement, as nobody could tell them apart.
    assert best_moves(Position.parse("- K8R8J"), 10, joker_worth=1).unique


def test_a_draw_has_no_moves() -> None:
    for by in ("arrangement", "tiles"):
        found = best_moves(Position.parse("B4B5B6 K9"), 3, by=by)
        assert (found.answers, found.complete, found.unique, found.best.status) == ((), True, None, "no_move")


def test_a_crowded_table_where_one_goes_out() -> None:
    """The joker goes with the other tiles, or nowhere: asked for going out first, then for what is left of it."""
    line = "B1-13/K4K5K6/R4R5R6/O9-13 B4O4K13B13R13O8J rules=free"
    found = best_moves(Position.parse(line), 3, steps=False)
    assert len(found.answers) == 3 and all(answer.goes_out for answer in found.answers)
    assert best_moves(Position.parse(line), 3, steps=False) == found


def test_a_heap() -> None:
    # To go out, four tiles must make one set, and the joker can be no K0.
    found = best_moves(Position.parse("K1K2 K3J loose=yes"), 10, objective="tiles")
    assert tables(found) == ["K1K2K3J(K4)"]
    assert found.unique and found.answers[0].moved is None


# --- Limits ---


def test_no_more_than_asked_for() -> None:
    position = Position.parse("- K1K2K3B1B2B3R1R2R3")
    one = best_moves(position, 1)
    assert (len(one.answers), one.complete, one.more, one.unique) == (1, False, True, False)
    two = best_moves(position, 2)
    assert (len(two.answers), two.complete, two.more) == (2, True, False)
    # The first is what solve gives.
    assert one.answers[0] == two.answers[0] == one.best == solve(position)


def test_time_runs_out() -> None:
    found = best_moves(Position.parse("O6O7JO9O10/B2B3B4B5B6/B12K12R12 O2B7B9K1K4O3J"), 5, time_limit=1e-9)
    assert not found.complete and not found.more
    assert found.unique is None
    assert found.best.status == "feasible"


def test_questions_that_cannot_be_asked() -> None:
    position = Position.parse("B4B5B6 J")
    wrong: tuple[dict[str, Any], ...]
    wrong = ({"by": "sets"}, {"objective": "points"}, {"joker_worth": -1}, {"time_limit": 0})
    for options in wrong:
        with pytest.raises(RulesError):
            best_moves(position, 2, **options)
    with pytest.raises(RulesError, match="ask for 1 move or more"):
        best_moves(position, 0)
    with pytest.raises(PositionError, match="cannot be arranged"):
        best_moves(Position.parse("K1 K4 loose=yes"), 2)


def test_the_json_form() -> None:
    data = best_moves(Position.parse("B4B5B6 J id=x"), 1).to_json()
    assert list(data) == [
        *(
            "position",
            "id",
            "rules",
            "objective",
            "keep",
            "must",
            "max_moved",
            "status",
            "by",
            "count",
            "complete",
            "unique",
            "answers",
        )
    ]
    assert (data["id"], data["by"], data["count"]) == ("x", "arrangement", 1)
    assert (data["complete"], data["unique"]) == (False, False)
    answers = data["answers"]
    assert isinstance(answers, list) and answers[0]["steps"] and answers[0]["played"] == ["J"]
