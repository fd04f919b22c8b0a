"""Baselines in the terminal, and as a page of the documentation."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from parcours.engine.game import Game
from parcours.engine.statistics import Interval
from parcours.lab.baselines import Baseline, opponent
from parcours.reports.tables import bounds, report_table

COLUMNS = ("Bot", "Tries", "Races", "Wins", "95%", "Place", "Points")

PAGE = """# Baselines

Every bot of every game against the same opponents: figures to compare your own bot with.

The bot plays one seat, the game's own bot all the others. Each race is played with the bot in each seat in turn, under
the same luck; these races together are one observation for the intervals (95%: Wilson's for shares of wins, Student's
for means). All bots race under the same luck. A bot that searches has a number of tries for each decision, not a time,
so every machine gives the same figures. At the table the Champion thinks by the clock, and gets more tries on a fast
machine.

A shared win counts as a fraction of one. The game's own bot against itself wins exactly its share, and shows how
many points are usual.

```
{command}
parcours baselines rally --bots mine.py:Grinder --races 2000      # and your own bot
```
"""


def baselines_table(game: Game, teams: int, found: Sequence[Baseline]) -> RenderableType:
    """One game's baselines for the terminal."""
    table = report_table(*COLUMNS)
    for one in found:
        table.add_row(*_cells(one, teams))
    return Group(Text(_title(game, teams), "bold"), Text(), table, Text(), Text(_notes(game, teams), "dim"))


def baselines_page(command: str, told: Sequence[tuple[Game, int, Sequence[Baseline]]]) -> str:
    """The baselines of all games as Markdown."""
    parts = [PAGE.format(command=command)]
    for game, teams, found in told:
        lines = [f"| {' | '.join(COLUMNS)} |", f"|---|{'---:|' * (len(COLUMNS) - 1)}"]
        lines += [f"| {' | '.join(_cells(one, teams))} |" for one in found]
        parts.append(
            "\n".join([f"## {game.name}", "", f"{_title(game, teams)}. {_notes(game, teams)}", "", *lines, ""])
        )
    return "\n".join(parts)


def _title(game: Game, teams: int) -> str:
    against = f"against {opponent(game).name}"
    return f"{game.name}, {teams} teams, {game.course().name}, rules {game.rules.VERSION}: {against}"


def _notes(game: Game, teams: int) -> str:
    equals = f"Equal bots would win {1 / teams:.1%} each."
    return f"{equals} {game.points_title}." if game.fewer_is_better else equals


def _cells(one: Baseline, teams: int) -> tuple[str, ...]:
    tries, races = f"{one.iterations:,}" if one.iterations else "", f"{one.sets * teams:,}"
    wins = (f"{one.wins.value:.1%}", bounds(one.wins, percent=True))
    return (one.bot, tries, races, *wins, _figure(one.place), _figure(one.points))


def _figure(found: Interval) -> str:
    return f"{found.value:.2f}" + (f" ±{found.high - found.value:.2f}" if found.high is not None else "")
