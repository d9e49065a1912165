"""`rummikub serve` as it is typed."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from tests.serve.server import Server, running


def test_ctrl_c_ends_it_without_a_word(tmp_path: Path) -> None:
    server = Server(tmp_path)
    os.kill(server.process.pid, signal.SIGINT)
    assert server.process.stdout is not None
    rest = server.process.stdout.read()
    server.stop()
    assert (server.process.returncode, rest.strip()) in ((130, ""), (130, "error: stopped"), (0, ""))


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = subprocess.run(
            [sys.executable, "-m", "solver", "serve", "--port", str(port), "--games", str(tmp_path)],
            capture_output=True,
            text=True,
        )
    assert (told.returncode, told.stdout) == (2, "")
    assert (
        told.stderr == f"error: --port {port}: address already in use; name another port, such as --port {port + 1}\n"
    )


def test_a_game_outlives_kill_9(tmp_path: Path) -> None:
    def ask(server: Server, path: str, body: str) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        connection.request("POST", f"/api/1/{path}", body, {"Content-Type": "application/json"})
        answer = connection.getresponse().read().decode()
        connection.close()
        return answer

    with running(tmp_path) as server:
        game = ask(server, "games", '{"players": ["Ann", "Ben"], "rack": "K1K2K3", "held": [3, 3], "begins": 1}')
        id = re.findall('"id":"([a-z0-9]{8})"', game)[0]
        version = int(re.findall(r'"version":(\d+)', game)[0])
        for turn in range(4):
            ask(server, f"games/{id}/turn", f'{{"version": {version + turn}, "action": "draw"}}')
    with running(tmp_path) as server:
        listed = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        listed.request("GET", f"/api/1/games/{id}")
        assert listed.getresponse().read().decode().count('"what":"draw"') == 4
        listed.close()


def test_the_address_for_the_local_network(tmp_path: Path) -> None:
    """Where there is a network, an address with a token and its QR code are printed; else what to do instead."""
    process = subprocess.Popen(
        [sys.executable, "-m", "solver", "serve", "--lan", "--port", "0", "--games", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    if first.startswith("error"):
        assert first == "error: --lan: this machine is in no network; leave out --lan to use the page here\n"
    else:
        assert re.match(r"For one more device: http://[0-9.]+:\d+/\?token=[\w-]{16}$", process.stdout.readline())
        assert len(process.stdout.readline()) > 20
        time.sleep(0.1)
    process.kill()
    process.wait()
    process.stdout.close()
