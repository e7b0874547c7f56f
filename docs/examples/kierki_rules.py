"""Seven players of Kierki, each by rules of its own: python3 kierki_rules.py NUMBER, from 0 to 6

They are what the expert is measured by besides the house's levels (docs/bots.md). Each gives a card a place, and plays the first.
"""
import json, sys

RANKS, SUITS = "2 3 4 5 6 7 8 9 10 J Q K A".split(), "CDHS"


class Spot:
    """What a card's place may depend on."""

    def __init__(self, view):
        self.kind, tricks = view["kind"], view["tricks"]
        running = tricks[-1]["cards"] if tricks and tricks[-1]["taker"] is None else []
        self.number = len(tricks) + (not running)
        self.led = running[0][-1] if running else None
        self.best = max((rank(card) for card in running if card[-1] == self.led), default=-1)
        self.last = len(running) == 3
        self.lying = sum(map(self.cost, running)) + (self.kind in (1, 7))
        self.lying += 10 * (self.kind in (6, 7) and self.number in (7, 13))
        self.hand = view["hand"]
        gone = {card for trick in tricks for card in trick["cards"]} | set(self.hand)
        self.out = [rank + suit for suit in SUITS for rank in RANKS if rank + suit not in gone]

    def cost(self, card):
        """What the card costs by itself."""
        parts = {2: card[-1] == "H", 3: 5 * (card[:-1] == "Q"), 4: 2 * (card[:-1] in "JK"), 5: 18 * (card == "KH")}
        return sum(parts.values()) if self.kind == 7 else int(parts.get(self.kind, 0))

    def length(self, card):
        return sum(other[-1] == card[-1] for other in self.hand)

    def lower(self, card):
        return sum(other[-1] == card[-1] and rank(other) < rank(card) for other in self.out)

    def higher(self, card):
        return sum(other[-1] == card[-1] and rank(other) > rank(card) for other in self.out)


def rank(card):
    return RANKS.index(card[:-1])


def lowest(s, card):
    return rank(card), suit(card)


def first_in_hand(s, card):
    place = 13 * suit(card) + rank(card)
    return (place if s.led else -place,)


def duck_high(s, card):
    if not s.led:
        return rank(card), suit(card)
    return duck(s, card, rank(card)) if card[-1] == s.led else (-rank(card), suit(card))


def short_suits(s, card):
    if not s.led:
        return s.length(card), rank(card), suit(card)
    if card[-1] == s.led:
        return (0, -rank(card)) if s.last and s.lying == 0 else duck(s, card, -rank(card) if s.last else rank(card))
    return -s.cost(card), -rank(card), s.length(card)


def dear_cards(s, card):
    if not s.led:
        return s.cost(card) > 0, s.lower(card) - s.higher(card), rank(card)
    if card[-1] == s.led:
        below = rank(card) < s.best
        return (0, -s.cost(card), -rank(card)) if below else (1, s.cost(card), rank(card))
    return -s.cost(card), s.length(card), -rank(card)


def long_suits(s, card):
    if not s.led:
        return -s.length(card), abs(rank(card) - 4), suit(card)
    if card[-1] == s.led:
        return (0, -rank(card)) if s.lying == 0 and s.number < 6 else duck(s, card, rank(card))
    return -3 * s.cost(card) - rank(card), s.length(card)


def counting(s, card):
    if not s.led:
        return 10 * s.lower(card) - 8 * s.higher(card) + 3 * s.cost(card), rank(card), suit(card)
    if card[-1] == s.led:
        if rank(card) < s.best:
            return 0, -4 * s.cost(card) - rank(card)
        return 1, 5 * s.cost(card) + (-rank(card) if s.last else rank(card))
    return (-4 * s.cost(card) - 2 * (s.higher(card) > 0) - rank(card) - 2 * (s.length(card) == 1),)


def suit(card):
    return SUITS.index(card[-1])


def duck(s, card, over):
    return (0, -rank(card)) if rank(card) < s.best else (1, over)


PLAYERS = [lowest, first_in_hand, duck_high, short_suits, dear_cards, long_suits, counting]

if __name__ == "__main__":
    place = PLAYERS[int(sys.argv[1])]
    for line in sys.stdin:
        question = json.loads(line)
        spot = Spot(question["view"])
        cards = [action.removeprefix("play ") for action in question["legal"]]
        print(json.dumps("play " + min(cards, key=lambda card: place(spot, card))), flush=True)
