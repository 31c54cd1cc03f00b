"""What the engine knows, as JSON for other programs: by the addresses of replays, below `/api/`.

Scripts of any site may read it, so nothing here may depend on who asks.
"""

PREFIX = "/api/"
