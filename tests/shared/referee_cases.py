"""Moves in short form for the tests of the referee, and the worked positions of the rules page."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from _pytest.mark.structures import ParameterSet

from solver.game.move import Move
from solver.game.notation import read_table, read_tiles
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.rules import Rules
from solver.game.sets import TileSet
from solver.game.tiles import count_tiles

STANDARD = Rules.named("standard")
FREE = Rules.named("free")
COLUMNS = {
    "free": FREE,
    "standard": STANDARD,
    "rack2": STANDARD.changed({"jokers.replaced_from": "rack", "jokers.reuse": "new_set_two_rack"}),
    "sabra": Rules.named("sabra"),
    # The page works out all its positions with an opening of 30.
    "rummy-o": Rules.named("rummy-o").changed({"opening.points": 30}),
    "literal": FREE.changed({"jokers.reuse": "new_set"}),
}
ALL = "free standard rack2 sabra rummy-o literal"
NO_PLAY = {"free": 0, "standard": 0, "rack2": 0, "sabra": 0, "rummy-o": 0}


def every(tiles: int, **others: int) -> dict[str, int]:
    """The same number of tiles in every column but `others`."""
    return dict.fromkeys(NO_PLAY, tiles) | {name.replace("_", "-"): most for name, most in others.items()}


def sets_of(text: str, rules: Rules) -> tuple[TileSet, ...]:
    """A table; `run:` or `group:` before a set takes it as it is written, legal or not."""
    sets = []
    for part in text.split("/") if text != "-" else []:
        kind, colon, tiles = part.rpartition(":")
        sets.append(TileSet.of(kind, tiles) if colon else TileSet.read(read_table(part)[0], rules))
    return tuple(sets)


def move_of(position: Position, table: str) -> Move:
    """The move to a new table, as `Move.to_table`, but the sets need not be legal."""
    sets = sets_of(table, position.rules)
    laid = count_tiles(tile for tile_set in sets for tile in tile_set.tiles) - position.table_tiles
    return Move(tuple(sorted(laid.elements())), sets)


def position_of(line: str, rules: Rules) -> Position:
    """A position line in which sets may have their kind before them, as in `sets_of`."""
    if ":" not in line:
        return Position.parse(line, rules)
    table, rack = line.split()
    return Position(sets_of(table, rules), tuple(read_tiles(rack)), rules)


def reasons(position: str | Position, table: str, rules: Rules = STANDARD) -> list[str]:
    if isinstance(position, str):
        position = position_of(position, rules)
    return judge(position, move_of(position, table))


@dataclass
class Row:
    """A worked position: most tiles by column, new tables that are legal, and illegal ones with the reason."""

    table: str
    rack: str
    most: dict[str, int]
    legal: dict[str, str] = field(default_factory=dict)
    illegal: dict[str, tuple[str, str]] = field(default_factory=dict)
    opened: bool = True

    def position(self, rules: Rules) -> Position:
        return Position.read(self.table, self.rack, rules, opened=self.opened)


ROWS = [
    Row("-", "K12K13K1", every(0), illegal={"run:K12K13K1": (ALL, "1 does not follow 13")}),
    Row(
        "-",
        "R9B9K9R9B9K9",
        every(6),
        legal={"R9B9K9/R9B9K9": ALL, "R9B9K9": ALL},
        illegal={"group:R9R9B9B9K9K9": (ALL, "no colour twice")},
    ),
    Row(
        "-",
        "R9R9B9J",
        every(3),
        legal={"R9B9J": ALL},
        illegal={"group:R9R9B9J(K9)": (ALL, "no colour twice"), "group:R9R9B9": (ALL, "no colour twice")},
    ),
    Row("B4B5B6", "J", every(1), legal={"B4B5B6J": ALL, "JB4B5B6": ALL}),
    Row(
        "B1-13",
        "J",
        every(1),
        legal={"B1-11/JB12B13": ALL, "B1B2J/B3-13": ALL},
        illegal={"run:B1-13J(B14)": (ALL, "B14 is not in the box")},
    ),
    Row(
        "B4B5B6J",
        "K9R9",
        every(0, free=2),
        legal={"B4B5B6/K9R9J": "free literal"},
        illegal={"B4B5B6/K9R9J": ("standard rack2 sabra rummy-o", "J(B7) was taken from B4B5B6J(B7), but no B7 was")},
    ),
    Row(
        "B3B4B5JB7B8B9",
        "K1R1",
        every(0, free=2),
        legal={"B3B4B5/B7B8B9/K1R1J": "free literal"},
        illegal={"B3B4B5/B7B8B9/K1R1J": ("standard rack2 sabra rummy-o", "no B6 was")},
    ),
    Row(
        "K8R8O8J",
        "B1B2",
        every(0, free=2),
        legal={"K8R8O8/B1B2J": "free literal"},
        illegal={"K8R8O8/B1B2J": ("standard rack2 sabra rummy-o", "no B8 was")},
    ),
    Row(
        "K8R8J",
        "B8B1B2",
        every(3),
        legal={"K8R8B8/B1B2J": ALL, "K8R8B8J": ALL},
        illegal={"group:K8R8/B1B2J": (ALL, "it has 2 tiles and a group needs 3")},
    ),
    Row(
        "B4JB6/K5R5O5B5",
        "R1O1",
        every(0, free=2, standard=2),
        legal={"B4B5B6/K5R5O5/R1O1J": "free standard literal"},
        illegal={"B4B5B6/K5R5O5/R1O1J": ("rack2 sabra rummy-o", "J(B5) was taken from B4J(B5)B6, but no B5 was laid")},
    ),
    Row(
        "B4JB6/O7O8O9",
        "B5O11",
        every(0, free=2, sabra=2) | {"literal": 0},
        legal={"B4B5B6/O7O8O9JO11": "free sabra"},
        illegal={
            "B4B5B6/O7O8O9JO11": (
                "standard rack2 rummy-o literal",
                "J(B5), freed from B4J(B5)B6, was added to the old set O7O8O9: it must go into a new set",
            )
        },
    ),
    Row("B4B5J", "B7", every(1), legal={"B4B5JB7": ALL}, illegal={"run:B4B5B7J(B8)": (ALL, "7 does not follow 5")}),
    Row(
        "B4B5B6J",
        "K4R4",
        every(0, free=2, standard=2, rack2=2),
        legal={"K4R4B4/B5B6J": "free standard rack2 literal"},
        illegal={
            "K4R4B4/B5B6J": (
                "sabra rummy-o",
                "the set B4B5B6J(B7) stays together while its joker stays, but B4 left it",
            )
        },
    ),
    Row(
        "B5JB7/K6R6O6",
        "K5R5K7R7",
        every(0, free=4),
        legal={"B5K5R5/B7K7R7/K6R6O6J": "free"},
        illegal={
            "B5K5R5/B7K7R7/K6R6O6J": ("standard rack2 sabra rummy-o", "J(B6) was taken from B5J(B6)B7, but no B6 was"),
            "B5K5R5/B7K7R7/K6R6O6J(B6)": ("literal standard rack2 rummy-o", "was added to the old set K6R6O6"),
        },
    ),
    Row(
        "B4JB6",
        "B5JK7",
        every(3),
        legal={"B4B5B6/K7J(K8)J(K9)": ALL, "B4B5B6/K7J(B7)J(R7)": ALL, "B4B5B6J(B7)J(B8)": "free sabra"},
        illegal={
            "B4B5B6J(B7)J(B8)": ("standard rack2 rummy-o literal", "was added to its own old set"),
            "B4B5B6/run:K7J(K8)": (ALL, "it has 2 tiles and a run needs 3"),
        },
    ),
    Row(
        "B4JB6/B4JB6",
        "B5K9R9K1R1",
        every(3),
        legal={"B4B5B6/B4JB6/K9R9J": ALL, "B4B5B6/B4JB6/K1R1J": ALL},
        illegal={
            "B4B5B6/run:B4B6/K9R9J/K1R1J": (ALL, "6 does not follow 4"),
            "B4B5B6/run:B4B6/K9R9J/K1R1J(B1)": ("standard rack2 sabra rummy-o", "replaces another joker"),
        },
    ),
    Row(
        "B4B5B6J",
        "K9",
        every(0),
        illegal={
            "B4B5B6/group:K9J(R9)": (ALL, "it has 2 tiles and a group needs 3"),
            "B4B5B6/run:J(K8)K9": ("standard rack2 sabra rummy-o", "no B7 was"),
        },
    ),
    Row(
        "K10R10J",
        "B10B11B12",
        every(3),
        legal={"K10R10J/B10B11B12": ALL},
        illegal={
            "K10R10B10J/run:B11B12": ("free standard rack2 rummy-o", "was touched"),
            "K10R10B10/B11B12J": ("free standard rack2 rummy-o", "K10J(B10)R10 was touched"),
            "K10R10JB10": ("standard sabra", "opening: the sets from the rack add up to 0, and 30 are needed"),
        },
        opened=False,
    ),
    Row(
        "R8R9R10/O10O11O12O13",
        "R11R12R13K13",
        {"free": 3, "standard": 3, "sabra": 4, "rummy-o": 3},
        legal={
            "R8R9R10/O10O11O12O13/R11R12R13": ALL,
            "R8R9R10R11R12/O10O11O12/O13R13K13": "sabra",
        },
        illegal={
            "R8R9R10R11R12/O10O11O12/O13R13K13": (
                "free standard rummy-o",
                "R8R9R10 was touched, and the table stays as it is in the opening turn",
            ),
            "R8R9R10/O10O11O12/O13R13K13": ("sabra", "add up to 0, and 30 are needed"),
        },
        opened=False,
    ),
]


def cases(field_name: str) -> list[ParameterSet]:
    found = []
    for row in ROWS:
        for table, value in getattr(row, field_name).items():
            columns, reason = (value, "") if isinstance(value, str) else value
            for column in columns.split():
                found.append(pytest.param(row, column, table, reason, id=f"{row.table}+{row.rack} {column} {table}"))
    return found
