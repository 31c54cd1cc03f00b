"""The best moves, by a second computation."""

import re
from collections.abc import Iterator
from itertools import islice

from ai import plain_data
from ai.exact.tablebase import probe
from ai.exact.value import Value
from ai.opponents import OPPONENTS
from ai.rules.position import Position
from ai.rules.record import Record
from ai.study.study import Label, study
from tests.names_in_words import is_share
from tests.reference import position
from tests.samples import at_random
from webapp.board.players import Players
from webapp.game.match import Match
from webapp.game.match_page import MatchPage, match_page
from webapp.game.session import Session

KEEPS_BEST = {Label.BEST, Label.ONLY_MOVE, Label.FORCED}


def page_of(here: Position) -> MatchPage:
    """The page of a match with a hint and with values on the board."""
    hinted = Match(Record(here), Players(), 0).ask_hint().ask_hint()
    return match_page(Session(hinted, values=True))


def assert_one_best(here: Position) -> None:
    """All that names the best moves of a drawn position names the same, of the same difficulty."""
    best = set(OPPONENTS["unbeatable"].decide(here).cells)
    ringed = best if best < {*here.empty_cells} else set()
    page, answer = page_of(here), plain_data.values(here)["cells"]
    shown = dict(page.stage.values)
    assert {cell for cell, worth in shown.items() if worth.best} == ringed, here
    assert {move["cell"] for move in answer if move["best"]} == ringed, here
    assert [move["difficulty"] for move in answer] == [it.difficulty for it in shown.values()]
    assert page.stage.hint in best
    name = here.game.cell_names[page.stage.hint]
    slip = r"then ([\d,]+) of ([\d,]+) beginners slips?"
    said = re.fullmatch(rf"Hint: {name}\. (?:.* {slip}\.|.+)", page.advice.hint)
    assert said, page.advice.hint
    difficulty = answer[here.empty_cells.index(page.stage.hint)]["difficulty"]
    compares = sum(move["value"] == "draw" for move in answer) > 1 and bool(difficulty)
    assert bool(said[1]) == compares
    if said[1]:
        assert is_share(said[1], said[2], difficulty or 0)
    labels = {cell: study(here).moves[cell].label for cell in here.empty_cells}
    assert {cell for cell, label in labels.items() if label in KEEPS_BEST} == best, here


def drawn_on_square(count: int, seed: int) -> Iterator[Position]:
    """So many drawn positions of Square, each of a random game."""
    found = map(position, at_random("square", range(1, 17), 3 * count, seed))
    return islice((here for here in found if probe(here).value is Value.DRAW), count)
