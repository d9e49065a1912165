"""A picture of a game: the tiles that each player held, turn by turn. Needs matplotlib."""

from __future__ import annotations

from pathlib import Path

from solver.errors import NotationError, RummikubError, how_to_install, printable
from solver.play.review import Review

__all__ = ["plot_review"]

# Told apart by people who do not see colours alike (Okabe & Ito), and by shape.
_STYLES = (("#0072B2", "o"), ("#D55E00", "s"), ("#009E73", "D"), ("#CC79A7", "^"), ("#999999", "v"), ("#000000", "x"))


def plot_review(found: Review, file: str | Path) -> None:
    """Draw the tiles held after each turn, a line for each player; a ring where tiles were missed.

    :raises RummikubError: if matplotlib is not installed.
    :raises NotationError: if the file cannot be written, or its ending names no format.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise RummikubError(f"--plot needs matplotlib: {how_to_install('plot')}") from None
    figure = Figure(figsize=(10, 5), layout="constrained")
    axes = figure.add_subplot()
    for seat, name in enumerate(found.record.names):
        colour, marker = _STYLES[seat]
        held = [found.dealt[seat], *(turn.held[seat] for turn in found.turns)]
        own = [turn.turn.number for turn in found.turns if turn.turn.player == seat]
        axes.step(range(len(held)), held, where="post", color=colour)
        axes.plot(own, [held[i] for i in own], color=colour, marker=marker, linestyle="", label=name)
        missed = [turn.turn.number for turn in found.turns if turn.turn.player == seat and turn.missed_tiles]
        axes.plot(missed, [held[i] for i in missed], color=colour, marker="o", markersize=13, fillstyle="none", ls="")
    axes.set_xlabel("turn")
    axes.set_ylabel("tiles held")
    axes.set_ylim(bottom=0)
    axes.set_title("Tiles held after each turn; a ring: more could be laid")
    axes.grid(alpha=0.3)
    axes.legend()
    try:
        figure.savefig(file, dpi=120)
    except (OSError, ValueError) as error:
        raise NotationError(f"cannot write {printable(file)}: {error}") from None
