"""Rules, exact values and computer players of tic-tac-toe and Square. Knows nothing of the web."""
