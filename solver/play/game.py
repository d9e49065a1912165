"""A game from the deal to its end: it asks the players, draws the tiles, and has every move refereed.

>>> from solver.play.game import Game
>>> from solver.play.players import player_named
>>> game = Game(seed=1)
>>> turn = game.take_turn(player_named("most-tiles"))
>>> turn.action, game.state.pool
('draw', 77)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b

from solver.errors import RulesError
from solver.game.move import Move
from solver.game.notation import TILES, Notation
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.rules import Rules
from solver.game.sets import TileSet
from solver.game.tiles import Tile
from solver.play.deal import Deal, deal
from solver.play.players import OutOfTime, Player, View
from solver.play.scores import GameScore, score_game
from solver.play.state import Seat, State
from solver.play.turns import DRAW, LAY, OVERTIME, PASS, PENALTY, Turn

__all__ = ["Game", "play"]


class Game:
    """A game under way; the same `rules`, `players` (2 to 6) and `seed` deal the same tiles.

    Only `take_turn` and `replay` change it. `turns` are those played; `notation` is how players write tiles.

    :raises RulesError: if there are too few or too many players, or too few tiles for them.
    """

    def __init__(self, rules: Rules | None = None, players: int = 2, seed: int = 0, notation: Notation = TILES) -> None:
        self.rules = rules or Rules.named("standard")
        self.seed = seed
        self.deal: Deal = deal(self.rules, players, seed)
        seats = [Seat(list(rack)) for rack in self.deal.racks]
        self.state = State(self.rules, seats, len(self.deal.pool), self.deal.first, notation)
        self.turns: list[Turn] = []
        self._seen: list[Turn] = []
        self._pool = list(self.deal.pool)
        # Of the seed itself a player may not know: with it he could deal the tiles of all others.
        self._chance = [blake2b(f"{seed} {seat}".encode(), digest_size=16).hexdigest() for seat in range(players)]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def racks(self) -> tuple[tuple[Tile, ...], ...]:
        """What everybody holds, in the order of seats."""
        return tuple(tuple(seat.tiles) for seat in self.state.seats)

    @property
    def pool(self) -> tuple[Tile, ...]:
        """The tiles of the pool; the last one is drawn next."""
        return tuple(self._pool)

    def score(self) -> GameScore:
        """Who won, and everybody's points.

        :raises RulesError: if the game is not over.
        """
        if not self.over:
            raise RulesError("the game is not over: nobody is out, and somebody can go on")
        seats = self.state.seats
        return score_game(
            self.rules, self.racks, laid=[seat.laid for seat in seats], opened=[seat.opened for seat in seats]
        )

    def position(self) -> Position:
        """What the player to move sees of table and rack."""
        return self.state.position()

    def view(self) -> View:
        """All that the player to move may know."""
        state = self.state
        return View(
            position=state.position(),
            seat=state.player,
            held=tuple(seat.held for seat in state.seats),
            opened=tuple(seat.opened for seat in state.seats),
            pool=state.pool,
            turns=tuple(self._seen),
            may_take=state.may_take,
            last_of_pool=self._pool[0] if self._pool and self.rules.turn.draws_first else None,
            seed=self._chance[state.player],
        )

    def take_turn(self, player: Player, clock: Callable[[], float] | None = None) -> Turn:
        """Let `player` take the turn of the player to move; the turn notes its seconds if there is a `clock`.

        A move that the referee refuses is taken back, and `turn.penalty_draw` tiles are drawn.

        :raises RulesError: if the game is over, or a tile is thrown off that is not on the rack.
        """
        if self.over:
            raise RulesError("the game is over")
        began = clock() if clock else 0.0
        state, drawn, took = self.state, [], None
        if state.may_take and player.take_discard(self.view()):
            took = state.may_take
        elif self.rules.turn.draws_first and self._pool:
            drawn.append(self._pool[-1])
        view = self.view()
        if took or drawn:
            view = view.with_tile(took or drawn[0], from_pool=took is None)
        choice = player.choose(view)
        action, move = self._decided(view.position, choice)
        if action != LAY:
            count = state.draws(action, took is not None) - len(drawn)
            drawn += reversed(self._pool[len(self._pool) - len(drawn) - count : len(self._pool) - len(drawn)])
        if action == DRAW and not drawn and took is None:
            action = PASS
        off = None
        if self.rules.turn.discard:
            off = self._thrown_off(player, view, action, move, drawn)
        seconds = round(clock() - began, 1) if clock else None
        turn = Turn(state.turns + 1, state.player, action, move, tuple(drawn), took, off, seconds)
        self._apply(turn)
        return turn

    def replay(self, turn: Turn) -> None:
        """Play a turn that was played before, from this deal.

        :raises RulesError: with the reason why it cannot be, or why it is of another deal.
        """
        if faults := self.state.faults(turn):
            raise RulesError("; ".join(faults))
        if turn.drawn != tuple(reversed(self._pool[len(self._pool) - len(turn.drawn) :])):
            raise RulesError("other tiles were drawn than this deal has: the record is of another game")
        self._apply(turn)

    def _apply(self, turn: Turn) -> None:
        self.state.apply(turn)
        if turn.drawn:
            del self._pool[-len(turn.drawn) :]
        self.turns.append(turn)
        self._seen.append(turn.as_seen())

    def _decided(self, position: Position, choice: Move | OutOfTime | None) -> tuple[str, Move | None]:
        """What a choice comes to: the action, and the move that is laid or taken back."""
        if choice is None:
            return DRAW, None
        if isinstance(choice, Move):
            return (PENALTY if judge(position, choice) else LAY), choice
        if self.state.takes_unsorted and choice.table:
            return OVERTIME, kept_sets(position, choice.table)
        return OVERTIME, None

    def _thrown_off(
        self, player: Player, view: View, action: str, move: Move | None, drawn: Sequence[Tile]
    ) -> Tile | None:
        """The tile that the player throws off, from the rack as it is after the move."""
        rack = list(view.position.rack)
        rack += drawn[1:] if self.rules.turn.draws_first and view.drew else drawn
        if move is not None and action != PENALTY:
            for tile in move.played:
                rack.remove(tile)
            rack += unsorted_tiles(view.position, move) if action == OVERTIME else ()
        if not rack:
            return None
        table = move.table if move is not None and action != PENALTY else view.position.table
        opened = view.position.opened or action == LAY
        position = replace(view.position, table=table, rack=tuple(sorted(rack)), opened=opened)
        off = player.throw_off(view.at(position))
        if off not in rack:
            raise RulesError(f"{self.state.notation.tile(off)} cannot be thrown off: it is not on the rack")
        return off


def play(game: Game, players: Sequence[Player]) -> Iterator[Turn]:
    """Play `game` to its end; `players` in the order of seats."""
    while not game.over:
        yield game.take_turn(players[game.state.player])


def kept_sets(position: Position, table: Sequence[Sequence[Tile]]) -> Move:
    """What stays of a table that was left when time ran out: its legal sets, and the rack tiles in them."""
    sets: list[TileSet] = []
    for tiles in table:
        sets += TileSet.choices(tiles, position.rules)[:1]
    return Move(Move.laid(position, [tile_set.tiles for tile_set in sets]), tuple(sets))


def unsorted_tiles(position: Position, move: Move) -> tuple[Tile, ...]:
    """The tiles that were on the table or laid, and lie in none of the sets that stay."""
    stays = position.table_tiles
    stays.update(move.played)
    stays.subtract(tile.bare for tile_set in move.table for tile in tile_set.tiles)
    return tuple(sorted(stays.elements()))
