"""The page of a match: its parts, as values made of the session alone."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import lru_cache, partial
from operator import attrgetter
from typing import Literal, NamedTuple, Self

from ai.exact.tablebase import TablebaseError
from ai.exact.value import Value
from ai.explain import Explanation, explain_move
from ai.explain.advice import best_in_words, hint, hint_more
from ai.explain.annotation import slip, wrong_try
from ai.explain.diagram import Diagram
from ai.explain.ending import ending
from ai.explain.persons import COMPUTER, PERSON, Persons, forms
from ai.explain.phrases import lines_listed
from ai.explain.room import in_room
from ai.language import N_, _, sentence_case
from ai.opponents import HUMAN
from ai.opponents.policy import Opponent
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Mark, Outcome, Position
from ai.rules.record import Record
from ai.study.review import Accuracy, Review, review
from ai.study.study import study
from webapp.board.board import Overlay, Stage
from webapp.board.diagrams import overlay
from webapp.board.forms import HiddenFields, new_game_fields, retry_fields
from webapp.board.parts import Part, UncachedPart
from webapp.board.players import Players, Seat, one_level_harder
from webapp.board.portraits import INTRODUCTIONS
from webapp.match.match import Help, Match
from webapp.match.score import Tally
from webapp.match.session import Session
from webapp.match.set_up import GameChoice, MatchUp, SetUp, Strip
from webapp.match.words import PRESS, turn_in_words
from webapp.replay.replay import Replay

PROMISE = N_("I always tell you why.")
QUIET = N_("I keep quiet while you two play, unless you ask.")
TURN_TOLD = N_("At the end I say where it turned.")

NO_TABLE = N_("The exact values can't be read now: no hints, values or review, and no Unbeatable.")
UNTOLD = N_("This move was chosen by a table that the server cannot read now.")

YOUR_TURN, TO_MOVE = N_("Your turn: %(mark)s"), N_("%(mark)s to move")

FIND = {
    Value.WIN: N_("Find a move that keeps the win."),
    Value.DRAW: N_("Find a move that keeps the draw."),
}
FOUND = {
    Value.WIN: N_("Right: %(cell)s keeps the win."),
    Value.DRAW: N_("Right: %(cell)s keeps the draw."),
}


class Asked(NamedTuple):
    """The move at *ply*, to be explained at length, with its *figure* of that number, from 1."""

    ply: int
    figure: int = 1

    @property
    def query(self) -> str:
        """The query of the page's address, such as `why=3&figure=2`."""
        figure = f"&figure={self.figure}" if self.figure > 1 else ""
        return f"why={self.ply + 1}{figure}"


