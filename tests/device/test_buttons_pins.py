"""Keys on gpiozero's mock pins: what a finger does there arrives as edges, and as presses."""

import gc
import threading
import time
import warnings
from collections.abc import Iterator, Mapping

import pytest

from device.buttons import FOUR_KEYS, SEVEN_KEYS, Key, Keypad, Layout, Press

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # gpiozero 1.6 imports pkg_resources, which warns of itself
    from gpiozero import Device, DeviceClosed, GPIOPinInUse, InputDevice, PinInvalidPin
    from gpiozero.pins.mock import MockFactory

    from device.buttons.mock import ClockedMockFactory, HandClock, MockKeys
    from device.buttons.pins import OLDEST_STAMP, KeyPins

PINS = {Key.UP: 17, Key.DOWN: 22, Key.LEFT: 27, Key.RIGHT: 23, Key.OK: 4, Key.BACK: 5, Key.CALL: 6}

Edges = list[tuple[Key, bool, float]]


class Box:
    """Fingers, pins, queue and keypad, with a loop that is never late."""

    def __init__(self, layout: Layout = SEVEN_KEYS, *, held: tuple[Key, ...] = ()) -> None:
        self.clock = self
        self.time = HandClock(100.0)
        self.factory = ClockedMockFactory(self.time)
        self.keys = MockKeys(PINS, self.factory, self)
        for key in held:
            self.keys.press(key)
        self.edges: Edges = []
        self.pins = opened(self.factory, self.time, self.edges, {key: PINS[key] for key in layout})
        self.keypad = Keypad(layout, read=self.pins.read)
        self.presses: list[Press] = []

    def now(self) -> float:
        return self.time.now()

    def advance(self, seconds: float) -> None:
        """Let time pass, and the loop run whenever it wants to."""
        end = self.time.now() + seconds
        self.run()
        while (deadline := self.keypad.deadline) is not None and deadline < end:
            self.time.advance(max(0, deadline - self.time.now()))
            self.run()
        self.time.advance(end - self.time.now())

    def run(self) -> None:
        while self.edges:
            self.presses += self.keypad.edge(*self.edges.pop(0))
        self.presses += self.keypad.tick(self.time.now())

    def told(self) -> list[str]:
        self.advance(1)
        return [f"{press.at:.3f} {press.button}{' again' if press.repeat else ''}" for press in self.presses]


def opened(factory: MockFactory, clock: HandClock, edges: Edges, pins: Mapping[Key, int] = PINS) -> KeyPins[Key]:
    return KeyPins(pins, lambda *edge: edges.append(edge), pin_factory=factory, clock=clock.now)


@pytest.fixture
def edges() -> Edges:
    return []


@pytest.fixture
def clock() -> HandClock:
    return HandClock(100.0)


@pytest.fixture
def factory(clock: HandClock) -> ClockedMockFactory:
    return ClockedMockFactory(clock)


@pytest.fixture
def pins(factory: ClockedMockFactory, clock: HandClock, edges: Edges) -> Iterator[KeyPins]:
    with opened(factory, clock, edges) as pins:
        yield pins


@pytest.fixture
def keys(pins: KeyPins, factory: ClockedMockFactory, clock: HandClock) -> MockKeys:
    return MockKeys(PINS, factory, clock)


def test_every_tapped_key_is_pressed_once() -> None:
    box = Box()

    for key in Key:
        box.keys.tap(key)
        box.clock.advance(0.9)

    assert box.told() == [
        "100.000 up", "101.000 down", "102.000 left", "103.000 right", "104.000 ok", "105.000 back", "106.000 call",
    ]  # fmt: skip


def test_held_keys_repeat_open_the_menu_and_go_back() -> None:
    box = Box(FOUR_KEYS)

    box.keys.hold(Key.UP, 0.7)
    box.keys.hold(Key.CALL, 0.7)
    box.keys.hold(Key.OK, 0.7)
    box.keys.tap(Key.OK)
    box.keys.tap(Key.OK)

    assert box.told() == [
        "100.000 up", "100.500 up again", "100.620 up again",
        "100.750 call", "101.450 menu",
        "102.200 back",
        "102.306 ok", "102.406 ok",
    ]  # fmt: skip


def test_a_key_that_is_down_when_the_box_starts_is_ignored_until_it_is_let_go() -> None:
    box = Box(held=(Key.OK,))
    assert box.keypad.stuck == {Key.OK}

    box.clock.advance(5)
    box.keys.release(Key.OK)
    box.clock.advance(1)
    box.keys.tap(Key.OK)

    assert box.told() == ["106.000 ok"]
    assert box.keypad.stuck == frozenset()


