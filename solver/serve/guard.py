"""What stands before the page: who may ask, how much he may send, and what a browser may do with the answers.

Everything else of the server is reached through `Guard`. It keeps out other sites (by the
`Host` and `Origin` headers), other machines (by a token that can be used once, and the cookie
that it gives), bodies that are too large, and more questions at once than can be worked out.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Guard", "Tokens"]

MOST_BODY = 512 * 1024
"""Bytes of a request; the record of a long game has 100,000."""

MOST_REQUESTS = 32
"""Requests at once; others are told to come again."""

COOKIE = "rummikub"

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


class Tokens:
    """Tokens that each let one browser in, and the cookies of those that are in."""

    def __init__(self, tell: Callable[[str], None] = lambda token: None) -> None:
        self._tell = tell
        self._cookies: set[str] = set()
        self.token = secrets.token_urlsafe(12)

    def exchange(self, token: str) -> str | None:
        """A cookie for a token, which is used up by that; None if it is not the one that was told last."""
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            return None
        cookie = secrets.token_urlsafe(24)
        self._cookies.add(cookie)
        self.token = secrets.token_urlsafe(12)
        self._tell(self.token)
        return cookie

    def knows(self, cookie: str) -> bool:
        """Whether a cookie was given for a token."""
        return cookie in self._cookies


class TooLargeError(Exception):
    """A body that is larger than may be sent."""


class Guard:
    """`app` for those who may ask: under one of the `hosts`, from this machine, or with a cookie of `tokens`."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], tokens: Tokens | None = None) -> None:
        self.app, self.hosts, self.tokens = app, frozenset(hosts), tokens
        self._running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = self._refused(scope)
        if refusal is None and self._running >= MOST_REQUESTS:
            refusal = _told(429, "too many requests at once: ask again in a moment")
        if refusal is not None:
            await refusal(scope, receive, _with_headers(send))
            return
        self._running += 1
        try:
            await self.app(scope, _bounded(receive), _with_headers(send))
        finally:
            self._running -= 1

    def _refused(self, scope: Scope) -> Response | None:
        """What is answered to one who may not ask; None to one who may."""
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if host not in self.hosts:
            return _told(400, "this server is not known by that name: open the address that it printed")
        if scope["method"] not in ("GET", "HEAD"):
            origin = headers.get("origin")
            if origin is not None and origin.lower() != f"http://{host}":
                return _told(403, "another site may not ask here")
            if not headers.get("content-type", "").lower().startswith("application/json"):
                # A page of another site cannot send this kind without asking first.
                return _told(415, "send JSON, with the header Content-Type: application/json")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > MOST_BODY:
            return _told(413, f"more than {MOST_BODY} bytes")
        return self._stranger(scope, headers)

    def _stranger(self, scope: Scope, headers: Headers) -> Response | None:
        """What is answered to another machine without a cookie."""
        client = scope.get("client")
        if client and _is_here(client[0]):
            return None
        if self.tokens is None:
            return _told(403, "only this machine may ask: start the server with --lan for others")
        if self.tokens.knows(_cookie(headers)):
            return None
        token = _query(scope).get("token")
        cookie = self.tokens.exchange(token) if token and scope["method"] == "GET" else None
        if cookie is None:
            return _told(403, "open the address with the token that the server printed last: each lets one device in")
        answer = RedirectResponse("/", 303)
        answer.set_cookie(COOKIE, cookie, httponly=True, samesite="strict", max_age=7 * 24 * 3600)
        return answer


def _is_here(client: str) -> bool:
    try:
        return ip_address(client).is_loopback
    except ValueError:
        return False


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def _query(scope: Scope) -> dict[str, str]:
    from urllib.parse import parse_qsl

    try:
        return dict(parse_qsl(scope.get("query_string", b"").decode("ascii", "replace"), max_num_fields=10))
    except ValueError:
        return {}


def _told(status: int, reason: str) -> Response:
    kind: Any = PlainTextResponse if status == 400 else JSONResponse
    content: Any = reason + "\n" if status == 400 else {"error": reason, "faults": [reason]}
    answer: Response = kind(content, status)
    return answer


def _with_headers(send: Send) -> Send:
    async def send_with(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
        await send(message)

    return send_with


def _bounded(receive: Receive) -> Receive:
    """The body of a request, refused as soon as more has come than may: who sends in pieces names no length."""
    seen = 0

    async def receive_some() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > MOST_BODY:
                raise TooLargeError
        return message

    return receive_some
