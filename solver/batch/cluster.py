"""The same work on a Dask cluster: a pool like the local one.

Needs the extra `dask`. The workers of the cluster import this package, so it must be
installed there, in the same version.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Generic, TypeVar

from solver.batch.errors import BatchError
from solver.batch.pool import ChunkSize, Indexed
from solver.errors import how_to_install

__all__ = ["DaskPool"]

Item = TypeVar("Item")
Result = TypeVar("Result")

_TRIES = 3
"""So often is an item sent when the workers that have it die (beside the scheduler's own tries)."""

_CONNECT = "5s"
"""So long is a worker asked for a result that may have died; what Dask takes by itself is half a minute."""

_WAIT = 20.0
"""Seconds that the scheduler gets to answer, and its first worker to be there."""

_MOST_AT_ONCE = 64
"""Items of a chunk: each costs the scheduler about a thousandth of a second, however much is in it."""

_CHUNKS_AHEAD = 2
"""Chunks for each thread of the cluster: one that it works on and one that waits beside it."""


class DaskPool(Generic[Item, Result]):
    """The workers of the Dask cluster whose scheduler listens at `address` (`tcp://127.0.0.1:8786`).

    `function` and `on_crash` are as for `LocalPool`. The scheduler sends the work of a
    worker that dies to another one; workers may come and go. In this process Dask then
    takes no longer than a few seconds to connect. Of `tls://` addresses Dask's configuration says which
    certificate and key to use.

    :raises BatchError: if Dask is not installed, or no scheduler or worker answers.
    """

    def __init__(
        self,
        function: Callable[[Item], Result],
        on_crash: Callable[[Item], Result],
        address: str,
    ) -> None:
        try:
            import distributed
        except ImportError:
            raise BatchError(f"a scheduler needs Dask: {how_to_install('dask', 'distributed')}") from None
        import dask

        _refuse_without_certificate(address)
        dask.config.set({"distributed.comm.timeouts.connect": _CONNECT})
        try:
            client_class: Any = distributed.Client
            self._client = client_class(address, timeout=_WAIT, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            reason = " ".join(str(error).split())[:200] or type(error).__name__
            raise BatchError(f"no Dask scheduler answers at {address}: {reason}") from None
        self._function = function
        self._on_crash = on_crash
        self._chunk = ChunkSize(_MOST_AT_ONCE)
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._chunks: dict[Any, list[Indexed[Item]]] = {}
        self._tries: dict[int, int] = {}
        self._threads = 0
        self._counted = float("-inf")
        try:
            self._client.wait_for_workers(1, timeout=_WAIT)
        except (OSError, TimeoutError):
            self._client.close()
            raise BatchError(f"the Dask scheduler at {address} has no worker") from None

    def __enter__(self) -> DaskPool[Item, Result]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def room(self) -> int:
        if time.monotonic() - self._counted > 1.0:
            # Workers come and go: look again now and then.
            self._counted = time.monotonic()
            self._threads = sum(self._client.nthreads().values())
        return int(self._chunk) if len(self._chunks) < _CHUNKS_AHEAD * max(1, self._threads) else 0

    def send(self, items: Sequence[Indexed[Item]]) -> None:
        future = self._client.submit(_work, self._function, list(items), pure=False)
        self._chunks[future] = list(items)
        future.add_done_callback(self._done.put)

    def wait(self, timeout: float | None) -> list[Indexed[Result]]:
        try:
            future = self._done.get(timeout=timeout)
        except Empty:
            return []
        items = self._chunks.pop(future)
        if future.status == "finished":
            try:
                answered: list[tuple[int, Result, float]] = future.result()
            except Exception:  # its worker died between the end of the work and the fetching of the result
                return self._again(items)
            for _, _, seconds in answered:
                self._chunk.learn(seconds)
            return [(index, result) for index, result, _ in answered]
        error = future.exception() if future.status == "error" else None
        if type(error).__name__ == "KilledWorker":
            return self._again(items)
        reason = f"{type(error).__name__}: {error}" if error else f"its work was {future.status}"
        raise BatchError(f"the Dask cluster cannot go on: {' '.join(reason.split())[:300]}")

    def close(self) -> None:
        for future in self._chunks:
            future.release()
        self._chunks.clear()
        self._client.close()

    def _again(self, items: Sequence[Indexed[Item]]) -> list[Indexed[Result]]:
        """Send items one by one whose workers died; give up an item that has been tried too often."""
        given_up: list[Indexed[Result]] = []
        for index, item in items:
            self._tries[index] = self._tries.get(index, 0) + 1
            if self._tries[index] >= _TRIES:
                given_up.append((index, self._on_crash(item)))
            else:
                self.send([(index, item)])
        return given_up


def _refuse_without_certificate(address: str) -> None:
    """What Dask would say only after most of a minute, with a traceback.

    :raises BatchError: if a `tls://` address is asked for, and Dask is not told of files that it can use for that, or
        another one, and Dask is told to use no other.
    """
    import distributed

    security: Any = distributed.Security
    try:
        ends = security()
        context = ends.get_connection_args("client").get("ssl_context")
    except (OSError, ValueError) as error:
        raise BatchError(f"{address}: the files for TLS cannot be used: {error}") from None
    if address.startswith("tls://") and context is None:
        raise BatchError(f"{address}: TLS needs a certificate and a key: say in Dask's configuration where they are")
    if ends.require_encryption and "://" in address and not address.startswith("tls://"):
        raise BatchError(
            f"{address}: Dask's configuration asks for TLS: give the address of the scheduler as tls://..."
        )


def _work(function: Callable[[Item], Result], items: Sequence[Indexed[Item]]) -> list[tuple[int, Result, float]]:
    """Answer items in a worker of the cluster: index, result and seconds of each."""
    answers = []
    for index, item in items:
        began = time.perf_counter()
        answers.append((index, function(item), time.perf_counter() - began))
    return answers
