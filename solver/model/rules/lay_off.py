"""Laying off: sets are only added to, so each old set lies whole in one new set."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from solver.game.sets import GROUP, RUN
from solver.model.network.network import OwnSets
from solver.model.problem import Part, Problem
from solver.model.program import Term
from solver.model.rules.holders import Holds, add_holder, may_follow, may_hold, shared_place
from solver.model.rules.table_jokers import TableJokers

__all__ = ["add_lay_off"]


def add_lay_off(problem: Problem, jokers: TableJokers | None, *, apart: bool = False) -> None:
    """Give every old set one new set that holds it; with `apart` no two have the same one."""
    _LayOff(problem, jokers).add_all(apart)


class _LayOff:
    """The sets that hold old ones, which may play any part in the rules of the `jokers` as well."""

    def __init__(self, problem: Problem, jokers: TableJokers | None) -> None:
        self.problem, self.jokers = problem, jokers
        self.table = problem.position.table
        self.held: list[list[Term]] = [[] for _ in self.table]

    def add_all(self, apart: bool) -> None:
        """Add a set of each kind for each old set that can lie in one.

        Old sets that may share a new one lead it, the first of them before later ones; all
        others may follow.
        """
        for kind in (RUN, GROUP):
            leads = [self._may_share(i, kind) for i in range(len(self.table))]
            for i, old in enumerate(self.table):
                if not (leads[i] or old.kind == kind):
                    continue
                if not leads[i]:
                    self.problem.add_alike(partial(self._add_grown, i), 1)
                    continue
                others = [k for k in range(len(self.table)) if not leads[k] or k > i]
                followers = may_follow(self.problem, i, others, kind) if not apart else []
                self.problem.add_alike(partial(self._add, i, followers, kind), 1)
        self.problem.parts.append(Part(self._is_for, self.may_hold))
        self.problem.parts_need_long_sets = True
        self.problem.at_close.append(self._write)

    def _may_share(self, i: int, kind: str) -> bool:
        """Whether it may help that an old set shares its new one with others.

        Sets without jokers can be laid apart again, unless runs go round: there an old run need not lie in a row.
        A joker may lie anywhere in the new set.
        """
        colour = shared_place(self.problem, i, kind)
        if colour is None:
            return False
        return self.table[i].joker_count > 0 or kind == RUN and self._closes_circle(colour)

    def _closes_circle(self, colour: int) -> bool:
        """Whether a run of this colour can go all the way round."""
        lacking = self.problem.stock[colour][1:].count(0)
        return self.problem.rules.sets.go_round and lacking <= self.problem.jokers

    def _add_grown(self, old: int) -> OwnSets | None:
        """A set that holds just this old one, which has no joker; what is added at an end is no run of its own."""
        tile_set, more = self.table[old], self.problem.network.sure_run - 1
        first = tile_set.tiles[0].number - 1
        span = None
        if tile_set.kind == RUN and not self.problem.rules.sets.go_round:
            span = range(max(0, first - more), first + len(tile_set.tiles) + more)
        holder = add_holder(self.problem, old, [], tile_set.kind, span)
        if holder is None:
            return None
        self._hold(*holder)
        return holder[0]

    def _add(self, old: int, followers: Sequence[int], kind: str) -> OwnSets | None:
        """A set that holds an old one and any of the `followers`, and may play any other part."""
        holder = add_holder(self.problem, old, followers, kind)
        if holder is None:
            return None
        self._hold(*holder)
        if self.jokers is not None:
            # It holds an old set of its kind, so it is no new one, unless a joker was read as the other kind.
            self.jokers.may_play_parts(holder[0], is_old=self.table[old].kind == kind)
        return holder[0]

    def _is_for(self, kind: str, at: int) -> bool:
        return any(shared_place(self.problem, old, kind) == at for old in range(len(self.table)))

    def may_hold(self, sets: OwnSets) -> list[Term]:
        """Let one set that plays another part hold any old sets as well; gives the terms that say so."""
        holds = may_hold(self.problem, sets, range(len(self.table)))
        self._hold(sets, holds)
        return [term for terms in holds.values() for term in terms]

    def _hold(self, sets: OwnSets, holds: Holds) -> None:
        """One set holds old ones as far as these terms say so, with their jokers anywhere in it."""
        needed: list[Term] = []
        for i, terms in holds.items():
            self.held[i].extend(terms)
            needed += [(column, -weight * self.table[i].joker_count) for column, weight in terms]
        if any(count for _, count in needed):
            self.problem.program.row(sets.jokers() + needed, low=0)

    def _write(self) -> None:
        for terms in self.held:
            self.problem.program.equal(terms, 1)
