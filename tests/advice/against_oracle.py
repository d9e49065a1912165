"""Answers held against the exhaustive search of `tests/oracle`, which shares no code with the model or the referee.

What is worked out here from an answer (what its tiles are worth, what has moved) is worked out from its tiles alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import covers
import exhaustive
import judge as oracle_judge
import random_positions
from bridge import oracle_rules, oracle_table, product_position, product_rules

from solver import Answer, Position, Rules, solve
from solver.errors import RulesError
from solver.game.referee import judge
from solver.game.tiles import Tile

OBJECTIVES = ("value", "tiles", "penalty")
JOKER_SHARE = 2 / 3
"""At least this share of the positions has a joker on the table, where the box has jokers."""


@dataclass(frozen=True)
class Question:
    """One position, as both sides write it."""

    table: list[exhaustive.TableSet]
    rack: list[exhaustive.Tile]
    opened: bool
    theirs: exhaustive.Rules
    position: Position

    @property
    def with_joker(self) -> bool:
        """Whether a joker lies on the table."""
        return any(exhaustive.jokers_of(places) for _, places in self.table)


def questions(rules: Rules, seed: int, count: int, *, not_opened: float = 0.2, **sizes: int) -> Iterator[Question]:
    """Random small positions of one rule set, two thirds or more with a joker on the table if there are jokers.

    :param not_opened: share of positions in which the player has not opened
    :param sizes: `most_table` and `most_rack` tiles
    """
    theirs = oracle_rules(rules)
    rng = Random(seed)
    given = without = 0
    may_hold_jokers = theirs.jokers > 0 and theirs.max_jokers != 0
    while given < count:
        table, rack = random_positions.small_position(rng, theirs, **sizes)
        opened = rng.random() >= not_opened
        question = Question(table, rack, opened, theirs, product_position(table, rack, rules, opened))
        if may_hold_jokers and not question.with_joker:
            if without + 1 > (1 - JOKER_SHARE) * count:
                continue
            without += 1
        given += 1
        yield question


def question_of(position: Position) -> Question:
    """A given position, as both sides write it."""
    rack: list[exhaustive.Tile] = ["J" if tile.is_joker else (tile.colour, tile.number) for tile in position.rack]
    return Question(oracle_table(position.table), rack, position.opened, oracle_rules(position.rules), position)


def random_rule_sets(
    seed: int, count: int, *, jokers: Sequence[int] | None = None, costly: bool | None = None
) -> list[Rules]:
    """Random rule sets that make sense, all different.

    :param jokers: how many jokers the box may have
    :param costly: only those that take long to solve, or only the others
    """
    rng = Random(seed)
    found: list[Rules] = []
    while len(found) < count:
        theirs = random_positions.random_rules(rng)
        try:
            rules = product_rules(theirs)
        except RulesError:
            continue
        wanted = (jokers is None or theirs.jokers in jokers) and costly in (None, _is_costly(theirs))
        if wanted and rules not in found:
            found.append(rules)
    return found


def _is_costly(rules: exhaustive.Rules) -> bool:
    """Whether many sets must be listed: round the circle with sets that stay together, or many jokers at large."""
    whole = rules.rearrange == "lay_off" or rules.set_with_joker == "locked"
    return rules.jokers > 2 and rules.numbers > 9 or rules.wrap == "around" and (whole or rules.jokers > 2)


def forget() -> None:
    """Give back what the oracle remembers of rule sets that do not come again: it is much."""
    for module in (covers, oracle_judge):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


# --- What an answer is worth ------------------------------------------------------------------------------------------


def face_value(tiles: Sequence[Tile]) -> int:
    return sum(tile.number for tile in tiles if not tile.is_joker)


def joker_count(tiles: Sequence[Tile]) -> int:
    return sum(tile.is_joker for tile in tiles)


def goals(answer: Answer) -> tuple[int, ...]:
    """The objective and its ties in the order in which they count, going out first, higher being better."""
    played = answer.played
    value, jokers, tiles = face_value(played), joker_count(played), len(played)
    points = value + answer.position.rules.scoring.joker_in_hand * jokers
    ordered = {
        "value": (value + answer.joker_worth * jokers, -jokers, tiles),
        "tiles": (tiles, value, -jokers),
        "penalty": (points, tiles),
    }
    return (int(0 < tiles == len(answer.position.rack)), *ordered[answer.objective])


def bare(tiles: Sequence[Tile]) -> Counter[tuple[int, int] | str]:
    """Tiles as they lie, counted: what a joker stands for is left out."""
    return Counter("J" if tile.is_joker else (tile.colour, tile.number) for tile in tiles)


def is_accepted(answer: Answer, question: Question | None = None) -> str:
    """Why the answer is no legal move or no consistent answer; empty if it is both.

    The product's referee is asked and, given the question, the oracle's judge.
    """
    position, played = answer.position, answer.played
    if bare(played) + bare(answer.kept) != bare(position.rack):
        return "tiles laid and kept are not the rack"
    if not played:
        if answer.status == "optimal" or answer.table != position.table or answer.moved:
            return f"a draw, but {answer.status}"
    else:
        if reasons := judge(position, answer.move):
            return f"the referee says {reasons}"
        if question is not None:
            laid = [("J" if tile.is_joker else (tile.colour, tile.number)) for tile in played]
            new_table = oracle_table(answer.table)
            if not exhaustive.legal(question.table, laid, new_table, question.theirs, question.opened):
                return "the oracle finds the move illegal"
    if answer.status in ("optimal", "no_move") and answer.bound != answer.score:
        return f"proved, but the bound {answer.bound} is not the score {answer.score}"
    if answer.score != goals(answer)[1] or answer.goes_out != bool(goals(answer)[0]):
        return "the score is not that of the tiles laid"
    if answer.status == "no_move" and played:
        return "no_move with tiles laid"
    return ""


def told(question: Question, objective: str, what: object) -> str:
    """One line that says what differs, with the position to ask again."""
    return f"{objective}: {question.position}: {what}"


# --- Comparisons ------------------------------------------------------------------------------------------------------


def best_differs(question: Question, objectives: Sequence[str] = OBJECTIVES) -> str:
    """How the best answers, ties included, differ from those of the exhaustive search; empty if they do not.

    Penalty points are compared where a joker in the hand costs what the oracle takes it to cost.
    """
    theirs = exhaustive.best(question.table, question.rack, question.theirs, question.opened)
    best = {name: tuple(map(int, goal)) for name, goal in theirs["lexi"].items()}  # type: ignore[attr-defined]
    assert best["value"][1] == theirs["value"]
    assert best["tiles"][1] == theirs["tiles"]
    for objective in objectives:
        answer = solve(question.position, objective=objective, fewest_moved=False, steps=False)
        if fault := is_accepted(answer, question):
            return told(question, objective, fault)
        if answer.status == "feasible":
            return told(question, objective, "not proved")
        if goals(answer) != best[objective]:
            return told(question, objective, f"{goals(answer)}, the oracle has {best[objective]}")
    return ""


def fewest_moved(question: Question, objective: str) -> tuple[tuple[int, ...], int | None]:
    """The best goals by exhaustive search, and the fewest tiles moved by a play that reaches them, None for a draw."""
    search = exhaustive.Search(question.table, question.theirs, question.opened)
    ranked: dict[tuple[int, ...], list[exhaustive.Played]] = {}
    for played in [(), *exhaustive.sub_multisets(question.rack)]:
        key = (int(0 < len(played) == len(question.rack)), *exhaustive.OBJECTIVES[objective](played))
        ranked.setdefault(key, []).append(played)
    for key in sorted(ranked, reverse=True):
        if () in ranked[key]:
            return key, None
        moved = [search.fewest_moved(played) for played in ranked[key] if search.can_play(played)]
        if moved:
            return key, min(count for count in moved if count is not None)
    raise AssertionError("not playing is always possible")


def moved_differs(question: Question, objectives: Sequence[str] = OBJECTIVES) -> str:
    """How answers differ from the exhaustive search in the fewest moved tiles of all equally good moves."""
    for objective in objectives:
        best, moved = fewest_moved(question, objective)
        answer = solve(question.position, objective=objective, steps=False)
        if fault := is_accepted(answer, question):
            return told(question, objective, fault)
        if goals(answer) != best:
            return told(question, objective, f"{goals(answer)}, the oracle has {best}")
        if answer.moved != (moved or 0):
            return told(question, objective, f"{answer.moved} tiles moved, the oracle {moved}")
        if (counted := exhaustive.moved_tiles(question.table, oracle_table(answer.table))) != answer.moved:
            return told(question, objective, f"{answer.moved} tiles moved, counted {counted}")
    return ""


def smaller(rules: Rules, numbers: int = 8) -> Rules:
    """The rule set with fewer numbers, so that small positions meet more often and are searched faster."""
    return rules.changed({"tiles.numbers": numbers})
