"""Tiles to keep, tiles to lay and at most so many moved tiles: by hand, and against the exhaustive search."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from random import Random

import covers
import exhaustive
import pytest
from bridge import product_rules, product_tile

from solver import Answer, Position, Rules, Tile, best_moves, hint_of, solve
from solver.advice.compare import compare_rules
from solver.advice.conditions import Conditions, take_conditions
from solver.errors import ArgumentError, NotationError, PositionError, RulesError
from solver.game.rules import preset_names
from tests.advice.against_oracle import (
    OBJECTIVES,
    Question,
    combined_rule_sets,
    forget,
    goals,
    is_accepted,
    questions,
    smaller,
    told,
)
from tests.advice.test_repair import random_heaps

# --- Worked by hand ---

LENDS = "K4K5K6K7 R4B4K8"
"""K8 is laid on the run; R4 and B4 need the run's K4."""


def laid(answer: Answer) -> str:
    return " ".join(map(str, answer.played))


@pytest.mark.parametrize(
    ("position", "conditions", "expected", "moved"),
    [
        ("R5R6R7 R8R9", {}, "R8 R9", 0),
        # R9 needs R8 between.
        ("R5R6R7 R8R9", {"keep": "R8"}, "", 0),
        ("R5R6R7 R8R9", {"keep": "R9"}, "R8", 0),
        # One of two equal tiles stays, so the other may go.
        ("R5R6R7/R5R6R7 R8R8", {"keep": "R8"}, "R8", 0),
        ("R5R6R7/R5R6R7 R8R8", {"keep": "R8R8"}, "", 0),
        # The joker would be laid to win, and is not laid for its value.
        ("R5R6R7 R8J", {}, "R8 J", 0),
        ("R5R6R7 R8J", {"keep": "J"}, "R8", 0),
        ("R5R6R7 R8JK1", {}, "R8", 0),
        ("R5R6R7 R8JK1", {"must": "J"}, "R8 J", 0),
        ("R5R6R7 JK1", {"must": "J"}, "J", 0),
        # 13 + 12 + 11 count more than the group of elevens with the one R11, unless B11 must go.
        ("- K11B11R11R12R13", {}, "R11 R12 R13", 0),
        ("- K11B11R11R12R13", {"must": "B11"}, "K11 B11 R11", 0),
        ("- K11B11R11R12R13", {"must": "B11", "objective": "tiles"}, "K11 B11 R11", 0),
        (LENDS, {}, "K8 B4 R4", 1),
        (LENDS, {"max_moved": 1}, "K8 B4 R4", 1),
        (LENDS, {"max_moved": 0}, "K8", 0),
        (LENDS, {"max_moved": 0, "keep": "K8"}, "", 0),
        (LENDS, {"must": "R4", "keep": "K8"}, "B4 R4", 1),
        # The opening leaves the table alone, so that no tile can move.
        ("K4K5K6K7 R10R11R12B4R4 opened=no", {"max_moved": 0}, "R10 R11 R12", 0),
        ("- R10R11R12K5 opened=no", {"keep": "R10"}, "", 0),
        # A heap has no sets that a tile could leave, but tiles can stay on the rack.
        ("R5R6R7 R8R9 loose=yes", {"keep": "R9"}, "R8", None),
        ("R5R6R7 R8R9 loose=yes", {"must": "R9"}, "R8 R9", None),
    ],
)
def test_by_hand(position: str, conditions: dict[str, object], expected: str, moved: int | None) -> None:
    answer = solve(position, **conditions)  # type: ignore[arg-type]
    assert sorted(laid(answer).split()) == sorted(expected.split())
    assert answer.status == ("optimal" if expected else "no_move")
    assert answer.moved == moved
    assert answer.bound == answer.score


