"""A game with a friend in words: the status for screen readers, and who is there."""

from ai.language import N_, _
from ai.rules.notation import cell_name
from ai.rules.position import Mark
from webapp.friend.game import FriendGame
from webapp.game.words import moves_in_words

YOU_BEGIN = N_("%(game)s with a friend: you are %(mark)s and begin.")
THEY_BEGIN = N_("%(game)s with a friend: you are %(mark)s; your friend begins.")
TWO_BEGIN = N_("%(game)s between two friends; %(first)s begins.")

ASKED = N_("You asked for a rematch: your friend decides.")
SEND = N_("The first to join within two hours plays you.")
SEND_AND_BEGIN = N_("The link waits two hours. You may move now.")
YOUR_MOVE_STANDS = N_("Your %(cell)s stands. The link works for two hours.")
COME_BACK = N_("Your seat stays yours: come back whenever you like.")
GAME_WAITS = N_("The game waits a day for your friend, at the same link.")
QUIET_FOR_WATCHERS = N_("I keep quiet while they play. After the game I tell where it turned.")
QUIET = N_("I keep quiet while you two play. After the game I tell you both where it turned.")
FAIR = N_(
    "No hints, values or reasons here before the end. Other pages have them: it's up to you two."
)


def turn_in_words(game: FriendGame, me: Mark | None) -> str:
    """The last move, or the game if it has just begun."""
    record = game.record
    if not record.moves:
        message = TWO_BEGIN if not me else YOU_BEGIN if me is record.first else THEY_BEGIN
        return _(message, game=_(game.game.name), mark=me, first=record.first)
    if game.is_over:
        return " ".join(moves_in_words(record, record.plies[-2:-1]))
    mark, cell = record.mover_at(record.ply - 1), cell_name(game.game, record.moves[-1])
    if mark is me:
        return _("You played %(cell)s.", cell=cell)
    return _("%(mark)s played %(cell)s.", mark=mark, cell=cell)


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
