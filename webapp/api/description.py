"""The description of the API for machines, in OpenAPI 3.1."""

from collections.abc import Iterator, Sequence
from typing import Any

from ai import plain_data
from ai.exact.atlas import AtlasData
from ai.language import ENGLISH, _
from ai.opponents import HUMAN, OPPONENTS
from ai.puzzles.puzzle import GRADES, Theme
from ai.rules import NAMED
from ai.study.moves_from_here import BEST_FIRST, ORDERS, both_ways
from webapp.api.questions import QUESTIONS, ErrorData
from webapp.api.schemas import reference, schemas
from webapp.puzzles.sets import COUNTS, PLIES
from webapp.serving.language import FIELD
from webapp.serving.params import SEEDS
from webapp.serving.security import API_PREFIX

VERSION = "1.0.0"  # of the API: a new first number stands for a breaking change
DESCRIPTION_ADDRESS = f"{API_PREFIX}openapi.json"

DEFINED = "^[2-8]x[2-8](-!?([a-h][1-8]){2,}){1,8}$"

# The schema and description of each parameter, by its name.
Described = dict[str, tuple[dict[str, Any], str]]

PLY = {"type": "integer", "minimum": 0}
MARK = {"type": "string", "enum": ["x", "o"]}
PLAYER = {"type": "string", "enum": [HUMAN, *OPPONENTS], "default": HUMAN}


def _range(possible: Sequence[int]) -> dict[str, Any]:
    """The schema of one of the *possible* numbers, or a range of them, maybe with an open end."""
    one = "|".join(map(str, possible))
    return {"type": "string", "pattern": f"^({one})?(-({one})?)?$"}


PARAMETERS: Described = {
    "first": (MARK, "Who made the first move: x, if a diagram does not tell."),
    "ply": (PLY, "The cursor: how many marks stand on the board. The end, if it is left out."),
    "from": (PLY, "The ply at which the variation leaves the game."),
    "variation": (
        {"type": "string"},
        "Moves that could have followed there. It goes together with “from”.",
    ),
    "sort": (
        {"type": "string", "enum": both_ways(ORDERS), "default": BEST_FIRST},
        "Sorts moves, the greatest first, after a minus last; games and positions on 3 by 3 alone.",
    ),
    "x": (PLAYER, "Who held X."),
    "o": (PLAYER, "Who held O."),
}

OF_SET: Described = {
    "theme": (
        {"type": "array", "items": {"type": "string", "enum": [*Theme]}},
        "The themes, each by a parameter of its own, or with commas between; all by default.",
    ),
    "plies": (_range(PLIES), "The plies of the fastest win, such as 3, or a range: 3-7."),
    "grade": (_range(GRADES), "The grade, such as 2, or a range: 2-4."),
    "count": (
        {"type": "integer", "minimum": COUNTS[0], "maximum": COUNTS[-1]},
        "The most puzzles: evenly spread from the easiest to the hardest, or the first shuffled.",
    ),
    "seed": (
        {"type": "integer", "minimum": SEEDS[0], "maximum": SEEDS[-1]},
        "Shuffled by this number, and not by grade and length.",
    ),
}

IN_PATH: Described = {
    "number": ({"type": "integer", "minimum": 1}, "The number of the puzzle in its game."),
    "game": (
        {"anyOf": [{"type": "string", "enum": [*NAMED]}, {"type": "string", "pattern": DEFINED}]},
        (
            "The key of a game with a name, or a board, as columns x rows, and 1 to 8 shapes that"
            " win on it, anywhere, turned and mirrored, or with ! where they are written:"
            " 4x4-a1b1c1-!a4d4. Status 308 leads to the one spelling of a game and its moves."
        ),
    ),
    "moves": (
        {
            "type": "string",
            "pattern": "^[XO.-]*([a-z][0-9]+)*$",
            "examples": ["b2a1c3", "XO.-.X.-O..b3"],
        },
        "The moves, such as b2a1c3; a diagram of the start may stand before them: XO.-.X.-O..b3",
    ),
}

# The types of answers that are not to questions.
ANSWERED = (AtlasData, ErrorData, plain_data.PuzzlesData, plain_data.PuzzleOfDayData)


