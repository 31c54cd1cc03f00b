"""The strength of every opponent against every other, exactly, and how each can be beaten."""

from collections.abc import Sequence
from typing import NamedTuple

from ai.language import N_, _
from ai.odds import strength
from ai.opponents import HUMAN
from ai.opponents.policy import Opponent
from ai.rules.games import Game
from ai.rules.position import Mark, Position
from ai.rules.record import Record
from ai.words.values import in_percent
from webapp.board.players import Players
from webapp.game.score import Score
from webapp.replay.replay import Replay

OwnCounts = tuple[tuple[int, ...], ...]
"""Wins, draws and losses of the visitor against each opponent at a game."""


class Results(NamedTuple):
    """How often one of *players* wins, draws and loses, in *figures*; none before the first game.
    *label* begins with the figures and names them. *wins* and *draws* are shares, 0 to 100.
    """

    label: str
    players: Players
    figures: Sequence[str]
    wins: float
    draws: float


class Beatable(NamedTuple):
    """Whether an opponent can be beaten, in words, and a replay of a game that does so, if any."""

    says: str
    replay: Replay | None


def _results(
    label: str, players: Players, figures: Sequence[str], shares: Sequence[float]
) -> Results:
    """The results of these *figures*; *shares*, of wins, draws and losses, are 0 to 1."""
    wins, draws, _losses = (round(100 * share, 1) for share in shares)
    return Results(label, players, figures, wins, draws)


def _meeting(game: Game, x: Opponent, o: Opponent, mark: Mark, digits: int) -> Results:
    """The results of *mark* when *x* begins against *o*, in percent with so many digits."""
    odds = strength.load(game).odds[x.key, o.key]
    shares = [float(share) for share in (odds.x_wins, odds.draws, odds.o_wins)]
    shares = shares if mark is Mark.X else shares[::-1]
    figures = [in_percent(share, digits) for share in shares]
    wins, draws, losses = figures
    label = _(
        "%(wins)s, %(draws)s, %(losses)s: wins, draws and losses of %(player)s in percent when"
        " %(x)s begins against %(o)s.",
        x=_(x.name),
        o=_(o.name),
        player=_((x if mark is Mark.X else o).name),
        wins=wins,
        draws=draws,
        losses=losses,
    )
    return _results(label, Players(x.key, o.key), figures, shares)


def own_counts(game: Game, score: Score) -> OwnCounts:
    """The visitor's wins, draws and losses against each opponent at *game*, by the *score*."""
    return tuple(score.between(HUMAN, it.key)[:3] for it in strength.players(game))


def own_results(game: Game, counts: OwnCounts) -> dict[Opponent, Results]:
    """The results of the visitor against each opponent at *game*: counts of games."""
    pairs = zip(strength.players(game), counts, strict=True)
    return {opponent: _own(opponent, *counted) for opponent, counted in pairs}


def _own(opponent: Opponent, wins: int, draws: int, losses: int) -> Results:
    players, name = Players(HUMAN, opponent.key), _(opponent.name)
    if not (games := wins + draws + losses):
        label = _("You against %(opponent)s: no game yet.", opponent=name)
        return _results(label, players, (), (0, 0, 0))
    label = _(
        "%(wins)s, %(draws)s, %(losses)s: your wins, draws and losses against %(opponent)s.",
        opponent=name,
        wins=wins,
        draws=draws,
        losses=losses,
    )
    counts = (wins, draws, losses)
    return _results(label, players, [*map(str, counts)], [count / games for count in counts])


def cross_table(game: Game) -> dict[Opponent, list[Results]]:
    """The results of each opponent against each, itself included, if it begins."""
    players = strength.players(game)
    return {x: [_meeting(game, x, o, Mark.X, 0) for o in players] for x in players}


def in_both_seats(game: Game, of: Opponent) -> dict[Opponent, tuple[Results, Results]]:
    """The results of the opponent *of* against each, moving first and second."""
    return {
        it: (_meeting(game, of, it, Mark.X, 1), _meeting(game, it, of, Mark.O, 1))
        for it in strength.players(game)
    }


def verdicts(game: Game) -> dict[Opponent, tuple[Beatable, Beatable]]:
    """Whether each opponent can be beaten if it moves second, and first."""
    return {
        player: (_verdict(game, player, Mark.O), _verdict(game, player, Mark.X))
        for player in strength.players(game)
    }


def _verdict(game: Game, player: Opponent, mark: Mark) -> Beatable:
    """Whether *player* can be beaten if it holds *mark* and X begins."""
    weakness = strength.load(game).weaknesses[player.key, mark]
    line = weakness.certain or weakness.shortest
    if not line:
        return Beatable(_("never"), None)
    players = Players().replace(mark, player.key)
    says = (
        N_("for sure, within %(plies)s plies")
        if weakness.certain
        else N_("with luck, in %(plies)s plies")
    )
    replay = Replay.of(Record(Position(game), line), players).at(0)
    return Beatable(_(says, plies=len(line)), replay)
