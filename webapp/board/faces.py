"""The faces of the opponents: a few strokes of a pen, in three moods.

Each stroke has a look, for `static/style.css`: a `line`; `fine` ones are left out of the smallest
face; `eyes` and `pupils` are dots; `solid` shapes are filled; and a `snip` is green.
"""

from typing import NamedTuple

Strokes = dict[str, str]  # SVG paths in a box 24 wide and high, by their looks


class Face(NamedTuple):
    """The strokes of a face: its *head*, and on it what changes with its mood."""

    head: Strokes
    neutral: Strokes
    won: Strokes
    beaten: Strokes


# By the key of the opponent.
FACES = {
    # A die that shrugs
    "easy": Face(
        {
            "line": "M4.1 5.2 17.9 3.1Q19.3 2.9 19.4 4.3L20.8 17.8Q20.9 19.2 19.6 19.3L6.3 21.2"
            "Q4.9 21.3 4.7 19.9L3 6.8Q2.8 5.4 4.1 5.2Z",
            "eyes": "M8 9.5h0M15.3 8.6h0",
            "fine": "M1.2 15.5Q.3 13 1.6 11M22.9 15.4Q24 12.8 22.7 10.6",
        },
        {"line": "M8.3 16.3Q10 14.2 12.4 15.3T16.7 14"},
        {"line": "M7.8 14.5Q12.9 18.9 16.7 13.2"},
        {"line": "M8.6 17.3Q12.2 13.3 16.7 16.1"},
    ),
    # It peeps over the edge.
    "medium": Face(
        {
            "line": "M4.3 18C3.8 8.5 7.2 4.4 12 4.4S20.3 8.5 19.7 18M.8 18.3 23.2 17.9"
            "M5.6 18.3v2.8M8.2 18.3v2.9M15.9 18.2v2.9M18.5 18.1v2.7"
            "M8.9 9.5a2.7 2.7 0 1 0 .1 0M15.1 9.5a2.7 2.7 0 1 0 .1 0",
        },
        {"pupils": "M9.6 12.6h0M15.8 12.6h0", "fine": "M12 4.4Q11.4 2.7 12.9 1.7"},
        {
            "pupils": "M9.6 12h0M15.8 12h0",
            "fine": "M12 4.4Q11.4 2.7 12.9 1.7M6.3 8.3Q8.2 6.9 10 7.9M14 7.9Q15.9 6.9 17.7 8.3",
        },
        {
            "pupils": "M8.9 13.2h0M15.1 13.2h0",
            "fine": "M12 4.4Q11.4 2.7 12.9 1.7M6.6 7.6 10 8.7M17.4 7.6 14 8.7",
        },
    ),
    # The beam of a scale for a brow
    "hard": Face(
        {"line": "M12 5.4a8.6 8.6 0 1 0 .1 0"},
        {
            "line": "M1.6 9 22.4 5.4M9.4 19 14.6 18.5",
            "solid": "M5.7 11.7Q8.2 16 10.7 11.3ZM13.5 10.8Q16 15 18.5 10.3Z",
            "fine": "M12 7.2V5.4",
        },
        {
            "line": "M1.6 7H22.4M8.6 17.7Q12 20.2 15.4 17.6",
            "solid": "M5.6 11Q8.1 15.3 10.6 11ZM13.4 11Q15.9 15.3 18.4 11Z",
        },
        {
            "line": "M2.2 4.6 21.8 10M9 19.6Q12 17.3 15 19.3",
            "solid": "M5.5 9.8Q8 14 10.5 10.5ZM13.6 11.5Q16 15.8 18.3 12.3Z",
        },
    ),
    # A book with glasses
    "unbeatable": Face(
        {
            "line": "M12 6.3C9 4.2 5.5 4.2 1.6 5.2V19.2C5.5 18.2 9 18.3 12 20.5"
            "C15 18.3 18.5 18.2 22.4 19.2V5.2C18.5 4.2 15 4.2 12 6.3Z"
            "M7.2 7.7a2.9 2.9 0 1 0 .1 0M16.8 7.7a2.9 2.9 0 1 0 .1 0M10.1 10.2Q12 9 13.9 10.2",
        },
        {
            "line": "M8.5 15.7Q12 16.7 15.5 15.7",
            "pupils": "M7.2 10.8h0M16.8 10.8h0",
            "fine": "M12 17.5V20.5M12 6.3V7.8",
        },
        {
            "line": "M7.8 15Q12 18.6 16.2 15",
            "fine": "M12 6.3V7.8M5.9 11Q7.2 9.7 8.5 11M15.5 11Q16.8 9.7 18.1 11",
        },
        {
            "line": "M9.5 16.8Q12 15.2 14.5 16.8",
            "pupils": "M7.2 10.2h0M16.8 10.2h0",
            "fine": "M12 17.5V20.5M12 6.3V7.8",
        },
    ),
    # A punched sheet with ticks for eyes
    "rules": Face(
        {
            "line": "M4 3.2 15.7 3 20.2 7.3 20.3 20.7 3.8 20.9Z",
            "fine": "M15.7 3 15.9 7.4 20.2 7.3M9.6 15.9v2.4M12 15.9v2.4M14.4 15.9v2.4",
        },
        {"line": "M6.5 10.7 8 12.5 10.6 9M13.2 10.7 14.7 12.5 17.3 9M7 17.1H17"},
        {"line": "M6.5 11.5 8.5 9.5 10.5 11.5M13.3 11.5 15.3 9.5 17.3 11.5M7 16.2Q12 19.2 17 16.2"},
        {
            "line": "M6.8 9.3 10.2 12.5M10.2 9.3 6.8 12.5M13.6 9.3 17 12.5M17 9.3 13.6 12.5"
            "M7 18Q12 15.3 17 18"
        },
    ),
    # Two links
    "chain": Face(
        {
            "line": "M2 10.8C2 7.6 4.6 6 7.6 6S13.6 7.6 13.6 10.9 11 15.6 7.9 15.6 2 14 2 10.8Z"
            "M10.5 10.8C10.5 7.6 13 6 16.2 6S22.1 7.6 22.1 10.9 19.4 15.6 16.3 15.6"
            " 10.5 14 10.5 10.8Z",
        },
        {
            "line": "M8.8 19.6Q8.8 18.2 12 18.2T15.3 19.6 12 21 8.8 19.6Z",
            "eyes": "M6.9 11h0M17.2 11h0",
        },
        {"line": "M7.8 18.3Q12 22.6 16.4 18.2", "eyes": "M6.9 10.4h0M17.2 10.4h0"},
        {"line": "M8 20.8Q12 17.3 16.2 20.7", "eyes": "M6.9 11.8h0M17.2 11.8h0"},
    ),
    # A tree with the signs of a win and a loss for eyes
    "minimax": Face(
        {"line": "M12 2.3 22.8 21 1.2 21.2Z", "fine": "M12 2.3V7.6"},
        {
            "line": "M8.7 18.3H15.3",
            "solid": "M6.7 15.9 9 11.9 11.3 15.9ZM12.7 12.1 15 16 17.3 12.1Z",
        },
        {"line": "M7 15Q9 12 11 15M13 15Q15 12 17 15M8.3 17.6Q12 20.5 15.7 17.6"},
        {"line": "M7 12.8 10.8 15.6M17 12.8 13.2 15.6M8.9 18.9Q12 16.9 15.1 18.9"},
    ),
    # The same tree with a corner snipped off
    "alpha-beta": Face(
        {
            "line": "M13.6 21 1.2 21.2 12 2.3 17.8 12.4M18.7 16.8 23 22.6 15.8 22.4Z",
            "snip": "M10.8 23.2 20.9 9.6",
            "eyes": "M8.9 14h0",
        },
        {"line": "M11.8 13.2 14.6 14.2M6.5 18.3H11.5"},
        {"line": "M11.6 14.2Q13 12.3 14.5 14.2M6 17.4Q8.8 20 11.6 17.4"},
        {"line": "M11.7 12.8 14.5 15M14.5 12.8 11.7 15M6.3 18.9Q8.9 16.7 11.5 18.9"},
    ),
}
