"""Small programmes of the model: what is best in them, and the sets of a solution as they are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from solver.game.notation import read_tiles
from solver.game.rules import Rules
from solver.game.sets import GROUP, TileSet, set_faults
from solver.game.tiles import JOKER, Tile
from solver.model.backend import maximise
from solver.model.network.free import FreeNetwork
from solver.model.network.network import Network, OwnSets
from solver.model.network.places import Placed
from solver.model.program import Program, Term

__all__ = ["just", "laid", "least", "most", "solution", "stock_of", "written"]

Sets = OwnSets | Network | FreeNetwork


def solution(program: Program, terms: Sequence[Term] = ()) -> list[int] | None:
    """A solution in which these terms add up to most; None if nothing fits the rows."""
    program.objective = {}
    for column, weight in terms:
        program.objective[column] = program.objective.get(column, 0) + weight
    outcome = maximise(program)
    assert outcome.proved
    return outcome.values


def most(program: Program, terms: Sequence[Term]) -> int | None:
    """What these terms add up to at most; None if nothing fits the rows."""
    values = solution(program, terms)
    return None if values is None else int(sum(weight * values[column] for column, weight in terms))


def least(program: Program, terms: Sequence[Term]) -> int | None:
    """What these terms add up to at least; None if nothing fits the rows."""
    other = most(program, [(column, -weight) for column, weight in terms])
    return None if other is None else -other


def stock_of(tiles: str, rules: Rules) -> tuple[list[list[int]], int]:
    """The number tiles by colour and number, and the jokers."""
    stock = [[0] * (rules.tiles.numbers + 1) for _ in range(rules.tiles.colours)]
    jokers = 0
    for tile in read_tiles(tiles, "rack"):
        if tile == JOKER:
            jokers += 1
        else:
            stock[tile.colour][tile.number] += 1
    return stock, jokers


def just(program: Program, sets: Sets, tiles: str, rules: Rules) -> bool:
    """Have closed sets lay just these tiles; False if one of them has no place anywhere."""
    stock, jokers = stock_of(tiles, rules)
    at = sets.tiles_at if isinstance(sets, Network | FreeNetwork) else sets.naturals
    wanted = [(at(c, v), count) for c, row in enumerate(stock) for v, count in enumerate(row) if v]
    wanted.append((sets.jokers(), jokers))
    for terms, count in wanted:
        if terms:
            program.equal(terms, count)
    return all(terms or not count for terms, count in wanted)


def laid(program: Program, sets: Sets, tiles: str, rules: Rules, terms: Sequence[Term] = ()) -> list[str] | None:
    """The sets in which just these tiles are laid, sorted, with the most of `terms`; None if they can't be.

    They are legal, and of these tiles.
    """
    values = solution(program, terms) if just(program, sets, tiles, rules) else None
    if values is None:
        return None
    placed = sets.decode(values)
    for one in placed:
        assert not set_faults(_declared(one, rules), rules), written(one)
    used = Counter(JOKER if place.is_joker else place for one in placed for place in one.places)
    assert used == Counter(read_tiles(tiles, "rack")), [written(one) for one in placed]
    return sorted(written(one) for one in placed)


def written(placed: Placed) -> str:
    """A set as it is written, a joker that takes any missing colour as `J`."""
    return "".join("J" if place.colour == -1 else str(Tile(*place)) for place in placed.places)


def _declared(placed: Placed, rules: Rules) -> TileSet:
    """The set with its jokers that take any colour on the first ones that are missing."""
    taken = {place.colour for place in placed.places}
    missing = iter([c for c in range(rules.tiles.colours) if c not in taken])
    tiles = [place if place.colour != -1 else place._replace(colour=next(missing)) for place in placed.places]
    return TileSet(placed.kind, tuple(sorted(tiles) if placed.kind == GROUP else tiles))
