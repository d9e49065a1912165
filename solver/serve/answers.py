"""What the page asks about a position; each answer is the JSON of the command of that name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from solver import __version__
from solver.advice.alternatives import best_moves
from solver.advice.check import check
from solver.advice.hints import hint
from solver.advice.odds import odds
from solver.advice.solve import solve
from solver.errors import NotationError, RulesError, RummikubError, SetError, quote
from solver.game.notation import CARD_GAMES, TILES, Notation, notation_of, read_table, read_tiles
from solver.game.objective import JOKER_WORTHS, OBJECTIVES
from solver.game.position import Position
from solver.game.rulebook import rule_sheet
from solver.game.rules import PARAMETERS, Rules, preset_names, value_text
from solver.game.sets import TileSet
from solver.game.tiles import JOKER, Tile
from solver.serve.entry import LEGAL, Entry, is_full, left_in_box, state_of, tapped

__all__ = ["INTERFACE", "QUESTIONS", "about", "colours_of", "counts_of", "rules_of"]

INTERFACE = 1
"""The version of the interface: it changes when a key that was there means something else or is gone."""

MOST_SECONDS = 10.0
"""Seconds that a question may take at most."""

Json = dict[str, Any]


# --- What is given ---


def rules_of(asked: Mapping[str, Any]) -> Rules:
    """The rules of a question: a preset, and the parameters that differ."""
    changes = _object(asked, "rule")
    rules = Rules.named(_text(asked, "rules", "standard"))
    return rules.changed({key: str(value) for key, value in changes.items()}) if changes else rules


def position_of(asked: Mapping[str, Any]) -> Position:
    """The position of a question: a position line, or table and rack with what belongs to them."""
    notation = _notation(asked)
    if "position" in asked:
        line = _text(asked, "position")
        for word in line.split():
            if word.startswith("rules=") and word[6:] not in preset_names():
                # Nor is a file of rules read for whoever asks.
                raise RulesError(f"{quote(word)}: the rules of a position are one of {', '.join(preset_names())}")
        return Position.parse(line, notation=notation)
    rules = rules_of(asked)
    return Position.of_parts(
        _text(asked, "table", "-"),
        _text(asked, "rack", "-"),
        (),
        rules,
        opened=_flag(asked, "opened", True),
        loose=_flag(asked, "loose", False),
        notation=notation,
    )


def _notation(asked: Mapping[str, Any]) -> Notation:
    return notation_of(_text(asked, "notation", TILES.name))


def _text(asked: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = asked.get(key, default)
    if not isinstance(value, str):
        raise RulesError(f"{key}: it is a text" if key in asked else f"{key} is missing")
    return value


def _flag(asked: Mapping[str, Any], key: str, default: bool) -> bool:
    value = asked.get(key, default)
    if not isinstance(value, bool):
        raise RulesError(f"{key}: it is true or false")
    return value


def _whole(asked: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
    value = asked.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise RulesError(f"{key}: it is a whole number from {low} to {high}")
    return value


def _object(asked: Mapping[str, Any], key: str) -> Json:
    value = asked.get(key) or {}
    if not isinstance(value, dict):
        raise RulesError(f"{key}: it is an object")
    return value


def _seconds(asked: Mapping[str, Any]) -> float:
    value = asked.get("time_limit", 5.0)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= MOST_SECONDS:
        raise RulesError(f"time_limit: it is a number of seconds, at most {MOST_SECONDS:g}")
    return float(value)


def _question(asked: Mapping[str, Any]) -> Json:
    """What is asked of the best move."""
    question: Json = {"time_limit": _seconds(asked)}
    if "objective" in asked:
        question["objective"] = _text(asked, "objective")
    if "joker_worth" in asked:
        question["joker_worth"] = _whole(asked, "joker_worth", 0, JOKER_WORTHS.start, JOKER_WORTHS.stop - 1)
    question |= {key: _text(asked, key) for key in ("keep", "must") if key in asked}
    if asked.get("max_moved") is not None:
        question["max_moved"] = _whole(asked, "max_moved", 0, 0, 10_000)
    return question


# --- Rules ---


def about() -> Json:
    """What the interface is, and which rule sets, parameters and objectives there are."""
    rule_sets = [
        {"name": name, "about": rule_sheet(name).title, "notation": "cards" if name in CARD_GAMES else "tiles"}
        for name in preset_names()
    ]
    parameters = [
        {
            "key": key,
            "about": parameter.meaning,
            "values": parameter.values,
            "words": ["yes", "no"] if isinstance(parameter.default, bool) else list(parameter.words),
            "low": parameter.low,
            "high": parameter.high,
        }
        for key, parameter in PARAMETERS.items()
    ]
    objectives = [{"name": one.name, "what": one.what} for one in OBJECTIVES.values()]
    return {
        "version": __version__,
        "interface": INTERFACE,
        "rule_sets": rule_sets,
        "parameters": parameters,
        "objectives": objectives,
        "most_seconds": MOST_SECONDS,
    }


def _rules(asked: Mapping[str, Any]) -> Json:
    rules, notation = rules_of(asked), _notation(asked)
    fault = notation.box_fault(rules.tiles.colours, rules.tiles.numbers)
    if fault:
        raise RulesError(fault)
    return {
        "rules": str(rules).removeprefix("rules="),
        "values": {key: value_text(rules.value(key)) for key in PARAMETERS},
        "box": {**colours_of(rules, notation), "copies": rules.tiles.copies, "jokers": rules.tiles.jokers},
    }


def colours_of(rules: Rules, notation: Notation) -> Json:
    """The tiles of a box by colour and number, as they are written."""
    box = rules.tiles
    return {
        "joker": notation.tile(JOKER),
        "colours": [
            {
                "name": notation.colour(colour),
                "colour": colour,
                "tiles": [notation.tile(Tile(colour, number)) for number in range(1, box.numbers + 1)],
                "numbers": [notation.number(number) for number in range(1, box.numbers + 1)],
            }
            for colour in range(box.colours)
        ],
    }


# --- Entry ---


def counts_of(counts: Counter[Tile], notation: Notation) -> dict[str, int]:
    """How many there are of each tile, by its text."""
    return {notation.tile(tile): count for tile, count in sorted(counts.items())}


def _read(asked: Mapping[str, Any]) -> Json:
    """Table and rack as they are entered, legal or not: every set with what it is, and what is left in the box."""
    rules, notation = rules_of(asked), _notation(asked)
    faults: list[str] = []
    sets: list[list[Tile]] = []
    rack: list[Tile] = []
    try:
        sets = read_table(_text(asked, "table", "-"), notation=notation)
    except NotationError as error:
        faults += str(error).split("\n")
    try:
        rack = read_tiles(_text(asked, "rack", "-"), notation=notation)
    except NotationError as error:
        faults.append(str(error))
    entry = Entry(tuple(map(tuple, sets)))
    return _entered(asked, entry, rack, rules, notation, faults)


def _enter(asked: Mapping[str, Any]) -> Json:
    """One tap."""
    rules, notation = rules_of(asked), _notation(asked)
    rack = read_tiles(_text(asked, "rack", "-"), notation=notation)
    entry = Entry(_sets(asked, notation), _open(asked))
    tap = _text(asked, "tap")
    faults: list[str] = []
    on_table = [tile for tiles in entry.sets for tile in tiles]
    read = [tile.bare for tile in read_tiles(tap, "tap", notation=notation)]
    if len(read) != 1:
        raise RulesError(f"tap: {quote(tap)} is not one tile")
    tile = read[0]
    try:
        if asked.get("target") == "rack":
            if left_in_box(rules, [*on_table, *rack])[tile] <= 0:
                raise RulesError(f"{notation.tile(tile)}: all of them lie somewhere")
            rack.append(tile)
        elif _flag(asked, "loose", False):
            tapped(Entry(), tile, rules, [*on_table, *rack], notation)
            entry = Entry((tuple([*on_table, tile]),))
        else:
            entry = tapped(entry, tile, rules, rack, notation)
    except RulesError as error:
        faults.append(str(error))
    return {**_entered(asked, entry, rack, rules, notation, faults), "refused": bool(faults)}


def _sets(asked: Mapping[str, Any], notation: Notation) -> tuple[tuple[Tile, ...], ...]:
    sets = asked.get("sets", [])
    if not isinstance(sets, list) or not all(isinstance(tiles, list) for tiles in sets):
        raise RulesError("sets: it is a list of lists of tiles")
    return tuple(
        tuple(tile for text in tiles for tile in read_tiles(str(text), "sets", notation=notation)) for tiles in sets
    )


def _open(asked: Mapping[str, Any]) -> int | None:
    count = len(asked.get("sets", []))
    return None if asked.get("open") is None or not count else _whole(asked, "open", 0, 0, count - 1)


def _entered(
    asked: Mapping[str, Any],
    entry: Entry,
    rack: Sequence[Tile],
    rules: Rules,
    notation: Notation,
    faults: list[str],
) -> Json:
    loose = _flag(asked, "loose", False)
    gone = [*(tile for tiles in entry.sets for tile in tiles), *rack]
    left = left_in_box(rules, gone)
    table = "/".join(notation.packed(tiles) for tiles in entry.sets) or "-"
    position = None
    refused = list(faults)
    if not refused:
        try:
            given = {**asked, "table": table, "rack": notation.packed(rack) or "-"}
            given.pop("position", None)
            position = str(position_of(given))
        except RummikubError as error:
            refused += str(error).split("\n")
    return {
        "position": position,
        "faults": refused,
        "table": table,
        "rack": notation.texts(rack),
        "sets": [notation.texts(tiles) for tiles in entry.sets],
        "open": entry.open,
        "states": [] if loose else [_state(tiles, rules, notation) for tiles in entry.sets],
        "left": counts_of(left, notation),
        "unseen": left.total(),
    }


def _state(tiles: Sequence[Tile], rules: Rules, notation: Notation) -> Json:
    state = state_of(tiles, rules)
    reason, shown = None, notation.texts(tiles)
    if state == LEGAL:
        choices = TileSet.choices(tiles, rules)
        shown = notation.texts(choices[0].tiles)
        if len(choices) > 1:
            reason = "it can be read in several ways: " + " or ".join(notation.packed(one.tiles) for one in choices[:3])
    else:
        try:
            TileSet.read(tiles, rules, notation)
        except SetError as error:
            reason = str(error)
    return {"state": state, "reason": reason, "tiles": shown, "full": state == LEGAL and is_full(tiles, rules)}


# --- Answers ---


def _solve(asked: Mapping[str, Any]) -> Json:
    return solve(position_of(asked), **_question(asked)).to_json()


def _hint(asked: Mapping[str, Any]) -> Json:
    return hint(position_of(asked), _whole(asked, "level", 1, 1, 4), **_question(asked)).to_json()


def _all(asked: Mapping[str, Any]) -> Json:
    by = _text(asked, "by", "arrangement")
    return best_moves(position_of(asked), _whole(asked, "count", 5, 1, 20), by=by, **_question(asked)).to_json()


def _check(asked: Mapping[str, Any]) -> Json:
    after = _text(asked, "after") if asked.get("after") is not None else None
    return check(position_of(asked), after).to_json()


def _odds(asked: Mapping[str, Any]) -> Json:
    question = _question(asked)
    question.pop("time_limit")
    return odds(position_of(asked), seen=_text(asked, "seen", ""), **question).to_json()


QUESTIONS: Mapping[str, Callable[[Mapping[str, Any]], Json]] = {
    "rules": _rules,
    "read": _read,
    "enter": _enter,
    "solve": _solve,
    "hint": _hint,
    "all": _all,
    "check": _check,
    "odds": _odds,
}
"""What can be asked, by the last word of its address."""
