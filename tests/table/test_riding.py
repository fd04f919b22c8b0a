"""A race over the API, from the first choice to the file, and what the API tells along the way."""

from __future__ import annotations

from tests.table.helpers import QUICK, Rider


def test_games_tell_what_can_be_chosen(rider: Rider) -> None:
    (game,) = [g for g in rider.get("/games").json() if g["id"] == "breaking_away"]
    assert game["min_teams"] == 3
    assert {bot["name"] for bot in game["bots"]} >= {"random", "sprinter"}
    assert game["courses"][0]["id"] == "grand_circuit"


def test_a_race_against_bots(rider: Rider) -> None:
    table = rider.open("me", "sprinter", "random")
    assert table.info["your_turn"] is True
    state = table.act(0, 5)
    assert state["steps"] >= 1
    while not state["scene"]["over"]:
        table.ride()
        state = table.state(0)
    assert state["table"]["status"] == "finished"
    assert state["table"]["winner"]
    assert state["story"][-1]["weight"] in ("major", "headline")
    steps = [entry["step"] for entry in state["story"]]
    assert steps == sorted(steps)
    assert steps[-1] == state["steps"]


def test_bots_alone_ride_to_the_end(rider: Rider) -> None:
    state = rider.open("sprinter", "random", "sprinter", "random").finished()
    assert state["scene"]["over"]
    assert state["scene"]["seat"] == -1
    assert state["scene"]["choices"] == []


def test_languages(rider: Rider) -> None:
    table = rider.open("me", "sprinter", "random")
    words = {lang: table.state(0, lang=lang)["scene"]["prompt"] for lang in ("en", "it", "de", "fr")}
    moments = {lang: table.state(0, lang=lang)["state_id"] for lang in ("en", "it", "de", "fr")}
    assert len(set(words.values())) == 4
    assert len(set(moments.values())) == 1
    told = rider.client.get("api/v1/games", headers={"accept-language": "de-AT,de;q=0.9"}).json()
    assert told[0]["about"] != rider.get("/games", lang="en").json()[0]["about"]


def test_steps_show_the_race_as_it_was(rider: Rider) -> None:
    table = rider.open("me", "sprinter", "random")
    first = table.state(0)["scene"]
    table.act(0, 5)
    table.ride(6)
    state = table.state(0)
    start = table.get("/steps/0", 0).json()["scene"]
    assert start["prompt"] == first["prompt"]
    assert start["pieces"] == first["pieces"]
    last = table.get(f"/steps/{state['steps']}", 0).json()["scene"]
    assert last["pieces"] == state["scene"]["pieces"]
    assert table.get(f"/steps/{state['steps'] + 1}", 0).status_code == 404
    part = table.get("/story", 0, **{"from": 3}).json()["story"]
    assert part == [entry for entry in state["story"] if entry["step"] >= 3]


def test_since_your_last_turn(rider: Rider) -> None:
    table = rider.open("me", "sprinter", "random")
    table.act(0, 5)
    table.ride(3)
    state = table.state(0)
    assert state["since"] < len(state["story"])
    assert all(entry["seat"] != 0 or entry["weight"] != "move" for entry in state["story"][state["since"] + 1 :])


def test_report_sheet_and_file(rider: Rider) -> None:
    table = rider.open("random", "sprinter", "sprinter")
    table.finished()
    report = table.get("/report").json()
    assert [row["place"] for row in report["standings"]] == sorted(row["place"] for row in report["standings"])
    assert all(row["score"].startswith(f"{row['points']} point") for row in report["standings"])
    assert report["positions"][0]["turn"] == 0
    assert max(r["distance"] for r in report["positions"][-1]["riders"]) > 100
    assert report["lines"][-1]["at"] == 100
    sheet = table.get("/sheet")
    assert sheet.headers["content-type"].startswith("text/html")
    assert " style=" not in sheet.text
    race = table.get("/race")
    assert race.text.startswith("Parcours race, format 1")
    again = rider.seated(rider.client.post("api/v1/races", content=race.text))
    assert again.info["status"] == "finished"
    assert again.get("/race").text.splitlines()[-1] == race.text.splitlines()[-1]
    assert len(again.secrets) == 3


