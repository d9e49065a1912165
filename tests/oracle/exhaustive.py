"""An exhaustive search for the best move, written straight from the rules page.

It is the yardstick for the real solver and shares no code with it. A small position is answered by trying everything: which
tiles are laid, which jokers are freed against which tokens, and every way to cut the tiles into sets.
The headings below follow the rules page, so that the two can be read side by side.

Two readings of the joker rules live here on purpose, and the tests hold them against each other:

* the judge (:func:`legal`) takes a finished table and looks for some reading of its jokers that satisfies every rule;
  :func:`arrangements` lists all partitions and keeps those the judge accepts;
* the search (:func:`playable`, :func:`best`, :func:`fewest_moved`) first says which jokers are freed and then builds the table
  set by set, each set checked when it is laid.

Everything is plain data. A natural tile is ``(colour, number)``, colours from 0 and numbers from 1; a rack is a list of natural
tiles and ``'J'``. A set on the table is ``(kind, places)``, kind ``'run'`` or ``'group'``, a place ``(colour, number, is_joker)``,
in run order. The colour that a joker of a group is given carries no information: it may stand for any missing colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

Natural = tuple[int, int]
Tile = Natural | str
Place = tuple[int, int, bool]
TableSet = tuple[str, tuple[Place, ...]]
Table = Sequence[TableSet]
Played = tuple[Tile, ...]

JOKER = "J"
RUN = "run"
GROUP = "group"


# --- 2. Parameters --------------------------------------------------------------------------------------------------------------


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

    def __post_init__(self) -> None:
        """Refuse values the search was not written for.

        :raises ValueError: a size below 1, more than 7 copies or jokers (tiles are counted in four bits), or a word not in section 2.
        """
        sizes = (self.numbers, self.colours, self.copies, self.min_natural)
        if min(sizes) < 1 or max(self.copies, self.jokers) > 7 or self.jokers < 0 or min(self.min_run, self.min_group) < 2:
            raise ValueError(f"sizes out of range: {self}")
        words = {
            "wrap": ("none", "high_one", "around"),
            "opening_table": ("no", "after"),
            "rearrange": ("full", "lay_off"),
            "freed_by": ("rearranging", "replacing"),
            "replaced_from": ("rack", "rack_or_table"),
            "group_of_three": ("either", "both"),
            "set_with_joker": ("free", "frozen", "locked"),
            "reuse": ("any", "new_set", "new_set_two_rack"),
        }
        for name, allowed in words.items():
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
        STANDARD, opening_points=40, opening_joker=25, opening_table="after", replaced_from="rack", reuse="new_set_two_rack"
    ),
    "rummy-royal": STANDARD,
    "rummy-o": replace(
        STANDARD, opening_points=50, opening_joker=30, replaced_from="rack", set_with_joker="locked", reuse="new_set_two_rack"
    ),
    "sabra": replace(STANDARD, opening_table="after", replaced_from="rack", set_with_joker="locked", reuse="any"),
    "six-player": replace(STANDARD, copies=3, jokers=4),
    "vatikan": replace(STANDARD, opening_points=0, needs_run=True, opening_table="after", reuse="any"),
    "machiavelli": replace(FREE, jokers=0, opening_points=0, opening_table="after", wrap="high_one"),
    "american": replace(STANDARD, opening_points=50, opening_table="after", rearrange="lay_off"),
}
"""Section 4, as far as it bears on legal moves."""

COLUMNS: dict[str, Rules] = {
    "free": FREE,
    "standard": STANDARD,
    "rack2": replace(STANDARD, replaced_from="rack", reuse="new_set_two_rack"),
    "sabra": PRESETS["sabra"],
    "rummy-o": PRESETS["rummy-o"],
    "literal": replace(FREE, reuse="new_set"),
}
"""The columns of the table of worked positions in section 6, and the `literal` of its remarks."""


# --- 1. What every rule set shares ----------------------------------------------------------------------------------------------


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
    """A group: one number, all colours different. Jokers find a colour each as long as there are no more tiles than colours."""
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
    listed = list(tiles)
    return (*sorted(tile for tile in listed if not isinstance(tile, str)), *(tile for tile in listed if isinstance(tile, str)))


def _split(tiles: Iterable[Tile]) -> tuple[list[Natural], int]:
    """The natural tiles, and the number of jokers."""
    listed = list(tiles)
    naturals = [tile for tile in listed if not isinstance(tile, str)]
    return naturals, len(listed) - len(naturals)


def _inside(part: Counter[Natural], whole: Counter[Natural]) -> bool:
    """Whether a multiset of natural tiles lies inside another."""
    return all(whole[tile] >= count for tile, count in part.items())


def conserved(old_table: Table, played: Iterable[Tile], new_table: Table) -> bool:
    """Old table and tiles played make the new table, tile by tile, and at least one tile was played."""
    naturals, jokers = _split(played)
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


def legal(old_table: Table, played: Sequence[Tile], new_table: Table, rules: Rules, opened: bool = True) -> bool:
    """Judge a finished move. The jokers of the new table's groups may be read in any way.

    >>> before = [('run', ((1, 4, False), (1, 5, False), (1, 6, False)))]
    >>> legal(before, ['J'], [('run', ((1, 4, False), (1, 5, False), (1, 6, False), (1, 7, True)))], STANDARD)
    True
    """
    if not conserved(old_table, played, new_table) or not all(is_set(table_set, rules) for table_set in new_table):
        return False
    if not opened and rules.opening_table == "no":
        return _opens_beside_the_table(old_table, new_table, rules)
    if not opened and not opens(played, rules):
        return False
    if rules.rearrange == "lay_off" and not _only_laid_off(old_table, new_table):
        return False
    return jokers_legal(old_table, played, new_table, rules)


# --- 2. The opening -------------------------------------------------------------------------------------------------------------


def set_value(tiles: Iterable[Tile], rules: Rules) -> int | None:
    """What a set counts in the opening, by its best reading; None when it may not be used. Tiles in any order."""
    naturals, jokers = _split(tiles)
    if rules.opening_joker == "forbidden" and jokers:
        return None
    if isinstance(rules.opening_joker, int):
        return sum(number for _, number in naturals) + jokers * rules.opening_joker
    return _best_reading(tuple(sorted(naturals)), jokers, rules)


@cache
def _best_reading(naturals: tuple[Natural, ...], jokers: int, rules: Rules) -> int | None:
    """The highest sum of the numbers that the tiles of a set show or stand for, read as a run or as a group."""
    size = len(naturals) + jokers
    readings = []
    colours = {colour for colour, _ in naturals}
    numbers = Counter(number for _, number in naturals)
    if len(numbers) == 1 and len(colours) == len(naturals) and rules.min_group <= size <= rules.largest_group:
        readings.append(size * naturals[0][1])
    if len(colours) == 1 and size >= rules.min_run:
        for first in range(1, rules.numbers + 1):
            if rules.last_position is None or first + size - 1 <= rules.last_position:
                run = [rules.number_at(position) for position in range(first, first + size)]
                if not numbers - Counter(run):
                    readings.append(sum(run))
    return max(readings, default=None)


def _is_opening_run(table_set: TableSet, rules: Rules) -> bool:
    return table_set[0] == RUN and len(table_set[1]) >= max(3, rules.min_run)


def _tiles_of(table_set: TableSet) -> list[Tile]:
    return [JOKER if is_joker else (colour, number) for colour, number, is_joker in table_set[1]]


def _opens_beside_the_table(old_table: Table, new_table: Table, rules: Rules) -> bool:
    """`opening.table = no`: the old sets lie there unchanged, and the new sets beside them are the opening."""
    before = Counter(canonical(table_set, rules) for table_set in old_table)
    after = Counter(canonical(table_set, rules) for table_set in new_table)
    if before - after:
        return False
    opening = list((after - before).elements())
    values = [set_value(_tiles_of(table_set), rules) for table_set in opening]
    if any(value is None for value in values):
        return False
    if rules.needs_run and not any(_is_opening_run(table_set, rules) for table_set in opening):
        return False
    return sum(value for value in values if value is not None) >= rules.opening_points


def opens(played: Sequence[Tile], rules: Rules) -> bool:
    """`opening.table = after`: whether some of the tiles played can be laid as opening sets that reach the threshold."""
    if rules.opening_points <= 0 and not rules.needs_run:
        return True
    return any(_reaches_threshold(part, rules) for part in sub_multisets(played))


def opening_value(tiles: Sequence[Tile], rules: Rules) -> int | None:
    """The most that exactly these tiles count when laid as opening sets; None when they cannot be."""
    naturals, jokers = _split(tiles)
    return _best_opening(_bag(naturals, rules), jokers, rules.needs_run, rules)


def _reaches_threshold(tiles: Sequence[Tile], rules: Rules) -> bool:
    value = opening_value(tiles, rules)
    return value is not None and value >= rules.opening_points


@cache
def _best_opening(bag: int, jokers: int, needs_run: bool, rules: Rules) -> int | None:
    """The most points of any partition of these tiles into opening sets, one of them a run where that is asked."""
    if bag == 0:
        return 0 if jokers == 0 and not needs_run else None
    totals = []
    for cover in _joker_free_covers(rules).covering(bag, jokers):
        table_set = (cover.kind, cover.places)
        value = set_value(_tiles_of(table_set), rules)
        rest = _best_opening(
            bag - cover.bag, jokers - cover.jokers, needs_run and not _is_opening_run(table_set, rules), rules
        )
        if value is not None and rest is not None:
            totals.append(value + rest)
    return max(totals, default=None)


# --- 2. Laying off --------------------------------------------------------------------------------------------------------------


def _contents(table_set: TableSet) -> Counter[Tile]:
    """The tiles of a set as they lie, a joker being a joker."""
    return Counter(_tiles_of(table_set))


def _only_laid_off(old_table: Table, new_table: Table) -> bool:
    """`table.rearrange = lay_off`: every old set goes into one new set, and no tile of a new set is used for two of them."""
    room = [_contents(table_set) for table_set in new_table]

    def place(index: int) -> bool:
        if index == len(old_table):
            return True
        old = _contents(old_table[index])
        for contents in room:
            if all(contents[tile] >= count for tile, count in old.items()):
                contents.subtract(old)
                fits = place(index + 1)
                contents.update(old)
                if fits:
                    return True
        return False

    return place(0)


# --- 3. Jokers, formally --------------------------------------------------------------------------------------------------------


class OldJoker(NamedTuple):
    """A joker of the old table: the set it lies in and the tiles it may stand for."""

    owner: int
    kind: str
    rep: frozenset[Natural]
    in_group_of_three: bool


def old_jokers(old_table: Table, rules: Rules) -> list[OldJoker]:
    """Every joker of the old table with its `rep`."""
    found = []
    for owner, (kind, places) in enumerate(old_table):
        for colour, number, is_joker in places:
            if is_joker:
                rep = {(colour, number)} if kind == RUN else _missing(places, rules)
                found.append(OldJoker(owner, kind, frozenset(rep), kind == GROUP and len(places) == 3))
    return found


def _missing(places: tuple[Place, ...], rules: Rules) -> set[Natural]:
    """The tiles of all colours that a group does not hold as natural tiles."""
    number = places[0][1]
    return {(colour, number) for colour in range(rules.colours)} - set(naturals_of(places))


def rack_tokens(
    freed: Sequence[OldJoker], old_table: Table, played: Iterable[Tile], rules: Rules
) -> set[tuple[Natural, ...]]:
    """All ways to pay for the freed jokers, each as the rack tiles it uses as tokens; empty when they cannot be paid for.

    Every token is a tile of its own. A token from the table is not listed: it costs the rack nothing.
    """
    if rules.freed_by == "rearranging":
        return {()}
    demands: list[tuple[int, frozenset[Natural]]] = []
    for joker in freed:
        if rules.group_of_three == "both" and joker.in_group_of_three:
            demands.extend((joker.owner, frozenset({tile})) for tile in joker.rep)
        else:
            demands.append((joker.owner, joker.rep))
    rack = Counter(_split(played)[0])
    table = [Counter(naturals_of(places)) for _, places in old_table]
    ways: set[tuple[Natural, ...]] = set()

    def pay(index: int, used: tuple[Natural, ...]) -> None:
        if index == len(demands):
            ways.add(tuple(sorted(used)))
            return
        owner, choice = demands[index]
        for tile in choice:
            if rack[tile]:
                rack[tile] -= 1
                pay(index + 1, (*used, tile))
                rack[tile] += 1
            if rules.replaced_from == "rack_or_table":
                for number, tiles in enumerate(table):
                    if number != owner and tiles[tile]:
                        tiles[tile] -= 1
                        pay(index + 1, used)
                        tiles[tile] += 1

    pay(0, ())
    return ways


class _JokerPlace(NamedTuple):
    """A place of the new table that a joker fills, and the tiles it can stand for there."""

    new_set: int
    kind: str
    readings: frozenset[Natural]


def jokers_legal(old_table: Table, played: Sequence[Tile], new_table: Table, rules: Rules) -> bool:
    """Whether some reading of the new table's jokers, some kept and some freed, satisfies all of section 3."""
    places = []
    for index, (kind, new_places) in enumerate(new_table):
        for colour, number, is_joker in new_places:
            if is_joker:
                readings = {(colour, number)} if kind == RUN else _missing(new_places, rules)
                places.append(_JokerPlace(index, kind, frozenset(readings)))
    jokers = old_jokers(old_table, rules)
    for chosen in _keepings(jokers, places):
        freed = [joker for joker, place in zip(jokers, chosen, strict=True) if place is None]
        kept = [(joker, places[place]) for joker, place in zip(jokers, chosen, strict=True) if place is not None]
        if not _kept_can_be_read(kept) or not _locked_sets_stay(kept, old_table, new_table, rules):
            continue
        ways = rack_tokens(freed, old_table, played, rules)
        if not ways:
            continue
        others = [place for index, place in enumerate(places) if index not in chosen]
        # What is neither kept nor freed comes from the rack, so it is enough to say which places the freed jokers take.
        for taken in combinations(range(len(others)), len(freed)):
            freed_at = Counter(others[index].new_set for index in taken)
            rack_at = Counter(place.new_set for index, place in enumerate(others) if index not in taken)
            if _reuse_allowed(freed_at, rack_at, ways, old_table, played, new_table, rules):
                return True
    return False


