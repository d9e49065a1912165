"""The same batch on a Dask cluster on the loopback address, one of whose workers is killed in the middle."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from solver.batch import BatchError, run_batch

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
RACKS = ["K9R4J", "R9", "K1", "R8K10B10R10", "O7", "R4R9", "K7", "X1"]
LINES = "".join(f"R5R6R7R8/K7B7R7 {RACKS[i % len(RACKS)]} id=line-{i}\n" for i in range(400)).encode()


def without_times(content: bytes) -> bytes:
    return re.sub(rb'"seconds": [0-9.e-]+', b'"seconds": 0', content)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its two workers."""
    pytest.importorskip("distributed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment, "cwd": tmp_path}
    started: list[subprocess.Popen[bytes]] = []

    def start(kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments]
        started.append(subprocess.Popen(command, **quiet))  # type: ignore[call-overload]
        return started[-1]

    try:
        # Without an address for the page it listens on all of them, whether there is a page or not.
        local = ("--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0")
        start("scheduler", "--port", str(port), *local)
        common = ("--nthreads", "1", "--no-nanny", *local)
        workers = [start("worker", address, *common) for _ in range(2)]
        yield address, workers
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()


class KillsAWorker(BytesIO):
    """A sink that kills a worker of the cluster when some records are there."""

    def __init__(self, worker: subprocess.Popen[bytes], after: int) -> None:
        super().__init__()
        self.worker, self.left = worker, after

    def write(self, record: object) -> int:
        self.left -= 1
        if self.left == 0:
            self.worker.send_signal(signal.SIGKILL)
        return super().write(record)  # type: ignore[arg-type]


def test_a_cluster_answers_as_this_machine_does_though_a_worker_dies(
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    address, workers = cluster
    _wait_for_workers(address, 2)
    sink = KillsAWorker(workers[0], after=60)
    report = run_batch(BytesIO(LINES), sink, scheduler=address)
    assert (report.answered, report.bad) == (400, 50)
    assert workers[0].wait(10) == -signal.SIGKILL
    here = BytesIO()
    run_batch(BytesIO(LINES), here, workers=1)
    assert without_times(sink.getvalue()) == without_times(here.getvalue())


def _wait_for_workers(address: str, count: int) -> None:
    from distributed import Client

    deadline = time.monotonic() + 60
    while True:
        try:
            with Client(address, timeout=5, set_as_default=False) as client:  # type: ignore[no-untyped-call]
                client.wait_for_workers(count, timeout=30)
                return
        except OSError:
            assert time.monotonic() < deadline, "the scheduler does not start"
            time.sleep(0.2)


def test_no_scheduler_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    from solver.batch import cluster as module

    monkeypatch.setattr(module, "_WAIT", 0.5)
    with pytest.raises(BatchError, match=r"^no Dask scheduler answers at tcp://127\.0\.0\.1:1: [^\n]+$"):
        run_batch(BytesIO(LINES), BytesIO(), scheduler="tcp://127.0.0.1:1")
    with pytest.raises(BatchError, match=r"^no Dask scheduler answers at [^\n]+$"):
        run_batch(BytesIO(LINES), BytesIO(), scheduler="no such:address")


def test_tls_without_a_certificate_is_one_line_at_once() -> None:
    """Dask takes 40 s to say so, and then a traceback."""
    dask = pytest.importorskip("dask")
    began = time.monotonic()
    with pytest.raises(BatchError, match=r"^tls://127\.0\.0\.1:1: TLS needs a certificate and a key: say in [^\n]+$"):
        run_batch(BytesIO(LINES), BytesIO(), scheduler="tls://127.0.0.1:1")
    files = {"distributed.comm.tls.ca-file": "/none.pem", "distributed.comm.tls.client.cert": "/none.pem"}
    with (
        dask.config.set(files),
        pytest.raises(BatchError, match=r"^tls://127\.0\.0\.1:1: the files for TLS cannot be used: [^\n]+$"),
    ):
        run_batch(BytesIO(LINES), BytesIO(), scheduler="tls://127.0.0.1:1")
    with (
        dask.config.set({"distributed.comm.require-encryption": True}),
        pytest.raises(BatchError, match=r"^tcp://127\.0\.0\.1:1: Dask's configuration asks for TLS: [^\n]+$"),
    ):
        run_batch(BytesIO(LINES), BytesIO(), scheduler="tcp://127.0.0.1:1")
    assert time.monotonic() - began < 20


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BatchError, match=r"needs Dask: run: .* -m pip install dask distributed"):
        run_batch(BytesIO(LINES), BytesIO(), scheduler="tcp://127.0.0.1:8786")
