"""Edges in, presses out: every trace a contact can make gives exactly the presses that were meant."""

from bisect import bisect_right
from collections import deque
from dataclasses import dataclass, field
from functools import cached_property
from itertools import cycle, pairwise
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from device.buttons import FOUR_KEYS, SEVEN_KEYS, Key, Keypad, Layout, Press, layout
from device.buttons.debounce import CALM, NOISY, QUIET, STUCK_AFTER
from device.buttons.keypad import Button, Switch

Edge = tuple[float, Switch, bool]

UP, DOWN, LEFT, RIGHT, OK, BACK, CALL = Key
SEVEN, FOUR = SEVEN_KEYS, FOUR_KEYS
FIVE = layout([UP, DOWN, OK, CALL, BACK])
SEATS = layout(Key, 4)


@dataclass
class Wires:
    """What is at the other end of the wires: the edges in the order of their stamps, and the level at any time."""

    edges: list[Edge]
    unseen: list[Edge] = field(default_factory=list)
    """Edges that happen and are not reported."""
    down_before: frozenset[Switch] = frozenset()
    now: float = 0.0

    def read(self, key: Switch) -> bool:
        history = self._histories.get(key, [])
        happened = bisect_right(history, self.now, key=stamp)
        return history[happened - 1][2] if happened else key in self.down_before

    @cached_property
    def _histories(self) -> dict[Switch, list[Edge]]:
        edges = sorted(self.edges + self.unseen, key=stamp)
        return {key: [edge for edge in edges if edge[1] == key] for _, key, _ in edges}


def stamp(edge: Edge) -> float:
    return edge[0]


def play(wires: Wires, layout: Layout, *, until: float) -> tuple[Keypad, list[Press]]:
    """What a loop does that is never late."""
    keypad = Keypad(layout, read=wires.read)
    presses = []
    waiting = deque(edge for edge in sorted(wires.edges, key=stamp) if stamp(edge) <= until)
    for _ in range(100_000):
        deadline = keypad.deadline
        if waiting and (deadline is None or waiting[0][0] < deadline):
            at, key, pressed = waiting.popleft()
            wires.now = max(wires.now, at)
            presses += keypad.edge(key, pressed, at)
            after = keypad.deadline
            assert wires.unseen or after is None or after > at, "an edge leaves nothing due that was due before it"
        elif deadline is not None and deadline <= until:
            wires.now = max(wires.now, deadline)
            presses += keypad.tick(deadline)
            after = keypad.deadline
            assert after is None or after > deadline, "a tick leaves nothing due, or the loop would spin"
        else:
            return keypad, presses
    raise AssertionError("the loop never falls asleep")


def play_late(wires: Wires, layout: Layout, *, until: float) -> list[Press]:
    """What a loop does that was busy all the time: every edge at once, then one tick."""
    keypad = Keypad(layout, read=wires.read)
    presses = []
    for at, key, pressed in sorted(wires.edges, key=stamp):
        presses += keypad.edge(key, pressed, at)
    wires.now = until
    return presses + keypad.tick(until)


def flips(key: Switch, *times: float) -> list[Edge]:
    """The edges of a contact that is made at the first of these times, broken at the next, and so on."""
    return [(at, key, n % 2 == 0) for n, at in enumerate(times)]


def tap(key: Switch, at: float, lasting: float = 0.1) -> list[Edge]:
    return flips(key, at, at + lasting)


def bounce(key: Switch, at: float, to: bool, *, times: int = 20, within: float = 0.005) -> list[Edge]:
    """An edge at `at` with so many bounces back and forth, the last of which comes to rest `within` seconds later."""
    step = within / (2 * times)
    return [(at + step * n, key, to if n % 2 == 0 else not to) for n in range(2 * times + 1)]


def chatter(key: Switch, at: float, lasting: float, *, rate: float = 1000) -> list[Edge]:
    """Contact and no contact, `rate` times a second each; it ends without contact."""
    return flips(key, *(at + n / rate / 2 for n in range(2 * round(lasting * rate))))