def description(site: str, languages: Sequence[str]) -> dict[str, Any]:
    """The description of the API of the application at the address *site*, which answers in these
    *languages*.
    """
    language = (
        {"type": "string", "enum": [*languages], "default": ENGLISH},
        "The language of words.",
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tic Tac Why",
            "version": VERSION,
            "description": "What is known of every position and game of tic-tac-toe, of Square and"
            " of one's own games: exact values, reasons, reviews. Fields are only ever added, and"
            " addresses last. Unknown parameters are refused by name; those of replays are known to"
            " all questions, which pass over what they need not.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": site}],
        "paths": dict(_paths()),
        "components": {
            "schemas": schemas([*ANSWERED, *(question.answered for question in QUESTIONS)]),
            "parameters": {
                name: {
                    "name": name,
                    "in": place,
                    "required": place == "path",
                    "schema": schema,
                    "description": says,
                }
                for place, some in (
                    ("path", IN_PATH),
                    ("query", PARAMETERS | OF_SET | {FIELD: language}),
                )
                for name, (schema, says) in some.items()
            },
            "responses": dict(RESPONSES.values()),
        },
    }


def _paths() -> Iterator[tuple[str, dict[str, Any]]]:
    for question in QUESTIONS:
        path, says = f"{API_PREFIX}{question.name}/{{game}}", _(question.says)
        answer, query = reference(question.answered), question.parameters
        yield f"{path}/", _get(f"{question.name}FromStart", says, answer, "game", *query)
        yield f"{path}/{{moves}}", _get(question.name, says, answer, "game", "moves", *query)
    path, says = f"{API_PREFIX}puzzles/{{game}}", "The puzzles of a game, all or a set."
    yield path, _get("puzzles", says, reference(plain_data.PuzzlesData), "game", *OF_SET)
    answer = reference(plain_data.PuzzleData)
    yield f"{path}/{{number}}", _get("puzzle", "One puzzle.", answer, "game", "number")
    says = "The puzzle of today. A new one comes at midnight UTC."
    answer = reference(plain_data.PuzzleOfDayData)
    yield f"{API_PREFIX}puzzles/today", _get("today", says, answer, until="midnight UTC")
    says = "Small shapes on small boards: who wins."
    yield f"{API_PREFIX}atlas", _get("atlas", says, reference(AtlasData))
    yield DESCRIPTION_ADDRESS, _get("description", "This description.", {"type": "object"})


def _get(
    name: str,
    says: str,
    answer: dict[str, Any],
    *parameters: str,
    until: str = "the next version of the site",
) -> dict[str, Any]:
    """The operation of that *name* at a path; its *answer* holds *until* then."""
    named = [*parameters, FIELD]
    asked = [{"$ref": f"#/components/parameters/{parameter}"} for parameter in named]
    answered = _response(f"The answer, until {until}.", answer, ETag="string")
    return {
        "get": {
            "operationId": name,
            "summary": says,
            "parameters": asked,
            "responses": {"200": answered, **REFUSED},
        }
    }


def _response(says: str, schema: Any = None, /, **headers: str) -> dict[str, Any]:
    """A response of this *schema*, by default a refusal, with *headers* of these types."""
    return {
        "description": says,
        "headers": {name: {"schema": {"type": kind}} for name, kind in headers.items()},
        "content": {"application/json": {"schema": schema or reference(ErrorData)}},
    }


# The responses besides answers, by status, each with its name.
RESPONSES = {
    "304": (
        "Unchanged",
        {"description": "What the tag in If-None-Match stands for is still the answer."},
    ),
    "400": ("BadParameter", _response("A parameter is unknown here, or its value.")),
    "404": ("NotFound", _response("The address can't be read, or the rules forbid its moves.")),
    "409": ("Unsolved", _response("The game is not solved yet: it tells where to ask for that.")),
    "429": ("TooMany", _response("Too many requests at once.", **{"Retry-After": "integer"})),
    "503": ("NoTable", _response("The exact values can't be read right now.")),
    "default": ("Refused", _response("Something else was wrong.")),
}
REFUSED = {
    status: {"$ref": f"#/components/responses/{name}"}
    for status, (name, _said) in RESPONSES.items()
}
