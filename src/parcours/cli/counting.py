"""How many questions a race asks: `parcours questions`."""

from __future__ import annotations

from statistics import mean
from typing import Annotated

import typer

from parcours.cli.frame import Json, Options, app, print_json, terminal, words_of, working


@app.command()
def questions(
    game: Annotated[str | None, typer.Argument(show_default=False)] = None,
    races: Annotated[int, typer.Option(min=1, help="How many races to count.")] = 10,
    routines: Annotated[
        str | None,
        typer.Option(metavar="A,B,...", help="Routines the player leaves to the game; default: the quick start's."),
    ] = None,
    option: Options = None,
    json: Json = False,
) -> None:
    """Count the questions that one player answers in a whole race, after a quick start, while bots choose."""
    import parcours
    from parcours.lab.questions import count_questions

    rows: list[dict[str, str | int | float]] = []
    with working("counting"):
        for name in (parcours.game(game).id,) if game else parcours.game_names():
            one = parcours.game(name)
            left = one.quick.routines if routines is None else tuple(words_of(routines))
            found = count_questions(one, races, left, one.options_from(option or ()))
            rows.append(
                {
                    "game": name, "routines": ", ".join(left), "races": races,
                    "decisions": round(mean(one.decisions for one in found), 1),
                    "asked": round(mean(one.asked for one in found), 1), "most": max(one.asked for one in found),
                }
            )  # fmt: skip
    if json:
        print_json({"questions": rows})
        return
    for row in rows:
        terminal().print(
            f"{row['game']:<16} {row['asked']:>6} questions per race (most {row['most']}), "
            f"of {row['decisions']} decisions; left to the game: {row['routines'] or 'nothing'}"
        )
