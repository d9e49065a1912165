"""A whole batch: lines from one place, records in the same order to another."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from solver.batch.cluster import DaskPool
from solver.batch.errors import BatchError
from solver.batch.lines import LineReader, count_lines, open_source
from solver.batch.pool import LocalPool, in_order
from solver.batch.task import Settings, crash_record, difference, record_of

__all__ = ["BatchReport", "run_batch"]

_FAULTS_SHOWN = 20


@dataclass
class BatchReport:
    """What came of a batch: lines answered in this run, and how many of all are bad or out of time.

    `resumed` lines had been answered before, by the run that this one continues; `bad`,
    `out_of_time` and so `exit_status` count them, too, as one undisturbed run would.
    `faults` has the first 20 bad lines, one text each. `stopped` says that Ctrl-C ended it.
    """

    answered: int = 0
    bad: int = 0
    out_of_time: int = 0
    resumed: int = 0
    seconds: float = 0.0
    stopped: bool = False
    faults: list[str] = field(default_factory=list)

    @property
    def exit_status(self) -> int:
        """0 if all lines are answered, 2 if some are bad, else 3 if time ran out on some; 130 after Ctrl-C."""
        return 130 if self.stopped else 2 if self.bad else 3 if self.out_of_time else 0

    @property
    def summary(self) -> str:
        """One line for people."""
        rate = self.answered / self.seconds if self.seconds else 0.0
        lines = f"{self.answered} line{'s' * (self.answered != 1)}"
        parts = [f"{lines} answered in {self.seconds:.1f} s ({rate:.1f} a second)"]
        parts += [f"{self.resumed} had been answered before"] if self.resumed else []
        parts += [f"{self.bad} bad"] if self.bad else []
        parts += [f"{self.out_of_time} out of time"] if self.out_of_time else []
        return ("stopped: " if self.stopped else "") + ", ".join(parts)

    def count(self, record: str, name: str) -> None:
        """Take note of one record of this run."""
        self.answered += 1
        # A record's first keys are line, id and status; looking there spares reading it all.
        head = record[: record.find('"status": ') + 40]
        if '"status": "error"' in head:
            self._note(json.loads(record), name)
        elif '"status": "feasible"' in head or '"status": "unknown"' in head:
            self.out_of_time += 1

    def count_resumed(self, record: dict[str, Any], name: str) -> None:
        """Take note of one record of the run that this one continues."""
        self.resumed += 1
        if record["status"] == "error":
            self._note(record, name)
        elif record["status"] in ("feasible", "unknown"):
            self.out_of_time += 1

    def _note(self, bad: dict[str, Any], name: str) -> None:
        self.bad += 1
        if len(self.faults) < _FAULTS_SHOWN:
            self.faults.append(f"{name}, line {bad['line']}: {bad['error']}")


def run_batch(
    source: str | Path | BinaryIO,
    sink: BinaryIO | None = None,
    *,
    settings: Settings | None = None,
    output: str | Path | None = None,
    resume: bool = False,
    workers: int | None = None,
    scheduler: str | None = None,
    progress: bool | None = None,
) -> BatchReport:
    """Solve every line of `source` and write one JSON record for each, in order.

    `source` is a file (`-` for standard input) of position lines or JSON objects, one a
    line; blank lines and lines that begin with `#` are passed over. A line that is
    wrong gives a record with its number and the reason. Records go to the file
    `output`, or to `sink` (standard output if neither is said).

    The work is done by `workers` processes on this machine (all cores if not said), or on
    the Dask cluster whose scheduler listens at `scheduler`. With `resume`, `output` holds
    what a run on the same source and settings had written when it was stopped: an
    unfinished last record is taken off, and the lines that are answered are passed over,
    each compared with its record.
    `progress` shows a bar on standard error; if not said, only where a person is watching.
    Ctrl-C ends the run in good order: what was answered is written, and the report says so.

    :raises BatchError: if the source or output cannot be used, `output` is not of this
        source and settings, or the workers cannot work.
    """
    settings = settings or Settings()
    if resume and output is None:
        raise BatchError("resume needs an output file: the one that the stopped run wrote")
    name = str(source) if isinstance(source, (str, Path)) else "input"
    name = "standard input" if name == "-" else name
    report = BatchReport()
    began = time.perf_counter()
    with ExitStack() as stack:
        stream = stack.enter_context(open_source(source)) if isinstance(source, (str, Path)) else source
        _refuse_same_file(stream, output)
        reader = LineReader(stream)
        if output is not None:
            sink = stack.enter_context(_open_output(Path(output), resume))
            if resume:
                _pass_over_answered(reader, sink, str(output), name, settings, report)
        elif sink is None:
            sink = sys.stdout.buffer
        function = partial(record_of, settings)
        pool = DaskPool(function, crash_record, scheduler) if scheduler else LocalPool(function, crash_record, workers)
        stack.enter_context(pool)
        total = count_lines(source) if progress is not False and isinstance(source, (str, Path)) else None
        records = in_order(pool, reader, reader.ready)
        try:
            for record in _with_progress(records, progress, total, report.resumed):
                try:
                    sink.write(record.encode() + b"\n")
                    sink.flush()
                except BrokenPipeError:
                    raise
                except OSError as error:
                    if output is not None:
                        with suppress(OSError):  # it would try again to write what it could not
                            sink.close()
                    raise BatchError(f"{output or 'standard output'}: {error.strerror or error}") from None
                report.count(record, name)
        except KeyboardInterrupt:
            report.stopped = True
    report.seconds = time.perf_counter() - began
    return report


def _refuse_same_file(stream: BinaryIO, output: str | Path | None) -> None:
    """Though the input may come as standard input: opening the output would empty it."""
    try:
        same = output is not None and os.path.samestat(os.fstat(stream.fileno()), os.stat(output))
    except (OSError, ValueError, AttributeError):
        return  # the output is not there yet, or the input is no file
    if same and os.path.isfile(str(output)):
        raise BatchError(f"{output}: the output is the input; name another file")


def _open_output(path: Path, resume: bool) -> BinaryIO:
    """Open the output, which nobody else may be writing; without `resume` what was in it is lost."""
    try:
        is_file = path.is_file() or not path.exists()
        if resume and not is_file:
            raise BatchError(f"{path}: it is no file, so that it cannot be continued")
        file = open(path, "a+b" if is_file else "wb")  # noqa: SIM115
    except OSError as error:
        raise BatchError(f"{path}: {error.strerror or error}") from None
    if not is_file:
        return file
    if not _is_ours(file):
        file.close()
        raise BatchError(f"{path}: another run is writing to it")
    file.seek(0)
    if not resume:
        file.truncate()
    return file


def _is_ours(file: BinaryIO) -> bool:
    """Lock a file until it is closed or the process ends; False if another process has it."""
    try:
        import fcntl
    except ImportError:
        return True  # this system locks files that are open for writing by itself
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks
    return True


def _pass_over_answered(
    reader: LineReader, output: BinaryIO, path: str, name: str, settings: Settings, report: BatchReport
) -> None:
    """Leave `output` at the end of its last whole record and `reader` behind the line of that record.

    Every record is compared with the line that it answers, and noted in `report`.

    :raises BatchError: if the output is not the beginning of what this batch would write.
    """
    end = 0
    for number, content in enumerate(output, 1):
        if not content.endswith(b"\n"):
            break
        record = _record(content, f"{path}, line {number}")
        line = next(reader, None)
        if line is None:
            reason = f"{name} has only {number - 1} line{'s' * (number != 2)} to answer"
        elif record["line"] != line.number:
            told = record["line"]
            reason = f"it is the record of line {told}, but the next to answer is line {line.number} of {name}"
        elif differs := difference(record, line, settings):
            reason = f"{differs} (line {line.number} of {name} under the options given)"
        else:
            report.count_resumed(record, name)
            end += len(content)
            continue
        raise BatchError(
            f"{path}, line {number}: {reason}; this is the output of another batch:"
            " name another output, or leave out --resume to write it anew"
        )
    output.seek(end)
    output.truncate()


def _record(content: bytes, where: str) -> dict[str, Any]:
    """One record of an output.

    :raises BatchError: if it is none.
    """
    try:
        record = json.loads(content)
    except (ValueError, RecursionError):
        record = None
    kinds = {"line": int, "status": str}
    if isinstance(record, dict) and record.get("status") == "error":
        kinds["error"] = str
    if isinstance(record, dict) and all(type(record.get(key)) is kind for key, kind in kinds.items()):
        return record
    raise BatchError(f"{where}: no record of a batch, so that it cannot be continued")


def _with_progress(records: Iterator[str], progress: bool | None, total: int | None, done: int) -> Iterator[str]:
    if progress is None:
        progress = sys.stderr.isatty()
    if not progress:
        return records
    from tqdm import tqdm

    return iter(tqdm(records, total=total, initial=done, unit=" lines", file=sys.stderr, dynamic_ncols=True))
