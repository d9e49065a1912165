"""A player's opening: sets from the rack alone that add up to enough."""

from __future__ import annotations

from solver.model.columns import SetColumn, run_sets, run_span, sure_run
from solver.model.layout import Layout
from solver.model.problem import Problem
from solver.model.program import Term

__all__ = ["add_opening", "require_opening"]


def add_opening(problem: Problem) -> None:
    """`opening.table = after`: a second layout, of rack tiles only, beside the table's.

    Its tiles are among those played and are worth the threshold; its sets need not
    survive, and they end up wherever the rest of the turn puts their tiles.
    """
    program, rules = problem.program, problem.rules
    jokers = 0 if rules.opening.joker == "forbidden" else problem.rack_jokers
    opening = problem.opening = Layout(program, rules, problem.rack, jokers)
    require_opening(opening)
    for c in range(rules.tiles.colours):
        for v in range(1, rules.tiles.numbers + 1):
            if terms := opening.tiles_at(c, v):
                # Where the rack has no tile, what lies there must all be jokers.
                played: list[Term] = [(problem.played[c, v], -1)] if (c, v) in problem.played else []
                program.row(terms + played, high=0)
    if terms := opening.jokers():
        program.row([*terms, (problem.played_jokers, -1)], high=0)


def require_opening(layout: Layout) -> None:
    """Rows that make the sets of `layout` an opening: enough points and, if asked, a run."""
    rules = layout.rules
    if rules.opening.needs_run:
        _require_run(layout)
    layout.close()
    terms: list[Term] = []
    for c in range(rules.tiles.colours):
        for v in range(1, rules.tiles.numbers + 1):
            terms += [(column, v * count) for column, count in layout.tiles_at(c, v)]
    if isinstance(rules.opening.joker, int):
        terms += [(column, rules.opening.joker * count) for column, count in layout.jokers()]
    else:
        terms += layout.joker_value()
    layout.program.row(terms, low=rules.opening.points)


def _require_run(layout: Layout) -> None:
    """At least one run of three or more tiles, as an explicit set.

    A longer one falls into a run that is long enough and another run.
    """
    rules = layout.rules
    least = max(3, rules.sets.min_run, rules.sets.min_natural)
    runs: list[Term] = []
    for colour in range(rules.tiles.colours):
        for length in range(least, least + sure_run(rules, layout.most_jokers)):
            for first in run_span(rules):
                for placed in run_sets(rules, layout.stock, layout.most_jokers, colour, first, length):
                    runs.append((layout.add_set(SetColumn(placed), rules.tiles.copies), 1))
    layout.program.row(runs, low=1)
