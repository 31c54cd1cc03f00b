"""The JSON API: the engine's answers for other programs, by the addresses of replays.

Scripts of any site may read it, so answers must not depend on cookies or the visitor.
"""

PREFIX = "/api/"
