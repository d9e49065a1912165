"""Games that go on at a real table: each is a record in a folder, written turn by turn.

A turn is a line that is added, and so is going back: nothing is ever taken out of a record.
What was gone back from can be played again until something else is.
"""

from __future__ import annotations

import os
import re
import secrets
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from solver.advice.search import Search
from solver.errors import RulesError, RummikubError, printable
from solver.files import FileFault, read_text
from solver.game.move import Move
from solver.game.notation import TILES, Notation, notation_of, read_table, read_tiles
from solver.game.objective import OBJECTIVES
from solver.game.position import Position
from solver.game.tiles import Tile
from solver.play.record import FIRST_LINE, Record, RecordError, turn_text
from solver.play.record_reader import check_name, read_record, whole_lines
from solver.play.review import review
from solver.play.state import State
from solver.play.turns import DRAW, LAY, OVERTIME, PASS, PENALTY, Turn
from solver.serve.answers import counts_of, rules_of
from solver.serve.entry import left_in_box

__all__ = ["ChangedElsewhereError", "Games", "NoSuchGameError"]

Json = dict[str, Any]

MOST_GAMES = 500
"""Games in the folder."""

_ID = re.compile(r"[a-z0-9]{8}")
_NAME = "# name: "
_SECONDS = 5.0


class NoSuchGameError(Exception):
    """A game that is not in the folder."""


class ChangedElsewhereError(Exception):
    """A game that was changed since the one who changes it has seen it; `state` is what it is now."""

    def __init__(self, state: Json) -> None:
        super().__init__("the game was changed elsewhere meanwhile: look at it, and try again")
        self.state = state


