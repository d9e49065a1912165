"""Ten thousand games of programs under all presets: all is refereed, nothing is lost, every record reads back."""

from __future__ import annotations

from collections import Counter

import pytest

from solver import Rules
from solver.game.rules import preset_names
from solver.game.tiles import count_tiles
from solver.play.deal import box_of
from solver.play.game import Game, play
from solver.play.players import PLAYERS, player_named
from solver.play.record import record_of, record_text
from solver.play.record_reader import read_record

pytestmark = pytest.mark.long

GAMES = 910
"""For each of the eleven presets."""


@pytest.mark.parametrize("name", preset_names())
def test_many_games(name: str) -> None:
    rules = Rules.named(name)
    box = Counter(box_of(rules))
    names = ("A", "B", "C", "D", "E", "F")
    ends: Counter[str] = Counter()
    for seed in range(GAMES):
        count = 2 + seed % (5 if rules.tiles.total > 106 else 3)
        game = Game(rules, count, seed)
        programs = [list(PLAYERS)[(seed + i * (1 + seed // 4)) % len(PLAYERS)] for i in range(count)]
        for turn in play(game, [player_named(spec) for spec in programs]):
            # Programs that are well play no illegal move; the game has each of them refereed.
            assert turn.action in ("lay", "draw", "pass"), (seed, turn)
            state = game.state
            on_table = [tile for tile_set in state.table for tile in tile_set.tiles]
            held = [tile for rack in game.racks for tile in rack]
            assert count_tiles([*on_table, *held, *game.pool, *state.thrown_off]) == box, (seed, turn)
        score = game.score()
        ends[score.end] += 1
        assert rules.scoring.counts_laid or sum(score.scores) == 0
        record = record_of(game, names[:count], dict(enumerate(programs)))
        text = record_text(record)
        assert read_record(text) == record and record_text(read_record(text)) == text, seed
    assert ends["out"]
