"""Whole games: what the rules say about the deal, the turns and the end."""

from collections import Counter

import pytest

from solver import Move, Position, Rules, Tile
from solver.errors import RulesError
from solver.game.tiles import JOKER, count_tiles
from solver.play.game import Game, Turn, box_of, play

# A box small enough to be played to the end in a moment: 3 colours of 6, twice, and a joker.
SMALL = Rules.named("standard").changed(
    {"tiles.numbers": 6, "tiles.colours": 3, "tiles.jokers": 1, "turn.hand": 7, "opening.points": 9}
)


def in_sight(game: Game) -> Counter[Tile]:
    on_table = count_tiles(tile for tile_set in game.table for tile in tile_set.tiles)
    return on_table + Counter(game.pool) + sum((Counter(rack) for rack in game.racks), Counter())


def test_the_box_of_the_usual_game_has_106_tiles() -> None:
    box = box_of(Rules.named("standard"))
    assert len(box) == 106
    assert Counter(box)[JOKER] == 2
    assert set(Counter(box).values()) == {2}
    assert len(box_of(Rules.named("six-player"))) == 160


@pytest.mark.parametrize(("players", "pool"), [(2, 78), (3, 64), (4, 50)])
def test_the_deal(players: int, pool: int) -> None:
    game = Game(players=players, seed=5)
    assert [len(rack) for rack in game.racks] == [14] * players
    assert len(game.pool) == pool
    assert in_sight(game) == Counter(box_of(game.rules))
    assert game.position() == Position((), tuple(game.racks[game.player]), game.rules, opened=False)


def test_the_same_seed_deals_the_same_game() -> None:
    first, again, other = (Game(players=3, seed=seed) for seed in (8, 8, 9))
    assert (first.racks, first.pool, first.player) == (again.racks, again.pool, again.player)
    assert first.racks != other.racks


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_keeps_every_tile_and_ends(players: int, seed: int) -> None:
    game = Game(SMALL, players, seed)
    box = Counter(box_of(SMALL))
    seen: list[Turn] = []
    for turn in play(game):
        assert in_sight(game) == box
        assert turn.position.rack
        assert turn.action in ("play", "draw", "pass")
        assert (turn.move is None) == (turn.action != "play")
        assert len(turn.drawn) == (turn.action == "draw")
        assert turn.action != "pass" or turn.pool == 0
        seen.append(turn)
        assert len(seen) < 300
    assert game.over
    assert [turn.number for turn in seen] == list(range(1, len(seen) + 1))
    assert [turn.player for turn in seen] == [(seen[0].player + i) % players for i in range(len(seen))]
    out = [player for player, rack in enumerate(game.racks) if not rack]
    if out:
        assert list(game.winners) == out == [seen[-1].player]
        assert seen[-1].action == "play"
    else:
        assert not game.pool
        assert [turn.action for turn in seen[-players:]] == ["pass"] * players
    again = list(play(Game(SMALL, players, seed)))
    assert again == seen


def test_a_player_has_opened_after_the_first_play_only() -> None:
    game = Game(SMALL, 2, seed=1)
    played = [False, False]
    for turn in play(game):
        assert turn.position.opened == played[turn.player]
        played[turn.player] |= turn.action == "play"
    assert any(played)


def test_when_nobody_plays_the_pool_is_drawn_and_one_round_of_passes_ends_it() -> None:
    game = Game(SMALL, 2, seed=3)
    turns = list(play(game, lambda position: None))
    # 37 tiles less two hands of 7: 23 draws, then each player passes once.
    assert [turn.action for turn in turns] == ["draw"] * 23 + ["pass"] * 2
    assert [turn.pool for turn in turns] == [*range(23, 0, -1), 0, 0]
    with pytest.raises(RulesError, match="the game is over"):
        game.take_turn(None)


def end_of(racks: list[str], rules: Rules) -> Game:
    """A game in which nobody can go on: the pool is empty and everyone has passed."""
    game = Game(rules, len(racks), seed=0)
    game.racks = [list(Position.read("-", rack, rules).rack) for rack in racks]
    game.pool = []
    for _ in racks:
        assert game.take_turn(None).action == "pass"
    return game


def test_who_wins_when_the_pool_is_empty() -> None:
    standard, pressman = Rules.named("standard"), Rules.named("pressman-1998")
    # 13 points in one tile, 12 in three, 30 for the joker.
    assert end_of(["K13", "K3B4R5", "J"], standard).winners == (1,)
    assert end_of(["K13", "K3B4R5", "J"], pressman).winners == (0, 2)
    assert end_of(["K1K2", "R3"], standard).winners == (0, 1)
    assert Game(standard, 2).winners == ()


def test_an_illegal_move_is_taken_back_and_costs_three_tiles() -> None:
    game = Game(Rules.named("standard"), 2, seed=0)
    player, rack = game.player, list(game.racks[game.player])
    move = Move(tuple(rack[:1]), ())
    turn = game.take_turn(move)
    assert turn.action == "penalty"
    assert turn.faults
    assert len(turn.drawn) == 3
    assert game.racks[player] == sorted([*rack, *turn.drawn])
    assert game.table == ()
    assert game.opened == [False, False]
    assert game.player == 1 - player


def test_the_highest_tile_begins() -> None:
    # With one number only the joker differs, and it draws again: both players begin about equally often.
    begins = Counter(Game(players=2, seed=seed).player for seed in range(200))
    assert min(begins.values()) > 60


@pytest.mark.parametrize(("players", "reason"), [(1, "2 to 6"), (7, "2 to 6"), (6, "84 tiles, and the box has 37")])
def test_games_that_cannot_be(players: int, reason: str) -> None:
    rules = SMALL.changed({"turn.hand": 14})
    with pytest.raises(RulesError, match=reason):
        Game(rules, players)
