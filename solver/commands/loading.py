"""Libraries that take long to import, loaded as a whole or not at all."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

__all__ = ["whole_imports"]


@contextlib.contextmanager
def whole_imports() -> Iterator[None]:
    """Ctrl-C waits until libraries are loaded: in the middle of that they would swallow it, or break."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
