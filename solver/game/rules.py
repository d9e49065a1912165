"""Rule sets: every rule that tables disagree on is a parameter.

A `Rules` value is immutable and complete. Presets are TOML files in `presets/`; a
rule set of one's own is a TOML file with the same keys and, if it builds on another,
`extends = "standard"`.
"""

from __future__ import annotations

import dataclasses
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from solver.errors import RulesError, quote, wrong_type
from solver.files import FileFault, read_text

__all__ = ["DEFAULT_RULES", "PARAMETERS", "Parameter", "Rules", "preset_names"]

DEFAULT_RULES = "standard"
_PRESETS = os.path.join(os.path.dirname(__file__), "presets")
_LARGEST_FILE = 100_000
"""Bytes of a rules file: with all rules and a page of comments it has a tenth of that."""
_ABOUT = ("extends", "title", "source")
"""Keys of a rules file that are no rules."""


@dataclass(frozen=True)
class Parameter:
    """One rule: its key, the values that it may take, and what it means.

    `low` and `high` bound integers (inclusive); `words` are the values that are words.
    A parameter with both takes either.
    """

    key: str
    default: object
    meaning: str
    low: int | None = None
    high: int | None = None
    words: tuple[str, ...] = ()

    @property
    def values(self) -> str:
        """The allowed values, for people."""
        if isinstance(self.default, bool):
            return "yes or no"
        parts = [f"{self.low} to {self.high}"] if self.low is not None else []
        return " or ".join(parts + list(self.words))

    def read(self, value: object, where: str = "") -> Any:
        """Check one value, given as TOML gives it or as text.

        :raises RulesError: if the parameter does not take that value.
        """
        given = value
        if isinstance(value, str):
            value = value.strip().lower()
            if isinstance(self.default, bool) and value in ("yes", "true", "no", "false"):
                return value in ("yes", "true")
            if self.low is not None and re.fullmatch(r"[0-9]{1,6}", value):
                value = int(value)
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
        elif isinstance(value, int) and not isinstance(value, bool):
            if self.low is not None and self.high is not None and self.low <= value <= self.high:
                return value
        elif value in self.words:
            return value
        whole = "a whole number from " if self.low is not None else ""
        raise RulesError(f"{where}{self.key} = {_shown(given)}: it takes {whole}{self.values}")


def _shown(value: object) -> str:
    try:
        return quote(str(value))
    except ValueError:
        # Python does not write out numbers of thousands of digits.
        return "a huge number"


def _rule(default: Any, meaning: str, low: int | None = None, high: int | None = None, words: str = "") -> Any:
    return field(
        default=default,
        metadata={"meaning": meaning, "low": low, "high": high, "words": tuple(words.split())},
    )


@dataclass(frozen=True)
class TileRules:
    """The box."""

    numbers: int = _rule(13, "tiles of each colour are numbered from 1 to this", 1, 104)
    colours: int = _rule(4, "colours in the box", 1, 8)
    copies: int = _rule(2, "copies of each number tile", 1, 8)
    jokers: int = _rule(2, "jokers in the box", 0, 8)

    @property
    def total(self) -> int:
        """All tiles of the box, jokers included."""
        return self.numbers * self.colours * self.copies + self.jokers


@dataclass(frozen=True)
class SetRules:
    """What a run and a group are."""

    min_run: int = _rule(3, "tiles that a run needs at least", 2, 104)
    min_group: int = _rule(3, "tiles that a group needs at least", 2, 8)
    max_group: int | str = _rule("colours", "tiles that a group has at most", 2, 8, "colours")
    wrap: str = _rule(
        "none",
        "may 1 follow the highest number: never; 12-13-1 but not 13-1-2; or both",
        words="none high_one around",
    )
    max_jokers: int | str = _rule("any", "jokers that one set may hold at most", 0, 8, "any")
    min_natural: int = _rule(1, "number tiles that a set needs at least", 1, 8)

    @property
    def go_round(self) -> bool:
        """Whether runs go round: 1 follows the highest number, and 2 follows that 1."""
        return self.wrap == "around"

    @property
    def end_with_one(self) -> bool:
        """Whether a run may end with a 1 behind the highest number, and no run goes further."""
        return self.wrap == "high_one"

    def may_hold_twice(self, number: int) -> bool:
        """Whether one run may hold two tiles of that number."""
        return self.go_round or self.end_with_one and number == 1