def test_edges_carry_the_stamps_of_the_clock_and_what_they_lead_to(
    keys: MockKeys, clock: HandClock, edges: Edges
) -> None:
    keys.hold(Key.UP, 0.25)
    clock.advance(0.75)
    keys.press(Key.CALL)

    assert edges == [(Key.UP, True, 100.0), (Key.UP, False, 100.25), (Key.CALL, True, 101.05)]


def test_levels_are_those_of_the_wires(pins: KeyPins, keys: MockKeys) -> None:
    keys.press(Key.UP)

    assert [key for key in Key if pins.read(key)] == [Key.UP]

    keys.release(Key.UP)
    assert not any(pins.read(key) for key in Key)


def test_callbacks_outlive_a_garbage_collection(pins: KeyPins, keys: MockKeys, edges: Edges) -> None:
    gc.collect()

    keys.tap(Key.BACK)

    assert len(edges) == 2


def test_closing_and_leaving_the_with_block_release_the_pins_and_silence_them(
    pins: KeyPins, keys: MockKeys, factory: ClockedMockFactory, clock: HandClock, edges: Edges
) -> None:
    pins.close()
    pins.close()
    keys.tap(Key.UP)

    assert edges == []
    with opened(factory, clock, edges) as again:
        keys.tap(Key.UP)
    assert len(edges) == 2
    for closed in (pins, again):
        with pytest.raises(DeviceClosed):
            closed.read(Key.UP)


def test_a_taken_pin_is_refused_and_the_others_are_released(factory: ClockedMockFactory, clock: HandClock) -> None:
    with InputDevice(PINS[Key.CALL], pin_factory=factory), pytest.raises(GPIOPinInUse):
        opened(factory, clock, [])

    opened(factory, clock, []).close()


@pytest.mark.parametrize(("pins", "error"), [({Key.UP: 17, Key.DOWN: 17}, GPIOPinInUse), ({Key.UP: 99}, PinInvalidPin)])
def test_a_pin_that_is_given_twice_or_is_not_there_is_refused(
    factory: ClockedMockFactory, clock: HandClock, pins: dict[Key, int], error: type[Exception]
) -> None:
    with pytest.raises(error):
        opened(factory, clock, [], pins)


def test_what_a_device_before_has_set_on_a_pin_is_undone(
    factory: ClockedMockFactory, clock: HandClock, edges: Edges
) -> None:
    pin = factory.pin(PINS[Key.UP])
    pin.bounce, pin.edges = 0.1, "rising"

    with opened(factory, clock, edges):
        MockKeys(PINS, factory, clock).press(Key.UP)

    assert pin.bounce is None
    assert [pressed for _, pressed, _ in edges] == [True]


@pytest.mark.parametrize(("ticks", "stamp"), [
    (99.5, 99.5),
    (100.0, 100.0),
    (100.0 - OLDEST_STAMP, 100.0 - OLDEST_STAMP),
    (99.0 - OLDEST_STAMP, 100.0),
    (100.5, 100.0),
    (1_700_000_000.0, 100.0),
])  # fmt: skip
def test_a_stamp_of_another_clock_is_replaced_by_the_time_of_arrival(
    ticks: float, stamp: float, edges: Edges, clock: HandClock
) -> None:
    factory = ClockedMockFactory(HandClock(ticks))

    with opened(factory, clock, edges):
        MockKeys(PINS, factory, clock).press(Key.UP)

    assert edges == [(Key.UP, True, stamp)]


def test_plain_mock_pins_and_the_monotonic_clock_work_too(edges: Edges) -> None:
    factory = MockFactory()
    factory.reset()
    before = time.monotonic()

    with KeyPins(PINS, lambda *edge: edges.append(edge), pin_factory=factory):
        factory.pin(PINS[Key.OK]).drive_low()

    ((key, pressed, at),) = edges
    assert (key, pressed) == (Key.OK, True)
    assert before <= at <= time.monotonic()


def test_keys_start_no_thread_and_leave_the_default_pin_factory_alone(pins: KeyPins, keys: MockKeys) -> None:
    keys.tap(Key.UP)

    assert not [thread for thread in threading.enumerate() if "gpiozero" in type(thread).__module__]
    assert Device.pin_factory is None


def test_a_clock_never_goes_back() -> None:
    with pytest.raises(ValueError, match="-1"):
        HandClock().advance(-1)
