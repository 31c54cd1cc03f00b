"""Text as people type and paste it, in one reading for commands, moves and codes."""

import re
from collections.abc import Iterable
from unicodedata import category, normalize

from ai.language import _
from ai.messages import Message


def plain(text: str) -> str:
    """*text* in small letters of usual width, without invisible characters, and without white space
    and punctuation at its ends; but a number keeps its sign.

    >>> plain(" “Undo…”"), plain("B2!"), plain("(-1)")
    ('undo', 'b2', '-1')
    """
    seen = text
    if not text.isascii():
        seen = "".join(it for it in normalize("NFKC", text) if category(it) != "Cf")
    found = re.search(r"[-+−]?[^\W_](.*[^\W_])?", seen, re.DOTALL)
    return found[0].lower() if found else ""


def command(text: str) -> str:
    """The command in *text*: :func:`plain` in one word without accents, but numbers stay apart.

    >>> command("C, 3."), command("Alpha-Beta"), command("1.5"), command("Difícil")
    ('c3', 'alphabeta', '1.5', 'dificil')
    """
    word = re.sub(r"(?<=[^\W_])[\W_]++(?!\d)|(?<=[^\W\d_])[\W_]+", "", plain(text))
    if word.isascii():
        return word
    return "".join(it for it in normalize("NFKD", word) if category(it) != "Mn")


def spelled(word: str) -> str:
    """The *word* of a command in the present language, in small letters; a cell is the same in
    all.
    """
    return _(word).lower() if isinstance(word, Message) else word


def meant(text: str, words: Iterable[str]) -> str:
    """The command in *text*; in English, if it is one of *words* in the present language."""
    if not (written := command(text)) or written in words:
        return written
    in_english = {command(spelled(word)): word for word in words}
    return str(in_english.get(written, written))
