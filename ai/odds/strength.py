"""The cross table of a game: the odds of every opponent against every other, and how each can be
beaten. It is computed once, and stored as JSON.

The opponents of the menu decide alike as X and as O, so X begins in all of it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

from ai.odds.arena import Odds, Probability, Progress, exact_odds
from ai.odds.proofs import prove
from ai.opponents import OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules import GAMES, Game, Mark, game_text, parse_game

FOLDER = Path(__file__).parent / "tables"
DIGITS = 12  # of a stored probability that is no fraction

Line = tuple[int, ...]
Meetings = Mapping[tuple[str, str], Odds]


class UnknownStrength(LookupError):
    """The table of a game lacks some opponent."""


@dataclass(frozen=True, slots=True)
class Weakness:
    """Two games that an opponent loses, each the cells of its moves, or None.

    *shortest* takes luck: the opponent picks badly among its equally good cells. *certain* is the
    longest against somebody who beats it for certain, and as soon as possible.
    """

    shortest: Line | None
    certain: Line | None


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The strength of all opponents of *game*. *odds* has a key for each pair: that of X, which
    begins, and that of O. *weaknesses* are by the key of an opponent and its mark.
    """

    game: Game
    odds: Meetings
    weaknesses: Mapping[tuple[str, Mark], Weakness]


def players(game: Game) -> list[Opponent]:
    """The opponents that play *game*, in the order of the menu."""
    return [opponent for opponent in OPPONENTS.values() if opponent.plays(game)]


def meetings(game: Game, progress: Progress = lambda _done: None) -> Meetings:
    """The exact odds of every pair of opponents, by the keys of X and O.

    *progress* is called with the share done, from 0 to 1.
    """
    pairs = list(product(players(game), repeat=2))
    found = {}
    for done, (x, o) in enumerate(pairs):
        part = _part(progress, done, len(pairs))
        found[x.key, o.key] = exact_odds(game, x, o, Mark.X, part)
    return found


def weaknesses(
    game: Game, progress: Progress = lambda _done: None
) -> dict[tuple[str, Mark], Weakness]:
    """How every opponent can be beaten, by its key and its mark. *progress* as in
    :func:`meetings`.
    """
    seats = list(product(players(game), Mark))
    found = {}
    for done, (player, mark) in enumerate(seats):
        proof = prove(game, player, mark, Mark.X, _part(progress, done, len(seats)))
        found[player.key, mark] = Weakness(proof.shortest_loss, proof.certain_line)
    return found


def _part(progress: Progress, done: int, parts: int) -> Progress:
    """The progress of one of equal *parts*, after *done* others."""
    return lambda share: progress((done + share) / parts)


def store(table: CrossTable) -> Path:
    """Write *table* to the file of its game, and return the file's path."""
    data: dict[str, dict[str, str]] = {"odds": {}, "shortest": {}, "certain": {}}
    for pair, odds in table.odds.items():
        results = (odds.x_wins, odds.draws, odds.o_wins)
        data["odds"][" ".join(pair)] = " ".join(map(_written, results))
    for seat, weakness in table.weaknesses.items():
        for name, line in (("shortest", weakness.shortest), ("certain", weakness.certain)):
            if line:
                data[name][" ".join(seat)] = game_text(table.game, line)
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{table.game.key}.json"
    path.write_text(json.dumps(data, indent=1) + "\n", "ascii", newline="\n")
    return path


def games() -> list[Game]:
    """The games with a stored cross table, which others need not have."""
    return [game for game in GAMES.values() if (FOLDER / f"{game.key}.json").exists()]


@cache
def load(game: Game) -> CrossTable:
    """The stored cross table of *game*, read once.

    :raises UnknownStrength: if it does not have all that play the game.
    """
    data = json.loads((FOLDER / f"{game.key}.json").read_text("ascii"))
    for x, o in product(players(game), repeat=2):
        if f"{x.key} {o.key}" not in data["odds"]:
            raise UnknownStrength(
                f"{game.name} has no odds of {x.name} against {o.name}:"
                f" run `python -m ai arena {game.key} --all --store`."
            )
    odds = {}
    for pair, results in data["odds"].items():
        x, o = pair.split()
        odds[x, o] = Odds(*map(_read, results.split()))
    lines = {
        name: {seat: parse_game(game, text) for seat, text in data[name].items()}
        for name in ("shortest", "certain")
    }
    seats = ((player.key, mark) for player, mark in product(players(game), Mark))
    found = {seat: Weakness(*(lines[n].get(" ".join(seat)) for n in lines)) for seat in seats}
    return CrossTable(game, odds, found)


def _written(probability: Probability) -> str:
    """A fraction exactly, a float rounded: only the latter has a decimal point."""
    exact = isinstance(probability, Fraction)
    return str(probability) if exact else f"{probability:.{DIGITS}f}"


def _read(text: str) -> Probability:
    return float(text) if "." in text else Fraction(text)
