"""`rummikub odds`: the page, the JSON form, several positions, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import Result

from solver import odds

Run = Callable[..., Result]


def test_the_page(run: Run) -> None:
    """The R9 goes with R8 or a joker, R4 alone: six of 102 tiles."""
    page = run("odds", "R5R6R7", "R9").stdout.splitlines()
    assert page[page.index("Now: nothing can be laid") + 1 :] == [
        "After one draw from 102 unseen tiles, if the table stays as it is until then",
        "to lay        5.9%  #",
        "to go out     3.9%  #",
        "tiles         0.10  on average",
        "",
        " chance                        tiles  value    after you draw",
        "   2.0%  .                         2     17    R8 (out)",
        "   2.0%  .                         2      9    J (out)",
        "   2.0%  .                         1      4    R4",
        "  94.1%  ####################      0      0    any other tile, as now",
    ]


def test_a_page_with_an_opening_and_tiles_seen(run: Run) -> None:
    page = run("odds", "-", "K10B10R9K3", "--not-opened", "--seen", "JJ O10").stdout
    assert "Seen elsewhere\n     J J O10\n" in page
    assert "to open       3.0%  #\nto go out     0.0%\n" in page
    assert "3.0%  #                         3     30    R10 O10\n" in page


def test_a_page_without_a_difference(run: Run) -> None:
    assert "100.0%  ####################      0      0    any tile, as now\n" in run("odds", "-", "K1").stdout
    box = ("--rule", "tiles.numbers=3", "--rule", "tiles.colours=1", "--rule", "sets.wrap=none")
    nothing_left = run("odds", "K1K2K3", "K1K2K3", "--rules", "machiavelli", *box).stdout
    assert "Now: lay 3 tiles, face value 6 and go out\nNo tile is unseen, so none can be drawn.\n" in nothing_left


def test_penalty_points_are_shown_where_they_are_asked_for(run: Run) -> None:
    page = run("odds", "R5R6R7", "R9", "--objective", "penalty").stdout
    assert " chance                        tiles  penalty  after you draw\n" in page
    assert page.index("2       39  J (out)") < page.index("2       17  R8 (out)")


def test_json_is_that_of_the_function(run: Run) -> None:
    options = ("--seen", "R8", "--objective", "value", "--joker-worth", "3", "--json")
    assert (
        json.loads(run("odds", "R5R6R7", "R9", *options).stdout)
        == odds("R5R6R7 R9", seen="R8", joker_worth=3).to_json()
    )


def test_cards(run: Run) -> None:
    """The nine of hearts goes with the eight or a joker, laid on the run of hearts."""
    cards = ("5-7h", "9h", "--notation", "cards", "--seen", "8h * 10h")
    page = run("odds", *cards).stdout
    assert "Seen elsewhere\n     8h * 10h\n" in page
    assert "2     17    8h (out)\n" in page and "2      9    * (out)\n" in page
    data = json.loads(run("odds", *cards, "--json").stdout)
    assert data["seen"] == ["8h", "*", "10h"] and data["draws"][0]["tile"] == "*"
    assert "5h6h7h" in data["position"]
    refused = run("odds", "5-7h", "9h", "--notation", "cards", "--seen", "R8")
    assert refused.exit_code == 2 and refused.stderr.startswith("error: seen: 'R8' is written in tiles")


def test_several_positions(run: Run) -> None:
    result = run("odds", "-", "--json", stdin="R5R6R7 R9\nR5R6R8 R9\n- K10B10R9K3 opened=no\n")
    assert result.exit_code == 2
    assert [json.loads(line)["chance_to_open"] for line in result.stdout.splitlines()] == [None, 6 / 102]
    assert result.stderr.startswith("error: line 2: ")


@pytest.mark.parametrize(
    ("args", "fault"),
    [
        (("R5R6R7", "R9", "--seen", "R9R9"), "error: seen: R9: 3 copies, and the box has 2\n"),
        (
            ("R5R6R7", "R9", "--seen", "R99"),
            "error: seen: R99: no such tile; the box has K, B, R, O from 1 to 13 (tiles.numbers = 13)\n",
        ),
        (("R5R6R7", "R9", "--seen", "?"), "error: seen, character 1: '?' is no tile: "),
        (("R5R6R7", "R9", "--objective", "tiles", "--joker-worth", "3"), "error: --joker-worth counts under"),
        (("--table", "R5R6R7"), "error: --table without --rack: "),
        ((), "error: no position: "),
    ],
)
def test_what_is_refused(run: Run, args: tuple[str, ...], fault: str) -> None:
    result = run("odds", *args)
    assert result.exit_code == 2
    assert result.stderr.startswith(fault) and result.stderr.count("\n") == 1
    assert not result.stdout