@dataclass(frozen=True)
class OpeningRules:
    """A player's first meld."""

    points: int = _rule(30, "what the opening sets, all from the rack, must add up to", 0, 1000)
    joker: int | str = _rule(
        "represented",
        "what a joker counts in the opening: the tile it stands for, a number, or it may not be used",
        0,
        1000,
        "represented forbidden",
    )
    table: str = _rule(
        "no", "may the table be used in the opening turn: no, or after the opening sets are laid", words="no after"
    )
    needs_run: bool = _rule(False, "must the opening contain a run of three or more tiles")

    @property
    def leaves_table(self) -> bool:
        """Whether the table stays as it is in the opening turn."""
        return self.table == "no"

    @property
    def forbids_jokers(self) -> bool:
        """Whether no joker may be laid in the opening sets."""
        return self.joker == "forbidden"

    @property
    def joker_points(self) -> int | None:
        """What a joker counts whatever it stands for, 0 if it may not be used; None if it counts as its tile."""
        if isinstance(self.joker, int):
            return self.joker
        return 0 if self.forbids_jokers else None


@dataclass(frozen=True)
class TableRules:
    """What may be done with the sets on the table."""

    rearrange: str = _rule(
        "full", "take sets apart freely, or only add to them (every old set stays together)", words="full lay_off"
    )

    @property
    def only_adds(self) -> bool:
        """Whether sets are only added to: every old set lies whole in one new set."""
        return self.rearrange == "lay_off"


@dataclass(frozen=True)
class JokerRules:
    """What may be done with a joker that lies on the table."""

    freed_by: str = _rule(
        "replacing",
        "how a joker comes free: by rearranging like any tile, or by a tile that it may stand for",
        words="rearranging replacing",
    )
    replaced_from: str = _rule("rack_or_table", "where the replacing tile may come from", words="rack rack_or_table")
    group_of_three: str = _rule(
        "either",
        "what replaces a joker in a group of three: either missing colour, or one tile of each",
        words="either both",
    )
    set_with_joker: str = _rule(
        "frozen",
        "while a joker stays: its set is free; the joker keeps its tile; or the whole set stays together",
        words="free frozen locked",
    )
    reuse: str = _rule(
        "new_set",
        "where a freed joker may go: anywhere, into a new set, or into a new set with two tiles from the rack",
        words="any new_set new_set_two_rack",
    )

    @property
    def are_free(self) -> bool:
        """Whether a joker moves like any other tile, so that what it stood for makes no difference."""
        return not self.need_replacing and not self.go_to_new_sets

    @property
    def need_replacing(self) -> bool:
        """Whether a joker comes free only when a tile that it may stand for replaces it."""
        return self.freed_by == "replacing"

    @property
    def replaced_from_table(self) -> bool:
        """Whether the replacing tile may come from another set of the table, not only from the rack."""
        return self.replaced_from == "rack_or_table"

    @property
    def lock_their_set(self) -> bool:
        """Whether a set stays together, and is only added to, while a joker of it is kept."""
        return self.set_with_joker == "locked"

    @property
    def go_to_new_sets(self) -> bool:
        """Whether a freed joker must go to a new set, not to an old one with something added."""
        return self.reuse != "any"

    @property
    def takes_two_from_rack(self) -> bool:
        """Whether two tiles of a new set for a freed joker must come from the rack."""
        return self.reuse == "new_set_two_rack"


