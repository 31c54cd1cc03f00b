"""Rules, exact values and computer players of tic-tac-toe and Square. Knows nothing of the web.

The main names stand here; README.md is a tour of them.
"""

from ai.exact.tablebase import move_worths, probe
from ai.explain import explain_move, why
from ai.opponents import opponent_for
from ai.rules import SQUARE, TIC_TAC_TOE, Mark, Position, game_for, parse, parse_record
from ai.study.review import review
from ai.study.study import study

__all__ = [
    "SQUARE",
    "TIC_TAC_TOE",
    "Mark",
    "Position",
    "explain_move",
    "game_for",
    "move_worths",
    "opponent_for",
    "parse",
    "parse_record",
    "probe",
    "review",
    "study",
    "why",
]
