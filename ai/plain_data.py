"""Positions and games as plain data: the commands print it as JSON, and the API answers with it.

The types name every field and say what it holds. Fields are only ever added. Cells in lists are
named, such as `b2`; probabilities stand as exact text, and again as a float under a name that ends
in `_p`.
"""

import json
from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias, TypedDict

from ai.exact.value import Exact, Value
from ai.explain import explain_move
from ai.explain.annotation import better_move, in_game_terms, reason
from ai.explain.ending import ending
from ai.explain.phrases import line_name
from ai.explain.position import why_so
from ai.explain.wins import how_it_wins, what_it_does
from ai.odds import arena
from ai.opponents import HUMAN
from ai.opponents.policy import Opponent
from ai.puzzles import days, store
from ai.puzzles.puzzle import Goal, Theme
from ai.puzzles.puzzle import Puzzle as StoredPuzzle
from ai.rules.games import Game, WinningSet
from ai.rules.notation import cell_name
from ai.rules.position import Mark, Position
from ai.rules.record import Record
from ai.rules.threats import Threat as ThreatenedLine
from ai.study.moves_from_here import BEST_FIRST, Row, in_order, moves_from_here
from ai.study.review import Accuracy
from ai.study.review import review as judge
from ai.study.study import Idea, JudgedMove, Label, study

MarkKey: TypeAlias = Literal["x", "o"]
ValueKey: TypeAlias = Literal["win", "draw", "loss"]

CellNumber = Annotated[int, "The cell's number, from 0, row by row."]
CellName = Annotated[str, "The cell's name: column letter, then row number from the top."]
Chance = Annotated[str, "The probability, exactly: a fraction such as 1/3, or 1."]
ChanceFloat = Annotated[float, "The same as a number from 0 to 1."]
PlayerKey = Annotated[str, "The key of a player, such as hard; human for a person."]

VALUES: Mapping[Value, ValueKey] = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSS: "loss"}


class Line(TypedDict):
    """A winning set."""

    name: Annotated[str, "Its name: row 2, column b, tilted square b1 d2 a3 c4."]
    cells: Annotated[list[str], "The names of its cells, in reading order."]


class Threat(TypedDict):
    """A line that lacks one mark."""

    cell: Annotated[str, "The name of the cell that would complete it."]
    line: Line


class Worth(TypedDict):
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


class MoveWorth(Worth):
    """The value of a move, for the side that makes it."""

    cell: CellNumber
    name: CellName
    replies: Annotated[int, "How many replies the other side has; 0 if the move ends the game."]
    losing_replies: Annotated[int, "How many of them lose."]
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


class Answer(TypedDict):
    """The answer that beats a losing move."""

    name: Annotated[str, "The name of the cell of the answer."]
    idea: Annotated[Idea, "Its idea."]
    continuation: Annotated[list[str], "The moves to the end, beginning with the one that loses."]


class Move(MoveWorth):
    """A move: its value, and its effect in the game's terms."""

    idea: Annotated[Idea, "Its job: the first in this order that fits."]
    completes: Annotated[list[Line], "The lines that it completes."]
    blocks: Annotated[list[Line], "The lines that the other side would have completed there."]
    threatens: Annotated[list[Threat], "The threats of its side that stand after it."]
    how: Annotated[
        str | None,
        "How it wins or loses by force, or what a draw stops and makes, in words; null if there is"
        " nothing to say.",
    ]
    answer: Annotated[Answer | None, "The answer that beats it; null if it does not lose."]


class Values(Worth):
    """The exact value of a position, and of every move there."""

    to_move: Annotated[MarkKey, "The side to move."]
    cells: Annotated[list[Move], "Every move, in reading order; none once the game is over."]


class Odds(TypedDict):
    """How likely each result is."""

    x_wins: Chance
    draws: Chance
    o_wins: Chance
    x_wins_p: ChanceFloat
    draws_p: ChanceFloat
    o_wins_p: ChanceFloat


