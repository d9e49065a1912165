"""A player's opening: sets from the rack alone that add up to enough."""

from __future__ import annotations

from solver.model.network.network import Network
from solver.model.problem import Problem
from solver.model.program import Term

__all__ = ["add_opening", "require_opening"]


def add_opening(problem: Problem, *, stays: bool = False) -> None:
    """`opening.table = after`: a second network, of rack tiles only, beside the table's.

    Its tiles are among those played and are worth the threshold; its sets need not
    survive, and they end up wherever the rest of the turn puts their tiles. If it `stays`,
    its sets lie on the new table as they were laid.
    """
    problem.opening_stays = stays
    program, rules = problem.program, problem.rules
    jokers = 0 if rules.opening.forbids_jokers else problem.rack_jokers
    opening = problem.opening = Network(program, rules, problem.rack, jokers, deadline=problem.deadline)
    require_opening(opening)
    for c in range(rules.tiles.colours):
        for v in range(1, rules.tiles.numbers + 1):
            if terms := opening.tiles_at(c, v):
                # Where the rack has no tile, what lies there must all be jokers.
                played: list[Term] = [(problem.played[c, v], -1)] if (c, v) in problem.played else []
                program.row(terms + played, high=0)
    if terms := opening.jokers():
        program.row([*terms, (problem.played_jokers, -1)], high=0)


def require_opening(network: Network) -> None:
    """Rows that make the sets of `network` an opening: enough points and, if asked, a run."""
    rules = network.rules
    if rules.opening_run:
        _require_run(network)
    network.close()
    terms: list[Term] = []
    for c in range(rules.tiles.colours):
        for v in range(1, rules.tiles.numbers + 1):
            terms += [(column, v * count) for column, count in network.tiles_at(c, v)]
    each = rules.opening.joker_points
    terms += network.joker_value() if each is None else [(column, each * count) for column, count in network.jokers()]
    network.program.row(terms, low=rules.opening.points)


def _require_run(network: Network) -> None:
    """At least one run that is long enough, told from all others."""
    runs: list[Term] = []
    for colour in range(network.rules.tiles.colours):
        runs += network.add_runs(colour, least=network.rules.opening_run).count()
    network.program.row(runs, low=1)
