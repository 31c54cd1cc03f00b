"""The moves that decide the position at the cursor, with their ideas, and those of each program."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import NamedTuple

from ai.exact.value import Value
from ai.explain import explain_move
from ai.language import N_, _
from ai.opponents import OPPONENTS
from ai.pen.diagram import Diagram
from ai.study.study import JudgedMove, Study
from ai.words.told import what_it_does, why_so
from ai.words.values import exact_in_words, outlook
from webapp.replay.replay import Replay, replay_url


class Ideas(NamedTuple):
    """Why a position has its value, and the moves that win; if none does, those that lose. Moves
    alike stand together: their names with the addresses of the variations that they begin, what
    they are worth, and how they win, or what beats them.
    """

    heading: str
    text: str
    caption: str
    moves: tuple[tuple[tuple[tuple[str, str], ...], str, str], ...]


class ProgramHere(NamedTuple):
    """The *moves* that a program holds equally good, with a *warning* if it slips with some: name,
    outlook, the label of a slip, and the address of its refutation if it loses so. *text* and
    *diagrams* explain the first.
    """

    key: str
    name: str
    cells: str
    warning: str
    text: str
    diagrams: tuple[Diagram, ...]
    moves: tuple[tuple[str, str, str, str | None], ...]


HEADINGS = {
    Value.WIN: N_("How %(mark)s wins"),
    Value.DRAW: N_("Why it is a draw"),
    Value.LOSS: N_("Why %(mark)s loses"),
}


def ideas(replay: Replay, found: Study) -> Ideas:
    """The ideas of the position at the cursor, not over, of which *found* is the study."""
    how = what_it_does if found.winning else _beaten
    deciding = sorted(found.winning or found.losing, key=lambda it: it.exact.rank, reverse=True)
    alike: dict[tuple[str, str], list[JudgedMove]] = {}
    for move in deciding:
        alike.setdefault((exact_in_words(move.exact), how(move)), []).append(move)
    return Ideas(
        _(HEADINGS[found.exact.value], mark=found.position.to_move),
        why_so(found),
        _("Every move that wins") if found.winning else _("Each move that loses, and the answer"),
        tuple(
            (tuple([(it.name, variation_url(replay, it.variation)) for it in moves]), *said)
            for said, moves in alike.items()
        ),
    )


def _beaten(move: JudgedMove) -> str:
    """How the answer to *move* beats it."""
    answer = move.answer
    return _("Then %(answer)s. %(how)s", answer=answer.name, how=what_it_does(answer))


def programs(replay: Replay, found: Study) -> Iterator[ProgramHere]:
    """Every opponent that plays the game of *replay*, at the cursor, of which *found* is the study;
    none once the game is over.
    """
    for opponent in OPPONENTS.values() if found.moves else ():
        if opponent.plays(replay.game):
            moves = [found.moves[cell] for cell in found.decision(opponent).cells]
            slips = [(move.name, move.value_lost) for move in moves]
            explanation = explain_move(moves[0], opponent)
            yield ProgramHere(
                opponent.key,
                _(opponent.name),
                ", ".join([name for name, _lost in slips]),
                _warning(slips),
                explanation.text,
                explanation.diagrams,
                tuple(
                    [
                        (
                            name,
                            outlook(move.exact, found.position.to_move),
                            _(move.label) if lost else "",
                            refutation_url(replay, move),
                        )
                        for move, (name, lost) in zip(moves, slips, strict=True)
                    ]
                ),
            )


def _warning(moves: Collection[tuple[str, int]]) -> str:
    """Those of *moves* that give value away, in words; empty if none does."""
    losing = [name for name, lost in moves if lost]
    if 0 < len(losing) < len(moves):
        return _("Slips with %(moves)s", moves=", ".join(losing))
    return _("Slips") if losing else ""


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
