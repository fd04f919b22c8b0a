"""Leader 1: the course builder. Hexes are laid, turned and given tokens; the faults come from `builder.check`."""

from __future__ import annotations

from functools import cached_property

from parcours.engine.builder import (
    Builder,
    Draft,
    DraftFault,
    Figure,
    Mark,
    Part,
    Picture,
    Piece,
    Spot,
    Survey,
    Switch,
    Turn,
    seed_of,
)
from parcours.engine.course import Course
from parcours.engine.words import Say
from parcours.games.leader_one import builder
from parcours.games.leader_one.builder import CATEGORIES, Tokens
from parcours.games.leader_one.courses import MOST_HEXES, hexes_of, tokens_of
from parcours.games.leader_one.hex_pictures import (
    FRAME,
    HexRoad,
    Lying,
    banner,
    draw_hex,
    milestone,
    number_on,
    outline,
    spot_of,
    token,
    view_of,
)
from parcours.games.leader_one.hexes import SIDES, TURNS, Side, bend_of, read_hex
from parcours.games.leader_one.tables import TERRAIN_NAMES

CHAPTERS = {
    "start": Say("Start"), "finish": Say("Finish"), "flat": Say("Flat"), "false_flat": Say("False flat"),
    "mountain": Say("Mountain"), "descent": Say("Descent"),
}  # fmt: skip
"""The headings under which hexes are offered, in this order."""
SHAPES = {"straight": Say("straight"), "gentle": Say("gentle bend"), "tight": Say("tight bend")}
BENDS = {"": Say("straight on"), "L": Say("to the left"), "R": Say("to the right")}


class LeaderOneBuilder(Builder):
    """Hexes in a row, with category, feed and bonus tokens (L1-A1b)."""

    about = Say("Lay hexes end to end and add tokens. Broken rules show in the margin.")
    piece = Say("Hex")
    most = MOST_HEXES
    marks = (
        Mark("category-1", Say("Category 1: very hard"), "1", "category", "summit"),
        Mark("category-2", Say("Category 2: hard"), "2", "category", "summit"),
        Mark("category-3", Say("Category 3: easier"), "3", "category", "summit"),
        Mark("feed", Say("Feed zone at its end"), "F", "feed", "other"),
        Mark("bonus", Say("Bonus line at its end"), "B", "bonus", "sprint"),
    )
    switches = (Switch("several_sets", Say("Several sets: hexes and tokens more than once")),)
    frame = FRAME

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        chapters = list(CHAPTERS)
        sides = sorted(SIDES.values(), key=lambda side: (chapters.index(_chapter(side)), *_order(side)))
        return tuple(
            Part(
                side.id,
                Say("{id}: {terrain}, {shape}, milestone {n}", id=side.id, terrain=CHAPTERS[side.terrain],
                    shape=SHAPES[side.shape.turn], n=side.milestone),
                CHAPTERS[_chapter(side)],
                TERRAIN_NAMES[side.terrain],
                tuple(Turn(bend, BENDS[bend], _sample(side, bend)) for bend in _bends(side)),
                str(side.number),
            )
            for side in sides
        )  # fmt: skip

    def survey(self, draft: Draft) -> Survey:
        hexes, tokens = written(draft)
        faults = builder.check(hexes, tokens, draft.switches)
        spent = () if draft.switches.get("several_sets") else tuple(
            side.id for side in builder.available(hexes, draft.switches) if not side.free
        )  # fmt: skip
        return Survey(
            tuple(DraftFault(f.code, f.hex, f.clause, f.words, f.warning) for f in faults),
            (
                Figure(Say("Energy"), builder.energy(hexes)),
                Figure(Say("Hexes"), len(hexes)),
                Figure(Say("Squares for the bunch"), bunch_squares(hexes)),
            ),
            tuple(builder.profile(hexes)),
            picture(draft),
            spent,
        )

    def course_text(self, draft: Draft) -> str:
        hexes, tokens = written(draft)
        return builder.course_text(draft.name, hexes, tokens, seed_of(draft.pieces))

    def draft_of(self, course: Course) -> Draft | None:
        tokens, pieces = tokens_of(course), []
        for number, hex_ in enumerate(hexes_of(course), 1):
            side, asked = read_hex(hex_)
            assert side is not None
            marks = [f"category-{value}" for at, value in tokens.categories if at == number]
            marks += ["feed"] * (number in tokens.feeds) + ["bonus"] * (number in tokens.bonuses)
            pieces.append(Piece(side.id, bend_of(side, asked), tuple(marks)))
        several = any(fault.lifted for fault in builder.check(hexes_of(course), tokens))
        return Draft(course.name, tuple(pieces), {"several_sets": several})


