"""Tables for the terminal: the games, the outcome of a simulation, the figures of a benchmark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from parcours.draw.palette import OCHRE
from parcours.engine.figures import Table as FigureTable
from parcours.engine.figures import cell
from parcours.engine.game import Game
from parcours.engine.options import Option, option_words
from parcours.engine.statistics import Interval, Spread, Waits
from parcours.engine.words import Say
from parcours.lab.bench import OTHERS, Figures, PeerFigures
from parcours.lab.bench_search import SearchFigures
from parcours.lab.simulate import Result, too_alike
from parcours.lab.sweep import Figure, Sweep


def game_card(game: Game) -> RenderableType:
    """A game with its bots, courses and options."""
    facts = _grid()
    facts.add_row("teams", f"{game.min_teams} to {game.max_teams}")
    facts.add_row("courses", ", ".join(game.course_names))
    facts.add_row("bots", _named((bot.name, bot.about) for bot in game.bots_to_choose))
    facts.add_row("options", _named((option.name, _choices(option)) for option in game.options))
    if game.option_presets:
        facts.add_row("presets", _named((preset.id, preset.about) for preset in game.option_presets))
    title = Text.assemble((str(game.name), "bold"), "  ", (game.id, Style(color=OCHRE)))
    return Group(title, Padding(Text(str(game.about)), (0, 2)), Padding(facts, (0, 0, 1, 2)))


def plain_game(game: Game) -> dict[str, Any]:
    """The same as dictionaries, ready for JSON."""
    return {
        "name": str(game.name), "about": str(game.about), "teams": [game.min_teams, game.max_teams],
        "courses": list(game.course_names),
        "bots": {bot.name: str(bot.about) for bot in game.bots_to_choose},
        "options": {
            option.name: {
                "about": str(option.help), "clause": option.clause, "default": option.default,
                "choices": {name: str(about) for name, about in option.choices} or {"on": "", "off": ""},
            }
            for option in game.options
        },
        "presets": {
            preset.id: {"about": str(preset.about), "options": dict(preset.options), "course": preset.course or None}
            for preset in game.option_presets
        },
    }  # fmt: skip


def _choices(option: Option) -> str:
    """What an option is for, and what it may be set to."""
    usual = ("off", "on")[option.default] if isinstance(option.default, bool) else option.default
    names = [name for name, _ in option.choices] or ["on", "off"]
    choices = ", ".join(f"{name} (default)" if name == usual else name for name in names)
    return f"{option.help} [{choices}]"


def _named(things: Iterable[tuple[str, Say | str]]) -> Table:
    grid = _grid("")
    for name, about in things:
        grid.add_row(name, Text(str(about), "dim"))
    return grid


def _grid(first: str = "dim") -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style=first, no_wrap=True)
    return grid


def result_table(result: Result, seconds: float) -> RenderableType:
    """The wins and points of each seat, and the length of the races, each with its 95% interval."""
    plan = result.plan
    options = "".join(f", {word}" for word in option_words(plan.options, plan.game.options))
    table = report_table("Seat", "Bot", "Wins", "95%", "Points", "95%")
    for seat in result.seats:
        table.add_row(
            f"{seat.seat} {seat.team}",
            seat.bot,
            f"{seat.wins.value:.1%}",
            bounds(seat.wins, percent=True),
            f"{seat.points.value:.2f}",
            bounds(seat.points),
        )
    races = f"{result.races:,} races" if result.races > 1 else "1 race"
    moves = result.actions.value * result.races
    return Group(
        Text(
            f"{plan.game.name}: {races}, {plan.teams} teams, {plan.course.name}{options}",
            "bold",
        ),
        Text(),
        table,
        Text(),
        _length("turns", result.turns),
        _length("actions", result.actions),
        *_hardly_varies(result),
        Text(f"seed {plan.seed}, {seconds:.1f} s, {_short(moves / seconds)} moves per second", "dim"),
    )


def _hardly_varies(result: Result) -> Iterable[Text]:
    """A warning if nearly all races were the same."""
    if result.hardly_varies:
        came = (
            "the same race came up every time"
            if result.different == 1
            else (f"only {result.different} different races came up")
        )
        yield Text(f"{came}: these bots vary too little, so the intervals are too narrow")


def sweep_table(sweep: Sweep, found: Sequence[Figure]) -> RenderableType:
    """The figures of a sweep, one line per set-up and bot; differences are from the first set-up, race by race."""
    words = [setup.words().split(", ") for setup in sweep.setups]
    common = [word for word in words[0] if all(word in others for others in words)]
    names = [", ".join(word for word in own if word not in common) or "as above" for own in words]
    wins = report_table("Set-up", "Bot", "Wins", "95%", "More", "more 95%")
    turns = report_table("Set-up", "Turns", "95%", "More", "more 95%")
    for one in found:
        wins.add_row(names[one.setup], one.bot, *_with_more(one.wins, one.wins_more, percent=True))
    for number, name in enumerate(names):
        first = next(one for one in found if one.setup == number)
        turns.add_row(name, *_with_more(first.turns, first.turns_more))
    races = f"{sweep.races:,} races for each of {len(sweep.setups)} set-ups, all with the same luck"
    return Group(
        Text(f"{sweep.game.name}: {races}", "bold"),
        Text(", ".join(common)),
        Text(),
        wins,
        Text(),
        turns,
        Text(),
        *_too_alike(sweep, names, found),
        Text(f"seed {sweep.seed}; wins: per team; more: compared with the first set-up, race by race", "dim"),
    )


def _too_alike(sweep: Sweep, names: Sequence[str], found: Sequence[Figure]) -> Iterable[Text]:
    """A warning for each set-up in which nearly all races were the same."""
    for number, name in enumerate(names):
        different = max(one.different for one in found if one.setup == number)
        if too_alike(sweep.races, different):
            told = f"{name}: only {different} different races came up, so its intervals are too narrow"
            yield Text(f"{told}: these bots vary too little")


def _with_more(found: Interval, more: Interval | None, percent: bool = False) -> tuple[str, str, str, str]:
    """A figure with its interval, and its difference with the difference's interval."""
    form = "{:.1%}" if percent else "{:.2f}"
    shown = (form.format(found.value), bounds(found, percent))
    if more is None:
        return (*shown, "", "")
    return (*shown, form.replace(":", ":+").format(more.value), bounds(more, percent))