def told(presses: list[Press]) -> list[str]:
    """The presses as "1.500 up", "2.000 up again" and "2.5001 call of 3"; a fourth digit only where it isn't 0."""
    return [
        f"{press.at:.4f}".removesuffix("0")
        + f" {press.button}{' again' if press.repeat else ''}{'' if press.seat is None else f' of {press.seat}'}"
        for press in presses
    ]


def repeats(button: str, since: float, until: float) -> list[str]:
    """What a held button tells between its press and `until`."""
    times = [since + 0.5 + 0.12 * n for n in range(1000)]
    return [f"{time:.3f} {button} again" for time in times if time <= until]


TRACES: dict[str, tuple[Layout, list[Edge], list[str]]] = {
    "a tap of 5 ms": (SEVEN, tap(OK, 1, 0.005), ["1.000 ok"]),
    "a tap of 5 ms at a seat": (SEATS, tap(1, 1, 0.005), ["1.000 call of 1"]),
    "a tap of a tenth of a second": (SEVEN, tap(BACK, 1), ["1.000 back"]),
    "every key acts on its first edge": (
        SEVEN, [edge for n, key in enumerate(Key) for edge in tap(key, n + 1, 0.05)],
        ["1.000 up", "2.000 down", "3.000 left", "4.000 right", "5.000 ok", "6.000 back", "7.000 call"]),
    "20 bounces on press": (SEVEN, [*bounce(OK, 1, True), (1.2, OK, False)], ["1.000 ok"]),
    "20 bounces on release": (SEVEN, [(1, OK, True), *bounce(OK, 1.2, False)], ["1.000 ok"]),
    "20 bounces on both, twice": (
        SEVEN, [edge for at in (1, 1.3) for edge in bounce(OK, at, True) + bounce(OK, at + 0.1, False)],
        ["1.000 ok", "1.300 ok"]),
    "20 bounces on both at a seat": (SEATS, [*bounce(0, 1, True), *bounce(0, 1.2, False)], ["1.000 call of 0"]),
    "a tap inside the quiet time": (SEVEN, flips(OK, 1, 1.003, 1.5, 1.55), ["1.000 ok", "1.500 ok"]),
    "a tap inside the quiet time of a release is a bounce": (SEVEN, flips(OK, 1, 1.1, 1.102, 1.104), ["1.000 ok"]),
    "a tap as soon as the release is quiet": (
        SEVEN, [*tap(OK, 1), *tap(OK, 1.1 + QUIET + 0.0001, 0.05)], ["1.000 ok", "1.1061 ok"]),
    "a tap soon after the release at a seat": (
        SEATS, [*tap(3, 1, 0.05), *tap(3, 1.1, 0.05)], ["1.000 call of 3", "1.100 call of 3"]),
    "a contact that lets go for 4 ms under a thumb": (SEVEN, flips(OK, 1, 1.1, 1.104, 1.3), ["1.000 ok"]),
    "a release without a press": (SEVEN, [(1, OK, False), *tap(OK, 2)], ["2.000 ok"]),
    "two keys at once": (SEVEN, [*tap(UP, 1), *tap(CALL, 1.001)], ["1.000 up", "1.001 call"]),
    "two seats at once": (SEATS, [*tap(2, 1), *tap(0, 1.0001)], ["1.000 call of 2", "1.0001 call of 0"]),
    "a chord of all keys": (
        SEVEN,
        [edge for n, key in enumerate(Key) for edge in bounce(key, 1 + n / 1000, True) + bounce(key, 1.3, False)],
        ["1.000 up", "1.001 down", "1.002 left", "1.003 right", "1.004 ok", "1.005 back", "1.006 call"]),
    "a chord on four keys": (
        FOUR, [*tap(CALL, 1, 0.8), *tap(OK, 1.001, 0.8), *tap(DOWN, 1.002, 0.3)],
        ["1.000 call", "1.002 down", "1.700 menu", "1.701 back"]),
    "a key while another is held": (
        SEVEN, [*tap(UP, 1, 0.8), *tap(OK, 1.55)],
        ["1.000 up", "1.500 up again", "1.550 ok", "1.620 up again", "1.740 up again"]),
    "held UP repeats until its release": (SEVEN, tap(UP, 1, 2), ["1.000 up", *repeats("up", 1, 3)]),
    "held DOWN repeats on four keys too": (FOUR, tap(DOWN, 1, 0.7), ["1.000 down", *repeats("down", 1, 1.7)]),
    "held LEFT and RIGHT repeat": (
        SEVEN, [*tap(LEFT, 1, 0.55), *tap(RIGHT, 2, 0.55)],
        ["1.000 left", "1.500 left again", "2.000 right", "2.500 right again"]),
    "UP let go just before it repeats": (SEVEN, tap(UP, 1, 0.499), ["1.000 up"]),
    "CALL acts at once and opens the menu when held": (SEVEN, tap(CALL, 1, 3), ["1.000 call", "1.700 menu"]),
    "CALL let go just before the menu": (FOUR, tap(CALL, 1, 0.699), ["1.000 call"]),
    "a held seat's button is one press": (SEATS, tap(3, 1, 10), ["1.000 call of 3"]),
    "held OK and BACK mean nothing more on seven keys": (
        SEVEN, [*tap(OK, 1, 3), *tap(BACK, 5, 3)], ["1.000 ok", "5.000 back"]),
    "held OK is BACK where any key is missing, beside a BACK key too": (
        FIVE, [*tap(OK, 1, 2), *tap(BACK, 4)], ["1.700 back", "4.000 back"]),
    "OK acts on release on four keys": (FOUR, tap(OK, 1), ["1.106 ok"]),
    "OK of 5 ms on four keys": (FOUR, tap(OK, 1, 0.005), ["1.011 ok"]),
    "OK with 20 bounces on press and release on four keys": (
        FOUR, [*bounce(OK, 1, True), *bounce(OK, 1.2, False)], ["1.211 ok"]),
    "OK let go just before the hold": (FOUR, tap(OK, 1, 0.699), ["1.705 ok"]),
    "held OK is BACK, once, and no OK": (FOUR, tap(OK, 1, 3), ["1.700 back"]),
    "held OK that lets go for 4 ms stays held": (FOUR, flips(OK, 1, 1.3, 1.304, 2), ["1.700 back"]),
    "held OK that lets go for 4 ms at the deadline is BACK when it is quiet": (
        FOUR, flips(OK, 1, 1.698, 1.702, 2), ["1.708 back"]),
    "OK let go in the noise at the deadline is OK": (FOUR, flips(OK, 1, 1.698, 1.702, 1.703), ["1.709 ok"]),
    "OK after a held OK": (FOUR, [*tap(OK, 1, 1), *tap(OK, 3)], ["1.700 back", "3.106 ok"]),
    "40 presses a second": (
        SEVEN, [edge for n in range(80) for edge in tap(UP, 1 + n / 40, 0.0125)],
        [f"{1 + n / 40:.3f} up" for n in range(80)]),
    "40 bouncing presses a second": (
        SEVEN, [edge for n in range(80) for edge in bounce(UP, 1 + n / 40, True) + bounce(UP, 1.0125 + n / 40, False)],
        [f"{1 + n / 40:.3f} up" for n in range(80)]),
    "43 presses a second": (
        SEVEN, [edge for n in range(80) for edge in tap(UP, 1 + n / 43, 0.01)],
        told([Press(Button.UP, 1 + n / 43) for n in range(80)])),
    "stuck for a minute": (
        SEVEN, [*tap(UP, 1, 60), *tap(UP, 62)], ["1.000 up", *repeats("up", 1, 1 + STUCK_AFTER), "62.000 up"]),
    "OK stuck for a minute on four keys": (FOUR, [*tap(OK, 1, 60), *tap(OK, 62)], ["1.700 back", "62.106 ok"]),
    "a seat stuck for a minute": (SEATS, [*tap(0, 1, 60), *tap(0, 62)], ["1.000 call of 0", "62.000 call of 0"]),
    "chattering at 1 kHz, then quiet": (SEVEN, [*chatter(OK, 1, 5), *tap(OK, 6 + CALM)], ["1.000 ok", "7.000 ok"]),
    "a seat chattering at 1 kHz, then quiet": (
        SEATS, [*chatter(1, 1, 2), *tap(1, 3 + CALM + 0.1)], ["1.000 call of 1", "4.100 call of 1"]),
    "not quiet for long enough after chattering": (
        SEVEN, [*chatter(OK, 1, 5), *tap(OK, 6 + CALM - 0.1, 0.05), *tap(OK, 8.1, 0.05)], ["1.000 ok", "8.100 ok"]),
    "chattering OK and CALL settle nothing on four keys": (
        FOUR, [*chatter(OK, 1, 5), *chatter(CALL, 1.0001, 5)], ["1.0001 call"]),
    "other keys beside one that chatters": (
        SEVEN, [*chatter(OK, 1, 5), *tap(UP, 2.0003, 0.55), *tap(CALL, 3.0003, 0.8), *bounce(BACK, 4.0002, True)],
        ["1.000 ok", "2.0003 up", "2.5003 up again", "3.0003 call", "3.7003 menu", "4.0002 back"]),
    "a held key that begins to chatter": (
        SEVEN, flips(UP, 1, *(at for at, *_ in chatter(UP, 1.2, 2)), 5), ["1.000 up"]),
    "mains hum on a long wire": (
        SEVEN, [*chatter(DOWN, 1, 5, rate=50), *tap(DOWN, 8)],
        [*(f"{1 + n / 50:.3f} down" for n in range(22)), "8.000 down"]),
}  # fmt: skip


