"""Among equally good moves, one that leaves as many table tiles as possible in the heirs of their sets."""

from __future__ import annotations

from collections import Counter
from random import Random

import exhaustive
import pytest
import random_positions
import setlist
from bridge import oracle_rules, product_position

from solver import Answer, Position, Rules, solve
from solver.game.matching import match_sets, moved_tiles, tiles_in_common
from solver.game.rules import preset_names
from tests.advice.against_oracle import (
    OBJECTIVES,
    bare,
    combined_rule_sets,
    fewest_moved,
    forget,
    goals,
    is_accepted,
    moved_differs,
    questions,
    random_rule_sets,
    smaller,
)

pytestmark = pytest.mark.slow

RANDOM = random_rule_sets(seed=11, count=12, jokers=[0, 1, 2], costly=False)


def assigned(answer: Answer) -> int:
    """Table tiles that are not in the heirs of their sets, by SciPy's assignment."""
    # Slow to import, and the quick tests come by here, too.
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    old, new = ([bare(tile_set.tiles) for tile_set in table] for table in (answer.position.table, answer.table))
    shared = np.array([[(one & other).total() for other in new] for one in old], dtype=int).reshape(len(old), len(new))
    rows, columns = linear_sum_assignment(shared, maximize=True)
    return sum(tiles.total() for tiles in old) - int(shared[rows, columns].sum())


# --- Small positions: the minimum over all equally good moves ---------------------------------------------------------


@pytest.mark.parametrize("name", preset_names())
def test_exhaustive_minimum_under_presets(name: str) -> None:
    """A dozen positions each, one objective after the other."""
    rules = smaller(Rules.named(name)).changed({"scoring.joker_in_hand": exhaustive.JOKER_IN_HAND})
    for i, question in enumerate(questions(rules, seed=2, count=12, not_opened=0.1)):
        objective = ("value", "tiles", "penalty")[i % 3]
        assert not (difference := moved_differs(question, [objective])), difference
    forget()


@pytest.mark.parametrize("number", range(len(RANDOM)))
def test_exhaustive_minimum_under_random_rules(number: int) -> None:
    """A dozen positions each, one objective after the other."""
    for i, question in enumerate(questions(RANDOM[number], seed=number, count=12, not_opened=0.1)):
        objective = ("value", "tiles", "penalty")[i % 3]
        assert not (difference := moved_differs(question, [objective])), difference
    forget()


BESIDE = [
    *("standard", "card-40", "rummy-o", "six-player", "sabra", "vatikan"),
    *("standard jokers.replaced_from=rack", "standard sets.wrap=high_one", "standard jokers.set_with_joker=locked"),
    *("standard jokers.group_of_three=both jokers.replaced_from=rack", "card-40 tiles.copies=3 tiles.jokers=3"),
    *("free jokers.reuse=new_set", "free jokers.reuse=new_set_two_rack"),
    "standard jokers.freed_by=rearranging",
]
"""Rules under which jokers do not go where they like."""


def rules_of(line: str) -> Rules:
    """A preset and its changes, as a position line has them, with jokers that cost what the oracle takes them to."""
    return Position.parse(f"- - rules={line} scoring.joker_in_hand={exhaustive.JOKER_IN_HAND}").rules


@pytest.mark.parametrize("line", BESIDE)
def test_exhaustive_minimum_beside_two_jokers(line: str) -> None:
    """15 positions each, 210 in all, in which a run or group with two jokers lies close to runs and groups.

    In many of them the best moves all take tiles from their sets.
    """
    shared = 0
    moved: list[int | None] = []
    for i, question in enumerate(questions(rules_of(line), seed=BESIDE.index(line), count=15, not_opened=0, beside=1)):
        assert max(exhaustive.jokers_of(places) for _, places in question.table) == 2
        assert not (difference := moved_differs(question, [("value", "tiles")[i % 2]], moved)), difference
        shared += lies_beside(question.table)
    # A freed joker that may go anywhere seldom takes tiles with it.
    assert sum(map(bool, moved)) >= (1 if question.theirs.reuse == "any" else 4)
    assert shared >= 5
    forget()


