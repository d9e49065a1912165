"""Pictures: a position, or a move before and after, drawn as SVG with tiles as they look.

What a picture says is never said by colour alone: every tile has its colour letter, what
moved is framed by dashes and carries an arrow, what was laid has a solid frame and a plus.
Nothing is loaded from elsewhere and no font is needed. Lengths are in pixels of a page that
is `width` wide; the picture fits itself to a narrower or wider place. In cards a tile has its
rank, and the sign of its suit instead of the letter.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from solver.advice.answer import Answer, as_answer
from solver.advice.hints import hint_of
from solver.errors import RulesError, printable, wrong_type
from solver.game.notation import CARDS, Notation
from solver.game.position import Position, as_position
from solver.game.sets import TileSet
from solver.game.tiles import Tile, count_tiles
from solver.show.marks import laid_in

__all__ = ["LEAST_WIDTH", "Marks", "Panel", "draw_page", "numbered", "rack_panel", "svg", "svg_position"]

LEAST_WIDTH = 200
"""The narrowest page that can be asked for."""

_TWO_COLUMNS = 700
_TILE, _HIGH, _GAP = 25, 34, 1
_MARGIN, _PAD = 4, 5
_CAPTION, _BETWEEN = 16, 8
_FONT = "'DejaVu Sans', Verdana, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
_INK, _PAPER, _IVORY, _EDGE = "#1a1a1a", "#ffffff", "#fffdf3", "#8f8464"
_FELT, _WOOD = "#dfe9e4", "#ece2d0"
# Dark and light colours that the common kinds of colour blindness keep apart by lightness, too.
_NUMERALS = ("#111111", "#0057b0", "#c2002f", "#cc7000", "#00704a", "#6b2fa0", "#ffffff", "#00838f")
_SUIT_INKS = ("#111111", "#111111", "#c2002f", "#c2002f")
_MOVED_INK = "#6b2fa0"
# Clubs, spades, hearts and diamonds about the middle of the sign; drawn, because not every font has them.
_SUITS = (
    "M-.6 1.7 A2.7 2.7 0 1 1 -2.1 -1.7 A2.7 2.7 0 1 1 2.1 -1.7 A2.7 2.7 0 1 1 .6 1.7 L1.7 5.5 H-1.7 Z",
    "M0 -6 C1.5 -3.5 6 -1 5 2 C4.3 4 1.8 3.8 .7 2.4 L1.7 5.5 H-1.7 L-.7 2.4"
    " C-1.8 3.8 -4.3 4 -5 2 C-6 -1 -1.5 -3.5 0 -6 Z",
    "M0 5.5 C-7 .5 -5.5 -5 -2.8 -5 C-1.2 -5 0 -3.6 0 -2.6 C0 -3.6 1.2 -5 2.8 -5 C5.5 -5 7 .5 0 5.5 Z",
    "M0 -6 L4.4 0 L0 6 L-4.4 0 Z",
)

LAID, MOVED, STAYS = "laid", "moved", ""
_LEGEND = {LAID: "laid from the rack", MOVED: "moved to another set"}


class _Shown(NamedTuple):
    """Tiles that lie together under a caption, each with its mark."""

    caption: str
    tiles: Sequence[tuple[Tile, str]]


class Panel(NamedTuple):
    """One part of the page: sets, or tiles in a row."""

    title: str
    ground: str
    shown: Sequence[_Shown]


def svg(answer: Answer, *, width: int = 360) -> str:
    """The table and the rack before and after a move, one below the other, or side by side on a wide page.

    Sets have the numbers that the steps use: the set that an old one has become keeps its number. Where
    nothing is played, the table is drawn once.

    :raises RulesError: if `width` is below `LEAST_WIDTH`.
    """
    position = as_answer(answer).position
    if not answer.played:
        headline = hint_of(answer).text
        if position.loose:
            sets = numbered(answer.table)
            table = Panel("The loose tiles in sets", _FELT, sets) if sets else _heap(position)
        else:
            table = Panel("Table", _FELT, numbered(position.table))
        panels = [table, rack_panel("Your rack", position.rack)]
        return draw_page([panels], headline, _about(position), width, position.notation)
    count = f"{answer.tiles} tile{'s' * (answer.tiles > 1)}"
    headline = f"Lay {count} and go out!" if answer.goes_out else f"Lay {count}"
    if answer.status == "feasible":
        headline += f" ({answer.ran_out.lower()}: the best so far)"
    about = f"Face value {answer.value}, {answer.penalty} penalty points. {_about(position)}"
    marks = Marks(answer)
    before = [
        _heap(position) if position.loose is not None else Panel("Table before", _FELT, marks.before()),
        rack_panel("Your rack before", position.rack, count_tiles(answer.played)),
    ]
    after = [Panel("Table after", _FELT, marks.after()), rack_panel("Your rack after", answer.kept)]
    return draw_page([before, after], headline, about, width, position.notation)


def svg_position(position: Position | str, *, width: int = 360, notation: str | None = None) -> str:
    """The table and the rack of a position; `notation` as in `Position.parse`.

    :raises RulesError: if `width` is below `LEAST_WIDTH`.
    """
    position = as_position(position, notation)
    table = _heap(position) if position.loose is not None else Panel("Table", _FELT, numbered(position.table))
    headline = f"Position {position.id}" if position.id is not None else "Position"
    panels = [table, rack_panel("Your rack", position.rack)]
    return draw_page([panels], headline, _rules(position), width, position.notation)


# --- What is shown ---


def _about(position: Position) -> str:
    return f"{f'Position {position.id}. ' if position.id is not None else ''}{_rules(position)}"


def _rules(position: Position) -> str:
    opened = "" if position.opened else " Not opened yet."
    return f"Rules {str(position.rules).removeprefix('rules=')}.{opened}"


def _heap(position: Position) -> Panel:
    tiles = sorted(position.loose or ())
    return Panel("Loose tiles on the table", _FELT, [_Shown("", [(tile, STAYS) for tile in tiles])])


def numbered(table: Sequence[TileSet]) -> list[_Shown]:
    return [_Shown(str(i), [(tile, STAYS) for tile in tile_set.tiles]) for i, tile_set in enumerate(table, 1)]


def rack_panel(title: str, tiles: Iterable[Tile], laid: Counter[Tile] | None = None) -> Panel:
    left = Counter(laid or ())
    shown = []
    for tile in tiles:
        shown.append((tile, LAID if left[tile] > 0 else STAYS))
        left[tile] -= 1
    return Panel(title, _WOOD, [_Shown("", shown)])


class Marks:
    """Which tiles of the old and the new table carry which mark, and what the sets are called."""

    def __init__(self, answer: Answer) -> None:
        self.answer, self.loose = answer, answer.position.loose is not None
        self.old, self.new = answer.as_played.old, answer.as_played.new

    def before(self) -> list[_Shown]:
        shown = []
        for number, old in self.old.items():
            new = self.new.get(number)
            tiles = [(tile, STAYS if stays else MOVED) for tile, stays in _in_common(old, new)]
            shown.append(_Shown(f"{number}" if new else f"{number} broken up", tiles))
        return shown

    def after(self) -> list[_Shown]:
        """Of equal tiles, one that was not in the set's old form is taken for the one laid."""
        laid = laid_in(self.answer)
        shown = []
        for number, new in self.new.items():
            common = _in_common(new, self.old.get(number))
            marks = [STAYS] * len(common)
            for i in sorted(range(len(common)), key=lambda i: common[i][1]):
                tile, stays = common[i]
                if laid[number][tile.bare]:
                    laid[number][tile.bare] -= 1
                    marks[i] = LAID
                elif not stays and not self.loose:
                    marks[i] = MOVED
            tiles = [(tile, mark) for (tile, _), mark in zip(common, marks, strict=True)]
            shown.append(_Shown(f"{number}{self._note(number)}", tiles))
        return shown

    def _note(self, number: int) -> str:
        if number not in self.old:
            return "" if self.loose else " new"
        return " changed" if number in self.answer.as_played.changed else ""


