"""A game with a friend in words: the status for screen readers, and who is there."""

from ai.language import N_, _
from ai.rules.position import Mark
from webapp.friend.game import FriendGame
from webapp.game.words import moves_in_words

YOU_BEGIN = N_("%(game)s with a friend: you are %(mark)s and begin.")
THEY_BEGIN = N_("%(game)s with a friend: you are %(mark)s; your friend begins.")
TWO_BEGIN = N_("%(game)s between two friends; %(first)s begins.")

ASKED = N_("You asked for a rematch: your friend decides.")
SEND = N_("The first to join within two hours plays you.")
SEND_AND_BEGIN = N_("The link waits two hours. You may move now.")
COME_BACK = N_("Your seat stays yours: come back whenever you like.")
QUIET_FOR_WATCHERS = N_("I keep quiet while they play. After the game I tell where it turned.")
QUIET = N_("I keep quiet while you two play. After the game I tell you both where it turned.")
IN_AND_BEGIN = N_("You're in. You begin.")
IN = N_("You're in. Your friend begins.")
TAP = N_("Tap any cell: you join as %(mark)s and it counts.")
JOIN = N_("Join to play %(mark)s; your friend begins.")


def turn_in_words(game: FriendGame, me: Mark | None) -> str:
    """The last move, or the game if it has just begun."""
    record = game.record
    if not record.moves:
        message = TWO_BEGIN if not me else YOU_BEGIN if me is record.first else THEY_BEGIN
        return _(message, game=_(record.game.name), mark=me, first=record.first)
    if game.is_over:
        return " ".join(moves_in_words(record, record.plies[-2:-1]))
    mark, cell = record.mover_at(record.ply - 1), record.game.cell_names[record.moves[-1]]
    if mark is me:
        return _("You played %(cell)s.", cell=cell)
    return _("%(mark)s played %(cell)s.", mark=mark, cell=cell)


def company(game: FriendGame, me: Mark, here: frozenset[Mark]) -> str:
    """The presence of the other player, in a few words. *here* are the marks whose players have the
    page open and have not left.
    """
    friend = me.other
    if game.free:
        return _("Nobody has joined yet")
    if friend in game.left:
        return _("Your friend has left")
    if friend not in game.rematch:
        return _("Your friend is here") if friend in here else _("Your friend is away")
    if friend in here:
        return _("Your friend wants a rematch")
    return _("Your friend wants a rematch, but is away")


def players(game: FriendGame, here: frozenset[Mark]) -> str:
    """The presence of both players, for someone who watches."""
    if game.free:
        return _("Your friend waits for you") if here else _("Your friend invites you")
    if len(here) == 1:
        return _("You watch. %(mark)s is here alone", mark=min(here))
    return _("You watch. Both players are here") if here else _("You watch. Both players are away")
