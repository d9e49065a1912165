"""Tiles as cards, written from the table of suits and ranks alone: what a text in tiles is in cards."""

from __future__ import annotations

import re

__all__ = ["in_cards"]

_SUITS = {"K": "c", "B": "s", "R": "h", "O": "d"}
_RANKS = {"1": "A", "11": "J", "12": "Q", "13": "K"}

_TILE = re.compile(r"(?<![a-z])(J)?(\()?([KBRO])(\d+)(\))?|(?<![a-z])J(?![a-z])")
_NUMBERS = re.compile(
    r"\d+ does not follow \d+|from \d+ to \d+|[\d, ]+ (?:\.\.\. )?(?:is|are) missing|number twice \(\d+\)"
)
_COLOURS = re.compile(r"colour twice \([KBRO, ]+\)|the box has [KBRO, ]+|in the box \([KBRO, ]+")


def in_cards(text: str) -> str:
    """A text in tiles with every tile in it as a card, and the numbers and colours that an error names."""
    text = _TILE.sub(_card, text)
    text = _COLOURS.sub(lambda found: re.sub(r"\b[KBRO]\b", lambda colour: _SUITS[colour[0]], found[0]), text)
    return _NUMBERS.sub(lambda found: re.sub(r"\d+", lambda number: _rank(number[0]), found[0]), text)


def _card(tile: re.Match[str]) -> str:
    if tile[3] is None:
        return "*"
    return f"{'*' if tile[1] else ''}{tile[2] or ''}{_rank(tile[4])}{_SUITS[tile[3]]}{tile[5] or ''}"


def _rank(number: str) -> str:
    return _RANKS.get(number, number)
