"""Texts for people: `Say`, and catalogues that translate whatever the sources say, and nothing else."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import parcours
from parcours.engine import words
from parcours.engine.words import LANGUAGES, LOCALE, Say, best_language, known_texts, said

SOURCES = Path(parcours.__file__).parent
COURSE_DATA = ("name", "segment.id")
"""How expressions end whose texts come out of a course file: `course_texts` finds them there."""
TRANSLATED = [language for language in LANGUAGES if language != "en"]


# ------------------------------------------------------------------------------- what the sources say


class UnreadableError(Exception):
    """A `Say` whose text can't be told from the source: a translator would never hear of it."""


def texts_of(node: ast.expr, constants: dict[str, ast.expr]) -> list[str]:
    """The texts that an expression can be: literals, those of a constant; none for a name out of a course."""
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
    if isinstance(node, ast.Attribute | ast.Name) and ast.unparse(node).endswith(COURSE_DATA):
        return []
    return _fail(node)


def _fail(node: ast.expr) -> list[str]:
    raise UnreadableError(f"line {node.lineno}: Say({ast.unparse(node)}): give it a text, or a constant of texts")


def says_of(source: str) -> Iterator[tuple[str, str]]:
    """Every text that a source says, with its plural where it has one."""
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
        elif name == "Say.number":
            one, many = (texts_of(argument, constants) for argument in node.args[:2])
            yield from zip(one, many, strict=True)


def _passed_on(tree: ast.Module) -> set[ast.AST]:
    """Says inside a function `words(value)` of what it was given: its callers' texts are found at the calls."""
    found: set[ast.AST] = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.name == "words":
            given = {argument.arg for argument in function.args.args}
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "Say":
                    names = {n.id for n in ast.walk(node.args[0]) if isinstance(n, ast.Name)}
                    if names & given:
                        found.add(node)
    return found


def course_texts(text: str) -> Iterator[str]:
    """What players read of a course: its name, and those of its stretches (but not mere codes) and lines."""
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


def all_texts() -> dict[str, str]:
    """Every text that players can meet, and its plural."""
    found: dict[str, str] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        if path == Path(words.__file__):
            continue
        try:
            found.update(says_of(path.read_text(encoding="utf-8")))
        except UnreadableError as error:
            pytest.fail(f"{path.relative_to(SOURCES)}: {error}")
    for path in sorted(SOURCES.glob("games/*/data/courses/*.toml")):
        found.update((text, "") for text in course_texts(path.read_text(encoding="utf-8")))
    for path in sorted(SOURCES.glob("games/*/data/*.toml")):
        if not path.name.startswith("rules."):
            found.update((text, "") for text in deck_texts(path.read_text(encoding="utf-8")))
    return found


def catalogue(language: str) -> Catalog:
    with open(LOCALE / f"{language}.po", "rb") as file:
        return read_po(file, abort_invalid=True)


