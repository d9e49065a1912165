"""The best move under every preset: how much hangs on the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from solver.advice.answer import Answer, as_answer
from solver.advice.shown import Shown
from solver.advice.solve import solve
from solver.errors import AmbiguousPositionError, PositionError, RulesError
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.rules import JokerRules, Rules, preset_names
from solver.game.tiles import JOKER

__all__ = ["Comparison", "Comparisons", "compare_rules"]


@dataclass(frozen=True, repr=False)
class Comparison:
    """The best move under one preset, or why the position cannot be under it.

    The preset is asked in the box of the position: of `answer.position.rules` only
    `tiles.*` are not the preset's. `differs` says that the move is worth more or less than
    the one under the rules that were asked, or lays other tiles since that one would be illegal here.
    `joker_rule_differs` says the same of the rules that were asked with nothing but the
    `jokers.*` of this preset; None if time ran out before that was certain, or if it hangs
    on what a joker of the table stands for. `ambiguous` says that the position must tell that.
    """

    rules: str
    answer: Answer | None
    reasons: tuple[str, ...]
    differs: bool
    joker_rule_differs: bool | None = False
    ambiguous: bool = False

    def __repr__(self) -> str:
        found = "cannot be" if self.answer is None else repr(self.answer)
        return f"<Comparison with {self.rules}: {found}>"

    def to_json(self) -> dict[str, Any]:
        keys = ("status", "goes_out", "tiles", "value", "penalty", "jokers", "played")
        known = {} if self.answer is None else self.answer.to_json()
        return {
            "rules": self.rules,
            **{key: known.get(key) for key in keys},
            "differs": self.differs,
            "joker_rule_differs": self.joker_rule_differs,
            "reasons": list(self.reasons),
        }


class Comparisons(Shown, tuple[Comparison, ...]):
    """The comparisons with all presets, in the order of `preset_names`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Comparisons with {len(self)} rule sets, {sum(row.differs for row in self)} with another move>"


def compare_rules(answer: Answer, *, time_limit: float | None = None) -> Comparisons:
    """The position of `answer`, in its own box, asked the same under each preset, in the order of `preset_names`.

    `time_limit` (seconds) holds for each of them, and for each joker rule that is asked by itself.
    """
    as_answer(answer)
    known: dict[JokerRules, bool | None] = {}
    return Comparisons(_compared(answer, name, time_limit, known) for name in preset_names())


def _compared(asked: Answer, name: str, time_limit: float | None, known: dict[JokerRules, bool | None]) -> Comparison:
    """`known` has what was found of joker rules by themselves, and is added to."""
    preset = Rules.named(name)
    by_jokers: bool | None = False
    if preset.tiles.jokers:
        if preset.jokers not in known:
            known[preset.jokers] = _joker_rule_differs(asked, preset.jokers, time_limit)
        by_jokers = known[preset.jokers]
    try:
        position = asked.position.under(preset)
    except PositionError as error:
        ambiguous = isinstance(error, AmbiguousPositionError)
        return Comparison(name, None, error.faults, True, by_jokers, ambiguous)
    except RulesError as error:
        return Comparison(name, None, (str(error),), True, by_jokers)
    answer, differs = _asked_under(asked, position, time_limit)
    return Comparison(name, answer, (), differs, by_jokers)


def _joker_rule_differs(asked: Answer, jokers: JokerRules, time_limit: float | None) -> bool | None:
    """Whether another rule for the jokers on the table, and nothing else, makes another move the best."""
    position = asked.position
    if jokers == position.rules.jokers or not position.table_tiles[JOKER]:
        return False
    try:
        other = position.under(replace(position.rules, jokers=jokers))
    except AmbiguousPositionError:
        return None
    answer, differs = _asked_under(asked, other, time_limit, fewest_moved=False)
    return differs if "feasible" not in (asked.status, answer.status) else None


def _asked_under(
    asked: Answer, position: Position, time_limit: float | None, *, fewest_moved: bool = True
) -> tuple[Answer, bool]:
    """The answer to the same question about `position`, the same tiles under other rules, and whether it differs."""
    if position == asked.position:
        return asked, False
    answer = solve(
        position,
        objective=asked.objective,
        joker_worth=asked.joker_worth,
        time_limit=time_limit,
        fewest_moved=fewest_moved,
        steps=False,
    )
    if _worth(answer) != _worth(asked):
        return answer, True
    if asked.played and answer.played != asked.played:
        # Of moves worth the same, the one that is best elsewhere too says more.
        differs = bool(judge(position, asked.move))
        return (answer if differs else asked), differs
    return answer, False


def _worth(answer: Answer) -> tuple[bool, int, int, int]:
    return answer.goes_out, answer.tiles, answer.value, answer.jokers
