"""What the solver has to reach, and whether a run shows it.

All are ratios within one run, or limits that hold on any machine of the last years with
two cores.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from solver.bench.growth import MOST_TILES, Curve
from solver.bench.measure import Sample
from solver.bench.process import LATE, Limited
from solver.bench.spread import Spread
from solver.game.rules import DEFAULT_RULES, preset_names

__all__ = ["CROWDED", "Goal", "Pick", "class_ratios", "goals_of", "peer_seconds", "preset_seconds", "spread_of"]

Pick = Callable[[Sample], float | None]

CROWDED = 16
"""Sets on a table from which on it counts as crowded."""

_EXPONENTS = {"numbers": 2.0, "copies": 0.2}
"""The most that the time may grow by, as an exponent; 0.2 is 1.5 times the time for eight times the copies."""


@dataclass(frozen=True)
class Goal:
    """One goal: what is measured, the figure, and the limit that it must not fall below or go above."""

    text: str
    measured: float
    limit: float
    at_least: bool
    unit: str = ""

    @property
    def met(self) -> bool:
        return self.measured >= self.limit if self.at_least else self.measured <= self.limit

    def to_json(self) -> dict[str, Any]:
        """The goal as plain data; `measured` is null where it was given up."""
        measured = self.measured if math.isfinite(self.measured) else None
        return {**asdict(self), "measured": measured, "met": self.met}

    def cells(self) -> list[str]:
        """The goal as a row: text, limit, measured, met."""
        sign = "at least" if self.at_least else "at most"
        return [
            self.text,
            f"{sign} {self.limit:g}{self.unit}",
            f"{self.measured:.2f}{self.unit}" if math.isfinite(self.measured) else "given up",
            "yes" if self.met else "NO",
        ]


def peer_seconds(sample: Sample) -> float | None:
    """The other library's time, where it could be asked."""
    return sample.peer.seconds if sample.peer else None


def preset_seconds(name: str) -> Pick:
    """Picks the time under one preset, where that allows the position."""
    return lambda sample: sample.presets.get(name)


def spread_of(samples: Sequence[Sample], pick: Pick) -> Spread | None:
    """The spread of one figure over the samples that have it."""
    return Spread.of(x for x in map(pick, samples) if x is not None)


def class_ratios(groups: dict[str, list[Sample]], of: Pick, to: Pick) -> dict[str, float]:
    """By class: the median of `of` as a multiple of the median of `to`, over samples that have both."""
    found = {}
    for group, samples in groups.items():
        both = [s for s in samples if of(s) is not None and to(s) is not None]
        one, other = spread_of(both, of), spread_of(both, to)
        if one and other:
            found[group] = one.median / other.median
    return found


def goals_of(
    groups: dict[str, list[Sample]],
    memory: Mapping[str, Any] | None,
    process: Mapping[str, Any] | None,
    limits: Sequence[Limited],
    growth: Sequence[Curve],
) -> list[Goal]:
    """All goals that a run measured something for."""
    goals = _sample_goals(groups)
    if process:
        ratio = process["solve"] / process["imports"]
        goals.append(Goal("whole process / one that imports NumPy and click", ratio, 2, False, " times"))
    if memory:
        peak = max(memory["peak"].values())
        goals.append(Goal("peak memory of a process that solves a class", peak, 150, False, " MB"))
        if memory.get("growth") is not None:
            goals.append(Goal(f"growth over {memory['solves']} solves", memory["growth"], 10, False, " MB"))
    for curve in growth:
        goals += _growth_goals(curve)
    if limits:
        late, wrong = max(limited.late for limited in limits), sum(bool(limited.wrong) for limited in limits)
        goals.append(Goal("wrong claims under a short time limit", wrong, 0, False))
        goals.append(Goal("time beyond the limit, worst", 1000 * late, 1000 * LATE, False, " ms"))
    return goals


def _growth_goals(curve: Curve) -> list[Goal]:
    """At most quadratic in (colour, number) pairs, about the same for any number of copies, 30 s for 10,000 tiles."""
    goals = []
    if curve.exponent is not None and curve.axis in _EXPONENTS:
        text = f"exponent of growth with {curve.unit}, {curve.way}"
        goals.append(Goal(text, curve.exponent, _EXPONENTS[curve.axis], False))
    if curve.axis == "table":
        reached = [p.seconds for p in curve.points if p.value == MOST_TILES and p.seconds is not None]
        seconds = reached[0] if reached else math.inf
        goals.append(Goal(f"a table of {MOST_TILES:,} tiles, {curve.way}", seconds, 30, False, " s"))
    return goals


def _sample_goals(groups: dict[str, list[Sample]]) -> list[Goal]:
    """The goals that the timed positions decide; those that nothing was measured for are left out."""
    samples = [sample for members in groups.values() for sample in members]
    goals: list[Goal] = []

    def add(text: str, ratios: dict[str, float], limit: float, at_least: bool) -> None:
        if ratios:
            worst = (min if at_least else max)(ratios, key=lambda group: ratios[group])
            goals.append(Goal(f"{text}, worst class ({worst})", ratios[worst], limit, at_least, " times"))

    add("rummikub-solver / count, median", class_ratios(groups, peer_seconds, _count), 8, True)
    crowded = [s for s in samples if s.sets >= CROWDED and peer_seconds(s) is not None]
    peer, count = spread_of(crowded, peer_seconds), spread_of(crowded, _count)
    if peer and count:
        text = f"rummikub-solver / count, tables of {CROWDED} sets and more"
        goals.append(Goal(f"{text}, median", peer.median / count.median, 15, True, " times"))
        goals.append(Goal(f"{text}, 95th percentile", peer.p95 / count.p95, 15, True, " times"))
    add("rummikub-solver's count / our complete answer, median", class_ratios(groups, peer_seconds, _answer), 1, True)
    by_preset = {name: class_ratios(groups, preset_seconds(name), preset_seconds("free")) for name in preset_names()}
    add("complete answer, standard / free, median", by_preset[DEFAULT_RULES], 2.5, False)
    of_all = {f"{name}, {group}": ratio for name, ratios in by_preset.items() for group, ratio in ratios.items()}
    add("complete answer, any preset / free, median", of_all, 4, False)
    count, floor = spread_of(samples, _count), spread_of(samples, lambda s: s.floor)
    if count and floor:
        goals.append(Goal("count / floor, median", count.median / floor.median, 3, False, " times"))
        goals.append(Goal("count / floor, 95th percentile", count.p95 / floor.p95, 12, False, " times"))
    moved = spread_of([s for s in samples if s.sets == CROWDED], lambda s: s.answer.stages.get("fewest_moved"))
    if moved:
        text = f"fewest moved tiles, tables of {CROWDED} sets, 95th percentile"
        goals.append(Goal(text, 1000 * moved.p95, 100, False, " ms"))
    return goals


def _count(sample: Sample) -> float | None:
    return sample.count.seconds


def _answer(sample: Sample) -> float | None:
    return sample.answer.seconds
