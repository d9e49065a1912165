"""A position: the table, one player's rack, the rules and whether he has opened."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from solver.errors import (
    AmbiguousPositionError,
    AmbiguousSetError,
    NotationError,
    PositionError,
    RulesError,
    SetError,
    quote,
    wrong_type,
)
from solver.game.notation import TILES, Notation, notation_for, notation_of, other_notation_fault, read_sets, read_tiles
from solver.game.rules import PARAMETERS, Rules, preset_names
from solver.game.sets import TileSet
from solver.game.tiles import JOKER, Tile, count_tiles

__all__ = ["Position", "as_position"]


@dataclass(frozen=True)
class Position:
    """A position that can stand on a table: made by `parse` or `read`, which check it.

    `table` has the sets in the order given. When the table was knocked over, `loose`
    has its tiles and `table` is empty; else `loose` is None. `given` has the sets as they
    were given, where that is known: other rules may ask what a joker in them stands for.
    `notation` is how tiles are written for people, in its line and in all that is said of it;
    positions that differ in nothing else are equal.
    """

    table: tuple[TileSet, ...]
    rack: tuple[Tile, ...]
    rules: Rules = field(default_factory=lambda: Rules.named("standard"))
    opened: bool = True
    id: str | None = None
    loose: tuple[Tile, ...] | None = None
    given: tuple[tuple[Tile, ...], ...] | None = field(default=None, compare=False, repr=False)
    notation: Notation = field(default=TILES, compare=False)

    @classmethod
    def parse(
        cls,
        line: str,
        rules: Rules | str | None = None,
        *,
        opened: bool = True,
        loose: bool = False,
        notation: Notation | str | None = None,
    ) -> Position:
        """Read a position line: `<table> <rack> [key=value ...]`.

        `rules` (a value, or what `Rules.load` takes), `opened` and `loose` hold where the line
        does not say otherwise. `notation` is `tiles` or `cards`; if it is not said, cards are
        read under the presets that are played with them, and tiles everywhere.

        :raises NotationError: if the line is not of that form.
        :raises RulesError: if it names an unknown rule set, rule or value.
        :raises PositionError: if the position cannot be; all faults are listed.
        """
        if not isinstance(line, str):
            raise wrong_type("line", line, "a position line, such as 'R5R6R7/K7B7R7 K9R4J'")
        fields = line.split()
        places = [f for f in fields if "=" not in f]
        if len(places) != 2:
            raise NotationError(_no_two_places(line.strip(), places))
        keys = [f for f in fields if "=" in f]
        return cls.of_parts(places[0], places[1], keys, rules, opened=opened, loose=loose, notation=notation)

    @classmethod
    def of_parts(
        cls,
        table: str,
        rack: str,
        keys: Iterable[str],
        rules: Rules | str | None = None,
        *,
        opened: bool = True,
        loose: bool = False,
        notation: Notation | str | None = None,
    ) -> Position:
        """Read a position line whose table, rack and `key=value` fields are apart, so that tiles may have blanks.

        :raises RummikubError: as `parse` does.
        """
        settings, faults = _settings(keys)
        errors: list[NotationError | RulesError] = [NotationError("\n".join(faults))] if faults else []
        name = settings.pop("rules", None)
        label = settings.pop("id", None)
        yes_or_no = {"opened": opened, "loose": loose}
        for key, value in yes_or_no.items():
            try:
                yes_or_no[key] = _yes_or_no(key, settings.pop(key, value))
            except NotationError as error:
                errors.append(error)
        changed: Rules | None = None
        try:
            base = _loaded(rules) if name is None else Rules.load(name)
        except RulesError as error:
            errors.append(error)
            # What rules of that name would make of these values is not known, but some values no rule takes.
            errors += map(RulesError, Rules.value_faults(settings))
        else:
            try:
                changed = base.changed(settings) if settings else base
            except RulesError as error:
                errors.append(error)
        if errors:
            raise errors[0] if len(errors) == 1 else NotationError("\n".join(map(str, errors)))
        opened, loose = yes_or_no["opened"], yes_or_no["loose"]
        return cls.read(table, rack, changed, opened=opened, id=label, loose=loose, notation=notation)

    @classmethod
    def read(
        cls,
        table: str,
        rack: str,
        rules: Rules | str | None = None,
        *,
        opened: bool = True,
        id: str | None = None,
        loose: bool = False,
        notation: Notation | str | None = None,
    ) -> Position:
        """Read a position from the notation of its table and its rack; `notation` as in `parse`.

        :raises NotationError: if one of them is not made of tiles; what is wrong with the
            sets that can be read is listed as well.
        :raises PositionError: if the position cannot be; all faults are listed.
        """
        for name, text in (("table", table), ("rack", rack)):
            if not isinstance(text, str):
                raise wrong_type(name, text, "a text of tiles; Position.of takes lists of them")
        rules = _loaded(rules)
        notation = notation_for((table, rack), rules.name, notation)
        sets = list(read_sets(table, notation=notation))
        hand: list[Tile] | NotationError
        try:
            hand = read_tiles(rack, "rack", notation=notation)
        except NotationError as error:
            hand = error
        readable = [tiles for tiles in sets if not isinstance(tiles, NotationError)]
        if len(readable) < len(sets) or isinstance(hand, NotationError):
            if fault := other_notation_fault({"table": table, "rack": rack}, notation):
                raise NotationError(fault)
            faults = []
            for i, tiles in enumerate(sets, 1):
                if isinstance(tiles, NotationError):
                    faults.append(str(tiles))
                elif not loose:
                    faults += map(str, _read_all([(i, tiles)], rules, notation)[1])
            faults += [str(hand)] if isinstance(hand, NotationError) else []
            raise NotationError("\n".join(faults))
        return cls.of(readable, hand, rules, opened=opened, id=id, loose=loose, notation=notation)

    @classmethod
    def of(
        cls,
        table: Iterable[Sequence[Tile]],
        rack: Iterable[Tile],
        rules: Rules | str | None = None,
        *,
        opened: bool = True,
        id: str | None = None,
        loose: bool = False,
        notation: Notation | str = TILES,
    ) -> Position:
        """A position from lists of tiles, each set as it lies.

        :raises AmbiguousPositionError: if nothing is wrong but that sets can be read in several ways.
        :raises PositionError: if the position cannot be; all faults are listed.
        """
        rules = _loaded(rules)
        table = [list(tiles) for tiles in table]
        rack = tuple(rack)
        notation = notation_of(notation)
        if fault := notation.box_fault(rules.tiles.colours, rules.tiles.numbers):
            raise PositionError([fault], str(rules).removeprefix("rules="), id)
        faults = _box_faults([*table, rack], rules, notation)
        faults += [
            f"rack: {notation.tile(tile)} stands for a tile, but a joker on a rack stands for nothing yet:"
            f" write {notation.tile(JOKER)}"
            for tile in rack
            if tile.is_joker and tile.number
        ]
        sets, no_sets = _read_all(enumerate(table if not loose else [], 1), rules, notation)
        faults += map(str, no_sets)
        if id is not None and (not id or re.search(r"\s|=", id)):
            faults.append(f"id {quote(id)}: an id has no blanks and no '='")
        if loose and not opened and rules.opening.leaves_table:
            faults.append("a loose table with opened=no: the opening must leave the table as it is, so give its sets")
        if faults:
            ambiguous = sum(isinstance(error, AmbiguousSetError) for error in no_sets)
            refused = AmbiguousPositionError if ambiguous == len(faults) else PositionError
            raise refused(faults, str(rules).removeprefix("rules="), id)
        heap = tuple(tile.bare for tiles in table for tile in tiles) if loose else None
        given = None if loose else tuple(tuple(tiles) for tiles in table)
        return cls(tuple(sets), rack, rules, opened, id, heap, given, notation)

    def under(self, rules: Rules) -> Position:
        """The same tiles under other rules, in the box of this position.

        :raises RulesError: if the rules make no sense in that box.
        :raises AmbiguousPositionError: if a set can be read in several ways, and under these rules that matters.
        :raises PositionError: if the tiles cannot lie so; all faults are listed.
        """
        moved = rules.in_box(self.rules.tiles)
        jokers = self.table_tiles[JOKER] + self.rack.count(JOKER)
        if jokers > moved.tiles.jokers:
            fault = (
                f"{self.notation.tile(JOKER)}: {jokers} joker{'s' * (jokers > 1)}, and {rules.name} is played without"
            )
            raise PositionError([fault], str(moved).removeprefix("rules="), self.id)
        table = self.given or [tile_set.tiles for tile_set in self.table] if self.loose is None else [self.loose]
        return Position.of(
            table,
            self.rack,
            moved,
            opened=self.opened,
            id=self.id,
            loose=self.loose is not None,
            notation=self.notation,
        )

    def written_in(self, notation: Notation | str) -> Position:
        """The same position, written in another notation from now on.

        :raises NotationError: if there is no such notation.
        :raises PositionError: if its box cannot be written in it.
        """
        notation = notation_of(notation)
        if fault := notation.box_fault(self.rules.tiles.colours, self.rules.tiles.numbers):
            raise PositionError([fault], str(self.rules).removeprefix("rules="), self.id)
        return replace(self, notation=notation)

    @property
    def table_tiles(self) -> Counter[Tile]:
        """The physical tiles on the table."""
        return count_tiles(self.loose if self.loose is not None else [t for s in self.table for t in s.tiles])

    @property
    def must_open(self) -> bool:
        """Whether this turn is an opening that the rules ask something of."""
        return not self.opened and not self.rules.opening_is_free

    def __str__(self) -> str:
        """The position line, in its notation; reading it gives the same position."""
        packed = self.notation.packed
        table = "/".join(packed(s.tiles) for s in self.table) if self.loose is None else packed(self.loose)
        fields = [table or "-", packed(self.rack) or "-", str(self.rules)]
        fields.append("opened=yes" if self.opened else "opened=no")
        if self.loose is not None:
            fields.append("loose=yes")
        if self.id is not None:
            fields.append(f"id={self.id}")
        return " ".join(fields)

    def __repr__(self) -> str:
        said = "" if self.notation == TILES else f", notation={self.notation.name!r}"
        return f"Position.parse({str(self)!r}{said})"


def as_position(position: Position | str, notation: Notation | str | None = None) -> Position:
    """A position that is given as a value or as its line; in a `notation`, if one is said.

    :raises RummikubError: as `Position.parse` does.
    :raises ArgumentError: if it is neither.
    """
    if isinstance(position, str):
        return Position.parse(position, notation=notation)
    if not isinstance(position, Position):
        raise wrong_type("position", position, "a Position or a position line, such as 'R5R6R7/K7B7R7 K9R4J'")
    return position if notation is None else position.written_in(notation)


def _loaded(rules: Rules | str | None) -> Rules:
    if isinstance(rules, Rules):
        return rules
    return Rules.load("standard" if rules is None else rules)


def _no_two_places(line: str, places: list[str]) -> str:
    """Why a line is no position: what it has between blanks are not a table and a rack."""
    if len(places) < 2:
        return (
            f"{quote(line)} has no {'rack' if places else 'table and no rack'}: a position is a table and a rack,"
            " such as R5R6R7/K7B7R7 K9R4J ('-' for an empty one); where a shell reads it, quote | and ;"
        )
    meant = {"loose": "loose=yes", "opened": "opened=yes", **{name: f"rules={name}" for name in preset_names()}}
    for place in places[2:]:
        if place.lower() in meant:
            return f"{quote(line)}: {quote(place)} is no key: is {meant[place.lower()]} meant?"
    return (
        f"{quote(line)} has {len(places)} parts between blanks: a position is a table and a rack, without blanks in"
        " either: R5R6R7/K7B7R7 K9R4J; on a command line, quote table and rack apart"
    )


def _settings(fields: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """The known keys of a line with their values, and what is wrong with the others."""
    settings: dict[str, str] = {}
    faults = []
    for text in fields:
        key, _, value = text.partition("=")
        if key not in ("rules", "opened", "id", "loose") and key not in PARAMETERS:
            faults.append(
                f"{quote(text)}: no key {quote(key)};"
                " the keys are rules, opened, id, loose and the rules (opening.points=40)"
            )
        elif key in settings:
            faults.append(f"{quote(text)}: {key} is given twice")
        else:
            settings[key] = value
    return settings, faults


def _read_all(
    table: Iterable[tuple[int, Sequence[Tile]]], rules: Rules, notation: Notation
) -> tuple[list[TileSet], list[SetError]]:
    """The sets of a table, given by their numbers, and what is wrong with those that are none."""
    sets: list[TileSet] = []
    faults: list[SetError] = []
    for i, tiles in table:
        try:
            sets.append(TileSet.read(tiles, rules, notation))
        except SetError as error:
            faults.append(type(error)(f"table, set {i}: {error}"))
    return sets, faults


def _yes_or_no(key: str, value: str | bool) -> bool:
    if isinstance(value, bool):
        return value
    if not isinstance(value, str):
        raise wrong_type(key, value, "True or False")
    if value.lower() not in ("yes", "no"):
        raise NotationError(f"{quote(f'{key}={value}')}: {key} is yes or no")
    return value.lower() == "yes"


def _box_faults(places: list[Sequence[Tile]], rules: Rules, notation: Notation) -> list[str]:
    """Tiles that the box does not hold, or not so often."""
    box = rules.tiles
    counts = count_tiles(tile for tiles in places for tile in tiles)
    faults = []
    for tile, count in sorted(counts.items()):
        if tile == JOKER:
            if count > box.jokers:
                faults.append(f"{notation.tile(tile)}: {count} joker{'s' * (count > 1)}, and the box has {box.jokers}")
        elif not (tile.colour < box.colours and 1 <= tile.number <= box.numbers):
            letters = ", ".join(map(notation.colour, range(box.colours)))
            numbers = f"from {notation.number(1)} to {notation.number(box.numbers)}"
            faults.append(f"{notation.tile(tile)}: no such tile; the box has {letters} {numbers}")
        elif count > box.copies:
            faults.append(f"{notation.tile(tile)}: {count} copies, and the box has {box.copies}")
    return faults
