"""The tree on the lesson: alpha-beta on a small position, asked question by question."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from ai.language import N_, _, by_language
from ai.pen.diagram import Diagram, diagram
from ai.rules import TIC_TAC_TOE, Position, game_text, parse
from ai.search.minimax import DRAW, LOSS, WIN, Window
from ai.search.orders import Order, searching
from ai.search.visits import Level, State, Visit, record
from webapp.board.about import board_in_words
from webapp.search.words import KEEPS, SIGNED, event, name_of, returned, value_of
from webapp.serving import params

START = parse(TIC_TAC_TOE, "XO. .OX OX.")  # its whole tree has 14 boards, of which 4 are cut off
FOUND = record(START, searching(TIC_TAC_TOE, Window.TEXTBOOK, Order.READING))
CUT = {"yes": N_("Still needed"), "no": N_("Cut off")}
VALUES = {WIN: ("x", N_("X wins")), DRAW: ("draw", N_("Draw")), LOSS: ("o", N_("O wins"))}
SO_FAR = N_("%(name)s has %(value)s so far. Are its other moves still needed?")
NEEDED = N_("Needed: %(mark)s may find better than %(value)s.")
ALL_KNOWN = N_("All moves after %(name)s are known. What is it worth?")
KEPT = N_("%(keeps)s: %(move)s, %(value)s.")


class Asked(NamedTuple):
    """A question: its *text*, the right *answer*, *why*, and the visit it is *on*, or 0. *choices*
    are keys and names of buttons; without them the answer is a board of the tree.
    """

    text: str
    answer: str
    why: str
    on: int
    choices: dict[str, str]


class TreeBoard(NamedTuple):
    """A board of the tree: the *key* of the moves to it, its *name*, the number and value of its
    *visit* as far as known, and the boards *below*. *kind* is for the style sheet.
    """

    key: str
    name: str
    board: Diagram
    kind: str
    visit: int
    value: str
    below: tuple["TreeBoard", ...]

    @property
    def leaves(self) -> Iterator[str]:
        """The keys of the finished boards below that may come next."""
        if self.kind == "open":
            yield self.key
        for board in self.below:
            yield from board.leaves


@dataclass(frozen=True)
class TreeState:
    """The tree after so many questions, with the *answer* to the last of them."""

    asked: int = 0
    answer: str = ""

    @property
    def said(self) -> str:
        """Whether the answer was right, and why."""
        if not self.asked:
            return ""
        question = questions()[0][self.asked - 1]
        is_right, why = question.answer == self.answer, question.why
        return _("Right. %(told)s", told=why) if is_right else _("Not so. %(told)s", told=why)

    @property
    def question(self) -> Asked | None:
        """The next question; None at the end."""
        return next(iter(questions()[0][self.asked :]), None)

    @property
    def begins(self) -> str:
        """The position at the root in words."""
        return board_in_words(START)

    @property
    def root(self) -> TreeBoard:
        """The tree as it is known."""
        return self._board(START, (), FOUND.visits[0], over=False)

    def _board(
        self, position: Position, moves: tuple[int, ...], visit: Visit | None, *, over: bool
    ) -> TreeBoard:
        """The board after *moves*; the search below that before it is *over* or not."""
        cut = over and not visit
        known = visit is not None and questions()[1][visit.number] < self.asked
        below = {it.cell: it for it in FOUND.children(visit)} if visit else {}
        boards = tuple(
            self._board(position.play(it), (*moves, it), below.get(it), over=known or cut)
            for it in (() if position.outcome else position.empty_cells)
        )
        state = "cut" if cut else "done" if known else "wait" if boards else "open"
        won = position.outcome.winning_sets if position.outcome else ()
        key, name = (game_text(TIC_TAC_TOE, it) for it in (moves, moves[-1:]))
        drawn = diagram(position, "", lines=won, chosen=moves[-1:])
        number = visit.number if visit and (known or any(it.visit for it in boards)) else 0
        value = value_of(visit) if visit and known else ""
        return TreeBoard(key, name or _("Start"), drawn, state, number, value, boards)


STARTED = TreeState()


@by_language(cache)
def questions() -> tuple[tuple[Asked, ...], dict[int, int]]:
    """All questions in order, and that which makes the value of a visit known, by its number."""
    asked: list[Asked] = []
    known: dict[int, int] = {}
    for visit in FOUND.visits:
        if visit.is_leaf:
            levels = FOUND.levels(visit.number)
            moves = [it.visit.cell for it in levels if it.visit.cell is not None]
            key, named = (game_text(TIC_TAC_TOE, moves, between) for between in ("", ", "))
            comes = _("Depth first, in reading order, %(moves)s comes next.", moves=named)
            told = f"{comes} {next(event(levels[-1:], ''))}"
            text = _("Touch the finished board that the search reaches next.")
            asked.append(Asked(text, key, told, 0, {}))
            known[visit.number] = len(asked) - 1
            for level in reversed(levels[:-1]):
                asked.extend(_asked(level))
                if level.state is State.LOOKING:
                    break
                known[level.visit.number] = len(asked) - 1
    return tuple(asked), known


def _asked(level: Level) -> Iterator[Asked]:
    """The question at a board below which a value has just become known, if there is one."""
    assert level.best
    visit, mover, best = level.visit, level.position.to_move, level.best
    found = {"mark": mover, "value": SIGNED[best.value], "keeps": _(KEEPS[mover])}
    found["move"] = game_text(TIC_TAC_TOE, [best.cell or 0])
    found["name"] = name_of(TIC_TAC_TOE, visit)
    if level.met or level.state is State.LOOKING:
        text = _(SO_FAR, **found)
        told = _(NEEDED, **found)
        why, answer = (" ".join(returned(level)), "no") if level.met else (told, "yes")
        yield Asked(text, answer, why, visit.number, {key: _(it) for key, it in CUT.items()})
    elif len(level.children) > 1:
        text = _(ALL_KNOWN, **found)
        told = _(KEPT, **found)
        names = {key: _(it) for key, it in VALUES.values()}
        yield Asked(text, VALUES[visit.value][0], told, visit.number, names)


def read_tree(query: Mapping[str, str]) -> TreeState:
    """The state of the tree: `tree` questions are answered, the last by `answer`."""
    asked = params.number(query, "tree", range(len(questions()[0]) + 1))
    if not asked:
        return STARTED
    before = TreeState(asked - 1)
    choices = [*(before.question.choices if before.question else ())] or [*before.root.leaves]
    return TreeState(asked, params.choice(query, "answer", choices))
