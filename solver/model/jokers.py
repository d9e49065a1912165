"""Jokers on the table: kept or freed, replaced by tokens, moved to new sets.

A kept joker lies on a joker place of its kind whose tile it may stand for. A freed one
uses up tokens (the tiles that replace it) and, where the rules say so, goes to a new
set: a *host*. Hosts are explicit columns or stretches, and where they are too many or too
long for that, runs and groups with networks of their own. Where a set stays together
while its joker is kept, the set that comes of it is an explicit column: its *successor*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import NamedTuple

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
from solver.model.network import Groups, Placed, PlainRuns, TrackedRuns, positions
from solver.model.problem import Problem
from solver.model.program import Term

__all__ = ["JokerHistory"]

@dataclass(frozen=True)
class JokerClass:
    """Table jokers that no rule tells apart.

    `stands_for` are the tiles that each of them may stand for; `old_set` is the index of
    their set where the rules need it, else -1; `every` says that a freed one takes a
    token of each tile in `stands_for` instead of one.
    """

    kind: str
    stands_for: tuple[Tile, ...]
    every: bool
    old_set: int
    count: int


def joker_classes(problem: Problem) -> list[JokerClass]:
    """The jokers on the table, by class, in the order of their sets."""
    rules, position = problem.rules, problem.position
    found: Counter[tuple[str, tuple[Tile, ...], bool, int]] = Counter()
    for i, old in enumerate(position.table):
        for joker in old.tiles:
            if joker.is_joker:
                stands_for = old.may_stand_for(joker, rules)
                every = rules.jokers.group_of_three == "both" and old.kind == GROUP and len(old.tiles) == 3
                # A set that holds a copy of what its joker stands for (a run round a circle) cannot supply it.
                own = rules.jokers.set_with_joker == "locked" or any(tile in old.tiles for tile in stands_for)
                found[old.kind, stands_for, every, i if own else -1] += 1
    return [JokerClass(*key, count) for key, count in found.items()]


class Host(NamedTuple):
    """A column of a new set, the freed jokers it takes, and what of it must come from the rack.

    Where the set has a network of its own, a column for each thing that it takes.
    """

    column: int
    freed: int
    rack_jokers: int = 0
    rack_tiles: tuple[Tile, ...] = ()


class HostPart(NamedTuple):
    """Some jokers of a new set with a network of its own: those that may stand for `tiles`.

    `freed` counts the freed ones; `jokers` are terms that count these and those that must come from the rack.
    """

    freed: int
    tiles: list[Tile]
    jokers: list[Term]


class JokerHistory:
    """The rules of the jokers that lay on the table.

    With `hosts=False` a freed joker may go anywhere: a relaxation, exact where
    `jokers.reuse = any` or where no joker comes free.
    """

    def __init__(self, problem: Problem, *, hosts: bool = True, told: bool = False) -> None:
        self.problem = problem
        self.rules = problem.rules.jokers
        self.classes = joker_classes(problem)
        self.freed: list[int] = []
        self.kept: list[dict[Tile, int]] = []
        self.hosts: list[Host] = []
        self.host_groups: list[tuple[int, list[Term], Groups]] = []
        """Groups that may receive freed jokers, with the column of how many they get and the terms of all theirs."""
        self.host_parts: list[HostPart] = []
        self.kept_together: list[list[Term]] = [[] for _ in self.classes]
        """By class, terms that count the kept jokers where a set stays together."""
        self.successors: dict[int, list[Term]] = {}
        """By old set, terms that count the sets that it stays together in."""
        # In a set that stays together, which joker stays where is part of its column.
        self.locked = self.rules.set_with_joker == "locked"
        program = problem.program
        for joker in self.classes:
            freed = program.column(self._most_freed(joker))
            # Of equally good moves one that leaves jokers where they are is more often legal.
            program.favoured[freed] = -10
            program.branch_first[freed] = 3
            self.freed.append(freed)
            self.kept.append({} if self.locked else {tile: program.column(joker.count) for tile in joker.stands_for})
        for joker in self.classes:
            if joker.kind == GROUP and not self.locked:
                for tile in joker.stands_for:
                    problem.layout.network.group_jokers(tile.colour, tile.number)
        self.most_freed = int(sum(program.high[column] for column in self.freed))
        self.own_runs = False
        """Whether runs for freed jokers have networks of their own, and none is listed."""
        self.with_hosts = hosts and self.rules.reuse != "any"
        if self.with_hosts and self.most_freed:
            self._add_hosts(told)
        if self.locked:
            self._add_successors()

    def add(self, column: SetColumn) -> int:
        """Add an explicit set with the part that it plays in the jokers' history."""
        self.problem.layout.with_part.append((column.placed, frozenset(), partial(self.add_again, column)))
        return self.add_again(column)

    def add_again(self, column: SetColumn) -> int:
        """Add one more column for a set that was added before."""
        index = self.problem.layout.add_set(column, self.most_freed if column.freed and not column.holds else 1)
        if column.freed:
            places = column.placed.places
            tiles = tuple(Tile(*places[i][:2]) for i in column.rack_tiles)
            self.hosts.append(Host(index, len(column.freed), len(column.rack_jokers), tiles))
        for which, count in Counter(which for _, which in column.kept).items():
            self.kept_together[which].append((index, count))
        for old in {self.classes[which].old_set for _, which in column.kept}:
            self.successors.setdefault(old, []).append((index, 1))
        return index

    def parts(self, placed: Placed) -> list[SetColumn]:
        """The parts that a given set may play: host or successor."""
        columns = []
        if self.with_hosts and self.most_freed and not _adds_to_old_set(placed, _old_naturals(self.problem)):
            columns += list(_host_parts(self.problem, placed, self.most_freed))
        if self.locked:
            columns += list(_successor_parts(self.problem, placed, self.classes))
        return columns

    @property
    def may_be_freed(self) -> bool:
        """Whether any joker can come free at all."""
        return self.most_freed > 0

    def free_none(self) -> None:
        """Keep all jokers of the table where they stand for what they stood for."""
        for column in self.freed:
            self.problem.program.high[column] = 0

    def close(self) -> None:
        """Write the rows, once all explicit sets are there."""
        self._keep()
        if self.with_hosts:
            self._host()
        if self.rules.freed_by == "replacing":
            self._replace()

    def _most_freed(self, joker: JokerClass) -> int:
        """How many of a class can come free, for lack of tokens."""
        if self.rules.freed_by == "rearranging":
            return joker.count
        tokens = [self._tokens_at(tile) for tile in joker.stands_for]
        if not tokens:
            return 0
        return min(joker.count, min(tokens) if joker.every else sum(tokens))

    def _tokens_at(self, tile: Tile) -> int:
        c, v = tile.colour, tile.number
        from_table = self.rules.replaced_from == "rack_or_table"
        return self.problem.stock[c][v] if from_table else self.problem.rack[c][v]

    def _keep(self) -> None:
        """Every joker is kept or freed, and kept ones find their places."""
        program = self.problem.program
        wanted: dict[tuple[str, Tile], list[Term]] = {}
        for i, joker in enumerate(self.classes):
            kept: list[Term] = [(column, 1) for column in self.kept[i].values()]
            program.equal([*kept, *self.kept_together[i], (self.freed[i], 1)], joker.count)
            for tile, column in self.kept[i].items():
                wanted.setdefault((joker.kind, tile), []).append((column, 1))
        for terms in self.successors.values():
            program.row(terms, high=1)
        for (kind, tile), terms in wanted.items():
            places = self.problem.layout.joker_places(kind, tile.colour, tile.number)
            others = [term for part in self.host_parts if kind == RUN and tile in part.tiles for term in part.jokers]
            program.row(terms + others + [(column, -count) for column, count in places], high=0)

    def _replace(self) -> None:
        """Each freed joker uses up tokens that lie outside its own set."""
        problem, program = self.problem, self.problem.program
        used: dict[Tile, list[Term]] = {}
        of_set: dict[tuple[int, Tile], list[Term]] = {}
        for i, joker in enumerate(self.classes):
            taken: list[Term] = []
            for tile in joker.stands_for:
                most = self._tokens_at(tile)
                if joker.every:
                    column = self.freed[i]
                elif most:
                    column = program.column(min(most, joker.count))
                    taken.append((column, 1))
                else:
                    continue
                used.setdefault(tile, []).append((column, 1))
                of_set.setdefault((joker.old_set, tile), []).append((column, 1))
            if not joker.every:
                program.equal([*taken, (self.freed[i], -1)], 0)
        from_rack = self._rack_tiles_in_hosts()
        table_too = self.rules.replaced_from == "rack_or_table"
        for tile in sorted(used.keys() | from_rack.keys()):
            c, v = tile.colour, tile.number
            played: list[Term] = [(problem.played[c, v], -1)] if (c, v) in problem.played else []
            taken, hosted = used.get(tile, []), from_rack.get(tile, [])
            program.row(taken + hosted + played, high=problem.table[c][v] if table_too else 0)
            if table_too and hosted:
                program.row(hosted + played, high=0)
        if table_too:
            for (old_set, tile), terms in of_set.items():
                own = self.problem.position.table[old_set].tiles.count(tile) if old_set >= 0 else 0
                if own:
                    c, v = tile.colour, tile.number
                    played = [(problem.played[c, v], -1)] if (c, v) in problem.played else []
                    hosted = from_rack.get(tile, [])
                    program.row(terms + hosted + played, high=problem.table[c][v] - own)

    def _host(self) -> None:
        """Freed jokers go to hosts, with tiles and jokers that come from the rack."""
        problem, program = self.problem, self.problem.program
        freed: list[Term] = [(column, 1) for column in self.freed]
        hosted: list[Term] = [(host.column, -host.freed) for host in self.hosts if host.freed]
        hosted += [(column, -1) for column, _, _ in self.host_groups]
        hosted += [(part.freed, -1) for part in self.host_parts]
        program.equal(freed + hosted, 0)
        for _, jokers, groups in self.host_groups:
            program.row([*jokers, (groups.open_jokers, -1)], high=0)
        laid: list[Term] = [(host.column, host.rack_jokers) for host in self.hosts if host.rack_jokers]
        if laid:
            program.row([*laid, (problem.played_jokers, -1)], high=0)
        if self.rules.freed_by == "rearranging":
            for tile, terms in self._rack_tiles_in_hosts().items():
                program.row([*terms, (problem.played[tile.colour, tile.number], -1)], high=0)

    def _rack_tiles_in_hosts(self) -> dict[Tile, list[Term]]:
        terms: dict[Tile, list[Term]] = {}
        for host in self.hosts:
            for tile in host.rack_tiles:
                terms.setdefault(tile, []).append((host.column, 1))
        return terms

    def _add_hosts(self, told: bool) -> None:
        """Columns for the new sets that can receive freed jokers and the parts played in them, or networks."""
        problem = self.problem
        layout, network, rules = problem.layout, problem.layout.network, problem.rules
        plain, around = not network.tracked, rules.sets.wrap == "around"
        # There are too many ways to choose two tiles that come from the rack, to go round, or to say where jokers lie.
        self.own_runs = plain and (told or self.two_rack or around)
        # Else what a host's other places hold may stay open.
        lean = plain and not self.own_runs
        if lean:
            for colour in range(rules.tiles.colours):
                for first, pattern in _host_patterns(problem, colour, self.most_freed):
                    self._add_host_run(colour, first, pattern)
                    problem.check_time()
        if self.own_runs:
            for colour in range(rules.tiles.colours):
                runs = [self.add_host_run(colour) for _ in range(self._most_hosts(colour))]
                problem.check_time()
                self._in_order([run.starts for run in runs if run is not None])
        if plain or not around:
            layout.run_with_part = self.add_host_run
        if network.apart:
            for number in range(1, rules.tiles.numbers + 1):
                for without in _makes_new(problem, number):
                    self._add_host_groups(number, without)
                    problem.check_time()
        wanted = (RUN,) * (not plain) + (GROUP,) * (not network.apart)
        for host in _hosts(problem, self.most_freed, self._group_places(), wanted):
            self.add(host)
            problem.check_time()

    @property
    def two_rack(self) -> bool:
        """Whether two tiles of a new set for a freed joker must come from the rack."""
        return self.rules.reuse == "new_set_two_rack"

    def _most_hosts(self, colour: int) -> int:
        """How many runs of a colour can receive freed jokers, for lack of these and of tiles from the rack."""
        from_rack = sum(self.problem.rack[colour]) + self.problem.rack_jokers
        return min(self.most_freed, from_rack // 2) if self.two_rack else self.most_freed

    def _in_order(self, sets: list[list[Term]]) -> None:
        """Of networks that are alike the first ones are used."""
        for one, other in zip(sets, sets[1:], strict=False):
            self.problem.program.row([*one, *((column, -weight) for column, weight in other)], low=0)

    def _add_host_groups(self, number: int, without: frozenset[int]) -> None:
        """Groups that may receive freed jokers: in one network, or if two tiles come from the rack in one each."""
        problem, again = self.problem, self.problem.layout.groups_with_part.setdefault(number, [])
        if not self.two_rack:
            again.append(partial(self.add_host_groups, number, without))
            self.add_host_groups(number, without, self.most_freed)
            return
        at_hand = sum(problem.rack[colour][number] for colour in range(problem.rules.tiles.colours))
        groups = []
        for _ in range(min(self.most_freed, (at_hand + problem.rack_jokers) // 2)):
            again.append(partial(self._add_two_rack_group, number, without))
            groups.append(self._add_two_rack_group(number, without, 1))
        self._in_order([[(one.count, 1)] for one in groups if one is not None])

    def add_host_run(self, colour: int, span: range | None = None) -> PlainRuns | TrackedRuns | None:
        """One run of a colour in which freed jokers may lie, within these places, longer than those that are listed.

        If some are listed, only as an heir it may not be cut in two. None if there can't be one.
        """
        problem, program = self.problem, self.problem.program
        if not self._most_hosts(colour):
            return None
        least = 0 if self.own_runs else 2 * problem.rules.sets.min_run
        runs = problem.layout.network.add_runs(colour, span, least=least)
        if not runs.starts:
            return None
        program.row(runs.starts, high=1)
        for old in problem.position.table:
            if old.kind == RUN and old.tiles[0].colour == colour:
                # It does not hold all number tiles of an old run.
                numbers = Counter(tile.number for tile in old.naturals)
                held = [self._holds(runs, number, count) for number, count in numbers.items()]
                if all(held):
                    terms = [term for of_number in held for term in of_number]
                    program.row(terms + [(column, 1 - len(held)) for column, _ in runs.starts], high=0)
        # What a kept joker may stand for is counted by itself: a joker is kept, freed or from the rack.
        tiles = [Tile(colour, number) for number in range(1, problem.rules.tiles.numbers + 1)]
        wanted = {tile for kept in self.kept for tile in kept}
        alone = [[tile] for tile in tiles if tile in wanted]
        parts = [self._host_part(some, runs) for some in [*alone, [t for t in tiles if t not in wanted]]]
        self.host_parts += parts
        # A run without a freed joker need not be one of these.
        freed: list[Term] = [(part.freed, 1) for part in parts]
        program.row(freed + [(column, -1) for column, _ in runs.starts], low=0)
        if self.two_rack:
            rack: list[Term] = [term for part in parts for term in part.jokers if term[0] != part.freed]
            rack += [term for tile in tiles for term in self._from_rack(tile, runs.naturals_at(tile.number), 2)]
            program.row(rack + [(column, -2) for column, _ in runs.starts], low=0)
        # A relaxation would make the smallest part of a run out of jokers.
        jokers = [term for tile in tiles for term in runs.jokers_at(tile.number)]
        program.row(jokers + [(column, -problem.jokers) for column, _ in runs.starts], high=0)
        return runs

    def _holds(self, runs: PlainRuns | TrackedRuns, number: int, count: int) -> list[Term]:
        """Terms that are 1 if there are `count` number tiles of that number in one run; none if there can't be."""
        naturals, stock = runs.naturals_at(number), self.problem.stock[runs.colour][number]
        wrap = self.problem.rules.sets.wrap
        most = stock if wrap == "around" else min(stock, 1 + (wrap == "high_one" and number == 1))
        if most < count or most == 1:
            return naturals if most == count else []
        program = self.problem.program
        holds = program.column(1)
        program.row([*naturals, (holds, count - 1 - most)], high=count - 1)
        return [(holds, 1)]

    def _host_part(self, tiles: list[Tile], runs: PlainRuns | TrackedRuns) -> HostPart:
        """Which jokers of a run, of those that stand for these tiles, are freed ones and which are from the rack."""
        program = self.problem.program
        freed = program.column(self.most_freed)
        jokers: list[Term] = [(freed, 1)]
        if self.two_rack and self.problem.rack_jokers:
            rack = program.column(self.problem.rack_jokers)
            self.hosts.append(Host(rack, 0, rack_jokers=1))
            jokers.append((rack, 1))
        laid = [term for tile in tiles for term in runs.open_jokers_at(tile.number)]
        program.row(jokers + [(column, -weight) for column, weight in laid], high=0)
        return HostPart(freed, tiles, jokers)

    def _from_rack(self, tile: Tile, laid: list[Term], most: int) -> list[Term]:
        """A term that counts up to `most` tiles of those `laid` that come from the rack, and are no tokens."""
        program, at_hand = self.problem.program, self.problem.rack[tile.colour][tile.number]
        if not at_hand or not laid:
            return []
        column = program.column(min(most, at_hand))
        self.hosts.append(Host(column, 0, rack_tiles=(tile,)))
        program.row([(column, 1), *((other, -weight) for other, weight in laid)], high=0)
        return [(column, 1)]

    def _add_two_rack_group(self, number: int, without: frozenset[int], most: int) -> Groups | None:
        """One group, without number tiles of some colours, that holds freed jokers and two tiles from the rack."""
        program, rack_jokers = self.problem.program, self.problem.rack_jokers
        groups = self.problem.layout.network.add_groups(number, min(most, 1), without)
        if groups.open_jokers < 0:
            return None
        freed = program.column(self.most_freed)
        program.row([(freed, 1), (groups.count, -1)], low=0)
        rack: list[Term] = []
        if rack_jokers:
            rack.append((program.column(rack_jokers), 1))
            self.hosts.append(Host(rack[0][0], 0, rack_jokers=1))
        self.host_groups.append((freed, [(freed, 1), *rack], groups))
        for colour in groups.tiles:
            rack += self._from_rack(Tile(colour, number), groups.naturals(colour), 1)
        program.row([*rack, (groups.count, -2)], low=0)
        return groups

    def add_host_groups(self, number: int, without: frozenset[int], most: int) -> Groups:
        """Up to `most` groups, without number tiles of some colours, in which freed jokers may lie."""
        groups = self.problem.layout.network.add_groups(number, most, without)
        if groups.open_jokers >= 0:
            freed = self.problem.program.column(self.most_freed)
            self.host_groups.append((freed, [(freed, 1)], groups))
        return groups

    def _add_host_run(self, colour: int, first: int, pattern: str) -> None:
        """A host by its pattern (see `_host_patterns`)."""
        problem, network = self.problem, self.problem.layout.network
        run = network.runs[colour]
        assert isinstance(run, PlainRuns)
        tile_at, joker_at = run.places
        told = pattern.replace("f", "c")

        def add() -> int:
            column = network.add_stretch(colour, first, told, self.most_freed, closed=True)
            self.hosts.append(Host(column, pattern.count("f")))
            return column

        add()
        places = [
            joker_at[u] if what in "fj" or not run.tiles[u] else tile_at[u]
            for u, what in enumerate(pattern, first)
        ]
        either = frozenset(i for i, what in enumerate(pattern) if what == "?" and not places[i].is_joker)
        problem.layout.with_part.append((Placed(RUN, tuple(places)), either, add))

    def _add_successors(self) -> None:
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
            self.kept_together[which].append((index, 1))
            self.successors.setdefault(old, []).append((index, 1))
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
        if not self.locked:
            return
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
                self.kept_together[which].append((column, 1))
                columns.append((column, joker))
        for old, terms in kept_in.items():
            self.successors.setdefault(old, []).extend(terms)
        return columns

    def _group_places(self) -> dict[int, list[int]]:
        """By number, the colours that a kept joker of a group may need."""
        found: dict[int, set[int]] = {}
        for joker in self.classes:
            if joker.kind == GROUP:
                for tile in joker.stands_for:
                    found.setdefault(tile.number, set()).add(tile.colour)
        return {number: sorted(colours) for number, colours in found.items()}


def _host_patterns(problem: Problem, colour: int, most_freed: int) -> Iterator[tuple[int, str]]:
    """Runs of one colour that may receive freed jokers, as (first place, pattern).

    In a pattern `f` is a freed joker, `j` another joker, and `?` a tile or a joker.
    """
    rules = problem.rules
    m, n, size = rules.sets.min_run, rules.tiles.numbers, positions(rules)
    stock = problem.stock[colour]
    runs = [old for old in problem.position.table if old.kind == RUN and old.tiles[0].colour == colour]
    olds = [_bits(tile.number for tile in old.naturals) for old in runs if len(set(old.naturals)) == len(old.naturals)]
    # Only a run with a 1 at both ends can hold one with a 1 at both ends.
    whole = [_bits(tile.number for tile in old.naturals) for old in runs]
    for first in range(size):
        for length in range(m, min(2 * m - 1, size - first) + 1):
            numbers = [u % n + 1 for u in range(first, first + length)]
            missing = [i for i, v in enumerate(numbers) if not stock[v]]
            if len(missing) > problem.jokers:
                continue
            for freed in _sized(range(length), most_freed):
                problem.check_time()
                spare = problem.jokers - len(freed)
                if sum(i not in freed for i in missing) > spare:
                    continue
                held = whole if numbers.count(1) > 1 else olds
                told = dict.fromkeys(freed, "f")
                yield from ((first, p) for p in _new_runs(numbers, told, stock, held, spare))


def _sized(items: range, most: int) -> Iterator[tuple[int, ...]]:
    for size in range(1, most + 1):
        yield from combinations(items, size)


def _bits(numbers: Iterable[int]) -> int:
    """Numbers as the bits of an integer; a 1 at both ends of a run is one bit."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def _new_runs(
    numbers: list[int], told: dict[int, str], stock: list[int], olds: list[int], spare: int
) -> Iterator[str]:
    """Patterns of the run that hold no old run's number tiles, with more jokers told if need be."""
    naturals = _bits(v for i, v in enumerate(numbers) if told.get(i, "r") == "r" and stock[v])
    held = next((old for old in olds if not old & ~naturals), None)
    if held is None:
        yield "".join(told.get(i, "?") for i in range(len(numbers)))
    elif spare:
        # A joker in place of one of its tiles makes it a new run.
        for i, v in enumerate(numbers):
            if i not in told and held >> v & 1:
                yield from _new_runs(numbers, told | {i: "j"}, stock, olds, spare - 1)


def _hosts(
    problem: Problem, most_freed: int, group_places: dict[int, list[int]], kinds: tuple[str, ...]
) -> Iterator[SetColumn]:
    """Every set of these kinds that may receive freed jokers.

    A longer run falls into two sets, of which the one with the freed joker is a host
    again; only the two rack tiles of `new_set_two_rack` can hold it together.
    """
    rules = problem.rules
    two_rack = rules.jokers.reuse == "new_set_two_rack"
    olds, table = _old_naturals(problem), problem.position.table
    for placed in _host_sets(problem, group_places, kinds, long=two_rack):
        problem.check_time()
        if any(place.is_joker for place in placed.places) and not _adds_to_old_set(placed, olds):
            for host in _host_parts(problem, placed, most_freed):
                parts = host.freed + host.rack_jokers + host.rack_tiles
                if not (placed.kind == RUN and falls_apart(rules, placed, min(parts), max(parts), table)):
                    yield host


def _makes_new(problem: Problem, number: int) -> list[frozenset[int]]:
    """Colours without whose number tiles a group of that number is new: one of each old group's; all least choices."""
    olds = {
        frozenset(tile.colour for tile in old.naturals)
        for old in problem.position.table
        if old.kind == GROUP and old.tiles[0].number == number
    }
    choices: set[frozenset[int]] = {frozenset()}
    for old in sorted(olds, key=sorted):
        choices = {chosen if chosen & old else chosen | {colour} for chosen in choices for colour in old}
        choices = {chosen for chosen in choices if not any(other < chosen for other in choices)}
    return sorted(choices, key=sorted)


def _old_naturals(problem: Problem) -> list[tuple[str, tuple[Tile, ...]]]:
    """Kind and number tiles of each old set."""
    return [(old.kind, old.naturals) for old in problem.position.table]


def _adds_to_old_set(placed: Placed, olds: list[tuple[str, tuple[Tile, ...]]]) -> bool:
    """Whether a set holds all number tiles of an old set of its kind: then it is not new."""
    naturals = [place for place in placed.places if not place.is_joker]
    held = set(naturals)
    near = [old for kind, old in olds if kind == placed.kind and held.issuperset(old)]
    # A run round a circle can hold a tile twice.
    return any(len(set(old)) == len(old) or Counter(old) <= Counter(naturals) for old in near)


def _host_parts(problem: Problem, placed: Placed, most_freed: int) -> Iterator[SetColumn]:
    """Which of a new set's jokers are freed ones, and which two of its tiles come from the rack."""
    jokers = [i for i, place in enumerate(placed.places) if place.is_joker]
    for freed in _choices(placed, jokers, range(1, min(len(jokers), most_freed) + 1)):
        if problem.rules.jokers.reuse != "new_set_two_rack":
            yield SetColumn(placed, freed)
            continue
        for rack in _rack_pairs(problem, placed, freed):
            rack_jokers = tuple(i for i in rack if placed.places[i].is_joker)
            rack_tiles = tuple(i for i in rack if not placed.places[i].is_joker)
            yield SetColumn(placed, freed, rack_jokers, rack_tiles)


def _host_sets(
    problem: Problem, group_places: dict[int, list[int]], kinds: tuple[str, ...], *, long: bool
) -> Iterator[Placed]:
    rules = problem.rules
    least, box = rules.sets.min_run, rules.tiles
    sure = sure_run(rules, problem.jokers)
    longest = box.numbers + least if long else 2 * sure - 1
    if rules.sets.wrap == "around" and problem.position.table:
        # Longer ones, which may be heirs, have no networks of their own there.
        longest = max(longest, max(len(old.tiles) for old in problem.position.table) + 2 * sure)
    for colour in range(box.colours if RUN in kinds else 0):
        for length in range(least, longest + 1):
            for first in run_span(rules):
                yield from run_sets(rules, problem.stock, problem.jokers, colour, first, length)
    long = long or problem.layout.may_track
    sizes = range(rules.sets.min_group, (rules.max_group if long else 2 * rules.sets.min_group - 1) + 1)
    for number in range(1, box.numbers + 1 if GROUP in kinds else 1):
        yield from group_sets(rules, problem.stock, problem.jokers, number, sizes, group_places.get(number))


def _choices(placed: Placed, indices: list[int], sizes: range) -> Iterator[tuple[int, ...]]:
    """Different ways to choose some of the places: equal places are chosen in order."""
    seen = set()
    for size in sizes:
        for chosen in combinations(indices, size):
            key = tuple(placed.places[i] for i in chosen)
            if key not in seen:
                seen.add(key)
                yield chosen


def _rack_pairs(problem: Problem, placed: Placed, freed: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The two places of a host that are filled from the rack."""
    may = []
    for i, place in enumerate(placed.places):
        if i not in freed:
            at_hand = problem.rack_jokers if place.is_joker else problem.rack[place.colour][place.number]
            if at_hand:
                may.append(i)
    for pair in _choices(placed, may, range(2, 3)):
        if sum(placed.places[i].is_joker for i in pair) <= problem.rack_jokers:
            yield pair


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
                    for column in _successor_parts(problem, run, classes):
                        places = _old_places(problem, column, classes)
                        if not falls_apart(rules, run, min(places), max(places), problem.position.table):
                            yield column
    for number in sorted({old.tiles[0].number for old in olds if old.kind == GROUP}):
        sizes = range(rules.sets.min_group, rules.max_group + 1)
        colours = range(box.colours)
        for group in group_sets(rules, problem.stock, problem.jokers, number, sizes, colours):
            yield from _successor_parts(problem, group, classes)


def _successor_parts(problem: Problem, placed: Placed, classes: list[JokerClass]) -> Iterator[SetColumn]:
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
