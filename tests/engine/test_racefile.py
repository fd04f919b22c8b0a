"""The race file: readable, complete, and read strictly."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parcours
from parcours.engine.chance import CHANCE
from parcours.engine.match import Match
from parcours.engine.racefile import read_race, write_race
from parcours.engine.record import same
from parcours.errors import BadOptionError, IllegalActionError, RaceFileError

GAME = parcours.game("breaking_away")


def ridden(seed: int = 7, **options):
    race = GAME.start(teams=3, seed=seed, seats=["sprinter", "random", "Ada  of\nthe hills"], **options)
    bots = [GAME.bot("sprinter"), GAME.bot("random"), GAME.bot("random")]
    while not race.over:
        race.play(race.choice_of(bots[race.actor]))
    return race


RACE = ridden()
TEXT = write_race(RACE)
LINES = TEXT.splitlines()


def test_a_race_file_reads_like_a_game_score():
    assert LINES[:8] == [
        "Parcours race, format 1",
        "game: breaking_away",
        "rules: 1",
        f"course: grand_circuit {RACE.setup.course.digest}",
        "options: teams=3",
        "seat 1: Red = sprinter",
        "seat 2: Blue = random",
        "seat 3: Yellow = Ada of the hills",
    ]
    assert "0.1 Red quick" in LINES
    assert any(line.startswith("3.1 ") for line in LINES)
    assert LINES[-1] == f"end {len(RACE.actions)} {RACE.digest()}"


def test_saved_and_loaded_it_is_the_same_race(tmp_path):
    path = tmp_path / "my.race"
    RACE.save(path)
    loaded = parcours.load(path)
    assert loaded.actions == RACE.actions
    assert same(loaded.state, RACE.state)
    assert loaded.setup == RACE.setup.__class__(**{**RACE.setup.__dict__, "seats": loaded.setup.seats})


def test_an_unfinished_race_is_read_and_ridden_on_with_the_same_luck():
    whole = ridden()
    part = whole.at(17)
    again = read_race(write_race(part))
    assert not again.over
    bots = [GAME.bot("sprinter"), GAME.bot("random"), GAME.bot("random")]
    while not again.over:
        again.play(again.choice_of(bots[again.actor]))
    assert again.actions == whole.actions


def test_a_race_on_an_own_course_brings_the_course_along(tmp_path):
    text = (GAME.folder / "data" / "courses" / "grand_circuit.toml").read_text()
    own = tmp_path / "village_ring.toml"
    own.write_text(text.replace('name = "Grand Circuit"', 'name = "Village Ring"').replace("at = 73", "at = 70"))
    race = GAME.start(teams=3, seed=3, course=str(own))
    while not race.over:
        race.play(race.legal()[0])
    own.unlink()
    read = read_race(write_race(race))
    assert read.setup.course.name == "Village Ring"
    assert same(read.state, race.state)


def edited(line: int, text: str) -> str:
    return "\n".join([*LINES[: line - 1], text, *LINES[line:]]) + "\n"


FIRST_ACTION = LINES.index("") + 2
CHECK = next(i for i, line in enumerate(LINES, 1) if line.startswith("@"))


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("", 1, "the file ends here"),
        ("Dear friends,\n", 1, "is not a race file"),
        (edited(1, "Parcours race, format 2"), 1, "update Parcours"),
        (edited(1, "Parcours race, format 0"), 1, "no format 0"),
        (edited(2, "game: chess"), 2, "there is no game 'chess'"),
        (edited(3, "rules: 99"), 3, "rules 99"),
        (edited(3, "rules: old"), 3, "rules old"),
        (edited(4, "course: nowhere 0123456789abcdef"), 4, "there is no course 'nowhere'"),
        (edited(4, "course: grand_circuit 0123456789abcdef"), 4, "has changed: its digest is now"),
        (edited(5, "options: teams=9"), 9, "teams must be 3 to 6, not 9"),
        (edited(5, "options: crowded"), 5, "must begin with teams="),
        (edited(5, "options: teams=3 turbo"), 9, "no option 'turbo'"),
        (edited(6, "seat 1: Pink = sprinter"), 6, "seat 1 must be Red"),
        (edited(9, "chance: dice"), 9, "chance must be"),
        (edited(1, "Parcours race, format ١"), 1, "is not a race file"),
        (edited(1, "Parcours race, format " + "9" * 5000), 1, "is not a race file"),
        (edited(3, "rules: 0"), 3, "rules 0"),
        (edited(3, "rules: ١"), 3, "rules ١"),
        (edited(3, "rules: " + "1" * 5000), 3, "rules 111"),
        (edited(3, "rules: 01"), 3, "rules 01"),
        (edited(5, "options: teams=٣"), 5, "must begin with teams="),
        (edited(5, "options: teams=" + "3" * 5000), 5, "must begin with teams="),
        (edited(9, "chance: seed --5"), 9, "chance must be"),
        (edited(9, "chance: seed ٧"), 9, "chance must be"),
        (edited(9, "chance: seed +7"), 9, "chance must be"),
        (edited(9, "chance: seed " + "7" * 5000), 9, "chance must be"),
        (edited(9, "chance: seed 7 from action 0"), 9, "chance must be"),
        (edited(9, "chance: seed 7 from action 9999"), len(LINES), "its luck can't begin later"),
        (edited(9, LINES[8] + "\ncarried: " + "[" * 100_000), 10, "nested too deeply"),
        (edited(9, LINES[8] + '\ncarried: {"a": ' + "1" * 5000 + "}"), 10, "a number of 5,000 digits"),
        (edited(CHECK, f"{LINES[CHECK - 1]}\n{LINES[CHECK - 1]}"), CHECK + 1, "unexpected digest"),
        (
            edited(FIRST_ACTION, f"@ 0 {RACE.at(0).digest()}\n{LINES[FIRST_ACTION - 1]}"),
            FIRST_ACTION,
            "unexpected digest",
        ),
        (edited(CHECK, LINES[CHECK - 1].replace(" ", "  ")), CHECK, "expected '@ 64"),
        (edited(10, "result: Red 99"), 10, "result is 'Red 99', but the race gives"),
        (edited(11, "winner: Blue and Red"), 11, "winner is 'Blue and Red', but the race gives"),
        (edited(11, "colour: blue"), 1, "winner is '', but the race gives"),
        (edited(11, "winner"), 11, "expected a header line"),
        (edited(FIRST_ACTION, "0.1 Red flies"), FIRST_ACTION, "'Red flies' is not possible here (possible: Red quick"),
        (edited(FIRST_ACTION, "0.2 Red quick"), FIRST_ACTION, "expected action 0.1"),
        (edited(FIRST_ACTION, "0.1 Red divides"), FIRST_ACTION + 1, "is not possible"),
        (edited(CHECK, "@ 64 0000000000000000"), CHECK, "diverges before action 64"),
        (edited(CHECK, "@ 63 0000000000000000"), CHECK, "expected '@ 64"),
        (edited(len(LINES), "end 3 0000000000000000"), len(LINES), "expected 'end"),
        (TEXT + "more\n", len(LINES) + 1, "text after the end"),
        ("\n".join(LINES[:-1]) + "\n", len(LINES), "the file ends here"),
        ("\n".join(LINES[:40]), 41, "the file ends here"),
        ("\n".join(LINES[:5]), 6, "the file ends here"),
    ],
)
def test_what_is_broken_is_refused_with_line_and_reason(text, line, what):
    with pytest.raises(RaceFileError) as caught:
        read_race(text, "x.race")
    assert caught.value.line == line
    assert what in str(caught.value)
    assert str(caught.value).startswith(f"x.race, line {line}: ")
    assert "\n" not in str(caught.value)


def test_a_race_of_older_rules_is_recognised(monkeypatch):
    monkeypatch.setattr(GAME.rules, "VERSION", 2)
    read = read_race(TEXT)
    assert read.note == "ridden under rules 1 of breaking_away; the rules are now 2"
    assert (read.ridden_under, read.written) == (1, None)


@pytest.mark.parametrize(
    "text", [edited(CHECK, "@ 64 0000000000000000"), edited(FIRST_ACTION + 5, LINES[FIRST_ACTION + 4] + " backwards")]
)
def test_a_race_that_the_rules_allow_no_more_opens_as_it_was_written(monkeypatch, text):
    monkeypatch.setattr(GAME.rules, "VERSION", 2)
    read = read_race(text)
    count = len(RACE.actions)
    assert read.note == (
        "ridden under rules 1 of breaking_away; the rules are now 2, "
        f"and lead to a different race after action 0 of {count}"
    )
    assert read.actions == []
    assert read.written is not None
    assert read.written.actions == tuple(line for line in text.splitlines()[FIRST_ACTION - 1 : -1] if line[0] != "@")
    assert f"result: {read.written.result}" in text
    assert write_race(read) == text
    with pytest.raises(IllegalActionError, match="ridden under rules 1 of breaking_away"):
        read.play(read.legal()[0])
    branch = read.at(0)
    branch.play(branch.legal()[0])
    assert branch.written is None


def test_an_older_race_is_read_as_strictly_as_any(monkeypatch):
    monkeypatch.setattr(GAME.rules, "VERSION", 2)
    other = edited(CHECK, "@ 64 0000000000000000")
    for broken, what in (
        (other.replace("end ", "end 1"), "expected 'end"),
        (other + "more\n", "text after the end"),
        ("\n".join(other.splitlines()[:-1]) + "\n", "the file ends here"),
        (other.replace(LINES[CHECK], "nonsense"), "expected action"),
        (other.replace(LINES[CHECK], LINES[CHECK] + "\n" + LINES[CHECK]), "expected action"),
        (other.replace(LINES[CHECK], LINES[CHECK].replace(".", ".1")), "expected action"),
        (other.replace(LINES[CHECK], LINES[CHECK].replace(".", ".٣", 1)), "expected action"),
        (other.replace(LINES[CHECK], LINES[CHECK].partition(" ")[0] + " Éloi attacks"), "expected an action"),
        (other.replace(LINES[CHECK], LINES[CHECK].partition(" ")[0]), "expected an action"),
        (other.replace(LINES[CHECK], LINES[CHECK] + " x" * 5000), "expected an action"),
        (other.replace("@ 64 0000000000000000", "@ 64 0000000000000000\n" * 2), "expected action"),
        (other.replace("@ 64 0000000000000000", "@ 64 junk"), "expected '@ 64"),
        (other.replace("@ 128 ", "@ 127 "), "expected '@ 128"),
        (edited(CHECK, "@ 64 0000000000000000").replace(LINES[9], "result: junk"), "result must be about the teams"),
        (edited(CHECK, "@ 64 0000000000000000").replace(LINES[10], "winner: Dora"), "winner must be about the teams"),
    ):
        with pytest.raises(RaceFileError, match=what):
            read_race(broken)


DICE = parcours.game("um_reifenbreite")


def with_dice(seed: int = 5):
    race = DICE.start(seed=seed)
    while len(race.actions) < 150:
        race.play(race.legal()[0])
    return race


def test_a_race_whose_rolls_do_not_follow_from_its_seed_is_refused():
    text = write_race(with_dice())
    assert read_race(text).setup.seed == 5
    with pytest.raises(RaceFileError, match=r"the luck of the race gives .* here, not .*: the seed or the roll was"):
        read_race(text.replace("chance: seed 5", "chance: seed 6"))


def test_rolls_of_older_rules_follow_from_the_seed_as_well(monkeypatch):
    """As far as today's rules allow the race. (After that, nothing can be checked.)"""
    monkeypatch.setattr(DICE.rules, "VERSION", 2)
    text = write_race(with_dice()).replace("rules: 2", "rules: 1")
    assert read_race(text).written is None
    with pytest.raises(RaceFileError, match="the seed or the roll was changed"):
        read_race(text.replace("chance: seed 5", "chance: seed 6"))
    lines = text.splitlines()
    first, second = (n for n, line in enumerate(lines) if line.startswith("@"))
    broken = "\n".join([*lines[:second], "@ 128 0000000000000000", *lines[second + 1 :]]) + "\n"
    kept = read_race(broken)
    assert kept.written is not None
    assert len(kept.actions) == 64
    with pytest.raises(RaceFileError, match="the seed or the roll was changed") as caught:
        read_race(broken.replace("chance: seed 5", "chance: seed 6"))
    assert caught.value.line <= first + 1


