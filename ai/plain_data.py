"""Positions and games as plain data: the commands print it as JSON, and the API answers with it.

The types name every field and say what it holds; the description of the API has them, too, without
*Data* in their names. Fields are only ever added. Cells in lists are named, such as `b2`;
probabilities stand as exact text, and again as a float under a name that ends in `_p`.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from datetime import date
from typing import Annotated, Any, Literal, TypeAlias, TypedDict, cast

from ai.exact.value import Exact, Value
from ai.explain import explain_move
from ai.facts.effects import effects
from ai.facts.endings import ending
from ai.facts.fact import Fact, FieldKind
from ai.facts.positions import why as why_facts
from ai.facts.verdicts import better, in_game_terms, verdict
from ai.odds import arena
from ai.opponents import HUMAN
from ai.opponents.policy import Opponent
from ai.puzzles import days
from ai.puzzles.answers import answers_text
from ai.puzzles.puzzle import Goal, Puzzle, Theme
from ai.rules import Game, Mark, Position, Record, WinningSet, game_text
from ai.rules.threats import Threat
from ai.study.moves_from_here import BEST_FIRST, Row, in_order, moves_from_here
from ai.study.review import Accuracy
from ai.study.review import review as judge
from ai.study.study import Idea, JudgedMove, Label, study
from ai.words.languages import telling
from ai.words.phrases import line_name
from ai.words.told import how_it_ended, verdict_in_words, what_it_does, why_so

MarkKey: TypeAlias = Literal["x", "o"]
ValueKey: TypeAlias = Literal["win", "draw", "loss"]

CellNumber = Annotated[int, "The cell's number, from 0, row by row."]
CellName = Annotated[str, "The cell's name: column letter, then row number from the top."]
Chance = Annotated[str, "The probability, exactly: a fraction such as 1/3, or 1."]
ChanceFloat = Annotated[float, "The same as a number from 0 to 1."]
PlayerKey = Annotated[str, "The key of a player, such as hard; human for a person."]

VALUES: Mapping[Value, ValueKey] = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSS: "loss"}


class LineData(TypedDict):
    """A winning set."""

    name: Annotated[str, "Its name: row 2, column b, tilted square b1 d2 a3 c4."]
    cells: Annotated[list[str], "The names of its cells, in reading order."]


class WeightData(TypedDict):
    """How much a cell weighs, by lot or in points."""

    name: CellName
    weight: int


class ThreatData(TypedDict):
    """A line that lacks one mark."""

    cell: Annotated[str, "The name of the cell that would complete it."]
    line: LineData


class FactData(TypedDict):
    """A statement in fields, without words. They depend on its kind; cells are named."""

    kind: Annotated[str, "The kind of fact."]


class WorthData(TypedDict):
    """An exact value."""

    value: Annotated[
        ValueKey,
        "The result if both play perfectly from then on: of a position for the side to move, of a"
        " move for the side that makes it.",
    ]
    distance: Annotated[
        int | None,
        "The plies to the end if the winner hurries and the loser delays; null for a draw.",
    ]


class MoveValueData(TypedDict):
    """The value of a move, as a search found it."""

    name: CellName
    value: ValueKey


class MoveWorthData(WorthData):
    """The exact value of a move, for the side that makes it."""

    name: CellName
    difficulty: Annotated[
        float | None,
        "How often a beginner on the other side, which is to move then, loses to perfect play of"
        " the side that makes the move, from 0 to 1; null for a move that wins or loses.",
    ]
    best: Annotated[
        bool,
        "Whether no move is worth more, and some move is worth less. Sooner wins, more difficult"
        " draws and later losses are worth more.",
    ]


class AnswerData(TypedDict):
    """The answer that beats a losing move."""

    name: Annotated[str, "The name of the cell of the answer."]
    idea: Annotated[Idea, "Its idea."]
    continuation: Annotated[list[str], "The moves to the end, beginning with the one that loses."]


class MoveData(MoveWorthData):
    """A move: its value, and its effect in the game's terms."""

    cell: CellNumber
    replies: Annotated[int, "How many replies the other side has; 0 if the move ends the game."]
    losing_replies: Annotated[int, "How many of them lose."]
    idea: Annotated[Idea, "Its job: the first in this order that fits."]
    completes: Annotated[list[LineData], "The lines that it completes."]
    blocks: Annotated[list[LineData], "The lines that the other side would have completed there."]
    threatens: Annotated[list[ThreatData], "The threats of its side that stand after it."]
    how: Annotated[
        str | None,
        "How it wins or loses by force, or what a draw stops and makes, in words; null if there is"
        " nothing to say.",
    ]
    facts: Annotated[list[FactData], "The same as facts, in that order."]
    answer: Annotated[AnswerData | None, "The answer that beats it; null if it does not lose."]


