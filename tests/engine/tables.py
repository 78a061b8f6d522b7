"""Games as the tests tell them: a few words for each thing that happens."""

from engine.bids import Bid
from engine.cards import parse_cards
from engine.counts import Counts
from engine.events import Call, Deal, Leave, MakeBid, Penalty, SetDealer, SetFirst, Settle, Taken
from engine.game import Game
from engine.ladder import Ladder
from engine.rules import Rules
from engine.settlement import Agreed, AllCards, Counted, Void


def start(rules="classic", players=4, dealer=0):
    """A game before its first hand; rules as at the shell."""
    return Game.start(Rules.parse(rules), players, dealer)


def bid(seat, words=None):
    """Somebody bids, in words or without saying what."""
    return MakeBid(seat, Bid.parse(words) if words else None)


def cards(text, in_play=None):
    """All cards shown."""
    return Settle(AllCards(parse_cards(text)), in_play)


def counts(data, in_play=None):
    """What the table counted."""
    return Settle(Counted(Counts.from_data(data)), in_play)


THERE, NOT_THERE, VOID = Settle(Agreed(True)), Settle(Agreed(False)), Settle(Void())
ALONE = {"deal": Deal(), "there": THERE, "not there": NOT_THERE, "void": VOID}
BY_SEAT = {"calls": Call, "leaves": Leave, "deals": SetDealer, "first": SetFirst}


def told(text):
    """The events of `deal; 1: pair of sixes; 2:; 0 calls; not there; 3 +1; 2 leaves; 0 deals; 1 first; cards 6h 6d`."""
    return tuple(_told(*part.strip().partition(" ")[::2]) for part in text.split(";") if part.strip())


def _told(who, what):
    if f"{who} {what}".strip() in ALONE:
        return ALONE[f"{who} {what}".strip()]
    if who == "cards":
        return cards(what)
    if who.endswith(":"):
        return bid(int(who[:-1]), what)
    return BY_SEAT[what](int(who)) if what in BY_SEAT else Penalty(int(who), int(what))


def taken(text, settled=None):
    """What was taken down of a hand, in the same words; settled so, where they don't say."""
    events = told(text)
    calls = [event.seat for event in events if isinstance(event, Call)]
    settlings = [event for event in (*events, settled) if isinstance(event, Settle)]
    return Taken(tuple(event for event in events if isinstance(event, MakeBid)), *calls or [None], *settlings)


def play(game, *events):
    """The game after all of the events, which may be told in words."""
    for event in events:
        for one in told(event) if isinstance(event, str) else (event,):
            game = game.apply(one)
    return game


def hand(game, bidder, caller, settled):
    """The game after a hand of one bid, called and settled."""
    return play(game, MakeBid(bidder, Ladder(game.rules)[0]), Call(caller), settled)


def penalize(game, seat):
    """The game after a hand in which that seat got the penalty, for a call that was wrong."""
    bidder = next(other for other in game.players_in if other != seat)
    if game.rules.caller == "next_player":
        bidder = next(other for other in game.players_in if game.standing.left_of(other) == seat)
    return hand(game, bidder, seat, THERE)


def coming(game):
    """What stands before the next deal: dealer, first bidder, cards for each seat."""
    return game.dealer, game.first, game.deal


def opens(game):
    """Dealer, first bidder, and why they are."""
    return game.dealer, game.first, game.why_first
