"""The voice of a computer player: its reason in a sentence of its own temper, said to a person.

The sentences on a fact take turns, so a player whose moves have one reason does not say it twice in
the same words. The seed of a match sets their order.
"""

from collections.abc import Mapping
from typing import NamedTuple

from ai.facts.effects import Blocks
from ai.facts.fact import Fact, FieldKind
from ai.facts.reasons import OnlyBest, Reason, SawOthersLose, SawThreats, StillThreatened
from ai.opponents.policy import chance
from ai.words.phrasebook import ANY, Per, parts
from ai.words.telling import Telling

# A threat of the person comes before the reason that follows from it, if both hold.
BEFORE: Mapping[type[Fact], type[Fact]] = {
    Blocks: StillThreatened,
    OnlyBest: Blocks,
    SawOthersLose: SawThreats,
}


def lead(reason: Reason) -> Fact:
    """The fact of *reason* that is said first."""
    first = reason.facts[0]
    before = BEFORE.get(type(first))
    return next((fact for fact in reason.others if type(fact) is before), first)


class Turn(NamedTuple):
    """The *number* of a turn to speak, from 0 on, in a match with this *seed*."""

    seed: int
    number: int


def voiced(
    telling: Telling, key: str, reason: Reason, cell: int, turn: Turn
) -> tuple[list[tuple[str, str]], tuple[Fact, ...]]:
    """Why the player of this *key* moved to *cell*, in its own way: a sentence in pieces, as of
    :meth:`Telling.pieces`, or none if its language has no sentence for that; and the other facts of
    *reason*, which the sentence does not tell in full.
    """
    first, facts = lead(reason), (*reason.facts, *reason.others)
    fields: dict[str, object] = {"here": cell}
    kinds = {"here": FieldKind.CELL}
    said = [(fact, fact.said) for fact in (first, *facts)]
    for fact, its in said:
        fields, kinds = its | fields, {**fact.kinds(), **kinds}
    voices = telling.language.voices
    of = [voices.get(name, {}).get(type(first), ()) for name in (ANY, key.partition(":")[0])]
    options = [it for voice in of for it in (voice.of(fields) if isinstance(voice, Per) else voice)]
    if not options:
        return [], facts
    order = chance(turn.seed, len(options)).sample(options, len(options))
    option = order[turn.number % len(order)]
    named = {"side"} | {
        name
        for _text, name, form in parts(option)
        if not (form and kinds.get(name) in (FieldKind.LINES, FieldKind.THREATS))
    }
    told = [
        fact
        for fact, its in said[: 1 + len(reason.facts)]
        if its.keys() <= named and its.items() <= fields.items()
    ]
    return telling.pieces(option, fields, kinds), tuple(it for it in facts if it not in told)
