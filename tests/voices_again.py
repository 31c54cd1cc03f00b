"""The voices of computer players: what is said in the room, and what follows on demand."""

import re
from collections.abc import Iterator

from ai.explain import Explanation, explain_move
from ai.opponents import opponent_for
from ai.opponents.policy import Opponent
from ai.rules.games import game_for
from ai.study.study import study
from ai.words.persons import COMPUTER
from ai.words.telling import ROOM, sentences
from ai.words.voice import Turn
from tests.model import name
from tests.names_in_words import CELL, LINES
from tests.reference import Board, after, completed, completing, lacking, other, position
from tests.told_again import WORDS

LONGEST = 80

WRONG = re.compile(r"  | [.,:;]|[{}]|\b1 (boards|cells|visits|lines|moves|points|squares|shapes)\b")


def spoken(opponent: Opponent, board: Board, turns: range) -> Iterator[Explanation]:
    """Why *opponent* made each move that it might make on *board*, told at each of *turns*."""
    here = study(position(board))
    for cell in here.decision(opponent).cells:
        for turn in turns:
            yield explain_move(here.moves[cell], opponent, COMPUTER, turn=Turn(7, turn))


def in_percent(text: str) -> str:
    """*text* with shares of beginners in percent, as voices tell them."""
    return re.sub(
        r"([\d,]+) of ([\d,]+) beginners",
        lambda found: "{:g}".format(
            100 / int(found[2].replace(",", "")) * int(found[1].replace(",", ""))
        ),
        text,
    )


def expect_voice(board: Board, key: str, turns: range) -> None:
    """Each reason is told in the voice of the player, in its room, whichever sentence's turn it
    is.
    """
    opponent = opponent_for(game_for(board.game), key)
    for told in spoken(opponent, board, turns):
        plain = told.telling.in_room(told.reason.facts)[0]
        assert told.short != plain, told.reason
        voice = "".join(text for text, _field in told.told[0][:-1])
        assert len(voice) <= LONGEST, voice
        assert len(told.short) <= ROOM, told.short
        assert not WRONG.search(told.short), told.short
        expect_effect_told(board, told)


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
        named = {*re.findall(CELL, effect)} - {told.move.name}
        assert named == {name(game, at) for at in threatened} or len(threatened) > 2, told.short
        assert named or f"{len(threatened)} cells" in effect, told.short
    else:
        assert not effect


def expect_rest_told(board: Board, key: str) -> None:
    """Facts that a voice leaves out follow in their exact words; only a fact whose figures stand in
    the sentence is not told again.
    """
    for told in spoken(opponent_for(game_for(board.game), key), board, range(2)):
        for fact in (*told.reason.facts, *told.reason.others):
            exact = told.telling.sentence(fact)
            whole = any(it in told.short for it in sentences(told.telling, fact))
            if not whole and exact not in told.more:
                numbers = re.findall(r"(?<!of )\d+(?:[,.]\d+)*", in_percent(exact))
                assert all(number in told.short for number in numbers), (told.short, exact)


HAD = re.compile(r"You had (\w+) in (.+)\. I had to block")


def names_a_block(board: Board, key: str) -> bool:
    """Whether the player names a threat that it ends by the number of its marks, which is true."""
    met = False
    for told in spoken(opponent_for(game_for(board.game), key), board, range(6)):
        if found := HAD.match(told.short):
            met, line = True, LINES[board.game][found[2]]
            you = other(board.mover)
            assert line in lacking(board, you)[told.move.cell]
            assert found[1] == WORDS[[board.marks[at] for at in line].count(you) - 1]
    return met
