"""Tiles, sets and parameters: sections 1, 2 and 4 of the rules page as plain data.

A natural tile is ``(colour, number)``, colours from 0 and numbers from 1; a rack is a list of natural tiles and
``'J'``. A set on the table is ``(kind, places)``, kind ``'run'`` or ``'group'``, a place
``(colour, number, is_joker)``, in run order. The colour that a joker of a group is given carries no information: it may
stand for any missing colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

Natural = tuple[int, int]
Tile = Natural | str
Place = tuple[int, int, bool]
TableSet = tuple[str, tuple[Place, ...]]
Table = Sequence[TableSet]
Played = tuple[Tile, ...]

JOKER = "J"
RUN = "run"
GROUP = "group"


# --- 2. Parameters ----------------------------------------------------------------------------------------------------

WORDS: dict[str, tuple[object, ...]] = {
    "wrap": ("none", "high_one", "around"),
    "opening_table": ("no", "after"),
    "rearrange": ("full", "lay_off"),
    "freed_by": ("rearranging", "replacing"),
    "replaced_from": ("rack", "rack_or_table"),
    "group_of_three": ("either", "both"),
    "set_with_joker": ("free", "frozen", "locked"),
    "reuse": ("any", "new_set", "new_set_two_rack"),
}
"""The words that a parameter takes."""


@dataclass(frozen=True)
class Rules:
    """The parameters of section 2 that say which moves are legal; the defaults are the preset `standard`."""

    numbers: int = 13
    colours: int = 4
    copies: int = 2
    jokers: int = 2
    min_run: int = 3
    min_group: int = 3
    max_group: int | None = None
    wrap: str = "none"
    max_jokers: int | None = None
    min_natural: int = 1
    opening_points: int = 30
    opening_joker: str | int = "represented"
    opening_table: str = "no"
    needs_run: bool = False
    rearrange: str = "full"
    freed_by: str = "replacing"
    replaced_from: str = "rack_or_table"
    group_of_three: str = "either"
    set_with_joker: str = "frozen"
    reuse: str = "new_set"
    kept: int = 0
    """Tiles that stay on the rack at least; who keeps no more is out."""

    def __post_init__(self) -> None:
        """Refuse values the search was not written for.

        :raises ValueError: a size too small, more than 15 copies or jokers (a field of a bag counts no further), or a
            word that section 2 does not have.
        """
        sizes = (self.numbers, self.colours, self.copies, self.min_natural, self.min_run - 1, self.min_group - 1)
        if min(sizes) < 1 or self.jokers < 0 or max(self.copies, self.jokers) > 15:
            raise ValueError(f"sizes out of range: {self}")
        for name, allowed in WORDS.items():
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name} is {getattr(self, name)!r}, not one of {allowed}")
        if not isinstance(self.opening_joker, int) and self.opening_joker not in ("represented", "forbidden"):
            raise ValueError(f"opening_joker is {self.opening_joker!r}")

    @property
    def largest_group(self) -> int:
        """No colour twice in a group, so never more tiles than colours."""
        return self.colours if self.max_group is None else min(self.max_group, self.colours)

    @property
    def last_position(self) -> int | None:
        """The last position of a run: position 14 is the 1 after 13. None where the numbers go round without end."""
        return {"none": self.numbers, "high_one": self.numbers + 1, "around": None}[self.wrap]

    def number_at(self, position: int) -> int:
        """The number at a position of a run, positions counted from 1 and on past the highest number."""
        return (position - 1) % self.numbers + 1


STANDARD = Rules()
FREE = replace(STANDARD, freed_by="rearranging", set_with_joker="free", reuse="any")
PRESETS: dict[str, Rules] = {
    "standard": STANDARD,
    "free": FREE,
    "pressman-1998": replace(STANDARD, opening_points=50),
    "card-40": replace(
        STANDARD,
        opening_points=40,
        opening_joker=25,
        opening_table="after",
        replaced_from="rack",
        reuse="new_set_two_rack",
    ),
    "rummy-royal": STANDARD,
    "rummy-o": replace(
        STANDARD,
        opening_points=50,
        opening_joker=30,
        replaced_from="rack",
        set_with_joker="locked",
        reuse="new_set_two_rack",
    ),
    "sabra": replace(STANDARD, opening_table="after", replaced_from="rack", set_with_joker="locked", reuse="any"),
    "six-player": replace(STANDARD, copies=3, jokers=4),
    "vatikan": replace(STANDARD, opening_points=0, needs_run=True, opening_table="after", reuse="any"),
    "machiavelli": replace(FREE, jokers=0, opening_points=0, opening_table="after", wrap="high_one"),
    "american": replace(STANDARD, opening_points=50, opening_table="after", rearrange="lay_off", kept=1),
}
"""Section 4, as far as it bears on legal moves."""

COLUMNS: dict[str, Rules] = {
    "free": FREE,
    "standard": STANDARD,
    "rack2": replace(STANDARD, replaced_from="rack", reuse="new_set_two_rack"),
    "sabra": PRESETS["sabra"],
    "rummy-o": replace(PRESETS["rummy-o"], opening_points=30),
    "literal": replace(FREE, reuse="new_set"),
}
"""The columns of the table of worked positions in section 6, and the `literal` of its remarks.

