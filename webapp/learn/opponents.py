"""The opponents as their pages show them: how each decides a few positions, how strong it is,
exactly, and how it can be beaten.

The sentences stand in `templates/learn/opponents.html`. Tests check them against the programs.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby

from ai.exact.value import winners_moves
from ai.explain import explain_move
from ai.language import _, listed, number
from ai.odds import strength
from ai.odds.arena import Probability
from ai.opponents import HUMAN
from ai.opponents.policy import Opponent
from ai.rules import SQUARE, TIC_TAC_TOE, Game, Mark, Position, Record, parse
from ai.study.study import JudgedMove, study
from ai.words.values import in_percent, outlook
from webapp.board.players import Players, level
from webapp.game.score import Score
from webapp.replay.replay import Replay

THREAT = parse(TIC_TAC_TOE, "XX. .O. ...")
TWO_CORNERS = parse(TIC_TAC_TOE, "X.. .O. ..X")
ONE_CORNER = parse(TIC_TAC_TOE, "X.. ... ...")

# Positions in which an opponent shows how it thinks; the template tells what to see in each.
EXAMPLES = {
    "easy": (THREAT,),
    "medium": (THREAT, TWO_CORNERS),
    "hard": (parse(SQUARE, ".O.. .O.. .XX. ..O."),),
    "unbeatable": (parse(TIC_TAC_TOE, "X.. .O. ..."), parse(SQUARE, ".... .X.. .... ....")),
    "rules": (TWO_CORNERS,),
    "chain": (parse(TIC_TAC_TOE, ".X. XO. ..."),),
    "minimax": (ONE_CORNER, TWO_CORNERS),
    "alpha-beta": (ONE_CORNER, TWO_CORNERS),
}

OwnCounts = tuple[tuple[int, ...], ...]
"""Wins, draws and losses of the visitor against each opponent at a game."""


def card(opponent: Opponent) -> dict[str, object]:
    """The card of *opponent*: its level from 1, 0 for a classic program, and what is known of its
    strength. One without an example of its own shows how it meets a threat.
    """
    positions = [it for it in EXAMPLES.get(opponent.key, (THREAT,)) if opponent.plays(it.game)]
    return {
        "opponent": opponent,
        "level": level(opponent),
        "is_beaten": any(losses(opponent).values()),
        "figures": _figures(opponent),
        "demonstrations": [_demonstration(opponent, it) for it in positions],
    }


def never_lose(opponents: Iterable[Opponent]) -> bool:
    """Whether none of *opponents* ever loses at any of its games."""
    return all(losses(it) == dict.fromkeys(it.games, False) for it in opponents)


def only_games(opponents: Iterable[Opponent]) -> str:
    """The games that all of *opponents* play in words, if they are the same and not all games."""
    played = {opponent.games for opponent in opponents}
    return listed(_(game.name) for game in played.pop()) if len(played) == 1 else ""


def losses(opponent: Opponent) -> dict[Game, bool]:
    """Whether *opponent* ever loses, by the games of which that is known."""
    known = [game for game in strength.games() if opponent.plays(game)]
    weak = {game: strength.load(game).weaknesses for game in known}
    return {game: any(weak[game][opponent.key, mark].shortest for mark in Mark) for game in known}


def _percent(share: Probability) -> float:
    return round(100 * float(share), 1)


def _figures(opponent: Opponent) -> dict[str, object]:
    """The figures of its strength by their names. It meets random play at tic-tac-toe, moving
    second or first; *yardstick* has wins, draws and losses of 100 games, moving second. *moves*,
    and *square* at Square, are the winner's in a game that beats it.
    """
    if not opponent.plays(TIC_TAC_TOE):
        return {}
    odds = strength.load(TIC_TAC_TOE).odds
    first, second = odds[opponent.key, "easy"], odds["easy", opponent.key]
    won = Fraction(second.o_wins)
    found: dict[str, object] = {
        "first_wins": number(_percent(first.x_wins), 1),
        "first_losses": number(_percent(first.o_wins), 1),
        "wins": number(_percent(second.o_wins), 1),
        "losses": number(_percent(second.x_wins), 1),
        "yardstick": [*map(_percent, (second.o_wins, second.draws, second.x_wins))],
        "won": won.numerator,
        "games": won.denominator,
        "exactly": number(100 * float(won), 2),
    }
    for game, moves in (TIC_TAC_TOE, "moves"), (SQUARE, "square"):
        weakness = strength.load(game).weaknesses.get((opponent.key, Mark.O))
        if weakness and (line := weakness.certain or weakness.shortest):
            found[moves] = winners_moves(len(line))
    if never := [_(game.name) for game, lost in losses(opponent).items() if not lost]:
        found["unbeaten"] = listed(never)
    return found


def _demonstration(opponent: Opponent, position: Position) -> dict[str, object]:
    """The *position* as *opponent* decides it: its move on *cell*, with *reason* and diagrams, the
    values of all moves that it would make, and a replay to try the position.
    """
    here = study(position)
    moves = [here.moves[cell] for cell in here.decision(opponent).cells]
    explanation = explain_move(moves[0], opponent)
    return {
        "cell": moves[0].name,
        "reason": explanation.text,
        "diagrams": explanation.diagrams,
        "worth": _worth(moves),
        "replay": Replay.of(Record(position)).switched("programs"),
    }


def _worth(moves: Iterable[JudgedMove]) -> str:
    """The values of *moves*, those of one value together, the best first."""
    by_rank = sorted(moves, key=lambda judged: judged.exact.rank, reverse=True)
    groups = []
    for exact, alike in groupby(by_rank, key=lambda judged: judged.exact):
        together = list(alike)
        names = ", ".join(one.name for one in together)
        said = outlook(exact, together[0].mark)
        groups.append(_("%(cells)s: %(outlook)s", cells=names, outlook=said))
    return _("; ").join(groups)


# The page of strengths.


def _results(players: Players, figures: list[str], shares: Sequence[float]) -> dict[str, object]:
    """How often one of *players* wins, draws and loses, in *figures*, none before the first game;
    of the *shares*, 0 to 1, *wins* and *draws* in percent.
    """
    wins, draws, _losses = map(_percent, shares)
    return {"players": players, "figures": figures, "wins": wins, "draws": draws}


def _meeting(game: Game, x: Opponent, o: Opponent, mark: Mark, digits: int) -> dict[str, object]:
    """The results of *mark* when *x* begins against *o*, in percent with so many digits."""
    odds = strength.load(game).odds[x.key, o.key]
    shares = [float(share) for share in (odds.x_wins, odds.draws, odds.o_wins)]
    shares = shares if mark is Mark.X else shares[::-1]
    return _results(Players(x.key, o.key), [in_percent(share, digits) for share in shares], shares)


def own_counts(game: Game, score: Score) -> OwnCounts:
    """The visitor's wins, draws and losses against each opponent at *game*, by the *score*."""
    return tuple(score.between(HUMAN, it.key)[:3] for it in strength.players(game))


