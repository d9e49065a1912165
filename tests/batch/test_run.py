"""Whole batches: records in order, runs that are stopped and go on, and what cannot be used."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path

import pytest

from solver import Position, Rules, solve
from solver.batch import BatchError, Settings, run_batch
from solver.batch.lines import Line
from solver.batch.task import crash_record

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
RACKS = ["K9R4J", "R9", "K1", "R8K10B10R10", "O7", "R4R9", "K7", "X1", "O7K8"]

SCRIPT = """
import sys
from solver.batch import run_batch
if __name__ == "__main__":
    report = run_batch(sys.argv[1], output=sys.argv[2], resume="resume" in sys.argv, workers=2)
    print(report.summary)
    sys.exit(report.exit_status)
"""


def lines(count: int) -> list[str]:
    """Position lines, every ninth of which is bad, with comments between them."""
    made = []
    for i in range(count):
        made.append(f"R5R6R7R8/K7B7R7 {RACKS[i % len(RACKS)]} id=line-{i}")
        if i % 5 == 0:
            made.append("# a comment")
    return made


def without_times(content: bytes) -> bytes:
    return re.sub(rb'"seconds": [0-9.e-]+', b'"seconds": 0', content)


def record_with(content: bytes, **changed: object) -> bytes:
    """The first record of a file, with some values changed."""
    record = json.loads(content.splitlines()[0])
    return json.dumps(record | changed).encode() + b"\n"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("batch") / "positions.txt"
    path.write_text("\n".join(lines(90)) + "\n")
    return path


@pytest.fixture(scope="module")
def undisturbed(source: Path) -> bytes:
    output = source.with_suffix(".jsonl")
    run_batch(source, output=output, workers=2)
    return output.read_bytes()


def test_one_record_a_line_in_order_and_each_the_right_answer(source: Path, undisturbed: bytes) -> None:
    records = [json.loads(record) for record in undisturbed.splitlines()]
    asked = [(n, text) for n, text in enumerate(source.read_text().splitlines(), 1) if not text.startswith("#")]
    assert [record["line"] for record in records] == [n for n, _ in asked]
    assert [record["id"] for record in records] == [text.split("id=")[1] for _, text in asked]
    for record, (_, text) in zip(records, asked, strict=True):
        if "X1" in text:
            assert record["status"] == "error"
        else:
            answer = solve(Position.parse(text)).to_json()
            assert {**answer, "seconds": 0} == {k: v if k != "seconds" else 0 for k, v in record.items() if k != "line"}


def test_any_number_of_workers_writes_the_same(source: Path, undisturbed: bytes) -> None:
    sink = BytesIO()
    report = run_batch(source, sink, workers=1)
    assert without_times(sink.getvalue()) == without_times(undisturbed)
    assert (report.answered, report.bad, report.resumed, report.exit_status) == (90, 10, 0, 2)
    assert report.faults[0].startswith(f"{source}, line 10: rack, character 1: 'X1' is no tile")
    assert report.summary.startswith("90 lines answered in ")
    assert report.summary.endswith(" a second), 10 bad")


@pytest.mark.parametrize("cut", [1, 700, 20_000, -1, -400])
def test_a_run_goes_on_where_it_was_stopped(source: Path, undisturbed: bytes, tmp_path: Path, cut: int) -> None:
    output = tmp_path / "answers.jsonl"
    output.write_bytes(undisturbed[:cut])
    whole = undisturbed[:cut].count(b"\n")
    report = run_batch(source, output=output, resume=True, workers=2)
    assert report.resumed == whole
    assert report.answered == 90 - whole
    content = output.read_bytes()
    assert content[: undisturbed[:cut].rfind(b"\n") + 1] == undisturbed[: undisturbed[:cut].rfind(b"\n") + 1]
    assert without_times(content) == without_times(undisturbed)


def test_resuming_a_finished_run_or_one_that_never_began(source: Path, undisturbed: bytes, tmp_path: Path) -> None:
    output = tmp_path / "answers.jsonl"
    report = run_batch(source, output=output, resume=True, workers=1)
    assert (report.answered, report.resumed) == (90, 0)
    before = output.read_bytes()
    report = run_batch(source, output=output, resume=True, workers=1)
    assert (report.answered, report.resumed, report.bad, report.exit_status) == (0, 90, 10, 2)
    assert len(report.faults) == 10
    assert output.read_bytes() == before


def test_without_resume_the_output_is_written_anew(tmp_path: Path) -> None:
    output = tmp_path / "answers.jsonl"
    output.write_text("something else\n")
    run_batch(BytesIO(b"- K1\n"), output=output, workers=1)
    assert [json.loads(record)["status"] for record in output.read_text().splitlines()] == ["no_move"]


def test_the_output_of_another_batch_is_not_continued(source: Path, undisturbed: bytes, tmp_path: Path) -> None:
    output = tmp_path / "answers.jsonl"
    first_three = b"".join(undisturbed.splitlines(keepends=True)[:3])
    cases: list[tuple[bytes, Settings, str]] = [
        (first_three, Settings(objective="tiles"), "line 1: it has objective 'value', but the line has 'tiles'"),
        (first_three, Settings(Rules.named("free")), "line 1: it has rules 'standard', but the line has 'free'"),
        (first_three, Settings(opened=False), "line 1: it has opened 'yes', but the line has 'no'"),
        (first_three, Settings(changes=(("opening.points", "50"),)), "line 1: it has opening.points none, but .* '50'"),
        (b"no record\n", Settings(), "line 1: no record of a batch"),
        (b"[1]\n", Settings(), "line 1: no record of a batch"),
        (undisturbed.splitlines(keepends=True)[5], Settings(), "line 1: it is the record of line 7, but"),
        (b'{"line": 100000}\n', Settings(), "line 1: no record of a batch"),
        (b'{"line": 1, "status": "error"}\n', Settings(), "line 1: no record of a batch"),
        (b"[" * 100_000 + b"\n", Settings(), "line 1: no record of a batch"),
        (b'{"line": 100000, "status": "optimal"}\n', Settings(), "line 1: no record of a batch"),
        (b'{"line": 1, "status": "optimal", "position": "- K1"}\n', Settings(), "line 1: no record of a batch"),
        (record_with(undisturbed, line=100000), Settings(), "it is the record of line 100000, but"),
        (record_with(undisturbed, position="- K1"), Settings(), "line 1: it has table '-', but"),
        (undisturbed + undisturbed, Settings(), "line 91: .* has only 90 lines to answer"),
    ]
    for content, settings, reason in cases:
        output.write_bytes(content)
        with pytest.raises(BatchError, match=reason):
            run_batch(source, output=output, resume=True, settings=settings, workers=1)
        assert output.read_bytes() == content


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("- K1", "line 2: it has rack 'K2', but the line has 'K1' (line 3 of "),
        ("- K2 id=b", "line 2: it has id none, but the line has 'b' (line 3 of "),
        ("- X2", "line 2: it answers '- K2 rules=standard opened=yes', but the line is bad: rack, character 1: 'X2' "),
        ("", "line 2: it is the record of line 3, but the next to answer is line 4 of "),
        (None, "line 3: it is the record of line 4, but the next to answer is line 5 of "),
    ],
)
def test_every_line_is_compared_with_its_record(tmp_path: Path, new: str | None, reason: str) -> None:
    source, output = tmp_path / "positions.txt", tmp_path / "answers.jsonl"
    before = ["# three", "- K1", "- K2", "- X3", "- K4"]
    source.write_text("\n".join(before))
    run_batch(source, output=output, workers=1)
    content = output.read_bytes()
    after = [*before[:2], new, *before[3:]] if new is not None else [*before[:3], "", "- X3", "- K4"]
    source.write_text("\n".join(after))
    with pytest.raises(BatchError) as caught:
        run_batch(source, output=output, resume=True, workers=1)
    assert str(caught.value).startswith(f"{output}, {reason}")
    assert str(caught.value).endswith("name another output, or leave out --resume to write it anew")
    assert output.read_bytes() == content


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("foo", "bar", "it has error "),
        ("- X1 id=a", "- X1 id=b", "it has id 'a', but the line has 'b'"),
        ("- X1", "- K1", "it says that the line is bad, but the line is '- K1 rules=standard opened=yes'"),
        ("- JJJ", "- JJJ tiles.jokers=4", "it says that the line is bad"),
        ("B7R7 K1 loose=yes", "B7R7B7 K1 rules=free", "it has error "),
        ("X1 K1 loose=yes", "B7R7 K1 loose=yes", "it says that the line is bad"),
    ],
)
def test_bad_lines_are_compared_too(tmp_path: Path, before: str, after: str, reason: str) -> None:
    source, output = tmp_path / "positions.txt", tmp_path / "answers.jsonl"
    source.write_text(before + "\n- K1\n")
    assert run_batch(source, output=output, workers=1).bad == 1
    # What is the same goes on, whether it is bad when it is read or when it is solved.
    report = run_batch(source, output=output, resume=True, workers=1)
    assert (report.answered, report.resumed, report.bad, report.exit_status) == (0, 2, 1, 2)
    source.write_text(after + "\n- K1\n")
    with pytest.raises(BatchError, match=f"line 1: {re.escape(reason)}"):
        run_batch(source, output=output, resume=True, workers=1)


def test_lines_of_every_kind_are_known_again(tmp_path: Path) -> None:
    source, output = tmp_path / "positions.jsonl", tmp_path / "answers.jsonl"
    lines_of_all_kinds = [
        '{"position": "R5R6R7 R8 id=one", "id": "another one", "objective": "tiles"}',
        '{"table": ["R5R6R7"], "rack": "R8", "rules": "free", "opening.points": 40, "id": 7, "time_limit": 9}',
        '{"table": "R7R6R5", "rack": "R8", "loose": true, "joker_worth": 3}',
        "R5JR7 R8 rules=free opened=no id=last",
        "B7R7 K1 loose=yes",
        "R5" * 500_001,
        "{",
    ]
    source.write_text("\n".join(lines_of_all_kinds))
    run_batch(source, output=output, workers=1)
    report = run_batch(source, output=output, resume=True, workers=1)
    assert (report.answered, report.resumed, report.bad) == (0, 7, 3)


def test_long_values_are_shown_from_where_they_part(tmp_path: Path) -> None:
    source, output = tmp_path / "positions.txt", tmp_path / "answers.jsonl"
    table = "K1K2K3K4K5K6/B1B2B3B4B5B6/R1R2R3R4R5R6/O1O2O3O4O5O6"
    source.write_text(f"{table} K9\n")
    run_batch(source, output=output, workers=1)
    source.write_text(f"{table}O7 K9\n")
    with pytest.raises(BatchError, match="it has table '…O1O2O3O4O5O6', but the line has '…O1O2O3O4O5O6O7' "):
        run_batch(source, output=output, resume=True, workers=1)


def test_a_record_of_workers_that_died_is_kept(tmp_path: Path) -> None:
    source, output = tmp_path / "positions.txt", tmp_path / "answers.jsonl"
    source.write_text("- K1 id=a\n- K2\n")
    output.write_text(crash_record(Line(1, b"- K1 id=a")) + "\n")
    report = run_batch(source, output=output, resume=True, workers=1)
    assert (report.answered, report.resumed, report.bad) == (1, 1, 1)


def test_time_that_ran_out_before_counts_too(tmp_path: Path) -> None:
    source, output = tmp_path / "positions.txt", tmp_path / "answers.jsonl"
    source.write_text("- K1\n")
    run_batch(source, output=output, workers=1)
    output.write_text(output.read_text().replace('"no_move"', '"feasible"'))
    report = run_batch(source, output=output, resume=True, workers=1)
    assert (report.out_of_time, report.exit_status) == (1, 3)


def start(source: Path, output: Path, *more: str) -> subprocess.Popen[str]:
    script = output.with_suffix(".py")
    script.write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, str(script), str(source), str(output), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    )


def wait_for_records(output: Path, count: int) -> None:
    deadline = time.monotonic() + 60
    while not output.exists() or output.read_bytes().count(b"\n") < count:
        assert time.monotonic() < deadline, "no records"
        time.sleep(0.01)


def processes_of(group: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[2]) == group and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def wait_for_end_of(group: int) -> None:
    """Multiprocessing's own helper process ends by itself, but only after the run that it belongs to."""
    deadline = time.monotonic() + 60
    while left := processes_of(group):
        assert time.monotonic() < deadline, f"processes outlive the run: {left}"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def long_source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("long") / "positions.txt"
    path.write_text("\n".join(lines(450)) + "\n")
    return path


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
def test_a_run_that_is_killed_leaves_no_process_and_goes_on_without_loss(long_source: Path, tmp_path: Path) -> None:
    output = tmp_path / "answers.jsonl"
    run = start(long_source, output)
    wait_for_records(output, 25)
    os.kill(run.pid, signal.SIGKILL)
    run.communicate(timeout=60)
    wait_for_end_of(run.pid)
    assert output.read_bytes().count(b"\n") < 450
    run = start(long_source, output, "resume")
    run.communicate(timeout=120)
    assert run.returncode == 2
    whole = tmp_path / "whole.jsonl"
    run_batch(long_source, output=whole, workers=1)
    assert without_times(output.read_bytes()) == without_times(whole.read_bytes())


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
def test_ctrl_c_ends_a_run_in_good_order(long_source: Path, tmp_path: Path) -> None:
    output = tmp_path / "answers.jsonl"
    run = start(long_source, output)
    wait_for_records(output, 10)
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does: to the workers, too
    printed, complaints = run.communicate(timeout=60)
    assert run.returncode == 130
    assert printed.startswith("stopped: ")
    assert complaints == ""
    wait_for_end_of(run.pid)
    records = output.read_bytes()
    assert records.endswith(b"}\n")
    assert [json.loads(record)["line"] for record in records.splitlines()][:3] == [1, 3, 4]


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    output = tmp_path / "answers.jsonl"
    with open(output, "wb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(BatchError, match=r"answers\.jsonl: another run is writing to it"):
            run_batch(BytesIO(b"- K1\n"), output=output, workers=1)


def test_what_cannot_be_used_is_named(source: Path, tmp_path: Path) -> None:
    with pytest.raises(BatchError, match="resume needs an output file"):
        run_batch(source, resume=True)
    with pytest.raises(BatchError, match="it is a folder, not a file"):
        run_batch(tmp_path, output=tmp_path / "x")
    with pytest.raises(BatchError, match="Is a directory"):
        run_batch(source, output=tmp_path)
    with pytest.raises(BatchError, match="No such file or directory"):
        run_batch(tmp_path / "none")
    with pytest.raises(BatchError, match="the output is the input"):
        run_batch(source, output=source)


def test_an_answer_is_written_before_the_next_line_is_there(tmp_path: Path) -> None:
    """A program may write one line, wait for its answer, and go on from that."""
    theirs, ours = os.pipe()
    answers, sink = os.pipe()
    pid = os.fork()
    if pid == 0:
        # The other program.
        os.close(theirs)
        os.close(sink)
        status = 0
        with open(ours, "wb", buffering=0) as writer, open(answers, "rb") as reader:
            for rack in ("R9", "K7", "R4"):
                writer.write(f"R5R6R7R8 {rack}\n".encode())
                status |= json.loads(reader.readline())["position"].split()[1] != rack
        os._exit(status)
    os.close(ours)
    os.close(answers)
    with open(theirs, "rb", buffering=0) as stream, open(sink, "wb", buffering=0) as out:
        report = run_batch(stream, out, workers=1)
    assert report.answered == 3
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def test_the_output_is_not_what_is_read_from_standard_input(tmp_path: Path) -> None:
    """`batch - --output F < F` would empty F before it is read."""
    file = tmp_path / "both.txt"
    file.write_text("R5R6R7 R8\n")
    with open(file, "rb", buffering=0) as stream, pytest.raises(BatchError, match="the output is the input"):
        run_batch(stream, output=file, workers=1)
    assert file.read_text() == "R5R6R7 R8\n"


def test_an_output_that_is_no_file(tmp_path: Path) -> None:
    source = tmp_path / "positions.txt"
    source.write_text("R5R6R7 R8\n")
    assert run_batch(source, output=os.devnull, workers=1).answered == 1
    with pytest.raises(BatchError, match=f"^{os.devnull}: it is no file, so that it cannot be continued$"):
        run_batch(source, output=os.devnull, workers=1, resume=True)
    if os.path.exists("/dev/full"):
        with pytest.raises(BatchError, match="^/dev/full: No space left on device$"):
            run_batch(source, output="/dev/full", workers=1)


@pytest.mark.parametrize("after", [b"\n", b"# what now?\n", b"R5R6"])
def test_an_answer_waits_for_no_blank_line_and_no_half_line(tmp_path: Path, after: bytes) -> None:
    """A program that asks, waits for the answer and then asks again."""
    script = tmp_path / "run.py"
    script.write_text(STREAM)
    command = [sys.executable, str(script)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as run:
        assert run.stdin is not None and run.stdout is not None
        for number in range(3):
            run.stdin.write(b"R5R6R7 R8\n" + (after if number < 2 or after.endswith(b"\n") else b""))
            run.stdin.flush()
            assert json.loads(run.stdout.readline())["tiles"] == 1
            if not after.endswith(b"\n") and number < 2:
                run.stdin.write(b"R7 R9\n")
                run.stdin.flush()
                assert json.loads(run.stdout.readline())["status"] == "no_move"
        run.stdin.close()
        assert run.wait(60) == 0


STREAM = """
import sys
from solver.batch import run_batch
if __name__ == "__main__":
    with open(0, "rb", buffering=0) as stream:
        run_batch(stream, sys.stdout.buffer, workers=1)
"""
