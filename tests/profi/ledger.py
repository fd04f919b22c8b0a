"""A bookkeeper at the table of Profi: it hears every deed, writes down what the deed does to cards, chips, bottles,
doping decks and event cards, and compares its books with the record. It uses no rule function: what it knows is written
here, from the specification."""

from __future__ import annotations

from collections import Counter
from typing import Any

from parcours.engine.match import Match
from parcours.games.profi import actions as a
from parcours.games.profi import state as s

ROLE_TYPE = (s.CAPTAIN, s.ROULEUR, s.GRIMPEUR, s.SPRINTER, s.ROULEUR)
DECKS = ((2, 2, 2, 2, 2), (4, 3, 6, 2, 0), (2, 2, 3, 4, 1), (3, 3, 2, 3, 1), (5, 1, 1, 1, 1))
"""How many cards worth 2 to 6 each colour has, the jokers last (PR-K1)."""
OWN_TERRAIN = {"B": s.ROULEUR, "D": s.ROULEUR, "G": s.SPRINTER, "R": s.GRIMPEUR}
BOARDS = {
    "coast": ("G" * 10 + "B" * 14 + "R" * 6 + "D" * 6 + "G" * 8 + "B" * 8 + "G" * 12, 18),
    "two_passes": ("B" * 12 + "G" * 10 + "R" * 16 + "D" * 8 + "K" * 6 + "B" * 8 + "R" * 14 + "B" * 6, 54),
}
"""The rows of the boards, and where their feed stations begin (PR-Z11, PR-Z12)."""
BOARD_WIDTH = 3
STATION = (s.ROULEUR, s.SPRINTER, s.GRIMPEUR, s.CAPTAIN)
"""Colours of the rows of a feed station (PR-B3)."""
SNACK, MUSETTE, BOTTLE, POCKETS, KNOCK, LOSE_NOTHING, PARCEL, BAG, FRESH_HEAD = 8, 9, 10, 11, 12, 22, 24, 25, 26
LAID_CHIPS = {a.CHIP: 1, a.TWO_CHIPS: 2, a.TIRED_AND_CHIP: 1, a.BONUS_AND_CHIP: 1}
LAID_TIRED = (a.TIRED_ONE, a.TIRED_AND_CHIP, a.BONUS_AND_TIRED)
CIRCLE_FAILED, CIRCLE_PAID = s.JOIN_NEXT, s.TRAIN


