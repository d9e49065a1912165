"""Answers, verdicts and rule sets as text for a terminal.

Every function returns lines without a newline at the end. `color` puts each tile in its
colour; the letter is always there too. `width` is that of the terminal in columns: what
does not fit is broken between tiles or words.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from solver.errors import printable
from solver.game.matching import as_it_lies
from solver.game.notation import CARDS, TILES, Notation
from solver.game.objective import OBJECTIVES
from solver.game.opening import best_reading, opening_worth
from solver.game.rules import DEFAULT_RULES, Rules, value_text
from solver.game.sets import TileSet
from solver.game.tiles import Tile, count_tiles
from solver.show.marks import laid_in

if TYPE_CHECKING:
    # What is shown is made elsewhere: a page of one kind needs no module of another.
    from solver.advice.alternatives import Alternatives
    from solver.advice.answer import Answer
    from solver.advice.check import Verdict
    from solver.advice.closest import Closest
    from solver.advice.compare import Comparison
    from solver.advice.hints import Hint
    from solver.advice.odds import Draw, Laid, Odds
    from solver.game.played import PlayedMove
    from solver.game.position import Position
    from solver.game.rulebook import RuleSheet

__all__ = [
    "Page",
    "alternatives_text",
    "answer_text",
    "comparison_text",
    "counted",
    "hint_text",
    "odds_text",
    "listed",
    "presets_text",
    "rule_sheet_text",
    "table_after",
    "table_sets",
    "text_of",
    "tile_text",
    "verdict_text",
]

_BOLD = "1"
# Black, blue, red, orange, green, purple, white, cyan: bright, so that they show on light and dark ground.
_COLOUR_CODES = {
    TILES.name: ("1", "94", "91", "33", "92", "95", "97;1", "96"),
    CARDS.name: ("1", "1", "91", "91"),  # clubs and spades are black, hearts and diamonds red
}
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def answer_text(answer: Answer, *, color: bool = False, width: int = 80) -> str:
    """The old table, what to lay and what it is worth, the new table, and the way to it."""
    page = Page(color, width, answer.position.notation)
    _asked(page, answer.position)
    _conditions(page, answer)
    page.blank()
    if not answer.played:
        _no_move(page, answer)
        return page.text()
    _move(page, answer)
    page.blank()
    _new_table(page, answer)
    if answer.steps:
        page.blank()
        page.heading("Step by step")
        for i, step in enumerate(answer.steps, 1):
            page.words(step.text, f"{i:>3}. ")
    for note in answer.notes:
        page.blank()
        page.words(note)
    return page.text()


def alternatives_text(found: Alternatives, *, color: bool = False, width: int = 80) -> str:
    """How many best moves there are, the first of them, and how the others differ from it."""
    first = found.best
    page = Page(color, width, first.position.notation)
    if first.status != "optimal":
        return answer_text(first, color=color, width=width)
    _asked(page, first.position)
    _conditions(page, first)
    page.blank()
    if found.by == "moved":
        _costs(page, found)
        return page.text()
    page.heading(_how_many(found))
    for i, answer in enumerate(found.answers, 1):
        page.blank()
        if i == 1:
            _move(page, answer, "Move 1: " if len(found.answers) > 1 else "")
            page.blank()
            _new_table(page, answer)
        else:
            seen = answer.as_played.seen_to_move
            moved = f", {counted(seen, 'table tile')} to another set" if seen else ""
            page.heading(f"Move {i}: Lay {counted(answer.tiles, 'tile')}{moved}")
            if count_tiles(answer.played) == count_tiles(first.played):
                page.words("the same as in move 1", "     ")
            else:
                page.tiles(answer.played, "     ")
            page.heading("Other sets than after move 1")
            table_after(page, answer, only=_sets_not_in(first, answer))
            then = first.as_played.new
            gone = [f"{number} ({page.notation.row(then[number].tiles)})" for number in _sets_not_in(answer, first)]
            page.words(f"Instead of its set{'s' * (len(gone) > 1)} {listed(gone)}.")
    return page.text()


def hint_text(hint: Hint, *, color: bool = False, width: int = 80) -> str:
    """The hint, and nothing of the table."""
    page = Page(color, width)
    if hint.position.id is not None:
        page.heading(f"Position {hint.position.id}")
    page.words(hint.text)
    return page.text()


def odds_text(odds: Odds, *, color: bool = False, width: int = 80) -> str:
    """The chances, then a line for each outcome of the draw, the best first, with the tiles that bring it."""
    page = Page(color, width, odds.position.notation)
    _asked(page, odds.position)
    if odds.seen:
        page.heading("Seen elsewhere")
        page.tiles(odds.seen, "     ")
    page.blank()
    page.heading(f"Now: {_outcome(odds.now)}")
    if not odds.draws:
        page.words("No tile is unseen, so none can be drawn.")
        return page.text()
    page.heading(f"After one draw from {counted(odds.unseen, 'unseen tile')}, if the table stays as it is until then")
    chances = {
        "to open": odds.chance_to_open,
        "to lay": odds.chance_to_lay if odds.chance_to_open is None else None,
        "to go out": odds.chance_to_go_out,
    }
    for what, chance in chances.items():
        if chance is not None:
            page.line(f"{what:9}  {_percent(chance)}  {_bar(chance, 1)}".rstrip())
    page.line(f"tiles      {odds.expected_tiles:7.2f}  on average")
    page.blank()
    outcomes: dict[Laid, list[Draw]] = {}
    for draw in odds.draws:
        outcomes.setdefault(draw.laid, []).append(draw)
    by_chance = {laid: odds.chance_of(draws) for laid, draws in outcomes.items()}
    most = max(by_chance.values())
    figure = "penalty" if odds.objective == "penalty" else "value"
    page.heading(f" chance  {'':{_BAR}}  tiles  {figure:7}  after you draw")
    best_first = sorted(outcomes, key=lambda laid: (laid.goes_out, getattr(laid, odds.objective), laid.tiles))[::-1]
    for laid in best_first:
        start = f"{_percent(by_chance[laid])}  {_bar(by_chance[laid], most):{_BAR}}  {laid.tiles:5}"
        start += f"  {getattr(laid, figure):{len(figure)}}  {'':{7 - len(figure)}}"
        if laid == odds.now and len(outcomes[laid]) > _MOST_LISTED:
            page.words("any other tile, as now" if len(outcomes) > 1 else "any tile, as now", start)
        else:
            page.tiles((draw.tile for draw in outcomes[laid]), start, after="(out)" if laid.goes_out else "")
    return page.text()


_BAR = 20
"""Characters of the longest bar."""

_MOST_LISTED = 6
"""Tiles that change nothing are not listed if there are more of them."""


def _bar(chance: float, most: float) -> str:
    """A bar as long as a chance, and at least a dot for what is possible."""
    return "#" * round(_BAR * chance / most) or "." * (chance > 0)


def _percent(chance: float) -> str:
    return f"{chance:7.1%}"


def _outcome(laid: Laid) -> str:
    """What can be laid, in words."""
    if not laid.tiles:
        return "nothing can be laid"
    out = " and go out" if laid.goes_out else ""
    return f"lay {counted(laid.tiles, 'tile')}, face value {laid.value}{out}"


def verdict_text(verdict: Verdict, *, color: bool = False, width: int = 80) -> str:
    """Legal or not, and every reason."""
    page = Page(color, width, TILES if verdict.position is None else verdict.position.notation)
    if verdict.position is not None and verdict.position.id is not None:
        page.heading(f"Position {verdict.position.id}")
    under = "" if verdict.rules is None else f" under {verdict.rules}"
    what = "position" if verdict.after is None else "move"
    if verdict.legal:
        page.heading(f"Legal {what}{under}")
        if verdict.position is not None and verdict.played is not None:
            page.tiles(verdict.played, "Lays    ")
            page.tiles((count_tiles(verdict.position.rack) - count_tiles(verdict.played)).elements(), "Keeps   ")
            if verdict.opening_value is not None:
                page.words(str(verdict.opening_value), "Opens   ")
            if verdict.moved:
                page.words(f"{counted(verdict.moved, 'table tile')} to another set", "Moves   ")
    else:
        page.heading(f"Illegal {what}{under}")
        for reason in verdict.reasons:
            page.words(reason, "  - ")
    for i, tile_set in verdict.read_as:
        page.words(f"set {i} of the new table as a {tile_set.kind}, {page.notation.packed(tile_set.tiles)}", "Read    ")
    if verdict.repair is not None and verdict.repair.table:
        page.blank()
        page.heading("The loose tiles in sets" if verdict.repair.arranged else "The rest in sets")
        table_sets(page, verdict.repair.table)
    return page.text()


def comparison_text(rows: Sequence[Comparison], *, color: bool = False, width: int = 80) -> str:
    """One line for each preset; a star marks those that differ from the answer asked for. The last says why."""
    notation = next((row.answer.position.notation for row in rows if row.answer is not None), TILES)
    page = Page(color, width, notation)
    longest = max(len(row.rules) for row in rows)
    page.heading("Under other rules, in the box of this position (* differs)")
    page.line(f"  {'rules':{longest}}  tiles  value  lay")
    for row in rows:
        start = f"{'*' if row.differs else ' '} {row.rules:{longest}}  "
        if row.answer is None:
            count = len(row.reasons) - 1
            more = f" ({count} more reason{'s' * (count > 1)})" if count else ""
            page.words(row.reasons[0] if row.ran_out else f"cannot be: {row.reasons[0]}{more}", start)
        elif not row.answer.played:
            page.line(f"{start}{0:5}  {0:5}  draw{_cut_short(row.answer)}")
        else:
            out = " (out)" if row.answer.goes_out else ""
            start += f"{row.answer.tiles:5}  {row.answer.value:5}  "
            page.tiles(row.answer.played, start, after=f"{out}{_cut_short(row.answer)}")
    page.words(_what_decides(rows))
    return page.text()


def _what_decides(rows: Sequence[Comparison]) -> str:
    """Whether the best move hangs on the joker rule, on other rules or on none."""
    if all(row.answer is None and not row.ran_out for row in rows):
        return "No preset allows this position."
    if any(row.ambiguous for row in rows):
        return "Depends on what the jokers of the table stand for: write J(..) to compare these rules, too."
    if by_jokers := [row.rules for row in rows if row.joker_rule_differs]:
        return f"Depends on the joker rule: with that of {listed(by_jokers)} the best move is another."
    if any(row.joker_rule_differs is None or (row.answer and row.answer.status == "feasible") for row in rows):
        return "Time ran out before it was certain whether this depends on the joker rule."
    if others := [row.rules for row in rows if row.differs and row.answer is not None]:
        return f"Does not depend on the joker rule; with other rules of {listed(others)} the best move is another."
    return "The same under every rule set that allows the position."


def presets_text(sheets: Iterable[RuleSheet], *, color: bool = False, width: int = 80) -> str:
    """The presets, one line each; a star marks the default."""
    page = Page(color, width)
    for sheet in sheets:
        mark = "*" if sheet.name == DEFAULT_RULES else " "
        page.line(f"{mark} {page.styled(f'{sheet.name:14}', _BOLD)} {sheet.title}")
    page.line("(* the default; 'rummikub rules NAME' shows every rule of a set)")
    return page.text()


def rule_sheet_text(sheet: RuleSheet, *, color: bool = False, width: int = 80) -> str:
    """Every rule of one set: value, meaning, and where it was set."""
    page = Page(color, width)
    page.words(f"{sheet.name}: {sheet.title}" if sheet.title else sheet.name)
    if sheet.source:
        page.words(sheet.source, "Source   ")
    if sheet.extends is not None:
        page.words(sheet.extends, "Extends  ")
    group = ""
    for entry in sheet.entries:
        if entry.key.split(".")[0] != group:
            group = entry.key.split(".")[0]
            page.blank()
        page.line(f"{page.styled(entry.key, _BOLD)} = {value_text(entry.value)}  ({printable(entry.set_in)})")
        page.words(f"{entry.parameter.meaning} [{entry.parameter.values}]", "    ")
        if entry.idle_with is not None:
            page.words(f"here without effect: {entry.idle_with}", "    ")
    return page.text()


def text_of(shown: object, *, color: bool = False, width: int = 80) -> str:
    """The page of anything that has one: an answer, alternatives, a hint, a verdict, odds and the like."""
    page: str = _PAGES[type(shown).__name__](shown, color=color, width=width)
    return page


# By name, because a page of one kind needs no module of another.
_PAGES: dict[str, Callable[..., str]] = {
    "Alternatives": alternatives_text,
    "Answer": answer_text,
    "Comparisons": comparison_text,
    "Hint": hint_text,
    "Odds": odds_text,
    "RuleSheet": rule_sheet_text,
    "Verdict": verdict_text,
}


def tile_text(tile: Tile, *, color: bool = False, laid: bool = False, notation: Notation = TILES) -> str:
    """One tile: `R5`, `J(R5)`, with `+` in front if it was laid from the rack."""
    text = f"+{notation.tile(tile)}" if laid else notation.tile(tile)
    if not color:
        return text
    code = _COLOUR_CODES[notation.name][tile.colour] if tile.number else _BOLD
    return f"\x1b[{code}{';4' if tile.is_joker else ''}{';7' if laid else ''}m{text}\x1b[0m"


class Page:
    """Lines under construction; headings and words may have text from outside in them, which is masked."""

    def __init__(self, color: bool, width: int, notation: Notation = TILES) -> None:
        self.color, self.notation = color, notation
        self.width = max(width, 20)
        self.lines: list[str] = []

    def text(self) -> str:
        return "\n".join(self.lines)

    def styled(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.color else text

    def blank(self) -> None:
        self.lines.append("")

    def line(self, text: str) -> None:
        self.lines.append(text)

    def heading(self, text: str) -> None:
        self.lines += [self.styled(line, _BOLD) for line in textwrap.wrap(_plain(text), self.width)]

    def words(self, text: str, start: str = "") -> None:
        """Prose after `start`, under which its further lines are indented."""
        indent = " " * min(len(start), self.width // 2)
        lines = textwrap.wrap(_plain(text), self.width, initial_indent=start, subsequent_indent=indent)
        self.lines += lines or [start.rstrip()]

    def tiles(
        self, tiles: Iterable[Tile], start: str = "", *, laid: Counter[Tile] | None = None, after: str = ""
    ) -> None:
        """Tiles after `start`; those in `laid` are marked and taken out of it."""
        cells = []
        for tile in tiles:
            from_rack = laid is not None and laid[tile.bare] > 0
            if laid is not None and from_rack:
                laid[tile.bare] -= 1
            cells.append(tile_text(tile, color=self.color, laid=from_rack, notation=self.notation))
        self._cells([*(cells or ["none"]), *after.split()], start)

    def _cells(self, cells: Sequence[str], start: str) -> None:
        indent = " " * min(len(start), self.width // 2)
        line, used, empty = start, len(start), True
        for cell in cells:
            size = len(_ESCAPES.sub("", cell))
            if not empty and used + 1 + size > self.width:
                self.lines.append(line)
                line, used, empty = indent, len(indent), True
            line += cell if empty else f" {cell}"
            used += size + (not empty)
            empty = False
        self.lines.append(line)


def _plain(text: str) -> str:
    """Text from outside as one line that a terminal can show."""
    return printable(re.sub(r"\s", " ", text))


def _asked(page: Page, position: Position) -> None:
    """The position: its table and rack."""
    if position.id is not None:
        page.heading(f"Position {position.id}")
    rules = str(position.rules).removeprefix("rules=")
    opened = "" if position.opened else ", not opened yet"
    if position.loose is not None:
        page.heading(f"Loose tiles on the table (rules {rules}{opened})")
        page.tiles(sorted(position.loose), "     ")
    else:
        page.heading(f"Table (rules {rules}{opened})")
        table_sets(page, position.table)
        if not position.table:
            page.line("     empty")
    page.heading("Rack")
    if position.rack:
        page.tiles(position.rack, "     ")
    else:
        page.line("     empty")


def _conditions(page: Page, answer: Answer) -> None:
    """What was asked beside the best move."""
    if answer.keep:
        page.tiles(answer.keep, "Keep ")
    if answer.must:
        page.tiles(answer.must, "Must ")
    if answer.max_moved is not None:
        page.words(f"{counted(answer.max_moved, 'table tile')} at most", "Move ")


def _costs(page: Page, found: Alternatives) -> None:
    """The best move for each number of moved tiles, and how much less it is worth than the best of all."""
    objective = OBJECTIVES[found.best.objective]
    page.heading(f"The best moves with fewer and fewer moved tiles, and what that costs in {objective.what}")
    page.line("  moved  tiles  value   cost  lay")
    for answer in found.answers:
        out = " (out)" if answer.goes_out else ""
        cost = found.best.score - answer.score
        page.tiles(answer.played, f"  {answer.moved:5}  {answer.tiles:5}  {answer.value:5}  {cost:5}  ", after=out)
    last = found.answers[-1].moved or 0
    fewer = "none" if last == 1 else f"fewer than {last}"
    if found.more:
        page.words(f"There are moves with {fewer} moved, too: ask for more than --all {len(found.answers)}.")
    elif not found.complete:
        page.words(f"Time ran out before the best move with {fewer} moved was found.")
    elif last:
        page.words(f"With {fewer} moved nothing can be laid.")


def table_sets(page: Page, table: Iterable[TileSet]) -> None:
    """The sets of a table, numbered."""
    for i, tile_set in enumerate(table, 1):
        page.tiles(tile_set.tiles, f"{i:>3}  ")


def _no_move(page: Page, answer: Answer) -> None:
    position = answer.position
    if answer.status == "feasible":
        page.heading(f"{answer.ran_out} before a move was found")
        more = " ".join(answer.notes) or "Allow more --time-limit."
        page.words(f"Whether there is one is open: {_name(answer)} may reach {answer.bound}. {more}")
        return
    if not position.rack:
        page.heading("You are out: the rack is empty, so there is nothing left to lay")
        _loose_in_sets(page, answer)
        return
    if answer.reason is not None:
        page.heading(answer.reason)
        return
    if answer.conditions.words:
        why = f"nothing can be laid{answer.conditions.words}"
    elif position.must_open:
        opening = position.rules.opening
        needs = [f"{opening.points} points"] if opening.points else []
        needs += [f"a run of {position.rules.opening_run} or more"] if opening.needs_run else []
        why = f"the rack cannot open ({' and '.join(needs) or 'a set'} needed)"
    elif answer.spares_jokers and any(tile.is_joker for tile in position.rack):
        why = "no move lays a number tile, and a joker alone gains nothing"
    else:
        why = "nothing can be played"
    then = position.rules.turn.instead_of_laying
    page.heading(f"{then[:1].upper()}{then[1:]}: {why}")
    if answer.closest is not None:
        page.words(_closest(answer.closest, position.must_open, page.notation))
    _loose_in_sets(page, answer)


def _closest(closest: Closest, opens: bool, notation: Notation) -> str:
    """What was closest to a move, in a sentence or two."""
    words = []
    if closest.points_missing is not None:
        value, missing = closest.opening_value, closest.points_missing
        sets = f"The sets of your rack count {value}" if value else "Your rack makes no set"
        words.append(f"{sets}: {counted(missing, 'point')} {'is' if missing == 1 else 'are'} missing.")
    if closest.tile is None:
        words.append(f"No single tile is enough to {'open' if opens else 'lay any of yours'}.")
    else:
        tile = "a joker" if closest.tile.is_joker else f"one more tile, {notation.tile(closest.tile)},"
        frees = notation.row(closest.frees)
        words.append(f"With {tile} you could {'open with' if opens else 'lay'} {frees} of your rack.")
    return " ".join(words)


def _loose_in_sets(page: Page, answer: Answer) -> None:
    """The sets that a heap of tiles makes by itself."""
    if answer.position.loose:
        page.blank()
        page.heading("The tiles of the table in sets")
        table_sets(page, answer.table)


def _move(page: Page, answer: Answer, start: str = "") -> None:
    out = " - you go out!" if answer.goes_out else ""
    page.heading(f"{start}Lay {counted(answer.tiles, 'tile')}{out}")
    page.tiles(answer.played, "     ")
    page.words(_worth(answer), "Worth ")
    if answer.status == "feasible":
        if answer.score == answer.bound:
            most = f"no move reaches more than {_name(answer)} of this one"
            page.words(f"{answer.ran_out}: {most}, but another may be better in what counts after it.")
        else:
            page.words(f"{answer.ran_out}: this is the best so far; {_name(answer)} may reach {answer.bound}.")
    page.tiles(answer.kept, "Left  ")
    if answer.opening is not None:
        page.blank()
        # Where the turn goes on with the table, what is laid first may be part of what could be.
        first = [step.tiles_laid for step in answer.steps if step.opens]
        value = _opening_worth(first, answer.position.rules) if first else answer.opening_value
        page.heading(f"Opening sets, worth {value}")
        for tiles in first or [tile_set.tiles for tile_set in answer.opening]:
            page.tiles(tiles, "     ")


def _opening_worth(sets: Sequence[Sequence[Tile]], rules: Rules) -> int:
    """What sets count as they lie, if that opens, else in their best readings."""
    as_they_lie = sum(tile.number for tiles in sets for tile in tiles)
    if rules.opening.joker_points is None and as_they_lie >= rules.opening.points:
        return as_they_lie
    read = [TileSet.readings([tile.bare for tile in tiles], rules)[0] for tiles in sets]
    return opening_worth([best_reading(tile_set, rules) for tile_set in read], rules)


def _worth(answer: Answer) -> str:
    parts = {
        name: objective.in_words(answer.played, answer.position.rules, answer.joker_worth)
        for name, objective in OBJECTIVES.items()
    }
    first = parts.pop(answer.objective)
    return ", ".join([first, *parts.values()])


def _new_table(page: Page, answer: Answer) -> None:
    """The new table, and what cannot be seen from it. Sets have the numbers that the steps use."""
    page.heading("New table (+ from the rack)")
    table_after(page, answer)
    new = answer.as_played.new
    gone = [str(number) for number in answer.as_played.old if number not in new]
    for number, tile_set in new.items():
        for joker in tile_set.tiles:
            if joker.is_joker:
                page.words(f"The joker in set {number} stands for {page.notation.tile(joker.natural)}.")
    if gone:
        page.words(f"Set {gone[0]} is gone." if len(gone) == 1 else f"Sets {listed(gone)} are gone.")
    if moved := answer.as_played.seen_to_move:
        # What counts is the least that can be said to have moved.
        least = (
            f" ({answer.moved} if a set that got a freed joker counts as an old one)" if moved != answer.moved else ""
        )
        page.words(f"{counted(moved, 'table tile')} went to another set{least}.")


def table_after(page: Page, answer: Answer, *, only: Iterable[int] | None = None) -> None:
    """The sets of the new table, or only those with these numbers."""
    new = answer.as_played.new
    laid = laid_in(answer)
    for number in new if only is None else only:
        page.tiles(new[number].tiles, f"{number:>3}  ", laid=laid[number], after=_note(number, answer.as_played))


def _note(number: int, played: PlayedMove) -> str:
    """What became of a set: nothing to say of one that lies as it lay."""
    if number not in played.old:
        return "<new>" if played.old else ""
    return "<changed>" if number in played.changed else ""


# --- Several best moves ---


def _how_many(found: Alternatives) -> str:
    what = {"arrangement": ("arrangement", "arrangements"), "tiles": ("choice of tiles", "choices of tiles")}[found.by]
    count = len(found.answers)
    if found.unique:
        return f"The best move is unique: no other {what[0]} is as good"
    if found.complete:
        return f"The best move is not unique: exactly {count} {what[1]} are equally good"
    if found.more:
        return f"The best move is not unique: at least {count + 1} {what[1]} are equally good ({count} shown)"
    if count > 1:
        return f"The best move is not unique: at least {count} {what[1]} are equally good ({found.ran_out.lower()})"
    return f"{found.ran_out} before another {what[0]} that is as good was found; there may be one"


def _sets_not_in(first: Answer, answer: Answer) -> list[int]:
    """Numbers of the sets of `answer` that the table of `first` does not have."""
    left = Counter(map(as_it_lies, first.table))
    numbers = []
    for number, tile_set in answer.as_played.new.items():
        look = as_it_lies(tile_set)
        if left[look] > 0:
            left[look] -= 1
        else:
            numbers.append(number)
    return numbers


def _name(answer: Answer) -> str:
    return OBJECTIVES[answer.objective].score


def _cut_short(answer: Answer) -> str:
    return f" ({answer.ran_out.lower()})" if answer.status == "feasible" else ""


def counted(number: int, what: str) -> str:
    """`1 tile`, `2 tiles`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
