"""The page of a replay: its parts, as values made of the replay alone."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from ai.analysis import JudgedMove, Review, review
from ai.notation import cell_name
from ai.opponents import HUMAN
from ai.opponents.unbeatable import principal_variation
from ai.position import Mark
from ai.record import Record
from ai.tablebase import move_values
from webapp.board import Stage, traps_note, values_of
from webapp.explain import explain_move
from webapp.explain.annotation import annotation, better_move, outlook
from webapp.explain.diagram import Diagram
from webapp.forms import Fields, PlayerChoice, retry_fields, set_up_fields
from webapp.parts import Part
from webapp.replay.proposal import Proposal, proposals
from webapp.replay.replay import SWITCHES, Replay, preview_url, replay_url

TEMPLATE = "replay/parts.html"


class ReplayPart(Part):
    """A part that links to other replays of this record: hardly two pages have it in common."""

    __slots__ = ()
    cached: ClassVar = False


@dataclass(frozen=True, slots=True)
class LinkPreview(ReplayPart):
    """What a link to the page shows where it is shared; *board* is its picture in words."""

    rendered_by: ClassVar = (TEMPLATE, "link_preview")

    title: str
    description: str
    address: str
    picture: str
    board: str


@dataclass(frozen=True, slots=True)
class Status(ReplayPart):
    """Whose turn it is, or how the game ended, and which move was the last."""

    rendered_by: ClassVar = (TEMPLATE, "status")

    state: str
    headline: str
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
class Steps(ReplayPart):
    """First, back, forward and last, through the moves of *what*."""

    rendered_by: ClassVar = (TEMPLATE, "steps")

    what: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class MoveLink:
    """A move in a list, and the address of the position after it. *label* judges it, if the list
    does.
    """

    text: str
    address: str
    current: bool
    label: str = ""


@dataclass(frozen=True, slots=True)
class VariationMoves(ReplayPart):
    """The moves of a variation, the first of them the move number *number*, and the address of the
    game where they leave it, or of the start where there is no game.
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
    on: bool
    address: str


@dataclass(frozen=True, slots=True)
class Switches(ReplayPart):
    """What the page shows or not."""

    rendered_by: ClassVar = (TEMPLATE, "switches")

    switches: tuple[Switch, ...]
    note: str  # on the values, where they are shown


@dataclass(frozen=True, slots=True)
class Annotation:
    """The *label* of a move, which the page of definitions has at *anchor*; what makes it so; and a
    better move, if there was one.
    """

    label: str
    anchor: str
    reason: str
    better: str | None


@dataclass(frozen=True, slots=True)
class Why(ReplayPart):
    """What there is to say of the last move, made by a player: the question and the answer, if that
    was a computer, and the annotation. *refutation* is the address of how it loses.
    """

    rendered_by: ClassVar = (TEMPLATE, "why")

    heading: str
    answer: str
    diagrams: tuple[Diagram, ...]
    annotation: Annotation
    refutation: str | None


