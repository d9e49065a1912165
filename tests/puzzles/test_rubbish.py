"""Whatever is put in a puzzle file or pasted in, it is read or refused in lines for people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solver.errors import RummikubError
from solver.formats import FORMATS, read_positions
from solver.game.rules import PARAMETERS
from solver.puzzles.files import read_file
from solver.puzzles.puzzle import ANSWER_KEYS, PUZZLE_KEYS, Puzzle, PuzzleError, read_puzzle

values = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.sampled_from(["R5R6R7", "K1"])
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["points", "x", *ANSWER_KEYS]), inner),
    max_leaves=6,
)
keys = st.sampled_from([*PUZZLE_KEYS, *PARAMETERS, "opening", "jokers", "x"])


@given(st.dictionaries(keys, values, max_size=8))
@example({"tiles.numbers": None, "tiles.colours": None})
def test_any_data(data: dict[str, Any]) -> None:
    try:
        assert isinstance(read_puzzle(data, 1), Puzzle)
    except PuzzleError as error:
        assert error.faults
        assert all(fault and "\n" not in fault for fault in error.faults)


@given(st.binary(max_size=200) | st.text(alphabet="[]={}\"'#\n. puzlei0", max_size=60).map(str.encode))
def test_any_file(content: bytes) -> None:
    file = Path(_folder) / "p.toml"
    file.write_bytes(content)
    try:
        read_file(file)
    except PuzzleError as error:
        assert all(fault.startswith(f"{file}: ") and "\n" not in fault for fault in error.faults)


@given(
    st.text(max_size=80) | st.text(alphabet="table:rck \nkbro0123456789-j,", max_size=80),
    st.sampled_from(list(FORMATS)),
)
def test_any_text(text: str, form: str) -> None:
    try:
        assert read_positions(text, form)
    except RummikubError as error:
        assert str(error)


_folder = ""


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    global _folder
    _folder = str(tmp_path_factory.mktemp("rubbish"))
