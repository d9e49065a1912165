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


def groups(*texts: str) -> list[TileSet]:
    return [TileSet.of(GROUP, text) for text in texts]


def test_a_group_is_read_as_before_as_far_as_that_can_be() -> None:
    old = groups("K8R8J(O8)", "K9J(B9)J(O9)", "K7B7J(R7)")
    # Nothing happened; an O9 took one place, so that one joker stays blue; R7 took the only place.
    new = groups("K8R8J(B8)", "K9O9J(R9)J(B9)", "K7B7R7J(O7)")
    assert in_places(old, new) == tuple(groups("K8R8J(O8)", "K9J(B9)J(R9)O9", "K7B7R7J(O7)"))


def test_of_equal_heirs_the_one_in_which_the_joker_stays() -> None:
    old = runs("B2B3B4J(B5)")
    assert in_places(old, runs("B2B3B4", "B3B4J(B5)")) == tuple(runs("B3B4J(B5)", "B2B3B4"))
    # A tile more in common counts for more.
    assert in_places(runs("B1B2B3B4J(B5)"), runs("B1B2B3B4", "B3B4J(B5)")) == tuple(runs("B1B2B3B4", "B3B4J(B5)"))