def _length(name: str, interval: Interval) -> Text:
    sure = bounds(interval)
    return Text.assemble(f"{interval.value:.2f} {name} per race", (f"  (95%: {sure})" if sure else "", "dim"))


def figure_heading(of: str) -> Text:
    """The heading above figures that are printed one by one."""
    columns = ("Moves/s", "Games/s") if of == OTHERS else ("Median", "Low", "High")
    return Text("\n" + _row(of, columns), Style(color=OCHRE))


def figure_line(name: str, found: Spread | PeerFigures | str) -> Text:
    """One figure on its own line; or why there is none."""
    if isinstance(found, str):
        return Text(f"{name}: {found}", "dim")
    return Text(_row(name, _three(found) if isinstance(found, Spread) else _two(found.moves, found.games)))


def _row(name: str, cells: Sequence[str]) -> str:
    return f"{name:<{79 - 13 * len(cells)}}" + "".join(f"{one:>13}" for one in cells)


def _two(moves: Spread, games: Spread) -> tuple[str, str]:
    return _short(moves.median), _short(games.median)


def peers_table(figures: Figures) -> RenderableType:
    """How a game compares with other libraries."""
    return Group(Text(), *_peers(figures))


def search_table(figures: SearchFigures) -> RenderableType:
    """What was measured for the search in a game."""
    table = report_table(figures.game, "Median", "Low", "High")
    table.add_row("play-outs per second on one core, by the game's own bot", *_three(figures.guided))
    table.add_row("play-outs per second on one core, at random", *_three(figures.free))
    parts: list[RenderableType] = [
        table,
        Text(),
        _levels(figures.levels),
        Text(),
    ]
    if figures.peers:
        theirs = report_table("other libraries, play-outs per second", "Median", "Low", "High", "Ratio")
        for name, found in figures.peers.items():
            if isinstance(found, str):
                parts.append(Text(f"{name}: {found}", "dim"))
            else:
                theirs.add_row(name, *_three(found), f"× {figures.ratio(found):,.1f}")
        parts += [theirs, Text()] if theirs.row_count else []
    return Group(*parts)


