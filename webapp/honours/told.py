"""Level and stamps in words and squares: after a game or a puzzle, and on their pages."""

from collections.abc import Callable
from datetime import date

from babel.dates import format_skeleton

from ai.honours.level import NEEDED, PENS, PLACES, Ladder, in_places
from ai.honours.stamps import NARROW, SEATS, STAMPS, WEEK, Stamp
from ai.honours.trials import RUNGS, trial_of
from ai.language import N_, _, listed, locale, ngettext, sentence_case
from ai.puzzles.chances import chances
from ai.puzzles.days import today
from ai.puzzles.puzzle import Puzzle
from webapp.board.parts import address
from webapp.honours.kept import (
    Honours,
    News,
    Played,
    current_honours,
    name_of_puzzle,
)
from webapp.honours.shown import (
    NO_HONOURS,
    EndHonours,
    HonoursPage,
    LevelPage,
    LevelRow,
    Square,
    StampShown,
)
from webapp.replay.replay import replay_url
from webapp.replay.story import own_replay

NEAREST = 3  # stamps not earned
NOT_YET = N_("Keep seven moves, and you have chalk.")
KEPT = N_(
    "You kept %(kept)s of your last %(made)s moves that trip %(share)s beginners, at all games"
    " together."
)
KEPT_ABOVE = N_(
    "You kept %(kept)s of %(made)s moves that trip %(share)s beginners or more, at all games"
    " together."
)
KEPT_ANY = N_("You kept %(kept)s of %(made)s moves that could slip, at all games together.")
PROGRESS = {
    "both-seats": N_("Medium: %(now)s of %(all)s"),
    "needle": N_("only cell of %(all)s; yours: %(now)s"),
    "week": N_("%(now)s of %(all)s days"),
}


def day_in_words(day: date) -> str:
    """The *day* in its year: `25 Nov`."""
    return format_skeleton("MMMd", day, locale=locale())


def squares_of(ladder: Ladder, rung: int, news: News | None = None) -> tuple[Square, ...]:
    """The ten squares of *rung*. The *news* made the new ones."""
    made = news.made if news else (0,) * len(RUNGS)
    rows = [
        tuple(Square(kept, at >= len(row) - new) for at, kept in enumerate(row))
        for row, new in zip(ladder.squares, made, strict=True)
    ]
    found = in_places(rows, rung)
    return (*found, *[Square()] * (PLACES - len(found)))


def level_row(
    ladder: Ladder, rung: int, news: News | None = None, told: Callable[[str], str] | None = None
) -> LevelRow:
    """The row of *rung*, with what is *told* of a count such as “5 of 7”: by default what is kept,
    and what it takes to hold it. After *news* both are said, each once.
    """
    squares, pen = squares_of(ladder, rung, news), PENS[rung - 1]
    full = [it for it in squares if it.kept is not None]
    kept, new = sum(it.kept is True for it in full), sum(it.new for it in full)
    count = _("%(kept)s of %(made)s", kept=kept, made=len(full)) if full else _("none yet")
    heard = _("%(count)s kept", count=count) if full else count
    needs = _("%(kept)s, needs %(needed)s of %(all)s", kept=heard, needed=NEEDED, all=PLACES)
    text = told(count) if told else heard if rung <= ladder.reached else needs
    said = text if heard in text else _("%(told)s; %(kept)s", told=text, kept=heard)
    if new:
        told_new = ngettext("%(num)s new", "%(num)s new", new)
        heard, said = (_("%(kept)s, %(new)s", kept=it, new=told_new) for it in (heard, said))
    return LevelRow(pen.key, _(pen.name), text, squares, heard, said if news else "")


def _row_after(honours: Honours, unchanged: str) -> LevelRow:
    """The row after the last game or puzzle. It shows the rung reached by it, else the next one if
    that won a square, else the present one, and then says why that is *unchanged*.
    """
    ladder, news = honours.ladder, honours.news
    if news.rose:
        mine = lambda count: _("yours from now on: %(count)s kept", count=count)  # noqa: E731
        return level_row(ladder, news.rose, news, mine)
    coming, present = min(ladder.reached + 1, RUNGS[-1]), max(ladder.reached, 1)
    if won := sum(it.new and it.kept is True for it in squares_of(ladder, coming, news)):
        return level_row(ladder, coming, news, lambda count: _more(won, count))
    if any(it.new for it in squares_of(ladder, present, news)):
        return level_row(ladder, present, news)
    return level_row(ladder, present, news, lambda _count: unchanged)


def _more(won: int, count: str) -> str:
    return ngettext(
        "one square more: %(count)s kept", "%(num)s squares more: %(count)s kept", won, count=count
    )


def after_puzzle(puzzle: Puzzle, honours: Honours) -> LevelRow | None:
    """The row after *puzzle*, if it was the last that counted."""
    if honours.news.of != name_of_puzzle(puzzle):
        return None
    pen = PENS[trial_of(puzzle, kept=True).rung - 1]
    return _row_after(honours, _("unchanged; this was %(pen)s", pen=_(pen.one)))


def trips(puzzle: Puzzle) -> str:
    """How many beginners *puzzle* trips; empty for a question, which nobody plays."""
    if puzzle.is_question:
        return ""
    return _("It trips %(share)s beginners.", share=share_of(trial_of(puzzle, kept=True).rung))


