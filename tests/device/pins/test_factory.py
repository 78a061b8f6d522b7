"""The pin factory keeps gpiozero's promises: on a chip that is played, and on a simulated one where Linux has it."""

from __future__ import annotations

import gc
import threading
import time
from typing import Any

import gpiozero
import pytest
from gpiod.line import Direction
from gpiozero import LED, Button, DigitalOutputDevice, GPIOPinInUse, InputDevice, OutputDevice

from device.buttons import SEVEN_KEYS, Key, Keypad
from device.buttons.pins import KeyPins
from device.pins.factory import GpiodFactory
from tests.device.pins.wires import Claimed, Played, Wires, eventually


class Told:
    """Listens to a pin."""

    def __init__(self, pin: Any) -> None:
        self.edges: list[tuple[float, int]] = []
        pin.when_changed = self.edge

    def edge(self, ticks: float, state: int) -> None:
        self.edges.append((ticks, state))

    @property
    def states(self) -> list[int]:
        return [state for _, state in self.edges]


class Waits(Told):
    """Listens to a pin and returns only when it may: until then nobody is told anything."""

    def __init__(self, pin: Any) -> None:
        self.go_on = threading.Event()
        super().__init__(pin)

    def edge(self, ticks: float, state: int) -> None:
        super().edge(ticks, state)
        self.go_on.wait(60)


def inputs(factory: GpiodFactory, *numbers: int, pull: str = "down") -> list[Any]:
    pins = [factory.pin(number) for number in numbers]
    for pin in pins:
        pin.input_with_pull(pull)
    return pins


def waiting_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "pins"]


# Devices


def test_a_button_is_pressed_and_released(factory: GpiodFactory, wires: Wires) -> None:
    told: list[str] = []
    with Button(17, pin_factory=factory) as button:
        button.when_pressed = lambda: told.append("pressed")
        button.when_released = lambda: told.append("released")
        assert not button.is_pressed

        wires.pull(17, False)
        eventually(lambda: told == ["pressed"])
        assert button.is_pressed
        wires.pull(17, True)
        eventually(lambda: told == ["pressed", "released"])
        assert not button.is_pressed


def test_waiting_for_a_button_ends_with_its_press(factory: GpiodFactory, wires: Wires) -> None:
    with Button(17, pin_factory=factory) as button:
        threading.Timer(0.05, wires.pull, [17, False]).start()

        assert button.wait_for_press(10)


def test_a_led_goes_on_and_off(factory: GpiodFactory, wires: Wires) -> None:
    with LED(22, pin_factory=factory) as led:
        assert not wires.level(22)
        led.on()
        assert wires.level(22)
        assert led.is_lit
        led.toggle()
        assert not wires.level(22)
        led.blink(on_time=0.001, off_time=0.001, n=2, background=False)
        assert not wires.level(22)


def test_an_output_begins_with_the_value_that_is_asked_for(factory: GpiodFactory, wires: Wires) -> None:
    with DigitalOutputDevice(22, active_high=False, initial_value=False, pin_factory=factory):
        assert wires.level(22)
    with DigitalOutputDevice(22, initial_value=True, pin_factory=factory):
        assert wires.level(22)


def test_an_output_has_no_blip_before_its_first_value(played: Played) -> None:
    with GpiodFactory(played.path) as factory, DigitalOutputDevice(22, initial_value=True, pin_factory=factory):
        assert played.lines[22].history == [True]


def test_an_output_without_a_first_value_keeps_what_is_on_the_wire(factory: GpiodFactory, wires: Wires) -> None:
    wires.pull(22, True)
    with OutputDevice(22, initial_value=None, pin_factory=factory) as device:
        assert device.value == 1
        assert wires.level(22)


def test_pwm_is_refused_in_gpiozeros_words_and_the_pin_is_free_again(factory: GpiodFactory) -> None:
    with pytest.raises(gpiozero.PinPWMUnsupported):
        gpiozero.PWMLED(22, pin_factory=factory)

    LED(22, pin_factory=factory).close()


