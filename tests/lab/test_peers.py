"""Other libraries: whole games in their compiled loops, and from Python."""

from __future__ import annotations

import pytest

from parcours.lab import peers

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.parametrize("spec", [peers.MAEDN, peers.BACKGAMMON])
def test_openspiels_own_loop_and_steps_from_python_play_games_of_the_same_kind(spec):
    loop, steps = peers._openspiel_loop(spec), peers._openspiel(spec)
    by_loop, stepped = (sum(play() for _ in range(40)) / 40 for play in (loop, steps))
    assert 0.7 < by_loop / stepped < 1.4


def test_each_peer_is_measured_in_moves_and_games_or_said_to_be_missing():
    found = dict(peers.measure(seconds=0.01, runs=2))
    assert set(found) == set(peers._SETUPS)
    for name, peer in found.items():
        if isinstance(peer, str):
            assert peer == peers.NOT_INSTALLED
            continue
        assert peer.compiled == ("C++" in name)
        assert [rate.moves > 10 * rate.games > 0 for rate in peer.rates] == [True, True]