def translations(language: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """The whole catalogue: (text, plural) and its translations, also where they are empty."""
    found = {}
    for message in catalogue(language):
        if message.id:
            id_ = (message.id, "") if isinstance(message.id, str) else (message.id[0], message.id[1])
            found[id_] = (message.string,) if isinstance(message.string, str) else tuple(message.string)
    return found


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_extraction_sees_every_way_of_saying() -> None:
    source = """
NAMES = ("Red", "Blue")
WORDS: dict[str, str] = {"a": "Climb", "b": "Descent"}
a = Say("one")
b = Say("two" if a else "three", gap=Say("four"))
c = Say.number("{n} five", "{n} fives", 5)
d = Say(NAMES[0]), Say(WORDS["a"]), Say(line.name), Say(str(course_name))

def draw(words):
    return words("six"), words(segment.id)

def board(language):
    def words(value):
        return Say(str(value)).to(language)
    return draw(words)
"""
    assert set(says_of(source)) == {
        ("one", ""), ("two", ""), ("three", ""), ("four", ""), ("six", ""), ("{n} five", "{n} fives"),
        ("Red", ""), ("Blue", ""), ("Climb", ""), ("Descent", ""),
    }  # fmt: skip


@pytest.mark.parametrize(
    "source", ["Say(f'{n} riders')", "Say('a' + b)", "Say(x)", "Say(UNKNOWN[0])", "def f(x): Say(x)", "words(x)"]
)
def test_a_text_that_no_translator_would_find_is_refused(source: str) -> None:
    with pytest.raises(UnreadableError):
        list(says_of(source))


# ------------------------------------------------------------------------------------- the catalogues


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated(language: str) -> None:
    known = translations(language)
    missing = [text for text in all_texts().items() if not all(known.get(text, ("",)))]
    assert not missing, f"{language}.po lacks {len(missing)} texts"


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_left_over(language: str) -> None:
    left_over = set(translations(language)) - set(all_texts().items())
    assert not left_over, f"{language}.po translates what nobody says any more"


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_same_gaps(language: str) -> None:
    for (text, plural), told in translations(language).items():
        assert len(told) == (2 if plural else 1), text
        for form in (plural or text, *told):
            assert gaps(form) == gaps(text), f"{language}: {text!r} -> {form!r}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_the_shape_of_the_text(language: str) -> None:
    """No stray blanks; full stops and capitals as in the English text."""
    for (text, _), told in translations(language).items():
        for form in told:
            assert form == form.strip()
            assert "  " not in form
            assert form.endswith(".") == text.endswith(".") or text == "{place}." or len(text) <= 4, form
            if text[0].isupper():
                assert form[0].isupper() or form[0] == "{", f"{language}: {text!r} -> {form!r}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_says_what_it_is(language: str) -> None:
    read = catalogue(language)
    header = dict(read.mime_headers)
    assert header["Language"] == language
    assert header["Plural-Forms"].startswith("nplurals=2;")
    assert not read.fuzzy
    assert not [message.id for message in read if message.id and message.fuzzy]
    assert not read.obsolete


# ------------------------------------------------------------------------------------------------ Say


@pytest.fixture
def _small_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A German catalogue of a few texts, instead of the real one."""
    (tmp_path / "de.po").write_text(
        'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        'msgid "Red"\nmsgstr "Rot"\n\n'
        'msgid "{team} {number}"\nmsgstr "{team} {number}"\n\n'
        'msgid "{rider} sits on {other}\'s wheel"\nmsgstr "Am Hinterrad von {other}: {rider}"\n\n'
        'msgid "{n} square"\nmsgid_plural "{n} squares"\nmsgstr[0] "{n} Feld"\nmsgstr[1] "{n} Felder"\n\n'
        'msgid "untranslated"\nmsgstr ""\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    words._catalogue.cache_clear()
    yield
    words._catalogue.cache_clear()


def rider(number: int) -> Say:
    return Say("{team} {number}", team=Say("Red"), number=number)


@pytest.mark.usefixtures("_small_catalogue")
class TestSay:
    def test_it_says_itself_in_english(self) -> None:
        assert str(Say("{rider} rides {n}", rider="Red 2", n=7)) == "Red 2 rides 7"

    def test_texts_inside_texts_are_translated_too_and_may_change_places(self) -> None:
        told = Say("{rider} sits on {other}'s wheel", rider=rider(2), other=rider(1))
        assert told.to("en") == "Red 2 sits on Red 1's wheel"
        assert told.to("de") == "Am Hinterrad von Rot 1: Rot 2"

    @pytest.mark.parametrize(
        ("n", "english", "german"),
        [(0, "0 squares", "0 Felder"), (1, "1 square", "1 Feld"), (2, "2 squares", "2 Felder")],
    )
    def test_a_number_picks_the_form(self, n: int, english: str, german: str) -> None:
        told = Say.number("{n} square", "{n} squares", n)
        assert (told.to("en"), told.to("de")) == (english, german)

    def test_a_gap_called_n_alone_makes_no_plural(self) -> None:
        assert Say("{n} riders", n=2).to("en") == "2 riders"

    def test_lists_are_joined_by_commas(self) -> None:
        assert Say("In front: {riders}", riders=[rider(1), "somebody", 3]).to("de") == "In front: Rot 1, somebody, 3"
        assert said((rider(1), (rider(2),)), "de") == "Rot 1, Rot 2"

    @pytest.mark.parametrize("text", ["not in the catalogue", "untranslated"])
    def test_what_is_not_translated_is_said_in_english(self, text: str) -> None:
        assert Say(text).to("de") == text

    def test_an_untranslated_number_still_has_its_english_plural(self) -> None:
        assert Say.number("{n} rider", "{n} riders", 2).to("de") == "2 riders"

    def test_braces_in_what_fills_a_gap_are_left_alone(self) -> None:
        assert Say("{name} joins", name="{n} {}").to("en") == "{n} {} joins"

    def test_texts_are_equal_when_they_say_the_same(self) -> None:
        assert rider(2) == rider(2)
        assert rider(2) != rider(3)
        assert Say("{n} square", n=2) != Say.number("{n} square", "{n} squares", 2)

    def test_only_translated_texts_are_known(self) -> None:
        assert set(known_texts("de")) == {
            "Red", "{team} {number}", "{rider} sits on {other}'s wheel", "{n} square"
        }  # fmt: skip


def test_riders_are_named_as_in_each_language() -> None:
    assert [rider(2).to(language) for language in ("en", "it", "de")] == ["Red 2", "Rosso 2", "Rot 2"]


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("it", "it"), ("it_IT.UTF-8", "it"), ("de-AT", "de"), ("DE", "de"), ("en-GB", "en"),
        ("fr-FR,fr;q=0.9,it;q=0.8,de;q=0.7", "it"), ("pt", "en"), ("", "en"), ("C", "en"), ("*", "en"),
    ],
)  # fmt: skip
def test_the_best_language_for_a_wish(wanted: str, given: str) -> None:
    assert best_language(wanted) == given
