"""The voices of computer players: their words and claims, by the tests' own rules and solver."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from ai.explain import Explanation, explain_move
from ai.facts.reasons import Reason, reason
from ai.opponents import opponent_for
from ai.rules.games import game_for
from ai.study.study import study
from ai.words.persons import COMPUTER
from ai.words.phrasebook import ANY, Per, Voice, language
from ai.words.telling import ROOM
from ai.words.telling import sentences as all_sentences
from ai.words.voice import Turn, lead
from tests.claims.positions import At
from tests.claims.reasons import named
from tests.model import name
from tests.names_in_words import CELL, LINES
from tests.reference import Board, after, ahead, completed, completing, live, other, position
from tests.reference.players import BORDERS, forked, forking, impacts

VOICES = language().voices


class Said(NamedTuple):
    """A sentence on a move, of a player that looks *depth* plies ahead. Of a fork it names the
    *corner*.
    """

    at: At
    depth: int
    corner: object

    @property
    def others(self) -> set[int]:
        return {value for cell, value in self.at.values.items() if cell != self.at.cell}

    @property
    def seen(self) -> dict[int, int]:
        """The values in sight."""
        return ahead(self.at.board, self.depth)

    @property
    def slips(self) -> float:
        return self.at.drawn[self.at.cell]

    @property
    def corner_forks(self) -> list[int]:
        """The corners that the other side could fork from, along the borders."""
        board, you = self.at.board, self.at.you
        forks = {cell: forked(board, you, cell) for cell in forking(board, you)}
        return [it for it in forks if it in BORDERS and {*map(frozenset, BORDERS[it])} <= forks[it]]


def lasts(it: Said) -> bool:
    """Every move loses, and none later."""
    return it.at.all_lose and it.at.got == it.at.had


def could_fork(it: Said) -> bool:
    """The other side could fork, from the corner if it is named."""
    forks = forking(it.at.board, it.at.you)
    return it.corner in it.corner_forks if it.corner is not None else bool(forks)


# Phrases that imply something, and what must then be so, in the order in which they are looked for.
CLAIMS: dict[str, Callable[[Said], object]] = {
    # A look ahead.
    "shows no end|I saw no win|saw no end|settled little|told me little|can't see how it ends"
    "|cells look alike(?! to me)|told no cell from": (lambda it: {*it.seen.values()} == {0}),
    "some cells lose. {here} doesn't, as far as I see|As far as I see, others lose, and {here}"
    " doesn't|Some lose; {here} doesn't yet|the cells that lose": (
        lambda it: it.seen[it.at.cell] == 0 and -1 in it.seen.values()
    ),
    "no further. So|I'm blind": lambda it: it.depth < len(it.at.moves),
    # Wins, draws and losses.
    "you win wherever I go|you can win|stops you|I saw it coming|“Lost(, with best play)?|where I"
    " lose|can only make it last|No cell saves me": lambda it: it.at.all_lose,
    "No move takes longer|None takes you longer": lasts,
    "{here} wins|{here} is a win|I win|“Won|look ahead was enough|how this ends. For me, well": (
        lambda it: it.at.value == 1
    ),
    "Dead drawn|{here} draws|: a draw|A draw is|hard draw|The draw is safe|ways to draw|{moves}"
    " (moves )?draws?": (lambda it: it.at.value == 0),
    "“One cell keeps the draw|all but {here} lose|“Elsewhere, the game is lost|no choice here|page"
    " of errors|has one line|“Block, or lose|gives one answer": (
        lambda it: it.at.value == 0 and it.others == {-1}
    ),
    "even a beginner holds|no trap is left in any|“Nothing left to teach": lambda it: (
        it.at.drawn[it.at.cell] == 0
    ),
    "none is harder|as hard as|all draws are equal|the steepest|make it steep|to be kind|of"
    " beginners slip": (lambda it: it.slips == max(it.at.drawn.values())),
    "nothing else (does|is as good)|is best|no second thought|Only {here}|ends best|one answer": (
        lambda it: it.at.kept == [it.at.cell]
    ),
    "first of|the first(?=:)|is first|in order|the best(?=\\.)": lambda it: (
        it.at.cell == it.at.kept[0]
    ),
    "No cell is better|All alike|one value|every cell will do": lambda it: (
        it.others == {it.at.value}
    ),
    "One cell, no choice|One cell was left|Last seat|want of others": (
        lambda it: len(it.at.moves) == 1
    ),
    # Lines that lack a cell, and forks.
    "had to block": lambda it: it.at.needed == {it.at.cell},
    "was your win|you'd take {here}, and win|would have won|have won on|(was enough: )?you had"
    " {here} next|needed only {cell}|needed {cell}|lacked|one cell short": (
        lambda it: it.at.cell in it.at.needed
    ),
    "next move scared me|one move from winning": lambda it: it.at.needed,
    "only one of your threats|more holes than one|ha(ve|d) no move|I saw {threats:cells} too": (
        lambda it: len(it.at.needed) > 1
    ),
    "was missing|stood open|completes|lines:count} with one mark|I had it|win. yes": (
        lambda it: completed(it.at.left)
    ),
    "{here} forks|is a fork|: fork.|more threats than|what to stop": (
        lambda it: len(completing(it.at.left, it.at.board.mover)) > 1
    ),
    "Corner fork. No": lambda it: not it.corner_forks,
    "your fork|(stop )?a fork|Fork. Yours|forked": could_fork,
    "Nothing left to complete|Nobody can win|No cell weighs anything|scales are empty": (
        lambda it: not live(it.at.board, "X") and not live(it.at.board, "O")
    ),
    "Nothing to win, block or break": lambda it: not it.at.needed,
    "no live line|No line is live|found nothing": lambda it: not any(impacts(it.at.board).values()),
    "no cell has more live lines than": (
        lambda it: impacts(it.at.board)[it.at.cell] == max(impacts(it.at.board).values())
    ),
    # Figures, and the way of a program: tests/claims/reasons.py finds them again.
    "no cell weigh(s|ed)|nothing of yours|nothing above|neither side outweighs|mine only|in doubt"
    "|my best|at best|best cells?|beat|skip nothing|left nothing out|nothing to cut|nothing could"
    " be skipped|found none|no reply was|cannot matter|could not change|enough to find|could stop"
    "|stop reading|no search|read nothing|no plan|no opinion|no reason|no further rule|nothing else"
    " applied|rule 1: no|and 2: no|(win|block). no|the third|whatever is left|near enough|none of"
    " my|open anywhere|no more|chain stops|is stopped|yours stopped": lambda _it: True,
}

# Words that imply nothing of the game. Has a sentence another one? Then say above what it implies,
# or add it here.
PLAIN = """
    a about across after against ahead alike all an and another answers any applies apply
    are argue as at away been before beginner block blocked blocks board boards book both
    but by came can cell cells centre chain chance chapter checked choose chose come comes
    complete completed cork corner costs could counted counts cut deep did didnt die dies do
    dont down draw each earlier early earns empty end ends even every faces far fell few
    first fits follow for found four free from game games give goes greedy guest had hadnt
    halts hard has have head help helper helpers hence here house i id idea im in instead is
    isnt it its ive just know last leaving level liked line lines live look looked loses lot
    marks matter me middle mine minimaxs more move moves my myself nearer needed negotiable
    not noted now of on once one opposite orderly other others our out outweighed own page
    paid passed past peek peeked pick picked place plan play played please points polite
    possible program put questions random read reading refutes replies reply rest rolled
    round rule rules said same sat saw says scales see seeing serve served short show showed
    shrugged side sides silent sit skipped so stood take taken takes taking than that thats
    the them then there they thinking this three tie times tip to today took tried two up
    visited visits was way weigh weighed weighs weight weights well were what whatever where
    will wish worth yes you youd youll your yours
