"""What can be wrong with a batch as a whole; a bad line is no such thing."""

from __future__ import annotations

from solver.errors import RummikubError

__all__ = ["BatchError"]


class BatchError(RummikubError):
    """The input or output cannot be used, the workers do not start, or no scheduler answers."""
