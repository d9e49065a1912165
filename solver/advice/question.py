"""What may be asked: the ranges of all that goes with a question, whichever way it comes in."""

from __future__ import annotations

import math

from solver.errors import RulesError, quote, shown, wrong_type
from solver.game.objective import JOKER_WORTHS, OBJECTIVES

__all__ = ["LONGEST", "check_question", "check_time_limit"]

LONGEST = 1_000_000
"""Seconds that a time limit is at most."""

_A_WORTH = f"a whole number from {JOKER_WORTHS[0]} to {JOKER_WORTHS[-1]}"
_A_LIMIT = "seconds, more than 0 and up to a million"


def check_question(objective: str, joker_worth: int, time_limit: float | None) -> None:
    """Refuse what cannot be asked, wherever the question comes from.

    :raises RulesError: for an unknown objective, or a `joker_worth` or `time_limit` out of range.
    :raises ArgumentError: for a value of another type.
    """
    if not isinstance(objective, str):
        raise wrong_type("objective", objective, f"one of {', '.join(OBJECTIVES)}")
    if isinstance(joker_worth, bool) or not hasattr(joker_worth, "__index__"):
        raise wrong_type("joker_worth", joker_worth, _A_WORTH)
    if objective not in OBJECTIVES:
        raise RulesError(f"no objective {quote(str(objective))}: there are {', '.join(OBJECTIVES)}")
    if joker_worth not in JOKER_WORTHS:
        raise RulesError(f"joker_worth = {shown(joker_worth)}: it takes {_A_WORTH}")
    check_time_limit(time_limit)


def check_time_limit(time_limit: float | None) -> None:
    """Refuse a time limit that is none.

    :raises RulesError: if it is out of range.
    :raises ArgumentError: if it is no number.
    """
    if time_limit is None:
        return
    if isinstance(time_limit, bool) or not hasattr(time_limit, "__float__"):
        raise wrong_type("time_limit", time_limit, _A_LIMIT)
    try:
        seconds = float(time_limit)
    except (ArithmeticError, ValueError, TypeError):
        seconds = math.nan
    if not 0 < seconds <= LONGEST:
        raise RulesError(f"time_limit = {shown(time_limit)}: it takes {_A_LIMIT}")
