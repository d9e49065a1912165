"""Objectives: what a move is to bring most of, what decides between equal moves, and the words for it.

All that depends on an objective is said here. The model makes weights of it, the command
line a choice, texts and hints their words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.game.tiles import Tile

if TYPE_CHECKING:
    from solver.game.rules import Rules

__all__ = ["ASK_JOKER_WORTH", "JOKER_WORTHS", "OBJECTIVES", "Level", "Measure", "Objective", "what_to_lay"]


JOKER_WORTHS = range(1001)
"""What a joker may count where the player says it; as with the numbers of the rules, sums of so much are exact."""


@dataclass(frozen=True)
class Measure:
    """What is counted of the tiles laid.

    `number` is what a number tile counts, given its number (None: jokers alone count),
    and `joker` what a joker counts, given the rules and the `joker_worth` that was asked
    for: whole numbers, 0 or more. A usual rack counts at most `usual`.
    """

    number: Callable[[int], int] | None
    joker: Callable[[Rules, int], int]
    usual: int = 0


_TILES = Measure(lambda number: 1, lambda rules, worth: 1, usual=127)
_FACE_VALUE = Measure(lambda number: number, lambda rules, worth: 0, usual=1023)
_JOKERS = Measure(None, lambda rules, worth: 1)
_PRICED = Measure(lambda number: number, lambda rules, worth: worth)
_IN_HAND = Measure(lambda number: number, lambda rules, worth: rules.scoring.joker_in_hand)


@dataclass(frozen=True)
class Level:
    """One measure under given rules: `sign` is 1 where more is better and -1 where less is."""

    sign: int
    number: Callable[[int], int] | None
    joker: int
    usual: int

    @property
    def jokers_only(self) -> bool:
        """Whether number tiles count nothing, whatever their numbers."""
        return self.number is None

    def of_number(self, number: int) -> int:
        """What a number tile counts."""
        return 0 if self.number is None else self.number(number)

    def of(self, tile: Tile) -> int:
        """What a tile counts."""
        return self.joker if tile.is_joker else self.of_number(tile.number)

    def total(self, tiles: Iterable[Tile]) -> int:
        """What tiles count together."""
        return sum(map(self.of, tiles))


@dataclass(frozen=True)
class Objective:
    """One objective: what counts first, the ties in order, and how it is spoken of.

    A tie is a measure and its sign (1: the more the better; -1: the fewer). `what` is
    laid as much of as possible, `score` names the figure, `amount` words a number of it.
    `hint` is what one can do, with `{score}`, `{amount}` or `{tiles}` in it. With
    `asks_joker_worth`, jokers count what the player says, and are spoken of apart.
    """

    name: str
    first: Measure
    ties: tuple[tuple[int, Measure], ...]
    what: str
    score: str
    amount: Callable[[int], str]
    hint: str
    asks_joker_worth: bool = False

    def levels(self, rules: Rules, joker_worth: int) -> tuple[Level, ...]:
        """What counts, in order: the objective itself, then its ties."""
        return tuple(
            Level(sign, measure.number, measure.joker(rules, joker_worth), measure.usual)
            for sign, measure in ((1, self.first), *self.ties)
        )

    def worth(self, tiles: Iterable[Tile], rules: Rules, joker_worth: int) -> int:
        """What tiles are worth when they are laid."""
        return self.levels(rules, joker_worth)[0].total(tiles)

    def spares_jokers(self, rules: Rules, joker_worth: int) -> bool:
        """Whether to lay one more joker, and nothing else, is worse than to keep it."""
        adds = [level.sign * level.joker for level in self.levels(rules, joker_worth)]
        return next((count for count in adds if count), 0) < 0

    def in_words(self, tiles: Iterable[Tile], rules: Rules, joker_worth: int) -> str:
        """What tiles are worth, in words: `face value 12 + 1 joker at 5`."""
        tiles = tuple(tiles)
        jokers = sum(tile.is_joker for tile in tiles)
        words = self.amount(self._spoken(tiles, rules))
        if self.asks_joker_worth and joker_worth and jokers:
            words += f" + {_count(jokers, 'joker')} at {joker_worth}"
        return words

    def hinted(self, tiles: Iterable[Tile], rules: Rules) -> str:
        """What one can do, in words: `lay a face value of 12 (3 tiles, 1 joker among them)`."""
        tiles = tuple(tiles)
        jokers = sum(tile.is_joker for tile in tiles)
        laid = _count(len(tiles), "tile") + (f", {_count(jokers, 'joker')} among them" if jokers else "")
        score = self._spoken(tiles, rules)
        return self.hint.format(score=score, amount=self.amount(score), tiles=laid)

    def _spoken(self, tiles: Iterable[Tile], rules: Rules) -> int:
        """The figure that is told: without the jokers where those are spoken of apart."""
        return self.worth(tiles, rules, 0)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


OBJECTIVES: Mapping[str, Objective] = {
    objective.name: objective
    for objective in (
        Objective(
            "value",
            _PRICED,
            ties=((-1, _JOKERS), (1, _TILES)),
            what="face value",
            score="the value",
            amount="face value {}".format,
            hint="lay a face value of {score} ({tiles})",
            asks_joker_worth=True,
        ),
        Objective(
            "tiles",
            _TILES,
            ties=((1, _FACE_VALUE), (-1, _JOKERS)),
            what="tiles",
            score="the number of tiles",
            amount=lambda count: _count(count, "tile"),
            hint="lay {tiles}",
        ),
        Objective(
            "penalty",
            _IN_HAND,
            ties=((1, _TILES),),
            what="penalty points",
            score="the penalty",
            amount=lambda points: _count(points, "penalty point"),
            hint="get rid of {amount} ({tiles})",
        ),
    )
}
"""All objectives by name, the usual one first."""

ASK_JOKER_WORTH = " or ".join(name for name, objective in OBJECTIVES.items() if objective.asks_joker_worth)
"""The objectives under which a joker counts what the player says, in words."""


def what_to_lay() -> str:
    """What the objectives lay most of, in words: `face value, tiles, or penalty points`."""
    *others, last = (objective.what for objective in OBJECTIVES.values())
    return f"{', '.join(others)}, or {last}"
