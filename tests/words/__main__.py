"""`python -m tests.words` puts the catalogue in order: it adds missing texts and moves each text to its file.

What it adds has empty languages: fill them in. `--prune` drops texts that no source says any more.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict

from parcours.engine.catalogue import LANGUAGES, LOCALE, Told, entries
from tests.words.sources import belongs, on_page, page_sources, said_by_python


def english_of(plurals: dict[str, str], text: str) -> dict[str, Told]:
    many = plurals.get(text)
    return {"en": f"{{n, plural, one {{{text}}} other {{{many}}}}}"} if many not in (None, text) else {}


def write(known: dict[str, dict[str, Told]], where: dict[str, str]) -> None:
    files: dict[str, dict[str, dict[str, Told]]] = defaultdict(dict)
    for key, told in known.items():
        files[where[key]][key] = {language: told[language] for language in LANGUAGES if language in told}
    for path in LOCALE.glob("*.json"):
        if path.stem not in files:
            path.unlink()
    for name, texts in files.items():
        ordered = dict(sorted(texts.items(), key=lambda item: (item[0].casefold(), item[0])))
        text = json.dumps(ordered, ensure_ascii=False, indent=1)
        (LOCALE / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.words", description=__doc__)
    parser.add_argument("--prune", action="store_true", help="drop what nobody says any more")
    asked = parser.parse_args()
    known = {key: dict(told) for key, told in entries().items()}
    where = belongs()
    page = "\n".join(page_sources().values())
    old = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in LOCALE.glob("*.json")}
    kept = {key: stem for stem, texts in old.items() for key in texts}
    plurals = {text: many for text, many in said_by_python() if many}
    for key in where:
        if key not in known:
            print(f"new, in {where[key]}.json: {key}")
            known[key] = {}
        known[key] = {**english_of(plurals, key), **{code: "" for code in LANGUAGES if code != "en"}, **known[key]}
    for key in [key for key in known if key not in where]:
        if on_page(key, page):  # said through a variable
            where[key] = "page"
        elif asked.prune:
            print(f"dropped: {key}")
            del known[key]
        else:
            print(f"nobody says any more: {key}")
            where[key] = kept[key]
    write(known, where)


if __name__ == "__main__":
    main()
