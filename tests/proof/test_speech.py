"""The laws of speech find the faults of a transcript; `tests/heard` makes such transcripts."""

import pytest

from tests.heard.laws import complaints
from tests.heard.listener import Heard

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
