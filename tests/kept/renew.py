"""Write the kept playthroughs, races and counts anew: `python -m tests.kept.renew`, after a change that is wanted."""

from __future__ import annotations

import json

from parcours.games import GAMES, WORKSHOP
from tests.kept import endings, playthrough


def main() -> None:
    for old in (*playthrough.FOLDER.glob("*.txt"), *endings.FOLDER.glob("*.*")):
        old.unlink()
    for which in playthrough.option_sets():
        playthrough.file_of(*which).write_text(playthrough.told(*which), encoding="utf-8")
    for game in GAMES + WORKSHOP:
        for ending in endings.ENDINGS[game]:
            endings.find(game, ending).save(endings.file_of(game, ending))
        counts = {
            where: [endings.count_lines(race, depth) for depth in endings.DEPTHS.get(game, (1, 2, 3))]
            for where, race in endings.positions(game).items()
        }
        (endings.FOLDER / f"{game}.counts.json").write_text(json.dumps(counts, indent=1) + "\n")


if __name__ == "__main__":
    main()
