"""A screen reader says one sentence a turn: nothing twice, nothing missing."""

import pytest

from tests.programs import MissingProgram
from tests.seen.hear.laws import complaints
from tests.seen.hear.listener import BROWSERS, Heard
from tests.seen.orca import transcripts


@pytest.mark.slow  # minutes, and Orca with its desk: see the command in CONTRIBUTING
@pytest.mark.parametrize("browser", BROWSERS)
def test_each_turn_is_heard_once_and_whole(browser: str) -> None:
    try:
        heard = dict(transcripts(browser))
    except MissingProgram as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None
    wrong = [
        f"{game}, {turn.done}: {complaint}"
        for game, turns in heard.items()
        for turn in turns
        for complaint in complaints(turn)
    ]
    assert not wrong, "\n".join(wrong)


TURN = r"^(?=.*\bX b2\b)Your turn: X\b.*\ba1\b"


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        (("Your turn: X. X b2. O a1.",), ()),
        (("X b2. O a1.",), ("not heard",)),
        (("X b2. O a1 now.",) * 2, ("said 2 times", "said 2 times", "not heard", "2 utterances")),
        ((), ("not heard",)),
        (("Your turn: X", "Your turn: X. X b2. O a1."), ("2 utterances",)),
        (("Your turn: X.X b2. O a1.",), ("run together",)),
        (("Your turn: X. X b2. O a1. after tries: 1open: 1",), ("run together",)),
        (("Your turn: XMove 2: X b2, O a1.",), ("run together", "not heard")),
        (("Your turn: X. X b2. O a1.", "dot"), ("a sign read alone", "2 utterances")),
    ],
)
def test_faults_of_speech_are_found(said: tuple[str, ...], wrong: tuple[str, ...]) -> None:
    found = [*complaints(Heard("press b2", said, TURN))]
    assert len(found) == len(wrong)
    assert all(one.startswith(begins) for one, begins in zip(found, wrong, strict=True))
