"""The JSON API: the engine's answers for other programs, by the addresses of replays."""