@pytest.mark.parametrize("separator", ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029", "\r"])
def test_only_a_line_feed_ends_a_line(separator):
    for text, line in (
        (TEXT.replace("\n", separator), 1),
        (edited(6, f"{LINES[5]}{separator}{LINES[6]}").replace(LINES[6] + "\n", "", 1), 6),
        (edited(8, f"{LINES[7]}{separator}von"), 8),
        (TEXT + separator, len(LINES) + 1),
    ):
        with pytest.raises(RaceFileError, match="an unsupported character") as caught:
            read_race(text)
        assert caught.value.line == line
    assert read_race(TEXT.replace("\n", "\r\n")).actions == RACE.actions


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (2, "game:breaking_away"),
        (2, "game:  breaking_away"),
        (2, "game: breaking_away "),
        (3, "rules: 1\xa0"),
        (4, LINES[3].replace(" grand", "  grand")),
        (5, "options: teams=3 open_sheets=off"),
        (5, "options:  teams=3"),
        (6, "seat 1: Red = sprinter\u3000"),
        (6, "seat 1: Red =  sprinter"),
        (6, "seat 1: Red = "),
        (9, LINES[8] + "\ncarried: {}"),
        (11, LINES[10] + "\n|name"),
        (11, LINES[10] + "\n| name = 'x'\nmore: 1"),
    ],
)
def test_there_is_one_way_to_write_a_header(line, text):
    with pytest.raises(RaceFileError) as caught:
        read_race(edited(line, text))
    assert caught.value.line in range(line, line + 3)