class Games:
    """The games in a folder; an id is the name of a file there, and no other file is ever opened."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.RLock()

    # --- Which there are ---

    def listed(self) -> list[Json]:
        """All games, the one that was changed last first; what cannot be read is told."""
        found = []
        for path in sorted(self.folder.glob("*.txt")):
            if _ID.fullmatch(path.stem):
                try:
                    about = self.state(path.stem)
                    keys = ("id", "name", "rules", "players", "turn", "ended")
                    told = {key: about[key] for key in keys}
                except (NoSuchGameError, RummikubError) as error:
                    told = {"id": path.stem, "name": path.stem, "error": str(error)}
                found.append({**told, "changed": path.stat().st_mtime})
        return sorted(found, key=lambda game: -game["changed"])

    def record(self, id: str) -> str:
        """The record of a game, without a last line that was being written when the server was killed.

        :raises NoSuchGameError: if there is no such game.
        """
        path = self._path(id)
        try:
            return whole_lines(read_text(path))
        except FileFault as fault:
            raise NoSuchGameError(f"game {id}: {fault}") from None

    def state(self, id: str) -> Json:
        """A game as it stands.

        :raises NoSuchGameError: if there is no such game.
        :raises RecordError: if its record was broken by somebody.
        """
        with self._lock:
            return _Game(id, self.record(id)).to_json()

    # --- New ones ---

    def begin(self, asked: Mapping[str, Any]) -> Json:
        """A new game from what is known at its beginning.

        :raises RummikubError: if a record cannot begin like this.
        """
        rules = rules_of(asked)
        notation = notation_of(str(asked.get("notation") or TILES.name))
        names = _list(asked, "players")
        for name in names:
            check_name(name)
        held = asked.get("held") or [rules.turn.hand] * len(names)
        me, begins = asked.get("me", 0), asked.get("begins", 0)
        if not isinstance(held, list) or len(held) != len(names):
            raise RulesError("held: it is a list of how many tiles each player holds")
        for what, seat in (("me", me), ("begins", begins)):
            if not isinstance(seat, int) or not 0 <= seat < len(names):
                raise RulesError(f"{what}: it is the number of a seat, from 0")
        rack = read_tiles(str(asked.get("rack", "-")), notation=notation)
        racks = [notation.packed(sorted(rack)) or "-" if seat == me else str(held[seat]) for seat in range(len(names))]
        lines = [
            FIRST_LINE,
            f"{_NAME}{_one_line(asked.get('name') or ' and '.join(names))}",
            f"rules {str(rules).removeprefix('rules=')}",
            *([f"notation {notation.name}"] if notation != TILES else []),
            f"players {' '.join(names)}",
            f"begins {names[begins]}",
            *(f"rack {name} {rack}" for name, rack in zip(names, racks, strict=True)),
        ]
        return self._add("\n".join(lines) + "\n")

    def take_in(self, asked: Mapping[str, Any]) -> Json:
        """A game from its record.

        :raises RecordError: if it is none.
        """
        text = asked.get("record")
        if not isinstance(text, str):
            raise RulesError("record: it is the text of a record")
        read_record(text)
        if asked.get("name"):
            first, _, rest = text.partition("\n")
            text = f"{first}\n{_NAME}{_one_line(asked['name'])}\n{rest}"
        return self._add(text)

    def _add(self, text: str) -> Json:
        game = _Game("", text)
        with self._lock:
            self.folder.mkdir(parents=True, exist_ok=True)
            if sum(1 for _ in self.folder.glob("*.txt")) >= MOST_GAMES:
                raise RulesError(f"there are {MOST_GAMES} games already: delete some")
            game.id = secrets.token_hex(4)
            _write(self.folder / f"{game.id}.txt", text, os.O_CREAT | os.O_EXCL)
        return game.to_json()

    # --- Changes ---

    def change(self, id: str, what: str, asked: Mapping[str, Any]) -> Json:
        """Do `what` to a game: a turn, undo, redo, correct, review or delete.

        :raises NoSuchGameError: if there is no such game, or nothing of that name can be done.
        :raises ChangedElsewhereError: if it is not any more what the one who asks has seen.
        :raises RummikubError: if it cannot be done.
        """
        if what == "review":
            found = review(_Game(id, self.record(id)).record)
            notation = found.record.notation
            return {"turns": [turn.to_json(notation) for turn in found.turns]}
        with self._lock:
            game = _Game(id, self.record(id))
            if asked.get("version") != game.version:
                raise ChangedElsewhereError(game.to_json())
            if what == "delete":
                path = self._path(id)
                path.rename(path.with_suffix(".deleted"))
                return {"deleted": id}
            changes = {"turn": game.turn, "undo": game.undo, "redo": game.redo, "correct": game.correct}
            if what not in changes:
                raise NoSuchGameError(f"{printable(what)}: a game takes {', '.join(changes)}, review and delete")
            more, told = changes[what](asked)
            text = game.text + more
            changed = _Game(id, text)
            path = self._path(id)
            if path.stat().st_size > len(game.text.encode()):
                # A line that was being written when the server was killed.
                os.truncate(path, len(game.text.encode()))
            _write(path, more, os.O_APPEND)
            return {**changed.to_json(), **told}

    def _path(self, id: str) -> Path:
        path = self.folder / f"{id}.txt"
        if not _ID.fullmatch(id) or not path.is_file() or path.is_symlink():
            raise NoSuchGameError("there is no such game")
        return path


class _Game:
    """A record as it is read, and what of it was gone back from."""

    def __init__(self, id: str, text: str) -> None:
        self.id, self.text = id, text
        self.record: Record = read_record(text)
        self.now: State = self.record.final()
        lines = text.splitlines()
        self.version = len(lines)
        self.name = next((line[len(_NAME) :] for line in lines[1:3] if line.startswith(_NAME)), "")
        self.undone: list[str] = []
        played: list[str] = []
        for line in lines:
            word, _, rest = line.partition(" ")
            if word.isdecimal():
                self.undone = self.undone[:-1] if self.undone[-1:] == [line] else []
                played.append(line)
            elif word == "back":
                start = int(rest.split()[0]) - 1
                self.undone += reversed(played[start:])
                del played[start:]
        self.played = played

    @property
    def me(self) -> int:
        """The seat whose rack is known from the beginning."""
        return next((i for i, rack in enumerate(self.record.racks) if not isinstance(rack, int)), 0)

    @property
    def notation(self) -> Notation:
        return self.record.notation

    # --- What can be done: lines to be added, and what else is told ---

    def turn(self, asked: Mapping[str, Any]) -> tuple[str, Json]:
        turn = self._turn(self.now, asked)
        return self._line(turn), {}

    def undo(self, asked: Mapping[str, Any]) -> tuple[str, Json]:
        if not self.record.turns:
            raise RulesError("nothing was played that could be undone")
        return f"back {len(self.record.turns)}\n", {}

    def redo(self, asked: Mapping[str, Any]) -> tuple[str, Json]:
        if not self.undone:
            raise RulesError("nothing was undone that could be done again")
        return f"{self.undone[-1]}\n", {}

    def correct(self, asked: Mapping[str, Any]) -> tuple[str, Json]:
        """One earlier turn anew; those after it follow as far as they can, with tables worked out anew if need be."""
        number = asked.get("turn")
        if not isinstance(number, int) or not 1 <= number <= len(self.record.turns):
            raise RulesError("turn: it is the number of a turn that was played")
        state = self.record.start()
        for turn in self.record.turns[: number - 1]:
            state.apply(turn)
        new = self._turn(state, asked)
        state.apply(new)
        text = f"back {number}\n{self._line(new)}"
        for turn in self.record.turns[number:]:
            after = self._following(state, turn)
            if after is None:
                return text, {"dropped": len(self.record.turns) - turn.number + 1}
            text += self._line(after)
            state.apply(after)
        return text, {"dropped": 0}

    def _following(self, state: State, turn: Turn) -> Turn | None:
        """A turn as it was, or with a table that is worked out anew; None if it cannot be any more."""
        if not state.faults(turn):
            return turn
        if turn.action != LAY:
            return None
        try:
            anew = replace(turn, move=self._worked_out(state, turn.played), assumed=True)
        except RulesError:
            return None
        return None if state.faults(anew) else anew

    def _line(self, turn: Turn) -> str:
        return turn_text(turn, self.record.names, self.notation) + "\n"

    def _turn(self, state: State, asked: Mapping[str, Any]) -> Turn:
        """The turn that was told, as the next one of `state`.

        :raises RulesError: with every reason why it cannot be.
        """
        action = asked.get("action")
        if action not in (LAY, DRAW, PASS, OVERTIME, PENALTY):
            raise RulesError(f"action: it is {LAY}, {DRAW}, {PASS}, {OVERTIME} or {PENALTY}")
        if state.over:
            raise RulesError("the game is over")
        if action == DRAW and not state.pool and not state.rules.turn.draws_first:
            action = PASS
        move, assumed = None, False
        drawn = self._tiles(asked, "drew")
        took, off = self._tiles(asked, "took"), self._tiles(asked, "off")
        if action == LAY:
            first = [*took, *(drawn[:1] if state.rules.turn.draws_first else [])]
            move, assumed = self._move(state, asked, first)
        most = state.draws(action, bool(took))
        if len(drawn) > most:
            raise RulesError(f"{self.notation.row(drawn)}: {most} tiles are drawn in such a turn")
        unseen: list[Tile | None] = [*drawn, *[None] * (most - len(drawn))]
        seconds = asked.get("seconds")
        turn = Turn(
            state.turns + 1,
            state.player,
            action,
            move,
            tuple(unseen),
            took[0] if took else None,
            off[0] if off else None,
            round(float(seconds), 1) if isinstance(seconds, int | float) and 0 <= seconds < 1e6 else None,
            assumed,
            _one_line(asked.get("note") or ""),
        )
        if faults := state.faults(turn):
            raise RulesError("\n".join(faults))
        return turn

    def _move(self, state: State, asked: Mapping[str, Any], first: Sequence[Tile]) -> tuple[Move, bool]:
        """The move that was told, and whether its table is worked out."""
        if asked.get("table") is None:
            return self._worked_out(state, self._tiles(asked, "laid"), first), True
        table = read_table(str(asked["table"]), notation=self.notation)
        return Move.to_table(state.position(), table), False

    def _worked_out(self, state: State, laid: Sequence[Tile], first: Sequence[Tile] = ()) -> Move:
        """The legal move that lays these tiles and moves fewest table tiles."""
        named = self.notation.row(laid)
        if not laid:
            raise RulesError("no tile was laid: tap the tiles that were")
        seat = state.seats[state.player]
        if lacking := (Counter(seat.lacks(laid)) - Counter(first)):
            raise RulesError(f"{self.notation.row(lacking.elements())}: not on the rack of this player")
        # Others' racks are not known: the tiles laid are all that matters, and one more where one is thrown off.
        rest = [laid[0]] * state.rules.turn.least_kept
        position = replace(state.position(), rack=(*laid, *rest))
        found = Search(position, OBJECTIVES["tiles"], 0, _SECONDS, fewest_moved=True, only=laid).run()
        if not found.move.played:
            opening = " (this player has not opened yet)" if position.must_open else ""
            all_of_them = "all " if len(laid) > 1 else ""
            raise RulesError(
                f"{named} cannot {all_of_them}be laid{opening}: correct the tiles, or write the table as it lies"
            )
        return found.move

    def _tiles(self, asked: Mapping[str, Any], key: str) -> list[Tile]:
        text = asked.get(key)
        return [] if text is None else [tile.bare for tile in read_tiles(str(text), key, notation=self.notation)]

    # --- What is told ---

    def to_json(self) -> Json:
        """The game as the page shows it."""
        now, record, notation, me = self.now, self.record, self.notation, self.me
        seat = now.seats[me]
        mine = Position(now.table, tuple(seat.tiles), record.rules, seat.opened, notation=notation)
        seen = [tile for tile_set in now.table for tile in tile_set.tiles] + now.thrown_off + seat.tiles
        end = None if not now.over else "out" if now.out is not None else "blocked"
        return {
            "id": self.id,
            "version": self.version,
            "name": self.name or " and ".join(record.names),
            "rules": str(record.rules).removeprefix("rules="),
            "notation": notation.name,
            "players": [
                {"name": name, "held": side.held, "opened": side.opened, "me": i == me}
                for i, (name, side) in enumerate(zip(record.names, now.seats, strict=True))
            ],
            "to_move": None if now.over else now.player,
            "turn": len(record.turns) + 1,
            "table": [notation.texts(tile_set.tiles) for tile_set in now.table],
            "rack": notation.texts(seat.tiles),
            "unknown": seat.unknown,
            "pool": now.pool,
            "unseen": counts_of(left_in_box(record.rules, seen), notation),
            "turns": [self._turn_json(turn) for turn in record.turns],
            "can_undo": bool(record.turns),
            "can_redo": bool(self.undone),
            "ended": end,
            "position": str(mine),
        }

    def _turn_json(self, turn: Turn) -> Json:
        notation = self.notation
        return {
            "number": turn.number,
            "player": turn.player,
            "what": turn.action,
            "laid": notation.texts(turn.played),
            "drew": ["?" if tile is None else notation.tile(tile) for tile in turn.drawn],
            "table": None if turn.move is None else [notation.texts(one.tiles) for one in turn.move.table],
            "assumed": turn.assumed,
            "note": turn.note,
        }


def _list(asked: Mapping[str, Any], key: str) -> list[str]:
    value = asked.get(key)
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise RulesError(f"{key}: it is a list of texts")
    return value


def _one_line(text: object) -> str:
    return " ".join(printable(str(text)).split())[:200]


def _write(path: Path, text: str, how: int) -> None:
    """Write a text so that it is there even if the machine stops.

    :raises RecordError: if it cannot be written.
    """
    try:
        file = os.open(path, os.O_WRONLY | how, 0o600)
        try:
            left = text.encode()
            while left:
                left = left[os.write(file, left) :]
            os.fsync(file)
        finally:
            os.close(file)
    except OSError as error:
        raise RecordError(f"the game cannot be written: {error.strerror or error}") from None