def _keepings(jokers: list[OldJoker], places: list[_JokerPlace]) -> Iterator[tuple[int | None, ...]]:
    """For each old joker the place where it is kept, or None if it is freed; all combinations."""

    def extend(index: int, chosen: tuple[int | None, ...]) -> Iterator[tuple[int | None, ...]]:
        if index == len(jokers):
            yield chosen
            return
        for number, place in enumerate(places):
            if number not in chosen and place.kind == jokers[index].kind and place.readings & jokers[index].rep:
                yield from extend(index + 1, (*chosen, number))
        yield from extend(index + 1, (*chosen, None))

    return extend(0, ())


def _kept_can_be_read(kept: list[tuple[OldJoker, _JokerPlace]]) -> bool:
    """Whether the kept jokers of each group find different colours, each in its own `rep`. Others take the colours left."""
    groups: dict[int, list[frozenset[Natural]]] = {}
    for joker, place in kept:
        if place.kind == GROUP:
            groups.setdefault(place.new_set, []).append(joker.rep & place.readings)
    return all(_different_choices(choices) for choices in groups.values())


def _different_choices(choices: Sequence[frozenset[Natural]]) -> bool:
    """Whether one element can be taken from each of the given sets, all different."""
    if len(choices) == 1:
        return bool(choices[0])
    return any(len(set(chosen)) == len(chosen) for chosen in product(*choices))


