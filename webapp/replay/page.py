"""The page of a replay: its parts, as values made of the replay alone."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from ai.analysis import JudgedMove, Label, Review, review
from ai.explain import Explanation, explain_move
from ai.explain.annotation import better_move, in_game_terms, move_and_outlook, reason
from ai.explain.diagram import Diagram
from ai.explain.position import ideas_by_ear, ideas_diagram, the_end
from ai.explain.values import outlook, traps_note
from ai.explain.wins import how_it_wins
from ai.ideas import losing_move, winning_line
from ai.language import N_, _, ngettext
from ai.moves_from_here import in_order, moves_from_here, orders
from ai.notation import cell_name
from ai.opponents import HUMAN
from ai.position import Mark
from ai.record import Record
from ai.tablebase import move_values
from ai.traps import best_cell
from ai.value import Value
from webapp.about import About
from webapp.board import Sketch, Stage, values_of
from webapp.drawing import sketch
from webapp.forms import Fields, PlayerChoice, retry_fields, set_up_fields
from webapp.moves_table import Column, MoveRow, move_row, sortable_columns
from webapp.parts import Part
from webapp.players import Players, Seat
from webapp.replay.ideas import heading, ideas
from webapp.replay.proposal import Proposal, proposals
from webapp.replay.replay import (
    SWITCHES,
    Replay,
    Variation,
    game_url,
    preview_url,
    replay_url,
)

TEMPLATE = "replay/parts.html"

# The shape of a move in the timeline: whether it was good, and whether there was a choice.
SIGNS = {
    Label.FORCED: "square",
    Label.LOST_ANYWAY: "square",
    Label.ONLY_MOVE: "diamond",
    Label.BEST: "disc",
    Label.SLOWER_WIN: "disc",
    Label.MISSED_WIN: "triangle",
    Label.MISTAKE: "triangle",
    Label.BLUNDER: "triangle",
}
SWITCH_NAMES = {
    "values": N_("Values"),
    "reasons": N_("Reasons"),
    "ideas": N_("Ideas"),
    "programs": N_("Programs"),
    "table": N_("Moves"),
}
FAVOURS = {1: N_("X wins"), 0: N_("draw"), -1: N_("O wins")}


SIDES = {1: "x-wins", 0: "draw", -1: "o-wins"}
MOVE = N_("Move %(number)s, %(mark)s %(cell)s: %(label)s, %(favours)s")
TURNING_POINT = N_("Move %(number)s, %(mark)s %(cell)s: %(label)s, turning point, %(favours)s")

WON = N_("%(mark)s wins"), N_("%(mark)s wins in a variation")
DRAWN = N_("Draw"), N_("Draw in a variation")
MOVED = (
    N_("%(mark)s to move after %(cell)s"),
    N_("%(mark)s to move after %(cell)s in a variation"),
)


class ReplayPart(Part):
    """A part that links to other replays of this record: hardly two pages have it in common."""

    __slots__ = ()
    cached: ClassVar = False


@dataclass(frozen=True, slots=True)
class Versus(ReplayPart):
    """The game, the *marks* that were set up before its first move, and who played whom: nobody is
    named where no program played.
    """

    rendered_by: ClassVar = (TEMPLATE, "versus")

    game: str
    marks: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Status(ReplayPart):
    """Whose turn it is, or how the game ended, of which *mark* it is said, if of any; and which
    move was the last.
    """

    rendered_by: ClassVar = (TEMPLATE, "status")

    state: str
    mark: Mark | None
    detail: str


@dataclass(frozen=True, slots=True)
class ClickForm:
    """Where a click on the board leads: what the form round it sends besides the cell."""

    action: str
    fields: Fields


@dataclass(frozen=True, slots=True)
class Step:
    """A link through the moves; the one at an end leads nowhere else."""

    key: str
    label: str
    address: str
    at_end: bool


@dataclass(frozen=True, slots=True)
class Ply:
    """A move of the game, and the address of the position after it: *sign* is its shape, *label*
    its verdict, *is_turning_point* whether it decided the game. Where it *is_left* the variation
    goes off after it.

    *value* is who wins after it, 1 where X does and -1 where O does; *before* and *after* are those
    of its neighbours, itself at an end.
    """

    number: int
    mark: Mark
    cell: str
    address: str
    current: bool
    label: Label
    is_turning_point: bool
    is_left: bool
    before: int
    value: int
    after: int

    @property
    def sign(self) -> str:
        """The shape that tells the verdict."""
        return SIGNS[self.label]

    @property
    def favours(self) -> str:
        """Who wins after it, in words."""
        return _(FAVOURS[self.value])

    @property
    def side(self) -> str:
        """How the style sheet calls that."""
        return SIDES[self.value]

    @property
    def words(self) -> str:
        """The move, its verdict and who wins after it."""
        return _(
            TURNING_POINT if self.is_turning_point else MOVE,
            number=self.number,
            mark=self.mark,
            cell=self.cell,
            label=_(self.label),
            favours=self.favours,
        )

    @property
    def sides(self) -> Iterator[tuple[Mark, str]]:
        """What lies between the course and the middle on each side of the move: for whom, and the
        path round it, in a drawing 2 wide in which X wins at -1 and O at 1.
        """
        for edge, neighbour in ((0, self.before), (2, self.after)):
            if favoured := self.value or neighbour:
                path = f"M1 0V{-self.value}L{edge} {-(self.value + neighbour) / 2:g}V0Z"
                yield Mark.X if favoured > 0 else Mark.O, path

    @property
    def course(self) -> str:
        """The path of the course through the move, in the same drawing."""
        before, after = (-(self.value + end) / 2 for end in (self.before, self.after))
        return f"M0 {before:g}L1 {-self.value}L2 {after:g}"


@dataclass(frozen=True, slots=True)
class Timeline(ReplayPart):
    """The game move by move, the first of them the move number *number*, and the links through the
    moves of the game or a variation: *label* says which.
    """

    rendered_by: ClassVar = (TEMPLATE, "timeline")

    label: str
    number: int
    plies: tuple[Ply, ...]
    back: tuple[Step, ...]
    forward: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class MoveLink:
    """A move in a list, and the address of the position after it."""

    key: str
    text: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class VariationMoves(ReplayPart):
    """The branch below the timeline: the moves of a variation, the first of them the move number
    *number*, and the address of the game where they leave it, or of the start where there is no
    game.
    """

    rendered_by: ClassVar = (TEMPLATE, "variation")

    number: int
    moves: tuple[MoveLink, ...]
    back: str
    is_of_game: bool


@dataclass(frozen=True, slots=True)
class Switch:
    """A link that turns something on or off."""

    key: str
    name: str
    on: bool
    address: str


@dataclass(frozen=True, slots=True)
class Switches(ReplayPart):
    """What the page shows or not."""

    rendered_by: ClassVar = (TEMPLATE, "switches")

    switches: tuple[Switch, ...]
    note: str  # on the values, where they are shown

    @property
    def shows_values(self) -> bool:
        """Whether the values are shown."""
        return any(switch.on for switch in self.switches if switch.key == "values")


@dataclass(frozen=True, slots=True)
class Better:
    """A better move than the one made, and the address of how it wins, if it does."""

    text: str
    win: str | None


@dataclass(frozen=True, slots=True)
class Annotation:
    """The *label* of a move, what makes it so, and a better move, if there was one."""

    label: Label
    reason: str
    is_turning_point: bool
    better: Better | None

    @property
    def sign(self) -> str:
        """The shape that tells the label."""
        return SIGNS[self.label]


@dataclass(frozen=True, slots=True)
class Retry:
    """A move that gave value away, and the fields that let a person retry it."""

    number: int
    fields: Fields
    text: str


@dataclass(frozen=True, slots=True)
class Invitation(ReplayPart):
    """What one can do where there is nothing to say of a move."""

    rendered_by: ClassVar = (TEMPLATE, "invitation")

    text: str


@dataclass(frozen=True, slots=True)
class Figures:
    """Where one asks for what a program used for its move to *cell*, or no longer: *how* is the
    address. Where that is on the board, it is *shown*, one of the *choices*: each has a name, its
    address, and whether it is the one.
    """

    cell: str
    how: str
    shown: Diagram | None
    choices: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What there is to ask, and the address of the answer."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Why(ReplayPart):
    """What there is to say of the last move, made by a player: the question and the answer, if that
    was a computer, and the annotation. *refutation* is the address of how it loses. *next* asks why
    the position after it is worth what it is, unless that is told.
    """

    rendered_by: ClassVar = (TEMPLATE, "why")

    heading: str
    answer: str
    figures: Figures | None
    annotation: Annotation
    how: str
    refutation: str | None
    retry: Retry | None
    next: Question | None


@dataclass(frozen=True, slots=True)
class Worth(ReplayPart):
    """What the last move is worth, of a variation: nobody made it, so there is no why."""

    rendered_by: ClassVar = (TEMPLATE, "worth")

    heading: str
    outlook: str
    how: str
    better: Better | None
    refutation: str | None
    next: Question | None


@dataclass(frozen=True, slots=True)
class ProposedMove:
    """A move that a program would make, what it is worth, and the *label* of one that gives value
    away; *refutation* is the address of how one loses.
    """

    cell: str
    outlook: str
    label: str
    refutation: str | None


@dataclass(frozen=True, slots=True)
class Program:
    """What a program would do: its moves and why; *warning* says which give value away."""

    key: str
    name: str
    cells: str
    warning: str
    answer: str
    diagrams: tuple[Diagram, ...]
    moves: tuple[ProposedMove, ...]


@dataclass(frozen=True, slots=True)
class Programs(ReplayPart):
    """What every program would do here; none once the game is over."""

    rendered_by: ClassVar = (TEMPLATE, "programs")

    programs: tuple[Program, ...]


@dataclass(frozen=True, slots=True)
class MovesFromHere(ReplayPart):
    """Every move side by side, symmetric ones in one row; none once the game is over."""

    rendered_by: ClassVar = (TEMPLATE, "moves_from_here")

    columns: tuple[Column, ...]
    rows: tuple[MoveRow, ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The move that decided the game."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class GameReview(ReplayPart):
    """The game in hindsight. *accuracies* gives for each mark the percentage, if there was anything
    to decide, and what it counts; *ended* says how the game ended, if it did.
    """

    rendered_by: ClassVar = (TEMPLATE, "review")

    accuracies: tuple[tuple[Mark, int | None, str], ...]
    turning_point: TurningPoint | None
    ended: str

    signs: ClassVar = SIGNS


@dataclass(frozen=True, slots=True)
class Retries(ReplayPart):
    """The moves of people that gave value away, to be retried."""

    rendered_by: ClassVar = (TEMPLATE, "retries")

    retries: tuple[Retry, ...]


@dataclass(frozen=True, slots=True)
class PlayFromHere(ReplayPart):
    """The form that starts a match from the position."""

    rendered_by: ClassVar = (TEMPLATE, "play_from_here")

    fields: Fields
    x: PlayerChoice
    o: PlayerChoice


@dataclass(frozen=True, slots=True)
class Share(ReplayPart):
    """The address of the page, to be copied."""

    rendered_by: ClassVar = (TEMPLATE, "share")

    address: str


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """Everything on the page of a replay: *note* is what is said of the last move, *more* what
    stands below it.
    """

    title: str
    about: About
    versus: Versus
    status: Status
    click: ClickForm
    stage: Stage
    timeline: Timeline
    variation: VariationMoves | None
    note: tuple[Part, ...]
    more: tuple[Part, ...]


def replay_page(replay: Replay) -> ReplayPage:
    """The page of *replay*."""
    position, record = replay.position, replay.record
    explanation = _explanation(replay)
    figures = _figures(replay, explanation) if explanation else None
    stage = Stage(
        position,
        last=replay.last_move,
        inert=True,
        values=values_of(position) if "values" in replay.on else (),
        explained=explanation.choice.cell if explanation else None,
        sketch=_sketch(replay, explanation, figures),
        notes=tuple(ideas_by_ear(position).items()) if _shows_ideas(replay) else (),
    )
    reviewed = _review(record)
    full_address = replay_url(replay, absolute=True)
    said = title(replay)
    return ReplayPage(
        _(
            "Move %(ply)s of %(last)s: %(title)s",
            ply=replay.ply,
            last=replay.followed.ply,
            title=said,
        )
        if replay.followed.moves
        else said,
        About(
            said,
            description(replay),
            full_address,
            game_url(record),
            preview_url(replay),
            position,
            endless=True,
        ),
        _versus(replay),
        _status(replay, stage.state.state),
        ClickForm(replay_url(replay), tuple(replay.query.items())),
        stage,
        _timeline(replay, reviewed),
        _variation(replay, replay.variation) if replay.variation else None,
        tuple(_note(replay, reviewed, explanation, figures)),
        tuple(_more(replay, reviewed, full_address)),
    )


def _sketch(replay: Replay, explanation: Explanation | None, figures: Figures | None) -> Sketch:
    """What is drawn over the board: what a program used, if that was asked for, else the ideas of
    the position.
    """
    if explanation and figures and figures.shown:
        return sketch(figures.shown, replay.position, explanation.choice.cell)
    if _shows_ideas(replay):
        return sketch(ideas_diagram(replay.position), replay.position)
    return Sketch()


def _shows_ideas(replay: Replay) -> bool:
    """Whether the ideas of the position are shown, as long as the game goes on."""
    return "ideas" in replay.on and not replay.position.outcome


def _explanation(replay: Replay) -> Explanation | None:
    """Why a program made the last move; None where none did, or where reasons are off."""
    if "reasons" not in replay.on or replay.last_move is None or not replay.was_played:
        return None
    opponent = replay.players.opponent(replay.record.mover_at(replay.ply - 1))
    before = replay.record.position_at(replay.ply - 1)
    return explain_move(before, replay.last_move, opponent) if opponent else None


def _figures(replay: Replay, explanation: Explanation) -> Figures | None:
    """What can be drawn of *explanation*, if anything. A figure that is not there is the last."""
    if not explanation.has_diagrams:
        return None
    cell = cell_name(replay.game, explanation.choice.cell)
    if not replay.figure:
        return Figures(cell, replay_url(replay.drawing(1), "how"), None, ())
    diagrams = explanation.diagrams
    shown = diagrams[min(replay.figure, len(diagrams)) - 1]
    choices = tuple(
        (diagram.name, replay_url(replay.drawing(number), f"figure-{number}"), diagram is shown)
        for number, diagram in enumerate(diagrams, 1)
    )
    how = replay_url(replay.drawing(0), "how")
    return Figures(cell, how, shown, choices if len(choices) > 1 else ())


def _note(
    replay: Replay, reviewed: Review, explanation: Explanation | None, figures: Figures | None
) -> Iterator[Part]:
    if "reasons" not in replay.on:
        yield Invitation(_("Reasons are switched off."))
    elif replay.last_move is not None:
        yield _why(replay, reviewed, replay.last_move, explanation, figures)
    elif replay.followed.moves:
        yield Invitation(
            _("Step forward to see what every move was worth, or click a cell to try one.")
        )
    elif not replay.position.outcome:
        yield Invitation(_("Click a cell to try a move."))


def _more(replay: Replay, reviewed: Review, full_address: str) -> Iterator[Part]:
    if replay.record.moves:
        yield _game_review(replay, reviewed)
    yield _switches(replay)
    if _shows_ideas(replay):
        yield ideas(replay)
    if "programs" in replay.on:
        yield _programs(replay)
    if "table" in replay.on:
        yield _moves_from_here(replay)
    yield Share(full_address)
    if retries := _retries(replay, reviewed):
        yield Retries(retries)
    if replay.position.outcome is None:
        yield _play_from_here(replay)


# A game is stepped through move by move, and every page of it judges them all.
@lru_cache(maxsize=128)
def _review(record: Record) -> Review:
    return review(record)


def title(replay: Replay) -> str:
    """What the position is, in a few words."""
    return f"{_in_brief(replay)} – {_(replay.game.name)}"


def _in_brief(replay: Replay) -> str:
    position, elsewhere = replay.position, not replay.was_played
    if outcome := position.outcome:
        return _((WON if outcome.winner else DRAWN)[elsewhere], mark=outcome.winner)
    if replay.last_move is None:
        return _("%(mark)s to move", mark=position.to_move)
    cell = cell_name(replay.game, replay.last_move)
    return _(MOVED[elsewhere], mark=position.to_move, cell=cell)


def description(replay: Replay) -> str:
    """What a shared link leads to, and what one can do there."""
    record = replay.record
    found = [_(record.game.name)]
    if marks := record.start.ply:
        found.append(ngettext("a position of %(num)s mark", "a position of %(num)s marks", marks))
    if record.moves:
        names = " ".join(cell_name(record.game, cell) for cell in record.moves)
        count = len(record.moves)
        found.append(
            ngettext("%(num)s move: %(moves)s", "%(num)s moves: %(moves)s", count, moves=names)
        )
    game = ", ".join(found)
    if replay.variation:
        return _(
            "%(game)s. Step through a variation of it, and see what every move is worth.", game=game
        )
    if record.moves:
        return _("%(game)s. Step through it, see what every move is worth, and ask why.", game=game)
    if not (outcome := record.position.outcome):
        return _("%(game)s. Play on, see what every move is worth, and ask why.", game=game)
    if outcome.winner:
        return _("%(game)s: %(mark)s wins.", game=game, mark=outcome.winner)
    return _("%(game)s: a draw.", game=game)


def _versus(replay: Replay) -> Versus:
    marks, players = replay.record.start.ply, replay.players
    named = Mark if len(players.people) < len(Mark) else ()
    seats = tuple(Seat(mark, players.key(mark), _player(players, mark)) for mark in named)
    from_marks = ngettext("from %(num)s mark", "from %(num)s marks", marks) if marks else ""
    return Versus(_(replay.game.name), from_marks, seats)


def _player(players: Players, mark: Mark) -> str:
    """Who holds *mark*: whoever looks on, it is not them."""
    opponent = players.opponent(mark)
    return _(opponent.name) if opponent else _("Human")


def _status(replay: Replay, state: str) -> Status:
    position = replay.position
    mark = position.outcome.winner if position.outcome else position.to_move
    ply, last = replay.ply, replay.followed.ply
    detail = _("Move %(ply)s of %(last)s.", ply=ply, last=last)
    if replay.last_move is not None:
        move = _last_move(replay)
        detail = _("Move %(ply)s of %(last)s: %(move)s.", ply=ply, last=last, move=move)
    return Status(state, mark, detail)


def _last_move(replay: Replay) -> str:
    """The last move in words: it was played, if it was."""
    mark, cell = replay.position.to_move.other, cell_name(replay.game, replay.last_move or 0)
    if replay.was_played:
        return _("%(player)s played %(cell)s", player=mark, cell=cell)
    return _("%(mark)s %(cell)s, in a variation", mark=mark, cell=cell)


def _timeline(replay: Replay, reviewed: Review) -> Timeline:
    ply, plies = replay.ply, replay.followed.plies
    steps = (
        ("first", _("First"), plies[0]),
        ("back", _("Back"), ply - 1),
        ("forward", _("Forward"), ply + 1),
        ("last", _("Last"), plies[-1]),
    )
    # Each leads back to itself, so that whoever used it has it at hand again.
    first, back, forward, last = (
        Step(key, label, replay_url(there := replay.at(to), key), there.ply == ply)
        for key, label, to in steps
    )
    return Timeline(
        _("Moves of the variation") if replay.variation else _("Moves of the game"),
        replay.record.start.ply + 1,
        tuple(_game_plies(replay, reviewed)),
        (first, back),
        (forward, last),
    )


def _game_plies(replay: Replay, reviewed: Review) -> Iterator[Ply]:
    """The moves of the game, whether the cursor is in it or in a variation."""
    start, course = replay.record.start.ply, reviewed.course()
    game = replay.in_game(replay.ply if replay.was_played else start)
    for index, judged in enumerate(reviewed.moves):
        number = start + index + 1
        yield Ply(
            number,
            judged.mark,
            cell_name(replay.game, judged.cell),
            replay_url(game.at(number), f"ply-{number}"),
            current=game.ply == number,
            label=judged.label,
            is_turning_point=index == reviewed.turning_point,
            is_left=replay.variation is not None and replay.variation.ply == number,
            before=course[index],
            value=course[index + 1],
            after=course[min(index + 2, len(reviewed.moves))],
        )


def _variation(replay: Replay, variation: Variation) -> VariationMoves:
    leaves = variation.ply
    return VariationMoves(
        leaves + 1,
        tuple(_variation_links(replay, variation)),
        replay_url(replay.in_game(leaves), "forward"),
        bool(replay.record.moves),
    )


def _variation_links(replay: Replay, variation: Variation) -> Iterator[MoveLink]:
    """The links to the positions after each move of the *variation*."""
    for before, cell in enumerate(variation.moves, variation.ply):
        number, key = before + 1, f"tried-{before + 1}"
        text = f"{replay.record.mover_at(before)} {cell_name(replay.game, cell)}"
        yield MoveLink(key, text, replay_url(replay.at(number), key), replay.ply == number)


def _switches(replay: Replay) -> Switches:
    return Switches(
        tuple(
            Switch(
                key,
                _(SWITCH_NAMES[key]),
                key in replay.on,
                replay_url(replay.switched(key), f"switch-{key}"),
            )
            for key in SWITCHES
        ),
        traps_note(replay.position) if "values" in replay.on else "",
    )


def _why(
    replay: Replay,
    reviewed: Review,
    cell: int,
    explanation: Explanation | None,
    figures: Figures | None,
) -> Why | Worth:
    """What there is to say of the last move, on *cell*."""
    before = replay.at(replay.ply - 1)
    if not replay.was_played:
        judged = JudgedMove(before.position, cell, move_values(before.position))
        return Worth(
            _last_move(replay),
            move_and_outlook(cell_name(replay.game, cell), outlook(judged.exact, judged.mark)),
            in_game_terms(judged),
            _better(before, judged),
            _refutation(before, judged),
            _next(replay),
        )
    index = before.ply - replay.record.start.ply
    judged = reviewed.moves[index]
    is_turning_point = index == reviewed.turning_point
    answer, how = explanation.text if explanation else "", in_game_terms(judged)
    return Why(
        explanation.question if explanation else _last_move(replay),
        answer,
        figures,
        Annotation(judged.label, reason(judged), is_turning_point, _better(before, judged)),
        "" if how in answer else how,
        _refutation(before, judged),
        _retry(replay, index, judged),
        _next(replay),
    )


def _next(replay: Replay) -> Question | None:
    """The question why the position is worth what it is, as long as the game goes on."""
    if replay.position.outcome or "ideas" in replay.on:
        return None
    return Question(heading(replay), replay_url(replay.switched("ideas"), "ideas"))


def _better(before: Replay, judged: JudgedMove) -> Better | None:
    """A better move than that of *judged*, where *before* stands."""
    if not (text := better_move(judged)):
        return None
    if judged.best.value is not Value.WIN:
        return Better(text, None)
    position, cell = judged.position, best_cell(judged.position)
    moves = winning_line(position, cell)
    how = how_it_wins(position, cell)
    return Better(f"{text} {how}", _line_url(before, moves))


def _refutation(before: Replay, judged: JudgedMove) -> str | None:
    """The address of the game in which the other side wins as it is told, and as fast as it can,
    after a move that loses where another would not have; None for any other move. The move is made
    there from where *before* stands.
    """
    if not judged.value_lost or judged.exact.distance is None:
        return None
    return _line_url(before, losing_move(judged.position, judged.cell).continuation)


def _line_url(before: Replay, moves: tuple[int, ...]) -> str:
    """The address of the line of *moves* from where *before* stands, after the first of them: with
    the ideas, which draw its threats on the board.
    """
    line = before.continued(moves)
    return replay_url(replace(line, on=line.on | {"ideas"}), "forward")


def _programs(replay: Replay) -> Programs:
    return Programs(tuple(_program(replay, proposal) for proposal in proposals(replay.position)))


def _program(replay: Replay, proposal: Proposal) -> Program:
    moves = proposal.moves
    names = [cell_name(replay.game, judged.cell) for judged in moves]
    losing = [name for name, judged in zip(names, moves, strict=True) if judged.value_lost]
    warning = ""
    if losing:
        warning = _("Gives value away")
        if len(losing) < len(names):
            warning = _("Gives value away with %(moves)s", moves=", ".join(losing))
    return Program(
        proposal.opponent.key,
        _(proposal.opponent.name),
        ", ".join(names),
        warning,
        proposal.answer,
        proposal.diagrams,
        tuple(
            ProposedMove(
                name,
                outlook(judged.exact, judged.mark),
                _(judged.label) if judged.value_lost else "",
                _refutation(replay, judged),
            )
            for name, judged in zip(names, moves, strict=True)
        ),
    )


def _moves_from_here(replay: Replay) -> MovesFromHere:
    position = replay.position
    rows = in_order(moves_from_here(position), replay.sort, position.to_move)
    return MovesFromHere(
        sortable_columns(
            {
                order: replay_url(replay.sorted_by(order), f"sort-{order}")
                for order in orders(replay.game)
            },
            replay.sort,
        ),
        tuple(move_row(row, replay.continued((row.cell,))) for row in rows),
    )


def _game_review(replay: Replay, reviewed: Review) -> GameReview:
    return GameReview(
        tuple(_accuracy(reviewed, mark) for mark in Mark),
        _turning_point(replay, reviewed),
        the_end(replay.record, reviewed) if replay.record.position.outcome else "",
    )


def _accuracy(reviewed: Review, mark: Mark) -> tuple[Mark, int | None, str]:
    found = reviewed.accuracy(mark)
    if found.percent is None:
        return mark, None, _("nothing to decide")
    counted = _("%(right)s of %(decisions)s", right=found.right, decisions=found.decisions)
    return mark, found.percent, counted


def _turning_point(replay: Replay, reviewed: Review) -> TurningPoint | None:
    if reviewed.turning_point is None:
        return None
    judged = reviewed.moves[reviewed.turning_point]
    ply = replay.record.start.ply + reviewed.turning_point + 1
    return TurningPoint(
        _(
            "move %(number)s, %(mark)s %(cell)s",
            number=ply,
            mark=judged.mark,
            cell=cell_name(replay.game, judged.cell),
        ),
        replay_url(replay.in_game(ply), f"ply-{ply}"),
    )


def _retries(replay: Replay, reviewed: Review) -> tuple[Retry, ...]:
    """The moves of people that gave value away."""
    found = (_retry(replay, index, judged) for index, judged in enumerate(reviewed.moves))
    return tuple(retry for retry in found if retry)


def _retry(replay: Replay, index: int, judged: JudgedMove) -> Retry | None:
    """The move of that *index*, if a person gave value away with it."""
    record, players = replay.record, replay.players
    if not judged.value_lost or players.key(judged.mark) != HUMAN:
        return None
    ply = record.start.ply + index
    move = _(
        "%(mark)s %(cell)s: %(label)s",
        mark=judged.mark,
        cell=cell_name(record.game, judged.cell),
        label=_(judged.label),
    )
    return Retry(ply + 1, retry_fields(record.up_to(ply), players), move)


def _play_from_here(replay: Replay) -> PlayFromHere:
    """Whoever opens the page is offered the side to move, against the computer of this game."""
    players, mark = replay.players, replay.position.to_move
    computers = [key for key in (players.x, players.o) if key != HUMAN]
    opponent = (computers or ["medium"])[0]
    x, o = (
        PlayerChoice(held, HUMAN if held is mark else opponent, (replay.game,)) for held in Mark
    )
    return PlayFromHere(set_up_fields(replay.so_far), x, o)
