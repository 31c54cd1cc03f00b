"""The page of a match: what it has beside that of every game."""

from collections.abc import Iterator
from typing import NamedTuple

from ai.exact.tablebase import TablebaseError
from ai.exact.value import Value
from ai.explain import Explanation, explain_move
from ai.facts.looks import look
from ai.language import N_, _, by_language
from ai.opponents import HUMAN, LEVELS
from ai.opponents.policy import Opponent
from ai.opponents.unbeatable import UNBEATABLE
from ai.pen.diagram import Diagram
from ai.puzzles.store import hardest
from ai.rules import GAMES, Mark, Position, Record, remembering
from ai.study.study import study
from ai.words.persons import COMPUTER, PERSON, Persons
from ai.words.phrases import cells_listed
from ai.words.telling import in_room
from ai.words.told import best_in_words, hint, look_in_words, wrong_try
from ai.words.voice import Turn
from webapp.board.board import NO_OVERLAY
from webapp.board.diagrams import overlay
from webapp.board.forms import new_game_fields, retry_fields
from webapp.board.parts import address, forgetting
from webapp.board.pen import Pen
from webapp.board.players import Seat, level
from webapp.board.pointer import NOTHING, Pointer, hint_pointer, region_pointer, wrong_try_pointer
from webapp.game.card import Start, TurningPoint, end_card
from webapp.game.match import Help, Match
from webapp.game.page import THINKING, GamePage, game_page, game_stage
from webapp.game.seen import GameSeen
from webapp.game.session import Session
from webapp.game.set_up import SetUp
from webapp.game.words import PRESS, turn_in_words
from webapp.honours.shown import NO_HONOURS, EndHonours
from webapp.kept.games import without_name

PROMISE = N_("I always tell you why.")
QUIET = N_("I keep quiet while you two play, unless you ask.")
TURN_TOLD = N_("At the end I say where it turned.")

NO_TABLE = N_("The exact values can't be read now: no hints, values or review, and no Unbeatable.")
UNTOLD = N_("This move was chosen by a table that the server cannot read now.")

FIND = {
    Value.WIN: N_("Find a move that keeps the win."),
    Value.DRAW: N_("Find a move that keeps the draw."),
}
FOUND = {
    Value.WIN: N_("Right: %(cell)s keeps the win."),
    Value.DRAW: N_("Right: %(cell)s keeps the draw."),
}


class MoveAsked(NamedTuple):
    """The move at *ply*, to be explained at length, with its *figure* of that number, from 1."""

    ply: int
    figure: int = 1

    @property
    def query(self) -> str:
        """The query of the page's address, such as `why=3&figure=2`."""
        figure = f"&figure={self.figure}" if self.figure > 1 else ""
        return f"why={self.ply + 1}{figure}"


