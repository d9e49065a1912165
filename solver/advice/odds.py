"""What the next tile may bring: for each that can be drawn its chance, and what could be laid then.

Whoever may lay some tiles may lay them as well with one tile more on the rack. So each
draw asks one thing only: is there a better move that lays the tile that was drawn?
Most often the first relaxation says that there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.advice.question import check_question
from solver.advice.search import Search
from solver.advice.shown import Shown
from solver.errors import NotationError
from solver.game.notation import other_notation_fault, read_tiles
from solver.game.objective import OBJECTIVES
from solver.game.position import Position, as_position
from solver.game.tiles import JOKER, Tile
from solver.model.ladder import AS_IF_FREE, LADDER

__all__ = ["Draw", "Laid", "Odds", "odds"]


@dataclass(frozen=True)
class Laid:
    """What the best move lays: tiles, face value and penalty points, and whether the rack is empty afterwards.

    No tiles are laid where there is no move.
    """

    tiles: int
    value: int
    penalty: int
    goes_out: bool

    def to_json(self) -> dict[str, Any]:
        return {"tiles": self.tiles, "value": self.value, "penalty": self.penalty, "goes_out": self.goes_out}


@dataclass(frozen=True)
class Draw:
    """One kind of tile that may be drawn: how many of it are unseen, its chance, and the best move then."""

    tile: Tile
    unseen: int
    chance: float
    laid: Laid

    def to_json(self) -> dict[str, Any]:
        """The JSON form but for the tile, which the position's notation writes."""
        return {"unseen": self.unseen, "chance": self.chance, **self.laid.to_json()}


@dataclass(frozen=True, repr=False)
class Odds(Shown):
    """What the next turn may bring if one tile is drawn now and the table stays as it is.

    `seen` are the tiles that are known to be elsewhere, `now` is the best move before the
    draw, and `draws` has every kind of tile that may be drawn, by colour and number, the
    joker first. Every unseen tile is equally likely, wherever it lies. Chances are
    from 0 to 1; where no tile is unseen there is no draw, and all of them are 0.
    """

    position: Position
    objective: str
    joker_worth: int
    seen: tuple[Tile, ...]
    now: Laid
    draws: tuple[Draw, ...]

    @property
    def id(self) -> str | None:
        return self.position.id

    @property
    def rules(self) -> str:
        """The rule set as a position line names it, without `rules=`."""
        return str(self.position.rules).removeprefix("rules=")

    @property
    def unseen(self) -> int:
        """How many tiles are unseen."""
        return sum(draw.unseen for draw in self.draws)

    @property
    def chance_to_lay(self) -> float:
        """The chance that a tile can be laid after the draw."""
        return self.chance_of(draw for draw in self.draws if draw.laid.tiles)

    @property
    def chance_to_go_out(self) -> float:
        """The chance that the whole rack can be laid after the draw."""
        return self.chance_of(draw for draw in self.draws if draw.laid.goes_out)

    @property
    def chance_to_open(self) -> float | None:
        """The chance that the player can open after the draw; None if he need not open."""
        return self.chance_to_lay if self.position.must_open else None

    @property
    def expected_tiles(self) -> float:
        """How many tiles the best move after the draw lays on average."""
        return sum(draw.unseen * draw.laid.tiles for draw in self.draws) / (self.unseen or 1)

    def chance_of(self, draws: Iterable[Draw]) -> float:
        """The chance that one of these tiles is drawn."""
        return sum(draw.unseen for draw in draws) / (self.unseen or 1)

    def __repr__(self) -> str:
        return f"<Odds: {self.chance_to_lay:.1%} to lay, {self.expected_tiles:.2f} tiles expected>"

    def to_json(self) -> dict[str, Any]:
        """The JSON form; tiles are texts, in the notation of the position."""
        notation = self.position.notation
        return {
            "position": str(self.position),
            "id": self.id,
            "rules": self.rules,
            "objective": self.objective,
            "seen": notation.texts(self.seen),
            "unseen": self.unseen,
            "now": self.now.to_json(),
            "draws": [{"tile": notation.tile(draw.tile), **draw.to_json()} for draw in self.draws],
            "chance_to_go_out": self.chance_to_go_out,
            "chance_to_lay": self.chance_to_lay,
            "chance_to_open": self.chance_to_open,
            "expected_tiles": self.expected_tiles,
        }


def odds(
    position: Position | str,
    *,
    seen: Iterable[Tile] | str = (),
    objective: str = "value",
    joker_worth: int = 0,
    notation: str | None = None,
) -> Odds:
    """What could be laid after each tile that may be drawn in `position` (a value, or a position line).

    `seen` (tiles, or their text) are known to be elsewhere than on the table and the
    rack, so that they can't be drawn. `notation` is how the position line and that text are
    written, as in `Position.parse`, and the odds, too. `objective` and `joker_worth` say what the best move
    is, as for `solve`.

    :raises NotationError: if `seen` is a text that cannot be read.
    :raises PositionError: if there are more of a tile than the box holds, or a heap that cannot be put in order.
    :raises RummikubError: if a position line cannot be read.
    :raises RulesError: for an unknown objective, or a `joker_worth` out of range.
    """
    check_question(objective, joker_worth, None)
    position = as_position(position, notation)
    if isinstance(seen, str):
        if fault := other_notation_fault({"seen": seen}, position.notation):
            raise NotationError(fault)
        seen = read_tiles(seen, "seen", notation=position.notation)
    tiles = [tile.bare for tile in seen]
    unseen = position.unseen(tiles)
    ask = _Asking(position, objective, joker_worth)
    total = unseen.total()
    return Odds(
        position,
        objective,
        joker_worth,
        tuple(tiles),
        ask.laid(position, ask.now),
        tuple(Draw(tile, count, count / total, ask.after(tile)) for tile, count in sorted(unseen.items())),
    )


class _Asking:
    """The questions about one position: the best move now, then after each draw."""

    def __init__(self, position: Position, objective: str, joker_worth: int) -> None:
        self.position, self.objective, self.joker_worth = position, OBJECTIVES[objective], joker_worth
        search = self._search(position)
        self.now = search.run().move.played
        # If the rules of jokers could not be left out now, they most likely can't be after a draw.
        self._rungs = LADDER if search.rung is AS_IF_FREE else LADDER[1:]

    def after(self, tile: Tile) -> Laid:
        """What the best move lays after this tile has been drawn."""
        position = replace(self.position, rack=(*self.position.rack, tile))
        spends = JOKER in self.now and len(self.now) == len(self.position.rack)
        if tile == JOKER or spends or position.rules.turn.least_kept:
            # A move that spends jokers to go out is no measure for those that do not go out, and neither
            # is one that keeps them for those that do. Where a tile is thrown off, that is so of all tiles.
            return self.laid(position, self._search(position).run().move.played)
        better = self._search(position, drawn=tile, known=self.now, rungs=self._rungs).climb()
        return self.laid(position, self.now if better is None else better.played)

    def _search(self, position: Position, **asked: Any) -> Search:
        return Search(position, self.objective, self.joker_worth, None, False, **asked)

    @staticmethod
    def laid(position: Position, played: Sequence[Tile]) -> Laid:
        """What these tiles of the rack come to."""
        return Laid(
            tiles=len(played),
            value=OBJECTIVES["value"].worth(played, position.rules, 0),
            penalty=OBJECTIVES["penalty"].worth(played, position.rules, 0),
            goes_out=bool(played) and len(played) == position.most_laid,
        )
