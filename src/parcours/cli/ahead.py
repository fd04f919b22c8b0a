"""Compiling before anybody rides: `parcours warm`."""

from __future__ import annotations

from typing import Annotated

import typer

from parcours.cli.frame import app, refuse, terminal


@app.command()
def warm(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME...]", show_default=False)] = None,
) -> None:
    """Compile the rules in advance, for example when installing for others. (Otherwise this happens during play.)"""
    import time

    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    import parcours
    from parcours import warming

    chosen = [parcours.game(name) for name in dict.fromkeys(games or parcours.game_names())]
    kept = [game for game in chosen if warming.can_be_kept(game.id)]
    console = terminal(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[step]}"), TimeElapsedColumn())
    began = time.perf_counter()
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        tasks = {game.id: bar.add_task(str(game.name), total=len(warming.KINDS), step="", start=False) for game in kept}

        def tell(game: str, done: float, step: str) -> None:
            bar.start_task(tasks[game])
            bar.update(tasks[game], completed=done, step=step)
            if done == len(warming.KINDS) and not console.is_terminal:
                print(f"{parcours.game(game).name}: compiled, {time.perf_counter() - began:.0f} s", flush=True)

        missing = warming.make_ahead([game.id for game in kept], tell)
    for game in kept:
        if game.id in missing:
            refuse(f"{game.name} could not be compiled, so it runs uncompiled: try `parcours warm {game.id}` again")
    if missing or len(kept) < len(chosen):
        raise typer.Exit(1)
