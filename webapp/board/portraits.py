"""A few words on how each computer player thinks, by its key."""

from ai.language import N_

IN_BRIEF = {
    "easy": N_("throws dice"),
    "medium": N_("sees one reply"),
    "hard": N_("weighs every cell"),
    "unbeatable": N_("knows every game"),
    "rules": N_("goes down a list of rules"),
    "chain": N_("asks one handler after another"),
    "minimax": N_("searches all that can follow"),
    "alpha-beta": N_("searches what can matter"),
}
