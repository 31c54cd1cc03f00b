"""Decisions of the scripts: functions of plain values, above all that waits for an event."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.e2e.player import Player

BOARDS = ((3, 3), (4, 4), (5, 3), (2, 8), (8, 2))  # columns and rows
MODIFIERS = ("altKey", "ctrlKey", "metaKey", "shiftKey")
Case = tuple[list[Any], Any]  # what a function gets, and what it returns


def cells_reached() -> Iterator[Case]:
    """From every cell the one that a key leads to, and none with another key held down."""
    for wide, high, at in ((w, h, at) for w, h in BOARDS for at in range(w * h)):
        row, column = divmod(at, wide)
        led = {
            "ArrowLeft": at - (column > 0),
            "ArrowRight": at + (column < wide - 1),
            "ArrowUp": at - wide * (row > 0),
            "ArrowDown": at + wide * (row < high - 1),
            "Home": wide * row,
            "End": wide * row + wide - 1,
            "Enter": None,
        }
        for key, to in led.items():
            yield [{"key": key}, at, wide, wide * high], to
            for held in MODIFIERS:
                end = {"Home": 0, "End": wide * high - 1}.get(key) if held == "ctrlKey" else None
                yield [{"key": key, held: True}, at, wide, wide * high], end


def cells_named() -> Iterator[Case]:
    """A cell for each of its names, and none for anything else."""
    for wide, high in BOARDS:
        names = {f"{'abcdefgh'[at % wide]}{at // wide + 1}": at for at in range(wide * high)}
        for letter, key in product(["", *"abcdefgh"], [*"0123456789b", "enter", " "]):
            yield [letter, key, wide, wide * high], names.get(letter + key)


# Keys by their place: the text that each types without Shift, and what it means.
KEYBOARDS = {
    "English": {"KeyB": "bb", "Digit3": "33", "Comma": ",,"},
    "French": {"KeyA": "qq", "KeyQ": "aa", "KeyM": ",,", "Digit1": "&1", "Digit2": "é2"},
    "Czech": {"KeyY": "zz", "Digit3": "š3"},
    "Dvorak": {"KeyB": "xx", "KeyW": ",,"},
    "Turkish": {"Quote": "ii", "Semicolon": "şş"},
    "Russian": {"KeyB": "иb", "KeyA": "фa", "Quote": "ээ", "Digit3": "33"},
    "Greek": {"KeyB": "βb", "KeyQ": ";;"},
    "Arabic": {"KeyB": "\u0644\u0627b", "Digit3": "٣3"},
    "Thai": {"KeyB": "\u0e34b", "Digit3": "-3", "Digit4": "ภ4"},
}


def keys_meant() -> Iterator[Case]:
    """A key means what it types if that is a Latin letter or a digit, else what its place says."""
    for code, told in (key for keys in KEYBOARDS.values() for key in keys.items()):
        typed, meant = told[:-1], told[-1]
        yield [{"code": code, "key": typed, "shiftKey": False}], meant
        if code.startswith("Key"):
            yield [{"code": code, "key": typed.upper(), "shiftKey": True}], meant
    for code, typed in (("Digit3", "3"), ("Digit7", "?"), ("Digit1", "!"), ("ShiftLeft", "Shift")):
        yield [{"code": code, "key": typed, "shiftKey": True}], typed.lower()
    for code, typed, meant in (("Digit6", "Dead", "6"), ("Numpad3", "3", "3"), ("", "b", "b")):
        yield [{"code": code, "key": typed, "shiftKey": False}], meant


TAKEN, FREE, OTHER = (
    {"id": name, "ariaDisabled": disabled}
    for name, disabled in (("cell-0", "true"), ("cell-1", None), ("cell-2", None))
)

DECISIONS: dict[str, dict[str, list[Case]]] = {
    "/": {
        "cellReached": [*cells_reached()],
        "cellNamed": [*cells_named()],
        "keyMeant": [*keys_meant()],
        "tabStop": [
            ([[TAKEN, FREE, OTHER], ""], FREE),
            ([[TAKEN, FREE, OTHER], "cell-2"], OTHER),
            ([[TAKEN, FREE, OTHER], "cell-0"], TAKEN),
            ([[TAKEN, FREE, OTHER], "cell-15"], FREE),  # of another board
            ([[TAKEN], ""], TAKEN),
        ],
        "scrolledBy": [
            ([{"top": 200, "bottom": 300}, {"top": 100, "bottom": 300}, 600], 0),
            ([{"top": 200, "bottom": 330}, {"top": 100, "bottom": 300}, 600], 30),
            ([{"top": 200, "bottom": 330}, {"top": 100, "bottom": 300}, 280], 50),
            ([{"top": 200, "bottom": 900}, {"top": 100, "bottom": 300}, 600], 100),  # its top
        ],
        "isHasty": [
            ([1, False], False),
            ([1, True], True),
            ([2, False], True),
            ([0, True], False),  # by keyboard
        ],
        "nameOf": [
            (["/moves", "undo"], "moves"),
            (["/below/score/reset", None], "score/reset"),
            (["/", ""], ""),
            (["/command", " Hint "], "hint"),
            (["/command", "Tipp", {"tipp": "hint"}], "hint"),
        ],
        "repeatedIn": [
            *(([name, None, {}], "status") for name in ("matches", "back", "again", "new")),
            (["square", {}, {}], "status"),
            (["hint", None, {}], "advice"),
            (["hint", None, None], ""),  # in a game with a friend
            *(([name, None, {}], "") for name in ("moves", "undo", "values", "", "constructor")),
        ],
        # began, thinking since, reply after, said before, region, whether it went well
        "dueAt": [
            ([1000, 0, 0, "", "", True], 1000),
            ([1000, 0, 200, "", "", True], 1200),
            ([1000, 0, 0, "That cell is taken.", "status", True], 1000),
            ([1000, 0, 0, "Hint: b2.", "advice", True], 1150),
            ([1000, 0, 200, "", "", False], 1000),
            ([1000, 0, 200, "That cell is taken.", "", False], 1150),
            ([1000, 2000, 200, "That cell is taken.", "", True], 2500),
            ([1000, 2000, 0, "", "", None], 2500),
        ],
        "unlike": [
            (["", "Taken."], "Taken."),
            (["Taken.", "Taken."], "Taken.\N{NO-BREAK SPACE}"),
            (["Taken.\N{NO-BREAK SPACE}", "Taken."], "Taken."),
            (["Belegt.", "Taken."], "Taken.\N{NO-BREAK SPACE}"),  # the browser translates the page
        ],
    },
    "/replay/square/b2": {
        "stepOf": [
            ([{"key": "ArrowLeft"}], "back"),
            ([{"key": "ArrowRight"}], "forward"),
            ([{"key": "Home"}], "first"),
            ([{"key": "End"}], "last"),
            ([{"key": "ArrowUp"}], None),
            *(([{"key": "ArrowLeft", held: True}], None) for held in MODIFIERS),
        ],
    },
}

# The decisions of some functions on some values. All is text, which the browser takes quickest.
DECIDE = """async text => {
  const modules = await Promise.all([...document.scripts].map(({ src }) => import(src)));
  const decide = Object.assign({}, ...modules);
  return JSON.stringify(JSON.parse(text).map(([name, given]) =>
    given.map(one => decide[name](...one) ?? null)));
}"""


def test_each_case_is_decided(page: Player) -> None:
    for address, cases in DECISIONS.items():
        page.goto(address)
        given = [(name, [values for values, _ in these]) for name, these in cases.items()]
        decided = json.loads(page.evaluate(DECIDE, json.dumps(given)))
        for (name, these), results in zip(cases.items(), decided, strict=True):
            for (values, expected), result in zip(these, results, strict=True):
                assert result == expected, (name, values)