def _levels(found: Mapping[str, Waits]) -> RenderableType:
    table = report_table("time per decision, on all cores", "p50", "p99", "Decisions")
    for name, took in found.items():
        table.add_row(name, seconds(took.half), seconds(took.slow), str(took.decisions))
    return table


def seconds(taken: float) -> str:
    """A waiting time as text."""
    return f"{1e3 * taken:.1f} ms" if taken < 0.1 else f"{taken:.2f} s"


def measured_table(title: str, found: Mapping[str, Spread | str]) -> RenderableType:
    """Figures by their names, each the median of several runs; and why some are missing."""
    table = report_table(title, "Median", "Low", "High")
    missing: list[RenderableType] = []
    for name, one in found.items():
        if isinstance(one, str):
            missing.append(Text(f"{name}: {one}", "dim"))
        else:
            table.add_row(name, *_three(one))
    return Group(table, Text(), *missing)


def _peers(figures: Figures) -> list[RenderableType]:
    """Both comparisons with other libraries: their compiled loops with ours, and stepped from Python with ours."""
    if figures.peers is None:
        return []
    shown: list[RenderableType] = []
    for compiled, title in ((True, "compiled loops on one core"), (False, "stepped from Python")):
        found = {
            name: one for name, one in figures.peers.items() if not isinstance(one, str) and one.compiled is compiled
        }
        if found:
            table, ours = report_table(title, "Moves/s", "×", "Games/s", "×"), figures.rate(compiled)
            table.add_row(figures.game, _short(ours.moves), "", _short(ours.games), "")
            for name, one in found.items():
                ratio = figures.ratio(one)
                moves, games = _two(one.moves, one.games)
                table.add_row(name, moves, f"{ratio.moves:,.1f}", games, f"{ratio.games:,.1f}")
            shown += [table, Text()]
    return [*shown, Text("×: our figure divided by theirs", "dim")]


def figure(table: FigureTable) -> RenderableType:
    """One table of a game's figures. In a narrow terminal words wrap, numbers never do."""
    shown = _empty_table()
    rows = [[cell(value) for value in row] for row in table.rows]
    for number, column in enumerate(table.columns):
        words = any(isinstance(row[number], str) for row in table.rows)
        cells = " ".join(row[number] for row in rows).split() if words else [row[number] for row in rows]
        longest = max(map(len, [*column.split(), *cells]))
        shown.add_column(column, justify="left" if words else "right", min_width=longest)
    for row in rows:
        shown.add_row(*map(Text, row))
    return Group(Text(table.title, "bold"), Text(), shown, Text())


def _empty_table() -> Table:
    return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style=Style(color=OCHRE))


def report_table(*columns: str) -> Table:
    """A table as all reports print it: words to the left, numbers to the right. In a narrow window the first column
    wraps, and no number is cut."""
    table = _empty_table()
    table.add_column(columns[0], overflow="fold", min_width=8)
    for column in columns[1:]:
        table.add_column(column, justify="left" if column in ("Seat", "Bot") else "right", no_wrap=True)
    return table


def bounds(interval: Interval, percent: bool = False) -> str:
    """A 95% interval in words; empty if there is none."""
    if interval.low is None or interval.high is None:
        return ""
    if percent:
        return f"{interval.low:.1%} to {interval.high:.1%}"
    return f"{interval.low:.2f} to {interval.high:.2f}"


def _three(found: Spread) -> tuple[str, str, str]:
    return _short(found.median), _short(found.low), _short(found.high)


def _short(number: float) -> str:
    """A number in a few characters.

    >>> _short(12_900_000), _short(6.02e9), _short(70_300), _short(4.268), _short(0.61)
    ('12.9 million', '6,020 million', '70,300', '4.27', '0.61')
    """
    if number >= 1e8:
        return f"{number / 1e6:,.0f} million"
    if number >= 1e6:
        return f"{number / 1e6:.1f} million"
    return f"{number:,.0f}" if number >= 100 else f"{number:.2f}"