def _in_common(one: TileSet, other: TileSet | None) -> list[tuple[Tile, bool]]:
    """The tiles of a set, and whether the other set has them; a joker first as what it stands for."""
    left = count_tiles(other.tiles) if other is not None else Counter[Tile]()
    read = Counter(other.tiles) if other is not None else Counter[Tile]()
    common = [False] * len(one.tiles)
    for i in sorted(range(len(common)), key=lambda i: not read[one.tiles[i]]):
        tile = one.tiles[i].bare
        if left[tile]:
            left[tile] -= 1
            common[i] = True
    return list(zip(one.tiles, common, strict=True))


# --- The page ---


def draw_page(columns: Sequence[Sequence[Panel]], headline: str, about: str, width: int, notation: Notation) -> str:
    """A page of panels: columns side by side if there is room for them, else one below the other."""
    if not hasattr(width, "__float__"):
        raise wrong_type("width", width, f"pixels, {LEAST_WIDTH} or more")
    if width < LEAST_WIDTH:
        raise RulesError(f"width = {width}: a picture is {LEAST_WIDTH} pixels wide or more")
    page = _Page(width, headline, about, columns, notation)
    y = page.words(headline, _MARGIN, 18, 16, bold=True)
    y = page.words(about, _MARGIN, y + 1, 11) - 6
    marks = {mark for panels in columns for panel in panels for shown in panel.shown for _, mark in shown.tiles}
    y = page.legend([mark for mark in (LAID, MOVED) if mark in marks], y)
    if width >= _TWO_COLUMNS:
        each = (width - _MARGIN * (len(columns) + 1)) / len(columns)
        bottoms = [y]
        for i, panels in enumerate(columns):
            bottoms.append(page.column(panels, _MARGIN + i * (each + _MARGIN), y, each))
        y = max(bottoms)
    else:
        for panels in columns:
            y = page.column(panels, _MARGIN, y, width - 2 * _MARGIN)
    return page.finished(y)


