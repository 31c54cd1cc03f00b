"""A visit in words: what happens at it, and why moves are cut off."""

from collections.abc import Iterator

from ai.explain.phrases import cells_listed
from ai.language import N_, _
from ai.rules.games import Game
from ai.rules.notation import cell_name
from ai.rules.position import Mark
from ai.search.minimax import DRAW, LOSS, WIN
from ai.search.visits import Claim, Level, State, Visit

KEEPS = {Mark.X: N_("X keeps the highest"), Mark.O: N_("O keeps the lowest")}
SIGNED = {WIN: "+1", DRAW: "0", LOSS: "−1"}  # values to X
WORTH = {
    Claim.EXACT: N_("%(name)s is worth %(value)s."),
    Claim.AT_LEAST: N_("%(name)s is worth at least %(value)s."),
    Claim.AT_MOST: N_("%(name)s is worth at most %(value)s."),
}


def value_of(visit: Visit) -> str:
    """The value of a visit, or the bound: `≥ 0`."""
    return (
        SIGNED[visit.value]
        if visit.claim is Claim.EXACT
        else f"{visit.claim} {SIGNED[visit.value]}"
    )


def window(visit: Visit) -> str:
    """The window at the start of a visit: `[−1, 0]`."""
    return f"[{SIGNED[visit.alpha]}, {SIGNED[visit.beta]}]"


def kind_of(state: State, *, on_path: bool) -> str:
    """The class of a node in the style sheet."""
    if on_path:
        return "at"
    return {
        State.KNOWN: "done",
        State.LOOKING: "at",
        State.TO_COME: "wait",
        State.CUT_OFF: "cut",
    }[state]


def so_far(level: Level, *, has_window: bool) -> str:
    """The best move so far at a level, and the bounds that others set."""
    game, said = level.position.game, []
    if level.best:
        name = _name(game, level.best)
        said.append(_("best so far %(name)s, %(value)s", name=name, value=value_of(level.best)))
    for letter, bound in (("α", level.alpha), ("β", level.beta)) if has_window else ():
        if bound.visit:
            said.append(
                _(
                    "%(letter)s %(value)s by %(name)s, visit %(number)s",
                    letter=letter,
                    value=SIGNED[bound.value],
                    name=_name(game, bound.visit),
                    number=bound.visit.number,
                )
            )
    return "; ".join(said)


def event(levels: tuple[Level, ...], player: str) -> Iterator[str]:
    """The visit, then every value that the search returns before the next visit."""
    *_above, here = levels
    mover, game = here.position.to_move, here.position.game
    name = _name(game, here.visit)
    if outcome := here.position.outcome:
        if outcome.winner:
            yield _(
                "%(name)s: %(mark)s wins, %(value)s.",
                name=name,
                mark=outcome.winner,
                value=SIGNED[here.visit.value],
            )
        else:
            yield _("%(name)s: a draw, 0.", name=name)
    elif here.at_depth_limit:
        yield _(
            "%(name)s: %(player)s looks no further, and takes it for 0.", name=name, player=player
        )
    elif here.visit.cell is None:
        yield _("It starts here: %(keeps)s value of its moves.", keeps=_(KEEPS[mover]))
    else:
        yield _("%(name)s: the game goes on. %(keeps)s.", name=name, keeps=_(KEEPS[mover]))
    for level in reversed(levels):
        if level.state is State.KNOWN and not level.visit.is_leaf:
            yield from _returned(level)


def _returned(level: Level) -> Iterator[str]:
    """Why moves are cut off, and the value that the position returns."""
    game, visit, best = level.position.game, level.visit, level.best
    mover = level.position.to_move
    assert best
    if level.met:
        cut = cells_listed(
            game, [child.cell for child in level.children if child.state is State.CUT_OFF]
        )
        yield _("Cut off.")
        if level.met.visit:
            yield _(
                "%(other)s already has a draw with %(move)s, visit %(number)s.",
                other=mover.other,
                move=_name(game, level.met.visit),
                number=level.met.visit.number,
            )
            yield (
                _(
                    "Here %(best)s draws, no better for %(other)s.",
                    best=_name(game, best),
                    other=mover.other,
                )
                if best.value == DRAW
                else _("Here %(mark)s's %(best)s wins.", best=_name(game, best), mark=mover)
            )
        else:
            yield _(
                "%(best)s wins, and nothing is better for %(mark)s.",
                best=_name(game, best),
                mark=mover,
            )
        yield _("So %(cells)s can't matter.", cells=cut)
    if visit.cell is None:
        yield _(
            "Done: the best is %(best)s, %(value)s.",
            best=_name(game, best),
            value=SIGNED[visit.value],
        )
    else:
        yield _(WORTH[visit.claim], name=_name(game, visit), value=SIGNED[visit.value])


def _name(game: Game, visit: Visit) -> str:
    """The name of the move that led to a visit; of the root, the start."""
    return _("Start") if visit.cell is None else cell_name(game, visit.cell)
