"""`rummikub bench`, as it is typed."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli import main


@pytest.fixture
def layouts(tmp_path: Path) -> str:
    path = tmp_path / "small.txt"
    path.write_text("# class: small\nB4B5B6/K7R7O7 B7B3K1 id=two\n", encoding="utf-8")
    return str(path)


def test_tables_and_json(layouts: str) -> None:
    shown = CliRunner().invoke(main, ["bench", layouts, "--repeat", "1", "--no-memory"])
    assert shown.exit_code == 0
    assert "| small |" in shown.stdout
    document = CliRunner().invoke(main, ["bench", layouts, "--repeat", "1", "--no-memory", "--back-ends", "--json"])
    (sample,) = json.loads(document.stdout)["samples"]
    assert (sample["id"], sample["answer"]["tiles"], sample["count"]["tiles"]) == ("two", 2, 2)
    assert {tiles for _, tiles in sample["back_ends"].values()} == {2}


def test_bad_input_is_one_line_and_status_2(layouts: str, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("# nothing\n", encoding="utf-8")
    for arguments, complaint in (
        ([layouts, "--class", "big"], "no class 'big': there are small"),
        ([str(tmp_path / "none.txt")], "No such file"),
        ([str(empty)], "no positions in"),
        ([layouts, "--against", layouts], "is no saved run"),
        ([layouts, "--save", str(tmp_path / "none" / "x")], "there is no folder"),
    ):
        result = CliRunner().invoke(main, ["bench", *arguments])
        assert (result.exit_code, result.stdout) == (2, "")
        assert complaint in result.stderr
        assert len(result.stderr.strip().splitlines()) == 1
