"""A position as a programme: what all families of rules share.

A `Problem` owns the tiles played, the network of sets and the balance of every tile. The
families of rules (`rules/`) add to it sets that play a part, `fewest_moved` the sets
that old ones become.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from solver.deadline import Deadline, check_time
from solver.game.position import Position
from solver.game.tiles import JOKER, Tile
from solver.model.network.free import FreeNetwork
from solver.model.network.network import Network, OwnSets
from solver.model.network.places import Placed
from solver.model.program import Program, Term

__all__ = ["Part", "Problem", "Solved"]


@dataclass(frozen=True)
class Part:
    """A part in the rules that one set with columns of its own may play, beside any others.

    `may_play` lets it do so; its terms are 0 unless it does. `is_for` says of a kind of
    set and a colour (of runs) or number (of groups) whether any such set can play it.
    """

    is_for: Callable[[str, int], bool]
    may_play: Callable[[OwnSets], list[Term]]


@dataclass(frozen=True)
class Solved:
    """What a solution says: tiles laid from the rack, the sets, and the opening sets if any."""

    played: tuple[Tile, ...]
    sets: tuple[Placed, ...]
    opening: tuple[Placed, ...] | None = None


class Problem:
    """The programme of one position.

    `table[c][v]` and `rack[c][v]` count number tiles, `table_jokers` and `rack_jokers`
    jokers. With `with_table=False` the table stays out: only rack tiles are laid. With
    `counts_jokers=False` sets may hold too many jokers (see `Network`); with `free=True` jokers
    are as good as any tile, and no family may ask where they lie (see `FreeNetwork`).
    """

    def __init__(
        self,
        position: Position,
        *,
        with_table: bool = True,
        counts_jokers: bool = True,
        free: bool = False,
        deadline: Deadline = None,
    ) -> None:
        rules = self.rules = position.rules
        self.program = Program()
        self.deadline = deadline
        self._count(position, position.table_tiles if with_table else Counter())
        self.played = {
            (tile.colour, tile.number): self.program.column(count)
            for tile, count in sorted(Counter(position.rack).items())
            if tile != JOKER
        }
        self.played_jokers = self.program.column(self.rack_jokers) if self.rack_jokers else -1
        self.free_network = FreeNetwork(self.program, rules, self.stock, self.jokers) if free else None
        # Where sets are only added to, each tile of the table lies in a set that holds its old one, told apart.
        untold = self.rack if rules.table.only_adds and position.loose is None else self.stock
        self._network: Network | None = None
        if not free:
            self._network = Network(
                self.program,
                rules,
                self.stock,
                self.jokers,
                untold=untold,
                counts_jokers=counts_jokers,
                deadline=deadline,
            )
        self.opening: Network | None = None
        self.opening_stays = False
        """Whether the opening sets lie on the new table as they were laid."""
        self.parts: list[Part] = []
        self.parts_need_long_sets = False
        """Whether a set may have to be longer than it must otherwise, for the part that it plays."""
        self.taken_off: dict[Tile, int] = {}
        self.at_close: list[Callable[[], None]] = []
        self.counter = -1
        self._balance: dict[tuple[int, int], int] = {}
        self._joker_balance = -1

    @property
    def network(self) -> Network:
        """The network, for families that add to it; there is none where jokers are free."""
        assert self._network is not None
        return self._network

    @property
    def sets(self) -> Network | FreeNetwork:
        """All sets that are laid."""
        return self.free_network or self.network

    def add_alike(self, add: Callable[[], OwnSets | None], times: int) -> None:
        """Add up to so many sets that are alike, one by one.

        :raises TimeoutError: if the deadline has passed.
        """
        self.check_time()
        alike = [sets.count() for _ in range(times) if (sets := add()) is not None]
        # The first ones are used.
        for one, other in zip(alike, alike[1:], strict=False):
            self.program.row([*one, *((column, -weight) for column, weight in other)], low=0)

    def _count(self, position: Position, on_table: Counter[Tile]) -> None:
        """Count the tiles of a position."""
        self.position, self.on_table = position, on_table
        on_rack = Counter(position.rack)
        self.table_jokers, self.rack_jokers = on_table[JOKER], on_rack[JOKER]
        self.jokers = self.table_jokers + self.rack_jokers
        self.table, self.rack = self._grid(on_table), self._grid(on_rack)
        self.stock = [
            [t + r for t, r in zip(of_table, of_rack, strict=True)]
            for of_table, of_rack in zip(self.table, self.rack, strict=True)
        ]

    def check_time(self) -> None:
        """Families that add many sets or rows ask now and then.

        :raises TimeoutError: if the deadline has passed.
        """
        check_time(self.deadline)

    def rebind(self, position: Position, on_table: Counter[Tile]) -> None:
        """Ask the same programme about another position, whose table has these tiles, after `close`.

        It was built for at least these tiles and as many jokers, and for the same box and
        sets; of the rules it asks for no others. What is laid is held to the tiles at
        hand by the balance.
        """
        self.rules = position.rules
        self._count(position, on_table)
        program, rack, table = self.program, self.rack, self.table
        high, row_low, row_high = program.high, program.row_low, program.row_high
        for (c, v), column in self.played.items():
            program.low[column], high[column] = 0, rack[c][v]
        for (c, v), row in self._balance.items():
            row_low[row] = row_high[row] = table[c][v]
        if self.jokers:
            program.low[self.played_jokers], high[self.played_jokers] = 0, self.rack_jokers
            program.row_low[self._joker_balance] = program.row_high[self._joker_balance] = self.table_jokers
        program.low[self.counter], program.high[self.counter] = 0, len(position.rack)
        if self.free_network is not None:
            self.free_network.rebound(self.stock)

    def _grid(self, tiles: Counter[Tile]) -> list[list[int]]:
        box = self.rules.tiles
        grid = [[0] * (box.numbers + 1) for _ in range(box.colours)]
        for tile, count in tiles.items():
            if tile != JOKER:
                grid[tile.colour][tile.number] += count
        return grid

    def tiles_played(self) -> list[Term]:
        """Terms that count the tiles laid from the rack."""
        jokers: list[Term] = [(self.played_jokers, 1)] if self.rack_jokers else []
        return [(column, 1) for column in self.played.values()] + jokers

    def count_played(self) -> int:
        """A column that counts the tiles played, the first to branch on."""
        if self.counter < 0:
            self.counter = self.program.column(len(self.position.rack))
            self.program.branch_first[self.counter] = 2
            self.program.equal([*self.tiles_played(), (self.counter, -1)], 0)
        return self.counter

    def play_just(self, tiles: Sequence[Tile]) -> None:
        """Play these rack tiles and no others."""
        counts = Counter(tiles)
        for (c, v), column in self.played.items():
            self.program.low[column] = self.program.high[column] = counts[Tile(c, v)]
        if self.rack_jokers:
            self.program.low[self.played_jokers] = self.program.high[self.played_jokers] = counts[JOKER]

    def must_lay(self, tile: Tile) -> None:
        """Lay all rack tiles of this kind, a number tile."""
        self.program.low[self.played[tile.colour, tile.number]] = self.rack[tile.colour][tile.number]

    def hold(self, keep: Sequence[Tile], must: Sequence[Tile]) -> None:
        """Leave these rack tiles on the rack, and lay those."""
        kept, laid = Counter(keep), Counter(must)
        program = self.program
        for (c, v), column in self.played.items():
            tile = Tile(c, v)
            program.low[column], program.high[column] = laid[tile], self.rack[c][v] - kept[tile]
        if self.rack_jokers:
            joker = self.played_jokers
            # An opening may lay no joker at all.
            high = min(program.high[joker], self.rack_jokers - kept[JOKER])
            program.low[joker], program.high[joker] = laid[JOKER], high

    def lay_some(self, tiles: Sequence[Tile], least: int) -> None:
        """Lay so many of these rack tiles at least; the programme is not kept for another position."""
        program = self.program
        terms: list[Term] = []
        for tile, count in Counter(tiles).items():
            column = self.played_jokers if tile == JOKER else self.played[tile.colour, tile.number]
            laid = program.column(count)
            program.row([(laid, 1), (column, -1)], high=0)
            terms.append((laid, 1))
        program.row(terms, low=least)

    def may_take_off(self) -> dict[Tile, int]:
        """Let every tile of the table be taken off, before `close`.

        Gives the columns that count the tiles taken off, by physical tile.
        """
        self.taken_off = {tile: self.program.column(count) for tile, count in sorted(self.on_table.items())}
        return self.taken_off

    def close(self) -> None:
        """Write the balance: what is laid is what was on the table and what is played.

        Families whose rows need all sets write them now.
        """
        self.sets.close()
        for write in self.at_close:
            write()
        beside = self.opening if self.opening_stays else None
        for c, row in enumerate(self.stock):
            for v in range(1, len(row)):
                self.check_time()
                terms = self.sets.tiles_at(c, v) + (beside.tiles_at(c, v) if beside else [])
                # Where there is no tile, what lies there must all be jokers.
                if terms or row[v]:
                    if (c, v) in self.played:
                        terms = [*terms, (self.played[c, v], -1)]
                    if self.taken_off and (tile := Tile(c, v)) in self.taken_off:
                        terms = [*terms, (self.taken_off[tile], 1)]
                    self._balance[c, v] = self.program.equal(terms, self.table[c][v])
        if self.jokers:
            self.check_time()
            terms = self.sets.jokers() + (beside.jokers() if beside else [])
            if self.rack_jokers:
                terms = [*terms, (self.played_jokers, -1)]
            if JOKER in self.taken_off:
                terms = [*terms, (self.taken_off[JOKER], 1)]
            self._joker_balance = self.program.equal(terms, self.table_jokers)
        self.let_go()

    def let_go(self) -> None:
        """Let go of the families, which hold the problem: then it is freed as soon as nobody uses it.

        Python's collector would free it otherwise, at any time later; with a large one that takes longer than an
        answer may be late.
        """
        self.parts, self.at_close = [], []

    def read(self, solution: Sequence[int]) -> Solved:
        """What a whole-numbered solution says."""
        played = []
        for (c, v), column in self.played.items():
            played += [Tile(c, v)] * solution[column]
        if self.rack_jokers:
            played += [JOKER] * solution[self.played_jokers]
        opening = tuple(self.opening.decode(solution)) if self.opening else None
        beside = opening if opening and self.opening_stays else ()
        return Solved(tuple(played), (*self.sets.decode(solution), *beside), opening)
