"""Why the computer plays as it does, told and drawn."""

from ai.explain.explanation import Explanation, explain_move

__all__ = ["Explanation", "explain_move"]
