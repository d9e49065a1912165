"""The server as a process, and as an application that tests ask directly."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from solver.serve.app import application
from solver.serve.games import Games
from solver.serve.guard import Tokens

HOST = "127.0.0.1:8765"


def client(folder: Path, tokens: Tokens | None = None, machine: str = "127.0.0.1") -> TestClient:
    """Asks an application from `machine`; nothing is sent over a network."""
    app = application(Games(folder), {HOST}, tokens)
    return TestClient(
        app, base_url=f"http://{HOST}", client=(machine, 5000), raise_server_exceptions=True, follow_redirects=False
    )


class Server:
    """A running `rummikub serve`."""

    def __init__(self, folder: Path, port: int = 0, *more: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "solver", "serve", "--port", str(port), "--games", str(folder), *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line
        self.port = int(found[1])
        self.address = f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def running(folder: Path, *more: str) -> Iterator[Server]:
    server = Server(folder, 0, *more)
    try:
        yield server
    finally:
        server.stop()


def post(asking: TestClient, path: str, body: Mapping[str, Any] | None = None, status: int = 200) -> Any:
    """What is answered to JSON, as JSON."""
    answer = asking.post(f"/api/1/{path}", json=dict(body or {}))
    assert answer.status_code == status, answer.text
    return answer.json()
