"""All sets laid from one stock of tiles: the network and the explicit sets beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solver.game.rules import Rules
from solver.game.sets import RUN
from solver.model.columns import SetColumn
from solver.model.network import Groups, Network, Placed, PlainRuns, Stock, TrackedRuns
from solver.model.program import Program, Term
from solver.model.wild import WildNetwork

__all__ = ["Layout"]


class Layout:
    """Sets laid from `stock` and up to `jokers` jokers, as terms that others combine."""

    def __init__(
        self, program: Program, rules: Rules, stock: Stock, jokers: int, *, plain: bool = False, wild: bool = False
    ) -> None:
        self.program, self.rules, self.stock, self.most_jokers = program, rules, stock, jokers
        self._network: Network | WildNetwork = (
            WildNetwork(program, rules, stock, jokers) if wild else Network(program, rules, stock, jokers, plain=plain)
        )
        self.sets: list[tuple[int, SetColumn]] = []
        self.with_part: list[tuple[Placed, frozenset[int], Callable[[], int]]] = []
        """Sets that play a part in the rules, which of their tiles may be jokers instead, and what
        adds another column for the same."""
        self.groups_with_part: dict[int, list[Callable[[int], Groups | None]]] = {}
        """By number, what adds more groups with a network of their own that play a part, up to so many."""
        self.own_runs_with_part: dict[int, list[Callable[[], PlainRuns | TrackedRuns | None]]] = {}
        """By colour, what adds one more run with a network of its own that plays a part."""
        self.run_with_part: Callable[[int, range | None], PlainRuns | TrackedRuns | None] | None = None
        """Adds one run of a colour, as a network of its own within some places, that plays a part."""
        self._tiles: dict[tuple[int, int], list[Term]] = {}
        self._jokers: list[Term] = []
        self._closed = False
        self._open_jokers: dict[tuple[str, int, int], list[Term]] = {}

    @property
    def network(self) -> Network:
        """The network, for families that add to it; there is none where jokers are wild."""
        assert isinstance(self._network, Network)
        return self._network

    @property
    def may_track(self) -> bool:
        """Whether a set could hold too many jokers or too few number tiles."""
        return self._network.may_track

    def add_set(self, column: SetColumn, most: int = 1) -> int:
        """Add an explicit set that may be laid `most` times; return its column."""
        index = self.program.column(most)
        self.sets.append((index, column))
        for place in column.placed.places:
            if place.is_joker:
                self._jokers.append((index, 1))
            else:
                self._tiles.setdefault((place.colour, place.number), []).append((index, 1))
        for place in column.open_jokers:
            if place.colour >= 0:
                key = (column.placed.kind, place.colour, place.number)
                self._open_jokers.setdefault(key, []).append((index, 1))
        return index

    def tiles_at(self, colour: int, number: int) -> list[Term]:
        """Terms that count the number tiles laid at (colour, number)."""
        return self._network.tiles_at(colour, number) + self._tiles.get((colour, number), [])

    def jokers(self) -> list[Term]:
        """Terms that count the jokers laid."""
        return self._network.jokers() + self._jokers

    def joker_places(self, kind: str, colour: int, number: int) -> list[Term]:
        """Terms that count the joker places of that kind and tile which no set has claimed."""
        of_kind = self.network.run_jokers if kind == RUN else self.network.group_jokers
        return of_kind(colour, number) + self._open_jokers.get((kind, colour, number), [])

    def joker_value(self) -> list[Term]:
        """Terms that add up what the jokers stand for."""
        terms = self.network.joker_value()
        for index, column in self.sets:
            terms += [(index, place.number) for place in column.placed.places if place.is_joker]
        return terms

    def rebound(self, stock: Stock) -> None:
        """Bound what is laid for another stock, no larger than the first, as tightly as is worth the while."""
        if isinstance(self._network, WildNetwork):
            self._network.rebound(stock)

    def close(self) -> None:
        """Write the rows that had to wait for all columns; more sets may still be added."""
        if not self._closed:
            self._closed = True
            self._network.close()

    def decode(self, solution: Sequence[int]) -> list[Placed]:
        """The sets of a whole-numbered solution."""
        sets = [column.placed for index, column in self.sets for _ in range(solution[index])]
        return sets + self._network.decode(solution)
