"""Strategies for any match, for laws about all matches."""

from dataclasses import replace

from hypothesis import strategies as st

from ai.opponents import HUMAN, OPPONENTS
from ai.rules.games import GAMES, TIC_TAC_TOE, Game, game_for
from ai.rules.position import Mark, Position
from ai.rules.record import Record
from ai.study.study import study
from tests.model import Model, replay
from webapp.board.players import Players
from webapp.game.match import Help, Match, Retry
from webapp.game.score import Score, Tally
from webapp.game.session import Reset, Session
from webapp.serving.params import SEEDS


def players(game: Game) -> list[str]:
    return [HUMAN, *(opponent.key for opponent in OPPONENTS.values() if opponent.plays(game))]


# Strategies in frequent use are made once.
OWN = [game_for(text) for text in ("3x3-a1b1c2", "4x2-a1b1-!c1d2", "3x3-!a1b1c1-a1b2c3")]
ANY = (*GAMES.values(), *OWN)
games = st.sampled_from(ANY)
firsts = st.sampled_from("XO")
orders = {game: st.permutations(game.cells) for game in ANY}
anyone = {game: st.sampled_from(players(game)) for game in ANY}
helps = st.lists(st.tuples(st.integers(0, 16), st.sampled_from(Help)), max_size=5)
tried = st.sets(st.integers(0, 8), max_size=2)
seeds = st.sampled_from(SEEDS) | st.sampled_from([SEEDS[0], SEEDS[-1]])
counts = st.integers(0, 2**53 - 1) | st.integers(0, 9)
names = st.sampled_from([HUMAN, *OPPONENTS])
pairs = st.tuples(names, names).map(lambda pair: (min(pair), max(pair)))
scores = st.dictionaries(pairs, st.tuples(*[counts] * 5).map(Tally._make), max_size=3).map(Score)


@st.composite
def models(
    draw: st.DrawFn, game: Game, *, set_up: bool | None = None, over: bool | None = None
) -> Model:
    """Any moves in *game*; *set_up* demands or forbids marks at the start, *over* the end."""
    plain = Model(game.key, first=draw(firsts))
    replay(plain, draw(orders[game]))
    if not over:
        end = len(plain.moves) - (over is False)
        del plain.moves[draw(st.integers(min(1, end) if set_up else 0, end)) :]
    if set_up is None:
        set_up = draw(st.booleans())
    if set_up and plain.moves:
        plain.set_up = draw(st.integers(1, len(plain.moves)))
    return plain


def records(game: Game) -> st.SearchStrategy[Record]:
    """Any record of *game*."""
    return models(game).map(record_of)


@st.composite
def matches(
    draw: st.DrawFn,
    *,
    x: str | None = None,
    o: str | None = None,
    set_up: bool | None = None,
    over: bool | None = None,
) -> Match:
    """Any match; *x* and *o* play it, if given. *set_up* and *over* as in :func:`models`."""
    game = draw(games)
    if not {x, o} - {None} <= {*players(game)}:
        game = TIC_TAC_TOE  # every opponent plays it
    record = record_of(draw(models(game, set_up=set_up, over=over)))
    plies = record.plies
    match = Match(
        record,
        Players(x or draw(anyone[game]), o or draw(anyone[game])),
        draw(seeds),
        help=frozenset((ply, kind) for ply, kind in draw(helps) if ply in plies),
    )
    decisions = [
        ply
        for ply in game.cells[record.start.ply :]
        if not match.players.computer(record.mover_at(ply))
    ]
    if draw(st.booleans()) and decisions:
        match = replace(match, retry=Retry(draw(st.sampled_from(decisions))))
    if match.is_puzzle:
        values = study(match.position).values
        best = max(exact.value for exact in values.values())
        failing = sorted(cell for cell in draw(tried) & values.keys() if values[cell].value < best)
        match = replace(match, retry=Retry(record.ply, tuple(failing)))
    return match


any_match = matches()


@st.composite
def sessions(draw: st.DrawFn, match: st.SearchStrategy[Match] = any_match) -> Session:
    left = draw(st.lists(any_match, max_size=2))
    present, *left = (replace(one, uncounted=draw(st.booleans())) for one in (draw(match), *left))
    flags = st.tuples(*(st.booleans() for _ in range(max(len(left), 1) + 1)))
    return Session(
        present,
        draw(scores),
        values=draw(st.booleans()),
        matches_left=tuple(left),
        reset=draw(st.none() | st.builds(Reset, scores, flags)),
    )


def record_of(model: Model) -> Record:
    """The record of the same game, marks that were set up at its start."""
    start = Position(game_for(model.game), to_move=Mark(model.first))
    for cell in model.moves[: model.set_up]:
        start = start.play(cell)
    return Record(start, tuple(model.made))


def model_of(match: Match) -> Model:
    """The *match*, without its score, as the model has it."""
    record, retry = match.record, match.retry
    plain = Model(record.game.key, match.players.x, match.players.o, record.first)
    plain.moves = [*marks_in_turn(record.start, plain.first), *record.moves]
    plain.set_up = record.start.ply
    plain.help = {(ply, kind.value) for ply, kind in match.help}
    plain.retry = retry.ply if retry else None
    plain.forgotten = plain.over
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


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)
