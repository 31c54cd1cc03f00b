"""Laws of speech: whole sentences, each once."""

import re
from collections.abc import Iterator

from tests.heard.listener import Heard

RUN_TOGETHER = re.compile(r"[a-z][A-Z]|[.!?:;][^\W\d_]|\d(?:[A-Z]|[a-z]{2})|\b[XO][A-Z][a-z]")
SIGN = re.compile(r"\W*|dot|comma|plus|asterisk")  # Orca names a sign that stands alone

ROLE = 3  # words, at most, of a role or a state such as "toggle button"


def run_together(turn: Heard) -> Iterator[str]:
    """The utterances of *turn* in which two words are one, a sentence each."""
    for said in turn.said:
        if found := RUN_TOGETHER.search(said):
            yield f"run together at {found[0]}: {said}"


def complaints(turn: Heard) -> Iterator[str]:
    """The faults in the speech of *turn*, a sentence each."""
    yield from run_together(turn)
    for said in turn.said:
        if turn.said.count(said) > 1 and len(said.split()) > ROLE:
            yield f"said {turn.said.count(said)} times: {said}"
        if SIGN.fullmatch(said):
            yield f"a sign read alone: {said}"
    if not turn.wanted:
        return
    if not any(re.search(turn.wanted, said) for said in turn.said):
        yield f"not heard: {turn.wanted}"
    if turn.alone and len(turn.said) > 1:
        yield f"{len(turn.said)} utterances instead of one"