def _locked_sets_stay(kept: list[tuple[OldJoker, _JokerPlace]], old_table: Table, new_table: Table, rules: Rules) -> bool:
    """`locked`: the natural tiles of a set stay with its kept jokers in one new set; no tile does so for two old sets."""
    if rules.set_with_joker != "locked":
        return True
    home: dict[int, int] = {}
    for joker, place in kept:
        if home.setdefault(joker.owner, place.new_set) != place.new_set:
            return False
    needed: dict[int, Counter[Natural]] = {}
    for owner, new_set in home.items():
        needed.setdefault(new_set, Counter()).update(naturals_of(old_table[owner][1]))
    return all(_inside(tiles, Counter(naturals_of(new_table[index][1]))) for index, tiles in needed.items())


def adds_to_an_old_set(kind: str, naturals: Counter[Natural], old_table: Table) -> bool:
    """Whether a set contains all natural tiles of an old set of its kind: it is no new set but an old one continued."""
    return any(kind == old_kind and _inside(Counter(naturals_of(places)), naturals) for old_kind, places in old_table)


def _reuse_allowed(
    freed_at: Counter[int],
    rack_at: Counter[int],
    ways: set[tuple[Natural, ...]],
    old_table: Table,
    played: Sequence[Tile],
    new_table: Table,
    rules: Rules,
) -> bool:
    """`jokers.reuse`: whether every set that receives a freed joker may do so."""
    if rules.reuse == "any":
        return True
    for index in freed_at:
        kind, places = new_table[index]
        if adds_to_an_old_set(kind, Counter(naturals_of(places)), old_table):
            return False
    if rules.reuse == "new_set":
        return True
    wanted = [(naturals_of(new_table[index][1]), max(0, 2 - rack_at[index])) for index in freed_at]
    for tokens in ways:
        rack = Counter(_split(played)[0])
        rack.subtract(tokens)
        if _two_from_the_rack(wanted, rack):
            return True
    return False


