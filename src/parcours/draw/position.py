"""A position as a picture to save: the board, and everybody on it in team colours, with number and pose."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from parcours.draw.board import Board
from parcours.draw.geometry import Spot
from parcours.draw.palette import readable_on
from parcours.engine.scene import Piece
from parcours.svg import CONDENSED, INK, PAPER, num

SHARE = 0.78
"""How much of its place a piece takes up."""
NOBODYS = "#FFFDF6"
JERSEY = "M-16 -44Q0 -32 16 -44L34 -36L49 -10L32 0L28 -5V45H-28V-5L-32 0L-49 -10L-34 -36Z"
CAR = "M-50 26V4Q-47 -7 -34 -10L-23 -30Q-20 -36 -12 -36H16Q23 -36 27 -30L36 -10Q50 -7 51 4V26Z"
DIAMOND = "M0 -48L48 0L0 48L-48 0Z"
SHAPES = {"car": CAR, "mechanic": DIAMOND}
FADED = {"retired", "waiting"}


def draw_position(board: Board, pieces: Sequence[Piece], colours: Mapping[int, str], about: str) -> str:
    """The board with its pieces."""
    title = f"<title>{escape(about)}</title>"
    head, body = board.svg.split(">", 1)
    drawn = draw_pieces(board.squares, pieces, colours)
    return f"{head}>{title}{body.removesuffix('</svg>')}{drawn}</svg>"


def draw_pieces(squares: Sequence[Spot], pieces: Sequence[Piece], colours: Mapping[int, str]) -> str:
    """Everybody on the board. Riders in a bunch are drawn, the bunch itself is not."""
    where = {id_: piece.square for piece in pieces for id_ in piece.carries}
    places: dict[int, list[Piece]] = {}
    for piece in sorted(pieces, key=lambda piece: piece.slot):
        square = where.get(piece.id, piece.square)
        if square is not None and not piece.carries:
            places.setdefault(square, []).append(piece)
    drawn = "".join(
        _piece(piece, colours.get(piece.seat, NOBODYS), x, y, size)
        for square, here in places.items()
        for piece, (x, y, size) in zip(here, spread(squares[square], len(here)), strict=True)
    )
    return f'<g class="pieces" font-family="{CONDENSED}" font-weight="700" text-anchor="middle">{drawn}</g>'


def spread(spot: Spot, count: int) -> Iterator[tuple[float, float, float]]:
    """Places for `count` pieces on one square, each with its size: in rows across the road, as large as possible."""
    columns = min(range(1, count + 1), key=lambda n: -min(spot.along / n, spot.across / math.ceil(count / n)))
    rows = math.ceil(count / columns)
    size = min(spot.along / columns, spot.across / rows)
    turn = math.radians(spot.angle)
    for number in range(count):
        row, column = divmod(number, columns)
        ahead, aside = ((columns - 1) / 2 - column) * size, (row - (rows - 1) / 2) * size
        x = spot.x + math.cos(turn) * ahead - math.sin(turn) * aside
        yield x, spot.y + math.sin(turn) * ahead + math.cos(turn) * aside, size * SHARE


def _piece(piece: Piece, colour: str, x: float, y: float, size: float) -> str:
    lying = " rotate(78)" if piece.pose in ("down", "off_road") else ""
    faded = ' opacity="0.55"' if piece.pose in FADED else ""
    scale = f"{size / 100:.3f}"
    letters = f'font-size="{34 if len(piece.label) > 1 else 46}" y="{16 if piece.kind != "car" else 14}"'
    return (
        f'<g class="piece {piece.kind}" transform="translate({num(x)} {num(y)}) scale({scale}){lying}"{faded}>'
        f'<path d="{SHAPES.get(piece.kind, JERSEY)}" fill="none" stroke="{PAPER}" stroke-width="14"/>'
        f'<path d="{SHAPES.get(piece.kind, JERSEY)}" fill="{colour}" stroke="{INK}" stroke-width="6"/>'
        f'<text {letters} fill="{readable_on(colour)}">{escape(piece.label)}</text></g>'
    )
