"""Pictures: well-formed, whole, marked as the answer says, and fit for every eye and width."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import bridge
import exhaustive
import pytest
import random_positions
from hypothesis import given, settings
from positions import positions

from solver import Answer, Position, solve
from solver.errors import RulesError
from solver.show import svg as pictures
from solver.show.svg import svg, svg_position

REPLACED = "B4J(B5)B6/K5R5O5B5/K9K10K11 R1O1"
CROWDED = (
    "O6O7JO9O10/B2B3B4B5B6/B12K12R12/B11O11R11/B10K10O10/JK12R12/R2R3R4/B8B9B10/B4K4O4R4/B1K1O1/K11B11O11/R5O5K5B5"
    " O2B7B9K1K4O3O5O12R1R3R9R9R8K7B3O4 rules=free"
)
LINES = [
    REPLACED,
    CROWDED,
    "B1-13/K9R9O9/O1K1B1 B7K2",
    "R5R6R7/K9R9O9 K1J id=nothing",
    "R5R6R7K9R9O9 K1 loose=yes",
    "K1K2O9 K3K5JR1O1O8O10 loose=yes rules=free",
    "- K10B10R10K1 opened=no",
    "- -",
    "K1B1R1O1G1P1W1C1/K13B13R13 W2W3 tiles.colours=8 rules=free",
    "K100K101K102K103/K1-104 K99 tiles.numbers=104 tiles.colours=2 rules=free",
]
NAME = "{http://www.w3.org/2000/svg}"


def answered(line: str) -> Answer:
    return solve(Position.parse(line))


def parsed(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{NAME}svg"
    return root


def told(picture: str) -> list[str]:
    """What a picture says to those who cannot see it: its title, then a line for each part."""
    root = parsed(picture)
    return [root.findtext(f"{NAME}title") or "", *re.split(r"(?<=\.) ", root.findtext(f"{NAME}desc") or "")]


def frames(picture: str) -> tuple[int, int]:
    """How many tiles are framed as laid and as moved, without the legend."""
    found = [e for e in parsed(picture).iter(f"{NAME}rect") if e.get("fill") == "none"]
    dashed = sum("stroke-dasharray" in e.attrib for e in found)
    solid = len(found) - dashed
    return max(solid - 1, 0), max(dashed - 1, 0)


# --- What it shows ---


def test_before_and_after() -> None:
    answer = answered(REPLACED)
    assert told(svg(answer)) == [
        "Lay 2 tiles and go out!",
        "Face value 2, 2 penalty points.",
        "Rules standard.",
        "Table before: B4 >J(B5) B6 / K5 >B5 R5 O5 / K9 K10 K11.",
        "Your rack before: +R1 +O1.",
        "Table after: B4 >B5 B6 / K5 R5 O5 / K9 K10 K11 / >J(K1) +R1 +O1.",
        "Your rack after: none.",
    ]


def test_a_draw_is_drawn_once() -> None:
    assert told(svg(answered("R5R6R7/K9R9O9 K1 id=five"))) == [
        "Nothing can be laid: draw a tile.",
        "Position five.",
        "Rules standard.",
        "Table: R5 R6 R7 / K9 R9 O9.",
        "Your rack: K1.",
    ]


def test_a_heap_before_and_after() -> None:
    assert told(svg(answered("R7R6R5 K1 loose=yes")))[2] == "The loose tiles in sets: R5 R6 R7."
    lines = told(svg(answered("R7R6R5 R8 loose=yes")))
    assert lines[3:] == [
        "Loose tiles on the table: R5 R6 R7.",
        "Your rack before: +R8.",
        "Table after: R5 R6 R7 +R8.",
        "Your rack after: none.",
    ]


def test_a_position() -> None:
    assert told(svg_position(Position.parse("R5R6J/K9R9O9 K1J opened=no id=five"))) == [
        "Position five",
        "Rules standard.",
        "Not opened yet.",
        "Table: R5 R6 J(R7) / K9 R9 O9.",
        "Your rack: K1 J.",
    ]
    assert "Loose tiles on the table: K1 K2 R5." in told(svg_position(Position.parse("R5K2K1 - loose=yes")))


def test_sets_keep_the_numbers_of_the_steps() -> None:
    """An old set that is broken up leaves its number unused; new sets count on after the old ones."""
    for line in (REPLACED, CROWDED, "K1K2K3/K4B4R4/O1O2O3 B1R1O4 rules=free"):
        answer = answered(line)
        texts = list(parsed(svg(answer)).iter(f"{NAME}text"))
        first = next(i for i, e in enumerate(texts) if e.text == "Table after")
        captions = [(e.text or "").split() for e in texts[first:] if e.get("font-size") == "10.5"]
        assert [int(caption[0]) for caption in captions] == [number for number, _ in answer.steps[-1].table]
        new = [caption[-1] == "new" for caption in captions]
        assert new == [number > len(answer.position.table) for number, _ in answer.steps[-1].table]


def test_marks_agree_with_the_answer() -> None:
    """Each tile laid is framed on the rack and on the table, each moved one on both tables."""
    moved = 0
    for rules in (exhaustive.FREE, exhaustive.STANDARD):
        for table, rack in random_positions.small_positions(9, 25, rules):
            answer = solve(bridge.product_position(table, rack, bridge.product_rules(rules)), steps=False)
            assert answer.moved is not None
            assert frames(svg(answer)) == (2 * answer.tiles, 2 * answer.as_played.seen_to_move)
            moved += answer.moved
    assert moved > 10
    assert frames(svg(answered(CROWDED))) == (28, 2 * (answered(CROWDED).moved or 0))


# --- The file ---


@pytest.mark.parametrize("width", [200, 360, 900])
@pytest.mark.parametrize("line", LINES)
def test_all_lies_on_the_page(line: str, width: int) -> None:
    for picture in (svg(answered(line), width=width), svg_position(Position.parse(line), width=width)):
        root = parsed(picture)
        x, y, wide, high = map(float, root.attrib["viewBox"].split())
        assert (x, y, wide) == (0, 0, width) and str(width) == root.get("width")
        for element in root.iter(f"{NAME}rect"):
            left, top, w, h = (float(element.get(key, "0")) for key in ("x", "y", "width", "height"))
            assert left >= 0 and top >= 0 and left + w <= wide and top + h <= high
        for element in root.iter(f"{NAME}circle"):
            cx, cy, r = (float(element.attrib[key]) for key in ("cx", "cy", "r"))
            assert r <= cx <= wide - r + 1 and r <= cy <= high - r
        for element in root.iter(f"{NAME}text"):
            assert 0 <= float(element.attrib["x"]) <= wide and 0 < float(element.attrib["y"]) < high
            assert element.text


@pytest.mark.parametrize("line", LINES)
def test_nothing_comes_from_elsewhere(line: str) -> None:
    picture = svg(answered(line))
    assert re.findall(r"https?:[^\"]*", picture) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"href|url\(|@import|font-face|&(?!amp;|lt;|gt;)", picture)
    assert {e.tag.removeprefix(NAME) for e in parsed(picture).iter()} <= {
        "svg", "title", "desc", "rect", "text", "circle", "path",
    }  # fmt: skip
    assert picture == svg(answered(line))


@pytest.mark.parametrize("label", ["<b>&amp;\"'", "]]>", "a\x01b\x7f", "\ud800", "\ufffe", "日本"])
def test_any_id_can_be_drawn(label: str) -> None:
    position = Position.of([], [], id=label)
    for picture in (svg(solve(position)), svg_position(position)):
        shown = re.sub("[\x01\x7f\ud800\ufffe]", "\ufffd", label)
        assert any(f"Position {shown}" in line for line in told(picture))
        picture.encode("utf-8")


@settings(max_examples=40)
@given(positions())
def test_any_position_can_be_drawn(position: Position) -> None:
    parsed(svg_position(position))


def test_a_page_has_a_least_width() -> None:
    told = "width = 199: a picture is 200 pixels wide or more"
    with pytest.raises(RulesError, match=told):
        svg(answered("- -"), width=199)
    with pytest.raises(RulesError, match=told):
        svg_position(Position.parse("- -"), width=199)


def test_notebooks_show_pictures() -> None:
    answer = answered(REPLACED)
    assert answer._repr_svg_() == svg(answer)  # type: ignore[attr-defined]
    assert answer.position._repr_svg_() == svg_position(answer.position)  # type: ignore[attr-defined]


def test_what_draws_is_imported_when_it_is_needed() -> None:
    code = "import sys, solver; sys.exit(any(m in sys.modules for m in ('solver.show.svg', 'xml.etree.ElementTree')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- Colours ---

# Machado, Oliveira & Fernandes 2009, severity 1.0, on linear RGB.
VISION = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))

Three = tuple[float, float, float]


def times(matrix: tuple[Three, ...], colour: Three) -> Three:
    a, b, c = (sum(m * x for m, x in zip(row, colour, strict=True)) for row in matrix)
    return a, b, c


def linear(colour: str) -> Three:
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (r, g, b))
    return r, g, b


def lab(colour: Three) -> Three:
    """CIE L*a*b* under D65."""
    xyz = times(XYZ, tuple(min(max(c, 0.0), 1.0) for c in colour))  # type: ignore[arg-type]
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (c / w for c, w in zip(xyz, white, strict=True))
    x, y, z = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(one: str, other: str) -> float:
    """Web Content Accessibility Guidelines 2: from 1 to 21."""
    low, high = sorted(times(XYZ, linear(colour))[1] for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("vision", VISION)
def test_the_four_colours_stay_apart_for_every_eye(vision: str) -> None:
    seen = [lab(times(VISION[vision], linear(colour))) for colour in pictures._NUMERALS[:4]]
    for one, other in combinations(seen, 2):
        # A difference of 2 can just be seen side by side.
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 25


def test_numerals_letters_and_marks_stand_out() -> None:
    for colour in pictures._NUMERALS:
        if colour != "#ffffff":  # drawn with an outline
            assert contrast(colour, pictures._IVORY) >= 3
    for ground in (pictures._IVORY, pictures._FELT, pictures._WOOD, pictures._PAPER):
        assert contrast(pictures._INK, ground) >= 7
        assert contrast(pictures._MOVED_INK, ground) >= 4.5


# --- The page about pictures ---


def test_the_picture_of_the_page_is_current() -> None:
    docs = Path(__file__).parents[2] / "docs"
    line = re.search(r"rummikub solve \"(.*)\" --svg", (docs / "pictures.md").read_text(encoding="utf-8"))
    assert line is not None
    assert (docs / "pictures.svg").read_text(encoding="utf-8") == svg(answered(line[1]))
