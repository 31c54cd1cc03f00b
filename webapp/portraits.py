"""How each computer player thinks, in brief, by its key."""

IN_BRIEF = {
    "easy": "throws dice",
    "medium": "sees one reply",
    "hard": "weighs every cell",
    "unbeatable": "knows every game",
    "rules": "goes down a list of rules",
    "chain": "asks one handler after another",
    "minimax": "searches every line",
    "alpha-beta": "searches what can matter",
}
