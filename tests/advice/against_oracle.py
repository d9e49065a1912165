"""Answers held against the exhaustive search of `tests/oracle`, which shares no code with the model or the referee.

What is worked out here from an answer (what its tiles are worth, what has moved) is worked out from its tiles alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
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
COMBINATIONS = 42
"""Rule sets in which every rule meets every other."""


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

    @property
    def can_play(self) -> bool:
        """Whether any tile can be laid, by exhaustive search."""
        return bool(exhaustive.best(self.table, self.rack, self.theirs, self.opened)["tiles"])


def questions(
    rules: Rules, seed: int, count: int, *, not_opened: float = 0.2, beside: float = 0, **sizes: int
) -> Iterator[Question]:
    """Random small positions of one rule set, two thirds or more with a joker on the table if there are jokers.

    :param not_opened: share of positions in which the player has not opened
    :param beside: share of positions in which a set with two jokers lies close to other sets
    :param sizes: `most_table` and `most_rack` tiles
    """
    theirs = oracle_rules(rules)
    rng = Random(seed)
    given = without = 0
    may_hold_jokers = theirs.jokers > 0 and theirs.max_jokers != 0
    while given < count:
        if may_hold_jokers and rng.random() < beside:
            table, rack = random_positions.beside_two_jokers(rng, theirs)
        else:
            table, rack = random_positions.small_position(rng, theirs, **sizes)
        opened = rng.random() >= not_opened
        question = Question(table, rack, opened, theirs, product_position(table, rack, rules, opened))
        if may_hold_jokers and not question.with_joker:
            if without + 1 > (1 - JOKER_SHARE) * count:
                continue
            without += 1
        given += 1
        yield question


def openings(rules: Rules, seed: int, count: int, *, tables: float = 0.3) -> Iterator[Question]:
    """Racks with a set or two in them that have not opened, on an empty table or beside one set.

    :param tables: how often the first of several sets lies on the table
    """
    rng = Random(seed)
    theirs = oracle_rules(rules)
    while count:
        supply = random_positions.Supply(theirs)
        table: list[exhaustive.TableSet] = []
        rack: list[exhaustive.Tile] = []
        wanted = rng.choice((0, 0, 1)) + rng.choice((1, 1, 2))
        for i in range(wanted):
            found = random_positions.random_set(rng, theirs, rng.choice((0, 0, 1)))
            if found is None or not supply.take_set(found):
                break
            if i < wanted - 2 or (i == 0 and rng.random() < tables):
                table.append(found)
            else:
                rack += ["J" if is_joker else (colour, number) for colour, number, is_joker in found[1]]
        for _ in range(rng.randint(0, 2)):
            tile = (rng.randrange(theirs.colours), rng.randint(1, theirs.numbers))
            rack += [tile] if supply.take(tile) else []
        if 3 <= len(rack) <= 8:
            rng.shuffle(rack)
            count -= 1
            yield Question(table, rack, False, theirs, product_position(table, rack, rules, False))


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
    """Whether many sets must be listed: jokers at large in a wide box, above all with sets that stay together."""
    per_set = rules.jokers if rules.max_jokers is None else min(rules.jokers, rules.max_jokers)
    if rules.wrap == "around" and (rules.rearrange == "lay_off" or rules.set_with_joker == "locked"):
        return rules.numbers > 7 or per_set > 1
    if rules.rearrange == "lay_off" and rules.numbers * rules.colours > (20 if rules.jokers > 2 else 36):
        return True
    if rules.wrap == "around" and per_set > 2:
        return True
    return rules.jokers > 2 and rules.numbers > (7 if rules.wrap == "around" else 9)


Trait = tuple[str, object]


def traits(rules: exhaustive.Rules) -> list[Trait]:
    """What the rules say on what may be laid, by name; those on which nothing depends are left out."""
    at_most = "any" if rules.max_jokers is None or rules.max_jokers >= rules.jokers else rules.max_jokers
    found: dict[str, object] = {
        "wrap": rules.wrap,
        "max_jokers": at_most,
        "min_natural": rules.min_natural,
        "opening_table": rules.opening_table,
        "needs_run": rules.needs_run,
        "rearrange": rules.rearrange,
        "freed_by": rules.freed_by,
        "reuse": rules.reuse,
    }
    if rules.opening_points:
        found["opening_joker"] = "number" if isinstance(rules.opening_joker, int) else rules.opening_joker
    if rules.freed_by == "replacing":
        found["replaced_from"] = rules.replaced_from
        if rules.min_group <= 3 <= rules.largest_group:
            found["group_of_three"] = rules.group_of_three
    if rules.freed_by == "replacing" or rules.reuse != "any":
        found["set_with_joker"] = rules.set_with_joker
    return sorted(found.items(), key=lambda trait: trait[0])


def together(all_rules: Iterable[exhaustive.Rules], size: int = 2) -> set[tuple[Trait, ...]]:
    """Every two traits, or three, that occur together in one of the rule sets."""
    return {some for rules in all_rules for some in combinations(traits(rules), size)}


@cache
def combined_rule_sets(seed: int = 4, count: int = COMBINATIONS) -> list[Rules]:
    """Random rule sets with jokers in the box, none of them costly, chosen so that all rules meet all others.

    Of many random ones that is taken next which brings most that were not together yet, first in pairs, then in threes.
    Three or four jokers take longest, so at most one box in four has them.
    """
    rng = Random(seed)
    found: list[Rules] = []
    pairs: set[tuple[Trait, ...]] = set()
    threes: set[tuple[Trait, ...]] = set()
    while len(found) < count:
        drawn: list[tuple[exhaustive.Rules, Rules]] = []
        most_jokers = 4 if sum(rules.tiles.jokers > 2 for rules in found) < count // 4 else 2
        while len(drawn) < 40:
            theirs = random_positions.random_rules(rng)
            if not 0 < theirs.jokers <= most_jokers or _is_costly(theirs):
                continue
            try:
                drawn.append((theirs, product_rules(theirs)))
            except RulesError:
                continue
        new = [(len(together([t]) - pairs), len(together([t], 3) - threes), -i) for i, (t, _) in enumerate(drawn)]
        theirs, rules = drawn[-max(new)[2]]
        found.append(rules)
        pairs |= together([theirs])
        threes |= together([theirs], 3)
    return found


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
    return (
        int(0 < tiles == len(answer.position.rack) - answer.position.rules.turn.discard),
        *ordered[answer.objective],
    )


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
    # Where a tile is kept, more value may be laid by who does not go out.
    assert best["value"][1] == theirs["value"] or question.theirs.kept
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
    most = len(question.rack) - question.theirs.kept
    for played in [(), *(played for played in exhaustive.sub_multisets(question.rack) if len(played) <= most)]:
        key = (int(0 < len(played) == most), *exhaustive.OBJECTIVES[objective](played))
        ranked.setdefault(key, []).append(played)
    for key in sorted(ranked, reverse=True):
        if () in ranked[key]:
            return key, None
        moved = [search.fewest_moved(played) for played in ranked[key] if search.can_play(played)]
        if moved:
            return key, min(count for count in moved if count is not None)
    raise AssertionError("not playing is always possible")


def moved_differs(
    question: Question, objectives: Sequence[str] = OBJECTIVES, moved_by_oracle: list[int | None] | None = None
) -> str:
    """How answers differ from the exhaustive search in the fewest moved tiles of all equally good moves.

    :param moved_by_oracle: takes what the exhaustive search finds
    """
    for objective in objectives:
        best, moved = fewest_moved(question, objective)
        if moved_by_oracle is not None:
            moved_by_oracle.append(moved)
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
