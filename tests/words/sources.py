"""What the sources say: every text that players can meet, and which file of the catalogue it belongs to."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import parcours

SOURCES = Path(parcours.__file__).parent
PAGE = SOURCES.parents[1] / "web" / "src"
COURSE_DATA = ("name", "segment.id", "course_name(text)")
"""The endings of expressions whose texts come from a course file, where `course_texts` finds them."""
THE_MACHINERY = {SOURCES / "engine" / "words.py", SOURCES / "engine" / "catalogue.py"}


class UnreadableError(Exception):
    """A `Say` whose text can't be read from the source: no translator would hear of it."""


def texts_of(node: ast.expr, constants: dict[str, ast.expr]) -> list[str]:
    """The texts that an expression can give: literals, or those of a constant; none for a name from a course."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return texts_of(node.body, constants) + texts_of(node.orelse, constants)
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return texts_of(constants[node.value.id], constants) if node.value.id in constants else _fail(node)
    if isinstance(node, ast.Tuple | ast.List):
        return [text for element in node.elts for text in texts_of(element, constants)]
    if isinstance(node, ast.Dict):
        return [text for element in node.values for text in texts_of(element, constants)]
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "str":
        return texts_of(node.args[0], constants)
    if isinstance(node, ast.Attribute | ast.Name | ast.Call) and ast.unparse(node).endswith(COURSE_DATA):
        return []
    return _fail(node)


def _fail(node: ast.expr) -> list[str]:
    raise UnreadableError(f"line {node.lineno}: Say({ast.unparse(node)}): give it a text, or a constant of texts")


def says_of(source: str) -> Iterator[tuple[str, str]]:
    """Every text that a source says, with its plural, if it has one."""
    tree = ast.parse(source)
    constants: dict[str, ast.expr] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            constants[statement.targets[0].id] = statement.value
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.value:
            constants[statement.target.id] = statement.value
    passed_on = _passed_on(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or node in passed_on:
            continue
        name = ast.unparse(node.func)
        if name in ("Say", "words"):
            yield from ((text, "") for text in texts_of(node.args[0], constants))
        elif name in ("Say.number", "together"):
            one, many = (texts_of(argument, constants) for argument in node.args[:2])
            yield from zip(one, many, strict=True)


def _passed_on(tree: ast.Module) -> set[ast.AST]:
    """Calls of `Say` inside `words(value)` or `together(one, many, ...)` with a parameter as their text: the callers
    have the texts."""
    found: set[ast.AST] = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.name in ("words", "together"):
            given = {argument.arg for argument in function.args.args}
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Say", "Say.number"):
                    names = {n.id for n in ast.walk(node.args[0]) if isinstance(n, ast.Name)}
                    if names & given:
                        found.add(node)
    return found


def course_texts(text: str) -> Iterator[str]:
    """What players read about a course: its name, and the names of its stretches (but not mere codes) and lines."""
    course = tomllib.loads(text)
    yield course["name"]
    for segment in course.get("segments", []):
        if len(segment["id"]) > 3:
            yield segment["id"]
    for line in course.get("lines", []):
        if "name" in line:
            yield line["name"]
    for route in course.get("routes", []):
        yield route["name"]


def deck_texts(text: str) -> Iterator[str]:
    """The titles of cards."""
    for card in tomllib.loads(text).get("cards", []):
        yield card["title"]


def said_in(path: Path) -> list[tuple[str, str]]:
    """What one Python source says."""
    if path in THE_MACHINERY:
        return []
    try:
        return list(says_of(path.read_text(encoding="utf-8")))
    except UnreadableError as error:
        raise UnreadableError(f"{path.relative_to(SOURCES)}: {error}") from None


def page_sources() -> dict[Path, str]:
    paths = [path for path in sorted(PAGE.rglob("*")) if path.suffix in (".ts", ".svelte")]
    return {path: path.read_text(encoding="utf-8") for path in paths}


def on_page(text: str, page: str) -> bool:
    """Whether the page says a text, directly or through a variable."""
    return "'" + text.replace("'", "\\'") + "'" in page or f'"{text}"' in page


def said_on(source: str) -> list[str]:
    """The literals in `t('...')` and `t("...")` of one source of the page."""
    found = re.findall(r"""\bt\(\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)")""", source)
    return [single.replace("\\'", "'") or double for single, double in found]


def page_texts() -> set[str]:
    """What the page says."""
    return {text for source in page_sources().values() for text in said_on(source)}


def said_by_python() -> dict[tuple[str, str], set[str]]:
    """Every text that Python says, with its plural, and the parts of the sources that say it: games, or `common`."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for path in sorted(SOURCES.rglob("*.py")):
        for text in said_in(path):
            found[text].add(part_of(path))
    for path in sorted(SOURCES.glob("games/*/data/courses/*.toml")):
        for text in course_texts(path.read_text(encoding="utf-8")):
            found[text, ""].add(part_of(path))
    for path in sorted(SOURCES.glob("games/*/data/*.toml")):
        if not path.name.startswith(("rules.", "lesson.")):
            for text in deck_texts(path.read_text(encoding="utf-8")):
                found[text, ""].add(part_of(path))
    return found


def part_of(path: Path) -> str:
    inside = path.relative_to(SOURCES).parts
    return inside[1] if inside[0] == "games" and len(inside) > 2 else "common"


def belongs() -> dict[str, str]:
    """Every text that is said, and the file of the catalogue that it belongs to: its game, the page, or `common`.

    The page bundles what is in `page` and `shared`; `shared` is what both say.
    """
    parts: dict[str, set[str]] = defaultdict(set)
    for (text, _), where in said_by_python().items():
        parts[text] |= where
    for text in page_texts():
        parts[text].add("page")
    return {
        text: next(iter(where)) if len(where) == 1 else "shared" if "page" in where else "common"
        for text, where in parts.items()
    }
