"""The ladder of programmes: each rung is a relaxation of those above it, and the highest leaves nothing out.

A question is asked on the lowest rung first. What is best there bounds what can be done;
if the referee accepts it, nothing better exists, and no higher rung is climbed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from solver.game.position import Position
from solver.model.cache import kept_problem
from solver.model.problem import Problem

__all__ = [
    "ANYWHERE",
    "AS_IF_FREE",
    "LADDER",
    "NEW_SETS",
    "OPENING_STAYS",
    "STAYING",
    "WHOLE",
    "Programme",
    "Rung",
    "build",
    "programme",
]


@dataclass(frozen=True)
class Rung:
    """How much of the rules a programme asks for.

    `leaves_out` says what it does not, in words. With `frees=False` no joker of the table
    comes free, with `shares=False` no two old sets share a new one where sets are only
    added to, and with `moves_opening=False` the opening sets stay as they were laid: such a
    programme allows fewer moves, not fewer rules, and is no relaxation.
    """

    leaves_out: str
    tells_new_sets: bool = True
    counts_jokers: bool = True
    frees: bool = True
    shares: bool = True
    moves_opening: bool = True

    def without_shared_sets(self) -> Rung:
        """The same rung, where each old set that is added to has a new one of its own."""
        return replace(self, shares=False)


AS_IF_FREE = Rung("all rules of jokers on the table")
ANYWHERE = Rung(
    "where a freed joker may go, and how many jokers a set may hold", tells_new_sets=False, counts_jokers=False
)
NEW_SETS = Rung("how many jokers a set may hold", counts_jokers=False)
WHOLE = Rung("nothing")
LADDER = (AS_IF_FREE, ANYWHERE, NEW_SETS, WHOLE)

OPENING_STAYS = replace(WHOLE, leaves_out="all moves that change an opening set", moves_opening=False)
"""Beside the ladder: often nobody needs to touch the sets with which he opened."""

STAYING = replace(ANYWHERE, leaves_out="all moves that free a joker", frees=False)
"""Beside the ladder: often a move that frees none is as good as the best of a low rung."""


class Programme(NamedTuple):
    """The programme of a position on one rung; it is exact if nothing that is left out can matter."""

    problem: Problem
    is_exact: bool


def programme(position: Position, rung: Rung, *, deadline: float | None = None) -> Programme | None:
    """The programme of a position on one rung: a kept one if the rules of its box are all that it asks for.

    None where the rung is not to be asked: `AS_IF_FREE` where there is no such programme. It
    is only good until the next call.

    :raises TimeoutError: as `build` does.
    """
    if rung is AS_IF_FREE:
        kept = kept_problem(position, free=True)
        return Programme(kept, False) if kept is not None else None
    kept = kept_problem(position) if rung is ANYWHERE else None
    return Programme(kept, True) if kept is not None else build(position, rung, deadline=deadline)


def build(position: Position, rung: Rung = WHOLE, *, close: bool = True, deadline: float | None = None) -> Programme:
    """The programme of a position: the list of families of rules that its rule set uses.

    With `close=False` more may be added before `Problem.close`. Families that few rule sets use
    are imported when one does.

    :raises TimeoutError: if there are many sets to add and `deadline` (a
        `time.perf_counter` time) passes.
    """
    rules = position.rules
    opens = position.must_open
    with_table = not (opens and rules.opening.leaves_table)
    problem = Problem(position, with_table=with_table, counts_jokers=rung.counts_jokers, deadline=deadline)
    try:
        is_exact = _add_families(problem, rung, opens=opens, with_table=with_table)
        if close:
            problem.close()
    except BaseException:
        problem.let_go()
        raise
    return Programme(problem, is_exact)


def _add_families(problem: Problem, rung: Rung, *, opens: bool, with_table: bool) -> bool:
    """Add the families of rules that a problem uses; whether it is exact then."""
    position, rules = problem.position, problem.rules
    is_exact = rung.counts_jokers or not problem.network.must_count
    if opens and with_table:
        from solver.model.rules.opening import add_opening

        add_opening(problem, stays=not rung.moves_opening)
    elif opens:
        from solver.model.rules.opening import require_opening

        require_opening(problem.network)
        if rules.opening.forbids_jokers and problem.rack_jokers:
            problem.program.high[problem.played_jokers] = 0
    if with_table and position.loose is None:
        jokers = None
        if problem.table_jokers and not rules.jokers.are_free:
            from solver.model.rules.table_jokers import TableJokers

            jokers = TableJokers(problem, tells_new_sets=rung.tells_new_sets)
            is_exact &= rung.tells_new_sets or not rules.jokers.go_to_new_sets or not jokers.may_be_freed
            if not rung.frees:
                jokers.free_none()
        if rules.table.only_adds:
            from solver.model.rules.lay_off import add_lay_off

            add_lay_off(problem, jokers, shares=rung.shares)
    return is_exact and rung.frees and rung.shares and rung.moves_opening
