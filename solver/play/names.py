"""What players may be called, wherever a game is written down."""

from __future__ import annotations

import re

__all__ = ["A_NAME", "is_name"]

A_NAME = "it has 1 to 40 characters, no blank, '=' or '#'"
"""What a name is, in words."""

_NAME = re.compile(r"[^\s=#]{1,40}")


def is_name(text: str) -> bool:
    """Whether a player may be called that."""
    return bool(_NAME.fullmatch(text)) and text.isprintable()
