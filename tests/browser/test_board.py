"""The board under fingers, wheel and mouse: it is moved, zoomed and let go."""

from __future__ import annotations

from typing import Any

from tests.browser.riding import Visit, ride_now, until


def view(page: Any) -> list[float]:
    """The part of the board that is seen: left, top, width, height."""
    told = page.get_by_test_id("board").get_attribute("viewBox")
    return [float(part) for part in told.split()]


def middle(page: Any) -> tuple[float, float]:
    box = page.get_by_test_id("board").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_wheel_brings_the_board_nearer_and_the_mouse_moves_it(visit: Visit) -> None:
    page = visit()
    ride_now(page)
    far = view(page)
    x, y = middle(page)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -600)
    until(page, lambda: view(page)[2] < far[2] * 0.7, "the board is nearer")
    near = view(page)
    page.mouse.down()
    page.mouse.move(x - 120, y - 30, steps=4)
    page.mouse.up()
    until(page, lambda: view(page)[0] > near[0] and view(page)[2:] == near[2:], "the board has moved to the left")
    page.get_by_role("button", name="Whole course").click()
    until(page, lambda: view(page) == far, "all of it is seen again")


def test_a_drag_that_ends_on_a_square_rides_nobody_there(visit: Visit) -> None:
    page = visit()
    ride_now(page)
    before = page.get_by_test_id("table").get_attribute("data-state-id")
    x, y = middle(page)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    end = page.get_by_test_id("end").first.bounding_box() if page.get_by_test_id("end").count() else None
    at = (end["x"] + 5, end["y"] + 5) if end else (x, y)
    page.mouse.move(at[0] - 80, at[1])
    page.mouse.down()
    page.mouse.move(*at, steps=5)
    page.mouse.up()
    page.wait_for_timeout(300)
    assert page.get_by_test_id("table").get_attribute("data-state-id") == before


def test_two_fingers_bring_the_board_nearer_and_it_stops_following(visit: Visit) -> None:
    page = visit(phone=True)
    ride_now(page)
    follow = page.get_by_role("button", name="Follow the race")
    assert follow.get_attribute("aria-pressed") == "true"
    x, y = middle(page)
    far = view(page)
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, apart: float) -> None:
        points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}] if apart else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 30)
    for apart in (40, 60, 80, 90):
        touch("touchMove", apart)
    touch("touchEnd", 0)
    until(page, lambda: view(page)[2] < far[2] * 0.6, "the board is nearer")
    assert follow.get_attribute("aria-pressed") == "false"
