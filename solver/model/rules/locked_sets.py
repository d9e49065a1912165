"""Locked sets: a set stays together while a joker of it is kept, and the joker is kept in the set that holds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from solver.model.network.groups import Groups
from solver.model.network.network import OwnSets
from solver.model.problem import Part, Problem
from solver.model.program import Term
from solver.model.rules.holders import Holder, add_holder, may_follow, shared_place

if TYPE_CHECKING:
    from solver.model.rules.table_jokers import JokerClass

__all__ = ["LockedSets"]


class LockedSets:
    """The sets in which jokers are kept with all number tiles of the sets where they lay."""

    def __init__(self, problem: Problem, classes: Sequence[JokerClass]) -> None:
        self.problem, self.classes = problem, classes
        self.kept: list[list[Term]] = [[] for _ in classes]
        """By class, terms that count the jokers kept in them."""
        self._holders: dict[int, list[Term]] = {}
        """By old set, terms that count the sets that it stays together in."""

    def add_all(self) -> None:
        """For each old set with a joker a set that it stays together in, and that may hold later ones as well."""
        problem = self.problem
        olds = sorted({joker.old_set for joker in self.classes})
        for i, old in enumerate(olds):
            kind = problem.position.table[old].kind
            at = shared_place(problem, old, kind)
            assert at is not None
            later = [other for other in olds[i + 1 :] if problem.position.table[other].kind == kind]
            problem.add_part(Part(kind, at, partial(self._add, old, may_follow(problem, old, later, kind), kind)))

    def _add(self, old: int, followers: Sequence[int], kind: str, span: range | None) -> OwnSets | None:
        """A set that an old one stays together in, and any of the `followers` with it."""
        holder = add_holder(self.problem, old, followers, kind)
        if holder is None:
            return None
        self._keep(holder, holder.holds)
        return holder.sets

    def may_keep(self, holder: Holder) -> None:
        """Let a set that holds old ones, by another rule, keep jokers of any sets that stay together in it.

        These need not be the sets that it holds: another set may have tiles equal to theirs.
        """
        problem, kind = self.problem, holder.sets.kind
        leader = next(iter(holder.holds))
        kept_in: dict[int, list[Term]] = {
            old: [(problem.program.column(1), 1)]
            for old in sorted({joker.old_set for joker in self.classes})
            if problem.position.table[old].kind == kind
            and shared_place(problem, old, kind) == shared_place(problem, leader, kind)
        }
        holder.require_naturals(problem, kept_in)
        self._keep(holder, kept_in)

    def _keep(self, holder: Holder, kept_in: Mapping[int, list[Term]]) -> None:
        """Jokers of old sets are kept in a set, in their places, as far as the terms `kept_in` allow it."""
        program, sets = self.problem.program, holder.sets
        at: dict[int, list[Term]] = {}
        for which, joker in enumerate(self.classes):
            if joker.old_set in kept_in:
                column = program.column(joker.count)
                held = kept_in[joker.old_set]
                program.row([(column, 1), *((one, -weight * joker.count) for one, weight in held)], high=0)
                self.kept[which].append((column, 1))
                # With all number tiles of their old sets in it, a group has its jokers where those may lie.
                number = 0 if isinstance(sets, Groups) else joker.stands_for[0].number
                at.setdefault(number, []).append((column, 1))
        for old, terms in kept_in.items():
            self._holders.setdefault(old, []).extend(terms)
        for number, kept in at.items():
            jokers = sets.jokers() if isinstance(sets, Groups) else sets.jokers_for(sets.colour, number)
            program.row([*kept, *((column, -weight) for column, weight in jokers)], high=0)

    def close(self) -> None:
        """Write the rows: a set stays together in one new set at most."""
        for terms in self._holders.values():
            self.problem.program.row(terms, high=1)
