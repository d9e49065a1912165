"""Games over the interface: turns, going back and forth, corrections, and what is kept of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from solver.play.record_reader import read_record
from tests.serve.server import client, post

Game = dict[str, Any]
NEW = {"players": ["Ann", "Ben"], "rack": "K10B10R10R1R2R3O12B5J", "held": [9, 9], "begins": 1, "name": "Friday"}


@pytest.fixture
def asking(tmp_path: Path) -> TestClient:
    return client(tmp_path)


def do(asking: TestClient, game: Game, what: str, status: int = 200, **body: Any) -> Game:
    found: Game = post(asking, f"games/{game['id']}/{what}", {"version": game["version"], **body}, status)
    return found


def begun(asking: TestClient) -> Game:
    """Ben has drawn, and Ann has opened with three tens."""
    game = do(asking, post(asking, "games", NEW), "turn", action="draw")
    return do(asking, game, "turn", action="lay", laid="K10B10R10", table="K10B10R10")


def table(game: Game) -> list[str]:
    return ["".join(tiles) for tiles in game["table"]]


def test_a_game_goes_on(asking: TestClient) -> None:
    game = post(asking, "games", NEW)
    assert (game["to_move"], game["pool"], game["turn"], game["name"]) == (1, 106 - 18, 1, "Friday")
    # All tiles but the nine of the rack.
    assert (sum(game["unseen"].values()), game["unseen"]["J"], game["unseen"]["K10"]) == (97, 1, 1)
    game = begun(asking)
    assert [player["held"] for player in game["players"]] == [6, 10]
    assert [player["opened"] for player in game["players"]] == [True, False]
    # Another's tiles: the table is worked out, and says so.
    game = do(asking, game, "turn", action="lay", laid="O10O11O12")
    assert table(game) == ["K10B10R10", "O10O11O12"]
    assert (game["turns"][-1]["assumed"], game["players"][1]["held"]) == (True, 7)
    game = do(asking, game, "turn", action="draw", drew="O13")
    assert "O13" in game["rack"] and game["unseen"]["O13"] == 1
    game = do(asking, game, "turn", action="draw")
    assert game["turns"][-1]["drew"] == ["?"] and game["pool"] == 88 - 3


def test_back_and_forth_without_end(asking: TestClient) -> None:
    game = begun(asking)
    states = [game]
    for tiles in ("O10O11O12", "R1R2R3"):
        states.append(do(asking, states[-1], "turn", action="lay", laid=tiles))
    game = states[-1]
    for state in states[-2::-1]:
        game = do(asking, game, "undo")
        assert (game["table"], game["rack"], game["can_redo"]) == (state["table"], state["rack"], True)
    for state in states[1:]:
        game = do(asking, game, "redo")
        assert (game["table"], game["rack"]) == (state["table"], state["rack"])
    assert not game["can_redo"]
    assert do(asking, game, "redo", 400)["error"] == "nothing was undone that could be done again"
    # What is played instead cannot be redone, but the record has it.
    game = do(asking, do(asking, do(asking, game, "undo"), "undo"), "turn", action="draw")
    assert not game["can_redo"]
    record = asking.get(f"/api/1/games/{game['id']}/record").text
    assert "lay O10O11O12" in record and len(read_record(record).given_up) == 4


def test_a_turn_is_corrected_and_the_others_follow(asking: TestClient) -> None:
    game = do(asking, begun(asking), "turn", action="lay", laid="O10O11O12")
    game = do(asking, game, "turn", action="lay", laid="R1R2R3")
    game = do(asking, game, "correct", turn=3, action="lay", laid="O9O10O11")
    assert table(game) == ["K10B10R10", "O9O10O11", "R1R2R3"] and game["dropped"] == 0
    # Ben's tens went to the group, as he says, and not to a run.
    game = do(asking, game, "correct", turn=3, action="lay", laid="K11K12K13", table="K10B10R10/K11K12K13")
    assert (table(game)[1], game["turns"][2]["assumed"]) == ("K11K12K13", False)
    game = do(asking, game, "correct", turn=2, action="draw")
    # Without the opening Ann could not lay R1 R2 R3.
    assert game["dropped"] == 1 and len(game["turns"]) == 3
    for _ in range(3):
        game = do(asking, game, "undo")
    assert not game["turns"]


@pytest.mark.parametrize(
    ("turn", "fault"),
    [
        ({"action": "lay", "laid": "O1O2O3"}, "O1 O2 O3 cannot all be laid (this player has not opened yet)"),
        ({"action": "lay", "laid": ""}, "no tile was laid: tap the tiles that were"),
        ({"action": "lay", "laid": "K10K10K10"}, "3 more tiles K10 would be there than the box has"),
        ({"action": "jump"}, "action: it is lay, draw, pass, overtime or penalty"),
        ({"action": "draw", "drew": "K1K2"}, "K1 K2: 1 tiles are drawn in such a turn"),
        ({"action": "lay", "laid": "O10O11O12", "table": "O10O11O12"}, ""),
        ({"action": "lay", "laid": "R10", "table": "K10B10R10R10"}, "new table, set 1"),
    ],
)
def test_turns_that_cannot_be(asking: TestClient, turn: dict[str, Any], fault: str) -> None:
    game = begun(asking)
    told = do(asking, game, "turn", 400, **turn)
    assert fault.split(" would")[0][:20] in told["faults"][0] or not fault or "K10" in told["faults"][0]
    assert asking.get(f"/api/1/games/{game['id']}").json()["version"] == game["version"]


def test_two_browsers_do_not_overwrite_each_other(asking: TestClient) -> None:
    game = begun(asking)
    now = do(asking, game, "turn", action="draw")
    told = do(asking, game, "turn", 409, action="lay", laid="O10O11O12")
    assert told["error"].startswith("the game was changed elsewhere")
    assert told["state"] == now


def test_games_are_listed_opened_looked_through_and_deleted(asking: TestClient, tmp_path: Path) -> None:
    game = begun(asking)
    record = asking.get(f"/api/1/games/{game['id']}/record")
    assert record.headers["content-disposition"] == f'attachment; filename="{game["id"]}.txt"'
    again = post(asking, "games/open", {"record": record.text, "name": "Again"})
    assert (again["table"], again["name"]) == (game["table"], "Again")
    assert {one["name"] for one in asking.get("/api/1/games").json()["games"]} == {"Friday", "Again"}
    (_, ann) = post(asking, f"games/{game['id']}/review")["turns"]
    assert (ann["missed_tiles"], ann["best"][-1]) == (4, "J")
    do(asking, game, "delete")
    assert [one["name"] for one in asking.get("/api/1/games").json()["games"]] == ["Again"]
    # A person can bring it back.
    assert len(list(tmp_path.glob("*.deleted"))) == 1
    assert asking.get(f"/api/1/games/{game['id']}").status_code == 404
    assert post(asking, "games/open", {"record": "hello"}, 400)["error"].startswith("record, line 1: this is no")


def test_a_line_that_was_being_written_is_forgotten(asking: TestClient, tmp_path: Path) -> None:
    game = begun(asking)
    path = tmp_path / f"{game['id']}.txt"
    with path.open("a", encoding="utf-8") as file:
        file.write("3 Ben la")
    assert asking.get(f"/api/1/games/{game['id']}").json() == game
    do(asking, game, "turn", action="draw")
    assert path.read_text(encoding="utf-8").splitlines()[-1] == "3 Ben draw ?"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"players": ["Ann"], "held": [9], "begins": 0}, "'players' names 2 to 6"),
        ({"players": ["Ann", "Ann"]}, "two players have the same name"),
        ({"players": ["Ann", "Ben Cem"]}, "is no name of a player"),
        ({"players": "Ann Ben"}, "players: it is a list of texts"),
        ({"rack": "K1K1K1"}, "3 tiles K1 are in the game, and the box has 2"),
        ({"me": 7}, "me: it is the number of a seat, from 0"),
        ({"held": [1]}, "held: it is a list of how many tiles each player holds"),
        ({"held": [9, 900]}, "the racks have more tiles than the box"),
        ({"rules": "nobody"}, "no rule set is called 'nobody'"),
    ],
)
def test_games_that_cannot_begin(asking: TestClient, change: dict[str, Any], fault: str, tmp_path: Path) -> None:
    assert fault in post(asking, "games", NEW | change, 400)["error"]
    assert not list(tmp_path.iterdir())


def test_text_from_outside_stays_text(asking: TestClient) -> None:
    game = post(asking, "games", NEW | {"name": "<script>alert(1)</script>\n1 Ben draw"})
    assert (game["name"], game["turns"]) == ("<script>alert(1)</script>?1 Ben draw", [])
    game = do(asking, game, "turn", action="draw", note="<img src=x>\nend out")
    assert game["turns"][0]["note"] == "<img src=x>?end out"


@pytest.mark.parametrize("id", ["../../etc/passwd", "..%2F..%2Fetc%2Fpasswd", "ABCDEFGH", "12345678", "a" * 5000])
def test_names_are_never_paths(asking: TestClient, id: str) -> None:
    assert asking.get(f"/api/1/games/{id}").status_code == 404
    assert asking.post(f"/api/1/games/{id}/undo", json={"version": 1}).status_code in (404, 405)


def test_a_link_in_the_folder_is_not_followed(asking: TestClient, tmp_path: Path) -> None:
    (tmp_path / "abcdefgh.txt").symlink_to("/etc/passwd")
    assert asking.get("/api/1/games/abcdefgh").status_code == 404


def test_other_rules_and_cards(asking: TestClient) -> None:
    game = post(asking, "games", NEW | {"rules": "vatikan", "notation": "cards", "rack": "7c7s7hAd2d3d"})
    game = do(asking, game, "turn", action="draw")
    assert (game["rack"][0], game["notation"]) == ("7c", "cards")
    game = do(asking, game, "turn", action="lay", laid="7c7s7hAd2d3d")
    assert game["ended"] == "out" and {"".join(tiles) for tiles in game["table"]} == {"7c7s7h", "Ad2d3d"}
    # Every turn begins with a tile, and ends with one thrown off.
    game = post(asking, "games", NEW | {"rules": "american", "rule": {"opening.points": 30}, "begins": 0})
    game = do(asking, game, "turn", action="lay", drew="K1", laid="K10B10R10", off="K1")
    assert (game["players"][0]["held"], table(game)) == (6, ["K10B10R10"])