@pytest.mark.parametrize(
    ("position", "conditions", "reason", "most"),
    [
        ("R5R6R7 R8K9", {"must": "K9"}, "K9 cannot be laid: no legal move lays it", None),
        ("R5R6R7 R8K9", {"must": "K9R8"}, "K9 R8 cannot both be laid; the most is one of them: R8", ("R8", "R8")),
        (
            "R5R6R7 R8R9K9",
            {"must": "K9R9"},
            "K9 R9 cannot both be laid; the most is one of them: R9, with R8",
            ("R9", "R8 R9"),
        ),
        ("R5R6R7 K1K9", {"must": "K1 K9"}, "K1 K9 cannot both be laid; nor can either of them alone", None),
        # One set or the other: the one that is worth more.
        (
            "- K11B11R11R12R13",
            {"must": "K11 R12 R13"},
            "K11 R12 R13 cannot all be laid; the most is 2 of them: R12 R13, with R11",
            ("R12 R13", "R11 R12 R13"),
        ),
        (
            LENDS,
            {"must": "R4", "max_moved": 0},
            "R4 cannot be laid with no table tile moved: it can be laid only where more table tiles move (1 will do)",
            None,
        ),
        (
            "R5R6R7 R8R9",
            {"must": "R9", "keep": "R8"},
            "R9 cannot be laid while R8 stays on the rack: it can be laid only with tiles that stay on the rack"
            " (R8 will do)",
            None,
        ),
        (
            "- R5R6R7K1 opened=no",
            {"must": "K1"},
            "K1 cannot be laid: the opening needs 30 points, and the sets of your rack count 18 at most",
            None,
        ),
        # Under these rules every turn ends with a tile thrown off.
        (
            "R5R6R7 R8R9 rules=american",
            {"must": "R8R9"},
            "R8 R9 cannot both be laid: one tile must be left to throw off; the most is one of them: R8",
            ("R8", "R8"),
        ),
        (
            "- K5B5R5K9 opened=no rules=vatikan",
            {"must": "K5"},
            "K5 cannot be laid: the opening needs a run of 3 from your rack, and there is none",
            None,
        ),
    ],
)
def test_why_tiles_cannot_be_laid(
    position: str, conditions: dict[str, object], reason: str, most: tuple[str, str] | None
) -> None:
    answer = solve(position, **conditions)  # type: ignore[arg-type]
    assert (answer.status, answer.played, answer.table) == ("no_move", (), answer.position.table)
    assert answer.reason == reason
    found = answer.most and (" ".join(map(str, answer.most.laid)), " ".join(map(str, answer.most.played)))
    assert found == most
    assert answer.to_json()["most"] == (
        {"laid": most[0].split(), "played": most[1].split()} if most is not None else None
    )


def test_conditions_in_cards() -> None:
    # 8h is laid behind 7h, and the king nowhere.
    answer = solve("5h6h7h 8h9hKc rules=machiavelli", must="Kc 8h")
    assert answer.reason == "Kc 8h cannot both be laid; the most is one of them: 8h, with 9h"
    assert answer.to_json()["most"] == {"laid": ["8h"], "played": ["8h", "9h"]}
    data = solve("5h6h7h 8h9hKc rules=machiavelli keep=9h").to_json()
    assert (data["keep"], data["played"]) == (["9h"], ["8h"])
    assert solve("5h6h7h 9hKc rules=machiavelli").to_json()["closest"] == {
        "opening_value": None,
        "points_missing": None,
        "tile": "8h",
        "frees": ["9h"],
    }
    with pytest.raises(RulesError, match="^must: Qs is not on the rack$"):
        solve("5h6h7h 8h rules=machiavelli", must="Qs")


def test_no_reason_where_there_is_nothing_to_explain() -> None:
    assert solve("R5R6R7 R8K9", must="R8").reason is None
    assert solve("R5R6R7 R8K9", keep="R8").reason is None


