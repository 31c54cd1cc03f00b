"""A player at the page: locators, actions and expectations."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import count
from urllib.parse import parse_qsl, unquote, urlsplit

from playwright.sync_api import Locator, Page, Request, Route, expect

from ai.opponents import OPPONENTS
from ai.opponents.policy import chance
from ai.rules.games import GAMES, Game
from ai.rules.notation import parse_game
from ai.rules.position import Mark, Position
from ai.rules.record import parse_record
from ai.study.study import study
from tests.page import read, shown
from tests.strategies import model_of
from webapp.board.players import Players
from webapp.match.match import Match

HUMAN = "human"


def board(page: Page) -> Locator:
    """The board."""
    return page.locator("#board")


def status(page: Page) -> Locator:
    """The line that says whose turn it is or how the game ended."""
    return page.locator("#status")


def message(page: Page) -> Locator:
    """The line that says what went wrong."""
    return page.get_by_role("alert")


def cell(page: Page, name: str) -> Locator:
    """The cell of that *name*, such as `b2`, whatever stands on it."""
    row, column = name[1:], "abcd".index(name[0]) + 1
    return board(page).get_by_role("button", name=f"Row {row}, column {column}: ")


def empty_cells(page: Page) -> Locator:
    """The cells without a mark, in reading order."""
    return board(page).get_by_role("button", name=re.compile(r": empty\b"))


def button(page: Page, name: str) -> Locator:
    """The button of exactly that *name*."""
    return page.get_by_role("button", name=name, exact=True)


def link(page: Page, name: str) -> Locator:
    """The link of exactly that *name*."""
    return page.get_by_role("link", name=name, exact=True)


def players(page: Page, mark: str) -> Locator:
    """The choice of who holds *mark* in the next game."""
    return page.get_by_role("combobox", name=f"Player {mark}", exact=True)


def starts(page: Page, mark: str) -> Locator:
    """The choice of *mark* to start the next game."""
    return page.get_by_role("group", name="Who starts").get_by_role("radio", name=mark, exact=True)


def moves(page: Page) -> Locator:
    """The moves in the list."""
    return page.get_by_role("list", name="Moves").get_by_role("listitem")


def score(page: Page) -> Locator:
    """The three numbers: how often X won, nobody did, O won."""
    return page.get_by_role("region", name="Score").get_by_role("definition")


def why(page: Page) -> Locator:
    """The reason for the computer's last move."""
    return page.locator("#why")


def figures(page: Page) -> Locator:
    """The tables with the computer's reason."""
    return why(page).get_by_role("table")


def sketch(page: Page) -> Locator:
    """The same as a drawing over the board."""
    return page.locator("#sketch > *")


def advice(page: Page) -> Locator:
    """The line with a hint, or with the outcome of a tried move."""
    return page.locator("#advice")


def review(page: Page) -> Locator:
    """The review of a finished game."""
    return page.get_by_role("region", name="Review")


def ply(page: Page) -> int:
    """How many moves the board shows."""
    return int(board(page).get_attribute("data-ply") or "")


def state(page: Page) -> str | None:
    """Whether the game is `active`, `won` or `tied`."""
    return board(page).get_attribute("data-state")


def choose(page: Page, game: Game, x: str, o: str, first: str = "X") -> None:
    """Fill in the form for a new game and send it; the players are "human" or an opponent's key."""
    open_set_up(page, "Choose both players")
    page.get_by_role("radio", name=game.name).check()
    players(page, "X").select_option(x)
    players(page, "O").select_option(o)
    starts(page, first).check()
    button(page, "Start").click()


def open_set_up(page: Page, fold: str | None = None) -> None:
    """Open the form for a new match, unless it is open, and a *fold* in it."""
    strip = page.locator("#setup > summary")
    if strip.is_visible() and not page.locator("#setup[open]").count():
        strip.click()
    if fold and not page.locator("#setup details[open]", has_text=fold).count():
        page.locator("#setup summary", has_text=fold).click()


def start(page: Page, game: Game, x: str = HUMAN, o: str = HUMAN, **fields: str) -> None:
    """Start this match by the address for it, as another tab would: *page* stays as it is."""
    form: dict[str, str | float | bool] = {"game": game.key, "x": x, "o": o, "first": "x", **fields}
    answer = page.request.post("/matches", form=form, max_redirects=0)
    assert answer.status == 303, answer.text()


