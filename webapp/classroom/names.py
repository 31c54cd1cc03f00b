"""The words in codes of classes, and the names that pupils get."""

import re
from hashlib import sha256

from ai.language import N_, _
from ai.typed import plain

# Kind, spelt as they sound, and no two alike: they are read aloud and typed by children. They stand
# in addresses, so no word may go or move.
LISTED = """
    acorn apple apricot bamboo banana basil blossom bubble butter button cactus candle castle
    cedar clover comet cotton crystal daisy dragon feather fern fiddle flute forest garden
    ginger glacier grape hazel honey island jasmine jungle kite lagoon lantern lemon lilac lotus
    magnet mango maple marble meadow melon mint moon mountain nectar nutmeg oasis ocean olive orange
    orchid paper parsley pebble pepper planet pollen poppy pumpkin puzzle rainbow raisin
    ribbon river rocket saffron silver snow spring spruce sunset teapot timber tulip tundra umbrella
    valley vanilla velvet violet walnut willow window yellow
"""
WORDS = tuple(LISTED.split())
CODE = re.compile(f"({'|'.join(WORDS)})-[1-9][0-9]")

# In the order in which pupils get them; static/animals.svg has a drawing of each.
NAMES_OF_ANIMALS = N_(
    "fox owl rabbit frog hedgehog penguin panda whale elephant giraffe snail turtle crab octopus"
    " swan lion tiger zebra camel kangaroo koala mouse cat dog pig cow horse sheep duck rooster"
    " flamingo parrot toucan squirrel beaver walrus seal dolphin shark snake gecko bee spider"
    " ladybird bear deer fish rhino"
)
ANIMALS = NAMES_OF_ANIMALS.split()  # their keys


def code_from(*texts: str) -> str:
    """A code such as `fern-42`, the same for the same *texts*."""
    lot = int.from_bytes(sha256(" ".join(texts).encode()).digest()[:8])
    return f"{WORDS[lot % len(WORDS)]}-{10 + lot // len(WORDS) % 90}"


def typed(text: str) -> str:
    """The code that somebody typed, in capitals or with a space, or pasted in a link; empty if it
    is none.

    >>> typed("Fern 42."), typed("http://localhost/class/fern-42/wall"), typed("fern")
    ('fern-42', 'fern-42', '')
    """
    parts = reversed(re.split("[/?#&=]", plain(text)))
    codes = ("-".join(re.findall("[a-z]+|[0-9]+", part)) for part in parts)
    return next(filter(CODE.fullmatch, codes), "")


def told(name: str) -> str:
    """The name of a pupil in words. Pupils of older releases may have numbers or other animals."""
    if name.isdecimal():
        return _("Number %(number)s", number=name)
    names = dict(zip(ANIMALS, _(NAMES_OF_ANIMALS).split(), strict=True))
    return names.get(name, name).capitalize()
