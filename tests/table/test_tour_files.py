"""Tours at the table from `.tour` files, and tours on courses of this server."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from parcours.table.storage import StorageError
from parcours.tours import Tour, new_tour, ride
from parcours.tours.tourfile import write_tour
from tests.table.conftest import Server
from tests.table.helpers import Rider
from tests.table.test_courses import SMALL
from tests.table.test_tours import Touring, set_up, statuses


def ridden(stages: int, game: str = "breaking_away", preset: str = "three_days", **more: Any) -> Tour:
    """A tour of the library, with this many of its stages ridden by bots."""
    tour = new_tour(game, preset, teams=3, seed=8, seats=("Ada", "Bob", "Cy"), **more)
    while len(tour.results) < stages:
        race = tour.next_race()
        while not race.over:
            race.play(race.choice_of(tour.game.bot("random")))
        tour.book(race)
    return tour


def brought(client: httpx.Client, text: str | bytes) -> httpx.Response:
    return client.post("api/v1/tour-files", content=text.encode() if isinstance(text, str) else text)


def opened(client: httpx.Client, text: str) -> Touring:
    answer = brought(client, text)
    assert answer.status_code == 201, answer.text
    return Touring(Rider(client), answer.json())


def all_tours(rider: Rider) -> list[str]:
    return [tour["id"] for tour in rider.get("/tours").json()["tours"]]


def test_a_finished_tour_is_opened_and_kept_as_the_same_file(client: httpx.Client) -> None:
    whole = ridden(3)
    tour = opened(client, write_tour(whole))
    told = tour.told()
    assert (told["name"], told["over"], statuses(told)) == ("Three days on the Grand Circuit", True, ["ridden"] * 3)
    assert [seat["name"] for seat in told["seats"]] == ["Ada", "Bob", "Cy"]
    lines = told["classifications"][0]["lines"]
    assert [line["total"] for line in lines] == [line.total for line in whole.classifications()[0].lines]
    assert tour.get("/file").text == write_tour(whole)
    for stage in told["stages"]:
        state = tour.rider.get(f"/tables/{stage['table']}/state", tour.secrets[0])
        assert state.json()["scene"]["over"]
    assert tour.next().status_code == 409


def test_an_unfinished_tour_is_ridden_on(client: httpx.Client) -> None:
    whole = ridden(2)
    tour = opened(client, write_tour(whole))
    assert statuses(tour.told()) == ["ridden", "ridden", "next"]
    assert tour.get("/file").status_code == 403, "its luck is told when it is over"
    table = tour.ride()
    assert table.info["tour"] == {"id": tour.id, "stage": 3}
    assert tour.told()["over"]
    ended = tour.get("/file").text
    assert ended.splitlines()[:8] == write_tour(whole).splitlines()[:8]


def test_a_tour_at_its_start_is_opened_with_its_first_table(client: httpx.Client) -> None:
    tour = opened(client, write_tour(ridden(0)))
    assert statuses(tour.told()) == ["riding", "to_come", "to_come"]
    assert tour.ride().id == tour.first
    assert statuses(tour.told()) == ["ridden", "next", "to_come"]


def test_a_championship_of_rally_is_opened(client: httpx.Client) -> None:
    whole = new_tour("rally", "italy", teams=2, seed=4, seats=("Ada", "Bob"))
    ride(whole, ["codriver"])
    tour = opened(client, write_tour(whole))
    told = tour.get(lang="it").json()
    assert told["name"] == "Rally d’Italia"
    assert [stage["name"] for stage in told["stages"]] == ["Italia, prova 1", "Italia, prova speciale"]
    assert tour.get("/file").text == write_tour(whole)


@pytest.mark.parametrize("language", ["it", "de", "fr"])
def test_a_tour_of_rally_speaks_of_no_cycling(client: httpx.Client, language: str) -> None:
    whole = new_tour("rally", "italy", teams=2, seed=4, seats=("Ada", "Bob"))
    for ridden_so_far in range(2):
        tour = opened(client, write_tour(whole))
        sheet = re.sub(r"<[^>]*>", " ", tour.get("/sheet", lang=language).text)
        told = " ".join(_texts(tour.get(lang=language).json()))
        for text in (sheet, told):
            assert not re.search(r"etappe|tappa|tappe|étape|rundfahrt|\bgir[oi]\b", text, re.IGNORECASE), text
        assert {"it": "Prove", "de": "Prüfungen", "fr": "Épreuves"}[language] in sheet
        if not ridden_so_far:
            ride(whole, ["codriver"])


def _texts(told: Any) -> list[str]:
    if isinstance(told, dict | list):
        return [text for one in (told.values() if isinstance(told, dict) else told) for text in _texts(one)]
    return [told] if isinstance(told, str) else []


EDITS: dict[str, tuple[Callable[[str], str], str]] = {
    "no tour": (lambda text: "hello", "line 1. is not a tour file"),
    "empty": (lambda text: "", "line 1. the file ends here"),
    "cut short": (lambda text: text[: len(text) // 2], "line "),
    "another game": (lambda text: text.replace("breaking_away", "chess"), "line 2. "),
    "a result": (lambda text: text.replace('result 1: {"', 'result 1: {"bonus": 1, "'), "does not match its race"),
    "luck": (lambda text: text.replace("chance: seed 8", "chance: seed 9"), "a different luck"),
    "a seed beyond all": (lambda text: write_tour(ridden(0)).replace("seed 8", f"seed {2**63}"), "chance must be"),
    "a seed below all": (lambda text: write_tour(ridden(0)).replace("seed 8", "seed -1"), "tour’s seed"),
    "text behind": (lambda text: text + "more\n", "there is text after the end"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_bad_file_is_refused_with_its_line_and_changes_nothing(client: httpx.Client, edit: str) -> None:
    rider = Rider(client)
    before = all_tours(rider)
    change, words = EDITS[edit]
    answer = brought(client, change(write_tour(ridden(1))))
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid"), answer.text
    error = answer.json()["error"]
    assert words in f"{error['message']} {error['detail']}"
    assert all_tours(rider) == before


def test_bytes_that_are_no_text_are_refused(client: httpx.Client) -> None:
    assert "UTF-8" in brought(client, b"\xff\xfe\x00").json()["error"]["detail"]


def test_a_tour_is_kept_whole_or_not_at_all(
    client: httpx.Client, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    rider = Rider(client)
    before, tables = all_tours(rider), rider.get("/tables").json()["tables"]
    storage = server.app.state.registry.storage
    write = storage.write

    def full(job: Any) -> Any:
        def and_then_the_disk_is_full(connection: Any) -> None:
            job(connection)
            raise StorageError("the disk is full")

        return write(and_then_the_disk_is_full)

    monkeypatch.setattr(storage, "write", full)
    assert brought(client, write_tour(ridden(2))).status_code == 503
    monkeypatch.undo()
    assert all_tours(rider) == before
    assert rider.get("/tables").json()["tables"] == tables


def test_stages_may_lie_on_courses_of_the_house(rider: Rider, client: httpx.Client) -> None:
    course = rider.post("/games/leader_one/courses", SMALL).json()["id"]
    stages = [{"course": course}, {"course": "first_race"}]
    tour = set_up(rider, "me", "random", "random", game="leader_one", stages=stages)
    told = tour.told()
    assert [stage["course"] for stage in told["stages"]] == [course, "first_race"]
    assert told["stages"][0]["name"] == "Round the lake"
    assert rider.get(f"/games/leader_one/courses/{course}/sketch").json()["points"]
    for _ in stages:
        tour.ride()
    text = tour.get("/file").text
    again = opened(client, text)
    assert again.get("/file").text == text, "the file brings its course along"
    assert again.told()["stages"][0]["name"] == "Round the lake"


def test_courses_of_nobody_and_of_other_games_are_refused(rider: Rider) -> None:
    course = rider.post("/games/leader_one/courses", SMALL).json()["id"]
    for name in ("own-nothing", course):
        body = {"game": "breaking_away", "stages": [{"course": name}], "seats": [{"kind": "me"}, {"kind": "bot"}]}
        answer = rider.post("/tours", body)
        assert (answer.status_code, answer.json()["error"]["message"]) == (
            422, f"This game has no course {name}: choose another.",
        )  # fmt: skip
