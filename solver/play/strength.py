"""How strong players are: shares of games won with their intervals, a sequential test, and ratings.

What counts is a deal with all its games, in which the players change seats: the luck of the
tiles is the same for all of them, and deals are independent of each other.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from solver.errors import RulesError

__all__ = ["Rating", "SequentialTest", "Share", "ratings", "share_of"]

_NORMAL = 1.959964
"""Standard deviations to each side that hold 95 % of a normal distribution."""

_ERROR = 0.05
"""How often a sequential test may decide wrongly, whichever side is true."""

_RESAMPLES = 200


@dataclass(frozen=True)
class Share:
    """A share of games won, and the interval that holds it with 95 %."""

    share: float
    low: float
    high: float


def share_of(deals: Sequence[float]) -> Share:
    """The share of games won from the share in each deal (0 to 1).

    The interval is the normal one after adding two deals, one lost and one won, as Agresti
    and Coull do for single games: so it holds for a few deals, too, and when all came out the same.

    :raises ValueError: if there are no deals.
    """
    if not deals:
        raise ValueError("a share of no deals")
    more = [*deals, 0.0, 1.0]
    mean = math.fsum(more) / len(more)
    half = _NORMAL * math.sqrt(_variance(more, mean) / len(more))
    return Share(math.fsum(deals) / len(deals), max(0.0, mean - half), min(1.0, mean + half))


def _variance(values: Sequence[float], mean: float) -> float:
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


@dataclass
class SequentialTest:
    """Whether a player wins a share of `low` or of `high`: asked after each deal, until one of the two is clear.

    A wrong decision is made in one of twenty tests at most if one of the two is true. The log
    of the likelihood ratio is that of a normal distribution with the variance of the deals so
    far (to which one lost and one won are added), as tests of chess programs take it.

    :raises RulesError: if `low` is not below `high`, or one of them is not between 0 and 1.
    """

    low: float
    high: float
    deals: int = 0
    _sum: float = field(default=1.0, repr=False)
    _squares: float = field(default=1.0, repr=False)
    decided: str | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.low < self.high <= 1:
            tested = f"a test of {self.low:g} against {self.high:g}"
            raise RulesError(f"{tested}: it takes two shares from 0 to 1, the lower one first")

    @property
    def ratio(self) -> float:
        """The log of the likelihood ratio: above 0 where `high` is the likelier."""
        count = self.deals + 2
        mean = self._sum / count
        variance = (self._squares - count * mean * mean) / (count - 1)
        if not self.deals or variance <= 0:
            return 0.0
        own = (self._sum - 1) / self.deals
        return self.deals * (self.high - self.low) * (2 * own - self.low - self.high) / (2 * variance)

    def add(self, share: float) -> str | None:
        """Take note of a deal; `low` or `high` once that is clear."""
        if self.decided is None:
            self.deals += 1
            self._sum += share
            self._squares += share * share
            if abs(self.ratio) >= math.log((1 - _ERROR) / _ERROR):
                self.decided = "high" if self.ratio > 0 else "low"
        return self.decided


@dataclass(frozen=True)
class Rating:
    """A rating in points of Elo, the mean of a league being 0, and the interval that holds it with 95 %."""

    rating: float
    low: float
    high: float


Results = Mapping[tuple[int, int], Sequence[float]]
"""For two players, the share of games that the first won of the second, deal by deal."""


def ratings(players: int, results: Results) -> list[Rating]:
    """Ratings of a league from the results of every two players, by the model of Bradley and Terry.

    400 points are ten games won to one. A game shared is added for every two, so that who
    wins all has a rating, too. The intervals come from drawing the deals anew 200 times.
    """
    fitted = _fit(players, results)
    random = Random(0)
    count = max(map(len, results.values()))
    drawn = []
    for _ in range(_RESAMPLES):
        chosen = [random.randrange(count) for _ in range(count)]
        # The same deals in all matches, for their luck is the same.
        drawn.append(
            _fit(players, {two: [deals[i] for i in chosen if i < len(deals)] for two, deals in results.items()})
        )
    found = []
    for i in range(players):
        spread = sorted(fit[i] for fit in drawn)
        edge = round(0.025 * (_RESAMPLES - 1))
        found.append(Rating(fitted[i], spread[edge], spread[-1 - edge]))
    return found


def _fit(players: int, results: Results) -> list[float]:
    won = [[0.0] * players for _ in range(players)]
    for (one, other), deals in results.items():
        share = math.fsum(deals)
        won[one][other] += share + 0.5
        won[other][one] += len(deals) - share + 0.5
    strengths = [1.0] * players
    for _ in range(1000):
        old = strengths
        strengths = []
        for i in range(players):
            others = [j for j in range(players) if j != i and won[i][j] + won[j][i]]
            games = math.fsum((won[i][j] + won[j][i]) / (old[i] + old[j]) for j in others)
            strengths.append(math.fsum(won[i][j] for j in others) / games)
        mean = math.exp(math.fsum(map(math.log, strengths)) / players)
        strengths = [strength / mean for strength in strengths]
        if max(abs(math.log(new / before)) for new, before in zip(strengths, old, strict=True)) < 1e-9:
            break
    return [400 * math.log10(strength) for strength in strengths]
