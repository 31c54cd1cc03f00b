"""The stored puzzles: a text file for each game. The number of a puzzle is that of its line.

A line has the rows of the position, or the moves of a game with a mistake to find; the right
answers; the plies, 0 without any; the theme; the difficulty; and how often opponents fail, if ever:
`easy=0.375`. A number stands in addresses, so a later release may append lines and never move one.
"""

from collections.abc import Collection
from pathlib import Path

from ai.exact import tablebase
from ai.messages import N_, Refusal
from ai.puzzles.answers import answers_text, game_to_x, parse_answers
from ai.puzzles.puzzle import Puzzle, Theme
from ai.rules import GAMES, Game, game_text, parse_game, remembering

NO_PUZZLES = N_("%(game)s has no puzzles.")
FOLDER = Path(__file__).parent / "tables"


def store(game: Game, puzzles: list[Puzzle]) -> Path:
    """Write *puzzles*, numbered from 1, to the file of *game*, and return the file's path."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{game.key}.txt"
    path.write_text(text(puzzles), "ascii", newline="\n")
    return path


def text(puzzles: list[Puzzle]) -> str:
    """*puzzles*, numbered from 1, as they are stored."""
    return "".join(f"{_line(puzzle)}\n" for puzzle in puzzles)


@remembering(32)
def load(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of *game* by number: from its file, else from its table, else found now. A game
    of the house without a file has none. The games used last are cached.

    :raises TablebaseError: if the table of a game without a file cannot be read.
    """
    path, stored = FOLDER / f"{game.key}.txt", ""
    if path.exists():
        stored = path.read_text("ascii")
    elif game.key not in GAMES:
        from ai.puzzles.finding import sample  # noqa: PLC0415 - which reads those stored

        if (found := tablebase.load(game).puzzles) is None:
            return tuple(sample(game))
        stored = found
    lines = enumerate(stored.splitlines(), start=1)
    return tuple(_read(game, number, line) for number, line in lines)


def hardest(game: Game) -> Puzzle | None:
    """The hardest puzzle of *game*; None if it has none. Errors as in :func:`load`."""
    return max(load(game), key=lambda puzzle: puzzle.level, default=None)


def chosen(
    game: Game | None = None,
    themes: Collection[Theme] = (),
    plies: Collection[int] = (),
    grades: Collection[int] = (),
) -> list[Puzzle]:
    """The stored puzzles of *game*, or of all, of these *plies* and *grades* that have one of these
    *themes*, in their order.

    An empty condition lets all pass. A draw to hold has no plies, so *plies* leave it out.
    """
    return [
        it
        for each in ([game] if game else GAMES.values())
        for it in load(each)
        if (not themes or it.theme in themes)
        and (not plies or it.plies in plies)
        and (not grades or it.grade in grades)
    ]


def puzzle_numbered(game: Game, number: int) -> Puzzle:
    """The puzzle of *game* with this *number*.

    :raises Refusal: if there is none.
    """
    puzzles = load(game)
    if not puzzles:
        raise Refusal(NO_PUZZLES, game=game.name)
    if not 1 <= number <= len(puzzles):
        raise Refusal(
            N_("%(game)s has no puzzle %(number)s, only 1 to %(last)s."),
            game=game.name,
            number=number,
            last=len(puzzles),
        )
    return puzzles[number - 1]


def _line(puzzle: Puzzle) -> str:
    right, plies = answers_text(puzzle.game, puzzle.theme, puzzle.right), str(puzzle.plies or 0)
    rows = game_text(puzzle.game, puzzle.moves) or puzzle.rows
    start = [rows, right, plies, puzzle.theme, repr(puzzle.difficulty)]
    return " ".join([*start, *(f"{key}={share!r}" for key, share in puzzle.failing.items())])


def _read(game: Game, number: int, line: str) -> Puzzle:
    rows, right, plies, name, difficulty, *failing = line.split()
    pairs, theme = (entry.split("=") for entry in failing), Theme(name)
    moves = parse_game(game, rows) if theme is Theme.MISTAKE else ()
    return Puzzle(
        number,
        game,
        game_to_x(game, moves).position.rows if moves else rows,
        parse_answers(game, theme, right),
        int(plies) or None,
        theme,
        float(difficulty),
        {opponent: float(share) for opponent, share in pairs},
        moves,
    )
