"""Scores: the worked table, and what holds whatever the racks are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Rules, Tile
from solver.errors import RulesError
from solver.game.notation import read_tiles
from solver.game.rules import preset_names
from solver.play.match import score_match
from solver.play.scores import GameScore, rack_value, score_game


def racks(*texts: str) -> list[tuple[Tile, ...]]:
    return [tuple(read_tiles(text)) for text in texts]


def scored(rules: str, *texts: str, laid: list[int] | None = None, opened: list[bool] | None = None) -> GameScore:
    return score_game(Rules.named(rules), racks(*texts), laid=laid, opened=opened)


# Worked by hand from the rule texts; racks are written so that they have the points and tiles of the case.
@pytest.mark.parametrize(
    ("rules", "texts", "end", "winners", "scores"),
    [
        ("rummy-royal", ["-", "K13K2", "R13R9"], "out", (0,), (37, -15, -22)),
        ("pressman-1998", ["-", "K5", "K10", "K3"], "out", (0,), (18, -5, -10, -3)),
        ("standard", ["K12", "K13K7", "R12R13K10"], "blocked", (0,), (31, -8, -23)),
        ("pressman-1998", ["K10B10R10", "K1K2K3K4B2"], "blocked", (0,), (12, -12)),
        ("standard", ["K10B10R10", "K1K2K3K4B2"], "blocked", (1,), (-18, 18)),
        ("card-40", ["-", "JR5"], "out", (0,), (30, -30)),
        ("standard", ["-", "JR5"], "out", (0,), (35, -35)),
        ("standard", ["K10", "B10", "R13R12"], "blocked", (0, 1), (15, 15, -30)),
    ],
)
def test_the_worked_cases(
    rules: str, texts: list[str], end: str, winners: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    assert scored(rules, *texts) == GameScore(end, winners, scores)


def test_laid_minus_held() -> None:
    assert scored("rummy-o", "-", "R12R13", "JR5", laid=[90, 70, 40]) == GameScore("out", (0,), (150, 45, 5))
    # 60 less 5, 70 less 25: the highest wins, though he holds more.
    assert scored("rummy-o", "R5", "R12R13", laid=[60, 90]) == GameScore("blocked", (1,), (55, 65))
    tiles = score_game(Rules.named("rummy-o"), racks("-", "R5"), laid=racks("R10K10J", "B1"))
    assert tiles == GameScore("out", (0,), (10 + 10 + 30 + 5, 1 - 5))


def test_fewest_tiles_tie_by_value_and_no_difference_is_negative() -> None:
    by_value = scored("pressman-1998", "K10B1", "K3B3", "K13B13")
    assert by_value == GameScore("blocked", (1,), (-11, 37, -26))
    rules = Rules.named("standard").changed({"scoring.pool_empty": "fewest_tiles"})
    # The winner holds 13, one loser 3: he pays nothing, the other 15 - 13.
    assert score_game(rules, racks("K13", "K1B2", "K8B7")) == GameScore("blocked", (0,), (2, 0, -2))


def test_who_never_opened_pays_more() -> None:
    rules = Rules.named("standard").changed({"scoring.unopened": 100})
    out = racks("-", "K5", "R13J", "RKBO13RKBO12")
    # 43 is less than 100; 100 on the rack of the last is not more.
    assert score_game(rules, out, opened=[True, True, False, False]).scores == (205, -5, -100, -100)
    assert score_game(rules, out, opened=[True, True, True, True]).scores == (148, -5, -43, -100)
    # Who wins is asked of the racks; who wins pays nothing, opened or not.
    assert score_game(rules, racks("K5", "K10"), opened=[False, False]).scores == (95, -95)
    assert score_game(Rules.named("standard"), out, opened=[True, False, False, False]).scores == (148, -5, -43, -100)


def test_a_match_of_three() -> None:
    rules = Rules.named("standard")
    games = [
        GameScore("out", (0,), (35, 0, -35)),
        GameScore("out", (1,), (-10, 15, -5)),
        GameScore("out", (2,), (-5, -10, 15)),
    ]
    match = score_match(rules, games)
    assert (match.wins, match.totals, match.winners, match.over) == ((1, 1, 1), (20, 5, -25), (0,), True)
    assert not score_match(rules, games[:2]).over
    with pytest.raises(
        RulesError, match=r"the match was over after 3 games: it has 3 games \(match.length = players\)"
    ):
        score_match(rules, [*games, games[0]])


def test_games_won_or_points_decide_a_match() -> None:
    games = [GameScore("out", (0,), (5, -5)), GameScore("out", (0,), (5, -5)), GameScore("out", (1,), (-50, 50))]
    rules = Rules.named("standard").changed({"match.length": 3})
    assert score_match(rules, games).winners == (0,)
    assert score_match(rules.changed({"match.winner": "score"}), games).winners == (1,)
    royal = Rules.named("rummy-royal")
    to_200 = [GameScore("out", (0,), (150, -150)), GameScore("out", (0,), (49, -49)), GameScore("out", (0,), (1, -1))]
    assert [score_match(royal, to_200[:n]).over for n in (1, 2, 3)] == [False, False, True]
    with pytest.raises(RulesError, match="over after 3 games: it goes on until someone has 200 points"):
        score_match(royal, [*to_200, to_200[0]])


def test_what_is_no_end_of_a_game() -> None:
    with pytest.raises(RulesError, match="two players or more, not 1"):
        scored("standard", "K1")
    with pytest.raises(RulesError, match="2 players have no tile left"):
        scored("standard", "-", "-", "K1")
    with pytest.raises(RulesError, match="what each player laid in the game is needed"):
        scored("rummy-o", "-", "K1")
    with pytest.raises(RulesError, match="one game or more"):
        score_match(Rules.named("standard"), [])
    with pytest.raises(RulesError, match="the same players"):
        score_match(Rules.named("standard"), [GameScore("out", (0,), (1, -1)), GameScore("out", (0,), (2, -1, -1))])


TILES = st.lists(st.sampled_from(read_tiles("K1-13B1-13R1-13O1-13J")), min_size=1, max_size=20)


@given(
    held=st.lists(TILES, min_size=2, max_size=6),
    out=st.booleans(),
    opened=st.lists(st.booleans(), min_size=6, max_size=6),
    name=st.sampled_from([name for name in preset_names() if name != "rummy-o"]),
    unopened=st.sampled_from([0, 100]),
    pays=st.sampled_from(["difference", "rack"]),
    wins=st.sampled_from(["lowest_value", "fewest_tiles"]),
)
def test_what_losers_pay_is_what_winners_get(
    held: list[list[Tile]], out: bool, opened: list[bool], name: str, unopened: int, pays: str, wins: str
) -> None:
    rules = Rules.named(name).changed(
        {"scoring.unopened": unopened, "scoring.empty_pool_pays": pays, "scoring.pool_empty": wins}
    )
    hands = [[], *held[1:]] if out else held
    score = score_game(rules, hands, opened=opened[: len(hands)])
    assert sum(score.scores) == 0
    assert score.winners and all(score.scores[i] >= 0 for i in score.winners)
    assert all(points <= 0 for i, points in enumerate(score.scores) if i not in score.winners)
    assert len({score.scores[i] for i in score.winners}) == 1
    if out:
        assert score.winners == (0,)
    elif wins == "lowest_value":
        assert {rack_value(hands[i], rules) for i in score.winners} == {min(rack_value(hand, rules) for hand in hands)}
