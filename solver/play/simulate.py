"""Many games of programs: on all cores or a cluster, resumed where a run was stopped, and what came of them."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, BinaryIO

from solver.batch.cluster import DaskPool
from solver.batch.errors import BatchError
from solver.batch.pool import LocalPool, in_order
from solver.batch.run import open_output, with_progress
from solver.errors import RulesError, printable
from solver.game.rules import Rules
from solver.play.contest import Contest, DealResult, Item, Played, crashed, play_deal, read_deal
from solver.play.scores import OUT
from solver.play.strength import Rating, SequentialTest, Share, ratings, share_of

__all__ = ["MOST_PAIRS", "PlayerReport", "Simulation", "league", "match", "simulate"]

MOST_PAIRS = 1_000_000


@dataclass(frozen=True)
class PlayerReport:
    """How one program did in a match: its share of games won, and its mean score of a game."""

    name: str
    seats: int
    share: Share
    points: float

    def to_json(self) -> dict[str, Any]:
        """The JSON form."""
        return {"player": self.name, **_rounded(self.share), "points": round(self.points, 3)}


@dataclass
class Simulation:
    """The results of a contest, match by match and deal by deal; `stopped` says that Ctrl-C ended the run.

    `test` is the sequential test that ends it, if one was asked for. `played` games of them were
    played by this run, in so many `seconds`.
    """

    contest: Contest
    deals: list[DealResult] = field(default_factory=list)
    test: SequentialTest | None = None
    stopped: bool = False
    played: int = 0
    seconds: float = 0.0

    @property
    def pace(self) -> str:
        """How fast the games were played, in one line; empty if none was."""
        if not self.played:
            return ""
        rate = self.played / self.seconds
        return f"{self.played} games played in {self.seconds:.1f} s ({rate:.1f} a second)"

    def add(self, result: DealResult) -> bool:
        """Take note of a deal; whether the run is to go on."""
        self.deals.append(result)
        return self.test is None or self.test.add(result.share(self.contest.tables[0][0])) is None

    def of(self, table: int) -> list[DealResult]:
        """The deals of one match."""
        return [result for result in self.deals if result.table == table]

    def players(self, table: int = 0) -> list[PlayerReport]:
        """How each program of a match did, in the order in which they were named."""
        deals = self.of(table)
        reports = []
        for name in dict.fromkeys(self.contest.tables[table]):
            scores = [
                score
                for deal in deals
                for game in deal.games
                for seat, score in zip(game.seats, game.scores, strict=True)
                if seat == name
            ]
            share = share_of([deal.share(name) for deal in deals])
            reports.append(PlayerReport(name, self.contest.tables[table].count(name), share, sum(scores) / len(scores)))
        return reports

    def ratings(self) -> list[tuple[str, Rating]]:
        """The programs of a league with their ratings, the strongest first."""
        names = list(dict.fromkeys(name for specs in self.contest.tables for name in specs))
        results = {
            (names.index(specs[0]), names.index(specs[1])): [deal.share(specs[0]) for deal in self.of(table)]
            for table, specs in enumerate(self.contest.tables)
        }
        found = zip(names, ratings(len(names), {two: deals for two, deals in results.items() if deals}), strict=True)
        return sorted(found, key=lambda rated: -rated[1].rating)

    def to_json(self) -> dict[str, Any]:
        """The JSON form; a league has its matches and ratings in it."""
        tables = [self._match(table) for table in range(len(self.contest.tables)) if self.of(table)]
        head = {"rules": str(self.contest.rules).removeprefix("rules="), "seed": self.contest.seed}
        if len(self.contest.tables) == 1:
            found = {**head, **tables[0]} if tables else head | {"games": 0, "pairs": 0}
            return found | ({} if self.test is None else {"test": self._test(self.test)})
        rated = [{"player": name, **_rounded(rating, 1)} for name, rating in self.ratings()] if tables else []
        return {**head, "matches": tables, "ratings": rated}

    def _match(self, table: int) -> dict[str, Any]:
        deals = self.of(table)
        games = [game for deal in deals for game in deal.games]
        players = self.players(table)
        ends = [game.end for game in games]
        return {
            "players": [player.to_json() for player in players],
            "games": len(games),
            "pairs": len(deals),
            **_rounded(players[0].share),
            "ends": {"out": ends.count(OUT), "blocked": len(ends) - ends.count(OUT)},
            "turns": round(sum(game.turns for game in games) / len(games), 2),
        }

    @staticmethod
    def _test(test: SequentialTest) -> dict[str, Any]:
        return {
            "low": test.low,
            "high": test.high,
            "decided": test.decided,
            "pairs": test.deals,
            "log_ratio": round(test.ratio, 4),
        }


def _rounded(found: Share | Rating, digits: int = 4) -> dict[str, float]:
    name = "share" if isinstance(found, Share) else "rating"
    middle = found.share if isinstance(found, Share) else found.rating
    return {name: round(middle, digits), "low": round(found.low, digits), "high": round(found.high, digits)}


def match(rules: Rules, players: Sequence[str], seed: int = 0) -> Contest:
    """A match of programs who sit down together (2 to 6, some of them perhaps the same).

    :raises RulesError: as `Contest` does, or if there is only one program among them.
    """
    if len(set(players)) == 1 and len(players) > 1:
        raise RulesError(f"all players are {players[0]}: name two different ones")
    return Contest(rules, (tuple(players),), seed)


def league(rules: Rules, players: Sequence[str], seed: int = 0) -> Contest:
    """A league: every two of the programs play a match.

    :raises RulesError: as `Contest` does, or for fewer than three programs, or one that is named twice.
    """
    if len(set(players)) < len(players) or len(players) < 3:
        raise RulesError("a league has three different players or more")
    return Contest(rules, tuple(combinations(players, 2)), seed)


def simulate(
    contest: Contest,
    pairs: int,
    *,
    test: SequentialTest | None = None,
    output: str | Path | None = None,
    resume: bool = False,
    records: str | Path | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    progress: bool | None = None,
) -> Simulation:
    """Play `pairs` deals of each match, in every order of seats; a `test` may end it before.

    The results are the same for any number of `workers` (processes here; all cores if not said) or
    on the Dask cluster of `scheduler`. `output` gets a line for each deal as soon as it and those
    before it are played; with `resume` it holds what a stopped run had written, and that is gone on with.
    The records of all games are kept in the folder `records`. Ctrl-C ends the run in good order.

    :raises BatchError: if the output or the folder cannot be used, the output is that of another contest, or the
        workers cannot work.
    :raises RulesError: for a number of pairs out of range, or a test of a league.
    """
    if not 1 <= pairs <= MOST_PAIRS:
        raise RulesError(f"{pairs} pairs: 1 to {MOST_PAIRS:,}")
    if test is not None and len(contest.tables) > 1:
        raise RulesError("a sequential test is for one match, not for a league")
    if resume and output is None:
        raise BatchError("resume needs an output file: the one that the stopped run wrote")
    found = Simulation(contest, test=test)
    items = _items(contest, pairs)
    with ExitStack() as stack:
        sink: BinaryIO | None = None
        going_on = True
        if output is not None:
            sink = stack.enter_context(open_output(Path(output), resume))
            if resume:
                going_on = _pass_over_played(sink, printable(output), items, found)
            if not sink.tell():
                _write(sink, json.dumps(contest.to_json()), printable(output))
        if records is not None:
            _make_folder(records)
        done = len(found.deals)
        total = pairs * len(contest.tables)
        if not going_on or done == total:
            return found
        function = partial(play_deal, contest, records is not None)
        pool = DaskPool(function, crashed, scheduler) if scheduler else LocalPool(function, crashed, workers)
        stack.enter_context(pool)
        began = time.perf_counter()
        played = with_progress(in_order(pool, items, size=_bytes_of), progress, total, done, unit=" deals")
        try:
            for line, texts in played:
                result = read_deal(line)
                if result is None:
                    raise BatchError(f"the workers died again and again on deal {len(found.deals) + 1}")
                if records is not None:
                    _keep(records, result, texts)
                if sink is not None:
                    _write(sink, line, printable(output))
                found.played += len(result.games)
                if not found.add(result):
                    break
        except KeyboardInterrupt:
            found.stopped = True
        found.seconds = time.perf_counter() - began
    return found


def _items(contest: Contest, pairs: int) -> Iterator[Item]:
    """Deal by deal, so that what was played is a part of every match."""
    return ((table, deal) for deal in range(1, pairs + 1) for table in range(len(contest.tables)))


def _bytes_of(held: Item | Played) -> int:
    first, rest = held
    return len(first) + sum(map(len, rest)) if isinstance(first, str) and isinstance(rest, tuple) else 0


def _write(sink: BinaryIO, line: str, name: str) -> None:
    try:
        sink.write(line.encode() + b"\n")
        sink.flush()
    except OSError as error:
        raise BatchError(f"{name}: {error.strerror or error}") from None


def _make_folder(folder: str | Path) -> None:
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise BatchError(f"{printable(folder)}: {error.strerror or error}") from None


def _keep(folder: str | Path, result: DealResult, texts: Sequence[str]) -> None:
    """Write the records of a deal; those of an unfinished run are written anew, with the same bytes."""
    for number, text in enumerate(texts, 1):
        path = Path(folder) / f"match-{result.table + 1}-deal-{result.deal:06}-game-{number}.txt"
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise BatchError(f"{printable(path)}: {error.strerror or error}") from None


def _pass_over_played(output: BinaryIO, name: str, items: Iterator[Item], found: Simulation) -> bool:
    """Read what a stopped run has written, and leave `output` behind its last whole line; whether to go on.

    :raises BatchError: if it is not the beginning of what this run would write; it is left as it is then.
    """
    other = "; this is the output of another run: name another output, or leave out --resume to write it anew"
    head = json.dumps(found.contest.to_json()).encode() + b"\n"
    first = output.readline(1_000_000)
    if not head.startswith(first):
        raise BatchError(f"{name}, line 1: it does not say what this run would{other}")
    end = len(first) if first == head else 0
    going_on = True
    number = 1
    while end and (content := output.readline(1_000_000)):
        number += 1
        if not content.endswith(b"\n"):
            break
        result = read_deal(content.decode(errors="replace"))
        if result is None:
            raise BatchError(f"{name}, line {number}: no result of a deal{other}")
        if not going_on or next(items, None) != (result.table, result.deal):
            raise BatchError(f"{name}, line {number}: deal {result.deal} is not the next one{other}")
        going_on = found.add(result)
        end += len(content)
    output.seek(end)
    output.truncate()
    return going_on
