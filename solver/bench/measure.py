"""Timing one layout in every way, and what is remembered of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from solver.advice.answer import Answer
from solver.advice.solve import solve
from solver.bench.layouts import Layout
from solver.bench.linear import BACK_ENDS, Floor, most_tiles
from solver.bench.peer import Peer, question, verdict
from solver.bench.spread import Clock
from solver.errors import RummikubError
from solver.game.position import Position
from solver.game.rules import Rules, TileRules, preset_names

__all__ = ["STAGES", "PeerTimed", "Sample", "Stopwatch", "Timed", "under"]

STAGES = {
    "build": "build",
    "relaxation": "relaxation",
    "integers": "integers",
    "fewest_moved": "fewest moved",
    "steps": "steps",
    "referee": "referee",
}
"""The parts of a solve that an answer times, and how a table calls them."""


@dataclass(frozen=True)
class Timed:
    """One solve: its time and its stages (always wall time) in seconds, and what came out."""

    seconds: float
    status: str
    tiles: int
    score: int
    goes_out: bool
    stages: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, solved: Callable[[], Answer], clock: Clock) -> Timed:
        """Time one call that gives an answer."""
        began = clock()
        answer = solved()
        seconds = clock() - began
        # Where the table is loose or the answer is a draw, some stages have not run.
        stages = dict(getattr(answer, "stages", {}))
        return cls(seconds, answer.status, answer.tiles, answer.score, answer.goes_out, stages)


@dataclass(frozen=True)
class PeerTimed:
    """The other library on one layout; `verdict` is the referee's on its move, `refusal` why it was not asked."""

    seconds: float | None = None
    tiles: int | None = None
    verdict: str | None = None
    refusal: str | None = None


@dataclass(frozen=True)
class Sample:
    """All that was measured on one layout; of several tries the fastest, each way by itself.

    `position` is its line, `sets` the number of sets on its table. `answer` is the complete answer under the
    layout's rules. `count` is the `question` that the other library is asked as well:
    most tiles under `free`, refereed, without fewest moved tiles and steps. `floor` is
    the bare relaxation of that question (seconds) and `relaxed` its bound. `presets`
    has seconds for the complete answer by preset, None where the preset's sets do not
    allow the position, and `late` the presets that ran out of time; `back_ends` seconds
    and tiles by back end.
    """

    group: str
    id: str
    position: str
    sets: int
    answer: Timed
    count: Timed
    floor: float
    relaxed: float
    peer: PeerTimed | None = None
    presets: Mapping[str, float | None] = field(default_factory=dict)
    back_ends: Mapping[str, tuple[float, int | None]] = field(default_factory=dict)
    late: list[str] = field(default_factory=list)

    def faster(self, other: Sample) -> Sample:
        """The faster of two tries on the same layout, way by way."""
        presets = {
            name: one if one is None or two is None else min(one, two)
            for name, one in self.presets.items()
            for two in [other.presets[name]]
        }
        peer = self.peer
        if peer and other.peer and peer.seconds is not None and other.peer.seconds is not None:
            peer = min(peer, other.peer, key=lambda timed: timed.seconds or 0.0)
        return replace(
            self,
            answer=min(self.answer, other.answer, key=lambda timed: timed.seconds),
            count=min(self.count, other.count, key=lambda timed: timed.seconds),
            floor=min(self.floor, other.floor),
            peer=peer,
            presets=presets,
            late=[name for name in self.late if name in other.late],
            back_ends={name: min(self.back_ends[name], other.back_ends[name]) for name in self.back_ends},
        )

    def faults(self) -> list[str]:
        """What cannot be right if the count is exact."""
        faults: list[str] = []
        if self.count.status == "feasible":
            return faults
        if self.count.tiles > self.relaxed + 1e-6:
            faults.append(f"{self.id}: {self.count.tiles} tiles, but the relaxation lays at most {self.relaxed:.2f}")
        peer = self.peer
        if peer and peer.verdict == "legal" and peer.tiles is not None and peer.tiles > self.count.tiles:
            faults.append(f"{self.id}: {self.count.tiles} tiles, but rummikub-solver lays {peer.tiles}, legally")
        for name, (_, tiles) in self.back_ends.items():
            if tiles != self.count.tiles:
                faults.append(f"{self.id}: {self.count.tiles} tiles, but {name} finds {tiles}")
        return faults

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Sample:
        known = dict(data)
        known["answer"], known["count"] = Timed(**known["answer"]), Timed(**known["count"])
        known["peer"] = PeerTimed(**known["peer"]) if known["peer"] else None
        known["back_ends"] = {name: (seconds, tiles) for name, (seconds, tiles) in known["back_ends"].items()}
        return cls(**known)


@dataclass
class Stopwatch:
    """Measures layouts one after the other, every way in turn, in this process.

    :raises RummikubError: if `peer` is asked for and not installed.
    """

    objective: str = "value"
    time_limit: float | None = None
    clock: Clock = time.perf_counter
    peer: bool = False
    presets: bool = False
    back_ends: bool = False
    _floors: dict[TileRules, Floor] = field(default_factory=dict, init=False)
    library: Peer | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.library = Peer() if self.peer else None

    def measure(self, layout: Layout) -> Sample:
        """One try at a layout."""
        position = layout.position
        asked = question(position)
        limit = self.time_limit
        answer = Timed.of(lambda: solve(position, objective=self.objective, time_limit=limit), self.clock)
        count = Timed.of(
            lambda: solve(asked, objective="tiles", time_limit=limit, fewest_moved=False, steps=False), self.clock
        )
        box = asked.rules.tiles
        if box not in self._floors:
            self._floors[box] = Floor(asked.rules)
        floor, relaxed = self._floors[box].solve(asked, self.clock)
        presets = {name: self._preset(position, name) for name in preset_names()} if self.presets else {}
        return Sample(
            layout.group,
            layout.id,
            str(position),
            len(position.table),
            answer,
            count,
            floor,
            relaxed,
            self._peer(asked, count.tiles) if self.library else None,
            {name: None if timed is None else timed.seconds for name, timed in presets.items()},
            {name: most_tiles(asked, name, self.clock) for name in BACK_ENDS} if self.back_ends else {},
            [name for name, timed in presets.items() if timed is not None and timed.status == "feasible"],
        )

    def _peer(self, asked: Position, tiles: int) -> PeerTimed:
        assert self.library is not None
        if refusal := self.library.refusal(asked.rules):
            return PeerTimed(refusal=refusal)
        answer = self.library.most_tiles(asked, self.clock)
        differs = len(answer.played) != tiles
        return PeerTimed(answer.seconds, len(answer.played), verdict(asked, answer) if differs else None)

    def _preset(self, position: Position, name: str) -> Timed | None:
        same = under(position, Rules.named(name))
        if same is None:
            return None
        limit = self.time_limit
        return Timed.of(lambda: solve(same, objective=self.objective, time_limit=limit), self.clock)


def under(position: Position, rules: Rules) -> Position | None:
    """The same position under other rules, with its own box; None if these rules do not allow it."""
    try:
        return position.under(rules)
    except RummikubError:
        return None
