"""Every set that some tiles can make, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN
from solver.model.network.places import Place, Placed, Stock

__all__ = ["group_sets", "run_sets"]


def run_sets(rules: Rules, stock: Stock, jokers: int, colour: int, first: int, length: int) -> Iterator[Placed]:
    """The runs of `length` tiles that begin with the number `first`, with every choice of jokers.

    Empty if the run does not fit.
    """
    n = rules.tiles.numbers
    if not rules.sets.go_round and first + length - 1 > n + rules.sets.end_with_one:
        return
    numbers = [(first + i - 1) % n + 1 for i in range(length)]
    most = min(jokers, rules.max_jokers, length - rules.sets.min_natural)
    must = [i for i, v in enumerate(numbers) if not stock[colour][v]]
    if len(must) > most or length < rules.sets.min_run:
        return
    may = [i for i in range(length) if i not in must]
    for extra in range(most - len(must) + 1):
        for chosen in combinations(may, extra):
            at = {*must, *chosen}
            yield Placed(RUN, tuple(Place(colour, v, i in at) for i, v in enumerate(numbers)))


def group_sets(rules: Rules, stock: Stock, jokers: int, number: int, sizes: range) -> Iterator[Placed]:
    """The groups of `number` with every choice of number tiles and jokers; these take any missing colour (-1)."""
    have = [c for c in range(rules.tiles.colours) if stock[c][number]]
    for size in sizes:
        if not rules.sets.min_group <= size <= min(rules.max_group, rules.tiles.colours):
            continue
        for held in range(min(jokers, rules.max_jokers, size - rules.sets.min_natural) + 1):
            for chosen in combinations(have, size - held):
                yield Placed(GROUP, (*(Place(c, number) for c in chosen), *[Place(-1, number, True)] * held))