@pytest.mark.parametrize("name", TRACES)
def test_a_trace_gives_exactly_the_presses_that_were_meant(name: str) -> None:
    keys, edges, expected = TRACES[name]

    keypad, presses = play(Wires(edges), keys, until=100)

    assert told(presses) == expected
    if not edges[-1][2]:  # all are up
        assert keypad.deadline is None
        assert not keypad.stuck | keypad.chattering


@pytest.mark.parametrize("name", TRACES)
def test_a_loop_that_was_busy_gets_the_same_presses(name: str) -> None:
    keys, edges, expected = TRACES[name]

    assert told(play_late(Wires(edges), keys, until=100)) == expected


LOST: dict[str, tuple[Layout, list[Edge], list[Edge], list[str]]] = {
    "a release lost in the bounces of the press": (
        SEVEN, [*flips(UP, 1, 1.001, 1.002), *tap(UP, 3)], [(1.004, UP, False)], ["1.000 up", "3.000 up"]),
    "a release lost in the bounces of the press, OK on four keys": (
        FOUR, [*flips(OK, 1, 1.001, 1.002), *tap(OK, 3)], [(1.004, OK, False)], ["1.014 ok", "3.106 ok"]),
    "a release lost in the bounces of the release": (
        SEVEN, [*flips(UP, 1, 1.2, 1.201), *tap(UP, 3)], [(1.202, UP, False)], ["1.000 up", "3.000 up"]),
    "a press lost in the bounces of the press": (
        SEVEN, [*flips(UP, 1, 1.001), (1.56, UP, False)], [(1.002, UP, True)], ["1.000 up", "1.500 up again"]),
    "a release lost while UP repeats": (
        SEVEN, [(1, UP, True), *tap(UP, 3)], [(1.55, UP, False)], ["1.000 up", "1.500 up again", "3.000 up"]),
    "a release lost while OK is held": (
        SEVEN, [(1, OK, True), *tap(OK, 4)], [(2.5, OK, False)], ["1.000 ok", "4.000 ok"]),
    "a release and the next press lost in a hold": (
        SEVEN, tap(CALL, 1, 1), [(1.1, CALL, False), (1.102, CALL, True)], ["1.000 call", "1.700 menu"]),
    "a release lost at a seat": (
        SEATS, [(1, 0, True), *tap(0, 9)], [(1.001, 0, False)], ["1.000 call of 0", "9.000 call of 0"]),
}  # fmt: skip


