"""What Tab offers: over the protocol of each shell, and in a real bash, with the lines of docs/completion.md."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from solver.commands.app import COMMANDS
from solver.game.rules import preset_names

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "completion.md").read_text(encoding="utf-8")
PROGRAM = [sys.executable, "-m", "solver"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def said_to(shell: str, line: str) -> list[str]:
    """What the program answers the script of a shell, when Tab is pressed at the end of `line`."""
    words = ["rummikub", *line.split()]
    last = "" if line.endswith(" ") or not line else words[-1]
    asked = {"COMP_WORDS": "\n".join(words) if shell == "bash" else " ".join(words)}
    asked["COMP_CWORD"] = str(len(words) - bool(last)) if shell != "fish" else last
    asked["_RUMMIKUB_COMPLETE"] = f"{shell}_complete"
    done = subprocess.run(PROGRAM, capture_output=True, text=True, env=ENVIRONMENT | asked, cwd=ROOT, timeout=60)
    assert done.stderr == ""
    return done.stdout.splitlines()


def offered(line: str) -> set[str]:
    """The words that bash would be offered; `<file>` stands for files."""
    kinds = [text.partition(",")[::2] for text in said_to("bash", line)]
    return {"<file>" if kind == "file" else value for kind, value in kinds}


def test_commands_and_options() -> None:
    assert offered("") == set(COMMANDS)
    assert offered("ge") == {"generate"}
    assert offered("solve --js") == {"--json"}
    assert {"--table", "--rules", "--hint", "--no-color", "--help"} <= offered("solve --")
    assert offered("solve --objective ") == {"value", "tiles", "penalty"}
    assert offered("convert --to l") == {"line", "list"}


@pytest.mark.parametrize("command", ["solve", "check", "generate", "batch", "convert"])
def test_rule_sets_wherever_they_are_named(command: str) -> None:
    assert offered(f"{command} --rules ") == {*preset_names(), "<file>"}
    assert offered(f"{command} --rules s") == {"sabra", "six-player", "standard", "<file>"}


def test_the_rule_set_to_be_shown() -> None:
    assert offered("rules ") == {*preset_names(), "<file>"}
    assert offered("rules mach") == {"machiavelli", "<file>"}


def test_files_go_first_because_bash_forgets_what_came_before_them() -> None:
    kinds = [text.partition(",")[0] for text in said_to("bash", "rules s")]
    assert kinds == ["file", "plain", "plain", "plain"]


def test_classes_of_the_benchmark() -> None:
    assert {"full-deck", "hardest", "sets-16"} <= offered("bench --class ")
    assert offered("bench --class game-") == {"game-early", "game-late", "game-middle", "game-pool-empty"}


@pytest.mark.parametrize(
    "line",
    ["puzzles ", "batch ", "convert ", "bench ", "solve --svg ", "batch --output ", "generate --output ",
     "bench --save ", "bench --against ", "bench --plot "],
)  # fmt: skip
def test_files(line: str) -> None:
    assert offered(line) == {"<file>"}


def test_zsh_and_fish_are_told_what_the_words_mean() -> None:
    zsh = said_to("zsh", "rules sab")
    assert zsh[zsh.index("sabra") - 1 : zsh.index("sabra") + 1] == ["plain", "sabra"]
    assert "Sabra" in zsh[zsh.index("sabra") + 1]
    assert {"file", "plain"} <= set(zsh)
    fish = "\n".join(said_to("fish", "solve --rules sab"))
    assert "sabra" in fish and "Sabra" in fish


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_page_has_the_line_of_each_shell(shell: str) -> None:
    row = next(line for line in PAGE.splitlines() if f"{shell}_source" in line)
    assert row.startswith(f"| {shell}")
    told = subprocess.run(
        PROGRAM, capture_output=True, text=True, env=ENVIRONMENT | {"_RUMMIKUB_COMPLETE": f"{shell}_source"}, cwd=ROOT
    )
    assert "rummikub" in told.stdout and f"{shell}_complete" in told.stdout


def test_a_real_bash(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash here")
    program = tmp_path / "rummikub"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m solver "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    setup = re.search(r'`(eval "\$\(_RUMMIKUB_COMPLETE=bash_source rummikub\)")`', PAGE)
    assert setup is not None
    script = f"""
        {setup[1]}
        compopt() {{ :; }}  # bash has it only while Tab is pressed
        press_tab() {{
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
            "$(complete -p rummikub | sed 's/.*-F \\([^ ]*\\).*/\\1/')" rummikub
            echo "${{COMPREPLY[*]}}"
        }}
        press_tab rummikub so
        press_tab rummikub solve --rules s
        press_tab rummikub bench --class sets-1
    """
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [bash, "--norc", "-c", script], capture_output=True, text=True, env=ENVIRONMENT | {"PATH": path}, timeout=120
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "solve",
        "standard sabra six-player",
        "sets-12 sets-16",
    ]
