"""All laws of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.profi.laws import circles, dangers, order, prices, rides
from tests.profi.laws.sight import Sight

Law = Callable[[Sight], Iterator[str]]
LAWS: tuple[Law, ...] = (
    order.order_of_moving, order.order_of_counters, order.passing, order.team_car,
    circles.who_may_circle, circles.who_is_in_the_chain, circles.circle_fees, circles.unwilling_dummies,
    circles.sum_of_a_circle, circles.squares_in_slipstream, circles.who_may_follow,
    rides.worth_of_a_move, rides.end_places, rides.climbs_hold,
    prices.price_of_a_deed, prices.price_of_a_circle, prices.chips_that_change_hands,
    dangers.who_rolls, dangers.who_must_roll, dangers.who_lies_ahead, dangers.duels_are_asked, dangers.bottles,
    dangers.where_bottles_lie, dangers.good_radio, dangers.which_doping_card, dangers.points_of_the_road,
)  # fmt: skip


def broken(sight: Sight) -> Iterator[str]:
    """The complaints of all laws about a deed."""
    for law in LAWS:
        for complaint in law(sight):
            yield f"{law.__name__}: {complaint}"
