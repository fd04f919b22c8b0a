"""The road, card by card, and the Calendar's limits: RA-R, RA-L, RA-O4."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from parcours.draw.board import draw_board
from parcours.engine.road import FORD, HAIRPIN
from parcours.errors import BadOptionError
from parcours.games.rally.calendar import own_data
from parcours.games.rally.cards import road_faults
from parcours.games.rally.courses import cards_of, limits_of, number_at
from tests.rally.driving import GAME, ROAD_X, at_start, begun, laid, laid_ids, lay, offered_cards, phase

EIGHT = ("montecarlo", "sweden", "italy", "safari", "morocco", "austrian_alps", "alpine_cup", "great_britain")


def refused(rally: str, *road: int, special: bool = False) -> list[str]:
    course = GAME.course(rally)
    return [str(fault) for fault in road_faults(own_data().base, limits_of(course, special), road)]


@pytest.mark.clause("RA-R1", "RA-R2", "RA-R8")
def test_cards_joined_exit_to_entry_make_the_road():
    race = at_start(2, road=ROAD_X)
    drawn = GAME.course_shown(race.races[0], race.setup.course)
    squares = drawn.road.squares
    assert len(squares) == 60
    assert [number_at(race.races[0], race.setup.course, p) for p in (1, 11, 15, 35, 52)] == [91, 61, 65, 35, 12]
    assert [int(squares["value"][p - 1]) for p in (1, 5, 15, 35)] == [0, 3, 4, 4]
    assert int(squares["flags"][14]) & FORD
    assert int(squares["flags"][34]) & HAIRPIN
    assert list(squares["ahead"][:-1, 1]) == list(range(1, 60)), "it never closes"
    state = race.races[0]
    assert [number_at(state, race.setup.course, p) for p in (1, 52, 60)] == [91, 12, 20]
    assert [int(grade) & 7 for grade in state["grade"][:6]] == [0, 1, 2, 2, 3, 1]
    assert laid_ids(state, race.setup.course) == tuple(map(str, ROAD_X))


@pytest.mark.clause("RA-R1", "RA-E2")
def test_a_card_is_used_once_in_a_stage():
    race = laid(begun(2), ROAD_X[:3])
    assert not offered_cards(race) & set(ROAD_X[:3])
    assert refused("montecarlo", 10, 7, 1, 4, 11, 10) == ["card 10 is laid 2 times"]


@pytest.mark.clause("RA-R5")
def test_the_first_square_of_the_first_card_has_level_0():
    race = laid(begun(2), ())
    assert offered_cards(race) == {1, 2, 3, 4, 6, 7, 9, 10, 11}
    lay(race, 10)
    assert {5, 8} <= offered_cards(race)
    assert refused("montecarlo", 5, 7, 1, 4, 11, 2) == ["card 5 starts at difficulty 1"]


@pytest.mark.clause("RA-R7")
def test_a_road_that_breaks_rules_is_refused_with_every_reason():
    assert refused("safari", 1, 7, 8, 9, 2, 3, 10) == ["8 cards needed, 7 laid"]
    assert refused("safari", 4, 5, 7, 8, 9, 1, 2, 3) == ["at most 1 hairpin: 2 laid, cards 4 and 5"]
    assert refused("safari", 5, 4, 99, 7, 7, 1, 2) == [
        "8 cards needed, 7 laid",
        "there is no card 99",
        "card 7 is laid 2 times",
        "at most 1 hairpin: 2 laid, cards 5 and 4",
        "at least 3 fords: 2 laid, cards 7 and 7",
        "card 5 starts at difficulty 1",
    ]


@pytest.mark.clause("RA-24", "RA-R3", "RA-R6")
def test_roads_of_the_safari_and_of_sweden():
    assert refused("safari", 1, 7, 8, 9, 2, 3, 10, 11) == []
    assert refused("safari", 4, 5, 7, 8, 9, 1, 2, 3) == ["at most 1 hairpin: 2 laid, cards 4 and 5"]
    assert refused("safari", 8, 7, 9, 1, 2, 3, 10, 11) == ["card 8 starts at difficulty 1"]
    assert refused("sweden", 4, 5, 6, 10, 11, 7, 1) == []
    assert refused("sweden", 4, 5, 6, 2, 3, 7, 1) == ["at most 2 fast roads: 3 laid, cards 2, 3 and 1"]
    laid(begun(2, "safari"), (1, 7, 8, 9, 2, 3, 10, 11))
    laid(begun(2, "sweden"), (4, 5, 6, 10, 11, 7, 1))


@pytest.mark.clause("RA-R3", "RA-R6", "RA-R7", "RA-E2")
@pytest.mark.parametrize("rally", EIGHT)
def test_exactly_the_cards_are_offered_from_which_a_legal_road_can_be_made(rally):
    """Compare with a list of all legal sets of cards, at every point of some random roads."""
    course = GAME.course(rally)
    limits, base = limits_of(course, special=False), own_data().base
    legal_sets = [
        {card.id for card in some}
        for some in itertools.combinations(base, limits.cards)
        if not [f for f in road_faults(base, limits, [c.id for c in some]) if "starts at" not in str(f)]
    ]
    rng = np.random.default_rng(EIGHT.index(rally))
    for _ in range(6):
        race, road = laid(begun(2, rally), ()), []
        while phase(race) == "lay":
            possible = {
                card
                for some in legal_sets
                if set(road) <= some and (road or any(c.begins_easily for c in base if c.id in some))
                for card in some - set(road)
                if road or next(c for c in base if c.id == card).begins_easily
            }
            assert offered_cards(race) == possible
            card = int(rng.choice(sorted(possible)))
            lay(race, card)
            road.append(card)
        assert road_faults(base, limits, road) == []


@pytest.mark.clause("RA-L1", "RA-L2", "RA-L3", "RA-L4", "RA-L5", "RA-L6", "RA-L7", "RA-L8", "RA-L9")
def test_the_calendar():
    data = own_data()
    free = (0, None)
    told = {
        rally.id: (rally.wheel, rally.stages, rally.limits.cards, rally.limits.bounds,
                   rally.special and (rally.special.cards, rally.special.bounds))
        for rally in data.rallies
    }  # fmt: skip
    assert told == {
        "montecarlo": ("EC", 3, 6, (free, free, free), (5, (free, (0, 1), (0, 1)))),
        "sweden": ("EN", 2, 7, ((0, 2), free, (0, 2)), (5, ((0, 2), free, (0, 2)))),
        "italy": ("EC", 1, 7, (free, free, free), (5, (free, free, free))),
        "safari": ("A", 2, 8, (free, (0, 1), (3, None)), None),
        "morocco": ("A", 2, 6, (free, free, free), None),
        "austrian_alps": ("EC", 2, 6, (free, free, (0, 1)), (6, (free, free, (0, 1)))),
        "alpine_cup": ("EC", 3, 6, (free, (2, None), (0, 1)), None),
        "great_britain": ("EC", 3, 6, (free, (0, 1), free), None),
    }
    assert list(told) == list(EIGHT) == list(GAME.course_names)
    assert sum(rally.stages for rally in data.rallies) == 18
    assert sum(rally.special is not None for rally in data.rallies) == 4


@pytest.mark.clause("RA-L1", "RA-L5")
def test_every_rally_can_be_met_the_safari_by_16_choices_of_cards():
    data = own_data()
    for rally in data.rallies:
        for limits in filter(None, (rally.limits, rally.special)):
            sets = 0
            for some in itertools.combinations(data.base, limits.cards):
                first = next((card for card in some if card.begins_easily), None)
                if first:
                    road = [first.id, *(card.id for card in some if card is not first)]
                    sets += not road_faults(data.base, limits, road)
            assert sets == 16 if rally.id == "safari" else sets > 100, rally.id


@pytest.mark.clause("RA-O1", "RA-R6", "RA-L2")
def test_a_special_stage_has_its_own_number_of_cards_and_limits():
    race = laid(begun(2, special=True), ())
    for card in (4, 7, 1, 2):
        lay(race, card)
    assert offered_cards(race) == {3, 10, 11}, "one hairpin and one ford are the most"
    lay(race, 3)
    assert phase(race) == "mechanics"
    assert limits_of(GAME.course("sweden"), special=True).bounds == limits_of(GAME.course("sweden"), False).bounds


@pytest.mark.clause("RA-O1")
def test_a_rally_without_a_special_stage_has_none():
    with pytest.raises(BadOptionError, match="Safari has no special stage"):
        GAME.start(course="safari", special=True)


@pytest.mark.clause("RA-O4")
def test_the_extension_may_be_laid_only_where_it_was_agreed_on():
    assert offered_cards(laid(begun(2), ())) & {12, 13, 14, 15, 16} == set()
    race = laid(begun(2, extension=True), ())
    assert offered_cards(race) & {12, 13, 14, 15, 16} == {12, 14, 15}
    lay(race, 14)
    assert offered_cards(race) >= {12, 13, 15, 16}
    assert cards_of(race.setup.course)[15].id == 16


@pytest.mark.clause("RA-R3")
def test_chance_lays_a_road_within_the_limits_where_that_was_chosen():
    for seed in range(20):
        race = GAME.start(course="safari", road="random", seed=seed, teams=2)
        while phase(race) == "trim":
            race.play(race.legal()[0])
        assert phase(race) == "mechanics"
        ids = [int(id_) for id_ in laid_ids(race.races[0], race.setup.course)]
        assert refused("safari", *ids) == []


@pytest.mark.clause("RA-R8")
def test_any_number_of_cars_fit_on_a_square():
    from tests.rally.driving import die, gear, go, no_stop, place, standing

    race = standing({"Red": 20, "Blue": 21, "Yellow": 21, "Green": 21}, last=2)
    gear(race, 2)
    die(race, 1)
    go(race, 1)
    no_stop(race)
    assert [place(race, name) for name in ("Red", "Blue", "Yellow", "Green")] == [21] * 4


def test_what_is_laid_is_drawn_at_once_and_only_once_made():
    race = laid(begun(2), ROAD_X[:2])
    state = race.races[0]
    drawn = GAME.course_shown(state, race.setup.course)
    assert [int(label) for label in drawn.road.squares["label"]] == [*range(1, 21)]
    assert GAME.course_shown(state, race.setup.course) is drawn
    lay(race, 1)
    assert len(GAME.course_shown(race.races[0], race.setup.course).road.squares) == 30


def test_before_the_first_card_the_land_is_open():
    race = begun(2, "safari")
    land = GAME.course_shown(race.races[0], race.setup.course)
    assert not len(land.road.squares)
    assert GAME.course_shown(race.races[0], race.setup.course) is land
    assert land.digest != GAME.course_shown(race.races[0], GAME.course("italy")).digest, "each rally has its own sheet"
    board = draw_board(land, GAME.accent)
    assert not board.squares
    assert "SAFARI" in board.svg
    assert "squares</text>" not in board.svg, "no length is told of a road that is not there"


@pytest.mark.parametrize("rally", EIGHT)
def test_posters_show_a_road_that_might_be_laid(rally):
    course = GAME.course(rally)
    shown = GAME.pictured(course)
    assert len(shown.road.squares) == 10 * limits_of(course, special=False).cards
    ids = list(dict.fromkeys(int(segment.id.partition(".")[0]) for segment in shown.lap))
    assert refused(rally, *ids) == []
