"""Positions in several notations: read from one, written in another.

`line` is the notation of this package; what a tile looks like in it is `solver.game.notation`.
`notations.py` lists them all. Each is a module with the same parts in the same order: `ABOUT`,
`read`, `lost`, `write`. A new one is such a module and one line in the list.
"""

from solver.formats.notations import FORMATS, convert, positions_text, read_positions

__all__ = ["FORMATS", "convert", "positions_text", "read_positions"]
