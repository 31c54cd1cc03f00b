"""The names of views and states promise something, and each of them shows it."""

import re
from collections.abc import Iterator, Mapping

from tests.page import Element

ACTIVE, OVER, TIED = "[data-state=active]", "[data-state=won]", "[data-state=tied]"
MARK, HINT, VALUE, TRIED = "[data-mark]", "[data-hint]", "[data-value]", "[data-tried]"

# A pattern of names, and what all of these show: an attribute, with its value or without, an id, or
# words. A name may fit several rows.
PROMISED: Mapping[str, tuple[str, ...]] = {
    "first(-square)?": (ACTIVE, "[data-ply=0]"),
    "left": (ACTIVE, "#left"),
    "middle|refused|keys|lens|set-up": (ACTIVE, MARK, "Why b1?"),
    "refused": ("That cell is taken.",),
    "keys|set-up-any|.*unfolded|lessons": ("[open]",),
    "how": ("#sketch", "[aria-expanded=true]"),
    "hint.*|puzzle-(look|cell|answer)": (HINT,),
    "values.*|.*-values": (VALUE,),
    "set-up-(position|left)": (ACTIVE, "[data-ply=3]"),
    "(won|lost).*|replay-(last|won)|friend-(won|lost)|embed-replay-won|story-lost": (OVER,),
    "lost-again": ("three misses or more this week",),
    "drawn|watched|friend-drawn": (TIED,),
    "watch": (ACTIVE, "Step", "To the end"),
    "retry": (TRIED, ACTIVE),
    "replay(?!-moves).*": ("#timeline",),
    "embed-replay.*": ("#board", "Forward"),
    "replay-(first|without-moves)": ("[data-ply=0]",),
    "replay-middle|replay-turning-point": (ACTIVE, "Move"),
    ".*turning-point": ("Turning point",),
    "replay-programs.*": ("The move of every program here",),
    "replay-ideas": ("Why it is a draw",),
    "replay-ideas-won": ("How X wins",),
    "replay-ideas-lost": ("Why O loses",),
    "replay-moves.*": ("Moves from here",),
    "replay-moves-sorted": ("[aria-sort]", "Sorted by: Odds."),
    "replay-moves-over": (OVER,),
    ".*variation": ("[data-left]", "Nobody played this", "Back to the game"),
    "replay-position": (ACTIVE, VALUE),
    "play-position": ("Play from here",),
    "replay-short": ("Move 1 of 1",),
    "replay-long.*": ("#timeline", "a4"),
    "story.*": ("#stops", "Your game"),
    "story-fork": ("Fork",),
    "(embed-)?puzzle(-.*)?": (MARK,),
    "puzzle|embed-puzzle": (ACTIVE, "Win in 3 moves"),
    "(embed-)?puzzle-(wrong|failed)": (TRIED,),
    "puzzle-wrong|embed-puzzle-failed": ("Try again",),
    "puzzle-right": ("b4 keeps the win",),
    "puzzle-answer": ("The answer",),
    "(embed-)?puzzle-solved": (OVER, "[data-winning]"),
    "puzzle-in-set": ("7 of 106",),
    "puzzle-of-day": ("Sun 1 Nov",),
    "puzzle-in-lesson": ("[href=/learn/forks]",),
    "puzzles": ("11 ideas", "0 of 216 solved"),
    "puzzles-begun": ("1 of 216 solved",),
    "puzzles-set.*": ("Choose puzzles",),
    "puzzles-set-begun": ("1 of 14 solved",),
    "puzzles-no-set": ("No puzzle is like this.",),
    "rush": ("Begin: 3 minutes",),
    "rush-(begun|missed|run)": (ACTIVE, "Mistakes: "),
    "rush-begun": ("2 solved", "0 of 3"),
    "rush-missed": ("2 solved", "1 of 3"),
    "rush-over": ("Over: 5 puzzles solved.",),
    "embed-lesson": ("Lesson 3: Forks",),
    "embed-search|search.*": ("Visit ",),
    "embed-refused": ("Nothing to show",),
    "sheet.*": ("Print", "Answers"),
    "learn|learn-begun": ("7 short lessons",),
    "learn-begun": ("✓",),
    "learn-(lines|threats|fork|forks|guess.*|quiet-move|search.*|first-moves)": ("To tick it",),
    "learn-threats": (TRIED,),
    "learn-guess": ("your guess?",),
    "learn-guessed": ("Not so.",),
    "learn-search-tree": ("Search it yourself",),
    "rules|openings.*|opponents|strength.*|terms|testing|api.*|atlas.*|lessons": ("#main",),
    "lens": ("#lens",),
    "strength-square": ("Hard in figures",),
    "atlas-won": ("6 games that are won in 4 moves",),
    "atlas-table": ("[aria-sort]",),
    "search-first": ("Visit 1 of ",),
    "search-last": ("Visit 157 of 157",),
    "search-medium": ("Medium looks no further",),
    "settings": ("Single keys",),
    "mine": ("23 games", "Last games", "Practise"),
    "mine-empty": ("Nothing here yet.",),
    "mine-forget": ("Forget 23 games",),
    "mine-practise": ("You were here on Wed 25 Nov", MARK),
    "games(-own)?": ("Make a game", "Atlas of shapes"),
    "games-own": ("Tic on 4 × 2",),
    "games-new.*": ("Solve it",),
    "games-new-shape": ("20 ways to win",),
    "games-new-shapes": ("2 shapes: 25 ways",),
    "games-new-no-fit": ("It doesn't fit",),
    "games-new-too-large": ("Sixteen are all",),
    "games-new-is-named": ("that is Tic-tac-toe",),
    "game(-own)?": ("A draw, if nobody slips.", "First moves"),
    "game-unsolved": ("I don't know every position yet.",),
    "game-waiting": ("2 games are before yours.",),
    "game-looking-ahead": ("Looking ahead",),
    "game-solving": ("Layer 6 of 16",),
    "game-known": ("Now I look for puzzles.",),
    "game-failed": ("That was too much for me.",),
    "position(-lost)?": ("Position in words", "Row 1: "),
    "position-lost": ("Hard beat you.",),
    "class-(new|of-set)": ("Make the class",),
    "class-of-set": ("Fork – Square: 5 puzzles",),
    "class-enter": ("That is no code",),
    "class-(teacher|over)": ("Who is here", "Otter", "1 of 6 solved"),
    "class-wall.*": ("2 are here",),
    "class-wall": ("1 of 6 solved",),
    "class-wall-why": ("2 of 2 tried",),
    "class-(wall-bare|ended)": ("This class has ended.",),
    "class-over": ("Ended.",),
    "class-sheet": ("Join: ",),
    "class-remove": ("Remove Otter?",),
    "class-end": ("End the class?",),
    "(class|friend)-here": ("Continue on this device?",),
    "class-join": ("Choose an animal", "Badger"),
    "class-joined": ("You are: Otter", "1 of 3 solved"),
    "class-puzzle": (ACTIVE, "1 solved"),
    "friend": ("Get the link",),
    "friend-(invited|waits)": ("Nobody has joined yet",),
    "friend-asked": ("Join",),
    "friend-joined": (ACTIVE, "[data-ply=0]"),
    "friend-plays": (ACTIVE, "[data-ply=6]"),
    "friend-gone": ("Your friend has left",),
    "friend-left": ("You have left",),
    "friend-watched": (ACTIVE, "[data-ply=2]", "You watch"),
    "friend-seat": ("Continue on another device",),
    "not-found|bad-.*": ("Not found",),
}


def missing(name: str, page: Element) -> Iterator[str]:
    """What *page* lacks of the promises of *name*; every name makes some."""
    promises = [it for names, its in PROMISED.items() if re.fullmatch(names, name) for it in its]
    assert promises, name
    attributes, words = [it.attributes for it in page], " ".join(page.text.split())
    for wanted in promises:
        key, _, value = wanted.strip("[]").partition("=")
        if wanted[0] == "#":
            found = any(it.get("id") == wanted[1:] for it in attributes)
        elif wanted[0] == "[":
            found = any(key in it and value in {"", it[key]} for it in attributes)
        else:
            found = wanted in words
        if not found:
            yield wanted
