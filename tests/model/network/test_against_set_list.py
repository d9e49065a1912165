"""The network of runs and groups against the list of all sets: as many tiles, decoded into legal sets."""

from __future__ import annotations

from collections import Counter
from random import Random

import exhaustive
import pytest
import setlist
from bridge import product_rules
from rulebook import Rules as Parameters

from solver.game.sets import GROUP, RUN
from solver.model.backend import maximise
from solver.model.network.free import FreeNetwork
from solver.model.network.network import Network
from solver.model.network.places import Placed
from solver.model.program import Program, Term

BOXES = {
    "usual": Parameters(),
    "short circle": Parameters(numbers=6, wrap="around", jokers=2),
    "high one": Parameters(numbers=7, wrap="high_one", jokers=2),
    "many jokers": Parameters(numbers=8, jokers=5),
    "two number tiles": Parameters(numbers=7, jokers=4, min_natural=2),
    "two number tiles round": Parameters(numbers=5, jokers=4, min_natural=2, wrap="around"),
    "one joker a set": Parameters(numbers=8, jokers=3, max_jokers=1, copies=3),
    "one joker a set round": Parameters(numbers=4, jokers=3, max_jokers=1, wrap="around"),
    "short sets": Parameters(numbers=8, min_run=2, min_group=2, jokers=3),
    "long runs": Parameters(numbers=9, min_run=5, jokers=2, max_group=3),
    "runs longer than the circle": Parameters(numbers=3, min_run=5, wrap="around", jokers=3),
    "six colours": Parameters(numbers=6, colours=6, max_group=4, jokers=2),
    "copies": Parameters(numbers=5, copies=5, jokers=4),
    "pairs": Parameters(numbers=6, colours=2, min_run=4, min_group=2, jokers=3),
    "no groups": Parameters(numbers=9, colours=2, jokers=2),
    "one number": Parameters(numbers=1, colours=5, copies=3, jokers=3, min_natural=2),
}


NOT_FREE = (
    "many jokers",
    "two number tiles",
    "short sets",
    "six colours",
    "copies",
    "pairs",
)


def laid(tiles: list[exhaustive.Natural], jokers: int, parameters: Parameters, *, free: bool = False) -> list[Placed]:
    """The sets that use most of these tiles, jokers counting like any."""
    rules = product_rules(parameters)
    stock = [[0] * (parameters.numbers + 1) for _ in range(parameters.colours)]
    for colour, number in tiles:
        stock[colour][number] += 1
    program = Program()
    network = (FreeNetwork if free else Network)(program, rules, stock, jokers)
    network.close()
    every: list[Term] = []
    for colour in range(parameters.colours):
        for number in range(1, parameters.numbers + 1):
            if terms := network.tiles_at(colour, number):
                used = program.column(stock[colour][number])
                program.equal([*terms, (used, -1)], 0)
                every.append((used, 1))
    if terms := network.jokers():
        used = program.column(jokers)
        program.equal([*terms, (used, -1)], 0)
        every.append((used, 1))
    program.objective = dict(every)
    outcome = maximise(program)
    assert outcome.proved
    assert outcome.values is not None
    sets = network.decode(outcome.values)
    assert sum(len(placed.places) for placed in sets) == outcome.objective
    return sets


def plain(placed: Placed, colours: int) -> exhaustive.TableSet:
    """The oracle's notation; jokers of any colour take missing ones."""
    taken = {place.colour for place in placed.places}
    missing = iter([c for c in range(colours) if c not in taken])
    places = tuple(
        (place.colour if place.colour >= 0 else next(missing), place.number, place.is_joker) for place in placed.places
    )
    return placed.kind, places


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("name", BOXES)
def test_as_many_tiles_as_the_set_list_lays(name: str, free: bool) -> None:
    rules = BOXES[name]
    rng = Random(name)
    box = [(c, v) for c in range(rules.colours) for v in range(1, rules.numbers + 1) for _ in range(rules.copies)]
    kinds: Counter[str] = Counter()
    asked = 0
    for _ in range(12):
        tiles = rng.sample(box, min(len(box), rng.randint(3, 24)))
        jokers = rng.randint(0, rules.jokers)
        if free and not FreeNetwork.fits(product_rules(rules), jokers):
            continue
        asked += 1
        sets = [plain(placed, rules.colours) for placed in laid(tiles, jokers, rules, free=free)]
        assert all(exhaustive.is_set(table_set, rules) for table_set in sets), sets
        naturals = Counter(tile for _, places in sets for tile in exhaustive.naturals_of(places))
        assert naturals <= Counter(tiles)
        used = naturals.total() + sum(exhaustive.jokers_of(places) for _, places in sets)
        rack: list[exhaustive.Tile] = [*tiles, *["J"] * jokers]
        assert used == setlist.most_tiles([], rack, rules), (name, tiles, jokers)
        kinds.update(kind for kind, _ in sets)
    if free:
        # Too many jokers for most draws, or too many groups to list.
        assert (asked < 6) == (name in NOT_FREE)
        if name in NOT_FREE:
            return
    # Runs of five tiles of three numbers: groups often lay as many.
    either = name == "runs longer than the circle"
    assert kinds[RUN] or rules.numbers == 1 or (either and kinds[GROUP])
    assert kinds[GROUP] or rules.colours < rules.min_group or either
