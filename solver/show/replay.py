"""A recorded game turn by turn: as text, as a picture of one turn, and as one moving picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from xml.etree import ElementTree

from solver.advice.answer import Answer
from solver.errors import RulesError
from solver.game.notation import Notation
from solver.game.played import PlayedMove
from solver.game.tiles import Tile, count_tiles
from solver.play.record import Record
from solver.play.state import Seat, State
from solver.play.turns import DRAW, LAY, OVERTIME, PASS, Turn
from solver.show.svg import Marks, Panel, draw_page, numbered, rack_panel
from solver.show.text import Page, table_after, table_sets

__all__ = ["ShownTurn", "replay_svg", "replay_text", "shown_turns", "turn_svg", "turn_words"]

_FELT = "#dfe9e4"
_SVG = "http://www.w3.org/2000/svg"


@dataclass(frozen=True)
class ShownTurn:
    """One turn of a record, with the game before and after it."""

    record: Record
    turn: Turn
    before: State
    after: State

    @property
    def name(self) -> str:
        """Who played it."""
        return self.record.names[self.turn.player]

    def answer(self) -> Answer | None:
        """The move as an answer is shown, if tiles were laid."""
        if self.turn.action != LAY or self.turn.move is None:
            return None
        move = self.turn.move
        rest = count_tiles(self.before.seats[self.turn.player].tiles) | count_tiles(move.played)
        position = self.before.position()
        shown = replace(position, rack=tuple(sorted(rest.elements())))
        return Answer("tiles", 0, "optimal", PlayedMove(shown, move), len(move.played))

    def to_json(self) -> dict[str, Any]:
        """The JSON form; tiles are texts, `null` one that nobody noted."""
        turn, after, notation = self.turn, self.after, self.record.notation
        return {
            "turn": turn.number,
            "player": self.name,
            "action": turn.action,
            "laid": notation.texts(turn.played),
            "drawn": [None if tile is None else notation.tile(tile) for tile in turn.drawn],
            "took": None if turn.took is None else notation.tile(turn.took),
            "off": None if turn.off is None else notation.tile(turn.off),
            "table": [notation.texts(tile_set.tiles) for tile_set in after.table],
            "assumed": turn.assumed,
            "held": {name: seat.held for name, seat in zip(self.record.names, after.seats, strict=True)},
            "pool": after.pool,
            "seconds": turn.seconds,
            "note": turn.note,
        }


def shown_turns(record: Record) -> Iterator[ShownTurn]:
    """The turns of a record, one after the other."""
    for before, turn in record.walk():
        after = before.copy()
        after.apply(turn)
        yield ShownTurn(record, turn, before, after)


def turn_words(turn: Turn, name: str, notation: Notation) -> str:
    """What happened, in one line: `Ann lays R5 R6 R7`."""
    drawn, laid = _drawn(turn.drawn, notation), notation.row(turn.played)
    if turn.action == LAY:
        words = f"{name} lays {laid}"
        words = f"{name} draws {drawn} and lays {laid}" if turn.drawn else words
    elif turn.action == DRAW:
        words = f"{name} draws {drawn}" if turn.drawn else f"{name} lays nothing"
    elif turn.action == PASS:
        words = f"{name} passes"
    elif turn.action == OVERTIME:
        rest = f" and draws {drawn}" if turn.drawn else ""
        words = f"{name} runs out of time{' and takes what does not lie in sets' if turn.move else rest}"
    else:
        words = f"{name} leaves the table broken, takes all back{f' and draws {drawn}' if turn.drawn else ''}"
    if turn.took is not None:
        words += f", having taken {notation.tile(turn.took)}"
    if turn.off is not None:
        words += f" and throws {notation.tile(turn.off)} off"
    return words


def _drawn(tiles: Sequence[Tile | None], notation: Notation) -> str:
    if None in tiles:
        return "a tile" if len(tiles) == 1 else f"{len(tiles)} tiles"
    return notation.row(tile for tile in tiles if tile is not None)


# --- Text ---


def replay_text(record: Record, numbers: Iterable[int] = (), *, color: bool = False, width: int = 80) -> str:
    """The game turn by turn; with `numbers` only those turns, each with the racks after it.

    :raises RulesError: for the number of a turn that was not played.
    """
    page = Page(color, width, record.notation)
    wanted = _wanted(record, numbers)
    if not wanted:
        _head(page, record)
    for shown in shown_turns(record):
        if not wanted or shown.turn.number in wanted:
            page.blank()
            _turn(page, shown, racks=bool(wanted))
    if not wanted:
        _end(page, record)
    return page.text().lstrip("\n")


def _wanted(record: Record, numbers: Iterable[int]) -> set[int]:
    wanted = set(numbers)
    for number in sorted(wanted):
        if not 1 <= number <= len(record.turns):
            raise RulesError(f"there is no turn {number}: the record has {len(record.turns)}")
    return wanted


def _head(page: Page, record: Record) -> None:
    names = [f"{name} ({record.programs[i]})" if i in record.programs else name for i, name in enumerate(record.names)]
    page.heading(f"{', '.join(names)}; {record.names[record.first]} begins")
    page.words(str(record.rules).removeprefix("rules="), "Rules  ")
    for name, rack in zip(record.names, record.racks, strict=True):
        if isinstance(rack, int):
            page.words(f"{rack} tiles", f"{name}  ")
        else:
            page.tiles(rack, f"{name}  ")


def _turn(page: Page, shown: ShownTurn, *, racks: bool) -> None:
    turn = shown.turn
    seconds = f" ({turn.seconds:g} s)" if turn.seconds is not None else ""
    page.heading(f"Turn {turn.number}: {turn_words(turn, shown.name, shown.record.notation)}{seconds}")
    if turn.note:
        page.words(turn.note, "     ")
    answer = shown.answer()
    if answer is not None:
        table_after(page, answer)
    elif turn.changes_table or racks:
        table_sets(page, shown.after.table)
    if turn.assumed:
        page.words("the table was worked out, not seen", "     ")
    for name, seat in zip(shown.record.names, shown.after.seats, strict=True) if racks else ():
        page.tiles(seat.tiles, f"{name}  ", after=f"and {seat.unknown} unseen" if seat.unknown else "")


def _end(page: Page, record: Record) -> None:
    page.blank()
    if record.ending is None:
        page.heading("The game goes on" if not record.final().over else "The game is over")
        return
    page.heading("Out" if record.ending.end == "out" else "Blocked: nobody can go on")
    for i, (name, rack) in enumerate(zip(record.names, record.ending.left, strict=True)):
        points = f"  score {record.ending.scores[i]}" if record.ending.scores else ""
        if isinstance(rack, int):
            page.words(f"{rack} tiles{points}", f"{name}  ")
        else:
            page.tiles(rack, f"{name}  ", after=points.strip())


# --- Pictures ---


def turn_svg(record: Record, number: int, *, width: int = 360) -> str:
    """One turn: the table and the player's rack before and after it.

    :raises RulesError: if there is no such turn, or `width` is too small.
    """
    (only,) = _wanted(record, [number])
    shown = next(shown for shown in shown_turns(record) if shown.turn.number == only)
    seat = shown.turn.player
    before, after = shown.before, shown.after
    answer = shown.answer()
    marks = Marks(answer) if answer else None
    columns = [
        [
            Panel("Table before", _FELT, marks.before() if marks else numbered(before.table)),
            _rack(f"{shown.name} before", before.seats[seat], shown.turn.played),
        ],
        [
            Panel("Table after", _FELT, marks.after() if marks else numbered(after.table)),
            _rack(f"{shown.name} after", after.seats[seat]),
        ],
    ]
    return draw_page(columns, _headline(shown), _about(shown), width, record.notation)


def replay_svg(record: Record, *, width: int = 700, seconds: float = 2.0) -> str:
    """The whole game as one picture that moves: each turn is seen for some seconds, the last one where nothing moves.

    :raises RulesError: if `width` is too small, or there are no turns.
    """
    pages = [
        draw_page([_frame(shown)], _headline(shown), _about(shown), width, record.notation)
        for shown in shown_turns(record)
    ]
    if not pages:
        raise RulesError("the record has no turns to draw")
    ElementTree.register_namespace("", _SVG)
    frames = [ElementTree.fromstring(page) for page in pages]
    height = max(float(frame.get("height", "0")) for frame in frames)
    root = ElementTree.Element(f"{{{_SVG}}}svg", role="img", viewBox=f"0 0 {width} {height:g}")
    root.set("width", str(width))
    root.set("height", f"{height:g}")
    root.set("style", f"inline-size:100%;max-inline-size:{width * 3 // 2}px;block-size:auto")
    names = ", ".join(record.names)
    ElementTree.SubElement(root, f"{{{_SVG}}}title").text = f"A game of {names}, {len(frames)} turns"
    ElementTree.SubElement(root, f"{{{_SVG}}}rect", width=str(width), height=f"{height:g}", fill="#ffffff")
    for i, frame in enumerate(frames):
        group = ElementTree.SubElement(root, f"{{{_SVG}}}g", visibility="hidden")
        for attribute in ("style", "role"):
            frame.attrib.pop(attribute, None)
        group.append(frame)
        if i == len(frames) - 1:
            group.set("visibility", "visible")
        group.append(_seen_from_to(i, len(frames), seconds))
    return ElementTree.tostring(root, encoding="unicode")


def _seen_from_to(frame: int, count: int, seconds: float) -> ElementTree.Element:
    """The animation of one frame: it is there in its turn, and hidden in all others."""
    values, times = ["hidden"], [0.0]
    if frame == 0:
        values = ["visible"]
    else:
        values.append("visible")
        times.append(frame / count)
    if frame < count - 1:
        values.append("hidden")
        times.append((frame + 1) / count)
    return ElementTree.Element(
        f"{{{_SVG}}}animate",
        attributeName="visibility",
        calcMode="discrete",
        values=";".join(values),
        keyTimes=";".join(f"{time:.6f}".rstrip("0").rstrip(".") for time in times),
        dur=f"{seconds * count:g}s",
        repeatCount="indefinite",
    )


def _frame(shown: ShownTurn) -> list[Panel]:
    answer = shown.answer()
    sets = Marks(answer).after() if answer else numbered(shown.after.table)
    racks = [_rack(name, seat) for name, seat in zip(shown.record.names, shown.after.seats, strict=True)]
    return [Panel("Table", _FELT, sets), *racks]


def _rack(title: str, seat: Seat, laid: Sequence[Tile] = ()) -> Panel:
    known = sorted((count_tiles(seat.tiles) | count_tiles(laid)).elements())
    unseen = seat.held - len(known)
    return rack_panel(f"{title} (and {unseen} unseen)" if unseen else title, known, count_tiles(laid))


def _headline(shown: ShownTurn) -> str:
    words = turn_words(shown.turn, shown.name, shown.record.notation)
    return f"Turn {shown.turn.number} of {len(shown.record.turns)}: {words}"


def _about(shown: ShownTurn) -> str:
    rules = str(shown.record.rules).removeprefix("rules=")
    off = f" Thrown off: {shown.record.notation.row(shown.after.thrown_off)}." if shown.after.thrown_off else ""
    return f"Rules {rules}. {shown.after.pool} tiles in the pool.{off}"
