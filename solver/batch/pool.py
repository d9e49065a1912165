"""Worker processes on this machine that survive each other's death.

Every worker has a pipe of its own, so that one that is killed takes nothing with it but
the items it was working on; these are solved again by others. (The pools of the standard
library share one queue: there a dead worker breaks the whole pool.)
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Generic, Protocol, TypeVar

from solver.batch.errors import BatchError

__all__ = ["ChunkSize", "Indexed", "LocalPool", "Pool", "available_cores", "in_order"]

Item = TypeVar("Item")
Result = TypeVar("Result")
ItemIn = TypeVar("ItemIn", contravariant=True)
Indexed = tuple[int, Item]

_MOST_DEATHS = 3
"""So often is an item tried alone when the workers that have it die."""

_BUNDLE = 0.05
"""Seconds of work whose items are handed out at one time, and that a result waits for others to be sent with.

Every message wakes a process up, which takes a core away from a worker for longer than the message is worth.
"""

_MOST_HELD = 32_000_000
"""Bytes of items and results after which no more are taken in until some of them have been handed on."""

_MOST_AT_ONCE = 16
"""Items that are handed to one worker at a time, since no other takes them from it when they turn out to be slow."""

_GRACE = 2.0
"""Seconds that a worker gets to end by itself before it is killed."""


class Pool(Protocol[ItemIn, Result]):
    """Somewhere that work is done: in processes here (`LocalPool`) or on a cluster (`DaskPool`)."""

    def room(self) -> int:
        """How many items it would take now; 0 while all workers are busy."""

    def send(self, items: Sequence[Indexed[ItemIn]]) -> None:
        """Start on some items, at most `room()`, each with its index."""

    def wait(self, timeout: float | None) -> list[Indexed[Result]]:
        """Wait for results, at most `timeout` seconds; they come in any order, each item's exactly once."""

    def close(self) -> None:
        """Stop all work and end the workers."""


def in_order(
    pool: Pool[Item, Result],
    items: Iterator[Item],
    ready: Callable[[], bool] = lambda: True,
    window: int = 1024,
    size: Callable[[Item | Result], int] = lambda _: 0,
) -> Iterator[Result]:
    """The result of every item, in the order of the items.

    At most `window` items are under way or done but waiting for their turn, and no more is sent
    once they have 32 MB together, of which `size` says how many bytes each item and each result has; so
    memory does not grow with the input. `ready` says whether the next item is there
    already: nobody waits for the input while results could be handed on.
    """
    sent = given = held = 0
    ended = False
    done: dict[int, Result] = {}
    sizes: dict[int, int] = {}
    while True:
        starved = False
        while not ended and held < _MOST_HELD and (room := min(pool.room(), window - (sent - given))) > 0:
            if sent > given and not ready():
                starved = True
                break
            chunk: list[Indexed[Item]] = []
            while len(chunk) < room and held < _MOST_HELD and (not chunk or ready()):
                try:
                    item = next(items)
                except StopIteration:
                    ended = True
                    break
                index = sent + len(chunk)
                chunk.append((index, item))
                sizes[index] = size(item)
                held += sizes[index]
            if chunk:
                pool.send(chunk)
                sent += len(chunk)
        if ended and sent == given:
            return
        for index, result in pool.wait(0.05 if starved else None):
            done[index] = result
            held += size(result) - sizes[index]
            sizes[index] = size(result)
        while given in done:
            result = done.pop(given)
            held -= sizes.pop(given)
            given += 1
            yield result


class ChunkSize:
    """How many items to hand out at a time: about a bundle's work, 1 to `most`."""

    def __init__(self, most: int) -> None:
        self._mean: float | None = None
        self._most = most

    def learn(self, seconds: float) -> None:
        """Take note of how long one item took."""
        self._mean = seconds if self._mean is None else 0.95 * self._mean + 0.05 * seconds

    def __int__(self) -> int:
        return 1 if self._mean is None else max(1, min(self._most, int(_BUNDLE / max(self._mean, 1e-6))))


