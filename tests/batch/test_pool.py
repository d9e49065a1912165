"""Work by processes: in order, bounded, and whatever happens to the workers."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from solver.batch.errors import BatchError
from solver.batch.pool import LocalPool, available_cores, in_order

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def square(item: int) -> int:
    time.sleep(0.002 * (item % 3))  # so that results come out of order
    return item * item


def suicidal(item: int) -> int:
    """Five is deadly each time."""
    if item == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return item * item


def crashed(item: int) -> int:
    return -item


class Waiting:
    """A pool that takes everything and gives nothing back until it has the most that it is ever given."""

    def __init__(self) -> None:
        self.held: list[tuple[int, bytes]] = []
        self.most = 0

    def room(self) -> int:
        return 16

    def send(self, items: Sequence[tuple[int, bytes]]) -> None:
        self.held += items
        self.most = max(self.most, sum(len(item) for _, item in self.held))

    def wait(self, timeout: float | None) -> list[tuple[int, bytes]]:
        held, self.held = self.held, []
        return held[::-1]  # the first comes last: all others wait for it

    def close(self) -> None:
        pass


def test_what_is_kept_is_bounded_by_its_bytes_too() -> None:
    pool = Waiting()
    million = bytes(1_000_000)
    assert sum(1 for _ in in_order(pool, itertools.repeat(million, 300), size=len)) == 300
    assert pool.most == 32_000_000
    small = Waiting()
    assert sum(1 for _ in in_order(small, itertools.repeat(b"R5", 3000), size=len)) == 3000
    assert small.most == 2 * 1024


def test_results_that_wait_for_their_turn_count_as_well() -> None:
    """The first of the items is slow, and each of the others has a result a thousand times its size."""

    class Growing(Waiting):
        def wait(self, timeout: float | None) -> list[tuple[int, bytes]]:
            *others, first = sorted(self.held, reverse=True)
            self.held = [] if not others else [first]
            return [(index, bytes(1_000_000)) for index, _ in others or [first]]

    pool = Growing()
    most = given = 0
    for _ in in_order(pool, itertools.repeat(bytes(1000), 200), size=len):
        given += 1
        most = max(most, len(pool.held))
    assert given == 200
    assert most <= 32 + 16


def runs(pid: int) -> bool:
    """Whether a process is there, and not only because nobody has asked how it ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


class DeadlyToLoad:
    """A function that ends the worker which receives it."""

    def __call__(self, item: int) -> int:
        return item

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (3,)


def test_results_come_in_the_order_of_the_items() -> None:
    with LocalPool(square, crashed, workers=3) as pool:
        assert list(in_order(pool, iter(range(200)))) == [n * n for n in range(200)]
        assert list(in_order(pool, iter(()))) == []


def test_items_are_read_at_most_a_window_ahead() -> None:
    read = 0

    def items() -> Iterator[int]:
        nonlocal read
        while read < 300:
            read += 1
            yield read

    with LocalPool(square, crashed, workers=2) as pool:
        for given, result in enumerate(in_order(pool, items(), window=20)):
            assert result == (given + 1) ** 2
            assert read <= given + 20 + 1
    assert read == 300


def test_killed_workers_are_replaced_and_their_items_done_again() -> None:
    killed = 0
    with LocalPool(square, crashed, workers=2) as pool:
        results = []
        for result in in_order(pool, iter(range(400)), window=50):
            results.append(result)
            if len(results) in (20, 60, 61, 200):
                for pid in pool.process_ids[: 1 + killed % 2]:
                    os.kill(pid, signal.SIGKILL)
                    killed += 1
    assert killed >= 4
    assert results == [n * n for n in range(400)]


def test_an_item_that_kills_its_workers_is_given_up_and_the_others_are_done() -> None:
    with LocalPool(suicidal, crashed, workers=2) as pool:
        assert list(in_order(pool, iter(range(12)))) == [n * n if n != 5 else -5 for n in range(12)]


def test_items_handed_out_with_one_that_kills_are_not_blamed() -> None:
    with LocalPool(suicidal, crashed, workers=1) as pool:
        # Long before the fifth item comes, items are handed out many at a time.
        assert list(in_order(pool, iter([*range(10, 200), *range(4, 7)]))) == [
            *(n * n for n in range(10, 200)), 16, -5, 36
        ]  # fmt: skip


def test_results_do_not_wait_for_a_slow_item_behind_them() -> None:
    """Three quick items and one without end are handed out together; the three come."""
    with LocalPool(time.sleep, lambda _: None, workers=1) as pool:
        pool.send(list(enumerate([0.0, 0.001, 0.0, 1e6])))
        got: list[int] = []
        for _ in range(20):
            got += [index for index, _ in pool.wait(3)]
            if len(got) == 3:
                break
        assert got == [0, 1, 2]


def test_nothing_is_sent_to_idle_workers_that_have_died() -> None:
    """An item is not blamed for workers that were dead before it came."""
    with LocalPool(square, crashed, workers=5) as pool:
        assert list(in_order(pool, iter(range(50)))) == [n * n for n in range(50)]
        for pid in pool.process_ids:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.2)
        assert list(in_order(pool, iter([7]))) == [49]


def test_workers_end_when_their_parent_is_killed() -> None:
    """Though they are in the middle of an item that would last for hours."""
    code = """
import time
from solver.batch.pool import LocalPool
if __name__ == "__main__":
    pool = LocalPool(time.sleep, time.sleep, workers=1)
    pool.send([(0, 0.0), (1, 1e4)])
    pool.wait(None)
    while not pool.wait(None):
        pass
    print(pool.process_ids[0], flush=True)
    time.sleep(1e4)
"""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "parent.py")
        script.write_text(code)
        parent = subprocess.Popen(
            [sys.executable, script], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
        )
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        os.kill(worker, 0)
        parent.kill()
        parent.wait()
    end = time.monotonic() + 60
    while runs(worker) and time.monotonic() < end:
        time.sleep(0.1)
    assert not runs(worker)


def test_workers_that_do_not_start_end_the_work() -> None:
    pool: LocalPool[int, int] = LocalPool(DeadlyToLoad(), crashed, workers=1)
    with pool, pytest.raises(BatchError, match="the workers do not start"):
        list(in_order(pool, iter(range(3))))


def test_nobody_waits_for_items_while_results_are_there() -> None:
    pending = itertools.cycle([False])
    given: list[int] = []

    def items() -> Iterator[int]:
        yield 1
        # The second item is asked for only when the first is answered.
        assert given == [1]
        yield 2

    with LocalPool(square, crashed, workers=2) as pool:
        for result in in_order(pool, items(), ready=lambda: next(pending)):
            given.append(result)
    assert given == [1, 4]


def test_closing_in_the_middle_ends_all_workers() -> None:
    with LocalPool(square, crashed, workers=2) as pool:
        results = in_order(pool, itertools.count())
        assert [next(results) for _ in range(10)] == [n * n for n in range(10)]
        pids = pool.process_ids
        assert pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_numbers_of_workers() -> None:
    assert LocalPool(square, crashed).workers == available_cores() >= 1
    with pytest.raises(BatchError, match="0 workers: at least 1 is needed"):
        LocalPool(square, crashed, workers=0)
