"""Hand movements (being written)."""
from __future__ import annotations
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Step:
    text: str

    def to_json(self) -> dict[str, Any]:
        return {"text": self.text}


def steps_of(position: Any, move: Any) -> tuple[Step, ...]:
    return ()
