"""A real browser: Debian's chromium. Without one these tests are skipped, or fail where RUMMIKUB_BROWSER=needed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.serve.server import Server, running

SIZES = {"small": (320, 568), "phone": (390, 844), "desktop": (1280, 800)}

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        if os.environ.get("RUMMIKUB_BROWSER") == "needed":
            pytest.fail("no browser is found: install chromium")
        pytest.skip("no browser is found (Debian: apt-get install chromium)")
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=[*quiet, "--disable-component-update"])
        yield started
        started.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path) as started:
        yield started


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Open]:
    """`open_page("phone")`: the page in a window of that size; whatever goes wrong in it fails the test."""
    contexts = []
    wrong: list[str] = []

    def open_it(size: str = "phone", after: str = "", scheme: Any = "light", at: Server | None = None) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=size != "desktop",
            is_mobile=size != "desktop",
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "request",
            lambda request: (
                wrong.append(request.url)
                if "127.0.0.1" not in request.url and not request.url.startswith("data:")
                else None
            ),
        )
        page.goto(f"{(at or server).address}/{after}")
        page.wait_for_selector("body[data-ready]")
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert wrong == []
