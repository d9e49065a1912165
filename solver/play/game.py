"""A whole game: tiles are dealt, players play or draw, and it ends by the rules.

>>> from solver.play.game import Game, play
>>> turns = list(play(Game(players=2, seed=1)))
>>> turns[0].action, turns[0].pool
('draw', 78)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from solver.advice.solve import solve
from solver.errors import RulesError
from solver.game.move import Move
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.rules import Rules
from solver.game.sets import TileSet
from solver.game.tiles import JOKER, Tile, number_tiles

__all__ = ["MOST_PLAYERS", "Game", "Player", "Turn", "best_move", "box_of", "play"]

MOST_PLAYERS = 6

Player = Callable[[Position], Move | None]
"""What a player does in a position: a move, or None to draw a tile (to pass when there is none)."""


@dataclass(frozen=True)
class Turn:
    """One turn: what the player saw, and what came of it.

    `number` counts from 1 and `player` from 0. `pool` is the number of tiles in the pool
    before the turn. `move` is None when the player drew or passed; `faults` are the
    referee's reasons against a move that was taken back, and `drawn` the tiles taken
    from the pool, the penalty for such a move included.
    """

    number: int
    player: int
    position: Position
    pool: int
    move: Move | None = None
    drawn: tuple[Tile, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def action(self) -> str:
        """`play`, `draw`, `pass`, or `penalty` for an illegal move that was taken back."""
        if self.faults:
            return "penalty"
        if self.move is not None:
            return "play"
        return "draw" if self.drawn else "pass"


class Game:
    """A game under way; the same `rules`, `players` and `seed` deal the same tiles.

    The box is shuffled, the player who draws the highest tile begins (ties and jokers
    draw again), and everyone gets `turn.hand` tiles. Only `take_turn` changes a game.

    :raises RulesError: if there are fewer than 2 or more than 6 players, or too few tiles
        for them.
    """

    def __init__(self, rules: Rules | None = None, players: int = 2, seed: int = 0) -> None:
        self.rules = rules or Rules.named("standard")
        box = box_of(self.rules)
        if not 2 <= players <= MOST_PLAYERS:
            raise RulesError(f"{players} players: a game is for 2 to {MOST_PLAYERS}")
        hand = self.rules.turn.hand
        if players * hand > len(box):
            raise RulesError(f"{players} players need {players * hand} tiles, and the box has {len(box)}")
        random = Random(seed)
        self.player = _who_begins(box, players, random)
        random.shuffle(box)
        self.racks = [sorted(box[i * hand : (i + 1) * hand]) for i in range(players)]
        self.pool = box[players * hand :]
        self.table: tuple[TileSet, ...] = ()
        self.opened = [False] * players
        self.turns = 0
        self._passes = 0

    @property
    def over(self) -> bool:
        """Whether someone is out, or the pool is empty and nobody went on in a whole round."""
        return any(not rack for rack in self.racks) or self._passes == len(self.racks)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won: the player who is out, else by `scoring.pool_empty`; several if they tie, none before the end."""
        if not self.over:
            return ()
        least = {"lowest_value": self._value, "fewest_tiles": len}[self.rules.scoring.pool_empty]
        # A joker may count 0, so that only a rack without tiles is sure to be the lowest.
        held = [least(rack) if rack else -1 for rack in self.racks]
        return tuple(player for player, worth in enumerate(held) if worth == min(held))

    def position(self) -> Position:
        """What the player to move sees."""
        return Position(self.table, tuple(self.racks[self.player]), self.rules, self.opened[self.player])

    def take_turn(self, move: Move | None) -> Turn:
        """Let the player to move lay `move`, or draw (pass if the pool is empty) if it is None.

        A move that the referee refuses is taken back, and `turn.penalty_draw` tiles are drawn.

        :raises RulesError: if the game is over.
        """
        if self.over:
            raise RulesError("the game is over")
        position, player, pool = self.position(), self.player, len(self.pool)
        faults = tuple(judge(position, move)) if move is not None else ()
        drawn: tuple[Tile, ...] = ()
        if move is not None and not faults:
            for tile in move.played:
                self.racks[player].remove(tile)
            self.table = move.table
            self.opened[player] = True
            self._passes = 0
        else:
            drawn = self._draw(self.rules.turn.penalty_draw if faults else 1)
            self._passes = 0 if drawn else self._passes + 1
        self.turns += 1
        self.player = (player + 1) % len(self.racks)
        return Turn(self.turns, player, position, pool, move, drawn, faults)

    def _draw(self, count: int) -> tuple[Tile, ...]:
        """Move up to `count` tiles from the pool to the rack of the player to move."""
        drawn = tuple(self.pool.pop() for _ in range(min(count, len(self.pool))))
        self.racks[self.player] = sorted([*self.racks[self.player], *drawn])
        return drawn

    def _value(self, rack: list[Tile]) -> int:
        return sum(self.rules.scoring.joker_in_hand if tile == JOKER else tile.number for tile in rack)


def play(game: Game, choose: Player | None = None) -> Iterator[Turn]:
    """Play `game` to its end, all players by `choose` (by `best_move` if not said)."""
    choose = choose or best_move
    while not game.over:
        yield game.take_turn(choose(game.position()))


def best_move(position: Position) -> Move | None:
    """The move of most value, or None if there is none."""
    answer = solve(position, steps=False)
    return answer.move if answer.played else None


def box_of(rules: Rules) -> list[Tile]:
    """All tiles of the box, by colour and number, the jokers last."""
    return number_tiles(rules.tiles) + [JOKER] * rules.tiles.jokers


def _who_begins(box: list[Tile], players: int, random: Random) -> int:
    """The player who draws the highest tile; those who tie draw again."""
    left = list(range(players))
    while len(left) > 1:
        drawn = random.sample(box, len(left))
        highest = max(tile.number for tile in drawn)
        left = [player for player, tile in zip(left, drawn, strict=True) if tile.number == highest]
    return left[0]