def _two_from_the_rack(wanted: Sequence[tuple[list[Natural], int]], rack: Counter[Natural]) -> bool:
    """Whether each set can show the wanted number of rack tiles, none of them shown twice."""
    if not wanted:
        return True
    naturals, number = wanted[0]
    for shown in combinations(naturals, number):
        left = rack.copy()
        left.subtract(shown)
        if min(left.values(), default=0) >= 0 and _two_from_the_rack(wanted[1:], left):
            return True
    return False


# --- Bags: multisets of tiles as one number -------------------------------------------------------------------------------------
# A bag counts each tile in a field of four bits, in the order of colours and then numbers, so that bags are added and
# subtracted like numbers and the lowest bit that is set belongs to the smallest tile. Kept jokers get fields above the tiles.


@cache
def _bag_of_one(tile: Natural, rules: Rules) -> int:
    return 1 << 4 * (tile[0] * rules.numbers + tile[1] - 1)


def _bag(naturals: Iterable[Natural], rules: Rules) -> int:
    return sum(_bag_of_one(tile, rules) for tile in naturals)


def _smallest(bag: int) -> int:
    """The field of the smallest tile in a bag that is not empty."""
    return ((bag & -bag).bit_length() - 1) // 4


def _fields(bag: int) -> list[tuple[int, int]]:
    """The fields of a bag that are not empty, with their counts."""
    found = []
    while bag:
        field = _smallest(bag)
        count = bag >> 4 * field & 15
        found.append((field, count))
        bag -= count << 4 * field
    return found


def _holds(bag: int, part: int) -> bool:
    """Whether a bag contains another."""
    return all(bag >> 4 * field & 15 >= count for field, count in _fields(part))


def sub_multisets(tiles: Iterable[Tile]) -> Iterator[Played]:
    """Every different non-empty selection of the given tiles."""
    counted = Counter(sort_played(tiles))
    for counts in product(*(range(count + 1) for count in counted.values())):
        if any(counts):
            yield tuple(tile for tile, count in zip(counted, counts, strict=True) for _ in range(count))


# --- All sets that can cover a tile ---------------------------------------------------------------------------------------------


class _KeptClass(NamedTuple):
    """Old jokers that are kept under the same conditions. `owner` matters only where sets are locked."""

    kind: str
    rep: frozenset[Natural]
    owner: int | None


class _Cover(NamedTuple):
    """A set that covers a tile: `bag` are its natural tiles and kept jokers, `jokers` its other jokers."""

    kind: str
    bag: int
    naturals: int
    jokers: int
    all_jokers: int
    places: tuple[Place, ...]


