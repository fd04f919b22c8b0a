"""Leader 1: whole random races against an independent ledger of energy and an independent search for ways."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parcours.engine.match import Match
from parcours.engine.record import same
from parcours.games.leader_one import actions as a
from parcours.games.leader_one import state as s
from parcours.games.leader_one.texts import ways_of
from tests.leader_one import oracle
from tests.leader_one.riding import GAME, PHASES, phase

TILES = (2, 3, 4, 5)
RISKS = ("", "fatigue", "fall", "both")
MOST = {2: 3, 3: 3, 4: 3, 5: 2, 6: 1, 8: 1, 10: 1}


@st.composite
def set_ups(draw: st.DrawFn) -> Match:
    teams = draw(st.sampled_from(sorted(MOST)))
    switches = {name: draw(st.booleans()) for name in ("photo_finish", "bunch_by_energy", "claim_feed")}
    return GAME.start(
        teams=teams,
        riders=str(draw(st.integers(1, MOST[teams]))),
        course=draw(st.sampled_from(GAME.course_names)),
        manual_chance=True,
        **switches,
    )


def numbers(state: Any) -> range:
    return range(int(state["teams"]) * int(state["each"]))


class Ledger:
    """Books every point of energy that a rider gets or spends, from what can be seen of the race."""

    def __init__(self, race: Match) -> None:
        self.course = race.setup.course
        start = sum(int(leg["value"]) for leg in self.course.road.stretches)
        self.energy = dict.fromkeys(numbers(race.state), start)
        self.cost = 0
        self.pulled: set[int] = set()
        """Squares left this turn by riders that leave their slipstream."""
        self.turn = 0
        self.began: dict[int, int] = {}

    def note_turn(self, state: Any) -> None:
        if int(state["turn"]) != self.turn:
            self.turn, self.pulled = int(state["turn"]), set()
            self.began = {r: int(state["at"][r]) for r in numbers(state) if int(state["status"][r]) == s.ON_ROAD}

    def play(self, before: Any, action: int, after: Any) -> None:
        mover, rider = int(before["mover"]), int(before["rider"])
        if action < a.WAY:
            square = int(before["origin"]) + action
            ways = ways_of(before, square, self.course)
            if len(ways) == 1:
                self.ride(before, square, ways[0])
        elif action < a.STAY:
            self.ride(before, int(before["target"]), action - a.WAY)
        elif action == a.STAY:
            self.energy[mover] += self.free(before, mover)
        elif action < a.ATTACK:
            payer = rider if int(before["phase"]) == s.SETTLE else mover
            self.energy[payer] += TILES[action - a.PLAY]
        elif action == a.PAY:
            self.energy[rider] -= max(0, int(before["squares"]) - 4)
        elif action == a.USE:
            self.energy[rider] += TILES[int(before["drawn"])]
        elif a.EVENT <= action < a.TILE and int(before["phase"]) != s.PUNCTURE_ROLL:
            needed = (5, 8, 11)[min(2, int(before["risks"][mover]))]
            if action - a.EVENT + 1 < needed:
                self.energy[mover] -= self.cost * (2 if int(before["phase"]) == s.FATIGUE_ROLL else 1)
        self.settle(before, after)

    def free(self, state: Any, rider: int) -> int:
        return oracle.free_squares(state, self.course, rider, self.pulled, bool(state["attacking"]))

    def ride(self, before: Any, square: int, way: int) -> None:
        mover = int(before["mover"])
        length, risk = way // 4 + 1, RISKS[way % 4]
        free = self.free(before, mover)
        self.cost = oracle.ways(before, self.course, mover, free, bool(before["attacking"]))[square, length, risk]
        self.energy[mover] += max(0, free - length) - self.cost

    def settle(self, before: Any, after: Any) -> None:
        """What follows without a decision: kept tiles at the finish, a rider that can't move, 3 if no tile is left."""
        for rider in numbers(after):
            if int(after["status"][rider]) == s.HOME != int(before["status"][rider]):
                kept = before["kept"][rider].tolist()
                self.energy[rider] += sum(n * value for n, value in zip(kept, TILES, strict=True))
            gained = int(after["energy"][rider]) - self.energy[rider]
            if gained > 0:
                stayed = int(after["at"][rider]) == int(before["at"][rider]) != -1
                fed = int(after["fed"][rider]) > int(before["fed"][rider])
                assert stayed or fed, (rider, gained)
                if fed:
                    assert gained == 3
                    kind = int(after["kind"][rider])
                    assert after["pile"][kind].sum() == 0
                else:
                    sure = oracle.free_squares(after, self.course, rider, set(), False)
                    assert gained in (sure, sure + 1), "a stay brings the free squares back"
                self.energy[rider] += gained

    def note_pull(self, before: Any, after: Any) -> None:
        """Note a rider that has just moved, if it left a square of the road and its slipstream behind."""
        for rider in numbers(after):
            gone = int(after["moved"][rider]) == s.MOVED and int(before["moved"][rider]) != s.MOVED
            if gone and rider in self.began and int(after["pulls"][rider]):
                self.pulled.add(self.began[rider])


