"""Whole games as text for a terminal: scores, games looked through, and what came of many games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from solver.show.text import Page, counted, listed

if TYPE_CHECKING:
    from solver.play.review import Review
    from solver.play.simulate import Simulation
    from solver.play.tally import Tally

__all__ = ["review_text", "simulation_text", "tally_text"]


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


def simulation_text(found: Simulation, *, color: bool = False, width: int = 80) -> str:
    """Each match with its programs, and the ratings of a league."""
    page = Page(color, width)
    told = found.to_json()
    if found.stopped:
        page.heading("Stopped: what was played so far")
    tables = told.get("matches", [told] if "players" in told else [])
    for number, match in enumerate(tables):
        if number:
            page.blank()
        _match(page, match)
    if not tables:
        page.line("No deal was played to its end.")
    if ratings := told.get("ratings"):
        page.blank()
        longest = max(6, *(len(rated["player"]) for rated in ratings))
        page.heading(f"{'player':{longest}}  rating  95 % interval")
        for rated in ratings:
            interval = f"{rated['low']:.0f} to {rated['high']:.0f}"
            page.line(f"{rated['player']:{longest}}  {rated['rating']:6.0f}  {interval}")
    if test := told.get("test"):
        page.blank()
        page.words(_decision(test, found.players()[0].name if found.deals else found.contest.tables[0][0]))
    return page.text()


def _match(page: Page, match: Mapping[str, Any]) -> None:
    ends = match["ends"]
    page.heading(f"{match['games']} games in {match['pairs']} deals, each with all seats changed")
    longest = max(6, *(len(player["player"]) for player in match["players"]))
    page.line(f"{'player':{longest}}  won      95 % interval     points a game")
    for player in match["players"]:
        interval = f"{player['low']:6.1%} to {player['high']:6.1%}"
        page.line(f"{player['player']:{longest}}  {player['share']:6.1%}  {interval}  {player['points']:13.1f}")
    page.words(f"{ends['out']} out, {ends['blocked']} blocked; {match['turns']:g} turns a game")


def _decision(test: Mapping[str, Any], player: str) -> str:
    shares = {"low": f"{test['low']:.1%} of the games or less", "high": f"{test['high']:.1%} or more"}
    after = f"after {test['pairs']} deals"
    if test["decided"] is None:
        return f"Not decided {after}: {player} may win {shares['low']}, or {shares['high']}."
    return f"Decided {after}: {player} wins {shares[test['decided']]}."


def review_text(found: Review, *, color: bool = False, width: int = 80) -> str:
    """Every turn in which something was missed, then a summary of each player."""
    page = Page(color, width, found.record.notation)
    missed = [turn for turn in found.turns if turn.missed_tiles or turn.missed_points or turn.missed_out]
    told = sum(turn.best is not None for turn in found.turns)
    page.heading(
        f"{counted(len(found.turns), 'turn')}, {told} with a known rack; something was missed in {len(missed)}"
    )
    for turn in missed:
        page.blank()
        what = [counted(turn.missed_tiles or 0, "tile"), counted(turn.missed_points or 0, "point")]
        out = ", and going out" if turn.missed_out else ""
        page.heading(f"Turn {turn.turn.number}: {turn.name} missed {' and '.join(what)}{out}")
        page.tiles(turn.laid, "     laid  ")
        page.tiles(turn.best or (), "     best  ")
    page.blank()
    longest = max(6, *(len(name) for name in found.record.names))
    page.heading(f"{'':{longest}}                          missed")
    page.heading(f"{'player':{longest}}  turns  known  laid  tiles  points  lays  outs  seconds")
    for player in found.summaries():
        seconds = "-" if player.seconds is None else f"{player.seconds:.1f}"
        page.line(
            f"{player.name:{longest}}  {player.turns:5}  {player.told:5}  {player.tiles:4}  {player.missed_tiles:5}"
            f"  {player.missed_points:6}  {player.missed_lays:4}  {player.missed_outs:4}  {seconds:>7}"
        )
    return page.text()
