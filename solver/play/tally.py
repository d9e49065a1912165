"""Games told by the racks that were left, a line each: `Ann=- Ben=R5J`, and what everybody scores.

Behind the racks a line may say `--laid Ann=90` (points or tiles laid in the whole game)
and `--unopened Ben` (who never opened).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solver.errors import NotationError, PositionError, RulesError, quote
from solver.game.notation import TILES, Notation, read_tiles
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.tiles import Tile
from solver.play.match import MatchScore, score_match
from solver.play.names import A_NAME, is_name
from solver.play.scores import GameScore, rack_value, score_game

__all__ = ["Tally", "TallyGame", "read_game", "tally"]


@dataclass(frozen=True)
class TallyGame:
    """The end of one game: what each player holds, by name, and what else its score asks for."""

    racks: Mapping[str, tuple[Tile, ...]]
    laid: Mapping[str, int]
    unopened: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Tally:
    """The scores of some games under one rule set; `match` is None for a game that was told alone."""

    rules: Rules
    games: tuple[TallyGame, ...]
    scores: tuple[GameScore, ...]
    match: MatchScore | None

    @property
    def names(self) -> tuple[str, ...]:
        """The players in their order."""
        return tuple(self.games[0].racks)

    def to_json(self) -> dict[str, Any]:
        """The JSON form."""
        games = [self._game(game, score) for game, score in zip(self.games, self.scores, strict=True)]
        rules = {"rules": str(self.rules).removeprefix("rules=")}
        if self.match is None:
            return rules | games[0]
        match = {
            "games": self.match.games,
            "wins": dict(zip(self.names, self.match.wins, strict=True)),
            "scores": dict(zip(self.names, self.match.totals, strict=True)),
            "winners": [self.names[i] for i in self.match.winners],
            "over": self.match.over,
        }
        return {**rules, "games": games, "match": match}

    def _game(self, game: TallyGame, score: GameScore) -> dict[str, Any]:
        return {
            "end": score.end,
            "winners": [self.names[i] for i in score.winners],
            "scores": dict(zip(self.names, score.scores, strict=True)),
            "values": {name: rack_value(rack, self.rules) for name, rack in game.racks.items()},
        }


def tally(games: Sequence[TallyGame], rules: Rules, *, is_match: bool) -> Tally:
    """The scores of these games, in order, and of the match that they are, if they are one.

    :raises RulesError: with the number of the game if it cannot be scored, or is one too many.
    """
    if not games:
        raise RulesError("no game to score: write a line such as 'Ann=- Ben=R5J' for each")
    names = list(games[0].racks)
    scores = []
    for number, game in enumerate(games, 1):
        where = f"game {number}: " if is_match else ""
        if set(game.racks) != set(names):
            raise RulesError(f"{where}its players are {', '.join(game.racks)}, those of game 1 {', '.join(names)}")
        laid = None
        if rules.scoring.counts_laid:
            if missing := [name for name in names if name not in game.laid]:
                raise RulesError(
                    f"{where}these rules score what was laid: add --laid {missing[0]}=POINTS, or its tiles"
                )
            laid = [game.laid[name] for name in names]
        try:
            opened = [name not in game.unopened for name in names]
            scores.append(score_game(rules, [game.racks[name] for name in names], laid=laid, opened=opened))
        except RulesError as error:
            raise RulesError(f"{where}{error}") from None
    # In the order of the players of the first game.
    ordered = tuple(TallyGame({name: game.racks[name] for name in names}, game.laid, game.unopened) for game in games)
    return Tally(rules, ordered, tuple(scores), score_match(rules, scores) if is_match else None)


def read_game(words: Iterable[str], rules: Rules, where: str = "", notation: Notation = TILES) -> TallyGame:
    """A game from the words of its line: `NAME=TILES`, `--laid NAME=POINTS`, `--unopened NAME`; tiles in `notation`.

    :raises NotationError: with every word that is none of these.
    :raises PositionError: if the tiles cannot all be on racks.
    """
    racks: dict[str, tuple[Tile, ...]] = {}
    laid: dict[str, int] = {}
    unopened: set[str] = set()
    faults: list[str] = []
    option = ""
    for word in words:
        if word in ("--laid", "--unopened"):
            option = word
            continue
        name, equals, text = word.partition("=")
        if not equals and option != "--unopened" or not name:
            faults.append(f"{where}{quote(word)}: write NAME=TILES, such as Ann=R5J, and '-' for an empty rack")
        elif not is_name(name):
            faults.append(f"{where}{quote(name)} is no name of a player: {A_NAME}")
        elif option == "--unopened":
            unopened.add(name)
        elif name in (laid if option else racks):
            faults.append(f"{where}{option and option + ' '}{quote(name)} is given twice")
        else:
            try:
                if option and re.fullmatch("[0-9]{1,6}", text):
                    laid[name] = int(text)
                elif option:
                    laid[name] = rack_value(read_tiles(text, f"{where}--laid {name}", notation=notation), rules)
                else:
                    racks[name] = tuple(read_tiles(text, f"{where}{name}", notation=notation))
            except NotationError as error:
                faults.append(str(error))
        option = ""
    for name in sorted({*laid, *unopened} - set(racks)):
        faults.append(f"{where}{quote(name)} has no rack: add {name}=TILES, or {name}=- for an empty one")
    if faults:
        raise NotationError("\n".join(faults))
    try:
        Position.of([], [tile for rack in racks.values() for tile in rack], rules, notation=notation)
    except PositionError as error:
        raise PositionError([f"{where}{fault}" for fault in error.faults]) from None
    return TallyGame(racks, laid, frozenset(unopened))
