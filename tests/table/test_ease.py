"""What a table does for its people: quick starts, forced answers, routines, one press for several questions."""

from __future__ import annotations

import pytest

import parcours
from parcours.engine.lesson import has_lesson
from tests.table.helpers import Rider, Seated

GAMES = [name for name in parcours.game_names() if has_lesson(parcours.game(name))]


def quick(rider: Rider, name: str, **more: object) -> Seated:
    game = parcours.game(name)
    bots = [game.bots[-1].name] * (game.default_teams - 1)
    options = {"options": dict(game.quick.options), "course": game.quick.course or game.default_course}
    return rider.open("me", *bots, game=name, quick=True, **{**options, **more})


@pytest.mark.parametrize("name", GAMES)
def test_a_quick_race_opens_on_the_road(rider: Rider, name: str) -> None:
    table = quick(rider, name, routines=list(parcours.game(name).quick.routines))
    state = table.turn_of(0)
    assert state["scene"]["turn"] >= 1
    assert state["ease"]["chosen"] == str(parcours.game(name).quick.about)
    assert not state["undo"]["possible"]
    assert len(state["scene"]["choices"]) > 1


def test_a_race_that_people_set_up_says_nothing_of_what_was_chosen(rider: Rider) -> None:
    state = rider.open("me", "random", "random").state(0)
    assert state["ease"] == {"chosen": None, "routines": []}


def test_nobody_is_asked_what_has_one_answer(rider: Rider) -> None:
    table = rider.open("me", "here", "here")
    for _ in range(60):
        seat = table.actor()
        assert len(table.state(seat)["scene"]["choices"]) > 1
        if table.act(seat)["scene"]["over"]:
            return


def test_forced_answers_stand_in_the_race_and_in_the_story(rider: Rider) -> None:
    table = rider.open("me", "here", "here", seed=5)
    made = table.ride()
    lines = table.get("/race", 0).text
    race = parcours.game("breaking_away").start(teams=3, seed=5)
    assert table.state(0)["scene"]["over"]
    assert made < sum(" rides " in entry["words"] for entry in table.state(0)["story"]) + 6
    assert str(race.setup.seed) in lines


def test_a_routine_is_answered_until_it_is_taken_back(rider: Rider) -> None:
    table = quick(rider, "um_reifenbreite")
    for _ in range(40):
        state = table.turn_of(0)
        if {"Toughs", "follow"} & set(state["scene"]["prompt"].split()) and len(state["scene"]["choices"]) == 2:
            break
        table.act(0)
    before = state["steps"]
    answer = table.post("/routines", {"routines": ["wheels"]}, 0)
    assert answer.status_code == 200, answer.text
    after = answer.json()
    assert after["steps"] > before
    assert {r["id"]: r["on"] for r in after["ease"]["routines"]} == {"wheels": True}
    again = table.post("/routines", {"routines": []}, 0).json()
    assert not again["ease"]["routines"][0]["on"]


def test_an_unknown_routine_is_refused(rider: Rider) -> None:
    table = quick(rider, "profi")
    assert table.post("/routines", {"routines": ["sleep"]}, 0).status_code == 422
    assert table.post("/routines", {"routines": ["cards"]}, None).status_code == 403


def test_one_press_is_one_choice_and_is_taken_back_whole(rider: Rider) -> None:
    table = quick(rider, "profi", routines=["opening", "cards"], seed=4)
    state = table.turn_of(0)
    press = max(state["clicks"], key=lambda choice: len(choice["actions"]))
    assert len(press["actions"]) > 1
    first, *then = press["actions"]
    body = {"action": first, "then": then, "state_id": state["state_id"]}
    answer = table.post("/actions", body, 0)
    assert answer.status_code == 200, answer.text
    assert table.post("/actions", body, 0).json()["error"]["code"] == "already_done"
    table.turn_of(0)
    back = table.post("/undo", {}, 0)
    assert back.status_code == 200, back.text
    assert back.json()["scene"]["choices"] == state["scene"]["choices"]
    assert back.json()["clicks"] == state["clicks"]


def test_a_press_stops_where_its_answers_do_not_fit(rider: Rider) -> None:
    table = quick(rider, "profi", seed=4)
    state = table.turn_of(0)
    press = max(state["clicks"], key=lambda choice: len(choice["actions"]))
    first = press["actions"][0]
    answer = table.post("/actions", {"action": first, "then": [399, 398], "state_id": state["state_id"]}, 0)
    assert answer.status_code == 200, answer.text
    assert table.turn_of(0)["state_id"] != state["state_id"]


def test_nobody_else_is_shown_a_press(rider: Rider) -> None:
    table = quick(rider, "profi", seed=4)
    table.turn_of(0)
    assert table.state(None)["clicks"] == []


def test_others_need_not_be_asked_for_what_the_table_answered(rider: Rider) -> None:
    """A forced answer that follows a seat's own choice does not mean that others must agree to take the choice back."""
    table = rider.open("me", "friend", "random")
    state = table.state(0)
    assert state["undo"]["free"] is False
    table.act(0)
    assert table.state(0)["undo"]["free"]


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_is_ridden_at_a_real_table_as_the_coach_says(rider: Rider, name: str) -> None:
    """The table's bots and luck do what the lesson needs: every idea is met, and the lesson comes to its end."""
    table = rider.seated(rider.post(f"/games/{name}/lesson", {"name": "Ada"}))
    said, ended = [], False
    while not ended:
        state = table.turn_of(0)
        told = table.get("/coach", 0, lang="de").json()
        assert told["lesson"]
        assert told["state_id"] == state["state_id"]
        said += [told["say"]] if told["say"] else []
        ended = told["ended"]
        if ended:
            assert told["end"]
            assert all(idea["met"] for idea in told["ideas"])
            break
        first, *then = told["advice"]["actions"]
        answer = table.post("/actions", {"action": first, "then": then, "state_id": state["state_id"]}, 0)
        assert answer.status_code == 200, answer.text
    assert len(said) == told["steps"]


def test_outside_of_a_lesson_the_coach_says_what_he_would_do(rider: Rider) -> None:
    table = quick(rider, "breaking_away")
    table.turn_of(0)
    told = table.get("/coach", 0).json()
    assert not told["lesson"]
    assert told["advice"]["reason"]
    assert table.get("/coach", None).json()["advice"] is None


def test_a_game_without_a_lesson_says_so(rider: Rider) -> None:
    assert rider.post("/games/nothing/lesson", {}).status_code == 404