@dataclass(frozen=True)
class TurnRules:
    """A turn."""

    hand: int = _rule(14, "tiles dealt to each player", 1, 104)
    seconds: int = _rule(60, "seconds for a turn", 1, 86400)
    penalty_draw: int = _rule(3, "tiles drawn when the table is left broken", 0, 104)
    draw: str = _rule(
        "instead", "when a tile is drawn: instead of laying, or first in every turn", words="instead first"
    )
    discard: bool = _rule(False, "is a tile thrown off, face up, at the end of every turn")
    take_discard: bool = _rule(
        False, "may the tile that the player before threw off be taken instead of one of the pool"
    )
    overtime: str = _rule(
        "restore",
        "what follows when time runs out: all goes back, or the player takes what does not lie in sets",
        words="restore take_unsorted",
    )
    overtime_draw: int = _rule(1, "tiles drawn when time runs out and all goes back", 0, 104)

    @property
    def draws_first(self) -> bool:
        """Whether every turn begins with drawing a tile, and nothing is drawn for not laying."""
        return self.draw == "first"

    @property
    def least_kept(self) -> int:
        """Tiles that a move leaves on the rack at least: one where it is thrown off at the end of the turn.

        With so many left a player is out: laid are all that can be, and what is kept is thrown off.
        """
        return 1 if self.discard else 0

    @property
    def instead_of_laying(self) -> str:
        """What a player does who lays nothing, in words."""
        if not self.draws_first:
            return "draw a tile"
        return "throw a tile off" if self.discard else "let it be"

    @property
    def takes_unsorted(self) -> bool:
        """Whether a player whose time ran out takes what does not lie in sets, and the sets stay."""
        return self.overtime == "take_unsorted"


@dataclass(frozen=True)
class ScoringRules:
    """The end of a game."""

    joker_in_hand: int = _rule(30, "penalty points of a joker left on a rack", 0, 1000)
    pool_empty: str = _rule("lowest_value", "who wins when nobody can go on", words="lowest_value fewest_tiles")
    scheme: str = _rule("zero_sum", "how a game is scored", words="zero_sum laid_minus_held")
    empty_pool_pays: str = _rule(
        "difference",
        "what a loser pays when nobody can go on: how much more his rack is worth than the winner's, or his whole rack",
        words="difference rack",
    )
    unopened: int = _rule(
        0, "what a player who never opened pays instead of his rack, if it is more; 0 asks for nothing", 0, 1000
    )

    @property
    def counts_laid(self) -> bool:
        """Whether a player scores what he laid minus what he holds; else the losers pay the winner."""
        return self.scheme == "laid_minus_held"


@dataclass(frozen=True)
class MatchRules:
    """Several games that belong together."""

    length: int | str = _rule(
        "players",
        "games of a match: as many as players, a number, or until someone has the points",
        1,
        1000,
        "players points",
    )
    points: int = _rule(200, "points that end a match, if points do", 1, 100_000)
    winner: str = _rule(
        "games", "who wins a match: most games won (ties by score), or the highest score", words="games score"
    )