"""


@cache
def read(sentence: str) -> tuple[list[Callable[[Said], object]], set[str]]:
    """The claims of a *sentence*, and its other words."""
    found = []
    for phrase, claim in CLAIMS.items():
        sentence, times = re.subn(phrase, " ", sentence, flags=re.IGNORECASE)
        found += [claim] * bool(times)
    return found, {*re.findall("[a-z]+", re.sub("{[^}]*}|'", "", sentence).lower())}


def lists(voice: Voice) -> Iterator[tuple[str, ...]]:
    """The lists of sentences in *voice*."""
    yield from map(tuple, voice.sentences.values() if isinstance(voice, Per) else [voice])


def sentences(key: str, why: Reason) -> Iterator[str]:
    """All that the player of this *key* may say of a move for this reason."""
    first = lead(why)
    fields = {name: it for fact in (*why.all[::-1], first) for name, it in fact.said.items()}
    for of in (VOICES[ANY], VOICES[key]):
        voice = of.get(type(first), ())
        yield from voice.of(fields) if isinstance(voice, Per) else voice


def expect_implied(board: Board, key: str) -> None:
    """All that the sentences on each move of a player imply is so, whichever of them is said."""
    player, depth = named(key)
    opponent, here = opponent_for(game_for(board.game), key), study(position(board))
    decision = here.decision(opponent)
    for cell in decision.cells:
        why = reason(here.moves[cell], decision, opponent)
        it = Said(At(board, cell), depth, getattr(lead(why), "corner", None))
        for sentence in sentences(player, why):
            for claim in read(sentence)[0]:
                assert claim(it), (sentence, board, cell)


# The sentence in the room, and the facts that follow on demand.

LONGEST = 80
APART = 4  # moves of a player between two that are told alike
WRONG = re.compile(r"  | [.,:;]|[{}]|\b1 (boards|cells|visits|lines|moves|points|squares|shapes)\b")


def expect_voice(board: Board, key: str) -> None:
    """Each reason for a move that the player might make is told in its voice, in its room, and by
    another sentence at each turn.
    """
    for one in told_apart(board, key, WRONG):
        assert one.short != one.telling.in_room(one.reason.facts)[0], one.reason
        expect_effect_told(board, one)
        expect_rest_told(one)


def told_apart(board: Board, key: str, wrong: re.Pattern[str]) -> Iterator[Explanation]:
    """The reasons of the player of this *key* for its moves on *board*, in the present language.
    Each has room and nothing *wrong*, and is another sentence at each turn.
    """
    here, opponent = study(position(board)), opponent_for(game_for(board.game), key)
    for cell in here.decision(opponent).cells:
        told = [
            explain_move(here.moves[cell], opponent, COMPUTER, turn=Turn(7, number))
            for number in range(APART)
        ]
        assert len({it.short for it in told}) == APART
        for one in told:
            voice = "".join(text for text, _field in one.told[0][:-1])
            assert len(voice) <= LONGEST, voice
            assert len(one.short) <= ROOM, one.short
            assert not wrong.search(one.short), one.short
        yield from told


def expect_effect_told(board: Board, told: Explanation) -> None:
    """The room tells the lines that the move completes or threatens, however it was found."""
    left, game = after(board, told.move.cell), board.game
    effect, threatened = told.told[0][-1][0], completing(left, board.mover)
    for line in LINES[game]:
        effect = effect.replace(line, "")
    if lines := completed(left):
        fact = told.reason.facts[0]
        assert {*getattr(fact, "lines", ())} == lines or "completes" in effect
    elif threatened:
        cells = {*re.findall(CELL, effect)} - {told.move.name}
        assert cells == {name(game, at) for at in threatened} or len(threatened) > 2, told.short
        assert cells or f"{len(threatened)} cells" in effect, told.short
    else:
        assert not effect


def expect_rest_told(told: Explanation) -> None:
    """Facts that a voice leaves out follow in their exact words; only a fact whose figures stand in
    the sentence is not told again. It tells shares of beginners in percent.
    """
    for fact in (*told.reason.facts, *told.reason.others):
        exact = told.telling.sentence(fact)
        whole = any(it in told.short for it in all_sentences(told.telling, fact))
        if not whole and exact not in told.more:
            others = re.sub(r"[\d,]+ of [\d,]+ beginners", "", exact)
            numbers = re.findall(r"(?<!of )\d+(?:[,.]\d+)*", others)
            assert all(number in told.short for number in numbers), (told.short, exact)


STANDS = r"(still threaten) ([^.]+)|(can still win on) ([^.]+)|(must answer on) (\w+)"
WAS = "could still have won|could have completed|had to block|had to answer|couldn't block"


def expect_tense(board: Board, key: str) -> set[str]:
    """A threat that stands is told in the present, and one that is over in the past: of the last
    move, and of one that others followed. The phrases met.
    """
    here, opponent = study(position(board)), opponent_for(game_for(board.game), key)
    met = set[str]()
    move = here.moves[here.decision(opponent).cells[0]]
    now, later = (explain_move(move, opponent, COMPUTER, past=it).text for it in (False, True))
    left = after(board, move.cell)
    open_cells = {mark: {name(board.game, it) for it in completing(left, mark)} for mark in "XO"}
    for found in re.finditer(STANDS, now):
        says, named_cells = filter(None, found.groups())
        mark = board.mover if says == "must answer on" else other(board.mover)
        cells = rf"on ({CELL})" if says == "still threaten" else CELL
        assert {*re.findall(cells, named_cells)} == open_cells[mark], now
        met.add(says)
    was = {*re.findall(WAS, now)}
    assert was <= {"could have completed"}, now
    assert not was or f" on {move.name}." in now
    assert not re.search(STANDS, later), later
    assert open_cells[board.mover] or not re.search("had to|couldn't block", later), later
    return met | {*re.findall(WAS, later)}