def end_honours(played: Played | None) -> EndHonours:
    """The honours of the match *played* to its end, if it was the last that counted."""
    if not played or (honours := current_honours()).news.of != played.name:
        return NO_HONOURS
    new = {it.key for it in honours.stamps[len(honours.stamps) - honours.news.stamps :]}
    greatest = sorted((it for it in STAMPS if it.key in new), key=lambda it: -it.deed)
    shown = [stamp_shown(it, honours) for it in greatest]
    row = _row_after(honours, _unchanged(played, max(honours.ladder.reached, 1)))
    return EndHonours(next(iter(shown), None), tuple(shown[1:]), row)


def _unchanged(played: Played, rung: int) -> str:
    """Why the match won no square of *rung*."""
    if made := {ply: it.rung for ply, it in played.trials.items()}:
        hardest = max(made, key=lambda ply: made[ply])
        pen = _(PENS[made[hardest] - 1].one)
        return _("unchanged; move %(number)s was %(pen)s", number=hardest + 1, pen=pen)
    if chances(played.record, played.game.mark):
        return _("help was used: no square")
    if rung == RUNGS[0]:
        return _("nothing here could slip: no square")
    return _("nothing here trips %(share)s: no square", share=share_of(rung))


def stamp_shown(stamp: Stamp, honours: Honours) -> StampShown:
    """*stamp* with the day and the game that earned it, or what is missing, exactly."""
    kept = next((it for it in honours.stamps if it.key == stamp.key), None)
    if not kept:
        now, needed = _progress(stamp.key, honours)
        told = _(PROGRESS[stamp.key], now=now, all=needed) if now else _(stamp.told)
        return StampShown(stamp.key, _(stamp.name), stamp.deed, told)
    game, day = kept.game, f"{kept.day}"
    url = address("puzzles.of_day", day=day)
    if game:
        url = replay_url(own_replay(game.record, game.players))
    shown = StampShown(stamp.key, _(stamp.name), stamp.deed, _(stamp.told))
    return shown._replace(date=day_in_words(kept.day), url=url)


def _progress(key: str, honours: Honours) -> tuple[int, int]:
    """How far the browser is on the way to the stamp, and how far it is; 0 if that is not known."""
    return {
        "both-seats": (len(honours.seats), len(SEATS)),
        "needle": (honours.narrow, NARROW),
        "week": (honours.streak.on(today()), WEEK),
    }.get(key, (0, 1))


def honours_page(honours: Honours) -> HonoursPage:
    """The page of all stamps; the next ones are the nearest."""
    open_ones = [it for it in STAMPS if it.key not in honours.have]

    def distance(stamp: Stamp) -> tuple[float, int]:
        now, needed = _progress(stamp.key, honours)
        return -now / needed, stamp.deed

    earned = tuple(stamp_shown(it, honours) for it in STAMPS if it.key in honours.have)
    others = tuple(stamp_shown(it, honours) for it in sorted(open_ones, key=distance))
    return HonoursPage(earned, others[:NEAREST], others[NEAREST:])


def level_page(honours: Honours) -> LevelPage:
    """The page of the level: the pen held, the next one, and all from the top."""
    ladder, reached = honours.ladder, honours.ladder.reached
    rows = tuple(
        level_row(ladder, rung)._replace(told=_("trips %(share)s beginners", share=share_of(rung)))
        for rung in reversed(RUNGS)
    )
    coming, told = None, _(NOT_YET)
    if reached < RUNGS[-1]:
        row = level_row(ladder, reached + 1)
        needs = _("It needs %(needed)s of %(all)s.", needed=NEEDED, all=PLACES)
        told_next = f"{sentence_case(row.heard)}. {needs}"
        coming = row._replace(name=_("Next: %(pen)s", pen=row.name), told=told_next)
    if reached:
        full, own = ladder.counted(reached), len(ladder.squares[reached - 1])
        message = KEPT_ANY if reached == RUNGS[0] else KEPT_ABOVE if own < len(full) else KEPT
        told = _(message, kept=sum(full), made=len(full), share=share_of(reached))
    return LevelPage(
        _(PENS[reached - 1].written) if reached else _("Nothing written yet"),
        told,
        coming,
        address("puzzles.a_little_harder"),
        _("Ink stays: a pen you hold is yours. Only the squares move."),
        rows,
        PENS[reached - 1].key if reached else "",
    )


def share_of(rung: int) -> str:
    """How many beginners the moves of *rung* trip, at least."""
    few, many = PENS[rung - 1].odds
    return _("%(few)s of %(many)s", few=few, many=many) if few else _("fewer than 1 of 2")


def held(honours: Honours) -> str:
    """All that one can carry over or forget: `Pencil, 6 stamps, 6 days`; empty without any."""
    reached, stamps = honours.ladder.reached, len(honours.stamps)
    days = honours.streak.on(today())
    told = [
        _(PENS[reached - 1].name) if reached else "",
        ngettext("%(num)s stamp", "%(num)s stamps", stamps) if stamps else "",
        ngettext("%(num)s day", "%(num)s days", days) if days else "",
    ]
    return listed(filter(None, told), "unit") if any(told) else ""