@pytest.mark.parametrize("name", LOST)
def test_an_edge_that_nobody_reported_is_found_by_reading_the_level(name: str) -> None:
    keys, edges, unseen, expected = LOST[name]

    _, presses = play(Wires(edges, unseen), keys, until=100)

    assert told(presses) == expected


def test_a_release_lost_in_noise_gives_no_repeats_when_the_loop_is_busy() -> None:
    wires = Wires(flips(UP, 1, 1.001, 1.002), unseen=[(1.004, UP, False)])
    keypad = Keypad(SEVEN, read=wires.read)
    presses = [press for at, key, down in wires.edges for press in keypad.edge(key, down, at)]

    for wires.now in (3.0, 3.1):
        presses += keypad.tick(wires.now)

    assert told(presses) == ["1.000 up"]


def test_a_release_that_is_on_its_way_while_the_level_is_read_is_judged_by_its_stamp() -> None:
    keypad = Keypad(FOUR, read=lambda key: False)
    keypad.edge(OK, True, 1)

    assert keypad.tick(3.001) == []
    assert keypad.tick(3.002) == []
    assert told(keypad.edge(OK, False, 3.0)) == ["1.700 back"]
    assert keypad.tick(4) == []


def test_a_key_read_wrongly_once_stays_held() -> None:
    readings = [False, False, False, False, False, True, True]  # at the start all four, then OK
    keypad = Keypad(FOUR, read=lambda key: readings.pop(0))
    keypad.edge(OK, True, 1)

    assert keypad.tick(1.006) == []
    assert keypad.tick(1.012) == []
    assert told(keypad.tick(1.7)) == ["1.700 back"]


