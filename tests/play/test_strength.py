"""Shares, tests and ratings: against numbers worked out elsewhere, and held to what they promise by chance."""

from __future__ import annotations

from random import Random

import pytest

from solver.errors import RulesError
from solver.play.strength import SequentialTest, ratings, share_of


def test_a_share_and_its_interval() -> None:
    # By hand: with 0 and 1 added ten deals have the mean 0.6 and the variance 1.4 / 9.
    found = share_of([0.5, 0.5, 1.0, 1.0, 0.5, 0.5, 1.0, 0.0])
    assert found.share == 0.625
    assert (found.low, found.high) == pytest.approx((0.6 - 1.959964 * 0.124722, 0.6 + 1.959964 * 0.124722), abs=1e-5)
    # All alike is no certainty: ten deals won are 11 of 12, and no more than all can be won.
    won = share_of([1.0] * 10)
    assert (won.share, won.high) == (1.0, 1.0) and 0.7 < won.low < 0.8
    with pytest.raises(ValueError, match="no deals"):
        share_of([])


@pytest.mark.parametrize(("deals", "chances"), [(20, (0.25, 0.5, 0.25)), (30, (0.5, 0.4, 0.1)), (100, (0.1, 0.2, 0.7))])
def test_the_interval_holds_the_true_share_in_19_of_20(deals: int, chances: tuple[float, float, float]) -> None:
    """Deals are drawn that are lost, shared or won with known chances."""
    random = Random(deals)
    true = 0.5 * chances[1] + chances[2]
    held = 0
    for _ in range(1000):
        found = share_of(random.choices((0.0, 0.5, 1.0), chances, k=deals))
        held += found.low <= true <= found.high
    assert held >= 935


@pytest.mark.parametrize(("chances", "right"), [((0.25, 0.5, 0.25), "low"), ((0.2, 0.4, 0.4), "high")])
def test_a_sequential_test_is_seldom_wrong_and_stops_early(chances: tuple[float, float, float], right: str) -> None:
    """Shares of 0.5 and of 0.6: one of twenty tests may decide wrongly, and it takes a few hundred deals at most."""
    random = Random(1)
    decided, deals = [], []
    for _ in range(300):
        test = SequentialTest(0.5, 0.6)
        while test.add(random.choices((0.0, 0.5, 1.0), chances)[0]) is None:
            assert test.deals < 2000
        decided.append(test.decided)
        deals.append(test.deals)
    assert decided.count(right) >= 277
    assert sum(deals) / len(deals) < 120


def test_a_decision_stays() -> None:
    test = SequentialTest(0.5, 0.6)
    while test.add(1.0) is None:
        pass
    deals = test.deals
    assert [test.add(0.0), test.decided, test.deals] == ["high", "high", deals]
    assert deals > 3


@pytest.mark.parametrize(("low", "high"), [(0.6, 0.5), (0.5, 0.5), (-0.1, 0.5), (0.5, 1.1)])
def test_shares_that_cannot_be_tested(low: float, high: float) -> None:
    with pytest.raises(RulesError, match="two shares from 0 to 1, the lower one first"):
        SequentialTest(low, high)


def test_ratings_of_two() -> None:
    # 75 of 100 and one shared game more are 75.5 to 25.5: 400 * log10 of that apart.
    one, other = ratings(2, {(0, 1): [1.0, 1.0, 1.0, 0.0] * 25})
    assert one.rating - other.rating == pytest.approx(188.6, abs=0.1)
    assert one.rating == pytest.approx(-other.rating)
    assert one.low < one.rating < one.high < one.low + 150


def test_ratings_of_a_league_that_fits_together() -> None:
    # Strengths 4, 2 and 1: shares of 2/3, 4/5 and 2/3, each step 400 * log10(2) = 120.4.
    deals = 600
    shares = {(0, 1): 2 / 3, (0, 2): 4 / 5, (1, 2): 2 / 3}
    results = {two: [1.0] * round(share * deals) + [0.0] * round((1 - share) * deals) for two, share in shares.items()}
    found = [rating.rating for rating in ratings(3, results)]
    assert found == pytest.approx([120.4, 0, -120.4], abs=1.5)
    # Who wins all has a rating, too, and more deals make it a higher one.
    all_won = [ratings(2, {(0, 1): [1.0] * count})[0].rating for count in (1, 10, 100)]
    assert all_won == sorted(all_won) and all_won[0] > 0
