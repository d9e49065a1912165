"""The worked positions of the rule page, and its rule sets."""

from __future__ import annotations

from solver.game.rules import Rules

__all__ = ["RULES", "WORKED"]

RULES = {
    "free": Rules.named("free"),
    "standard": Rules.named("standard"),
    # Replaced from the rack, into a new set with two rack tiles: `card-40` without its opening.
    "rack2": Rules.named("standard").changed({"jokers.replaced_from": "rack", "jokers.reuse": "new_set_two_rack"}),
    "sabra": Rules.named("sabra"),
    # The page's column was worked out with an opening of 30; the preset asks for 50.
    "rummy-o": Rules.named("rummy-o").changed({"opening.points": 30}),
}

B1_TO_13 = " ".join(f"B{number}" for number in range(1, 14))

# table, rack, opened, then most tiles under free, standard, rack2, sabra and rummy-o; None where the page has none
WORKED: list[tuple[str, str, bool, int | None, int | None, int | None, int | None, int | None]] = [
    ("-", "K12 K13 K1", True, 0, 0, 0, 0, 0),
    ("-", "R9 B9 K9 R9 B9 K9", True, 6, 6, 6, 6, 6),
    ("-", "R9 R9 B9 J", True, 3, 3, 3, 3, 3),
    ("B4 B5 B6", "J", True, 1, 1, 1, 1, 1),
    (B1_TO_13, "J", True, 1, 1, 1, 1, 1),
    ("B4 B5 B6 J", "K9 R9", True, 2, 0, 0, 0, 0),
    ("B3 B4 B5 J B7 B8 B9", "K1 R1", True, 2, 0, 0, 0, 0),
    ("K8 R8 O8 J", "B1 B2", True, 2, 0, 0, 0, 0),
    ("K8 R8 J", "B8 B1 B2", True, 3, 3, 3, 3, 3),
    ("B4 J B6 | K5 R5 O5 B5", "R1 O1", True, 2, 2, 0, 0, 0),
    ("B4 J B6 | O7 O8 O9", "B5 O11", True, 2, 0, 0, 2, 0),
    ("B4 B5 J", "B7", True, 1, 1, 1, 1, 1),
    ("B4 B5 B6 J", "K4 R4", True, 2, 2, 2, 0, 0),
    ("B5 J B7 | K6 R6 O6", "K5 R5 K7 R7", True, 4, 0, 0, 0, 0),
    ("B4 J B6", "B5 J K7", True, 3, 3, 3, 3, 3),
    ("B4 J B6 | B4 J B6", "B5 K9 R9 K1 R1", True, 3, 3, 3, 3, 3),
    ("B4 B5 B6 J", "K9", True, 0, 0, 0, 0, 0),
    ("K10 R10 J", "B10 B11 B12", False, 3, 3, 3, 3, 3),
    ("R8 R9 R10 | O10 O11 O12 O13", "R11 R12 R13 K13", False, 3, 3, None, 4, 3),
]
