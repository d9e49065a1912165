"""The deal: the box is shuffled, somebody begins, everyone gets a rack."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from solver.errors import RulesError
from solver.game.rules import Rules
from solver.game.tiles import JOKER, Tile

__all__ = ["MOST_PLAYERS", "Deal", "box_of", "check_players", "deal"]

MOST_PLAYERS = 6


@dataclass(frozen=True)
class Deal:
    """Racks in the order of seats, the pool (its last tile is drawn first), and the seat that begins."""

    racks: tuple[tuple[Tile, ...], ...]
    pool: tuple[Tile, ...]
    first: int


def deal(rules: Rules, players: int, seed: int) -> Deal:
    """The deal of a seed: the same arguments give the same tiles.

    Each player draws a tile, and the highest begins (ties and jokers draw again); the tiles go
    back, and everyone gets `turn.hand` tiles.

    :raises RulesError: as `check_players` does.
    """
    check_players(rules, players)
    box = box_of(rules)
    hand = rules.turn.hand
    random = Random(seed)
    first = _who_begins(box, players, random)
    random.shuffle(box)
    racks = tuple(tuple(sorted(box[i * hand : (i + 1) * hand])) for i in range(players))
    return Deal(racks, tuple(box[players * hand :]), first)


def check_players(rules: Rules, players: int) -> None:
    """Refuse a number of players.

    :raises RulesError: if there are fewer than 2 or more than 6, or too few tiles for them.
    """
    if not 2 <= players <= MOST_PLAYERS:
        raise RulesError(f"{players} players: a game is for 2 to {MOST_PLAYERS}")
    needed = players * rules.turn.hand
    if needed > rules.tiles.total:
        raise RulesError(f"{players} players need {needed} tiles, and the box has {rules.tiles.total}")


def box_of(rules: Rules) -> list[Tile]:
    """All tiles of the box, by colour and number, the jokers last."""
    box = rules.tiles
    naturals = (Tile(c, v) for c in range(box.colours) for v in range(1, box.numbers + 1))
    return [tile for tile in naturals for _ in range(box.copies)] + [JOKER] * box.jokers


def _who_begins(box: list[Tile], players: int, random: Random) -> int:
    """The player who draws the highest tile; those who tie draw again."""
    left = list(range(players))
    while len(left) > 1:
        drawn = random.sample(box, len(left))
        highest = max(tile.number for tile in drawn)
        left = [player for player, tile in zip(left, drawn, strict=True) if tile.number == highest]
    return left[0]
