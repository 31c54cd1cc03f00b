"""The commands, one module each; :mod:`ai.cli` has them all."""
