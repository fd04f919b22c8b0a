"""Courses of this server: built from parts or uploaded as files, surveyed, saved, ridden; and bad input."""

from __future__ import annotations

import copy
from typing import Any

import httpx
import pytest

from parcours.games import find_game
from tests.table.helpers import Rider

GAME = "leader_one"
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"pieces": [{"part": "99A"}]}, "piece 1: there is no part '99A'"),
    ({"pieces": [{"part": "1A"}, {"part": "2B", "marks": ["banana"]}]},
     "piece 2: there is no mark 'banana' (marks: category-1, category-2, category-3, feed, bonus)"),
    ({"pieces": [{"part": "1A", "marks": ["category-1", "category-2"]}]},
     "piece 1: has two marks of the kind 'category': keep one"),
    ({"pieces": [], "switches": {"banana": True}}, "switches: there is no switch 'banana'"),
]  # fmt: skip


def laid(*hexes: str, name: str = "Round the lake", **tokens: list[str]) -> dict[str, Any]:
    """A draft: hexes as files write them, and tokens on some of them, such as h4=["category-2"]."""
    pieces = [
        {"part": hex_.rstrip("LR"), "turn": hex_[-1] if hex_[-1] in "LR" else "", "marks": tokens.get(f"h{n}", [])}
        for n, hex_ in enumerate(hexes, 1)
    ]
    return {"name": name, "pieces": pieces, "switches": {}}


SMALL = laid("1A", "2B", "12A", "16AR", "21A", "3A", h4=["category-2"], h5=["feed"])


def surveyed(rider: Rider, draft: dict[str, Any], **params: Any) -> dict[str, Any]:
    answer = rider.post(f"/games/{GAME}/builder/survey", draft, **params)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def codes(survey: dict[str, Any]) -> list[tuple[str, int]]:
    return [(fault["code"], fault["piece"]) for fault in survey["faults"]]


def kept(rider: Rider, draft: dict[str, Any], **params: Any) -> httpx.Response:
    return rider.post(f"/games/{GAME}/courses", draft, **params)


def own_courses(client: httpx.Client, storage_game: str = GAME) -> list[str]:
    """The courses of this server, as the database has them."""
    app = client.__dict__["app"]
    return [row.id for row in app.state.registry.storage.listed_courses(storage_game, 1000)]


@pytest.fixture(autouse=True)
def _app_at_hand(server: Any, client: httpx.Client) -> None:
    client.__dict__["app"] = server.app


def refused(answer: httpx.Response, status: int, code: str, message: str) -> None:
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    assert answer.json()["error"]["message"] == message


def test_the_parts_are_all_sides_of_all_hexes(rider: Rider) -> None:
    told = rider.get(f"/games/{GAME}/builder", lang="de").json()
    assert len(told["parts"]) == 42
    assert {part["stock"] for part in told["parts"]} == {str(n) for n in range(1, 22)}
    assert [turn["id"] for part in told["parts"] if part["id"] == "16A" for turn in part["turns"]] == ["R", "L"]
    assert [turn["id"] for part in told["parts"] if part["id"] == "1B" for turn in part["turns"]] == ["L"]
    assert all(turn["picture"].startswith("<path") for part in told["parts"] for turn in part["turns"])
    assert told["parts"][0]["chapter"] == "Start"
    assert rider.get(f"/games/{GAME}/builder").json()["parts"][-1]["chapter"] == "Descent"


@pytest.mark.clause("L1-A1k")
def test_all_faults_are_told_at_once_with_their_hex(rider: Rider) -> None:
    seen = surveyed(rider, laid("1A", "2B", "16A", "3A"))
    assert codes(seen) == [("E-RISE", 3), ("E-CAT", 3), ("E-FEED", 0)]
    assert seen["faults"][0]["words"] == "Hex 3 starts a mountain: put false flat before it."
    assert [(figure["label"], figure["value"]) for figure in seen["figures"]][:2] == [("Energy", 13), ("Hexes", 4)]
    assert len(seen["profile"]) == 5
    assert len(seen["picture"]["spots"]) == 4
    assert "16B" in seen["spent"]
    assert "17A" not in seen["spent"]