def lies_beside(table: list[exhaustive.TableSet]) -> bool:
    """Whether a tile that a run with two jokers shows or stands for is one of another run, too."""
    tiles = [{place[:2] for place in places} for kind, places in table if kind == "run"]
    two = [exhaustive.jokers_of(places) == 2 for kind, places in table if kind == "run"]
    return any(two[i] and tiles[i] & tiles[j] for i in range(len(tiles)) for j in range(len(tiles)) if i != j)


@pytest.mark.parametrize("part", range(4))
def test_exhaustive_minimum_where_every_rule_meets_every_other(part: int) -> None:
    """Rule sets with two jokers in the box, five positions each, with as many in one set as may be."""
    two = [rules for rules in combined_rule_sets() if rules.tiles.jokers > 1]
    for number, rules in enumerate(two[part::4]):
        for i, question in enumerate(questions(rules, seed=number, count=5, not_opened=0, beside=1)):
            assert not (difference := moved_differs(question, [OBJECTIVES[i % 3]])), difference
        forget()


def test_some_moves_cannot_do_without() -> None:
    """The comparisons above mean something: many tables must be taken apart, and a careless move takes more."""
    counted: Counter[str] = Counter()
    for question in questions(smaller(Rules.named("free")), seed=2, count=60, not_opened=0):
        _, fewest = fewest_moved(question, "tiles")
        careless = solve(question.position, objective="tiles", fewest_moved=False, steps=False)
        if fewest is not None:
            assert careless.moved is not None
            assert careless.moved >= fewest
            counted["apart"] += fewest > 0
            counted["more"] += careless.moved > fewest
    assert counted["apart"] >= 10
    assert counted["more"] >= 5
    forget()


# --- Large positions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["free", "standard", "sabra", "six-player", "american"])
def test_moved_is_an_assignment(name: str) -> None:
    rules = Rules.named(name)
    apart = 0
    for table, rack in random_positions.large_positions(7, 12, oracle_rules(rules)):
        position = product_position(table, rack, rules)
        answer, careless = (
            solve(position, objective="tiles", fewest_moved=fewest, steps=False) for fewest in (True, False)
        )
        assert answer.status in ("optimal", "no_move")
        assert not (fault := is_accepted(answer)), fault
        assert answer.moved == assigned(answer) == moved_tiles(position.table, answer.table)
        assert goals(careless) == goals(answer)
        assert careless.moved == assigned(careless) >= answer.moved
        apart += answer.moved > 0
    # Where nothing is taken apart hardly any tile moves.
    assert apart >= 3 or name == "american"


def test_heirs_are_distinct_and_share_tiles() -> None:
    """The sets that are named as heirs are those of an assignment, each at most once."""
    for table, rack in random_positions.large_positions(8, 15):
        position = product_position(table, rack, Rules.named("free"))
        answer = solve(position, fewest_moved=False, steps=False)
        heirs = match_sets(position.table, answer.table)
        named = [heir for heir in heirs if heir is not None]
        assert len(heirs) == len(position.table)
        assert len(set(named)) == len(named)
        shared = [
            tiles_in_common(old, answer.table[heir])
            for old, heir in zip(position.table, heirs, strict=True)
            if heir is not None
        ]
        assert all(shared)
        assert sum(len(tile_set.tiles) for tile_set in position.table) - sum(shared) == assigned(answer)