@dataclass(frozen=True, slots=True)
class ErrorMessage(UncachedPart, rendered_by=("match/parts.html", "message")):
    """The error message of a request; empty without an error."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Title(Part, rendered_by=("match/parts.html", "title")):
    """The title of the page: the *headline* of the status, or the purpose of the site if that is
    empty.
    """

    headline: str
    game: str


@dataclass(frozen=True, slots=True)
class Status(UncachedPart, rendered_by=("match/parts.html", "status")):
    """The side to move, or the result: the *headline*, then *said*; and in brief what is *seen*,
    with the sign of *mark* after it if it is a lone person's *own_turn*, else before. A win has a
    star, and a draw two strokes, unless *person_lost*.
    """

    state: str
    headline: str
    said: str
    seen: str
    mark: Mark | None = None
    own_turn: bool = False
    person_lost: bool = False

    @property
    def is_long(self) -> bool:
        """Whether what is seen may need a second line, in smaller letters."""
        return len(self.seen) > 15


@dataclass(frozen=True, slots=True)
class Thinking(Part, rendered_by=("match/parts.html", "thinking")):
    """The status while the response to a click is awaited."""

    text: str


@dataclass(frozen=True, slots=True)
class Shown(UncachedPart, rendered_by=("match/parts.html", "shown")):
    """Hidden fields with the state of the match on the page. *explained* is the query of the move
    that the page explains at length, or empty.
    """

    fingerprint: str
    ply: int
    explained: str


class Played(NamedTuple):
    """The move of *opponent* to *cell* in *position*, told to a *person* or to whoever watches."""

    opponent: Opponent
    position: Position
    cell: int
    person: bool

    @property
    def explanation(self) -> Explanation:
        """The question that the move raises, and the answer."""
        move = study(self.position).moves[self.cell]
        return explain_move(move, self.opponent, COMPUTER if self.person else None)


@dataclass(frozen=True, slots=True)
class Why(Part, rendered_by=("match/parts.html", "why")):
    """Why an opponent *played* its move. *figure* is the number, from 1, of the diagram on the
    board; 0 for a brief explanation. Until an opponent has moved a *headline* and a *promise*
    replace the explanation; *games* to choose from stand below. While the person is to find the
    reply, its worth is *secret*.
    """

    played: Played | None = None
    figure: int = 0
    headline: str = ""
    promise: str = ""
    games: tuple[GameChoice, ...] = ()
    secret: bool = False

    @property
    def explanation(self) -> Explanation | None:
        """The question that the move raises, and the answer."""
        return self.played.explanation if self.played else None

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
        assert self.played
        return Asked(self.played.position.ply, figure).query


@dataclass(frozen=True, slots=True)
class Figures(Part, rendered_by=("match/parts.html", "figures")):
    """The diagrams of the reason for a move *played*, which a wide window asks for."""

    played: Played | None


@dataclass(frozen=True, slots=True)
class Advice(Part, rendered_by=("match/parts.html", "advice")):
    """The *hint*, and *sentences* about a missing table or a retry. It stands *beside* the reason
    for the reply to a retry that was right; other advice may take that place.
    """

    hint: str
    sentences: tuple[str, ...]
    beside: bool = False


@dataclass(frozen=True, slots=True)
class AdviceMore(Part, rendered_by=("match/parts.html", "advice_more")):
    """The rest of the reason for the hint; or empty."""

    more: str


@dataclass(frozen=True, slots=True)
class HintButton(Part, rendered_by=("match/parts.html", "hint_button")):
    """The button for a hint, disabled unless the match *awaits_person*."""

    awaits_person: bool
    puzzle: bool


@dataclass(frozen=True, slots=True)
class Keys(Part, rendered_by=("match/parts.html", "keys")):
    """Four keys: undo, hint, values and review; between two programs step and play to the end
    replace the first two, and are disabled once the game is *finished*.
    """

    people: bool
    hint: HintButton
    values: bool
    finished: bool

    def changed_since(self, before: Self) -> Iterable[Part]:
        """The hint alone if nothing else changed."""
        if not self.people or self != replace(before, hint=self.hint):
            return Part.changed_since(self, before)
        return self.hint.changed_since(before.hint)


@dataclass(frozen=True, slots=True)
class Watch(Part, rendered_by=("match/parts.html", "watch")):
    """The buttons that let two *programs* play by themselves, until the game is *finished*."""

    programs: bool
    finished: bool


class Start(NamedTuple):
    """A button that starts a match: its id, label, icon, and the fields of its form, which are the
    variables of an *endpoint*. Once pressed, it stays where it is, and *asked* says so below it.
    """

    id: str
    label: str
    icon: str
    fields: HiddenFields
    endpoint: str = "match.start"
    asked: str = ""


class TurningPoint(NamedTuple):
    """The move that decided the game; *slip* says how, in the words of *persons*."""

    move: int
    mark: Mark
    owner: str
    cell: str
    slip: str


@dataclass(frozen=True, slots=True)
class Card(UncachedPart, rendered_by=("match/parts.html", "card")):
    """The end of a game: a sentence on it, the things to do, the main one first, accuracies and
    turning point, and the link to the *replay*; *retried* after a retry. Empty before the end.
    """

    ending: str = ""
    starts: tuple[Start, ...] = ()
    accuracies: tuple[tuple[Mark, str, Accuracy], ...] = ()
    turning_point: TurningPoint | None = None
    reviewed: bool = False
    retried: bool = False
    replay: Replay | None = None


@dataclass(frozen=True, slots=True)
class Worths(Part, rendered_by=("match/parts.html", "worths")):
    """The key to the values on the board, and the best move in words; empty without values."""

    best: str = ""


@dataclass(frozen=True, slots=True)
class Left(Part, rendered_by=("match/parts.html", "left")):
    """The button that brings back the game left for this one, or the *retry*; its *name* is empty
    if there is none, or a person has moved since.
    """

    name: str = ""
    retry: bool = False


@dataclass(frozen=True, slots=True)
class Move(Part, rendered_by=("match/parts.html", "move")):
    """A move in the list. *has_reason* makes it a link to its explanation."""

    number: int
    mark: Mark
    cell: str
    help: tuple[Help, ...]
    has_reason: bool


@dataclass(frozen=True, slots=True)
class MoreMoves(Part, rendered_by=("match/parts.html", "more_moves")):
    """Moves to add at the end of the list."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Moves(UncachedPart, rendered_by=("match/parts.html", "moves")):
    """The list of moves, without the marks that were set up."""

    record: Record
    players: Players
    help: frozenset[tuple[int, Help]]

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves in order."""
        return self._moves_from(self.record.start.ply)

    def changed_since(self, before: Self) -> Iterator[Part]:
        """The new moves alone if nothing else changed."""
        made = before.record.ply
        of_earlier = {(ply, kind) for ply, kind in self.help if ply < made}
        grown = before.players == self.players and before.record.is_prefix_of(self.record)
        if not grown or of_earlier != {(ply, kind) for ply, kind in before.help if ply < made}:
            yield self
        elif self.record.ply > made:
            yield MoreMoves(self._moves_from(made))

    def _moves_from(self, first: int) -> tuple[Move, ...]:
        names, record = self.record.game.cell_names, self.record
        return tuple(
            Move(
                ply + 1,
                mark := record.mover_at(ply),
                names[record.move_at(ply)],
                tuple(kind for kind in Help if (ply, kind) in self.help) if self.help else (),
                self.players.key(mark) != HUMAN,
            )
            for ply in range(first, record.ply)
        )


@dataclass(frozen=True, slots=True)
class Count(Part, rendered_by=("match/parts.html", "count")):
    """How many games ended in one *outcome*: a win of X, a draw, or a win of O."""

    outcome: Literal["X", "draw", "O"]
    games: int


@dataclass(frozen=True, slots=True)
class ScoreTable(Part, rendered_by=("match/parts.html", "score")):
    """The results of all games between these two players."""

    x: str
    o: str
    counts: tuple[Count, Count, Count]

    def changed_since(self, before: Self) -> Iterator[Part]:
        """The changed counts alone if the players are the same."""
        if self != replace(before, counts=self.counts):
            yield self
            return
        for count, earlier in zip(self.counts, before.counts, strict=True):
            yield from count.changed_since(earlier)


@dataclass(frozen=True, slots=True)
class Unaided(Part, rendered_by=("match/parts.html", "unaided")):
    """How many of a lone person's wins were without help, None if there is no such person; or that
    the present game is *not_scored*.
    """

    wins: int | None
    not_scored: str = ""


@dataclass(frozen=True, slots=True)
class ScoreReset(Part, rendered_by=("match/parts.html", "score_reset")):
    """The button that resets the score, or brings it back if it just *was_reset*."""

    was_reset: bool


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Everything on the page that a request can change."""

    message: ErrorMessage
    title: Title
    shown: Shown
    strip: Strip
    match_up: MatchUp
    set_up: SetUp
    stage: Stage
    status: Status
    thinking: Thinking
    watch: Watch
    card: Card
    advice: Advice
    advice_more: AdviceMore
    worths: Worths
    why: Why
    left: Left
    keys: Keys
    moves: Moves
    score: ScoreTable
    unaided: Unaided
    reset: ScoreReset

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts, in the order of the fields."""
        return every_part(self)


every_part = attrgetter(*(field.name for field in fields(MatchPage)))


def match_page(session: Session, asked: Asked | None = None) -> MatchPage:
    """The page of *session*. It explains the computer's last move, or at length the *asked* one.

    Without the table of exact values the page has no hint, values or review, and says so.
    """
    return _match_page(session, asked, session.match.has_table)


# The next request compares its page with this one.
@lru_cache(maxsize=256)
def _match_page(session: Session, asked: Asked | None, has_table: bool) -> MatchPage:
    match = session.match
    record, players, position = match.record, match.players, match.position
    over = match.is_over
    set_up = SetUp(record.game, players, record.first)
    why = why_asked(match, asked)
    shown = why.shown
    card = _card(match, has_table=has_table) if over else Card()
    turned = card.turning_point
    stage = Stage(
        position,
        last=record.moves[-1] if record.moves else None,
        playable=not match.computer_to_move,
        values=tuple(match.study.worths.items()) if session.shows_values else (),
        hint=match.hint,
        tried=match.retry.tried if match.retry else (),
        turn=(turned.move, record.move_at(turned.move - 1)) if turned else None,
        overlay=overlay(shown, position, why.played.cell) if shown and why.played else Overlay(),
    )
    hinted, more = _hint(match)
    sentences, rest = in_room(hinted, _advice(session))
    beside = bool(match.retry) and not match.is_puzzle and not hinted
    tally = session.tally
    people = players.people
    status = _status(match, stage.state.state)
    waits = len(people) < 2 and not match.is_puzzle
    x, o = (Seat(mark, players.key(mark), players.name(mark)) for mark in Mark)
    strip = _(record.game.name), (x, o), players.lone, tally.x_wins, tally.o_wins
    return MatchPage(
        message=ErrorMessage(),
        title=Title(
            "" if players.lone and not record.ply else status.headline, _(record.game.name)
        ),
        shown=Shown(session.fingerprint, record.ply, asked.query if asked else ""),
        strip=Strip(*strip),
        match_up=MatchUp(*strip),
        set_up=set_up,
        stage=stage,
        status=status,
        thinking=Thinking(_("Computer thinking…") if waits else ""),
        watch=Watch(not people, not people and over),
        card=card,
        advice=Advice(hinted, tuple(sentences), beside),
        advice_more=AdviceMore(" ".join(filter(None, (more, *rest)))),
        worths=Worths(
            best_in_words(match.study, PERSON if players.lone else None)
            if session.shows_values and not over
            else ""
        ),
        why=why,
        left=_left(session),
        keys=Keys(
            bool(people),
            HintButton(match.awaits_person, match.is_puzzle),
            session.values,
            not people and over,
        ),
        moves=Moves(record, players, match.help),
        score=_score(players, tally),
        unaided=Unaided(
            (tally.x_unaided if players.lone is Mark.X else tally.o_unaided)
            if players.lone
            else None,
            _not_scored(match),
        ),
        reset=ScoreReset(session.reset is not None),
    )


def _card(match: Match, *, has_table: bool) -> Card:
    """The end of *match*: after a win a harder opponent comes first, else the retry of the lone
    person's deciding move. The same game again is the first or second thing to do.
    """
    record, players = match.record, match.players
    outcome = match.position.outcome
    assert outcome
    found = review(record) if has_table and record.moves else None
    turned = turning_point(found, partial(_persons, players)) if found else None
    start = Record(record.start)
    again = Start("again-same", _("Again"), "again", new_game_fields(start, players))
    swapped = new_game_fields(start, players.swapped)
    starts = [again, Start("again-swapped", _("Swap sides"), "swap", swapped)]
    if turned and players.key(turned.mark) == HUMAN:
        number = turned.move
        fields = retry_fields(record.up_to(number - 1), players)
        retry = Start("retry", _("Retry move %(number)s", number=number), "undo", fields)
        starts.insert(0 if players.lone and outcome.winner is not players.lone else 1, retry)
    person = players.lone
    harder = one_level_harder(players.key(person.other)) if person else None
    if person and harder and outcome.winner is not person.other:
        fields = new_game_fields(start, players.replace(person.other, harder.key))
        label = _("Try %(opponent)s", opponent=_(harder.name))
        try_harder = Start("again-harder", label, harder.key, fields)
        starts.insert(0 if outcome.winner is person else len(starts), try_harder)
    accuracies = [
        (mark, players.name(mark) if len(players.people) < 2 else "", accuracy)
        for mark in Mark
        if found and (accuracy := found.accuracy(mark)).decisions
    ]
    lines = lines_listed(record.game, outcome.winning_sets) if outcome.winner else ""
    return Card(
        ending(record, _persons(players, match.position.to_move.other), again=bool(match.retry))
        if has_table
        else sentence_case(lines),
        tuple(starts),
        tuple(accuracies),
        turned,
        found is not None,
        bool(match.retry),
        Replay.of(record, players),
    )


def turning_point(
    found: Review, persons_of: Callable[[Mark], Persons | None]
) -> TurningPoint | None:
    """The move that decided the game, in the words of the persons after a move of its mark; None
    without one.
    """
    if found.turning_point is None:
        return None
    judged, reply = found.moves[found.turning_point :][:2]  # no game ends by a slip
    persons = persons_of(judged.mark) or Persons.marks(judged.mark)
    told = slip(judged, persons, reply)
    return TurningPoint(judged.number, judged.mark, forms(persons)["my"], judged.name, told)


def _persons(players: Players, mover: Mark) -> Persons | None:
    """The persons after a move of *mover*; None without a lone person: then marks name them."""
    if not players.lone:
        return None
    return PERSON if mover is players.lone else COMPUTER


@lru_cache(maxsize=1024)
def _score(players: Players, tally: Tally) -> ScoreTable:
    x, o = players.name(Mark.X), players.name(Mark.O)
    counts = Count("X", tally.x_wins), Count("draw", tally.draws), Count("O", tally.o_wins)
    return ScoreTable(x, o, counts)


def _left(session: Session) -> Left:
    """The button for the match left. It is empty without one, after a person has moved, and if that
    match is over, but for a retry of it.
    """
    here = session.match
    since = (here.retry and here.retry.ply) or 0  # earlier moves belong to the game left
    if not session.matches_left or any(
        ply >= since and not here.computer_at(ply) for ply in here.record.plies[:-1]
    ):
        return Left()
    match = session.matches_left[0].match
    if match.is_over and not here.retry:
        return Left()
    x, o = (match.players.name(mark) for mark in Mark)
    name = _("%(game)s, %(x)s – %(o)s", game=_(match.record.game.name), x=x, o=o)
    return Left(name, match.retry is not None)


def _status(match: Match, state: str) -> Status:
    players, mark = match.players, match.position.to_move
    said = turn_in_words(match)
    if outcome := match.position.outcome:
        headline = _("%(mark)s wins", mark=outcome.winner) if outcome.winner else _("Tie")
        result = _result(match, outcome)
        lost = players.lone is not None and outcome.winner is players.lone.other
        said = " ".join(filter(None, (said, result[1])))
        return Status(state, headline, said, result[0], person_lost=lost)
    if players.lone:
        return Status(state, _(YOUR_TURN, mark=mark), said, _("Your turn"), mark, own_turn=True)
    return Status(state, _(TO_MOVE, mark=mark), said, _("to move"), mark)


def _result(match: Match, outcome: Outcome) -> tuple[str, str]:
    """The result as a headline, and as a sentence, empty if the status says it. After a set-up and
    between two people it names marks: the marks of a set-up may be other people's.
    """
    players, winner = match.players, outcome.winner
    if match.is_set_up or len(players.people) > 1:
        return (_("%(mark)s wins", mark=winner) if winner else _("A draw")), ""
    if not winner:
        if person := players.lone:
            said = _("You held %(opponent)s.", opponent=players.name(person.other))
        else:
            x, o = players.name(Mark.X), players.name(Mark.O)
            said = _("%(x)s and %(o)s drew.", x=x, o=o)
        return _("A draw"), said
    if not players.people:
        names = players.name(winner), players.name(winner.other)
        result = _("%(winner)s beat %(loser)s", winner=names[0], loser=names[1])
    elif players.lone is winner:
        result = _("You beat %(opponent)s", opponent=players.name(winner.other))
    else:
        result = _("%(opponent)s beat you", opponent=players.name(winner))
    return result, _("%(result)s.", result=result)


def why_asked(match: Match, asked: Asked | None) -> Why:
    """The explanation of the computer's last move, or of the *asked* one. If that move needs a
    missing table, a sentence says so instead.
    """
    players, record = match.players, match.record
    plies = (asked.ply,) if asked else (record.ply - 1, record.ply - 2)
    for ply in plies:
        if opponent := match.computer_at(ply):
            position, cell = record.position_at(ply), record.move_at(ply)
            if not match.has_table and _plays_by_table(opponent, position):
                return Why(promise=_(UNTOLD))
            return Why(
                Played(opponent, position, cell, players.lone is not None),
                asked.figure if asked else 0,
                secret=match.is_puzzle and ply == record.ply - 1,
            )
    if match.is_over:
        return Why()
    if not players.lone:
        if players.people:
            told = (QUIET, TURN_TOLD) if match.has_table else (QUIET,)
            promise = _promise(record, *map(_, told))
            return Why(headline=_("Two people, this device"), promise=promise)
        names = players.name(Mark.X), players.name(Mark.O)
        headline = _("%(x)s against %(o)s", x=names[0], o=names[1])
        return Why(headline=headline, promise=_promise(record, _(PRESS)))
    opponent = players.computer(players.lone.other)
    assert opponent
    introduction = _(INTRODUCTIONS[opponent.key])
    if record.start.ply:
        return Why(headline=_(PROMISE), promise=introduction)
    promise = _promise(record, introduction, _("You start."))
    games = tuple(SetUp(record.game, players, record.first).games)
    return Why(headline=_(PROMISE), promise=promise, games=games)


def _promise(record: Record, *texts: str) -> str:
    """As many of *texts* as there is room for, after the goal of a game that few people know."""
    goal = () if record.game is TIC_TAC_TOE else (_(record.game.goal),)
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
    match = session.match
    retry = match.retry
    if not match.has_table:
        yield _(NO_TABLE)
    elif retry and match.is_puzzle:
        if retry.tried:  # the earlier ones were told before
            judged = match.study.moves[retry.tried[-1]]
            yield wrong_try(judged, PERSON if match.players.lone else None)
        elif match.hint is None:
            yield _(FIND[match.study.exact.value])
        if session.values and not session.shows_values:
            yield _("Until you ask for the answer the values stay hidden.")
    elif retry and retry.ply is not None and _is_fresh(match, retry.ply):
        judged = study(match.record.position_at(retry.ply)).moves[match.record.move_at(retry.ply)]
        value = judged.best.value
        # Without the table a retry accepted any move.
        if value is not Value.LOSS and not judged.value_lost:
            yield _(FOUND[value], cell=judged.name)


def _not_scored(match: Match) -> str:
    """Why the result does not count; empty if it does."""
    if match.is_scored:
        return ""
    if match.retry:
        return _("A retry does not count in the score.")
    return _("This position was set up: the game does not count in the score.")


def _hint(match: Match) -> tuple[str, str]:
    """The hint with its reason, and more; both empty without a hint."""
    if match.hint is None:
        return "", ""
    move = match.study.moves[match.hint]
    persons = PERSON if match.players.lone else None
    return hint(move, persons), hint_more(move, persons)


def _is_fresh(match: Match, ply: int) -> bool:
    """Whether the move at *ply* is the last, or only the computer's reply followed it."""
    since = match.record.ply - ply
    return since == 1 or (since == 2 and match.computer_at(ply + 1) is not None)