class _Covers:
    """Lists the sets that can be laid around the smallest tile of a bag.

    Kept jokers lie in the bag as further tiles, a field for each class, and can only go to a place of their kind at a tile of their
    `rep`. With `by_content` sets of the same tiles are listed once, wherever their other jokers lie.
    """

    def __init__(self, rules: Rules, classes: Sequence[_KeptClass] = (), by_content: bool = False) -> None:
        self.rules = rules
        self.by_content = by_content
        self.tiles = [(colour, number) for colour in range(rules.colours) for number in range(1, rules.numbers + 1)]
        self.fields = {tile: field for field, tile in enumerate(self.tiles)}
        self.naturals_mask = (1 << 4 * len(self.tiles)) - 1
        self.run_classes: dict[Natural, list[int]] = {}
        self.group_classes: dict[int, list[tuple[int, frozenset[Natural]]]] = {}
        self.colour_mask = [0] * rules.colours
        self.number_mask = [0] * (rules.numbers + 1)
        for field, (colour, number) in enumerate(self.tiles):
            self.colour_mask[colour] |= 15 << 4 * field
            self.number_mask[number] |= 15 << 4 * field
        for field, kept in enumerate(classes, start=len(self.tiles)):
            colour, number = next(iter(kept.rep))
            if kept.kind == RUN:
                self.run_classes.setdefault((colour, number), []).append(field)
                self.colour_mask[colour] |= 15 << 4 * field
            else:
                self.group_classes.setdefault(number, []).append((field, kept.rep))
                self.number_mask[number] |= 15 << 4 * field
        self._runs: dict[tuple[int, int, int], list[_Cover]] = {}
        self._groups: dict[tuple[int, int, int], list[_Cover]] = {}

    def covering(self, bag: int, jokers: int) -> list[_Cover]:
        """All legal sets from the bag and up to `jokers` other jokers that hold the smallest tile of the bag as a natural tile."""
        if self.rules.max_jokers is not None:
            jokers = min(jokers, self.rules.max_jokers)
        field = _smallest(bag)
        if field >= len(self.tiles):
            return []  # only kept jokers are left, and no set is made of jokers alone
        colour, number = self.tiles[field]
        run_key = (field, bag & self.colour_mask[colour], jokers)
        runs = self._runs.get(run_key)
        if runs is None:
            runs = self._runs[run_key] = self._distinct(self._runs_around(*run_key))
        group_key = (field, bag & self.number_mask[number], jokers)
        groups = self._groups.get(group_key)
        if groups is None:
            groups = self._groups[group_key] = self._groups_around(*group_key)
        return runs + groups

    def _distinct(self, covers: list[_Cover]) -> list[_Cover]:
        if not self.by_content:
            return covers
        return list({(cover.bag, cover.jokers): cover for cover in covers}.values())

    def _few_enough_jokers(self, jokers: int) -> bool:
        return self.rules.max_jokers is None or jokers <= self.rules.max_jokers

    def _runs_around(self, field: int, bag: int, jokers: int) -> list[_Cover]:
        rules = self.rules
        colour, wanted = self.tiles[field]
        last = rules.last_position
        # Past this position the wanted tile cannot come any more.
        too_late = None if last is None else (rules.numbers + 1 if last > rules.numbers and wanted == 1 else wanted)
        found = []

        def extend(position: int, left: int, wild: int, used: int, places: tuple[Place, ...], covered: bool) -> None:
            if len(places) >= rules.min_run and covered:
                all_jokers = jokers_of(places)
                if len(places) - all_jokers >= rules.min_natural and self._few_enough_jokers(all_jokers):
                    found.append(_Cover(RUN, used, used & self.naturals_mask, jokers - wild, all_jokers, places))
            if (last is not None and position > last) or (too_late is not None and position > too_late and not covered):
                return
            number = rules.number_at(position)
            tile = (colour, number)
            one = 1 << 4 * self.fields[tile]
            if left & 15 * one:
                extend(
                    position + 1, left - one, wild, used + one, (*places, (*tile, False)), covered or number == wanted
                )
            for kept in self.run_classes.get(tile, ()):
                one = 1 << 4 * kept
                if left & 15 * one:
                    extend(position + 1, left - one, wild, used + one, (*places, (*tile, True)), covered)
            if wild:
                extend(position + 1, left, wild - 1, used, (*places, (*tile, True)), covered)

        for first in range(1, rules.numbers + 1):
            extend(first, bag, jokers, 0, (), False)
        return found

    def _groups_around(self, field: int, bag: int, jokers: int) -> list[_Cover]:
        rules = self.rules
        own_colour, number = self.tiles[field]
        others = [
            colour
            for colour in range(rules.colours)
            if colour != own_colour and bag >> 4 * self.fields[colour, number] & 15
        ]
        found = []
        for kept, kept_bag in self._kept_in_group(number, bag):
            for more in range(len(others) + 1):
                for chosen in combinations(others, more):
                    naturals = [(colour, number) for colour in sorted((own_colour, *chosen))]
                    if len(naturals) < rules.min_natural:
                        continue
                    choices = [rep - set(naturals) for rep in kept]
                    if kept and not _different_choices(choices):
                        continue
                    natural_bag = sum(1 << 4 * self.fields[tile] for tile in naturals)
                    missing = [colour for colour in range(rules.colours) if (colour, number) not in naturals]
                    for wild in range(jokers + 1):
                        all_jokers = wild + len(kept)
                        size = len(naturals) + all_jokers
                        if rules.min_group <= size <= rules.largest_group and self._few_enough_jokers(all_jokers):
                            places = (
                                *((*tile, False) for tile in naturals),
                                *((colour, number, True) for colour in missing[:all_jokers]),
                            )
                            found.append(_Cover(GROUP, natural_bag + kept_bag, natural_bag, wild, all_jokers, places))
        return found

    def _kept_in_group(self, number: int, bag: int) -> Iterator[tuple[list[frozenset[Natural]], int]]:
        """All selections of kept jokers for a group of this number: the `rep` of each, and the bag they make."""
        classes = self.group_classes.get(number, [])
        for counts in product(*(range((bag >> 4 * field & 15) + 1) for field, _ in classes)):
            reps = [rep for count, (_, rep) in zip(counts, classes, strict=True) for _ in range(count)]
            yield reps, sum(count << 4 * field for count, (field, _) in zip(counts, classes, strict=True))


@cache
def _joker_free_covers(rules: Rules) -> _Covers:
    """The sets of a box in which no joker is tied to a tile."""
    return _Covers(rules)


# --- All arrangements -----------------------------------------------------------------------------------------------------------


