"""The record of a game: what it holds, and how it is written, a line a turn, as the game goes.

    rummikub-game 1
    rules standard
    players Ann Ben
    program Ben most-tiles
    seed 7
    begins Ben
    rack Ann R1R4K5...
    rack Ben 14
    1 Ben draw ?
    2 Ann lay R10K10B10->K10B10R10 seconds=12.5 # at last
    back 2
    2 Ann draw R5
    end out
    left Ben R5J
    score Ann 35

What nobody saw is never guessed: a rack that is not known is a number of tiles, a drawn tile
that is not known a `?`, and a table that was worked out is marked `table=assumed`. `back 2`
takes the game back to turn 2; the turns above it stay in the record, as another line of play.
Blank lines and those that begin with `#` are for people.

A turn is `lay TILES->TABLE`, `draw [TILES]`, `pass`, `overtime [TILES->TABLE]` (the sets that
stay) or `penalty [TILES->TABLE]` (what was taken back), with `drew=`, `took=` (thrown off by the
player before), `off=` (thrown off), `seconds=` and, behind a `#`, a note.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from solver.errors import RummikubError, printable
from solver.game.notation import TILES, Notation, notation_of
from solver.game.rules import Rules
from solver.game.tiles import Tile
from solver.play.game import Game
from solver.play.scores import GameScore
from solver.play.state import Seat, State
from solver.play.turns import DRAW, Turn

__all__ = ["FIRST_LINE", "Ending", "Line", "Record", "RecordError", "Recorder", "record_of", "record_text", "turn_text"]

FIRST_LINE = "rummikub-game 1"
"""What every record begins with: what it is, and the version of its format."""


class RecordError(RummikubError):
    """A record that cannot be read or written: the file, the line, the turn and the mend."""


@dataclass(frozen=True)
class Ending:
    """How a game ended, what each seat held (a number of tiles where that is not known), and the scores, if known."""

    end: str
    left: tuple[tuple[Tile, ...] | int, ...]
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Line:
    """A line of play that was given up: its turns, of which the first has the number `start`."""

    start: int
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class Record:
    """A game as it was written down.

    `racks` are those dealt, in the order of seats: tiles, or how many. `programs` are the
    players that are programs, by seat, with their settings. `given_up` are lines of play
    from which the players went back, in the order in which they did. `notation` is how tiles
    are written in it.
    """

    rules: Rules
    names: tuple[str, ...]
    first: int
    racks: tuple[tuple[Tile, ...] | int, ...]
    turns: tuple[Turn, ...] = ()
    ending: Ending | None = None
    seed: int | None = None
    programs: Mapping[int, str] = field(default_factory=dict)
    given_up: tuple[Line, ...] = ()
    notation: Notation = TILES

    def shown_in(self, notation: str | None) -> Record:
        """The same game with its tiles written in the notation of that name, if one is named."""
        return self if notation is None else replace(self, notation=notation_of(notation))

    def start(self) -> State:
        """The game before its first turn."""
        seats = [Seat([], rack) if isinstance(rack, int) else Seat(sorted(rack)) for rack in self.racks]
        pool = self.rules.tiles.total - sum(seat.held for seat in seats)
        return State(self.rules, seats, pool, self.first, self.notation)

    def walk(self) -> Iterator[tuple[State, Turn]]:
        """Each turn with the game before it, a state of its own that does not change any more."""
        state = self.start()
        for turn in self.turns:
            yield state.copy(), turn
            state.apply(turn)

    def final(self) -> State:
        """The game after its last turn."""
        state = self.start()
        for turn in self.turns:
            state.apply(turn)
        return state


def record_of(
    game: Game, names: Sequence[str], programs: Mapping[int, str] | None = None, given_up: Sequence[Line] = ()
) -> Record:
    """The record of a game that is played here, as far as it has come."""
    ending = None
    if game.over:
        score = game.score()
        ending = Ending(score.end, game.racks, score.scores)
    return Record(
        game.rules,
        tuple(names),
        game.deal.first,
        game.deal.racks,
        tuple(game.turns),
        ending,
        game.seed,
        programs or {},
        tuple(given_up),
        game.state.notation,
    )


# --- Text ---


def record_text(record: Record) -> str:
    """The whole record as it is written; reading it gives the same record.

    Lines of play that were given up come where they began.
    """
    lines = _header(record)
    done = 0
    for line in record.given_up:
        lines += [turn_text(turn, record.names, record.notation) for turn in record.turns[done : line.start - 1]]
        done = max(done, line.start - 1)
        lines += [*(turn_text(turn, record.names, record.notation) for turn in line.turns), f"back {line.start}"]
    lines += [turn_text(turn, record.names, record.notation) for turn in record.turns[done:]]
    if record.ending is not None:
        lines += _ending(record.ending, record.names, record.notation)
    return "\n".join(lines) + "\n"


def turn_text(turn: Turn, names: Sequence[str], notation: Notation) -> str:
    """The line of a turn."""
    tile_text = notation.tile
    words = [str(turn.number), names[turn.player], turn.action]
    if turn.move is not None:
        words.append(turn.move.text(notation))
    if turn.drawn:
        drawn = "".join("?" if tile is None else tile_text(tile) for tile in turn.drawn)
        words.append(drawn if turn.action == DRAW else f"drew={drawn}")
    words += [f"took={tile_text(turn.took)}"] if turn.took is not None else []
    words += [f"off={tile_text(turn.off)}"] if turn.off is not None else []
    words += [f"seconds={turn.seconds:g}"] if turn.seconds is not None else []
    words += ["table=assumed"] if turn.assumed else []
    words += ["#", " ".join(printable(turn.note).split())] if turn.note else []
    return " ".join(words)


def _header(record: Record) -> list[str]:
    names = record.names
    return [
        FIRST_LINE,
        f"rules {str(record.rules).removeprefix('rules=')}",
        *([f"notation {record.notation.name}"] if record.notation != TILES else []),
        f"players {' '.join(names)}",
        *(f"program {names[seat]} {spec}" for seat, spec in sorted(record.programs.items())),
        *([f"seed {record.seed}"] if record.seed is not None else []),
        f"begins {names[record.first]}",
        *(f"rack {name} {_rack_text(rack, record.notation)}" for name, rack in zip(names, record.racks, strict=True)),
    ]


def _ending(ending: Ending, names: Sequence[str], notation: Notation) -> list[str]:
    return [
        f"end {ending.end}",
        *(f"left {name} {_rack_text(rack, notation)}" for name, rack in zip(names, ending.left, strict=True)),
        *(
            f"score {name} {points}"
            for name, points in zip(names, ending.scores or (), strict=ending.scores is not None)
        ),
    ]


def _rack_text(rack: Sequence[Tile] | int, notation: Notation) -> str:
    return str(rack) if isinstance(rack, int) else notation.packed(rack) or "-"


# --- Writing as the game goes ---


class Recorder:
    """Writes a record to a file while the game goes on: each turn is there whole before the next one begins.

    It begins a new file with the head of `record`, or, with `go_on`, adds to the file that
    holds `record`. It is a context manager.

    :raises RecordError: if the file cannot be written, or is there already.
    """

    def __init__(self, path: str | os.PathLike[str], record: Record, *, go_on: bool = False) -> None:
        self._name = printable(os.fspath(path))
        self._names, self._notation = record.names, record.notation
        flags = os.O_WRONLY | os.O_APPEND | (0 if go_on else os.O_CREAT | os.O_EXCL)
        try:
            self._file = os.open(path, flags, 0o666)
        except FileExistsError:
            raise RecordError(f"{self._name}: there is such a file already; name another one") from None
        except OSError as error:
            raise RecordError(f"{self._name}: {error.strerror or error}") from None
        if not go_on:
            self._write(_header(record))

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            os.close(self._file)

    def add(self, turn: Turn) -> None:
        """Write a turn.

        :raises RecordError: if it cannot be written.
        """
        self._write([turn_text(turn, self._names, self._notation)])

    def back(self, number: int) -> None:
        """Note that the game goes back to the turn of that number; what was played from there on stays written.

        :raises RecordError: if it cannot be written.
        """
        self._write([f"back {number}"])

    def end(self, game: Game, score: GameScore) -> None:
        """Write how the game ended.

        :raises RecordError: if it cannot be written.
        """
        self._write(_ending(Ending(score.end, game.racks, score.scores), self._names, self._notation))

    def _write(self, lines: Sequence[str]) -> None:
        """Hand the lines to the system at once: what it has is not lost with this process."""
        left = "".join(f"{line}\n" for line in lines).encode()
        try:
            while left:
                left = left[os.write(self._file, left) :]
        except OSError as error:
            raise RecordError(f"{self._name}: {error.strerror or error}") from None
