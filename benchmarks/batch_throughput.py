"""How a large batch runs: throughput by workers, memory, and a run that is killed and continued.

    python benchmarks/batch_throughput.py --lines 20000

Makes position lines (out of the layouts, with ids), solves them with one worker and with two, twice, watches the
memory of all processes, then kills a run with SIGKILL at a random moment, resumes it, and compares the outputs byte by
byte but for the times.
"""

from __future__ import annotations

import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

ROOT = Path(__file__).parents[1]

_LONGEST = 130
"""Characters of a line: up to about eight sets, so that 20,000 lines are done in minutes."""

RUN = """
import sys
from solver.batch import run_batch
if __name__ == "__main__":
    report = run_batch(sys.argv[1], output=sys.argv[2], workers=int(sys.argv[3]), resume="resume" in sys.argv)
    print(report.seconds, report.answered, report.bad, report.resumed)
"""


def write_lines(path: Path, count: int, rules: str) -> None:
    """Position lines, over and over those of the smaller layouts of the usual box, each with an id of its own."""
    plain = []
    for layout in sorted((ROOT / "benchmarks" / "layouts").glob("*.txt")):
        for line in layout.read_text().splitlines():
            if line[:1] not in ("", "#") and "six-player" not in line and "tiles." not in line:
                plain.append(" ".join(line.split()[:2]))
    plain = [line for line in plain if len(line) <= _LONGEST]
    if not plain:
        raise click.ClickException("no layouts in benchmarks/layouts: run benchmarks/make_layouts.py first")
    random.Random(1).shuffle(plain)
    with open(path, "w") as file:
        for i in range(count):
            file.write(f"{plain[i % len(plain)]} rules={rules} id=line-{i}\n")


def start(source: Path, output: Path, workers: int, *more: str) -> subprocess.Popen[str]:
    """A run in processes of its own."""
    script = output.with_suffix(".py")
    script.write_text(RUN)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(script), str(source), str(output), str(workers), *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True)


def memory_of(group: int) -> float:
    """Resident memory of all processes of a group, in MB."""
    total = 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if int((entry / "stat").read_text().rpartition(")")[2].split()[2]) == group:
                    total += int((entry / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
            except OSError:
                continue
    return total / 1e6


def cpu_of_ended_runs() -> float:
    """CPU seconds of all runs that have ended, their workers included."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def watch(run: subprocess.Popen[str], output: Path, lines: int) -> tuple[float, list[tuple[float, float]]]:
    """Seconds of a run, and (share done, MB) now and then."""
    memory = []
    done, place = 0, 0
    while run.poll() is None:
        time.sleep(1)
        if output.exists():
            with open(output, "rb") as file:
                file.seek(place)
                block = file.read()
            done, place = done + block.count(b"\n"), place + len(block)
            memory.append((done / lines, memory_of(run.pid)))
    assert run.stdout is not None
    return float(run.stdout.read().split()[0]), memory


def without_times(path: Path) -> bytes:
    """The records without the seconds that they took."""
    return re.sub(rb'"seconds": [0-9.e-]+', b"", path.read_bytes())


@click.command()
@click.option("--lines", default=20_000, show_default=True)
@click.option("--rules", default="free", show_default=True)
@click.option("--rounds", default=2, show_default=True, help="Runs with one worker and with two, in turn.")
@click.option("--seed", default=1, show_default=True, help="Of the moment at which the run is killed.")
def main(lines: int, rules: str, rounds: int, seed: int) -> None:
    """Print throughput, memory, and whether a killed run lost or repeated anything."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "positions.txt"
        write_lines(source, lines, rules)
        rates: dict[int, float] = {}
        for turn in range(2 * rounds):
            workers = 1 + turn % 2
            output = folder / f"by-{workers}.jsonl"
            before = cpu_of_ended_runs()
            seconds, memory = watch(start(source, output, workers), output, lines)
            cpu = cpu_of_ended_runs() - before
            rates[workers] = lines / seconds
            at = {share: next((mb for done, mb in memory if done >= share), float("nan")) for share in (0.1, 0.5, 0.9)}
            shown = ", ".join(f"{mb:.0f} MB at {share:.0%}" for share, mb in at.items())
            print(f"{workers} at work: {lines} lines in {seconds:.1f} s, {rates[workers]:.1f} a second; CPU {cpu:.1f}")
            print(f"memory of all processes: {shown}")
            if workers == 2:
                print(f"two workers against one: {rates[2] / rates[1]:.2f}", flush=True)
        output = folder / "killed.jsonl"
        run = start(source, output, 2)
        moment = random.Random(seed).uniform(0.1, 0.9) * lines / rates[2]
        time.sleep(moment)
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
        written = output.read_bytes()
        records, rest = written.count(b"}\n"), len(written) - written.rfind(b"\n") - 1
        print(f"killed after {moment:.1f} s: {records} records and {rest} bytes of the next")
        watch(start(source, output, 2, "resume"), output, lines)
        same = without_times(output) == without_times(folder / "by-1.jsonl")
        print(f"resumed: {'the same bytes as' if same else 'DIFFERS from'} an undisturbed run, but for the times")


if __name__ == "__main__":
    main()
