"""Locked sets: a set stays together while a joker of it is kept, and the joker is kept in the set that holds it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from solver.model.network.groups import Groups
from solver.model.network.network import OwnSets
from solver.model.problem import Part, Problem
from solver.model.program import Term
from solver.model.rules.holders import Holds, add_holder, may_follow, may_hold, shared_place

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
            later = [other for other in olds[i + 1 :] if problem.position.table[other].kind == kind]
            followers = may_follow(problem, old, later, kind)
            problem.add_alike(partial(self._add, old, followers, kind), 1)
        problem.parts.append(Part(self._is_for, self.may_keep))
        problem.parts_need_long_sets = True

    def _add(self, old: int, followers: Sequence[int], kind: str) -> OwnSets | None:
        """A set that an old one stays together in, and any of the `followers` with it."""
        holder = add_holder(self.problem, old, followers, kind)
        if holder is None:
            return None
        self._keep(*holder)
        return holder[0]

    def _is_for(self, kind: str, at: int) -> bool:
        return any(
            joker.kind == kind and shared_place(self.problem, joker.old_set, kind) == at for joker in self.classes
        )

    def may_keep(self, sets: OwnSets) -> list[Term]:
        """Let one set that plays another part keep jokers of any sets that stay together in it.

        These need not be the sets that it holds: another set may have tiles equal to theirs. Gives the terms that
        say so.
        """
        table = self.problem.position.table
        olds = [old for old in sorted({joker.old_set for joker in self.classes}) if table[old].kind == sets.kind]
        kept_in = may_hold(self.problem, sets, olds)
        self._keep(sets, kept_in)
        return [term for terms in kept_in.values() for term in terms]

    def _keep(self, sets: OwnSets, kept_in: Holds) -> None:
        """Jokers of old sets are kept in a set, in their places, as far as the terms `kept_in` allow it."""
        program = self.problem.program
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