def written(draft: Draft) -> tuple[list[str], Tokens]:
    """A draft as course files write it."""
    marks = [(number, mark) for number, piece in enumerate(draft.pieces, 1) for mark in piece.marks]
    values = {f"category-{value}": value for value in CATEGORIES}
    return [piece.part + piece.turn for piece in draft.pieces], Tokens(
        tuple((number, values[mark]) for number, mark in marks if mark in values),
        tuple(number for number, mark in marks if mark == "feed"),
        tuple(number for number, mark in marks if mark == "bonus"),
    )


def bunch_squares(hexes: list[str]) -> int:
    """How long the course is for the bunch."""
    return sum(side.shape.squares[side.shape.track] for side, _ in map(read_hex, hexes) if side)


def _chapter(side: Side) -> str:
    return side.role or side.terrain


def _order(side: Side) -> tuple[int, int]:
    return TURNS[side.shape.turn], side.number


def _bends(side: Side) -> list[str]:
    """The bends that the hex can be laid with, starting with the one in the table of hexes."""
    return sorted(side.bends, key=lambda bend: bend != side.bend)


# ------------------------------------------------------------------------------------------------- how it looks


def road_on(side: Side, bend: str) -> HexRoad:
    """The road over a hex. A hex lists its lanes from the inside, the picture from the left (L1-H1, L1-H8)."""
    lanes, step = len(side.shape.squares), -1 if bend == "R" else 1
    track = side.shape.track if step > 0 else lanes - 1 - side.shape.track
    turn = TURNS[side.shape.turn] * step
    return HexRoad(
        turn, side.shape.squares[::step], TERRAIN_NAMES[side.terrain], track, side.dark[::step], side.sprint_zone
    )


def _sample(side: Side, bend: str) -> str:
    lying, road = Lying(), road_on(side, bend)
    told = [*milestone(lying, road, side.milestone), number_on(lying, road, side.id, 17)]
    return "".join([*draw_hex(lying, road), *_ends(side, lying, road), *told])


def _ends(side: Side, lying: Lying, road: HexRoad) -> list[str]:
    if not side.role:
        return []
    return banner(lying, road, 0.05 if side.role == "start" else 0.95, side.role)


def picture(draft: Draft) -> Picture:
    """The hexes as they lie on the table, with their tokens and numbers (L1-H9)."""
    hexes, _ = written(draft)
    ground: list[str] = []
    above: list[str] = []
    lying: list[Lying] = []
    heading = 0
    signs = {mark.id: mark for mark in LeaderOneBuilder.marks}
    for number, (piece, spot) in enumerate(zip(draft.pieces, builder.spots(hexes), strict=True), 1):
        here = Lying(*spot_of(*spot), heading)
        lying.append(here)
        side, asked = read_hex(piece.part + piece.turn)
        if side is None:
            continue
        road = road_on(side, bend_of(side, asked))
        ground += draw_hex(here, road)
        above += [*_ends(side, here, road), number_on(here, road, str(number))]
        for mark in (signs[name] for name in piece.marks):
            where = 0.1 if mark.kind == "category" else 1.0
            above += token(here, road, where, 10 if mark.kind == "bonus" and "feed" in piece.marks else 0, mark.sign,
                           mark.paint)  # fmt: skip
        heading = (heading + road.turn) % 6
    spots = tuple(Spot(round(p.x, 1), round(p.y, 1), outline(p, 1)) for p in lying)
    return Picture("".join(ground), "".join(above), view_of(lying), spots)
