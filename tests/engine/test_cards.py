"""Ranks, suits and cards are read and written in every form of rules.md."""

import pytest

from engine.cards import JOKER, Card, Rank, Suit, format_cards, parse_cards
from engine.errors import Unreadable

RANKS = [
    ("2", ("2", "two", "twos", "Two", "TWOS")),
    ("3", ("3", "three", "threes")),
    ("6", ("6", "six", "sixes", "SIX")),
    ("T", ("T", "t", "10", "ten", "tens", "Ten")),
    ("J", ("J", "j", "jack", "jacks", "Jack")),
    ("Q", ("Q", "q", "queen", "queens")),
    ("K", ("K", "k", "king", "kings")),
    ("A", ("A", "a", "ace", "aces", " ace ")),
]
CARDS = [
    ("Ks", ("Ks", "KS", "ks", "K♠", "k♠", "K♠\ufe0f", "K♠\ufe0e", " Ks ")),
    ("Td", ("Td", "10d", "10D", "TD", "10♦", "td")),
    ("2h", ("2h", "2♥", "2H")),
    ("As", ("As", "AS", "as", "A♠")),
    ("9c", ("9c", "9♣")),
    ("*", ("*", "joker", "Joker", "JOKER")),
    ("T", ("T", "10", "ten")),
    ("6", ("6", "six", "sixes")),
]
NO_RANKS = ("", "1", "11", "0", "knight", "Ks", "*", "6s", "1 0", "two six", None, 6, ["6"], {}, "\x00", "sixs")
NO_CARDS = ("", "s", "sK", "1s", "11d", "Kx", "K s", "**", "jokers", "KsKs", "Ks,", "♠", None, 5, [], "\ud800", "é")


def variants(table):
    return [(canonical, text) for canonical, texts in table for text in texts]


@pytest.mark.parametrize(("canonical", "text"), variants(RANKS))
def test_a_rank_is_read_in_every_form_and_written_in_one(canonical, text):
    assert str(Rank.parse(text)) == canonical


@pytest.mark.parametrize("rank", Rank)
def test_every_rank_reads_back_from_its_letter_its_word_and_its_plural(rank):
    assert {Rank.parse(text) for text in (rank.letter, rank.word, rank.plural, rank.word.upper())} == {rank}


@pytest.mark.parametrize("text", NO_RANKS)
def test_what_is_no_rank_is_refused_in_one_line(text):
    with pytest.raises(Unreadable) as refused:
        Rank.parse(text)
    assert str(refused.value).isprintable()


def test_ranks_rise_from_two_to_ace():
    assert "".join(map(str, sorted(Rank, reverse=True))) == "AKQJT98765432"


@pytest.mark.parametrize(("canonical", "text"), variants(CARDS))
def test_a_card_is_read_in_every_form_and_written_in_one(canonical, text):
    assert str(Card.parse(text)) == canonical


@pytest.mark.parametrize("text", NO_CARDS)
def test_what_is_no_card_is_refused_in_one_line(text):
    with pytest.raises(Unreadable) as refused:
        Card.parse(text)
    assert str(refused.value).isprintable()


def test_every_card_of_the_deck_reads_back_from_what_is_written_of_it():
    cards = [Card(rank, suit) for rank in Rank for suit in (*Suit, None)] + [JOKER]
    assert [Card.parse(str(card)) for card in cards] == cards
    assert len({str(card) for card in cards}) == 13 * 5 + 1


@pytest.mark.parametrize(
    "text", ["Ks 10d * 6", "Ks,10d,*,6", "ks, 10♦ joker,six", "  Ks\tTd\n* 6  ", ",Ks,,Td * , 6,"], ids=repr
)
def test_cards_are_separated_by_blanks_or_commas(text):
    assert format_cards(parse_cards(text)) == "Ks Td * 6"


def test_no_cards_are_a_list_too():
    assert parse_cards(" ,") == ()


@pytest.mark.parametrize("text", [None, 7, ["Ks"], "Ks Kx", "Ks;Td"])
def test_a_list_with_something_else_in_it_is_refused(text):
    with pytest.raises(Unreadable):
        parse_cards(text)


@pytest.mark.parametrize("suit", Suit)
def test_a_suit_reads_back_from_its_letter_its_sign_and_its_name(suit):
    texts = (suit.value, suit.value.upper(), suit.symbol, suit.name, suit.name.lower()[:-1])
    assert {Suit.parse(text) for text in texts} == {suit}


@pytest.mark.parametrize("text", ["", "x", "sh", None, 1, []])
def test_what_is_no_suit_is_refused(text):
    with pytest.raises(Unreadable):
        Suit.parse(text)
