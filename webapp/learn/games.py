"""The boards on the page of rules: winning sets, the first ideas, and games to step through."""

from collections.abc import Iterator

from ai.language import N_, _, ngettext, sentence_case
from ai.pen.diagram import Diagram, diagram
from ai.rules import SQUARE, TIC_TAC_TOE, Game, Position, Record, WinningSet, mask, parse
from ai.rules.notation import game_text, parse_game, winning_set_name
from ai.rules.threats import forks, threats
from ai.study.study import study
from ai.words.phrasebook import language
from ai.words.phrases import line_name, lines_listed
from ai.words.values import exact_in_words, outlook
from webapp.replay.replay import Replay

# One winning set of each kind, and its caption. The numbers add up to all winning sets.
SHAPES = {
    TIC_TAC_TOE: (
        ("a2b2c2", N_("A row: 3 of these")),
        ("b1b2b3", N_("A column: 3 of these")),
        ("a1b2c3", N_("A diagonal: 2 of these")),
    ),
    SQUARE: (
        ("b2c2b3c3", N_("Upright, side 1: 9 of these")),
        ("b1d1b3d3", N_("Upright, side 2: 4 of these")),
        ("a1d1a4d4", N_("Upright, side 3: 1 of these")),
        ("b1a2c2b3", N_("Tilted, side √2: 4 of these")),
        ("b1d2a3c4", N_("Tilted, side √5: 2 of these")),
    ),
}


def live_lines(position: Position) -> Diagram:
    """The lines that are live for the side to move."""
    game, mark = position.game, position.to_move
    lines = [line for line in game.winning_sets if not mask(line) & position.opponent]
    caption = ngettext(
        "%(num)s line is live for %(mark)s",
        "%(num)s lines are live for %(mark)s",
        len(lines),
        mark=mark,
    )
    return diagram(position, caption, lines=lines)


def threat(position: Position) -> Diagram:
    """The one threat that the side to move must stop."""
    game, mark = position.game, position.to_move.other
    ((cell, line),) = threats(game, position.opponent, position.mover)
    caption = _("%(mark)s threatens %(lines)s", mark=mark, lines=line_name(game, line))
    return diagram(position, caption, chosen={cell}, lines=[line])


def fork(position: Position) -> Diagram:
    """The one fork of the side to move."""
    game, mark = position.game, position.to_move
    ((cell, lines),) = forks(game, position.mover, position.opponent).items()
    name, told = game.cell_names[cell], lines_listed(game, lines)
    caption = _("%(mark)s on %(cell)s threatens %(lines)s", mark=mark, cell=name, lines=told)
    return diagram(position, caption, chosen={cell}, lines=lines)


def worth(position: Position) -> Diagram:
    """The exact value of every move, the best ones chosen."""
    moves = study(position).moves.values()
    best = max(move.exact.rank for move in moves)
    notes = {move.cell: exact_in_words(move.exact) for move in moves}
    chosen = {move.cell for move in moves if move.exact.rank == best}
    caption = _("The value of each move for %(mark)s", mark=position.to_move)
    return diagram(position, caption, notes=notes, chosen=chosen)


# Ideas for beginners, each with the positions that show it.
IDEAS = {
    live_lines: (parse(TIC_TAC_TOE, "X.. .O. ..."),),
    threat: (parse(TIC_TAC_TOE, "XX. .O. ..."), parse(SQUARE, ".X.. .O.X .... ..XO")),
    fork: (parse(TIC_TAC_TOE, "X.. .O. O.X"), parse(SQUARE, "O... XX.. ..X. .O.O")),
    worth: (parse(TIC_TAC_TOE, "X.. .O. O.X"),),
}

# Games to step through with the values shown.
WALKS = (
    (TIC_TAC_TOE, ""),
    (TIC_TAC_TOE, "a1c1"),
    (SQUARE, ""),
    (SQUARE, "b2a1"),
    (SQUARE, "b1d1"),
)


def shapes(game: Game) -> Iterator[Diagram]:
    """A winning set of each shape; of a game of the house also how many each cell is in."""
    if game in SHAPES:
        for text, told in SHAPES[game]:
            yield _winning_set(game, frozenset(parse_game(game, text)), _(told))
        through = {cell: len(masks) for cell, masks in enumerate(game.masks_through)}
        sets = language().noun(game.noun, "many", 2)
        caption = _("How many %(sets)s pass through each cell", sets=sets)
        yield diagram(Position(game), caption, notes=through)
        return
    of_shape: dict[tuple[str, object], list[WinningSet]] = {}
    for cells in map(frozenset, game.ordered_sets):
        name = winning_set_name(game, cells)
        of_shape.setdefault((name.message, name.values.get("shape")), []).append(cells)
    for first, *others in of_shape.values():
        line = sentence_case(line_name(game, first))
        caption = _("%(line)s: 1 of %(all)s", line=line, all=1 + len(others))
        yield _winning_set(game, first, caption)


def _winning_set(game: Game, cells: WinningSet, caption: str) -> Diagram:
    return diagram(Position(game, mask(cells)), caption, lines=[cells])


def cell_names(game: Game) -> Diagram:
    """The name of every cell of *game*."""
    caption = _("The cells of %(game)s", game=_(game.name))
    return diagram(Position(game), caption, notes=dict(enumerate(game.cell_names)))


def first_ideas() -> dict[str, list[tuple[Diagram, Replay]]]:
    """The first ideas by the names of their functions: diagrams, and replays to try them in."""
    return {
        show.__name__: [(show(it), Replay.of(Record(it)).switched("values")) for it in positions]
        for show, positions in IDEAS.items()
    }


def walks() -> Iterator[tuple[str, str, Replay]]:
    """The games to step through: names, the values of their last positions in words, replays."""
    for game, text in WALKS:
        record = Record(Position(game), parse_game(game, text))
        found, names = study(record.position), game_text(game, record.moves, " ")
        said = outlook(found.exact, record.position.to_move)
        if found.winning:
            said = _("%(outlook)s, first %(cell)s", outlook=said, cell=found.best.name)
        name = _("%(game)s from the beginning", game=_(game.name))
        if names:
            name = _("%(game)s after %(moves)s", game=_(game.name), moves=names)
        yield name, said, Replay.of(record).switched("ideas" if names else "values")
