"""What the documents say is so: commands, options, examples, rules and pictures."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import cli_reference
import click
import notebook_outputs
import pytest
import readme_examples

import solver
from cli import main
from solver.advice.check import check
from solver.game.rules import PARAMETERS, Rules, preset_names, value_text

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
RULES_PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ALL_PAGES = [path for folder in (".", "docs", "puzzles", "benchmarks") for path in sorted((ROOT / folder).glob("*.md"))]
COMMANDS = dict(main.commands)


# --- Commands ---


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_help(name: str) -> None:
    command = COMMANDS[name]
    assert command.help and command.get_short_help_str(limit=200)
    assert "Examples:" in command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help and parameter.help.endswith((".", "?")), parameter.name
        else:
            assert parameter.human_readable_name in command.help, parameter.name


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_in_the_reference(name: str) -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    section = page[page.index(f"## rummikub {name}\n") :].split("\n## ")[0]
    for parameter in COMMANDS[name].params:
        if isinstance(parameter, click.Option):
            assert all(f"`{option}`" in section for option in parameter.opts)


def test_the_reference_is_current() -> None:
    assert cli_reference.PAGE.read_text(encoding="utf-8") == cli_reference.reference(), "run `make docs`"


# --- README ---


@pytest.mark.parametrize("path", readme_examples.PAGES, ids=lambda path: path.name)
def test_examples_print_what_the_pages_show(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert "\n$ " in page
    assert readme_examples.refreshed(page) == page, "run `make docs`"


@pytest.mark.slow
def test_commands_without_output_run() -> None:
    run = readme_examples.run_silent((ROOT / "docs" / "first-steps.md").read_text(encoding="utf-8"))
    assert len(run) == 3
    assert {status for _, status in run} == {0}, run


def test_every_page_is_reached_from_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = {page.name for kind in ("*.md", "*.ipynb") for page in (ROOT / "docs").glob(kind)} - {"README.md"}
    others = {
        "../README.md",
        "../CONTRIBUTING.md",
        "../CHANGELOG.md",
        "../puzzles/README.md",
        "../benchmarks/README.md",
    }
    assert set(re.findall(r"\]\(([^)]+)\)", index)) == pages | others
    assert "(docs/README.md)" in README.read_text(encoding="utf-8")


def test_the_guide_names_what_is_there() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for path in re.findall(r"`([\w.-]+(?:/[\w.-]*)+|\w+\.(?:py|toml))`", guide):
        assert (ROOT / path).exists() or path.startswith(".venv") or (ROOT / "tests" / "shared" / path).exists(), path
    targets = set(re.findall(r"^(\w[\w-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"make ([\w-]+)", guide)) <= targets
    for path in re.findall(r"tests/\w[\w/]*(?:\.\w+)?", guide):
        assert (ROOT / path).exists(), path


def test_the_changelog_begins_with_this_version() -> None:
    newest = re.search(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None and newest[1] == solver.__version__


def test_all_pages_with_examples_are_refreshed() -> None:
    """But for those of measurements, which are made by long runs."""
    measured = {ROOT / "docs" / name for name in ("batch.md", "performance.md", "puzzles.md")}
    pages = {README, *(ROOT / "docs").glob("*.md")} - measured
    assert {page for page in pages if "```console" in page.read_text("utf-8")} == set(readme_examples.PAGES)


def test_the_python_examples_are_true() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert (results.failed, results.attempted) == (0, 5)
    results = doctest.testmod(solver)
    assert (results.failed, results.attempted) == (0, 2)


def test_the_notebook_shows_what_its_cells_show() -> None:
    page = notebook_outputs.PAGE.read_text(encoding="utf-8")
    assert notebook_outputs.refreshed(page) == page, "run `make docs`"
    assert page.count("image/svg+xml") == 2 and page.count('"output_type"') >= 15


@pytest.mark.parametrize("page", [notebook_outputs.PAGE, *ALL_PAGES], ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)[)#]", page.read_text(encoding="utf-8")):
        assert link.startswith("https://") or (page.parent / link).exists(), link


# --- The page of rules ---


def test_every_parameter_is_on_the_page() -> None:
    for key, parameter in PARAMETERS.items():
        assert f"| `{key}` | {parameter.values} | {parameter.meaning} |" in RULES_PAGE
        group, _, name = key.partition(".")
        if group in ("opening", "table", "jokers"):
            assert RULES_PAGE.count(f"`{key}`") >= 2, f"{key} has no picture"
            words = [word for word in parameter.words if word not in ("no", "after")]
            assert all(f"`{word}`" in RULES_PAGE for word in words), name


def test_the_table_of_presets_is_true() -> None:
    rows = {}
    for line in RULES_PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 8 and cells[0].strip("`") in preset_names():
            rows[cells[0].strip("`")] = cells[1:]
    assert set(rows) == set(preset_names())
    for name, (opening, table, freed_by, source, with_joker, reuse, in_hand) in rows.items():
        rules = Rules.named(name)
        assert opening.split(",")[0] == str(rules.opening.points)
        assert ("a run" in opening) == rules.opening.needs_run
        assert ("a joker counts" in opening) == isinstance(rules.opening.joker, int)
        assert table == rules.opening.table
        if rules.tiles.jokers:
            assert (freed_by, with_joker, reuse) == (
                rules.jokers.freed_by, rules.jokers.set_with_joker, rules.jokers.reuse
            )  # fmt: skip
            assert source in ("-", rules.jokers.replaced_from)
            assert in_hand == value_text(rules.scoring.joker_in_hand)


def pictures() -> list[tuple[str, str, str]]:
    """Each `yes` and `no` of the page: the position line, the new table, and the verdict."""
    found = []
    for block in re.findall(r"```\n(before .*?)```", RULES_PAGE, re.DOTALL):
        before, after, *verdicts = (line.partition(" ")[::2] for line in block.strip().splitlines())
        table, _, rack = before[1].partition("  rack  ")
        line = f"{table.replace(' ', '').replace('|', '/')} {rack.replace(' ', '')}"
        assert after[0] == "after" and verdicts
        found += [(f"{line} {rules.strip()}", after[1].strip(), said) for said, rules in verdicts]
    return found


def test_there_is_a_picture_for_each_joker_rule() -> None:
    assert len(pictures()) >= 30
    assert {said for *_, said in pictures()} == {"yes", "no"}


@pytest.mark.parametrize(("line", "after", "said"), pictures())
def test_pictures_are_true(line: str, after: str, said: str) -> None:
    verdict = check(line, after)
    assert verdict.position is not None
    assert ("yes" if verdict.legal else "no") == said, verdict.reasons
