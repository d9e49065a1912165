"""Several games that belong together: how long a match goes on, and who wins it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.errors import RulesError
from solver.game.rules import Rules
from solver.play.scores import GameScore

__all__ = ["MatchScore", "score_match"]


@dataclass(frozen=True)
class MatchScore:
    """Games won (a shared win is one for each), total scores, and who leads or has won, in the order of seats."""

    games: int
    wins: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    over: bool


def score_match(rules: Rules, games: Sequence[GameScore]) -> MatchScore:
    """The score of a match after these games, all with the same players in the same order.

    :raises RulesError: for no games, games of different numbers of players, or more games than the match has.
    """
    if not games:
        raise RulesError("a match has one game or more")
    players = {len(game.scores) for game in games}
    if len(players) > 1:
        raise RulesError("all games of a match have the same players")
    count = players.pop()
    wins, totals = [0] * count, [0] * count
    for number, game in enumerate(games, 1):
        if number > 1 and _is_over(rules, number - 1, totals):
            raise RulesError(f"the match was over after {number - 1} game{'s' * (number > 2)}: {_length(rules, count)}")
        for i, score in enumerate(game.scores):
            wins[i] += i in game.winners
            totals[i] += score
    ranks = list(zip(wins, totals, strict=True)) if rules.match.winner == "games" else [(total,) for total in totals]
    winners = tuple(i for i, rank in enumerate(ranks) if rank == max(ranks))
    return MatchScore(len(games), tuple(wins), tuple(totals), winners, _is_over(rules, len(games), totals))


def _is_over(rules: Rules, games: int, totals: Sequence[int]) -> bool:
    length = rules.match.length
    if length == "points":
        return max(totals) >= rules.match.points
    return games >= (length if isinstance(length, int) else len(totals))


def _length(rules: Rules, players: int) -> str:
    length = rules.match.length
    if length == "points":
        return f"it goes on until someone has {rules.match.points} points"
    count = length if isinstance(length, int) else players
    return f"it has {count} game{'s' * (count != 1)} (match.length = {length})"
