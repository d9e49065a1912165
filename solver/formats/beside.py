"""What is said of all positions of a text, beside it: most notations have no place for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.errors import quote
from solver.game.position import Position
from solver.game.rules import Rules

__all__ = ["Beside"]


@dataclass(frozen=True)
class Beside:
    """The rules, whether the player has opened, and whether the tables are heaps of tiles."""

    rules: Rules
    opened: bool = True
    loose: bool = False

    def lost(self, position: Position, form: str) -> Iterator[str]:
        """What of a position differs from this, or is an id, and so has no place in the notation `form`: one
        phrase each."""
        heap = position.loose is not None
        for differs, text, option in (
            (position.rules != self.rules, str(position.rules), "--rules"),
            (position.opened != self.opened, f"opened={'yes' if position.opened else 'no'}", "--not-opened"),
            (heap != self.loose, f"loose={'yes' if heap else 'no'}", "--loose"),
        ):
            if differs:
                yield (
                    f"{quote(text, 200)} has no place in the notation {form!r}, and {option} says otherwise for all"
                    " positions: change one of them, or write position lines"
                )
        if position.id is not None:
            yield (
                f"{quote(f'id={position.id}', 200)} has no place in the notation {form!r}:"
                " leave it out, or write position lines"
            )
