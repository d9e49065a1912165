"""Runs and groups: the two kinds of set, and what each joker in one stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from solver.errors import AmbiguousSetError, SetError
from solver.game.notation import TILES, Notation, notation_of, read_tiles
from solver.game.rules import Rules
from solver.game.tiles import Tile, tiles_text

__all__ = ["GROUP", "NO_SET", "RUN", "TileSet", "run_numbers", "set_faults", "why_no_set"]

RUN = "run"
GROUP = "group"
NO_SET = "no set"
"""The kind of tiles that lie together but are no set, as on a new table that somebody proposes."""


@dataclass(frozen=True, slots=True)
class TileSet:
    """A set on the table: a run in reading order, or a group in the order of colours.

    Every joker in `tiles` says what it stands for. The value does not promise to be
    legal: `set_faults` tells what rules it breaks. Tiles of the kind `NO_SET` are as
    they were written, jokers included.
    """

    kind: str
    tiles: tuple[Tile, ...]

    @classmethod
    def of(cls, kind: str, text: str) -> TileSet:
        """A set of a known kind from its notation, jokers written as `J(R5)`."""
        return cls(kind, tuple(read_tiles(text, "set")))

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None, notation: Notation | str = TILES) -> TileSet:
        """Read one set as it lies, under `rules` (the default rule set if not said).

        :raises NotationError: if the text is not made of tiles.
        :raises SetError: if the tiles are no legal set, or can be read in several ways.
        """
        notation = notation_of(notation)
        tiles = read_tiles(text, "set", notation=notation)
        return cls.read(tiles, rules or Rules.named("standard"), notation)

    @classmethod
    def read(cls, tiles: Sequence[Tile], rules: Rules, notation: Notation = TILES) -> TileSet:
        """The set that these tiles are, as they lie; sorted if only one reading is possible. Errors are in `notation`.

        :raises AmbiguousSetError: with the readings between which `J(..)` must choose.
        :raises SetError: with every reason why they are none.
        """
        legal = cls.choices(tiles, rules)
        if len(legal) == 1:
            return legal[0]
        if legal:
            named = " or ".join(f"{notation.packed(reading.tiles)} ({reading.kind})" for reading in legal[:3])
            raise AmbiguousSetError(f"{_named(tiles, notation)} can be read in several ways: write {named}")
        raise SetError(why_no_set(tiles, rules, notation))

    @classmethod
    def choices(cls, tiles: Sequence[Tile], rules: Rules) -> list[TileSet]:
        """The legal sets between which `read` would have to choose: none for tiles that are no set.

        They are a run and a group if the tiles can be either as they lie, else runs. Where
        jokers are free, what they stand for makes no difference: the first reading will do.
        """
        legal = [reading for reading in _readings_to_choose(tiles, rules) if not set_faults(reading, rules)]
        return legal[:1] if rules.jokers.are_free else legal

    @classmethod
    def readings(cls, tiles: Sequence[Tile], rules: Rules) -> list[TileSet]:
        """Every legal set that these tiles make, in whatever order; a group once."""
        found = dict.fromkeys([*_readings_sorted(tiles, rules), *_readings_as_they_lie(tiles, rules)])
        return [reading for reading in found if not set_faults(reading, rules)]

    @property
    def naturals(self) -> tuple[Tile, ...]:
        """The number tiles of the set, without its jokers."""
        return tuple([tile for tile in self.tiles if not tile.is_joker])

    @property
    def joker_count(self) -> int:
        """How many jokers the set holds."""
        return [tile.is_joker for tile in self.tiles].count(True)

    @property
    def value(self) -> int:
        """Face value, jokers as what they stand for."""
        return sum(tile.number for tile in self.tiles)

    def may_stand_for(self, joker: Tile, rules: Rules) -> tuple[Tile, ...]:
        """The tiles that a joker of this set may stand for: its place in a run, every
        colour that is not among the number tiles of a group."""
        if self.kind == RUN:
            return (joker.natural,)
        taken = {tile.colour for tile in self.naturals}
        return tuple(Tile(c, joker.number) for c in range(rules.tiles.colours) if c not in taken)

    def __str__(self) -> str:
        return tiles_text(self.tiles)

    def __repr__(self) -> str:
        return f"TileSet.of({self.kind!r}, {str(self)!r})"


_MOST_CUT = 60
"""More tiles in one row than this are not looked through for sets that a / should divide."""


def set_faults(tile_set: TileSet, rules: Rules, notation: Notation = TILES) -> list[str]:
    """Every rule that a set breaks, one phrase each, in `notation`; an empty list for a legal set."""
    tiles = tile_set.tiles
    colours = {tile.colour for tile in tiles}
    numbers = [tile.number for tile in tiles]
    faults = []
    if tile_set.kind == NO_SET:
        return [_why_none(tiles, rules, notation)]
    if tile_set.kind == RUN:
        if len(tiles) < rules.sets.min_run:
            faults.append(f"it has {_count(len(tiles), 'tile')} and a run needs {rules.sets.min_run}")
        if len(colours) > 1:
            faults.append("a run has one colour")
        if tiles and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            for before, after in zip(tiles, tiles[1:], strict=False):
                if after.number != before.number + 1 and not _wraps(before, after, tiles, rules):
                    faults.append(_step_fault(before, after, rules, notation))
                    break
    else:
        if len(tiles) < rules.sets.min_group:
            faults.append(f"it has {_count(len(tiles), 'tile')} and a group needs {rules.sets.min_group}")
        if len(tiles) > rules.max_group:
            faults.append(f"it has {_count(len(tiles), 'tile')} and a group has at most {rules.max_group}")
        if len(set(numbers)) > 1:
            faults.append("a group has one number")
        if len(colours) < len(tiles) <= rules.tiles.colours:
            twice = [c for c, n in Counter(tile.colour for tile in tiles).items() if n > 1]
            faults.append(f"a group has no colour twice ({', '.join(map(notation.colour, twice))})")
        elif len(colours) < len(tiles):
            faults.append(f"a group has no colour twice and there are {_count(rules.tiles.colours, 'colour')}")
    for tile in tiles:
        if not (0 <= tile.colour < rules.tiles.colours and 1 <= tile.number <= rules.tiles.numbers):
            faults.append(f"{notation.tile(tile.natural)} is not in the box")
    jokers = [tile.is_joker for tile in tiles].count(True)
    if jokers > rules.max_jokers:
        faults.append(f"it has {_count(jokers, 'joker')} and a set may hold {rules.max_jokers}")
    if len(tiles) - jokers < rules.sets.min_natural:
        faults.append(f"it has {_count(len(tiles) - jokers, 'number tile')} and a set needs {rules.sets.min_natural}")
    return faults


def run_numbers(first: int, size: int, rules: Rules) -> list[int]:
    """The numbers of a run of `size` tiles that begins with `first`; empty if no run can lie there."""
    n = rules.tiles.numbers
    last = first + size - 1
    if first < 1 or (last > n + rules.sets.end_with_one and not rules.sets.go_round):
        return []
    return [(number - 1) % n + 1 for number in range(first, last + 1)]


def why_no_set(tiles: Sequence[Tile], rules: Rules, notation: Notation = TILES) -> str:
    """What to say of tiles that are no set, with every reason, in one line."""
    cut = _cut_in_sets(tiles, rules)
    missing = f"; is a / missing, as in {'/'.join(map(notation.packed, cut))}?" if cut else ""
    return f"{_named(tiles, notation)} is no set: {_why_none(tiles, rules, notation)}{missing}"


def _cut_in_sets(tiles: Sequence[Tile], rules: Rules) -> list[Sequence[Tile]]:
    """The tiles, as they lie, cut in as few sets as possible; empty if they do not fall into sets."""
    least = min(rules.sets.min_run, rules.sets.min_group)
    if len(tiles) > _MOST_CUT:
        return []
    best: list[list[Sequence[Tile]] | None] = [[]]
    for end in range(1, len(tiles) + 1):
        found: list[Sequence[Tile]] | None = None
        for start in range(end - least + 1):
            before = best[start]
            if before is None or (found is not None and len(before) + 1 >= len(found)):
                continue
            as_they_lie = _readings_as_they_lie(tiles[start:end], rules)
            if any(not set_faults(reading, rules) for reading in as_they_lie):
                found = [*before, tiles[start:end]]
        best.append(found)
    return best[-1] or []


def _why_none(tiles: Sequence[Tile], rules: Rules, notation: Notation) -> str:
    readings = _readings_to_choose(tiles, rules)
    faults = [f"as a {r.kind}, {fault}" for r in readings[:2] for fault in set_faults(r, rules, notation)]
    return "; ".join(dict.fromkeys(faults)) or _why_no_reading(tiles, rules, notation)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _named(tiles: Sequence[Tile], notation: Notation) -> str:
    """Tiles in an error: all of them, if a box could hold them."""
    named = notation.packed(tiles[:20] if len(tiles) > 110 else tiles)
    return named if len(tiles) <= 110 else f"{named}... ({len(tiles)} tiles)"


def _wraps(before: Tile, after: Tile, tiles: Sequence[Tile], rules: Rules) -> bool:
    """Whether 1 may follow the highest number here."""
    if (before.number, after.number) != (rules.tiles.numbers, 1):
        return False
    return rules.sets.go_round or rules.sets.end_with_one and after is tiles[-1]


def _step_fault(before: Tile, after: Tile, rules: Rules, notation: Notation) -> str:
    one, other = notation.number(before.number), notation.number(after.number)
    if (before.number, after.number) == (rules.tiles.numbers, 1):
        if not rules.sets.may_hold_twice(1):
            return f"{other} does not follow {one} (sets.wrap = none)"
        return f"a run ends at {other} after the highest number"
    return f"{other} does not follow {one}"


def _readings_to_choose(tiles: Sequence[Tile], rules: Rules) -> list[TileSet]:
    """The sets, legal or not, that the tiles are as they lie; if none, those that they are in another order."""
    return _readings_as_they_lie(tiles, rules) or _readings_sorted(tiles, rules)


def _readings_as_they_lie(tiles: Sequence[Tile], rules: Rules) -> list[TileSet]:
    """The run and the group that the tiles are in the order in which they lie, if any."""
    run = _run_from(tiles, rules)
    group = _group_of(tiles, rules)
    return [reading for reading in (run, group) if reading is not None]


def _run_from(tiles: Sequence[Tile], rules: Rules) -> TileSet | None:
    """The run that lies in this order; None if the numbers do not fit their places."""
    known = [(i, tile) for i, tile in enumerate(tiles) if tile.number]
    if not known or len({tile.colour for _, tile in known}) > 1:
        return None
    place, anchor = known[0]
    first = anchor.number - place
    if rules.sets.go_round or rules.sets.end_with_one and anchor.number == 1:
        first = (first - 1) % rules.tiles.numbers + 1
    numbers = run_numbers(first, len(tiles), rules)
    if not numbers or any(numbers[i] != tile.number for i, tile in known):
        return None
    placed = (Tile(anchor.colour, v, tile.is_joker) for v, tile in zip(numbers, tiles, strict=True))
    return TileSet(RUN, tuple(placed))


def _group_of(tiles: Sequence[Tile], rules: Rules) -> TileSet | None:
    """The group that these tiles are; open jokers take the missing colours in order."""
    known = [tile for tile in tiles if tile.number]
    if not known or len({tile.number for tile in known}) > 1:
        return None
    taken = {tile.colour for tile in known}
    if len(taken) < len(known) or len(tiles) > rules.tiles.colours:
        return None
    missing = (c for c in range(rules.tiles.colours) if c not in taken)
    number = known[0].number
    placed = [tile if tile.number else Tile(next(missing), number, True) for tile in tiles]
    return TileSet(GROUP, tuple(sorted(placed)))


def _readings_sorted(tiles: Sequence[Tile], rules: Rules) -> list[TileSet]:
    """All runs that the same tiles make in another order."""
    found = {run: None for run in _sorted_runs(tiles, rules)}
    return list(found)


def _sorted_runs(tiles: Sequence[Tile], rules: Rules) -> Iterator[TileSet]:
    known = [tile for tile in tiles if tile.number]
    colours = {tile.colour for tile in known}
    n = rules.tiles.numbers
    if not known or len(colours) > 1 or len(tiles) > n + 1:
        return
    by_number = Counter(tile.number for tile in known)
    for first in range(1, n + 1):
        numbers = run_numbers(first, len(tiles), rules)
        if numbers and by_number <= Counter(numbers):
            yield _fill(known, numbers)


def _fill(known: Iterable[Tile], numbers: Iterable[int]) -> TileSet:
    """The run of these numbers, with the known tiles in their places and jokers in the others."""
    left = sorted(known, key=lambda tile: tile.is_joker)
    colour = left[0].colour
    placed = []
    for number in numbers:
        tile = next((t for t in left if t.number == number), None)
        if tile is not None:
            left.remove(tile)
        placed.append(tile or Tile(colour, number, True))
    return TileSet(RUN, tuple(placed))


def _why_no_reading(tiles: Sequence[Tile], rules: Rules, notation: Notation) -> str:
    """Why these tiles are neither a run nor a group, in one phrase."""
    known = [tile for tile in tiles if tile.number]
    n, k = rules.tiles.numbers, rules.tiles.colours
    outside = [tile.natural for tile in known if tile.number > n or tile.colour >= k]
    if outside:
        letters = ", ".join(map(notation.colour, range(k)))
        return (
            f"{notation.tile(outside[0])} is not in the box ({letters}, {notation.number(1)} to {notation.number(n)})"
        )
    if not known:
        least = _count(rules.sets.min_natural, "number tile")
        return f"it is nothing but jokers, and a set needs {least}" if tiles else "it is empty"
    numbers = {tile.number for tile in known}
    colours = [tile.colour for tile in known]
    if len(numbers) == 1:
        doubles = sorted({c for c in colours if colours.count(c) > 1})
        if doubles:
            return f"a group has no colour twice ({', '.join(map(notation.colour, doubles))})"
        return f"it has {_count(len(tiles), 'tile')} and there are {_count(k, 'colour')}"
    if len(set(colours)) > 1:
        return "its tiles share neither one colour (a run) nor one number (a group)"
    if len(known) > len(numbers):
        twice = next(a for a, b in combinations(sorted(t.number for t in known), 2) if a == b)
        return f"a run has no number twice ({notation.number(twice)})"
    for before, after in zip(tiles, tiles[1:], strict=False):
        if (before.number, after.number) == (n, 1):
            return _step_fault(before, after, rules, notation)
    jokers = len(tiles) - len(known)
    lowest, highest = notation.number(min(numbers)), notation.number(max(numbers))
    gap = max(numbers) - min(numbers) + 1 - len(known)
    if gap > jokers == 0:
        missing = [v for v in range(min(numbers), max(numbers)) if v not in numbers]
        listed = ", ".join(map(notation.number, missing[:5])) + (" ..." if gap > 5 else "")
        return f"{listed} {'is' if gap == 1 else 'are'} missing for a run from {lowest} to {highest}"
    if gap > jokers:
        places = f"{gap} more place{'s' * (gap > 1)} and {jokers} joker{'s' * (jokers > 1)} to fill them"
        return f"a run from {lowest} to {highest} has {places}"
    return "no run has room for its jokers"
