"""A run of the benchmark: what was measured, as JSON and as tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from solver.bench.goals import Goal, Pick, class_ratios, goals_of, peer_seconds, preset_seconds, spread_of
from solver.bench.growth import Curve
from solver.bench.measure import STAGES, Sample
from solver.bench.process import LATE, Limited
from solver.bench.spread import Spread, milliseconds, ratio, table
from solver.errors import NotationError, printable
from solver.files import FileFault, read_text

__all__ = ["Report"]

_USUAL = {"most": None, "repeat": 3, "objective": "value", "time_limit": None, "clock": "wall"}
_FLAGS = {
    "peer": "--peer",
    "presets": "--rules",
    "back_ends": "--back-ends",
    "process": "--process",
    "limits": "--limits",
    "growth": "--growth",
}


@dataclass
class Report:
    """All figures of one run; times are seconds, memory is MB."""

    machine: Mapping[str, Any]
    settings: Mapping[str, Any]
    samples: list[Sample]
    memory: Mapping[str, Any] | None = None
    process: Mapping[str, Any] | None = None
    limits: list[Limited] = field(default_factory=list)
    growth: list[Curve] = field(default_factory=list)

    @property
    def command(self) -> str:
        """The command line that makes such a run."""
        given = self.settings
        parts = ["rummikub bench", *map(str, given.get("files", ()))]
        parts += [f"--class {group}" for group in given.get("groups", ())]
        parts += [
            f"--{key.replace('_', '-')} {given[key]:g}" if isinstance(given[key], float) else f"--{key} {given[key]}"
            for key, usual in _USUAL.items()
            if given.get(key, usual) != usual
        ]
        parts += [flag for key, flag in _FLAGS.items() if given.get(key)]
        return " ".join(parts if given.get("memory", True) else [*parts, "--no-memory"])

    # --- Reading and writing ---

    def to_json(self) -> dict[str, Any]:
        """The report as plain data, the spreads of every class among it."""
        return {
            "machine": dict(self.machine),
            "settings": dict(self.settings),
            "classes": {group: self._summary(samples) for group, samples in self.groups().items()},
            "faults": self.faults(),
            "samples": [sample.to_json() for sample in self.samples],
            "goals": [goal.to_json() for goal in self.goals()],
            "memory": self.memory,
            "process": self.process,
            "limits": [limited.to_json() for limited in self.limits],
            "growth": [curve.to_json() for curve in self.growth],
        }

    @classmethod
    def load(cls, file: str | Path) -> Report:
        """A report that was saved.

        :raises NotationError: if the file cannot be read or is no such report.
        """
        try:
            data = json.loads(read_text(file))
            return cls(
                data["machine"],
                data["settings"],
                [Sample.from_json(sample) for sample in data["samples"]],
                data["memory"],
                data["process"],
                [Limited(**{**limited, "wrong": tuple(limited["wrong"])}) for limited in data["limits"]],
                [Curve.from_json(curve) for curve in data["growth"]],
            )
        except FileFault as fault:
            raise NotationError(f"saved run {printable(file)}: {fault}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            mend = "make one with 'rummikub bench --save FILE'"
            raise NotationError(f"{printable(file)} is no saved run: {mend}") from None

    def save(self, file: str | Path) -> None:
        """Write the report as JSON.

        :raises NotationError: if the file cannot be written.
        """
        try:
            Path(file).write_text(json.dumps(self.to_json(), indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise NotationError(f"cannot write {printable(file)}: {error.strerror}") from None

    # --- Figures ---

    def groups(self) -> dict[str, list[Sample]]:
        """The samples of each class, in the order of the run."""
        groups: dict[str, list[Sample]] = {}
        for sample in self.samples:
            groups.setdefault(sample.group, []).append(sample)
        return groups

    def faults(self) -> list[str]:
        """What a right solver cannot do: a smaller count than another way found, a wrong claim under a time limit."""
        found = [fault for sample in self.samples for fault in sample.faults()]
        return found + [f"{x.id}: with a time limit it {wrong}" for x in self.limits for wrong in x.wrong]

    def differences(self) -> list[Sample]:
        """The layouts on which the other library lays another number of tiles."""
        return [s for s in self.samples if s.peer and s.peer.tiles is not None and s.peer.tiles != s.count.tiles]

    def goals(self) -> list[Goal]:
        """What the solver has to reach, as far as this run measured it; times alone on the layouts that come along."""
        groups = {} if self.settings.get("files") else self.groups()
        return goals_of(groups, self.memory, self.process, self.limits, self.growth)

    def _summary(self, samples: Sequence[Sample]) -> dict[str, Any]:
        picks: dict[str, Pick] = {
            "answer": lambda s: s.answer.seconds,
            "count": lambda s: s.count.seconds,
            "floor": lambda s: s.floor,
            "peer": peer_seconds,
        }
        for stage in self.stages():
            picks[f"answer.{stage}"] = _stage(stage)
        spreads = {name: spread_of(samples, pick) for name, pick in picks.items()}
        return {name: found.to_json() for name, found in spreads.items() if found}

    def stages(self) -> list[str]:
        """The stages that were timed, those of `STAGES` first."""
        timed = dict.fromkeys(stage for sample in self.samples for stage in sample.answer.stages)
        return [stage for stage in STAGES if stage in timed] + [stage for stage in timed if stage not in STAGES]

    # --- Tables ---

    def sections(self) -> dict[str, str]:
        """The tables of the run by name, in the order in which they are shown, each with a line that explains it."""
        tables = {
            "machine": self._machine(),
            "answers": self._answers(),
            "stages": self._stage_table(),
            "count": self._count(),
            "differences": self._differences(),
            "presets": self._presets(),
            "back-ends": self._back_ends(),
            "memory": self._memory(),
            "process": self._process(),
            "limits": self._limits(),
            "growth": self._growth(),
            "goals": self._goal_table(),
        }
        return {name: text for name, text in tables.items() if text}

    def text(self) -> str:
        """The whole report for a terminal."""
        faults = self.faults()
        end = "\n".join(["WRONG:", *faults]) if faults else ""
        return "\n\n".join(filter(None, [*self.sections().values(), end]))

    def _machine(self) -> str:
        m, s = self.machine, self.settings
        times = {"wall": "wall time", "cpu": "CPU time (stages: wall time)"}[s["clock"]]
        return (
            f"{m['cores']} cores of {m['cpu']}, {m['system']}, load {m['load']} at the start; "
            f"Python {m['python']}, OR-Tools {m['ortools']}, NumPy {m['numpy']}.\n"
            f"{len(self.samples)} positions, the fastest of {s['repeat']} tries for each; {times} in milliseconds."
        )

    def _answers(self) -> str:
        rows = []
        for group, samples in self.groups().items():
            found = spread_of(samples, lambda s: s.answer.seconds)
            assert found is not None
            unproved = sum(s.answer.status == "feasible" for s in samples)
            cells = [milliseconds(x) for x in (found.median, found.p95, found.worst)]
            rows.append([group, str(len(samples)), *cells, str(unproved) if unproved else "-"])
        return _titled(
            f"The complete answer (objective {self.settings['objective']}, the rules of the layout): best move, ties, "
            "fewest moved tiles, steps, referee.",
            table(["class", "positions", "median", "95th percentile", "worst", "out of time"], rows),
        )

    def _stage_table(self) -> str:
        stages = self.stages()
        if not stages:
            return ""
        rows = [
            [group, *(_or_dash(spread_of(samples, _stage(stage))) for stage in stages)]
            for group, samples in self.groups().items()
        ]
        return _titled(
            "Its stages: median / 95th percentile / worst, over the positions where the stage ran.",
            table(["class", *(STAGES.get(stage, stage) for stage in stages)], rows),
        )

    def _count(self) -> str:
        asked = any(sample.peer for sample in self.samples)
        rows = []
        for group, samples in self.groups().items():
            count, floor = spread_of(samples, lambda s: s.count.seconds), spread_of(samples, lambda s: s.floor)
            assert count is not None and floor is not None
            row = [group, str(count), str(floor), ratio(count.median, floor.median), ratio(count.p95, floor.p95)]
            if asked:
                # Only positions that both were asked about are compared.
                both = [s for s in samples if peer_seconds(s) is not None]
                peer, ours = spread_of(both, peer_seconds), spread_of(both, lambda s: s.count.seconds)
                answer = spread_of(both, lambda s: s.answer.seconds)
                row += (
                    [
                        str(peer),
                        ratio(peer.median, ours.median),
                        ratio(peer.p95, ours.p95),
                        ratio(peer.median, answer.median),
                    ]
                    if peer and ours and answer
                    else ["-"] * 4
                )
            rows.append(row)
        header = ["class", "count", "floor", "count / floor: median", "95th percentile"]
        about = (
            "The count alone (most tiles under free, refereed) and the floor (its bare linear relaxation, the model "
            "kept): median / 95th percentile / worst."
        )
        if asked:
            header += [
                "rummikub-solver",
                "rummikub-solver / count: median",
                "95th percentile",
                "rummikub-solver / complete answer: median",
            ]
            version, back_end = self.settings["peer_version"], self.settings["peer_back_end"]
            about += f" rummikub-solver {version} with its default back end, {back_end}, is asked the same."
        return _titled(about, table(header, rows))

    def _differences(self) -> str:
        if not any(sample.peer for sample in self.samples):
            return ""
        refused = sum(1 for s in self.samples if s.peer and s.peer.refusal)
        asked = len(self.samples) - refused
        different = self.differences()
        more = f" {refused} positions it cannot be asked about: the box is too big for it." if refused else ""
        about = f"Both lay the same number of tiles on {asked - len(different)} of {asked} positions.{more}"
        if not different:
            return about
        rows = [
            [s.id, str(s.count.tiles), str(s.peer.tiles), str(s.peer.verdict)] for s in different if s.peer is not None
        ]
        return _titled(about, table(["position", "ours", "rummikub-solver", "its move"], rows))

    def _presets(self) -> str:
        names = list(dict.fromkeys(name for sample in self.samples for name in sample.presets))
        if not names:
            return ""
        groups = self.groups()
        by_preset = [class_ratios(groups, preset_seconds(name), preset_seconds("free")) for name in names]
        rows = [[group, *(f"{found[group]:.2f}" if group in found else "-" for found in by_preset)] for group in groups]
        late = [sum(name in sample.late for sample in self.samples) for name in names]
        rows.append(["out of time", *(str(count) if count else "-" for count in late)])
        return _titled(
            "The complete answer under each preset: median as a multiple of that under free, on the same positions.\n"
            "The last row counts the positions that ran out of time.",
            table(["class", *names], rows),
        )

    def _back_ends(self) -> str:
        names = list(dict.fromkeys(name for sample in self.samples for name in sample.back_ends))
        if not names:
            return ""
        rows = [
            [group, *(_or_dash(spread_of(samples, _back_end(name))) for name in names)]
            for group, samples in self.groups().items()
        ]
        return _titled(
            "The plain programme of the count in each back end, loaded anew: median / 95th percentile / worst.",
            table(["class", *names], rows),
        )

    def _memory(self) -> str:
        if not self.memory:
            return ""
        rows = [[group, f"{peak:.0f}"] for group, peak in self.memory["peak"].items()]
        growth = self.memory.get("growth")
        grown = "" if growth is None else f" {self.memory['solves']} more solves made it grow by {growth:.1f} MB."
        return _titled(
            f"Memory of a process that solves a class (MB): {self.memory['start']:.0f} before the first solve.{grown}",
            table(["class", "peak"], rows),
        )

    def _process(self) -> str:
        p = self.process
        if not p:
            return ""
        return (
            f"A whole process, median of {p['rounds']}: rummikub solve {milliseconds(p['solve'])} ms, "
            f"{ratio(p['solve'], p['imports'])} times one that imports NumPy and click "
            f"({milliseconds(p['imports'])} ms); an empty one {milliseconds(p['empty'])} ms."
        )

    def _limits(self) -> str:
        if not self.limits:
            return ""
        late = [limited.late for limited in self.limits]
        wrong = sum(bool(limited.wrong) for limited in self.limits)
        states = {state: sum(x.status == state for x in self.limits) for state in ("optimal", "no_move", "feasible")}
        return (
            f"With a limit of {milliseconds(self.settings['limit'])} ms on {len(late)} positions: "
            + ", ".join(f"{count} {state}" for state, count in states.items())
            + f"; {wrong} wrong claims; at most {milliseconds(max(late))} ms late, "
            f"{sum(x > LATE for x in late)} of them later than {milliseconds(LATE)} ms."
        )

    def _growth(self) -> str:
        rows = [
            [
                curve.axis,
                curve.way,
                ", ".join(f"{p.value}: {milliseconds(p.seconds) if p.seconds else 'given up'}" for p in curve.points),
                "-" if curve.exponent is None else f"{curve.exponent:.2f}",
                curve.unit,
            ]
            for curve in self.growth
        ]
        if not rows:
            return ""
        return _titled(
            "Growth: times as the box or the table grows, and the exponent e of time ~ size^e.",
            table(["what grows", "way", "times", "e", "size"], rows),
        )

    def _goal_table(self) -> str:
        rows = [goal.cells() for goal in self.goals()]
        return _titled("The goals:", table(["goal", "limit", "measured", "met"], rows)) if rows else ""


def _stage(stage: str) -> Pick:
    return lambda sample: sample.answer.stages.get(stage)


def _back_end(name: str) -> Pick:
    return lambda sample: sample.back_ends[name][0] if name in sample.back_ends else None


def _or_dash(found: Spread | None) -> str:
    return str(found) if found else "-"


def _titled(title: str, text: str) -> str:
    return f"{title}\n\n{text}"