def partitions(naturals: Iterable[Natural], jokers: int, rules: Rules) -> Iterator[tuple[TableSet, ...]]:
    """Every way to cut these tiles into legal sets, each once, whatever the old table was."""
    covers = _joker_free_covers(rules)
    solvable = _freely_arrangeable

    def cut(bag: int, wild: int, sets: tuple[TableSet, ...], previous: int) -> Iterator[tuple[TableSet, ...]]:
        if bag == 0:
            if wild == 0:
                yield tuple(sorted(sets))
            return
        smallest = _smallest(bag)
        for cover in covers.covering(bag, wild):
            table_set = (cover.kind, cover.places)
            # Two sets around copies of the same tile are laid in one order only.
            if smallest == previous and table_set < sets[-1]:
                continue
            if solvable(bag - cover.bag, wild - cover.jokers, rules):
                yield from cut(bag - cover.bag, wild - cover.jokers, (*sets, table_set), smallest)

    bag = _bag(naturals, rules)
    if solvable(bag, jokers, rules):
        yield from cut(bag, jokers, (), -1)


@cache
def _content_covers(rules: Rules) -> _Covers:
    return _Covers(rules, by_content=True)


@cache
def _freely_arrangeable(bag: int, jokers: int, rules: Rules) -> bool:
    """Whether tiles can be cut into legal sets at all, jokers moving like any tile."""
    if bag == 0:
        return jokers == 0
    return any(
        _freely_arrangeable(bag - cover.bag, jokers - cover.jokers, rules)
        for cover in _content_covers(rules).covering(bag, jokers)
    )


def arrangements(
    old_table: Table, played: Sequence[Tile], rules: Rules, opened: bool = True
) -> Iterator[tuple[TableSet, ...]]:
    """Every legal new table after laying exactly these tiles, each once.

    Tables are sorted tuples of sets in :func:`canonical` notation: two tables that differ only in the colour a joker of a group is
    given are the same, two that differ in the place of a joker in a run are not.
    """
    naturals, jokers = _split(played)
    beside = not opened and rules.opening_table == "no"
    untouched = tuple(canonical(table_set, rules) for table_set in old_table) if beside else ()
    if not beside:
        for _, places in old_table:
            naturals.extend(naturals_of(places))
            jokers += jokers_of(places)
    for sets in partitions(naturals, jokers, rules):
        new_table = tuple(sorted((*untouched, *sets)))
        if legal(old_table, played, new_table, rules, opened):
            yield new_table


# --- The search -----------------------------------------------------------------------------------------------------------------


class _State(NamedTuple):
    """What is still to be laid. `unplaced` and `heirless` are bit masks over the old sets."""

    bag: int
    """Natural tiles and kept jokers."""
    freed: int
    """Jokers that were freed. Where their place is free of conditions, rack jokers are counted here too."""
    from_rack: int
    """Jokers from the rack."""
    rack: int
    """Rack tiles that are no tokens and have not been shown yet as one of the two tiles that come with a freed joker."""
    unplaced: int
    """Under `lay_off`: old sets that no new set has taken in yet."""
    heirless: int
    """Old sets that have no heir yet; only counted when moved tiles are."""