@dataclass(frozen=True, slots=True)
class Worth(ReplayPart):
    """What the last move is worth, of a variation: nobody made it, so there is no why."""

    rendered_by: ClassVar = (TEMPLATE, "worth")

    heading: str
    outlook: str
    better: str | None
    refutation: str | None


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
class Moves(ReplayPart):
    """The moves of the game, which may begin from a position of some *marks*."""

    rendered_by: ClassVar = (TEMPLATE, "moves")

    marks: str
    number: int
    moves: tuple[MoveLink, ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """The course of a game, 1 where X wins and -1 where O does; *here* is where the cursor is in
    it, if it is.
    """

    course: tuple[int, ...]
    here: int | None

    @property
    def words(self) -> str:
        """The course in words."""
        return ", ".join(("draw", "X wins", "O wins")[value] for value in self.course)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The move that decided the game."""

    text: str
    address: str
    annotation: Annotation


@dataclass(frozen=True, slots=True)
class Retry:
    """A move that gave value away, and the fields that let a person retry it."""

    number: int
    fields: Fields
    text: str


@dataclass(frozen=True, slots=True)
class GameReview(ReplayPart):
    """The game in hindsight. *accuracies* gives for each mark the percentage, if there was anything
    to decide, and what it counts.
    """

    rendered_by: ClassVar = (TEMPLATE, "review")

    graph: Graph
    accuracies: tuple[tuple[Mark, int | None, str], ...]
    turning_point: TurningPoint | None
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
    """Everything on the page of a replay; what does not apply is None."""

    link_preview: LinkPreview
    status: Status
    click: ClickForm
    stage: Stage
    steps: Steps
    variation: VariationMoves | None
    switches: Switches
    why: Why | Worth | None
    programs: Programs | None
    moves: Moves
    review: GameReview | None
    play_from_here: PlayFromHere | None
    share: Share

    @property
    def panel(self) -> Iterator[Part]:
        """The parts beside the board, in their order."""
        beside: tuple[Part | None, ...] = (
            self.steps,
            self.variation,
            self.switches,
            self.why,
            self.programs,
            self.moves,
            self.review,
            self.play_from_here,
            self.share,
        )
        return (part for part in beside if part)


def replay_page(replay: Replay) -> ReplayPage:
    """The page of *replay*."""
    position, record = replay.position, replay.record
    stage = Stage(
        position,
        last=replay.last_move,
        inert=True,
        values=values_of(position) if "values" in replay.on else (),
    )
    address, reviewed = replay_url(replay), _review(record)
    full_address = replay_url(replay, absolute=True)
    over = position.outcome is not None
    return ReplayPage(
        LinkPreview(
            title(replay), description(replay), full_address, preview_url(replay), str(position)
        ),
        _status(replay, stage.state.state),
        ClickForm(address, tuple(replay.query.items())),
        stage,
        _steps(replay),
        _variation(replay),
        _switches(replay),
        _why(replay, reviewed) if "reasons" in replay.on else None,
        _programs(replay) if "programs" in replay.on else None,
        _moves(replay, reviewed),
        _game_review(replay, reviewed) if record.moves else None,
        None if over else _play_from_here(replay),
        Share(full_address),
    )


# A game is stepped through move by move, and every page of it judges them all.
@lru_cache(maxsize=128)
def _review(record: Record) -> Review:
    return review(record)


def title(replay: Replay) -> str:
    """What the position is, in a few words."""
    position, game = replay.position, replay.game
    somewhere = "" if replay.was_played else " in a variation"
    if outcome := position.outcome:
        result = f"{outcome.winner} wins" if outcome.winner else "Draw"
        return f"{result}{somewhere} – {game.name}"
    moved = "" if replay.last_move is None else f" after {cell_name(game, replay.last_move)}"
    return f"{position.to_move} to move{moved}{somewhere} – {game.name}"


def description(replay: Replay) -> str:
    """What a shared link leads to, and what one can do there."""
    record = replay.record
    found = [record.game.name]
    if record.start.ply:
        found.append(f"a position of {_count(record.start.ply, 'mark')}")
    if record.moves:
        names = " ".join(cell_name(record.game, cell) for cell in record.moves)
        found.append(f"{_count(len(record.moves), 'move')}: {names}")
    there = ", ".join(found)
    if replay.variation:
        return f"{there}. Step through a variation of it, and see what every move is worth."
    if record.moves:
        return f"{there}. Step through it, see what every move is worth, and ask why."
    if outcome := record.position.outcome:
        return f"{there}: {f'{outcome.winner} wins' if outcome.winner else 'a draw'}."
    return f"{there}. Play on, see what every move is worth, and ask why."


def _status(replay: Replay, state: str) -> Status:
    position = replay.position
    if outcome := position.outcome:
        headline = f"{outcome.winner} wins" if outcome.winner else "Tie"
    else:
        headline = f"{position.to_move} to move"
    detail = f". Move {replay.ply} of {replay.followed.ply}"
    if replay.last_move is not None:
        detail += f": {_last_move(replay)}"
    return Status(state, headline, detail)


def _last_move(replay: Replay) -> str:
    """The last move in words: it was played, if it was."""
    mark, cell = replay.position.to_move.other, cell_name(replay.game, replay.last_move or 0)
    return f"{mark} played {cell}" if replay.was_played else f"{mark} {cell}, in a variation"


def _steps(replay: Replay) -> Steps:
    ply, plies = replay.ply, replay.followed.plies
    steps = (
        ("first", "First", plies[0]),
        ("back", "Back", ply - 1),
        ("forward", "Forward", ply + 1),
        ("last", "Last", plies[-1]),
    )
    # Each leads back to itself, so that whoever used it has it at hand again.
    return Steps(
        "variation" if replay.variation else "game",
        tuple(
            Step(key, label, replay_url(there := replay.at(to), key), there.ply == ply)
            for key, label, to in steps
        ),
    )


def _variation(replay: Replay) -> VariationMoves | None:
    if not replay.variation:
        return None
    leaves = replay.variation.ply
    return VariationMoves(
        leaves + 1,
        tuple(_move_links(replay, replay.variation.moves, leaves)),
        replay_url(replay.in_game(leaves)),
        bool(replay.record.moves),
    )


def _move_links(replay: Replay, moves: tuple[int, ...], ply: int) -> Iterator[MoveLink]:
    """The links to the positions after each of the *moves*, of which the first is made at *ply*."""
    for before, cell in enumerate(moves, ply):
        yield MoveLink(
            f"{replay.record.mover_at(before)} {cell_name(replay.game, cell)}",
            replay_url(replay.at(before + 1), "forward"),
            current=replay.ply == before + 1,
        )


def _switches(replay: Replay) -> Switches:
    return Switches(
        tuple(
            Switch(name, name in replay.on, replay_url(replay.switched(name), f"switch-{name}"))
            for name in SWITCHES
        ),
        traps_note(replay.position) if "values" in replay.on else "",
    )


def _why(replay: Replay, reviewed: Review) -> Why | Worth | None:
    """What there is to say of the last move; None where none was made."""
    if replay.last_move is None:
        return None
    before = replay.at(replay.ply - 1)
    if not replay.was_played:
        judged = JudgedMove(before.position, replay.last_move, move_values(before.position))
        return Worth(
            _last_move(replay),
            f"{cell_name(replay.game, judged.cell)}: {outlook(judged.exact, judged.mark)}.",
            better_move(judged),
            _refutation(before, judged),
        )
    judged = reviewed.moves[before.ply - replay.record.start.ply]
    heading, answer, diagrams = _last_move(replay), "", tuple[Diagram, ...]()
    if opponent := replay.players.opponent(judged.mark):
        explanation = explain_move(judged.position, judged.cell, opponent)
        heading, answer = explanation.question, explanation.answer
        diagrams = explanation.diagrams
    return Why(heading, answer, diagrams, _annotation(judged), _refutation(before, judged))


def _annotation(judged: JudgedMove) -> Annotation:
    label = judged.label
    reason = annotation(judged).removeprefix(label.capitalize())
    return Annotation(label.capitalize(), label.replace(" ", "-"), reason, better_move(judged))


def _refutation(before: Replay, judged: JudgedMove) -> str | None:
    """The address of the game in which both play perfectly after a move that loses where another
    would not have; None for any other move. It is made there from where *before* stands.
    """
    if not judged.value_lost or judged.exact.distance is None:
        return None
    following = principal_variation(judged.position.play(judged.cell))
    return replay_url(before.continued((judged.cell, *following)), "forward")


def _programs(replay: Replay) -> Programs:
    return Programs(tuple(_program(replay, proposal) for proposal in proposals(replay.position)))


def _program(replay: Replay, proposal: Proposal) -> Program:
    moves = proposal.moves
    names = [cell_name(replay.game, judged.cell) for judged in moves]
    losing = [name for name, judged in zip(names, moves, strict=True) if judged.value_lost]
    warning = "Gives value away" if losing else ""
    if len(losing) not in (0, len(names)):
        warning += f" with {', '.join(losing)}"
    return Program(
        proposal.opponent.key,
        proposal.opponent.name,
        ", ".join(names),
        warning,
        proposal.answer,
        proposal.diagrams,
        tuple(
            ProposedMove(
                name,
                outlook(judged.exact, judged.mark),
                judged.label if judged.value_lost else "",
                _refutation(replay, judged),
            )
            for name, judged in zip(names, moves, strict=True)
        ),
    )


def _moves(replay: Replay, reviewed: Review) -> Moves:
    record = replay.record
    game = replay.in_game(replay.ply if replay.was_played else record.start.ply)
    links = _move_links(game, record.moves, record.start.ply)
    return Moves(
        _count(record.start.ply, "mark") if record.start.ply else "",
        record.start.ply + 1,
        tuple(
            replace(link, label=judged.label)
            for link, judged in zip(links, reviewed.moves, strict=True)
        ),
    )


def _game_review(replay: Replay, reviewed: Review) -> GameReview:
    start = replay.record.start.ply
    return GameReview(
        Graph(reviewed.course(), replay.ply - start if replay.was_played else None),
        tuple(_accuracy(reviewed, mark) for mark in Mark),
        _turning_point(replay, reviewed),
        tuple(_retries(replay, reviewed)),
    )


def _accuracy(reviewed: Review, mark: Mark) -> tuple[Mark, int | None, str]:
    found = reviewed.accuracy(mark)
    if found.percent is None:
        return mark, None, "nothing to decide"
    return mark, found.percent, f"{found.right} of {_count(found.decisions, 'decision')} right"


def _turning_point(replay: Replay, reviewed: Review) -> TurningPoint | None:
    if reviewed.turning_point is None:
        return None
    judged = reviewed.moves[reviewed.turning_point]
    ply = replay.record.start.ply + reviewed.turning_point + 1
    return TurningPoint(
        f"move {ply}, {judged.mark} {cell_name(replay.game, judged.cell)}",
        replay_url(replay.in_game(ply), "forward"),
        _annotation(judged),
    )


def _retries(replay: Replay, reviewed: Review) -> Iterator[Retry]:
    """The moves of people that gave value away."""
    record, players = replay.record, replay.players
    for ply, judged in enumerate(reviewed.moves, record.start.ply):
        if judged.value_lost and players.key(judged.mark) == HUMAN:
            move = f"{judged.mark} {cell_name(record.game, judged.cell)}: {judged.label}"
            yield Retry(ply + 1, retry_fields(record.up_to(ply), players), move)


def _play_from_here(replay: Replay) -> PlayFromHere:
    """Whoever opens the page is offered the side to move, against the computer of this game."""
    players, mark = replay.players, replay.position.to_move
    computers = [key for key in (players.x, players.o) if key != HUMAN]
    opponent = (computers or ["medium"])[0]
    x, o = (PlayerChoice(held, HUMAN if held is mark else opponent) for held in Mark)
    return PlayFromHere(set_up_fields(replay.so_far), x, o)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"
