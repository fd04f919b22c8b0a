"""Tours at the table: set up, ridden stage by stage with the same seats, each stage booked once, whatever happens."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

import parcours
from parcours.engine.racefile import read_race
from parcours.engine.tour import StageResult
from parcours.table import storage as storage_module
from parcours.table.schema import TableRow, TourResultRow
from parcours.table.storage import ConflictError, Storage
from parcours.tours.tourfile import read_tour
from tests.table.conftest import Server, relaxed, running
from tests.table.helpers import Rider, Seated

STAGE = {"course": "grand_circuit"}


class Touring:
    """A tour as one client knows it: its id, and the secrets and invitations that the client was given."""

    def __init__(self, rider: Rider, told: dict[str, Any]) -> None:
        self.rider, self.id = rider, told["tour"]["id"]
        self.secrets = {int(seat): secret for seat, secret in told["secrets"].items()}
        self.invites = {int(seat): invite for seat, invite in told["invites"].items()}
        self.first = told["table"]["id"]

    def get(self, path: str = "", seat: int | None = 0, **params: Any) -> httpx.Response:
        return self.rider.get(f"/tours/{self.id}{path}", self.secrets.get(seat) if seat is not None else None, **params)

    def told(self, seat: int | None = 0) -> dict[str, Any]:
        answer = self.get(seat=seat)
        assert answer.status_code == 200, answer.text
        return answer.json()  # type: ignore[no-any-return]

    def next(self, seat: int | None = 0) -> httpx.Response:
        return self.rider.post(f"/tours/{self.id}/next", None, self.secrets.get(seat) if seat is not None else None)

    def stage(self, seat: int | None = 0) -> Seated:
        """The table of the next stage, where the same secrets hold."""
        answer = self.next(seat)
        assert answer.status_code == 200, answer.text
        return Seated(self.rider, answer.json()["id"], self.secrets, self.invites, answer.json())

    def ride(self) -> Seated:
        """Let bots ride the next stage to its end for everybody."""
        table = self.stage(min(self.secrets, default=None))
        self.finish(table)
        return table

    def finish(self, table: Seated) -> None:
        for seat in self.secrets:
            table.stand_in(seat)
        table.finished()


def set_up(rider: Rider, *kinds: str, **more: Any) -> Touring:
    seats = [
        {"kind": kind, "name": kind.title()} if kind in ("me", "here", "friend") else {"kind": "bot", "bot": kind}
        for kind in kinds
    ]
    wanted = {"game": "breaking_away", "seats": seats, **({"stages": [STAGE, STAGE]} if "preset" not in more else {})}
    answer = rider.post("/tours", {**wanted, **more})
    assert answer.status_code == 201, answer.text
    return Touring(rider, answer.json())


def statuses(told: dict[str, Any]) -> list[str]:
    return [stage["status"] for stage in told["stages"]]


def booked(database: str, tour: str) -> list[int]:
    """The stages for which the database holds a result."""
    engine = sa.create_engine(storage_module.database_url(database))
    with engine.connect() as connection:
        wanted = sa.select(TourResultRow.stage).where(TourResultRow.tour_id == tour).order_by(TourResultRow.stage)
        found = list(connection.execute(wanted).scalars())
    engine.dispose()
    return found


# ---------------------------------------------------------------------------------------------------- riding


def test_a_tour_from_the_first_stage_to_the_file(rider: Rider, database: str) -> None:
    tour = set_up(rider, "me", "random", "random", preset="three_days")
    told = tour.told()
    assert (told["name"], told["teams"], told["over"]) == ("Three days on the Grand Circuit", 3, False)
    assert statuses(told) == ["riding", "to_come", "to_come"]
    assert told["classifications"] == []
    points = [0, 0, 0]
    for number in range(3):
        table = tour.ride()
        assert table.info["tour"] == {"id": tour.id, "stage": number + 1}
        for row in table.get("/report").json()["standings"]:
            points[row["seat"]] += row["points"]
        told = tour.told()
        assert told["ridden"] == number + 1
        lines = told["classifications"][0]["lines"]
        assert {line["seat"]: line["total"] for line in lines} == dict(enumerate(points))
        assert [line["before"] is None for line in lines] == [number == 0] * 3
        if number < 2:
            assert statuses(told)[number + 1] == "next"
            assert tour.get("/file").status_code == 403
    assert told["over"]
    assert told["stages"][1]["option_words"] == ["Staggered start"]
    assert told["leaders"][0]["seat"] == lines[0]["seat"]
    assert tour.next().json()["error"]["code"] == "tour_over"
    assert booked(database, tour.id) == [1, 2, 3]
    read = read_tour(tour.get("/file").text)
    assert read.over
    assert {line.seat: line.total for line in read.classifications()[0].lines} == dict(enumerate(points))
    sheet = tour.get("/sheet", lang="de").text
    assert "Gesamtwertung" in sheet
    assert str(max(points)) in sheet
    paper = tour.get("/sheet.pdf")
    assert (paper.headers["content-type"], paper.content[:5]) == ("application/pdf", b"%PDF-")


def test_people_keep_their_seats_and_their_secrets(rider: Rider) -> None:
    tour = set_up(rider, "me", "friend", "random")
    first = tour.stage()
    claim = first.post("/seats/1/claim", {"invite": tour.invites[1], "name": "Bob"}, None)
    tour.secrets[1] = claim.json()["secret"]
    assert [seat["name"] for seat in tour.told(1)["seats"]] == ["Me", "Bob", "Random"]
    first.ride(2)
    tour.finish(first)
    second = tour.stage(1)
    assert second.id != first.id
    assert [seat["bot"] for seat in second.info["seats"]] == [None, None, "random"], "a stand-in was for one race"
    assert [seat["name"] for seat in second.info["seats"]] == ["Me", "Bob", "Random"]
    assert second.get(seat=0).json()["your_turn"] is not None
    assert second.get(seat=1).json()["your_turn"] is not None


def test_a_friend_who_comes_late_is_still_invited(rider: Rider) -> None:
    tour = set_up(rider, "me", "friend", "random")
    first = tour.stage()
    answer = first.post("/seats/1/bot", {"bot": "random"}, 0)
    assert answer.status_code == 200, answer.text
    tour.finish(first)
    second = tour.stage()
    claim = second.post("/seats/1/claim", {"invite": tour.invites[1], "name": "Bob"}, None)
    assert claim.status_code == 200, claim.text
    assert second.rider.get(f"/tables/{second.id}", claim.json()["secret"]).json()["your_turn"] is not None


def test_the_next_stage_is_opened_once(rider: Rider, server: Server) -> None:
    tour = set_up(rider, "me", "random", "random")
    assert tour.stage().id == tour.first, "a stage that is on is the next one"
    tour.ride()
    found: list[str] = []

    def ask() -> None:
        with httpx.Client(base_url=server.address, timeout=30) as client:
            answer = Rider(client).post(f"/tours/{tour.id}/next", None, tour.secrets[0])
            found.append(answer.json()["id"] if answer.status_code == 200 else answer.text)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    second = tour.told()["stages"][1]["table"]
    assert second != tour.first
    assert found == [second] * 6


def test_bots_alone_ride_a_tour_to_its_end(rider: Rider) -> None:
    """Nobody waits for anybody here: a stage may be over before the answer to its opening is read."""
    tour = set_up(rider, "random", "random", "random")
    Seated(rider, tour.first, {}, {}).finished()
    assert tour.told(None)["may_ride_on"] is True
    tour.stage(None).finished()
    told = tour.told(None)
    assert (told["over"], told["ridden"]) == (True, 2)


def test_what_counts_can_not_be_taken_back(rider: Rider) -> None:
    tour = set_up(rider, "me", "here", "here")
    table = tour.stage()
    table.ride(3)
    tour.finish(table)
    for seat in range(3):
        refused = table.post("/undo", None, seat)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "booked")
        assert table.state(seat)["undo"]["possible"] is False
    assert tour.told()["ridden"] == 1


def test_a_return_race_and_a_branch_are_no_stages(rider: Rider, database: str) -> None:
    tour = set_up(rider, "me", "random", "random")
    table = tour.ride()
    again = rider.seated(table.post("/rematch", {}))
    branch = rider.seated(table.post("/branch", {"step": 3}))
    assert again.info["tour"] is None
    assert branch.info["tour"] is None
    tour.finish(branch)
    assert booked(database, tour.id) == [1]
    assert statuses(tour.told()) == ["ridden", "next"]


# ---------------------------------------------------------------------------------------------- what is kept


def test_a_tour_goes_on_after_a_restart(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        tour = set_up(Rider(client), "me", "random", "random")
        tour.stage().ride(3)
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        tour.rider = Rider(client)
        assert statuses(tour.told()) == ["riding", "to_come"]
        tour.ride()
        before = tour.told()
        assert statuses(before) == ["ridden", "next"]
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        tour.rider = Rider(client)
        assert tour.told() == before
        tour.ride()
        after = tour.told()
        assert after["over"]
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        tour.rider = Rider(client)
        assert tour.told() == after
        assert read_tour(tour.get("/file").text).over
    assert booked(database, tour.id) == [1, 2]


def test_the_end_of_a_race_and_its_result_are_one_write(tmp_path: Path) -> None:
    """At any moment the database has a finished stage with its result, or neither."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        seen: list[tuple[str, int]] = []
        engine = sa.create_engine(storage_module.database_url(database))
        stop = threading.Event()

        def look() -> None:
            wanted = sa.select(TableRow.status, sa.func.count(TourResultRow.stage)).join(
                TourResultRow, TourResultRow.table_id == TableRow.id, isouter=True
            )
            while not stop.is_set():
                with engine.connect() as connection:
                    seen.extend((row[0], row[1]) for row in connection.execute(wanted.group_by(TableRow.id)))

        watching = threading.Thread(target=look)
        watching.start()
        set_up(Rider(client), "me", "random", "random").ride()
        stop.set()
        watching.join()
        engine.dispose()
    assert {found for found in seen if found[0] == "finished"} <= {("finished", 1)}
    assert ("live", 1) not in seen


