"""The network where jokers are free: as good as any tile, wherever they lay, and no set can hold too many.

Such a joker is one more copy of the tile that it stands for, whichever set it lies in: a
column for each tile counts them, and neither runs nor groups have joker columns of their
own. Groups are listed by their colours, of which a box has few. That is the same
polyhedron as that of `Network` with 130 rows fewer in the box of a shop.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from solver.game.rules import Rules
from solver.game.sets import GROUP
from solver.model.network.network import Network
from solver.model.network.places import Place, Placed, Stock, most_sets, track
from solver.model.network.runs import Runs
from solver.model.program import Program, Term

__all__ = ["FreeNetwork"]

_MOST_GROUPS = 16
"""With more different groups of a number than this, a few rows are smaller than a list."""


class FreeNetwork:
    """The runs and groups that can be laid from a stock of tiles and some jokers (see `Network`)."""

    def __init__(self, program: Program, rules: Rules, stock: Stock, jokers: int) -> None:
        box = rules.tiles
        self.program, self.most_jokers = program, jokers
        way = track(rules, 2 * rules.sets.min_run - 1)
        self.runs = [Runs(program, rules, way, stock[c], jokers, c, told=False) for c in range(box.colours)]
        for run in self.runs:
            for start in run.starts:
                program.favoured.pop(start.column, None)
        self.groups = [
            [_Group(program, rules, v, colours, stock, jokers) for colours in _groups(rules)]
            for v in range(1, box.numbers + 1)
        ]
        held = [
            (column, [(c, v) for v in numbers])
            for c, run in enumerate(self.runs)
            for column, numbers in run.numbers_held()
        ]
        held += [
            (group.column, [(c, v) for c in group.colours])
            for v, groups in enumerate(self.groups, 1)
            for group in groups
        ]
        # Each column with its bound and the kinds of tile that a set needs for it, as bits.
        self._held = [
            (column, program.high[column], sum({1 << c * (box.numbers + 1) + v for c, v in cells}))
            for column, cells in held
        ]
        # Empty while `tiles_at` is asked where anything can lie: a joker elsewhere would be counted and not laid.
        self.joker_at: dict[tuple[int, int], int] = {}
        cells = [(c, v) for c in range(box.colours) for v in range(1, box.numbers + 1)] if jokers else []
        self.joker_at = {cell: program.column(jokers) for cell in cells if self.tiles_at(*cell)}

    @staticmethod
    def fits(rules: Rules, jokers: int) -> bool:
        """Whether no set can hold too many of so many jokers, and groups are few enough to be listed."""
        return not Network.may_have_too_many(rules, jokers) and len(_groups(rules)) <= _MOST_GROUPS

    def tiles_at(self, colour: int, number: int) -> list[Term]:
        """Terms that count the number tiles laid at (colour, number)."""
        terms = self.runs[colour].naturals(colour, number)
        terms += [(group.column, 1) for group in self.groups[number - 1] if colour in group.colours]
        if (colour, number) in self.joker_at:
            terms.append((self.joker_at[colour, number], -1))
        return terms

    def jokers(self) -> list[Term]:
        """Terms that count all jokers laid."""
        return [(column, 1) for column in self.joker_at.values()]

    def rebound(self, stock: Stock) -> None:
        """Bound the columns for another stock, no larger than the first.

        Where more kinds of tile lack than there are jokers the bound is 0. The balance of the
        tiles implies that, but columns that are known to be 0 cost no pivots.
        """
        lacking, bit = 0, 1
        for of_colour in stock:
            for count in of_colour:
                if not count:
                    lacking |= bit
                bit <<= 1
        high, jokers = self.program.high, self.most_jokers
        for column, most, needed in self._held:
            high[column] = most if (lacking & needed).bit_count() <= jokers else 0

    def close(self) -> None:
        """Write the rows that had to wait for all columns."""
        for run in self.runs:
            run.close()

    def decode(self, solution: Sequence[int]) -> list[Placed]:
        """The sets of a whole-numbered solution: runs by colour, then groups by number."""
        placed = [placed for run in self.runs for placed in run.decode(solution)]
        for groups in self.groups:
            for group in groups:
                placed += [group.placed] * solution[group.column]
        jokers = {place: count for place, column in self.joker_at.items() if (count := solution[column])}
        return [_with_jokers(of_tiles, jokers) for of_tiles in placed] if jokers else placed


class _Group:
    """The groups of one number and certain colours."""

    def __init__(
        self, program: Program, rules: Rules, number: int, colours: tuple[int, ...], stock: Stock, jokers: int
    ) -> None:
        self.colours = colours
        self.placed = Placed(GROUP, tuple(Place(c, number) for c in colours))
        self.column = program.column(most_sets([stock[c][number] for c in colours], jokers))
        program.favoured[self.column] = -2 if len(colours) == rules.sets.min_group else 1
        program.branch_first[self.column] = 1


def _groups(rules: Rules) -> list[tuple[int, ...]]:
    """The colours of every group that is not two groups."""
    most = min(rules.max_group, 2 * rules.sets.min_group - 1)
    return [
        colours
        for size in range(rules.sets.min_group, most + 1)
        for colours in combinations(range(rules.tiles.colours), size)
    ]


def _with_jokers(placed: Placed, jokers: dict[tuple[int, int], int]) -> Placed:
    """A set in which the jokers that still have to be laid lie where they can; a group's may take any colour."""
    places = []
    for place in placed.places:
        if jokers.get(place[:2]):
            jokers[place[:2]] -= 1
            place = Place(-1 if placed.kind == GROUP else place.colour, place.number, True)
        places.append(place)
    return Placed(placed.kind, tuple(places))
