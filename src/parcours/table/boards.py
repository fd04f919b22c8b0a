"""What does not depend on a race: games, rules and boards, as JSON in a language."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

from parcours.engine.course import Course
from parcours.engine.game import MATURITY, Game
from parcours.engine.scene import plain
from parcours.engine.words import Say
from parcours.table.refusals import Refused
from parcours.table.show import to_json


@lru_cache(maxsize=64)
def game_json(game: Game, language: str) -> dict[str, Any]:
    """A game: what can be chosen before the start."""
    told = {
        "id": game.id, "name": game.name, "about": game.about, "maturity": game.maturity,
        "maturity_word": MATURITY[game.maturity], "accent": game.accent, "min_teams": game.min_teams,
        "max_teams": game.max_teams, "default_teams": game.default_teams, "options": game.options,
        "teams": game.teams, "default_course": game.default_course, "clause_prefix": game.clause_prefix,
        "bots": [{"name": b.name, "label": b.label, "about": b.about} for b in game.bots],
        "courses": [{"id": id_, "name": Say(str(game.course(id_).name))} for id_ in game.course_names],
    }  # fmt: skip
    return plain(told, language)  # type: ignore[no-any-return]


@lru_cache(maxsize=64)
def rules_json(game: Game, language: str) -> str:
    """The rules of a game; in English where a language has none."""
    for code in (language, "en"):
        path = game.folder / "data" / f"rules.{code}.toml"
        if path.exists():
            read = tomllib.loads(path.read_text(encoding="utf-8"))
            chapters = [
                {
                    "title": chapter["title"],
                    "clauses": [{name: c[name] for name in ("id", "kind", "text")} for c in chapter.get("clauses", [])],
                }
                for chapter in read.get("chapters", [])
            ]
            return to_json({"title": read["title"], "chapters": chapters})
    raise Refused(404, "no_rules", Say("The rules of this game are not written down yet."))


@lru_cache(maxsize=128)
def _board(key: tuple[str, str, str], course_text: str, accent: str, language: str) -> str:
    course = _courses[key]
    from parcours.draw.board import draw_board

    def words(value: Any) -> str:
        return value.to(language) if isinstance(value, Say) else Say(str(value)).to(language)

    board = draw_board(course, accent, words)
    return to_json({"svg": board.svg, "view": plain(board.view, language), "squares": plain(board.squares, language), "accent": accent})


_courses: dict[tuple[str, str, str], Course] = {}


def board_json(course: Course, accent: str, language: str) -> str:
    """The board of a course, drawn once a language."""
    key = (course.game, course.id, course.digest)
    if len(_courses) > 512:
        _courses.clear()
    _courses[key] = course
    return _board(key, course.source, accent, language)