_COUNTED_WITH = ("opening.points", "opening.joker", "scoring.joker_in_hand")
"""The numbers that the programme of a position counts with: within their ranges all sums of them are exact."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """A complete rule set; `name` is the preset that it is, or that it changes.

    Made by `named`, `load` and `changed`.
    """

    name: str = DEFAULT_RULES
    tiles: TileRules = TileRules()
    sets: SetRules = SetRules()
    opening: OpeningRules = OpeningRules()
    table: TableRules = TableRules()
    jokers: JokerRules = JokerRules()
    turn: TurnRules = TurnRules()
    scoring: ScoringRules = ScoringRules()
    match: MatchRules = MatchRules()

    def __post_init__(self) -> None:
        """:raises RulesError: for a number out of range among those that tiles and points are counted with."""
        for key in _COUNTED_WITH:
            PARAMETERS[key].read(self.value(key))

    @classmethod
    def named(cls, name: str) -> Rules:
        """The preset of that name.

        :raises RulesError: if there is none.
        :raises ArgumentError: if `name` is no text.
        """
        if not isinstance(name, str):
            raise wrong_type("rules", name, "Rules, the name of a rule set, or a file that ends in .toml")
        return _preset(name)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Rules:
        """Read a rule set from a TOML file with the keys of `PARAMETERS`, as `[opening]` and `points` or in quotes.

        :raises RulesError: if the file cannot be read or a key or value is wrong.
        """
        return _from_data(file_data(path), f"rules file {quote(str(path), 200)}: ")

    @classmethod
    def load(cls, name_or_file: str) -> Rules:
        """A preset by its name, or a rules file by its path (it ends in `.toml`).

        :raises RulesError: as `named` and `from_file` do.
        """
        return cls.from_file(name_or_file) if str(name_or_file).endswith(".toml") else cls.named(name_or_file)

    def changed(self, values: Mapping[str, object], where: str = "") -> Rules:
        """This rule set with some parameters changed, by key (`"opening.points": 40`).

        :raises RulesError: if a key is unknown, a value is out of range, or the rules
            that come out make no sense together.
        """
        if faults := self.value_faults(values, where):
            raise RulesError("\n".join(faults))
        groups: dict[str, dict[str, Any]] = {}
        for key, value in values.items():
            group, name = key.split(".")
            groups.setdefault(group, {})[name] = PARAMETERS[key].read(value)
        parts = {group: dataclasses.replace(getattr(self, group), **new) for group, new in groups.items()}
        rules = dataclasses.replace(self, **parts)
        rules.check(where)
        return rules

    @staticmethod
    def value_faults(values: Mapping[str, object], where: str = "") -> list[str]:
        """What is wrong with keys and values by themselves, whatever the other rules are: one line each."""
        faults = []
        for key, value in values.items():
            parameter = PARAMETERS.get(key)
            if parameter is None:
                like = closest_key(key)
                mend = f"is {like} meant?" if like else f"see 'rummikub rules {DEFAULT_RULES}' for the keys"
                faults.append(f"{where}{quote(key)} is no rule: {mend}")
                continue
            try:
                parameter.read(value, where)
            except RulesError as error:
                faults.append(str(error))
        return faults

    def in_box(self, box: TileRules, where: str = "") -> Rules:
        """This rule set with the tiles of another box; without jokers if this one has none.

        :raises RulesError: if the rules make no sense in that box.
        """
        tiles = box if self.tiles.jokers else dataclasses.replace(box, jokers=0)
        rules = dataclasses.replace(self, tiles=tiles)
        rules.check(where)
        return rules

    def value(self, key: str) -> Any:
        """The value of one parameter, by its key."""
        group, name = key.split(".")
        return getattr(getattr(self, group), name)

    def changes(self) -> dict[str, Any]:
        """The parameters that differ from the preset `name`, by key."""
        preset = _preset(self.name)
        return {key: self.value(key) for key in PARAMETERS if self.value(key) != preset.value(key)}

    def idle(self) -> dict[str, str]:
        """The parameters on which nothing depends as the others are, by key, each with the one that makes it so."""
        idle = self._idle_jokers()
        if not self.turn.discard:
            idle["turn.take_discard"] = "turn.discard = no"
        if self.turn.takes_unsorted:
            idle["turn.overtime_draw"] = "turn.overtime = take_unsorted"
        if self.scoring.counts_laid:
            keys = ("scoring.pool_empty", "scoring.empty_pool_pays")
            idle |= dict.fromkeys(keys, f"scoring.scheme = {self.scoring.scheme}")
        if self.match.length != "points":
            idle["match.points"] = f"match.length = {self.match.length}"
        return idle

    def _idle_jokers(self) -> dict[str, str]:
        if not self.tiles.jokers:
            of_jokers = [key for key in PARAMETERS if key.startswith("jokers.")]
            return dict.fromkeys(
                [*of_jokers, "sets.max_jokers", "opening.joker", "scoring.joker_in_hand"], "tiles.jokers = 0"
            )
        if not self.jokers.need_replacing:
            keys = ["jokers.replaced_from", "jokers.group_of_three"]
            # A freed joker that may not go everywhere can be better kept, and then its set matters.
            if self.jokers.set_with_joker != "free" and not self.jokers.go_to_new_sets:
                keys.append("jokers.set_with_joker")
            return dict.fromkeys(keys, "jokers.freed_by = rearranging")
        return {}

    @property
    def max_group(self) -> int:
        """Tiles that a group has at most."""
        most = self.sets.max_group
        return self.tiles.colours if isinstance(most, str) else most

    @property
    def max_jokers(self) -> int:
        """Jokers that one set has at most; the whole box if any number is allowed."""
        most = self.sets.max_jokers
        return self.tiles.jokers if isinstance(most, str) else most

    @property
    def opening_is_free(self) -> bool:
        """Whether an opening turn is like any other."""
        return not self.opening.leaves_table and not self.opening.points and not self.opening.needs_run

    @property
    def opening_run(self) -> int:
        """Tiles of the run that an opening must contain, at least; 0 if it needs none."""
        return max(3, self.sets.min_run) if self.opening.needs_run else 0

    def frees_only_to_all(self, kind: str, size: int) -> bool:
        """Whether the joker of a set comes free only to one tile of each missing colour: a group of three, `both`.

        `kind` is `run` or `group`, `size` the number of its tiles.
        """
        return kind == "group" and size == 3 and self.jokers.group_of_three == "both"

    def check(self, where: str = "") -> None:
        """Refuse parameters that contradict each other.

        A box may have groups but no runs, or runs but no groups. What its preset says of
        `opening.points` and of the tiles of a turn is not held against a box
        that is too small for it: a position can be solved all the same.

        :raises RulesError: with the reason.
        """
        if reason := self._set_contradiction() or self._opening_contradiction() or self._turn_contradiction():
            raise RulesError(f"{where}{reason}")

    def _set_contradiction(self) -> str:
        """Why there can be no set, or a bound on sets is none; empty if there is no reason."""
        sets, box = self.sets, self.tiles
        if self.max_group > box.colours:
            return (
                f"sets.max_group = {self.max_group}, but the box has {_count(box.colours, 'colour')}"
                " and a group has no colour twice"
            )
        if isinstance(sets.max_group, int) and sets.min_group > sets.max_group:
            return (
                f"sets.min_group = {sets.min_group} is more than sets.max_group = {sets.max_group}:"
                " to play without groups, set sets.max_group = colours"
            )
        if box.numbers == 1 and sets.wrap != "none":
            # Else K1 K1 K1 would be a run round a circle of one.
            return f"sets.wrap = {sets.wrap}, but with tiles.numbers = 1 nothing follows a 1: set sets.wrap = none"
        run = self._no_run(sets.min_run, "sets.min_run", min(self.max_jokers, box.jokers))
        group = self._too_few(sets.min_group, "sets.min_group", self.max_group, self.max_group)
        return f"no set exists: a run {run}, a group {group}" if run and group else ""

    def _no_run(self, least: int, key: str, jokers: int) -> str:
        """Why no run has `least` tiles, as `key` asks, with that many jokers at most; empty if one has.

        The natural tiles are those of one colour of the box, each as often as there are copies.
        """
        n, copies = self.tiles.numbers, self.tiles.copies
        if self.sets.go_round:
            naturals = n * copies
            longest = naturals + jokers
        elif self.sets.end_with_one:
            # The last place takes a second 1, or a joker for it.
            naturals = n + (copies > 1)
            longest = n + (copies > 1 or jokers > 0)
        else:
            naturals = longest = n
        return self._too_few(least, key, longest, naturals)

    def _too_few(self, least: int, key: str, longest: int, naturals: int) -> str:
        """Why a set of `longest` tiles, `naturals` of them number tiles, is too small; empty if it is not."""
        if least > longest:
            return f"needs {least} tiles ({key}) and has at most {longest}"
        if self.sets.min_natural > naturals:
            return f"needs {self.sets.min_natural} number tiles (sets.min_natural) and has at most {naturals}"
        return ""

    def _opening_contradiction(self) -> str:
        """Why no player can ever open; empty if there is no reason."""
        opening, box = self.opening, self.tiles
        jokers = 0 if opening.forbids_jokers else min(self.max_jokers, box.jokers)
        if opening.needs_run:
            key = "sets.min_run" if self.opening_run == self.sets.min_run else "opening.needs_run"
            if reason := self._no_run(self.opening_run, key, jokers):
                return f"opening.needs_run, but no run exists that may open: it {reason}"
        each = box.numbers if opening.joker == "represented" else opening.joker
        joker = each if jokers and isinstance(each, int) else 0
        most = box.colours * box.copies * box.numbers * (box.numbers + 1) // 2 + box.jokers * joker
        if opening.points > most and self._is_changed("opening.points"):
            counted = f", {_count(box.jokers, 'joker')} at {joker} each included" if box.jokers else ""
            return f"opening.points = {opening.points}, but the whole box adds up to {most}{counted}"
        return ""

    def _turn_contradiction(self) -> str:
        """Why the box has too few tiles for a turn; empty if there is no reason."""
        total = self.tiles.total
        for key in ("turn.hand", "turn.penalty_draw", "turn.overtime_draw"):
            if self.value(key) > total and self._is_changed(key):
                return f"{key} = {self.value(key)}, but the box has {_count(total, 'tile')}"
        return ""

    def _is_changed(self, key: str) -> bool:
        return bool(self.value(key) != _preset(self.name).value(key))

    def __str__(self) -> str:
        """The rule keys of a position line: `rules=standard opening.points=40`."""
        changes = (f"{key}={value_text(value)}" for key, value in self.changes().items())
        return " ".join([f"rules={self.name}", *changes])

    def __repr__(self) -> str:
        changes = self.changes()
        base = f"Rules.named({self.name!r})"
        return f"{base}.changed({changes!r})" if changes else base


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def value_text(value: object) -> str:
    """One parameter's value as people write it: `yes`, `40`, `lay_off`."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _parameters() -> dict[str, Parameter]:
    found = {}
    for group in dataclasses.fields(Rules):
        if group.name != "name":
            for rule in dataclasses.fields(type(group.default)):  # type: ignore[arg-type]
                key = f"{group.name}.{rule.name}"
                found[key] = Parameter(key, rule.default, **rule.metadata)
    return found


