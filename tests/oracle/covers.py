"""Every set that can be laid around the smallest of some tiles, and with it every way to cut tiles into sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from rulebook import GROUP, RUN, Natural, Place, Rules, TableSet, jokers_of

# --- Bags: multisets of tiles as one number ---------------------------------------------------------------------------
# A bag counts each tile in a field of four bits, in the order of colours and then numbers, so that bags are added and
# subtracted like numbers and the lowest bit that is set belongs to the smallest tile. Kept jokers get fields above the
# tiles.


MOST_REMEMBERED = 100_000


def bag_of(naturals: Iterable[Natural], rules: Rules) -> int:
    """The bag of some natural tiles."""
    return sum(1 << 4 * (colour * rules.numbers + number - 1) for colour, number in naturals)


def smallest_field(bag: int) -> int:
    """The field of the smallest tile in a bag that is not empty."""
    return ((bag & -bag).bit_length() - 1) // 4


def fields_of(bag: int) -> list[tuple[int, int]]:
    """The fields of a bag that are not empty, with their counts."""
    found = []
    while bag:
        field = smallest_field(bag)
        count = bag >> 4 * field & 15
        found.append((field, count))
        bag -= count << 4 * field
    return found


def holds(bag: int, part: int) -> bool:
    """Whether a bag contains another."""
    return all(bag >> 4 * field & 15 >= count for field, count in fields_of(part))


# --- All sets that can cover a tile -----------------------------------------------------------------------------------


class KeptClass(NamedTuple):
    """Old jokers that are kept under the same conditions. `owner` matters only where sets are locked."""

    kind: str
    rep: frozenset[Natural]
    owner: int | None


class Cover(NamedTuple):
    """A set that covers a tile: `bag` are its natural tiles and kept jokers, `jokers` its other jokers."""

    kind: str
    bag: int
    naturals: int
    jokers: int
    all_jokers: int
    places: tuple[Place, ...]


class Covers:
    """Lists the sets that can be laid around the smallest tile of a bag.

    Kept jokers lie in the bag as further tiles, a field for each class, and can only go to a place of their kind at a
    tile of their `rep`. With `by_content` sets of the same tiles are listed once, wherever their other jokers lie.
    """

    def __init__(self, rules: Rules, classes: Sequence[KeptClass] = (), by_content: bool = False) -> None:
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
        self._runs: dict[tuple[int, int, int], list[Cover]] = {}
        self._groups: dict[tuple[int, int, int], list[Cover]] = {}
        self._can_be_cut: dict[tuple[int, int], bool] = {}

    def covering(self, bag: int, jokers: int) -> list[Cover]:
        """All legal sets from the bag and up to `jokers` other jokers that hold the smallest tile as a natural tile."""
        if self.rules.max_jokers is not None:
            jokers = min(jokers, self.rules.max_jokers)
        field = smallest_field(bag)
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

    def can_be_cut(self, bag: int, jokers: int) -> bool:
        """Whether tiles can be cut into legal sets at all, all jokers used."""
        if bag == 0:
            return jokers == 0
        known = self._can_be_cut.get((bag, jokers))
        if known is None:
            known = self._can_be_cut[bag, jokers] = any(
                self.can_be_cut(bag - cover.bag, jokers - cover.jokers) for cover in self.covering(bag, jokers)
            )
        return known

    def forget_if_full(self) -> None:
        """Keep memory small over thousands of positions from one box."""
        for memory in (self._runs, self._groups, self._can_be_cut):
            if len(memory) > MOST_REMEMBERED:
                memory.clear()

    def _distinct(self, covers: list[Cover]) -> list[Cover]:
        if not self.by_content:
            return covers
        return list({(cover.bag, cover.jokers): cover for cover in covers}.values())

    def _few_enough_jokers(self, jokers: int) -> bool:
        return self.rules.max_jokers is None or jokers <= self.rules.max_jokers

    def _runs_around(self, field: int, bag: int, jokers: int) -> list[Cover]:
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
                    found.append(Cover(RUN, used, used & self.naturals_mask, jokers - wild, all_jokers, places))
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

    def _groups_around(self, field: int, bag: int, jokers: int) -> list[Cover]:
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
                    if kept and not different_choices(choices):
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
                            found.append(Cover(GROUP, natural_bag + kept_bag, natural_bag, wild, all_jokers, places))
        return found

    def _kept_in_group(self, number: int, bag: int) -> Iterator[tuple[list[frozenset[Natural]], int]]:
        """All selections of kept jokers for a group of this number: the `rep` of each, and the bag they make."""
        classes = self.group_classes.get(number, [])
        for counts in product(*(range((bag >> 4 * field & 15) + 1) for field, _ in classes)):
            reps = [rep for count, (_, rep) in zip(counts, classes, strict=True) for _ in range(count)]
            yield reps, sum(count << 4 * field for count, (field, _) in zip(counts, classes, strict=True))


@lru_cache(maxsize=20)
def covers_of_box(rules: Rules, by_content: bool = False) -> Covers:
    """The sets of a box in which no joker is tied to a tile."""
    return Covers(rules, by_content=by_content)


def freely_arrangeable(bag: int, jokers: int, rules: Rules) -> bool:
    """Whether tiles can be cut into legal sets, jokers moving like any tile."""
    covers = covers_of_box(rules, by_content=True)
    covers.forget_if_full()
    return covers.can_be_cut(bag, jokers)


def different_choices(choices: Sequence[frozenset[Natural]]) -> bool:
    """Whether one element can be taken from each of the given sets, all different."""
    if len(choices) == 1:
        return bool(choices[0])
    return any(len(set(chosen)) == len(chosen) for chosen in product(*choices))


# --- All partitions ---------------------------------------------------------------------------------------------------


def partitions(naturals: Iterable[Natural], jokers: int, rules: Rules) -> Iterator[tuple[TableSet, ...]]:
    """Every way to cut these tiles into legal sets, each once, whatever the old table was."""
    covers = covers_of_box(rules)
    solvable = covers_of_box(rules, by_content=True).can_be_cut

    def cut(bag: int, wild: int, sets: tuple[TableSet, ...], previous: int) -> Iterator[tuple[TableSet, ...]]:
        if bag == 0:
            if wild == 0:
                yield tuple(sorted(sets))
            return
        smallest = smallest_field(bag)
        for cover in covers.covering(bag, wild):
            table_set = (cover.kind, cover.places)
            # Two sets around copies of the same tile are laid in one order only.
            if smallest == previous and table_set < sets[-1]:
                continue
            if solvable(bag - cover.bag, wild - cover.jokers):
                yield from cut(bag - cover.bag, wild - cover.jokers, (*sets, table_set), smallest)

    bag = bag_of(naturals, rules)
    if solvable(bag, jokers):
        yield from cut(bag, jokers, (), -1)
