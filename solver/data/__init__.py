"""What comes with the program: the collection of puzzles and the layouts of the benchmark.

An installed package has them in folders beside this file. In the source tree they lie at the top, where people look
for them; `setup.py` says which folder becomes which.
"""

from __future__ import annotations

from pathlib import Path

from solver.errors import NotationError

__all__ = ["layouts_folder", "puzzles_folder"]


def puzzles_folder() -> Path:
    """The folder of the puzzles, for `solver.puzzles.read_puzzles`.

    :raises NotationError: if it is not there.
    """
    return _folder("puzzles", "puzzles")


def layouts_folder() -> Path:
    """The folder of the layouts, for `solver.bench.layouts.read_layouts`.

    :raises NotationError: if it is not there.
    """
    return _folder("layouts", "benchmarks/layouts")


def _folder(inside: str, in_source: str) -> Path:
    from importlib.resources import files

    here = Path(str(files("solver.data")))
    for folder in (here / inside, here.parents[1] / in_source):
        if folder.is_dir():
            return folder
    raise NotationError(f"the {inside} are not there: this copy of the program is not whole; install it again")