class ValuesData(WorthData):
    """The exact value of a position, and of every move there."""

    to_move: Annotated[MarkKey, "The side to move."]
    cells: Annotated[list[MoveData], "Every move, in reading order; none once the game is over."]


class OddsData(TypedDict):
    """How likely each result is."""

    x_wins: Chance
    draws: Chance
    o_wins: Chance
    x_wins_p: ChanceFloat
    draws_p: ChanceFloat
    o_wins_p: ChanceFloat


class ChooserData(TypedDict):
    """A program that may choose a move."""

    player: PlayerKey
    chance: Chance
    chance_p: ChanceFloat


class MoveFromHereData(MoveData):
    """A move, with all that holds of it and its twins alike."""

    twins: Annotated[list[str], "The other cells to which the symmetries of the position take it."]
    odds: Annotated[OddsData, "How likely each result is if both sides play at random after it."]
    choosers: Annotated[list[ChooserData], "The programs that may choose it or a twin."]
    games: Annotated[int | None, "How many games can follow; null on boards larger than 3 by 3."]
    positions: Annotated[int | None, "How many positions can follow, the first counted; or null."]


class MovesData(WorthData):
    """Every move from a position, symmetric ones once."""

    to_move: Annotated[MarkKey, "The side to move."]
    why: Annotated[str | None, "The reason for this value, in words; null once the game is over."]
    why_facts: Annotated[list[FactData], "The same as facts, in that order."]
    moves: Annotated[list[MoveFromHereData], "The best first, or in the requested order."]


class CellChanceData(TypedDict):
    """A cell that a program may choose."""

    cell: CellNumber
    name: CellName
    chance: Chance
    chance_p: ChanceFloat


class ProgramData(TypedDict):
    """Why a program played a move, or would not have."""

    player: PlayerKey
    answer: Annotated[str, "The reason, in words."]
    facts: Annotated[
        list[FactData], "The reason as facts, the most telling first; drawn ones last."
    ]
    would_play: Annotated[list[CellChanceData], "The cells that it holds equally good, by lot."]


class BetterData(WorthData):
    """A better move than the one made."""

    cell: CellNumber
    name: CellName
    text: Annotated[str, "The move and its value, in words."]
    how: Annotated[str | None, "How it wins, in words; null for a draw."]


class WhyData(MoveData):
    """A move in hindsight."""

    ply: Annotated[int, "The number of the move, which is the number of marks after it."]
    mark: Annotated[MarkKey, "The side that moved."]
    label: Annotated[Label, "The verdict. Missed win, mistake and blunder give value away."]
    reason: Annotated[str, "The reason for the verdict, in words."]
    reason_facts: Annotated[list[FactData], "The same as facts, in that order."]
    in_game_terms: Annotated[
        str | None,
        "Its oversight, its way to win or lose, or its merit over moves that lose, in words; null"
        " if there is nothing to say.",
    ]
    better: Annotated[
        BetterData | None,
        "The best move, if its value or distance is better; null if it loses too.",
    ]
    program: Annotated[ProgramData | None, "Why a program made the move; null if none did."]


class CountedData(TypedDict):
    """How often a side kept what it had, where it could have given it away."""

    right: int
    decisions: int
    percent: Annotated[int | None, "Rounded, 0 to 100; null without any decision."]


class AccuraciesData(TypedDict):
    """The accuracy of each side."""

    x: CountedData
    o: CountedData


