"""Trims, lots, who lays the road, mechanics: RA-S, RA-A, RA-P9, RA-R4, RA-C1."""

from __future__ import annotations

import pytest

from parcours.errors import BadOptionError
from parcours.games.rally import actions as a
from tests.rally.driving import (
    CARS,
    GAME,
    NAMES,
    ROAD_X,
    TRIMS,
    at_start,
    begun,
    laid,
    mover,
    phase,
    standing,
    start_on,
    station,
    status,
)


def offered_trims(race):
    names = {value: name for name, value in TRIMS.items()}
    assert phase(race) == "trim"
    return {names[action - a.TRIM] for action in race.legal()}


@pytest.mark.clause("RA-S1")
@pytest.mark.parametrize("cars", [2, 3, 4, 5, 6])
def test_two_to_six_cars_one_a_seat(cars):
    race = at_start(cars)
    assert race.teams == cars
    assert [status(race, name) for name in NAMES[:cars]] == ["waiting"] * cars


@pytest.mark.clause("RA-S1")
@pytest.mark.parametrize("cars", [0, 1, 7])
def test_no_fewer_and_no_more(cars):
    with pytest.raises(BadOptionError, match="teams must be 2 to 6"):
        GAME.start(teams=cars)


@pytest.mark.clause("RA-S2")
def test_three_lengths_one_stage_one_rally_the_championship():
    stage = GAME.start(course="safari")
    assert stage.setup.course.id == "safari"
    presets = {preset.id: preset for preset in GAME.tour.presets}
    assert len(presets["safari"].stages) == 2
    assert len(presets["championship"].stages) == 18 + 4
    assert [stage.course for stage in presets["championship"].stages[:5]] == ["montecarlo"] * 4 + ["sweden"]


@pytest.mark.clause("RA-S3", "RA-O1")
def test_special_stages_are_agreed_on_before():
    presets = {preset.id: preset for preset in GAME.tour.presets}
    special = [stage for stage in presets["championship"].stages if stage.options.get("special")]
    assert [stage.course for stage in special] == ["montecarlo", "sweden", "italy", "austrian_alps"]
    plain = presets["championship_plain"].stages
    assert len(plain) == 18
    assert not any(stage.options.get("special") for stage in plain)


@pytest.mark.clause("RA-S4", "RA-S5", "RA-E1")
def test_a_stage_begins_with_trims_lots_road_mechanics_in_this_order():
    race = GAME.start(teams=3, manual_chance=True)
    seen = [phase(race)]
    while phase(race) != "tyres":
        race.play(race.legal()[0])
        if phase(race) != seen[-1]:
            seen.append(phase(race))
    assert seen == ["trim", "start lot", "layer lot", "lay", "mechanics", "tyres"]
    state = race.races[0]
    assert int(state["arrow"]) == 0
    assert list(state["over_rev"][:3]) == [1, 1, 1]
    assert list(state["place"][:3]) == [0, 0, 0]


@pytest.mark.clause("RA-S5")
def test_nothing_but_trims_order_and_weather_comes_from_the_stage_before():
    carried = {"trims": [1, 2, 0], "scores": [2, -3, 0], "arrow": 5}
    race = at_start(3, carried=carried)
    state = race.races[0]
    assert list(state["trim"][:3]) == [1, 2, 0]
    assert [NAMES[car] for car in state["order"][:3]] == ["Blue", "Yellow", "Red"]
    assert int(state["arrow"]) == 5
    assert list(state["over_rev"][:3]) == [1, 1, 1]
    assert not state["stand"].any()
    assert not state["tyres"].any()
    assert (state["mechanic"][:3] == 0).all()


# ------------------------------------------------------------------------------------------------------- trims


