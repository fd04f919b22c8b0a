"""Texts for people: `Say` puts itself into every language, with plurals and the forms of names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import parcours
from parcours.engine import catalogue
from parcours.engine.words import Say, best_language, in_language, said


@pytest.fixture
def _small_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalogue of a few texts, instead of the real one."""
    texts = {
        "Red": {"it": {"text": "Rosso", "the": "il Rosso"}, "de": "Rot"},
        "Toughs": {"en": {"text": "Toughs", "is": "many"}, "it": {"text": "Bulli", "the": "i Bulli", "is": "many"}},
        "{team} {number}": {"de": "{team} {number}"},
        "{rider} sits on {other}'s wheel": {"de": "Am Hinterrad von {other}: {rider}"},
        "{n} square": {
            "en": "{n, plural, one {# square} other {# squares}}",
            "de": "{n, plural, one {# Feld} other {# Felder}}",
        },
        "{team} wins": {
            "en": "{team} {team_is, select, many {win} other {wins}}",
            "it": "{team_is, select, many {Hanno vinto {team_the}} other {Ha vinto {team_the}}}",
        },
        "{rider} catches {other}": {
            "it": "{rider_The} riprende {other_the}",
            "de": "{rider_The} holt {other_acc} ein",
        },
        "rouleur": {"de": {"text": "Gelber Rouleur", "the": "der gelbe Rouleur", "acc": "den gelben Rouleur"}},
        "{n} races": {"en": "{n, number} races"},
        "place {n}": {"en": "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", "it": "{n}º"},
        "untranslated": {"de": ""},
    }
    (tmp_path / "small.json").write_text(json.dumps(texts), encoding="utf-8")
    caches = (catalogue.entries, catalogue.message)
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


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

    @pytest.mark.parametrize(
        ("team", "english", "italian"),
        [
            (Say("Red"), "Red wins", "Ha vinto il Rosso"),
            (Say("Toughs"), "Toughs win", "Hanno vinto i Bulli"),
            ("Fausto", "Fausto wins", "Ha vinto Fausto"),
            ([Say("Red"), Say("Toughs")], "Red, Toughs win", "Hanno vinto il Rosso, i Bulli"),
        ],
    )
    def test_a_sentence_agrees_with_the_name_in_it(self, team: object, english: str, italian: str) -> None:
        told = Say("{team} wins", team=team)
        assert (told.to("en"), told.to("it")) == (english, italian)

    @pytest.mark.parametrize(
        ("other", "italian", "german"),
        [
            (Say("Toughs"), "Il Rosso riprende i Bulli", "Rot holt Toughs ein"),
            (Say("rouleur"), "Il Rosso riprende rouleur", "Rot holt den gelben Rouleur ein"),
            ([Say("rouleur"), "21"], "Il Rosso riprende rouleur, 21", "Rot holt den gelben Rouleur, 21 ein"),
        ],
    )
    def test_a_name_takes_the_article_and_case_of_its_place(self, other: object, italian: str, german: str) -> None:
        """With a capital where the sentence begins; a name without that form stays as it is."""
        told = Say("{rider} catches {other}", rider=Say("Red"), other=other)
        assert (told.to("it"), told.to("de")) == (italian, german)

    def test_numbers_are_written_as_in_the_language(self) -> None:
        assert [Say("{n} races", n=12000).to(language) for language in ("en", "de")] == ["12,000 races", "12.000 races"]

    def test_places_are_counted_as_in_the_language(self) -> None:
        assert [Say("place {n}", n=n).to("en") for n in (1, 2, 3, 4)] == ["1st", "2nd", "3rd", "4th"]
        assert Say("place {n}", n=3).to("it") == "3º"

    def test_a_gap_that_nothing_fills_is_an_error(self) -> None:
        with pytest.raises(KeyError):
            Say("{n} races").to("en")

    def test_labels_are_said_in_a_language(self) -> None:
        assert [in_language(language)("Red") for language in ("it", "de")] == ["Rosso", "Rot"]


def test_riders_are_named_as_in_each_language() -> None:
    assert [rider(2).to(language) for language in ("en", "it", "de")] == ["Red 2", "Rosso 2", "Rot 2"]


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("it", "it"), ("it_IT.UTF-8", "it"), ("de-AT", "de"), ("DE", "de"), ("en-GB", "en"),
        ("pt-BR,pt;q=0.9,it;q=0.8,de;q=0.7", "it"), ("fr-CH,de;q=0.5", "fr"),
        ("pt", "en"), ("", "en"), ("C", "en"), ("*", "en"),
    ],
)  # fmt: skip
def test_the_best_language_for_a_wish(wanted: str, given: str) -> None:
    assert best_language(wanted) == given


def test_one_team_with_a_plural_name_wins_in_the_plural():
    toughs = parcours.game("um_reifenbreite").teams[0].name
    said = Say("{teams} wins", teams=[toughs])
    assert (said.to("en"), said.to("it")) == ("Toughs win", "Vincono i Bulli")