def test_spi_in_software_works_on_its_pins(
    factory: GpiodFactory, wires: Wires, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)  # gpiozero uses none other there
    with factory.spi(clock_pin=4, mosi_pin=17, miso_pin=9, select_pin=22) as bus:
        assert wires.level(22)
        wires.pull(9, True)
        assert bus.transfer([0x00, 0xA5]) == [0xFF, 0xFF]


def test_two_devices_on_a_pin_are_refused(factory: GpiodFactory) -> None:
    with Button(17, pin_factory=factory), pytest.raises(GPIOPinInUse):
        LED(17, pin_factory=factory)

    LED(17, pin_factory=factory).close()


def test_a_pin_that_another_program_has_is_refused_by_its_name(factory: GpiodFactory, wires: Wires) -> None:
    with Claimed(wires.path, 17, "other"), pytest.raises(GPIOPinInUse, match="GPIO17 is already in use by other"):
        Button(17, pin_factory=factory)

    with Button(17, pin_factory=factory), pytest.raises(OSError, match="busy"):
        Claimed(wires.path, 17, "other")


def test_a_closed_device_leaves_its_line_to_others_as_an_input(factory: GpiodFactory, wires: Wires) -> None:
    LED(17, initial_value=True, pin_factory=factory).close()

    with Claimed(wires.path, 17, "other"):
        assert factory.pin(17).function == "input"


def test_a_device_can_be_opened_again_on_its_pin_as_something_else(factory: GpiodFactory, wires: Wires) -> None:
    for _ in range(3):
        with LED(17, initial_value=True, pin_factory=factory):
            assert wires.level(17)
        with Button(17, pin_factory=factory) as button:
            is_told_of(wires, button)


def test_after_closing_a_factory_another_opens_the_same_pins(factory: GpiodFactory, wires: Wires) -> None:
    button = Button(17, pin_factory=factory)
    button.close()
    factory.close()
    factory.close()

    with GpiodFactory(wires.path) as again, Button(17, pin_factory=again) as button:
        is_told_of(wires, button)


def is_told_of(wires: Wires, button: Button) -> None:
    """Press it."""
    told = Told(button.pin)
    wires.pull(17, False)
    eventually(lambda: told.states == [0])


def test_a_factory_closes_the_pins_of_devices_that_nobody_closed(wires: Wires) -> None:
    factory = GpiodFactory(wires.path)
    button = Button(17, pin_factory=factory)
    factory.close()

    with Claimed(wires.path, 17, "other"):
        pass
    assert not waiting_threads()
    button.close()


# Pins


def test_pulls_are_those_that_were_asked_for(factory: GpiodFactory, wires: Wires) -> None:
    pin = factory.pin(17)
    pin.function = "input"
    assert pin.pull == "floating"
    for pull, level in (("up", 1), ("down", 0), ("up", 1)):
        pin.pull = pull
        assert pin.pull == pull
        assert pin.state == level
    pin.pull = "floating"
    assert pin.pull == "floating"
    pin.input_with_pull("down")
    assert (pin.pull, pin.state) == ("down", 0)


def test_a_pulled_line_follows_what_pulls_from_outside(factory: GpiodFactory, wires: Wires) -> None:
    with InputDevice(17, pull_up=True, pin_factory=factory) as device:
        assert device.pin.state == 1
        assert device.value == 0
        wires.pull(17, False)
        eventually(lambda: device.value == 1)


def test_what_a_pin_cannot_do_is_refused_by_cause(factory: GpiodFactory) -> None:
    pin = factory.pin(17)
    with pytest.raises(gpiozero.PinInvalidFunction, match='"sideways"'):
        pin.function = "sideways"
    pin.function = "input"
    with pytest.raises(gpiozero.PinSetInput):
        pin.state = 1
    with pytest.raises(gpiozero.PinInvalidPull, match='"sideways"'):
        pin.pull = "sideways"
    with pytest.raises(gpiozero.PinInvalidEdges, match='"sideways"'):
        pin.edges = "sideways"
    for bounce in (-0.001, 5000.0):
        with pytest.raises(gpiozero.PinInvalidBounce):
            pin.bounce = bounce
    pin.function = "output"
    with pytest.raises(gpiozero.PinFixedPull):
        pin.pull = "up"
    with pytest.raises(gpiozero.PinEdgeDetectUnsupported):
        Told(pin)
    assert pin.when_changed is None
    assert pin.frequency is None


