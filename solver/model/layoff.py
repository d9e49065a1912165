"""Laying off: no set on the table is taken apart, so each lies whole in one new set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN, TileSet
from solver.game.tiles import Tile
from solver.model.columns import SetColumn, group_sets, run_sets, run_span, sure_run
from solver.model.network import Place, Placed
from solver.model.problem import Problem
from solver.model.program import Term

if TYPE_CHECKING:
    from solver.model.jokers import JokerHistory

__all__ = ["add_lay_off"]


def add_lay_off(problem: Problem, history: JokerHistory | None) -> None:
    """Give every old set one new set that holds it.

    Sets without jokers need only themselves with something added at the ends, unless runs go
    round the circle. Sets with
    jokers may share a new set, since their jokers may lie anywhere in it. A set that
    holds old ones may play any part in the jokers' `history` as well.
    """
    held: dict[int, list[Term]] = {i: [] for i in range(len(problem.position.table))}

    def lay(column: SetColumn) -> int:
        plays = column.freed or column.kept
        index = history.add_again(column) if history is not None and plays else problem.layout.add_set(column)
        for old in column.holds:
            held[old].append((index, 1))
        return index

    def grow(old: int, first: int) -> int:
        """A run without jokers, with whatever the network adds at its ends."""
        tiles = problem.position.table[old].tiles
        index = problem.layout.network.add_stretch(tiles[0].colour, first, "n" * len(tiles), 1)
        held[old].append((index, 1))
        return index

    grown = set()
    for i, old in enumerate(problem.position.table):
        plain = old.kind == RUN and not old.joker_count and not problem.layout.network.tracked
        if plain and not _goes_round(problem, old.tiles[0].colour):
            first = old.tiles[0].number - 1
            grow(i, first)
            grown.add(i)
            problem.layout.with_part.append((Placed(RUN, old.tiles), frozenset(), partial(grow, i, first)))
    for column in _holders(problem, grown):
        problem.check_time()
        parts = history.parts(column.placed) if history is not None else []
        for part in (column, *(replace(part, holds=column.holds) for part in parts)):
            lay(part)
            problem.layout.with_part.append((part.placed, frozenset(), partial(lay, part)))

    def write() -> None:
        for terms in held.values():
            problem.program.equal(terms, 1)

    problem.at_close.append(write)


def _goes_round(problem: Problem, colour: int) -> bool:
    """Whether a run of this colour can close the circle: it may hold an old one that does not lie in a row."""
    numbers = problem.stock[colour][1:]
    return problem.rules.sets.wrap == "around" and numbers.count(0) <= problem.jokers


def _holders(problem: Problem, but: set[int]) -> Iterator[SetColumn]:
    """Sets that hold old ones, but those in `but` not alone."""
    table = problem.position.table
    for together in _may_share(table, problem.rules.sets.wrap):
        problem.check_time()
        if len(together) == 1 and together[0] in but:
            continue
        sets = [table[i] for i in together]
        naturals = Counter((t.colour, t.number) for old in sets for t in old.naturals)
        jokers = sum(old.joker_count for old in sets)
        runs = len({c for c, _ in naturals}) == 1
        groups = len({v for _, v in naturals}) == 1 and max(naturals.values()) == 1
        if runs and (RUN in {old.kind for old in sets} or jokers):
            yield from _run_holders(problem, naturals, jokers, together)
        if groups and (GROUP in {old.kind for old in sets} or jokers):
            yield from _group_holders(problem, naturals, jokers, together)


def _may_share(table: tuple[TileSet, ...], wrap: str) -> Iterator[tuple[int, ...]]:
    """Which old sets may lie in one new set: one alone, or several with a joker among them.

    A run that goes round the circle more than once may hold several without a joker, none of them in a row.
    """
    for i in range(len(table)):
        yield (i,)
    families: dict[tuple[str, int], list[int]] = {}
    for i, old in enumerate(table):
        if len({t.colour for t in old.naturals}) == 1:
            families.setdefault(("colour", old.naturals[0].colour), []).append(i)
        if len({t.number for t in old.naturals}) == 1:
            families.setdefault(("number", old.naturals[0].number), []).append(i)
    seen = set()
    for olds in families.values():
        if wrap == "around" or any(table[i].joker_count for i in olds):
            for together in _together(table, olds, twice=wrap != "none"):
                may = wrap == "around" or any(table[i].joker_count for i in together)
                if len(together) > 1 and together not in seen and may:
                    seen.add(together)
                    yield together


def _together(table: tuple[TileSet, ...], olds: list[int], twice: bool) -> Iterator[tuple[int, ...]]:
    """Choices of old sets without a number tile in common; with one if a set may hold a tile `twice`."""
    chosen: list[tuple[tuple[int, ...], frozenset[Tile]]] = [((), frozenset())]
    for i in olds:
        naturals = frozenset(table[i].naturals)
        for together, tiles in list(chosen):
            if twice or not naturals & tiles:
                chosen.append(((*together, i), tiles | naturals))
                yield (*together, i)


def _run_holders(
    problem: Problem, naturals: Counter[tuple[int, int]], jokers: int, holds: tuple[int, ...]
) -> Iterator[SetColumn]:
    rules = problem.rules
    colour, n, least = next(iter(naturals))[0], rules.tiles.numbers, rules.sets.min_run
    need = Counter({v: count for (_, v), count in naturals.items()})
    two_rack = rules.jokers.reuse == "new_set_two_rack"
    more = 2 * sure_run(rules, problem.jokers) if rules.sets.wrap != "none" else 0
    longest = max(n, sum(need.values()) + jokers) + more
    for length in range(max(least, sum(need.values()) + jokers), longest + 1):
        for first in run_span(rules):
            for run in run_sets(rules, problem.stock, problem.jokers, colour, first, length):
                have = Counter(place.number for place in run.places if not place.is_joker)
                holds_all = need <= have and length - sum(have.values()) >= jokers
                # Two tiles from the rack may be what holds a longer run together.
                if holds_all and (two_rack or not _has_tail(rules, run.places, need, jokers)):
                    yield SetColumn(run, holds=holds)


def _has_tail(rules: Rules, places: tuple[Place, ...], need: Counter[int], jokers: int) -> bool:
    """Whether an end of the run can be cut off as a run and leave all that it must hold."""
    least = rules.sets.min_run
    for tail, rest in ((places[:least], places[least:]), (places[-least:], places[:-least])):
        have = Counter(place.number for place in rest if not place.is_joker)
        if (
            len(rest) >= least
            and need <= have
            and len(rest) - sum(have.values()) >= jokers
            and sum(not place.is_joker for place in tail) >= rules.sets.min_natural
        ):
            return True
    return False


def _group_holders(
    problem: Problem, naturals: Counter[tuple[int, int]], jokers: int, holds: tuple[int, ...]
) -> Iterator[SetColumn]:
    rules = problem.rules
    number = next(iter(naturals))[1]
    need = {c for c, _ in naturals}
    sizes = range(max(rules.sets.min_group, len(need) + jokers), rules.max_group + 1)
    colours = sorted(
        {
            tile.colour
            for old in problem.position.table
            if old.kind == GROUP
            for joker in old.tiles
            if joker.is_joker and joker.number == number
            for tile in old.may_stand_for(joker, rules)
        }
    )
    for group in group_sets(rules, problem.stock, problem.jokers, number, sizes, colours):
        have = {place.colour for place in group.places if not place.is_joker}
        if need <= have and len(group.places) - len(have) >= jokers:
            yield SetColumn(group, holds=holds)