class Chooser(TypedDict):
    """A program that may choose a move."""

    player: PlayerKey
    chance: Chance
    chance_p: ChanceFloat


class MoveFromHere(Move):
    """A move, with all that holds of it and its twins alike."""

    twins: Annotated[list[str], "The other cells to which the symmetries of the position take it."]
    odds: Annotated[Odds, "How likely each result is if both sides play at random after it."]
    choosers: Annotated[list[Chooser], "The programs that may choose it or a twin."]
    games: Annotated[int | None, "How many games can follow; null on boards larger than 3 by 3."]
    positions: Annotated[int | None, "How many positions can follow, the first counted; or null."]


class Moves(Worth):
    """Every move from a position, symmetric ones once."""

    to_move: Annotated[MarkKey, "The side to move."]
    why: Annotated[str | None, "The reason for this value, in words; null once the game is over."]
    moves: Annotated[list[MoveFromHere], "The best first, or in the requested order."]


class CellChance(TypedDict):
    """A cell that a program may choose."""

    cell: CellNumber
    name: CellName
    chance: Chance
    chance_p: ChanceFloat


class Program(TypedDict):
    """Why a program played a move, or would not have."""

    player: PlayerKey
    answer: Annotated[str, "The reason, in words."]
    would_play: Annotated[list[CellChance], "The cells that it holds equally good, by lot."]


class Better(Worth):
    """A better move than the one made."""

    cell: CellNumber
    name: CellName
    text: Annotated[str, "The move and its value, in words."]
    how: Annotated[str | None, "How it wins, in words; null for a draw."]


class Why(Move):
    """A move in hindsight."""

    ply: Annotated[int, "The number of the move, which is the number of marks after it."]
    mark: Annotated[MarkKey, "The side that moved."]
    label: Annotated[Label, "The verdict. Missed win, mistake and blunder give value away."]
    reason: Annotated[str, "The reason for the verdict, in words."]
    in_game_terms: Annotated[
        str | None,
        "Its oversight, its way to win or lose, or its merit over moves that lose, in words; null"
        " if there is nothing to say.",
    ]
    better: Annotated[
        Better | None,
        "The best move, if its value or distance is better; null if it loses too.",
    ]
    program: Annotated[Program | None, "Why a program made the move; null if none did."]


class Counted(TypedDict):
    """How often a side kept what it had, where it could have given it away."""

    right: int
    decisions: int
    percent: Annotated[int | None, "Rounded, 0 to 100; null without any decision."]


class Accuracies(TypedDict):
    """The accuracy of each side."""

    x: Counted
    o: Counted


class Outcome(TypedDict):
    """How a game ended."""

    winner: Annotated[MarkKey | None, "The side that won; null for a draw."]
    lines: Annotated[list[Line], "The lines that were completed."]


class Review(TypedDict):
    """A game in hindsight."""

    game: Annotated[str, "The key of the game."]
    record: Annotated[str, "A diagram of the start, unless it is empty, and the moves."]
    first: Annotated[MarkKey, "The side that moved first."]
    x: PlayerKey
    o: PlayerKey
    outcome: Annotated[Outcome | None, "Null while the game goes on."]
    end: Annotated[
        str | None, "How it was won or drawn, and what decided it, in words; null while it goes on."
    ]
    accuracy: Accuracies
    turning_point: Annotated[
        int | None, "The ply of the last move that gave value away; null if none did."
    ]
    moves: Annotated[list[Why], "Every move, in the order in which they were made."]


class Puzzle(TypedDict):
    """A position with something to find."""

    number: Annotated[int, "Its number in its game, from 1; it never changes."]
    position: Annotated[str, "The rows, as in the address of a replay: XO.-.X.-O.."]
    to_move: MarkKey
    goal: Annotated[Goal, "The result to reach."]
    plies: Annotated[int | None, "The plies of the fastest win; null to hold a draw."]
    themes: Annotated[list[Theme], "The ideas of the first move."]
    difficulty: Annotated[float, "How often a beginner fails it, from 0 to 1."]
    grade: Annotated[int, "The difficulty in five steps, from 1 to 5."]
    right: Annotated[list[str], "The names of all right first moves."]


