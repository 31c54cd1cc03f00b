"""The cross table of a game: the odds of every opponent against every other, and how each can be
beaten. It is computed once, and stored as JSON.

The opponents of the menu decide alike as X and as O, so X begins in all of it.
"""

import json
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

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


class Weakness(NamedTuple):
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
    return {
        (x.key, o.key): exact_odds(game, x, o, Mark.X, _part(progress, done, len(pairs)))
        for done, (x, o) in enumerate(pairs)
    }


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
    odds = {" ".join(pair): astuple(found) for pair, found in table.odds.items()}
    data = {"odds": {pair: " ".join(map(_written, found)) for pair, found in odds.items()}}
    for place, name in enumerate(Weakness._fields):
        lines = {" ".join(seat): its[place] for seat, its in table.weaknesses.items()}
        data[name] = {seat: game_text(table.game, line) for seat, line in lines.items() if line}
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
    odds = {}
    for x, o in product(players(game), repeat=2):
        if not (results := data["odds"].get(f"{x.key} {o.key}")):
            raise UnknownStrength(
                f"{game.name} has no odds of {x.name} against {o.name}:"
                f" run `python -m ai arena {game.key} --all --store`."
            )
        odds[x.key, o.key] = Odds(*map(_read, results.split()))
    weaknesses = {}
    for player, mark in product(players(game), Mark):
        texts = (data[name].get(f"{player.key} {mark}") for name in Weakness._fields)
        lines = (parse_game(game, text) if text else None for text in texts)
        weaknesses[player.key, mark] = Weakness(*lines)
    return CrossTable(game, odds, weaknesses)


def _written(probability: Probability) -> str:
    """A fraction exactly, a float rounded: only the latter has a decimal point."""
    exact = isinstance(probability, Fraction)
    return str(probability) if exact else f"{probability:.{DIGITS}f}"


def _read(text: str) -> Probability:
    return float(text) if "." in text else Fraction(text)
