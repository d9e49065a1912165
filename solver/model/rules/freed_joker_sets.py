"""New sets for freed jokers, where these may not go everywhere.

A set is new if it does not hold all number tiles of an old set of its kind. Each set
that receives freed jokers has columns of its own, which say how many it receives and,
where two of its tiles must come from the rack, which these are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import partial

from solver.game.sets import GROUP, RUN
from solver.game.tiles import Tile
from solver.model.network.groups import Groups
from solver.model.network.network import OwnSets
from solver.model.problem import Part, Problem
from solver.model.program import Term

__all__ = ["FreedJokerSets"]


class FreedJokerSets:
    """The new sets that receive up to `most_freed` freed jokers.

    `may_keep` has, by kind of set, the tiles that a kept joker may stand for: a joker on
    such a place is kept, freed or from the rack, and here it is told which.
    """

    def __init__(self, problem: Problem, most_freed: int, may_keep: Collection[tuple[str, Tile]]) -> None:
        self.problem, self.most_freed, self.may_keep = problem, most_freed, may_keep
        self.two_rack = problem.rules.jokers.two_rack
        self.rack_tiles: dict[Tile, list[Term]] = {}
        """By tile, terms that count those that new sets must get from the rack."""
        self._freed: list[Term] = []
        self._rack_jokers: list[Term] = []
        self._taken: dict[Tile, list[Term]] = {}

    def jokers_for(self, kind: str, tile: Tile) -> list[Term]:
        """Terms that count jokers, freed or from the rack, on places where a kept joker could lie otherwise."""
        return self._taken.get(tile, []) if kind == RUN else []

    def add_all(self) -> None:
        """Add as many new sets of each colour and number as can receive freed jokers."""
        problem, box, network = self.problem, self.problem.rules.tiles, self.problem.network
        for colour in range(box.colours):
            add_run = partial(network.add_runs, colour, most=1)
            problem.add_alike(partial(self._add, add_run), self._most_sets(RUN, colour))
        for number in range(1, box.numbers + 1):
            add_group = partial(network.add_groups, number, 1)
            problem.add_alike(partial(self._add, add_group), self._most_sets(GROUP, number))
        problem.parts.append(Part(lambda kind, at: self._most_sets(kind, at) > 0, self.may_receive))
        # Two tiles from the rack may lie anywhere in it.
        problem.parts_need_long_sets |= self.two_rack

    def _most_sets(self, kind: str, at: int) -> int:
        """How many runs of a colour or groups of a number can receive freed jokers."""
        if not self.two_rack:
            return self.most_freed
        rack = self.problem.rack
        from_rack = sum(rack[at]) if kind == RUN else sum(of_colour[at] for of_colour in rack)
        return min(self.most_freed, (from_rack + self.problem.rack_jokers) // 2)

    def _add(self, add_sets: Callable[[], OwnSets]) -> OwnSets | None:
        """A new set that receives freed jokers; None if there can be none."""
        sets = add_sets()
        if not sets.count() or not sets.jokers():
            return None
        program, one = self.problem.program, sets.count()
        program.row(one, high=1)
        # A relaxation would make the smallest part of a set out of jokers.
        program.row(sets.jokers() + [(column, -self.problem.jokers) for column, _ in one], high=0)
        self._receive(sets, one)
        return sets

    def may_receive(self, sets: OwnSets) -> list[Term]:
        """Let one set that plays another part be a new one that receives freed jokers as well.

        Gives the term that says so, if it can.
        """
        if not sets.jokers():
            return []
        program = self.problem.program
        column = program.column(1)
        program.branch_first[column] = 4
        is_new: list[Term] = [(column, 1)]
        program.row(is_new + [(column, -1) for column, _ in sets.count()], high=0)
        freed = self._receive(sets, is_new)
        program.row(freed + [(column, -self.most_freed) for column, _ in is_new], high=0)
        return is_new

    def _receive(self, sets: OwnSets, is_new: list[Term]) -> list[Term]:
        """If the terms `is_new` are 1, one set holds no whole old set of its kind and receives a freed joker or more.

        Gives the terms that count these.
        """
        program = self.problem.program
        for old in dict.fromkeys(old for old in self.problem.position.table if old.kind == sets.kind):
            held = [self._holds(sets, tile, count) for tile, count in Counter(old.naturals).items()]
            if all(held):
                # Of the number tiles of an old set it does not hold all.
                terms = [term for of_tile in held for term in of_tile]
                program.row(terms + is_new + [(column, -len(held)) for column, _ in sets.count()], high=0)
        freed: list[Term] = []
        rack: list[Term] = []
        for tile, places in self._joker_places(sets):
            freed.append((program.column(self.most_freed), 1))
            jokers = freed[-1:]
            if self.two_rack and self.problem.rack_jokers:
                rack.append((program.column(self.problem.rack_jokers), 1))
                jokers += rack[-1:]
            program.row(jokers + [(column, -weight) for column, weight in places], high=0)
            if tile is not None:
                self._taken.setdefault(tile, []).extend(jokers)
        self._freed += freed
        self._rack_jokers += rack
        # A set without a freed joker need not be one of these.
        program.row(freed + [(column, -1) for column, _ in is_new], low=0)
        if self.two_rack:
            rack = rack + self._from_rack(sets)
            program.row(rack + [(column, -2) for column, _ in is_new], low=0)
        return freed

    def _holds(self, sets: OwnSets, tile: Tile, count: int) -> list[Term]:
        """Terms that are 1 if one set holds `count` of a number tile; none if it can't."""
        naturals = sets.naturals(tile.colour, tile.number)
        rules, most = self.problem.rules, self.problem.stock[tile.colour][tile.number]
        if not rules.sets.go_round:
            most = min(most, 1 + (sets.kind == RUN and rules.sets.may_hold_twice(tile.number)))
        if most < count or most == 1:
            return naturals if most == count else []
        holds = self.problem.program.column(1)
        self.problem.program.row([*naturals, (holds, count - 1 - most)], high=count - 1)
        return [(holds, 1)]

    def _joker_places(self, sets: OwnSets) -> list[tuple[Tile | None, list[Term]]]:
        """The places of a set where jokers may be freed or from the rack, apart for each tile that a kept one may
        stand for."""
        if isinstance(sets, Groups):
            # Where a kept joker may lie, a group has other columns for it.
            return [(None, [(sets.open_jokers, 1)])]
        apart: list[tuple[Tile | None, list[Term]]] = []
        others: list[Term] = []
        for number in range(1, self.problem.rules.tiles.numbers + 1):
            tile = Tile(sets.colour, number)
            places = sets.jokers_for(*tile[:2])
            if (RUN, tile) in self.may_keep:
                apart.append((tile, places))
            else:
                others += places
        return [*apart, (None, others)]

    def _from_rack(self, sets: OwnSets) -> list[Term]:
        """Terms that count number tiles of a set that come from the rack and replace no joker."""
        problem = self.problem
        terms: list[Term] = []
        for colour, number in problem.played:
            if laid := sets.naturals(colour, number):
                column = problem.program.column(min(2, problem.rack[colour][number]))
                problem.program.row([(column, 1), *((other, -weight) for other, weight in laid)], high=0)
                self.rack_tiles.setdefault(Tile(colour, number), []).append((column, 1))
                terms.append((column, 1))
        return terms

    def close(self, freed: Sequence[int]) -> None:
        """Write the rows: the jokers that the columns `freed` count go to new sets, with tiles from the rack."""
        problem, program = self.problem, self.problem.program
        program.equal([*((column, 1) for column in freed), *((column, -1) for column, _ in self._freed)], 0)
        if self._rack_jokers:
            program.row([*self._rack_jokers, (problem.played_jokers, -1)], high=0)
        if not problem.rules.jokers.need_replacing:
            for tile, terms in self.rack_tiles.items():
                program.row([*terms, (problem.played[tile.colour, tile.number], -1)], high=0)
