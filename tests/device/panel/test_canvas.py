"""The canvas: what is drawn, what is recorded, and what it finds fault with."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from device.panel.canvas import BODY, HINTS, MARK_SIZES, TITLE, Anchor, Canvas, Mark
from device.panel.font import FONTS, HUGE, LARGE, MEDIUM, SMALL, TINY, Font

SamePicture = Callable[[Image.Image, str], None]


def lit(canvas: Canvas) -> int:
    return sum(canvas.image.convert("L").histogram()[1:])


def test_a_new_canvas_is_dark() -> None:
    canvas = Canvas()
    assert (canvas.image.mode, canvas.image.size) == ("1", (128, 64))
    assert lit(canvas) == 0
    assert (canvas.texts, canvas.faults(), canvas.as_text()) == ((), [], "")


@pytest.mark.parametrize(
    ("anchor", "box"),
    [(Anchor.LEFT, (60, 5, 84, 17)), (Anchor.CENTRE, (48, 5, 72, 17)), (Anchor.RIGHT, (36, 5, 60, 17))],
)
def test_an_anchor_says_which_part_stands_at_x(anchor: Anchor, box: tuple[int, int, int, int]) -> None:
    canvas = Canvas()
    assert canvas.text(60, 5, "♠ Zo", SMALL, anchor=anchor) == box[2]
    (drawn,) = canvas.texts
    assert (drawn.text, drawn.box, drawn.height) == ("♠ Zo", box, 12)
    assert canvas.image.getbbox() == drawn.ink


def test_text_leaves_what_is_under_it() -> None:
    canvas = Canvas()
    canvas.fill((0, 0, 10, 64))
    before = lit(canvas)
    canvas.text(0, 0, "H", MEDIUM)
    assert lit(canvas) == before
    canvas.text(0, 0, "H", MEDIUM, inverted=True)
    assert lit(canvas) < before


def test_inverted_text_is_dark_in_a_lit_bar() -> None:
    plain, inverted = Canvas(), Canvas()
    plain.text(3, 4, "Żuk", LARGE)
    inverted.text(3, 4, "Żuk", LARGE, inverted=True)
    assert lit(inverted) == 36 * 24 - lit(plain)
    plain.invert((3, 4, 39, 28))
    assert plain.image.tobytes() == inverted.image.tobytes()


def test_inverting_twice_changes_nothing() -> None:
    canvas = Canvas()
    canvas.text(0, 0, "twice", MEDIUM)
    before = canvas.image.tobytes()
    canvas.invert((0, 0, 128, 64))
    assert canvas.image.tobytes() != before
    canvas.invert((0, 0, 128, 64))
    assert canvas.image.tobytes() == before


def test_shapes(same_picture: SamePicture) -> None:
    canvas = Canvas()
    canvas.rectangle((0, 0, 128, 64))
    canvas.fill((4, 4, 40, 20))
    canvas.fill((8, 8, 36, 16), lit=False)
    canvas.rectangle((44, 4, 80, 20))
    canvas.line(84, 4, 124, 4)
    canvas.line(84, 8, 84, 20)
    for x in range(4, 125, 12):
        canvas.line(64, 62, x, 24)
        canvas.line(x, 24, 64, 30)
    canvas.invert((46, 6, 78, 18))
    assert canvas.faults() == []
    same_picture(canvas.image, "shapes")


@pytest.mark.parametrize(("draw", "faults"), [
    (lambda canvas: canvas.text(120, 0, "cut", SMALL), ["cut off: 'cut' at (120, 2, 137, 10)"]),
    (lambda canvas: canvas.text(121, 0, "H", MEDIUM), []),  # only a blank column is outside
    (lambda canvas: canvas.text(-1, 0, "H", MEDIUM), ["cut off: 'H' at (-1, 2, 6, 12)"]),
    (lambda canvas: canvas.text(0, -2, "H", MEDIUM), []),  # only blank rows
    (lambda canvas: canvas.text(0, 56, "  ", MEDIUM), []),
    (lambda canvas: canvas.text(-1, 0, "H", MEDIUM, inverted=True), ["cut off: 'H' at (-1, 0, 7, 16)"]),
    (lambda canvas: canvas.fill((0, 0, 129, 5)), ["cut off: shape at (0, 0, 129, 5)"]),
    (lambda canvas: canvas.invert((200, 0, 210, 5)), ["cut off: shape at (200, 0, 210, 5)"]),
    (lambda canvas: canvas.line(0, 0, 128, 63), ["cut off: shape at (0, 0, 129, 64)"]),
    (lambda canvas: canvas.fill((5, 5, 5, 9)), []),
    (lambda canvas: canvas.title("Round", "a right side much too wide"), ["shortened: Round"]),
])  # fmt: skip
def test_what_is_cut_off_is_found(draw: Callable[[Canvas], object], faults: list[str]) -> None:
    canvas = Canvas()
    draw(canvas)
    assert [fault for fault in canvas.faults() if "right side" not in fault] == faults


def test_overlapping_texts_are_found_but_lines_may_share_blank_rows() -> None:
    canvas = Canvas()
    canvas.text(0, 0, "one", MEDIUM)
    canvas.text(24, 0, "two", MEDIUM)
    canvas.text(0, 11, "more", MEDIUM)
    assert canvas.faults() == []
    canvas.text(40, 4, "three", MEDIUM)
    assert canvas.faults() == ["overlap: 'three', 'two'"]


def test_a_line_through_text_is_found() -> None:
    canvas = Canvas()
    canvas.text(2, 2, "boxed", SMALL)
    canvas.rectangle((0, 0, 40, 16))
    assert canvas.faults() == []
    canvas.line(0, 8, 127, 8)
    assert canvas.faults() == ["crossed: 'boxed' by (0, 8, 128, 9)"]


def test_a_screen_reads_as_text() -> None:
    canvas = Canvas()
    canvas.hints(("OK", "next deal"), ("BACK", "undo"))
    canvas.mark(0, 2, Mark.TICK)
    canvas.text(52, 32, "penalty 2", SMALL)
    canvas.text(52, 16, "Żółć", MEDIUM)
    canvas.text(127, 34, "43%", TINY, anchor=Anchor.RIGHT)
    assert canvas.as_text().splitlines() == ["✓ Żółć", "penalty 2  43%", "OK next deal  BACK undo"]


def test_the_title_and_the_hints_leave_the_body_free(same_picture: SamePicture) -> None:
    canvas = Canvas()
    canvas.title("Bids ĄÇŹgjq", "hand 12")
    canvas.hints(("OK", "deal"), ("BACK", "ĄÇŹgjq"))
    assert canvas.faults() == []
    assert canvas.image.crop(BODY).getbbox() is None
    assert canvas.image.crop(TITLE).getbbox() is not None
    assert canvas.image.crop(HINTS).getbbox() is not None
    same_picture(canvas.image, "title-and-hints")


def test_hints_stand_on_one_line_whatever_their_font(same_picture: SamePicture) -> None:
    rows = [
        [("OK", "done")],
        [("OK", "next deal"), ("BACK", "undo")],
        [("↑↓", "change"), ("←→", "seat"), ("OK", "set")],
        [("OK", "bid"), ("BACK", "undo"), ("CALL", "call")],
        [("OK", "give penalty"), ("BACK", "close")],
        [("", "Hold OK to go back")],
        [("OK", ""), ("BACK", ""), ("CALL", "")],
    ]
    picture = Image.new("1", (128, 14 * len(rows)))
    for index, row in enumerate(rows):
        canvas = Canvas()
        canvas.hints(*row)
        assert canvas.faults() == []
        picture.paste(canvas.image.crop(HINTS), (0, 14 * index))
    same_picture(picture, "hints")


def test_hints_that_are_too_long_are_a_fault_but_stay_inside() -> None:
    canvas = Canvas()
    canvas.hints(("OK", "settle the whole matter"), ("BACK", "take the last one back"))
    assert all(fault.startswith("shortened: ") for fault in canvas.faults())
    assert canvas.faults()


@pytest.mark.parametrize("size", MARK_SIZES)
def test_marks(size: int, same_picture: SamePicture) -> None:
    canvas = Canvas()
    canvas.mark(4, 4, Mark.TICK, size)
    canvas.mark(8 + size, 4, Mark.CROSS, size)
    assert canvas.faults() == []
    assert [(text.text, text.height) for text in canvas.texts] == [("✓", size), ("✗", size)]
    same_picture(canvas.image, f"marks-{size}")


@pytest.mark.parametrize("size", MARK_SIZES)
def test_a_mark_turned_round_is_not_the_other(size: int) -> None:
    canvas = Canvas()
    canvas.mark(0, 0, Mark.TICK, size)
    canvas.mark(64, 0, Mark.CROSS, size)
    tick = canvas.image.crop((0, 0, size, size))
    cross = canvas.image.crop((64, 0, 64 + size, size))
    assert cross.transpose(Image.Transpose.ROTATE_180).tobytes() == cross.tobytes()
    area = size * size
    for turned in (tick, tick.transpose(Image.Transpose.ROTATE_180)):
        share = sum(turned.convert("L").histogram()[1:]) / area
        other = sum(cross.convert("L").histogram()[1:]) / area
        assert share > 0.6 > 0.55 > other
        # The middle of each edge, where a disc is lit and a cross is dark.
        edges = [(size // 2, 1), (size // 2, size - 2), (1, size // 2), (size - 2, size // 2)]
        assert all(turned.getpixel(edge) and not cross.getpixel(edge) for edge in edges)


def test_a_mark_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="48 or 40 pixels, not 47"):
        Canvas().mark(0, 0, Mark.TICK, 47)


places = st.integers(-300, 300)


@given(st.text(max_size=40), places, places, st.sampled_from(FONTS), st.sampled_from(Anchor), st.booleans())
def test_any_text_anywhere_is_drawn_as_measured(
    text: str, x: int, y: int, font: Font, anchor: Anchor, inverted: bool
) -> None:
    canvas = Canvas()
    right = canvas.text(x, y, text, font, anchor=anchor, inverted=inverted)
    for drawn in canvas.texts:
        left, top, box_right, bottom = drawn.box
        assert box_right == right
        assert (right - left, bottom - top) == (font.measure(text), font.height)
        seen = canvas.image.getbbox()
        if seen is not None:
            assert left <= seen[0] < seen[2] <= right
            assert top <= seen[1] < seen[3] <= bottom
        if not canvas.faults() and not inverted:
            assert seen == drawn.ink


boxes = st.tuples(places, places, places, places)


@given(boxes)
def test_shapes_anywhere_do_not_fail(box: tuple[int, int, int, int]) -> None:
    canvas = Canvas()
    canvas.line(*box)
    canvas.rectangle(box)
    canvas.invert(box)
    canvas.fill(box, lit=False)
    inside = all(0 <= x <= 128 for x in (box[0], box[2])) and all(0 <= y <= 64 for y in (box[1], box[3]))
    if canvas.faults() and inside:
        assert 128 in (box[0], box[2]) or 64 in (box[1], box[3])  # a line includes its ends


@given(st.lists(st.tuples(st.text(max_size=8), st.text(max_size=30)), max_size=4))
def test_any_hints_stay_in_their_strip(hints: list[tuple[str, str]]) -> None:
    canvas = Canvas()
    canvas.hints(*hints)
    seen = canvas.image.getbbox()
    assert seen is None or seen[1] >= HINTS[1]


@given(st.text(), st.text(max_size=8))
def test_any_title_stays_above_the_body(title: str, right: str) -> None:
    canvas = Canvas()
    canvas.title(title, right)
    seen = canvas.image.getbbox()
    assert seen is not None
    assert seen[3] == BODY[1]


def test_a_whole_screen_in_every_script(same_picture: SamePicture) -> None:
    canvas = Canvas()
    canvas.title("Deal", "hand 3")
    canvas.text(0, 12, "Ψυχή", MEDIUM)
    canvas.text(127, 12, "Жанна", MEDIUM, anchor=Anchor.RIGHT)
    canvas.text(64, 18, "7♠", HUGE, anchor=Anchor.CENTRE)
    canvas.text(0, 40, "Łukasz", SMALL)
    canvas.text(127, 40, "Çağrı", SMALL, anchor=Anchor.RIGHT)
    canvas.hints(("OK", "dealt"), ("CALL", "call"))
    assert canvas.faults() == []
    same_picture(canvas.image, "screen")