class Search:
    """Answers questions about one old table, and remembers what it has found out about it.

    :param old_table: sets that are legal under the rules
    """

    def __init__(self, old_table: Table, rules: Rules, opened: bool = True) -> None:
        self.old_table = list(old_table)
        self.rules = rules
        self.opened = opened
        self.jokers = old_jokers(old_table, rules)
        self.old_naturals = [_bag(naturals_of(places), rules) for _, places in old_table]
        self.old_joker_count = [jokers_of(places) for _, places in old_table]
        self.table_bag = sum(self.old_naturals)
        locked = rules.set_with_joker == "locked"
        classes: list[_KeptClass] = []
        self.class_of: list[int] = []
        for joker in self.jokers:
            kept = _KeptClass(joker.kind, joker.rep, joker.owner if locked else None)
            if kept not in classes:
                classes.append(kept)
            self.class_of.append(classes.index(kept))
        self.covers = _Covers(rules, classes, by_content=True)
        self.first_class = rules.colours * rules.numbers
        self.locks = [
            (
                self.old_naturals[owner],
                sum(15 << 4 * (self.first_class + index) for index, kept in enumerate(classes) if kept.owner == owner),
            )
            for owner in range(len(self.old_table))
            if locked and self.old_joker_count[owner]
        ]
        every_rep = frozenset[Natural]().union(*(joker.rep for joker in self.jokers))
        self.token_mask = 15 * _bag(every_rep, rules)
        self._roots: dict[tuple[int, int], set[tuple[int, int, int]]] = {}
        self._continues: dict[tuple[str, int], bool] = {}
        self._can: dict[_State, bool] = {}
        self._common: dict[_State, int] = {}
        self._playable: dict[Played, bool] = {}

    def can_play(self, played: Sequence[Tile]) -> bool:
        """Whether exactly these rack tiles can be laid."""
        key = sort_played(played)
        if key not in self._playable:
            self._playable[key] = self._can_play(key)
        return self._playable[key]

    def _can_play(self, played: Played) -> bool:
        rules = self.rules
        if not played:
            return False
        if not self.opened and rules.opening_table == "no":
            return _reaches_threshold(played, rules)
        naturals, jokers = _split(played)
        bag = self.table_bag + _bag(naturals, rules)
        if not _freely_arrangeable(bag, len(self.jokers) + jokers, rules):
            return False
        if not self.opened and not opens(played, rules):
            return False
        return any(self._can_finish(state) for state in self._starts(played))

    def fewest_moved(self, played: Sequence[Tile]) -> int | None:
        """The fewest table tiles that leave their set when exactly these rack tiles are laid; None if they cannot be."""
        if not self.can_play(played):
            return None
        if not self.opened and self.rules.opening_table == "no":
            return 0
        everyone = (1 << len(self.old_table)) - 1
        common = max(self._most_common(state._replace(heirless=everyone)) for state in self._starts(sort_played(played)))
        return sum(len(places) for _, places in self.old_table) - common

    def _starts(self, played: Played) -> Iterator[_State]:
        """What there is to lay, for every choice of which table jokers are freed and what pays for them."""
        naturals, jokers = _split(played)
        rack = _bag(naturals, self.rules)
        unplaced = (1 << len(self.old_table)) - 1 if self.rules.rearrange == "lay_off" else 0
        for kept, freed, tokens in self._kept_and_freed(rack):
            bag = self.table_bag + rack + kept
            if self.rules.reuse == "any":
                yield _State(bag, freed + jokers, 0, 0, unplaced, 0)
            elif self.rules.reuse == "new_set" or freed == 0:
                yield _State(bag, freed, jokers, 0, unplaced, 0)
            else:
                yield _State(bag, freed, jokers, rack - tokens, unplaced, 0)

    def _kept_and_freed(self, rack: int) -> list[tuple[int, int, int]]:
        """Kept jokers as a bag, number of freed jokers, and rack tiles used as tokens; every possibility once."""
        found: dict[tuple[int, int, int], None] = {}
        relevant = rack & self.token_mask
        tiles = [self.covers.tiles[field] for field, count in _fields(relevant) for _ in range(count)]
        # All freed comes first: where freeing costs nothing, that choice already settles it.
        for number in range(len(self.jokers), -1, -1):
            for freed in combinations(range(len(self.jokers)), number):
                kept = sum(
                    1 << 4 * (self.first_class + self.class_of[index])
                    for index in range(len(self.jokers))
                    if index not in freed
                )
                for tokens in rack_tokens([self.jokers[index] for index in freed], self.old_table, tiles, self.rules):
                    found[kept, number, _bag(tokens, self.rules)] = None
        return list(found)

    def _can_finish(self, state: _State) -> bool:
        if state.bag == 0:
            return state.freed == 0 and state.from_rack == 0 and state.unplaced == 0
        known = self._can.get(state)
        if known is None:
            known = self._can[state] = any(self._can_finish(after) for after, _ in self._steps(state))
        return known

    def _most_common(self, state: _State) -> int:
        """The most table tiles that can lie in the heirs of their sets among the sets still to be laid; very negative if none."""
        if state.bag == 0:
            return 0 if state.freed == 0 and state.from_rack == 0 and state.unplaced == 0 else -1000
        known = self._common.get(state)
        if known is None:
            known = -1000
            for after, cover in self._steps(state):
                known = max(known, self._most_common(after))
                for index in range(len(self.old_table)):
                    if state.heirless >> index & 1:
                        shared = self._shared(cover, index)
                        without = after._replace(heirless=after.heirless & ~(1 << index))
                        known = max(known, shared + self._most_common(without))
            self._common[state] = known
        return known

    def _shared(self, cover: _Cover, index: int) -> int:
        """Tiles that a new set and an old set have in common; a joker matches a joker."""
        naturals = sum(min(count, cover.naturals >> 4 * field & 15) for field, count in _fields(self.old_naturals[index]))
        return naturals + min(cover.all_jokers, self.old_joker_count[index])

    def _steps(self, state: _State) -> Iterator[tuple[_State, _Cover]]:
        """Lay one set around the smallest tile, in every legal way."""
        for cover in self.covers.covering(state.bag, state.freed + state.from_rack):
            if self.locks and not self._locked_sets_stay(state.bag, cover):
                continue
            bag = state.bag - cover.bag
            for freed, from_rack, rack in self._joker_choices(state, cover):
                if state.unplaced:
                    for unplaced in self._taken_in(state.unplaced, cover):
                        yield _State(bag, freed, from_rack, rack, unplaced, state.heirless), cover
                else:
                    yield _State(bag, freed, from_rack, rack, 0, state.heirless), cover

    def _locked_sets_stay(self, bag: int, cover: _Cover) -> bool:
        """`locked`: with a kept joker come all kept jokers and all natural tiles of its old set."""
        needed = 0
        for naturals, kept_mask in self.locks:
            if cover.bag & kept_mask:
                if cover.bag & kept_mask != bag & kept_mask:
                    return False
                needed += naturals
        return needed == 0 or _holds(cover.naturals, needed)

    def _joker_choices(self, state: _State, cover: _Cover) -> Iterator[tuple[int, int, int]]:
        """`jokers.reuse`: which of the set's jokers were freed and which come from the rack; what is left of each."""
        if self.rules.reuse == "any" or cover.jokers == 0:
            yield state.freed - cover.jokers, state.from_rack, state.rack
            return
        for from_rack in range(min(cover.jokers, state.from_rack) + 1):
            freed = cover.jokers - from_rack
            if freed > state.freed or (freed and self._adds_to_an_old_set(cover)):
                continue
            left = (state.freed - freed, state.from_rack - from_rack)
            if freed == 0 or self.rules.reuse == "new_set" or from_rack >= 2:
                yield (*left, state.rack)
                continue
            tiles = [1 << 4 * field for field, count in _fields(cover.naturals) for _ in range(count)]
            for shown in set(combinations(tiles, 2 - from_rack)):
                if _holds(state.rack, sum(shown)):
                    yield (*left, state.rack - sum(shown))

    def _adds_to_an_old_set(self, cover: _Cover) -> bool:
        key = (cover.kind, cover.naturals)
        known = self._continues.get(key)
        if known is None:
            known = self._continues[key] = any(
                kind == cover.kind and _holds(cover.naturals, naturals)
                for (kind, _), naturals in zip(self.old_table, self.old_naturals, strict=True)
            )
        return known

    def _taken_in(self, unplaced: int, cover: _Cover) -> Iterator[int]:
        """`lay_off`: every selection of old sets that the new set can take in whole; yields the ones left."""

        def take(index: int, naturals: int, jokers: int, left: int) -> Iterator[int]:
            if index == len(self.old_table):
                yield left
                return
            yield from take(index + 1, naturals, jokers, left)
            if unplaced >> index & 1 and self.old_joker_count[index] <= jokers and _holds(naturals, self.old_naturals[index]):
                yield from take(
                    index + 1, naturals - self.old_naturals[index], jokers - self.old_joker_count[index], left & ~(1 << index)
                )

        return take(0, cover.naturals, cover.all_jokers, unplaced)


