"""Rules, exact values and computer players of tic-tac-toe and Square. Knows nothing of the web.

The main names stand here; README.md is a tour of them.
"""

from ai.exact.tablebase import move_worths, probe
from ai.explain import explain_move
from ai.opponents import opponent_for
from ai.rules import SQUARE, TIC_TAC_TOE, Position, parse, parse_record
from ai.study.review import review

__all__ = [
    "SQUARE",
    "TIC_TAC_TOE",
    "Position",
    "explain_move",
    "move_worths",
    "opponent_for",
    "parse",
    "parse_record",
    "probe",
    "review",
]
