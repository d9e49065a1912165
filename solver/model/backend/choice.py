"""Which back end solves relaxations: the only place that knows them all."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import cache

from solver.deadline import Deadline
from solver.errors import RulesError, quote
from solver.model.backend.relaxation import INFEASIBLE, OPTIMAL, Relaxation
from solver.model.program import Program

__all__ = ["RELAXATIONS", "VARIABLE", "chosen", "relax"]

VARIABLE = "RUMMIKUB_BACK_END"
"""The environment variable that names a back end; without it, the first that works is taken."""


def _core() -> type[Relaxation]:
    from solver.model.backend.glop import Glop

    return Glop


def _public() -> type[Relaxation]:
    from solver.model.backend.public import PublicGlop

    return PublicGlop


RELAXATIONS: dict[str, Callable[[], type[Relaxation]]] = {"core": _core, "public": _public}
"""The back ends by name, the fastest first. `core` is private to OR-Tools, and no version of it need have it."""


def chosen() -> str:
    """The name of the back end that is used now.

    :raises RulesError: if the environment names one that there is not.
    """
    name = os.environ.get(VARIABLE) or _first_that_works()
    if name not in RELAXATIONS:
        raise RulesError(f"{VARIABLE} = {quote(name)}: the back ends are {', '.join(RELAXATIONS)}")
    return name


def relax(program: Program, name: str | None = None, *, deadline: Deadline = None) -> Relaxation:
    """The relaxation of a programme in one back end, the one that is used now if none is named.

    :raises TimeoutError: if it cannot be loaded until `deadline`.
    """
    return RELAXATIONS[name or chosen()]()(program, deadline)


@cache
def _first_that_works() -> str:
    *others, last = RELAXATIONS
    return next((name for name in others if _works(name)), last)


def _works(name: str) -> bool:
    """Whether a back end can be imported and goes through the whole protocol with the right results."""
    program = Program()
    one, other = program.column(3), program.column(3)
    row = program.row([(one, 2), (other, 2)], high=6)
    program.objective = {one: 2, other: 3}
    # What another version lacks or wants may show as an error of any kind.
    try:
        relaxation = relax(program, name)
        found: list[object] = [relaxation.solve(None), relaxation.bound, _rounded(relaxation)]
        relaxation.set_bounds({one: (2, 3), other: (2, 3)})
        found.append(relaxation.solve(time.perf_counter() + 1))
        program.row_high[row], program.objective = 8, {one: 1}
        relaxation.reset(program)
        found += [relaxation.solve(None), relaxation.bound, _rounded(relaxation).get(one)]
        return found == [OPTIMAL, 9, {other: 3}, INFEASIBLE, OPTIMAL, 3, 3]
    except Exception:
        return False


def _rounded(relaxation: Relaxation) -> dict[int, int]:
    return {column: round(value) for column, value in relaxation.values.items() if round(value)}
