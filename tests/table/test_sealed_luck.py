"""Luck that nobody can foresee and everybody can check: sealed while a race is on, revealed when it is over."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from pathlib import Path

import httpx
import pytest

import parcours
from parcours.engine.chance import CHANCE
from parcours.engine.match import Match, Setup
from parcours.engine.racefile import read_race, write_race
from parcours.engine.seal import seal_of, sealed_key, stage_secret
from parcours.errors import ParcoursError, RaceFileError, TourError
from parcours.games import GAMES, find_game
from parcours.table import keys
from parcours.tours import new_tour
from parcours.tours.tourfile import read_tour, write_tour
from tests.table.conftest import Server, relaxed, running
from tests.table.helpers import Rider, Seated
from tests.table.sockets import watching
from tests.table.test_together import friends

SECRET = bytes(range(32))


@pytest.fixture(autouse=True)
def under_seal(same_luck: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Luck as it is outside tests: sealed."""
    monkeypatch.setattr(keys, "new_luck", lambda: secrets.token_bytes(32))


def sealed(game: str, secret: bytes = SECRET) -> Match:
    found = find_game(game)
    plain = found.start(seed=1).setup
    return Match(Setup(found, plain.teams, plain.course, plain.options, secret=secret))


def ridden(race: Match) -> Match:
    while not race.over:
        race.play(race.choice_of(race.game.bots[-1], 1))
    return race