class Ledger:
    """The books of one race. Riders are numbers of the record; kinds of cards are colour x 5 + value - 2."""

    def __init__(self, race: Match) -> None:
        state = race.races[0]
        self.course = race.setup.course
        self.teams, self.squad = int(state["teams"]), int(state["squad"])
        self.width = BOARD_WIDTH if self.course.id in BOARDS else int(state["width"])
        self.chips, self.bottles, self.tired = [0] * s.FIELD, [0] * s.FIELD, [0] * s.FIELD
        self.hand: list[Counter[int]] = [Counter() for _ in range(self.teams)]
        self.stacks: list[Counter[int]] = [Counter() for _ in range(self.teams)]
        self.sizes = [[0] * s.MAX_STACKS for _ in range(self.teams)]
        self.under: list[list[tuple[int, int]]] = [[] for _ in range(self.teams)]
        self.played: list[Counter[int]] = [Counter() for _ in range(self.teams)]
        self.swapped: tuple[int, int] | None = None
        backs = (24 if int(state["sides"]) >= 7 else 12) if state["doping"] else 0
        self.doping = [set(range(backs)) for _ in range(4)]
        self.doping_under: list[list[int]] = [[] for _ in range(4)]
        self.unused: list[set[int]] = [set() for _ in range(s.FIELD)]
        self.used: list[set[int]] = [set() for _ in range(s.FIELD)]
        self.events: set[int] = set()
        self.roles: tuple[int, ...] | None = None
        self.on_road: Counter[tuple[int, int, int]] = Counter()
        if self.course.id in BOARDS and state["bottles_rule"]:
            self.lay_station(BOARDS[self.course.id][1])
        self.attacker = s.NOBODY
        self.begin_move()
        self.begin_circle()

    def begin_move(self) -> None:
        self.saved, self.cards, self.chipped = 0, 0, False

    def begin_circle(self) -> None:
        self.start: tuple[int, int] = (s.NOBODY, 0)
        self.laid: dict[int, int] = {}
        self.fees: dict[int, int] = {}

    # ------------------------------------------------------------------------------------- what the table is

    def team(self, rider: int) -> int:
        return rider // self.squad

    def type(self, state: Any, rider: int) -> int:
        return ROLE_TYPE[int(state["role"][rider])]

    def is_own(self, state: Any, rider: int, row: int) -> bool:
        """Whether this is the rider's own terrain (PR-C2)."""
        if self.course.id in BOARDS:
            rows = BOARDS[self.course.id][0]
            terrain = rows[min(max(row, 1), len(rows)) - 1]
        else:
            rounds = str(self.course.facts["profile"]).split()
            terrain = rounds[min(int(state["round_number"]), len(rounds)) - 1][0]
        return OWN_TERRAIN.get(terrain, s.CAPTAIN) == self.type(state, rider) != s.CAPTAIN

    def lay_station(self, first: int) -> None:
        """A bottle on every place of four rows (PR-B3)."""
        for number, colour in enumerate(STATION):
            for lane in range(1, self.width + 1):
                self.on_road[first + number, lane, colour] += 1

    # ------------------------------------------------------------------------------------------ what moves

    def leave(self, before: Any, after: Any, rider: int, card: int) -> None:
        """A played card is out of the race; an exhaustion card goes back to the supply (PR-K5, PR-K6)."""
        if card == a.TIRED_CARD:
            self.tired[rider] -= 1
        elif card == a.DOPING_CARD:
            self.use_doping(before, after, rider)
        else:
            colour = s.JOKER if card >= a.JOKERS else self.type(before, rider)
            self.discard(self.team(rider), colour * 5 + card % 5)

    def discard(self, team: int, kind: int) -> None:
        assert self.hand[team][kind] > 0, "a card is played that is not in the hand"
        self.hand[team][kind] -= 1
        self.played[team][kind] += 1

    def use_doping(self, before: Any, after: Any, rider: int) -> None:
        """One of the rider's doping cards, whichever it is, turns from unused to used (PR-U2)."""
        (card,) = self.unused[rider] - cards_of(after["unused"][rider])
        self.unused[rider].remove(card)
        self.used[rider].add(card)

    def draw_doping(self, state: Any, rider: int) -> None:
        """Chance draws from the unseen cards; when they are gone, the first that was put under is drawn (PR-U1)."""
        colour = self.type(state, rider)
        if not self.doping[colour] and self.doping_under[colour]:
            self.unused[rider].add(self.doping_under[colour].pop(0))

    def move_chips(self, giver: int, taker: int, number: int) -> None:
        self.chips[giver] -= number
        self.chips[taker] += number

    # ------------------------------------------------------------------------------------------------ deeds

    pending: tuple[Any, int]
    """The action that waits until its doping card is picked, and the record before it."""

    def deed(self, before: Any, action: int, after: Any) -> None:
        """One action of a seat or of chance, whether anybody was asked or not."""
        if int(after["phase"]) == s.PICK_PHASE:
            self.pending = (before, action)
            return
        if int(before["phase"]) == s.PICK_PHASE:
            before, action = self.pending
        phase, rider, who = int(before["phase"]), int(before["rider"]), int(before["who"])
        if phase in (s.TURN, s.COUNTER, s.START_MEANS, s.BREAK_CARD) and not a.DOPE <= action < a.TYPE:
            self.begin_move()
        if a.is_chance_code(action):
            self.chance(before, action)
        elif a.DOPE <= action < a.TYPE:
            doper = int(before["decider"]) * self.squad + action - a.DOPE
            self.use_doping(before, after, doper)
            self.chips[doper] += 3
        elif phase == s.PLACE_PHASE:
            self.ride(before, action, after)
        elif phase in (s.OFFER, s.LAYING, s.CIRCLE_FEE) or (phase == s.SHAPE and int(before["kind"]) == s.CIRCLE_MOVE):
            self.lay(who, action)
        elif action == a.ATTACK:
            self.attacker = rider
        elif action == a.CAR:
            self.draw_doping(before, rider)
        elif a.CHIPS <= action < a.PLAY:
            self.chips[rider] -= action - a.CHIPS + 1
            self.chipped = True
        elif a.PLAY <= action < a.ADJUST:
            self.leave(before, after, rider, action - a.PLAY)
            self.cards += 1
        elif a.ADJUST <= action < a.USE_BOTTLE:
            change = action - a.ADJUST - 2
            self.saved, self.chipped = max(-change, 0), self.chipped or change > 0
            self.chips[rider] -= max(change, 0)
        elif action == a.USE_BOTTLE:
            self.bottles[rider] -= 1
        elif a.ON <= action < a.FEE_CHIPS:
            self.chips[rider] -= (action - a.ON) // 3
            self.chipped = action - a.ON >= 3
        elif phase == s.START_PLACE:
            self.chips[rider] += self.saved
        else:
            self.answer(before, action, after)

    def answer(self, before: Any, action: int, after: Any) -> None:
        rider, who, team = int(before["rider"]), int(before["who"]), int(before["decider"])
        if action == a.FEE_CHIPS:
            self.chips[rider] -= 2
        elif a.FEE <= action < a.HOLD_WHEEL:
            self.discard(team, action - a.FEE)
        elif action == a.HOLD_WHEEL:
            self.chips[rider] -= 1
        elif action == a.TAKE_CHIP:
            self.chips[who] += 1
        elif action == a.TAKE_DOPING:
            self.draw_doping(before, who)
        elif a.GIVE_UP <= action < a.GIVE_UP_TIRED:
            self.hand[team][action - a.GIVE_UP] -= 1
            self.swapped = (team, action - a.GIVE_UP)
        elif action == a.GIVE_UP_TIRED:
            self.tired[who] -= 1
        elif a.UNDER_STACK <= action < a.FROM_STACK:
            assert self.swapped is not None
            self.under[team].append((self.swapped[1], action - a.UNDER_STACK))
            self.swapped = None
        elif a.FROM_STACK <= action < a.PAY_TWO:
            self.draw_card(int(before["drawing"]), action - a.FROM_STACK)
        elif action in (a.PAY_TWO, a.PAY_ONE, a.RAISE):
            self.chips[who] -= 2 if action == a.PAY_TWO else 1
        elif a.CHALLENGE <= action < a.NO_DUEL:
            if not self.is_own(before, rider, int(before["from_row"])):
                self.chips[rider] -= int(before["event"][rider]) != LOSE_NOTHING
        elif action == a.ACCEPT:
            rival = int(before["rival"])
            self.chips[rival] -= not (self.is_own(before, rival, int(before["row"][rival])) or before["jersey"][rival])
        elif a.HAND <= action < a.NO_HAND:
            self.hand_over(before, action - a.HAND)
        elif a.PUT_BACK <= action < a.SPIRIT:
            self.put_back(before, action - a.PUT_BACK)
        elif a.SPIRIT <= action < a.LOT_TEAM:
            self.move_chips(team * self.squad + (action - a.SPIRIT) // 2, who, (action - a.SPIRIT) % 2 + 1)

    def draw_card(self, team: int, stack: int) -> None:
        """Chance decides which unseen card is drawn; below those lie the swapped ones, first in, first out (PR-D3)."""
        self.stack = stack
        if self.sizes[team][stack] == 0:
            place = next(i for i, (_, at) in enumerate(self.under[team]) if at == stack)
            self.hand[team][self.under[team].pop(place)[0]] += 1

    def ride(self, before: Any, action: int, after: Any) -> None:
        """Points saved, and those that can't be ridden, become chips: two at most, with a card and without chips added
        (PR-M3, PR-R5). A rider that has got a bike saves no more (PR-G4)."""
        rider = int(before["rider"])
        if a.HELP <= action < a.DRAWN_VERGE:
            self.chips[rider] += self.saved
            self.saved, self.chipped = 0, True
            return
        steps = int(after["row"][rider]) - int(before["row"][rider])
        steps -= a.DRAWN <= action < a.VERGE or action >= a.DRAWN_VERGE
        points = max(int(before["points"]) - (action >= a.VERGE), 0)
        followed = int(before["followed"]) if int(before["kind"]) == s.FOLLOW_MOVE else 0
        if int(before["weather"]) == s.VERY_COLD and not before["lost"] and points and points + followed >= 6:
            points -= int(before["kind"]) != s.DAWDLE_MOVE
        if self.cards and not self.chipped:
            self.saved = min(2, self.saved + points - steps)
        self.chips[rider] += self.saved

    def hand_over(self, before: Any, choice: int) -> None:
        """Chips or a bottle, one way, with the team-mate in the lane below or above (PR-G6)."""
        side, what = divmod(choice, 8)
        rider = int(before["rider"])
        place = (int(before["row"][rider]), int(before["lane"][rider]) + (1 if side else -1))
        (mate,) = (r for r in range(s.FIELD) if place_of(before, r) == place and before["status"][r] == s.UP)
        assert self.team(mate) == self.team(rider)
        self.exchange = True
        if what <= a.GET_2:
            giver, taker = (rider, mate) if what in (a.GIVE_1, a.GIVE_2) else (mate, rider)
            self.move_chips(giver, taker, 1 + what % 2)
        elif what >= a.GIVE_BOTTLE:
            giver, taker = (rider, mate) if what == a.GIVE_BOTTLE else (mate, rider)
            self.bottles[giver] -= 1
            self.bottles[taker] += 1

    def put_back(self, before: Any, card: int) -> None:
        """A doping card goes under its stack; in an exchange the top one is drawn (PR-G6, event 25)."""
        who = int(before["who"])
        self.unused[who].remove(card)
        self.doping_under[self.type(before, who)].append(card)
        if self.exchange:
            self.draw_doping(before, who)

    def lay(self, who: int, action: int) -> None:
        """What is laid for a circle stays with its owner until all is turned up (PR-L2 to PR-L4)."""
        if action >= a.USE_DOPING:
            self.start = (a.DOPING_CARD, 0)
        elif a.CHIPS <= action < a.PLAY:
            self.start = (s.NOBODY, action - a.CHIPS + 1)
        elif a.PLAY <= action < a.ADJUST:
            self.start = (action - a.PLAY, 0)
        elif a.ADJUST <= action < a.USE_BOTTLE:
            self.start = (self.start[0], action - a.ADJUST - 2)
        elif a.FEE_CHIPS <= action < a.HOLD_WHEEL:
            self.fees[who] = action - a.FEE
        else:
            self.laid[who] = action - a.LAY

    def chance(self, before: Any, action: int) -> None:
        who, drawing = int(before["who"]), int(before["drawing"])
        if a.FORM_DIE <= action < a.CARD:
            self.chips[who] += action - a.FORM_DIE + 1
        elif a.CARD <= action < a.DOPING_DRAWN:
            self.stacks[drawing][action - a.CARD] -= 1
            self.sizes[drawing][self.stack] -= 1
            self.hand[drawing][action - a.CARD] += 1
        elif a.DOPING_DRAWN <= action < a.LOT_RIDER:
            self.doping[self.type(before, drawing)].remove(action - a.DOPING_DRAWN)
            self.unused[drawing].add(action - a.DOPING_DRAWN)
        elif a.LOT_RIDER <= action < a.EVENT:
            if len(self.events) == s.EVENTS:
                self.events.clear()
        elif action >= a.EVENT:
            self.event(before, who, action - a.EVENT + 1)

    def event(self, before: Any, rider: int, card: int) -> None:
        """Event cards that bring or take something at once (PR-Z4)."""
        assert card not in self.events, "an event card comes once"
        self.events.add(card)
        self.chips[rider] += {SNACK: 1, MUSETTE: 2}.get(card, 0)
        self.chips[rider] -= min({POCKETS: 1, KNOCK: 2}.get(card, 0), self.chips[rider])
        self.bottles[rider] += card == BOTTLE and bool(before["bottles_rule"])
        if card == PARCEL and before["doping"]:
            self.draw_doping(before, rider)
        self.exchange = False

    # ------------------------------------------------------------------------------- what passes by itself

    def passes(self, before: Any, after: Any) -> None:
        """What a step that nobody decides does to the books."""
        phase, rider = int(before["phase"]), int(before["rider"])
        if phase == s.NEXT_TYPES and int(after["phase"]) == s.REFILL:
            self.deal(after)
        elif phase == s.RECKON and int(before["risk"]) == 1:
            self.chips[rider] -= 1
        elif phase == CIRCLE_FAILED and after["failed"] and not before["failed"]:
            card, chips = self.start
            self.chips[rider] -= chips
            self.cards, self.chipped = int(card != s.NOBODY), chips > 0
            if card != s.NOBODY:
                self.leave(before, after, rider, card)
            self.begin_circle()
        elif phase == CIRCLE_PAID:
            self.pay_circle(before, after)
        elif phase == s.DUELLED:
            train = [int(r) for r in before["chain"][: int(before["train"])]]
            for mover in train if int(before["kind"]) == s.CIRCLE_MOVE else [rider]:
                self.take_bottle(before, mover)
        elif phase == s.TIRED and self.attacker != s.NOBODY:
            fresh = int(before["event"][self.attacker]) == FRESH_HEAD
            self.tired[self.attacker] += bool(before["exhaustion"]) and not fresh
            self.attacker = s.NOBODY
        elif phase == s.MOVES and self.is_feed_round(before):
            self.lay_station(2 + max(int(before["row"][r]) for r in range(s.FIELD) if before["status"][r] >= s.UP))

    def is_feed_round(self, state: Any) -> bool:
        if self.course.id in BOARDS or not state["bottles_rule"] or state["sprint"]:
            return False
        return "f" in str(self.course.facts["profile"]).split()[int(state["round_number"]) - 1]

    def deal(self, state: Any) -> None:
        """The colours that ride, and the jokers, in stacks as equal as possible (PR-K1, PR-K3, PR-S4)."""
        self.roles = tuple(int(r) for r in state["role"])
        for team in range(self.teams):
            riding = range(team * self.squad, (team + 1) * self.squad)
            for colour in {self.type(state, rider) for rider in riding} | {s.JOKER}:
                self.stacks[team].update({colour * 5 + v: DECKS[colour][v] for v in range(5)})
            for card in range(sum(self.stacks[team].values())):
                self.sizes[team][card % int(state["stacks"])] += 1

    def pay_circle(self, before: Any, after: Any) -> None:
        leader = int(before["chain"][0])
        card, chips = self.start
        self.chips[leader] -= chips
        if card != s.NOBODY:
            self.leave(before, after, leader, card)
        for rider, fee in self.fees.items():
            if fee < 0:
                self.chips[rider] -= 2
            else:
                self.discard(self.team(rider), fee)
        for rider, what in self.laid.items():
            self.chips[rider] -= LAID_CHIPS.get(what, 0)
            self.tired[rider] -= what in LAID_TIRED
            if what in (a.OWN_TWO, a.JOKER_TWO):
                colour = s.JOKER if what == a.JOKER_TWO else self.type(before, rider)
                self.discard(self.team(rider), colour * 5)
        self.begin_circle()

    def take_bottle(self, state: Any, rider: int) -> None:
        """A rider takes a bottle of its colour by ending on it (PR-B1); fallen riders and dummies do not."""
        if self.team(rider) >= self.teams or int(state["status"][rider]) != s.UP:
            return
        lying = (*place_of(state, rider), self.type(state, rider))
        self.bottles[rider] += self.on_road.pop(lying, 0)

    # ----------------------------------------------------------------------------------------- the comparison

    def agrees(self, state: Any) -> None:
        """The record says what the books say, to the last chip."""
        assert state["chips"].tolist() == self.chips
        assert min(self.chips) >= 0
        assert state["bottles"].tolist() == self.bottles
        assert state["tired"].tolist() == self.tired
        for team in range(self.teams):
            assert state["hand"][team].tolist() == [self.hand[team][kind] for kind in range(s.KINDS)]
            assert state["pool"][team].tolist() == [self.stacks[team][kind] for kind in range(s.KINDS)]
            assert int(state["held"][team]) == self.hand[team].total()
            assert state["fresh"][team].tolist() == self.sizes[team]
            room = {2: 34, 3: 46}.get(self.squad, 58)
            under = state["under"][team * room : team * room + int(state["queued"][team])]
            assert [(int(card) & 31, int(card) >> 5) for card in under] == self.under[team]
        for colour in range(4):
            assert cards_of(state["doping_pool"][colour]) == self.doping[colour]
            put = state["doping_under"][colour][: int(state["doping_queued"][colour])]
            assert put.tolist() == self.doping_under[colour]
        for rider in range(s.FIELD):
            assert cards_of(state["unused"][rider]) == self.unused[rider]
            assert cards_of(state["used"][rider]) == self.used[rider]
        assert {card + 1 for card in cards_of(state["events_drawn"])} == self.events
        left = sum(int(mask).bit_count() for mask in state["station_left"])
        assert left == self.on_road.total()

    def balances(self, state: Any) -> None:
        """Nothing is created and nothing lost: every card of the decks lies in one place, and the riders that started
        are all there."""
        assert self.roles == tuple(int(role) for role in state["role"])
        for team in range(self.teams):
            riding = {self.type(state, r) for r in range(team * self.squad, (team + 1) * self.squad)} | {s.JOKER}
            whole = Counter({c * 5 + v: DECKS[c][v] for c in riding for v in range(5)})
            held = self.hand[team] + self.stacks[team] + self.played[team]
            held.update(kind for kind, _ in self.under[team])
            if self.swapped and self.swapped[0] == team:
                held[self.swapped[1]] += 1
            assert held == +whole
        backs = (24 if int(state["sides"]) >= 7 else 12) if state["doping"] else 0
        for colour in range(4):
            held_by = [r for r in range(s.FIELD) if int(state["role"][r]) >= 0 and self.type(state, r) == colour]
            lying = [*self.doping[colour], *self.doping_under[colour]]
            lying += [card for rider in held_by for card in (*self.unused[rider], *self.used[rider])]
            assert sorted(lying) == list(range(backs))


def cards_of(mask: Any) -> set[int]:
    """The cards of a mask, one bit a card."""
    return {card for card in range(32) if int(mask) >> card & 1}


def place_of(state: Any, rider: int) -> tuple[int, int]:
    return int(state["row"][rider]), int(state["lane"][rider])