@pytest.mark.clause("RA-A1", "RA-H2", "RA-E1")
def test_trims_are_chosen_in_secret_and_shown_together():
    race = GAME.start(teams=3, manual_chance=True)
    race.play(a.TRIM + TRIMS["prototype"])
    race.play(a.TRIM + TRIMS["fast"])
    assert list(race.view(0)["trim"][:3]) == [2, -1, -1]
    assert list(race.view(2)["trim"][:3]) == [-1, -1, -1]
    assert list(race.view(-1)["trim"][:3]) == [-1, -1, -1]
    race.play(a.TRIM + TRIMS["stable"])
    assert list(race.view(-1)["trim"][:3]) == [2, 1, 0]


@pytest.mark.clause("RA-A1")
def test_a_trim_stays_for_all_stages_of_a_rally():
    race = GAME.start(teams=2, manual_chance=True, carried={"trims": [2, 0], "scores": [0, 1], "arrow": 3})
    assert phase(race) == "lay"
    assert list(race.races[0]["trim"][:2]) == [2, 0]


@pytest.mark.clause("RA-A2", "RA-2", "RA-E1")
@pytest.mark.parametrize(
    ("before", "allowed"),
    [("stable", {"stable", "fast"}), ("fast", {"stable", "fast", "prototype"}), ("prototype", {"fast", "prototype"})],
)
def test_from_rally_to_rally_a_trim_changes_by_one_step(before, allowed):
    race = GAME.start(teams=2, manual_chance=True, carried={"last_trims": [TRIMS[before]] * 2})
    assert offered_trims(race) == allowed


@pytest.mark.clause("RA-A2", "RA-2")
def test_stable_fast_prototype_over_three_rallies():
    assert offered_trims(GAME.start(teams=2, manual_chance=True)) == {"stable", "fast", "prototype"}
    for before, now in (("stable", "fast"), ("fast", "prototype")):
        race = GAME.start(teams=2, manual_chance=True, carried={"last_trims": [TRIMS[before]] * 2})
        race.play(a.TRIM + TRIMS[now])
        race.play(a.TRIM + TRIMS[now])
        assert list(race.races[0]["trim"][:2]) == [TRIMS[now]] * 2


@pytest.mark.parametrize(
    "carried",
    [
        {"trims": [0, 3], "scores": [0, 0], "arrow": 0},
        {"trims": [0], "scores": [0, 0], "arrow": 0},
        {"trims": [0, 1], "scores": [0, 0], "arrow": 11},
        {"trims": [0, 1], "scores": [0, "0"], "arrow": 1},
        {"trims": [0, 1], "scores": [0, 0]},
        {"last_trims": [0, True]},
        {"energy": 3},
    ],
)
def test_what_is_carried_wrongly_is_refused(carried):
    with pytest.raises(BadOptionError, match="rally: "):
        GAME.start(teams=2, carried=carried)


# -------------------------------------------------------------------------------------------------------- lots


@pytest.mark.clause("RA-P9", "RA-C1", "RA-R4")
def test_two_lots_before_a_first_stage_all_orders_equally_likely():
    race = GAME.start(teams=4, manual_chance=True)
    for _ in range(4):
        race.play(a.TRIM)
    assert race.actor == -1
    for left, name in ((4, "Green"), (3, "Red"), (2, "Yellow")):
        assert phase(race) == "start lot"
        assert len(race.legal()) == left
        assert race.weights() == [1] * left
        race.play(a.LOT + CARS[name])
    assert [NAMES[car] for car in race.races[0]["order"][:4]] == ["Green", "Red", "Yellow", "Blue"]
    assert phase(race) == "layer lot"
    assert race.weights() == [1] * 4
    race.play(a.LOT + CARS["Blue"])
    assert race.actor == CARS["Blue"]


@pytest.mark.clause("RA-P9", "RA-C1")
def test_a_lot_for_each_tie_the_best_placed_first():
    carried = {"trims": [0] * 5, "scores": [3, -1, 3, -1, 0], "arrow": 0}
    race = GAME.start(teams=5, manual_chance=True, carried=carried)
    assert {NAMES[action - a.LOT] for action in race.legal()} == {"Blue", "Green"}
    race.play(a.LOT + CARS["Green"])
    assert {NAMES[action - a.LOT] for action in race.legal()} == {"Red", "Yellow"}
    race.play(a.LOT + CARS["Yellow"])
    assert [NAMES[car] for car in race.races[0]["order"][:5]] == ["Green", "Blue", "Violet", "Yellow", "Red"]


