"""Any match, for laws that hold of all."""

from hypothesis import strategies as st

from ai.games import GAMES, Game
from ai.opponents import HUMAN, OPPONENTS
from ai.position import Mark
from tests.model import Model, replay
from webapp.match import SEEDS, Help, Match
from webapp.score import Score, Tally

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
    return Score(draw(st.dictionaries(pairs, st.builds(Tally, *[counts] * 5))))


@st.composite
def matches(draw: st.DrawFn, *, x: str | None = None, o: str | None = None) -> Match:
    """Any match, finished ones among them; *x* and *o* play it, if given."""
    suited = [
        game
        for game in GAMES.values()
        if all(player is None or player in players(game) for player in (x, o))
    ]
    game = draw(st.sampled_from(suited))
    anyone = st.sampled_from(players(game))
    first = draw(st.sampled_from(Mark))
    plain = Model(game.key, first=first)
    order = draw(st.permutations(game.cells))
    replay(plain, order[: draw(st.integers(0, len(order)))])
    ply = len(plain.moves)
    plies = st.integers(0, ply)
    helped = st.tuples(plies, st.sampled_from(Help))
    return Match(
        game=game,
        x=x or draw(anyone),
        o=o or draw(anyone),
        first=first,
        seed=draw(seeds),
        moves=tuple(plain.moves),
        score=draw(scores()),
        counts=draw(st.booleans()),
        set_up=draw(plies),
        help=draw(st.frozensets(helped, max_size=3)),
        retry=draw(st.none() | st.integers(0, min(ply, len(game.cells) - 1))),
    )


def model_of(match: Match) -> Model:
    """The same match, without its score, as the model has it."""
    plain = Model(match.game.key, match.x, match.o, match.first)
    assert replay(plain, match.moves)
    return plain
