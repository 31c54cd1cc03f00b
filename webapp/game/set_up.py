"""The choices of a new match: one tap starts it, or a form for any two players."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from ai.language import _
from ai.opponents import CLASSICS, HUMAN, LEVELS, OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules.games import GAMES, Game
from ai.rules.position import Mark
from webapp.board.forms import PlayerChoice
from webapp.board.parts import Part
from webapp.board.players import USUAL_OPPONENT, Players, level
from webapp.game.match import Match

# Valid choices in the form for a new game, by the names of its fields.
OFFERED: dict[str, Container[str]] = {
    "game": GAMES,
    "x": (HUMAN, *OPPONENTS),
    "o": (HUMAN, *OPPONENTS),
    "first": ("x", "o"),
}


class Offer(NamedTuple):
    """A button for a new match with other *choices*: the names of its icon and of the match, with a
    few words; *chosen* if they are the present ones. An opponent has a *level*, 0 for a classic
    program.
    """

    icon: str
    label: str
    choices: "SetUp"
    chosen: bool
    in_brief: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class SetUp(Part, rendered_by=("game/parts.html", "set_up")):
    """The choices of a new match, beside the present one at *game* between *players*, begun by
    *first*.
    """

    game: Game
    players: Players
    first: Mark

    @property
    def query(self) -> dict[str, str]:
        """The query of the address that starts a match like the present one."""
        x, o = self.players.x, self.players.o
        return {"game": self.game.key, "x": x, "o": o, "first": self.first.lower()}

    @property
    def games(self) -> list[Offer]:
        """Every game between the same players; the default opponent stands in for one that does
        not play it.
        """
        return [
            self._offer(it.key, _(it.name), self._at(it), _(it.in_brief)) for it in GAMES.values()
        ]

    @property
    def levels(self) -> list[Offer]:
        """The difficulty levels."""
        return [*map(self._rival, LEVELS)]

    @property
    def programs(self) -> list[Offer]:
        """The classic programs, at a game that they play."""
        return [*map(self._rival, CLASSICS)]

    @property
    def sides(self) -> list[Offer]:
        """The present game, begun by either side: a lone person first."""
        marks = sorted(Mark, key=lambda mark: mark is not self._person)
        return [
            self._offer(mark, self.players.name(mark), replace(self, first=mark)) for mark in marks
        ]

    @property
    def otherwise(self) -> list[Offer]:
        """The present game for two people, and between two programs."""
        opponent = self.players.key(self._person.other)
        watched = USUAL_OPPONENT if opponent in {HUMAN, "unbeatable"} else opponent
        people, programs = Players(), Players(watched, "unbeatable")
        return [
            self._offer("two", _("Two people, this device"), SetUp(self.game, people, Mark.X)),
            self._offer("watch", _("Watch computers"), SetUp(self.game, programs, Mark.X)),
        ]

    @property
    def named(self) -> dict[str, "SetUp"]:
        """The choices of a game or an opponent, by its key."""
        return {it.icon: it.choices for it in (*self.games, *self.levels, *self.programs)}

    def _rival(self, opponent: Opponent) -> Offer:
        """*opponent* at the present game, or at the first one that it plays."""
        game = self.game if opponent.plays(self.game) else opponent.games[0]
        players = Players(x=opponent.key) if self._person is Mark.O else Players(o=opponent.key)
        choices = SetUp(game, players, self.first if self.players.lone else Mark.X)
        offer = self._offer(opponent.key, _(opponent.name), choices, _(opponent.in_brief))
        return offer._replace(level=level(opponent))

    @property
    def _person(self) -> Mark:
        """The mark of a lone person, else X."""
        return self.players.lone or Mark.X

    def _at(self, game: Game) -> "SetUp":
        players = self.players
        for mark in Mark:
            opponent = players.computer(mark)
            if opponent and not opponent.plays(game):
                players = players.replace(mark, USUAL_OPPONENT)
        return SetUp(game, players, self.first)

    def _offer(self, icon: str, label: str, choices: "SetUp", in_brief: str = "") -> Offer:
        return Offer(icon, label, choices, choices == self, in_brief)


class NewGame(NamedTuple):
    """The form for a new game with its selected values; *refused* is an error message or empty."""

    game: str
    x: PlayerChoice
    o: PlayerChoice
    first: str
    refused: str
    games: tuple[Game, ...] = tuple(GAMES.values())


def new_game(match: Match, form: Mapping[str, str], message: str) -> NewGame:
    """The form for a new game like *match*. If *form* was one, refused with *message*, it shows
    this, and keeps the valid choices.
    """
    record, players = match.record, match.players
    present = {"game": record.game.key, "x": players.x, "o": players.o, "first": record.first}
    kept = {name: text for name, text in form.items() if text in OFFERED.get(name, ())}
    game, x, o, first = (present | kept).values()
    refused = "" if present.keys().isdisjoint(form) else message
    seats = PlayerChoice(Mark.X, x), PlayerChoice(Mark.O, o)
    return NewGame(game, *seats, first.lower(), refused)
