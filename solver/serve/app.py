"""The server as an application: the page's files, the questions, and the games."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from solver.errors import OUT_OF_MEMORY, RummikubError
from solver.serve.answers import QUESTIONS, about
from solver.serve.games import ChangedElsewhereError, Games, NoSuchGameError
from solver.serve.guard import Guard, Tokens, TooLargeError

__all__ = ["PAGE", "application"]

PAGE = Path(__file__).parent / "page"
"""The folder of the page's files."""

MOST_AT_ONCE, MOST_WAITING = 2, 16
"""Questions that are worked out at once, and that wait for that."""

MOST_DEPTH = 100
"""Brackets within brackets of a request: Python's reader of JSON goes no deeper than some thousands."""


class _Work:
    """Works questions out in threads, a few at a time."""

    def __init__(self) -> None:
        self._limiter: CapacityLimiter | None = None
        self._waiting = 0

    async def do(self, question: Callable[[], Any]) -> Any:
        if self._waiting >= MOST_AT_ONCE + MOST_WAITING:
            raise TooBusyError
        self._limiter = self._limiter or CapacityLimiter(MOST_AT_ONCE)
        self._waiting += 1
        try:
            return await to_thread.run_sync(question, limiter=self._limiter)
        finally:
            self._waiting -= 1


class TooBusyError(Exception):
    """More questions than can wait."""


def application(games: Games, hosts: Collection[str], tokens: Tokens | None = None) -> ASGIApp:
    """The whole server, guarded: it answers under the names `hosts` (with their port)."""
    work = _Work()

    async def asked(request: Request) -> Mapping[str, Any]:
        body = await request.body()
        if body.count(b"[") + body.count(b"{") > MOST_DEPTH * 100 or _depth(body) > MOST_DEPTH:
            raise BadRequestError("the request is nested too deeply")
        try:
            found = json.loads(body or b"{}")
        except (ValueError, RecursionError):
            raise BadRequestError("the request is no JSON") from None
        if not isinstance(found, dict):
            raise BadRequestError("the request is no JSON object")
        return found

    async def question(request: Request) -> Response:
        ask = QUESTIONS.get(request.path_params["name"])
        if ask is None:
            return _fault(404, f"there is no such question: {', '.join(QUESTIONS)}")
        given = await asked(request)
        return JSONResponse(await work.do(partial(ask, given)))

    async def tell_about(request: Request) -> Response:
        return JSONResponse(about())

    async def list_games(request: Request) -> Response:
        return JSONResponse(await work.do(lambda: {"games": games.listed()}))

    async def new_game(request: Request) -> Response:
        given = await asked(request)
        return JSONResponse(await work.do(lambda: games.begin(given)))

    async def open_game(request: Request) -> Response:
        given = await asked(request)
        return JSONResponse(await work.do(lambda: games.take_in(given)))

    async def game(request: Request) -> Response:
        return JSONResponse(await work.do(lambda: games.state(request.path_params["id"])))

    async def record(request: Request) -> Response:
        text = await work.do(lambda: games.record(request.path_params["id"]))
        name = f"{request.path_params['id']}.txt"
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def change(request: Request) -> Response:
        given = await asked(request)
        what, id = request.path_params["what"], request.path_params["id"]
        return JSONResponse(await work.do(lambda: games.change(id, what, given)))

    routes = [
        Route("/api/1/about", tell_about),
        Route("/api/1/games", list_games, methods=["GET"]),
        Route("/api/1/games", new_game, methods=["POST"]),
        Route("/api/1/games/open", open_game, methods=["POST"]),
        Route("/api/1/games/{id}", game),
        Route("/api/1/games/{id}/record", record),
        Route("/api/1/games/{id}/{what}", change, methods=["POST"]),
        Route("/api/1/{name}", question, methods=["POST"]),
        Mount("/", StaticFiles(directory=PAGE, html=True)),
    ]
    handlers: Mapping[Any, Any] = {
        RummikubError: lambda request, error: _fault(400, str(error)),
        BadRequestError: lambda request, error: _fault(400, str(error)),
        NoSuchGameError: lambda request, error: _fault(404, str(error)),
        ChangedElsewhereError: lambda request, error: JSONResponse(
            {"error": str(error), "faults": [str(error)], "state": error.state}, 409
        ),
        # What else is sent is not waited for.
        TooLargeError: lambda request, error: _fault(413, "the request is too large", {"Connection": "close"}),
        TooBusyError: lambda request, error: _fault(429, "too many questions at once: ask again in a moment"),
        ClientDisconnect: lambda request, error: Response(status_code=400),
        MemoryError: lambda request, error: _fault(503, OUT_OF_MEMORY),
        TimeoutError: lambda request, error: _fault(503, "time ran out before this was worked out"),
    }
    return Guard(Starlette(routes=routes, exception_handlers=handlers), hosts, tokens)


class BadRequestError(Exception):
    """A request that cannot be read."""


def _depth(body: bytes) -> int:
    """How deep the brackets of a text go at most; those in strings may be counted, too."""
    deep = most = 0
    for byte in body:
        if byte in b"[{":
            deep += 1
            most = max(most, deep)
        elif byte in b"]}":
            deep -= 1
    return most


def _fault(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    faults = message.split("\n")
    return JSONResponse({"error": faults[0], "faults": faults}, status, headers)
