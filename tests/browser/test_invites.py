"""Links for friends: with an address that their machines can reach, as a QR code too; otherwise how to let them in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Server, is_ready, status_of
from tests.browser.riding import Visit
from tests.browser.test_page import faults


def invite(page: Any) -> None:
    """Set up a race with a friend."""
    page.get_by_test_id("start").wait_for()
    page.get_by_label("Seat for Blue").select_option("friend")
    page.get_by_test_id("start").click()
    page.get_by_test_id("copy-link").wait_for()


def test_a_server_for_this_computer_alone_says_how_to_let_friends_in(visit: Visit) -> None:
    page = visit("#/new")
    invite(page)
    expect(page.get_by_test_id("not-reachable").first).to_contain_text("--host 0.0.0.0")
    expect(page.get_by_test_id("qr")).to_have_count(0)
    assert faults(page) == []


def test_a_server_for_all_gives_an_address_that_others_can_reach(
    visit: Visit, own_server: Callable[..., Server]
) -> None:  # fmt: skip
    server = own_server("--host", "0.0.0.0")
    server.wait(is_ready)
    reached = str((status_of(server.address) or {})["reached_at"])
    page = visit("#/new", at=server.address)
    invite(page)
    link = page.get_by_test_id("copy-link")
    expect(link).to_have_attribute("data-link", f"{reached}/{str(link.get_attribute('data-link')).split('/', 3)[3]}")
    page.get_by_test_id("qr").locator("summary").click()
    expect(page.get_by_role("img", name="QR code of the link for Blue").locator("svg")).to_be_visible()
    expect(page.get_by_test_id("not-reachable")).to_have_count(0)
    assert faults(page) == []
