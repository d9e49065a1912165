"""Figures of the page: taps, weight, start, and how soon the answer is there.

    python benchmarks/page.py [--browser / --no-browser]

Taps are counted by a scripted player who enters real tables with their racks (the first
20 of tests/data/known.jsonl that have both and can be tapped tile by tile), and by one who tells
what others laid in games of programs. The browser is Debian's chromium: it loads positions of
16 sets but for one tile of the rack, taps that, and the time is taken until the best move is there.
"""

from __future__ import annotations

import gzip
import http.client
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from solver import Position, Rules
from solver.bench.layouts import layout_files, read_layouts
from solver.errors import RummikubError
from solver.game.tiles import JOKER, Tile
from solver.play.game import Game, play
from solver.play.players import player_named
from solver.play.turns import LAY
from solver.serve.app import PAGE
from solver.serve.entry import Entry, tapped

KNOWN = Path(__file__).parents[1] / "tests" / "data" / "known.jsonl"
TABLES, GAMES = 20, 20


# --- Taps ---


def ways(tiles: Sequence[Tile]) -> Iterator[list[Tile]]:
    """In which ways a set may be tapped in, fewest taps first: its ends and its jokers, or all of it."""
    bare = [tile.bare for tile in tiles]
    yield [tile for i, tile in enumerate(bare) if i in (0, len(bare) - 1) or tile == JOKER]
    yield bare


def taps_of_set(tiles: Sequence[Tile], entry: Entry, rules: Rules) -> tuple[int, Entry]:
    """How many taps enter one more set behind those that are there, and the sets then."""
    wanted = tuple(tile.bare for tile in tiles)
    found = []
    for closed in (0, 1) if entry.open is not None else (0,):
        for taps in ways(tiles):
            now = Entry(entry.sets) if closed else entry
            try:
                for tile in taps:
                    now = tapped(now, tile, rules)
            except ValueError:
                continue
            if (
                len(now.sets) == len(entry.sets) + 1
                and now.sets[:-1] == entry.sets
                and sorted(now.sets[-1]) == sorted(wanted)
            ):
                found.append((closed + len(taps), now))
    return min(found, key=lambda one: one[0])


def taps_of_position(position: Position) -> tuple[int, int]:
    """How many taps enter table and rack, and how many tiles these are; one tap goes from the one to the other."""
    entry, taps = Entry(), 1 + len(position.rack)
    for tile_set in position.table:
        more, entry = taps_of_set(tile_set.tiles, entry, position.rules)
        taps += more
    return taps, len(position.rack) + sum(len(tile_set.tiles) for tile_set in position.table)


def real_tables() -> Iterator[Position]:
    """Tables with racks that somebody had before him."""
    for line in KNOWN.read_text(encoding="utf-8").splitlines():
        known = json.loads(line)
        try:
            position = Position.parse(known["position"], known.get("rules"))
        except RummikubError:
            # A heap, or tables of others that are no sets.
            continue
        if len(position.table) >= 4 and position.rack:
            yield position


def show_taps() -> None:
    counted = [taps_of_position(position) for _, position in zip(range(TABLES), real_tables(), strict=False)]
    taps, tiles = (sum(one[i] for one in counted) for i in (0, 1))
    print(f"taps a tile, {len(counted)} tables with racks, {tiles} tiles: {taps / tiles:.3f}")
    turns, laid = [], []
    for seed in range(GAMES):
        players = [player_named("most-tiles"), player_named("most-tiles")]
        for turn in play(Game(seed=seed), players):
            turns.append(1 + len(turn.played) if turn.action == LAY else 1)
            laid += turns[-1:] if turn.action == LAY else []
    print(f"taps for another player's turn, {len(turns)} turns of {GAMES} games: median {statistics.median(turns):g}")
    print(f"of these, {len(laid)} in which tiles were laid: median {statistics.median(laid):g}")


# --- Weight and start ---


def show_weight() -> None:
    files = sorted(PAGE.iterdir())
    weight = sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)
    served = sum(file.stat().st_size for file in files)
    print(f"page: {len(files)} files, {weight / 1000:.1f} kB compressed, {served / 1000:.1f} kB as served")


class Server:
    """A server of its own, and how long it took until the first answer."""

    def __init__(self, folder: str) -> None:
        began = time.perf_counter()
        command = [sys.executable, "-m", "solver", "serve", "--port", "0", "--games", folder]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/", self.process.stdout.readline())
        assert found
        self.port = int(found[1])
        asking = http.client.HTTPConnection("127.0.0.1", self.port)
        asking.request("POST", "/api/1/solve", '{"position": "R5R6R7 R8"}', {"Content-Type": "application/json"})
        asking.getresponse().read()
        self.seconds = time.perf_counter() - began


# --- In the browser ---


def show_browser(port: int) -> None:
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        raise click.ClickException("no browser is found (Debian: apt-get install chromium); or --no-browser")
    layouts = [layout for layout in read_layouts(layout_files()) if layout.group == "sets-16" and layout.position.rack]
    times = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        page = context.new_page()
        requests: list[str] = []
        page.on("request", lambda request: requests.append(request.url))
        page.goto(f"http://127.0.0.1:{port}/")
        page.wait_for_selector("body[data-ready]")
        loaded = [url for url in requests if not url.startswith("data:")]
        elsewhere = sum("127.0.0.1" not in url for url in loaded)
        print(f"requests to load the page: {len(loaded)}, {elsewhere} of them elsewhere")
        for layout in layouts:
            position = layout.position
            *rack, last = position.rack
            table = "/".join(map(str, position.table))
            name, *changes = str(position.rules).removeprefix("rules=").split()
            rules = "&".join([f"rules={name}", *(f"rule={change}" for change in changes)])
            page.goto("about:blank")
            page.goto(f"http://127.0.0.1:{port}/#t={table}&r={''.join(map(str, rack))}&{rules}")
            page.wait_for_selector("body[data-ready]")
            page.locator('[data-key="target-rack"]').click()
            page.wait_for_timeout(300)
            times.append(page.evaluate(_TIME, str(last.bare)))
        browser.close()
    times.sort()
    high = times[round(0.95 * (len(times) - 1))]
    what = f"answer in the browser after the last tap, {len(times)} positions of 16 sets"
    print(f"{what}: median {statistics.median(times):.0f} ms, 95th percentile {high:.0f} ms")


_TIME = """(key) => new Promise((done, fail) => {
  setTimeout(() => fail(new Error(`no answer after ${key}`)), 20000);
  const bar = document.getElementById("headline");
  const began = performance.now();
  let working = false;
  const look = new MutationObserver(() => {
    const text = bar.textContent;
    if (text.startsWith("Working")) working = true;
    else if (working && /^(Lay|Nothing)/.test(text)) {
      look.disconnect();
      requestAnimationFrame(() => done(performance.now() - began));
    }
  });
  look.observe(bar, { childList: true, characterData: true, subtree: true });
  document.querySelector(`#picker [data-key="${key}"]`).click();
})"""


@click.command()
@click.option("--browser/--no-browser", default=True)
def main(browser: bool) -> None:
    """Measure the page."""
    show_taps()
    show_weight()
    with tempfile.TemporaryDirectory() as folder:
        servers = [Server(folder) for _ in range(5)]
        start = statistics.median(server.seconds for server in servers)
        print(f"start of the server to its first answer, {len(servers)} starts: median {start:.2f} s")
        try:
            if browser:
                show_browser(servers[-1].port)
        finally:
            for server in servers:
                server.process.kill()
                server.process.wait()


if __name__ == "__main__":
    main()