class OutcomeData(TypedDict):
    """How a game ended."""

    winner: Annotated[MarkKey | None, "The side that won; null for a draw."]
    lines: Annotated[list[LineData], "The lines that were completed."]


class ReviewData(TypedDict):
    """A game in hindsight."""

    game: Annotated[str, "The key of the game."]
    record: Annotated[str, "A diagram of the start, unless it is empty, and the moves."]
    first: Annotated[MarkKey, "The side that moved first."]
    x: PlayerKey
    o: PlayerKey
    outcome: Annotated[OutcomeData | None, "Null while the game goes on."]
    end: Annotated[
        str | None, "How it was won or drawn, and what decided it, in words; null while it goes on."
    ]
    end_facts: Annotated[list[FactData], "The same as facts, the most telling first."]
    accuracy: AccuraciesData
    turning_point: Annotated[
        int | None, "The ply of the last move that gave value away; null if none did."
    ]
    moves: Annotated[list[WhyData], "Every move, in the order in which they were made."]


class PuzzleData(TypedDict):
    """A position with something to find."""

    number: Annotated[int, "Its number in its game, from 1; it never changes."]
    position: Annotated[str, "The rows, as in the address of a replay: XO.-.X.-O.."]
    to_move: MarkKey
    goal: Annotated[Goal | None, "The result to reach; null if the theme is who or mistake."]
    plies: Annotated[int | None, "The plies of the fastest win; null without any."]
    themes: Annotated[list[Theme], "The idea of the first move or the question, alone in its list."]
    moves: Annotated[str | None, "The game so far, if its last mistake is asked for; else null."]
    difficulty: Annotated[float, "How often a beginner or a guess fails, from 0 to 1."]
    grade: Annotated[int, "The difficulty, from 1; each further grade doubles the odds to fail."]
    right: Annotated[list[str], "All right first moves or answers; who wins is x, o or d, a draw."]


class PuzzleOfDayData(PuzzleData):
    """The puzzle of a day."""

    day: Annotated[str, "The day in UTC, such as 2026-11-22."]
    game: Annotated[str, "The key of the game."]


class PuzzlesData(TypedDict):
    """Puzzles of a game."""

    game: Annotated[str, "The key of the game."]
    puzzles: Annotated[list[PuzzleData], "All by ascending number, or a set in its order."]


def as_json(answer: object) -> str:
    """*answer* as JSON, on one line."""
    return json.dumps(answer, ensure_ascii=False)


def values(position: Position) -> ValuesData:
    """The exact value of *position*, and of every move there. Errors as in
    :class:`ai.study.study.Study`.

    >>> from ai.rules import TIC_TAC_TOE, parse
    >>> found = values(parse(TIC_TAC_TOE, "XX. OO. ..."))
    >>> found["value"], found["cells"][0]["name"], found["cells"][0]["how"]
    ('win', 'c1', 'c1 completes row 1.')
    """
    found = study(position)
    return {
        "to_move": mark_key(position.to_move),
        **_worth(found.exact),
        "cells": [_move(move) for move in found.moves.values()],
    }


def moves(position: Position, order: str = BEST_FIRST) -> MovesData:
    """Every move from *position*, symmetric ones once, in one of the
    :data:`ai.study.moves_from_here.ORDERS`. Other errors as in :class:`ai.study.study.Study`.

    :raises KeyError: if there is no such order.
    """
    found = study(position)
    return {
        "to_move": mark_key(position.to_move),
        **_worth(found.exact),
        "why": None if position.outcome else why_so(found),
        "why_facts": [] if position.outcome else facts(position.game, why_facts(found)),
        "moves": [
            _move_from_here(row)
            for row in in_order(moves_from_here(found), order, position.to_move)
        ],
    }


def why(judged: JudgedMove, opponent: Opponent | None = None) -> WhyData:
    """The verdict on the move *judged*, and why *opponent* played it, if one did. Other errors as
    in :class:`ai.study.study.Study`.

    :raises UnsupportedGame: if *opponent* does not play the game.
    """
    return {
        "ply": judged.number,
        "mark": mark_key(judged.mark),
        **_move(judged),
        "label": judged.label,
        "reason": verdict_in_words(judged),
        "reason_facts": facts(judged.game, verdict(judged)),
        "in_game_terms": _in_words(judged, in_game_terms(judged)),
        "better": _better(judged),
        "program": _program(judged, opponent) if opponent else None,
    }