def test_the_key_of_a_roll_is_what_anybody_can_work_out() -> None:
    by_hand = hmac.new(SECRET, (7).to_bytes(8, "big"), hashlib.sha256).digest()[:8]
    assert int(sealed_key(SECRET, 7)) == int.from_bytes(by_hand, "big")
    assert seal_of(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert len({stage_secret(SECRET, number) for number in range(20)} | {SECRET}) == 21


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_race_is_checked_roll_by_roll(game: str) -> None:
    race = ridden(sealed(game))
    text = write_race(race)
    assert f"chance: secret {SECRET.hex()}" in text
    assert read_race(text).digest() == race.digest()
    other = text.replace(SECRET.hex(), bytes(32).hex())
    rolls = sum(race.at(n).actor == CHANCE for n in range(0, len(race.actions), 5))
    if rolls:
        with pytest.raises(RaceFileError, match="the seed or the roll was changed"):
            read_race(other)
    for wrong in ("secret 12", f"secret {SECRET.hex().upper()}", f"secret {SECRET.hex()}0", "secret"):
        with pytest.raises(RaceFileError, match="chance must be"):
            read_race(text.replace(f"secret {SECRET.hex()}", wrong))


def test_rolls_of_all_kinds_come_and_another_secret_gives_others() -> None:
    weights: dict[int, int] = {}
    for number in range(300):
        race = sealed("um_reifenbreite", hashlib.sha256(b"%d" % number).digest())
        while race.actor != CHANCE and not race.over:
            race.replay(race.legal()[0])
        weights[race.roll()] = weights.get(race.roll(), 0) + 1
    assert len(weights) > 3
    assert max(weights.values()) < 200


def test_undoing_brings_the_same_luck_and_nobody_is_handed_it() -> None:
    race = sealed("um_reifenbreite")
    for _ in range(30):
        race.play(race.legal()[0])
    again = race.at(10)
    for action in race.actions[10:]:
        assert again.actor != CHANCE or again.roll() == action
        again.replay(action)
    for handed in (race.seen_by(0), race.guess(0, 3)):
        assert handed.setup.secret == b""
    assert SECRET.hex() not in repr(race.setup)
    with pytest.raises(ParcoursError, match="is sealed"):
        write_race(race)


def test_a_tour_under_seal_is_written_at_its_end_and_read_again() -> None:
    tour = new_tour("rally", "italy", teams=2, secret=SECRET, seats=("A", "B"))
    told = []
    with pytest.raises(TourError, match="is sealed"):
        write_tour(tour)
    while not tour.over:
        race = ridden(tour.next_race())
        told.append(race.setup.secret)
        tour.book(race)
    assert len(set(told)) == len(told)
    text = write_tour(tour)
    assert read_tour(text).secret == SECRET
    with pytest.raises(ParcoursError):
        read_tour(text.replace(f"chance: secret {SECRET.hex()}", f"chance: secret {bytes(32).hex()}", 1))


def everything(table: Seated, server: Server) -> str:
    """Everything that anybody at a table can be told."""
    told = []
    for seat in (None, *table.secrets):
        paths = ("", "/state", "/story", "/steps/0", "/board", "/race", "/report", "/sheet", "/review")
        told += [table.get(path, seat).text for path in paths]
        told.append(table.post("/hint", seat=seat).text)
        with watching(table, seat) as live:
            told.append(json.dumps(live.next()))
    told += [table.rider.get(path).text for path in ("/tables", f"/tables?mine={table.id}", "/tours", "/status")]
    return "\n".join(told)


def secret_in(server: Server, table: Seated) -> bytes:
    return bytes(server.app.state.registry.tables[table.id].match.setup.secret)


def test_while_a_race_is_on_no_door_tells_its_secret(rider: Rider, server: Server) -> None:
    table = friends(rider)
    secret = secret_in(server, table)
    assert len(secret) == 32
    assert table.info["seal"] == table.state(1)["table"]["seal"] == hashlib.sha256(secret).hexdigest()
    table.ride(6)
    table.post("/undo", seat=0)
    told = everything(table, server)
    assert hashlib.sha256(secret).hexdigest() in told
    for shape in (secret.hex(), secret.hex().upper(), str(int.from_bytes(secret)), str(list(secret))[1:-1]):
        assert shape not in told
    alone = rider.open("me", "sprinter", "sprinter")
    alone.act(0)
    branch = rider.seated(alone.post("/branch", {"step": 1}))
    assert secret_in(server, branch) not in (b"", secret_in(server, alone)), "a branch has luck of its own"


def test_the_finished_file_tells_it_and_anybody_can_check(rider: Rider, server: Server, tmp_path: Path) -> None:
    table = friends(rider)
    seal = table.info["seal"]
    for seat in (0, 1):
        table.stand_in(seat)
    table.finished()
    text = table.get("/race").text
    secret = bytes.fromhex(text.partition("chance: secret ")[2].split()[0])
    assert hashlib.sha256(secret).hexdigest() == seal
    (tmp_path / "my.race").write_text(text)
    assert parcours.load(tmp_path / "my.race").over
    undone = table.post("/undo", seat=0)
    assert (undone.status_code, undone.json()["error"]["code"]) == (409, "unsealed"), "its luck is known now"
    assert not table.state(0)["undo"]["possible"]


def chance_of(table: Seated) -> str:
    text = table.get("/race").text
    read_race(text)
    return text.partition("chance: ")[2].partition("\n")[0]


def test_a_finished_race_that_is_taken_over_whole_keeps_the_luck_that_it_can_be_checked_by(
    rider: Rider, client: httpx.Client
) -> None:
    given = ridden(sealed("rally"))
    told = f"secret {SECRET.hex()}"
    table = rider.seated(client.post("api/v1/races", content=write_race(given)))
    assert chance_of(table) == told
    again = rider.seated(client.post("api/v1/races", content=table.get("/race").text))
    assert chance_of(again) == told
    last = table.state(0)["steps"]
    branch = rider.seated(table.post("/branch", {"step": last}))
    assert chance_of(branch) == told
    half = rider.seated(table.post("/branch", {"step": last // 2}))
    for seat in range(len(half.info["seats"])):
        half.stand_in(seat)
    half.finished()
    assert " from action " in chance_of(half)
    assert SECRET.hex() not in chance_of(half)
    brought = rider.seated(client.post("api/v1/races", content=half.get("/race").text))
    assert chance_of(brought) == chance_of(half)
    ending = brought.state(0)["steps"]
    assert chance_of(rider.seated(brought.post("/branch", {"step": ending}))) == chance_of(half)


def test_a_given_seed_and_dice_of_ones_own_are_as_before(rider: Rider, server: Server) -> None:
    for more in ({"seed": 5}, {"commissioner": True}):
        table = rider.open("me", "here", "here", **more)
        assert table.info["seal"] is None
        assert secret_in(server, table) == b""


def test_a_restart_keeps_it(tmp_path: Path) -> None:
    settings = relaxed(str(tmp_path / "tables.db"))

    with running(settings) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        table = Rider(client).open("me", "here", "here", game="rally", teams=3)
        table.ride(10)
        before, secret = table.state(0), secret_in(server, table)
        upcoming = [table.id, before["state_id"], before["table"]["seal"]]
    with running(settings) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        again = Seated(Rider(client), table.id, table.secrets, {})
        state = again.state(0)
        assert [again.id, state["state_id"], state["table"]["seal"]] == upcoming
        assert secret_in(server, again) == secret
