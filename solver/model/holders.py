"""Runs and groups with networks of their own that hold old sets.

A set that holds the number tiles of an old one (because the old one stays together, or
lies whole in it) may go on in many ways, which a network counts without listing them. One
network serves an old set, its *leader*, and others that may lie in the same set: the
*followers*, each with a column that says whether it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from solver.game.sets import TileSet
from solver.game.tiles import Tile
from solver.model.network import Groups, PlainRuns, TrackedRuns
from solver.model.problem import Problem
from solver.model.program import Term

__all__ = ["GroupHolder", "RunHolder", "followers_in_group", "followers_in_run", "group_holder", "run_holder"]


class RunHolder(NamedTuple):
    """One run that holds old sets; `holds` has, by the index of an old set, the terms that say so."""

    runs: PlainRuns | TrackedRuns
    holds: Mapping[int, list[Term]]

    def ask_naturals(self, problem: Problem, holds: Mapping[int, list[Term]]) -> None:
        """It has all number tiles of the old sets that these terms say it holds."""
        for tile, terms in _needed(problem.position.table, holds).items():
            naturals = self.runs.naturals_at(tile.number)
            problem.program.row([*naturals, *((column, -count) for column, count in terms)], low=0)


class GroupHolder(NamedTuple):
    """One group that holds old sets; `holds` as in `RunHolder`."""

    groups: Groups
    holds: Mapping[int, list[Term]]

    def ask_naturals(self, problem: Problem, holds: Mapping[int, list[Term]]) -> None:
        """It has all number tiles of the old sets that these terms say it holds."""
        for tile, terms in _needed(problem.position.table, holds).items():
            naturals = self.groups.naturals(tile.colour)
            problem.program.row([*naturals, *((column, -count) for column, count in terms)], low=0)


def followers_in_run(problem: Problem, leader: int, olds: Sequence[int]) -> list[int]:
    """Those of the old sets `olds` whose number tiles may lie in one run with those of the leader."""
    table, wrap = problem.position.table, problem.rules.sets.wrap
    colour = table[leader].naturals[0].colour

    def may_hold(tile: Tile, count: int) -> bool:
        return tile.colour == colour and (count == 1 or wrap == "around" or wrap == "high_one" and tile.number == 1)

    return [
        i
        for i in olds
        for both in [Counter(tile.bare for old in (table[leader], table[i]) for tile in old.naturals)]
        if i != leader and all(may_hold(tile, count) for tile, count in both.items())
    ]


def followers_in_group(problem: Problem, leader: int, olds: Sequence[int]) -> list[int]:
    """Those of the old sets `olds` whose number tiles may lie in one group with those of the leader."""
    table = problem.position.table
    number, colours = table[leader].naturals[0].number, {tile.colour for tile in table[leader].naturals}
    return [
        i
        for i in olds
        if i != leader and all(tile.number == number and tile.colour not in colours for tile in table[i].naturals)
    ]


def run_holder(problem: Problem, leader: int, followers: Sequence[int]) -> RunHolder | None:
    """A run that holds all number tiles of the old set `leader`, and of any of the `followers`.

    None if no such run can be laid.
    """
    program, jokers = problem.program, problem.jokers
    colour = problem.position.table[leader].naturals[0].colour
    network = problem.layout.network
    runs = network.add_runs(colour)
    if not runs.starts:
        return None
    program.row(runs.starts, high=1)
    holds: dict[int, list[Term]] = {leader: runs.starts}
    for i in followers:
        holds[i] = [(program.column(1), 1)]
    holder = RunHolder(runs, holds)
    holder.ask_naturals(problem, holds)
    # A relaxation would make the smallest part of a run out of jokers.
    program.row(runs.all_jokers() + [(column, -jokers) for column, _ in runs.starts], high=0)
    return holder


def group_holder(problem: Problem, leader: int, followers: Sequence[int]) -> GroupHolder | None:
    """A group that holds all number tiles of the old set `leader`, and of any of the `followers`.

    None if no such group can be laid.
    """
    program, table = problem.program, problem.position.table
    groups = problem.layout.network.add_groups(table[leader].naturals[0].number, 1)
    if groups.count < 0:
        return None
    holds: dict[int, list[Term]] = {leader: [(groups.count, 1)]}
    for i in followers:
        holds[i] = [(program.column(1), 1)]
    holder = GroupHolder(groups, holds)
    holder.ask_naturals(problem, holds)
    return holder


def _needed(table: Sequence[TileSet], holds: Mapping[int, list[Term]]) -> dict[Tile, list[Term]]:
    """By number tile, terms that count how many of it the old sets have."""
    needed: dict[Tile, list[Term]] = {}
    for i, terms in holds.items():
        for tile, count in Counter(table[i].naturals).items():
            needed.setdefault(tile, []).extend((column, weight * count) for column, weight in terms)
    return needed
