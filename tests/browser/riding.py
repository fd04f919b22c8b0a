"""What the browser tests do again and again: ride, wait, drop a file, sit down at a table with a friend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

MOST_MOVES = 400
"""More decisions than one seat has in any race here."""

PATIENCE = 600
"""Tenths of a second until something awaited counts as not coming."""

Visit = Callable[..., Any]
Read = TypeVar("Read")

TO_DO = "[data-testid=choice], [data-testid=podium]"


def ride_now(page: Any) -> None:
    page.get_by_test_id("ride-now").first.click()
    page.wait_for_selector(TO_DO)


def until(page: Any, so: Callable[[], Any], what: str) -> None:
    """Wait until something is true. A page answers when it can, so what it shows must never be asked only once."""
    for _ in range(PATIENCE):
        if so():
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"it did not come to this: {what}")


def until_reads(page: Any, read: Callable[[], Read], wanted: Read) -> None:
    """Wait until `read` gives the wanted value."""
    for _ in range(PATIENCE):
        if read() == wanted:
            return
        page.wait_for_timeout(100)
    assert read() == wanted


def state_id(page: Any) -> str:
    return str(page.get_by_test_id("table").get_attribute("data-state-id"))


def until_moved(page: Any, before: str) -> None:
    """Wait until the choice is carried out and this visitor is asked again, or the race is over."""
    page.wait_for_function(
        """([before, todo]) => document.querySelector('[data-testid=table]')?.dataset.stateId !== before
           && document.querySelector(todo)""",
        arg=[before, TO_DO],
    )


def over(page: Any) -> bool:
    return bool(page.get_by_test_id("podium").count())


def choose(page: Any, number: int = 0) -> None:
    before = state_id(page)
    page.get_by_test_id("choice").nth(number).click()
    until_moved(page, before)


def to_the_podium(page: Any, act: Callable[[], None]) -> None:
    for _ in range(MOST_MOVES):
        if over(page):
            break
        act()
    page.get_by_test_id("podium").wait_for()


def drop(page: Any, name: str, text: str) -> None:
    page.evaluate(
        """([name, text]) => {
             const files = new DataTransfer();
             files.items.add(new File([text], name, { type: 'text/plain' }));
             const how = { dataTransfer: files, bubbles: true, cancelable: true };
             for (const type of ['dragenter', 'dragover', 'drop'])
               document.body.dispatchEvent(new DragEvent(type, how));
           }""",
        [name, text],
    )


def seats_of(page: Any) -> Any:
    """The list of who sits at the table."""
    page.get_by_role("tab", name="Table", exact=True).click()
    return page.get_by_test_id("place")


def two_at_a_table(visit: Visit, **how: Any) -> tuple[Any, Any]:
    """Ada rides Red, her friend Bob rides Blue in a browser of his own, a bot rides Yellow."""
    ada = visit("#/new", **how)
    ada.get_by_test_id("start").wait_for()
    ada.locator("input[name=teams][value='3']").check(force=True)
    ada.get_by_label("Name, Red").fill("Ada")
    ada.get_by_label("Seat for Blue").select_option("friend")
    ada.get_by_test_id("start").click()
    link = ada.get_by_test_id("copy-link").first.get_attribute("data-link")
    bob = visit(link.split("/", 3)[3])
    bob.get_by_label("Name").fill("Bob")
    bob.get_by_test_id("claim").click()
    bob.get_by_test_id("board").wait_for()
    ada.get_by_test_id("copy-link").wait_for(state="detached")
    return ada, bob


def asked(page: Any) -> bool:
    """Whether this visitor has a choice to make."""
    return bool(page.get_by_test_id("choice").count())


def until_they_agree(*pages: Any) -> None:
    """Wait until all pages show the same rider as due."""

    def agree() -> bool:
        due = [page.locator(".piece.due").evaluate_all("due => due.map(one => one.dataset.piece)") for page in pages]
        return bool(due[0]) and all(one == due[0] for one in due)

    until(pages[0], agree, "all see the same rider due")


def ride_until(pages: tuple[Any, ...], reached: Callable[[], bool]) -> None:
    """Let each of these pages choose when it is asked, until something is reached."""
    for _ in range(MOST_MOVES):
        if reached():
            return
        for page in pages:
            if asked(page):
                before = state_id(page)
                page.get_by_test_id("choice").first.click()
                page.wait_for_function(
                    "before => document.querySelector('[data-testid=table]').dataset.stateId !== before", arg=before
                )
                break
        pages[0].wait_for_timeout(120)
    raise AssertionError("it was never reached")


def set_up(
    visit: Visit, game: str, *, teams: int, course: str = "", level: str = "", options: tuple[str, ...] = (), **how: Any
) -> Any:
    """A visitor who has opened a table for one person and bots, with these switches on, and is asked a question."""
    page = visit(f"#/new/{game}", **how)
    page.get_by_test_id("start").wait_for()
    page.locator(f"input[name=teams][value='{teams}']").check(force=True)
    if course:
        page.locator("select:has(option[value='" + course + "'])").select_option(course)
    if level:
        page.locator("select[aria-labelledby=option-level]").select_option(level)
    for option in options:
        page.get_by_text(option, exact=True).first.click()
    page.get_by_test_id("start").click()
    page.wait_for_selector(TO_DO)
    return page


def told(page: Any, what: str) -> dict[str, Any]:
    """What the server tells this visitor's seat about the table."""
    answer: dict[str, Any] = page.evaluate(
        """async (what) => {
             const id = location.hash.split('/')[2];
             const [secret] = Object.values(JSON.parse(localStorage['parcours.seats'])[id].secrets);
             const headers = { Authorization: `Bearer ${secret}` };
             return (await fetch(`/api/v1/tables/${id}/${what}`, { headers })).json();
           }""",
        what,
    )
    return answer


def seen_state(page: Any) -> dict[str, Any]:
    """The race as this visitor's seat sees it, once the page shows it too."""
    for _ in range(PATIENCE):
        state = told(page, "state")
        if over(page) or state_id(page) == str(state["state_id"]):
            return state
        page.wait_for_timeout(100)
    raise AssertionError("the page does not show what the server tells")


def take(page: Any, action: int) -> None:
    """Click the choice of an action."""
    before = state_id(page)
    page.locator(f"[data-action='{action}']").click()
    until_moved(page, before)


def hand_over(page: Any) -> None:
    """Hand the only person's seat to a bot. This takes two clicks, because nobody else decides."""
    button = page.get_by_test_id("hand-over")
    button.click()
    button.click()
    button.wait_for(state="detached")


def paper(page: Any, heading: str | None = None) -> Any:
    """The printed sheets, fully loaded in a tab of their own."""
    with page.expect_popup() as opened:
        page.get_by_test_id("sheet").click()
    sheet = opened.value
    sheet.get_by_role("heading", name=heading, level=None if heading else 1).first.wait_for()
    sheet.wait_for_load_state("load")
    return sheet


def until_it_fits(page: Any) -> None:
    """Wait until nothing sticks out at the side of a phone."""
    wide = page.viewport_size["width"]
    until(page, lambda: page.evaluate("document.documentElement.scrollWidth") <= wide, "nothing sticks out")