def test_a_pin_with_a_resistor_on_the_board_is_pulled_no_other_way(factory: GpiodFactory) -> None:
    with pytest.raises(gpiozero.PinFixedPull, match="physical pull-up"):
        InputDevice(2, pull_up=False, pin_factory=factory)

    InputDevice(2, pull_up=True, pin_factory=factory).close()


@pytest.mark.parametrize("name", [99, "GPIO99", "nothing"])
def test_a_pin_that_is_not_there_is_refused(factory: GpiodFactory, name: Any) -> None:
    with pytest.raises((gpiozero.PinInvalidPin, ValueError)):
        factory.pin(name)


def test_a_line_that_the_chip_lacks_is_refused(played: Played) -> None:
    del played.lines[20:]

    with GpiodFactory(played.path) as factory, pytest.raises(gpiozero.PinInvalidPin, match="has no line 22"):
        factory.pin(22)


def test_a_pin_is_found_as_it_is_and_stays_so_until_it_is_set(played: Played) -> None:
    played.lines[17].setting.direction = Direction.OUTPUT
    played.lines[17].driven = True
    with GpiodFactory(played.path) as factory:
        pin = factory.pin(17)
        assert (pin.function, pin.state) == ("output", 1)
        assert played.lines[17].history == []
        pin.state = 0
        assert played.lines[17].history == [False]


# Edges


@pytest.mark.parametrize(
    ("edges", "states"), [("both", [1, 0, 1, 0]), ("rising", [1, 1]), ("falling", [0, 0]), ("none", [])]
)
def test_only_the_edges_that_are_asked_for_are_told(
    factory: GpiodFactory, wires: Wires, edges: str, states: list[int]
) -> None:
    pin, other = inputs(factory, 17, 22)
    pin.edges = edges
    told, last = Told(pin), Told(other)
    assert pin.edges == edges

    for _ in range(2):
        for high in (True, False):
            wires.pull(17, high)
            settled(wires, told, last)

    assert told.states == states


def settled(wires: Wires, told: Told, last: Told) -> None:
    """Wait until all edges so far are told, by one more on another line."""
    before = len(last.edges)
    wires.pull(22, not wires.level(22))
    eventually(lambda: len(last.edges) > before)


def test_edges_can_be_changed_while_a_pin_is_listened_to(factory: GpiodFactory, wires: Wires) -> None:
    (pin,) = inputs(factory, 17)
    pin.edges = "falling"
    told = Told(pin)
    wires.pull(17, True)
    wires.pull(17, False)
    eventually(lambda: told.states == [0])
    pin.edges = "rising"
    wires.pull(17, True)
    wires.pull(17, False)
    eventually(lambda: told.states == [0, 1])


def test_ticks_are_the_kernels_stamps_on_the_monotonic_clock(factory: GpiodFactory, wires: Wires) -> None:
    told = Told(*inputs(factory, 17, pull="up"))
    before = time.monotonic()
    wires.pull(17, False)
    eventually(lambda: told.edges)
    after = time.monotonic()
    time.sleep(0.02)
    wires.pull(17, True)
    eventually(lambda: len(told.edges) == 2)

    (pressed, _), (released, _) = told.edges
    assert before <= pressed <= after
    assert factory.ticks_diff(released, pressed) >= 0.02
    assert released <= factory.ticks()


def test_the_state_told_is_that_after_the_edge_not_that_when_it_is_told(factory: GpiodFactory, wires: Wires) -> None:
    pin, other = inputs(factory, 17, 22)
    told, slow = Told(pin), Waits(other)
    wires.pull(22, True)
    for high in (True, False, True, False):
        wires.pull(17, high)
        eventually(lambda high=high: wires.level(17) == high)
        time.sleep(0.02)
    slow.go_on.set()

    eventually(lambda: told.states == [1, 0, 1, 0])
    assert told.edges == sorted(told.edges)


