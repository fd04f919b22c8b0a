"""What does not depend on a race: games and rules, as JSON in a language."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from parcours.bots.levels import Level
from parcours.engine.game import Bot, Game, Team
from parcours.engine.lesson import has_lesson
from parcours.engine.minute import has_minute, read_minute, read_positions
from parcours.engine.options import Option, OptionPreset
from parcours.engine.ruletext import read_rules
from parcours.engine.scene import plain
from parcours.engine.tour import Preset
from parcours.engine.words import Say, in_language
from parcours.errors import BadOptionError
from parcours.table.refusals import Refused
from parcours.table.show import to_json
from parcours.tours.tour import rules_of


def game_json(game: Game, language: str) -> dict[str, Any]:
    """A game: what can be chosen before the start. (The host may have admitted bots since the last call.)"""
    return _game_json(game, language, tuple(bot.name for bot in game.bots_to_choose))


@lru_cache(maxsize=64)
def _game_json(game: Game, language: str, bots: tuple[str, ...]) -> dict[str, Any]:
    told = {
        "id": game.id, "name": game.name, "about": game.about, "accent": game.accent, "min_teams": game.min_teams,
        "max_teams": game.max_teams, "default_teams": game.default_teams,
        "options": [_option(option) for option in game.options],
        "option_presets": [_option_preset(preset) for preset in game.option_presets],
        "teams": [_team(team, language) for team in game.teams],
        "default_course": game.default_course, "clause_prefix": game.clause_prefix,
        "figure": game.figure,
        "lesson": has_lesson(game),
        "quick": {
            "about": game.quick.about, "course": game.quick.course, "options": dict(game.quick.options),
            "routines": list(game.quick.routines),
        },
        "bots": [{"name": b.name, "label": b.label, "about": b.about} for b in _for_players(game)],
        "default_bot": game.bots[-1].name,
        "tour": _tours(game),
        "builder": game.builder is not None,
        "courses": [{"id": id_, "name": Say(str(game.course(id_).name)), "own": False} for id_ in game.course_names],
    }  # fmt: skip
    return plain(told, language)  # type: ignore[no-any-return]


def _team(team: Team, language: str) -> dict[str, Any]:
    """A team's looks, and whether sentences about its name take the plural in this language."""
    return {**vars(team), "plural": team.name.form("is", language) == "many"}


def _for_players(game: Game) -> list[Bot]:
    """The bots in the order in which players are offered them: the levels, then the game's own, then the host's."""
    known = game.bots_to_choose
    levels = [bot for bot in known if isinstance(bot, Level)]
    own = list(reversed(game.bots))
    return [*levels, *own, *(bot for bot in known if bot not in levels and bot not in own)]


def _tours(game: Game) -> dict[str, Any] | None:
    """The tours that come with a game, and how many stages a tour may have."""
    if game.tour is None:
        return None
    presets = [
        {"id": preset.id, "name": preset.name, "about": preset.about,
         "stages": [_preset_stage(game, preset, number) for number in range(len(preset.stages))]}
        for preset in game.tour.presets
    ]  # fmt: skip
    return {"presets": presets, "most_stages": game.tour.most_stages, "fixed": sorted(game.tour.options)}


def _preset_stage(game: Game, preset: Preset, number: int) -> dict[str, Any]:
    stage = preset.stages[number]
    course = game.course(stage.course)
    name = stage.name or rules_of(game).stage_name(preset.stages, number, course)
    return {"course": course.id, "name": name, "options": dict(stage.options)}


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name, "label": option.label, "help": option.help, "clause": option.clause,
        "default": option.default, "choices": [{"value": value, "label": label} for value, label in option.choices],
    }  # fmt: skip


def _option_preset(preset: OptionPreset) -> dict[str, Any]:
    return {
        "id": preset.id, "name": preset.name, "about": preset.about, "options": dict(preset.options),
        "course": preset.course,
    }  # fmt: skip


@lru_cache(maxsize=64)
def rules_json(game: Game, language: str) -> str:
    """The rules of a game; in English if the language has none."""
    for code in (language, "en"):
        try:
            read = read_rules(game, code)
        except BadOptionError:
            continue
        chapters = [
            {
                "title": c.title, "last": c.last,
                "clauses": [{"id": k.id, "kind": k.kind, "text": k.text} for k in c.clauses],
            }
            for c in read.chapters
        ]  # fmt: skip
        return to_json({"title": read.title, "minute": _minute(game, language), "chapters": chapters})
    raise Refused(404, "no_rules", Say("This game has no rules text yet."))


def _minute(game: Game, language: str) -> list[dict[str, str]]:
    """The game in a minute: its words, each with the picture of a position."""
    from parcours.draw.detail import draw_detail
    from parcours.draw.laying import lay

    if not has_minute(game):
        return []
    course, positions = read_positions(game)
    layout, words = lay(course), in_language(language)
    told, colours = read_minute(game, language), {seat: team.colour for seat, team in enumerate(game.teams)}
    return [
        {
            "part": part, "text": told[part],
            "svg": draw_detail(
                layout, game.accent, words, position.pieces, position.rides, colours, told[part],
            ),
        }
        for part, position in positions.items()
    ]  # fmt: skip


PROFILE = (640.0, 190.0, 26.0)
"""Length, height and line width of a profile that is drawn as a shape."""


def _profile_json(line: list[tuple[float, float]]) -> str:
    """A profile as a shape: points along it, each with its direction."""
    points = []
    for number, (x, y) in enumerate(line):
        (x0, y0), (x1, y1) = line[max(number - 1, 0)], line[min(number + 1, len(line) - 1)]
        points.append([round(x, 1), round(y, 1), round(math.degrees(math.atan2(y1 - y0, x1 - x0)), 1)])
    return to_json({"points": points, "wide": PROFILE[2], "lane": PROFILE[2], "closed": False})


@lru_cache(maxsize=256)
def sketch_json(game: Game, name: str, text: str | None) -> str:
    """The shape of a course: points along the middle of its road, one per row, without the map; or its profile, if the
    road has no shape. The course is one that comes with the game, or is read from the text of its file."""
    from parcours.draw.geometry import most_lanes
    from parcours.draw.laying import lay

    course = game.course(name) if text is None else game.read_course(f"{name}.toml", text)
    if profile := game.elevation(course):
        return _profile_json([(along * PROFILE[0], -height * PROFILE[1]) for along, height in profile])
    layout = lay(game.pictured(course))
    rows = math.ceil(layout.path.rows)
    places = [layout.path.rows * row / rows for row in range(rows if layout.path.closed else rows + 1)]
    points = [[*(round(v, 1) for v in layout.path.at(at)[:2]), round(layout.path.angle(at), 1)] for at in places]
    lane = layout.width / most_lanes(layout.course)
    return to_json({"points": points, "wide": layout.width, "lane": lane, "closed": layout.path.closed})
