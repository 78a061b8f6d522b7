"""Every form in which readers speak, however the bytes are split or joined; and whatever else is no tag."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.readers.codes import read_code
from device.readers.framing import FRAMINGS, GONE_AFTER, LONGEST, MOST, Framing, Presence
from device.readers.wiring import Kind
from tests.device.readers.wires import frame

A, B = "0A00B1C2D3", "FF0102030F"
RDM6300 = frame(A)
ID12LA = frame(A, end=b"\r\n\x03")
GOOD: list[tuple[Kind, bytes, list[str]]] = [
    (Kind.LINES, b"KS\r", ["KS"]),
    (Kind.LINES, b"KS\n", ["KS"]),
    (Kind.LINES, b"KS\r\n", ["KS"]),
    (Kind.LINES, b"KS\r\n10h\r\nAd\n", ["KS", "10h", "Ad"]),
    (Kind.LINES, b"\r\n\r\nKS\r\r\r", ["KS"]),
    (Kind.LINES, b"  K\xe2\x99\xa0 \t\r", ["K♠"]),
    (Kind.LINES, b"x" * LONGEST + b"\r", ["x" * LONGEST]),
    (Kind.LINES, b"KS", ["KS"]),
    (Kind.RDM6300, RDM6300, [A]),
    (Kind.RDM6300, RDM6300.lower(), [A]),
    (Kind.RDM6300, RDM6300 * 3 + frame(B), [A, A, A, B]),
    (Kind.RDM6300, b"\x02\x02" + RDM6300[:7] + RDM6300 + b"\x03", [A]),
    (Kind.RDM6300, b"\xff\x00junk" + RDM6300 + b"junk" + frame(B), [A, B]),
    (Kind.ID12LA, ID12LA, [A]),
    (Kind.ID12LA, ID12LA + frame(B, end=b"\r\n\x03"), [A, B]),
]
GOOD += [(Kind.AUTO, data, tags) for _, data, tags in GOOD if not data.startswith((b"\x02\x02", b"\xff"))]
BAD = {
    Kind.LINES: [
        b"\r\n \r\t\n", b"K\x00S\r", b"\x1b[A\r", b"\xff\xfe\r", b"\xe2\x99\r", b"x" * (LONGEST + 1) + b"\r",
        b"x" * 1000 + b"\rKS\r", b"\xff\rKS\rKS\r", RDM6300,
    ],
    Kind.RDM6300: [
        RDM6300[:-2] + b"0\x03", RDM6300[:-1], RDM6300[1:], RDM6300.replace(b"0A", b"0G"),
        RDM6300.replace(b"0A", b"0B"), RDM6300[:-1] + b"\r\x03", b"KS\r\n",
    ],
    Kind.ID12LA: [ID12LA[:5] + b"\xff" + ID12LA[6:]],
    Kind.AUTO: [RDM6300.replace(b"0A", b"0B"), ID12LA.replace(b"0A", b"0B")],
}  # fmt: skip


def tags(framing: Framing, *pieces: bytes) -> list[str]:
    """The tags in the pieces, and in what a pause ends."""
    found = [tag for piece in pieces for tag in framing.feed(piece)]
    return found + (framing.pause() if framing.waiting else [])


@pytest.mark.parametrize(("kind", "data", "wanted"), GOOD)
def test_every_framing_split_at_every_byte_and_joined_gives_its_tags(
    kind: Kind, data: bytes, wanted: list[str]
) -> None:
    assert tags(FRAMINGS[kind](), data) == wanted
    assert tags(FRAMINGS[kind](), *(data[at : at + 1] for at in range(len(data)))) == wanted
    for at in range(len(data)):
        assert tags(FRAMINGS[kind](), data[:at], data[at:]) == wanted


@pytest.mark.parametrize(("kind", "data"), [(kind, data) for kind in BAD for data in BAD[kind]])
def test_what_is_no_tag_is_ignored_and_after_a_pause_the_next_tag_is_read(kind: Kind, data: bytes) -> None:
    for pieces in ([data], [data[at : at + 1] for at in range(len(data))]):
        framing = FRAMINGS[kind]()
        assert tags(framing, *pieces) == []
        assert not framing.waiting
        good, tag = (b"KS\r", "KS") if kind is Kind.LINES else (RDM6300, A)
        assert tags(framing, good) == [tag]


def test_a_pause_ends_a_line() -> None:
    framing = FRAMINGS[Kind.LINES]()
    assert not framing.waiting
    assert framing.feed(b"10") == []
    assert framing.waiting
    assert (framing.feed(b"h"), framing.pause()) == ([], ["10h"])
    assert not framing.waiting
    assert tags(framing, b"KS\r") == ["KS"]


@given(st.lists(st.binary(max_size=200)), st.sampled_from(list(Kind)))
def test_no_bytes_are_an_error_and_little_of_them_is_kept(pieces: list[bytes], kind: Kind) -> None:
    framing = FRAMINGS[kind]()
    for piece in pieces:
        for tag in framing.feed(piece):
            assert tag.isprintable()
            assert 0 < len(tag) <= LONGEST
        parts = [getattr(framing, name) for name in ("_lines", "_frames") if hasattr(framing, name)] or [framing]
        kept = [value for part in parts for value in vars(part).values() if isinstance(value, bytes)]
        assert sum(map(len, kept)) <= LONGEST + 16


@pytest.mark.parametrize("kind", list(Kind))
def test_a_megabyte_of_random_bytes_at_once_gives_no_tag(kind: Kind) -> None:
    framing = FRAMINGS[kind]()
    noise = b"\xff" + random.Random(kind).randbytes(1 << 20)
    found = [tag for at in range(0, len(noise), 100) for tag in framing.feed(noise[at : at + 100])]
    assert found == []


def test_a_tag_that_stays_near_is_swept_once_and_again_when_it_was_away() -> None:
    presence = Presence()
    assert [presence.comes(tag, at / 10) for at in range(30) for tag in (A, B)] == [True, True] + [False] * 58
    assert [presence.comes(A, 3 + GONE_AFTER) for _ in range(2)] == [True, False]


def test_more_tags_at_once_than_there_can_be_are_no_cards() -> None:
    presence = Presence()
    assert sum(presence.comes(f"{number}", number / 1000) for number in range(900)) == MOST
    assert presence.comes("next", 10.0)


@pytest.mark.parametrize(
    ("code", "card"),
    [
        ("KS", "Ks"), ("10h", "Th"), ("Td", "Td"), ("2c", "2c"), ("a♠", "As"), (" QD ", "Qd"), ("joker", "*"),
        ("JOKER 2", "*2"), ("Joker1", "*1"), ("*", "*"), ("*3", "*3"), ("*4", "*4"),
        ("K", ""), ("10", ""), ("", ""), ("S", ""), ("11h", ""), ("KSS", ""), ("0A00B1C2D3", ""),
        ("sixes", ""), ("* " * 40, ""), ("joker 9", ""),
    ],
)  # fmt: skip
def test_printed_codes_that_say_the_card(code: str, card: str) -> None:
    assert read_code(code) == card