def test_the_order_of_a_header_is_kept():
    with pytest.raises(RaceFileError, match="expected 'seat 1: Red = sprinter', found 'seat 2: Blue"):
        read_race(TEXT.replace("\n".join(LINES[5:7]), "\n".join([LINES[6], LINES[5]])))


def test_luck_that_begins_after_the_last_action_binds_nothing():
    race = with_dice()
    text = write_race(race)
    with pytest.raises(RaceFileError, match="its luck can't begin later"):
        read_race(text.replace("chance: seed 5", f"chance: seed 6 from action {len(race.actions) + 1}"))
    race.setup = replace(race.setup, luck_from=len(race.actions))
    assert "chance: typed in" in write_race(race)


def test_a_seed_fits_in_64_bits():
    for seed in (2**63 - 1, -(2**63)):
        assert read_race(write_race(GAME.start(seed=seed))).setup.seed == seed
    for seed in (2**63, -(2**63) - 1, 10**30):
        with pytest.raises(RaceFileError, match="chance must be"):
            read_race(edited(9, f"chance: seed {seed}"))
        with pytest.raises(BadOptionError, match="the seed must be"):
            GAME.start(seed=seed)


def test_a_course_of_ones_own_may_be_called_as_one_of_the_game(tmp_path):
    source = GAME.course().source.replace("Grand Circuit", "Another Circuit").replace("at = 73", "at = 70")
    own = tmp_path / "grand_circuit.toml"
    own.write_text(source)
    race = GAME.start(teams=3, seed=3, course=str(own))
    text = write_race(race)
    assert read_race(text).setup.course.digest == race.setup.course.digest != GAME.course().digest


