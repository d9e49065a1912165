"""What a player sees and decides, and the programs that play.

A player is anything with the three methods of `Player`; he sees a `View`, and nothing
more. A program is listed in `PLAYERS` under its name, with the settings that it takes; one more is a
class here or elsewhere, and its line there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Protocol

from solver.advice.search import Search
from solver.errors import RulesError, quote
from solver.game.move import Move
from solver.game.objective import OBJECTIVES, Objective
from solver.game.position import Position
from solver.game.rules import closest
from solver.game.tiles import Tile
from solver.play.glance import may_lay
from solver.play.turns import Turn

__all__ = ["PLAYERS", "OutOfTime", "Player", "PlayerKind", "Setting", "View", "player_named"]


@dataclass(frozen=True)
class View:
    """All that the player to move may know.

    `position` is the table and his own rack, with the tile that he `drew` first, where the
    rules say so; `seat` is his seat. `held` and `opened` tell of each seat how many tiles it
    holds and whether it has opened, `pool` how many tiles are left in the pool. `turns` are
    those played, without the tiles that others drew. `may_take` is the tile thrown off that he
    may take instead of drawing; `last_of_pool` the last tile of the pool, where it lies face up.
    """

    position: Position
    seat: int
    held: tuple[int, ...]
    opened: tuple[bool, ...]
    pool: int
    turns: Sequence[Turn] = ()
    may_take: Tile | None = None
    last_of_pool: Tile | None = None
    drew: Tile | None = None
    seed: str = field(default="", repr=False)

    @property
    def random(self) -> Random:
        """Chance for this turn: the same in every run of this game, whatever was asked before."""
        return Random(f"{self.seed} {len(self.turns)}")

    def with_tile(self, tile: Tile, *, from_pool: bool) -> View:
        """The view with one tile more on the rack, drawn first in this turn."""
        position = replace(self.position, rack=tuple(sorted([*self.position.rack, tile])))
        held = list(self.held)
        held[self.seat] += 1
        return replace(self, position=position, held=tuple(held), pool=self.pool - from_pool, may_take=None, drew=tile)

    def at(self, position: Position) -> View:
        """The view with another table and rack of the same player."""
        held = list(self.held)
        held[self.seat] = len(position.rack)
        return replace(self, position=position, held=tuple(held))


@dataclass(frozen=True)
class OutOfTime:
    """Time ran out; `table` is how the tiles lay then, in the places where they lay together."""

    table: Sequence[Sequence[Tile]] = ()


class Player(Protocol):
    """Who takes turns. Of what he decides nothing is believed: the game has every move refereed."""

    def take_discard(self, view: View) -> bool:
        """Whether to take `view.may_take` instead of a tile from the pool; asked only if there is one."""

    def choose(self, view: View) -> Move | OutOfTime | None:
        """The move, None to lay nothing, or that time ran out."""

    def throw_off(self, view: View) -> Tile:
        """The tile to throw off, of `view.position.rack` as it is after the move."""


# --- Programs ---


@dataclass(frozen=True)
class BestMove:
    """Lays the best move by an objective, as soon as it has `least` tiles or goes out.

    Any of the best moves will do, so that neither moved tiles nor steps are worked out; without
    `ties` not even what decides between moves that the objective finds equal.
    """

    objective: str
    joker_worth: int = 0
    least: int = 1
    ties: bool = True

    def take_discard(self, view: View) -> bool:
        """If the tile can be laid with others at once, and so lets more tiles be laid."""
        assert view.may_take is not None
        more = view.with_tile(view.may_take, from_pool=False).position
        return len(self._best(more).played) > len(self._best(view.position).played) + 1

    def choose(self, view: View) -> Move | None:
        move = self._best(view.position)
        goes_out = len(move.played) == view.position.most_laid
        return move if move.played and (len(move.played) >= self.least or goes_out) else None

    def throw_off(self, view: View) -> Tile:
        return dearest(view.position)

    def _best(self, position: Position) -> Move:
        if not may_lay(position):
            return Move((), position.table)
        objective = OBJECTIVES[self.objective] if self.ties else _without_ties(self.objective)
        return Search(position, objective, self.joker_worth, None, fewest_moved=False).run().move


@dataclass(frozen=True)
class RandomMove:
    """Looks at each rack tile with a chance of `look` in a hundred, and lays as many of those as possible."""

    look: int = 50

    def take_discard(self, view: View) -> bool:
        return view.random.randrange(2) == 0

    def choose(self, view: View) -> Move | None:
        random = view.random
        position = view.position
        rack = tuple(tile for tile in position.rack if random.randrange(100) < self.look)
        if len(rack) == len(position.rack):
            rack = rack[: position.most_laid]
        # What is not looked at stays on the rack, so none of the others need to be kept.
        rules = replace(position.rules, turn=replace(position.rules.turn, discard=False))
        part = replace(position, rack=rack, rules=rules)
        if not may_lay(part):
            return None
        move = Search(part, OBJECTIVES["tiles"], 0, None, fewest_moved=False).run().move
        return move if move.played else None

    def throw_off(self, view: View) -> Tile:
        return view.random.choice(view.position.rack)


@cache
def _without_ties(objective: str) -> Objective:
    return replace(OBJECTIVES[objective], ties=())


def dearest(position: Position) -> Tile:
    """The number tile of the rack that costs most, or a joker if there is nothing else."""
    return max(position.rack, key=lambda tile: (not tile.is_joker, tile.number, tile))


# --- Programs by name ---


@dataclass(frozen=True)
class Setting:
    """A whole number that a program can be told: its usual value, its range, and what it means."""

    usual: int
    low: int
    high: int
    meaning: str


@dataclass(frozen=True)
class PlayerKind:
    """A program: what it does, its settings by name, and how it is made of their values."""

    about: str
    make: Callable[..., Player]
    settings: Mapping[str, Setting] = field(default_factory=dict)


_LEAST = Setting(1, 1, 106, "tiles that a move lays at least, unless it goes out")

PLAYERS: dict[str, PlayerKind] = {
    "most-tiles": PlayerKind(
        "lays as many tiles as possible",
        lambda least, ties: BestMove("tiles", least=least, ties=bool(ties)),
        {
            "least": _LEAST,
            "ties": Setting(0, 0, 1, "whether the higher face value decides between as many tiles; slower"),
        },
    ),
    "most-value": PlayerKind(
        "lays the highest face value; a joker counts joker-worth",
        lambda least, joker_worth: BestMove("value", joker_worth, least),
        {"least": _LEAST, "joker-worth": Setting(0, 0, 1000, "what a joker counts")},
    ),
    "least-penalty": PlayerKind(
        "gets rid of as many penalty points as possible",
        lambda least: BestMove("penalty", least=least),
        {"least": _LEAST},
    ),
    "random": PlayerKind(
        "looks at a random part of its rack, and lays what it can of it",
        lambda look: RandomMove(look),
        {"look": Setting(50, 1, 100, "chance of each tile to be looked at, in a hundred")},
    ),
}
"""All programs by name."""


def player_named(spec: str) -> Player:
    """The program of a name, with its settings: `most-value:joker-worth=20`, several separated by `:`.

    :raises RulesError: for an unknown name or setting, or a value out of range.
    """
    name, *given = spec.split(":")
    kind = PLAYERS.get(name)
    if kind is None:
        like = closest(name, PLAYERS)
        mend = f"is {like!r} meant? " if like else ""
        raise RulesError(f"no player is called {quote(name)}: {mend}there are {', '.join(PLAYERS)}")
    values = {key: setting.usual for key, setting in kind.settings.items()}
    for text in given:
        key, _, value = text.partition("=")
        setting = kind.settings.get(key)
        if setting is None:
            known = ", ".join(kind.settings)
            raise RulesError(f"player {quote(spec)}: {name} has no setting {quote(key)}: there are {known}")
        if not re.fullmatch(r"[0-9]{1,6}", value) or not setting.low <= int(value) <= setting.high:
            wanted = f"a whole number from {setting.low} to {setting.high}"
            raise RulesError(f"player {quote(spec)}: {key} = {quote(value)}: it takes {wanted}")
        values[key] = int(value)
    return kind.make(**{key.replace("-", "_"): value for key, value in values.items()})
