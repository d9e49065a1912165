"""Whatever a line holds, it gives one record, and one that can be read."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from solver.batch.lines import Line
from solver.batch.task import Settings, record_of
from solver.game.rules import PARAMETERS

values = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.sampled_from(["R5R6R7", "K1"])
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["opening.points", "x"]), inner),
    max_leaves=5,
)
keys = st.sampled_from(
    ["position", "table", "rack", "id", "rules", "rule", "opened", "loose", "objective", "joker_worth", "time_limit"]
    + [*PARAMETERS][:6]
)


def check(content: bytes) -> None:
    text = record_of(Settings(), Line(3, content))
    assert "\n" not in text
    record = json.loads(text)
    assert list(record)[:3] == ["line", "id", "status"]
    assert record["line"] == 3
    assert "internal error" not in record.get("error", "")


@given(st.binary(max_size=100) | st.text(alphabet='KBRO123J-/= rules{}":,[]', max_size=60).map(str.encode))
def test_any_bytes(content: bytes) -> None:
    check(content.strip())


@settings(max_examples=60)
@given(st.dictionaries(keys, values, max_size=6))
def test_any_object(data: dict[str, Any]) -> None:
    check(json.dumps(data).encode())
