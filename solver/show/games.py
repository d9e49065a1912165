"""Whole games as text for a terminal: scores and matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.show.text import Page, listed

if TYPE_CHECKING:
    from solver.play.tally import Tally

__all__ = ["tally_text"]


def tally_text(found: Tally, *, color: bool = False, width: int = 80) -> str:
    """Each game with what was held and scored, then the match."""
    from solver.play.scores import OUT, rack_value

    page = Page(color, width)
    names = found.names
    longest = max(6, *map(len, names))
    for number, (game, score) in enumerate(zip(found.games, found.scores, strict=True), 1):
        if number > 1:
            page.blank()
        won = listed([names[i] for i in score.winners])
        how = f"{won} is out" if score.end == OUT else f"blocked, {won} win{'s' * (len(score.winners) == 1)}"
        page.heading(f"Game {number}: {how}" if found.match else how)
        page.line(f"{'player':{longest}}  tiles  value  score")
        for name, points in zip(names, score.scores, strict=True):
            rack = game.racks[name]
            page.line(f"{name:{longest}}  {len(rack):5}  {rack_value(rack, found.rules):5}  {points:5}")
    if found.match:
        page.blank()
        won = listed([names[i] for i in found.match.winners])
        is_are = "is" if len(found.match.winners) == 1 else "are"
        page.heading(
            f"Match: {won} {'wins' if is_are == 'is' else 'win'}" if found.match.over else f"{won} {is_are} ahead"
        )
        page.line(f"{'player':{longest}}  games  score")
        for name, wins, total in zip(names, found.match.wins, found.match.totals, strict=True):
            page.line(f"{name:{longest}}  {wins:5}  {total:5}")
    return page.text()
