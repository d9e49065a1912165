"""Puzzle files: TOML with one or more `[[puzzle]]`, alone or in folders."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from solver.errors import printable, quote
from solver.files import FileFault, read_text
from solver.game.rules import PARAMETERS
from solver.puzzles.puzzle import Puzzle, PuzzleError, read_puzzle

__all__ = ["find_files", "read_file", "read_puzzles"]


def read_puzzles(paths: Iterable[str | Path], notation: str | None = None) -> list[Puzzle]:
    """All puzzles of the files and folders, in order; folders are searched to the bottom, by name.

    `notation` as in `Position.parse`.

    :raises PuzzleError: with every fault of every file.
    """
    faults: list[str] = []
    puzzles: list[Puzzle] = []
    paths = [Path(path) for path in paths]
    for path in find_files(paths):
        try:
            if path in paths or not _is_rules_file(path):
                puzzles += read_file(path, notation)
        except PuzzleError as error:
            faults += error.faults
    if not puzzles and not faults:
        faults = [f"{printable(path)}: there is no puzzle in it" for path in paths]
    if faults:
        raise PuzzleError(faults)
    return puzzles


def _is_rules_file(path: Path) -> bool:
    """Whether a file has rules and no puzzle: a rule set that the puzzles beside it are under."""
    keys = _toml(path).keys()
    rules = {"extends", *PARAMETERS, *(key.split(".")[0] for key in PARAMETERS)}
    return bool(keys & rules) and keys <= rules | {"title", "source"}


def find_files(paths: Iterable[str | Path]) -> list[Path]:
    """The puzzle files that `paths` name: files as they are, and every `.toml` file in a folder.

    :raises PuzzleError: if a path is not there, cannot be read, or is a folder without a puzzle file.
    """
    faults: list[str] = []
    files: dict[Path, None] = {}
    for path in map(Path, paths):
        try:
            if path.is_dir():
                found = sorted(_toml_files(path))
                if not found:
                    faults.append(f"{printable(path)}: the folder has no .toml file in it")
                files |= dict.fromkeys(found)
            elif path.exists():
                files[path] = None
            else:
                faults.append(f"{printable(path)}: there is no such file or folder")
        except OSError as error:
            faults.append(f"{printable(path)}: {error.strerror or error}")
    if faults:
        raise PuzzleError(faults)
    return list(files)


def _toml_files(folder: Path) -> Iterator[Path]:
    for entry in folder.iterdir():
        if entry.name.startswith("."):
            continue
        if entry.is_dir() and not entry.is_symlink():
            yield from _toml_files(entry)
        elif entry.suffix == ".toml":
            yield entry


def read_file(path: str | Path, notation: str | None = None) -> list[Puzzle]:
    """The puzzles of one file; `notation` as in `Position.parse`.

    :raises PuzzleError: with every fault: file, puzzle and key.
    """
    path = Path(path)
    name = printable(path)
    data = _toml(path)
    entries = data.get("puzzle")
    faults = [f"{name}: {quote(key)}: the file has [[puzzle]] tables only" for key in data if key != "puzzle"]
    if entries is None and not faults:
        faults.append(f"{name}: it has no [[puzzle]]")
    elif entries is not None and not (isinstance(entries, list) and all(isinstance(e, dict) for e in entries)):
        faults.append(f"{name}: puzzle: write [[puzzle]] with two brackets at the head of each puzzle")
    if faults:
        raise PuzzleError(faults)
    puzzles: list[Puzzle] = []
    first: dict[str, int] = {}
    for number, entry in enumerate(entries or [], 1):
        try:
            puzzle = read_puzzle(entry, number, path, notation)
        except PuzzleError as error:
            faults += error.faults
        else:
            puzzles.append(puzzle)
        label = entry.get("id")
        if isinstance(label, str) and label in first:
            faults.append(f"{name}: puzzle {label!r}: id: puzzles {first[label]} and {number} have the same")
        elif isinstance(label, str):
            first[label] = number
    if faults:
        raise PuzzleError(faults)
    return puzzles


def _toml(path: Path) -> dict[str, Any]:
    """The data of a TOML file, or one line that says why not."""
    try:
        return tomllib.loads(read_text(path))
    except FileFault as fault:
        reason = str(fault)
    except tomllib.TOMLDecodeError as error:
        reason = f"it is no TOML: {' '.join(str(error).split())[:200]}"
    except RecursionError:
        reason = "it is no TOML that can be read: brackets are nested too deep"
    except ValueError as error:  # a number of thousands of digits
        reason = f"it is no TOML that can be read: {' '.join(str(error).split())[:120]}"
    raise PuzzleError([f"{printable(path)}: {reason}"])
