"""The notation of the rules page, read into plain data, so that tests can quote the page word for word."""

from __future__ import annotations

import re

from rulebook import GROUP, JOKER, RUN, Rules, TableSet, Tile

COLOURS = "KBROGPWC"


def tiles(text: str) -> list[Tile]:
    """Tiles of a rack: ``tiles('R5 J') == [(2, 5), 'J']``.

    :raises ValueError: an unknown tile.
    """
    return [_tile(word) for word in text.replace(",", " ").split()]


def _tile(word: str) -> Tile:
    if word == JOKER:
        return JOKER
    match = re.fullmatch(rf"([{COLOURS}])(\d+)", word)
    if match is None:
        raise ValueError(f"no tile: {word!r}")
    return COLOURS.index(match[1]), int(match[2])


def table_set(text: str, rules: Rules, kind: str | None = None) -> TableSet:
    """One set as it lies; a joker in a run stands for the number of its place.

    :raises ValueError: the kind is not told by the tiles (one natural tile beside jokers) and not given.
    """
    listed = tiles(text)
    naturals = [tile for tile in listed if not isinstance(tile, str)]
    if kind is None:
        if len(naturals) < 2:
            raise ValueError(f"run or group? {text!r}")
        kind = GROUP if len({number for _, number in naturals}) == 1 else RUN
    colour, number = naturals[0]
    if kind == GROUP:
        missing = [other for other in range(rules.colours) if (other, number) not in naturals]
        return GROUP, tuple(
            (missing.pop(0), number, True) if isinstance(tile, str) else (*tile, False) for tile in listed
        )
    first = number - next(index for index, tile in enumerate(listed) if not isinstance(tile, str)) + rules.numbers
    return RUN, tuple(
        (colour, rules.number_at(first + index), True) if isinstance(tile, str) else (*tile, False)
        for index, tile in enumerate(listed)
    )


def table(text: str, rules: Rules) -> list[TableSet]:
    """Sets separated by ``|``; ``-`` is the empty table."""
    return [] if text.strip() in ("-", "") else [table_set(part, rules) for part in text.split("|")]


def show_tile(tile: Tile) -> str:
    """A tile as the rules page writes it."""
    return JOKER if isinstance(tile, str) else f"{COLOURS[tile[0]]}{tile[1]}"


def show_set(shown: TableSet) -> str:
    """A set as the rules page writes it, each joker with what it stands for."""
    return " ".join(
        f"J({show_tile((colour, number))})" if is_joker else show_tile((colour, number))
        for colour, number, is_joker in shown[1]
    )


def show_table(shown: list[TableSet]) -> str:
    """A table as the rules page writes it."""
    return " | ".join(show_set(each) for each in shown) or "-"
