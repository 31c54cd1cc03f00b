"""Why the position at the cursor is won, drawn or lost: the moves that decide, with their ideas."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ai.exact.value import Value
from ai.explain.position import why_so
from ai.explain.values import exact_in_words
from ai.explain.wins import how_it_wins
from ai.language import _
from ai.study.study import JudgedMove, study
from webapp.replay.replay import Replay, replay_url


@dataclass(frozen=True, slots=True)
class Ideas:
    """Why the position at the cursor of *replay* has its value, and the moves that win; if none
    does, those that lose. The *moves* stand by their value and how they win, or what beats them.
    """

    replay: Replay
    heading: str
    text: str
    caption: str
    moves: Mapping[tuple[str, str], list[JudgedMove]]

    def address(self, move: JudgedMove) -> str:
        """The address of the variation that begins with *move*."""
        return variation_url(self.replay, move.variation)


def _heading(replay: Replay) -> str:
    """The question about the value of the position, which must not be over."""
    position = replay.position
    match study(position).exact.value:
        case Value.WIN:
            return _("How %(mark)s wins", mark=position.to_move)
        case Value.DRAW:
            return _("Why it is a draw")
        case Value.LOSS:
            return _("Why %(mark)s loses", mark=position.to_move)


def ideas(replay: Replay) -> Ideas:
    """The ideas of the position at the cursor, which must not be over."""
    found = study(replay.position)
    caption = (
        _("Every move that wins") if found.winning else _("Each move that loses, and the answer")
    )
    how = how_it_wins if found.winning else _beaten
    deciding = sorted(found.winning or found.losing, key=lambda it: it.exact.rank, reverse=True)
    alike: dict[tuple[str, str], list[JudgedMove]] = {}
    for move in deciding:
        alike.setdefault((exact_in_words(move.exact), how(move)), []).append(move)
    return Ideas(replay, _heading(replay), why_so(found), caption, alike)


def _beaten(move: JudgedMove) -> str:
    """How the answer to *move* beats it."""
    answer = move.answer.name
    return _("Then %(answer)s. %(how)s", answer=answer, how=how_it_wins(move.answer))


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
