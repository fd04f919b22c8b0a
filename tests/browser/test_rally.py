"""A stage of Rally on the page: the road is laid card by card, then driven to its end."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from parcours.games.rally import actions as a
from tests.browser.riding import MOST_MOVES, over, seen_state, set_up, state_id, take, told, until, until_moved


def sensible(choices: list[dict[str, Any]]) -> int:
    """A choice that makes progress: no prototype, third gear, a few squares, no stop."""
    codes = [choice["action"] for choice in choices]
    for wanted in (a.LEAVE, a.NO_STOP, a.TRIM, a.TYRES, a.GEAR + 2, a.GEAR + 1, a.NOBODY_THERE):
        if wanted in codes:
            return wanted
    far = [code for code in codes if a.GO < code < a.LEAVE]
    return far[-1] if far else codes[0]


def test_a_whole_stage_from_the_first_card_to_the_podium(visit: Any) -> None:
    page = set_up(visit, "rally", teams=2)
    prompts: list[str] = []
    for _ in range(MOST_MOVES):
        if over(page):
            break
        scene = seen_state(page)["scene"]
        prompts.append(scene["prompt"])
        take(page, sensible(scene["choices"]))
    expect(page.get_by_test_id("podium")).to_be_visible()
    asked = [*dict.fromkeys(prompts)]
    assert asked[0] == "Which trim for this rally?"
    assert {"Which gear?", "Which tyres for the start?", "Where does mechanic 3 stand?"} <= set(asked)


def pass_the_curtain(page: Any) -> None:
    """Let the player who is asked take the screen."""
    page.wait_for_selector("[data-testid=choice], [data-testid=curtain]")
    curtain = page.get_by_test_id("curtain")
    if curtain.count():
        curtain.get_by_role("button").click()
    page.get_by_test_id("choice").first.wait_for()


def squares(page: Any) -> Any:
    return page.locator(".drawing [data-square]")


def test_the_road_is_laid_from_the_sheet_of_cards(visit: Any) -> None:
    """Two players at one screen: the one who is drawn lays Safari's eight cards, and is told why another card is
    refused."""
    page = visit("#/new/rally", language="it-IT")
    page.get_by_test_id("start").wait_for()
    page.locator("input[name=teams][value='2']").check(force=True)
    page.locator("select:has(option[value='safari'])").select_option("safari")
    page.locator("select:has(option[value='here'])").nth(1).select_option("here")
    page.get_by_test_id("start").click()
    for _ in range(2):
        pass_the_curtain(page)
        before = state_id(page)
        page.get_by_test_id("choice").first.click()
        until(page, lambda before=before: state_id(page) != before, "the choice is carried out")
    pass_the_curtain(page)
    page.get_by_test_id("board").wait_for()
    page.wait_for_selector(".drawing .title-block")
    expect(squares(page), "before the first card the land is open").to_have_count(0)
    for laid, card in enumerate((1, 4, 7, 8, 9, 2, 3), 1):
        page.locator(f"[data-spot='card:{card}']").click()
        expect(squares(page)).to_have_count(10 * laid)
        if card == 4:
            page.locator("[data-spot='card:5']").click()
            page.get_by_text("I limiti del Calendario: al massimo 1 tornante: 2 posate, schede 4 e 5.").wait_for()
    page.locator("[data-spot='card:10']").click()
    pass_the_curtain(page)
    expect(squares(page)).to_have_count(80)
    expect(page.locator(".lit.crowded"), "levels stay readable while mechanics are placed").to_have_count(1)


def test_gears_are_set_on_their_plate_and_the_board_follows_the_road(visit: Any) -> None:
    page = set_up(visit, "rally", teams=2)
    while not any(choice["spot"] == "gear:3" for choice in seen_state(page)["scene"]["choices"]):
        take(page, sensible(seen_state(page)["scene"]["choices"]))
    scene = seen_state(page)["scene"]
    knob = page.locator("[data-spot='gear:3'].open")
    knob.wait_for()
    expect(page.locator("svg.wheel")).to_have_count(1)
    before = state_id(page)
    knob.click()
    until(page, lambda: state_id(page) != before, "the gear is chosen")
    assert seen_state(page)["scene"]["board"] == scene["board"]
    drawn = told(page, "board")
    assert drawn["key"] == scene["board"]
    assert len(drawn["squares"]) == 60


def shows(page: Any, view: list[float]) -> bool:
    """Whether a whole rectangle of the board is in view."""
    x, y, width, height = (float(number) for number in page.get_by_test_id("board").get_attribute("viewBox").split())
    inside = [x - view[0], y - view[1], view[0] + view[2] - x - width, view[1] + view[3] - y - height]
    return all(rest < 0.01 for rest in inside)


def test_the_whole_land_is_seen_until_the_road_is_drawn(visit: Any) -> None:
    """On a phone the board follows the race. While there is no road yet, it must not show bare ground."""
    page = set_up(visit, "rally", teams=2, phone=True)
    land = told(page, "board")["view"]
    held: list[Any] = []
    holding = [True]
    page.route("**/board?key=*", lambda route: held.append(route) if holding else route.continue_())
    for _ in range(MOST_MOVES):
        page.get_by_test_id("choice").first.wait_for()
        if "mechanic" in page.get_by_test_id("prompt").inner_text():
            break
        before = state_id(page)
        page.get_by_test_id("choice").first.tap()
        page.get_by_test_id("confirm").tap()
        until_moved(page, before)
    until(page, lambda: held, "the board with the road is asked for")
    expect(squares(page)).to_have_count(0)
    assert shows(page, land), "the whole land is in view"
    assert len(held) == 1, "no board is asked for while another is on its way"
    holding.clear()
    held[0].continue_()
    expect(squares(page)).to_have_count(60)
    page.wait_for_function(ALL_LIT_SEEN)


ALL_LIT_SEEN = """() => {
    const frame = document.querySelector('[data-testid=board]').getBoundingClientRect();
    const lit = [...document.querySelectorAll('.lit > [data-square]')].map(square => square.getBoundingClientRect());
    return lit.length > 30 && lit.every(({ x, y, width, height }) =>
        x >= frame.left && x + width <= frame.right && y >= frame.top && y + height <= frame.bottom);
}"""
"""Whether all squares on which a mechanic may stand are in view."""