def test_a_hold_in_doubt_is_told_when_the_doubt_is_over() -> None:
    down: set[Key] = set()
    keypad = Keypad(FOUR, read=lambda key: key in down)
    keypad.edge(OK, True, 1)
    down.add(OK)
    keypad.tick(1.006)

    down.clear()
    assert keypad.tick(1.7) == []
    down.add(OK)
    assert keypad.deadline == 1.7 + QUIET
    assert told(keypad.tick(1.7 + QUIET)) == ["1.706 back"]


def test_an_edge_of_a_key_never_goes_behind_the_one_before() -> None:
    keypad = Keypad(SEVEN, read=lambda key: False)
    keypad.edge(OK, True, 1)

    keypad.edge(OK, False, 0.5)

    assert keypad.deadline == 1 + QUIET


def test_a_stuck_key_whose_release_was_lost_is_found_up_when_another_is_pressed() -> None:
    wires = Wires([*tap(CALL, 9), *tap(OK, 10)], unseen=[(5, OK, False)], down_before=frozenset({OK}))

    _, presses = play(wires, SEVEN, until=20)

    assert told(presses) == ["9.000 call", "10.000 ok"]


def test_the_box_sleeps_until_the_first_of_what_its_keys_wait_for() -> None:
    down: set[Key] = set()
    keypad = Keypad(SEVEN, read=lambda key: key in down)
    assert keypad.deadline is None

    down.add(UP)
    keypad.edge(UP, True, 1)
    assert keypad.deadline == 1 + QUIET
    keypad.tick(1 + QUIET)
    assert keypad.deadline == 1.5

    down.add(OK)
    keypad.edge(OK, True, 1.2)
    assert keypad.deadline == 1.2 + QUIET
    keypad.tick(1.2 + QUIET)
    assert keypad.deadline == 1.5


def test_mains_hum_is_reported_as_chattering() -> None:
    keypad, _ = play(Wires(chatter(DOWN, 1, 2, rate=50)), SEVEN, until=3)

    assert keypad.chattering == {DOWN}


@pytest.mark.parametrize(("key", "named"), [(UP, "up"), (1, "call of 1")])
def test_what_is_down_at_the_start_is_stuck_until_it_has_been_let_go(key: Switch, named: str) -> None:
    wires = Wires([*tap(OK, 2), *bounce(key, 30, False), *tap(key, 31)], down_before=frozenset({key}))

    keypad, _ = play(wires, SEATS, until=29)
    assert keypad.stuck == {key}
    assert keypad.chattering == frozenset()

    wires.now = 0.0
    keypad, presses = play(wires, SEATS, until=100)
    assert told(presses) == ["2.000 ok", f"31.000 {named}"]
    assert keypad.stuck == frozenset()


