"""Cards, for Machiavelli, Vatikan and their like: rank and suit, `7c`, `10h`, `Qs`, `Ad`; a joker is `*`.

Clubs are black, spades blue, hearts red and diamonds orange; the ace is number 1, wherever it lies.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from solver.errors import NotationError, quote
from solver.game.notation.kind import BETWEEN, Notation
from solver.game.tiles import COLOURS, JOKER, Tile

__all__ = ["CARDS", "CARD_GAMES", "Cards"]

CARD_GAMES = ("machiavelli", "vatikan")
"""The presets that are played with cards: what is written in cards there is read as cards."""

_SUITS = "cshd"
"""Suits in the order of the colours that they are."""

_SIGNS = "♣♠♥♦"
_OTHER_SIGNS = "♧♤♡♢"
_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_ACE_AFTER_KING = len(_RANKS) + 1

# A suit that is copied from elsewhere may be followed by the mark of a small picture.
_SUIT = rf"[{_SUITS}{_SIGNS}{_OTHER_SIGNS}][\ufe0e\ufe0f]?"
_RANK = r"10|[2-9TJQKA]"
_SINGLE_SUIT = re.compile(rf"([{_SUITS}{_SIGNS}{_OTHER_SIGNS}])", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class Cards(Notation):
    """Rank and suit: `7c`, `*(7c)`."""

    name: ClassVar[str] = "cards"
    token: ClassVar[re.Pattern[str]] = re.compile(
        rf"""
          (?P<joker>\*|joker)(?:\(\s*(?P<for>{_RANK})(?P<stands>{_SUIT})\s*\))?
        | (?P<rank>{_RANK})(?:(?P<first_suit>{_SUIT})?-(?P<last>{_RANK}))?(?P<suits>(?:{_SUIT})+)
        """,
        re.ASCII | re.IGNORECASE | re.VERBOSE,
    )

    # --- Writing ---

    def tile(self, tile: Tile) -> str:
        if tile.number == 0:
            return "*"
        if tile.colour >= len(_SUITS) or tile.number > len(_RANKS):
            return str(tile)  # only an error names such a tile: that it is in no pack
        card = f"{self.number(tile.number)}{self.colour(tile.colour)}"
        return f"*({card})" if tile.is_joker else card

    def colour(self, colour: int) -> str:
        return _SUITS[colour] if colour < len(_SUITS) else COLOURS[colour]

    def number(self, number: int) -> str:
        return _RANKS[number - 1] if number <= len(_RANKS) else str(number)

    def box_fault(self, colours: int, numbers: int) -> str | None:
        if colours <= len(_SUITS) and numbers <= len(_RANKS):
            return None
        return (
            f"cards have {len(_SUITS)} suits and {len(_RANKS)} ranks, and the box has {colours} colours and"
            f" {numbers} numbers: write tiles (--notation tiles)"
        )

    # --- Reading ---

    def tiles_of(self, token: re.Match[str], where: str) -> list[Tile]:
        if token["joker"]:
            if token["stands"] is None:
                return [JOKER]
            return [Tile(_colour(token["stands"]), _number(token["for"]), is_joker=True)]
        first = _number(token["rank"])
        colours = [_colour(suit) for suit in _SINGLE_SUIT.findall(token["suits"])]
        if token["last"] is None:
            return [Tile(colour, first) for colour in colours]
        if len(colours) > 1 or (token["first_suit"] and _colour(token["first_suit"]) != colours[0]):
            raise NotationError(f"{where}: {quote(token[0])} mixes suits: a run such as 5-8h has one")
        last = _number(token["last"])
        if last == 1 and first > 1:
            last = _ACE_AFTER_KING
        if last <= first:
            raise NotationError(
                f"{where}: {quote(token[0])} does not go up: write the lower rank first, or card by card"
            )
        return [Tile(colours[0], (number - 1) % len(_RANKS) + 1) for number in range(first, last + 1)]

    def complaint(self, text: str, place: int) -> str:
        found = BETWEEN.split(text[place : place + 60])[0] or text[place]
        shown = quote(found, 12)
        if text[place] == "-":
            return "a '-' among cards: it stands alone for none, or in a run such as 5-8h"
        if re.match(r"joker|\*", found, re.IGNORECASE):
            return f"{shown} is no joker: write *, or *(7c) for one that stands for the 7 of clubs"
        if re.fullmatch("j", found, re.IGNORECASE):
            return f"{shown} is a jack without a suit: write it like Jc; a joker is *"
        if re.fullmatch(_RANK, found, re.ASCII | re.IGNORECASE):
            return f"{shown} has a rank but no suit: write it like 7c; the suits are c, d, h, s or ♣, ♦, ♥, ♠"
        if _SINGLE_SUIT.match(found):
            return f"{shown} has no rank in front of its suit: write it like 7c"
        if found[0].isdigit():
            return f"{shown} is no card: write a rank (A, 2 to 10, J, Q, K) and after it a suit (c, d, h, s), as in 7c"
        return f"{shown} is no card: write rank and suit, such as 7c, 10h, Qs, Ad; a joker is *"


CARDS = Cards()


def _colour(suit: str) -> int:
    for suits in (_SUITS, _SIGNS, _OTHER_SIGNS):
        if (colour := suits.find(suit[0].lower())) >= 0:
            return colour
    raise AssertionError("a suit is in one of the lists")


def _number(rank: str) -> int:
    return _RANKS.index("10" if rank in "tT" else rank.upper()) + 1
