"""The best move under every preset: how much hangs on the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from solver.advice.answer import Answer, as_answer
from solver.advice.question import check_time_limit
from solver.advice.shown import Shown
from solver.advice.solve import solve
from solver.deadline import Deadline, deadline_after, is_past, time_left
from solver.errors import AmbiguousPositionError, PositionError, RulesError
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.rules import JokerRules, Rules, preset_names
from solver.game.tiles import JOKER

__all__ = ["Comparison", "Comparisons", "compare_rules"]

_RAN_OUT = "time ran out"


@dataclass(frozen=True, repr=False)
class Comparison:
    """The best move under one preset, or why the position cannot be under it.

    The preset is asked in the box of the position: of `answer.position.rules` only
    `tiles.*` are not the preset's. `differs` says that the move is worth more or less than
    the one under the rules that were asked, or lays other tiles since that one would be illegal here.
    With `ran_out` there was no time to ask: nothing else is known.
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
    ran_out: bool = False

    def __repr__(self) -> str:
        found = repr(self.answer) if self.answer else "no time" if self.ran_out else "cannot be"
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

    `time_limit` (seconds) holds for all of them together: each gets its share of what is left.

    :raises RulesError: if `time_limit` is out of range.
    """
    as_answer(answer)
    check_time_limit(time_limit)
    deadline = deadline_after(time_limit)
    known: dict[JokerRules, bool | None] = {}
    names = preset_names()
    return Comparisons(_compared(answer, name, _share(deadline, len(names) - i), known) for i, name in enumerate(names))


def _share(deadline: Deadline, of: int) -> Deadline:
    """When the first of so many that have to share the time has had its share."""
    left = time_left(deadline)
    return deadline_after(None if left is None else left / of)


def _compared(asked: Answer, name: str, deadline: Deadline, known: dict[JokerRules, bool | None]) -> Comparison:
    """`known` has what was found of joker rules by themselves, and is added to."""
    if is_past(deadline):
        return Comparison(name, None, (_RAN_OUT,), False, None, ran_out=True)
    preset = Rules.named(name)
    by_jokers: bool | None = False
    if preset.tiles.jokers:
        if preset.jokers not in known:
            known[preset.jokers] = _joker_rule_differs(asked, preset.jokers, _share(deadline, 2))
        by_jokers = known[preset.jokers]
    try:
        position = asked.position.under(preset)
    except PositionError as error:
        ambiguous = isinstance(error, AmbiguousPositionError)
        return Comparison(name, None, error.faults, True, by_jokers, ambiguous)
    except RulesError as error:
        return Comparison(name, None, (str(error),), True, by_jokers)
    try:
        answer, differs = _asked_under(asked, position, deadline)
    except TimeoutError:
        return Comparison(name, None, (_RAN_OUT,), False, by_jokers, ran_out=True)
    return Comparison(name, answer, (), differs, by_jokers)


def _joker_rule_differs(asked: Answer, jokers: JokerRules, deadline: Deadline) -> bool | None:
    """Whether another rule for the jokers on the table, and nothing else, makes another move the best."""
    position = asked.position
    if jokers == position.rules.jokers or not position.table_tiles[JOKER]:
        return False
    try:
        other = position.under(replace(position.rules, jokers=jokers))
        answer, differs = _asked_under(asked, other, deadline, fewest_moved=False)
    except (AmbiguousPositionError, TimeoutError):
        return None
    return differs if "feasible" not in (asked.status, answer.status) else None


def _asked_under(
    asked: Answer, position: Position, deadline: Deadline, *, fewest_moved: bool = True
) -> tuple[Answer, bool]:
    """The answer to the same question about `position`, the same tiles under other rules, and whether it differs.

    :raises TimeoutError: if there is no time to ask.
    """
    if position == asked.position:
        return asked, False
    left = time_left(deadline)
    if left is not None and left <= 0:
        raise TimeoutError
    answer = solve(
        position,
        objective=asked.objective,
        joker_worth=asked.joker_worth,
        time_limit=left,
        fewest_moved=fewest_moved,
        steps=False,
        keep=asked.keep,
        must=asked.must,
        max_moved=asked.max_moved,
    )
    if _worth(answer) != _worth(asked):
        return answer, True
    if asked.played and answer.played != asked.played:
        # Of moves worth the same, the one that is best elsewhere too says more.
        differs = bool(judge(position, asked.move, deadline=deadline))
        return (answer if differs else asked), differs
    return answer, False


def _worth(answer: Answer) -> tuple[bool, int, int, int]:
    return answer.goes_out, answer.tiles, answer.value, answer.jokers
