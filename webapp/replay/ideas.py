"""The moves that decide the position at the cursor, with their ideas, and those of each program."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ai.explain import explain_move
from ai.language import _
from ai.opponents import OPPONENTS
from ai.study.study import JudgedMove, Study
from ai.words.told import what_it_does
from ai.words.values import exact_in_words, outlook
from webapp.replay.replay import Replay, replay_url


def ideas(replay: Replay, found: Study) -> Iterator[tuple[list[tuple[str, str]], str, str]]:
    """The winning moves at the cursor, or else the losing ones; *found* is the study of the
    position, not over. Those that decide in one way stand together: their names with the addresses
    of the variations that they begin, what they are worth, and how they win, or what beats them.
    """
    how = what_it_does if found.winning else _beaten
    deciding = sorted(found.winning or found.losing, key=lambda it: it.exact.rank, reverse=True)
    alike: dict[tuple[str, str], list[JudgedMove]] = {}
    for move in deciding:
        alike.setdefault((exact_in_words(move.exact), how(move)), []).append(move)
    for (worth, said), moves in alike.items():
        yield [(it.name, variation_url(replay, it.variation)) for it in moves], worth, said


def _beaten(move: JudgedMove) -> str:
    """How the answer to *move* beats it."""
    answer = move.answer
    return _("Then %(answer)s. %(how)s", answer=answer.name, how=what_it_does(answer))


def programs(replay: Replay, found: Study) -> Iterator[dict[str, object]]:
    """Every opponent that plays the game of *replay*, at the cursor, of which *found* is the study;
    none once the game is over. Each has the *moves* that it holds equally good, with a *warning* if
    it slips with some: name, outlook, the label of a slip, and the address of its refutation if it
    loses so. The *explanation* explains the first.
    """
    to_move = found.position.to_move
    for opponent in OPPONENTS.values() if found.moves else ():
        if opponent.plays(replay.game):
            moves = [found.move(cell) for cell in found.decision(opponent).cells]
            yield {
                "key": opponent.key,
                "name": _(opponent.name),
                "cells": ", ".join([it.name for it in moves]),
                "warning": _warning([it.name for it in moves if it.value_lost], len(moves)),
                "explanation": explain_move(moves[0], opponent),
                "moves": [
                    (
                        it.name,
                        outlook(it.exact, to_move),
                        _(it.label) if it.value_lost else "",
                        refutation_url(replay, it),
                    )
                    for it in moves
                ],
            }


def _warning(slips: Sequence[str], moves: int) -> str:
    """The *slips* among so many moves in words; empty if there is none."""
    if 0 < len(slips) < moves:
        return _("Slips with %(moves)s", moves=", ".join(slips))
    return _("Slips") if slips else ""


def refutation_url(before: Replay, judged: JudgedMove, made: int = 1) -> str | None:
    """The address of the variation that refutes *judged*, from the cursor of *before*, after *made*
    of its moves; None unless the move loses and another would not have.
    """
    if not judged.value_lost or judged.exact.distance is None:
        return None
    return variation_url(before, judged.variation, made)


def variation_url(before: Replay, moves: tuple[int, ...], made: int = 1) -> str:
    """The address of the variation by *moves* from the cursor of *before*, after *made* of them.
    The ideas are on: they draw the threats on the board.
    """
    varied = before.continued(moves, made)
    return replay_url(replace(varied, on=varied.on | {"ideas"}), "forward")