def test_edges_that_waited_are_told_in_the_order_of_their_stamps(factory: GpiodFactory, wires: Wires) -> None:
    order: list[tuple[float, int]] = []
    go_on = threading.Event()
    listeners = []
    for number, pin in zip((4, 17, 22, 27), inputs(factory, 4, 17, 22, 27), strict=True):

        def told(ticks: float, state: int, number: int = number) -> None:
            order.append((ticks, number))
            go_on.wait(10)

        pin.when_changed = told
        listeners.append(told)
    wires.pull(27, True)
    eventually(lambda: order)
    for number, high in ((17, True), (4, True), (22, True), (17, False)):
        wires.pull(number, high)
        time.sleep(0.02)
    go_on.set()

    eventually(lambda: len(order) == 5)
    assert [number for _, number in order] == [27, 17, 4, 22, 17]


def test_a_bounce_time_holds_edges_back_in_the_kernel(factory: GpiodFactory, wires: Wires) -> None:
    pin = factory.pin(17)
    pin.input_with_pull("floating")  # chips without wires would set a pull anew with every change
    pin.bounce = 0.5
    assert pin.bounce == 0.5
    told = Told(pin)

    if isinstance(wires, Played):  # it can't hold back edges, but knows that it should
        assert wires.lines[17].setting.debounce_period.total_seconds() == 0.5
        wires.pull(17, True)
    else:
        wires.pull(17, True)
        time.sleep(0.05)
        wires.pull(17, False)
        time.sleep(1)
        assert told.edges == []
        wires.pull(17, True)
        eventually(lambda: told.states == [1])
    pin.bounce = None
    assert pin.bounce is None
    wires.pull(17, False)
    eventually(lambda: told.states[-1:] == [0])


# Listeners


def test_a_listener_that_raises_silences_nobody(factory: GpiodFactory, wires: Wires, reported: list[str]) -> None:
    pins = inputs(factory, 4, 17)
    raised: list[int] = []

    def raises(ticks: float, state: int) -> None:
        raised.append(state)
        raise [ValueError, SystemExit, KeyboardInterrupt, OSError][len(raised) % 4](f"press {len(raised)}")

    pins[0].when_changed = raises
    told = Told(pins[1])

    for count in range(1, 5):
        wires.pull(4, count % 2 == 1)
        eventually(lambda count=count: len(raised) == count)
        wires.pull(17, count % 2 == 1)
        eventually(lambda count=count: len(told.edges) == count)

    assert reported == ["SystemExit('press 1')", "KeyboardInterrupt('press 2')", "OSError('press 3')",
                        "ValueError('press 4')"]  # fmt: skip


def test_a_listener_may_leave_while_it_is_told(factory: GpiodFactory, wires: Wires) -> None:
    (pin,) = inputs(factory, 17)
    told: list[int] = []

    def once(ticks: float, state: int) -> None:
        told.append(state)
        pin.when_changed = None

    pin.when_changed = once
    wires.pull(17, True)
    eventually(lambda: told and pin.when_changed is None)
    again = Told(pin)
    press_again(wires)
    eventually(lambda: again.states == [1])
    assert told == [1]


def test_a_listener_may_close_the_factory(wires: Wires) -> None:
    factory = GpiodFactory(wires.path)
    (pin,) = inputs(factory, 17)
    closed = threading.Event()

    def close(ticks: float, state: int) -> None:
        factory.close()
        closed.set()

    pin.when_changed = close
    wires.pull(17, True)

    assert closed.wait(10)
    eventually(lambda: not waiting_threads())


def test_a_listener_that_is_gone_is_not_missed(factory: GpiodFactory, wires: Wires) -> None:
    (pin,) = inputs(factory, 17)
    listeners = [Told(pin)]
    wires.pull(17, True)
    eventually(lambda: listeners[0].edges)
    listeners.clear()
    gc.collect()

    wires.pull(17, False)
    assert pin.when_changed is None
    again = Told(pin)
    press_again(wires)
    eventually(lambda: again.states[-1:] == [1])


def test_what_waited_when_a_listener_left_is_not_told_to_the_next(factory: GpiodFactory, wires: Wires) -> None:
    pin, other = inputs(factory, 17, 22)
    slow, first = Waits(other), Told(pin)
    wires.pull(22, True)
    eventually(lambda: slow.edges)
    for high in (True, False, True):
        wires.pull(17, high)
        time.sleep(0.02)
    pin.when_changed = None
    told = Told(pin)
    slow.go_on.set()
    press_again(wires)

    eventually(lambda: told.edges)
    assert told.states == [1]
    assert first.edges == []