def test_a_key_down_at_the_start_needs_no_waking() -> None:
    assert Keypad(SEVEN, read=lambda key: True).deadline is None


@pytest.mark.parametrize("key", Key)
def test_a_key_held_for_a_minute_is_reported_as_stuck_and_lets_the_box_sleep(key: Key) -> None:
    edges = tap(key, 1, 60)

    keypad, _ = play(Wires(edges), SEVEN, until=1 + STUCK_AFTER - 0.001)
    assert keypad.stuck == frozenset()

    keypad, _ = play(Wires(edges), SEVEN, until=1 + STUCK_AFTER)
    assert keypad.stuck == {key}
    assert keypad.deadline is None

    keypad, _ = play(Wires(edges), SEVEN, until=62)
    assert keypad.stuck == frozenset()


def test_a_chattering_key_is_reported_from_a_tenth_of_a_second_on_until_it_has_been_quiet() -> None:
    edges = chatter(OK, 1, 5)
    last = max(edges)[0]

    reported = [
        play(Wires(edges), SEVEN, until=until)[0].chattering
        for until in (1 + NOISY - 0.001, 1 + NOISY + 0.001, last + CALM - 0.001, last + CALM)
    ]

    assert reported == [frozenset(), {OK}, {OK}, frozenset()]


def test_a_key_that_is_down_after_chattering_is_stuck() -> None:
    edges = [*chatter(OK, 1, 1), (2, OK, True), *bounce(OK, 9, False), *tap(OK, 10)]

    keypad, _ = play(Wires(edges), SEVEN, until=8)
    assert keypad.stuck == {OK}
    assert keypad.chattering == frozenset()

    _, presses = play(Wires(edges), SEVEN, until=20)
    assert told(presses) == ["1.000 ok", "10.000 ok"]


def test_edges_of_different_keys_may_swap_places() -> None:
    edges = [*tap(UP, 1, 0.55), *tap(CALL, 1.001, 0.8), *tap(OK, 1.549)]
    in_order = sorted(edges)
    swapped = [in_order[n] for n in (1, 0, 3, 2, 5, 4)]
    assert [key for _, key, _ in swapped] != [key for _, key, _ in in_order]
    keypad = Keypad(SEVEN, read=Wires(edges).read)

    presses = [press for at, key, down in swapped for press in keypad.edge(key, down, at)]

    assert sorted(told(presses)) == ["1.000 up", "1.001 call", "1.500 up again", "1.549 ok", "1.701 menu"]


def test_a_box_needs_up_down_ok_and_call() -> None:
    with pytest.raises(ValueError, match="there is no OK and no CALL"):
        layout([UP, DOWN, BACK])


# Any contact, any thumb.

both_layouts = st.sampled_from([SEVEN, FOUR])


@dataclass(frozen=True)
class Thumb:
    """Pauses and lengths of the taps a thumb makes on UP, OK and CALL, and the noise their contacts make."""

    strokes: dict[Key, list[tuple[float, float]]]
    noise: int

    @property
    def taps(self) -> list[tuple[float, Key, float]]:
        taps = []
        for key, strokes in self.strokes.items():
            at = 1.0
            for pause, lasting in strokes:
                taps.append((at + pause, key, lasting))
                at += pause + lasting
        return sorted(taps)

    @property
    def edges(self) -> list[Edge]:
        noise = Random(self.noise)
        edges: list[Edge] = []
        for at, key, lasting in self.taps:
            for edge, to, room in ((at, True, min(lasting, 0.005)), (at + lasting, False, 0.005)):
                bounces = sorted(edge + 0.999 * room * noise.random() for _ in range(2 * noise.randint(0, 20)))
                edges += [(edge, key, to), *((time, key, to == (n % 2 == 1)) for n, time in enumerate(bounces))]
        return sorted(edges, key=stamp)