PARAMETERS = _parameters()
"""Every rule by its key, in the order in which they are shown."""


@cache
def preset_names() -> tuple[str, ...]:
    """The names of the presets, the default first."""
    names = sorted(file.removesuffix(".toml") for file in os.listdir(_PRESETS) if file.endswith(".toml"))
    return tuple(sorted(names, key=lambda name: (name != DEFAULT_RULES, name != "free", name)))


@cache
def preset_data(name: str) -> dict[str, Any]:
    """A preset's file: its title, source and keys.

    :raises RulesError: if there is no such preset.
    """
    if name not in preset_names():
        raise RulesError(f"no rule set is called {quote(name)}: {_instead(name)}there are {', '.join(preset_names())}")
    return file_data(os.path.join(_PRESETS, f"{name}.toml"))


def file_data(path: str | os.PathLike[str]) -> dict[str, Any]:
    """What is in a rules file: its title, source and keys, as they stand there.

    :raises RulesError: if it cannot be read, or is no TOML.
    """
    name = quote(str(path), 200)
    try:
        return tomllib.loads(read_text(path, _LARGEST_FILE))
    except FileFault as fault:
        raise RulesError(f"rules file {name}: {fault}") from None
    except RecursionError:
        raise RulesError(f"rules file {name} is no rule set: its brackets are nested too deep") from None
    except ValueError as error:
        # No TOML, or numbers of thousands of digits.
        raise RulesError(f"rules file {name} is no TOML: {error}") from None