def test_a_fault_vanishes_when_it_is_put_right(rider: Rider) -> None:
    assert codes(surveyed(rider, SMALL)) == []
    broken = copy.deepcopy(SMALL)
    broken["pieces"][3]["marks"] = []
    assert codes(surveyed(rider, broken)) == [("E-CAT", 4)]


@pytest.mark.clause("L1-O3")
def test_several_sets_lift_what_the_box_limits(rider: Rider) -> None:
    twice = laid("1A", "2B", "2B", "3A", h2=["feed"])
    assert codes(surveyed(rider, twice)) == [("E-TWICE", 3)]
    twice["switches"] = {"several_sets": True}
    seen = surveyed(rider, twice)
    assert (codes(seen), seen["spent"]) == ([], [])


def test_nothing_laid_yet_is_a_draft_too(rider: Rider) -> None:
    seen = surveyed(rider, {"name": "", "pieces": []})
    assert codes(seen) == [("E-START", 1), ("E-FINISH", 1), ("E-FEED", 0)]
    assert seen["picture"]["spots"] == []


def test_every_course_of_the_game_is_a_draft_without_faults(rider: Rider) -> None:
    for name in find_game(GAME).course_names:
        draft = rider.get(f"/games/{GAME}/courses/{name}/draft").json()
        assert [code for code, _ in codes(surveyed(rider, draft)) if code.startswith("E")] == []


def test_a_course_is_kept_listed_taken_home_and_ridden(rider: Rider, client: httpx.Client) -> None:
    answer = kept(rider, SMALL)
    assert answer.status_code == 201, answer.text
    course = answer.json()
    assert course == {"id": course["id"], "game": GAME, "name": "Round the lake", "own": True}
    assert kept(rider, SMALL).json() == course
    assert own_courses(client).count(course["id"]) == 1

    draft = rider.get(f"/games/{GAME}/courses/{course['id']}/draft").json()
    assert draft["pieces"] == SMALL["pieces"]
    file = rider.get(f"/games/{GAME}/courses/{course['id']}/file")
    assert 'filename="Round the lake.toml"' in file.headers["content-disposition"]
    assert find_game(GAME).read_course("mine.toml", file.text).name == "Round the lake"
    assert rider.client.post("/api/v1/courses", content=file.text).json() == course

    table = rider.seated(rider.post("/tables", {
        "game": GAME, "course": course["id"], "teams": 2, "seats": [{"kind": "me"}, {"kind": "bot"}],
    }))  # fmt: skip
    assert table.info["course_name"] == "Round the lake"
    listed = rider.get("/tables").json()["tables"]
    assert [one["course_name"] for one in listed if one["id"] == table.id] == ["Round the lake"]
    assert table.state(0)["scene"]


def test_courses_of_the_house_stand_behind_the_games_own(rider: Rider) -> None:
    text = find_game("breaking_away").course().source.replace('name = "Grand Circuit"', 'name = "Our circuit"')
    brought = rider.client.post("/api/v1/courses", content=text).json()
    game = next(one for one in rider.get("/games").json() if one["id"] == "breaking_away")
    assert game["courses"][-1] == {"id": brought["id"], "name": brought["name"], "own": True}
    assert game["builder"] is False
    assert rider.open("me", "sprinter", "sprinter", course=brought["id"]).info["course_name"] == brought["name"]


# ------------------------------------------------------------------------------------------------------ bad input


@pytest.mark.parametrize(("draft", "message"), WRONG)
def test_a_draft_that_nobody_can_have_built(
    rider: Rider, client: httpx.Client, draft: dict[str, Any], message: str
) -> None:
    before = own_courses(client)
    refused(rider.post(f"/games/{GAME}/builder/survey", draft), 422, "invalid", message)
    refused(kept(rider, {"name": "x", **draft}), 422, "invalid", message)
    assert own_courses(client) == before


def test_a_draft_with_faults_is_not_kept_and_all_are_told(rider: Rider, client: httpx.Client) -> None:
    before = own_courses(client)
    broken = laid("1A", "2B", "16A", "3A")
    refused(kept(rider, broken), 422, "invalid",
            "Hex 3 starts a mountain: put false flat before it. (E-RISE) "
            "Hex 3 starts a mountain: add a category token. (E-CAT) "
            "Add at least one feed zone. (E-FEED)")  # fmt: skip
    refused(kept(rider, {**SMALL, "name": "  "}), 422, "invalid", "Name the course first.")
    assert own_courses(client) == before


