"""A whole batch: lines from one place, records in the same order to another."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from solver.batch.cluster import DaskPool
from solver.batch.errors import BatchError
from solver.batch.lines import Line, LineReader, count_lines, open_source
from solver.batch.pool import LocalPool, in_order
from solver.batch.records import LONGEST_RECORD, is_cut_off, read_record
from solver.batch.task import Settings, crash_record, difference, record_of
from solver.errors import printable
from solver.files import is_same_file

__all__ = ["BatchReport", "open_output", "run_batch", "with_progress"]

Record = TypeVar("Record")

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
        elif '"status": "feasible"' in head:
            self.out_of_time += 1

    def count_resumed(self, record: dict[str, Any], name: str) -> None:
        """Take note of one record of the run that this one continues."""
        self.resumed += 1
        if record["status"] == "error":
            self._note(record, name)
        elif record["status"] == "feasible":
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
    name = printable(source) if isinstance(source, (str, Path)) else "input"
    name = "standard input" if name == "-" else name
    report = BatchReport()
    began = time.perf_counter()
    with ExitStack() as stack:
        stream = stack.enter_context(open_source(source)) if isinstance(source, (str, Path)) else source
        _refuse_same_file(stream, output, sink or sys.stdout)
        reader = LineReader(stream)
        if output is not None:
            sink = stack.enter_context(open_output(Path(output), resume))
            if resume:
                _pass_over_answered(reader, sink, printable(output), name, settings, report)
        elif sink is None:
            if sys.stdout is None:
                raise BatchError("standard output is closed")
            sink = sys.stdout.buffer
        function = partial(record_of, settings)
        pool = DaskPool(function, crash_record, scheduler) if scheduler else LocalPool(function, crash_record, workers)
        stack.enter_context(pool)
        total = count_lines(source) if progress is not False and isinstance(source, (str, Path)) else None
        records = in_order(pool, reader, reader.ready, size=_bytes_of)
        try:
            for record in with_progress(records, progress, total, report.resumed):
                try:
                    sink.write(record.encode() + b"\n")
                    sink.flush()
                except BrokenPipeError:
                    raise
                except OSError as error:
                    if output is not None:
                        with suppress(OSError):  # it would try again to write what it could not
                            sink.close()
                    raise BatchError(f"{printable(output or 'standard output')}: {error.strerror or error}") from None
                report.count(record, name)
        except KeyboardInterrupt:
            report.stopped = True
    report.seconds = time.perf_counter() - began
    return report


def _bytes_of(held: Line | str) -> int:
    """What a line, or its record, takes of memory."""
    return len(held) if isinstance(held, str) else len(held.content or b"")


def _refuse_same_file(stream: BinaryIO, output: str | Path | None, sink: object) -> None:
    """Though either may come as a standard stream.

    Opening the output would empty the input; a record that is added to it would be read as the next line, without end.
    """
    if output is not None and is_same_file(stream, output):
        raise BatchError(f"{printable(output)}: the output is the input; name another file")
    for name, other in (("the output", sink if output is None else None), ("standard error", sys.stderr)):
        if is_same_file(stream, other):
            raise BatchError(f"{name} is the input; send it to another file")


def open_output(path: Path, resume: bool) -> BinaryIO:
    """Open the output, which nobody else may be writing; without `resume` what was in it is lost."""
    try:
        is_file = path.is_file() or not path.exists()
        if resume and not is_file:
            raise BatchError(f"{printable(path)}: it is no file, so that it cannot be continued")
        file = open(path, "a+b" if is_file else "wb")  # noqa: SIM115
    except OSError as error:
        raise BatchError(f"{printable(path)}: {error.strerror or error}") from None
    if not is_file:
        return file
    if not _is_ours(file):
        file.close()
        raise BatchError(f"{printable(path)}: another run is writing to it")
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

    Every record is compared with the line that it answers, and noted in `report`; so is what has no end.

    :raises BatchError: if the output is not the beginning of what this batch would write; it is left as it is then.
    """
    end = number = 0
    while content := output.readline(LONGEST_RECORD):
        number += 1
        whole = content.endswith(b"\n")
        record = read_record(content) if whole else None
        if whole and record is None:
            raise BatchError(f"{path}, line {number}: no record of a batch, so that it cannot be continued")
        line = next(reader, None)
        if line is not None and record is None:
            if is_cut_off(content, line, settings):
                reader.give_back(line)
                break
            reason = f"it has no end, and is not the beginning of the record of line {line.number} of {name}"
        elif line is None or record is None:
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


def with_progress(
    records: Iterator[Record], progress: bool | None, total: int | None, done: int, unit: str = " lines"
) -> Iterator[Record]:
    """The same records, with a bar on standard error where `progress` says so, or where a person watches."""
    if progress is None:
        progress = sys.stderr.isatty()
    if not progress:
        return records
    from tqdm import tqdm

    return iter(tqdm(records, total=total, initial=done, unit=unit, file=sys.stderr, dynamic_ncols=True))
