"""Laying off: no set on the table is taken apart, so each lies whole in one new set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN, TileSet
from solver.game.tiles import Tile
from solver.model.columns import SetColumn, group_sets, run_sets, run_span, sure_run
from solver.model.holders import (
    GroupHolder,
    RunHolder,
    followers_in_group,
    followers_in_run,
    group_holder,
    run_holder,
)
from solver.model.network import Groups, Place, Placed, PlainRuns, TrackedRuns
from solver.model.problem import Problem
from solver.model.program import Term

if TYPE_CHECKING:
    from solver.model.jokers import JokerHistory

__all__ = ["add_lay_off"]


def add_lay_off(problem: Problem, history: JokerHistory | None, *, own_sets: bool = False) -> None:
    """Give every old set one new set that holds it; with `own_sets` no two have the same one."""
    _LayOff(problem, history, own_sets).add()


class _LayOff:
    """Sets that hold old ones.

    Sets without jokers need only themselves with something added, unless runs go
    round the circle: there they need not lie in a row. Sets with jokers may share a new set, since their jokers may lie
    anywhere in it. A set that holds old ones may play any part in the jokers' `history` as well.
    """

    def __init__(self, problem: Problem, history: JokerHistory | None, own_sets: bool) -> None:
        self.problem, self.history, self.own_sets = problem, history, own_sets
        self.table = problem.position.table
        self.held: dict[int, list[Term]] = {i: [] for i in range(len(self.table))}

    def add(self) -> None:
        """Add all sets that hold old ones, and the rows, once all sets are there."""
        problem, network = self.problem, self.problem.layout.network
        grown = set()
        for i, old in enumerate(self.table):
            solid = old.kind == RUN and not old.joker_count and not network.tracked
            if solid and not _goes_round(problem, old.tiles[0].colour):
                first = old.tiles[0].number - 1
                self._grow(i, first)
                grown.add(i)
                problem.layout.with_part.append((Placed(RUN, old.tiles), frozenset(), partial(self._grow, i, first)))
                if problem.rules.sets.wrap == "around" or any(one.joker_count for one in self.table):
                    # A set that shares its new one with another may find its heir in what is added to this one.
                    self._again(i, partial(self._hold_in_run, i, []))
        own = not network.tracked and not self._may_be_host()
        if own:
            self._add_runs()
        if own and network.apart:
            self._add_groups()
        listed = (RUN,) * (not own) + (GROUP,) * (not (own and network.apart))
        for column in _holders(problem, grown, listed, alone=self.own_sets):
            problem.check_time()
            parts = self.history.parts(column.placed) if self.history is not None else []
            for part in (column, *(replace(part, holds=column.holds) for part in parts)):
                self._lay(part)
                problem.layout.with_part.append((part.placed, frozenset(), partial(self._lay, part)))
        problem.at_close.append(self._write)

    def _write(self) -> None:
        for terms in self.held.values():
            self.problem.program.equal(terms, 1)

    def _lay(self, column: SetColumn) -> int:
        """Add an explicit set."""
        plays = column.freed or column.kept
        index = (
            self.history.add_again(column)
            if self.history is not None and plays
            else self.problem.layout.add_set(column)
        )
        for old in column.holds:
            self.held[old].append((index, 1))
        return index

    def _grow(self, old: int, first: int) -> int:
        """A run without jokers, with whatever the network adds at its ends."""
        tiles = self.table[old].tiles
        index = self.problem.layout.network.add_stretch(tiles[0].colour, first, "n" * len(tiles), 1)
        self.held[old].append((index, 1))
        return index

    def _may_be_host(self) -> bool:
        """Whether a set that holds old ones may be a new set for a freed joker.

        It then holds only old sets that were read as the other kind: jokers with one number tile.
        """
        history = self.history
        both = any(len(old.naturals) == 1 and old.joker_count for old in self.table)
        return both and history is not None and history.has_hosts

    def _leads(self, old: TileSet, part: int) -> bool:
        """Whether an old set, all its number tiles of one colour (part 0) or number (part 1), may share a new one.

        One with a joker may, as its joker may lie anywhere; so may a run that need not lie in a row.
        """
        if len({tile[part] for tile in old.naturals}) > 1:
            return False
        return bool(old.joker_count) or part == 0 and _goes_round(self.problem, old.naturals[0].colour)

    def _leaders(self, part: int) -> Iterator[tuple[int, list[int]]]:
        """Old sets that may share a new one, by index, and the others that may lie in it with them.

        Of two that may both share, the later one lies in the set of the other.
        """
        leads = [self._leads(old, part) for old in self.table]
        for i in range(len(self.table)):
            if leads[i]:
                yield i, [] if self.own_sets else [k for k in range(len(self.table)) if not leads[k] or k > i]

    def _add_runs(self) -> None:
        """Networks for the runs that hold old sets which may share them."""
        for i, others in self._leaders(0):
            self.problem.check_time()
            add = partial(self._hold_in_run, i, followers_in_run(self.problem, i, others))
            self._again(i, add)
            add()

    def _again(self, old: int, add: Callable[[], PlainRuns | TrackedRuns | None]) -> None:
        """Remember what adds one more run that holds an old set, for any set that may have its heir there."""
        colour = self.table[old].naturals[0].colour
        self.problem.layout.own_runs_with_part.setdefault(colour, []).append(add)

    def _add_groups(self) -> None:
        """Networks for the groups that hold old sets."""
        problem, layout = self.problem, self.problem.layout
        leaders = dict(self._leaders(1))
        for i, old in enumerate(self.table):
            problem.check_time()
            if i in leaders or old.kind == GROUP:
                add = partial(self._hold_in_group, i, followers_in_group(problem, i, leaders.get(i, [])))
                layout.groups_with_part.setdefault(old.naturals[0].number, []).append(add)
                add(1)

    def _hold_in_run(self, old: int, followers: list[int]) -> PlainRuns | TrackedRuns | None:
        """A run that holds an old set, and any of the `followers`, with their jokers anywhere in it."""
        holder = run_holder(self.problem, old, followers)
        if holder is None:
            return None
        self._ask_jokers(holder, holder.runs.all_jokers())
        return holder.runs

    def _hold_in_group(self, old: int, followers: list[int], most: int) -> Groups | None:
        """A group that holds an old set, and any of the `followers`; there can't be two."""
        holder = group_holder(self.problem, old, followers) if most else None
        if holder is None:
            return None
        self._ask_jokers(holder, holder.groups.all_jokers())
        return holder.groups

    def _ask_jokers(self, holder: RunHolder | GroupHolder, laid: list[Term]) -> None:
        """A set has at least the jokers of the old sets that it holds, and may keep them."""
        needed: list[Term] = []
        for old, terms in holder.holds.items():
            self.held[old].extend(terms)
            needed += [(column, weight * self.table[old].joker_count) for column, weight in terms]
        if any(count for _, count in needed):
            self.problem.program.row([*laid, *((column, -count) for column, count in needed)], low=0)
        if self.history is not None and self.history.successors is not None:
            self.history.successors.may_keep_in(holder)


