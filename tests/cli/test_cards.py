"""Cards on the command line: whatever a command prints in tiles, it prints in cards, and nothing is left in tiles."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cards import in_cards
from click.testing import Result

from tests.play.written_games import GAME

Run = Callable[..., Result]

POSITIONS = [
    "R5R6R7R8/K7B7R7 K9R4J",
    "B4J(B5)B6/K5R5O5B5/K9K10K11 R1O1B5",
    "K5B5R5/K6K7K8/B6B7B8/R6R7R8 K4",
    "B4JB6/B4JB6 B5K9R9K1R1",
    "O6O7JO9O10/B2B3B4B5B6/B12K12R12/B11O11R11/B10K10O10 O2B7B9K1K4O3O5O12R1R3R9R9R8K7B3O4 rules=free",
    "- K10B10J opened=no",
    "- R1R2R3K1 opened=no",
    "R11R12R13 R1 rules=machiavelli",
    "K1K2O9 K3K5JR1O1O8O10 loose=yes rules=free",
    "R5R6R7K9 K1 loose=yes",
    "R5R6R7 R8 id=a rules=sabra",
    "- -",
]
MOVES = [
    ("R5R6R7/K7B7R7 R8O7", "R5R6R7R8 | K7B7R7O7"),
    ("- K10B10J opened=no", "K10 B10 J"),
    ("R5R6R7/K7B7R7 R8O7", "R5R6R8 | K7B7R7"),
    ("R5JR7/K7B7O7 R6K1", "R5R6R7 | K7B7O7J"),
    ("B4B5J(B6) K9R9", "B4B5B6 | K9R9J"),
    ("B4B5B6J K9R9", "B4B5B6 | K9R9J"),
    ("B9JJ B10", "B9JJ/B10"),
    ("- K9JJR9 opened=no", "K9JJ"),
]


def same_in_cards(tiles: Result, cards: Result) -> None:
    """Lines may be broken elsewhere, and what was asked is told as it was asked."""
    assert cards.exit_code == tiles.exit_code
    for one, other in ((tiles.stdout, cards.stdout), (tiles.stderr, cards.stderr)):
        assert other.split() == in_cards(one).split()


def without_time(text: str) -> Any:
    data = json.loads(text)
    for answer in [data, *data.get("answers", [])]:
        answer.pop("seconds", None)
    return data


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("options", [(), ("--all", "3"), *(("--hint", str(level)) for level in (1, 2, 3, 4))])
def test_an_answer(run: Run, position: str, options: tuple[str, ...]) -> None:
    same_in_cards(run("solve", position, *options), run("solve", in_cards(position), "--notation", "cards", *options))


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("options", [(), ("--all", "3"), ("--hint", "2"), ("--hint", "4")])
def test_an_answer_in_json(run: Run, position: str, options: tuple[str, ...]) -> None:
    tiles = run("solve", position, "--json", *options)
    cards = run("solve", in_cards(position), "--notation", "cards", "--json", *options)
    assert cards.exit_code == tiles.exit_code
    if tiles.stdout:
        assert without_time(cards.stdout) == without_time(in_cards(tiles.stdout))
    assert cards.stderr == in_cards(tiles.stderr)


def test_other_rules(run: Run) -> None:
    same_in_cards(
        run("solve", POSITIONS[1], "--compare-rules"),
        run("solve", in_cards(POSITIONS[1]), "--compare-rules", "--notation", "cards"),
    )


@pytest.mark.parametrize(
    "position", [*POSITIONS, "R5R6R8/K1B1 JJJ", "K7K7K7/R11R12R13R1 -", "K1K3K5/B1K1/R5JR6 R1R1R1"]
)
def test_a_verdict_on_a_position(run: Run, position: str) -> None:
    for options in ((), ("--json",)):
        same_in_cards(
            run("check", position, *options), run("check", in_cards(position), "--notation", "cards", *options)
        )


@pytest.mark.parametrize(("position", "after"), MOVES)
@pytest.mark.parametrize("rules", ["free", "standard", "sabra", "card-40", "rummy-o", "vatikan"])
def test_a_verdict_on_a_move(run: Run, position: str, after: str, rules: str) -> None:
    asked = ("--rules", rules, "--after")
    same_in_cards(
        run("check", position, *asked, after),
        run("check", in_cards(position), *asked, in_cards(after), "--notation", "cards"),
    )


def test_cards_are_recognised_under_the_games_that_are_played_with_them(run: Run) -> None:
    said = run("solve", "JhQhKh Ah rules=machiavelli", "--notation", "cards")
    assert "1  Jh Qh Kh +Ah <changed>" in said.stdout
    ways = ["JhQhKh Ah rules=machiavelli"], ["J♥Q♥K♥", "A♥", "--rules", "machiavelli"], ["J-Kh Ah rules=machiavelli"]
    for args in ways:
        assert run("solve", *args).stdout == said.stdout
    assert "1  R11 R12 R13 +R1 <changed>" in run("solve", "R11-13 R1 rules=machiavelli").stdout
    verdict = run("check", "JhQhKh Ah7c", "--rules", "vatikan", "--after", "JhQhKhAh")
    assert (verdict.exit_code, verdict.stderr) == (1, "")
    assert "JhQhKhAh is no set: A does not follow K (sets.wrap = none)" in verdict.stdout


@pytest.mark.parametrize(
    ("args", "fault"),
    [
        (("solve", "5-7h", "8h"), "table: '5-7h' is written in cards: add --notation cards (convert: --from cards)"),
        (("check", "- 7c"), "rack: '7c' is written in cards: add --notation cards (convert: --from cards)"),
        (
            ("check", "R5R6R7", "R8", "--after", "5-8h"),
            "new table: '5-8h' is written in cards: add --notation cards (convert: --from cards)",
        ),
        (
            ("solve", "R5R6R7", "R8", "--notation", "cards"),
            "table: 'R5R6R7' is written in tiles: leave out --notation cards, or write cards such as 7c",
        ),
        (
            ("solve", "5-7h", "8h|9h", "--notation", "cards"),
            "rack, character 3: '|' ends a set, and a rack has none: the table comes first, then the rack",
        ),
        (
            ("solve", "- 7c", "--rules", "six-player", "--rule", "tiles.colours=6", "--notation", "cards"),
            "cards have 4 suits and 13 ranks, and the box has 6 colours and 13 numbers: write tiles (--notation tiles)",
        ),
        (
            ("generate", "--rule", "tiles.numbers=15", "--notation", "cards"),
            "cards have 4 suits and 13 ranks, and the box has 4 colours and 15 numbers: write tiles (--notation tiles)",
        ),
    ],
)
def test_refused_in_one_line(run: Run, args: tuple[str, ...], fault: str) -> None:
    result = run(*args)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"error: {fault}\n")


def test_lines_of_standard_input(run: Run) -> None:
    lines = "R5R6R7 R8\n- K1K2K3J\n"
    same_in_cards(run("solve", "-", stdin=lines), run("solve", "-", "--notation", "cards", stdin=in_cards(lines)))


def test_a_batch(run: Run, tmp_path: Path) -> None:
    lines = ["R5R6R7R8/K7B7R7 K9R4J", '{"table": [["R5", "R6", "R7"]], "rack": ["R8", "J"]}', "K1K3K5 R1"]
    records = []
    for name, notation in (("tiles", ()), ("cards", ("--notation", "cards"))):
        path = tmp_path / name
        text = "\n".join(lines)
        path.write_text(in_cards(text) if notation else text, encoding="utf-8")
        result = run("batch", str(path), "--workers", "1", "--no-progress", *notation)
        assert result.exit_code == 2  # for the last line
        records.append([without_time(line) for line in result.stdout.splitlines()])
    assert records[1] == json.loads(in_cards(json.dumps(records[0])))
    assert records[1][0]["position"] == "5h6h7h8h/7c7s7h 9c4h* rules=standard opened=yes"


def test_puzzles_are_made_and_read_in_cards(run: Run, tmp_path: Path) -> None:
    new = ("generate", "--level", "1", "--count", "2", "--seed", "3", "--workers", "1")
    made = [run(*new).stdout, run(*new, "--notation", "cards").stdout]
    assert made[1] == in_cards(made[0])
    assert re.search(r'rack = "[0-9AJQKcshd*]+"', made[1])
    path = tmp_path / "cards.toml"
    path.write_text(made[1], encoding="utf-8")
    solved = run("puzzles", str(path), "--notation", "cards", "--json", "--workers", "1")
    assert solved.exit_code == 0
    first = json.loads(solved.stdout.splitlines()[0])
    assert (first["state"], first["position"].split()[0] in made[1]) == ("ok", True)
    assert set("".join(first["played"])) <= set("0123456789AJQKcshd*()")
    refused = run("puzzles", str(path))
    assert refused.exit_code == 2
    assert all("is written in cards: add --notation cards" in line for line in refused.stderr.splitlines())


def test_machiavelli_puzzles_in_cards_need_no_option(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text('[[puzzle]]\nid = "a"\nrules = "machiavelli"\ntable = "J-Kh"\nrack = "Ah"\n', encoding="utf-8")
    assert json.loads(run("puzzles", str(path), "--json").stdout)["table"] == [["Jh", "Qh", "Kh", "Ah"]]


def test_cards_and_tiles_are_converted(run: Run, tmp_path: Path) -> None:
    lines = "R5R6R7R8/K7B7R7/B1J(B2)B3 K9R10J rules=standard opened=no id=mine opening.points=40\n"
    lines = "R5R6R7R8/K7B7R7/B1J(B2)B3 K9R10J rules=standard opening.points=40 opened=no id=mine\n"
    path = tmp_path / "lines.txt"
    path.write_text(lines, encoding="utf-8")
    cards = run("convert", str(path), "--from", "line", "--to", "cards").stdout
    assert cards == "5h6h7h8h/7c7s7h/As*(2s)3s 9c10h* rules=standard opening.points=40 opened=no id=mine\n"
    path.write_text(cards, encoding="utf-8")
    assert run("convert", str(path), "--from", "cards", "--to", "line").stdout == lines
    assert run("convert", str(path), "--from", "cards", "--to", "cards").stdout == cards
    guess = run("convert", str(path))
    assert "it can be read with --from cards" in guess.stderr
    path.write_text("J-Kh Ah rules=machiavelli\n", encoding="utf-8")
    assert run("convert", str(path), "--from", "line").stdout == "R11R12R13 R1 rules=machiavelli opened=yes\n"
    path.write_text("G5G6G7 P1 tiles.colours=6\n", encoding="utf-8")
    refused = run("convert", str(path), "--from", "line", "--to", "cards")
    assert refused.stderr == (
        "error: line 1: cards have 4 suits and 13 ranks, and the box has 6 colours and 13 numbers:"
        " write tiles (--notation tiles)\n"
    )


def test_black_and_red_on_a_terminal(run: Run) -> None:
    table = run("solve", "7c8c9c/KsKhKd", "10c*", "--notation", "cards", "--color").stdout.split("Rack")[0]
    bold, red = "1", "91"
    assert re.findall(r"\x1b\[([0-9;]+)m(\w+)\x1b", table) == [
        *((bold, card) for card in ("7c", "8c", "9c", "Ks")),
        *((red, card) for card in ("Kh", "Kd")),
    ]


def test_a_picture(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "move.svg"
    run("solve", "7c8c9c/KsKhKd", "10c*", "--notation", "cards", "--svg", str(path))
    picture = path.read_text(encoding="utf-8")
    assert "Table before: 7c 8c 9c / Ks Kh Kd. Your rack before: +10c +*." in picture
    assert not re.search(r"[KBRO]\d", picture.replace("#", ""))
    # Each card has its suit: those of the table, one of the rack, and those of the new table, but no joker.
    inks = re.findall(r'transform="translate[^"]*" fill="([^"]+)"', picture)
    black, red = "#111111", "#c2002f"
    assert (inks.count(black), inks.count(red), len(inks)) == (4 + 1 + 5, 2 + 0 + 2, 14)


# --- Games ---


@pytest.fixture
def games(tmp_path: Path) -> dict[str, str]:
    """The same record in tiles and in cards, as files."""
    head, rest = GAME.split("players", 1)
    texts = {"tiles": GAME, "cards": f"{head}notation cards\nplayers{in_cards(rest)}"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return {name: str(tmp_path / name) for name in texts}


@pytest.mark.parametrize("args", [("replay",), ("replay", "--turn", "7"), ("review",)])
def test_a_game_is_shown_as_it_is_written_or_as_asked(run: Run, games: dict[str, str], args: tuple[str, ...]) -> None:
    tiles = run(*args, games["tiles"])
    same_in_cards(tiles, run(*args, games["cards"]))
    same_in_cards(tiles, run(*args, games["tiles"], "--notation", "cards"))
    assert run(*args, games["cards"], "--notation", "tiles").stdout == tiles.stdout
    in_json = run(*args, games["tiles"], "--json").stdout
    assert run(*args, games["cards"], "--json").stdout == in_cards(in_json)


def test_a_picture_of_a_turn(run: Run, games: dict[str, str], tmp_path: Path) -> None:
    picture = tmp_path / "turn.svg"
    run("replay", games["cards"], "--turn", "3", "--svg", str(picture))
    drawn = picture.read_text(encoding="utf-8")
    assert "Ann lays 3c 3s 3h" in drawn and "K3" not in drawn


@pytest.mark.parametrize(
    ("line", "changed", "fault"),
    [
        ("rack Ann", "rack Ann 3x", "line 6: rack of Ann, character 1: "),
        ("7 Ann lay", "7 Ann lay JdQdKd->JdQdKd", "turn 7: JdQdKd laid, but the rack holds "),
        ("1 Ann draw", "1 Ann draw 3c3c", "turn 1: "),
        ("rack Ben", "notation cards", "notation is given twice"),
    ],
)
def test_faults_of_a_game_are_in_cards(
    run: Run, games: dict[str, str], tmp_path: Path, line: str, changed: str, fault: str
) -> None:
    lines = Path(games["cards"]).read_text(encoding="utf-8").splitlines()
    broken = tmp_path / "broken"
    broken.write_text("\n".join(changed if each.startswith(line) else each for each in lines) + "\n", encoding="utf-8")
    told = run("replay", str(broken))
    assert (told.exit_code, told.stdout, len(told.stderr.splitlines())) == (2, "", 1)
    assert fault in told.stderr


def test_a_record_says_its_notation_above_the_racks(run: Run, tmp_path: Path) -> None:
    late = tmp_path / "late"
    late.write_text(GAME.replace("1 Ann draw", "notation cards\n1 Ann draw"), encoding="utf-8")
    assert "line 7: 'notation' belongs above the racks" in run("replay", str(late)).stderr
    late.write_text(GAME.replace("players", "notation runes\nplayers", 1), encoding="utf-8")
    assert "no notation 'runes': there are tiles, cards" in run("replay", str(late)).stderr


def test_points(run: Run) -> None:
    # A queen counts 12, a seven 7, and a joker 30 under the standard rules.
    scores = json.loads(run("score", "Ann=-", "Ben=Qs7c*", "--notation", "cards", "--json").stdout)["scores"]
    assert scores == {"Ann": 49, "Ben": -49}
    assert run("score", "Ann=-", "Ben=Qs7c", "--rules", "machiavelli").stdout == (
        run("score", "Ann=-", "Ben=B12K7", "--rules", "machiavelli").stdout
    )


def test_a_game_is_played_in_cards(run: Run, tmp_path: Path) -> None:
    typed = "table 2c3c | 4c\nhelp\n{tile}\ndraw\n{tile}\nquit\n"
    started = [
        run("play", str(tmp_path / name), "--seed", "5", *notation, stdin=typed.format(tile=tile))
        for name, tile, notation in (("one", "K2", ()), ("two", "2c", ("--notation", "cards")))
    ]
    tiles, cards = (result.stdout.split("> ")[-1] for result in started)
    assert cards.split() == in_cards(tiles).split()
    assert "notation cards" in (tmp_path / "two").read_text(encoding="utf-8")
    went_on = run("play", str(tmp_path / "two"), "--resume", stdin="quit\n")
    assert "2c" in went_on.stdout and "K2" not in went_on.stdout
    refused = run("play", str(tmp_path / "two"), "--resume", "--notation", "cards")
    assert refused.stderr.startswith("error: --notation: the game that is saved says how its tiles are written")