def press_again(wires: Wires) -> None:
    """Pull a line up whose listener has just come. On chips without wires, its pull down was set anew by that."""
    assert not wires.level(17)
    wires.pull(17, True)


# Threads


def voluntary_switches(thread: threading.Thread) -> int:
    with open(f"/proc/self/task/{thread.native_id}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("voluntary_ctxt_switches"))


def test_one_thread_waits_for_all_pins_and_sleeps_until_an_edge(factory: GpiodFactory, wires: Wires) -> None:
    before = set(threading.enumerate())
    pins = [factory.pin(number) for number in (4, 5, 6, 17, 22, 23, 27)]
    assert set(threading.enumerate()) == before, "nobody listens yet"
    for pin in pins:
        pin.input_with_pull("up")
    told = [Told(pin) for pin in pins]

    (thread,) = set(threading.enumerate()) - before
    time.sleep(0.1)
    asleep = voluntary_switches(thread)
    time.sleep(0.5)
    assert voluntary_switches(thread) == asleep
    for pin, listener in zip((4, 5, 6, 17, 22, 23, 27), told, strict=True):
        wires.pull(pin, False)
        eventually(lambda listener=listener: listener.states == [0])
    assert voluntary_switches(thread) > asleep


def test_a_chip_that_is_lost_silences_its_pins_and_lets_the_thread_sleep(played: Played, reported: list[str]) -> None:
    with GpiodFactory(played.path) as factory:
        told = [Told(pin) for pin in inputs(factory, 4, 17)]
        (thread,) = waiting_threads()

        lost = played.lines[17].request
        assert lost is not None
        lost.lose()
        eventually(lambda: reported)
        time.sleep(0.1)
        asleep = voluntary_switches(thread)
        time.sleep(0.2)
        assert voluntary_switches(thread) == asleep
        assert len(reported) == 1
        assert "No such device" in reported[0]

        played.pull(4, True)
        eventually(lambda: told[0].states == [1])
        assert told[1].edges == []
        played.gone = True


def test_whoever_wants_to_know_is_told_of_a_chip_that_is_lost(played: Played, reported: list[str]) -> None:
    with GpiodFactory(played.path) as factory:
        lost: list[bool] = []
        factory.watch.lost = lambda: lost.append(True)
        told = Told(*inputs(factory, 17))

        request = played.lines[17].request
        assert request is not None
        request.lose()
        eventually(lambda: lost)
        assert (lost, reported, told.edges) == ([True], [], [])
        played.gone = True


def test_when_the_kernels_queue_overflows_the_newest_edges_come(factory: GpiodFactory, wires: Wires) -> None:
    pin, other = inputs(factory, 17, 22)
    told, slow = Told(pin), Waits(other)
    wires.pull(22, True)
    time.sleep(0.05)
    for edge in range(1201):
        wires.pull(17, edge % 2 == 0)
    time.sleep(0.5)
    slow.go_on.set()

    eventually(lambda: len(told.edges) > 100)
    time.sleep(0.2)
    assert len(told.edges) < 1201
    assert told.states[-1] == pin.state == 1


# The keys of the box on it


def test_keys_on_these_pins_make_presses(factory: GpiodFactory, wires: Wires) -> None:
    numbers = {Key.UP: 17, Key.DOWN: 22, Key.LEFT: 27, Key.RIGHT: 23, Key.OK: 4, Key.BACK: 5, Key.CALL: 6}
    edges: list[tuple[Key, bool, float]] = []
    before = time.monotonic()
    with KeyPins(numbers, lambda *edge: edges.append(edge), pin_factory=factory) as pins:
        keypad = Keypad(SEVEN_KEYS, pins.read)
        for number in numbers.values():
            wires.pull(number, False)
            time.sleep(0.01)
            wires.pull(number, True)
        eventually(lambda: len(edges) == 14)
    presses = [press for edge in edges for press in keypad.edge(*edge)]

    assert [press.button.value for press in presses] == [key.value for key in numbers]
    assert all(before <= at <= time.monotonic() for _, _, at in edges)
    assert not keypad.stuck
