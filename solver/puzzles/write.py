"""Writing puzzle files: answers into files that people wrote, and files of new puzzles."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from solver.errors import how_to_install, printable
from solver.files import FileFault, read_bytes
from solver.puzzles.puzzle import ANSWER_KEYS, Expected, Puzzle, PuzzleError
from solver.puzzles.verdict import Verdict

__all__ = ["puzzles_toml", "refuse_without_tomlkit", "write_answers", "write_puzzles"]


def refuse_without_tomlkit() -> None:
    """What `write_answers` would find out only after everything is solved.

    :raises PuzzleError: if tomlkit is not installed.
    """
    try:
        import tomlkit  # noqa: F401
    except ImportError:
        raise PuzzleError([f"--write needs tomlkit: {how_to_install('tomlkit')}"]) from None


def write_answers(verdicts: Sequence[Verdict]) -> dict[Path, int]:
    """Fill the answers' missing keys into the puzzles' files; how many keys each file got.

    Only proved answers are written, and none into a puzzle whose stored answer differs.
    Nothing that is there is changed: comments, the order of keys and the ends of lines
    stay as they are. A file is replaced as a whole.

    :raises PuzzleError: if tomlkit is not installed, or a file cannot be written.
    """
    by_file: dict[Path, dict[str, Expected]] = {}
    for verdict in verdicts:
        if verdict.puzzle.file is not None and verdict.answer is not None and verdict.ok:
            by_file.setdefault(verdict.puzzle.file, {})[verdict.puzzle.id] = Expected.of(verdict.answer)
    written = {}
    for path, answers in by_file.items():
        try:
            before = read_bytes(path).decode()
            mark = "\ufeff" * before.startswith("\ufeff")
            before = before.removeprefix(mark)
            windows = "\r\n" in before and before.count("\n") == before.count("\r\n")
            after, count = _filled_in(before.replace("\r\n", "\n") if windows else before, answers)
            if count:
                after = after.replace("\n", "\r\n") if windows else after
                _replace(path, (mark + after).encode())
                written[path] = count
        except FileFault as fault:
            raise PuzzleError([f"{printable(path)}: {fault}"]) from None
        except OSError as error:
            raise PuzzleError([f"{printable(path)}: {error.strerror or error}"]) from None
    return written


def _filled_in(text: str, answers: dict[str, Expected]) -> tuple[str, int]:
    """The text of a puzzle file with the missing keys filled in, and how many those are."""
    refuse_without_tomlkit()
    import tomlkit

    document = tomlkit.parse(text)
    count = 0
    entries: Any = document["puzzle"]
    for entry in entries:
        answer = answers[entry["id"]] if entry["id"] in answers else Expected()
        missing = {key: value for key, value in answer.known().items() if key not in entry.get("answer", {})}
        if not missing:
            continue
        count += len(missing)
        if isinstance(entry, tomlkit.items.InlineTable) and "answer" not in entry:
            whole = tomlkit.inline_table()
            whole.update(missing)
            entry["answer"] = whole
        elif isinstance(entry.get("answer"), tomlkit.items.InlineTable):
            before = entry["answer"]
            whole = tomlkit.inline_table()
            whole.update({**before.unwrap(), **missing})
            whole.trivia.comment_ws, whole.trivia.comment = before.trivia.comment_ws, before.trivia.comment
            entry["answer"] = whole
        elif "answer" in entry:
            _append(entry["answer"], missing)
        else:
            table = tomlkit.table()
            for key, value in missing.items():
                table.add(key, value)
            tail = _cut_tail(entry)
            entry.append("answer", table)
            for item in tail:
                table.add(item)
    return tomlkit.dumps(document), count


def _append(table: Any, values: dict[str, int | bool]) -> None:
    tail = _cut_tail(table) if hasattr(table, "value") and hasattr(table.value, "body") else []
    for key, value in values.items():
        table[key] = value
    for item in tail:
        table.add(item)


def _cut_tail(table: Any) -> list[Any]:
    """Take off and return what lies behind the last key from the first blank line on.

    It is the space, and often a comment, in front of the next puzzle, and stays there.
    """
    body = table.value.body
    start = len(body)
    while start and body[start - 1][0] is None:
        start -= 1
    while start < len(body) and not (hasattr(body[start][1], "s") and "\n" in body[start][1].s):
        start += 1
    tail = [item for _, item in body[start:]]
    del body[start:]
    return tail


def puzzles_toml(puzzles: Iterable[Puzzle], comment: str = "") -> str:
    """A puzzle file's text; `comment` is put at its head."""
    lines = [f"# {line}".rstrip() for line in comment.splitlines()]
    for puzzle in puzzles:
        data = puzzle.to_data()
        answer = data.pop("answer", {})
        lines += [""] if lines else []
        lines += ["[[puzzle]]", *(f"{_key(key)} = {_value(value)}" for key, value in data.items())]
        if answer:
            known = (f"{key} = {_value(answer[key])}" for key in ANSWER_KEYS if key in answer)
            lines += ["[puzzle.answer]", *known]
    return "\n".join(lines) + "\n"


def write_puzzles(puzzles: Iterable[Puzzle], path: str | Path, comment: str = "") -> None:
    """Write a puzzle file.

    :raises PuzzleError: if it cannot be written.
    """
    try:
        Path(path).write_text(puzzles_toml(puzzles, comment), encoding="utf-8")
    except OSError as error:
        raise PuzzleError([f"{printable(path)}: {error.strerror or error}"]) from None


def _key(key: str) -> str:
    return f'"{key}"' if "." in key else key


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    text = "".join(escapes.get(c, c if c.isprintable() else f"\\U{ord(c):08x}") for c in str(value))
    return f'"{text}"'


def _replace(path: Path, content: bytes) -> None:
    """Put a new file in the place of an old one, at once and with its permissions."""
    path = path.resolve()  # a link stays a link
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, path.stat().st_mode)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
