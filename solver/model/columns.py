"""Sets that stand for themselves: explicit columns beside the network.

A rule that speaks of one set (a freed joker's new set, the set that grew out of an old
one) needs that set as a column of its own. It takes its tiles out of the same balance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from solver.game.rules import Rules
from solver.game.sets import GROUP, RUN, TileSet
from solver.model.network import Place, Placed, Stock, positions

__all__ = ["SetColumn", "falls_apart", "group_sets", "run_sets", "run_span", "sure_run"]


@dataclass(frozen=True, slots=True)
class SetColumn:
    """One explicit set and the part it plays.

    `freed` and `rack_jokers` are places (indices into the set's places) that a freed
    joker takes or a joker from the rack must take; `kept` are old jokers, by class, that
    stay in it; `rack_tiles` are places of number tiles that must come from the rack;
    `holds` are old sets, by index, that lie in it whole.
    """

    placed: Placed
    freed: tuple[int, ...] = ()
    rack_jokers: tuple[int, ...] = ()
    rack_tiles: tuple[int, ...] = ()
    kept: tuple[tuple[int, int], ...] = ()
    holds: tuple[int, ...] = ()

    @property
    def open_jokers(self) -> list[Place]:
        """Joker places that play no part: any kept or rack joker may take them."""
        taken = {*self.freed, *self.rack_jokers, *(place for place, _ in self.kept)}
        return [place for i, place in enumerate(self.placed.places) if place.is_joker and i not in taken]


def run_span(rules: Rules) -> range:
    """Where a run may start: places of the run flow, from 0."""
    return range(positions(rules))


def sure_run(rules: Rules, jokers: int) -> int:
    """How many tiles in a row are a run of their own, whichever of them are jokers."""
    return max(rules.sets.min_run, rules.sets.min_natural + jokers)


def falls_apart(rules: Rules, run: Placed, first: int, last: int, table: Sequence[TileSet]) -> bool:
    """Whether an end of the run, outside its places `first` to `last`, is a run of its own, what is
    left is a run as well, and no old set of `table` loses by that what it has in common with the run."""
    places, m, need = run.places, rules.sets.min_run, rules.sets.min_natural
    naturals = [0]
    for place in places:
        naturals.append(naturals[-1] + (not place.is_joker))
    length, total = len(places), naturals[-1]
    cuts = [
        cut
        for cut in range(m, length - m + 1)
        if (cut <= first or cut > last) and min(naturals[cut], total - naturals[cut]) >= need
    ]
    return bool(cuts) and not any(_is_split(run, old, cuts) for old in table)


def _is_split(run: Placed, old: TileSet, cuts: Sequence[int]) -> bool:
    """Whether an old set has tiles in common with the run on both sides of every cut."""
    jokers = old.joker_count
    if len(old.tiles) - jokers + min(jokers, 1) < 2:
        return False
    shared = [i for i, place in enumerate(run.places) if (jokers if place.is_joker else place in old.tiles)]
    return bool(shared) and shared[0] < cuts[0] and cuts[-1] <= shared[-1]


def run_sets(rules: Rules, stock: Stock, jokers: int, colour: int, first: int, length: int) -> Iterator[Placed]:
    """The runs of `length` tiles from place `first` on, with every choice of jokers.

    Empty if the run does not fit; `first` may be negative or beyond the end with
    `wrap = around`.
    """
    n, size = rules.tiles.numbers, positions(rules)
    if rules.sets.wrap != "around" and (first < 0 or first + length > size):
        return
    numbers = [(first + i) % size % n + 1 for i in range(length)]
    most = min(jokers, rules.max_jokers, length - rules.sets.min_natural)
    must = [i for i, v in enumerate(numbers) if not stock[colour][v]]
    if len(must) > most or length < rules.sets.min_run:
        return
    may = [i for i in range(length) if i not in must]
    for extra in range(most - len(must) + 1):
        for chosen in combinations(may, extra):
            at = {*must, *chosen}
            yield Placed(RUN, tuple(Place(colour, v, i in at) for i, v in enumerate(numbers)))


def group_sets(
    rules: Rules, stock: Stock, jokers: int, number: int, sizes: range, colours: Sequence[int] | None = None
) -> Iterator[Placed]:
    """The groups of `number` with every choice of number tiles and jokers.

    Jokers take any missing colour (colour -1), or, if `colours` is given, each joker is
    tried as each of these colours as well as open.
    """
    k = rules.tiles.colours
    have = [c for c in range(k) if stock[c][number]]
    for size in sizes:
        if not rules.sets.min_group <= size <= min(rules.max_group, k):
            continue
        for held in range(min(jokers, rules.max_jokers, size - rules.sets.min_natural) + 1):
            for chosen in combinations(have, size - held):
                naturals = tuple(Place(c, number) for c in chosen)
                missing = [c for c in colours or () if c not in chosen]
                for committed in range(min(held, len(missing)) + 1):
                    for stands in combinations(missing, committed):
                        jokers_at = tuple(Place(c, number, True) for c in stands)
                        opened = (Place(-1, number, True),) * (held - committed)
                        yield Placed(GROUP, naturals + jokers_at + opened)
