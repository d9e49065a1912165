"""The end of a game: who won, and what everybody scores.

A player is *out* who has no tile left; else the game was *blocked*: the pool is empty and
nobody goes on. Where rule texts are silent, this holds: among those with fewest tiles the
lower value wins; of several winners each is paid by each loser; a difference is never
less than 0; under `laid_minus_held` a blocked game is won by the highest score.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.errors import RulesError
from solver.game.rules import Rules
from solver.game.tiles import Tile

__all__ = ["BLOCKED", "OUT", "GameScore", "rack_value", "score_game"]

OUT, BLOCKED = "out", "blocked"


@dataclass(frozen=True)
class GameScore:
    """How a game ended (`OUT` or `BLOCKED`), the seats that won, and the scores in the order of seats."""

    end: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]


def score_game(
    rules: Rules,
    racks: Sequence[Sequence[Tile]],
    *,
    laid: Sequence[Sequence[Tile]] | Sequence[int] | None = None,
    opened: Sequence[bool] | None = None,
) -> GameScore:
    """The score of a game from the racks left, in the order of seats.

    `laid` is what each player laid in the whole game, as tiles or as points (needed where
    `scoring.scheme` counts it); `opened` who opened at all (everybody, if not said).

    :raises RulesError: for fewer than two players, two that are out, or `laid` missing.
    """
    count = len(racks)
    if count < 2:
        raise RulesError(f"a game has two players or more, not {count}")
    without = [i for i, rack in enumerate(racks) if not rack]
    if len(without) > 1:
        raise RulesError(f"{len(without)} players have no tile left: a game ends when the first one is out")
    values = [rack_value(rack, rules) for rack in racks]
    # What a rack costs: a player who never opened may have to pay more.
    costs = [
        value if opened is None or opened[i] or not rack else max(value, rules.scoring.unopened)
        for i, (rack, value) in enumerate(zip(racks, values, strict=True))
    ]
    if rules.scoring.counts_laid:
        if laid is None:
            raise RulesError("what each player laid in the game is needed: these rules score it")
        points = [each if isinstance(each, int) else rack_value(each, rules) for each in laid]
        return _laid_minus_held(points, costs, without)
    if without:
        losers = [0 if i in without else costs[i] for i in range(count)]
        return GameScore(OUT, tuple(without), _paid(losers, without))
    winners = _lowest(racks, values, rules)
    owed = [0 if i in winners else costs[i] for i in range(count)]
    if rules.scoring.empty_pool_pays == "difference":
        owed = [max(0, cost - values[winners[0]]) for cost in owed]
    return GameScore(BLOCKED, tuple(winners), _paid(owed, winners))


def rack_value(tiles: Iterable[Tile], rules: Rules) -> int:
    """What tiles count in the score: their numbers, a joker `scoring.joker_in_hand`."""
    return sum(rules.scoring.joker_in_hand if tile.is_joker else tile.number for tile in tiles)


def _lowest(racks: Sequence[Sequence[Tile]], values: Sequence[int], rules: Rules) -> list[int]:
    """Who wins a blocked game."""
    held = [
        (len(rack), value) if rules.scoring.pool_empty == "fewest_tiles" else (value,)
        for rack, value in zip(racks, values, strict=True)
    ]
    return [i for i, each in enumerate(held) if each == min(held)]


def _paid(owed: Sequence[int], winners: Sequence[int]) -> tuple[int, ...]:
    """Scores when each loser pays each winner what he owes: they add up to 0."""
    pot = sum(owed)
    return tuple(pot if i in winners else -each * len(winners) for i, each in enumerate(owed))


def _laid_minus_held(points: Sequence[int], costs: Sequence[int], without: Sequence[int]) -> GameScore:
    scores = [laid - held for laid, held in zip(points, costs, strict=True)]
    if without:
        scores[without[0]] += sum(costs)
        return GameScore(OUT, tuple(without), tuple(scores))
    best = max(scores)
    return GameScore(BLOCKED, tuple(i for i, score in enumerate(scores) if score == best), tuple(scores))