class LocalPool(Generic[Item, Result]):
    """Processes on this machine, one for each of `workers` (all cores if not said).

    `function` is called in the workers: it can be pickled and does not raise. When
    workers that have nothing else die on the same item three times, its result is what
    `on_crash` makes of it.
    Workers start when there is work for them. The pool is a context manager.

    :raises BatchError: from `send` or `wait`, if workers die before they have begun.
    """

    def __init__(
        self,
        function: Callable[[Item], Result],
        on_crash: Callable[[Item], Result],
        workers: int | None = None,
    ) -> None:
        if workers is not None and workers < 1:
            raise BatchError(f"{workers} workers: at least 1 is needed")
        self.workers = workers or available_cores()
        self._function = function
        self._on_crash = on_crash
        self._busy: list[_Worker[Item, Result]] = []
        self._idle: list[_Worker[Item, Result]] = []
        self._again: deque[Indexed[Item]] = deque()
        self._deaths: dict[int, int] = {}
        self._stillborn = 0
        self._chunk = ChunkSize(_MOST_AT_ONCE)
        # Spawned, not forked: a worker must not hold the other workers' pipes open, nor a lock of some thread.
        self._context = get_context("spawn")

    def __enter__(self) -> LocalPool[Item, Result]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def process_ids(self) -> list[int]:
        """The workers that run now."""
        return [worker.process.pid or 0 for worker in [*self._busy, *self._idle]]

    def room(self) -> int:
        return int(self._chunk) if len(self._busy) < self.workers and not self._again else 0

    def send(self, items: Sequence[Indexed[Item]]) -> None:
        worker = self._idle.pop() if self._idle else _Worker(self._context, self._function)
        while not worker.process.is_alive() and worker.began:
            worker.connection.close()
            worker = self._idle.pop() if self._idle else _Worker(self._context, self._function)
        self._busy.append(worker)
        worker.send(items)

    def wait(self, timeout: float | None) -> list[Indexed[Result]]:
        while self._again and len(self._busy) < self.workers:
            self.send([self._again.popleft()])
        results: list[Indexed[Result]] = []
        # Idle workers are listened to as well: nothing is sent to one that has died.
        by_connection = {worker.connection: worker for worker in [*self._busy, *self._idle]}
        for connection in wait(list(by_connection), timeout):
            worker = by_connection[connection]  # type: ignore[index]
            try:
                # One message at a time: the others are there for the next round.
                answered = worker.receive()
            except (EOFError, OSError):
                results += self._bury(worker)
                continue
            self._stillborn = 0
            for index, result, seconds in answered:
                self._chunk.learn(seconds)
                self._deaths.pop(index, None)
                results.append((index, result))
            if worker in self._busy and not worker.items:
                self._busy.remove(worker)
                self._idle.append(worker)
        return results

    def close(self) -> None:
        workers = [*self._busy, *self._idle]
        for worker in workers:
            worker.connection.close()
        for worker in self._busy:
            worker.process.terminate()
        for worker in workers:
            worker.process.join(_GRACE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.process.close()
        self._busy, self._idle = [], []

    def _bury(self, worker: _Worker[Item, Result]) -> list[Indexed[Result]]:
        """Put what a dead worker had before it back to be done, each item alone: one may be what killed it."""
        (self._busy if worker in self._busy else self._idle).remove(worker)
        worker.connection.close()
        worker.process.kill()
        worker.process.join()
        left = list(worker.items)
        if not worker.began:
            self._stillborn += 1
            if self._stillborn == _MOST_DEATHS * self.workers:
                code = worker.process.exitcode
                raise BatchError(f"the workers do not start: {self._stillborn} ended with status {code}")
        elif len(left) == 1:
            index, item = left[0]
            self._deaths[index] = self._deaths.get(index, 0) + 1
            if self._deaths[index] == _MOST_DEATHS:
                del self._deaths[index]
                return [(index, self._on_crash(item))]
        self._again.extendleft(reversed(left))
        return []


class _Worker(Generic[Item, Result]):
    """One process, the pipe to it, and the items that it has yet to answer, in order."""

    def __init__(self, context: SpawnContext, function: Callable[[Item], Result]) -> None:
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(theirs, function, os.getpid()), daemon=True)
        with _without_ctrl_c():
            self.process.start()
        theirs.close()  # so that the worker's death ends the pipe
        self.items: deque[Indexed[Item]] = deque()
        self.began = False

    def send(self, items: Sequence[Indexed[Item]]) -> None:
        """Hand items to the worker, which has none: it reads before it writes, so nobody waits for the other."""
        self.items.extend(items)
        with suppress(OSError):  # it is dead: the next `receive` says so
            self.connection.send(list(items))

    def receive(self) -> list[tuple[int, Result, float]]:
        """Index, result and seconds of the next items; none of them says that the worker has begun.

        :raises EOFError: or OSError, if it is dead.
        """
        answered: list[tuple[int, Result, float]] = self.connection.recv()
        self.began = True
        for _ in answered:
            self.items.popleft()
        return answered


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """What is started here never gets Ctrl-C, which reaches all processes of a terminal: the parent ends the workers.

    In a worker that is still importing it would be an error with a traceback. Here it only waits.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield  # another system; there `_work` turns it off once it runs
        return
    # If it has to be started first, it lets Ctrl-C through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(connection: Connection, function: Callable[[Item], Result], parent: int) -> None:
    """The life of a worker: answer items until the other end of the pipe is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    outbox: _Outbox[Result] = _Outbox(connection, parent)
    try:
        connection.send([])
        while True:
            for index, item in connection.recv():
                began = time.perf_counter()
                result = function(item)
                outbox.put((index, result, time.perf_counter() - began))
            outbox.send()
    except (EOFError, OSError):
        return


class _Outbox(Generic[Result]):
    """Results on their way to the parent: they wait a little for others, but not for a slow item behind them.

    Its thread also sees when the parent is gone, and ends the worker then.
    """

    def __init__(self, connection: Connection, parent: int) -> None:
        self._connection = connection
        self._parent = parent
        self._answered: list[tuple[int, Result, float]] = []
        self._lock = threading.Lock()
        self._filled = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def put(self, answered: tuple[int, Result, float]) -> None:
        with self._lock:
            self._answered.append(answered)
        self._filled.set()

    def send(self) -> None:
        """Send what is there now.

        :raises OSError: if the parent is gone.
        """
        with self._lock:
            self._filled.clear()
            if self._answered:
                self._connection.send(self._answered)
                self._answered = []

    def _watch(self) -> None:
        while os.getppid() == self._parent:
            if self._filled.wait(1.0):
                time.sleep(_BUNDLE)
                with suppress(OSError):
                    self.send()
        os._exit(1)


def available_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
