"""Reads the catalogues that came before: gettext files and the page's own list."""

from __future__ import annotations

import io
import re
import subprocess
from collections import defaultdict

from babel.messages.pofile import read_po

from parcours.engine.catalogue import Told


def typographic(text: str) -> str:
    return re.sub(r"(?<=\w)'", "’", text)


def _shown(commit: str, path: str) -> str:
    done = subprocess.run(["git", "show", f"{commit}:{path}"], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def _po(commit: str, language: str) -> dict[str, str]:
    found = {}
    text = _shown(commit, f"src/parcours/locale/{language}.po")
    for message in read_po(io.BytesIO(text.encode())) if text else ():
        key = message.id if isinstance(message.id, str) else message.id[0]
        if not key or not all([message.string] if isinstance(message.string, str) else message.string or [""]):
            continue
        if isinstance(message.string, str):
            found[key] = typographic(message.string)
        else:
            one, other = (typographic(form) for form in message.string or ())
            found[key] = one if one == other else f"{{n, plural, one {{{one}}} other {{{other}}}}}"
    return found


def _page(commit: str) -> dict[str, tuple[str, str]]:
    text = _shown(commit, "web/src/lib/catalogue.ts")
    one = r"""(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")"""
    found = {}
    for row in re.findall(rf"\[\s*{one},\s*{one},\s*{one},?\s*\]", text):
        key, italian, german = ((single or double).replace("\\'", "'") for single, double in batched(row))
        found[key] = (italian, german)
    return found


def batched(row: tuple[str, ...]) -> list[tuple[str, str]]:
    return list(zip(row[::2], row[1::2], strict=True))


def changed_in(commit: str) -> dict[str, dict[str, Told]]:
    """What a commit added to the old catalogues, or changed there."""
    found: dict[str, dict[str, Told]] = defaultdict(dict)
    for language in ("it", "de"):
        before = _po(f"{commit}^", language)
        for key, text in _po(commit, language).items():
            if before.get(key) != text:
                found[key][language] = text
    before_page = _page(f"{commit}^")
    for key, (italian, german) in _page(commit).items():
        if before_page.get(key) != (italian, german):
            found[key] = {"it": italian, "de": german}
    return found
