"""A visit in words: what happens at it, and why moves are cut off."""

from collections.abc import Iterator

from ai.language import N_, _
from ai.rules import Game, Mark, Position
from ai.search.minimax import DRAW, LOSS, WIN
from ai.search.visits import Claim, Level, State, Visit
from ai.words.phrases import cells_listed

KEEPS = {Mark.X: N_("X keeps the highest"), Mark.O: N_("O keeps the lowest")}
SIGNED = {WIN + 1: "+∞", WIN: "+1", DRAW: "0", LOSS: "−1", LOSS - 1: "−∞"}  # values to X
STATES = {  # in words, and by their classes in the style sheet
    State.KNOWN: (N_("worth"), "done"),
    State.LOOKING: (N_("looking"), "at"),
    State.TO_COME: (N_("to come"), "wait"),
    State.CUT_OFF: (N_("cut off"), "cut"),
}
BOUND = N_("%(letter)s %(value)s by %(name)s, visit %(number)s")

# What happens at a visit, and why the rest of its moves is cut off.
WON = N_("%(name)s: %(mark)s wins, %(value)s.")
DRAWN = N_("%(name)s: a draw, 0.")
NO_DEEPER = N_("%(name)s: %(player)s looks no further, and takes it for 0.")
STARTS = N_("It starts here: %(keeps)s value of its moves.")
GOES_ON = N_("%(name)s: the game goes on. %(keeps)s.")
HAS_DRAW = N_("%(other)s already has a draw with %(move)s, visit %(number)s.")
DRAWS_HERE = N_("Here %(best)s draws, no better for %(other)s.")
HAS_VALUE = N_("%(other)s already has %(bound)s with %(move)s, visit %(number)s.")
NO_MORE = N_("Here %(best)s gives %(other)s no more.")
WINS_HERE = N_("Here %(mark)s's %(best)s wins.")
WINS = N_("%(best)s wins, and nothing is better for %(mark)s.")
DONE = N_("Done: the best is %(best)s, %(value)s.")
WORTH = {
    Claim.EXACT: N_("%(name)s is worth %(value)s."),
    Claim.AT_LEAST: N_("%(name)s is worth at least %(value)s."),
    Claim.AT_MOST: N_("%(name)s is worth at most %(value)s."),
}


def value_of(visit: Visit) -> str:
    """The value of a visit, or the bound: `≥ 0`."""
    value = SIGNED[visit.value]
    return value if visit.claim is Claim.EXACT else f"{visit.claim} {value}"


def window(visit: Visit) -> str:
    """The window at the start of a visit: `[−1, 0]`."""
    return f"[{SIGNED[visit.alpha]}, {SIGNED[visit.beta]}]"


def state_in_words(state: State, visit: Visit | None, position: Position) -> str:
    """The state of *position*, which had that *visit*; the result of a leaf."""
    if state is State.KNOWN and visit and visit.is_leaf:
        if outcome := position.outcome:
            return _("%(mark)s wins", mark=outcome.winner) if outcome.winner else _("draw")
        return _("no deeper")
    return _(STATES[state][0])


def so_far(level: Level, *, has_window: bool) -> str:
    """The best move so far at a level, and the bounds that others set."""
    game, said = level.position.game, []
    if best := level.best:
        name, value = name_of(game, best), value_of(best)
        said.append(_("best so far %(name)s, %(value)s", name=name, value=value))
    for letter, bound in (("α", level.alpha), ("β", level.beta)) if has_window else ():
        if it := bound.visit:
            found = {"name": name_of(game, it), "number": it.number, "value": SIGNED[bound.value]}
            said.append(_(BOUND, letter=letter, **found))
    return _("; ").join(said)


def event(levels: tuple[Level, ...], player: str) -> Iterator[str]:
    """The visit, then every value that the search returns before the next visit."""
    here = levels[-1]
    game, outcome, keeps = here.position.game, here.position.outcome, KEEPS[here.position.to_move]
    found = {"name": name_of(game, here.visit), "player": player, "keeps": _(keeps)}
    if outcome:
        found |= {"mark": outcome.winner or "", "value": SIGNED[here.visit.value]}
        said = WON if outcome.winner else DRAWN
    elif here.at_depth_limit:
        said = NO_DEEPER
    else:
        said = STARTS if here.visit.cell is None else GOES_ON
    yield _(said, **found)
    for level in reversed(levels):
        if level.state is State.KNOWN and not level.visit.is_leaf:
            yield from returned(level)


def returned(level: Level) -> Iterator[str]:
    """Why moves are cut off, and the value that the position returns."""
    game, visit, best, met = level.position.game, level.visit, level.best, level.met
    mover = level.position.to_move
    assert best
    found = {"mark": mover, "other": mover.other, "best": name_of(game, best)}
    found |= {"name": name_of(game, visit), "value": SIGNED[visit.value]}
    if met:
        yield _("Cut off.")
        if met.visit:
            move, number = name_of(game, met.visit), met.visit.number
            drawn, bound = met.value == DRAW, SIGNED[met.value]
            has = HAS_DRAW if drawn else HAS_VALUE
            yield _(has, move=move, number=number, bound=bound, **found)
            here = NO_MORE if not drawn else DRAWS_HERE if best.value == DRAW else WINS_HERE
            yield _(here, **found)
        else:
            yield _(WINS, **found)
        cut = [child.cell for child in level.children if child.state is State.CUT_OFF]
        yield _("So %(cells)s can't matter.", cells=cells_listed(game, cut))
    yield _(DONE if visit.cell is None else WORTH[visit.claim], **found)


def name_of(game: Game, visit: Visit) -> str:
    """The name of the move that led to a visit; of the root, the start."""
    return _("Start") if visit.cell is None else game.cell_names[visit.cell]


def running(levels: tuple[Level, ...]) -> str:
    """The line of the program that runs last at a visit, before the next one."""
    done = [it for it in levels if it.state is State.KNOWN and not it.visit.is_leaf]
    if any(level.met for level in done):
        return "cut"
    if done:
        return "return"
    return "over" if levels[-1].visit.is_leaf else "loop"
