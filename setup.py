"""Which folders become packages; all else is in pyproject.toml.

The puzzles and the layouts lie at the top of the source tree and are installed inside of `solver.data`, which finds
them in both places.
"""

from setuptools import find_packages, setup

DATA = {"solver.data.puzzles": "puzzles", "solver.data.layouts": "benchmarks/layouts"}

setup(
    packages=[*find_packages(include=["solver", "solver.*"]), *DATA],
    package_dir=DATA,
    package_data={
        "solver": ["py.typed", "game/presets/*.toml", "serve/page/*"],
        "solver.data.puzzles": ["*.md", "**/*.toml"],
        "solver.data.layouts": ["*.txt"],
    },
)
