"""Whole games of each kind, played by keys and heard."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

from ai.opponents import OPPONENTS
from ai.opponents.policy import chance
from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from ai.rules.notation import parse_cell, parse_game
from ai.rules.position import Mark, Position
from tests.heard.friend import Friend
from tests.heard.listener import Listener
from tests.seen.browsers.player import HUMAN, SOLVING

Play = Callable[[Listener], None]

TRAP = "a1b2c3a3"  # X wins with c1 and loses with anything else
TURN = "{} to move"
PUZZLE, EASY = load(SQUARE)[499], load(TIC_TAC_TOE)[7]
LOADED = "return document.readyState"
SEARCH = "/search/tic-tac-toe/XX.-OO.-...?by=alpha-beta"
MOVES = "/replay/tic-tac-toe/a1b2c3/moves?first=x"
REPLAY = "/replay/tic-tac-toe/a1b2c3a3c2c1?first=x&x=human&o=hard"


class Plan(NamedTuple):
    """The *cells* of a person, X, who gets a wanted result against a computer with this *seed*."""

    seed: int
    cells: tuple[int, ...]


def plan(game: Game, opponent: str, winner: Mark | None) -> Plan:
    """The game of the first seed with this result for a person who plays at random."""
    for seed in count():
        position, cells, lots = Position(game), list[int](), Random(seed)  # noqa: S311 (a game)
        while not position.outcome:
            if position.to_move is Mark.X:
                cells.append(lots.choice(position.empty_cells))
                position = position.play(cells[-1])
            else:
                decision = OPPONENTS[opponent].decide(position)
                position = position.play(decision.pick(chance(seed, position.ply)))
        if position.outcome.winner == winner:
            return Plan(seed, tuple(cells))
    raise AssertionError  # count() does not end


def against(listener: Listener, game: Game, opponent: str, winner: Mark | None) -> None:
    """A game against *opponent* up to its end, won by *winner* or by nobody."""
    seed, cells = plan(game, opponent, winner)
    listener.start(game, HUMAN, opponent, seed=str(seed))
    listener.play(*cells)
    assert listener.board("state") == ("won" if winner else "tied")


def two_people(listener: Listener) -> None:
    """X wins a game of two people."""
    listener.start(TIC_TAC_TOE, HUMAN, HUMAN)
    listener.play(*parse_game(TIC_TAC_TOE, "b2a1c1a3b1c2b3"), turn=TURN)


def watching(listener: Listener) -> None:
    """Two programs play, a step at a time, and then to the end."""
    listener.start(TIC_TAC_TOE, "rules", "chain", seed="1")
    for name in ("Step", "Step", "Step", "To the end"):
        listener.focus(name)
        listener.strike("Return", listener.move_made())
        listener.note(f"press {name}", "^" + listener.stands(TURN))


def helped(listener: Listener) -> None:
    """A refusal twice, Undo, Hint, Values and Show how, each on and off."""
    listener.start(TIC_TAC_TOE, HUMAN, "medium", seed="1")
    listener.play(4)
    for _ in range(2):
        done = listener.press_cell(4, lambda: bool(listener.element("message").text))
        listener.note(done, f"^{re.escape(listener.element('message').text.strip())}$")
    listener.press("Undo", listener.move_made(), r"\bb2\b")
    listener.play(4)
    listener.focus("Hint")
    listener.strike("Return", lambda: len(listener.marked("data-hint")) > 1)
    listener.note("press Hint", r"Loop: (\w\d,? (and )?)+")
    listener.strike("Return", lambda: len(listener.marked("data-hint")) == 1)
    (hint,) = listener.marked("data-hint")
    listener.note("press The cell", rf"\b{TIC_TAC_TOE.cell_names[hint]}\b")
    for shown, said in ((True, "^pressed"), (False, "^not pressed")):
        listener.press("Values", listener.values(shown), said)
    for said in ("^expanded", "^collapsed"):
        listener.press("Show", lambda: True, said)


def commanded(listener: Listener) -> None:
    """A move, questions, actions and a refusal by the field for them, one sentence each."""
    listener.start(TIC_TAC_TOE, HUMAN, "medium", seed="1")
    for typed, answer in (
        ("b2", r"^Your turn: X\b.*\bX b2\b"),
        ("last", r"^Last: X b2 and O \w\d\.$"),
        ("threats", "^Nobody threatens"),
        ("undo", r"\bX b2\b"),
        ("hint", r"\b\w\d\b"),
        ("zz", "^Type b2"),
        ("help", "^Type b2"),
        ("square", "^Your turn: X"),
    ):
        # A refused text is selected, and said to be.
        listener.command(typed, answer, alone=typed != "zz")


def retried(listener: Listener) -> None:
    """A lost game, the retry of its mistake, a wrong move twice, another one, and the right one."""
    listener.start(TIC_TAC_TOE, HUMAN, "hard", moves=TRAP)
    listener.play(parse_cell(TIC_TAC_TOE, "c2"))
    listener.press("Retry", listener.at(4))
    for name in ("b3", "b3", "a2"):
        cell = parse_cell(TIC_TAC_TOE, name)
        listener.note(listener.press_cell(cell, listener.tried(cell)), rf"\b{name}\b")
    listener.play(parse_cell(TIC_TAC_TOE, "c1"), alone=False)  # that it was right is said too


def replayed(listener: Listener) -> None:
    """A replay from its start to its end, and a step back."""
    listener.open(REPLAY + "&ply=0")
    for key, plies in (("Right", range(1, 7)), ("Left", (5,))):
        for ply in plies:
            listener.strike(key, listener.at(ply))
            listener.note(f"press {key}", "^" + listener.stands(TURN), alone=False)


def puzzled(listener: Listener) -> None:
    """A puzzle: a wrong cell, two hints, and the solution."""
    listener.open(f"/puzzles/{PUZZLE.game.key}/{PUZZLE.number}")
    wrong = next(it for it in PUZZLE.position.empty_cells if it not in PUZZLE.right)
    name = PUZZLE.game.cell_names[wrong]
    listener.note(listener.press_cell(wrong, listener.tried(wrong)), rf"\b{name}\b")
    listener.press("Hint", partial(leads_to, listener, "hint=1"), "Look for")
    listener.press("Cell", lambda: len(listener.marked("data-hint")) == 1, r"\b\w\d\b")
    for step in solution(PUZZLE):
        reply = step.reply and step.reply.name
        done = listener.press_cell(step.move.cell, listener.at(step.position.ply))
        listener.note(done, rf"\b{reply}\b" if reply else "Solved")


def set_of_one(listener: Listener) -> None:
    """A set of one puzzle: a wrong cell, the right one, and how it went."""
    listener.open(f"/puzzles?list={EASY.game.key}-{EASY.number}")
    listener.press("Begin", listener.at(EASY.position.ply), "^Finished loading", alone=False)
    wrong = next(it for it in EASY.position.empty_cells if it not in EASY.right)
    for cell, told in (
        (wrong, rf"\bNot {EASY.game.cell_names[wrong]}\b"),
        (EASY.right[0], r"^X wins\. Solved\. .*completes"),
    ):
        says = listener.status
        listener.note(listener.press_cell(cell, partial(differs, listener, says)), told)
    listener.press("See how it went", lambda: True, "^Finished loading", alone=False)


def rushed(listener: Listener) -> None:
    """A rush without a clock. Its puzzles are drawn by lot: a cell is heard as right or wrong."""
    listener.open("/puzzles/rush")
    begun = partial(leads_to, listener, "rush")
    listener.press("Begin without", begun, "^Finished loading", alone=False)
    cell = min(listener.position.empty_cells)
    done = listener.press_cell(cell, partial(differs, listener, listener.status))
    listener.note(done, r"^(Right|Not \w\d)\.", alone=False)


def asked(listener: Listener) -> None:
    """The questions at the tree of the lesson on searches: a board, two answers and a value."""
    listener.open("/learn/search")
    for name in ("c1 a2 c3", "Still needed", "c1 c3 a2", "Draw"):
        said = listener.element("asked").text
        answered = partial(otherwise, listener, "asked", said)
        listener.press(name, answered, r"^Right\. .*\S", alone=False)


def drawn(listener: Listener) -> None:
    """A shape drawn by keys, a size that it does not fit, its solving, its page, and a game of it
    with a move and why.
    """
    listener.open("/games/new?columns=5&rows=2")
    told = partial(tells, listener)
    listener.focus("a1")
    for key, moves_to, comes in (
        ("space", "", "a1, in the shape; 1 of 10 cells. One cell would win"),
        ("Right", "b1", ""),
        ("Return", "", "b1, in the shape; 2 of 10 cells. 2 in"),
        ("Right", "c1", ""),
        ("space", "", "c1, in the shape; 3 of 10 cells. 3 in"),
        ("Left", "b1, in the shape", ""),
        ("Down", "b2", ""),
        ("space", "", "b2, in the shape; 4 of 10 cells. 4 in a T: 6 ways to win on this board."),
        ("space", "", "b2, not in the shape; 3 of 10 cells. 3 in a row"),
        ("space", "", "b2, in the shape; 4 of 10 cells. 4 in a T: 6 ways to win on this board."),
    ):
        if moves_to:
            listener.desk.press(key)
            listener.note(f"press {key}", rf"^{moves_to}\b", alone=False)
        else:
            listener.strike(key, partial(told, comes))
            listener.note(f"press {key}", rf"^{re.escape(comes)}", alone=False)
    listener.desk.press("shift+Tab")
    listener.note("go to Rows", r"\bRows\b", alone=False)
    listener.strike("Down", partial(leads_to, listener, "rows=3"))
    listener.note("press Down", "ways to win on this board", alone=False)
    listener.focus("Solve it")
    listener.strike("Return", partial(leads_to, listener, "/games/5x3-a1b1c1b2"))
    listener.note("press Solve it", "^Finished loading Solving", alone=False)
    listener.expect(lambda: bool(listener.element("first-moves")), True, within=SOLVING)
    listener.expect(partial(listener.driver.execute_script, LOADED), "complete")
    listener.note("the game is solved", "first wins in 5 moves", alone=False)
    listener.desk.press("Tab", "Return")
    listener.note("skip to the board", r"^Row 1, column 1: empty, a1, draws\b", alone=False)
    listener.desk.press("Right")
    listener.note("press Right", r"^Row 1, column 2: empty, b1, draws\b", alone=False)
    listener.strike("Return", lambda: listener.board("ply") == "2")
    listener.note("begin with b1", "^Finished loading Your turn: X", alone=False)
    listener.play(listener.position.empty_cells[0])
    listener.focus("Show how")
    listener.desk.press("Tab")
    (last,) = listener.marked("data-last")
    listener.note("go to why", rf"\b{listener.game.cell_names[last]}\b", alone=False)


def learnt(listener: Listener) -> None:
    """A lesson: two cells are touched, one after the other."""
    listener.open("/learn/forks")
    for name in ("a3", "b3"):
        says = listener.status
        done = listener.press_cell(parse_cell(SQUARE, name), partial(differs, listener, says))
        listener.note(done, rf"\b{name}\b")


def searched(listener: Listener) -> None:
    """A search, three visits forward, and the next cut-off."""
    listener.open(SEARCH)
    for name in ("Forward", "Forward", "Forward", "Next cut"):
        visit = listener.status
        listener.press(name, partial(differs, listener, visit), r"^Visit \d+")


def sorted_anew(listener: Listener) -> None:
    """The moves from a position, sorted by two columns in turn."""
    listener.open(MOVES)
    for column, key in (("Odds", "odds"), ("Played by", "programs")):
        sorts = partial(leads_to, listener, f"sort={key}")
        listener.press(column, sorts, rf"^Sorted by: {column}\.$")


def befriended(listener: Listener, game: Game, moves: str, ends: str, *, invites: bool) -> None:
    """The *moves* of a game with a friend, X first, which *ends* in these words, and the rematch.
    The listener is X and *invites*, or is O and joins.
    """
    friend = Friend(listener.site)
    if invites:
        me, begins = Mark.X, "you are X and begin"
        listener.open("/with")
        listener.press("Get the link", listener.at(0), "^Finished loading", alone=False)
        copied = partial(said_in, listener, "sent", "copied")
        listener.press("Share the link", copied, "^Link copied")
        friend.path = urlsplit(listener.driver.current_url).path
        friend.act("join")
        hear(listener, "the friend joins", "Your friend is here", moved=True)
    else:
        me, begins = Mark.O, "you are O; your friend begins"
        listener.open(friend.invite(game))
        listener.focus("Join")
        listener.desk.press("Return")
        hear(listener, "press Join", f"with a friend: {begins}.", moved=True)
    cells = parse_game(game, moves)
    for ply, cell in enumerate(cells, 1):
        name, mover = game.cell_names[cell], Mark.X if ply % 2 else Mark.O
        if mover is me:
            done = listener.press_cell(cell, listener.at(ply))
            told = rf"^{me.other} to move\. You played {name}\.$"
        else:
            friend.act("moves", cell=str(cell))
            listener.expect(listener.at(ply), True)
            done = f"the friend plays {name}"
            told = rf"^Your turn: {me}\. {mover} played {name}\.$"
        listener.note(done, told if ply < len(cells) else ends)
    again = "Again, your friend starts" if invites else "Again, you start"
    if invites:
        friend.act("rematch")
        hear(listener, "the friend wants a rematch", "Your friend wants a rematch")
        listener.focus(again)
        listener.desk.press("Return")
        agreed, begins = f"press {again}", "you are O; your friend begins"
    else:
        decides = partial(said_in, listener, "status", "decides")
        listener.press(again, decides, r"your friend decides\.$")
        friend.act("rematch")
        agreed, begins = "the friend agrees", "you are X and begin"
    hear(listener, agreed, f"{begins}.", moved=True)
    friend.leave()
    hear(listener, "the friend leaves", "Your friend has left")


def hear(listener: Listener, done: str, comes: str, *, moved: bool = False) -> None:
    """The status, or the line about the friend, comes to end in these words, which are heard, alone
    unless the focus *moved* because the element that had it is gone.
    """
    listener.expect(
        lambda: any(said_in(listener, one, comes) for one in ("status", "company")), True
    )
    listener.note(done, rf"{re.escape(comes)}$", alone=not moved)


def said_in(listener: Listener, name: str, text: str) -> bool:
    """Whether the element of that *name* has this *text*."""
    return text in listener.element(name).text


def tells(listener: Listener, text: str) -> bool:
    """Whether the maker says this *text*, seen or not."""
    return text in (listener.element("told").get_attribute("textContent") or "")


def leads_to(listener: Listener, text: str) -> bool:
    """Whether the address has this *text*."""
    return text in listener.driver.current_url


def otherwise(listener: Listener, name: str, text: str) -> bool:
    """Whether the element of that *name* has another text than *text*."""
    return listener.element(name).text != text


def differs(listener: Listener, status: str) -> bool:
    """Whether the status is another one."""
    return listener.status != status


RESULTS: Mapping[str, tuple[str, Mark | None]] = {
    "win": ("easy", Mark.X),
    "loss": ("hard", Mark.O),
    "draw": ("medium", None),
}
PLAYED: Mapping[str, Play] = {
    **{
        f"{game.key}-{result}": partial(against, game=game, opponent=opponent, winner=winner)
        for game in GAMES.values()
        for result, (opponent, winner) in RESULTS.items()
    },
    "two-people": two_people,
    "watch": watching,
    "help": helped,
    "commands": commanded,
    "friend": partial(
        befriended,
        game=TIC_TAC_TOE,
        moves="a1b1a2b2a3",
        ends=r"^X wins\..* You won\.$",
        invites=True,
    ),
    "friend-square": partial(
        befriended,
        game=SQUARE,
        moves="b1a1d2a2c4b2a3",
        ends=r"^X wins\..* Your friend won\.$",
        invites=False,
    ),
    "friend-draw": partial(
        befriended, game=TIC_TAC_TOE, moves="a1b1c1b2a2c2b3a3c3", ends=r"^Tie\. ", invites=False
    ),
    "retry": retried,
    "replay": replayed,
    "puzzle": puzzled,
    "set": set_of_one,
    "rush": rushed,
    "own-game": drawn,
    "lesson": learnt,
    "tree": asked,
    "search": searched,
    "sorted": sorted_anew,
}
