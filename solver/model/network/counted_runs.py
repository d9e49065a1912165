"""The runs of one colour, where a run could hold too many jokers or too few number tiles.

A flow from state to state: what a run has met so far, counted no further than it
matters. Each column is the number of runs that go from a state at one place of the
track to the next place with a number tile, or with a joker, there.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.game.rules import Rules
from solver.game.sets import RUN
from solver.model.network.places import Place, Placed, Track
from solver.model.program import INFINITY, Program, Term

__all__ = ["CountedRuns"]

State = tuple[int, int, int]
"""Tiles, number tiles and jokers met in a run."""

_START: State = (0, 0, 0)


class CountedRuns:
    """Runs of one colour along a track, with at least `least` tiles.

    `tiles` counts the number tiles at hand by number, and at most `most` runs are laid, if
    that is given.
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
    ) -> None:
        self.colour, self.numbers = colour, track.numbers
        self.full = (max(rules.sets.min_run, least), rules.sets.min_natural)
        self.most_jokers = rules.max_jokers if rules.max_jokers < jokers else None
        self._naturals: dict[int, list[Term]] = {number: [] for number in track.numbers}
        self._jokers: dict[int, list[Term]] = {number: [] for number in track.numbers}
        self.steps: list[dict[State, list[tuple[int, State, bool]]]] = [{} for _ in track.numbers]
        if self.full[0] > len(track.numbers):
            return
        arrivals: dict[State, list[Term]] = {}
        for u, number in enumerate(track.numbers):
            before, arrivals = arrivals, {}
            for state in [*([_START] if u < track.starts else []), *before]:
                for is_joker, at_hand in ((False, tiles[number]), (True, jokers)):
                    after = self._after(state, is_joker)
                    if not at_hand or after is None:
                        continue
                    column = program.column(at_hand if most is None else min(at_hand, most))
                    self.steps[u].setdefault(state, []).append((column, after, is_joker))
                    arrivals.setdefault(after, []).append((column, 1))
                    (self._jokers if is_joker else self._naturals)[number].append((column, 1))
            for state, came in before.items():
                self._pass_on(program, state, came, self.steps[u].get(state, []))
        for state, came in arrivals.items():
            self._pass_on(program, state, came, [])

    def _pass_on(
        self, program: Program, state: State, came: list[Term], went: Sequence[tuple[int, State, bool]]
    ) -> None:
        """As many runs leave a state as came to it; a run that is long enough may end there."""
        program.row([*came, *((column, -1) for column, _, _ in went)], 0, INFINITY if self._is_run(state) else 0)

    def _is_run(self, state: State) -> bool:
        return state[:2] == self.full

    def _after(self, state: State, is_joker: bool) -> State | None:
        length, naturals, jokers = state
        if is_joker and self.most_jokers is not None:
            if jokers == self.most_jokers:
                return None
            jokers += 1
        return (min(length + 1, self.full[0]), min(naturals + (not is_joker), self.full[1]), jokers)

    def close(self) -> None:
        """Nothing had to wait."""

    def count(self) -> list[Term]:
        """Terms that count the runs."""
        return [(column, 1) for at in self.steps for column, _, _ in at.get(_START, [])]

    def naturals(self, colour: int, number: int) -> list[Term]:
        """Terms that count the number tiles laid at (colour, number)."""
        return self._naturals.get(number, []) if colour == self.colour else []

    def jokers_for(self, colour: int, number: int) -> list[Term]:
        """Terms that count the jokers laid for (colour, number)."""
        return self._jokers.get(number, []) if colour == self.colour else []

    def jokers(self) -> list[Term]:
        """Terms that count all jokers laid."""
        return [term for terms in self._jokers.values() for term in terms]

    def decode(self, solution: Sequence[int]) -> list[Placed]:
        """The runs of a whole-numbered solution: each goes on as long as the flow does."""
        left = {column: solution[column] for at in self.steps for outs in at.values() for column, _, _ in outs}
        placed = []
        for u in range(len(self.steps)):
            while places := self._take_run(u, left):
                placed.append(Placed(RUN, places))
        return placed

    def _take_run(self, u: int, left: dict[int, int]) -> tuple[Place, ...]:
        """Take one run that starts at place `u` out of the flow; empty if there is none."""
        places: list[Place] = []
        state = _START
        while u < len(self.steps):
            step = next((out for out in self.steps[u].get(state, []) if left[out[0]] > 0), None)
            if step is None:
                break
            column, state, is_joker = step
            left[column] -= 1
            places.append(Place(self.colour, self.numbers[u], is_joker))
            u += 1
        return tuple(places)
