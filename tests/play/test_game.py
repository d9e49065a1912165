"""Whole games: nothing is lost, turns go round, and the end is the end that the rules say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields

import pytest

from solver import Move, Position, Rules, Tile
from solver.errors import RulesError
from solver.game.notation import read_table, read_tiles
from solver.game.rules import preset_names
from solver.game.tiles import JOKER, count_tiles
from solver.play.deal import box_of, deal
from solver.play.game import Game, play
from solver.play.players import OutOfTime, Player, View, player_named
from solver.play.turns import Turn

# A box in which a game is short: 37 tiles, 9 points to open, and a joker.
BOX = {"tiles.numbers": 6, "tiles.colours": 3, "tiles.jokers": 1, "turn.hand": 7, "opening.points": 9}
SMALL = Rules.named("standard").changed(BOX)


@dataclass
class Says:
    """Does what it is told, turn after turn; then it lays nothing."""

    choices: list[Move | OutOfTime | None]
    off: str = ""
    takes: bool = False

    def take_discard(self, view: View) -> bool:
        return self.takes

    def choose(self, view: View) -> Move | OutOfTime | None:
        return self.choices.pop(0) if self.choices else None

    def throw_off(self, view: View) -> Tile:
        return Tile.parse(self.off) if self.off else view.position.rack[0]


def dealt(rules: Rules, racks: Sequence[str], pool: str = "-", table: str = "-") -> Game:
    """A game in which these tiles are dealt, and the first player begins."""
    game = Game(rules.changed({"turn.hand": 1}), len(racks))
    game._pool = read_tiles(pool)[::-1]
    game.state.pool, game.state.player = len(game._pool), 0
    game.state.table = Position.read(table, "-", rules).table
    for seat, rack in zip(game.state.seats, racks, strict=True):
        seat.tiles[:] = sorted(read_tiles(rack))
    return game


def move(game: Game, table: str) -> Move:
    return Move.to_table(game.position(), read_table(table))


def in_sight(game: Game) -> Counter[Tile]:
    tiles = [tile for tile_set in game.state.table for tile in tile_set.tiles]
    return count_tiles([*tiles, *game.pool, *game.state.thrown_off, *(tile for rack in game.racks for tile in rack)])


# --- The deal ---


def test_the_usual_box_has_106_tiles() -> None:
    box = box_of(Rules.named("standard"))
    assert len(box) == 106
    assert Counter(box)[JOKER] == 2
    assert set(Counter(box).values()) == {2}
    assert len(box_of(Rules.named("six-player"))) == 160


@pytest.mark.parametrize(("players", "pool"), [(2, 78), (3, 64), (4, 50), (6, 22)])
def test_the_deal(players: int, pool: int) -> None:
    game = Game(players=players, seed=5)
    assert [len(rack) for rack in game.racks] == [14] * players
    assert len(game.pool) == pool
    assert in_sight(game) == Counter(box_of(game.rules))
    assert game.position() == Position((), game.racks[game.state.player], game.rules, opened=False)


def test_a_seed_deals_what_it_has_always_dealt() -> None:
    """Layouts and records were made from these deals."""
    dealt_to = deal(Rules.named("standard"), 3, 8)
    assert "".join(map(str, dealt_to.racks[0])) == "K8K11K12B6B8B9R1R4R8R10R13O5O9O13"
    assert (dealt_to.first, str(dealt_to.pool[-1])) == (2, "K9")
    assert dealt_to == deal(Rules.named("standard"), 3, 8) != deal(Rules.named("standard"), 3, 9)


def test_each_player_begins_about_as_often() -> None:
    begins = Counter(deal(SMALL, 2, seed).first for seed in range(200))
    assert min(begins.values()) > 60


@pytest.mark.parametrize(("players", "reason"), [(1, "2 to 6"), (7, "2 to 6"), (6, "84 tiles, and the box has 37")])
def test_games_that_cannot_be(players: int, reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        Game(SMALL.changed({"turn.hand": 14}), players)


# --- Whole games ---


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_whole_game_keeps_every_tile_and_ends(name: str, players: int, seed: int) -> None:
    rules = Rules.named(name)
    small = {key: value for key, value in BOX.items() if key != "tiles.jokers" or rules.tiles.jokers}
    rules = rules.changed(small | {"opening.points": min(9, rules.opening.points)})
    game = Game(rules, players, seed)
    box = Counter(box_of(rules))
    programs = [player_named(name) for name in ("most-tiles", "random", "least-penalty", "most-value")]
    seen: list[Turn] = []
    for turn in play(game, programs[:players]):
        assert in_sight(game) == box
        assert turn.action in ("lay", "draw", "pass")
        assert (turn.move is None) == (turn.action != "lay")
        assert (turn.off is not None) == rules.turn.discard or game.state.out == turn.player
        seen.append(turn)
        assert len(seen) < 300
    assert [turn.number for turn in seen] == list(range(1, len(seen) + 1))
    assert [turn.player for turn in seen] == [(seen[0].player + i) % players for i in range(len(seen))]
    out = [player for player, rack in enumerate(game.racks) if not rack]
    score = game.score()
    assert score.end == ("out" if out else "blocked")
    if out:
        assert list(score.winners) == out == [seen[-1].player]
    else:
        assert not game.pool
        assert not any(turn.played or turn.drawn for turn in seen[-players:])
    again = Game(rules, players, seed)
    assert list(play(again, programs[:players])) == seen


def test_a_player_has_opened_after_the_first_lay_only() -> None:
    game = Game(SMALL, 2, seed=1)
    laid = [False, False]
    while not game.over:
        assert game.position().opened == laid[game.state.player]
        turn = game.take_turn(player_named("most-tiles"))
        laid[turn.player] |= turn.action == "lay"
    assert any(laid)


def test_when_nobody_lays_the_pool_is_drawn_and_one_round_of_passes_ends_it() -> None:
    game = Game(SMALL, 2, seed=3)
    turns = list(play(game, [Says([]), Says([])]))
    # 37 tiles less two hands of 7: 23 draws, then each player passes once.
    assert [turn.action for turn in turns] == ["draw"] * 23 + ["pass"] * 2
    with pytest.raises(RulesError, match="the game is over"):
        game.take_turn(Says([]))


def test_the_score_of_a_game_that_goes_on() -> None:
    with pytest.raises(RulesError, match="the game is not over"):
        Game().score()


# --- Turns ---


def test_an_illegal_move_is_taken_back_and_costs_three_tiles() -> None:
    game = dealt(Rules.named("standard"), ["K1K2K3K9", "B9"], "R1R2R3R4")
    turn = game.take_turn(Says([Move(tuple(read_tiles("K1")), ())]))
    assert (turn.action, [str(tile) for tile in turn.drawn if tile]) == ("penalty", ["R1", "R2", "R3"])
    assert game.racks[0] == tuple(sorted(read_tiles("K1K2K3K9R1R2R3")))
    assert (game.state.table, game.state.seats[0].opened, game.state.player) == ((), False, 1)


def test_out_of_time_all_goes_back_and_tiles_are_drawn() -> None:
    for name, drawn in (("standard", 1), ("rummy-royal", 3)):
        game = dealt(Rules.named(name), ["K1K2K3K9", "B9"], "R1R2R3R4")
        turn = game.take_turn(Says([OutOfTime(read_table("K1K2K3"))]))
        assert (turn.action, len(turn.drawn), turn.move) == ("overtime", drawn, None)
        assert (game.state.table, len(game.racks[0])) == ((), 4 + drawn)


def test_out_of_time_the_player_takes_what_does_not_lie_in_sets() -> None:
    game = dealt(Rules.named("card-40"), ["K5R9", "B9"], "R1R2", "K6K7K8K9/R1R2R3")
    game.state.seats[0].opened = True
    # K5 lies in a set, K9 and R9 lie about, and a set was taken apart.
    turn = game.take_turn(Says([OutOfTime(read_table("K5K6K7K8 | K9R9 | R1R2 | R3"))]))
    assert (turn.action, turn.drawn, str(turn.move)) == ("overtime", (), "K5->K5K6K7K8")
    assert game.racks[0] == tuple(sorted(read_tiles("K9R9R1R2R3")))
    assert len(game.pool) == 2
    # Who has not opened takes back what he laid, and draws.
    game = dealt(Rules.named("card-40"), ["K5R9", "B9"], "R1R2", "K6K7K8K9")
    turn = game.take_turn(Says([OutOfTime(read_table("K5K6K7K8K9"))]))
    assert (turn.move, len(turn.drawn), len(game.racks[0])) == (None, 1, 3)


# --- Draw first, discard last ---

AMERICAN = Rules.named("american")


def test_the_last_tile_is_thrown_off() -> None:
    game = dealt(AMERICAN, ["K4K9", "B9B8"], "R1R2", "K1K2K3")
    game.state.seats[0].opened = True
    turn = game.take_turn(Says([move(game, "K1K2K3K4")], off="K9"))
    assert (turn.action, turn.drawn, turn.off) == ("lay", (Tile.parse("R1"),), Tile.parse("K9"))
    assert (game.racks[0], game.state.thrown_off, game.over) == ((Tile.parse("R1"),), [Tile.parse("K9")], False)
    assert game.take_turn(Says([])).action == "draw"
    # Nothing left to draw: the one tile is thrown off, and that is out.
    assert game.view().last_of_pool is None
    turn = game.take_turn(Says([]))
    assert (turn.action, game.state.out, game.score().winners) == ("pass", 0, (0,))


def test_a_tile_must_be_left_to_throw_off() -> None:
    game = dealt(AMERICAN, ["K4", "B9B8"], "K5R1R2R3R4", "K1K2K3")
    game.state.seats[0].opened = True
    assert game.view().last_of_pool == Tile.parse("R4")
    turn = game.take_turn(Says([move(game, "K1K2K3K4K5")], off="K4"))
    assert (turn.action, len(turn.drawn), turn.off) == ("penalty", 4, Tile.parse("K4"))
    assert game.racks[0] == tuple(sorted(read_tiles("K5R1R2R3")))


def test_a_tile_thrown_off_may_be_taken() -> None:
    rules = AMERICAN.changed({"turn.take_discard": True})
    game = dealt(rules, ["K4K9", "B9B8"], "R1R2R3", "K1K2K3")
    assert game.take_turn(Says([], off="K9", takes=True)).took is None
    assert game.view().may_take == Tile.parse("K9")
    turn = game.take_turn(Says([], off="B8", takes=True))
    assert (turn.action, turn.drawn, turn.took) == ("draw", (), Tile.parse("K9"))
    assert (game.racks[1], game.state.thrown_off) == (tuple(read_tiles("K9B9")), [Tile.parse("B8")])
    game.take_turn(Says([], off="K4", takes=True))
    # A round in which nobody lays and nobody draws from the pool ends the game; else they could go on for ever.
    assert game.over and game.score().end == "blocked"


def test_nobody_throws_off_what_he_does_not_hold() -> None:
    with pytest.raises(RulesError, match="O13 cannot be thrown off"):
        dealt(AMERICAN, ["K4K9", "B9B8"], "R1R2").take_turn(Says([], off="O13"))


# --- What a player sees ---


class Looks:
    """Remembers what it saw, and plays like another."""

    def __init__(self, player: Player) -> None:
        self.player, self.views = player, list[View]()

    def take_discard(self, view: View) -> bool:
        return self.player.take_discard(view)

    def choose(self, view: View) -> Move | OutOfTime | None:
        self.views.append(view)
        return self.player.choose(view)

    def throw_off(self, view: View) -> Tile:
        return self.player.throw_off(view)


@pytest.mark.parametrize("rules", [SMALL, AMERICAN], ids=["small", "american"])
def test_a_player_sees_his_rack_the_table_and_what_was_laid(rules: Rules) -> None:
    game = Game(rules, 3, seed=4)
    players = [Looks(player_named("most-tiles")) for _ in range(3)]
    sizes: list[tuple[tuple[int, ...], int]] = []
    for _ in range(12):
        if game.over:
            break
        sizes.append((tuple(map(len, game.racks)), len(game.pool)))
        game.take_turn(players[game.state.player])
    for player in players:
        for view in player.views:
            held, pool = sizes[len(view.turns)]
            first = int(rules.turn.draws_first)
            assert view.held == tuple(n + first * (i == view.seat) for i, n in enumerate(held))
            assert view.pool == pool - first
            assert (view.drew is None) != rules.turn.draws_first
            assert len(view.position.rack) == view.held[view.seat]
            # Tiles that others drew are seen by nobody else: not even as a value somewhere inside.
            assert all(tile is None for turn in view.turns for tile in turn.drawn)
    known = {"position", "seat", "held", "opened", "pool", "turns", "may_take", "last_of_pool", "drew", "seed"}
    assert {field.name for field in fields(View)} == known
