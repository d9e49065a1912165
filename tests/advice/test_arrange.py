"""In what order and in what pieces the sets of a new table are shown."""

from __future__ import annotations

from solver.advice.arrange import in_places
from solver.game.sets import GROUP, RUN, TileSet


def runs(*texts: str) -> list[TileSet]:
    return [TileSet.of(RUN, text) for text in texts]


def test_runs_that_lie_end_to_end_are_one() -> None:
    table = runs("K4K5K6", "K1K2K3", "K4K5K6", "K1K2K3", "K7K8J(K9)", "B7B8B9")
    assert in_places((), table, join=True) == tuple(runs("K1K2K3K4K5K6", "K1K2K3K4K5K6", "K7K8J(K9)", "B7B8B9"))
    assert in_places((), table) == tuple(sorted(table, key=lambda run: run.tiles))


def test_heirs_lie_in_their_places_and_are_joined_to_nothing() -> None:
    old = runs("B4B5B6", "K4K5K6")
    table = [*runs("K1K2K3", "K4K5K6"), TileSet.of(GROUP, "K9B9R9"), *runs("B4B5B6B7")]
    assert in_places(old, table, join=True) == (
        *runs("B4B5B6B7", "K4K5K6"),
        TileSet.of(GROUP, "K9B9R9"),
        *runs("K1K2K3"),
    )
