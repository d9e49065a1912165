"""A person at the table: a turn that is thought over before it is played, and a game that is saved as it goes.

What is printed and typed is not known here.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from solver.advice.search import Search
from solver.errors import PositionError, RulesError, printable
from solver.files import FileFault, read_text
from solver.game.move import Move
from solver.game.notation import TILES, Notation
from solver.game.objective import OBJECTIVES
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.rules import Rules
from solver.game.tiles import Tile
from solver.play.game import Game
from solver.play.players import Player, player_named
from solver.play.record import Line, Recorder, RecordError, record_of
from solver.play.record_reader import check_name, read_record, whole_lines
from solver.play.turns import Turn

__all__ = ["Draft", "Session"]


class Draft:
    """A turn in the making: the table as it would be, step after step, each of which can be undone.

    `table` are the tiles as they lie now, legal or not.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._steps: list[list[list[Tile]]] = [[list(tile_set.tiles) for tile_set in position.table]]

    @property
    def table(self) -> list[list[Tile]]:
        return self._steps[-1]

    @property
    def laid(self) -> tuple[Tile, ...]:
        """The tiles laid so far."""
        return Move.laid(self.position, self.table)

    @property
    def rack(self) -> tuple[Tile, ...]:
        """What is left on the rack."""
        return tuple(sorted((Counter(self.position.rack) - Counter(self.laid)).elements()))

    @property
    def is_begun(self) -> bool:
        """Whether anything was done."""
        return len(self._steps) > 1

    def lay(self, tiles: Sequence[Tile]) -> None:
        """Lay these tiles besides those laid so far; the table is worked out, with fewest moved tiles.

        :raises RulesError: if they are not on the rack, or cannot all be laid.
        """
        missing = Counter(tiles) - Counter(self.rack)
        if missing:
            raise RulesError(f"{self._words(missing)}: not on your rack")
        together = [*self.laid, *tiles]
        search = Search(self.position, OBJECTIVES["tiles"], 0, None, fewest_moved=True, only=together)
        move = search.run().move if len(together) <= self.position.most_laid else None
        if move is None or not move.played:
            raise RulesError(self._why_not(together))
        self._steps.append([list(tile_set.tiles) for tile_set in move.table])

    def write(self, table: Sequence[Sequence[Tile]]) -> None:
        """Let the table lie like this, legal or not.

        :raises RulesError: if tiles of it are neither on the table nor on the rack.
        """
        more = Counter(Move.laid(self.position, table)) - Counter(self.position.rack)
        if more:
            raise RulesError(f"{self._words(more)}: neither on the table nor on your rack")
        self._steps.append([list(tiles) for tiles in table])

    def undo(self) -> None:
        """Take back the last step.

        :raises RulesError: if there is none.
        """
        if not self.is_begun:
            raise RulesError("nothing was done in this turn yet")
        self._steps.pop()

    def move(self) -> Move:
        """What was done, as a move.

        :raises PositionError: if tiles lie together that are no set.
        """
        return Move.to_table(self.position, self.table)

    def faults(self) -> list[str]:
        """Every reason why the turn cannot end like this."""
        try:
            return judge(self.position, self.move())
        except PositionError as error:
            return list(error.faults)

    def _words(self, tiles: Counter[Tile]) -> str:
        return self.position.notation.packed(sorted(tiles.elements()))

    def _why_not(self, tiles: Sequence[Tile]) -> str:
        named = self._words(Counter(tiles))
        if len(tiles) > self.position.most_laid:
            return f"{named}: one tile must be left to throw off"
        opening = ""
        if self.position.must_open:
            needs = self.position.rules.opening.points
            takes = f"{needs} points from your rack" if needs else "sets from your rack alone"
            opening = f" (you have not opened yet, which takes {takes})"
        return f"{named} cannot {'all ' if len(tiles) > 1 else ''}be laid{opening}"