@pytest.mark.clause("RA-R4", "RA-E2")
def test_in_a_later_stage_who_starts_last_lays_the_road():
    race = begun(3, carried={"trims": [0] * 3, "scores": [-2, 4, -1], "arrow": 0})
    assert phase(race) == "lay"
    assert race.actor == CARS["Blue"]


@pytest.mark.clause("RA-R4")
def test_before_the_first_stage_of_every_rally_the_lot_chooses_the_road_layer():
    race = begun(3, carried={"last_trims": [0, 1, 1]})
    assert phase(race) == "layer lot"
    race.play(a.LOT + CARS["Yellow"])
    assert race.actor == CARS["Yellow"]


# --------------------------------------------------------------------------------------------------- mechanics


@pytest.mark.clause("RA-M1", "RA-M2", "RA-E3", "RA-H1", "RA-S5")
def test_mechanics_are_placed_in_secret_one_or_several_to_a_square():
    race = laid(begun(3))
    assert phase(race) == "mechanics"
    station(race, 35, 35)
    station(race, 65)
    assert list(race.races[0]["mechanic"][0]) == [0, 35, 35]
    assert list(race.races[0]["mechanic"][1]) == [0, 0, 15]
    assert list(race.view(0)["mechanic"][0]) == [0, 35, 35]
    assert list(race.view(0)["mechanic"][1]) == [-2, -2, -2]
    station(race)
    assert phase(race) == "tyres"
    for viewer in (-1, 2):
        assert (race.view(viewer)["mechanic"][:2] == -2).all(), "how many are out is hidden too"


@pytest.mark.clause("RA-E3")
def test_everybody_is_asked_three_times_so_that_the_log_tells_nothing():
    one, other = laid(begun(2)), laid(begun(2))
    before = len(one.actions)
    station(one, 91, 92, 93)
    station(other)
    assert len(one.actions) == len(other.actions) == before + 3
    assert len(one.legal()) == 60 + 1


@pytest.mark.clause("RA-O3")
def test_open_mechanics_are_shown_once_all_have_been_placed():
    race = laid(begun(2, open_mechanics=True))
    station(race, 91, 92, 93)
    assert list(race.view(1)["mechanic"][0]) == [-2, -2, -2]
    station(race, 1)
    assert list(race.view(1)["mechanic"][0]) == [1, 2, 3]
    assert list(race.view(-1)["mechanic"][1]) == [0, 0, 21]


@pytest.mark.clause("RA-S5", "RA-T1")
def test_the_first_car_moves_first():
    race = at_start(3, order=("Yellow", "Red", "Blue"))
    assert (phase(race), mover(race)) == ("tyres", "Yellow")
    start_on(race)
    assert phase(race) == "gear"


def test_the_road_of_the_examples_has_sixty_squares():
    assert int(at_start(2, road=ROAD_X).races[0]["places"]) == 60


@pytest.mark.clause("RA-M5", "RA-H1")
def test_a_guess_puts_no_mechanic_where_nobody_came_from():
    """Blue has to stand on 30 and nobody has helped, so no guess of Red's puts a mechanic of Blue's on 26 to 34."""
    race = standing({"Red": 20, "Blue": 30}, off=("Blue",), mechanics={"Blue": (1, 2, 3)})
    race.races[0]["stand"][1] = 2
    race.look_again()
    places = {int(place) for key in range(200) for place in race.guess(0, key).races[0]["mechanic"][1]}
    assert not places & set(range(26, 35))
    assert {25, 35} <= places
    race.races[0]["stand"][1] = 0
    race.look_again()
    free = {int(place) for key in range(200) for place in race.guess(0, key).races[0]["mechanic"][1]}
    assert free & set(range(26, 35)), "after a spin nobody has to come"
