"""Programs against each other: the same deal for all of them, with seats changed.

This is the part that runs in the workers.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from solver.game.rules import Rules
from solver.play.deal import check_players
from solver.play.game import Game, play
from solver.play.players import player_named
from solver.play.record import record_of, record_text
from solver.play.scores import BLOCKED, OUT

__all__ = ["Contest", "DealResult", "GameResult", "Played", "crashed", "play_deal", "read_deal"]


@dataclass(frozen=True)
class Contest:
    """Who plays under which rules: `tables` are matches, each with its programs in the order of seats.

    :raises RulesError: for programs that are none, or too many or too few of them for a game.
    """

    rules: Rules
    tables: tuple[tuple[str, ...], ...]
    seed: int

    def __post_init__(self) -> None:
        for specs in self.tables:
            check_players(self.rules, len(specs))
            for spec in specs:
                player_named(spec)

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal, from 1; all matches are played with the same deals."""
        return Random(f"{self.seed} {deal}").getrandbits(48)

    def seatings(self, table: int) -> list[tuple[str, ...]]:
        """The programs in every order of seats that a match plays a deal in: each sits once in each seat."""
        specs = self.tables[table]
        return list(dict.fromkeys(specs[i:] + specs[:i] for i in range(len(specs))))

    def to_json(self) -> dict[str, Any]:
        """What two runs must have in common to be one: the first line of an output."""
        return {
            "rummikub-simulation": 1,
            "rules": str(self.rules).removeprefix("rules="),
            "tables": [list(specs) for specs in self.tables],
            "seed": self.seed,
        }


@dataclass(frozen=True)
class GameResult:
    """One game: the programs in the order of seats, how it ended, who won, the scores, and how many turns it had."""

    seats: tuple[str, ...]
    end: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    turns: int

    def share(self, spec: str) -> float:
        """The share of the game that a program won: a part of it where several won."""
        return sum(self.seats[i] == spec for i in self.winners) / len(self.winners)


@dataclass(frozen=True)
class DealResult:
    """All games of a match with one deal."""

    table: int
    deal: int
    games: tuple[GameResult, ...]

    def share(self, spec: str) -> float:
        """The share of these games that a program won."""
        return sum(game.share(spec) for game in self.games) / len(self.games)


Item = tuple[int, int]
"""A match (from 0) and a deal (from 1)."""

Played = tuple[str, tuple[str, ...]]
"""The line of a deal, and the records of its games, where they are kept."""


def play_deal(contest: Contest, keep_records: bool, item: Item) -> Played:
    """Play one deal of a match, in all orders of seats: one line of JSON, and records if they are kept."""
    table, deal = item
    games, records = [], []
    for seats in contest.seatings(table):
        game = Game(contest.rules, len(seats), contest.deal_seed(deal))
        for _ in play(game, [player_named(spec) for spec in seats]):
            pass
        score = game.score()
        games.append(
            {
                "seats": list(seats),
                "end": score.end,
                "winners": list(score.winners),
                "scores": list(score.scores),
                "turns": len(game.turns),
            }
        )
        if keep_records:
            names = [f"Seat{i}" for i in range(1, len(seats) + 1)]
            records.append(record_text(record_of(game, names, dict(enumerate(seats)))))
    return json.dumps({"table": table, "deal": deal, "games": games}), tuple(records)


def crashed(item: Item) -> Played:
    """What stands for a deal on which workers died again and again."""
    return "", ()


def read_deal(line: str) -> DealResult | None:
    """A line of an output; None if it is none."""
    try:
        data = json.loads(line)
        games = tuple(
            GameResult(
                tuple(map(str, game["seats"])),
                game["end"],
                tuple(map(int, game["winners"])),
                tuple(map(int, game["scores"])),
                int(game["turns"]),
            )
            for game in data["games"]
        )
        result = DealResult(int(data["table"]), int(data["deal"]), games)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    sound = all(
        game.end in (OUT, BLOCKED)
        and game.winners
        and all(0 <= i < len(game.seats) for i in game.winners)
        and len(game.scores) == len(game.seats)
        for game in games
    )
    return result if games and sound else None
