"""The questions of the API, each answered for the replay of an address."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, TypedDict

from ai import plain_data
from ai.language import N_
from ai.rules.position import Mark
from ai.study.study import study
from webapp.address.kinds import BadAddress
from webapp.replay.replay import Replay


class ErrorData(TypedDict):
    """Why there is no answer."""

    error: Annotated[str, "What was wrong, in words."]


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the API. Its *name* stands in the address, and *says* describes its answer.
    *answer* returns a dictionary of the type *answered*; it depends on these *parameters* alone:
    on the position at the cursor, or on the game without its variation.
    """

    name: str
    says: str
    answered: type
    answer: Callable[[Replay], Mapping[str, object]]
    parameters: tuple[str, ...]


def why(replay: Replay) -> plain_data.WhyData:
    """The last move before the cursor of *replay*; no program made it in a variation.

    :raises BadAddress: if no move was made before the cursor.
    """
    if replay.last_move is None:
        raise BadAddress(N_("No move was made at ply %(ply)s yet."), ply=replay.ply)
    before = replay.record_shown.position_at(replay.ply - 1)
    opponent = replay.players.computer(before.to_move) if replay.was_played else None
    return plain_data.why(study(before).moves[replay.last_move], opponent)


AT_CURSOR = ("first", "ply", "from", "variation")
PLAYERS = ("x", "o")

QUESTIONS = (
    Question(
        "values",
        N_("The exact value of a position and of every move there, and how each wins or loses."),
        plain_data.ValuesData,
        lambda replay: plain_data.values(replay.position),
        AT_CURSOR,
    ),
    Question(
        "moves",
        N_(
            "Why a position is won, drawn or lost, and every move from it, symmetric ones once:"
            " also its odds at random, which programs choose it, and how much can follow."
        ),
        plain_data.MovesData,
        lambda replay: plain_data.moves(replay.position, replay.sort),
        (*AT_CURSOR, "sort"),
    ),
    Question(
        "why",
        N_(
            "The last move: its verdict, what makes it so, and what would have been better; if a"
            " program made it, why. Nobody made a move of a variation: there it says what the"
            " verdict would be."
        ),
        plain_data.WhyData,
        why,
        (*AT_CURSOR, *PLAYERS),
    ),
    Question(
        "review",
        N_("A whole game: every move as above, the accuracy of both sides, and where it turned."),
        plain_data.ReviewData,
        lambda it: plain_data.review(it.record, *map(it.players.computer, Mark)),
        ("first", *PLAYERS),
    ),
)
