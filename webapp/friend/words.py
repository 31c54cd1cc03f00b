"""A game with a friend in words: the status for screen readers, and who is there."""

from collections.abc import Iterator

from ai.explain.persons import SECOND, Person, Persons
from ai.language import N_, _
from ai.rules.notation import cell_name
from ai.rules.position import Mark
from webapp.friend.game import FriendGame
from webapp.match.words import moves_in_words

YOU_BEGIN = N_("%(game)s with a friend: you are %(mark)s and begin.")
THEY_BEGIN = N_("%(game)s with a friend: you are %(mark)s; your friend begins.")
TWO_BEGIN = N_("%(game)s between two friends; %(first)s begins.")

FRIEND = Person(N_("your friend"), N_("your friend"), N_("your friend's"), N_("your friend's"))

ASKED = N_("You asked for a rematch: your friend decides.")
QUIET = N_("I keep quiet while you two play. After the game I tell you both where it turned.")
FAIR = N_(
    "No hints, values or reasons here before the end. Other pages have them: it's up to you two."
)


def persons(me: Mark | None, mover: Mark) -> Persons | None:
    """The persons after a move of *mover*, seen by the player *me*; None for someone who
    watches: then marks name them.
    """
    if not me:
        return None
    return Persons(SECOND, FRIEND) if mover is me else Persons(FRIEND, SECOND)


def turn_in_words(game: FriendGame, me: Mark | None) -> str:
    """The last move, or the game if it has just begun; the result; and a wish for a rematch."""
    return " ".join(_turn(game, me))


def _turn(game: FriendGame, me: Mark | None) -> Iterator[str]:
    record, outcome = game.record, game.position.outcome
    if not record.moves:
        message = TWO_BEGIN if not me else YOU_BEGIN if me is record.first else THEY_BEGIN
        yield _(message, game=_(game.game.name), mark=me, first=record.first)
    elif outcome:
        yield from moves_in_words(record, record.plies[-2:-1])
        if me and outcome.winner:
            yield _("You won.") if outcome.winner is me else _("Your friend won.")
        if me in game.rematch:
            yield _(ASKED)
    else:
        mark, cell = record.mover_at(record.ply - 1), cell_name(game.game, record.moves[-1])
        if mark is me:
            yield _("You played %(cell)s.", cell=cell)
        else:
            yield _("%(mark)s played %(cell)s.", mark=mark, cell=cell)


def invitation(game: FriendGame, free: Mark) -> str:
    """The offer of the *free* seat: a move takes it too, in turn."""
    if free is game.position.to_move:
        return _("Tap any cell: you join as %(mark)s and it counts.", mark=free)
    return _("Join to play %(mark)s; your friend begins.", mark=free)


def beginning(game: FriendGame, me: Mark) -> str:
    """The sentence of a game in which nobody has moved."""
    if me is game.record.first:
        return _("You're in. You begin.")
    return _("You're in. Your friend begins.")


def company(game: FriendGame, me: Mark | None, here: frozenset[Mark], *, had_seat: bool) -> str:
    """The presence of the other player, or of both for someone who watches, in a few words. *here*
    are the marks whose players have the page open and have not left. A browser that *had_seat*
    learns where it is.
    """
    if had_seat and not me:
        return _("Your seat is on another device")
    if not me:
        return _watched(game, here)
    friend = me.other
    if game.free:
        return _("Nobody has joined yet")
    if friend in game.left:
        return _("Your friend has left")
    if friend in game.rematch:
        return (
            _("Your friend wants a rematch")
            if friend in here
            else _("Your friend wants one more, but is away")
        )
    return _("Your friend is here") if friend in here else _("Your friend is away")


def _watched(game: FriendGame, here: frozenset[Mark]) -> str:
    if game.free:
        return _("Your friend waits for you") if here else _("Your friend invites you")
    if len(here) == len(Mark):
        return _("You watch. Both players are here")
    return (
        _("You watch. %(mark)s is here alone", mark=min(here))
        if here
        else _("You watch. Both players are away")
    )
