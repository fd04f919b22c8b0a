"""Rally: laying the road card by card, within the limits of the Calendar."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import FORD, HAIRPIN, Road
from parcours.games.rally.actions import CARD
from parcours.games.rally.state import FORD_BIT, HAIRPIN_BIT, State


@rule
def is_free(race: State, card: int) -> bool:
    """Whether a card of the set is not on the road yet and may be laid in this race (RA-R1, RA-O4)."""
    for number in range(race.cards_laid):
        if race.laid[number] == card:
            return False
    return race.barred >> card & 1 == 0


@rule
def begins_easily(road: Road, card: int) -> bool:
    """Whether a card's first square has level 0 (RA-R5)."""
    return road.squares[road.stretches[card].first].value == 0


@rule
def laid_with(race: State, feature: int) -> int:
    """How many cards of the road have a feature (RA-R6)."""
    count = 0
    for number in range(race.cards_laid):
        count += race.features[race.laid[number]] >> feature & 1
    return count


@rule
def free_of_kind(race: State, bears: int, without: int) -> int:
    """How many free cards have exactly these features, not counting the card `without`."""
    count = 0
    for card in range(race.set_size):
        count += card != without and race.features[card] == bears and is_free(race, card)
    return count


@rare
def can_be_completed(race: State, card: int) -> bool:
    """Whether a road within all limits is still possible after this card (RA-R3, RA-R6). A kind of card is one with the
    same features: this tries how many free cards of each kind to add, until a combination completes the road."""
    bears = race.features[card]
    left = race.card_count - race.cards_laid - 1
    fast = laid_with(race, 0) + (bears & 1)
    hairpins = laid_with(race, 1) + (bears >> 1 & 1)
    fords = laid_with(race, 2) + (bears >> 2 & 1)
    plain = free_of_kind(race, 0, card)
    all_three = free_of_kind(race, 7, card)
    fast_hairpin, fast_ford, hairpin_ford = (
        free_of_kind(race, 3, card),
        free_of_kind(race, 5, card),
        free_of_kind(race, 6, card),
    )
    only_fast, only_hairpin, only_ford = (
        free_of_kind(race, 1, card),
        free_of_kind(race, 2, card),
        free_of_kind(race, 4, card),
    )
    for a in range(min(all_three, left) + 1):
        for b in range(min(fast_hairpin, left - a) + 1):
            for c in range(min(fast_ford, left - a - b) + 1):
                for d in range(min(hairpin_ford, left - a - b - c) + 1):
                    rest = left - a - b - c - d
                    f, h, w = fast + a + b + c, hairpins + a + b + d, fords + a + c + d
                    low_f, high_f = max(0, race.least[0] - f), min(only_fast, race.most[0] - f)
                    low_h, high_h = max(0, race.least[1] - h), min(only_hairpin, race.most[1] - h)
                    low_w, high_w = max(0, race.least[2] - w), min(only_ford, race.most[2] - w)
                    if low_f <= high_f and low_h <= high_h and low_w <= high_w:
                        fewest = low_f + low_h + low_w
                        if fewest <= rest <= high_f + high_h + high_w + plain:
                            return True
    return False


@rare
def legal_cards(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """The cards from which a legal road can still be made (RA-R1, RA-R3, RA-R5, RA-R6)."""
    count = 0
    for card in range(race.set_size):
        if (
            is_free(race, card)
            and (race.cards_laid > 0 or begins_easily(road, card))
            and can_be_completed(race, card)
        ):  # fmt: skip
            out[count] = CARD + card
            count += 1
    return count


@rare
def lay(race: State, road: Road, card: int) -> bool:
    """Add a card to the end of the road (RA-R1). Returns whether the road is complete (RA-R3)."""
    race.laid[race.cards_laid] = card
    race.cards_laid += 1
    first = road.stretches[card].first
    for square in range(first, first + road.stretches[card].front - road.stretches[card].rear):
        flags = road.squares[square]["flags"]
        grade = road.squares[square].value
        if flags & FORD:
            grade |= FORD_BIT
        if flags & HAIRPIN:
            grade |= HAIRPIN_BIT
        race.grade[race.places] = grade
        race.places += 1
    return race.cards_laid == race.card_count
