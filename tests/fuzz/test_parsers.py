"""Every parser on texts that Hypothesis thinks up; `make fuzz` goes on for longer, with mutations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_bytes import mutated
from targets import SEEDS, TARGETS

PIECES = [
    *("R5", "K13", "J", "J(R5)", "J(", ")", "-", "->", "/", "|", ";", "\n", " ", ",", "=", "rules=free", "opened=no"),
    *("loose=yes", "id=", "opening.points=", "0", "99999", "R", "KBRO", "R5-8", "G1", "R0", "R007", "é", "\0", "\x85"),
    *("7c", "10h", "Ad", "Q♠", "*", "joker", "*(7c)", "5-8h", "7csd", "rules=machiavelli"),
    *("[opening]", "points = ", "extends = ", '"', "'", "[", "{", "\u212a5", "\udcff"),
]

texts = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join),
    st.builds(mutated, st.sampled_from(SEEDS), st.integers(0, 2**32)),
)


@pytest.mark.parametrize("name", TARGETS)
def test_no_text_breaks_a_parser(name: str) -> None:
    examples = 40 if name == "command_line" else 60 if name.endswith("file") or name == "batch_line" else 300

    @settings(max_examples=examples)
    @given(texts)
    def run(text: str) -> None:
        TARGETS[name](text)

    run()


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_seeds(name: str, seed: str) -> None:
    TARGETS[name](seed)
