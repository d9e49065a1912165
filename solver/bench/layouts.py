"""Layouts: kept positions in classes, read from files such as those of `benchmarks/layouts/`.

A file holds position lines; a comment `# class: NAME` gives the class of the lines that
follow it, and all other comments and empty lines are for people.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from solver.data import layouts_folder
from solver.errors import NotationError, RummikubError, printable, quote
from solver.files import FileFault, read_text
from solver.game.position import Position

__all__ = ["Layout", "choose", "class_names", "layout_files", "read_layouts"]

_CLASS = "# class:"


@dataclass(frozen=True)
class Layout:
    """One position and the class that it is timed in; `id` is unique in a run."""

    group: str
    id: str
    position: Position


def layout_files() -> list[Path]:
    """The files that come with the program, in the order of their names.

    :raises NotationError: if they are not there.
    """
    return sorted(layouts_folder().glob("*.txt"))


def read_layouts(files: Iterable[str | Path]) -> list[Layout]:
    """All layouts of some files, in order.

    :raises RummikubError: with the file and the line for a file that cannot be read, a
        line that is no position or stands before any class, or an id that comes twice.
    """
    layouts: list[Layout] = []
    seen: dict[str, str] = {}
    for file in files:
        group = ""
        for number, line in enumerate(_text(file).splitlines(), 1):
            where = f"{printable(file)}, line {number}"
            if line.startswith(_CLASS):
                group = line.removeprefix(_CLASS).strip()
            elif line.strip() and not line.startswith("#"):
                layout = _layout(line, group, where)
                if layout.id in seen:
                    raise NotationError(f"{where}: id {layout.id} is also at {seen[layout.id]}; an id is given once")
                seen[layout.id] = where
                layouts.append(layout)
    return layouts


def class_names(files: Iterable[str | Path]) -> list[str]:
    """The classes of some files, in order, without reading their positions.

    :raises NotationError: for a file that cannot be read.
    """
    lines = [line for file in files for line in _text(file).splitlines() if line.startswith(_CLASS)]
    return list(dict.fromkeys(line.removeprefix(_CLASS).strip() for line in lines))


def _text(file: str | Path) -> str:
    try:
        return read_text(file)
    except FileFault as fault:
        raise NotationError(f"layouts {printable(file)}: {fault}") from None


def _layout(line: str, group: str, where: str) -> Layout:
    if not group:
        raise NotationError(f"{where}: no class: write '{_CLASS} NAME' above the positions")
    try:
        position = Position.parse(line)
    except RummikubError as error:
        raise NotationError("\n".join(f"{where}: {fault}" for fault in str(error).splitlines())) from None
    return Layout(group, position.id or where.replace(", line ", ":"), position)


def choose(layouts: Sequence[Layout], groups: Sequence[str] = (), most: int | None = None) -> list[Layout]:
    """The layouts of the classes named (of all if none is), at most `most` of each class.

    Those kept of a class are spread evenly over it, the first among them.

    :raises NotationError: if a class is unknown.
    """
    known = list(dict.fromkeys(layout.group for layout in layouts))
    for group in groups:
        if group not in known:
            raise NotationError(f"no class {quote(group)}: there are {', '.join(known)}")
    chosen = []
    for group in known:
        members = [layout for layout in layouts if layout.group == group]
        if not groups or group in groups:
            count = len(members) if most is None else min(most, len(members))
            chosen += [members[i * len(members) // count] for i in range(count)]
    return chosen
