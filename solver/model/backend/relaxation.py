"""The protocol of a back end: the linear relaxation of a programme, kept while its bounds change."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Protocol

from solver.deadline import Deadline
from solver.model.program import Program

__all__ = ["INFEASIBLE", "OPTIMAL", "UNKNOWN", "Relaxation", "Weights"]

OPTIMAL, INFEASIBLE, UNKNOWN = "optimal", "infeasible", "unknown"


class Relaxation(Protocol):
    """The relaxation of a programme, maximised.

    The first solve of a programme starts from the slack basis, whatever was solved
    before, so that the same question always ends at the same vertex; later ones go on
    from the last basis. What raised an error once is not to be used again.
    """

    def __init__(self, program: Program, deadline: Deadline = None) -> None:
        """Load a programme.

        :raises TimeoutError: if that cannot be done until `deadline`.
        """

    def reset(self, program: Program) -> None:
        """Take over all bounds and the objective of a programme with the same rows, and start afresh."""

    def set_bounds(self, bounds: Mapping[int, tuple[float, float]]) -> None:
        """Change the bounds of some columns until the next `reset`."""

    def solve(self, deadline: float | None) -> str:
        """Solve; `OPTIMAL`, `INFEASIBLE`, or `UNKNOWN` if time ran out or numbers were not precise.

        `deadline` is a `time.perf_counter` time.
        """

    @property
    def bound(self) -> float:
        """After `OPTIMAL`, what no whole-numbered solution's objective exceeds: a whole number."""

    @property
    def values(self) -> dict[int, float]:
        """The columns after `OPTIMAL`, but for those that are 0."""


class Weights(dict[int, float]):
    """The objective of a relaxation by column: the programme's, and a little more or less for favoured columns."""

    def __init__(self, program: Program) -> None:
        super().__init__(program.objective)
        self._objective, self._favour = dict(program.objective), _favour(program)
        for column, weight in program.favoured.items():
            self[column] = self._objective.get(column, 0) + self._favour * weight

    def are_of(self, program: Program) -> bool:
        """Whether the programme, whose objective and bounds may have changed, still has these weights."""
        return program.objective == self._objective and _favour(program) == self._favour

    @staticmethod
    def bound(optimum: float) -> float:
        """What no whole-numbered solution's objective exceeds, given the optimum of the relaxation."""
        # Favoured columns may take less than half a step away from it.
        return math.floor(optimum + 0.5)


def _favour(program: Program) -> float:
    """How much one favoured unit counts: all together less than half a step of the objective."""
    high = program.high
    total = sum([abs(weight) * high[column] for column, weight in program.favoured.items()])
    return 0.001 if total < 500 else 0.5 / 2 ** (math.floor(math.log2(total)) + 1)
