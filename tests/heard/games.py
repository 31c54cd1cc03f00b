"""Whole games of each kind, played by keys and heard."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import count
from random import Random
from urllib.parse import urlsplit

from ai.language import ENGLISH, _, listed
from ai.messages import NP_
from ai.opponents import OPPONENTS
from ai.puzzles.days import DAY, today
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import SQUARE, TIC_TAC_TOE, Game
from ai.rules.notation import parse_cell, parse_game
from ai.rules.position import Mark
from ai.typed import spelled
from tests.heard.desk import orcas
from tests.heard.listener import LOADED, Listener
from tests.seen.browsers.player import SOLVING, TO_MOVE, YOUR_TURN
from tests.views import EARNED, REPLAY, SHORT_WAY, TRAP, match
from tests.visitors import Visitor
from webapp.honours.kept import Streak, Today

ROOMS = ("Play", "Games", "Puzzles", "Learn", "Mine", "Settings")


def against(listener: Listener, game: Game, opponent: str, winner: Mark | None) -> None:
    """A game against *opponent* up to its end, won by *winner* or by nobody: the first such of one
    who plays at random.
    """
    session = match(game, o=opponent)
    for lots in map(Random, count()):
        played, cells = session.match, list[int]()
        while not played.is_over:
            cells.append(lots.choice(played.position.empty_cells))
            played = played.play(cells[-1])
        outcome = played.position.outcome
        if outcome and outcome.winner == winner:
            break
    listener.begin(session)
    listener.play(*cells)


def two_people(listener: Listener) -> None:
    """X wins a game of two people."""
    listener.begin(match(TIC_TAC_TOE))
    listener.play(*parse_game(TIC_TAC_TOE, "b2a1c1a3b1c2b3"), turn=TO_MOVE)


def watching(listener: Listener) -> None:
    """Two programs play, a step at a time, and then to the end."""
    listener.begin(match(TIC_TAC_TOE, x="rules", o="chain"))
    for name in (*[_("Step")] * 3, _("To the end")):
        listener.focus(name)
        listener.move(name, turn=TO_MOVE)


def helped(listener: Listener) -> None:
    """A refusal twice, Undo, Hint, Values and Show how, each on and off."""
    listener.begin(match(TIC_TAC_TOE, o="medium"))
    listener.play(4)
    for _time in range(2):
        listener.press(4, f"^{_('That cell is taken.')}$")
    listener.press(_("Undo"), r"\bb2\b")
    listener.play(4)
    listener.press(_("Hint"), _("Loop: %(cells)s.", cells=r"(\w\d\W+(\w+ )?)+"))
    hint = _("Hint: %(cell)s", cell=r"[a-c][1-3]\b")
    listener.strike("Return", f"^{hint}", alone=True)
    for name, context, *states in (
        (_("Values"), "togglebutton", "pressed", "not pressed"),
        (_("Show how"), "", "expanded", "collapsed"),
    ):
        for state in states:
            listener.press(name, f"^{orcas(state, context)}")


def commanded(listener: Listener) -> None:
    """A move, questions, actions and a refusal by the field for them, one sentence each."""
    listener.begin(match(TIC_TAC_TOE, o="medium"))
    begins = f"^{_(YOUR_TURN, mark=Mark.X)}"
    helps = f"^{_('Type %(commands)s.', commands='b2.*')}$"
    for typed, answer in (
        ("b2", rf"{begins}\b.*\bX b2\b"),
        ("last", f"^{_('Last: %(moves)s.', moves=listed(['X b2', r'O [a-c][1-3]']))}$"),
        ("why", r"\.$"),
        ("threats", f"^{_('Nobody threatens to win.')}$"),
        ("undo", r"\bX b2\b"),
        ("hint", r"\b\w\d\b"),
        ("zz", helps),
        ("help", helps),
        (SQUARE.name, begins),
    ):
        listener.command(spelled(NP_("command", typed)), answer)


def returned(listener: Listener) -> None:
    """The first visit of a new day, by Tab: the pages, and what the day offers."""
    honours = replace(EARNED, streak=Streak(6, today() - DAY), today=Today(today() - DAY))
    listener.bring(match(SQUARE, "b2a1d2", o="hard"), honours)
    listener.visit("/")
    for name in ("Skip", "Choose", "Type", "Tic Tac Why", *ROOMS):
        listener.strike("Tab", f"^{name}")
    for offer in (
        r"^Puzzle of the day, day 7: 6 days in a row, today's is open\b",
        r"^Lesson 3: Forks, 1 of 6 steps\b",
        r"^Go on, move 4 against Hard\b",
    ):
        listener.strike("Tab", offer)


def stamped(listener: Listener) -> None:
    """The last move of the shortest win against Hard, with a stamp; what else was earned, and the
    squares of the level.
    """
    *moves, last = SHORT_WAY.moves
    text = "".join(SQUARE.cell_names[it] for it in moves)
    stamps = tuple(it._replace(game=None) for it in EARNED.stamps[:3])
    honours = replace(EARNED, stamps=stamps, today=Today(today()))
    listener.begin(match(SQUARE, text, o="hard"), honours)
    result = _("You beat %(opponent)s", opponent=_(OPPONENTS["hard"].name))
    stamp = _("New stamp: %(name)s.", name=_("Hard, beaten"))
    listener.press(last, rf"^{_('%(mark)s wins', mark=Mark.X)}\..* {result}\..* {stamp}$")
    also, pen = _("Also: %(names)s", names=_("The short way")), _("Ballpoint")
    listener.focus(also, f"^{also} ?: {_('Hard in six moves')}")
    listener.focus(pen, rf"^{pen} 2\b.* 3\b.* 4\b.* 2\b")  # two more: 3 of 4, 2 new


def retried(listener: Listener) -> None:
    """A lost game, the retry of its mistake, a wrong move twice, another one, and the right one."""
    listener.begin(TRAP)
    listener.play(parse_cell(TIC_TAC_TOE, "c2"))
    listener.press("Retry")
    for name in ("b3", "b3", "a2"):
        listener.press(parse_cell(TIC_TAC_TOE, name), rf"\b{name}\b")
    listener.play(parse_cell(TIC_TAC_TOE, "c1"), alone=False)  # that it was right is said too


def replayed(listener: Listener) -> None:
    """A replay from its start to its end, and a step back."""
    listener.visit(REPLAY + "&ply=0")
    for key in ("Right",) * 6 + ("Left",):
        listener.move(key, key, turn=TO_MOVE, alone=False)


def puzzled(listener: Listener, puzzle: Puzzle) -> None:
    """A puzzle: a wrong cell, two hints, and the solution."""
    name = puzzle.game.cell_names
    listener.visit(f"/puzzles/{puzzle.game.key}/{puzzle.number}")
    wrong = next(it for it in puzzle.position.empty_cells if it not in puzzle.right)
    listener.press(wrong, rf"\b{name[wrong]}\b")
    listener.press("Hint", "Look for")
    listener.press("Cell", r"\b\w\d\b")
    for step in solution(puzzle):
        listener.press(step.move.cell, rf"\b{step.reply.name}\b" if step.reply else "Solved")


def rushed(listener: Listener) -> None:
    """A rush without a clock. Its puzzles are drawn by lot: a cell is heard as right or wrong."""
    listener.visit("/puzzles/rush")
    listener.press("Begin without", LOADED)
    listener.press(min(listener.position.empty_cells), r"^(Right|Not \w\d)\.", alone=False)


def pressed(
    listener: Listener, path: str, *said: tuple[str | int, str], alone: bool = True
) -> None:
    """A page whose controls are pressed one after the other, and what is *said* then, *alone*."""
    listener.visit(path)
    for control, wanted in said:
        listener.press(control, wanted, alone=alone)


def drawn(listener: Listener) -> None:
    """A shape drawn by keys, a size that it does not fit, its solving, its page, and a game of it
    with a move and why.
    """
    listener.visit("/games/new?columns=5&rows=2")
    listener.focus("a1")
    for key, comes in (
        ("space", "^a1, in the shape; 1 of 10 cells. One cell would win"),
        ("Right", r"^b1\b"),
        ("Return", "^b1, in the shape; 2 of 10 cells. 2 in"),
        ("Right", r"^c1\b"),
        ("space", "^c1, in the shape; 3 of 10 cells. 3 in"),
        ("Left", r"^b1, in the shape\b"),
        ("Down", r"^b2\b"),
        ("space", "^b2, in the shape; 4 of 10 cells. 4 in a T: 6 ways to win on this board."),
        ("space", "^b2, not in the shape; 3 of 10 cells. 3 in a row"),
        ("space", "^b2, in the shape; 4 of 10 cells. 4 in a T: 6 ways to win on this board."),
        ("shift+Tab", r"\bRows\b"),
        ("Down", "ways to win on this board"),
    ):
        listener.strike(key, comes)
    listener.press("Solve it", f"{LOADED} Solving")
    listener.expect(lambda: bool(listener.element("first-moves")), True, within=SOLVING)
    listener.hear("the game is solved", "first wins in 5 moves", alone=False)
    listener.desk.press("Tab")
    listener.strike("Return", r"^Row 1, column 1: empty, a1, draws\b")
    listener.strike("Right", r"^Row 1, column 2: empty, b1, draws\b")
    listener.strike("Return", f"{LOADED} Your turn: X")
    listener.play(listener.position.empty_cells[0])
    listener.focus("Show how")
    (last,) = listener.marked("data-last")
    listener.strike("Tab", rf"\b{listener.game.cell_names[last]}\b")


def befriended(listener: Listener, game: Game, moves: str, ends: str, *, invites: bool) -> None:
    """The *moves* of a game with a friend, X first, which *ends* in these words, and the rematch.
    The listener is X and *invites*, or is O and joins. The focus moves where the element that had
    it is gone, and its new place is said too.
    """
    friend = Visitor(listener.app.test_client())
    if invites:
        listener.visit("/with")
        listener.press("Get the link", LOADED)
        listener.press("Share the link", "^Link copied")
        friend.client.get("/with")  # gives the mark of a seat
        friend.address = urlsplit(listener.driver.current_url).path
        friend.post("join", htmx=False)
        listener.hear("the friend joins", "Your friend is here$", alone=False)
    else:
        friend.begin(game=game.key)
        listener.visit(friend.address)
        listener.press("Join", r"with a friend: you are O; your friend begins\.$", alone=False)
    me = Mark.X if invites else Mark.O
    cells = parse_game(game, moves)
    for ply, cell in enumerate(cells, 1):
        name, mover = game.cell_names[cell], Mark.X if ply % 2 else Mark.O
        if mover is me:
            told = rf"^{me.other} to move\. You played {name}\.$"
            listener.press(cell, told if ply < len(cells) else ends)
        else:
            friend.open()
            friend.post("moves", cell=cell)
            told = rf"^Your turn: {me}\. {mover} played {name}\.$"
            listener.hear(f"the friend plays {name}", told if ply < len(cells) else ends)
    friend.open()
    if invites:
        friend.post("rematch")
        listener.hear("the friend wants a rematch", "Your friend wants a rematch$")
        begins = r"you are O; your friend begins\.$"
        listener.press("Again, your friend starts", begins, alone=False)
    else:
        listener.press("Again, you start", r"your friend decides\.$")
        friend.open()
        friend.post("rematch")
        listener.hear("the friend agrees", r"you are X and begin\.$", alone=False)
    friend.open()
    friend.post("leave")
    listener.hear("the friend leaves", "Your friend has left$")


PLAYED: Mapping[str, Callable[[Listener], None]] = {
    "win": partial(against, game=TIC_TAC_TOE, opponent="easy", winner=Mark.X),
    "loss": partial(against, game=SQUARE, opponent="hard", winner=Mark.O),
    "draw": partial(against, game=TIC_TAC_TOE, opponent="medium", winner=None),
    "two-people": two_people,
    "watch": watching,
    "help": helped,
    "commands": commanded,
    "friend": lambda listener: befriended(
        listener, TIC_TAC_TOE, "a1b1a2b2a3", r"^X wins\..* You won\.$", invites=True
    ),
    "friend-square": lambda listener: befriended(
        listener, SQUARE, "b1a1d2a2c4b2a3", r"^X wins\..* Your friend won\.$", invites=False
    ),
    "return": returned,
    "stamp": stamped,
    "retry": retried,
    "replay": replayed,
    "puzzle": partial(puzzled, puzzle=load(SQUARE)[499]),
    "rush": rushed,
    "own-game": drawn,
    "lesson": lambda listener: pressed(
        listener,
        "/learn/forks?step=2",
        (parse_cell(TIC_TAC_TOE, "c2"), r"^Step 3 of 6\. c2 threatens once"),
        ("Back", f"{LOADED} Forks, 2 of 6"),
        ("Hint", r"^Step 2 of 6\. Find the fork as X\. Look for"),
        (parse_cell(TIC_TAC_TOE, "b2"), r"^Step 2 of 6\. That is it\."),
        ("Why not c2?", f"{LOADED} Forks, 3 of 6"),
        ("The other side", f"{LOADED} Forks, 4 of 6"),
        alone=False,  # a link in place of the one pressed is said too
    ),
    "search": lambda listener: pressed(
        listener,
        "/search/tic-tac-toe/XX.-OO.-...?by=alpha-beta",
        *((name, r"^Visit \d+") for name in ("Forward", "Forward", "Forward", "Next cut")),
    ),
    "sorted": lambda listener: pressed(
        listener,
        "/replay/tic-tac-toe/a1b2c3/moves?first=x",
        *((column, rf"^Sorted by: {column}\.$") for column in ("Odds", "Played by")),
    ),
}

TRANSLATED = ("win", "loss", "draw", "two-people", "watch", "help", "commands", "stamp", "replay")


def games_in(language: str) -> Iterable[str]:
    """The keys of the games that can be heard in this *language*: all in English."""
    return PLAYED if language == ENGLISH else TRANSLATED
