"""Laying off: sets are only added to, so each old set lies whole in one new set."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from solver.game.sets import GROUP, RUN
from solver.model.network.network import OwnSets
from solver.model.problem import Part, Problem
from solver.model.program import Term
from solver.model.rules.holders import add_holder, may_follow, shared_place
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
                at = shared_place(self.problem, i, kind)
                if at is None or not (leads[i] or old.kind == kind):
                    continue
                others = [k for k in range(len(self.table)) if not leads[k] or k > i]
                followers = may_follow(self.problem, i, others, kind) if leads[i] and not apart else []
                self.problem.add_part(Part(kind, at, partial(self._add, i, followers, kind)))
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

    def _add(self, old: int, followers: Sequence[int], kind: str, span: range | None) -> OwnSets | None:
        """A set that holds an old one and any of the `followers`, with their jokers anywhere in it."""
        holder = add_holder(self.problem, old, followers, kind)
        if holder is None:
            return None
        needed: list[Term] = []
        for i, terms in holder.holds.items():
            self.held[i].extend(terms)
            needed += [(column, -weight * self.table[i].joker_count) for column, weight in terms]
        if any(count for _, count in needed):
            self.problem.program.row(holder.sets.jokers() + needed, low=0)
        if self.jokers is not None:
            self.jokers.may_play_parts(holder)
        return holder.sets

    def _write(self) -> None:
        for terms in self.held:
            self.problem.program.equal(terms, 1)
