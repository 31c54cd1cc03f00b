"""The page on strength: every opponent against every other, exactly, and how each can be beaten."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ai.explain.values import in_percent
from ai.language import N_, _
from ai.odds import strength
from ai.opponents import HUMAN
from ai.opponents.policy import Opponent
from ai.rules.games import GAMES, Game
from ai.rules.position import Mark, Position
from ai.rules.record import Record
from webapp.board.parts import Part, UncachedPart, address
from webapp.board.players import Players
from webapp.match.score import Score
from webapp.replay.replay import Replay


@dataclass(frozen=True, slots=True)
class Results:
    """How often somebody wins, draws and loses, in *figures*; none before the first game. A bar
    shows the shares *wins* and *draws*, 0 to 100. *label* begins with the figures and names
    them, on a button that starts such a match at the address *start*.
    """

    label: str
    start: str
    figures: tuple[str, ...]
    wins: float
    draws: float

    @classmethod
    def of(
        cls, label: str, players: Players, figures: Sequence[str], shares: Sequence[float]
    ) -> "Results":
        """The results of these *figures*; *shares*, of wins, draws and losses, are 0 to 1."""
        start = address("match.start", x=players.x, o=players.o)
        wins, draws, _losses = (round(100 * share, 1) for share in shares)
        return cls(label, start, tuple(figures), wins, draws)


def meeting(game: Game, x: Opponent, o: Opponent, mark: Mark, digits: int) -> Results:
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
    return Results.of(label, Players(x.key, o.key), figures, shares)


def own_results(score: Score, opponent: Opponent) -> Results:
    """The results of the visitor against *opponent* by the *score*: counts of games."""
    counts = score.between(HUMAN, opponent.key)[:3]
    players, name = Players(HUMAN, opponent.key), _(opponent.name)
    if not (games := sum(counts)):
        label = _("You against %(opponent)s: no game yet.", opponent=name)
        return Results.of(label, players, (), (0, 0, 0))
    wins, draws, losses = counts
    label = _(
        "%(wins)s, %(draws)s, %(losses)s: your wins, draws and losses against %(opponent)s.",
        opponent=name,
        wins=wins,
        draws=draws,
        losses=losses,
    )
    return Results.of(label, players, [*map(str, counts)], [count / games for count in counts])


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an opponent can be beaten, in words, and a *replay* of the game that does so; None
    if it never loses.
    """

    says: str
    replay: Replay | None


def verdict(game: Game, player: Opponent, mark: Mark) -> Verdict:
    """Whether *player* can be beaten if it holds *mark* and X begins."""
    weakness = strength.load(game).weaknesses[player.key, mark]
    line = weakness.certain or weakness.shortest
    if not line:
        return Verdict(_("never"), None)
    players = Players().replace(mark, player.key)
    says = (
        N_("for sure, within %(plies)s plies")
        if weakness.certain
        else N_("with luck, in %(plies)s plies")
    )
    replay = Replay.of(Record(Position(game), line), players).at(0)
    return Verdict(_(says, plies=len(line)), replay)


@dataclass(frozen=True, slots=True)
class CrossRows(Part, rendered_by=("learn/strength.html", "cross_rows")):
    """The rows of the cross table of a *game*, with a mark on the row of the opponent *of*."""

    game: Game
    of: Opponent

    @property
    def rows(self) -> Iterator[tuple[Opponent, list[Results]]]:
        """Each opponent, and its results if it begins."""
        players = strength.players(self.game)
        for x in players:
            yield x, [meeting(self.game, x, o, Mark.X, 0) for o in players]


@dataclass(frozen=True, slots=True)
class Figures(Part, rendered_by=("learn/strength.html", "figures")):
    """The results of the opponent *of* against each at a *game*, moving first and second."""

    game: Game
    of: Opponent

    @property
    def rows(self) -> Iterator[tuple[Opponent, tuple[Results, Results]]]:
        """Each opponent, and the results against it."""
        for other in strength.players(self.game):
            first = meeting(self.game, self.of, other, Mark.X, 1)
            yield other, (first, meeting(self.game, other, self.of, Mark.O, 1))


@dataclass(frozen=True, slots=True)
class Verdicts(Part, rendered_by=("learn/strength.html", "verdicts")):
    """Whether each opponent of a *game* can be beaten."""

    game: Game

    @property
    def rows(self) -> Iterator[tuple[Opponent, tuple[Verdict, Verdict]]]:
        """Each opponent, and whether it can be beaten if it moves second, and first."""
        for player in strength.players(self.game):
            second = verdict(self.game, player, Mark.O)
            yield player, (second, verdict(self.game, player, Mark.X))


@dataclass(frozen=True, slots=True)
class StrengthPage(UncachedPart, rendered_by=("learn/strength.html", "strength_page")):
    """The strength of all at a *game*, the figures *of* an opponent, and the visitor's *score*."""

    title: ClassVar = N_("How strong is each opponent, exactly?")
    description: ClassVar = N_(
        "Every computer player against every other, at tic-tac-toe and Square: how often each wins,"
        " exactly, and who can be beaten for sure."
    )

    games: ClassVar = tuple(GAMES.values())

    game: Game
    of: Opponent
    score: Score

    @property
    def players(self) -> list[Opponent]:
        """The opponents that play the game."""
        return strength.players(self.game)

    @property
    def own(self) -> list[Results]:
        """The results of the visitor against each, at both games."""
        return [own_results(self.score, opponent) for opponent in self.players]

    @property
    def own_words(self) -> str:
        """The results of the visitor against the chosen opponent."""
        return own_results(self.score, self.of).label

    @property
    def cross_rows(self) -> CrossRows:
        """The rows of the cross table."""
        return CrossRows(self.game, self.of)

    @property
    def figures(self) -> Figures:
        """The figures of the chosen opponent."""
        return Figures(self.game, self.of)

    @property
    def verdicts(self) -> Verdicts:
        """Whether each can be beaten."""
        return Verdicts(self.game)
