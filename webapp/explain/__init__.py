"""Why the computer plays as it does: one module a family of opponents, words and drawings
together, and the registry of them in :mod:`webapp.explain.explanation`.
"""

from webapp.explain.explanation import Explanation, diagrams, explain_choice, explain_move

__all__ = ["Explanation", "diagrams", "explain_choice", "explain_move"]