def test_a_warning_does_not_keep_a_course_from_being_kept(rider: Rider) -> None:
    two_feeds = copy.deepcopy(SMALL)
    two_feeds["pieces"][1]["marks"] = ["feed"]
    assert codes(surveyed(rider, two_feeds)) == [("W-FEEDS", 0)]
    assert kept(rider, two_feeds).status_code == 201


def test_fields_too_many_too_long_or_of_another_kind(rider: Rider, client: httpx.Client) -> None:
    before = own_courses(client)
    wrongs: list[Any] = [
        [], None, {}, {"pieces": "1A"}, {"pieces": [{"part": 1}]}, {"pieces": [{"part": "1A", "turn": "LEFTWARDS"}]},
        {"pieces": [{"part": "1A", "more": 1}]}, {"pieces": [{"part": "1A"}] * 201}, {"pieces": [], "name": "x" * 61},
        {"pieces": [], "name": "a\nb"}, {"pieces": [], "switches": {"several_sets": "yes"}},
        {"pieces": [{"part": "1A", "marks": ["feed"] * 9}]},
    ]  # fmt: skip
    for wrong in wrongs:
        for path in (f"/games/{GAME}/builder/survey", f"/games/{GAME}/courses"):
            answer = rider.post(path, wrong)
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid"), (wrong, answer.text)
    odd = rider.client.post(f"/api/v1/games/{GAME}/courses", content=b'{"name": "\\ud800", "pieces": []}',
                            headers={"content-type": "application/json"})  # fmt: skip
    assert (odd.status_code, odd.json()["error"]["code"]) == (422, "invalid"), odd.text
    assert own_courses(client) == before


def test_what_is_not_there(rider: Rider) -> None:
    refused(rider.get("/games/breaking_away/builder"), 404, "no_builder",
            "Courses of this game come from files: you can’t build them from pieces.")  # fmt: skip
    missing = "That course does not exist: choose another."
    refused(rider.get(f"/games/{GAME}/courses/own-nothing/draft"), 404, "no_course", missing)
    refused(rider.get(f"/games/{GAME}/courses/own-nothing/file"), 404, "no_course", missing)
    assert rider.get("/games/chess/builder").status_code == 404
    refused(rider.post("/tables", {"game": GAME, "course": "own-nothing"}), 422, "invalid",
            "This game has no course own-nothing: choose another.")  # fmt: skip


def test_a_course_that_one_set_does_not_hold_needs_the_option(rider: Rider) -> None:
    twice = {**laid("1A", "2B", "2B", "3A", h2=["feed"]), "switches": {"several_sets": True}}
    course = kept(rider, twice).json()["id"]
    wanted = {"game": GAME, "course": course, "teams": 2, "seats": [{"kind": "me"}, {"kind": "bot"}]}
    refused(rider.post("/tables", wanted), 422, "invalid",
            "E-TWICE: Hex 3: number 2 is already on the table: choose another. (L1-A1b)")  # fmt: skip
    assert rider.post("/tables", {**wanted, "options": {"several_sets": True}}).status_code == 201


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"\xff\xfe", "This file can’t be read as text. is not UTF-8 text"),
        (b"name = 1", "This course file can’t be used: see game. course.toml: game: is missing"),
        (b'game = "chess"', "there is no game 'chess'"),
        (b'game = "leader_one"\nformat = 1\nname = "x"\nhexes = ["1A", "3A"]', "E-FEED"),
        (b"= 1", "This course file can’t be used: line 1. is not TOML: Invalid statement"),
        (b"a = " + b"[" * 5000, "This course file can’t be used: line 1. is nested too deeply"),
    ],
)
def test_a_file_that_is_no_course(rider: Rider, client: httpx.Client, text: bytes, message: str) -> None:
    before = own_courses(client)
    answer = rider.client.post("/api/v1/courses", content=text)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid"), answer.text
    error = answer.json()["error"]
    assert message in f"{error['message']} {error['detail']}"
    assert own_courses(client) == before