def _goes_round(problem: Problem, colour: int) -> bool:
    """Whether a run of this colour can close the circle: it may hold an old one that does not lie in a row."""
    numbers = problem.stock[colour][1:]
    return problem.rules.sets.wrap == "around" and numbers.count(0) <= problem.jokers


def _holders(problem: Problem, but: set[int], kinds: tuple[str, ...], *, alone: bool) -> Iterator[SetColumn]:
    """Sets of these kinds that hold old ones, but those in `but` not alone; with `alone` just one each."""
    table = problem.position.table
    for together in _may_share(problem, () if alone else kinds):
        if len(together) == 1 and together[0] in but:
            continue
        sets = [table[i] for i in together]
        naturals = Counter((t.colour, t.number) for old in sets for t in old.naturals)
        jokers = sum(old.joker_count for old in sets)
        of_run = len({c for c, _ in naturals}) == 1
        of_group = len({v for _, v in naturals}) == 1 and max(naturals.values()) == 1
        if RUN in kinds and of_run and (RUN in {old.kind for old in sets} or jokers):
            yield from _run_holders(problem, naturals, jokers, together)
        if GROUP in kinds and of_group and (GROUP in {old.kind for old in sets} or jokers):
            yield from _group_holders(problem, naturals, jokers, together)


def _may_share(problem: Problem, kinds: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    """Which old sets may lie in one new set: one alone, or several with a joker among them in sets of these kinds.

    A run that goes round the circle more than once may hold several without a joker, none of them in a row.
    """
    table, wrap = problem.position.table, problem.rules.sets.wrap
    for i in range(len(table)):
        yield (i,)
    families: dict[tuple[str, int], list[int]] = {}
    for i, old in enumerate(table):
        if RUN in kinds and len({t.colour for t in old.naturals}) == 1:
            families.setdefault(("colour", old.naturals[0].colour), []).append(i)
        if GROUP in kinds and len({t.number for t in old.naturals}) == 1:
            families.setdefault(("number", old.naturals[0].number), []).append(i)
    seen = set()
    for olds in families.values():
        if wrap == "around" or any(table[i].joker_count for i in olds):
            for together in _together(table, olds, twice=wrap != "none"):
                problem.check_time()
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
    two_rack = rules.jokers.two_rack
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
