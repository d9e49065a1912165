"""The page as people use it, in a real browser, at three sizes, by touch and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.play.written_games import GAME
from tests.serve.browser.conftest import Open
from tests.serve.server import Server

pytestmark = pytest.mark.slow

# A table of 12 sets with two jokers, and 16 tiles on the rack. Fourteen of them can be laid under `free`.
SETS = (
    "O6 O7 J O9 O10 |/B2 B6/B12 K12 R12 |/B11 O11 R11 |/B10 K10 O10 |/J K12 R12 |/R2 R4/B8 B10/B4 K4 O4 R4/"
    "B1 K1 O1 |/K11 B11 O11 |/R5 O5 K5 B5"
)
TABLE = "O6O7JO9O10/B2B3B4B5B6/B12K12R12/B11O11R11/B10K10O10/JK12R12/R2R3R4/B8B9B10/B4K4O4R4/B1K1O1/K11B11O11/R5O5K5B5"
RACK = "O2 B7 B9 K1 K4 O3 O5 O12 R1 R3 R9 R9 R8 K7 B3 O4"
CROWDED = f"#t={TABLE}&r={RACK.replace(' ', '')}&rules=free"


def tap(page: Page, *keys: str) -> None:
    real = page.viewport_size is not None and page.viewport_size["width"] == 320
    for key in keys:
        one = page.locator(f'#picker [data-key="{key}"]')
        if real:
            one.click(force=True)
        else:
            # In the other windows no finger moves, which takes most of the time.
            one.dispatch_event("click")


def press(page: Page, key: str) -> None:
    page.locator(f'main [data-key="{key}"]').click()


def headline(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("#headline")).to_have_text(text, timeout=20_000)


def faults_of(page: Page) -> list[str]:
    """What axe-core finds."""
    found = Axe().run(page)
    return [f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in found.response["violations"]]


def small_targets(page: Page) -> list[Any]:
    """Buttons and links that are less than 24 pixels high or wide, and tiles to be picked less than 40 wide."""
    found: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll("button, summary, select, input, textarea")].map((one) => {
          const box = one.getBoundingClientRect();
          return [one.className, one.textContent, Math.round(box.width), Math.round(box.height)];
        }).filter(([kind, , width, height]) => width && (height < 22 || width < (kind.includes("pick") ? 40 : 22)))"""
    )
    return found


def texts(page: Page, selector: str) -> list[str]:
    """The tiles in some part of the page, as their labels say."""
    found: list[str] = page.locator(f"{selector} .tile").evaluate_all("all => all.map(one => one.ariaLabel)")
    return found


@pytest.mark.parametrize("size", ["small", "phone", "desktop"])
def test_a_crowded_table_is_entered_solved_and_stepped_through(open_page: Open, size: str) -> None:
    page = open_page(size, "#rules=free")
    for keys in SETS.split("/"):
        tap(page, *("new" if key == "|" else key for key in keys.split()))
    press(page, "target-rack")
    tap(page, *RACK.split())
    headline(page, re.compile("^Lay 14 tiles – worth 84"))
    # The picker and what it says are in sight, and nothing has to be scrolled sideways.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth && scrollY === 0")
    assert page.evaluate("document.getElementById('picker').getBoundingClientRect().bottom <= innerHeight + 1")
    page.locator("#fold").click()
    press(page, "view-steps")
    steps = int((page.locator(".step b").text_content() or "").split()[-1])
    for step in range(2, steps + 1):
        press(page, "step-next")
        expect(page.locator(".step")).to_contain_text(f"Step {step} of {steps}")
    expect(page.locator('[data-key="step-next"]')).to_be_disabled()
    assert steps >= 11
    last = texts(page, ".answer ol.table")
    press(page, "view-after")
    expect(page.locator(".answer ol.table .tile.laid")).to_have_count(14)
    assert last == texts(page, ".answer ol.table")
    press(page, "view-before")
    expect(page.locator(".answer ol.table .tile")).to_have_count(42)


def test_by_keyboard_alone(open_page: Open) -> None:
    page = open_page("desktop")

    def go_to(key: str) -> None:
        for _ in range(200):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.key") == key:
                return
        raise AssertionError(f"{key} cannot be reached with Tab")

    for key in ("R5", "R8"):
        go_to(key)
        page.keyboard.press("Enter")
        expect(page.locator("main .entry .tile")).to_have_count(1 if key == "R5" else 4)
    assert page.evaluate("document.activeElement.dataset.key") == "R8"
    go_to("target-rack")
    page.keyboard.press("Space")
    go_to("R9")
    page.keyboard.press("Enter")
    headline(page, "Lay 1 tile – you go out!")
    go_to("details-typing")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.insert_text("R5-7 | KBR7")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("R4 K9 J")
    go_to("take")
    page.keyboard.press("Enter")
    expect(page.locator(".entered .rack .tile")).to_have_count(3)
    assert texts(page, ".entered .rack") == [f"Take {tile} off Rack" for tile in ("R4", "K9", "J")]