def _instead(name: str) -> str:
    """What may be meant by a name that no preset has, if that can be said."""
    if name and os.path.isfile(f"{name}.toml"):
        return f"is {quote(f'{name}.toml', 200)} meant? "
    if name and (re.search(r"[./\\]", name) or os.path.exists(name)):
        return "a rules file ends in .toml, and "
    return f"is {like!r} meant? " if (like := closest(name, preset_names())) else ""


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that an unknown one may be a slip of."""
    from difflib import get_close_matches  # for errors alone

    return next(iter(get_close_matches(word.lower(), list(known), 1, 0.7)), None)


def closest_key(key: str) -> str | None:
    """The rule that an unknown key may be a slip of: one that is written much alike, with its group or without."""
    # Of rules that are called alike in two groups, the first is the likelier.
    bare = {known.partition(".")[2]: known for known in reversed(PARAMETERS)}
    return bare.get(key.lower()) or closest(key, PARAMETERS) or bare.get(closest(key, bare) or "")


@cache
def _preset(name: str) -> Rules:
    rules = _from_data(preset_data(name), f"preset {name}: ")
    return dataclasses.replace(rules, name=name)


def dotted(data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a TOML document by dotted key, whether that is written `[opening]` and `points`, or quoted."""
    values: dict[str, Any] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            values.update({f"{key}.{name}": inner for name, inner in value.items()})
        elif "." in key:
            values[key] = value
    return values


