"""The voice of a computer player: its reason in a sentence of its own temper, said to a person.

The sentences on a fact take turns, so a player whose moves have one reason does not say it twice in
the same words.
"""

from collections.abc import Mapping, Sequence

from ai.facts.effects import Blocks
from ai.facts.fact import Fact, FieldKind
from ai.facts.reasons import OnlyBest, Reason, SawOthersLose, SawThreats, StillThreatened
from ai.words.telling import Cases, Telling, Voice

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


def voiced(telling: Telling, key: str, reason: Reason, cell: int, turn: int) -> str:
    """Why the player of this *key* moved to *cell*, in its own way, at its *turn* of speaking;
    empty if its language has no sentence for that.
    """
    first = lead(reason)
    fields: dict[str, object] = {"here": cell}
    kinds = {"here": FieldKind.CELL}
    for fact in (first, *reason.facts, *reason.others):
        fields = fact.said | fields
        kinds = {**fact.kinds(), **kinds}
    voices = telling.language.voices
    of = [voices.get(name, {}).get(type(first), ()) for name in ("", key.partition(":")[0])]
    options = [text for voice in of for text in sentences(voice, fields)]
    return telling.filled(options[turn % len(options)], fields, kinds) if options else ""


def sentences(voice: Voice, fields: Mapping[str, object]) -> Sequence[str]:
    """The sentences of *voice* for facts with these *fields*."""
    if not isinstance(voice, Cases):
        return voice
    value = fields.get(voice.field)
    case = len(value) if isinstance(value, tuple) else value
    return voice.sentences.get(case, voice.sentences.get(..., ()))
