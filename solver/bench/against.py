"""Two runs side by side: what became faster, what slower, and whether an answer changed."""

from __future__ import annotations

from solver.bench.goals import spread_of
from solver.bench.measure import Sample
from solver.bench.report import Report
from solver.bench.spread import milliseconds, ratio, table

__all__ = ["changed_answers", "comparison"]

_MOST_NAMED = 10


def comparison(old: Report, new: Report) -> str:
    """Both runs on the layouts that both have: ratios new / old, below 1 where the new run is faster."""
    pairs = _pairs(old, new)
    if not pairs:
        return "The two runs have no layout in common."
    groups: dict[str, list[tuple[Sample, Sample]]] = {}
    for pair in pairs:
        groups.setdefault(pair[1].group, []).append(pair)
    rows = [_row(group, members) for group, members in groups.items()]
    rows.append(_row("all", pairs))
    parts = [
        "Against the earlier run: new / old, below 1 where the new one is faster. "
        "A floor that is far from 1 says that the machine was busier, or another one.",
        table(
            [
                "class",
                "positions",
                "answer: old",
                "new",
                "new / old: median",
                "95th percentile",
                "worst",
                "count: median",
                "floor: median",
            ],
            rows,
        ),
    ]
    slower = sorted(pairs, key=lambda pair: pair[0].answer.seconds / pair[1].answer.seconds)[:_MOST_NAMED]
    named = [
        [
            new.id,
            milliseconds(old.answer.seconds),
            milliseconds(new.answer.seconds),
            ratio(new.answer.seconds, old.answer.seconds),
        ]
        for old, new in slower
        if new.answer.seconds > 1.5 * old.answer.seconds
    ]
    if named:
        parts += ["More than half as slow again:", table(["position", "old", "new", "new / old"], named)]
    changed = changed_answers(old, new)
    if changed:
        parts += ["ANSWERS DIFFER:", "\n".join(changed)]
    different = [key for key in ("cpu", "cores", "python", "ortools") if old.machine.get(key) != new.machine.get(key)]
    if different:
        shown = "; ".join(f"{key} {old.machine.get(key)} -> {new.machine.get(key)}" for key in different)
        parts.append(f"The machines differ: {shown}.")
    return "\n\n".join(parts)


def _pairs(old: Report, new: Report) -> list[tuple[Sample, Sample]]:
    """The samples of both runs on the same position; an id alone may mean another one, if layouts were remade."""
    before = {sample.position: sample for sample in old.samples}
    return [(before[sample.position], sample) for sample in new.samples if sample.position in before]


def _row(group: str, pairs: list[tuple[Sample, Sample]]) -> list[str]:
    old, new = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    answers = spread_of(old, lambda s: s.answer.seconds), spread_of(new, lambda s: s.answer.seconds)
    counts = spread_of(old, lambda s: s.count.seconds), spread_of(new, lambda s: s.count.seconds)
    floors = spread_of(old, lambda s: s.floor), spread_of(new, lambda s: s.floor)
    assert answers[0] and answers[1] and counts[0] and counts[1] and floors[0] and floors[1]
    return [
        group,
        str(len(pairs)),
        milliseconds(answers[0].median),
        milliseconds(answers[1].median),
        ratio(answers[1].median, answers[0].median),
        ratio(answers[1].p95, answers[0].p95),
        ratio(answers[1].worst, answers[0].worst),
        ratio(counts[1].median, counts[0].median),
        ratio(floors[1].median, floors[0].median),
    ]


def changed_answers(old: Report, new: Report) -> list[str]:
    """Layouts whose proved answer is worth something else in the two runs, though the same was asked."""
    same_objective = old.settings["objective"] == new.settings["objective"]
    found = []
    for earlier, sample in _pairs(old, new):
        ways = [("tiles", earlier.count, sample.count)]
        if same_objective:
            ways.append((str(new.settings["objective"]), earlier.answer, sample.answer))
        for what, one, two in ways:
            if "feasible" not in (one.status, two.status) and (one.score, one.goes_out) != (two.score, two.goes_out):
                found.append(f"{sample.id}: {what} {one.score} -> {two.score}")
    return found