def test_undo_redo_counts_and_what_is_refused(open_page: Open) -> None:
    page = open_page("small")
    tap(page, "R5", "R8", "R5", "R8")
    expect(page.locator("main .entry .tile")).to_have_count(8)
    assert page.locator('#picker [data-key="R6"]').get_attribute("aria-label") == "R6, 0 left"
    tap(page, "R6")
    headline(page, "R6: the box has 2 of it, and all lie somewhere")
    tap(page, "K7", "B9")
    headline(page, re.compile("^K7 is no set yet, and B9 does not go with it"))
    for left in (8, 4):
        tap(page, "undo")
        expect(page.locator("main .entry .tile")).to_have_count(left if left == 8 else 5)
    tap(page, "redo")
    expect(page.locator("main .entry .tile")).to_have_count(8)
    # A tile that lies there is taken off by a tap.
    press(page, "set-0-3")
    expect(page.locator("main .entry .tile")).to_have_count(7)
    page.locator('[data-key="clear"]').click()
    headline(page, "Tap the tiles of your rack and of the table.")
    tap(page, "undo")
    expect(page.locator("main .entry .tile")).to_have_count(7)


def test_a_reload_and_a_link_hold_the_position(open_page: Open) -> None:
    page = open_page("phone")
    tap(page, "R5", "R8", "K7")
    headline(page, "Set 2 is not whole yet.")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert texts(page, ".entry") == [
        f"Take {tile} off Set {number}" for tile, number in (*((f"R{n}", 1) for n in (5, 6, 7, 8)), ("K7", 2))
    ]
    other = open_page("phone", page.url.partition("/#")[2] and "#" + page.url.partition("#")[2])
    assert texts(other, ".entry") == texts(page, ".entry")


def test_hints_others_odds_and_a_heap(open_page: Open) -> None:
    page = open_page("phone", "#t=K3K4K5/B3B4B5&r=R3R4R5O9")
    headline(page, re.compile("^Lay 3 tiles"))
    press(page, "hide")
    headline(page, "")
    page.locator("#hints summary").click()
    press(page, "hint-2")
    expect(page.locator("#hints p")).to_have_text("From your rack, lay R3, R4 and R5.")
    press(page, "hide")
    page.locator("#others summary").click()
    press(page, "others")
    expect(page.locator("#others > ol > li").first).to_contain_text("Lay 3 tiles")
    page.locator("#odds summary").click()
    page.locator('#odds [data-key="odds"]').click()
    expect(page.locator("#odds li").first).to_contain_text("%")
    heap = open_page("phone", "#t=K3B3/R3K4/K5&r=O9K6&loose=yes")
    headline(heap, re.compile("^Lay 1 tile"))
    assert len(texts(heap, ".answer ol.table")) == 6


def test_a_wrong_move_is_checked(open_page: Open) -> None:
    page = open_page("phone", "#t=R5R6R7/K7B7R7&r=R8O7")
    press(page, "target-after")
    tap(page, "O7")
    page.locator("#checking summary").click()
    press(page, "judge")
    expect(page.locator("#checking .big")).to_have_text("Not legal")
    press(page, "open-0")
    tap(page, "R8")
    press(page, "set-2-0")
    press(page, "open-1")
    tap(page, "O7")
    expect(page.locator("#typed-after")).to_have_value("R5R6R7R8/K7B7R7O7")
    press(page, "judge")
    expect(page.locator("#checking .big")).to_have_text("Legal")


def test_other_rules_and_cards(open_page: Open) -> None:
    page = open_page("small", "#t=R11R12R13&r=R1")
    headline(page, "Nothing can be laid: draw a tile.")
    page.locator("#pages button", has_text="Rules").click()
    page.locator("#parameters summary").click()
    page.locator("#rule-sets\\.wrap").select_option("around")
    expect(page.locator("#rule-sets\\.wrap + small")).to_have_text("changed")
    page.locator("#rule-opening\\.points").fill("many")
    page.locator("#rule-opening\\.points").press("Tab")
    expect(page.locator(".fault-text")).to_contain_text("opening.points")
    page.locator("#preset").select_option("machiavelli")
    expect(page.locator("#rule-sets\\.wrap + small")).to_have_count(0)
    page.locator("#save-rules").click()
    tap(page, "Jh", "Kh")
    press(page, "target-rack")
    tap(page, "Ah")
    headline(page, "Lay 1 tile – you go out!")


def new_game(page: Page, players: str, rack: Iterable[str]) -> None:
    page.locator("#pages button", has_text="Games").click()
    press(page, "new-game")
    page.locator("#game-players").fill(players)
    page.locator("#game-players").press("Tab")
    tap(page, *rack)
    press(page, "start")
    expect(page.locator(".players")).to_be_visible()


TEN = "K10 B10 R10 R1 R2 R3 O12 B5 J"


