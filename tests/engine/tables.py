"""Games as the tests tell them: a few words for each thing that happens."""

from engine.bids import Bid
from engine.cards import parse_cards
from engine.counts import Counts
from engine.events import Call, MakeBid, Settle
from engine.game import Game
from engine.ladder import Ladder
from engine.rules import Rules
from engine.settlement import Agreed, AllCards, Counted, Void


def start(rules="classic", players=4, dealer=0):
    """A game before its first hand; rules as at the shell."""
    return Game.start(Rules.parse(rules), players, dealer)


def bid(seat, words=None):
    """Somebody bids, in words or without saying what."""
    return MakeBid(seat, None if words is None else Bid.parse(words))


def cards(text, in_play=None):
    """All cards shown."""
    return Settle(AllCards(parse_cards(text)), in_play)


def counts(data, in_play=None):
    """What the table counted."""
    return Settle(Counted(Counts.from_data(data)), in_play)


THERE, NOT_THERE, VOID = Settle(Agreed(True)), Settle(Agreed(False)), Settle(Void())


def play(game, *events):
    """The game after all of the events."""
    for event in events:
        game = game.apply(event)
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