All columns open at 30: the rows that are not opened lay 33 and 36 points under `rummy-o` too, whose preset asks for 50.
"""


# --- 1. What every rule set shares ------------------------------------------------------------------------------------


def naturals_of(places: Iterable[Place]) -> list[Natural]:
    """The natural tiles of a set."""
    return [(colour, number) for colour, number, is_joker in places if not is_joker]


def jokers_of(places: Iterable[Place]) -> int:
    """How many jokers a set holds."""
    return sum(is_joker for _, _, is_joker in places)


def is_set(table_set: TableSet, rules: Rules) -> bool:
    """Whether these places, in this order, are a run or a group."""
    kind, places = table_set
    if not all(0 <= colour < rules.colours and 1 <= number <= rules.numbers for colour, number, _ in places):
        return False
    if rules.max_jokers is not None and jokers_of(places) > rules.max_jokers:
        return False
    if len(naturals_of(places)) < rules.min_natural:
        return False
    if kind == RUN:
        return _is_run(places, rules)
    return kind == GROUP and _is_group(places, rules)


def _is_run(places: tuple[Place, ...], rules: Rules) -> bool:
    """A run: one colour, each number one above the number before it."""
    if len(places) < rules.min_run or len({colour for colour, _, _ in places}) != 1:
        return False
    first = places[0][1]
    last = first + len(places) - 1
    if rules.last_position is not None and last > rules.last_position:
        return False
    return all(number == rules.number_at(first + offset) for offset, (_, number, _) in enumerate(places))


def _is_group(places: tuple[Place, ...], rules: Rules) -> bool:
    """A group: one number, all colours different. Jokers find a colour each while tiles are no more than colours."""
    if not rules.min_group <= len(places) <= rules.largest_group or len({number for _, number, _ in places}) != 1:
        return False
    colours = [colour for colour, _ in naturals_of(places)]
    return len(set(colours)) == len(colours)


def canonical(table_set: TableSet, rules: Rules) -> TableSet:
    """One notation for all sets that differ only in the order of a group or in the colour its jokers are given."""
    kind, places = table_set
    if kind == RUN:
        return table_set
    naturals = sorted(naturals_of(places))
    number = places[0][1]
    missing = [colour for colour in range(rules.colours) if (colour, number) not in naturals]
    jokers = [(colour, number, True) for colour in missing[: jokers_of(places)]]
    return GROUP, (*((colour, number, False) for colour, number in naturals), *jokers)


def sort_played(tiles: Iterable[Tile]) -> Played:
    """Rack tiles in the order used everywhere: naturals by colour and number, then jokers."""
    naturals, jokers = split_jokers(tiles)
    return (*sorted(naturals), *[JOKER] * jokers)


def split_jokers(tiles: Iterable[Tile]) -> tuple[list[Natural], int]:
    """The natural tiles, and the number of jokers."""
    listed = list(tiles)
    naturals = [tile for tile in listed if not isinstance(tile, str)]
    return naturals, len(listed) - len(naturals)


def inside(part: Counter[Natural], whole: Counter[Natural]) -> bool:
    """Whether a multiset of natural tiles lies inside another."""
    return all(whole[tile] >= count for tile, count in part.items())


def tiles_of(table_set: TableSet) -> list[Tile]:
    return [JOKER if is_joker else (colour, number) for colour, number, is_joker in table_set[1]]


def heap(table: Table) -> list[Tile]:
    """All tiles of a table, as they would lie after it was knocked over."""
    return [tile for table_set in table for tile in tiles_of(table_set)]


def content_of(table_set: TableSet) -> Counter[Tile]:
    """The tiles of a set as they lie, a joker being a joker."""
    return Counter(tiles_of(table_set))


def missing_tiles(places: tuple[Place, ...], rules: Rules) -> set[Natural]:
    """The tiles of all colours that a group does not hold as natural tiles."""
    number = places[0][1]
    return {(colour, number) for colour in range(rules.colours)} - set(naturals_of(places))


def sub_multisets(tiles: Iterable[Tile]) -> Iterator[Played]:
    """Every different non-empty selection of the given tiles."""
    counted = Counter(sort_played(tiles))
    for counts in product(*(range(count + 1) for count in counted.values())):
        if any(counts):
            yield tuple(tile for tile, count in zip(counted, counts, strict=True) for _ in range(count))


def conserved(old_table: Table, played: Iterable[Tile], new_table: Table) -> bool:
    """Old table and tiles played make the new table, tile by tile, and at least one tile was played."""
    naturals, jokers = split_jokers(played)
    if not naturals and not jokers:
        return False
    before = Counter(naturals)
    after: Counter[Natural] = Counter()
    for _, places in old_table:
        before.update(naturals_of(places))
        jokers += jokers_of(places)
    for _, places in new_table:
        after.update(naturals_of(places))
        jokers -= jokers_of(places)
    return before == after and jokers == 0