pauses = st.floats(0.005 + QUIET + 0.001, 0.05) | st.floats(0.05, 2)
lengths = st.floats(0.005, 0.05) | st.floats(0.05, 2)
strokes = st.lists(st.tuples(pauses, lengths), max_size=12)
thumbs = st.builds(Thumb, st.fixed_dictionaries({UP: strokes, OK: strokes, CALL: strokes}), st.integers())


@st.composite
def any_edges(draw: st.DrawFn) -> list[Edge]:
    """Edges of any keys at any times, in order; on one key they need not even alternate."""
    gaps = st.just(0.0) | st.floats(0, 0.02) | st.floats(0, 3)
    edges, at = [], 1.0
    for gap, key, pressed in draw(st.lists(st.tuples(gaps, st.sampled_from([OK, UP, CALL]), st.booleans()))):
        at += gap
        edges.append((at, key, pressed))
    return edges


@given(thumbs, both_layouts)
def test_there_are_as_many_presses_as_taps_however_the_contacts_bounce(thumb: Thumb, keys: Layout) -> None:
    taps = thumb.taps

    keypad, presses = play(Wires(thumb.edges), keys, until=1000)

    begun = [(press.at, press.button) for press in presses if not press.repeat]
    assert [(at, button) for at, button in begun if button in ("up", "call")] == [
        (at, key) for at, key, _ in taps if key in (UP, CALL)
    ]
    assert sum(button in ("ok", "back") for _, button in begun) == sum(key is OK for _, key, _ in taps)
    assert keypad.deadline is None
    assert not keypad.stuck | keypad.chattering


@given(thumbs)
def test_a_held_ok_is_back_and_a_tapped_one_is_ok(thumb: Thumb) -> None:
    taps = thumb.taps
    assume(all(abs(lasting - 0.7) > 0.005 for _, _, lasting in taps))

    _, presses = play(Wires(thumb.edges), FOUR, until=1000)

    assert [press.button for press in presses if press.button in ("ok", "back")] == [
        "back" if lasting > 0.7 else "ok" for _, key, lasting in taps if key is OK
    ]


@given(any_edges(), both_layouts)
def test_no_key_gives_two_presses_without_a_release_between_and_stamps_never_go_back(
    edges: list[Edge], keys: Layout
) -> None:
    _, presses = play(Wires(edges), keys, until=1000)

    assert all(before.at <= after.at for before, after in pairwise(presses))
    for button, key in (("up", UP), ("call", CALL)):
        begun = [press.at for press in presses if press.button == button and not press.repeat]
        for before, after in pairwise(begun):
            assert any(edge[1] is key and not edge[2] and before <= edge[0] <= after for edge in edges)


@given(any_edges(), any_edges(), both_layouts)
def test_a_level_that_contradicts_the_edges_never_keeps_the_box_awake(
    edges: list[Edge], unseen: list[Edge], keys: Layout
) -> None:
    keypad, _ = play(Wires(edges, unseen), keys, until=1000)

    assert keypad.deadline is None


@given(thumbs, both_layouts, st.lists(st.floats(0.01, 3), min_size=1, max_size=10))
def test_a_loop_that_is_busy_now_and_then_gets_the_same_presses(thumb: Thumb, keys: Layout, busy: list[float]) -> None:
    edges = thumb.edges
    _, in_time = play(Wires(edges), keys, until=1000)
    wires = Wires(edges)
    keypad = Keypad(keys, read=wires.read)

    presses = []
    waiting = deque(edges)
    for seconds in cycle(busy):
        wires.now += seconds
        while waiting and waiting[0][0] <= wires.now:
            at, key, pressed = waiting.popleft()
            presses += keypad.edge(key, pressed, at)
        presses += keypad.tick(wires.now)
        if not waiting:
            break
    wires.now += 100
    presses += keypad.tick(wires.now)

    def in_order(presses: list[Press]) -> list[Press]:  # of two at the very same time either may be told first
        return sorted(presses, key=lambda press: (press.at, press.button))

    assert in_order(presses) == in_order(in_time)
