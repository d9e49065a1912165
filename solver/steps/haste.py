"""How long the steps of a move may be worked on: better ones are looked for while there is time to look for them."""

from __future__ import annotations

from dataclasses import dataclass

from solver.deadline import Deadline, check_time, is_past, time_left

__all__ = ["Haste"]


@dataclass
class Haste:
    """The deadlines of the stages, each within the last one.

    Fewer movements are looked for until `fewer` and a better order until `order`; without any
    steps until `end`, there are none. `cut_short` says that a deadline made a difference.
    """

    fewer: Deadline = None
    order: Deadline = None
    end: Deadline = None
    cut_short: bool = False

    @classmethod
    def until(cls, end: Deadline) -> Haste:
        """Half of the time that is left for fewer movements, a quarter for their order, a quarter for the words."""
        left = time_left(end)
        if end is None or left is None:
            return cls()
        return cls(end - left / 2, end - left / 4, end)

    def is_over(self, deadline: Deadline) -> bool:
        """Whether a stage must do with what it has; that the steps were cut short is noted then."""
        over = is_past(deadline)
        self.cut_short |= over
        return over

    def check(self) -> None:
        """Go on only while there may be steps at all.

        :raises TimeoutError: if no time is left.
        """
        check_time(self.end)
