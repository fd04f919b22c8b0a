"""Write the kept playthroughs, races and counts anew, after an intended change:
`python -m tests.kept.renew [GAME ...]`. Without a name, those of all games."""

from __future__ import annotations

import json
import sys

from parcours.games import GAMES
from tests.kept import endings, playthrough


def main(games: tuple[str, ...]) -> None:
    for game in games:
        for old in (*playthrough.FOLDER.glob(f"{game}.*.txt"), *endings.FOLDER.glob(f"{game}.*")):
            old.unlink()
    for which in playthrough.option_sets():
        if which[0] in games:
            playthrough.file_of(*which).write_text(playthrough.told(*which), encoding="utf-8")
    for game in games:
        for ending in endings.ENDINGS[game]:
            endings.find(game, ending).save(endings.file_of(game, ending))
        counts = {
            where: [endings.count_lines(race, depth) for depth in endings.DEPTHS.get(game, (1, 2, 3))]
            for where, race in endings.positions(game).items()
        }
        (endings.FOLDER / f"{game}.counts.json").write_text(json.dumps(counts, indent=1) + "\n")


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or GAMES)
