"""Starts the server: on this machine alone, or for the phones in the local network."""

from __future__ import annotations

import asyncio
import socket
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from solver.errors import RulesError
from solver.serve.app import application
from solver.serve.games import Games
from solver.serve.guard import Tokens

__all__ = ["default_folder", "qr_code", "serve"]

LOOPBACK = "127.0.0.1"

MOST_SILENT = 100
"""Connections that have asked nothing yet; the oldest are closed when there are more."""

SECONDS_SILENT = 10.0
"""How long a connection may take to ask something."""


def default_folder() -> Path:
    """Where games are kept: the user's folder for data of programs."""
    from platformdirs import user_data_path

    return user_data_path("rummikub", appauthor=False) / "games"


def serve(folder: Path, port: int, *, lan: bool, tell: Callable[[str], None]) -> None:
    """Serve the page until Ctrl-C; `tell` is told the addresses, a line at a time. Port 0 takes any that is free.

    :raises RulesError: if the port cannot be had, or there is no local network.
    """
    address = _own_address() if lan else LOOPBACK
    listening = _listen("0.0.0.0" if lan else LOOPBACK, port)
    port = listening.getsockname()[1]
    hosts = {f"{name}:{port}" for name in (LOOPBACK, "localhost", "[::1]", address)}
    if port == 80:
        hosts |= {LOOPBACK, "localhost", address}

    def tell_token(token: str) -> None:
        there = f"http://{address}:{port}/?token={token}"
        tell(f"For one more device: {there}")
        tell(qr_code(there))

    tokens = Tokens(tell_token) if lan else None
    tell(f"The page is at http://{LOOPBACK}:{port}/ (Ctrl-C stops it; games are kept in {folder})")
    if tokens is not None:
        tell_token(tokens.token)
    config = uvicorn.Config(
        application(Games(folder), hosts, tokens),
        http=_Protocol,
        ws="none",
        lifespan="off",
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=16 * 1024,
    )
    server = uvicorn.Server(config)
    asyncio.run(server.serve(sockets=[listening]))


class _Protocol(H11Protocol):
    """Connections that say nothing are closed: all of them after a while, the oldest when there are many."""

    _silent: OrderedDict[_Protocol, asyncio.TimerHandle] = OrderedDict()

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._silent[self] = asyncio.get_running_loop().call_later(SECONDS_SILENT, self._close_if_silent)
        while len(self._silent) > MOST_SILENT:
            oldest, timer = self._silent.popitem(last=False)
            timer.cancel()
            oldest.transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None:
            self._forget()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def _forget(self) -> None:
        if timer := self._silent.pop(self, None):
            timer.cancel()

    def _close_if_silent(self) -> None:
        self._silent.pop(self, None)
        self.transport.close()


def _listen(address: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        raise RulesError(f"--port {port}: {reason.lower()}; name another port, such as --port {port + 1}") from None
    return listening


def _own_address() -> str:
    """This machine's address in the local network.

    :raises RulesError: if it is in none.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            # Nothing is sent: the system only looks which way it would go.
            asking.connect(("192.0.2.1", 9))
            address = str(asking.getsockname()[0])
        except OSError:
            address = LOOPBACK
    if address.startswith("127."):
        raise RulesError("--lan: this machine is in no network; leave out --lan to use the page here")
    return address


def qr_code(text: str) -> str:
    """A text as a QR code for the terminal."""
    import io

    import segno

    drawn = io.StringIO()
    segno.make(text, error="m").terminal(drawn, compact=True, border=2)
    return drawn.getvalue().rstrip("\n")
