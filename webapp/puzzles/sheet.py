"""Puzzles of a set on paper: six or twelve on a page, and their answers on one of its own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from ai.pen.diagram import diagram
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.solving import moves_of_both, solution
from ai.study.study import JudgedMove
from ai.words.phrases import cells_listed
from webapp.address.kinds import Query, reading_address
from webapp.board.about import board_in_words
from webapp.board.parts import address
from webapp.puzzles import questions, words
from webapp.puzzles.address import READERS, Attempt
from webapp.puzzles.sets import PuzzleSet
from webapp.serving.params import choice, switch

SIZES = (6, 12)


@dataclass(frozen=True)
class Sheet:
    """A page of *per* puzzles of the set *chosen*, from the place *first* on, or of their *answers*
    alone. If a class works on them it has the *code* of the class.
    """

    chosen: PuzzleSet
    first: int = 1
    per: int = SIZES[0]
    answers: bool = False
    code: str = ""

    sizes: ClassVar = SIZES

    def url(self, **changes: Any) -> str:
        """Its address, after these *changes*."""
        sheet = replace(self, **changes)
        added = {
            "class": sheet.code or None,
            "per": None if sheet.per == SIZES[0] else sheet.per,
            "from": sheet.first if sheet.first > 1 else None,
            "answers": "on" if sheet.answers else None,
        }
        return address("puzzles.sheet", **sheet.chosen.query, **added)

    @property
    def printed(self) -> list[dict[str, object]]:
        """Each puzzle on paper, with the *board* and the same *in_words*. *right* names the right
        first moves or answers, and *line* is a solution.
        """
        shown = [(it, *_answer(it)) for it in self.chosen.puzzles[self.first - 1 :][: self.per]]
        return [
            {
                "puzzle": puzzle,
                "url": Attempt(puzzle, chosen=self.chosen).url,
                "task": words.task_on_paper(puzzle),
                "board": diagram(puzzle.position, ""),
                "in_words": board_in_words(puzzle.position),
                "right": right,
                "line": line,
            }
            for puzzle, right, line in shown
        ]


def _answer(puzzle: Puzzle) -> tuple[str, Sequence[JudgedMove]]:
    """The right first moves, or the answer to a question, and the line of the solution."""
    if puzzle.is_question:
        return questions.answer(puzzle).heading, () if puzzle.moves else questions.line(puzzle)
    return cells_listed(puzzle.game, puzzle.right), moves_of_both(solution(puzzle))


@reading_address()
def read_sheet(query: Query) -> Sheet:
    """The sheet of the set in a *query*, which may add `per`, `from`, `answers` and `class`."""
    unordered = MultiDict((name, it) for name, it in query.items(multi=True) if name != "order")
    chosen = PuzzleSet.read(unordered)
    per = int(choice(query, "per", [*map(str, SIZES)], missing=SIZES[0]))
    answers = switch(query, "answers", missing=False)
    code = READERS["class"](query).query["class"] if "class" in query else ""
    return Sheet(chosen, chosen.place(query), per, answers, code)
