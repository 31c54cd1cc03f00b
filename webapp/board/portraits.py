"""A few words on each computer player and each game, by its key."""

from ai.language import N_

IN_BRIEF = {
    "easy": N_("throws dice"),
    "medium": N_("sees two moves"),
    "hard": N_("weighs every cell"),
    "unbeatable": N_("knows every game"),
    "rules": N_("follows eight rules"),
    "chain": N_("asks four helpers"),
    "minimax": N_("searches everything"),
    "alpha-beta": N_("skips what can't matter"),
}

INTRODUCTIONS = {
    "easy": N_("I'm Easy: I throw dice."),
    "medium": N_("I'm Medium: I look two moves ahead."),
    "hard": N_("I'm Hard: I weigh every cell."),
    "unbeatable": N_("I'm Unbeatable: I know every game."),
    "rules": N_("I go down a list of eight rules."),
    "chain": N_("I ask one handler after another."),
    "minimax": N_("I search all that can follow."),
    "alpha-beta": N_("I search what can matter."),
}

GAME_IN_BRIEF = {"tic-tac-toe": N_("3 in a line"), "square": N_("4 corners")}