def listed_minimum(table: list[exhaustive.TableSet], answer: Answer) -> int:
    """Fewest moved tiles of all moves as good as this one under `free`: every set with every heir is a column."""
    from ortools.sat.python import cp_model

    rules = oracle_rules(answer.position.rules)
    old = [Counter("J" if joker else (c, v) for c, v, joker in places) for _, places in table]
    rack = Counter("J" if tile.is_joker else (tile.colour, tile.number) for tile in answer.position.rack)
    before = sum(old, Counter())
    both = before + rack
    jokers = both["J"]
    sets = [
        content
        for natural in (*setlist.runs(rules, rules.numbers), *setlist.groups(rules, rules.colours))
        for content in _laid(natural, both, jokers)
    ]
    model = cp_model.CpModel()
    times = [model.new_int_var(0, min(both[tile] // count for tile, count in new.items()), "") for new in sets]
    played = {tile: model.new_int_var(0, count, "") for tile, count in rack.items()}
    for tile in both:
        laid = sum(new[tile] * many for new, many in zip(sets, times, strict=True) if tile in new)
        model.add(laid == before[tile] + played.get(tile, 0))
    model.add(sum(played.values()) == answer.tiles)
    model.add(played.get("J", 0) == answer.jokers)
    model.add(sum(tile[1] * many for tile, many in played.items() if not isinstance(tile, str)) == answer.value)
    claims: list[list[cp_model.IntVar]] = [[] for _ in sets]
    kept = []
    for one in old:
        heirs = []
        for new, claim in zip(sets, claims, strict=True):
            if common := (one & new).total():
                heir = model.new_bool_var("")
                heirs.append(heir)
                claim.append(heir)
                kept.append(common * heir)
        model.add_at_most_one(heirs)
    for many, claim in zip(times, claims, strict=True):
        model.add(sum(claim) <= many)
    model.maximize(sum(kept))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    return before.total() - round(solver.objective_value)


def _laid(
    natural: tuple[exhaustive.Natural, ...], both: Counter[exhaustive.Tile], jokers: int
) -> list[Counter[exhaustive.Tile]]:
    """A set with jokers where there is no tile, and with those that are left anywhere."""
    missing = [tile for tile in natural if not both[tile]]
    held = [tile for tile in natural if both[tile]]
    found = []
    for chosen in exhaustive.sub_multisets(held):
        count = len(natural) - len(chosen)
        if len(missing) <= count <= jokers:
            found.append(Counter([*chosen, *["J"] * count]))
    return found


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.long)])
def test_minimum_of_a_second_formulation(part: int) -> None:
    """Tables of three to eight sets under `free`, too large for exhaustive search."""
    rules = Rules.named("free")
    rng = Random(part)
    compared = apart = 0
    while compared < 12:
        table, rack = random_positions.large_position(rng, sets=rng.randint(3, 8), rack=rng.randint(6, 14))
        answer = solve(product_position(table, rack, rules), objective=rng.choice(("value", "tiles")), steps=False)
        if answer.played:
            assert answer.moved == listed_minimum(table, answer), answer.position
            compared += 1
            apart += answer.moved > 0
    assert apart >= 4


# --- Worked by hand ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "moved"),
    [
        ("B4B5B6 B7 rules=free", 0),
        # B5 and the joker leave; the rest stays.
        ("B4JB6/K5R5O5B5 R1O1 rules=standard", 2),
        # Going out takes both ends of the run into groups.
        ("B5B6B7B8B9 K5R5K9R9 rules=free", 2),
        # B3-B6 and B5-B8: four of the six tiles stay together.
        ("B3B4B5B6B7B8 B6B5 rules=free", 2),
        # B1-B7 is one heir, and the other set would have moved; B1-B4 and B5-B7 are two.
        ("B1B2B3/B5B6B7 B4 rules=american turn.discard=no", 0),
        # O5 leaves, and the jokers stay together: that keeps two of three.
        ("J(K5)J(B5)O5/K4B4R4O4/K6B6R6O6 K5R5B4 rules=standard", 1),
        ("J(K5)J(B5)O5 K5R5B5K1K2K3B8B9 rules=free", 1),
    ],
)
def test_hand_worked(line: str, moved: int) -> None:
    answer = solve(Position.parse(line), objective="tiles")
    assert answer.goes_out
    assert answer.moved == moved


@pytest.mark.parametrize(
    "changes",
    [
        {"sets.max_jokers": 1},
        {"sets.max_jokers": 1, "tiles.copies": 3, "tiles.jokers": 4},
        {"sets.min_natural": 2},
        {"sets.min_natural": 2, "jokers.reuse": "new_set"},
    ],
    ids=str,
)
def test_without_a_limit_every_answer_is_proved(changes: dict[str, object]) -> None:
    """Where sets are counted joker by joker no rung follows that could prove what was left open."""
    rules = Rules.named("free").changed(changes)
    position = Position.parse("O6O7O8O9J(O10)/K1B1O1/K1B1R1J(O1) K12B5O3", rules)
    assert solve(position).status == "optimal"
    for question in questions(rules, 11, 25, most_table=14):
        assert solve(question.position).status in ("optimal", "no_move")
