"""Random play: any event that might be tried, so that much is legal and some is not."""

from hypothesis import strategies as st

from engine.cards import parse_cards
from engine.counts import Counts
from engine.errors import Refusal
from engine.events import Call, Deal, Leave, MakeBid, Penalty, PutRight, SetDealer, SetFirst, Settle, Taken
from engine.game import Game
from engine.ladder import Ladder
from engine.rules import Rules
from engine.settlement import Agreed, AllCards, Counted, Void
from tests.engine.rule_sets import deck

TABLES = [Rules.parse(text) for text in (
    "classic", "denexa", "classic,lives=1,first_bidder=left_of_dealer", "classic,lives=2,caller=next_player",
    "denexa,lives=2,flush=all_ranks,caller=next_player", "classic,step=-1,first_cards=3",
)]  # fmt: skip


@st.composite
def settlings(draw, game: Game) -> Settle:
    """Some way to settle the hand under way, mostly one that fits it."""
    dealt = sum(game.deal)
    in_play = draw(st.sampled_from([None] * 6 + [dealt, dealt + 1, max(1, dealt - 1)]))
    way = draw(st.sampled_from([Agreed(True), Agreed(False), "cards", "counts", Void()]))
    if not isinstance(way, str):
        return Settle(way, in_play)
    shown = draw(st.permutations(deck(game.rules)))[: in_play or dealt]
    if way == "cards":
        return Settle(AllCards(parse_cards(" ".join(shown))), in_play)
    data = {"wild": sum(card[0] in "2*" for card in shown)}
    suited = game.bid is not None and game.bid.category.suited
    for key in "shdc" if suited else "3456789TJQKA":
        data[key] = [c[0] for c in shown if c[1:] == key and c[0] != "2"] if suited else sum(c[0] == key for c in shown)
    return Settle(Counted(Counts.from_data(data)), in_play)


@st.composite
def takings(draw, game: Game, over: bool) -> Taken:
    """What might have been taken down of a hand."""
    seats = st.integers(0, len(game.players) - 1)
    bids = sorted(draw(st.lists(st.sampled_from(Ladder(game.rules).above(None)), max_size=3, unique=True)))
    taken = Taken(tuple(MakeBid(draw(seats), bid) for bid in bids), draw(st.none() | seats) if bids else None)
    if not over:
        return taken
    settled = Settle(Agreed(draw(st.booleans()))) if taken.caller is not None else Settle(Void())
    return Taken(taken.bids, taken.caller, settled)


@st.composite
def events(draw, game: Game):
    """What somebody may try to do next."""
    seats = st.integers(0, len(game.players) - 1)
    legal = game.legal
    kinds = ["settle"] * 6 if legal.settle else ["bid"] * 3 + ["call"] * 4 * bool(legal.callers)
    kind = draw(st.sampled_from([*kinds, "any", "correction", "right", "deal"]))
    if kind == "settle" or (kind == "any" and draw(st.booleans())):
        return draw(settlings(game))
    if kind == "call" and legal.callers:
        return Call(draw(st.sampled_from(legal.callers)))
    if kind == "bid" and legal.bids:
        near = legal.bids[: 1 + draw(st.integers(0, len(legal.bids) - 1))]
        return MakeBid(draw(st.sampled_from(legal.bidders)), draw(st.sampled_from([*near[-3:], None])))
    if kind == "right":
        back = draw(st.booleans())
        return PutRight(len(game.hands) - back, draw(takings(game, back)))
    if kind == "deal":
        return Deal()
    corrections = [Leave, SetDealer, SetFirst, lambda seat: Penalty(seat, draw(st.integers(-2, 2)))]
    return draw(st.sampled_from([*corrections, Call, MakeBid]))(draw(seats))


@st.composite
def evenings(draw, most: int = 40):
    """A game, and the events that were accepted to make it."""
    rules = draw(st.sampled_from(TABLES))
    seats = draw(st.integers(2, min(5, rules.seats)))
    game = Game.start(rules, seats, draw(st.integers(0, seats - 1)))
    accepted = []
    for _ in range(draw(st.integers(0, most))):
        event = draw(events(game))
        try:
            game = game.apply(event)
        except Refusal:
            continue
        accepted.append(event)
    return game, accepted
