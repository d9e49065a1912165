"""The answer to a position: every key of the JSON form is an attribute here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from solver.advice.conditions import NO_CONDITIONS, Conditions
from solver.advice.shown import Shown
from solver.advice.why_not import Most
from solver.deadline import deadline_after
from solver.errors import wrong_type
from solver.game.move import Move
from solver.game.objective import OBJECTIVES
from solver.game.played import PlayedMove
from solver.game.position import Position
from solver.game.sets import TileSet
from solver.game.tiles import JOKER, Tile

if TYPE_CHECKING:
    from solver.advice.closest import Closest
    from solver.steps import Step

__all__ = ["MEMORY_RAN_OUT", "NO_STEPS", "TIME_RAN_OUT", "Answer", "as_answer"]

TIME_RAN_OUT, MEMORY_RAN_OUT = "Time ran out", "Memory ran out"

STEPS_NOT_FEWEST = "Time ran out while the steps were worked out: there may be fewer or better ones."
NO_STEPS = "Time ran out before the steps were worked out."
TOO_LARGE = "This position is too large to be worked out to the end, however much time there is."


@dataclass(frozen=True, repr=False)
class Answer(Shown):
    """The best move found in a position, and what is known of it.

    `as_played` is the move with all that follows from it: which new set is whose, which sets
    opened, what became of the jokers. `status` is `optimal` (proved best), `no_move` (proved:
    draw) or `feasible` (time ran out, or memory if it is `too_large`: the best so far). `bound`
    is the best value of the objective that was not excluded. With `steps_cut_short` time ran
    out: there may be fewer or better steps, or there are none here. The `conditions` are what
    was asked beside that the move is the best; where they name tiles to be laid that cannot be,
    `reason` says why, and `most` what can be laid of them. `seconds` is wall time, `stages` its parts by name
    (build, relaxation, integers, fewest_moved, steps, referee); they are not compared. With `tells_closest` there is
    something to be said of what was `closest`, for which `seconds_left` of a time limit are left.
    """

    objective: str
    joker_worth: int
    status: str
    as_played: PlayedMove
    bound: int
    steps: tuple[Step, ...] = ()
    steps_cut_short: bool = False
    conditions: Conditions = NO_CONDITIONS
    reason: str | None = None
    most: Most | None = None
    tells_closest: bool = False
    too_large: bool = False
    seconds_left: float | None = field(default=None, compare=False)
    seconds: float = field(default=0.0, compare=False)
    stages: Mapping[str, float] = field(default_factory=dict, compare=False)

    @cached_property
    def closest(self) -> Closest | None:
        """What was closest to a move where nothing can be laid, worked out when it is first asked for.

        None where something is laid or conditions were asked, where no steps were, and if no time was left to look.
        """
        if not self.tells_closest:
            return None
        # Needed for draws alone.
        from solver.advice.closest import closest

        return closest(self.position, self.objective, self.joker_worth, deadline_after(self.seconds_left))

    @property
    def position(self) -> Position:
        """The position that was asked about."""
        return self.as_played.position

    @property
    def move(self) -> Move:
        """The move; it lays no tiles if there is none."""
        return self.as_played.move

    @property
    def keep(self) -> tuple[Tile, ...]:
        """Rack tiles that were to stay on the rack."""
        return self.conditions.keep

    @property
    def must(self) -> tuple[Tile, ...]:
        """Rack tiles that were to be laid."""
        return self.conditions.must

    @property
    def max_moved(self) -> int | None:
        """Table tiles that might go to another set at most; None if any number might."""
        return self.conditions.max_moved

    @property
    def id(self) -> str | None:
        return self.position.id

    @property
    def rules(self) -> str:
        """The rule set as a position line names it, without `rules=`."""
        return str(self.position.rules).removeprefix("rules=")

    @property
    def played(self) -> tuple[Tile, ...]:
        """Tiles laid from the rack, jokers last."""
        return self.move.played

    @property
    def kept(self) -> tuple[Tile, ...]:
        """Rack tiles left in the hand, in the order of the rack."""
        laid = Counter(self.move.played)
        left = []
        for tile in self.position.rack:
            if laid[tile]:
                laid[tile] -= 1
            else:
                left.append(tile)
        return tuple(left)

    @property
    def table(self) -> tuple[TileSet, ...]:
        """The new table: what the old sets have become, in their places, then the new sets."""
        return self.move.table

    @property
    def goes_out(self) -> bool:
        """Whether the player is out: all is laid that may be, with a move that was made."""
        return bool(self.played) and self.tiles == self.position.most_laid

    @property
    def tiles(self) -> int:
        """Number of tiles laid."""
        return len(self.played)

    @property
    def moved(self) -> int | None:
        """Table tiles that went to another set than the one that theirs has become; None for loose tiles."""
        return self.as_played.moved

    @property
    def opening(self) -> Sequence[TileSet] | None:
        """The sets that open the game; None if nothing is laid or the rules ask for no opening here."""
        return self.as_played.opening if self.played else None

    @property
    def opening_value(self) -> int | None:
        """What the `opening` counts; None if there is none."""
        return self.as_played.opening_value if self.played else None

    @property
    def value(self) -> int:
        """Face value of the number tiles laid."""
        return sum(tile.number for tile in self.played)

    @property
    def jokers(self) -> int:
        """Jokers laid."""
        return sum(tile == JOKER for tile in self.played)

    @property
    def penalty(self) -> int:
        """Penalty points got rid of."""
        return self.value + self.jokers * self.position.rules.scoring.joker_in_hand

    @property
    def score(self) -> int:
        """What the move is worth in the objective that was asked."""
        return OBJECTIVES[self.objective].worth(self.played, self.position.rules, self.joker_worth)

    @property
    def spares_jokers(self) -> bool:
        """Whether the objective would rather keep a joker than lay it alone."""
        return OBJECTIVES[self.objective].spares_jokers(self.position.rules, self.joker_worth)

    @property
    def notes(self) -> tuple[str, ...]:
        """What else a player should know of the answer, one line each."""
        of_steps = [STEPS_NOT_FEWEST if self.steps else NO_STEPS] if self.steps_cut_short else []
        return (*[TOO_LARGE][: self.too_large], *of_steps)

    @property
    def ran_out(self) -> str:
        """What ran out before the answer was proved: the beginning of a sentence."""
        return MEMORY_RAN_OUT if self.too_large else TIME_RAN_OUT

    def __repr__(self) -> str:
        lays = f"lays {self.position.notation.row(self.played)}" if self.played else "draws"
        return f"<Answer {self.status}: {lays}>"

    def to_json(self) -> dict[str, Any]:
        """The JSON form; tiles are texts, in the notation of the position."""
        notation = self.position.notation
        return {
            "position": str(self.position),
            "id": self.id,
            "rules": self.rules,
            "objective": self.objective,
            **self.conditions.to_json(),
            "status": self.status,
            "goes_out": self.goes_out,
            "played": notation.texts(self.played),
            "kept": notation.texts(self.kept),
            "tiles": self.tiles,
            "value": self.value,
            "penalty": self.penalty,
            "jokers": self.jokers,
            "opening_value": self.opening_value,
            "bound": self.bound,
            "table": [notation.texts(tile_set.tiles) for tile_set in self.table],
            "moved": self.moved,
            "steps": [step.to_json(notation) for step in self.steps],
            "notes": list(self.notes),
            "reason": self.reason,
            "most": None if self.most is None else self.most.to_json(notation),
            "closest": None if self.closest is None else self.closest.to_json(notation),
            "seconds": round(self.seconds, 6),
        }


def as_answer(answer: Answer) -> Answer:
    """The answer, if it is one.

    :raises ArgumentError: if not; a position must be solved first.
    """
    if not isinstance(answer, Answer):
        raise wrong_type("answer", answer, "what solve(position) gives")
    return answer