class _Page:
    """An SVG under construction; `y` grows downwards, and each part gives the `y` below it."""

    def __init__(
        self, width: int, headline: str, about: str, columns: Sequence[Sequence[Panel]], notation: Notation
    ) -> None:
        self.width, self.notation = width, notation
        self.root = ElementTree.Element("svg", xmlns="http://www.w3.org/2000/svg", role="img")
        self.root.set("font-family", _FONT)
        ElementTree.SubElement(self.root, "title").text = _xml_text(headline)
        in_words = [f"{panel.title}: {_in_words(panel, notation)}." for panels in columns for panel in panels]
        ElementTree.SubElement(self.root, "desc").text = _xml_text(" ".join([about, *in_words]))
        self.ground = self._add("rect", fill=_PAPER)

    def finished(self, height: float) -> str:
        high = _number(height + _MARGIN)
        self.root.set("viewBox", f"0 0 {self.width} {high}")
        self.root.set("width", str(self.width))
        self.root.set("height", high)
        # By their logical names, for CairoSVG stumbles over "height:auto" and draws nothing.
        self.root.set("style", f"inline-size:100%;max-inline-size:{self.width * 3 // 2}px;block-size:auto")
        self.ground.set("width", str(self.width))
        self.ground.set("height", high)
        return ElementTree.tostring(self.root, encoding="unicode")

    def words(self, text: str, x: float, y: float, size: float, *, bold: bool = False) -> float:
        """Lines of words from the baseline `y` on."""
        # Wide letters are about 0.62 of the size; there is no way to measure a font that is not known.
        for line in textwrap.wrap(_xml_text(text), int((self.width - 2 * _MARGIN) / (size * (0.66 if bold else 0.58)))):
            self._text(line, x, y, size, "start", bold=bold)
            y += size * 1.3
        return y

    def legend(self, marks: Sequence[str], y: float) -> float:
        x: float = _MARGIN + 3
        if not marks:
            return y + 4
        for mark in marks:
            wide = 30 + 6.2 * len(_LEGEND[mark])
            if x + wide > self.width:
                x, y = _MARGIN + 3, y + 26
            self._add("rect", x=x, y=y + 6, width=14, height=18, rx=3, fill=_IVORY, stroke=_EDGE)
            self._mark(x, y + 6, 14, 18, mark)
            self._text(_LEGEND[mark], x + 23, y + 19, 11, "start")
            x += wide
        return y + 34

    def column(self, panels: Sequence[Panel], x: float, y: float, width: float) -> float:
        for panel in panels:
            y = self._panel(panel, x, y, width) + _MARGIN
        return y

    def _panel(self, panel: Panel, x: float, y: float, width: float) -> float:
        ground = self._add("rect", x=x, y=y, width=width, rx=7, fill=panel.ground)
        self._text(panel.title, x + _PAD + 1, y + 16, 12, "start", bold=True)
        captions = any(shown.caption for shown in panel.shown)
        bottom = self._shown(panel.shown, x + _PAD, y + (21 if captions else 26), width - 2 * _PAD)
        ground.set("height", _number(bottom - y))
        return bottom

    def _shown(self, shown: Sequence[_Shown], x: float, y: float, width: float) -> float:
        """Sets side by side as long as there is room, a set that is too long on several lines."""
        if not any(each.tiles for each in shown):
            self._text("none", x + 1, y + 6, 11, "start")
            return y + 13
        pitch = _TILE + _GAP
        most = int((width + _GAP) // pitch)
        at = x
        for i, each in enumerate(shown):
            wide = max(min(len(each.tiles), most) * pitch, 6.4 * len(each.caption))
            if i and at + wide - _GAP > x + width:
                at, y = x, y + self._row(shown[i - 1])
            if each.caption:
                self._text(each.caption, at + 1, y + 10, 10.5, "start", bold=True)
            top = y + (_CAPTION if each.caption else 0)
            for first in range(0, len(each.tiles), most):
                y_row = top + first // most * (_HIGH + _BETWEEN)
                self._tiles(each.tiles[first : first + most], at, y_row)
            lines = -(-len(each.tiles) // most)
            if lines > 1:
                y += (lines - 1) * (_HIGH + _BETWEEN)
            at += wide + _BETWEEN
        return y + self._row(shown[-1])

    @staticmethod
    def _row(each: _Shown) -> float:
        return (_CAPTION if each.caption else 0) + _HIGH + _BETWEEN

    # --- One tile ---

    def _tiles(self, tiles: Sequence[tuple[Tile, str]], x: float, y: float) -> None:
        pitch = _TILE + _GAP
        for i, (tile, _) in enumerate(tiles):
            self._tile(tile, x + i * pitch, y)
        # Above all tiles, for a mark reaches beyond its own.
        for i, (_, mark) in enumerate(tiles):
            self._mark(x + i * pitch, y, _TILE, _HIGH, mark)

    def _tile(self, tile: Tile, x: float, y: float) -> None:
        self._add("rect", x=x, y=y + 1.5, width=_TILE, height=_HIGH, rx=4, fill=_EDGE)
        self._add("rect", x=x, y=y, width=_TILE, height=_HIGH, rx=4, fill=_IVORY, stroke=_EDGE, stroke_width=0.7)
        middle = x + _TILE / 2
        if tile.is_joker:
            self._joker(middle, y + 12.5)
            stands = self.notation.tile(tile.natural if tile.number else tile)
            self._text(stands, middle, y + 31, 10 if len(stands) < 4 else 8, "middle", bold=True)
            return
        in_cards = self.notation == CARDS
        number = self.notation.number(tile.number)
        size = 17 if len(number) < 2 else 15 if len(number) < 3 else 11
        # White numerals need an outline on ivory.
        ink = (_SUIT_INKS if in_cards else _NUMERALS)[tile.colour]
        outline = {"stroke": _INK, "stroke_width": 0.7} if ink == _PAPER else {}
        # Many fonts draw a jack's J below the line: it must not reach the suit.
        self._text(number, middle, y + (16 if in_cards else 18.5), size, "middle", bold=True, fill=ink, **outline)
        if in_cards:
            self._add("path", d=_SUITS[tile.colour], transform=f"translate({_at(middle, y + 26.5)})", fill=ink)
        else:
            self._text(self.notation.colour(tile.colour), middle, y + 30.5, 10, "middle", bold=True)

    def _joker(self, x: float, y: float) -> None:
        """A face with a fool's cap, about 18 pixels wide."""
        cap = f"M{_at(x - 8, y - 4)} Q{_at(x - 5, y - 9)} {_at(x - 3, y - 6)} L{_at(x, y - 10)} L{_at(x + 3, y - 6)}"
        cap += f" Q{_at(x + 5, y - 9)} {_at(x + 8, y - 4)} Z"
        self._add("circle", cx=x, cy=y, r=7, fill="#ffe08a", stroke=_INK, stroke_width=1)
        self._add("path", d=cap, fill="#c2002f", stroke=_INK, stroke_width=0.8)
        for dx, dy in ((-8.5, -3.5), (0, -10), (8.5, -3.5)):
            self._add("circle", cx=x + dx, cy=y + dy, r=1.4, fill=_INK)
        for dx in (-2.6, 2.6):
            self._add("circle", cx=x + dx, cy=y - 0.5, r=1.1, fill=_INK)
        smile = f"M{_at(x - 3.5, y + 2.5)} Q{_at(x, y + 6)} {_at(x + 3.5, y + 2.5)}"
        self._add("path", d=smile, fill="none", stroke=_INK, stroke_width=1.1)

    def _mark(self, x: float, y: float, width: float, height: float, mark: str) -> None:
        """A frame and a badge on the corner: a plus for what was laid, an arrow for what moved."""
        if not mark:
            return
        ink = _INK if mark == LAID else _MOVED_INK
        dashes = {} if mark == LAID else {"stroke_dasharray": "4 2.5"}
        frame = {"x": x + 0.6, "y": y + 0.6, "width": width - 1.2, "height": height - 1.2, "rx": 4}
        self._add("rect", **frame, fill="none", stroke=ink, stroke_width=2, **dashes)
        cx, cy = x + width - 1.5, y
        fill, line = (_INK, _PAPER) if mark == LAID else (_PAPER, _MOVED_INK)
        self._add("circle", cx=cx, cy=cy, r=5.2, fill=fill, stroke=ink, stroke_width=1.2)
        if mark == LAID:
            sign = f"M{_at(cx - 3, cy)} H{_number(cx + 3)} M{_at(cx, cy - 3)} V{_number(cy + 3)}"
        else:
            sign = f"M{_at(cx - 3.2, cy)} H{_number(cx + 3)} M{_at(cx + 0.6, cy - 2.6)} L{_at(cx + 3.2, cy)}"
            sign += f" L{_at(cx + 0.6, cy + 2.6)}"
        self._add("path", d=sign, fill="none", stroke=line, stroke_width=1.7)

    # --- Elements ---

    def _text(
        self, text: str, x: float, y: float, size: float, anchor: str, *, bold: bool = False, **more: object
    ) -> None:
        weight = {"font_weight": "bold"} if bold else {}
        element = self._add("text", x=x, y=y, font_size=size, text_anchor=anchor, **{"fill": _INK, **weight, **more})
        element.text = text

    def _add(self, name: str, **attributes: object) -> ElementTree.Element:
        written = {
            key.replace("_", "-"): value if isinstance(value, str) else _number(value)  # type: ignore[arg-type]
            for key, value in attributes.items()
        }
        return ElementTree.SubElement(self.root, name, written)


def _in_words(panel: Panel, notation: Notation) -> str:
    """The tiles of a panel for those who cannot see it; `+` was laid, `>` moved."""
    signs = {LAID: "+", MOVED: ">", STAYS: ""}
    sets = [" ".join(f"{signs[mark]}{notation.tile(tile)}" for tile, mark in shown.tiles) for shown in panel.shown]
    return " / ".join(sets) or "none"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _at(x: float, y: float) -> str:
    return f"{_number(x)} {_number(y)}"


def _xml_text(text: str) -> str:
    """Text without what XML cannot hold, not even escaped (XML 1.0, section 2.2), or what a terminal would obey."""
    return printable(" ".join(text.split()), "�")
