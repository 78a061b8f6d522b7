"""Ranks, suits and cards are read and written in every form of rules.md."""

import pytest

from engine.cards import JOKER, Card, Rank, Suit, format_cards, parse_cards
from engine.errors import Unreadable
from tests.engine.refusing import refusal_of

FORMS = [
    (Rank, "2", ("2", "two", "twos", "Two", "TWOS")), (Rank, "3", ("3", "three", "threes")),
    (Rank, "6", ("6", "six", "sixes", "SIX")), (Rank, "T", ("T", "t", "10", "ten", "tens", "Ten")),
    (Rank, "J", ("J", "j", "jack", "jacks", "Jack")), (Rank, "Q", ("Q", "q", "queen", "queens")),
    (Rank, "K", ("K", "k", "king", "kings")), (Rank, "A", ("A", "a", "ace", "aces", " ace ")),
    (Card, "Ks", ("Ks", "KS", "ks", "K♠", "k♠", "K♠\ufe0f", "K♠\ufe0e", " Ks ")),
    (Card, "Td", ("Td", "10d", "10D", "TD", "10♦", "td")), (Card, "2h", ("2h", "2♥", "2H")),
    (Card, "As", ("As", "AS", "as", "A♠")), (Card, "9c", ("9c", "9♣")), (Card, "*", ("*", "joker", "Joker", "JOKER")),
    (Card, "T", ("T", "10", "ten")), (Card, "6", ("6", "six", "sixes")),
]  # fmt: skip
NOTHING = {
    Rank: ("", "1", "11", "0", "knight", "Ks", "*", "6s", "1 0", "two six", None, 6, ["6"], {}, "\x00", "sixs"),
    Card: (
        "", "s", "sK", "1s", "11d", "Kx", "K s", "**", "jokers", "KsKs", "Ks,", "♠", None, 5, [], "\ud800", "é",
    ),
    Suit: ("", "x", "sh", None, 1, []),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "canonical", "text"), [(*form, text) for *form, texts in FORMS for text in texts])
def test_a_rank_or_a_card_is_read_in_every_form_and_written_in_one(kind, canonical, text):
    assert str(kind.parse(text)) == canonical


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in NOTHING.items() for text in texts])
def test_what_is_no_rank_card_or_suit_is_refused_in_one_line(kind, text):
    assert refusal_of(kind.parse, text, kind=Unreadable).isprintable()


@pytest.mark.parametrize("rank", Rank)
def test_every_rank_reads_back_from_its_letter_its_word_and_its_plural(rank):
    assert {Rank.parse(text) for text in (rank.letter, rank.word, rank.plural, rank.word.upper())} == {rank}


@pytest.mark.parametrize("suit", Suit)
def test_a_suit_reads_back_from_its_letter_its_sign_and_its_name(suit):
    texts = (suit.value, suit.value.upper(), suit.symbol, suit.name, suit.name.lower()[:-1])
    assert {Suit.parse(text) for text in texts} == {suit}


def test_ranks_rise_from_two_to_ace():
    assert "".join(map(str, sorted(Rank, reverse=True))) == "AKQJT98765432"


def test_every_card_of_the_deck_reads_back_from_what_is_written_of_it():
    cards = [Card(rank, suit) for rank in Rank for suit in (*Suit, None)] + [JOKER]
    assert [Card.parse(str(card)) for card in cards] == cards
    assert len({str(card) for card in cards}) == 13 * 5 + 1


LISTS = ["Ks 10d * 6", "Ks,10d,*,6", "ks, 10♦ joker,six", "  Ks\tTd\n* 6  ", ",Ks,,Td * , 6,"]


@pytest.mark.parametrize(("text", "cards"), [*((text, "Ks Td * 6") for text in LISTS), (" ,", "")])
def test_cards_are_separated_by_blanks_or_commas_and_none_are_a_list_too(text, cards):
    assert format_cards(parse_cards(text)) == cards


@pytest.mark.parametrize("text", [None, 7, ["Ks"], "Ks Kx", "Ks;Td"])
def test_a_list_with_something_else_in_it_is_refused(text):
    assert refusal_of(parse_cards, text, kind=Unreadable)