def begin(
    page: Page, game: Game, x: str = HUMAN, o: str = HUMAN, *, played: str = "", **fields: str
) -> None:
    """Open the page with this match after the moves *played*, without the form and without clicks.
    The computer makes its moves itself.
    """
    position = Position(game, to_move=Mark(fields.get("first", "x").upper()))
    if played and {x, o} != {HUMAN}:
        fields["seed"] = str(seed_for(position, x, o, played))
    start(page, game, x, o, **fields)
    for number in parse_game(game, played):
        if {Mark.X: x, Mark.O: o}[position.to_move] == HUMAN:
            move: dict[str, str | float | bool] = {"cell": number, "ply": position.ply}
            answer = page.request.post("/moves", form=move, max_redirects=0)
            assert answer.status == 303, answer.text()
        position = position.play(number)
    page.goto("/")
    if played:
        expect_position(page, position)


@cache
def seed_for(position: Position, x: str, o: str, played: str) -> int:
    """A seed with which the computer plays its part of the moves *played* from *position* on."""
    opponents = {Mark.X: OPPONENTS.get(x), Mark.O: OPPONENTS.get(o)}
    decisions = []
    for cell in parse_game(position.game, played):
        if opponent := opponents[position.to_move]:
            decision = opponent.decide(position)
            assert cell in decision.cells
            decisions.append((position.ply, decision, cell))
        position = position.play(cell)
    return next(
        seed
        for seed in count()
        if all(decision.pick(chance(seed, ply)) == cell for ply, decision, cell in decisions)
    )


def play(page: Page, names: str) -> None:
    """Click the cells of those *names* one after the other, as two people at one screen do."""
    for number, name in enumerate(names.split(), ply(page) + 1):
        cell(page, name).click()
        expect_ply(page, number)


def play_once(page: Page) -> None:
    """Click an empty cell and wait for what comes of it."""
    before = ply(page)
    empty_cells(page).first.click()
    expect(board(page)).not_to_have_attribute("data-ply", str(before))


def play_on(page: Page) -> None:
    """Click empty cells until the game is over."""
    while state(page) == "active":
        play_once(page)


def play_perfectly(page: Page) -> None:
    """Play the person's moves to the end, each of the best value."""
    while state(page) == "active":
        position = expect_true_page(page)
        values = study(position).values
        page.locator(f"#cell-{max(values, key=lambda cell: values[cell].rank)}").click()
        expect(board(page)).not_to_have_attribute("data-ply", str(position.ply))


def requests_of(page: Page) -> list[Request]:
    """The requests that *page* sends from now on."""
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request))  # noqa: PLW0108 (has no signature)
    return sent


@contextmanager
def held_back(page: Page) -> Iterator[list[Route]]:
    """Hold back the moves that the page sends until the block ends."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/moves", hold)
    yield held
    for route in held:
        route.continue_()
    page.unroute("**/moves", hold)


def expect_ply(page: Page, number: int) -> None:
    """The board comes to show that many moves."""
    expect(board(page)).to_have_attribute("data-ply", str(number))


def expect_status(page: Page, beginning: str) -> None:
    """The status comes to begin so."""
    expect(status(page)).to_have_text(re.compile(rf"^{re.escape(beginning)}\b"))


def expect_position(page: Page, position: Position) -> None:
    """The names of the cells come to say what stands in *position*."""
    names = []
    for number in position.game.cells:
        row, column = position.game.row_and_column(number)
        stands = position.mark_at(number) or "empty"
        names.append(rf"- 'button /^Row {row + 1}, column {column + 1}: {stands}\b/'")
    expect(board(page)).to_match_aria_snapshot("\n".join(names))


def expect_true_page(page: Page) -> Position:
    """Wait until the page shows the match that the server has; its position.

    The model and the reader of :mod:`tests.page` decide, as they do for any sequence of requests.
    """
    expect(board(page)).to_be_attached()
    page.wait_for_load_state("domcontentloaded")  # the board may stand before what follows it
    match = match_on_the_server(page)
    model = model_of(match)
    expect_position(page, match.position)
    expect_status(page, model.status)
    expect(board(page)).to_have_attribute("data-state", model.shown.state)
    expect(moves(page)).to_have_text([re.compile(rf"^{move}\b") for move in model.shown.moves])
    found = shown(read(page.content()))
    assert found == replace(model.shown, score=found.score)
    return match.position


def match_on_the_server(page: Page) -> Match:
    """The match that the server has for this browser, from the address of its replay."""
    address = urlsplit(page.request.get("/replay", max_redirects=0).headers["location"])
    *_, key, text = unquote(address.path).split("/")
    query = dict(parse_qsl(address.query))
    record = parse_record(GAMES[key], text, Mark(query["first"].upper()))
    return Match(record, Players(query.get("x", HUMAN), query.get("o", HUMAN)), seed=0)
