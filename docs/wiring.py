"""The wiring of every board, from its file in device/boards: the tables of hardware.md, and drawings.

python -m docs.wiring    draws docs/wiring/*.svg again, and prints the tables
"""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

from device.boards import Board, board_ids, read_board
from device.boards.header import GROUND, PLACES, THREE_VOLTS
from device.configuration.pins import bus_pins
from device.panel.wiring import I2C

FOLDER = Path(__file__).parent / "wiring"
LOOSE = "loose-parts"

SPI_NAMES = {10: "DIN (MOSI)", 11: "CLK (SCLK)", 8: "CS (CE0)", 7: "CS (CE1)"}
"""What a panel on SPI is wired to; nothing comes back on 9, MISO."""


def wires(board: Board) -> list[tuple[str, int]]:
    """What goes to which BCM pin, the panel's first."""
    bus = board.panel.bus
    found: list[tuple[str, int]] = []
    if isinstance(bus, I2C):
        sda, scl = bus_pins(board.panel)
        found += [("panel SDA", sda), ("panel SCL", scl)]
    else:
        select = 8 - bus.device
        found += [(f"panel {SPI_NAMES[pin]}", pin) for pin in (10, 11, select)]
        found += [("panel DC", bus.dc), ("panel RST", bus.reset)]
    for key, pin in board.keys.items():
        mark = board.marks.get(key)
        found.append((f"{key.upper()} ({mark})" if mark else key.upper(), pin))
    return found


def powers(board: Board) -> list[tuple[str, int]]:
    """What goes to which place for power: of loose parts; a board that plugs on has it."""
    if board.id != LOOSE:
        return []
    return [("panel VCC, 3.3 V", THREE_VOLTS[0]), ("panel GND", GROUND[0]), ("buttons, other leg", GROUND[-1])]


def table(board: Board) -> str:
    """A board's wiring as a Markdown table."""
    rows = [f"| {what} | {pin} | {PLACES[pin]} |" for what, pin in wires(board)]
    rows += [f"| {what} | | {place} |" for what, place in powers(board)]
    return "\n".join(["| | pin (BCM) | place on the header |", "|---|---|---|", *rows])


# The drawing

PAD, GAP, LEFT, TOP = 20, 26, 300, 106
"""Size and distance of the header's places, and where its first is, in pixels."""
WIDTH = 2 * LEFT + GAP
PANEL, KEY, POWER, EARTH, IDLE = "#1f6feb", "#2da44e", "#d1242f", "#24292f", "#eaeef2"
"""Colours of the panel's wires, the keys', power, ground, and places without a wire."""


def drawing(board: Board) -> str:
    """A board's wiring as SVG: the header from above, and what each of its places is wired to."""
    used = {PLACES[pin]: (what, PANEL if what.startswith("panel") else KEY, f"BCM {pin}") for what, pin in wires(board)}
    for what, place in powers(board):
        used[place] = (what, POWER if place in THREE_VOLTS else EARTH, "3.3 V" if place in THREE_VOLTS else "GND")
    parts = [
        _text(WIDTH / 2, 26, board.name, size=18, anchor="middle", weight="bold"),
        _text(
            WIDTH / 2,
            48,
            "the Pi's header from above; place 1, square, is at the end of the microSD card",
            anchor="middle",
        ),
        _text(WIDTH / 2, 66, "blue: panel · green: keys · red: 3.3 V · black: ground", anchor="middle"),
        f'<rect x="{LEFT - 20}" y="{TOP - 20}" width="{GAP + 40}" height="{19 * GAP + 40}" rx="6" fill="#f6f8fa" '
        'stroke="#57606a"/>',
    ]
    for place in range(1, 41):
        parts += _place(place, *used.get(place, ("", IDLE, "")))
    height = TOP + 20 * GAP + 20
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="DejaVu Sans, Arial, sans-serif">',
            '<rect width="100%" height="100%" fill="white"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _place(place: int, what: str, colour: str, name: str) -> list[str]:
    """One place of the header, and the wire that goes from it."""
    even = place % 2 == 0
    x = LEFT + (GAP if even else 0)
    y = TOP + (place - 1) // 2 * GAP
    ink = "white" if what else "#57606a"
    parts = [_pad(x, y, colour, square=place == 1), _text(x, y + 4, str(place), size=10, anchor="middle", colour=ink)]
    if not what:
        return parts
    side = 1 if even else -1
    end = x + side * 84
    anchor = "start" if even else "end"
    parts.insert(0, f'<path d="M{x} {y}H{end}" stroke="{colour}" stroke-width="3"/>')
    parts.append(_text(x + side * 46, y - 5, name, size=9, anchor="middle", colour=colour))
    if colour is KEY:
        parts.append(_switch(end, y, side))
        end += side * 34
    parts.append(_text(end + side * 8, y + 4, what, anchor=anchor))
    return parts


def _pad(x: float, y: float, colour: str, *, square: bool) -> str:
    half = PAD / 2
    return (
        f'<rect x="{x - half:g}" y="{y - half:g}" width="{PAD}" height="{PAD}" rx="{2 if square else half:g}" '
        f'fill="{colour}" stroke="#57606a"/>'
    )


def _switch(x: float, y: float, side: int) -> str:
    """A push button, open, whose other leg is at ground."""
    far = x + side * 22
    return (
        f'<g stroke="{KEY}" stroke-width="2" fill="white"><path d="M{x} {y}L{far} {y - 8}"/>'
        f'<circle cx="{x}" cy="{y}" r="3"/><circle cx="{far}" cy="{y}" r="3"/></g>'
        f'<g stroke="{EARTH}" stroke-width="2"><path d="M{far + side * 3} {y}H{far + side * 10}"/>'
        f'<path d="M{far + side * 10} {y - 5}V{y + 5}"/></g>'
    )


def _text(
    x: float,
    y: float,
    text: str,
    *,
    size: int = 12,
    anchor: str = "start",
    colour: str = "#24292f",
    weight: str = "normal",
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{colour}" font-weight="{weight}">'
        f"{escape(text)}</text>"
    )


def main() -> None:
    """Draw all boards again."""
    FOLDER.mkdir(exist_ok=True)
    for id in board_ids():
        board = read_board(id)
        (FOLDER / f"{id}.svg").write_text(drawing(board), encoding="utf-8")
        print(f"{board.name}\n\n{table(board)}\n")


if __name__ == "__main__":
    main()
