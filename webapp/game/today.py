"""A new day on the page of the match: the board is fresh, and a game can be gone on with."""

from dataclasses import replace

from ai.puzzles.days import today
from webapp.game.match import Help, Match
from webapp.game.session import Session, new_seed
from webapp.honours.kept import LESSONS, STEPS, Today, current_honours, keep


def arrive(session: Session, *, fresh: bool = True) -> Session:
    """*session* on a visit. On the first of a new day the board is *fresh*: a finished game lies
    in Mine, one not finished is kept to go on with, or on the way back.
    """
    honours, day = current_honours(), today()
    here, match = honours.today, session.match
    if here and here.day >= day:
        return session
    if not here:
        if fresh:
            keep(replace(honours, today=Today(day)))
        return session
    played = match.played if fresh and match.is_begun and not match.is_over else None
    left = (played and honours.leave(played)) or honours
    lesson = next((it for it in LESSONS if left.lessons[it - 1] < STEPS[-1]), 0)
    keep(replace(left, today=Today(day, True, lesson, left.left is not None)))
    if not fresh or not (match.is_begun or match.is_over):
        return session
    after = session.start(Match(match.record.anew, match.players, new_seed()))
    return after if left is honours else replace(after, matches_left=session.matches_left)


def go_on(session: Session) -> Session:
    """*session* with the game of an earlier day on the board; as it is if that stands there."""
    left = current_honours().left
    if not left or left.game.record.is_prefix_of(session.match.record):
        return session
    help_ = frozenset((ply, Help.VALUES) for ply in left.aided)
    return session.start(Match(left.game.record, left.game.players, new_seed(), help_))
