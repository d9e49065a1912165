"""Successors: where a set stays together while a joker of it is kept, the sets that it stays together in.

They are networks, and where these can't tell what they must, explicit columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from solver.game.sets import GROUP, RUN
from solver.game.tiles import Tile
from solver.model.columns import SetColumn, falls_apart, group_sets, run_sets, run_span, sure_run
from solver.model.holders import (
    GroupHolder,
    RunHolder,
    followers_in_group,
    followers_in_run,
    group_holder,
    run_holder,
)
from solver.model.joker_classes import JokerClass
from solver.model.network import Groups, Placed, PlainRuns, TrackedRuns
from solver.model.problem import Problem
from solver.model.program import Term

__all__ = ["Successors", "successor_parts"]


class Successors:
    """The sets that old ones stay together in; an explicit one is added with `add`."""

    def __init__(self, problem: Problem, classes: list[JokerClass], add: Callable[[SetColumn], int]) -> None:
        self.problem, self.classes, self.add = problem, classes, add
        self.kept: list[list[Term]] = [[] for _ in classes]
        """By class, terms that count the jokers kept in them."""
        self.of: dict[int, list[Term]] = {}
        """By old set, terms that count the sets that it stays together in."""

    def claim(self, index: int, column: SetColumn) -> None:
        """Jokers are kept in an explicit set."""
        for which, count in Counter(which for _, which in column.kept).items():
            self.kept[which].append((index, count))
        for old in {self.classes[which].old_set for _, which in column.kept}:
            self.of.setdefault(old, []).append((index, 1))

    def close(self) -> None:
        """Write the rows: a set stays together in one new set at most."""
        for terms in self.of.values():
            self.problem.program.row(terms, high=1)

    def add_all(self) -> None:
        """Sets in which jokers are kept: networks where they may be, else one by one."""
        problem, network, table = self.problem, self.problem.layout.network, self.problem.position.table
        olds = sorted({joker.old_set for joker in self.classes})
        runs = [i for i in olds if table[i].kind == RUN]
        groups = [i for i in olds if table[i].kind == GROUP]
        listed = set(olds)
        if not network.tracked:
            for k, old in enumerate(runs):
                colour = table[old].tiles[0].colour
                add = partial(self._add_run_successor, old, followers_in_run(problem, old, runs[k + 1 :]))
                problem.layout.own_runs_with_part.setdefault(colour, []).append(add)
                self._add_run_successors(old, runs)
            listed -= set(runs)
        if network.apart:
            for k, old in enumerate(groups):
                number = table[old].tiles[0].number
                add_group = partial(self._add_group_successor, old, followers_in_group(problem, old, groups[k + 1 :]))
                problem.layout.groups_with_part.setdefault(number, []).append(add_group)
                add_group(1)
            listed -= set(groups)
        for successor in _successors(problem, self.classes, sorted(listed)):
            self.add(successor)
            problem.check_time()

    def _add_run_successors(self, old: int, runs: list[int]) -> None:
        """The runs that an old run stays together in, as few columns as will do.

        With one joker, kept, it lies as it was, with something added at its ends; and what
        is added is a run of its own where it holds another such set. With more it
        may close round others when some of its jokers are freed.
        """
        problem = self.problem
        tile_set, wrap = problem.position.table[old], problem.rules.sets.wrap
        at_either_end = wrap == "high_one" and any(tile.number == 1 for tile in tile_set.tiles)
        if tile_set.joker_count > 1 or at_either_end or wrap == "around":
            single = [i for i in runs if problem.position.table[i].joker_count == 1 and i < old]
            later = [i for i in runs if i > old]
            self._add_run_successor(old, followers_in_run(problem, old, single + later))
            return
        which = next(i for i, joker in enumerate(self.classes) if joker.old_set == old)
        colour, first = tile_set.tiles[0].colour, tile_set.tiles[0].number - 1
        pattern = "".join("c" if tile.is_joker else "n" for tile in tile_set.tiles)

        def add() -> int:
            index = problem.layout.network.add_stretch(colour, first, pattern, 1)
            self.kept[which].append((index, 1))
            self.of.setdefault(old, []).append((index, 1))
            return index

        add()
        problem.layout.with_part.append((Placed(RUN, tile_set.tiles), frozenset(), add))

    def _add_run_successor(self, old: int, followers: list[int]) -> PlainRuns | TrackedRuns | None:
        """A run that an old one stays together in, and any of the `followers` with it."""
        holder = run_holder(self.problem, old, followers)
        if holder is None:
            return None
        self._keep_in_run(holder, holder.holds)
        return holder.runs

    def _add_group_successor(self, old: int, followers: list[int], most: int) -> Groups | None:
        """A group that an old one stays together in, and any of the `followers` with it; there can't be two."""
        holder = group_holder(self.problem, old, followers) if most else None
        if holder is None:
            return None
        self._keep_in_group(holder, holder.holds)
        return holder.groups

    def may_keep_in(self, holder: RunHolder | GroupHolder) -> None:
        """Let a set that holds old ones keep jokers as well, where their sets must stay together.

        These need not be the sets that it holds: another set may have tiles equal to theirs.
        """
        table, program = self.problem.position.table, self.problem.program
        of_run = isinstance(holder, RunHolder)
        like = table[next(iter(holder.holds))].naturals[0]
        kept_in: dict[int, list[Term]] = {}
        for old in sorted({joker.old_set for joker in self.classes}):
            one = table[old].naturals[0]
            same = one.colour == like.colour if of_run else one.number == like.number
            if same and table[old].kind == (RUN if of_run else GROUP):
                kept_in[old] = [(program.column(1), 1)]
        holder.ask_naturals(self.problem, kept_in)
        if isinstance(holder, RunHolder):
            self._keep_in_run(holder, kept_in)
        else:
            self._keep_in_group(holder, kept_in)

    def _keep_in_run(self, holder: RunHolder, kept_in: Mapping[int, list[Term]]) -> None:
        """Jokers of old sets are kept in a run, in their places, as far as the terms `kept_in` allow it."""
        at: dict[int, list[Term]] = {}
        for column, joker in self._keep_in(kept_in):
            at.setdefault(joker.stands_for[0].number, []).append((column, 1))
        for number, kept in at.items():
            jokers = holder.runs.jokers_at(number)
            self.problem.program.row([*kept, *((column, -weight) for column, weight in jokers)], high=0)

    def _keep_in_group(self, holder: GroupHolder, kept_in: Mapping[int, list[Term]]) -> None:
        """Jokers of old sets are kept in a group as far as the terms `kept_in` allow it.

        With all number tiles of their old sets in it, its jokers lie where those of the old sets may.
        """
        kept: list[Term] = [(column, 1) for column, _ in self._keep_in(kept_in)]
        if kept:
            jokers = holder.groups.all_jokers()
            self.problem.program.row([*kept, *((column, -weight) for column, weight in jokers)], high=0)

    def _keep_in(self, kept_in: Mapping[int, list[Term]]) -> list[tuple[int, JokerClass]]:
        """A column for each class of jokers of these old sets: how many of them are kept in one set."""
        program = self.problem.program
        columns = []
        for which, joker in enumerate(self.classes):
            if joker.old_set in kept_in:
                column = program.column(joker.count)
                terms = kept_in[joker.old_set]
                program.row([(column, 1), *((held, -weight * joker.count) for held, weight in terms)], high=0)
                self.kept[which].append((column, 1))
                columns.append((column, joker))
        for old, terms in kept_in.items():
            self.of.setdefault(old, []).extend(terms)
        return columns


