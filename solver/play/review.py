"""A recorded game looked through: what was laid in each turn, and the best that there was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from solver.advice.solve import solve
from solver.game.notation import TILES, Notation
from solver.game.position import Position
from solver.game.tiles import Tile
from solver.play.record import Record
from solver.play.scores import rack_value
from solver.play.state import State
from solver.play.turns import LAY, Turn

__all__ = ["PlayerSummary", "Review", "ReviewedTurn", "review"]


@dataclass(frozen=True)
class ReviewedTurn:
    """One turn: what was laid, and the best move of that turn.

    `best` has most tiles (going out first), `most_points` are the most penalty points that any
    move gets rid of. Both are None where tiles of the rack are not known: then nobody can
    tell. `held` are the tiles of each seat after the turn.
    """

    turn: Turn
    name: str
    laid_points: int
    best: tuple[Tile, ...] | None
    most_points: int | None
    could_go_out: bool | None
    held: tuple[int, ...]

    @property
    def laid(self) -> tuple[Tile, ...]:
        """The tiles laid in this turn."""
        return self.turn.played if self.turn.action == LAY else ()

    @property
    def missed_tiles(self) -> int | None:
        """How many more tiles could be laid."""
        return None if self.best is None else max(0, len(self.best) - len(self.laid))

    @property
    def missed_points(self) -> int | None:
        """How many more penalty points could be got rid of."""
        return None if self.most_points is None else max(0, self.most_points - self.laid_points)

    @property
    def missed_out(self) -> bool | None:
        """Whether the player could go out, and did not."""
        return None if self.best is None else bool(self.could_go_out) and len(self.laid) < len(self.best)

    def to_json(self, notation: Notation = TILES) -> dict[str, Any]:
        """The JSON form, with tiles in `notation`; `null` is what nobody can tell."""
        return {
            "turn": self.turn.number,
            "player": self.name,
            "action": self.turn.action,
            "laid": notation.texts(self.laid),
            "best": None if self.best is None else notation.texts(self.best),
            "could_go_out": self.could_go_out,
            "missed_out": self.missed_out,
            "missed_tiles": self.missed_tiles,
            "points": self.laid_points,
            "best_points": self.most_points,
            "missed_points": self.missed_points,
            "held": list(self.held),
        }


@dataclass(frozen=True)
class PlayerSummary:
    """A player's game: turns, tiles laid, and what was missed in the `told` turns of which that can be said.

    `missed_lays` are turns in which something could be laid and nothing was, `missed_outs` those
    in which he could go out and did not; `seconds` is the mean of the turns that noted them.
    """

    name: str
    turns: int
    told: int
    tiles: int
    missed_tiles: int
    missed_points: int
    missed_lays: int
    missed_outs: int
    seconds: float | None


@dataclass(frozen=True)
class Review:
    """A whole game looked through; `dealt` are the tiles that each seat had at the beginning."""

    record: Record
    turns: tuple[ReviewedTurn, ...]
    dealt: tuple[int, ...]

    def summaries(self) -> list[PlayerSummary]:
        """What each player did and missed, in the order of seats."""
        return [self._summary(seat, name) for seat, name in enumerate(self.record.names)]

    def _summary(self, seat: int, name: str) -> PlayerSummary:
        turns = [turn for turn in self.turns if turn.turn.player == seat]
        seconds = [turn.turn.seconds for turn in turns if turn.turn.seconds is not None]
        return PlayerSummary(
            name,
            len(turns),
            sum(turn.best is not None for turn in turns),
            sum(len(turn.laid) for turn in turns),
            sum(turn.missed_tiles or 0 for turn in turns),
            sum(turn.missed_points or 0 for turn in turns),
            sum(bool(turn.best) and not turn.laid for turn in turns),
            sum(bool(turn.missed_out) for turn in turns),
            sum(seconds) / len(seconds) if seconds else None,
        )


def review(record: Record) -> Review:
    """Look through a game: two questions for each turn in which the rack is known."""
    return Review(record, tuple(_turns(record)), tuple(seat.held for seat in record.start().seats))


def _turns(record: Record) -> Iterator[ReviewedTurn]:
    for before, turn in record.walk():
        after = before.copy()
        after.apply(turn)
        position = _position(before, turn)
        points = rack_value(turn.played, record.rules) if turn.action == LAY else 0
        best = most = out = None
        if position is not None:
            answer = solve(position, objective="tiles", fewest_moved=False, steps=False)
            best, out = answer.played, answer.goes_out
            most = solve(position, objective="penalty", fewest_moved=False, steps=False).penalty
        held = tuple(seat.held for seat in after.seats)
        yield ReviewedTurn(turn, record.names[turn.player], points, best, most, out, held)


def _position(before: State, turn: Turn) -> Position | None:
    """What the player saw when he chose: with the tile that he drew or took first; None if it is not known."""
    if before.seats[turn.player].unknown:
        return None
    position = before.position()
    if turn.took is not None:
        return replace(position, rack=tuple(sorted([*position.rack, turn.took])))
    if before.rules.turn.draws_first and turn.drawn:
        first = turn.drawn[0]
        return None if first is None else replace(position, rack=tuple(sorted([*position.rack, first])))
    return position