def ten_turns(page: Page) -> None:
    """Ann opens; Ben and Cem play, too."""
    new_game(page, "Ann Ben Cem", TEN.split())
    tap(page, "K10", "B10", "R10")
    press(page, "laid")
    tap(page, "K11", "B11", "R11")
    press(page, "laid")
    press(page, "drew")  # Cem
    press(page, "lay-this")  # Ann
    press(page, "drew")  # Ben
    tap(page, "O10", "O11")
    press(page, "laid")
    headline(page, re.compile("^O10 O11 cannot all be laid"))
    tap(page, "clear", "clear")
    tap(page, "R4", "R5", "R6", "R7", "R8")
    press(page, "laid")
    expect(page.locator(".players")).to_contain_text("Cem: 5 tiles")
    press(page, "drew")
    tap(page, "O1")  # Ann
    tap(page, "K12")
    press(page, "laid")
    headline(page, re.compile("^K12 cannot be laid"))
    tap(page, "clear")
    press(page, "drew")  # Ben
    press(page, "drew")  # Cem
    expect(page.locator("#turns li")).to_have_count(9)


@pytest.mark.parametrize("size", ["small", "desktop"])
def test_a_game_of_ten_turns(open_page: Open, server: Server, size: str, tmp_path: Path) -> None:
    page = open_page(size)
    ten_turns(page)
    table = texts(page, "section > ol.table")
    # One of the others' moves was another.
    page.locator("#turns summary").click()
    press(page, "correct-6")
    page.locator("#correct-laid").fill("R5 R6 R7 R8 R9")
    press(page, "save")
    expect(page.locator("#turns li").nth(5)).to_contain_text("R5 R6 R7 R8 R9")
    assert texts(page, "section > ol.table") != table
    # Without end, and back again.
    for count in range(8, -1, -1):
        tap(page, "undo")
        expect(page.locator("#turns li")).to_have_count(count)
    for count in range(1, 10):
        tap(page, "redo")
        expect(page.locator("#turns li")).to_have_count(count)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#turns li")).to_have_count(9)
    # The server is killed in the middle of a turn, and started again.
    port = server.port
    server.stop()
    press(page, "drew")
    page.locator('#picker [data-key="K1"]').click()
    expect(page.locator("#offline")).to_be_visible()
    again = Server(tmp_path, port)
    try:
        expect(page.locator("#offline")).to_be_hidden()
        expect(page.locator("#turns li")).to_have_count(10)
        page.locator("#more-game summary").click()
        press(page, "review")
        expect(page.locator("#more-game")).to_contain_text("missed")
        with page.expect_download() as downloading:
            page.locator("#more-game a").click()
        text = Path(downloading.value.path()).read_text(encoding="utf-8")
        assert text.startswith("rummikub-game 1\n") and text.count("back ") >= 10
    finally:
        again.stop()


def test_two_browsers_on_one_game(open_page: Open) -> None:
    one = open_page("phone")
    new_game(one, "Ann Ben", TEN.split())
    two = open_page("phone")
    two.locator("#pages button", has_text="Games").click()
    two.locator("main li button").first.click()
    press(two, "lay-this")
    expect(two.locator("#turns li")).to_have_count(1)
    tap(one, "R1")
    press(one, "laid")
    headline(one, "This game was changed in another window; here it is as it stands now.")
    assert texts(one, "section > ol.table") == texts(two, "section > ol.table") != []


def test_script_in_names_stays_text(open_page: Open) -> None:
    page = open_page("phone")
    page.locator("#pages button", has_text="Games").click()
    press(page, "new-game")
    page.locator("#game-name").fill("<img src=x onerror=alert(1)><script>alert(1)</script>")
    page.locator("#game-players").fill("<b>Ann</b> Ben")
    page.locator("#game-players").press("Tab")
    tap(page, "K1")
    press(page, "start")
    expect(page.locator("#game-title")).to_have_text("<img src=x onerror=alert(1)><script>alert(1)</script>")
    assert page.locator("main img, main b, main script").count() == 0


@pytest.mark.parametrize(("size", "scheme"), [("small", "dark"), ("desktop", "light")])
def test_axe_finds_nothing_and_targets_are_large_enough(
    open_page: Open, server: Server, size: str, scheme: str
) -> None:
    page = open_page(size, CROWDED, scheme)
    headline(page, re.compile("^Lay 14 tiles"))
    assert page.evaluate("document.documentElement.dataset.theme") == scheme
    for one in ("typing", "checking", "odds", "link", "hints", "others"):
        page.locator(f"#{one} summary").click()
    press(page, "view-steps")
    assert faults_of(page) == [] and small_targets(page) == []
    page.locator("#pages button", has_text="Rules").click()
    page.locator("#parameters summary").click()
    assert faults_of(page) == [] and small_targets(page) == []
    page.request.post(f"{server.address}/api/1/games/open", data={"record": GAME})
    page.locator("#pages button", has_text="Games").click()
    page.locator("main li button").first.click()
    page.locator("#turns summary").click()
    press(page, "correct-3")
    page.locator("#unseen summary").click()
    page.locator("#more-game summary").click()
    assert faults_of(page) == [] and small_targets(page) == []
    press(page, "list")
    assert faults_of(page) == [] and small_targets(page) == []
    page.locator("#theme").click()
    assert page.evaluate("document.documentElement.dataset.theme") != scheme