def review(record: Record, x: Opponent | None = None, o: Opponent | None = None) -> ReviewData:
    """The moves of *record* in hindsight; *x* and *o* are the programs that played, if any did.
    Other errors as in :class:`ai.study.study.Study`.

    :raises UnsupportedGame: if a program does not play the game.
    """
    seats = {Mark.X: x, Mark.O: o}
    judged = judge(record)
    turned, outcome = judged.turn, record.outcome
    return {
        "game": record.game.key,
        "record": record.text,
        "first": mark_key(record.first),
        "x": x.key if x else HUMAN,
        "o": o.key if o else HUMAN,
        "outcome": {
            "winner": mark_key(outcome.winner) if outcome.winner else None,
            "lines": _lines(record.game, outcome.winning_sets),
        }
        if outcome
        else None,
        "end": how_it_ended(record) if outcome else None,
        "end_facts": facts(record.game, ending(record)) if outcome else [],
        "accuracy": {
            "x": _counted(judged.accuracy(Mark.X)),
            "o": _counted(judged.accuracy(Mark.O)),
        },
        "turning_point": turned.number if turned else None,
        "moves": [why(move, seats[move.mark]) for move in judged.moves],
    }


def odds(found: arena.Odds) -> OddsData:
    """*found* as text, in fractions where they are exact, and as floats."""
    shares = asdict(found).items()
    floats = {f"{name}_p": float(share) for name, share in shares}
    return cast("OddsData", {name: str(share) for name, share in shares} | floats)


def mark_key(mark: Mark) -> MarkKey:
    """*mark* as addresses and answers have it."""
    return "x" if mark is Mark.X else "o"


def _worth(exact: Exact) -> WorthData:
    return {"value": VALUES[exact.value], "distance": exact.distance}


def _move(move: JudgedMove) -> MoveData:
    game, told = move.game, effects(move)
    return {
        "cell": move.cell,
        "name": move.name,
        **_worth(move.exact),
        "replies": len(move.after.moves),
        "losing_replies": len(move.after.losing),
        "difficulty": move.worth.difficulty,
        "best": move.worth.best,
        "idea": move.idea,
        "completes": _lines(game, move.completed),
        "blocks": _lines(game, move.blocked),
        "threatens": _threats(game, move.after.threats_against),
        "how": _in_words(move, told),
        "facts": facts(game, told),
        "answer": {
            "name": move.answer.name,
            "idea": move.answer.idea,
            "continuation": _names(game, move.variation),
        }
        if move.exact.value is Value.LOSS
        else None,
    }


def _lines(game: Game, lines: Iterable[WinningSet]) -> list[LineData]:
    return [_line(game, line) for line in sorted(lines, key=sorted)]


def _line(game: Game, line: WinningSet) -> LineData:
    return {"name": line_name(game, line), "cells": _names(game, sorted(line))}


def facts(game: Game, told: Iterable[Fact]) -> list[FactData]:
    """The facts *told*: the kind of each, and its fields."""
    found = []
    for fact in told:
        fields = {
            name: FACT_FIELDS[kind][1](game, getattr(fact, name))
            for name, kind in fact.kinds().items()
        }
        found.append(cast("FactData", {"kind": fact.name(), **fields}))
    return found


def _names(game: Game, cells: Iterable[int]) -> list[str]:
    return [game.cell_names[cell] for cell in cells]


def _threats(game: Game, found: Iterable[Threat]) -> list[ThreatData]:
    return [{"cell": game.cell_names[cell], "line": _line(game, line)} for cell, line in found]


def _move_from_here(row: Row) -> MoveFromHereData:
    return {
        **_move(row.move),
        "twins": _names(row.move.game, row.twins),
        "odds": odds(row.odds),
        "choosers": [
            {"player": opponent.key, "chance": str(chance), "chance_p": float(chance)}
            for opponent, chance in row.choosers.items()
        ],
        "games": row.tree.games if row.tree else None,
        "positions": row.tree.positions if row.tree else None,
    }


