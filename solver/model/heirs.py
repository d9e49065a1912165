"""Fewest moved tiles: every old set keeps as many tiles as it can in one new set.

An old set has at most one heir among the new sets, heirs are distinct, and what an old
set and its heir have in common has not moved. Likely heirs are columns of their own, or
with many jokers networks of their own, with the tiles in common as their reward. An heir
that shares a single tile is counted
without saying which set it is: almost any set will do, so the reward is an upper bound,
and whoever uses it compares it with the matching of the sets that were found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations

from solver.game.sets import GROUP, RUN, TileSet
from solver.game.tiles import JOKER, Tile
from solver.model.columns import SetColumn, group_sets, run_sets, sure_run
from solver.model.network import Placed, PlainRuns, TrackedRuns, positions
from solver.model.problem import Problem
from solver.model.program import Term

__all__ = ["Heirs"]


@dataclass(frozen=True)
class OldSets:
    """Old sets of the same tiles: nothing tells them apart."""

    one: TileSet
    tiles: Counter[Tile]
    count: int


class Heirs:
    """Adds the heirs of the old sets to a problem and makes them its objective.

    With `single=True` heirs that share one tile are explicit as well; the reward is then
    exact.
    """

    def __init__(self, problem: Problem, *, single: bool = False) -> None:
        self.problem = problem
        program = problem.program
        least = 1 if single else 2
        self.most = sum(len(old.tiles) for old in problem.position.table)
        reward: dict[int, float] = {}
        apart = problem.layout.network.apart
        classes = _classes(problem.position.table, apart, problem.rules.sets.wrap == "around")
        taken: list[list[Term]] = [[] for _ in classes]
        self._claim(classes, taken, reward, least)
        for old, terms in zip(classes, taken, strict=True):
            problem.check_time()
            if apart:
                _add_networks(problem, old, least, terms, reward)
            else:
                for index, common in _add_heirs(problem, old, least):
                    terms.append((index, 1))
                    reward[index] = common
                _add_runs_with_part(problem, old, least, terms, reward)
            if not single:
                anyone = program.column(old.count)
                terms.append((anyone, 1))
                reward[anyone] = 1
            program.row(terms, high=old.count)
        program.objective = reward

    def _claim(self, classes: list[OldSets], taken: list[list[Term]], reward: dict[int, float], least: int) -> None:
        """Sets that play a part of their own may be heirs: each is added once more as such."""
        by_tile: dict[Tile, list[int]] = {}
        for i, old in enumerate(classes):
            for tile in old.tiles:
                by_tile.setdefault(tile, []).append(i)
        for placed, either, add_again in list(self.problem.layout.with_part):
            self.problem.check_time()
            shared = _shared_tiles(classes, placed, by_tile)
            if either:
                _share_jokers(classes, placed, either, shared, self.problem.jokers)
            for i, common in shared.items():
                if common >= least:
                    heir = add_again()
                    taken[i].append((heir, 1))
                    reward[heir] = common


def _classes(table: tuple[TileSet, ...], apart: bool, around: bool) -> list[OldSets]:
    """Old sets by their tiles; with `apart` one by one those with jokers, or with a tile that a run may hold twice."""
    counts: Counter[tuple[tuple[Tile, ...], int]] = Counter()
    first: dict[tuple[tuple[Tile, ...], int], TileSet] = {}
    for i, old in enumerate(table):
        alone = apart and (around or old.joker_count or any(tile.number == 1 for tile in old.tiles))
        key = tuple(sorted(tile.bare for tile in old.tiles)), i if alone else -1
        counts[key] += 1
        first.setdefault(key, old)
    return [OldSets(first[key], Counter(key[0]), count) for key, count in counts.items()]


def _in_common(tiles: Counter[Tile], placed: Placed) -> int:
    """Physical tiles that an old set shares with a set; any joker equals any other."""
    shared = [place for place in placed.places if place.bare in tiles]
    naturals = [place for place in shared if not place.is_joker]
    jokers = min(len(shared) - len(naturals), tiles[JOKER])
    if len(set(naturals)) == len(naturals):
        return len(naturals) + jokers
    # A run round a circle can hold a tile twice.
    return (Counter(naturals) & tiles).total() + jokers


def _shared_tiles(classes: list[OldSets], placed: Placed, by_tile: Mapping[Tile, Sequence[int]]) -> dict[int, int]:
    """By index, the old sets that share tiles with a set, and how many."""
    naturals = [place for place in placed.places if not place.is_joker]
    jokers = len(placed.places) - len(naturals)
    found: dict[int, int] = {}
    for place in naturals:
        for i in by_tile.get(place, ()):
            found[i] = found.get(i, 0) + 1
    for i in by_tile.get(JOKER, ()) if jokers else ():
        found[i] = found.get(i, 0) + min(jokers, classes[i].tiles[JOKER])
    if len(set(naturals)) < len(naturals):
        # A run round a circle can hold a tile twice.
        found = {i: _in_common(classes[i].tiles, placed) for i in found}
    return dict(sorted(found.items()))


def _share_jokers(
    classes: list[OldSets], placed: Placed, either: frozenset[int], shared: dict[int, int], most: int
) -> None:
    """Count, of the places that may be jokers (`either`), those that an old set could have as jokers only.

    What is shared is an upper bound then: up to `most` jokers may lie in the set.
    """
    jokers = sum(place.is_joker for place in placed.places)
    if jokers >= most:
        return
    for i, old in enumerate(classes):
        if old.tiles[JOKER] > jokers:
            others = (Counter(placed.places[u].bare for u in either) - old.tiles).total()
            more = min(others, old.tiles[JOKER] - jokers, most - jokers)
            if more:
                shared[i] = shared.get(i, 0) + more


def _add_networks(problem: Problem, old: OldSets, least: int, taken: list[Term], reward: dict[int, float]) -> None:
    """Heirs as runs and groups of a network of their own, rewarded tile by tile.

    With many jokers that is much smaller than a list of what they may replace. Adds what
    begins an heir to `taken`, and to `reward` what it has in common with the old set.
    """
    network = problem.layout.network
    jokers: list[Term] = []
    for colour, span in _spans(problem, old.one, least):
        problem.check_time()
        jokers += _reward_runs(problem, old, colour, network.add_runs(colour, span), taken, reward)
    for number in _numbers(problem, old.one, least):
        again = problem.layout.groups_with_part.get(number, [])
        for groups in [network.add_groups(number, old.count), *(add(old.count) for add in again)]:
            if groups is not None and groups.count >= 0:
                taken.append((groups.count, 1))
                for colour in range(problem.rules.tiles.colours):
                    if Tile(colour, number) in old.tiles:
                        _earn(groups.naturals(colour), reward)
                jokers += groups.all_jokers()
    _reward_jokers(problem, old, jokers, reward)
    _add_runs_with_part(problem, old, least, taken, reward)


def _add_runs_with_part(
    problem: Problem, old: OldSets, least: int, taken: list[Term], reward: dict[int, float]
) -> None:
    """Heirs that are runs and play a part of their own, one by one."""
    layout = problem.layout
    two_rack = problem.rules.jokers.two_rack
    for colour, span in _spans(problem, old.one, least):
        if two_rack:
            # These tiles may lie anywhere in it.
            span = range(positions(problem.rules))
        adds = [partial(layout.run_with_part, colour, span)] * old.count if layout.run_with_part else []
        for add in [*adds, *layout.own_runs_with_part.get(colour, ())]:
            problem.check_time()
            if (runs := add()) is not None:
                jokers = _reward_runs(problem, old, colour, runs, taken, reward)
                _reward_jokers(problem, old, jokers, reward)


def _reward_runs(
    problem: Problem,
    old: OldSets,
    colour: int,
    runs: PlainRuns | TrackedRuns,
    taken: list[Term],
    reward: dict[int, float],
) -> list[Term]:
    """Make runs heirs of an old set, rewarded for number tiles; gives the terms that count their jokers."""
    program = problem.program
    taken += runs.starts
    jokers: list[Term] = []
    for number in range(1, problem.rules.tiles.numbers + 1):
        jokers += runs.jokers_at(number)
        if common := old.tiles[Tile(colour, number)]:
            naturals = runs.naturals_at(number)
            wrap = problem.rules.sets.wrap
            if wrap == "around" or wrap == "high_one" and number == 1:
                # Such a run may hold the tile more than once.
                kept = program.column(common)
                program.row([(kept, 1), *((column, -weight) for column, weight in naturals)], high=0)
                naturals = [(kept, 1)]
            _earn(naturals, reward)
    return jokers


def _reward_jokers(problem: Problem, old: OldSets, jokers: list[Term], reward: dict[int, float]) -> None:
    """Reward jokers for being where jokers were."""
    if old.tiles[JOKER] and jokers:
        kept = problem.program.column(min(old.tiles[JOKER], problem.jokers))
        reward[kept] = 1
        problem.program.row([(kept, 1), *((column, -weight) for column, weight in jokers)], high=0)


def _earn(terms: Iterable[Term], reward: dict[int, float]) -> None:
    for column, weight in terms:
        reward[column] = reward.get(column, 0) + weight


def _spans(problem: Problem, old: TileSet, least: int) -> Iterator[tuple[int, range]]:
    """By colour, the places of runs that share at least `least` tiles with an old set.

    What reaches further is a run of its own and leaves one, unless a joker that is shared lies there.
    """
    m, size = problem.rules.sets.min_run, positions(problem.rules)
    shared = min(old.joker_count, problem.jokers)
    numbers: dict[int, set[int]] = {}
    for tile in old.naturals:
        numbers.setdefault(tile.colour, set()).add(tile.number)
    for colour in range(problem.rules.tiles.colours):
        of_colour = numbers.get(colour, set())
        if shared + len(of_colour) < least:
            continue
        if shared:
            yield colour, range(size)
            continue
        places = [number - 1 for number in of_colour]
        if problem.rules.sets.wrap == "high_one" and 1 in of_colour:
            places.append(size - 1)
        reach = 2 * m - 2
        yield colour, range(max(0, min(places) - reach), min(size, max(places) + reach + 1))


def _numbers(problem: Problem, old: TileSet, least: int) -> Iterator[int]:
    """The numbers of groups that share at least `least` tiles with an old set."""
    shared = min(old.joker_count, problem.jokers)
    of_number = Counter(tile.number for tile in set(old.naturals))
    for number in range(1, problem.rules.tiles.numbers + 1):
        if shared + of_number[number] >= least:
            yield number


def _add_heirs(problem: Problem, old: OldSets, least: int) -> Iterator[tuple[int, int]]:
    """Columns of possible heirs and how many tiles they share with the old set, at least `least`."""
    network = problem.layout.network
    # A run that goes round the circle more than once is rare enough to be listed.
    if not network.tracked and len(old.one.tiles) <= problem.rules.tiles.numbers:
        for colour, first, pattern, common in _stretches(problem, old.one, least):
            problem.check_time()
            yield network.add_stretch(colour, first, pattern, old.count), common
        placed = _groups_near(problem, old.one, least)
    else:
        placed = chain(_runs_near(problem, old.one, least), _groups_near(problem, old.one, least))
    for heir in dict.fromkeys(placed):
        common = _in_common(old.tiles, heir)
        if common >= least and not _shorter_will_do(problem, old.tiles, heir, common):
            yield problem.layout.add_set(SetColumn(heir), old.count), common


def _stretches(problem: Problem, old: TileSet, least: int) -> Iterator[tuple[int, int, str, int]]:
    """Stretches of runs that share tiles with an old set, as (colour, first place, pattern, shared).

    A stretch goes from the first shared tile to the last, and is made as long as a run
    if it is shorter; what lies between and around may be a tile or a joker. Where a tile
    of the old set does not lie in its place, a joker must, so there are few such gaps.
    Jokers alone may be what is shared: then the stretch can lie anywhere.
    """
    rules, stock = problem.rules, problem.stock
    m, n, size = rules.sets.min_run, rules.tiles.numbers, positions(rules)
    around = rules.sets.wrap == "around"
    told = min(old.joker_count, problem.jokers)
    anywhere = ((colour, ()) for colour in range(rules.tiles.colours if told >= least else 0))
    for colour, places in chain(_places_by_colour(problem, old), anywhere):
        low, high = (min(places, default=n) - n, max(places, default=n + m) + n) if around else (0, size - 1)
        for kept in _kept_tiles(places, problem.jokers) if places else [()]:
            if around and kept and kept[0] != places[0]:
                # Each way round the circle begins with its own first tile.
                continue
            for many in range(told + 1):
                if len(kept) + many < least:
                    continue
                outside = [u for u in range(low, high + 1) if u not in kept] if many else []
                for at in combinations(outside, many):
                    first, last = min((*kept, *at)), max((*kept, *at))
                    if last - first >= size + m or not kept and first >= size:
                        continue
                    for begin in range(min(first, last - m + 1), first + 1):
                        end = max(last, begin + m - 1)
                        if not around and not 0 <= begin <= end < size:
                            continue
                        span = range(begin, end + 1)
                        pattern = "".join("n" if u in kept else "j" if u in at else "?" for u in span)
                        gaps = sum(not stock[colour][u % size % n + 1] for u in span if u not in kept and u not in at)
                        gaps += sum(u in places and u not in kept and u not in at for u in span)
                        if gaps + many <= problem.jokers:
                            yield colour, begin, pattern, len(kept) + many


def _places_by_colour(problem: Problem, old: TileSet) -> Iterator[tuple[int, tuple[int, ...]]]:
    """By colour, where in a run the number tiles of an old set can lie."""
    size, wrap = positions(problem.rules), problem.rules.sets.wrap
    by_colour: dict[int, list[int]] = {}
    for tile in old.naturals:
        by_colour.setdefault(tile.colour, []).append(tile.number - 1)
    for colour, found in by_colour.items():
        places = sorted(found)
        if wrap == "around":
            for i in range(len(places)):
                yield colour, (*places[i:], *(place + size for place in places[:i]))
            continue
        if wrap == "high_one" and places[0] == 0:
            # A 1 may lie at either end.
            yield colour, (*places[1:], size - 1)
        yield colour, tuple(dict.fromkeys(places))


def _kept_tiles(places: tuple[int, ...], gaps: int) -> Iterator[tuple[int, ...]]:
    """Tiles of a row that may stay together: next to each other but for a few gaps."""
    for a in range(len(places)):
        for b in range(a, len(places)):
            inner = places[a + 1 : b]
            for gone in range(min(gaps, len(inner)) + 1):
                for missing in combinations(inner, gone):
                    yield tuple(place for place in places[a : b + 1] if place not in missing)


def _runs_near(problem: Problem, old: TileSet, least: int) -> Iterator[Placed]:
    """Runs that share a number tile with an old set and reach little beyond it, and runs that share jokers only."""
    rules = problem.rules
    m, size = rules.sets.min_run, positions(rules)
    around = rules.sets.wrap == "around"
    by_colour: dict[int, list[int]] = {}
    for tile in old.naturals:
        by_colour.setdefault(tile.colour, []).append(tile.number - 1)
    for colour, at in by_colour.items():
        # What reaches further is a run of its own and leaves one.
        reach = 2 * sure_run(rules, problem.jokers) - 2
        starts = range(size) if around else range(max(0, min(at) - reach), max(at) + reach + 1)
        if rules.sets.wrap == "high_one" and 0 in at:
            starts = range(size)
        longest = max(len(old.tiles), m, size if around else 0) + 2 * reach
        for first in starts:
            problem.check_time()
            for length in range(m, longest + 1):
                yield from run_sets(rules, problem.stock, problem.jokers, colour, first, length)
    if min(old.joker_count, problem.jokers) < least:
        return
    longest = size + (m if around else 0)
    for colour in range(rules.tiles.colours):
        for first in range(size):
            problem.check_time()
            for length in range(m, longest + 1):
                for run in run_sets(rules, problem.stock, problem.jokers, colour, first, length):
                    if sum(place.is_joker for place in run.places) >= least:
                        yield run


def _groups_near(problem: Problem, old: TileSet, least: int) -> Iterator[Placed]:
    """Groups that share a number with an old set, and groups that may share jokers only."""
    if old.kind == RUN and least > 1 and not old.joker_count:
        return
    rules = problem.rules
    sizes = range(rules.sets.min_group, rules.max_group + 1)
    anywhere = min(old.joker_count, problem.jokers) >= least
    numbers = range(1, rules.tiles.numbers + 1) if anywhere else sorted({tile.number for tile in old.naturals})
    for number in numbers:
        yield from group_sets(rules, problem.stock, problem.jokers, number, sizes, _kept_colours(problem, number))


def _kept_colours(problem: Problem, number: int) -> list[int]:
    """Colours that a kept joker of an old group of that number may stand for."""
    rules = problem.rules
    if rules.jokers.freed_by == "rearranging" and rules.jokers.reuse == "any":
        return []
    colours = set()
    for old in problem.position.table:
        if old.kind == GROUP and old.tiles[0].number == number:
            for tile in old.tiles:
                if tile.is_joker:
                    colours |= {t.colour for t in old.may_stand_for(tile, rules)}
    return sorted(colours)


def _shorter_will_do(problem: Problem, tiles: Counter[Tile], placed: Placed, common: int) -> bool:
    """Whether some of the places form a set of their own and the rest still shares as much."""
    rules = problem.rules
    if placed.kind == RUN:
        places, m = placed.places, rules.sets.min_run
        return any(
            len(rest) >= m
            and _in_common(tiles, Placed(RUN, rest)) == common
            and min(sum(not p.is_joker for p in part) for part in (tail, rest)) >= rules.sets.min_natural
            for tail, rest in ((places[:m], places[m:]), (places[-m:], places[:-m]))
        )
    others = [p for p in placed.places if not p.is_joker and not tiles[Tile(p.colour, p.number)]]
    least = max(rules.sets.min_group, rules.sets.min_natural)
    rest = len(placed.places) - least
    naturals = sum(not p.is_joker for p in placed.places) - least
    return len(others) >= least and rest >= rules.sets.min_group and naturals >= rules.sets.min_natural