def check_squares(state: Any, finish: int, fronts: Any) -> None:
    standing = [int(state["at"][r]) for r in numbers(state) if int(state["status"][r]) == s.ON_ROAD]
    on_course = [square for square in standing if fronts[square] <= finish]
    assert len(set(on_course)) == len(on_course), "one rider a square"
    for rider in numbers(state):
        away = int(state["status"][rider]) in (s.IN_BUNCH, s.HOME, s.LATE, s.OUT)
        assert (int(state["at"][rider]) == -1) == away
    places = sorted(int(place) for place in state["place"] if place)
    assert places == list(range(1, len(places) + 1))
    assert (state["energy"] >= 0).all()
    tiles = state["pile"].sum() + state["used"].sum() + state["kept"].sum() + (int(state["drawn"]) >= 0)
    assert tiles == 36, "no tile is lost"
    assert (state["kept"].sum(axis=1) == state["tiles"]).all()


@pytest.mark.clause("L1-A3a", "L1-B1b", "L1-B1e", "L1-B4b", "L1-C2d", "L1-C2h", "L1-C4a", "L1-C4f", "L1-F5")
@given(set_ups(), st.integers(0, 2**32))
@settings(max_examples=12)
def test_energy_is_conserved_to_the_last_point_and_the_race_ends(race, key):
    rng = np.random.default_rng(key)
    ledger = Ledger(race)
    fronts, finish = race.setup.course.road.squares["front"], race.setup.course.finish
    for _ in range(5000):
        if race.over:
            break
        before = race.state
        ledger.note_turn(before)
        legal = race.legal()
        action = legal[rng.integers(len(legal))]
        race.replay(action)
        after = race.state
        ledger.play(before, action, after)
        ledger.note_pull(before, after)
        assert [int(after["energy"][r]) for r in ledger.energy] == list(ledger.energy.values()), race.actions[-5:]
        check_squares(after, finish, fronts)
    assert race.over
    limit = int(race.state["bunch_turn"]) + 3
    assert not race.state["bunch_turn"] or int(race.state["turn"]) <= limit
    assert sorted(race.state["place"][: len(ledger.energy)].tolist()) == list(range(1, len(ledger.energy) + 1))