@by_language(remembering(256))
def _explained(
    opponent: Opponent, position: Position, cell: int, seed: int | None, past: bool
) -> Explanation:
    """Why *opponent* marked *cell* in *position*. It tells a lone person in its own voice, by the
    *seed* of the match; without one it tells people who watch. Others followed *past* moves.
    """
    turn, persons = (None, None) if seed is None else (Turn(seed, position.ply // 2), COMPUTER)
    return explain_move(study(position).moves[cell], opponent, persons, turn=turn, past=past)


class WhySection(NamedTuple):
    """The *explanation* of a move. *figure* is the number, from 1, of the diagram on the
    board; 0 for a brief explanation. Until an opponent has moved a *headline* and a *promise*
    replace the explanation, with a link to the *rules* of the game of that key. While the person is
    to find the reply, its worth is *secret*.
    """

    explanation: Explanation | None = None
    figure: int = 0
    headline: str = ""
    promise: str = ""
    rules: str = ""
    secret: bool = False

    @property
    def diagrams(self) -> tuple[Diagram, ...]:
        """The diagrams to choose from; none in a brief explanation."""
        explanation = self.explanation if self.figure else None
        if not explanation:
            return ()
        return explanation.diagrams if self.secret else explanation.diagrams + explanation.replies

    @property
    def shown(self) -> Diagram | None:
        """The diagram that is drawn on the board."""
        diagrams = self.diagrams
        return diagrams[self.figure - 1] if diagrams else None

    @property
    def shows_replies(self) -> bool:
        """Whether the diagram on the board tells what the replies to the move are worth."""
        explanation = self.explanation
        return explanation is not None and self.figure > len(explanation.diagrams)

    def query(self, figure: int) -> str:
        """The query of the page's address for that *figure*."""
        assert self.explanation
        return MoveAsked(self.explanation.move.number - 1, figure).query


def match_page(
    session: Session, asked: MoveAsked | None = None, honours: EndHonours = NO_HONOURS
) -> GamePage:
    """The page of *session*. It explains the computer's last move, or at length the *asked* one.
    A game that ended earned these *honours*.

    Without the table of exact values the page has no hint, values or review, and says so.
    """
    return _match_page(session, asked, session.match.has_table, honours)


# The next request compares its page with this one.
@by_language(remembering(256))
def _match_page(
    session: Session, asked: MoveAsked | None, has_table: bool, honours: EndHonours
) -> GamePage:
    del has_table  # part of the key
    match = session.match
    record, players, people = match.record, match.players, match.players.people
    over, seen = match.is_over, match_seen(session)
    why, left = why_asked(match, asked), _left(session)
    drawn, told = why.shown, why.explanation
    persons = PERSON if players.lone else None
    hinted, more, pointer = _hint(match, persons)
    sentences, rest = in_room(hinted, _advice(session))
    shows_values = session.shows_values
    pen = _pen(match, why, hidden=over or shows_values or pointer != NOTHING)
    card = end_card(seen, lambda turned: tuple(_starts(match, left, turned)), honours)
    stage = game_stage(
        seen,
        card,
        values=tuple(match.study.worths.items()) if shows_values else (),
        hint=match.hint,
        tried=match.retry.tried if match.retry else (),
        overlay=overlay(drawn, match.position, told.move.cell) if drawn and told else NO_OVERLAY,
        pen=pen,
        pointer=pointer,
    )
    state = ("match", session.fingerprint), ("ply", record.ply)
    # Whoever moved, or introduces itself to a lone person.
    rival = players.computer(players.lone.other) if players.lone and why.promise else None
    speaker = told.opponent if told else rival
    own = without_name(it.record for it in (match, *session.matches_left))
    unaided = seen.tally.x_unaided if players.lone is Mark.X else seen.tally.o_unaided
    return game_page(
        "game/match.html",
        seen,
        stage,
        card,
        titled=not players.lone or record.ply > 0,
        shown=(*state, ("explained", asked.query)) if asked else state,
        thinking=_(THINKING) if len(people) < 2 and not match.is_puzzle else "",
        set_up=SetUp(record.game, players, record.first, next(iter(own), None)),
        people=people,
        finished=over and not people,
        first=bool(rival and not why.rules) and not (record.ply or any(seen.tally.results)),
        awaits_person=match.awaits_person,
        looks=match.hinted is Help.HINT,
        values=session.values,
        advice=" ".join(filter(None, (hinted, *sentences))),
        beside=bool(match.retry) and not match.is_puzzle and not hinted,
        loop=cells_listed(record.game, pointer.region) if pointer.region else "",
        more_advice=" ".join(filter(None, (more, *rest))),
        best=best_in_words(match.study, persons) if shows_values and not over else "",
        speaker=speaker.key if speaker else "",
        why=why,
        drawn=bool(pen.strokes),
        left=None if over else left,
        unaided=unaided if players.lone else 0,
        retried=seen.retried,
        is_set_up=match.is_set_up,
        was_reset=session.reset is not None,
    )


forgetting.append(_match_page.cache_clear)


def _pen(match: Match, why: WhySection, *, hidden: bool) -> Pen:
    """The reason that the page tells, drawn if nothing else is drawn on the empty cells."""
    game, explanation = match.record.game, why.explanation
    shown = not (hidden or why.figure or why.secret)
    strokes = explanation.drawn.strokes if explanation and shown else ()
    marks = enumerate(match.position.marks) if strokes else ()
    return Pen(game, strokes, tuple([cell for cell, mark in marks if mark]))


def _hint(match: Match, persons: Persons | None) -> tuple[str, str, Pointer]:
    """The hint, the rest of its reason, and the drawing of it; without a hint the drawing of the
    last wrong try.
    """
    here = match.study
    if match.hinted is Help.HINT:
        found = look(here.best)
        text = look_in_words(found, here.best, persons)
        return text, "", region_pointer(found, match.record.game)
    if match.hinted:
        return *hint(here.best, persons), hint_pointer(here.best)
    if match.is_puzzle and match.retry and match.retry.tried:
        return "", "", wrong_try_pointer(here.moves[match.retry.tried[-1]])
    return "", "", NOTHING


def match_seen(session: Session) -> GameSeen:
    """The match of *session* as its browser sees it."""
    match = session.match
    players = match.players
    x = Seat(Mark.X, players.x, players.name(Mark.X))
    o = Seat(Mark.O, players.o, players.name(Mark.O))
    return GameSeen(
        match.record,
        players,
        (x, o),
        players.lone,
        session.tally,
        may_move=not match.computer_to_move,
        said=turn_in_words(match),
        help=match.help,
        retried=match.retry is not None,
    )


def _starts(match: Match, left: tuple[str, str] | None, turned: TurningPoint | None) -> list[Start]:
    """The games to start at the end of *match*, the main one first. After a win it is a harder
    opponent, else a larger game, the hardest puzzle or the other seat. After a loss, or a win given
    away, it is the retry of the lone person's deciding move; after a draw the other seat. An undo
    and the way back to the game *left* come last.
    """
    record, players, outcome = match.record, match.players, match.record.outcome
    assert outcome
    start, person, key = Record(record.start), players.lone, record.game.key
    won = person is not None and outcome.winner is person
    lost = person is not None and outcome.winner is person.other
    swapped = new_game_fields(start, players.swapped)
    starts = [
        Start("again-same", _("Again"), "again", new_game_fields(start, players)),
        Start("again-swapped", _("Swap seats"), "swap", swapped),
    ]
    if person and not lost:
        starts.reverse()
    if turned and players.key(turned.mark) == HUMAN:
        fields = retry_fields(record.up_to(turned.move - 1), players)
        retry = Start("retry", _("Retry move %(number)s", number=turned.move), "undo", fields)
        starts.insert(0 if person and not won else len(starts), retry)
    rival = players.computer(person.other) if person else None
    harder = LEVELS[level(rival)] if rival and rival in LEVELS[:-1] else None
    if person and harder and not lost:
        fields = new_game_fields(start, players.replace(person.other, harder.key))
        label = _("Try %(opponent)s", opponent=_(harder.name))
        try_harder = Start("again-harder", label, harder.key, fields)
        starts.insert(0 if won else len(starts), try_harder)
    larger = (game for game in GAMES.values() if len(game.cells) > len(record.game.cells))
    other = next(larger, None) if key in GAMES else None
    if person and rival is UNBEATABLE and not lost and other:
        fields = new_game_fields(Record(Position(other, to_move=record.first)), players)
        label = _("Play it at %(game)s", game=_(other.name))
        start_other = Start(f"again-{other.key}", label, other.key, fields)
        starts.insert(0 if won else len(starts), start_other)
    hard = rival is UNBEATABLE and won and match.has_table and not other
    if hard and (puzzle := hardest(record.game)):
        url = address("puzzles.show", game_key=key, number=f"{puzzle.number}", game=key)
        starts.insert(0, Start("hardest", _("The hardest puzzle"), "hint", (), url=url))
    if players.people and record.moves:
        starts.append(Start("take-back", _("Undo"), "undo", (), "game.undo"))
    if left:
        starts.append(Start("back", left[0], "undo", (), "game.bring_back"))
    return starts


def _left(session: Session) -> tuple[str, str] | None:
    """The label of the button for the match left, and its name; None without one, and after a
    person has moved, until the end of a retry. A game that is over is offered only for the sake of
    a retry of it.
    """
    here = session.match
    if not session.way_back:
        return None
    since = (here.retry and here.retry.ply) or here.resumed  # earlier moves do not count
    moved = any(ply >= since and not here.computer_at(ply) for ply in here.record.plies[:-1])
    if moved and not (here.retry and here.is_over):
        return None
    match = session.way_back[0]
    if match.is_over and not (here.retry or session.left_a_finished_retry):
        return None
    x, o = (match.players.name(mark) for mark in Mark)
    name = _("%(game)s, %(x)s – %(o)s", game=_(match.record.game.name), x=x, o=o)
    return _("Back to my retry") if match.retry else _("Back to my game"), name


def why_asked(match: Match, asked: MoveAsked | None) -> WhySection:
    """The explanation of the computer's last move, or of the *asked* one. If that move needs a
    missing table, a sentence says so instead.
    """
    players, record = match.players, match.record
    plies = (asked.ply,) if asked else (record.ply - 1, record.ply - 2)
    for ply in plies:
        if opponent := match.computer_at(ply):
            position, cell = record.position_at(ply), record.move_at(ply)
            if not match.has_table and _plays_by_table(opponent, position):
                return WhySection(promise=_(UNTOLD))
            past = ply < record.ply - 1
            seed = match.seed if players.lone else None
            return WhySection(
                _explained(opponent, position, cell, seed, past),
                asked.figure if asked else 0,
                secret=match.is_puzzle and not past,
            )
    if match.is_over:
        return WhySection()
    if not players.lone:
        if players.people:
            told = (QUIET, TURN_TOLD) if match.has_table else (QUIET,)
            promise = _promise(record, *map(_, told))
            return WhySection(headline=_("Two people, this device"), promise=promise)
        names = players.name(Mark.X), players.name(Mark.O)
        headline = _("%(x)s against %(o)s", x=names[0], o=names[1])
        return WhySection(headline=headline, promise=_promise(record, _(PRESS)))
    opponent = players.computer(players.lone.other)
    assert opponent
    introduction = _(opponent.introduction)
    if record.start.ply:
        return WhySection(headline=_(PROMISE), promise=introduction)
    # With the choice of games below it two lines are left on a phone, whichever font it has.
    familiar = (introduction,) if record.game.is_familiar else ()
    start = _("You start: tap any cell.") if familiar and opponent in LEVELS else _("You start.")
    promise = _promise(record, *familiar, start)
    rules = "" if record.game.key in GAMES else record.game.key
    return WhySection(headline=_(PROMISE), promise=promise, rules=rules)


def _promise(record: Record, *texts: str) -> str:
    """As many of *texts* as there is room for, after the goal of a game that few people know."""
    goal = () if record.game.is_familiar else (_(record.game.goal),)
    told, _rest = in_room("", (*goal, *texts))
    return " ".join(told)


def _plays_by_table(opponent: Opponent, position: Position) -> bool:
    """Whether *opponent* cannot decide in *position* without the missing table."""
    try:
        study(position).decision(opponent)
    except TablebaseError:
        return True
    return False


def _advice(session: Session) -> Iterator[str]:
    match, retry, record = session.match, session.match.retry, session.match.record
    if not match.has_table:
        yield _(NO_TABLE)
    elif retry and match.is_puzzle:
        if retry.tried:  # the earlier ones were told before
            judged = match.study.moves[retry.tried[-1]]
            yield wrong_try(judged, PERSON if match.players.lone else None)
        elif match.hint is None:
            yield _(FIND[match.study.exact.value])
        if session.values and not session.shows_values:
            yield _("Until you ask for the cell the values stay hidden.")
    elif retry and retry.ply is not None and _is_fresh(match, retry.ply):
        judged = study(record.position_at(retry.ply)).moves[record.move_at(retry.ply)]
        value = judged.best.value
        # Without the table a retry accepted any move.
        if value is not Value.LOSS and not judged.value_lost:
            yield _(FOUND[value], cell=judged.name)


def _is_fresh(match: Match, ply: int) -> bool:
    """Whether the move at *ply* is the last, or only the computer's reply followed it."""
    since = match.record.ply - ply
    return since == 1 or (since == 2 and match.computer_at(ply + 1) is not None)