class PuzzleOfDay(Puzzle):
    """The puzzle of a day."""

    day: Annotated[str, "The day in UTC, such as 2026-11-22."]
    game: Annotated[str, "The key of the game."]


class Puzzles(TypedDict):
    """All puzzles of a game."""

    game: Annotated[str, "The key of the game."]
    puzzles: Annotated[list[Puzzle], "The puzzles, by ascending number."]


def as_json(answer: object) -> str:
    """*answer* as JSON, on one line."""
    return json.dumps(answer, ensure_ascii=False)


def values(position: Position) -> Values:
    """The exact value of *position*, and of every move there.

    :raises UnreachablePosition: if no game leads to *position*.
    :raises TablebaseError: if its game has no tablebase.

    >>> from ai.rules.games import TIC_TAC_TOE
    >>> from ai.rules.position import parse
    >>> found = values(parse(TIC_TAC_TOE, "XX. OO. ..."))
    >>> found["value"], found["cells"][0]["name"], found["cells"][0]["how"]
    ('win', 'c1', 'It completes row 1.')
    """
    found = study(position)
    return {
        "to_move": mark_key(position.to_move),
        **_worth(found.exact),
        "cells": [_move(move) for move in found.moves.values()],
    }


def moves(position: Position, order: str = BEST_FIRST) -> Moves:
    """Every move from *position*, symmetric ones once, in one of the
    :data:`ai.study.moves_from_here.ORDERS`.

    :raises KeyError: if there is no such order.
    :raises UnreachablePosition: if no game leads to *position*.
    :raises TablebaseError: if its game has no tablebase.
    """
    found = study(position)
    return {
        "to_move": mark_key(position.to_move),
        **_worth(found.exact),
        "why": None if position.outcome else why_so(found),
        "moves": [
            _move_from_here(row)
            for row in in_order(moves_from_here(found), order, position.to_move)
        ],
    }


def why(judged: JudgedMove, opponent: Opponent | None = None) -> Why:
    """The verdict on the move *judged*, and why *opponent* played it, if one did.

    :raises UnsupportedGame: if *opponent* does not play the game.
    :raises UnreachablePosition: if no game leads to its position.
    :raises TablebaseError: if its game has no tablebase.
    """
    return {
        "ply": judged.number,
        "mark": mark_key(judged.mark),
        **_move(judged),
        "label": judged.label,
        "reason": reason(judged),
        "in_game_terms": in_game_terms(judged) or None,
        "better": _better(judged),
        "program": _program(judged, opponent) if opponent else None,
    }


def review(record: Record, x: Opponent | None = None, o: Opponent | None = None) -> Review:
    """The moves of *record* in hindsight; *x* and *o* are the programs that played, if any did.

    :raises UnsupportedGame: if a program does not play the game.
    :raises UnreachablePosition: if no game leads to its start.
    :raises TablebaseError: if its game has no tablebase.
    """
    seats = {Mark.X: x, Mark.O: o}
    judged = judge(record)
    turned, outcome = judged.turning_point, record.position.outcome
    accuracies: Accuracies = {
        "x": _counted(judged.accuracy(Mark.X)),
        "o": _counted(judged.accuracy(Mark.O)),
    }
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
        "end": ending(record) if outcome else None,
        "accuracy": accuracies,
        "turning_point": None if turned is None else judged.moves[turned].number,
        "moves": [why(move, seats[move.mark]) for move in judged.moves],
    }


def odds(found: arena.Odds) -> Odds:
    """*found* as text, in fractions where they are exact, and as floats."""
    return {
        "x_wins": str(found.x_wins),
        "draws": str(found.draws),
        "o_wins": str(found.o_wins),
        "x_wins_p": float(found.x_wins),
        "draws_p": float(found.draws),
        "o_wins_p": float(found.o_wins),
    }


