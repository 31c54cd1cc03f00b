"""The strength of every opponent against every other, exactly, and how each can be beaten."""

from collections.abc import Sequence

from ai.odds import strength
from ai.opponents import HUMAN
from ai.opponents.policy import Opponent
from ai.rules import Game, Mark, Position, Record
from ai.words.values import in_percent
from webapp.board.players import Players
from webapp.game.score import Score
from webapp.replay.replay import Replay

OwnCounts = tuple[tuple[int, ...], ...]
"""Wins, draws and losses of the visitor against each opponent at a game."""

Results = dict[str, object]

Beaten = tuple[Replay | None, bool]
"""A game in which an opponent is beaten, None if it never is, and whether that needs no luck."""


def _results(players: Players, figures: list[str], shares: Sequence[float]) -> Results:
    """How often one of *players* wins, draws and loses, in *figures*, none before the first game;
    of the *shares*, 0 to 1, *wins* and *draws* in percent.
    """
    wins, draws, _losses = (round(100 * share, 1) for share in shares)
    return {"players": players, "figures": figures, "wins": wins, "draws": draws}


def _meeting(game: Game, x: Opponent, o: Opponent, mark: Mark, digits: int) -> Results:
    """The results of *mark* when *x* begins against *o*, in percent with so many digits."""
    odds = strength.load(game).odds[x.key, o.key]
    shares = [float(share) for share in (odds.x_wins, odds.draws, odds.o_wins)]
    shares = shares if mark is Mark.X else shares[::-1]
    return _results(Players(x.key, o.key), [in_percent(share, digits) for share in shares], shares)


def own_counts(game: Game, score: Score) -> OwnCounts:
    """The visitor's wins, draws and losses against each opponent at *game*, by the *score*."""
    return tuple(score.between(HUMAN, it.key)[:3] for it in strength.players(game))


def own_results(game: Game, counts: OwnCounts) -> dict[Opponent, Results]:
    """The results of the visitor against each opponent at *game*: counts of games."""
    return {
        opponent: _results(
            Players(HUMAN, opponent.key),
            [*map(str, counted)] if any(counted) else [],
            [count / max(sum(counted), 1) for count in counted],
        )
        for opponent, counted in zip(strength.players(game), counts, strict=True)
    }


def cross_table(game: Game) -> dict[Opponent, dict[Opponent, Results]]:
    """The results of each opponent against each, itself included, if it begins."""
    players = strength.players(game)
    return {x: {o: _meeting(game, x, o, Mark.X, 0) for o in players} for x in players}


def in_both_seats(game: Game, of: Opponent) -> dict[Opponent, tuple[Results, Results]]:
    """The results of the opponent *of* against each, moving first and second."""
    return {
        it: (_meeting(game, of, it, Mark.X, 1), _meeting(game, it, of, Mark.O, 1))
        for it in strength.players(game)
    }


def verdicts(game: Game) -> dict[Opponent, tuple[Beaten, Beaten]]:
    """How each opponent is beaten if it moves second, and first."""
    return {
        player: (_verdict(game, player, Mark.O), _verdict(game, player, Mark.X))
        for player in strength.players(game)
    }


def _verdict(game: Game, player: Opponent, mark: Mark) -> Beaten:
    """How *player* is beaten if it holds *mark* and X begins."""
    weakness = strength.load(game).weaknesses[player.key, mark]
    line, players = weakness.certain or weakness.shortest, Players().replace(mark, player.key)
    replay = Replay.of(Record(Position(game), line), players).at(0) if line else None
    return replay, weakness.certain is not None
