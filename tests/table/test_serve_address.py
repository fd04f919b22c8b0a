"""The address that a server gives for friends: one that their machines can reach, or none."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from parcours.table.serve import listen, reached_at


def test_a_server_for_this_computer_alone_has_no_address_for_others():
    with listen("127.0.0.1", 0) as listening:
        assert reached_at(listening) is None


def test_a_server_for_all_tells_its_address_and_its_port():
    with listen("0.0.0.0", 0) as listening:
        told = urlsplit(reached_at(listening))
        assert told.port == listening.getsockname()[1]
        try:
            assert not ipaddress.ip_address(told.hostname).is_unspecified
        except ValueError:
            assert told.hostname, "a machine without a network tells its name"