def mark_key(mark: Mark) -> MarkKey:
    """*mark* as addresses and answers have it."""
    return "x" if mark is Mark.X else "o"


def _worth(exact: Exact) -> Worth:
    return {"value": VALUES[exact.value], "distance": exact.distance}


def _move(move: JudgedMove) -> Move:
    game = move.game
    return {
        "cell": move.cell,
        "name": move.name,
        **_worth(move.exact),
        "replies": len(move.after.moves),
        "losing_replies": len(move.losing_replies),
        "difficulty": move.worth.difficulty,
        "best": move.worth.best,
        "idea": move.idea,
        "completes": _lines(game, move.completed),
        "blocks": _lines(game, move.blocked),
        "threatens": [_threat(game, threat) for threat in move.after.threats_against],
        "how": " ".join(what_it_does(move)) or None,
        "answer": _answer(move) if move.exact.value is Value.LOSS else None,
    }


def _answer(move: JudgedMove) -> Answer:
    return {
        "name": move.answer.name,
        "idea": move.answer.idea,
        "continuation": [cell_name(move.game, cell) for cell in move.variation],
    }


def _lines(game: Game, lines: Iterable[WinningSet]) -> list[Line]:
    return [_line(game, line) for line in sorted(lines, key=sorted)]


def _line(game: Game, line: WinningSet) -> Line:
    return {
        "name": line_name(game, line),
        "cells": [cell_name(game, cell) for cell in sorted(line)],
    }


def _threat(game: Game, threat: ThreatenedLine) -> Threat:
    cell, line = threat
    return {"cell": cell_name(game, cell), "line": _line(game, line)}


def _move_from_here(row: Row) -> MoveFromHere:
    return {
        **_move(row.move),
        "twins": [cell_name(row.move.game, cell) for cell in row.twins],
        "odds": odds(row.odds),
        "choosers": [
            {"player": opponent.key, "chance": str(chance), "chance_p": float(chance)}
            for opponent, chance in row.choosers.items()
        ],
        "games": row.tree.games if row.tree else None,
        "positions": row.tree.positions if row.tree else None,
    }


def _better(judged: JudgedMove) -> Better | None:
    text, best = better_move(judged), judged.before.best
    if not text:
        return None
    name = best.name
    how = how_it_wins(best) if best.exact.value is Value.WIN else None
    return {**_worth(best.exact), "cell": best.cell, "name": name, "text": text, "how": how}


def _program(judged: JudgedMove, opponent: Opponent) -> Program:
    explanation = explain_move(judged, opponent)
    chances = judged.before.decision(opponent).probabilities
    return {
        "player": opponent.key,
        "answer": explanation.text,
        "would_play": [_cell_chance(judged.game, at, chance) for at, chance in chances.items()],
    }


def _cell_chance(game: Game, cell: int, chance: Fraction) -> CellChance:
    name = cell_name(game, cell)
    return {"cell": cell, "name": name, "chance": str(chance), "chance_p": float(chance)}


def _counted(accuracy: Accuracy) -> Counted:
    return {
        "right": accuracy.right,
        "decisions": accuracy.decisions,
        "percent": accuracy.percent,
    }


def puzzles(game: Game) -> Puzzles:
    """The stored puzzles of *game*."""
    return {"game": game.key, "puzzles": [*map(_puzzle, store.load(game))]}


def puzzle_of_day(day: date) -> PuzzleOfDay:
    """The puzzle of *day*."""
    puzzle = days.puzzle_of_day(day)
    return {"day": f"{day}", "game": puzzle.game.key, **_puzzle(puzzle)}


def _puzzle(puzzle: StoredPuzzle) -> Puzzle:
    names = puzzle.game.cell_names
    return {
        "number": puzzle.number,
        "position": puzzle.rows,
        "to_move": "x",
        "goal": puzzle.goal,
        "plies": puzzle.plies,
        "themes": list(puzzle.themes),
        "difficulty": puzzle.difficulty,
        "grade": puzzle.grade,
        "right": [names[cell] for cell in puzzle.right],
    }
