"""What the texts for people are printed from, without knowing how: that is decided above, in `solver.show`."""

from __future__ import annotations

__all__ = ["Shown"]


class Shown:
    """Whatever has a page that the command line prints; `str` is that page.

    `solver` itself, which stands above all its packages and is always imported first,
    gives this class its `__str__` from `solver.show`. `repr` is one short line.
    """

    __slots__ = ()
