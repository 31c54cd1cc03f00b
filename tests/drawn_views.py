"""Pages and answers of the API drawn by lot, approved by their digests alone: what no view that was
chosen by hand comes by.
"""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from urllib.parse import urlencode

from ai.opponents import HUMAN, OPPONENTS
from ai.puzzles.store import puzzle_numbered
from ai.rules import NAMED
from ai.rules.games import GAMES
from tests.views import View, match
from webapp.game.session import Session
from webapp.learn.lessons import LESSONS

COUNT = 16  # of each kind
PEOPLE = ((1, 1), (1, 0), (0, 1), (1, 0), (0, 1), (0, 0))  # whether X, and whether O, is a person


def played(lots: Random) -> Session:
    """A match between players of any kind, after some moves that they may make."""
    game = lots.choice([*GAMES.values(), *NAMED.values()])
    computers = [key for key, it in OPPONENTS.items() if it.plays(game)]
    x, o = (HUMAN if it else lots.choice(computers) for it in lots.choice(PEOPLE))
    session = match(game, x=x, o=o).reseed(lots.randrange(1000))
    people = session.match.players.people
    if people and session.match.computer_to_move:
        session = replace(session, match=session.match.reply())
    for _ in range(lots.randrange(len(game.cells))):
        if not session.match.is_over:
            empty = session.match.position.empty_cells
            session = session.play(lots.choice(empty)) if people else session.step()
    return session


def a_match(lots: Random) -> View:
    """A match with what one asks for there."""
    session = played(lots)
    if session.match.players.people and not session.match.is_over:
        for _ in range(lots.choice((0, 0, 1, 2))):
            session = session.ask_hint()
        session = session.switch_values(on=True) if lots.random() < 0.3 else session
    players, plies = session.match.players, range(1, session.match.position.ply + 1)
    first = session.match.record.position_at(0).to_move
    told = [ply for ply in plies if players.computer(first if ply % 2 else first.other)]
    return View(f"/?why={lots.choice(told)}" if told and lots.random() < 0.5 else "/", session)


def a_replay(lots: Random) -> View:
    """A replay of a match, its table of moves or its frame."""
    session = played(lots)
    record, players = session.match.record, session.match.players
    query = {"first": "x", "x": players.x, "o": players.o}
    if record.moves and lots.random() < 0.8:
        query["ply"] = str(lots.randrange(len(record.moves) + 1))
    place = lots.choice(("", "", "", "", "/moves", "/embed"))
    if place != "/moves":
        query |= {it: "on" for it in ("values", "ideas", "programs") if lots.random() < 0.4}
        query |= {"story": "on"} if lots.random() < 0.3 else {}
    path = f"/replay/{record.game.key}/{record.text}"
    path = f"/embed{path}" if place == "/embed" else path + place
    return View(f"{path}?{urlencode(query)}")


def an_answer(lots: Random) -> View:
    session = played(lots)
    record, players = session.match.record, session.match.players
    question = lots.choice(("values", "moves", "why", "review"))
    query = {"x": players.x, "o": players.o} if question in {"why", "review"} else {}
    return View(f"/api/{question}/{record.game.key}/{record.text}?{urlencode(query)}")


def a_puzzle(lots: Random) -> View:
    game = lots.choice([*GAMES.values()])
    puzzle = puzzle_numbered(game, lots.randrange(1, 150))
    tries = lots.sample(puzzle.position.empty_cells, lots.randrange(2))
    query = {"moves": game.cell_names[tries[0]]} if tries else {"hint": f"{lots.randrange(1, 4)}"}
    return View(f"/puzzles/{game.key}/{puzzle.number}?{urlencode(query)}")


def a_lesson(lots: Random) -> View:
    lesson = lots.choice([*LESSONS.values()])
    return View(f"/learn/{lesson.key}?step=4&cell={lots.choice(lesson.board(4).empty_cells)}")


def a_search(lots: Random) -> View:
    query = {"by": lots.choice(("minimax", "alpha-beta")), "at": lots.randrange(1, 20)}
    query |= {"window": lots.choice(("infinite", "textbook"))} if lots.random() < 0.5 else {}
    path = "".join(lots.sample(GAMES["tic-tac-toe"].cell_names, 4))
    return View(f"/search/tic-tac-toe/{path}?{urlencode(query)}")


def a_list(lots: Random) -> View:
    """A set of puzzles, a sheet of them, a part of the atlas or of the strengths."""
    theme, game = lots.choice(("fork", "block", "quiet")), lots.choice([*GAMES])
    least = lots.randrange(1, 5)
    return View(
        lots.choice(
            (
                f"/puzzles?game={game}&theme={theme}&grade={least}-{least + 2}",
                f"/puzzles/sheet?game={game}&theme={theme}&seed={least}",
                f"/games/atlas?who={lots.choice(('first', 'draw'))}",
                f"/learn/strength?game={game}&of={lots.choice(('easy', 'medium', 'hard'))}",
            )
        )
    )


KINDS = {
    kind.__name__.removeprefix("a_").removeprefix("an_"): kind
    for kind in (a_match, a_replay, an_answer, a_puzzle, a_lesson, a_search, a_list)
}
NAMES = [f"{kind}-{n}" for n in range(COUNT) for kind in KINDS]


def drawn() -> Mapping[str, View]:
    """The views of all :data:`NAMES`, each drawn with its name as the seed."""
    return {name: KINDS[name.partition("-")[0]](Random(name)) for name in NAMES}  # noqa: S311
