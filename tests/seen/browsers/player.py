"""A player at a browser that Selenium drives."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TypeVar

from flask import Flask
from selenium.common import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
    TimeoutException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.webdriver import LocalWebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from ai.language import _
from ai.rules import Game, game_for
from ai.rules.position import Position, parse
from tests.browser import SESSION, signed
from webapp.game.session import Session
from webapp.honours.kept import COOKIE as HONOURS
from webapp.honours.kept import Honours

T = TypeVar("T")

TIMEOUT = 10  # seconds: long for a loaded machine, short for a mistake
SOLVING = 60  # seconds in which a game is solved, on a machine with much else to do
OFTEN = 0.02  # seconds between two looks

YOUR_TURN, TO_MOVE = "Your turn: %(mark)s", "%(mark)s to move"  # how a status says whose turn it is

NONE_YET = Honours()

GONE = NoSuchElementException, StaleElementReferenceException  # while a page follows
COVERED = ElementClickInterceptedException, ElementNotInteractableException


@dataclass
class Player:
    """Somebody at a browser, and at *app*, which answers on *site* in the language spoken here."""

    driver: LocalWebDriver
    app: Flask
    site: str

    def visit(self, path: str) -> None:
        """Open a page of the application."""
        self.driver.get(self.site + path)

    def forget(self) -> None:
        """Become a first visitor.

        A browser may say that cookies are deleted before they are, so one is there to be seen gone.
        """
        self.visit("/healthz")
        self.driver.add_cookie({"name": "forgotten", "value": "yes"})
        self.driver.delete_all_cookies()
        self.expect(lambda: len(self.driver.get_cookies()), 0)

    def bring(self, session: Session, honours: Honours = NONE_YET) -> None:
        """Let the browser keep *session* and *honours*, on a page of the site."""
        with self.app.test_request_context():
            text = HONOURS.codec.write(honours)
        for name, value in ((SESSION, signed(self.app, session.cookie)), (HONOURS.name, text)):
            self.driver.add_cookie({"name": name, "value": value, "path": "/"})

    def begin(self, session: Session, honours: Honours = NONE_YET) -> None:
        """Come to the page with *session* on it, from another one of the site."""
        self.bring(session, honours)
        self.visit("/")
        self.expect_ply(session.match.position.ply)

    def element(self, name: str) -> WebElement:
        return self.driver.find_element(By.ID, name)

    def cell(self, number: int) -> WebElement:
        return self.element(f"cell-{number}")

    def click(self, *names: str) -> None:
        """Click the first button in sight whose name begins with one of *names*, but for cells,
        once it is there and nothing covers it.
        """

        def clicks() -> bool:
            for button in self.driver.find_elements(By.CSS_SELECTOR, "button:not([name=cell])"):
                with suppress(*COVERED):
                    if button.is_displayed() and button.accessible_name.startswith(names):
                        button.click()
                        return True
            return False

        self.expect(clicks, True)

    def type(self, keys: str) -> None:
        self.driver.switch_to.active_element.send_keys(keys)

    def board(self, attribute: str) -> str:
        """The value of the board's `data-` *attribute*, empty if it has none."""
        return self.element("board").get_attribute(f"data-{attribute}") or ""

    @property
    def game(self) -> Game:
        return game_for(self.board("game"))

    @property
    def status(self) -> str:
        """The line that says whose turn it is or how the game ended."""
        return (self.element("status").get_attribute("textContent") or "").strip()

    @property
    def focused(self) -> str:
        return self.driver.switch_to.active_element.get_attribute("id") or ""

    @property
    def names(self) -> list[str]:
        return [self.cell(number).accessible_name for number in self.game.cells]

    @property
    def position(self) -> Position:
        """The position, read from the names of the cells."""
        marks = ""
        for number, name in enumerate(self.names):
            told = re.match(self.place(number), name)
            assert told, name
            marks += told[1].replace(_("empty"), ".")
        return parse(self.game, marks)

    def place(self, cell: int) -> str:
        """A pattern of the name of *cell*: its place and, as a group, what stands on it."""
        row, column = self.game.row_and_column(cell)
        place = _("Row %(row)s, column %(column)s", row=row + 1, column=column + 1)
        return _("%(place)s: %(mark)s", place=place, mark=rf"({_('empty')}|X|O)\b")

    def marked(self, attribute: str) -> set[int]:
        """The numbers of the cells that carry *attribute*."""
        cells = self.driver.find_elements(By.CSS_SELECTOR, f"#board [{attribute}]")
        return {int(cell.get_attribute("value") or "") for cell in cells}

    def play(self, *cells: int) -> None:
        """Click *cells*, each once the move before has come to the page."""
        for cell in cells:
            with self.a_move():
                self.cell(cell).click()

    def play_on(self) -> None:
        """Click empty cells until the game is over."""
        while self.board("state") == "active":
            with self.a_move():
                self.driver.find_element(
                    By.CSS_SELECTOR, "#board button:not([aria-disabled])"
                ).click()

    @contextmanager
    def a_move(self) -> Iterator[None]:
        """Wait, after the block, until the board shows another number of moves."""
        before = self.board("ply")
        yield
        self.expect(lambda: self.board("ply") not in {"", before}, True)

    def expect(self, look: Callable[[], T], wanted: T, *, within: float = TIMEOUT) -> None:
        """Wait until *look* returns *wanted*.

        :raises AssertionError: if it does not *within* these seconds.
        """
        try:
            WebDriverWait(self.driver, within, OFTEN, GONE).until(lambda _: look() == wanted)
        except TimeoutException:
            raise AssertionError(f"{look()!r} does not become {wanted!r}") from None

    def expect_ply(self, number: int) -> None:
        self.expect(lambda: self.board("ply"), str(number))

    def expect_status(self, beginning: str) -> None:
        self.expect(lambda: self.status[: len(beginning)], beginning)

    def expect_true_page(self, turn: str = YOUR_TURN) -> Position:
        """Board and status come to be what the rules make of the marks on the cells.

        *turn* is how the status says whose turn it is. The position is returned.
        """
        self.expect(lambda: str(self.position.ply), self.board("ply"))
        position = self.position
        outcome, state = position.outcome, "active"
        if outcome:
            state = "won" if outcome.winner else "tied"
        self.expect(lambda: self.board("state"), state)
        self.expect_status(standing(position, turn))
        winning = {cell for cells in outcome.winning_sets for cell in cells} if outcome else set()
        self.expect(lambda: self.marked("data-winning"), winning)
        self.expect(lambda: len(self.marked("data-last")), min(position.ply, 1))
        return position


def standing(position: Position, turn: str = YOUR_TURN) -> str:
    """How the status of *position* begins: with the side in *turn*, or with the result."""
    if not (outcome := position.outcome):
        return _(turn, mark=position.to_move)
    return _("%(mark)s wins", mark=outcome.winner) if outcome.winner else _("Tie")
