"""The own games that a browser keeps in a signed cookie: the last ones as moves, others as counts.

A game is kept when it ends. To take back its last move takes it out again, so each match counts
with its last ending, as in the score. Retries and positions set up are not kept.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import accumulate, chain, starmap, zip_longest
from string import ascii_lowercase, digits
from typing import Any, NamedTuple, Self

from ai.opponents import OPPONENTS
from ai.puzzles.chances import TO_FIND, Chance, chances
from ai.puzzles.days import DAY, today
from ai.puzzles.puzzle import Theme
from ai.rules import Game, Mark, Position, Record, game_for
from ai.rules.position import Outcome
from webapp.board.players import Players
from webapp.replay.replay import Replay
from webapp.replay.story import own_replay
from webapp.serving.cookies import Codec, Cookie, signed

GAMES_KEPT, HIGHEST = 30, 9_999
CHARACTERS = 2_500  # of all games; one alone may take 200
AGAIN = 16  # no board has more cells
DIGITS = digits + ascii_lowercase
ENDS = ("won", "drawn", "lost")
PLACES = frozenset(digits[: len(TO_FIND)])  # which cookies hold: a new theme comes last
COUNTED = {f"{it} {end}" for it in OPPONENTS for end in ENDS}
COUNTED |= {f"{theme} {it}" for theme in TO_FIND for it in ("met", "missed")}


class OwnGame(NamedTuple):
    """The finished *record* of a person against a computer, ended on that *day* in UTC. *solved*
    has the plies of mistakes put right in a puzzle, each plus :data:`AGAIN` after the second time.
    *noted* has the themes missed, each as its place in :data:`TO_FIND`; None where that is not
    known, as in games of earlier releases.
    """

    record: Record
    players: Players
    day: date
    solved: frozenset[int] = frozenset()
    noted: str | None = None

    @property
    def replay(self) -> Replay:
        return own_replay(self.record, self.players)

    @property
    def opponent(self) -> str:
        """The key of the computer."""
        return self.players.key(self.players.people[0].other)

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        assert self.record.outcome
        return self.record.outcome

    @property
    def end(self) -> str:
        """One of :data:`ENDS`."""
        mark = self.players.people[0]
        return ENDS[(mark, None, mark.other).index(self.outcome.winner)]

    @property
    def chances(self) -> tuple[Chance, ...]:
        """The person's chances."""
        return chances(self.record, self.players.people[0])

    @property
    def missed(self) -> str:
        """The themes missed, as they are *noted*: to find them again takes as long as a click."""
        if self.noted is not None:
            return self.noted
        return "".join(f"{TO_FIND.index(it.theme)}" for it in self.chances if it.missed)

    @property
    def counts(self) -> Counter[str]:
        """How often it has each of :data:`COUNTED`."""
        met = ([f"{it.theme} met", f"{it.theme} missed"][: 1 + it.missed] for it in self.chances)
        return Counter([f"{self.opponent} {self.end}", *chain(*met)])

    def mistakes(self, times: int) -> dict[int, Chance]:
        """By their plies, the chances missed that were put right so many *times*, 0 or 1."""
        done = {ply % AGAIN: 1 + ply // AGAIN for ply in self.solved}
        missed = (it for it in self.chances if it.missed)
        return {it.ply: it for it in missed if done.get(it.ply, 0) == times}

    def put_right(self, position: Position, times: int) -> Self:
        """With its mistakes in *position* or a symmetric one, as :meth:`seen`, put right after
        so many *times*.
        """
        same = (position.game, position.canonical)
        seen = {ply: self.seen(ply) for ply in self.mistakes(times)}
        plies = {ply for ply, it in seen.items() if (it.game, it.canonical) == same}
        again = {ply + AGAIN * times for ply in plies}
        return self._replace(solved=self.solved - plies | again)

    def seen(self, ply: int) -> Position:
        """The position at *ply*, the mover's marks as X."""
        here = self.record.position_at(ply)
        return Position.from_masks(here.game, here.mover, here.opponent, Mark.X)

    @property
    def text(self) -> str:
        """The game in a line; :func:`_read` reads it."""
        record, x, o = self.record, self.players.x, self.players.o
        moves, solved = ("".join(DIGITS[it] for it in them) for them in (record.moves, self.solved))
        return f"{self.day} {record.game.key} {record.first} {x} {o} {moves} {solved}"


def _read(text: str, noted: str | None) -> OwnGame:
    """The game that :attr:`OwnGame.text` wrote, with what was *noted*.

    :raises ValueError: if there is none, or the rules forbid it.
    """
    day, key, first, x, o, *packed = text.split(" ")
    moves, solved = (tuple(map(DIGITS.index, it)) for it in packed)
    record, players = Record(Position(game_for(key), to_move=Mark(first)), moves), Players(x, o)
    players.require(record.game)
    whole = record.outcome and players.lone and len(solved) <= AGAIN // 2
    known = type(noted) is str and len(noted) < AGAIN and PLACES.issuperset(noted)
    if not whole or not (known or noted is None) or date.fromisoformat(day) > today() + DAY:
        raise ValueError(text)
    return OwnGame(record, players, date.fromisoformat(day), frozenset(solved), noted)


@dataclass(frozen=True)
class OwnGames:
    """The last *games*, the oldest first, and counts of those *before* them."""

    games: tuple[OwnGame, ...] = ()
    before: Counter[str] = field(default_factory=Counter)

    def with_end(self, record: Record, players: Players) -> Self:
        """With the game that ended now."""
        ended = OwnGame(record, players, today())
        return replace(self, games=(*self.games, ended._replace(noted=ended.missed))).fitting

    @property
    def fitting(self) -> Self:
        """With the oldest games as counts, if they are too many or too long for a cookie."""
        sizes = accumulate(len(it.text) for it in reversed(self.games[-GAMES_KEPT:]))
        most = sum(size <= CHARACTERS for size in sizes)
        at = len(self.games) - most
        gone = sum((it.counts for it in self.games[:at]), self.before)
        counts = Counter({key: min(count, HIGHEST) for key, count in gone.items()})
        return replace(self, games=self.games[at:], before=counts)

    def without_end(self, record: Record, players: Players) -> Self:
        """Without the last game that ended so: its end is taken back."""
        same = [at for at, it in enumerate(self.games) if it[:2] == (record, players)]
        games = (it for at, it in enumerate(self.games) if at not in same[-1:])
        return replace(self, games=tuple(games))

    def put_right(self, position: Position, times: int) -> Self:
        """As :meth:`OwnGame.put_right`, in all games."""
        return replace(self, games=tuple(it.put_right(position, times) for it in self.games))

    @property
    def own(self) -> Game | None:
        """The last game without a name that was played."""
        return next(iter(without_name(it.record for it in reversed(self.games))), None)

    def missed_lately(self, theme: Theme) -> int:
        """How often *theme* was missed in the last seven days."""
        lately = (it.missed for it in self.games if it.day > today() - 7 * DAY)
        return "".join(lately).count(f"{TO_FIND.index(theme)}")

    @property
    def counts(self) -> Counter[str]:
        """How often all games have each of :data:`COUNTED`."""
        return sum((it.counts for it in self.games), self.before)

    @property
    def total(self) -> int:
        """The number of all games."""
        return sum(count for key, count in self.counts.items() if key.endswith(ENDS))

    @property
    def data(self) -> dict[str, object]:
        """The games as plain data; :meth:`read` reads it."""
        data = {"games": [game.text for game in self.games], "before": self.before}
        noted = [game.noted for game in self.games]
        return data | ({"missed": noted} if any(it is not None for it in noted) else {})

    @classmethod
    def read(cls, data: Any) -> Self:
        """The games that :attr:`data` wrote. Errors as in :class:`Codec`."""
        lines, before = data["games"], Counter(data["before"])
        games = tuple(starmap(_read, zip_longest(lines, data.get("missed", ()))))
        known = all(type(it) is int and 0 < it <= HIGHEST for it in before.values())
        if not known or before.keys() - COUNTED or len(games) > GAMES_KEPT:
            raise ValueError(data)
        return cls(games, before).fitting


CODEC = Codec(lambda games: games.data, OwnGames.read)
COOKIE = Cookie("mine", signed("mine", CODEC))


def without_name(records: Iterable[Record]) -> list[Game]:
    """The games of *records* that have no name, each once."""
    return [*dict.fromkeys(it.game for it in records if not it.game.is_named)]


def current_games() -> OwnGames:
    """The games in the cookie, or as this request made them; none if they cannot be read."""
    return COOKIE.value or OwnGames()


def keep(games: OwnGames) -> None:
    """Let the response save *games* in the cookie for a year, or delete it if there are none."""
    if games != current_games():
        COOKIE.save(games if games.games or games.before else None)
