"""Page objects: boards, matches and replays as a player knows them, by roles and names.

The page `/learn/testing` shows the regions.
"""

# region pages
import re

from playwright.sync_api import Locator, Page, expect


class BoardPage:
    """A page with a board: a match, a replay, a puzzle or a lesson."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.locator("#board")
        self.status = page.locator("#status")

    def cell(self, name: str) -> Locator:
        """The cell of that name, such as b2, empty or marked."""
        row, column = name[1], "abcd".index(name[0]) + 1
        return self.page.get_by_role("button", name=f"Row {row}, column {column}: ")

    def cells(self, words: str) -> Locator:
        """The cells whose names contain these words: empty, X, winning, wins at once, best."""
        said = re.compile(rf"[:,] {words}\b")
        return self.board.get_by_role("button", name=said)

    def press(self, name: str) -> None:
        """Press the button of exactly that name: Undo, Hint, Values, Again."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def go(self, name: str) -> None:
        """Follow the link First, Back, Forward or Last."""
        self.page.get_by_role("link", name=name, exact=True).click()

    def play(self, cell: Locator) -> None:
        """Mark a cell, and wait until the board shows another ply."""
        before = self.board.get_attribute("data-ply") or ""
        cell.click()
        expect(self.board).not_to_have_attribute("data-ply", before)

    def expect_ply(self, number: int) -> None:
        """Wait until the board shows that many marks."""
        expect(self.board).to_have_attribute("data-ply", str(number))


class MatchPage(BoardPage):
    """The page of a match."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.message = page.get_by_role("alert")
        self.moves = page.get_by_role("list", name="Moves").get_by_role("listitem")

    def start(self, game: str, x: str = "human", o: str = "human", **more: str) -> None:
        """Open the page with this match; *more* is first, moves, seed or retry."""
        form: dict[str, str | float | bool] = {"game": game, "x": x, "o": o, "first": "x"}
        answer = self.page.request.post("/matches", form={**form, **more})
        expect(answer).to_be_ok()
        self.page.goto("/")


class ReplayPage(BoardPage):
    """The page of a replay."""

    def show(self, game: str, moves: str, ply: int) -> None:
        """Open a game at a ply, with the value of every move."""
        self.page.goto(f"/replay/{game}/{moves}?first=x&ply={ply}&values=on")
