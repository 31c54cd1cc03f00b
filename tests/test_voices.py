"""The laws of voices: each reason of each computer player has short sentences of its own, which
take turns. :mod:`tests.claims.voices` holds their claims, and that none comes back soon.
"""

from collections import Counter
from itertools import chain

from ai.facts import reasons as r
from ai.facts.effects import Blocks
from ai.facts.reasons import reason
from ai.opponents import OPPONENTS
from ai.study.study import study
from ai.words.phrasebook import ANY, language
from ai.words.voice import lead
from tests.claims.voices import APART, PLAIN, lists, read
from tests.reference import completing, other, position
from tests.samples import ACTIVE_CLASSES

VOICES = language().voices


def test_each_list_is_long_enough_for_its_sentences_to_stay_apart() -> None:
    """Those of any player count too. Lists that one player may use in turn are equal, or have no
    sentence in common.
    """
    for key in OPPONENTS:
        own, used = VOICES.get(key, {}), set[tuple[str, ...]]()
        for fact in {**own, **VOICES[ANY]}:
            shared, its_own = ([*lists(of.get(fact, []))] for of in (VOICES[ANY], own))
            assert all(len(some) + len(more) >= APART for some in shared for more in its_own)
            used.update(shared + its_own)
        assert Counter(text for some in used for text in some).most_common(1)[0][1] == 1, key


def test_each_word_implies_nothing_or_something_that_is_held_against_the_solver() -> None:
    for of in VOICES.values():
        for sentence in chain.from_iterable(it for voice in of.values() for it in lists(voice)):
            assert read(sentence)[1] <= {*PLAIN.split()}, sentence


def test_a_threat_that_must_be_stopped_leads() -> None:
    """It is told before what follows from it, by each player that sees one."""
    leads = {"medium": r.SawThreats, "hard": Blocks, "unbeatable": Blocks, "chain": Blocks}
    met = 0
    for board in ACTIVE_CLASSES[::7]:
        own, threats = (completing(board, mark) for mark in (board.mover, other(board.mover)))
        here = study(position(board))
        if not own and len(threats) == 1 and len(here.moves) > 1 and here.drawing:
            for key, fact in leads.items():
                decision = here.decision(OPPONENTS[key])
                found = reason(here.moves[decision.cells[0]], decision, OPPONENTS[key])
                assert type(lead(found)) is fact
                met += 1
    assert met
