"""Hints: a little more of the best move with each level, for who wants to find the rest alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solver.advice.answer import NO_STEPS, Answer, as_answer
from solver.advice.shown import Shown
from solver.advice.solve import solve
from solver.errors import RulesError, wrong_type
from solver.game.objective import OBJECTIVES
from solver.game.position import Position
from solver.game.tiles import Tile
from solver.steps import Step, steps_of

__all__ = ["LEVELS", "Hint", "hint", "hint_of"]

LEVELS = range(1, 5)
"""1 whether and how much can be laid, 2 which rack tiles, 3 which sets change, 4 the first step."""


@dataclass(frozen=True, repr=False)
class Hint(Shown):
    """One hint: `text` for the player, and what it says as values.

    What belongs to another level is None, so that no more is told than was asked for.
    Level 1: `goes_out`, `tiles` and `value` as in an answer. Level 2: `played`. Level 3:
    `changed`, the numbers of the table's sets that are touched, and `new_sets`, how many
    sets more there will be beside them. Level 4: `step`, the first
    of `step_count` steps; without them if time ran out before they were worked out.
    `status` is that of the answer; without a move every level says just that.
    """

    position: Position
    level: int
    status: str
    text: str
    goes_out: bool | None = None
    tiles: int | None = None
    value: int | None = None
    played: tuple[Tile, ...] | None = None
    changed: tuple[int, ...] | None = None
    new_sets: int | None = None
    step: Step | None = None
    step_count: int | None = None

    @property
    def id(self) -> str | None:
        return self.position.id

    @property
    def rules(self) -> str:
        """The rule set as a position line names it, without `rules=`."""
        return str(self.position.rules).removeprefix("rules=")

    def __repr__(self) -> str:
        return f"<Hint of level {self.level}: {self.text}>"

    def to_json(self) -> dict[str, Any]:
        """The JSON form; tiles are texts, in the notation of the position."""
        notation = self.position.notation
        return {
            "position": str(self.position),
            "id": self.id,
            "rules": self.rules,
            "level": self.level,
            "status": self.status,
            "text": self.text,
            "goes_out": self.goes_out,
            "tiles": self.tiles,
            "value": self.value,
            "played": None if self.played is None else notation.texts(self.played),
            "changed": None if self.changed is None else list(self.changed),
            "new_sets": self.new_sets,
            "step": None if self.step is None else self.step.to_json(notation),
            "step_count": self.step_count,
        }


def hint(position: Position | str, level: int = 1, **solve_options: Any) -> Hint:
    """The hint of that level about the best move in `position` (a value, or a line); options as for `solve`.

    :raises RulesError: if `level` is not in `LEVELS`, or as `solve` does.
    :raises PositionError: as `solve` does.
    """
    _check(level)
    # Hints of all levels must be about one move, so it is found in the same way for each.
    return hint_of(solve(position, **{**solve_options, "steps": level >= 3}), level)


def hint_of(answer: Answer, level: int = 1) -> Hint:
    """The hint of that level about a move that is known.

    :raises RulesError: if `level` is not in `LEVELS`.
    """
    _check(level)
    answer = as_answer(answer)
    position, status = answer.position, answer.status
    notation = position.notation
    if not answer.played:
        return Hint(position, level, status, _no_move(answer), goes_out=False, tiles=0, value=0)
    if level == 1:
        out, tiles, value = answer.goes_out, answer.tiles, answer.value
        return Hint(position, level, status, _how_much(answer), goes_out=out, tiles=tiles, value=value)
    if level == 2:
        text = f"From your rack, lay {_listed(notation.texts(answer.played))}."
        return Hint(position, level, status, text, played=answer.played)
    steps = answer.steps if answer.steps or answer.steps_cut_short else steps_of(answer.as_played)
    if level == 4 and not steps:
        return Hint(position, level, status, NO_STEPS)
    if level == 3:
        changed, new_sets = _touched(position, steps) if steps else _changed(answer)
        return Hint(position, level, status, _where(position, changed, new_sets), changed=changed, new_sets=new_sets)
    first = "The only step" if len(steps) == 1 else f"The first of {len(steps)} steps"
    return Hint(position, level, status, f"{first}: {steps[0].text}", step=steps[0], step_count=len(steps))


def _check(level: int) -> None:
    if not hasattr(level, "__index__"):
        raise wrong_type("level", level, f"a whole number from {LEVELS[0]} to {LEVELS[-1]}")
    if level not in LEVELS:
        raise RulesError(f"hint level {level}: the levels are {LEVELS[0]} to {LEVELS[-1]}")


def _touched(position: Position, steps: Sequence[Step]) -> tuple[tuple[int, ...], int]:
    """The old sets that a step touches, by number, and how many sets lie there besides in the end."""
    old = range(1, len(position.table) + 1)
    places = {place for step in steps for place in (step.source, step.target)}
    changed = tuple(sorted(places.intersection(old)))
    return changed, sum(number not in old for number, _ in steps[-1].table)


def _changed(answer: Answer) -> tuple[tuple[int, ...], int]:
    """The same without steps: the old sets that are not in the new table as they were."""
    played = answer.as_played
    return tuple(sorted(played.changed & played.old.keys())), len(played.new.keys() - played.old.keys())


# --- Words ---


def _no_move(answer: Answer) -> str:
    position, conditions = answer.position, answer.conditions
    if answer.status == "feasible":
        return f"{answer.ran_out} before a move was found; there may be one."
    if not position.rack:
        return "Your rack is empty: you are out."
    if answer.reason is not None:
        return f"{answer.reason}."
    if conditions.words:
        return f"Nothing can be laid{conditions.words}."
    then = position.rules.turn.instead_of_laying
    if position.must_open:
        return f"You cannot open: {then}."
    if answer.spares_jokers and any(tile.is_joker for tile in position.rack):
        return f"No number tile can be laid: {then}, and keep the joker."
    return f"Nothing can be laid: {then}."


def _how_much(answer: Answer) -> str:
    much = OBJECTIVES[answer.objective].hinted(answer.played, answer.position.rules)
    if answer.goes_out:
        whole = (
            f"all but one tile ({answer.tiles})" if answer.kept else f"your whole rack ({_count(answer.tiles, 'tile')})"
        )
        text = f"You can lay {whole} and go out!"
    elif answer.status == "feasible":
        text = f"You can {much}{answer.conditions.words}; {answer.ran_out.lower()}, so there may be more."
    else:
        text = f"You can {much}{answer.conditions.words}; that is the most."
    if answer.position.must_open and answer.opening_value is not None:
        points = answer.position.rules.opening.points
        text += f" Your opening sets count {answer.opening_value}" + (f" ({points} are needed)." if points else ".")
    return text


def _where(position: Position, changed: Sequence[int], new_sets: int) -> str:
    if position.loose is not None:
        return f"The loose tiles and yours make {_count(new_sets, 'set')}."
    fresh = f"{_count(new_sets, 'new set')} {'is' if new_sets == 1 else 'are'} laid"
    rest = len(position.table) - len(changed)
    if not changed:
        start = "No set on the table changes" if position.table else "The table is empty"
        return f"{start}; {fresh}."
    sets = _listed([f"set {i} ({position.notation.row(position.table[i - 1].tiles)})" for i in changed])
    parts = [f"S{sets[1:]} change{'s' if len(changed) == 1 else ''}"]
    if rest:
        parts.append("the other set stays as it is" if rest == 1 else f"the other {rest} sets stay as they are")
    if new_sets:
        parts.append(fresh)
    return "; ".join(parts) + "."


def _listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([*([", ".join(parts[:-1])] if parts[:-1] else []), parts[-1]])


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
