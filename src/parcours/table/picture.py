"""Pictures of positions, to save or to show: as a viewer sees them, so that they reveal nothing hidden."""

from __future__ import annotations

from parcours.draw.board import Board, draw_board
from parcours.draw.position import draw_position
from parcours.engine.match import Match
from parcours.engine.scene import plain
from parcours.engine.words import in_language
from parcours.table.tables import Table


def picture_svg(table: Table, match: Match, viewer: int, language: str) -> str:
    """A position as a viewer sees it."""
    game = table.game
    scene = game.scene(match, viewer)
    colours = {seat: team.colour for seat, team in enumerate(game.teams)}
    about = f"{game.name.to(language)}: {plain(scene.strip.round, language)}"
    board: Board = draw_board(game.course_shown(match.races[0], match.setup.course), game.accent, in_language(language))
    return draw_position(board, scene.pieces, colours, about)