def test_a_second_result_for_a_stage_is_refused(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        tour = set_up(Rider(client), "me", "random", "random")
        tour.ride()
    storage = Storage(database)
    row = {"tour_id": tour.id, "stage": 1, "table_id": "another", "result": {"points": [99, 0, 0]}, "at": 0.0}
    written = storage.write(lambda connection: connection.execute(sa.insert(TourResultRow), [row]) and None)
    assert isinstance(written.exception(), ConflictError)
    stored = storage.load_tour(tour.id)
    storage.close()
    assert stored is not None
    assert [result.table_id for result in stored.results] == [tour.first]


def test_a_database_from_before_tours_is_brought_up(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        table = Rider(client).open("me", "random", "random")
        table.ride(5)
        before = table.state(0)
    config = Config()
    config.set_main_option("script_location", str(Path(storage_module.__file__).parent / "migrations"))
    engine = sa.create_engine(storage_module.database_url(database))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        assert "tours" not in sa.inspect(connection).get_table_names()
    engine.dispose()
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        again = Seated(Rider(client), table.id, table.secrets, {})
        assert again.state(0)["scene"] == before["scene"]
        assert set_up(Rider(client), "me", "random", "random").ride().finished()


def test_what_a_stage_brings_along_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game whose stages pass something on, the table passes it on, saves it, and writes it into the race file."""
    game = parcours.game("breaking_away")
    put: list[Mapping[str, Any]] = []
    rules = type(game.tour)

    def carried(self: Any, teams: int, stages: Any, results: Sequence[StageResult]) -> dict[str, Any]:
        return {"so_far": [result["points"] for result in results]} if results else {}

    monkeypatch.setattr(rules, "carried", carried)
    monkeypatch.setattr(type(game), "put_carried", lambda self, race, teams, carried: put.append(carried))
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        tour = set_up(Rider(client), "me", "random", "random")
        tour.ride()
        points = [[line["total"] for line in sorted(tour.told()["classifications"][0]["lines"], key=_seat)]]
        second = tour.ride()
    assert put[-1] == {"so_far": points}
    put.clear()
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        second = Seated(Rider(client), second.id, tour.secrets, {})
        text = second.get("/race").text
        assert read_race(text).setup.carried == {"so_far": points}
        assert {"so_far": points} in put, "the stored race starts with it again"
        tour.rider = Rider(client)
        assert read_tour(tour.get("/file").text).over


def _seat(line: dict[str, Any]) -> int:
    return int(line["seat"])


# ----------------------------------------------------------------------------------------- who may do what


def test_only_who_rides_opens_the_next_stage(rider: Rider) -> None:
    tour = set_up(rider, "me", "random", "random")
    assert tour.told(None)["may_ride_on"] is False
    assert tour.told(0)["may_ride_on"] is True
    assert tour.next(None).status_code == 403
    wrong = rider.post(f"/tours/{tour.id}/next", None, "not-a-secret")
    assert wrong.status_code == 401


def test_a_private_tour_is_not_there_for_strangers(rider: Rider) -> None:
    tour = set_up(rider, "me", "friend", "random", private=True)
    for path in ("", "/sheet", "/file"):
        assert tour.get(path, None).json()["error"]["code"] == "no_tour"
    assert rider.post(f"/tours/{tour.id}/next").status_code == 404
    assert rider.get(f"/tours/{tour.id}", "not-a-secret").status_code == 404
    assert rider.get(f"/tours/{tour.id}", tour.invites[1]).status_code == 200, "who is invited may look"
    assert tour.id not in [told["id"] for told in rider.get("/tours").json()["tours"]]
    mine = rider.get("/tours", tour.secrets[0], mine=tour.id).json()["tours"]
    assert tour.id in [told["id"] for told in mine]
    assert tour.id not in [told["id"] for told in rider.get("/tours", mine=tour.id).json()["tours"]]


def test_tours_are_listed_newest_first_with_who_leads(rider: Rider) -> None:
    old = set_up(rider, "me", "random", "random", name="The old one")
    new = set_up(rider, "sprinter", "random", "random", name="The new one")
    new.ride()
    told = [t for t in rider.get("/tours").json()["tours"] if t["id"] in (old.id, new.id)]
    assert [t["name"] for t in told] == ["The new one", "The old one"]
    assert [len(t["leaders"]) for t in told] == [1, 0]


@pytest.mark.parametrize(
    ("more", "code", "what"),
    [
        ({"game": "chess"}, 404, "no game"),
        ({"stages": []}, 422, "1 to 30 stages"),
        ({"stages": [{"course": "nowhere"}]}, 422, "no course nowhere"),
        ({"stages": [{"course": "grand_circuit", "options": {"wings": True}}]}, 422, "stage 1"),
        ({"options": {"wings": True}}, 422, "no option 'wings'"),
        ({"preset": "three_days"}, 422, "not both"),
        ({"preset": "nothing", "stages": []}, 422, "no tour 'nothing'"),
        ({"teams": 4}, 422, "4 teams need 4 seats"),
        ({"stages": [STAGE] * 31}, 422, "1 to 30 stages"),
        ({"extra": 1}, 422, "extra"),
        ({"seats": [{"kind": "bot", "bot": "nobody"}] * 3}, 422, "no bot 'nobody'"),
    ],
)
def test_a_tour_that_can_not_be_is_refused(rider: Rider, more: dict[str, Any], code: int, what: str) -> None:
    before = len(rider.get("/tables").json()["tables"])
    bots = [{"kind": "bot", "bot": "random"}] * 3
    answer = rider.post("/tours", {"game": "breaking_away", "stages": [STAGE], "seats": bots, **more})
    assert answer.status_code == code, answer.text
    assert what in answer.json()["error"]["message"]
    assert len(rider.get("/tables").json()["tables"]) == before


def test_no_such_tour(rider: Rider) -> None:
    for path in ("", "/sheet", "/file"):
        assert rider.get(f"/tours/none{path}").status_code == 404
    assert rider.post("/tours/none/next").status_code == 404


def test_games_tell_their_tours(rider: Rider) -> None:
    (game,) = [g for g in rider.get("/games", lang="it").json() if g["id"] == "breaking_away"]
    preset = game["tour"]["presets"][0]
    assert (preset["id"], len(preset["stages"]), game["tour"]["most_stages"]) == ("three_days", 3, 30)
    assert preset["name"] == "Tre giorni sul Grande Circuito"


def test_games_tell_their_option_presets(rider: Rider) -> None:
    told = {game["id"]: game["option_presets"] for game in rider.get("/games", lang="de").json()}
    first, professional = told["profi"]
    assert (first["id"], first["name"], first["course"]) == ("first", "Erstes Rennen", "short")
    assert (professional["name"], professional["course"]) == ("Das volle Profirennen", "")
    assert set(first["options"]) == set(professional["options"])
    assert (set(first["options"].values()), set(professional["options"].values())) == ({False}, {True})
    assert told["breaking_away"] == []


def test_a_course_as_a_sign(rider: Rider) -> None:
    sign = rider.get("/games/breaking_away/courses/grand_circuit/sketch").json()
    assert sign["closed"]
    assert len(sign["points"]) > 20
    assert all(len(point) == 3 for point in sign["points"])
    assert 0 < sign["lane"] <= sign["wide"]
    assert rider.get("/games/breaking_away/courses/nowhere/sketch").status_code == 404


def test_a_course_without_a_shape_is_sketched_as_its_profile(rider: Rider) -> None:
    mountain, flat = (
        rider.get(f"/games/profi/courses/{name}/sketch").json()["points"] for name in ("mountain", "flat")
    )
    assert [point[0] for point in mountain] == sorted(point[0] for point in mountain)
    assert min(point[1] for point in mountain) < min(point[1] for point in flat) < 0, "up is up in the picture"
    assert any(angle < 0 for _, _, angle in mountain)
