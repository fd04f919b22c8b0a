"""Um Reifenbreite, chapter 15: relays, or taking turns in front."""

from __future__ import annotations

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.um_reifenbreite.rules.ways import stand
from parcours.games.um_reifenbreite.state import ANSWERING, ASKING, READY, State


@rule
def may_be_asked(race: State, number: int) -> bool:
    """Whether a rider of the file may be asked. With sprints, it must have crossed every sprint line that the head has
    crossed (UR-15d)."""
    head, asked = race.file[0], race.file[number]
    return not race.sprints or race.crossed[head] & ~race.crossed[asked] == 0


@rare
def ask_further(race: State, after: int) -> None:
    """Move on to the next rider of the file who may be asked, each at most once (UR-15a, UR-15d). If nobody is left,
    the head rides."""
    race.asked = after + 1
    while race.asked < race.filed and not may_be_asked(race, race.asked):
        race.asked += 1
    race.phase = ASKING if race.asked < race.filed else READY


@rare
def ask(race: State) -> None:
    """The manager of the rider asked decides, freely (UR-15c)."""
    race.phase = ANSWERING


@rare
def change_squares(race: State, road: Road) -> None:
    """The two riders swap squares. The rider now in front has the turn; the other has not moved and may follow (UR-15a,
    UR-15b). One swap a turn (UR-15d)."""
    head, asked = race.file[0], race.file[race.asked]
    stand(race, road, head, race.file_at[race.asked])
    stand(race, road, asked, race.file_at[0])
    race.file[0], race.file[race.asked] = asked, head
    race.rider = asked
    race.phase = READY
