"""The best move under every preset: how much hangs on the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from solver.advice.answer import Answer
from solver.advice.solve import solve
from solver.errors import PositionError
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.rules import Rules, preset_names

__all__ = ["Comparison", "compare_rules"]


@dataclass(frozen=True)
class Comparison:
    """The best move under one preset, or why the position cannot be under it.

    `differs` says that the move is worth more or less than the one under the rules that
    were asked, or that this one would be illegal here.
    """

    rules: str
    answer: Answer | None
    reasons: tuple[str, ...]
    differs: bool

    def to_json(self) -> dict[str, Any]:
        keys = ("status", "goes_out", "tiles", "value", "penalty", "jokers", "played")
        known = {} if self.answer is None else self.answer.to_json()
        return {
            "rules": self.rules,
            **{key: known.get(key) for key in keys},
            "differs": self.differs,
            "reasons": list(self.reasons),
        }


def compare_rules(
    answer: Answer,
    *,
    time_limit: float | None = None,
) -> tuple[Comparison, ...]:
    """The position of `answer`, asked the same under each preset, in the order of `preset_names`.

    `time_limit` (seconds) holds for each of them.
    """
    return tuple(_compared(answer, name, time_limit) for name in preset_names())


def _compared(asked: Answer, name: str, time_limit: float | None) -> Comparison:
    try:
        position = _under(asked.position, Rules.named(name))
        if position == asked.position:
            return Comparison(name, asked, (), differs=False)
        answer = solve(
            position,
            objective=asked.objective,
            joker_worth=asked.joker_worth,
            time_limit=time_limit,
            steps=False,
        )
    except PositionError as error:
        return Comparison(name, None, error.faults, differs=True)
    if _worth(answer) != _worth(asked):
        return Comparison(name, answer, (), differs=True)
    if asked.played and answer.played != asked.played:
        # Of moves worth the same, the one that is best elsewhere too says more.
        differs = bool(judge(position, asked.move))
        return Comparison(name, answer if differs else asked, (), differs)
    return Comparison(name, answer, (), differs=False)


def _under(position: Position, rules: Rules) -> Position:
    """The same tiles under other rules.

    :raises PositionError: if they cannot lie there.
    """
    loose = position.loose is not None
    table = [position.loose or ()] if loose else [tile_set.tiles for tile_set in position.table]
    return Position.of(table, position.rack, rules, opened=position.opened, id=position.id, loose=loose)


def _worth(answer: Answer) -> tuple[bool, int, int, int]:
    return answer.goes_out, answer.tiles, answer.value, answer.jokers
