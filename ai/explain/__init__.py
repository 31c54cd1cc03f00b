"""Why the computer plays as it does: one module a family of opponents, words and diagrams
together, and the registry of them in :mod:`ai.explain.explanation`.
"""

from ai.explain.explanation import Explanation, explain_move

__all__ = ["Explanation", "explain_move"]