def test_dice_that_people_rolled_are_held_to_no_seed():
    race = DICE.start(manual_chance=True)
    while len(race.actions) < 100:
        race.play(race.legal()[-1])
    assert read_race(write_race(race)).actions == race.actions


def test_a_race_that_goes_on_from_another_one_says_from_where_its_luck_is_its_own():
    first = with_dice()
    setup = replace(first.setup, seed=99, luck_from=100)
    race = Match.replayed(setup, first.actions[:100])
    while race.actor == CHANCE:
        race.replay(race.roll())
    while len(race.actions) < 150:
        race.play(race.legal()[0])
    text = write_race(race)
    assert "chance: seed 99 from action 101" in text
    read = read_race(text)
    assert read.actions == race.actions
    assert read.setup.luck_from == 100
    assert "come from another race" in read.note
    for changed in ("seed 98 from action 101", "seed 99", "seed 99 from action 50"):
        with pytest.raises(RaceFileError, match="the seed or the roll was changed"):
            read_race(text.replace("seed 99 from action 101", changed))


def test_files_that_are_no_text_or_not_there(tmp_path):
    for name, content in (("bytes.race", b"\xff\xfe\x00"), ("huge.race", b"x" * 5_000_000)):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(RaceFileError, match=name):
            parcours.load(tmp_path / name)
    with pytest.raises(RaceFileError, match="can't be read"):
        parcours.load(tmp_path / "missing.race")
    with pytest.raises(RaceFileError, match="can't be read"):
        parcours.load(tmp_path)
    with pytest.raises(RaceFileError, match="not a valid file name"):
        parcours.load("a\0b")


@given(st.integers(0, len(TEXT) - 1), st.characters(), st.sampled_from(["cut", "replace", "insert", "drop"]))
def test_any_damage_is_refused_or_harmless_never_half_loaded(place, character, how):
    damaged = {
        "cut": TEXT[:place],
        "replace": TEXT[:place] + character + TEXT[place + 1 :],
        "insert": TEXT[:place] + character + TEXT[place:],
        "drop": TEXT[:place] + TEXT[place + 1 :],
    }[how]
    try:
        race = read_race(damaged)
    except RaceFileError:
        return
    assert race.actions == RACE.actions
    assert race.digest() == RACE.digest()