def offered(race: Match) -> set[tuple[int, int, str]]:
    """The ways that the mover may ride: end square, length, risk."""
    state = race.state
    return {
        (int(state["origin"]) + code, way // 4 + 1, RISKS[way % 4])
        for code in race.legal()
        if code < a.WAY
        for way in ways_of(state, int(state["origin"]) + code, race.setup.course)
    }


@pytest.mark.clause(
    "L1-B1c", "L1-B1f", "L1-B1g", "L1-B1h", "L1-B1k", "L1-B2b", "L1-B2c", "L1-C2g", "L1-C2i", "L1-C3f", "L1-H4"
)
@given(set_ups(), st.integers(0, 2**32))
@settings(max_examples=12)
def test_every_way_is_offered_exactly_when_the_clauses_allow_it(race, key):
    rng = np.random.default_rng(key)
    if key % 3 == 0:
        race.races[0]["energy"][:] *= 3
    seen = 0
    while not race.over and seen < 60:
        state = race.state
        if phase(race) == "move":
            seen += 1
            rider, attacking = int(state["mover"]), bool(state["attacking"])
            found = oracle.ways(state, race.setup.course, rider, int(state["free"]), attacking)
            assert offered(race) == set(found)
        legal = race.legal()
        weights = [4 if a.ATTACK <= code < a.ASK_ME else 1 for code in legal]
        race.replay(legal[rng.choice(len(legal), p=np.array(weights) / sum(weights))])


@pytest.mark.clause("L1-B1g", "L1-B1h")
@given(st.sampled_from(GAME.course_names), st.integers(0, 2**32), st.integers(4, 9))
@settings(max_examples=25)
def test_every_way_through_a_crowd_is_found(course, key, rows):
    """Eleven riders just ahead: no way is lost, however many ways there are."""
    rng = np.random.default_rng(key)
    race = GAME.start(course=course, teams=4, riders="3", manual_chance=True)
    state, road = race.races[0], race.setup.course.road
    fronts, finish = road.squares["front"], race.setup.course.finish
    start = int(rng.choice([i for i in range(len(fronts)) if 0 < fronts[i] <= finish - 70]))
    near = [i for i in range(len(fronts)) if fronts[start] < fronts[i] <= min(finish, fronts[start] + 70 * rows)]
    state["status"][:], state["at"][:] = s.OUT, -1
    for number, square in enumerate([start, *rng.permutation(near)[:11].tolist()]):
        state["status"][number], state["at"][number], state["stamp"][number] = s.ON_ROAD, square, -number
        state["moved"][number] = s.MOVED if number else s.UNMOVED
    state["kind"][0], state["energy"][0] = rng.integers(3), rng.integers(1, 99)
    state["turn"], state["part"], state["phase"], state["rider"] = 5, s.AHEAD, s.PUNCTURE_ROLL, 1
    race.look_again()
    before = race.state
    free = oracle.free_squares(before, race.setup.course, 0, set(), False)
    found = oracle.ways(before, race.setup.course, 0, free, False)
    race.replay(a.EVENT + 11)
    if found:
        assert (phase(race), int(race.state["mover"])) == ("move", 0)
        assert offered(race) == set(found)
    else:
        assert int(race.state["at"][0]) == start, "who can't move stays"
        assert int(race.state["energy"][0]) == int(before["energy"][0]) + free


@given(set_ups(), st.integers(0, 2**32), st.integers(0, 300))
@settings(max_examples=15)
def test_nobody_sees_a_rivals_tiles_or_qualities_too_early(race, key, actions):
    rng = np.random.default_rng(key)
    while not race.over and actions > 0:
        legal = race.legal()
        race.replay(legal[rng.integers(len(legal))])
        actions -= 1
    state, each = race.state, int(race.state["each"])
    for seat in range(-1, race.teams):
        view = race.view(seat)
        for rider in numbers(state):
            if rider // each != seat:
                assert view["kept"][rider].sum() == 0
                assert int(view["tiles"][rider]) == int(state["tiles"][rider])
                if phase(race) == "qualities":
                    assert view["quality"][rider] == s.PLAIN
        guess = race.guess(seat, int(rng.integers(2**32)))
        assert same(guess.view(seat), view)
        assert (guess.state["kept"].sum(axis=1) == guess.state["tiles"]).all()
    assert set(PHASES.values()) == set(range(18))
