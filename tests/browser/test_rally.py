"""A stage of Rally on the page: the road is laid card by card, then driven to its end."""

from __future__ import annotations

from typing import Any

from parcours.games.rally import actions as a
from tests.browser.riding import MOST_MOVES, moment, over, seen_state, set_up, take, until_moved


def sensible(choices: list[dict[str, Any]]) -> int:
    """A choice that gets on: no prototype, third gear, a few squares, no stop."""
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
    assert over(page)
    assert page.get_by_test_id("podium").is_visible()
    asked = [*dict.fromkeys(prompts)]
    assert asked[0] == "Which trim do you drive in this rally?"
    assert {"Which gear?", "On which tyres do you start?", "Where does your mechanic number 3 stand?"} <= set(asked)


def pass_the_curtain(page: Any) -> None:
    """Whoever is asked at this screen takes it."""
    page.wait_for_selector("[data-testid=choice], [data-testid=curtain]")
    curtain = page.get_by_test_id("curtain")
    if curtain.count():
        curtain.get_by_role("button").click()
    page.get_by_test_id("choice").first.wait_for()


def squares(page: Any) -> int:
    return int(page.locator(".drawing [data-square]").count())


def test_the_road_is_laid_from_the_sheet_of_cards(visit: Any) -> None:
    """Two at one screen: whoever the lot falls on lays Safari's eight cards, and is told why a ninth idea is none."""
    page = visit("#/new/rally", language="it-IT")
    page.get_by_test_id("start").wait_for()
    page.locator("input[name=teams][value='2']").check(force=True)
    page.locator("select:has(option[value='safari'])").select_option("safari")
    page.locator("select:has(option[value='here'])").nth(1).select_option("here")
    page.get_by_test_id("start").click()
    for _ in range(2):
        pass_the_curtain(page)
        page.get_by_test_id("choice").first.click()
        page.wait_for_timeout(100)
    pass_the_curtain(page)
    page.get_by_test_id("board").wait_for()
    page.wait_for_selector(".drawing .title-block")
    assert squares(page) == 0, "before the first card the land is open"
    for laid, card in enumerate((1, 4, 7, 8, 9, 2, 3), 1):
        page.locator(f"[data-spot='card:{card}']").click()
        page.wait_for_function("n => document.querySelectorAll('.drawing [data-square]').length === n", arg=10 * laid)
        if card == 4:
            page.locator("[data-spot='card:5']").click()
            page.get_by_text("I limiti del Calendario: al massimo 1 tornante: 2 posate, le carte 4 e 5.").wait_for()
    page.locator("[data-spot='card:10']").click()
    pass_the_curtain(page)
    page.wait_for_function("() => document.querySelectorAll('.drawing [data-square]').length === 80")
    assert page.locator(".lit.crowded").count() == 1, "levels stay readable while mechanics are placed"


def test_gears_are_set_on_their_plate_and_the_board_follows_the_road(visit: Any) -> None:
    page = set_up(visit, "rally", teams=2)
    while not any(choice["spot"] == "gear:3" for choice in seen_state(page)["scene"]["choices"]):
        take(page, sensible(seen_state(page)["scene"]["choices"]))
    scene = seen_state(page)["scene"]
    knob = page.locator("[data-spot='gear:3'].open")
    knob.wait_for()
    assert page.locator("svg.wheel").count() == 1
    before = page.get_by_test_id("table").get_attribute("data-moment")
    knob.click()
    page.wait_for_function(
        "before => document.querySelector('[data-testid=table]').dataset.moment !== before", arg=before
    )
    assert seen_state(page)["scene"]["board"] == scene["board"]
    drawn = page.evaluate(
        """async () => {
             const id = location.hash.split('/')[2];
             const [secret] = Object.values(JSON.parse(localStorage['parcours.seats'])[id].secrets);
             const headers = { Authorization: `Bearer ${secret}` };
             return (await fetch(`/api/v1/tables/${id}/board`, { headers })).json();
           }"""
    )
    assert drawn["key"] == scene["board"]
    assert len(drawn["squares"]) == 60


def test_the_whole_land_is_seen_until_the_road_is_drawn(visit: Any) -> None:
    """On a phone the board goes along with the race; with no road to go along yet it must not look at bare ground."""
    page = set_up(visit, "rally", teams=2, phone=True)
    page.get_by_test_id("board").wait_for()
    whole = page.get_by_test_id("board").get_attribute("viewBox")
    held: list[Any] = []
    holding = [True]
    page.route("**/board?key=*", lambda route: held.append(route) if holding else route.continue_())
    for _ in range(MOST_MOVES):
        if "mechanic" in page.get_by_test_id("prompt").inner_text():
            break
        before = moment(page)
        page.get_by_test_id("choice").first.tap()
        page.get_by_test_id("confirm").tap()
        until_moved(page, before)
    assert squares(page) == 0
    assert float(page.get_by_test_id("board").get_attribute("viewBox").split()[2]) == float(whole.split()[2])
    assert len(held) == 1, "no board is asked for while another is on its way"
    holding.clear()
    held[0].continue_()
    page.wait_for_function("() => document.querySelectorAll('.drawing [data-square]').length === 60")
    page.wait_for_function(ALL_LIT_SEEN)


ALL_LIT_SEEN = """() => {
    const frame = document.querySelector('[data-testid=board]').getBoundingClientRect();
    const lit = [...document.querySelectorAll('.lit > [data-square]')].map(square => square.getBoundingClientRect());
    return lit.length > 30 && lit.every(({ x, y, width, height }) =>
        x >= frame.left && x + width <= frame.right && y >= frame.top && y + height <= frame.bottom);
}"""
"""Whether all squares on which a mechanic may stand are in view."""