def _in_words(move: JudgedMove, told: Iterable[Fact]) -> str | None:
    return telling(move.game, move.mark).text(told) or None


def _better(judged: JudgedMove) -> BetterData | None:
    if not (found := better(judged)):
        return None
    best, text = judged.before.best, telling(judged.game, judged.mark).text(found)
    how = what_it_does(best) if best.exact.value is Value.WIN else None
    return {**_worth(best.exact), "cell": best.cell, "name": best.name, "text": text, "how": how}


def _program(judged: JudgedMove, opponent: Opponent) -> ProgramData:
    game, explanation = judged.game, explain_move(judged, opponent)
    return {
        "player": opponent.key,
        "answer": explanation.text,
        "facts": facts(game, explanation.reason.all),
        "would_play": [
            {
                "cell": cell,
                "name": game.cell_names[cell],
                "chance": str(chance),
                "chance_p": float(chance),
            }
            for cell, chance in explanation.decision.probabilities.items()
        ],
    }


def _counted(accuracy: Accuracy) -> CountedData:
    return {"right": accuracy.right, "decisions": accuracy.decisions, "percent": accuracy.percent}


def puzzles(game: Game, chosen: Iterable[Puzzle]) -> PuzzlesData:
    """The *chosen* puzzles, all of *game*."""
    return {"game": game.key, "puzzles": [*map(puzzle, chosen)]}


def puzzle_of_day(day: date) -> PuzzleOfDayData:
    """The puzzle of *day*."""
    found = days.puzzle_of_day(day)
    return {"day": f"{day}", "game": found.game.key, **puzzle(found)}


def puzzle(found: Puzzle) -> PuzzleData:
    """The puzzle that was *found*."""
    return {
        "number": found.number,
        "position": found.rows,
        "to_move": "x",
        "goal": found.goal,
        "plies": found.plies,
        "themes": [found.theme],
        "moves": game_text(found.game, found.moves) or None,
        "difficulty": found.difficulty,
        "grade": found.grade,
        "right": answers_text(found.game, found.theme, found.right, " ").split(),
    }


def _by_cell(data: Callable[[Any], Mapping[str, object]]) -> Callable[[Game, Any], object]:
    """Cells, each with its name and the *data* on it."""
    return lambda game, found: [{"name": game.cell_names[at], **data(it)} for at, it in found]


# The type of each kind of field of a fact, and the plain data of its value in a game.
FACT_FIELDS: Mapping[FieldKind, tuple[object, Callable[[Game, Any], object]]] = {
    FieldKind.SIDE: (MarkKey, lambda _game, side: mark_key(side)),
    FieldKind.CELL: (
        CellName | None,
        lambda game, cell: None if cell is None else game.cell_names[cell],
    ),
    FieldKind.CELLS: (list[CellName], _names),
    FieldKind.COURSE: (list[CellName], _names),
    FieldKind.LINES: (
        list[list[CellName]],
        lambda game, lines: [_names(game, sorted(line)) for line in lines],
    ),
    FieldKind.THREATS: (list[ThreatData], _threats),
    FieldKind.WEIGHTS: (list[WeightData], _by_cell(lambda weight: {"weight": weight})),
    FieldKind.VALUES: (list[MoveValueData], _by_cell(lambda value: {"value": VALUES[value]})),
    FieldKind.WORTHS: (
        list[MoveWorthData],
        _by_cell(lambda it: {**_worth(it.exact), "difficulty": it.difficulty, "best": it.best}),
    ),
    FieldKind.NUMBER: (int | None, lambda _game, number: number),
    FieldKind.VALUE: (ValueKey, lambda _game, value: VALUES[value]),
    FieldKind.SHARE: (float, lambda _game, share: share),
    FieldKind.SHARES: (list[float], lambda _game, shares: list(shares)),
    FieldKind.IDEA: (Idea, lambda _game, idea: idea),
    FieldKind.OPPONENT: (PlayerKey, lambda _game, key: key),
    FieldKind.FACTS: (list[FactData], facts),
}
