"""Reads the record of a game; every turn is refereed, and a fault names line, turn and reason."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from solver.errors import NotationError, RummikubError, SetError, printable, quote
from solver.files import FileFault, read_text
from solver.game.move import Move
from solver.game.notation import TILES, Notation, notation_of, read_tiles
from solver.game.rules import Rules
from solver.game.tiles import Tile, count_tiles
from solver.play.deal import MOST_PLAYERS, box_of
from solver.play.names import A_NAME, is_name
from solver.play.record import FIRST_LINE, Ending, Line, Record, RecordError
from solver.play.scores import BLOCKED, OUT, score_game
from solver.play.state import State
from solver.play.turns import ACTIONS, DRAW, LAY, OVERTIME, PASS, PENALTY, Turn

__all__ = ["check_name", "read_record", "read_record_file", "whole_lines"]

_MOST_TURNS = 10_000
_HEAD = ("rules", "notation", "players", "program", "seed", "begins", "rack")


def read_record_file(path: str | os.PathLike[str]) -> Record:
    """The record in a file.

    :raises RecordError: if it cannot be read, or is no record.
    """
    name = printable(os.fspath(path))
    try:
        return read_record(read_text(path), name)
    except FileFault as fault:
        raise RecordError(f"{name}: {fault}") from None


def read_record(text: str, name: str = "record") -> Record:
    """The record that `text` is; `name` is what errors call it.

    :raises RecordError: for the first line that is wrong.
    """
    reader = _Reader(name)
    lines = text.split("\n")
    if lines[0].rstrip("\r") != FIRST_LINE:
        reader.number = 1
        if lines[0].startswith("rummikub-game "):
            raise reader.fault(f"its format is {quote(lines[0][14:])}, and this program reads 1")
        raise reader.fault(f"this is no record of a game: it begins with '{FIRST_LINE}'")
    for number, line in enumerate(lines[:-1], 1):
        reader.number = number
        if number > 1 and line.strip() and not line.strip().startswith("#"):
            reader.read(line)
    reader.number = len(lines)
    if lines[-1].strip():
        raise reader.fault(f"it has no end: {quote(lines[-1])}; finish it with a line break, or delete it")
    return reader.finished()


def whole_lines(text: str) -> str:
    """A record without a last line that was being written when its program was killed."""
    return text[: text.rfind("\n") + 1]


def check_name(name: str) -> None:
    """Refuse what cannot be the name of a player in a record.

    :raises RecordError: with the reason.
    """
    if not is_name(name):
        raise RecordError(f"{quote(name)} is no name of a player: {A_NAME}")


@dataclass
class _Reader:
    """A record as far as it is read; `number` is the line, from 1."""

    name: str
    number: int = 0
    rules: Rules | None = None
    notation: Notation | None = None
    names: list[str] = field(default_factory=list)
    first: int | None = None
    seed: int | None = None
    programs: dict[int, str] = field(default_factory=dict)
    racks: dict[int, tuple[Tile, ...] | int] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)
    given_up: list[Line] = field(default_factory=list)
    state: State | None = None
    end: str = ""
    left: dict[int, tuple[Tile, ...] | int] = field(default_factory=dict)
    scores: dict[int, int] = field(default_factory=dict)

    def fault(self, reason: str, turn: int | None = None) -> RecordError:
        """What is wrong in this line, in one line."""
        at = "" if turn is None else f"turn {turn}: "
        return RecordError(f"{self.name}, line {self.number}: {at}{reason}".replace("\n", "; "))

    def read(self, line: str) -> None:
        """Read one line."""
        words = line.split()
        try:
            if words[0].isdecimal() and words[0].isascii():
                self._turn(line)
            elif words[0] in _HEAD and self.state is None:
                getattr(self, f"_{words[0]}")(words[1:])
            elif words[0] == "back":
                self._back(words[1:])
            elif words[0] in ("end", "left", "score"):
                self._ending(words)
            elif words[0] in _HEAD:
                raise self.fault(f"{quote(words[0])} belongs above the first turn")
            else:
                raise self.fault(f"{quote(words[0])} is no line of a record: a turn begins with its number")
        except RecordError:
            raise
        except RummikubError as error:
            raise self.fault(str(error)) from None

    def finished(self) -> Record:
        """The record; all of it has been read."""
        state = self._started()
        ending = None
        if self.end:
            left = tuple(self.left.get(i, seat.held) for i, seat in enumerate(state.seats))
            left = tuple(
                rack if not isinstance(rack, int) or seat.unknown else tuple(seat.tiles)
                for rack, seat in zip(left, state.seats, strict=True)
            )
            ending = Ending(self.end, left, self._checked_scores(left))
        assert self.rules is not None and self.first is not None
        racks = tuple(self.racks[i] for i in range(len(self.names)))
        return Record(
            self.rules,
            tuple(self.names),
            self.first,
            racks,
            tuple(self.turns),
            ending,
            self.seed,
            self.programs,
            tuple(self.given_up),
            self.written_in,
        )

    @property
    def written_in(self) -> Notation:
        """How tiles are written: as the head says."""
        return self.notation or TILES

    # --- The head ---

    def _rules(self, words: Sequence[str]) -> None:
        self._once(self.rules is not None, "rules")
        if not words:
            raise self.fault("'rules' takes the name of a rule set, and what differs: rules standard opening.points=40")
        changes = [word.partition("=")[::2] for word in words[1:]]
        self.rules = Rules.named(words[0]).changed(dict(changes))

    def _notation(self, words: Sequence[str]) -> None:
        self._once(self.notation is not None, "notation")
        if len(words) != 1:
            raise self.fault("'notation' takes one word: tiles or cards")
        if self.racks:
            raise self.fault("'notation' belongs above the racks")
        self.notation = notation_of(words[0])

    def _players(self, words: Sequence[str]) -> None:
        self._once(bool(self.names), "players")
        if not 2 <= len(words) <= MOST_PLAYERS:
            raise self.fault(f"'players' names 2 to {MOST_PLAYERS}, in the order of seats")
        for name in words:
            check_name(name)
        if len(set(words)) < len(words):
            raise self.fault("two players have the same name")
        self.names = list(words)

    def _program(self, words: Sequence[str]) -> None:
        if len(words) != 2:
            raise self.fault("'program' takes a player and the program that plays for him")
        self.programs[self._seat(words[0])] = words[1]

    def _seed(self, words: Sequence[str]) -> None:
        self._once(self.seed is not None, "seed")
        if len(words) != 1 or not re.fullmatch("-?[0-9]{1,20}", words[0]):
            raise self.fault("'seed' takes a whole number")
        self.seed = int(words[0])

    def _begins(self, words: Sequence[str]) -> None:
        self._once(self.first is not None, "begins")
        if len(words) != 1:
            raise self.fault("'begins' takes the player who began")
        self.first = self._seat(words[0])

    def _rack(self, words: Sequence[str]) -> None:
        if len(words) < 2:
            raise self.fault("'rack' takes a player, and his tiles or how many")
        seat = self._seat(words[0])
        self._once(seat in self.racks, f"the rack of {words[0]}")
        self.racks[seat] = self._tiles_or_count(words)

    def _once(self, given: bool, what: str) -> None:
        if given:
            raise self.fault(f"{what} is given twice")

    def _seat(self, name: str) -> int:
        if name not in self.names:
            players = ", ".join(self.names) or "none yet: 'players' comes first"
            raise self.fault(f"{quote(name)} is no player: there are {players}")
        return self.names.index(name)

    def _tiles_or_count(self, words: Sequence[str]) -> tuple[Tile, ...] | int:
        text = " ".join(words[1:])
        if re.fullmatch("[0-9]{1,3}", text):
            return int(text)
        return tuple(sorted(read_tiles(text, f"rack of {words[0]}", notation=self.written_in)))

    def _started(self) -> State:
        """The game so far; before its first turn, from the head, which must be whole."""
        if self.state is not None:
            return self.state
        missing = [
            what
            for what, there in (
                ("rules", self.rules is not None),
                ("players", bool(self.names)),
                ("begins", self.first is not None),
                *((f"rack {name}", i in self.racks) for i, name in enumerate(self.names)),
            )
            if not there
        ]
        if missing:
            raise self.fault(f"the head of the record has no line {quote(missing[0])}")
        assert self.rules is not None and self.first is not None
        racks = tuple(self.racks[i] for i in range(len(self.names)))
        record = Record(self.rules, tuple(self.names), self.first, racks, notation=self.written_in)
        state = record.start()
        if state.pool < 0:
            raise self.fault(f"the racks have more tiles than the box, which has {self.rules.tiles.total}")
        self._check_box(state)
        self.state = state
        return state

    # --- Turns ---

    def _turn(self, line: str) -> None:
        text, _, note = line.partition("#")
        number, *words = text.split()
        state = self._started()
        if self.end:
            raise self.fault("a turn after the end of the game", int(number))
        if int(number) != state.turns + 1:
            raise self.fault(f"turn {number} is out of order: turn {state.turns + 1} comes next")
        if state.turns == _MOST_TURNS:
            raise self.fault(f"more than {_MOST_TURNS} turns, which no game has")
        if len(words) < 2:
            raise self.fault("a turn is a number, a player and what he did", int(number))
        seat = self._seat(words[0])
        if seat != state.player:
            raise self.fault(f"{words[0]} is not to move: it is the turn of {self.names[state.player]}", int(number))
        try:
            turn = self._read_turn(state, seat, words[1], words[2:], note.strip())
            faults = state.faults(turn)
        except RecordError:
            raise
        except RummikubError as error:
            raise self.fault(str(error), int(number)) from None
        if faults:
            raise self.fault("; ".join(faults), int(number))
        after = state.copy()
        after.apply(turn)
        self._check_box(after, int(number))
        self.state = after
        self.turns.append(turn)

    def _read_turn(self, state: State, seat: int, action: str, words: Sequence[str], note: str) -> Turn:
        if action not in ACTIONS:
            raise NotationError(f"{quote(action)} is nothing that a player does: it is {', '.join(ACTIONS)}")
        keys: dict[str, str] = {}
        move: Move | None = None
        for word in words:
            key, equals, value = word.partition("=")
            if equals and key in ("drew", "took", "off", "seconds", "table"):
                if key in keys:
                    raise NotationError(f"{key}= is given twice")
                keys[key] = value
            elif "->" in word and move is None and action in (LAY, OVERTIME, PENALTY):
                move = self._move(word, state, action)
            elif action == DRAW and "drew" not in keys:
                keys["drew"] = word
            else:
                raise NotationError(f"{quote(word)} means nothing here; a note stands behind a '#'")
        if action == LAY and move is None:
            raise NotationError("'lay' takes the tiles laid and the new table: R5R6R7->R5R6R7/K1B1R1")
        took = self._tile(keys["took"], "took") if "took" in keys else None
        drawn = self._drawn(keys["drew"]) if "drew" in keys else (None,) * state.draws(action, took is not None)
        if action == PASS and "drew" not in keys:
            drawn = ()
        off = self._tile(keys["off"], "off") if "off" in keys else None
        if keys.get("table", "assumed") != "assumed":
            raise NotationError(f"table={quote(keys['table'])}: it is 'assumed', or left out where the table was seen")
        return Turn(
            state.turns + 1, seat, action, move, drawn, took, off, self._seconds(keys), "table" in keys, printable(note)
        )

    def _move(self, word: str, state: State, action: str) -> Move:
        try:
            return Move.parse(word, state.rules, self.written_in)
        except SetError:
            if action != PENALTY:
                raise
            # What was taken back need not have been in sets, and is not asked for.
            raise NotationError("leave out the table of a penalty that is no table of sets") from None

    def _tile(self, text: str, what: str) -> Tile:
        tiles = read_tiles(text, what, notation=self.written_in)
        if len(tiles) != 1:
            raise NotationError(f"{what}={quote(text)}: it is one tile")
        return tiles[0].bare

    def _drawn(self, text: str) -> tuple[Tile | None, ...]:
        drawn: list[Tile | None] = []
        for part in re.findall(r"\?|[^?]+", text):
            drawn += [None] if part == "?" else read_tiles(part, "tiles drawn", notation=self.written_in)
        return tuple(drawn)

    @staticmethod
    def _seconds(keys: dict[str, str]) -> float | None:
        text = keys.get("seconds")
        if text is None:
            return None
        if not re.fullmatch(r"[0-9]{1,7}(\.[0-9]{1,6})?", text):
            raise NotationError(f"seconds={quote(text)}: it is a number of seconds, such as 12.5")
        return float(text)

    def _check_box(self, state: State, turn: int | None = None) -> None:
        """Refuse more of a tile in sight than the box has."""
        tiles = [tile for tile_set in state.table for tile in tile_set.tiles] + state.thrown_off
        seen = count_tiles([*tiles, *(tile for seat in state.seats for tile in seat.tiles)])
        assert self.rules is not None
        more = seen - Counter(box_of(self.rules))
        for tile in sorted(more):
            there = seen[tile] - more[tile]
            raise self.fault(
                f"{seen[tile]} tiles {self.written_in.tile(tile)} are in the game, and the box has {there}", turn
            )

    def _back(self, words: Sequence[str]) -> None:
        state = self._started()
        if len(words) != 1 or not words[0].isdecimal() or not 1 <= int(words[0]) <= state.turns:
            raise self.fault(f"'back' takes the number of a turn that was played, 1 to {state.turns}")
        start = int(words[0])
        self.given_up.append(Line(start, tuple(self.turns[start - 1 :])))
        del self.turns[start - 1 :]
        self.end = ""
        self.left, self.scores = {}, {}
        self.state = None
        state = self._started()
        for turn in self.turns:
            state.apply(turn)

    # --- The end ---

    def _ending(self, words: Sequence[str]) -> None:
        state = self._started()
        if words[0] == "end":
            self._once(bool(self.end), "the end")
            is_end = OUT if state.out is not None else BLOCKED if state.blocked else "not over yet"
            if words[1:] != [is_end]:
                raise self.fault(f"the game ends as {quote(' '.join(words[1:]))}, but after these turns it is {is_end}")
            self.end = is_end
            return
        if not self.end or len(words) < 3:
            what = "points" if words[0] == "score" else "tiles"
            raise self.fault(f"{quote(words[0])} comes behind 'end', with a player and his {what}")
        seat = self._seat(words[1])
        if words[0] == "score":
            self._once(seat in self.scores, f"the score of {words[1]}")
            if not re.fullmatch("-?[0-9]{1,6}", words[2]):
                raise self.fault(f"score {quote(words[2])}: it is a whole number")
            self.scores[seat] = int(words[2])
            return
        self._once(seat in self.left, f"what {words[1]} has left")
        left = self._tiles_or_count(words[1:])
        holds = state.seats[seat]
        count = left if isinstance(left, int) else len(left)
        if count != holds.held:
            raise self.fault(f"{words[1]} has {count} tiles left, but after these turns {holds.held}")
        if not isinstance(left, int) and Counter(holds.tiles) - Counter(left):
            missing = min((Counter(holds.tiles) - Counter(left)).elements())
            raise self.fault(
                f"{words[1]} holds {self.written_in.tile(missing)} after these turns, which is not among the tiles left"
            )
        self.left[seat] = left

    def _checked_scores(self, left: tuple[tuple[Tile, ...] | int, ...]) -> tuple[int, ...] | None:
        if not self.scores:
            return None
        if len(self.scores) < len(self.names):
            missing = next(name for i, name in enumerate(self.names) if i not in self.scores)
            raise self.fault(f"the score of {missing} is missing")
        scores = tuple(self.scores[i] for i in range(len(self.names)))
        racks = [rack for rack in left if not isinstance(rack, int)]
        if len(racks) == len(left):
            assert self.rules is not None and self.state is not None
            seats = self.state.seats
            right = score_game(
                self.rules, racks, laid=[seat.laid for seat in seats], opened=[seat.opened for seat in seats]
            ).scores
            if scores != right:
                wrong = next(i for i, points in enumerate(scores) if points != right[i])
                told = f"the score of {self.names[wrong]} is {scores[wrong]}"
                raise self.fault(f"{told}, and by the racks left it is {right[wrong]}")
        return scores