# --- Questions ------------------------------------------------------------------------------------------------------------------

JOKER_IN_HAND = 30


def tiles_value(played: Iterable[Tile]) -> int:
    """Face value of the natural tiles."""
    return sum(number for _, number in _split(played)[0])


def _by_value(played: Played, out: bool) -> tuple[int, ...]:
    jokers = played.count(JOKER)
    return out, tiles_value(played), -jokers, len(played)


def _by_tiles(played: Played, out: bool) -> tuple[int, ...]:
    return out, len(played), tiles_value(played), -played.count(JOKER)


def _by_penalty(played: Played, out: bool) -> tuple[int, ...]:
    return out, tiles_value(played) + JOKER_IN_HAND * played.count(JOKER), len(played)


OBJECTIVES: dict[str, Callable[[Played, bool], tuple[int, ...]]] = {
    "value": _by_value,
    "tiles": _by_tiles,
    "penalty": _by_penalty,
}


def playable(old_table: Table, rack: Sequence[Tile], rules: Rules, opened: bool = True) -> list[Played]:
    """Every different selection of rack tiles that can be laid, sorted by number of tiles and then by tiles."""
    search = Search(old_table, rules, opened)
    found = [played for played in sub_multisets(rack) if search.can_play(played)]
    return sorted(found, key=lambda played: (len(played), played.count(JOKER), _split(played)[0]))


def best(old_table: Table, rack: Sequence[Tile], rules: Rules, opened: bool = True) -> dict[str, object]:
    """The best that can be done with a rack.

    Returns `tiles`, the most tiles; `value`, the best face value; `goes_out`; and `lexi`, for each objective the best of

    * value: (goes out, value, minus jokers laid, tiles laid)
    * tiles: (goes out, tiles laid, value, minus jokers laid)
    * penalty: (goes out, penalty with a joker worth 30, tiles laid)

    Not playing counts as well, with zeros: a joker is not laid for nothing.
    """
    search = Search(old_table, rules, opened)
    selections = list(sub_multisets(rack))

    def first(key: Callable[[Played], tuple[int, ...]]) -> Played:
        """The best selection by a key; the selections are tried from the best down."""
        for played in sorted([*selections, ()], key=key, reverse=True):
            if not played or search.can_play(played):
                return played
        raise AssertionError("not playing is always possible")

    lexi = {}
    for name, measure in OBJECTIVES.items():
        lexi[name] = max(
            measure(played, bool(played) and len(played) == len(rack))
            for played in [first(lambda played: measure(played, bool(played) and len(played) == len(rack)))]
        )
    return {
        "tiles": len(first(lambda played: (len(played),))),
        "value": tiles_value(first(lambda played: (tiles_value(played),))),
        "goes_out": bool(rack) and search.can_play(tuple(rack)),
        "lexi": lexi,
    }


def fewest_moved(old_table: Table, played: Sequence[Tile], rules: Rules, opened: bool = True) -> int:
    """The fewest table tiles that end outside the heir of their set when exactly these tiles are laid.

    Every old set has at most one heir among the new sets and every new set is heir of at most one old set, chosen so that most
    tiles stay.

    :raises ValueError: the tiles cannot be laid.
    """
    moved = Search(old_table, rules, opened).fewest_moved(played)
    if moved is None:
        raise ValueError(f"cannot be laid: {played}")
    return moved


def moved_tiles(old_table: Table, new_table: Table) -> int:
    """The table tiles of one given move that end outside the heir of their set."""
    old = [_contents(table_set) for table_set in old_table]
    new = [_contents(table_set) for table_set in new_table]

    @cache
    def most(index: int, taken: int) -> int:
        if index == len(old):
            return 0
        stays = most(index + 1, taken)
        for heir, contents in enumerate(new):
            if not taken >> heir & 1:
                stays = max(stays, (old[index] & contents).total() + most(index + 1, taken | 1 << heir))
        return stays

    return sum(contents.total() for contents in old) - most(0, 0)
