"""Every way a race can end, found among seeded races and kept as race files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import parcours
from parcours.engine.match import Match
from parcours.games.leader_one.state import LATE
from parcours.games.rally.state import LEFT, OUT
from parcours.games.um_reifenbreite.state import DOWN, RIDING

FOLDER = Path(__file__).parent / "races"

Test = Callable[[Match], bool]


def _breaking_away() -> dict[str, Test]:
    def finishers(race: Match) -> int:
        return int(race.state["crossed"][2])

    def last_action_retires(race: Match) -> bool:
        return race.at(len(race.actions) - 1).notation(race.actions[-1]).endswith("retires")

    def tie_for_first(race: Match) -> bool:
        first, second = race.standings()[:2]
        return first.points == second.points

    return {
        "eighth_rider_over_the_finish": lambda race: finishers(race) == 8,
        "fewer_than_eight_last_one_crosses": lambda race: finishers(race) < 8 and not last_action_retires(race),
        "fewer_than_eight_last_one_retires": lambda race: finishers(race) < 8 and last_action_retires(race),
        "tie_for_first": tie_for_first,
    }


def _um_reifenbreite() -> dict[str, Test]:
    def last_status(race: Match) -> int:
        """The status of the rider in the last place, just before getting that place."""
        state = race.state
        last = int(np.argmax(state["place"]))
        for back in range(1, 8):
            earlier = race.at(len(race.actions) - back).state
            if not earlier["place"][last]:
                return int(earlier["status"][last])
        return -1

    def winner_struck_out(race: Match) -> bool:
        state = race.state
        first = int(np.flatnonzero(state["place"] == 1)[0])
        return bool(state["photos"][first] & state["verdict"])

    def shared(race: Match) -> bool:
        return race.standings()[1].place == 1

    def tie_for_first(race: Match) -> bool:
        first, second = race.standings()[:2]
        return first.points == second.points and second.place == 2

    return {
        "last_one_on_the_road": lambda race: last_status(race) == RIDING and not race.state["cheating"],
        "last_one_down": lambda race: last_status(race) == DOWN,
        "winner_disqualified": winner_struck_out,
        "everybody_disqualified": shared,
        "tie_for_first": tie_for_first,
    }


def _leader_one() -> dict[str, Test]:
    def late(race: Match) -> bool:
        return bool((race.state["status"] == LATE).any())

    def turns(race: Match) -> tuple[int, int, int]:
        """The turns in which the winner came in, the bunch came in, and the race ended."""
        state = race.state
        winner = int(np.flatnonzero(state["place"] == 1)[0])
        return int(state["home_turn"][winner]), int(state["bunch_turn"]), int(state["turn"])

    return {
        "all_home_with_the_bunch": lambda race: not late(race) and turns(race)[1] == turns(race)[2],
        "all_home_after_the_bunch": lambda race: not late(race) and 0 < turns(race)[1] < turns(race)[2],
        "all_home_before_the_bunch": lambda race: not late(race) and turns(race)[1] == 0,
        "third_turn_after_the_bunch": lambda race: late(race) and turns(race)[0] > 0,
        "nobody_home_in_time": lambda race: turns(race)[0] == 0,
        "breakaway_wins": lambda race: 0 < turns(race)[0] < turns(race)[1],
    }


def _rally() -> dict[str, Test]:
    def last_to_go(race: Match) -> int:
        """The status of the car that moved last."""
        return int(race.state["status"][int(race.state["car"])])

    def home(race: Match) -> int:
        return int((race.state["left_turn"] > 0).sum())

    return {
        "last_car_leaves": lambda race: last_to_go(race) == LEFT and home(race) == race.teams,
        "last_car_eliminated": lambda race: last_to_go(race) == OUT and home(race) > 0,
        "nobody_home": lambda race: home(race) == 0,
        "tie_for_first": lambda race: home(race) > 0 and race.standings()[1].place == 1,
    }


def _profi() -> dict[str, Test]:
    return {
        "lone_leader": lambda race: int(race.state["sprint"]) == 0 and not race.state["board"],
        "final_sprint": lambda race: int(race.state["sprint"]) == 1,
        "run_off": lambda race: int(race.state["sprint"]) > 1,
        "disqualified": lambda race: int(race.state["struck"]) != 0,
        "over_a_board": lambda race: bool(race.state["board"]),
    }


ENDINGS: dict[str, dict[str, Test]] = {
    "breaking_away": _breaking_away(),
    "leader_one": _leader_one(),
    "um_reifenbreite": _um_reifenbreite(),
    "rally": _rally(),
    "profi": _profi(),
}
DEPTHS = {"um_reifenbreite": (1, 2), "leader_one": (1, 2), "rally": (1, 2), "profi": (1, 2)}
"""How many actions deep the lines are counted; three for a game that is not listed."""


def _set_up(game_name: str, seed: int) -> dict[str, Any]:
    """The teams and options of a seeded race."""
    if game_name == "leader_one":
        return {"teams": 2 + seed % 9, "riders": "1" if seed % 4 < 2 else "most"}
    if game_name == "um_reifenbreite":
        switches = {name: bool(seed >> bit & 1) for bit, name in enumerate(("cheating", "sprints", "relays"))}
        return {"teams": 2 + seed % 3, "course": "AB"[seed // 8 % 2], **switches}
    if game_name == "rally":
        course = ("montecarlo", "sweden", "italy", "austrian_alps")[seed % 4]
        return {"teams": 2 + seed // 8 % 5 if seed % 2 else 2, "course": course, "special": bool(seed >> 2 & 1)}
    if game_name == "profi":
        names = ("breakaway", "circle", "elbow", "weather", "wind", "doping", "events")
        switches = {name: bool(seed >> bit & 1) for bit, name in enumerate(names)}
        return {"teams": 2 + seed % 3, "course": ("short", "coast", "flat")[seed // 3 % 3], **switches}
    return {"teams": 3 + seed % 4 if seed % 2 else 3}


def file_of(game: str, ending: str) -> Path:
    return FOLDER / f"{game}.{ending}.race"


def _bot(game_name: str, seed: int) -> str:
    """The bot of a seeded race. In Leader 1, random bots hardly ever come home with the bunch, let alone before it."""
    return "captain" if game_name == "leader_one" and seed % 2 else "random"


def find(game_name: str, ending: str) -> Match:
    """The first seeded race of bots that ends in this way."""
    game = parcours.game(game_name)
    for seed in range(20_000):
        bot = _bot(game_name, seed)
        chosen = _set_up(game_name, seed)
        race = game.start(seed=seed, seats=[bot] * chosen["teams"], **chosen)
        while not race.over:
            race.play(race.choice_of(game.bot(bot)))
        if ENDINGS[game_name][ending](race):
            return race
    raise LookupError(f"no race of {game_name} ends like {ending}")


def count_lines(race: Match, depth: int) -> int:
    """How many different legal lines of play of `depth` actions there are (chance counts like a seat)."""
    if depth == 0 or race.over:
        return 1
    total = 0
    for action in race.legal():
        onward = race.copy()
        onward.replay(action)
        total += count_lines(onward, depth - 1)
    return total


def positions(game_name: str) -> dict[str, Match]:
    """Fixed positions from which lines are counted: the start, and points of each kept race."""
    found = {"start": parcours.game(game_name).start(seed=0, manual_chance=True)}
    for ending in ENDINGS[game_name]:
        race = parcours.load(file_of(game_name, ending))
        for share in np.linspace(0.2, 0.98, 4):
            point = int(len(race.actions) * share)
            found[f"{ending} at {point}"] = race.at(point)
    return found