def test_hint_and_why(rider: Rider) -> None:
    table = rider.open("me", "sprinter", "random")
    hint = table.post("/hint").json()
    assert hint["action"] in (5, 6)
    assert hint["label"]
    table.act(0, 5)
    table.turn_of(0)
    assert table.post("/hint").json()["reason"]
    why = table.post("/why", {"target": "square:17"}).json()
    assert why["clause"].startswith("BA-")
    assert table.post("/why", {"target": "factor:--5"}).status_code in (200, 422)
    assert table.post("/hint", seat=None).status_code == 403


def test_commissioner_types_in_the_draw(rider: Rider) -> None:
    table = rider.open("me", "here", "here", commissioner=True)
    for seat in range(3):
        table.act(seat, 5)
    asked = table.state(2)
    assert asked["scene"]["actor"] == -1
    assert asked["table"]["your_turn"]
    assert len(asked["scene"]["choices"]) == 3
    assert table.state()["scene"]["choices"] == []
    state = table.act(2, asked["scene"]["choices"][1]["action"])
    assert state["scene"]["actor"] == 1


def test_branch_rides_on_from_a_step(rider: Rider) -> None:
    table = rider.open("me", "sprinter", "random")
    table.act(0, 5)
    table.ride(8)
    here = table.get("/steps/6", 0).json()["scene"]
    branch = rider.seated(table.post("/branch", {"step": 6}))
    assert branch.info["branch_of"] == table.id
    assert set(branch.secrets) == {0}
    assert branch.get("/steps/6", 0).json()["scene"]["pieces"] == here["pieces"]
    assert table.post("/branch", {"step": 6}, seat=None).status_code == 403
    assert table.post("/branch", {"step": 10_000}).status_code == 422


def test_rematch_moves_everybody_one_seat_on(rider: Rider) -> None:
    table = rider.open("me", "sprinter", "random")
    assert table.post("/rematch").status_code == 409
    while table.get().json()["status"] != "finished":
        table.ride()
    again = rider.seated(table.post("/rematch"))
    kinds = [(s["kind"], s["bot"]) for s in again.info["seats"]]
    assert kinds == [("bot", "random"), ("person", None), ("bot", "sprinter")]
    assert set(again.secrets) == {1}
    assert table.post("/rematch").status_code == 409
    assert table.state(0)["rematch"]["table"] == again.id


def test_list_of_tables(rider: Rider) -> None:
    first, hidden = rider.open("me", "sprinter", "random"), rider.open("me", "here", "random", private=True)
    listed = rider.get("/tables").json()["tables"]
    assert listed[0]["id"] == first.id
    named = f"{first.id},{hidden.id}"
    assert hidden.id not in rider.get("/tables", mine=named).text
    both = f"{first.secrets[0]},{hidden.secrets[0]}"
    found = {t["id"]: t for t in rider.get("/tables", both, mine=named).json()["tables"]}
    assert found.keys() >= {first.id, hidden.id}
    assert found[hidden.id]["your_turn"] is True


def test_the_list_says_whose_turn_it_is_at_a_shared_screen(rider: Rider) -> None:
    """A browser that holds several seats is told that it is its turn, whichever of them has to choose."""
    table = rider.open("me", "here", "random")
    both = ",".join(table.secrets.values())

    def listed(secrets: str) -> object:
        return next(t for t in rider.get("/tables", secrets).json()["tables"] if t["id"] == table.id)["your_turn"]

    assert listed(both) is True
    table.act(0, QUICK)
    assert table.actor() == 1
    assert listed(both) is True
    assert listed(table.secrets[0]) is False


def test_rules_and_boards(rider: Rider) -> None:
    rules = rider.get("/games/breaking_away/rules", lang="it").json()
    assert rules["chapters"][0]["clauses"]
    board = rider.get("/games/breaking_away/courses/grand_circuit/board").json()
    assert len(board["squares"]) == 40
    assert [square["ahead"] for square in board["squares"]] == [[(n + 1) % 40] for n in range(40)]
    assert " style=" not in board["svg"]
    table = rider.open("me", "sprinter", "random")
    assert table.get("/board").json() == board
