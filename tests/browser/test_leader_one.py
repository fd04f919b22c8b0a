"""Leader 1 on the page: dice and tiles typed in by a commissioner, an attack with its price, the bunch that takes a
rider back, the energy pad on paper."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from parcours.games.leader_one import actions as a
from tests.browser.riding import (
    MOST_MOVES,
    TO_DO,
    Visit,
    hand_over,
    over,
    paper,
    seen_state,
    set_up,
    state_id,
    take,
    until,
    until_it_fits,
    until_moved,
)
from tests.browser.test_leader_one_and_profi import picture
from tests.browser.test_page import faults
from tests.browser.test_tours import back_to_the_tour, opened

COMMISSIONER = "Referee a real game: you roll and draw on the board, and enter the results here"
RED, FIVE = a.FACE + 2, a.FACE + 3
TYPED = {
    "token": r"^Who leads the bunch", "bunch": r"^Roll the bunch die", "puncture": r": puncture on a 1$",
    "tile": r"takes a feed tile$",
}  # fmt: skip


IN_VIEW = """ring => {
    const [box, board] = [ring, document.querySelector('[data-testid=board]')].map(one => one.getBoundingClientRect());
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return x > board.left && x < board.right && y > board.top && y < board.bottom;
}"""


def actions_of(state: dict[str, Any]) -> list[int]:
    return [choice["action"] for choice in state["scene"]["choices"]]


def attack_of_the_rouleur(page: Any) -> dict[str, Any]:
    """Choose until the rouleur may attack: over four squares, as the page offers it."""
    for _ in range(MOST_MOVES):
        state = seen_state(page)
        for press in state["clicks"]:
            if press["actions"][:1] == [a.ATTACK] and press["short"] == "4":
                return dict(press)
        take(page, actions_of(state)[0])
    raise AssertionError("the rouleur was never asked")


def test_an_attack_is_priced_and_the_bunch_takes_the_rider_back(visit: Visit) -> None:
    page = set_up(visit, "leader_one", teams=2, options=(COMMISSIONER,))
    four = attack_of_the_rouleur(page)
    row = page.locator(f"[data-action='{four['action']}']")
    row.hover()
    page.get_by_text("3 free + 1 paid squares", exact=True).first.wait_for()
    page.get_by_text("1 energy", exact=True).first.wait_for()
    picture(page, "leader-attack")
    take(page, four["action"])
    for _ in range(MOST_MOVES):
        page.wait_for_selector(TO_DO)
        found = actions_of(seen_state(page))
        take(page, next((code for code in (FIVE, a.DONE, a.SILENT) if code in found), found[0]))
        if FIVE in found:
            break
    page.get_by_text("The bunch reels in Yellow rouleur", exact=False).first.wait_for()
    picture(page, "leader-absorbed")


def test_ones_own_riders_stand_out_in_the_bunch_and_on_a_phone_whoever_is_asked_about_is_in_view(visit: Visit) -> None:
    page = set_up(visit, "leader_one", teams=2, phone=True)
    expect(page.locator("[data-carried] circle.mine")).to_have_count(3)
    for _ in range(MOST_MOVES):
        if page.locator("[data-carried] circle.pulse").count():
            break
        before, single = state_id(page), page.get_by_test_id("choice").count() == 1
        page.get_by_test_id("choice").first.tap()
        if not single:
            page.get_by_test_id("confirm").tap()
        until_moved(page, before)
    until(page, lambda: page.locator("[data-carried] circle.pulse").evaluate(IN_VIEW), "whom it is about is in view")


def test_the_commissioner_types_dice_and_tiles(visit: Visit) -> None:
    page = set_up(visit, "leader_one", teams=2, options=(COMMISSIONER,))
    seen: set[str] = set()
    for _ in range(MOST_MOVES):
        page.wait_for_selector(TO_DO)
        if over(page) or seen == set(TYPED):
            break
        scene = seen_state(page)
        seen |= {name for name, words in TYPED.items() if re.search(words, scene["scene"]["prompt"])}
        found = actions_of(scene)
        face = RED if "puncture" not in seen else FIVE
        wanted = (face, a.EVENT + 6, a.PAY, a.DONE, a.SILENT)
        take(page, next((code for code in wanted if code in found), found[0]))
    assert seen == set(TYPED)
    chances = [choice for choice in seen_state(page)["scene"]["choices"] if choice["weight"]]
    if chances:
        expect(page.get_by_test_id("choices")).to_contain_text(re.compile(r"\d+ in \d+"))


def test_the_energy_pad_is_printed(visit: Visit) -> None:
    page = set_up(visit, "leader_one", teams=3)
    take(page, attack_of_the_rouleur(page)["action"])
    page.get_by_role("tab", name="Table", exact=True).click()
    sheet = paper(page)
    text = sheet.locator("main, body").first.inner_text()
    assert "Energy" in text
    for team in ("Yellow", "White", "Pink"):
        assert team in text
    picture(sheet, "leader-pad")


def test_the_classification_is_marked_on_its_ring(visit: Visit) -> None:
    page = visit("#/new/tour/leader_one")
    page.get_by_test_id("preset").filter(has_text="Short tour").click()
    opened(page)
    page.get_by_test_id("ride-stage").click()
    page.wait_for_selector(TO_DO)
    hand_over(page)
    back_to_the_tour(page)
    page.get_by_role("tab", name="General classification").click()
    riding = page.get_by_test_id("classification").locator("tbody tr:not(.out)")
    ring = page.get_by_test_id("ring")
    expect(ring.locator("polygon")).to_have_count(24)
    until(page, lambda: 0 < riding.count() == ring.locator("g title").count(), "all who ride are on the ring")
    expect(ring).to_contain_text("squares until the leader")
    picture(page, "ring")
    page.set_viewport_size({"width": 390, "height": 844})
    until_it_fits(page)
    assert faults(page) == []