def test_a_heap_that_needs_tiles_that_are_kept() -> None:
    assert laid(solve("R5R6 R7K1 loose=yes")) == "R7"
    with pytest.raises(PositionError, match="take off R5 R6"):
        solve("R5R6 R7K1 loose=yes", keep="R7")
    with pytest.raises(
        PositionError, match="^K1 cannot be laid with the loose tiles, which lie in sets with R7 of the rack$"
    ):
        solve("R5R6 R7K1 loose=yes", must="K1")


@pytest.mark.parametrize(
    ("conditions", "error", "message"),
    [
        ({"keep": "K8"}, RulesError, "keep: K8 is not on the rack"),
        ({"keep": "K9K9"}, RulesError, "keep: K9 is not on the rack"),
        ({"must": "R1K8"}, RulesError, "must: K8 R1 are not on the rack"),
        (
            {"keep": "K9", "must": "K9"},
            RulesError,
            "K9 cannot both stay on the rack and be laid: leave it out of keep or",
        ),
        ({"keep": "X9"}, NotationError, "keep, character 1: 'X9' is no tile"),
        ({"must": "J(R5)"}, NotationError, "must: J(R5) stands for a tile"),
        ({"must": 5}, ArgumentError, "must = 5: it takes tiles: a text such as 'K9 J', or a list of them"),
        ({"must": [5]}, ArgumentError, "must = a list: it takes tiles"),
        ({"max_moved": -1}, RulesError, "max_moved = -1: it takes a whole number, 0 or more"),
        ({"max_moved": "few"}, RulesError, "max_moved = 'few': it takes a whole number, 0 or more"),
        ({"max_moved": 1.5}, ArgumentError, "max_moved = 1.5: it takes a whole number, 0 or more"),
        ({"max_moved": True}, ArgumentError, "max_moved = True: it takes a whole number, 0 or more"),
    ],
)
def test_conditions_that_cannot_be(conditions: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        solve("R5R6R7 K9R4", **conditions)  # type: ignore[arg-type]
    assert str(caught.value).startswith(message)


def test_loose_tiles_move_nowhere() -> None:
    with pytest.raises(RulesError, match="^max_moved: loose tiles lie in no sets"):
        solve("R5R6R7 R8 loose=yes", max_moved=2)
    with pytest.raises(RulesError, match="^by = moved: loose tiles lie in no sets"):
        best_moves("R5R6R7 R8 loose=yes", 3, by="moved")


@pytest.mark.parametrize("keep", ["R8 J", ["R8", "J"], ["R8J"], [Tile.parse("J"), Tile.parse("R8")]])
def test_tiles_are_given_as_a_text_or_a_list(keep: object) -> None:
    answer = solve("R5R6R7 R8JR4", keep=keep)  # type: ignore[arg-type]
    assert (laid(answer), answer.to_json()["keep"]) == ("R4", ["R8", "J"])


def test_a_position_line_says_its_own_conditions() -> None:
    answer = solve(f"{LENDS} max_moved=0 keep=R4,B4", max_moved=5, must="K8")
    assert (laid(answer), answer.max_moved, answer.keep, answer.must) == (
        "K8",
        0,
        (Tile.parse("B4"), Tile.parse("R4")),
        (Tile.parse("K8"),),
    )
    assert take_conditions("- R5 id=a") == ("- R5 id=a", {})
    with pytest.raises(NotationError, match="'keep=R5': keep is given twice"):
        take_conditions("- R4R5 keep=R4 keep=R5")
    # A position by itself is asked nothing.
    with pytest.raises(NotationError, match="no key 'keep'"):
        Position.parse("- R4R5 keep=R4")


def test_hints_and_comparisons_keep_the_conditions() -> None:
    answer = solve(LENDS, max_moved=0)
    assert (
        hint_of(answer, 1).text == "You can lay a face value of 8 (1 tile) with no table tile moved; that is the most."
    )
    assert {row.answer.value for row in compare_rules(answer) if row.answer} == {8}
    assert hint_of(solve(LENDS, keep="K8R4"), 1).text == "Nothing can be laid while K8 R4 stay on the rack."
    assert hint_of(solve("R5R6R7 R8K9", must="K9"), 2).text == "K9 cannot be laid: no legal move lays it."


# --- All best moves, and what fewer moved tiles cost ---


def test_all_best_moves_keep_the_conditions() -> None:
    # K4-K7, R4-R7 and B4-B7, or the same in groups, in four ways; none but two leaves all tiles where they are.
    crossed = "K4K5K6/R4R5R6/B4B5B6 K7R7B7O1"
    assert [len(best_moves(crossed, 9, max_moved=most).answers) for most in (6, 5, 3, 2, 0)] == [4, 3, 3, 2, 2]
    # K5 in the run, or in the group.
    either = "- K4K5K6B5R5O9"
    assert [laid(answer) for answer in best_moves(either, 5, by="tiles").answers] == ["K4 K5 K6", "K5 B5 R5"]
    assert [laid(answer) for answer in best_moves(either, 5, by="tiles", must="B5").answers] == ["K5 B5 R5"]
    assert [laid(answer) for answer in best_moves(either, 5, by="tiles", keep="R5").answers] == ["K4 K5 K6"]


def test_what_fewer_moved_tiles_cost_by_hand() -> None:
    found = best_moves(LENDS, 9, by="moved")
    assert [(answer.moved, answer.value) for answer in found.answers] == [(1, 16), (0, 8)]
    assert (found.complete, found.more, found.unique) == (True, False, None)
    assert (found.to_json()["by"], found.to_json()["count"]) == ("moved", 2)
    one = best_moves(LENDS, 1, by="moved")
    assert (len(one.answers), one.complete, one.more) == (1, False, True)
    # Nothing at all without K4.
    needs = best_moves("K4K5K6K7 R4B4", 9, by="moved")
    assert ([answer.moved for answer in needs.answers], needs.complete) == ([1], True)
    kept = best_moves(LENDS, 9, by="moved", keep="K8")
    assert [(answer.moved, answer.value, answer.keep) for answer in kept.answers] == [(1, 8, (Tile.parse("K8"),))]


# --- Against the exhaustive search ---

KINDS = ("keep", "must", "max_moved", "all")


class Expected:
    """What the exhaustive search finds in one position under any conditions."""

    def __init__(self, question: Question) -> None:
        self.rack = question.rack
        self.search = exhaustive.Search(question.table, question.theirs, question.opened)
        self.most = len(question.rack) - question.theirs.kept
        self.selections = [(), *(p for p in exhaustive.sub_multisets(question.rack) if len(p) <= self.most)]
        self.untouched = not question.opened and question.theirs.opening_table == "no"
        self._moved: dict[exhaustive.Played, int | None] = {}

    def moved(self, played: exhaustive.Played) -> int | None:
        """The fewest tiles that must move to lay these; None if they cannot be laid."""
        if played not in self._moved:
            can = self.search.can_play(played)
            self._moved[played] = self.search.fewest_moved(played) if can else None
        return self._moved[played]

    def best(
        self,
        objective: str,
        keep: list[exhaustive.Tile],
        must: list[exhaustive.Tile],
        most: int | None,
        least: int | None = None,
    ) -> tuple[tuple[int, ...], int] | None:
        """The goals and the moved tiles of the best move; None if it is none."""
        free = Counter(self.rack) - Counter(keep)
        ranked: dict[tuple[int, ...], list[exhaustive.Played]] = {}
        for played in self.selections:
            has = (Counter(played) & Counter(must)).total()
            if Counter(played) <= free and has >= (len(must) if least is None else least):
                out = int(0 < len(played) == self.most)
                ranked.setdefault((out, *exhaustive.OBJECTIVES[objective](played)), []).append(played)
        for key in sorted(ranked, reverse=True):
            if () in ranked[key]:
                return None
            counts = [self.moved(played) for played in ranked[key]]
            few = [count for count in counts if count is not None and (most is None or count <= most)]
            if few:
                return key, min(few)
        return None


def conditions_for(
    kind: str, rng: Random, rack: list[exhaustive.Tile]
) -> dict[str, list[exhaustive.Tile] | int | None]:
    """Random conditions of one kind, or of all kinds at once."""
    tiles = rng.sample(rack, len(rack))
    keep, must = [], []
    if kind in ("keep", "all"):
        keep = [tiles.pop() for _ in range(min(rng.randint(1, 2), len(tiles)))]
    if kind in ("must", "all"):
        must = [tiles.pop() for _ in range(min(rng.randint(1, 3), len(tiles)))]
    most = rng.randint(0, 3) if kind in ("max_moved", "all") else None
    return {"keep": keep, "must": must, "most": most}


def text(tiles: list[exhaustive.Tile]) -> list[str]:
    return ["J" if isinstance(tile, str) else str(Tile(*tile)) for tile in tiles]


def asked(
    kind: str, seed: int, count: int, combined: int
) -> Iterator[tuple[Question, Expected, str, dict[str, object]]]:
    """Positions under all presets and so many random rule sets in turn, an objective for each, and conditions."""
    rng = Random(seed)
    rule_sets = [smaller(Rules.named(name)) for name in preset_names()]
    if combined:
        rule_sets += combined_rule_sets(seed, combined)
    each = -(-count // len(rule_sets))
    for i, rules in enumerate(rule_sets):
        for question in questions(rules, seed + i, each, beside=0.3):
            if question.rack:
                yield (
                    question,
                    Expected(question),
                    rng.choice(OBJECTIVES),
                    dict(conditions_for(kind, rng, question.rack)),
                )
        forget()


def differences(kind: str, seed: int, count: int, combined: int = 0) -> tuple[list[str], int, int]:
    """What differs, and in how many positions the conditions made a difference; in how many nothing could be laid."""
    found, decided, none = [], 0, 0
    for question, expected, objective, given in asked(kind, seed, count, combined):
        if objective == "penalty" and question.position.rules.scoring.joker_in_hand != exhaustive.JOKER_IN_HAND:
            objective = "tiles"
        keep, must, most = given["keep"], given["must"], given["most"]
        assert isinstance(keep, list) and isinstance(must, list)
        assert most is None or isinstance(most, int)
        answer = solve(
            question.position, objective=objective, keep=text(keep), must=text(must), max_moved=most, steps=False
        )
        wanted = expected.best(objective, keep, must, most)
        decided += wanted != expected.best(objective, [], [], None)
        none += wanted is None
        got = (goals(answer), answer.moved) if answer.played else None
        if got != wanted:
            found.append(told(question, objective, f"{given}: {got}, the oracle has {wanted}"))
        elif fault := is_accepted(answer, question):
            found.append(told(question, objective, f"{given}: {fault}"))
        if wanted is None and must:
            sizes = (size for size in range(len(must) - 1, 0, -1) if expected.best(objective, keep, must, most, size))
            size = next(sizes, 0)
            said = answer.most
            if (len(said.laid) if said else 0) != size or answer.reason is None:
                found.append(told(question, objective, f"{given}: {said}, the oracle has {size} of them"))
            elif said is not None:
                best = expected.best(objective, keep, must, most, size)
                laid_then = [tile for tile in said.played if not tile.is_joker]
                value = sum(tile.number for tile in laid_then)
                jokers = len(said.played) - len(laid_then)
                key = {
                    "value": (value, -jokers, len(said.played)),
                    "tiles": (len(said.played), value, -jokers),
                    "penalty": (value + exhaustive.JOKER_IN_HAND * jokers, len(said.played)),
                }[objective]
                if best is None or best[0][1:] != key:
                    found.append(told(question, objective, f"{given}: {said.played}, the oracle has {best}"))
    return found, decided, none


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_against_the_exhaustive_search(kind: str) -> None:
    found, decided, none = differences(kind, 1, 44)
    assert found == []
    assert decided > (2 if kind == "max_moved" else 8) and none


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_against_the_exhaustive_search_in_many_positions(kind: str) -> None:
    found, decided, none = differences(kind, 2, 330, combined=22)
    assert found == []
    assert decided > (10 if kind == "max_moved" else 40) and none


def costs_differ(seed: int, count: int, combined: int = 0) -> tuple[list[str], int]:
    """Where what fewer moved tiles cost is not what the exhaustive search finds, and how many lists have two rows."""
    found, several = [], 0
    for question, expected, objective, _ in asked("keep", seed, count, combined):
        objective = "tiles" if objective == "penalty" else objective
        wanted = []
        most: int | None = None
        while most is None or most >= 0:
            best = expected.best(objective, [], [], most)
            if best is None:
                break
            wanted.append(best)
            most = best[1] - 1
        given = best_moves(question.position, 99, by="moved", objective=objective, steps=False)
        got = [(goals(answer), answer.moved) for answer in given.answers]
        several += len(wanted) > 1
        if got != wanted or not given.complete:
            found.append(told(question, objective, f"{got}, the oracle has {wanted}"))
    return found, several


@pytest.mark.slow
def test_what_fewer_moved_tiles_cost() -> None:
    found, several = costs_differ(3, 44)
    assert found == [] and several > 2


@pytest.mark.long
def test_what_fewer_moved_tiles_cost_in_many_positions() -> None:
    found, several = costs_differ(4, 330, combined=22)
    assert found == [] and several > 10


def heaps_differ(seed: int, count: int) -> tuple[list[str], int, int]:
    """Where a heap with tiles to keep and to lay is not answered as by trying all; answers and errors among them."""
    rng = Random(seed)
    found, answers, errors = [], 0, 0
    for theirs, heap in random_heaps(seed, count):
        rng.shuffle(heap)
        heap, rack = heap[:-4], heap[-4:]
        tiles = rng.sample(rack, len(rack))
        keep, must = [tiles.pop() for _ in range(rng.randint(0, 1))], [tiles.pop() for _ in range(rng.randint(0, 2))]
        ours = product_rules(theirs)
        position = Position.of([list(map(product_tile, heap))], list(map(product_tile, rack)), ours, loose=True)

        def lies(
            played: exhaustive.Played, heap: list[exhaustive.Tile] = heap, theirs: exhaustive.Rules = theirs
        ) -> bool:
            naturals = [tile for tile in [*heap, *played] if not isinstance(tile, str)]
            bag = covers.bag_of(naturals, theirs)
            return covers.freely_arrangeable(bag, len(heap) + len(played) - len(naturals), theirs)

        free = Counter(rack) - Counter(keep)
        may = [p for p in [(), *exhaustive.sub_multisets(rack)] if Counter(must) <= Counter(p) <= free and lies(p)]
        wanted: object = "error"
        if may:
            wanted = max((int(0 < len(p) == len(rack)), *exhaustive.OBJECTIVES["tiles"](p)) for p in may)
        elif lies(()):
            wanted = (0, 0, 0, 0)
        got: object = "error"
        with contextlib.suppress(PositionError):
            got = goals(solve(position, objective="tiles", keep=text(keep), must=text(must)))
        answers += wanted != "error" and bool(keep or must)
        errors += wanted == "error"
        if got != wanted:
            found.append(f"{position} keep={keep} must={must}: {got}, and by trying {wanted}")
    return found, answers, errors


@pytest.mark.slow
def test_conditions_of_heaps() -> None:
    found, answers, errors = heaps_differ(5, 40)
    assert found == [] and answers > 3 and errors > 3


@pytest.mark.long
def test_conditions_of_many_heaps() -> None:
    found, answers, errors = heaps_differ(6, 800)
    assert found == [] and answers > 100 and errors > 100


def test_conditions_are_values() -> None:
    position = Position.parse("R5R6R7 R8JR4")
    assert Conditions.of(position, "J R8") == Conditions.of(position, ["R8", "J"])
