"""The laws of voices: each reason of each computer player has short sentences of its own. They
take turns, so none comes back soon.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, product

import pytest

from ai.explain import explain_move
from ai.facts import reasons as r
from ai.facts.effects import Blocks
from ai.facts.reasons import reason
from ai.opponents import OPPONENTS
from ai.opponents.policy import Opponent, chance
from ai.rules.games import GAMES, Game, game_for
from ai.rules.position import Position
from ai.study.study import study
from ai.words.english_voices import VOICES
from ai.words.persons import COMPUTER
from ai.words.voice import Turn, lead
from tests.implied import PLAIN, expect_implied, lists, read
from tests.model import name
from tests.names_in_words import CELL
from tests.reason_cases import NOTHING_LIVE, SQUARES
from tests.reference import after, completing, other, position
from tests.samples import ACTIVE_CLASSES
from tests.voices_again import expect_rest_told, expect_voice, names_a_block

APART = 4  # moves of a player between two that are told alike
GAMES_EACH = 200
PLAYERS = [
    pytest.param(game, opponent, id=f"{game.key}-{opponent.key}")
    for game in GAMES.values()
    for opponent in OPPONENTS.values()
    if opponent.plays(game)
]
BOARDS = [*ACTIVE_CLASSES, *SQUARES, NOTHING_LIVE]


@pytest.mark.parametrize("key", OPPONENTS)
def test_each_list_is_long_enough_for_its_sentences_to_stay_apart(key: str) -> None:
    """Those of any player count too. Lists that one player may use in turn are equal, or have no
    sentence in common.
    """
    own, used = VOICES.get(key, {}), set[tuple[str, ...]]()
    for fact in {**own, **VOICES[""]}:
        shared, its_own = ([*lists(of.get(fact, ()))] for of in (VOICES[""], own))
        assert all(len(some) + len(more) >= APART for some in shared for more in its_own)
        used.update(shared + its_own)
    assert Counter(text for some in used for text in some).most_common(1)[0][1] == 1


@pytest.mark.long
@pytest.mark.parametrize("key", [*OPPONENTS, "medium:depth=1", "medium:depth=4"])
def test_every_reason_is_told_in_a_voice_that_is_short_and_names_what_it_has(key: str) -> None:
    """Whichever of its sentences has its turn."""
    for number, board in enumerate(BOARDS):
        if OPPONENTS[key.partition(":")[0]].plays(game_for(board.game)):
            expect_voice(board, key, range(number, number + 3))


def test_each_word_implies_nothing_or_something_that_is_held_against_the_solver() -> None:
    for of in VOICES.values():
        for sentence in chain.from_iterable(it for voice in of.values() for it in lists(voice)):
            assert read(sentence)[1] <= {*PLAIN.split()}, sentence


@pytest.mark.long
@pytest.mark.parametrize("key", [*OPPONENTS, "medium:depth=3"])
def test_all_that_a_sentence_implies_is_so(key: str) -> None:
    """Whichever of them is said, of any move that the player might make."""
    for board in BOARDS:
        if OPPONENTS[key.partition(":")[0]].plays(game_for(board.game)):
            expect_implied(board, key)


@pytest.mark.parametrize("key", OPPONENTS)
def test_facts_that_a_voice_leaves_out_follow_in_their_exact_words(key: str) -> None:
    """Only a fact whose figures stand in the sentence is not told again."""
    for board in BOARDS[::5]:
        if OPPONENTS[key].plays(game_for(board.game)):
            expect_rest_told(board, key)


@pytest.mark.long
def test_a_block_names_the_threat_that_it_ends() -> None:
    """The number of marks, the line and the cell, found on the board by the rules alone."""
    met = {key for board in BOARDS for key in ("hard", "unbeatable") if names_a_block(board, key)}
    assert met == {"hard", "unbeatable"}


# Cells, winning sets and numbers.
NAMES = re.compile(
    r"\b(?:(?:row|column|diagonal) \w+|(?:tilted )?square(?: [a-d]\d)+|[a-d]\d|\d[\d,.]*)(?! of 8)"
)


def forms(opponent: Opponent, number: int, start: Position) -> Iterator[str]:
    """The reasons of *opponent* for its moves in a game from *start* against somebody who sees
    lines alone, without names and numbers.
    """
    rng, here = chance(number, 99), start
    seed = rng.randrange(2**32)
    while not here.outcome:
        moves = study(here).moves.values()
        if here.ply % 2 == number % 2:
            cell = study(here).decision(opponent).pick(chance(seed, here.ply))
            turn = Turn(seed, here.ply // 2)
            text = explain_move(study(here).moves[cell], opponent, COMPUTER, turn=turn).short
            yield NAMES.sub("#", text)
        else:
            sees = [move for move in moves if move.completed] or [it for it in moves if it.blocked]
            cell = rng.choice(sees or [*moves]).cell
        here = here.play(cell)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "opponent"), PLAYERS)
def test_no_sentence_comes_back_soon_and_none_is_told_of_most_moves(
    game: Game, opponent: Opponent
) -> None:
    told = Counter[str]()
    for number in range(GAMES_EACH):
        made = [*forms(opponent, number, Position(game))]
        for at, form in enumerate(made):
            assert form not in made[max(0, at - APART + 1) : at], made
        told.update(made)
    assert told.most_common(1)[0][1] / told.total() < 0.15, told.most_common(3)


STANDS = r"(still threaten) ([^.]+)|(can still win on) ([^.]+)|(must answer on) (\w+)"
WAS = "could still have won|could have completed|had to block|had to answer|couldn't block"


@pytest.mark.long
def test_what_stands_is_told_in_the_present_and_what_is_over_in_the_past() -> None:
    """Of the last move, and of one that others followed."""
    met = set[str]()
    for board, opponent in product(BOARDS, OPPONENTS.values()):
        if not opponent.plays(game_for(board.game)):
            continue
        here = study(position(board))
        move = here.moves[here.decision(opponent).cells[0]]
        now, later = (explain_move(move, opponent, COMPUTER, past=it).text for it in (False, True))
        open_cells = {
            mark: {name(board.game, it) for it in completing(after(board, move.cell), mark)}
            for mark in "XO"
        }
        for found in re.finditer(STANDS, now):
            says, named = filter(None, found.groups())
            mark = board.mover if says == "must answer on" else other(board.mover)
            cells = rf"on ({CELL})" if says == "still threaten" else CELL
            assert {*re.findall(cells, named)} == open_cells[mark], now
            met.add(says)
        was = {*re.findall(WAS, now)}
        assert was <= {"could have completed"}, now
        assert not was or f" on {move.name}." in now
        assert not re.search(STANDS, later), later
        assert open_cells[board.mover] or not re.search("had to|couldn't block", later), later
        met.update(re.findall(WAS, later))
    assert met == {*WAS.split("|"), "still threaten", "can still win on", "must answer on"}


def test_a_threat_that_must_be_stopped_leads() -> None:
    """It is told before what follows from it, by each player that sees one."""
    leads = {"medium": r.SawThreats, "hard": Blocks, "unbeatable": Blocks, "chain": Blocks}
    for board in ACTIVE_CLASSES:
        own, threats = (completing(board, mark) for mark in (board.mover, other(board.mover)))
        here = study(position(board))
        if not own and len(threats) == 1 and len(here.moves) > 1 and here.drawing:
            for key, fact in leads.items():
                decision = here.decision(OPPONENTS[key])
                found = reason(here.moves[decision.cells[0]], decision, OPPONENTS[key])
                assert type(lead(found)) is fact