def given_twice(data: Mapping[str, Any]) -> list[str]:
    """One line for each key that a TOML document has in both spellings, of which neither can be said to hold."""
    return [
        f"{key} is given twice: leave out {quote(key)} in quotes, or {name} under [{group}]"
        for key in data
        for group, _, name in [key.partition(".")]
        if isinstance(data.get(group), dict) and name in data[group]
    ]


def _from_data(data: Mapping[str, Any], where: str) -> Rules:
    """Rules out of a TOML document; `title` and `source` are for people.

    :raises RulesError: if a key or value is wrong, or a key is given in both spellings.
    """
    faults = []
    base = data.get("extends")
    if base is not None and not isinstance(base, str):
        faults.append(f"{where}extends takes the name of a rule set, such as {DEFAULT_RULES!r}")
    elif base is not None and base not in preset_names():
        like = closest(base, preset_names())
        meant = f"is {like!r} meant? " if like else ""
        faults.append(f"{where}extends = {quote(base)}: {meant}it takes one of {', '.join(preset_names())}")
    groups = dict.fromkeys(key.split(".")[0] for key in PARAMETERS)
    for key, value in data.items():
        if isinstance(value, dict) or "." in key or key in _ABOUT:
            continue
        if key in groups:
            inside = next(parameter for parameter in PARAMETERS if parameter.startswith(f"{key}."))
            faults.append(f"{where}{key} is a group of rules: write [{key}], and under it rules such as {inside}")
        elif like := closest(key, _ABOUT):
            faults.append(f"{where}{quote(key)} is no rule: is {like} meant?")
        elif like := closest_key(key):
            group, _, name = like.partition(".")
            faults.append(f"{where}{quote(key)} is no rule: write [{group}], and under it {name}")
        else:
            faults.append(f"{where}{quote(key)} is no rule: the groups are {', '.join(groups)}")
    values = dotted(data)
    faults += [where + fault for fault in given_twice(data)]
    if faults:
        # What the file would change is not known as a whole, but some keys and values no rule set takes.
        raise RulesError("\n".join([*faults, *Rules.value_faults(values, where)]))
    start = Rules() if base is None else _preset(base)
    return start.changed(values, where)
