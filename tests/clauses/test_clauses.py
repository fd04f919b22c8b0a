"""Every clause of every specification has a test, and no test claims a clause that does not exist."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from parcours.engine.ruletext import read_rules
from parcours.games import GAMES, find_game
from tests.clauses import clauses_of

TESTS = Path(__file__).parents[1]


def claimed() -> set[str]:
    """What the tests claim with `pytest.mark.clause`."""
    found: set[str] = set()
    for path in TESTS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
                found |= {str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)}
    return found


CLAIMED = claimed()


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_test(game):
    clauses = clauses_of(game)
    assert len(clauses) > 30
    assert not set(clauses) - CLAIMED


def test_no_test_claims_a_clause_that_there_is_not():
    prefixes = tuple(f"{find_game(game).clause_prefix}-" for game in GAMES)
    claims = {clause for clause in CLAIMED if clause.startswith(prefixes)}
    assert claims
    assert not claims - {clause for game in GAMES for clause in clauses_of(game)}


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_for_readers_have_the_same_clauses_in_the_same_order(game):
    read = read_rules(find_game(game), "en")
    assert [clause.id for chapter in read.chapters for clause in chapter.clauses] == clauses_of(game)
