"""Racks, heaps and tables read from a text in any of the notations.

A table is read as lists of tiles; whether such a list is a legal set is for `sets` to
say. Errors name the text, the place (from 1) and the mend.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from solver.errors import NotationError, quote, wrong_type
from solver.game.notation.cards import CARD_GAMES, CARDS
from solver.game.notation.kind import Notation
from solver.game.notation.letters import TILES
from solver.game.tiles import Tile

__all__ = ["NOTATIONS", "notation_of", "notation_for", "other_notation_fault", "read_sets", "read_table", "read_tiles"]

NOTATIONS: Mapping[str, Notation] = {notation.name: notation for notation in (TILES, CARDS)}
"""Every notation by its name, the usual one first."""

_BETWEEN_TILES = re.compile(r"[\s,]+")
_BETWEEN_SETS = re.compile(r"[|/;\n]")
_MOST_TILES = 10_000


def read_tiles(text: str, what: str = "rack", limit: int = _MOST_TILES, notation: Notation = TILES) -> list[Tile]:
    """Read tiles separated by blanks, commas or nothing; `-` or nothing is no tile.

    `R5-8` is four tiles of a run, `KBR7` three of a group. At most `limit` tiles.

    :raises NotationError: names `what`, the place and the first thing that is no tile.
    """
    if text.strip() in ("", "-"):
        return []
    tiles: list[Tile] = []
    place = 0
    while place < len(text):
        if blank := _BETWEEN_TILES.match(text, place):
            place = blank.end()
            continue
        token = notation.token.match(text, place)
        if token is None:
            raise NotationError(f"{what}, character {place + 1}: {_complaint(text, place, notation)}")
        tiles += notation.tiles_of(token, f"{what}, character {place + 1}")
        if len(tiles) > limit:
            raise NotationError(f"{what}: more than {limit} tiles, which no box holds")
        place = token.end()
    return tiles


def read_table(text: str, what: str = "table", notation: Notation = TILES) -> list[list[Tile]]:
    """Read a table: sets separated by `|`, `/`, `;` or new lines; `-` is an empty one.

    :raises NotationError: a line for each set that cannot be read: `what`, the set (from 1),
        the place in it and what is wrong.
    """
    sets = list(read_sets(text, what, notation))
    if errors := [str(tiles) for tiles in sets if isinstance(tiles, NotationError)]:
        raise NotationError("\n".join(errors))
    return [tiles for tiles in sets if not isinstance(tiles, NotationError)]


def read_sets(text: str, what: str = "table", notation: Notation = TILES) -> Iterator[list[Tile] | NotationError]:
    """The sets of a table one by one; for one that cannot be read, what `read_table` would say of it."""
    if text.strip() in ("", "-"):
        return
    parts = [part for part in _BETWEEN_SETS.split(text) if _BETWEEN_TILES.sub("", part)]
    for i, part in enumerate(parts, 1):
        try:
            tiles = read_tiles(part, f"{what}, set {i}", notation=notation)
        except NotationError as error:
            yield error
            continue
        yield tiles or NotationError(f"{what}, set {i}: a '-' among sets: it stands alone for an empty table")


# --- Which notation ---


def notation_of(name: Notation | str) -> Notation:
    """The notation of that name.

    :raises NotationError: if there is none.
    """
    if isinstance(name, Notation):
        return name
    if not isinstance(name, str):
        raise wrong_type("notation", name, f"one of {', '.join(NOTATIONS)}")
    if name not in NOTATIONS:
        raise NotationError(f"no notation {quote(name)}: there are {', '.join(NOTATIONS)}")
    return NOTATIONS[name]


def notation_for(texts: Iterable[str], rules: str, said: Notation | str | None) -> Notation:
    """How texts are written under a rule set: as is said; else in cards if they are, where cards are played with.

    :raises NotationError: if a notation is said that does not exist.
    """
    if said is not None:
        return notation_of(said)
    if rules not in CARD_GAMES:
        return TILES
    texts = [text for text in texts if text.strip() not in ("", "-")]
    # What can be read as tiles are tiles: KC5 begins like a king of clubs.
    all_tiles = all(map(TILES.is_all_of, texts))
    return CARDS if not all_tiles and any(map(CARDS.begins, texts)) else TILES


def other_notation_fault(texts: Mapping[str, str], notation: Notation) -> str | None:
    """What to say of texts, by what they are, that could not be read: are they written in the other notation?"""
    written = {what: text for what, text in texts.items() if text.strip() not in ("", "-")}
    for what, text in written.items():
        if notation == TILES and CARDS.is_all_of(text):
            return f"{what}: {quote(text)} is written in cards: add --notation cards (convert: --from cards)"
        if notation == CARDS and all(map(TILES.is_all_of, written.values())):
            return f"{what}: {quote(text)} is written in tiles: leave out --notation cards, or write cards such as 7c"
    return None


def _complaint(text: str, place: int, notation: Notation) -> str:
    """Why no tile starts at `place`."""
    if text[place] in "|/;":
        return f"{quote(text[place])} ends a set, and a rack has none: the table comes first, then the rack"
    tile, card = TILES.token.match(text, place), CARDS.token.match(text, place)
    if notation == TILES and card:
        return f"{quote(card[0], 12)} is a card among tiles: write it like R5, or all in cards (--notation cards)"
    # A bare J is a jack without a suit.
    if notation == CARDS and tile and (tile["letters"] or tile["stands"]):
        return f"{quote(tile[0], 12)} is a tile among cards: write it like 7c, or all in tiles (--notation tiles)"
    return notation.complaint(text, place)
