"""The runs of one colour, where no run can hold too many jokers or too few number tiles.

A run of at least `m` tiles is a start, which stands for its first `m` tiles, and later
tiles, each behind a start or a later tile: a flow along the track.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from solver.game.rules import Rules
from solver.game.sets import RUN
from solver.model.network.places import Place, Placed, Track, most_sets
from solver.model.program import Program, Term

__all__ = ["Runs"]


class Start(NamedTuple):
    """A column that counts runs with their first tile at the place `first`, and all tiles before the place `end`."""

    column: int
    first: int
    end: int


class Runs:
    """Runs of one colour along a track, with at least `least` tiles.

    `tiles` counts the number tiles at hand by number, and at most `most` runs are laid, if
    that is given. With `told=False` it is not told where the jokers lie: they count as
    tiles, and whoever asks for this counts them. With `held`, every run has number tiles
    on these places of the track, and there are such tiles: a start stands for all tiles
    up to the last of them.
    """

    kind = RUN

    def __init__(
        self,
        program: Program,
        rules: Rules,
        track: Track,
        tiles: Sequence[int],
        jokers: int,
        colour: int,
        *,
        least: int = 0,
        most: int | None = None,
        told: bool = True,
        held: Collection[int] = (),
    ) -> None:
        self.program, self.colour, self.told = program, colour, told
        self.least = max(rules.sets.min_run, least)
        self.most, self.held = most, held
        self.numbers = track.numbers
        self.tiles = [tiles[number] for number in self.numbers]
        self.starts: list[Start] = []
        self.later: list[int] = [-1] * len(self.numbers)
        self.joker: list[int] = [-1] * len(self.numbers)
        self._cover: list[list[Term]] = [[] for _ in self.numbers]
        """By place: columns that lay something there, a tile or a joker."""
        self._places: dict[int, list[int]] = {}
        for u, number in enumerate(self.numbers):
            self._places.setdefault(number, []).append(u)
        self._add_columns(track.starts, jokers)

    def _add_columns(self, last_start: int, jokers: int) -> None:
        """A column only where a run can be: enough tiles and jokers for `least` in a row."""
        program, tiles, m = self.program, self.tiles, self.least
        within = [False] * len(tiles)
        first, past = (min(self.held), max(self.held) + 1) if self.held else (len(tiles), 0)
        for u in range(len(tiles) - m + 1):
            if most_sets(tiles[u : u + m], jokers):
                within[u : u + m] = [True] * m
            if u < last_start and u <= first:
                self._add_start(u, max(u + m, past), jokers)
        for u in range(len(tiles)):
            if within[u] and u >= max(m, past) and within[u - 1]:
                self.later[u] = program.column(self._at_most(tiles[u] + jokers))
                self._cover[u].append((self.later[u], 1))
            if within[u] and jokers and tiles[u] and self.told and u not in self.held:
                self.joker[u] = program.column(self._at_most(jokers))

    def _add_start(self, u: int, end: int, jokers: int) -> None:
        """A start that stands for the tiles from place `u` up to, but not with, `end`."""
        if most := most_sets(self.tiles[u:end], jokers):
            column = self.program.column(self._at_most(most))
            self.program.favoured[column] = -1
            self.starts.append(Start(column, u, end))
            for i in range(u, end):
                self._cover[i].append((column, 1))

    def _at_most(self, count: int) -> int:
        return count if self.most is None else min(count, self.most)

    def close(self) -> None:
        """Write the rows: a later tile comes behind a start or a later tile, and jokers lie on places of runs."""
        behind: dict[int, list[int]] = {}
        for column, _, end in self.starts:
            behind.setdefault(end, []).append(column)
        for u, later in enumerate(self.later):
            if later >= 0:
                before = behind.get(u, [])
                if self.later[u - 1] >= 0:
                    before.append(self.later[u - 1])
                self.program.row([(later, 1), *((column, -1) for column in before)], high=0)
            if self.joker[u] >= 0:
                self.program.row([*self._cover[u], (self.joker[u], -1)], low=0)

    def count(self) -> list[Term]:
        """Terms that count the runs."""
        return [(start.column, 1) for start in self.starts]

    def naturals(self, colour: int, number: int) -> list[Term]:
        """Terms that count the number tiles laid at (colour, number)."""
        terms: list[Term] = []
        for u in self._places.get(number, ()) if colour == self.colour else ():
            if self.tiles[u] or not self.told:
                terms += self._cover[u]
                if self.joker[u] >= 0:
                    terms.append((self.joker[u], -1))
        return terms

    def jokers_for(self, colour: int, number: int) -> list[Term]:
        """Terms that count the jokers laid for (colour, number)."""
        terms: list[Term] = []
        for u in self._places.get(number, ()) if colour == self.colour else ():
            if self.joker[u] >= 0:
                terms.append((self.joker[u], 1))
            elif not self.tiles[u]:
                # No such tile exists: all that lies there are jokers.
                terms += self._cover[u]
        return terms

    def jokers(self) -> list[Term]:
        """Terms that count all jokers laid."""
        return [term for number in self._places for term in self.jokers_for(self.colour, number)]

    def numbers_held(self) -> list[tuple[int, tuple[int, ...]]]:
        """Each start and later tile, by column, and the numbers that a run with it holds for certain."""
        starts = [(column, self.numbers[u:end]) for column, u, end in self.starts]
        later = [(column, self.numbers[u - self.least : u + 1]) for u, column in enumerate(self.later) if column >= 0]
        return starts + later

    def decode(self, solution: Sequence[int]) -> list[Placed]:
        """The runs of a whole-numbered solution."""
        runs = [[u, end - u] for column, u, end in self.starts for _ in range(solution[column])]
        if not runs:
            return []
        self._grow(runs, solution)
        jokers = [
            0
            if not self.told
            else solution[joker]
            if joker >= 0
            else 0
            if tiles
            else sum(solution[c] for c, _ in cover)
            for joker, tiles, cover in zip(self.joker, self.tiles, self._cover, strict=True)
        ]
        placed = []
        for first, length in runs:
            places = []
            for u in range(first, first + length):
                is_joker = jokers[u] > 0
                jokers[u] -= is_joker
                places.append(Place(self.colour, self.numbers[u], is_joker))
            placed.append(Placed(RUN, tuple(places)))
        return placed

    def _grow(self, runs: list[list[int]], solution: Sequence[int]) -> None:
        """Let runs (first place, length) go on with the later tiles, side by side so that they stay short.

        A later tile always finds a run to continue: had every run that ends before it been
        continued, the flow rows would be broken.
        """
        left = [solution[column] if column >= 0 else 0 for column in self.later]
        while any(left):
            for run in runs:
                after = run[0] + run[1]
                if after < len(left) and left[after]:
                    run[1] += 1
                    left[after] -= 1
