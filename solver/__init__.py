"""Rummikub: the best legal move from a table and a rack, exactly and fast.

>>> from solver import Position, solve
>>> solve(Position.parse("R5R6R7R8/K7B7R7 K9R4J rules=standard")).value
4
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from solver.advice.answer import Answer
from solver.advice.shown import Shown
from solver.game.move import Move
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.sets import TileSet
from solver.game.tiles import Tile

if TYPE_CHECKING:
    from solver.advice.alternatives import best_moves
    from solver.advice.check import check
    from solver.advice.compare import compare_rules
    from solver.advice.hints import hint_of
    from solver.advice.odds import odds
    from solver.advice.solve import solve
    from solver.show.svg import svg

__version__ = "0.2.0"
"""The one place of the version: the package, `rummikub --version` and its test of CHANGELOG.md read it here."""

__all__ = [
    "Answer",
    "Move",
    "Position",
    "Rules",
    "Tile",
    "TileSet",
    "best_moves",
    "check",
    "compare_rules",
    "hint_of",
    "odds",
    "solve",
    "svg",
]

_LATER = {
    "best_moves": "advice.alternatives",
    "check": "advice.check",
    "compare_rules": "advice.compare",
    "hint_of": "advice.hints",
    "odds": "advice.odds",
    "solve": "advice.solve",
    "svg": "show.svg",
}


def __getattr__(name: str) -> object:
    """What is imported when it is first asked for: who only reads positions or rules need not wait for OR-Tools."""
    if name not in _LATER:
        raise AttributeError(f"module 'solver' has no attribute {name!r}")
    module = import_module(f"solver.{_LATER[name]}")
    found: object = getattr(module, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _text(shown: object) -> str:
    """What the command line prints of it, without colour and 80 columns wide."""
    from solver.show.text import text_of

    return text_of(shown)


def _picture(shown: Answer | Position) -> str:
    """What a notebook shows of an answer or a position."""
    from solver.show.svg import svg, svg_position

    return svg(shown) if isinstance(shown, Answer) else svg_position(shown)


# From here, because what is shown may know the game and the advice, but not the other way round.
for _kind, _name, _made in (
    (Shown, "__str__", _text),
    (Answer, "_repr_svg_", _picture),
    (Position, "_repr_svg_", _picture),
):
    setattr(_kind, _name, _made)