def strengths(game: Game, of: Opponent, counts: OwnCounts) -> dict[str, object]:
    """The strength of all opponents at *game*: *cross* has the results of each against each if it
    begins, and *figures* those of one opponent, moving first and second. The *verdicts* say how
    each is beaten if it moves second, and first. The visitor's *own* results follow from *counts*.
    """
    players, own = strength.players(game), {}
    for it, counted in zip(players, counts, strict=True):
        figures = [*map(str, counted)] if any(counted) else []
        shares = [count / max(sum(counted), 1) for count in counted]
        own[it] = _results(Players(HUMAN, it.key), figures, shares)
    return {
        "cross": {x: {o: _meeting(game, x, o, Mark.X, 0) for o in players} for x in players},
        "figures": {
            it: (_meeting(game, of, it, Mark.X, 1), _meeting(game, it, of, Mark.O, 1))
            for it in players
        },
        "verdicts": {it: [_verdict(game, it, by) for by in (Mark.O, Mark.X)] for it in players},
        "own": own,
    }


def _verdict(game: Game, player: Opponent, mark: Mark) -> tuple[Replay | None, bool]:
    """A game in which *player* is beaten if it holds *mark* and X begins, None if it never is, and
    whether that needs no luck.
    """
    weakness = strength.load(game).weaknesses[player.key, mark]
    line, players = weakness.certain or weakness.shortest, Players().replace(mark, player.key)
    replay = Replay.of(Record(Position(game), line), players).at(0) if line else None
    return replay, weakness.certain is not None
