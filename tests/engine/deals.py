"""Random communes, as text, that come near the hand so that both answers are frequent."""

from hypothesis import strategies as st

from engine.bids import Bid
from engine.ladder import Ladder
from engine.rules import Rules
from tests.engine.matching import is_wild, places
from tests.engine.rule_sets import RULE_SETS, deck


@st.composite
def bids(draw: st.DrawFn, rules: Rules) -> Bid:
    """A legal bid, every category as likely as another."""
    ladder = Ladder(rules)
    return draw(st.sampled_from(ladder.of(draw(st.sampled_from(ladder.categories)))))


@st.composite
def communes(draw: st.DrawFn, rules: Rules, bid: Bid, most: int = 20) -> list[str]:
    """Cards of one deck, at least one: some that serve the hand or are wild, some that may not."""
    ranks = {rank for hand in places(bid.to_data(), rules) for rank, _ in hand}
    whole = deck(rules)
    useful = [place for place, card in enumerate(whole) if is_wild(card, rules) or card[0] in ranks]
    cards = draw(st.lists(st.sampled_from(useful), unique=True, max_size=most // 2))
    cards += draw(st.lists(st.sampled_from(range(len(whole))), unique=True, min_size=1, max_size=most // 2))
    return [whole[place] for place in dict.fromkeys(cards)]


@st.composite
def questions(draw: st.DrawFn, most: int = 20) -> tuple[Rules, Bid, list[str]]:
    """Rules, a bid that they have, and a commune."""
    rules = draw(st.sampled_from(list(RULE_SETS.values())))
    bid = draw(bids(rules))
    return rules, bid, draw(communes(rules, bid, most))
