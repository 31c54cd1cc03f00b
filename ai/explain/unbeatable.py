"""Unbeatable: the exact values, and how often random play loses."""

from ai.explain.choice import Choice
from ai.explain.diagram import Diagram, diagram
from ai.explain.phrases import ONLY_CELL, lines_listed
from ai.explain.values import exact_in_words
from ai.explain.wins import (
    how_it_loses,
    how_it_wins,
    what_it_is_good_for,
    winning_diagram,
)
from ai.language import N_, _, number
from ai.opponents.unbeatable import Perfect
from ai.value import Value

HARDEST_DRAW = N_(
    "Perfect play draws. Of the %(moves)s moves that keep the draw, this one beats random play most"
    " often: in %(share)s of games."
)
AMONG_HARDEST_DRAWS = N_(
    "Perfect play draws. Of the %(moves)s moves that keep the draw, none beats random play more"
    " often than this one: in %(share)s of games."
)

DIGITS = 12  # decimal ones at most: chances that differ do so by then


def sentence(choice: Choice[Perfect]) -> str:
    """What perfect play comes to, and what made this move the best of its kind."""
    values = choice.reason.values
    exact = values[choice.cell]
    if exact.distance == 1 and exact.value is Value.WIN:
        completed = choice.game.completed(choice.position.mover | 1 << choice.cell)
        return _("It wins at once with %(lines)s.", lines=lines_listed(choice.game, completed))
    if len(values) == 1:
        return _(ONLY_CELL)
    if exact.value is Value.WIN:
        wins = _(
            "It wins by force in %(plies)s plies, and no move is faster.",
            plies=exact.distance,
        )
        return f"{wins} {how_it_wins(choice.position, choice.cell)}"
    if exact.value is Value.LOSS:
        loses = _(
            "Every move loses to perfect play: this one lasts %(plies)s plies, and none lasts"
            " longer.",
            plies=exact.distance,
        )
        return f"{loses} {how_it_loses(choice.position, choice.cell)}"
    moves = sum(move.value is Value.DRAW for move in values.values())
    if moves == 1:
        good_for = what_it_is_good_for(choice.position, choice.cell)
        return " ".join([_("Only this move keeps the draw."), *good_for])
    chance = choice.reason.losing_chances[choice.cell]
    if not chance:
        return _(
            "Perfect play draws. None of the %(moves)s moves that keep the draw can still beat even"
            " random play.",
            moves=moves,
        )
    message = HARDEST_DRAW if len(choice.cells) == 1 else AMONG_HARDEST_DRAWS
    return _(message, moves=moves, share=_percentages(choice)[choice.cell])


def _percentages(choice: Choice[Perfect]) -> dict[int, str]:
    """How often random play loses after each cell that keeps a draw: to two decimals, or to as many
    as tell the hardest draws from the others.
    """
    chances = choice.reason.losing_chances
    for digits in range(2, DIGITS + 1):
        texts = {cell: percent(chance, digits) for cell, chance in chances.items()}
        hardest = {texts[cell] for cell in choice.cells}
        if hardest.isdisjoint(text for cell, text in texts.items() if cell not in choice.cells):
            break
    return texts


def percent(chance: float, digits: int = 2) -> str:
    """*chance* to that many decimal *digits*: `38.24 %`, but `0 %` and `100 %` only where it is."""
    if not chance:
        return _("%(number)s %%", number=number(0))
    text, least = number(100 * chance, digits), 10.0**-digits
    if text == number(100, digits) and chance < 1:
        return _("more than %(number)s %%", number=number(100 - least, digits))
    if text == number(0, digits):
        return _("less than %(number)s %%", number=number(least, digits))
    return _("%(number)s %%", number=text)


def diagrams_of(choice: Choice[Perfect]) -> tuple[Diagram, ...]:
    """How it wins, if it does so by force; the exact values; and how often random play loses, where
    several moves keep a draw that can still be won.
    """
    position, values, cells = choice.position, choice.reason.values, choice.cells
    worth = _("What each move is worth to %(mark)s", mark=choice.mark)
    in_words = {cell: exact_in_words(exact) for cell, exact in values.items()}
    exact = diagram(position, worth, notes=in_words, chosen=cells, name=_("Values"))
    if values[choice.cell].value is Value.WIN:
        how = winning_diagram(position, choice.cell)
        return (how, exact) if how else (exact,)
    if values[choice.cell].value is Value.LOSS:
        return (exact,)
    chances = choice.reason.losing_chances
    if len(chances) == 1 or not any(chances.values()):
        return (exact,)
    caption = _("How often %(other)s loses after it, playing at random", other=choice.mark.other)
    notes = _percentages(choice)
    return exact, diagram(position, caption, notes=notes, chosen=cells, name=_("Chances"))
