"""The groups of one number, counted together.

With as many tiles of each colour as there are groups or fewer, and between `min_group`
and `max_group` tiles a group on average, dealing the colours round the groups gives
sizes that differ by at most one and no colour twice. Jokers are dealt last; a joker
takes any colour that its group lacks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import product

from solver.game.rules import Rules
from solver.game.sets import GROUP
from solver.model.network.places import Place, Placed, Stock
from solver.model.program import Program, Term

__all__ = ["Groups"]


class Groups:
    """Up to `most` groups of one number from a stock of tiles and up to so many jokers.

    Every one of them has a tile of each colour in `held`; the stock has these tiles.
    """

    kind = GROUP

    def __init__(
        self,
        program: Program,
        rules: Rules,
        stock: Stock,
        jokers: int,
        number: int,
        *,
        most: int | None = None,
        held: Collection[int] = (),
    ) -> None:
        self.program, self.rules, self.number, self.most_jokers = program, rules, number, jokers
        self.held = held
        self.column = -1
        self.tiles: dict[int, int] = {}
        self.committed: dict[int, int] = {}
        self.open_jokers = -1
        colours = [c for c in range(rules.tiles.colours) if stock[c][number]]
        many = self._most_groups(stock)
        most = many if most is None else min(most, many)
        if not most:
            return
        self.column = program.column(most)
        program.branch_first[self.column] = 1
        self.tiles = {c: self.column if c in held else program.column(min(stock[c][number], most)) for c in colours}
        program.favoured.update((column, -1) for column in self.tiles.values() if column != self.column)
        if most_jokers := min(jokers, most * min(rules.max_group - len(held), rules.max_jokers)):
            self.open_jokers = program.column(most_jokers)

    def _most_groups(self, stock: Stock) -> int:
        """As many groups as these tiles can be dealt to, with all jokers to help."""
        rules = self.rules
        tiles = [count for of_colour in stock if (count := of_colour[self.number])]
        need = rules.sets.min_group - min(self.most_jokers, rules.max_jokers)
        if len(tiles) < max(need, rules.sets.min_natural) or rules.sets.min_group > rules.max_group:
            return 0
        most = sum(tiles) // rules.sets.min_natural
        while most and sum(min(count, most) for count in tiles) + self.most_jokers < most * rules.sets.min_group:
            most -= 1
        return most

    def count(self) -> list[Term]:
        """Terms that count the groups."""
        return [(self.column, 1)] if self.column >= 0 else []

    def naturals(self, colour: int, number: int) -> list[Term]:
        """Terms that count the number tiles laid at (colour, number)."""
        return [(self.tiles[colour], 1)] if number == self.number and colour in self.tiles else []

    def jokers_for(self, colour: int, number: int) -> list[Term]:
        """Terms that count jokers laid as just this tile.

        The column is made when it is first asked for, so ask before `close`.
        """
        if number != self.number or self.open_jokers < 0 or colour in self.held:
            return []
        if colour not in self.committed:
            self.committed[colour] = self.program.column(self.most_jokers)
        return [(self.committed[colour], 1)]

    def jokers(self) -> list[Term]:
        """Terms that count all jokers laid."""
        if self.open_jokers < 0:
            return []
        return [(column, 1) for column in (self.open_jokers, *self.committed.values())]

    def close(self) -> None:
        """Write the rows."""
        if self.column < 0:
            return
        program, rules, groups = self.program, self.rules, self.column
        for colour in (self.tiles.keys() | self.committed.keys()) - set(self.held):
            of_colour = [part[colour] for part in (self.tiles, self.committed) if colour in part]
            program.row([*((column, 1) for column in of_colour), (groups, -1)], high=0)
        tiles: list[Term] = [(column, 1) for column in self.tiles.values()]
        jokers = self.jokers()
        if len(self.held) < rules.sets.min_group:
            program.row(tiles + jokers + [(groups, -rules.sets.min_group)], low=0)
        if jokers or rules.max_group < len(self.tiles):
            program.row(tiles + jokers + [(groups, -rules.max_group)], high=0)
        if self.most_jokers > rules.sets.min_group - rules.sets.min_natural:
            program.row(tiles + [(groups, -rules.sets.min_natural)], low=0)
        if self.most_jokers > rules.max_jokers:
            program.row(jokers + [(groups, -rules.max_jokers)], high=0)

    def decode(self, solution: Sequence[int]) -> list[Placed]:
        """The groups of a whole-numbered solution."""
        count = solution[self.column] if self.column >= 0 else 0
        if not count:
            return []
        tiles = Counter({colour: solution[column] for colour, column in self.tiles.items()})
        committed = Counter({colour: solution[column] for colour, column in self.committed.items()})
        wild = solution[self.open_jokers] if self.open_jokers >= 0 else 0
        if committed.total():
            return [Placed(GROUP, places) for places in _even_groups(self.number, count, tiles, committed, wild)]
        dealt = [Place(colour, self.number) for colour in sorted(tiles.elements())]
        # Jokers go last, so that they spread as evenly as the rest.
        dealt += [Place(-1, self.number, True)] * wild
        return [Placed(GROUP, tuple(dealt[i::count])) for i in range(count)]


def _even_groups(
    number: int, count: int, tiles: Counter[int], committed: Counter[int], wild: int
) -> Iterator[tuple[Place, ...]]:
    """Deal tiles and jokers to groups where some jokers have a colour, others are `wild`.

    Each group takes its even share, to within one, of the number tiles, of the jokers and
    of both, and each colour that must be in all groups left. There always is such a
    share: the colours are one laminar family of the tiles, the rest is another.
    """
    colours = sorted((tiles + committed).keys())
    for left in range(count, 0, -1):
        naturals, jokers = tiles.total(), committed.total() + wild
        choices: list[list[Place | None]] = []
        for colour in colours:
            must = tiles[colour] + committed[colour] == left
            choices.append([Place(colour, number)] if tiles[colour] else [])
            choices[-1] += [Place(colour, number, True)] if committed[colour] else []
            choices[-1] += [] if must else [None]
        for chosen, more in product(product(*choices), range(wild + 1)):
            share = [place for place in chosen if place is not None]
            held = sum(place.is_joker for place in share) + more
            if (
                _is_even(held, jokers, left)
                and _is_even(len(share) + more - held, naturals, left)
                and _is_even(len(share) + more, naturals + jokers, left)
            ):
                break
        else:
            raise AssertionError("unreachable: laminar families have even shares")
        for place in share:
            (committed if place.is_joker else tiles)[place.colour] -= 1
        wild -= more
        yield (*share, *[Place(-1, number, True)] * more)


def _is_even(part: int, whole: int, groups: int) -> bool:
    """Whether a part is one of `groups` even shares, to within one."""
    return whole // groups <= part <= -(-whole // groups)
