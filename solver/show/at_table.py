"""What a player sees in a game under way: the table, the rack, and how the others are doing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from solver.game.tiles import Tile
from solver.play.players import View
from solver.play.session import Draft
from solver.show.text import Page, counted

__all__ = ["SORTS", "draft_text", "rack_lines", "table_text"]

SORTS = ("colour", "number")
"""The ways in which a rack is sorted."""


def table_text(view: View, names: Sequence[str], sort: str, *, color: bool = False, width: int = 80) -> str:
    """The game as the player to move sees it at the beginning of the turn."""
    page = Page(color, width, view.position.notation)
    page.heading(f"--- Turn {len(view.turns) + 1}, {names[view.seat]} ---")
    others = [
        f"{name} {held}{'' if opened else ' (not opened)'}"
        for i, (name, held, opened) in enumerate(zip(names, view.held, view.opened, strict=True))
        if i != view.seat
    ]
    page.words(f"{', '.join(others)}, pool {view.pool}", "Tiles  ")
    if view.last_of_pool is not None:
        page.tiles([view.last_of_pool], "Last tile of the pool  ")
    if view.may_take is not None:
        page.tiles([view.may_take], "Thrown off, may be taken  ")
    if view.drew is not None:
        page.tiles([view.drew], "You drew  ")
    page.heading("Table")
    _table(page, [tile_set.tiles for tile_set in view.position.table], Counter())
    rack_lines(page, view.position.rack, sort, view.position.opened)
    return page.text()


def draft_text(draft: Draft, sort: str, *, color: bool = False, width: int = 80) -> str:
    """The table and the rack as they would be, with the tiles laid in this turn marked, and what is wrong with it."""
    page = Page(color, width, draft.position.notation)
    page.heading("Table (+ from the rack)" if draft.laid else "Table")
    _table(page, draft.table, Counter(draft.laid))
    rack_lines(page, draft.rack, sort, draft.position.opened)
    if draft.is_begun:
        for fault in draft.faults():
            page.words(fault, "not yet: ")
    return page.text()


def rack_lines(page: Page, rack: Iterable[Tile], sort: str, opened: bool) -> None:
    """The rack, a line for each colour, or for every number what there is of it."""
    tiles = sorted(rack, key=lambda tile: (tile.is_joker, tile.colour, tile.number))
    page.heading(f"Your rack, {counted(len(tiles), 'tile')}{'' if opened else ' (you have not opened)'}")
    if sort == "number":
        tiles.sort(key=lambda tile: (tile.is_joker, tile.number, tile.colour))
        page.tiles(tiles, "     ")
        return
    for _, of_colour in groupby(tiles, key=lambda tile: (tile.is_joker, tile.colour)):
        page.tiles(of_colour, "     ")


def _table(page: Page, table: Iterable[Sequence[Tile]], laid: Counter[Tile]) -> None:
    number = 0
    for number, tiles in enumerate(table, 1):
        page.tiles(tiles, f"{number:>3}  ", laid=laid)
    if not number:
        page.line("     empty")
