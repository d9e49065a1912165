"""Who may not ask is refused, what is too much is bounded, and the page goes on working."""

from __future__ import annotations

import http.client
import resource
import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from solver.serve import guard
from solver.serve.guard import COOKIE, Tokens
from tests.serve.server import HOST, Server, client, post, running

QUESTION = {"position": "R5R6R7 R8"}


@pytest.fixture
def asking(tmp_path: Path) -> TestClient:
    return client(tmp_path)


# --- Who may ask ---


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8765", "127.0.0.1:80", "127.0.0.1", "localhost"])
def test_a_foreign_host_is_refused(asking: TestClient, host: str) -> None:
    answer = asking.get("/", headers={"Host": host})
    assert answer.status_code == 400 and answer.text.startswith("this server is not known by that name")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:8765", "http://127.0.0.1:1"])
def test_a_foreign_origin_is_refused(asking: TestClient, origin: str) -> None:
    answer = asking.post("/api/1/solve", json=QUESTION, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["error"]) == (403, "another site may not ask here")
    assert asking.post("/api/1/solve", json=QUESTION, headers={"Origin": f"http://{HOST}"}).status_code == 200


def test_what_a_page_of_another_site_can_send_unasked_is_refused(asking: TestClient) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = asking.post("/api/1/games", content=b"{}", headers={"Content-Type": kind})
        assert answer.status_code == 415


def test_another_machine_needs_a_token(tmp_path: Path) -> None:
    assert client(tmp_path, None, "192.0.2.7").get("/").status_code == 403
    told: list[str] = []
    tokens = Tokens(told.append)
    phone = client(tmp_path, tokens, "192.0.2.7")
    for address in ("/", "/api/1/games", "/?token=", "/?token=wrong", "/style.css", "/?token=%ff"):
        assert phone.get(address).status_code == 403
    phone.cookies.set(COOKIE, "wrong")
    assert phone.get("/").status_code == 403
    phone.cookies.clear()
    first = tokens.token
    let_in = phone.get(f"/?token={first}")
    assert (let_in.status_code, let_in.headers["location"]) == (303, "/")
    cookie = let_in.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    assert phone.get("/").status_code == 200 and post(phone, "solve", QUESTION)["tiles"] == 1
    # It lets one in, and the next one is told.
    other = client(tmp_path, tokens, "192.0.2.8")
    assert other.get(f"/?token={first}").status_code == 403
    assert told == [tokens.token] and other.get(f"/?token={told[0]}").status_code == 303


def test_what_a_browser_may_do_with_the_page(asking: TestClient) -> None:
    for path in ("/", "/main.js", "/api/1/about", "/nothing"):
        headers = asking.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff" and "set-cookie" not in headers
    page = asking.get("/").text
    assert "onclick" not in page and "<style" not in page and "style=" not in page
    assert page.count("<script") == 1 and 'src="main.js"' in page


@pytest.mark.parametrize("path", ["/../app.py", "/%2e%2e/app.py", "/..%2fgames.py", "/.git/config", "/page/../../x"])
def test_no_other_file_is_served(asking: TestClient, path: str) -> None:
    assert asking.get(path).status_code == 404


# --- How much ---


def test_bodies_are_bounded(asking: TestClient) -> None:
    told = asking.post(
        "/api/1/solve", content=b"x", headers={"Content-Type": "application/json", "Content-Length": "9" * 9}
    )
    assert told.status_code == 413
    body = b'{"position": "' + b"R" * guard.MOST_BODY + b'"}'
    assert asking.post("/api/1/solve", content=body, headers={"Content-Type": "application/json"}).status_code == 413


def test_a_body_in_pieces_is_cut_off(tmp_path: Path) -> None:
    """A hundred megabytes without a length: refused as soon as too much has come."""
    with running(tmp_path) as server, socket.create_connection(("127.0.0.1", server.port), 10) as sending:
        sending.sendall(
            f"POST /api/1/solve HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n".encode()
        )
        sent, piece = 0, b"10000\r\n" + b"[" * 0x10000 + b"\r\n"
        with suppress(OSError):
            for _ in range(1600):
                sending.sendall(piece)
                sent += 0x10000
        assert sent < 40_000_000
        with suppress(OSError):
            assert b" 413 " in sending.recv(1000).split(b"\r\n")[0]
        assert answers(server)


def answers(server: Server) -> bool:
    """Whether the page still works."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("POST", "/api/1/solve", '{"position": "R5R6R7 R8"}', {"Content-Type": "application/json"})
    answer = connection.getresponse()
    found = answer.status == 200 and b'"tiles":1' in answer.read()
    connection.close()
    return found


@pytest.mark.slow
def test_connections_that_say_nothing(tmp_path: Path) -> None:
    """Ten thousand of them, as many at once as this process may have; the page goes on working all the time."""
    most = min(3000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 200)
    with running(tmp_path) as server:
        held: list[socket.socket] = []
        for number in range(10_000):
            silent = socket.socket()
            silent.setblocking(False)
            silent.connect_ex(("127.0.0.1", server.port))
            held.append(silent)
            if len(held) > most:
                held.pop(0).close()
            if number % 2500 == 2499:
                time.sleep(0.2)
                assert answers(server)
        descriptors = list(Path(f"/proc/{server.process.pid}/fd").iterdir())
        assert len(descriptors) < 300
        for silent in held:
            silent.close()


@pytest.mark.slow
def test_questions_that_would_take_minutes_are_cut_off(tmp_path: Path) -> None:
    """Each keeps its limit, a few are worked out at once, and others are told to come again."""
    from concurrent.futures import ThreadPoolExecutor

    long = {
        "table": "-",
        "rack": "K1-26B1-26R1-26O1-26G1-26P1-26W1-26C1-26JJJJ",
        "rules": "vatikan",
        "opened": False,
        "rule": {"tiles.numbers": 26, "tiles.colours": 8, "tiles.jokers": 4, "sets.min_run": 6},
        "time_limit": 0.5,
    }
    with running(tmp_path) as server:

        def ask(_: int) -> int:
            import json

            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            connection.request("POST", "/api/1/solve", json.dumps(long), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            connection.close()
            return answer.status

        with ThreadPoolExecutor(30) as pool:
            statuses = sorted(pool.map(ask, range(30)))
        assert set(statuses) == {200, 429} and statuses.count(200) <= 20
        assert answers(server)
