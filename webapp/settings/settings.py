"""The settings in their cookie. The cookie is not signed, so its text is checked."""

from dataclasses import astuple, dataclass
from operator import contains
from typing import Self

# The choices of each setting, the default first; `system` is what the device says.
CHOICES = {
    "theme": ("system", "light", "dark"),
    "keys": ("on", "off"),
    "sound": ("off", "on"),
    "motion": ("system", "still"),
    "reasons": ("shown", "said"),
}
DEFAULTS = [choices[0] for choices in CHOICES.values()]


class UnreadableSettings(ValueError):
    """The text holds no settings."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The colours of the *theme*, single *keys*, *sound*, *motion*, and whether screen readers say
    *reasons* after each move: of each one of its :data:`CHOICES`.
    """

    theme: str
    keys: str
    sound: str
    motion: str
    reasons: str

    @property
    def text(self) -> str:
        """The settings, a word each; :meth:`from_text` reads them."""
        return ".".join(astuple(self))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The settings that :attr:`text` wrote. The first two or four words may stand alone, as
        earlier versions wrote them.

        :raises UnreadableSettings: if *text* holds no settings.
        """
        words = text.split(".")
        if len(words) in {2, 4}:
            words += DEFAULTS[len(words) :]
        if len(words) == len(CHOICES) and all(map(contains, CHOICES.values(), words)):
            return cls(*words)
        raise UnreadableSettings(f"“{text}” has no word for each of {', '.join(CHOICES)}.")