def _successors(problem: Problem, classes: list[JokerClass], locked: list[int]) -> Iterator[SetColumn]:
    """Sets that hold all number tiles and some kept jokers of one or more old sets, by index those in `locked`.

    Several old sets share a successor only when freed jokers have made room for it.
    """
    rules = problem.rules
    box, least = rules.tiles, rules.sets.min_run
    olds = [problem.position.table[i] for i in locked]
    for colour in sorted({old.tiles[0].colour for old in olds if old.kind == RUN}):
        sure = sure_run(rules, problem.jokers)
        longest = max([box.numbers + sure, *(len(old.tiles) + 2 * sure for old in olds if old.kind == RUN)])
        for length in range(least, longest + 1):
            for first in run_span(rules):
                problem.check_time()
                for run in run_sets(rules, problem.stock, problem.jokers, colour, first, length):
                    for column in successor_parts(problem, run, classes):
                        places = _old_places(problem, column, classes)
                        if not falls_apart(rules, run, min(places), max(places), problem.position.table):
                            yield column
    for number in sorted({old.tiles[0].number for old in olds if old.kind == GROUP}):
        sizes = range(rules.sets.min_group, rules.max_group + 1)
        colours = range(box.colours)
        for group in group_sets(rules, problem.stock, problem.jokers, number, sizes, colours):
            yield from successor_parts(problem, group, classes)


def successor_parts(problem: Problem, placed: Placed, classes: list[JokerClass]) -> Iterator[SetColumn]:
    """Which jokers of a set are kept ones whose old sets lie in it with all their number tiles."""
    have = Counter((p.colour, p.number) for p in placed.places if not p.is_joker)
    jokers = [i for i, place in enumerate(placed.places) if place.is_joker]
    table = problem.position.table
    may = [
        which
        for which, joker in enumerate(classes)
        if joker.kind == placed.kind
        and Counter((t.colour, t.number) for t in table[joker.old_set].naturals) <= have
        and any(placed.places[i][:2] == (t.colour, t.number) for i in jokers for t in joker.stands_for)
    ]
    if not may:
        return
    seen = set()

    def seat(k: int, kept: tuple[tuple[int, int], ...]) -> Iterator[SetColumn]:
        if k == len(jokers):
            counts = Counter(which for _, which in kept)
            key = tuple(sorted(counts.items()))
            olds = {classes[which].old_set for which in counts}
            need = sum((Counter((t.colour, t.number) for t in table[old].naturals) for old in olds), Counter())
            if kept and key not in seen and need <= have:
                seen.add(key)
                yield SetColumn(placed, kept=kept)
            return
        yield from seat(k + 1, kept)
        place = placed.places[jokers[k]]
        for which in may:
            used = sum(other == which for _, other in kept)
            if used < classes[which].count and Tile(place.colour, place.number) in classes[which].stands_for:
                yield from seat(k + 1, (*kept, (jokers[k], which)))

    yield from seat(0, ())


def _old_places(problem: Problem, column: SetColumn, classes: list[JokerClass]) -> tuple[int, ...]:
    """The places of a successor that old tiles take."""
    olds = {classes[which].old_set for _, which in column.kept}
    left = Counter(t.number for old in olds for t in problem.position.table[old].naturals)
    places = [i for i, _ in column.kept]
    for i, place in enumerate(column.placed.places):
        if not place.is_joker and left[place.number]:
            left[place.number] -= 1
            places.append(i)
    return tuple(places)
