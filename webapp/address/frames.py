"""Boards to show to others, on pages of other sites or for a projector."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from flask import render_template, request
from werkzeug.exceptions import HTTPException

from ai.study.study import JudgedMove
from webapp.board.board import Stage
from webapp.serving.language import handed_on, in_language
from webapp.serving.params import request_here
from webapp.serving.security import EMBED_PREFIX


def framed(address: str, colours: str = "") -> str:
    """The address of the frame that shows the page at *address* to others, in these *colours*, by
    default the device's, and in the present language.
    """
    root = request_here().script_root
    path, sharp, anchor = address.removeprefix(root).partition("#")
    query = f"{'&' if '?' in path else '?'}colours={colours}" if colours else ""
    return in_language(f"{root}/embed{path}{query}{sharp}{anchor}", handed_on())


class StepLink(NamedTuple):
    """A link to another state; without *address* it is disabled, at an end."""

    key: str
    label: str
    address: str


@dataclass(frozen=True)
class FramedBoard:
    """A board to show to others, of the whole page at the address *page*.

    Screen readers hear *heard* as the status, of which *heading* is seen. The one *sentence*, which
    may be *bad* news, follows its *lead*; *line* holds the moves of an answer. On a board that
    *is_played*, *cells* holds addresses by the cells that lead there. *keys* are links. Both lead
    to the frames of their pages. A puzzle may be *solved*, after so many *tries* that failed.
    """

    page: str
    title: str
    heard: str
    heading: str
    lead: str
    sentence: str
    stage: Stage
    keys: tuple[StepLink, ...]
    is_played: bool = False
    cells: Mapping[int, str] = field(default_factory=dict)
    line: Sequence[JudgedMove] = ()
    bad: bool = False
    solved: bool = False
    tries: int = 0


def refuse(_error: HTTPException, message: str) -> str:
    """The page of an error in a frame; empty elsewhere."""
    if not request.path.startswith(EMBED_PREFIX):
        return ""
    colours = request.args.get("colours")
    return render_template("address/error.html", message=message, colours=colours)
