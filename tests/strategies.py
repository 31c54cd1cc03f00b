"""Any match, for laws that hold of all."""

from hypothesis import strategies as st

from ai.games import GAMES, Game
from ai.opponents import HUMAN, OPPONENTS
from ai.position import Mark, Position
from ai.record import Record
from tests.model import Model, replay
from webapp.match.match import Help, Match, Retry
from webapp.match.score import Score, Tally
from webapp.match.session import Session
from webapp.params import SEEDS
from webapp.players import Players

seeds = st.sampled_from(SEEDS) | st.sampled_from([SEEDS[0], SEEDS[-1]])
counts = st.integers(0, 2**53 - 1) | st.integers(0, 9)


def players(game: Game) -> list[str]:
    """Who can play *game*."""
    return [HUMAN, *(opponent.key for opponent in OPPONENTS.values() if opponent.plays(game))]


@st.composite
def scores(draw: st.DrawFn) -> Score:
    """Any score."""
    keys = st.sampled_from([HUMAN, *OPPONENTS])
    pairs = st.tuples(keys, keys).filter(lambda pair: pair[0] <= pair[1])
    return Score(draw(st.dictionaries(pairs, st.builds(Tally, *[counts] * 5), max_size=3)))


@st.composite
def records(
    draw: st.DrawFn, game: Game, *, set_up: bool | None = None, over: bool | None = None
) -> Record:
    """Any record of *game*: with marks at the start or not, if *set_up* says so, and of a finished
    game or not, if *over* does.
    """
    plain = Model(game.key, first=draw(st.sampled_from("XO")))
    replay(plain, draw(st.permutations(game.cells)))
    if not over:
        end = len(plain.moves) - (over is False)
        del plain.moves[draw(st.integers(min(1, end) if set_up else 0, end)) :]
    if plain.moves and (draw(st.booleans()) if set_up is None else set_up):
        plain.set_up = draw(st.integers(1, len(plain.moves)))
    return record_of(plain)


@st.composite
def matches(
    draw: st.DrawFn,
    *,
    x: str | None = None,
    o: str | None = None,
    set_up: bool | None = None,
    over: bool | None = None,
) -> Match:
    """Any match; *x* and *o* play it, if given. *set_up* and *over* as in :func:`records`."""
    suited = [
        game
        for game in GAMES.values()
        if all(player is None or player in players(game) for player in (x, o))
    ]
    game = draw(st.sampled_from(suited))
    anyone = st.sampled_from(players(game))
    record = draw(records(game, set_up=set_up, over=over))
    plies = st.sampled_from(record.plies)
    tried = st.sets(st.sampled_from(game.cells), max_size=2).map(sorted).map(tuple)
    helped = st.tuples(plies, st.sampled_from(Help))
    return Match(
        record,
        Players(x or draw(anyone), o or draw(anyone)),
        draw(seeds),
        help=draw(st.frozensets(helped, max_size=3)),
        retry=draw(
            st.none()
            | st.builds(Retry, plies.map(lambda ply: min(ply, len(game.cells) - 1)), tried)
        ),
    )


@st.composite
def sessions(draw: st.DrawFn, match: st.SearchStrategy[Match] | None = None) -> Session:
    """Any session, with the *match* if given."""
    return Session(
        draw(matches() if match is None else match),
        draw(scores()),
        values=draw(st.booleans()),
        forgotten=draw(st.booleans()),
    )


def record_of(model: Model) -> Record:
    """The record of the same game, marks that were set up at its start."""
    masks = {"X": 0, "O": 0}
    for ply, cell in enumerate(model.moves[: model.set_up]):
        masks[model.mover_at(ply)] |= 1 << cell
    start = Position(GAMES[model.game], masks["X"], masks["O"], Mark(model.mover_at(model.set_up)))
    return Record(start, tuple(model.made))


def model_of(match: Match) -> Model:
    """The same match, without its score, as the model has it."""
    record, retry = match.record, match.retry
    plain = Model(record.game.key, match.players.x, match.players.o, record.first)
    plain.moves = [*marks_in_turn(record.start, plain.first), *record.moves]
    plain.set_up = record.start.ply
    plain.help = {(ply, kind.value) for ply, kind in match.help}
    plain.retry = retry.ply if retry else None
    return plain


def marks_in_turn(position: Position, first: str) -> list[int]:
    """The cells of the marks in *position*, by turns from the mark that began."""
    cells = {
        mark: [cell for cell in position.game.cells if position.mark_at(cell) == mark]
        for mark in "XO"
    }
    count = sum(map(len, cells.values()))
    second = "O" if first == "X" else "X"
    return [cells[second if ply % 2 else first][ply // 2] for ply in range(count)]
