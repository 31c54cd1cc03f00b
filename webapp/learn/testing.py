"""The practice ground for browser tests: its contract, states to start, and examples."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple

from ai.language import N_
from webapp.board.parts import Part
from webapp.learn.delay import SECONDS

# The examples are tests, which `tests/audits` runs as the page shows them.
KIT = Path(__file__).parent / "kit"
PAGE_OBJECTS = "pages"


class Language(NamedTuple):
    """A language of the examples, and its files in the kit."""

    name: str
    page_objects: str
    examples: str


# By the parameter `code` of the address.
LANGUAGES = {
    "python": Language("Python", "python/pages.py", "python/test_examples.py"),
    "typescript": Language("TypeScript", "typescript/pages.ts", "typescript/examples.spec.ts"),
}


@dataclass(frozen=True, slots=True)
class State:
    """A match to practise on: a sentence on what to *see*, and the *fields* that start it."""

    name: str
    see: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CodeExample:
    """A worked example: the region *key* of its file, and a description."""

    key: str
    name: str
    says: str


def _match(game: str, x: str = "human", o: str = "human", **more: str) -> dict[str, str]:
    return {"game": game, "x": x, "o": o, "first": "x", **more}


STATES = (
    State(
        N_("A new game with a seed"),
        N_("Square against Medium, which plays the same whenever you do."),
        _match("square", o="medium", seed="7"),
    ),
    State(
        N_("The computer about to lose"),
        N_("It is X's turn, and c1 wins."),
        _match("tic-tac-toe", o="easy", moves="a1a2b1b2"),
    ),
    State(
        N_("A fork to find"),
        N_("One move of X makes two threats. With the values on, its name says “win in 3, best”."),
        _match("tic-tac-toe", o="hard", moves="a1b2c3a3"),
    ),
    State(
        N_("A fork to find on Square"),
        N_("The same on sixteen cells."),
        _match("square", o="hard", moves="O...-XX..-..X.-.O.O"),
    ),
    State(
        N_("A won tilted square"),
        N_("Four cells are marked as winning, and nobody may move."),
        _match("square", moves="b1a1d2a2c4b2a3"),
    ),
    State(
        N_("Two squares at once"),
        N_("It is X's turn, and a1 completes two squares."),
        _match("square", moves="b1d1a2d2b2d3c1d4a3c2c3b3"),
    ),
    State(
        N_("A drawn end"),
        N_("One cell is left. Take it to see “Tie”."),
        _match("tic-tac-toe", o="unbeatable", moves="a1b2b1c1a3a2c2b3"),
    ),
    State(
        N_("A full board of Square"),
        N_("Sixteen marks, and nobody has won."),
        _match("square", moves="c2b3c3d3c1b1d1d2a3a1b4b2a2c4a4d4"),
    ),
    State(
        N_("A retry"),
        N_("Only one move wins. Any other is marked as tried, and not made."),
        _match("tic-tac-toe", o="hard", moves="a1b2c3a3", retry="on"),
    ),
    State(
        N_("Two programs to watch"),
        N_("Step by step, by themselves, or to the end at once."),
        _match("square", x="easy", o="unbeatable", seed="7"),
    ),
)

EXAMPLES = (
    CodeExample(
        PAGE_OBJECTS,
        N_("Page objects"),
        N_("Shared by the others: parts of the page by their roles and names, and a move."),
    ),
    CodeExample(
        "whole-game",
        N_("A whole game"),
        N_("Both games, from the first move to the end, and another one."),
    ),
    CodeExample(
        "seed",
        N_("A seed"),
        N_("Two programs play the same game twice."),
    ),
    CodeExample(
        "fork",
        N_("Find a fork"),
        N_("The names of the cells give the value of each move: the test names no cell."),
    ),
    CodeExample(
        "retry",
        N_("A retry"),
        N_("A move that changes the board without a mark."),
    ),
    CodeExample(
        "slow",
        N_("A slow answer"),
        N_("The test holds the request back for as long as it wants to look."),
    ),
    CodeExample(
        "refused",
        N_("A refused move"),
        N_("A disabled cell stays in reach, and explains why it cannot be played."),
    ),
    CodeExample(
        "lost",
        N_("A lost connection"),
        N_("Nothing is lost, and play goes on."),
    ),
    CodeExample(
        "stale",
        N_("A stale tab"),
        N_("Two pages of one context: the old one gets the true board."),
    ),
    CodeExample(
        "friends",
        N_("Two friends"),
        N_("Two browser contexts play each other: a move arrives on the other page by itself."),
    ),
    CodeExample(
        "cookie",
        N_("A cookie that cannot be read"),
        N_("A new game begins, and the page says so."),
    ),
    CodeExample(
        "replay",
        N_("A replay"),
        N_("Any position by its address alone, with the value of every move."),
    ),
    CodeExample(
        "puzzle",
        N_("A puzzle"),
        N_("A wrong cell, a hint in two steps, and the solution."),
    ),
    CodeExample(
        "lesson",
        N_("A lesson"),
        N_("A board to touch: every cell has an answer, and an address."),
    ),
    CodeExample(
        "search",
        N_("A search"),
        N_("Step through the visits of a program, up to the first cut-off."),
    ),
)


@dataclass(frozen=True, slots=True)
class TestingPage(Part, rendered_by=("learn/testing.html", "testing_page")):
    """The practice ground for browser tests; *code* is a key of :data:`LANGUAGES`."""

    title: ClassVar = N_("Testing: a practice ground for browser tests")
    description: ClassVar = N_(
        "Practise browser tests here: what stays as it is, addresses that set up any state, and"
        " worked examples for Playwright in Python and TypeScript."
    )

    states: ClassVar = STATES
    examples: ClassVar = EXAMPLES
    languages: ClassVar = LANGUAGES
    seconds: ClassVar = SECONDS

    code: str = "python"

    @property
    def language(self) -> Language:
        """The language of the examples."""
        return LANGUAGES[self.code]

    def text(self, example: CodeExample) -> str:
        """The code of *example*."""
        language = self.language
        is_test = example.key != PAGE_OBJECTS
        return region(language.examples if is_test else language.page_objects, example.key)


def region(path: str, name: str) -> str:
    """The text of the region *name* in the file at *path* in the kit."""
    marked = rf"^(?:# |// #)region {name}\n(.*?)^(?:# |// #)endregion$"
    (found,) = re.findall(marked, (KIT / path).read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return str(found).strip()