class Session:
    """A game of one person against programs, saved turn by turn in a file.

    `players` has the programs by seat; the person has the only seat without one. Made by `begin`
    or `go_on`; it is a context manager that closes the file.
    """

    def __init__(self, game: Game, names: Sequence[str], programs: Mapping[int, str], recorder: Recorder) -> None:
        self.game = game
        self.names = tuple(names)
        self.programs = dict(programs)
        self.players: dict[int, Player] = {seat: player_named(spec) for seat, spec in programs.items()}
        self.given_up: list[Line] = []
        self._recorder = recorder

    @classmethod
    def begin(
        cls, path: str | Path, rules: Rules, name: str, against: Sequence[str], seed: int, notation: Notation = TILES
    ) -> Session:
        """A new game; the person has the first seat, and tiles are written in `notation`.

        :raises RulesError: for programs that are none, or too many of them.
        :raises RecordError: if the file cannot be written or is there already, or the name is none.
        """
        check_name(name)
        names = [name]
        for spec in against:
            player_named(spec)
            base = spec.split(":")[0]
            same = sum(other.split("-of-")[0] == base for other in names)
            names.append(base if not same else f"{base}-of-{same + 1}")
        game = Game(rules, len(names), seed, notation)
        programs = dict(enumerate(against, 1))
        return cls(game, names, programs, Recorder(path, record_of(game, names, programs)))

    @classmethod
    def go_on(cls, path: str | Path) -> Session:
        """A saved game, as far as it was played; a turn that was being written is taken off the file.

        :raises RecordError: if the file cannot be read, or is not the record of such a game.
        """
        name = printable(os.fspath(path))
        try:
            text = read_text(path)
        except FileFault as fault:
            raise RecordError(f"{name}: {fault}") from None
        whole = whole_lines(text)
        record = read_record(whole, name)
        people = [seat for seat in range(len(record.names)) if seat not in record.programs]
        if record.seed is None or len(people) != 1:
            raise RecordError(f"{name}: only a game that was begun with 'rummikub play' can be gone on with")
        game = Game(record.rules, len(record.names), record.seed, record.notation)
        if (game.deal.racks, game.deal.first) != (record.racks, record.first):
            raise RecordError(f"{name}: its seed deals other tiles")
        try:
            for turn in record.turns:
                game.replay(turn)
        except RulesError as error:
            raise RecordError(f"{name}, turn {len(game.turns) + 1}: {error}") from None
        if len(whole) < len(text):
            os.truncate(path, len(whole.encode()))
        session = cls(game, record.names, record.programs, Recorder(path, record, go_on=True))
        session.given_up = list(record.given_up)
        if game.over and record.ending is None:
            session._recorder.end(game, game.score())
        return session

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *reason: object) -> None:
        self._recorder.__exit__(*reason)

    @property
    def seat(self) -> int:
        """The person's seat."""
        return next(seat for seat in range(len(self.names)) if seat not in self.programs)

    @property
    def notation(self) -> Notation:
        """How tiles are written in this game."""
        return self.game.state.notation

    def take_turn(self, person: Player, clock: Callable[[], float] | None) -> Turn:
        """Let whoever is to move play, and save the turn; the seconds of a person are noted if there is a `clock`."""
        program = self.players.get(self.game.state.player)
        turn = self.game.take_turn(program or person, None if program else clock)
        self._recorder.add(turn)
        if self.game.over:
            self._recorder.end(self.game, self.game.score())
        return turn

    def back(self, number: int) -> None:
        """Go back to the turn of that number; what was played from there on stays in the file.

        :raises RulesError: if there is no such turn.
        """
        played = self.game.turns
        if not 1 <= number <= len(played):
            raise RulesError(f"there is no turn {number} to go back to: {len(played)} were played")
        self.given_up.append(Line(number, tuple(played[number - 1 :])))
        game = Game(self.game.rules, len(self.names), self.game.seed, self.notation)
        for turn in played[: number - 1]:
            game.replay(turn)
        self.game = game
        self._recorder.back(number)
